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
    await page.getByRole('button', { name: 'Load PGN' }).click();
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

  test(`the coordinates stand out from the page and beside the board, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const isPhone = size.width < 500;
      await page.setViewportSize(size);
      // Where a game is ordered on a phone there is a small board without letters.
      await page.goto(isPhone ? '/analyse' : '/play');
      await expect(page.locator('coord').first()).toBeVisible();
      const coords = await page.locator('coord').all();
      expect(coords).toHaveLength(16);
      const board = await page.locator('cg-board').boundingBox();
      if (!board) throw new Error('no board');
      for (const coord of coords) {
        // On a phone the board touches both edges, and ranks stand in corners of its last file.
        const isInCorner = isPhone && /\d/.test(await coord.innerText());
        // What lies behind a letter in a corner is a picture, of which the page knows no colour.
        if (!isInCorner) expect(await contrast(coord), await coord.innerText()).toBeGreaterThan(LEAST);
        const letter = await coord.evaluate((coord) => {
          const range = document.createRange();
          range.selectNodeContents(coord);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          // A line of text is taller than its letters: an ascent above, a descent below.
          return { left, right, top: top + (bottom - top) / 5, most: document.documentElement.clientWidth };
        });
        // No piece can hide what stands outside, and nothing of it is cut off.
        const isOutside = letter.left >= board.x + board.width || letter.top >= board.y + board.height;
        expect(isOutside || isInCorner, await coord.innerText()).toBe(true);
        expect(letter.right).toBeLessThanOrEqual(letter.most);
      }
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
