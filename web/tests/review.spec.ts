import { expect, tab, test } from './support/page';
import type { Page } from './support/page';

const GAME = '1. e4 e5 2. Qh5 Nc6 3. Bc4 $6 Nf6 4. Qxf7# 1-0';

/** Lets reviews say what a test wants, one after the other: marks by move. The page hears them so, whoever made them. */
async function reviewsSay(page: Page, marks: Record<string, string>[]): Promise<void> {
  await page.addInitScript((marks) => {
    const SAID = 'test.reviews';
    const usual = JSON.parse;
    JSON.parse = (...words: Parameters<typeof usual>): unknown => {
      const message = usual(...words) as { type?: string; id?: number; moves?: { san: string; mark: string | null }[] } | null;
      if (message?.type !== 'review' || message.id === undefined || !message.moves) return message;
      // The page may be loaded anew between two reviews.
      const said = Number(sessionStorage.getItem(SAID));
      sessionStorage.setItem(SAID, String(said + 1));
      return { ...message, moves: message.moves.map((move) => ({ ...move, mark: marks[said]?.[move.san] ?? null })) };
    };
  }, marks);
}

async function read(page: Page, text: string): Promise<void> {
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(text);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await expect(page.getByTestId('variations').getByRole('button', { name: 'Qxf7#' })).toBeVisible();
}

async function review(page: Page): Promise<void> {
  await tab(page, 'Review');
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByTestId('announcements')).toContainText('The review is ready.');
}

async function shown(page: Page): Promise<string[]> {
  await tab(page, 'Moves');
  return page.getByTestId('variations').getByRole('button').allInnerTexts();
}

test('a second review replaces the first; what a person gave stays', async ({ page }) => {
  await reviewsSay(page, [{ e5: 'mistake', Bc4: 'blunder', Nf6: 'blunder' }, { Nf6: 'inaccuracy' }]);
  await page.goto('/analyse');
  await read(page, GAME);
  expect(await shown(page)).toEqual(['e4', 'e5', 'Qh5', 'Nc6', 'Bc4?!', 'Nf6', 'Qxf7#']);
  await review(page);
  await expect.poll(() => shown(page)).toEqual(['e4', 'e5?', 'Qh5', 'Nc6', 'Bc4?!', 'Nf6??', 'Qxf7#']);
  await tab(page, 'Review');
  await expect(page.getByTestId('mistakes').getByRole('listitem')).toHaveCount(3);
  // Read anew from the browser's storage, the marks are still the review's.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('plywise.analysis')?.includes('"review"'))).toBe(true);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(['e4', 'e5?', 'Qh5', 'Nc6', 'Bc4?!', 'Nf6??', 'Qxf7#']);
  await tab(page, 'Review');
  await expect(page.getByTestId('mistakes').getByRole('listitem')).toHaveCount(3);
  await review(page);
  await expect.poll(() => shown(page)).toEqual(['e4', 'e5', 'Qh5', 'Nc6', 'Bc4?!', 'Nf6?!', 'Qxf7#']);
  await tab(page, 'Review');
  await expect(page.getByTestId('mistakes').getByRole('listitem')).toHaveCount(1);
});

test('the bar knows what a better line is worth', async ({ page }) => {
  await reviewsSay(page, [{ Nf6: 'blunder' }]);
  await page.goto('/analyse');
  await read(page, GAME);
  await review(page);
  const text = page.getByTestId('variations');
  const bar = page.getByRole('meter', { name: 'Evaluation for White' });
  await tab(page, 'Moves');
  await text.getByRole('button', { name: 'Bc4' }).click();
  await expect(bar).not.toHaveText('');
  const before = await bar.getAttribute('aria-valuenow');
  await tab(page, 'Review');
  await page.getByTestId('mistakes').getByRole('button', { name: /^Better/ }).click();
  await tab(page, 'Moves');
  // The line is played to its end.
  const current = text.locator('.variation [aria-current]');
  await expect(current).toBeVisible();
  await expect(bar).not.toHaveText('');
  await expect(bar).toHaveAttribute('aria-valuenow', before ?? '');
});

test('the table of a review leads to its moves, whatever becomes of the main line', async ({ page }) => {
  await reviewsSay(page, [{ Nc6: 'mistake', Nf6: 'blunder' }]);
  await page.goto('/analyse');
  await read(page, GAME);
  await review(page);
  const text = page.getByTestId('variations');
  await tab(page, 'Moves');
  await text.getByRole('button', { name: 'Bc4' }).click();
  const field = page.getByTestId('move-field');
  for (const move of ['g6', 'Qf3']) {
    await field.fill(move);
    await field.press('Enter');
    await expect(text.locator('[aria-current]')).toHaveText(move);
  }
  await page.getByRole('button', { name: 'Promote variation' }).click();
  const rows = page.getByTestId('mistakes').getByRole('listitem');
  await tab(page, 'Review');
  await rows.filter({ hasText: 'Nf6??' }).getByRole('button').first().click();
  await tab(page, 'Moves');
  await expect(text.locator('[aria-current]')).toHaveText('Nf6??');
  // What was taken away cannot be gone to.
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await tab(page, 'Review');
  await expect(rows).toHaveCount(1);
  await tab(page, 'Moves');
  await page.getByRole('button', { name: 'Put back Nf6' }).click();
  await tab(page, 'Review');
  await expect(rows).toHaveCount(2);
});
