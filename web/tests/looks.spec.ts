// How the page looks: boards, pieces, sizes, marks, and that nothing jumps.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { contrast } from './support/contrast';
import { click, expect, expectSquare, moves, newGame, tab, test, type } from './support/page';
import type { Page } from './support/page';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function axe(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))));
  await page.evaluate(`${AXE}; undefined`);
  return page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
    const found = await (globalThis as unknown as { axe: { run: () => Promise<Found> } }).axe.run();
    return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
  });
}

async function openLooks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Board and colours' }).click();
  await expect(page.getByRole('dialog', { name: 'Board and colours' })).toBeVisible();
}

function squares(page: Page): Promise<string> {
  return page.locator('cg-board').first().evaluate((board) => getComputedStyle(board).backgroundImage + getComputedStyle(board).backgroundColor);
}

function queen(page: Page): Promise<string> {
  return page.locator('.ground piece.queen.white').first().evaluate((piece) => getComputedStyle(piece).backgroundImage);
}

test('boards and pieces are chosen, tried at once and kept', async ({ page }) => {
  await page.goto('/play');
  await expect.poll(() => queen(page)).toContain('data:image/svg');
  await openLooks(page);
  const boards = await page.getByRole('radiogroup', { name: 'Board' }).getByRole('radio').all();
  expect(boards.length).toBeGreaterThanOrEqual(5);
  const seen = new Set<string>();
  for (const board of boards) {
    await board.check({ force: true });
    seen.add(await squares(page));
  }
  expect(seen.size).toBe(boards.length);
  const sets = await page.getByRole('radiogroup', { name: 'Pieces' }).getByRole('radio').all();
  expect(sets.length).toBeGreaterThanOrEqual(4);
  const drawn = new Set<string>();
  for (const set of sets) {
    const before = drawn.size;
    await set.check({ force: true });
    await expect.poll(async () => drawn.add(await queen(page)).size).toBe(before + 1);
  }
  await page.getByRole('radio', { name: 'Blue' }).check({ force: true });
  const [board, pieces] = [await squares(page), await queen(page)];
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect.poll(() => queen(page)).toBe(pieces);
  expect(await squares(page)).toBe(board);
});

test('of the piece sets only the one that is shown is loaded', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const sets = (): string[] => asked.filter((path) => /\/(cburnett|plain|pixel|letters|contrast)-/.test(path));
  await page.goto('/play');
  await expect.poll(() => queen(page)).toContain('data:image/svg');
  expect(sets()).toHaveLength(1);
  await openLooks(page);
  await page.getByRole('radio', { name: 'Pixel' }).check({ force: true });
  await expect.poll(() => sets().length).toBe(2);
});

test('settings that were damaged do no harm', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('plywise.settings', '{"board":"lava","pieces":7,"scale":-4,"moves":"upwards","theme":"dark"}'));
  await page.goto('/play');
  await expectSquare(page, 'e2', 'white pawn');
  await expect(page.locator('html')).toHaveAttribute('data-board', 'wood');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => queen(page)).toContain('data:image/svg');
  await expect(page.getByRole('slider', { name: 'Size of the board' })).toHaveAttribute('aria-valuenow', '50');
});

test('the board is made smaller by its corner, by keys too, and stays so', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await newGame(page, { two: true });
  const width = async (): Promise<number> => (await page.locator('cg-board').boundingBox())?.width ?? 0;
  const large = await width();
  const grip = page.getByRole('slider', { name: 'Size of the board' });
  const box = await grip.boundingBox();
  if (!box) throw new Error('no grip');
  await page.mouse.move(box.x + 6, box.y + 6);
  await page.mouse.down();
  await page.mouse.move(box.x - 194, box.y - 194, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBeLessThan(large - 120);
  // The pieces are where the board is.
  await click(page, 'e2');
  await click(page, 'e4');
  await expectSquare(page, 'e4', 'white pawn');
  const small = await width();
  await page.reload();
  await expect.poll(width).toBe(small);
  await grip.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(small);
  await page.keyboard.press('End');
  await expect.poll(width).toBe(large);
});

test('inaccuracy, mistake and blunder differ by colour and by shape, and can be read', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/analyse');
    await tab(page, 'FEN and PGN');
    await page.getByTestId('pgn').fill('1. e4 $6 e5 $2 2. Qh5 $4 Nc6 $1 *');
    await page.getByRole('button', { name: 'Load PGN' }).click();
    const looks: string[][] = [];
    for (const name of ['inaccuracy', 'mistake', 'blunder', 'good']) {
      const mark = page.getByTestId('variations').locator(`.mark.${name}`);
      expect(await contrast(mark), name).toBeGreaterThan(4.5);
      looks.push(
        await mark.evaluate((mark) => {
          const style = getComputedStyle(mark);
          return [style.backgroundColor, `${style.borderRadius} ${style.clipPath}`];
        }),
      );
    }
    expect(new Set(looks.map(([colour]) => colour)).size).toBe(4);
    expect(new Set(looks.slice(0, 3).map(([, shape]) => shape)).size).toBe(3);
  }
});

test('black pieces that were taken and the square under the keyboard are seen on a dark page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await newGame(page, { two: true });
  for (const move of ['e4', 'd5', 'exd5']) await type(page, move);
  await expect(page.getByTestId('seat-white').locator('piece.black')).toHaveCSS('filter', /drop-shadow/);
  const square = page.locator('[data-square="e2"]');
  await page.keyboard.press('Tab');
  await square.focus();
  // A dark frame around a bright one: one of them is seen on any square.
  await expect(square).toHaveCSS('outline-color', 'rgb(43, 40, 36)');
});

test('the typeface is our own and is loaded from here', async ({ page }) => {
  await page.goto('/play');
  await expect(page.getByTestId('new-game')).toBeVisible();
  expect(await page.evaluate(async () => (await document.fonts.ready).check('16px "Inter Plywise"'))).toBe(true);
});

test('the moves of an analysis stand in two columns or run on, as one likes', async ({ page }) => {
  await page.goto('/analyse');
  for (const move of ['e4', 'e5', 'Nf3', 'Nc6']) await type(page, move);
  const place = async (name: string): Promise<{ x: number; y: number }> => {
    const box = await page.getByTestId('variations').getByRole('button', { name, exact: true }).boundingBox();
    return box ?? { x: 0, y: 0 };
  };
  expect((await place('Nf3')).y).toBeGreaterThan((await place('e4')).y);
  expect((await place('Nf3')).x).toBe((await place('e4')).x);
  await openLooks(page);
  await page.getByText('Running text').click();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await place('Nf3')).y === (await place('e4')).y).toBe(true);
});

test('the panel of the analysis is as tall as the window, and nothing in it jumps', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/analyse');
  await type(page, 'e4');
  const curve = page.getByRole('slider', { name: 'Evaluation curve' });
  const at = async (): Promise<number> => (await curve.boundingBox())?.y ?? 0;
  const before = await at();
  for (const name of ['Review', 'FEN and PGN', 'Engine', 'Moves'] as const) {
    await tab(page, name);
    expect(await at(), name).toBe(before);
  }
  for (const move of ['e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O']) await type(page, move);
  expect(await at()).toBe(before);
  await expect(curve).toBeInViewport({ ratio: 1 });
});

test('the end of a game is a card over the board: result, accuracy, review, rematch', async ({ page }) => {
  await newGame(page, { two: true });
  for (const move of ['f3', 'e5', 'g4', 'Qh4']) await type(page, move);
  const card = page.getByTestId('end-card');
  await expect(card).toContainText('Black won');
  await expect(card).toContainText('0–1');
  await expect(card.getByTestId('end-accuracy')).toContainText(/\d+ %/);
  expect(await axe(page)).toEqual([]);
  const [over, board] = [await card.boundingBox(), await page.locator('cg-board').boundingBox()];
  expect((over?.x ?? 0) >= (board?.x ?? 0) && (over?.y ?? 0) >= (board?.y ?? 0)).toBe(true);
  // Who looks back at the game sees the board, and the buttons are beside it.
  await page.keyboard.press('ArrowLeft');
  await expect(card).toHaveCount(0);
  await expect(page.getByTestId('end').getByRole('link', { name: 'Review' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Close the result' }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect.poll(() => moves(page)).toHaveLength(4);
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect.poll(() => moves(page)).toHaveLength(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe has nothing to say about the windows over the page, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/analyse');
    await type(page, 'e4');
    await openLooks(page);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keys' }).click();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Annotate' }).click();
    await expect(page.getByTestId('move-menu')).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });
}
