// Letters can be read in every state: also under the mouse, also where we are.

import { contrast } from './support/contrast';
import { expect, moves, newGame, test, type } from './support/page';

/** What the rules for accessible pages ask of small letters. */
const LEAST = 4.5;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the current move can be read under the mouse, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await newGame(page, { two: true });
    for (const move of ['e4', 'e5', 'Nf3']) await type(page, move);
    await expect.poll(() => moves(page)).toHaveLength(3);
    const played = page.getByTestId('moves').locator('[aria-current]');
    await played.hover();
    expect(await contrast(played)).toBeGreaterThan(LEAST);

    await page.goto('/analyse');
    await page.getByRole('tab', { name: 'FEN and PGN' }).click();
    await page.getByTestId('pgn').fill('1. e4 e5 2. Qh5 $4 (2. Nf3 Nc6) *');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    const text = page.getByTestId('variations');
    for (const name of ['e4', 'Qh5, blunder', 'Nc6']) {
      const move = text.getByRole('button', { name, exact: true });
      await move.hover();
      expect(await contrast(move), `${name}, not current`).toBeGreaterThan(LEAST);
      await move.click();
      await expect(move).toHaveAttribute('aria-current', 'true');
      expect(await contrast(move), `${name}, current`).toBeGreaterThan(LEAST);
    }
  });

  test(`the coordinates stand out from their squares, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/play');
    await expect(page.locator('coord').first()).toBeVisible();
    const style = await page.locator('cg-board').evaluate((board) => {
      const read = (name: string): string => getComputedStyle(board).getPropertyValue(name).trim();
      return { light: read('--square-light'), dark: read('--square-dark') };
    });
    const coords = await page.locator('coord').all();
    expect(coords).toHaveLength(16);
    for (const coord of coords) {
      // By where it stands, not by what it is called: a1 is dark.
      const square = await coord.evaluate((coord) => {
        const board = coord.closest('.cg-wrap')?.querySelector('cg-board')?.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(coord);
        const letter = range.getBoundingClientRect();
        if (!board) return NaN;
        const column = Math.floor(((letter.x + letter.width / 2 - board.x) / board.width) * 8);
        const row = Math.floor(((letter.y + letter.height / 2 - board.y) / board.height) * 8);
        return (column + row) % 2;
      });
      const ratio = await contrast(coord, square === 0 ? style.light : style.dark);
      expect(ratio, await coord.innerText()).toBeGreaterThan(LEAST);
    }
  });

  test(`tabs and switches can be read under the mouse, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/analyse');
    for (const tab of await page.getByRole('tab').all()) {
      await tab.hover();
      expect(await contrast(tab), await tab.innerText()).toBeGreaterThan(LEAST);
      await tab.click();
      expect(await contrast(tab), await tab.innerText()).toBeGreaterThan(LEAST);
    }
    await page.goto('/lab');
    for (const name of ['Picture', 'List', 'Search']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.hover();
      expect(await contrast(button), name).toBeGreaterThan(LEAST);
    }
  });
}
