// The reason next to the board, and a bad move tried again.

import { expect, expectSquare, tab, test, type } from './support/page';
import type { Page } from './support/page';

/** White takes a pawn that is not to be had. */
const TRAP = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';

async function review(page: Page): Promise<void> {
  await page.goto('/analyse');
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(TRAP);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await tab(page, 'Review');
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByTestId('accuracy')).toBeVisible({ timeout: 120_000 });
  await tab(page, 'Moves');
}

test('why a move is bad stands next to the board, and the move can be tried again', async ({ page }) => {
  await review(page);
  const why = page.getByRole('region', { name: 'Why' });
  await page.getByTestId('variations').getByRole('button', { name: /^Nxf7/ }).click();
  await expect(why.locator('strong')).toHaveText('5. Nxf7');
  await expect(why.locator('.mark')).toBeVisible();
  await expect(why.getByTestId('coach')).not.toBeEmpty();
  // It is where it is, whatever it says.
  const places = async (): Promise<(number | undefined)[]> => {
    const boxes = await Promise.all([why.boundingBox(), page.getByTestId('variations').boundingBox()]);
    return boxes.flatMap((box) => [box?.y, box?.height]);
  };
  const before = await places();
  await why.getByRole('button', { name: 'Try again' }).click();
  await expect(why.getByTestId('coach')).toHaveText('Find something better than Nxf7.');
  await expectSquare(page, 'e5', 'white knight');
  expect(await places()).toEqual(before);
  // The engine does not give it away.
  await page.getByTestId('engine-switch').check();
  await expect(page.getByTestId('engine-switch')).toBeChecked();
  await expect(page.getByTestId('engine-numbers')).not.toContainText('depth');
  await expect(page.locator('.cg-shapes g > g')).toHaveCount(0);
  await page.getByTestId('engine-switch').uncheck();
  await type(page, 'Nxf7');
  await expect(why.getByTestId('coach')).toContainText('is what was played');
  await why.getByRole('button', { name: 'Try again' }).click();
  // Something else that is bad: the coach says why.
  await type(page, 'Nxd7');
  await expect(why.getByTestId('coach')).toContainText('Nxd7', { timeout: 60_000 });
  await why.getByRole('button', { name: 'Try again' }).click();
  await why.getByRole('button', { name: 'Solution' }).click();
  await expect(why.getByTestId('coach')).toContainText('is right');
  expect(await places()).toEqual(before);
  await why.getByRole('button', { name: 'Back' }).click();
  await expect(why.locator('strong')).toHaveText('5. Nxf7');
});

test('a move without a fault has a word, too, and none stands next to texts', async ({ page }) => {
  await review(page);
  await page.getByTestId('variations').getByRole('button', { name: /^e4/ }).first().click();
  await expect(page.getByTestId('coach')).not.toBeEmpty();
  await page.getByTestId('variations').getByRole('button', { name: /^Nf3/ }).first().click();
  await type(page, 'd6');
  await expect(page.getByTestId('coach')).toContainText('no part of the game');
  await tab(page, 'FEN and PGN');
  await expect(page.getByTestId('coach')).toHaveCount(0);
});
