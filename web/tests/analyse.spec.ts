import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drag, expect, expectSquare, moves, needsServer, newGame, SITE, tab, test, type } from './support/page';
import type { Page } from './support/page';

const GAME = `[Event "A lesson"]
[Site "?"]
[Date "2026.01.02"]
[Round "?"]
[White "Ada"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Qh5 (2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 $1) 2... Nc6 3. Bc4 Nf6 {overlooks the mate} 4. Qxf7# 1-0
`;

const MOVES = ['e4', 'e5', 'Nf3', 'Nc6'];
const THREE = ['Anna', 'Clara', 'Emma']
  .map((name, index) => `[White "${name}"]\n[Black "Bob"]\n[Result "*"]\n\n1. ${['a3', 'b3', 'c3'][index]} *\n`)
  .join('\n');

/** The moves in the list, with their signs. */
async function shownMoves(page: Page): Promise<string[]> {
  await tab(page, 'Moves');
  return page.getByTestId('variations').getByRole('button').allInnerTexts();
}

/** What the browser keeps, as far as moves go. */
function keptMoves(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('plywise.analysis') ?? 'null') as { game: { nodes: { san: string }[] } } | null;
    return kept?.game.nodes.map((node) => node.san) ?? [];
  });
}

async function read(page: Page, text: string): Promise<void> {
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(text);
  await page.getByRole('button', { name: 'Load PGN' }).click();
}

/** Without line breaks and the blanks around comments, which are a matter of taste. */
function plain(pgn: string): string {
  return pgn.replace(/\s+/g, ' ').replace(/\{ | \}/g, (brace) => brace.trim()).trim();
}

test('PGN comes out as it went in, variations and comments included', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, GAME);
  await expectSquare(page, 'f7', 'white queen');
  await expect(page.getByTestId('variations')).toContainText('overlooks the mate');
  await expect(page.getByTestId('variations').getByRole('button', { name: 'Bb5, good move' })).toBeVisible();
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill('');
  await page.getByRole('button', { name: 'Show PGN' }).click();
  await expect(page.getByTestId('pgn')).not.toHaveValue('');
  expect(plain(await page.getByTestId('pgn').inputValue())).toBe(plain(GAME));
  // And it is still there after a reload.
  await page.reload();
  await expect(page.getByTestId('variations')).toContainText('overlooks the mate');
});

test('who goes to another tab while a game is read stays there', async ({ page }) => {
  needsServer('a slow socket is what is tried');
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      setTimeout(() => server.send(message), String(message).includes('"readPgn"') ? 1500 : 0);
    });
  });
  await page.goto('/analyse');
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill('1. e4 e5 *');
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await tab(page, 'Review');
  await expectSquare(page, 'e5', 'black pawn');
  await expect(page.getByRole('tab', { name: 'Review' })).toHaveAttribute('aria-selected', 'true');
});

test('a PGN that cannot be read is refused with a sentence', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 e5 2. Ke3');
  await expect(page.getByTestId('notice')).toContainText('Ke3');
});

test('a PGN that is too large is refused, and the connection stays', async ({ page }) => {
  await page.goto('/analyse');
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').evaluate((field: HTMLTextAreaElement) => {
    field.value = `[White "A"]\n\n1. e4 {${'so '.repeat(400_000)}} *`;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await expect(page.getByTestId('notice')).toContainText('This is too large: 1.1 MiB');
  await expect(page.getByTestId('trouble')).toHaveCount(0);
  await type(page, 'e4');
  await tab(page, 'Moves');
  await expect(page.getByTestId('variations').getByRole('button')).toHaveText(['e4']);
});

test('remarks about a PGN are shown together', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 e5 (1... c5 2. Ke3) 2. Nf3 (2. Qh9) *');
  await expect.poll(() => page.getByTestId('notice').count()).toBeGreaterThanOrEqual(2);
});

test('where the game is over the engine is silent', async ({ page }) => {
  const asked: number[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const said = JSON.parse(String(payload)) as { type: string; place?: { moves: string[] } };
      if (said.type === 'analyse') asked.push(said.place?.moves.length ?? -1);
    }),
  );
  // The starting position for the fifth time.
  await page.goto('/analyse');
  await read(page, `${'Nf3 Nf6 Ng1 Ng8 '.repeat(4)}*`);
  const engine = page.getByRole('region', { name: 'Engine' });
  await expect(engine).toContainText('fivefold repetition');
  await page.getByTestId('engine-switch').check();
  // The engine would have begun long since.
  await page.waitForTimeout(700);
  await expect(page.getByTestId('engine-numbers')).toContainText('fivefold repetition');
  await expect(page.locator('.cg-shapes g > g, .cg-shapes line')).toHaveCount(0);
  // A move before there is something to look for.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  // On a site there is no socket to listen to.
  if (!SITE) expect(asked).toEqual([15]);
});

test('variations are added, promoted and deleted', async ({ page }) => {
  await page.goto(`/analyse?fen=${encodeURIComponent('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')}`);
  const text = page.getByTestId('variations');
  await drag(page, 'e2', 'e4');
  await expect(text.getByRole('button')).toHaveText(['e4']);
  await type(page, 'c5');
  await expect(text.getByRole('button')).toHaveText(['e4', 'c5']);
  await page.keyboard.press('ArrowLeft');
  await type(page, 'e5');
  await expect(text.getByRole('button')).toHaveText(['e4', 'c5', 'e5']);
  await page.getByRole('button', { name: 'Promote variation' }).click();
  await expect(text.getByRole('button')).toHaveText(['e4', 'e5', 'c5']);
  // Up and down go between moves that replace each other.
  await page.getByRole('button', { name: 'Flip the board' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(text.locator('[aria-current]')).toHaveText('c5');
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expect(text.getByRole('button')).toHaveText(['e4', 'e5']);
});

test('what was deleted can be put back where it was', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *');
  const text = page.getByTestId('variations');
  const all = ['e4', 'e5', 'c5', 'Nf3', 'd6', 'Nf3'];
  await expect(text.getByRole('button')).toHaveText(all);
  await text.getByRole('button', { name: 'e5' }).click();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expect(text.getByRole('button')).toHaveText(['e4', 'c5', 'Nf3', 'd6']);
  await page.getByRole('button', { name: 'Put back e5' }).click();
  await expect(text.getByRole('button')).toHaveText(all);
  await expect(text.locator('[aria-current]')).toHaveText('e5');
  await expectSquare(page, 'e5', 'black pawn');
  await expect(page.getByRole('button', { name: 'Put back e5' })).toHaveCount(0);
});

test('a dead link does not take away what was kept', async ({ page }) => {
  await page.goto('/analyse');
  for (const move of MOVES) await type(page, move);
  await expect.poll(() => keptMoves(page)).toEqual(MOVES);
  await page.goto('/analyse?game=gone');
  await expect(page.getByTestId('notice')).toContainText('not among the kept ones');
  await expect.poll(() => shownMoves(page)).toEqual(MOVES);
  await page.goto('/analyse');
  await expect.poll(() => shownMoves(page)).toEqual(MOVES);
});

test('a page where nothing was done does not take away what another kept', async ({ page, context }) => {
  await page.goto('/analyse');
  await expect(page.getByTestId('engine-switch')).toBeVisible();
  await expectSquare(page, 'e2', 'white pawn');
  const other = await context.newPage();
  await other.goto(new URL('/analyse', page.url()).href);
  for (const move of MOVES) await type(other, move);
  await expect.poll(() => keptMoves(other)).toEqual(MOVES);
  await other.close();
  await page.locator('nav').getByRole('link', { name: 'Games' }).click();
  await expect(page.getByTestId('search-games')).toBeVisible();
  expect(await keptMoves(page)).toEqual(MOVES);
  await page.locator('nav').getByRole('link', { name: 'Analyse' }).click();
  await expect.poll(() => shownMoves(page)).toEqual(MOVES);
});

test('two windows that change the analysis lose nothing', async ({ page, context }) => {
  await page.goto('/analyse');
  await expectSquare(page, 'e2', 'white pawn');
  const other = await context.newPage();
  await other.goto(new URL('/analyse', page.url()).href);
  for (const move of ['e4', 'e5']) await type(other, move);
  await expect.poll(() => keptMoves(other)).toEqual(['e4', 'e5']);
  await type(page, 'd4');
  await expect(page.getByTestId('notice')).toContainText('Another window has changed the analysis too');
  await expect.poll(() => keptMoves(page)).toEqual(['d4']);
  await tab(page, 'FEN and PGN');
  await page.getByRole('button', { name: 'Bring back what was set aside' }).click();
  await expect.poll(() => shownMoves(page)).toEqual(['e4', 'e5']);
  // And the other way round.
  await tab(page, 'FEN and PGN');
  await page.getByRole('button', { name: 'Bring back what was set aside' }).click();
  await expect.poll(() => shownMoves(page)).toEqual(['d4']);
});

test('of a file of a hundred megabytes one game is chosen', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'plywise-pgn-'));
  const file = join(folder, 'large.pgn');
  const games = Array.from({ length: 1000 }, (_, index) => {
    const moves = `1. e4 {${'so '.repeat(340)}} e5 2. ${index % 2 ? 'Nf3' : 'Bc4'} *`;
    return `[White "Player ${index}"]\n[Black "B"]\n[Date "2024.05.06"]\n\n${moves}\n\n`;
  });
  for (let count = 0; count < 92; count++) appendFileSync(file, games.join(''));
  expect(statSync(file).size).toBeGreaterThan(100_000_000);
  await page.goto('/analyse');
  await expectSquare(page, 'e2', 'white pawn');
  await tab(page, 'FEN and PGN');
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('Find among 92,000 games')).toBeVisible({ timeout: 60_000 });
  // The text of all of them would choke the field.
  await expect(page.getByTestId('pgn')).toHaveValue('');
  await page.getByTestId('sought-game').fill('89778. player 777');
  const choice = page.getByLabel('Game', { exact: true });
  await choice.selectOption({ label: '89778. Player 777 – B, 2024.05.06' });
  await tab(page, 'Moves');
  await expect.poll(() => shownMoves(page)).toEqual(['e4', 'e5', 'Nf3']);
  await expect(page.getByTestId('player-white')).toContainText('Player 777');
  rmSync(folder, { recursive: true });
});

test('a file that is no PGN is refused with a sentence, and nothing is lost', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'plywise-pgn-'));
  const file = join(folder, 'large.pgn');
  writeFileSync(file, '[White "A"]\n\n1. e4 *\n');
  truncateSync(file, 100 * 2 ** 20);
  await page.goto('/analyse');
  await type(page, 'd4');
  await tab(page, 'FEN and PGN');
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByTestId('notice')).toContainText('This is too large: 100.0 MiB');
  truncateSync(file, 401 * 2 ** 20);
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByTestId('notice')).toContainText('This file is too large: 401.0 MiB');
  await tab(page, 'Moves');
  await expect.poll(() => shownMoves(page)).toEqual(['d4']);
  rmSync(folder, { recursive: true });
});

test('what the browser does not keep is told', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/analyse');
  await type(page, 'e4');
  await expect(page.getByTestId('notice')).toContainText('This browser does not keep the analysis');
});

test('a game of several is chosen, whatever tab was looked at meanwhile', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, THREE);
  const games = page.getByLabel('Game', { exact: true });
  await expect(games.getByRole('option')).toHaveCount(3);
  await games.selectOption({ index: 1 });
  await expect.poll(() => shownMoves(page)).toEqual(['b3']);
  await tab(page, 'Engine');
  await expect(games).toHaveCount(0);
  await tab(page, 'FEN and PGN');
  await expect(games).toHaveValue('1');
  await expect(page.getByTestId('pgn')).toHaveValue(THREE);
  await games.selectOption({ index: 2 });
  await expect.poll(() => shownMoves(page)).toEqual(['c3']);
});

test('a very long game is read, kept, walked and written', async ({ page }) => {
  test.slow();
  const plies = 4988;
  await page.goto('/analyse');
  await read(page, `${'Nf3 Nf6 Ng1 Ng8 '.repeat(plies / 4)}*`);
  const text = page.getByTestId('variations');
  await expect(text.getByRole('button')).toHaveCount(plies);
  await expect.poll(async () => (await keptMoves(page)).length).toBe(plies);
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill('');
  await page.getByRole('button', { name: 'Show PGN' }).click();
  await expect(page.getByTestId('pgn')).toHaveValue(/2494\. Ng1 Ng8/);
  await page.reload();
  await expect(text.getByRole('button')).toHaveCount(plies);
  await expectSquare(page, 'g8', 'black knight');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expectSquare(page, 'f6', 'black knight');
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expect(text.getByRole('button')).toHaveCount(plies - 2);
});

test('a game in which somebody passes is shown and analysed; a review is refused with a reason', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 -- 2. d4 d5 *');
  await expect.poll(() => shownMoves(page)).toEqual(['e4', '--', 'd4', 'd5']);
  for (const [square, piece] of [['e4', 'white pawn'], ['d4', 'white pawn'], ['d5', 'black pawn'], ['e7', 'black pawn']] as const) {
    await expectSquare(page, square, piece);
  }
  await page.getByTestId('engine-switch').check();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  await expect(page.getByTestId('notice')).toHaveCount(0);
  await page.getByTestId('variations').getByRole('button', { name: '--' }).click();
  await expectSquare(page, 'd4', 'empty');
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  await page.getByTestId('engine-switch').uncheck();
  await tab(page, 'Review');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByTestId('notice')).toContainText('somebody passes');
  await expect(page.getByRole('button', { name: 'Review the main line' })).toBeVisible();
});

test('glyphs of positions and dates by universal time are shown', async ({ page }) => {
  await page.goto('/analyse');
  const game = (date: string): string => `[White "Ada"]\n[Black "Ben"]\n${date}\n\n1. e4 $1 $13 e5 $10 2. Nf3 $201 *\n`;
  await read(page, game('[UTCDate "2026.11.15"]'));
  await expect.poll(() => shownMoves(page)).toEqual(['e4! ∞', 'e5 =', 'Nf3 $201']);
  await expect(page.getByTestId('variations').getByRole('button', { name: 'e4, good move, unclear position' })).toBeVisible();
  const date = page.getByTestId('date');
  await expect(date).toHaveText('15 Nov 2026');
  await read(page, game('[Date "1858.??.??"]\n[UTCDate "2026.11.15"]'));
  await expect(date).toHaveText('1858');
  await read(page, game('[Date "????.??.??"]'));
  await expect(date).toHaveCount(0);
  // Of several games, each has its date.
  await read(page, `${game('[Date "????.??.??"]\n[UTCDate "2025.02.03"]')}\n${game('[Date "2024.05.06"]')}`);
  await expect(page.getByLabel('Game', { exact: true }).getByRole('option')).toHaveText([/2025\.02\.03/, /2024\.05\.06/]);
});

test('who played Black analyses from there', async ({ page }) => {
  const corner = page.locator('[data-at="0-0"]');
  await newGame(page, { level: 1, side: 'Black' });
  await expect.poll(() => moves(page)).toHaveLength(1);
  await type(page, 'e6');
  await expect.poll(() => moves(page)).toHaveLength(3);
  await expect(corner).toHaveAttribute('data-square', 'h1');
  const address = page.url();
  await page.getByRole('link', { name: 'Analyse', exact: true }).last().click();
  await expect(page.getByTestId('variations').getByRole('button')).toHaveCount(3);
  await expect(corner).toHaveAttribute('data-square', 'h1');
  await page.reload();
  await expect(page.getByTestId('variations').getByRole('button')).toHaveCount(3);
  await expect(corner).toHaveAttribute('data-square', 'h1');
  // From the list of games, where no board was turned.
  await page.goto('/games');
  await page.getByRole('article').first().getByRole('link', { name: 'Analyse' }).click();
  await expect(corner).toHaveAttribute('data-square', 'h1');
  // Whoever had turned the board finds it so.
  await page.goto(address);
  await page.getByRole('button', { name: 'Flip the board' }).click();
  await page.getByRole('link', { name: 'Analyse', exact: true }).last().click();
  await expect(page.getByTestId('variations').getByRole('button')).toHaveCount(3);
  await expect(corner).toHaveAttribute('data-square', 'a8');
});

test('what a file claims of its players is text, and no more than there is room for', async ({ page }) => {
  await page.goto('/analyse');
  await tab(page, 'FEN and PGN');
  const evil = '<img src=x onerror=alert(1)>';
  await page
    .getByTestId('pgn')
    .fill(`[White "${evil}"]\n[WhiteElo "${evil}"]\n[BlackElo "1500?"]\n[Event "${evil}"]\n\n{${evil}} 1. e4 {${evil} [%clk -1:99] [%csl Zz9]} e5 $9999 *`);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await expect(page.getByTestId('player-white')).toHaveText(evil);
  await expect(page.getByTestId('player-black')).toContainText('1500?');
  await expect(page.getByTestId('variations').getByText(evil)).toHaveCount(2);
  await expect(page.locator('img, svg[onload]')).toHaveCount(0);
});

test('nothing is said of players that nobody named', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 e5 *');
  await expect.poll(() => shownMoves(page)).toEqual(['e4', 'e5']);
  for (const color of ['white', 'black']) await expect(page.getByTestId(`player-${color}`)).not.toContainText('?');
  await read(page, '[White "Ada"]\n\n1. d4 *');
  await expect(page.getByTestId('player-white')).toHaveText('Ada');
  await expect(page.getByTestId('player-black')).toHaveText('Black');
});

for (const [name, fen, percent, text, scale] of [
  ['mate', '7k/5KQ1/8/8/8/8/8/8 b - - 0 1', '100', '1–0', 'matrix(1, 0, 0, 1, 0, 0)'],
  ['mate by Black', '8/8/8/8/8/8/5kq1/7K w - - 0 1', '0', '0–1', 'matrix(1, 0, 0, 0, 0, 0)'],
  ['stalemate', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', '50', '½', 'matrix(1, 0, 0, 0.5, 0, 0)'],
] as const) {
  test(`the bar says how the game ended: ${name}`, async ({ page }) => {
    await page.goto(`/analyse?fen=${encodeURIComponent(fen)}`);
    const bar = page.getByRole('meter', { name: 'Evaluation for White' });
    await expect(bar).toHaveText(text);
    await expect(bar).toHaveAttribute('aria-valuenow', percent);
    await expect(bar.locator('.white')).toHaveCSS('transform', scale);
  });
}

test('the bar has room for its figures, and claims nothing where nothing is known', async ({ page }) => {
  await page.goto('/analyse');
  const bar = page.getByRole('meter', { name: 'Evaluation for White' });
  const white = bar.locator('.white');
  for (const [value, text] of [['12.34', '12'], ['9.96', '10'], ['9.94', '9.9'], ['-103.5', '104'], ['#-12', '#12']] as const) {
    await read(page, `1. e4 {[%eval ${value}]} e5 *`);
    await page.getByTestId('variations').getByRole('button', { name: 'e4' }).click();
    await expect(bar).toHaveText(text);
    await expect(white).toBeVisible();
    const [needs, has] = await bar.locator('span').evaluate((span) => {
      const range = document.createRange();
      range.selectNodeContents(span);
      return [range.getBoundingClientRect().width, span.parentElement?.clientWidth ?? 0];
    });
    expect(needs, text).toBeLessThanOrEqual(has ?? 0);
  }
  await page.getByTestId('variations').getByRole('button', { name: 'e5' }).click();
  await expect(bar).toHaveText('');
  await expect(bar).toHaveAttribute('aria-valuetext', 'not evaluated');
  await expect(white).toBeHidden();
});

test('the curve shows what is known and nothing else', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *');
  await expectSquare(page, 'f6', 'black knight');
  await page.getByTestId('engine-switch').check();
  const curve = page.getByRole('slider', { name: 'Evaluation curve' });
  await expect(curve).toHaveAttribute('aria-valuetext', /chances/);
  /** How much of the canvas is painted in a column, from left to right in hundredths. */
  const painted = (at: number): Promise<number> =>
    curve.locator('canvas').evaluate((canvas: HTMLCanvasElement, part) => {
      const x = Math.round((canvas.width * part) / 100);
      const pixels = canvas.getContext('2d')?.getImageData(x, 0, 1, canvas.height).data ?? [];
      let count = 0;
      for (let index = 3; index < pixels.length; index += 4) count += (pixels[index] ?? 0) > 0 ? 1 : 0;
      return count / canvas.height;
    }, at);
  await expect.poll(() => painted(97)).toBeGreaterThan(0.9);
  // The line in the middle is there always.
  for (const at of [3, 30, 60, 85]) expect(await painted(at)).toBeLessThan(0.1);
});

test('who leaves a review hears that it was stopped', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, GAME);
  await tab(page, 'Review');
  await page.getByLabel('Effort').selectOption('thorough');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByRole('tabpanel').getByRole('progressbar')).toBeVisible();
  await page.locator('nav').getByRole('link', { name: 'Games' }).click();
  await expect(page.getByTestId('notice')).toContainText('The review was stopped');
});

test('the engine stays on over a reload', async ({ page }) => {
  await page.goto('/analyse');
  await page.getByTestId('engine-switch').check();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  await page.reload();
  await expect(page.getByTestId('engine-switch')).toBeChecked();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  await page.getByTestId('engine-switch').uncheck();
  await page.reload();
  await expect(page.getByTestId('engine-switch')).not.toBeChecked();
});

test('the engine shows lines, arrows and the bar', async ({ page }) => {
  // Mate in one.
  await page.goto(`/analyse?fen=${encodeURIComponent('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1')}`);
  await tab(page, 'Engine');
  await page.getByTestId('lines-count').selectOption('5');
  await page.getByTestId('engine-switch').check();
  const lines = page.getByTestId('lines').getByRole('listitem');
  await expect(lines.first()).toContainText('Ra8#');
  await expect(lines.first()).toContainText('#1');
  await expect(lines.getByRole('button').first()).toBeVisible();
  await expect.poll(() => page.locator('.cg-shapes g > g, .cg-shapes line').count()).toBeGreaterThanOrEqual(5);
  await expect(page.getByRole('meter', { name: 'Evaluation for White' })).toHaveAttribute('aria-valuenow', /9\d|100/);
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
});

test('a game is reviewed, and the refutation is played on the board', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, GAME);
  await expectSquare(page, 'f7', 'white queen');
  await tab(page, 'Review');
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  const accuracy = page.getByTestId('accuracy');
  await expect(accuracy).toContainText('White', { timeout: 120_000 });
  await expect(accuracy.getByRole('row').nth(1)).toContainText('%');
  const mistakes = page.getByTestId('mistakes').getByRole('listitem');
  const blunder = mistakes.filter({ hasText: '3… Nf6??' });
  await expect(blunder).toContainText('blunder');
  await tab(page, 'Moves');
  await expect(page.getByTestId('variations').getByRole('button', { name: 'Nf6, blunder' })).toBeVisible();
  await page.getByTestId('variations').getByRole('button', { name: 'e4', exact: true }).click();
  await tab(page, 'Review');
  await blunder.getByRole('button', { name: 'Refutation: Qxf7#' }).click();
  await expectSquare(page, 'f7', 'white queen');
  // Who clicks elsewhere while a line is shown stays there; the page's clock is ours from here on.
  const current = page.getByTestId('variations').locator('[aria-current]');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await blunder.getByRole('button', { name: 'Refutation: Qxf7#' }).click();
  await tab(page, 'Moves');
  await expect(current).toHaveText('Nf6??');
  await page.getByTestId('variations').getByRole('button', { name: 'e5', exact: true }).click();
  await page.clock.runFor(5000);
  await expect(current).toHaveText('e5');
  await tab(page, 'Review');
  await blunder.getByRole('button', { name: 'Refutation: Qxf7#' }).click();
  await tab(page, 'Moves');
  await page.clock.runFor(5000);
  await expect(current).toHaveText('Qxf7#');
  await page.clock.resume();
  // The mated position is no mate in one.
  await expect(page.getByRole('meter', { name: 'Evaluation for White' })).toHaveText('1–0');
  // The curve leads to a move.
  const curve = page.getByRole('slider', { name: 'Evaluation curve' });
  const box = await curve.boundingBox();
  if (!box) throw new Error('no curve');
  await page.mouse.click(box.x + 8, box.y + box.height / 2);
  await expectSquare(page, 'e2', 'white pawn');
});
