// What stands where in windows of all sizes, that nothing leaves its place, and that nothing worked on is lost to a click.

import { expect, expectSquare, newGame, tab, test, type } from './support/page';
import type { Locator } from '@playwright/test';
import type { Page } from './support/page';

const CLOCKED = `[White "Somebody With A Long Name"]
[Black "Another Player Of 1973"]
[WhiteElo "1873"]
[BlackElo "1900"]

1. e4 { [%clk 0:05:00] } e5 { [%clk 0:04:58] } 2. Bc4 { [%clk 0:04:55] } Nc6 { [%clk 0:04:50] }
3. Qh5 { [%clk 0:04:40] } Nf6 { [%clk 0:04:30] } 4. Qxf7# { [%clk 0:04:20] } 1-0`;

async function read(page: Page, pgn: string): Promise<void> {
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(pgn);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  // Whoever has read a game sees its moves.
  await expect(page.getByTestId('variations').getByRole('button').first()).toBeVisible();
}

async function boxOf(page: Page, testid: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.getByTestId(testid).boundingBox();
  if (!box) throw new Error(`${testid} is nowhere`);
  return box;
}

for (const [width, height] of [
  [834, 1112],
  [900, 700],
  [1024, 768],
  [1180, 820],
  [1440, 900],
] as const) {
  test(`the board has the larger part of a window of ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const view of ['/play', '/analyse']) {
      await page.goto(view);
      await expectSquare(page, 'e2', 'white pawn');
      const board = await page.locator('cg-board').first().boundingBox();
      const most = Math.min(width, height);
      expect(board?.width ?? 0, view).toBeGreaterThan(0.45 * most);
      // A board view is no page to scroll.
      if (view === '/analyse') expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
    }
  });
}

for (const width of [320, 390, 834, 1024]) {
  test(`name, clock and keys below the board do not touch at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/analyse');
    await read(page, CLOCKED);
    const strip = page.getByTestId('player-white');
    await expect(strip).toContainText('4:20');
    const clock = await boxOf(page, 'clock-white');
    const name = await strip.locator('.name').boundingBox();
    const first = await page.getByRole('button', { name: 'First position' }).boundingBox();
    expect(name && name.width).toBeGreaterThan(40);
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(clock.x + 1);
    const isBelow = (first?.y ?? 0) >= clock.y + clock.height - 1;
    expect(isBelow || (first?.x ?? 0) >= clock.x + clock.width - 1).toBe(true);
  });
}

for (const width of [320, 360, 390]) {
  test(`no word is cut off at ${width}: links, tabs, tools, menu`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/analyse');
    await read(page, '1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6)) 2... d6) *');
    const isWhole = async (all: Locator): Promise<void> => {
      for (const one of await all.all()) {
        const [left, right] = await one.evaluate((element) => {
          const words = document.createRange();
          words.selectNodeContents(element);
          const { left, right } = words.getBoundingClientRect();
          return [left, right] as const;
        });
        expect(left, await one.innerText()).toBeGreaterThanOrEqual(0);
        expect(right, await one.innerText()).toBeLessThanOrEqual(width);
      }
    };
    const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
    await expect(links).toHaveCount(7);
    await isWhole(links);
    // And all of them can be pressed where they are.
    for (const link of await links.all()) await link.click({ trial: true });
    await isWhole(page.getByRole('tab'));
    await isWhole(page.getByTestId('variations').getByRole('button'));
    const tools = ['Annotate', 'Draw', 'Promote variation', 'Delete from here'].map((name) => page.getByRole('button', { name, exact: true }));
    for (const tool of tools) await isWhole(tool);
    await page.getByRole('button', { name: 'Draw', exact: true }).click();
    await isWhole(page.getByRole('group', { name: 'Draw on the board' }).getByRole('button'));
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('button', { name: 'Annotate' }).click();
    const menu = page.getByTestId('move-menu');
    expect(await menu.evaluate((menu) => menu.scrollWidth - menu.clientWidth)).toBeLessThanOrEqual(0);
    await isWhole(menu.getByRole('button'));
  });
}

test('a thumb begins a game from anywhere in the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/play');
  await expect(page.getByTestId('new-game')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport({ ratio: 1 });
});

test('variations inside each other stand on lines of their own, further in each time', async ({ page }) => {
  for (const moves of ['columns', 'inline']) {
    await page.addInitScript((moves) => localStorage.setItem('plywise.settings', JSON.stringify({ moves })), moves);
    await page.goto('/analyse');
    await read(page, '1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6 3. e5)) 2... d6) *');
    const boxes = [];
    for (const name of ['c5', 'c3', 'Nf6']) boxes.push(await page.getByTestId('variations').getByRole('button', { name, exact: true }).boundingBox());
    const [first, second, third] = boxes;
    if (!first || !second || !third) throw new Error('a move is nowhere');
    expect(second.y, moves).toBeGreaterThan(first.y + first.height / 2);
    expect(third.y, moves).toBeGreaterThan(second.y + second.height / 2);
    expect(second.x, moves).toBeGreaterThan(first.x);
    expect(third.x, moves).toBeGreaterThan(second.x);
  }
});

test('stepping onto a mate leaves the tabs where they are, engine or not', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, CLOCKED);
  const at = async (): Promise<number> => (await page.getByRole('tab', { name: 'Moves' }).boundingBox())?.y ?? 0;
  for (const isOn of [false, true]) {
    await page.getByTestId('engine-switch').setChecked(isOn);
    await page.keyboard.press('ArrowLeft');
    await expectSquare(page, 'h5', 'white queen');
    const before = await at();
    await page.keyboard.press('ArrowRight');
    await expectSquare(page, 'f7', 'white queen');
    await expect(page.getByTestId('engine-numbers')).toContainText('checkmate');
    expect(await at()).toBe(before);
  }
});

test('the engine is switched on and off, and nothing below it moves', async ({ page }) => {
  for (const [width, height] of [[1440, 900], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/analyse');
    await read(page, CLOCKED);
    await page.keyboard.press('ArrowLeft');
    await expectSquare(page, 'h5', 'white queen');
    const at = async (): Promise<number> => (await page.getByRole('tab', { name: 'Moves' }).boundingBox())?.y ?? 0;
    await page.evaluate(() => window.scrollTo(0, 0));
    const before = await at();
    await page.keyboard.press('l');
    await expect(page.getByTestId('engine-switch')).toBeChecked();
    await expect(page.getByTestId('lines').getByRole('listitem').first()).toContainText(/\d/);
    expect(await at(), `${width}`).toBe(before);
    await page.keyboard.press('l');
    await expect(page.getByTestId('engine-switch')).not.toBeChecked();
    expect(await at(), `${width}`).toBe(before);
  }
});

test('boards begin at one height in all views', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const tops: number[] = [];
  for (const view of ['/play', '/analyse', '/practise', '/setup']) {
    await page.goto(view);
    await expect(page.locator('cg-board').first()).toBeVisible();
    tops.push(Math.round((await page.locator('cg-board').first().boundingBox())?.y ?? 0));
  }
  expect(new Set(tops).size, tops.join()).toBe(1);
});

test('on a phone the board touches both edges, in every view that has one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await newGame(page, { two: true });
  for (const view of ['', '/analyse', '/practise', '/setup']) {
    if (view) await page.goto(view);
    const board = page.locator('cg-board').first();
    await expect(board).toBeVisible();
    const box = await board.boundingBox();
    // A square has a whole number of pixels: at most seven are left over.
    expect(box?.width, view).toBeGreaterThan(390 - 8);
    expect(Math.abs((box?.x ?? 9) - (390 - (box?.x ?? 0) - (box?.width ?? 0))), view).toBeLessThanOrEqual(1);
  }
  await page.goto('/analyse');
  const [bar, board] = [await page.getByRole('meter').boundingBox(), await page.locator('cg-board').boundingBox()];
  expect((bar?.y ?? 999) + (bar?.height ?? 0)).toBeLessThanOrEqual((board?.y ?? 0) + 1);
  expect(bar?.height).toBeLessThanOrEqual(20);
});

test('a phone on its side gives its height to the board', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await newGame(page, { level: 1 });
  for (const view of ['', '/analyse']) {
    if (view) await page.goto(view);
    await expectSquare(page, 'e2', 'white pawn');
    const box = await page.locator('cg-board').boundingBox();
    expect(box?.height, view).toBeGreaterThan(310);
    expect((box?.y ?? 0) + (box?.height ?? 0), view).toBeLessThanOrEqual(390);
  }
});

test('a thumb finds what it presses in the analysis: nothing is lower than 44 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/analyse');
  await type(page, 'e4');
  const keys = ['Annotate', 'Draw', 'First position', 'Back', 'Flip the board', 'Share', 'Threat'].map((name) => page.getByRole('button', { name, exact: true }));
  for (const key of [...keys, page.getByTestId('variations').getByRole('button', { name: 'e4' })]) {
    expect((await key.boundingBox())?.height, String(key)).toBeGreaterThanOrEqual(43.5);
  }
  const label = page.locator('label', { has: page.getByTestId('engine-switch') });
  expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(43.5);
  // And moves are seen before anything is scrolled.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByTestId('engine-switch').check();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  const numbers = page.getByTestId('engine-numbers');
  expect(await numbers.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  const move = await page.getByTestId('variations').getByRole('button', { name: 'e4' }).boundingBox();
  const links = await page.getByRole('navigation', { name: 'Views' }).boundingBox();
  expect((move?.y ?? 999) + (move?.height ?? 0)).toBeLessThanOrEqual(links?.y ?? 0);
});

test('after a review, texts have the room that the coach has next to the moves', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/analyse');
  await read(page, CLOCKED);
  await tab(page, 'Review');
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByTestId('accuracy')).toBeVisible({ timeout: 60_000 });
  await tab(page, 'FEN and PGN');
  await expect(page.getByTestId('coach')).toHaveCount(0);
  await expect(page.getByTestId('pgn')).toBeInViewport({ ratio: 1 });
});

/** Forty moves of shuffling knights. */
const LONG = Array.from({ length: 40 }, (_, index) => `${index + 1}. ${index % 2 ? 'Ng1 Ng8' : 'Nf3 Nf6'}`).join(' ');

for (const [width, height, rows] of [
  [1280, 800, 10],
  [1366, 768, 9],
  [1280, 640, 5],
] as const) {
  test(`a low window gives its height to the moves, and the current one stays in sight: ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/analyse');
    await read(page, LONG);
    await page.getByTestId('variations').getByRole('button').nth(43).click();
    const current = page.getByTestId('variations').locator('[aria-current]');
    const isWhole = async (): Promise<boolean> => {
      const [frame, move] = [await boxOf(page, 'variations'), await current.boundingBox()];
      return !!move && move.y >= frame.y && move.y + move.height <= frame.y + frame.height;
    };
    await expect.poll(isWhole).toBe(true);
    // The lines of the engine take their room from the moves.
    await page.getByTestId('engine-switch').check();
    await expect(page.getByTestId('lines')).toBeVisible();
    await expect.poll(isWhole).toBe(true);
    expect((await boxOf(page, 'variations')).height).toBeGreaterThan(rows * 32);
    // What can be done with a move has its name, though there is room for its picture only.
    await expect(page.getByRole('button', { name: 'Annotate' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByTestId('move-field')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: 'Licences' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
  });
}

test('on a phone on its side nothing of the analysis lies over the moves', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/analyse');
  await read(page, CLOCKED);
  const [moves, field] = [await boxOf(page, 'variations'), await boxOf(page, 'move-field')];
  expect(field.y).toBeGreaterThanOrEqual(moves.y + moves.height);
  const submit = await page.getByRole('button', { name: 'Move', exact: true }).boundingBox();
  expect((submit?.x ?? 999) + (submit?.width ?? 0)).toBeLessThanOrEqual(844);
});

test('a short page has its footer at the lower edge', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/games');
  await expect(page.getByTestId('games-total')).toContainText('game');
  const box = await page.getByRole('contentinfo').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(799);
});

for (const [width, height] of [[1440, 900], [1366, 768], [1366, 650], [1280, 640]] as const) {
  test(`a game is ordered without scrolling in a window of ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/play');
    for (const chosen of ['level-3', 'character-attacker', 'champion', 'adaptive']) {
      await page.getByTestId(chosen).click();
      expect(await page.evaluate(() => document.documentElement.scrollHeight), chosen).toBeLessThanOrEqual(height);
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('link', { name: 'Licences' })).toBeInViewport({ ratio: 1 });
    }
  });
}

test('an opponent is shown with a picture, a name and a rating in line', async ({ page }) => {
  await page.goto('/play');
  await page.getByTestId('level-6').click();
  await page.getByTestId('character-trader').click();
  const opponent = page.getByTestId('opponent');
  await expect(opponent).toContainText('Theo the trader');
  await expect(opponent.locator('.rating')).toHaveText((await page.getByTestId('level-6').innerText()).split('\n')[1] ?? '');
  const middle = async (part: string): Promise<number> => {
    const box = await opponent.locator(part).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await middle('.badge')) - (await middle('.who')))).toBeLessThanOrEqual(2);
  for (const portrait of await page.getByRole('radiogroup', { name: 'Character' }).locator('piece').all()) {
    expect((await portrait.boundingBox())?.width).toBeGreaterThan(20);
    expect(await portrait.evaluate((piece) => getComputedStyle(piece).backgroundImage)).toContain('svg');
  }
});

test('a phone shows where a game would begin next to the sides to choose from', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/play');
  await page.getByText('Black', { exact: true }).click();
  const small = page.getByTestId('small-start');
  const [start, white, black] = [await small.boundingBox(), await page.getByText('White', { exact: true }).boundingBox(), await page.getByText('Black', { exact: true }).boundingBox()];
  expect(start?.x ?? 0).toBeGreaterThan((white?.x ?? 0) + (white?.width ?? 0));
  expect(start?.y ?? 0).toBeLessThan(white?.y ?? 0);
  expect((start?.y ?? 0) + (start?.height ?? 0)).toBeGreaterThan((black?.y ?? 0) + (black?.height ?? 0));
  const board = small.locator('canvas');
  await expect(board).toHaveAttribute('data-whole', 'true');
  /** How dark a row of squares is, from 0 to 1. */
  const dark = (row: number): Promise<number> =>
    board.evaluate((canvas, row) => {
      const { width } = canvas as HTMLCanvasElement;
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, (row * width) / 8, width, width / 8) ?? { data: [] };
      return Array.from(data).filter((value, at) => at % 4 === 0 && value < 40).length / (data.length / 4);
    }, row);
  // Black's pieces are below, where he sits.
  expect(await dark(7)).toBeGreaterThan(2 * (await dark(0)));
  expect(await dark(6)).toBeGreaterThan(2 * (await dark(1)));
  expect(await dark(3)).toBe(0);
});

test('taking a move away moves no button', async ({ page }) => {
  await page.goto('/analyse');
  for (const move of ['e4', 'e5']) await type(page, move);
  const at = async (name: string): Promise<number> => (await page.getByRole('button', { name }).boundingBox())?.x ?? 0;
  const before = [await at('Annotate'), await at('Delete from here')];
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expect(page.getByRole('button', { name: 'Put back e5' })).toBeEnabled();
  expect([await at('Annotate'), await at('Delete from here')]).toEqual(before);
});

test('moves and the keys below them stay where they are when the game ends', async ({ page }) => {
  await newGame(page, { two: true });
  const at = async (): Promise<(number | undefined)[]> => {
    const [keys, moves] = [page.getByRole('group', { name: 'Go through the moves' }), page.getByTestId('moves')];
    return [(await keys.boundingBox())?.y, (await moves.boundingBox())?.y];
  };
  const before = await at();
  for (const move of ['f3', 'e5', 'g4', 'Qh4']) await type(page, move);
  await expect(page.getByTestId('end-card')).toBeVisible();
  expect(await at()).toEqual(before);
  await page.getByRole('button', { name: 'Close the result' }).click();
  expect(await at()).toEqual(before);
});

test('after a click the arrows and the space bar still mean the board', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, CLOCKED);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Review' })).toHaveAttribute('aria-selected', 'true');
  await expectSquare(page, 'h5', 'white queen');
  await page.keyboard.press('Home');
  await expectSquare(page, 'e2', 'white pawn');
  // And what was clicked gets no frame from them.
  await expect(page.getByRole('tab', { name: 'Review' })).toHaveCSS('outline-style', 'none');
  // Who came by keys keeps them.
  await page.keyboard.press('Tab');
  await page.getByRole('tab', { name: 'Review' }).focus();
  await expect(page.getByRole('tab', { name: 'Review' })).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'FEN and PGN' })).toHaveAttribute('aria-selected', 'true');
});

test('who clicks Play is one Tab from the board', async ({ page }) => {
  await newGame(page, { level: 1 });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  let steps = 0;
  do {
    await page.keyboard.press('Tab');
    steps += 1;
  } while (steps < 5 && !(await page.evaluate(() => !!document.activeElement?.closest('[role=grid]'))));
  expect(steps).toBeLessThanOrEqual(2);
});

test('a result stands in sight, however far down the page is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await newGame(page, { level: 1 });
  await type(page, 'e4');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: /sure/i }).click();
  await expect(page.getByRole('button', { name: 'Close the result' })).toBeInViewport();
  const close = await page.getByRole('button', { name: 'Close the result' }).boundingBox();
  const header = await page.locator('header').boundingBox();
  expect(close?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
});

test('a window goes on with its own analysis, whatever another one opened', async ({ page, context }) => {
  await page.goto('/analyse');
  for (const move of ['e4', 'e5', 'Nf3']) await type(page, move);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('plywise.analysis') ?? '')).toContain('g1f3');
  const other = await context.newPage();
  await other.goto(new URL('/analyse', page.url()).href);
  await expectSquare(other, 'f3', 'white knight');
  await read(other, CLOCKED);
  await expectSquare(other, 'f7', 'white queen');
  await page.reload();
  await expectSquare(page, 'f3', 'white knight');
});

test('what a read game takes the place of is set aside, and comes back', async ({ page }) => {
  await page.goto('/analyse');
  for (const move of ['d4', 'd5']) await type(page, move);
  await read(page, CLOCKED);
  await expect(page.getByTestId('notice')).toContainText('is set aside');
  await tab(page, 'FEN and PGN');
  await page.getByRole('button', { name: 'Bring back what was set aside' }).click();
  await tab(page, 'Moves');
  await expectSquare(page, 'd4', 'white pawn');
  await expectSquare(page, 'd5', 'black pawn');
});

test('what a person says of a move counts more than a review', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. f3 $1 e5 2. g4 Qh4# 0-1');
  await tab(page, 'Review');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByTestId('accuracy')).toBeVisible({ timeout: 60_000 });
  await tab(page, 'FEN and PGN');
  await page.getByRole('button', { name: 'Show PGN' }).click();
  await expect(page.getByTestId('pgn')).toHaveValue(/1\. f3 \$1 /);
  await expect(page.getByTestId('pgn')).not.toHaveValue(/Qh4# \{/);
});
