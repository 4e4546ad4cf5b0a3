// What people say about moves: comments, glyphs, arrows; what the engine says about threats; keys.

import { expect, expectSquare, middle, newGame, tab, test, type } from './support/page';
import type { Page } from './support/page';

async function read(page: Page, text: string): Promise<void> {
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(text);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await expect(page.getByTestId('variations')).toBeVisible();
}

async function written(page: Page): Promise<string> {
  await tab(page, 'FEN and PGN');
  const field = page.getByTestId('pgn');
  await field.fill('');
  await page.getByRole('button', { name: 'Show PGN' }).click();
  await expect(field).not.toHaveValue('');
  return (await field.inputValue()).replace(/\s+/g, ' ');
}

/** Draws with the right button: an arrow, or a circle where both squares are one. */
async function draw(page: Page, from: string, to: string): Promise<void> {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await middle(page, to)), { steps: 4 });
  await page.mouse.up({ button: 'right' });
}

test('a move gets glyphs and a comment from its menu, and PGN keeps them', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 e5 2. Nf3 *');
  const text = page.getByTestId('variations');
  await text.getByRole('button', { name: 'e5' }).click({ button: 'right' });
  const menu = page.getByTestId('move-menu');
  await menu.getByRole('button', { name: 'interesting move' }).click();
  await menu.getByRole('button', { name: 'mistake' }).click();
  await menu.getByRole('button', { name: 'unclear position' }).click();
  await menu.getByRole('textbox').fill('Not {the} best\n[%cmd] reply');
  // Braces end a comment of PGN, and lines run on there: what will be kept is said before.
  await expect(menu.getByTestId('kept-as')).toContainText('Not (the) best [cmd] reply');
  await menu.getByRole('button', { name: 'Done' }).click();
  // Of each kind one.
  await expect(text.getByRole('button', { name: 'e5, mistake, unclear position' })).toBeVisible();
  await expect(text).toContainText('Not (the) best [cmd] reply');
  expect(await written(page)).toContain('1. e4 e5 $2 $13 { Not (the) best [cmd] reply } 2. Nf3');
  await page.reload();
  await expect(text).toContainText('Not (the) best [cmd] reply');
  // By key, and taken away again.
  await text.getByRole('button', { name: 'e5, mistake' }).click();
  await page.keyboard.press('c');
  await expect(menu.getByRole('textbox')).toHaveValue('Not (the) best [cmd] reply');
  await menu.getByRole('button', { name: 'mistake' }).click();
  await menu.getByRole('textbox').fill('');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(text.getByRole('button', { name: 'e5, unclear position' })).toBeVisible();
  await expect(text).not.toContainText('best');
});

test('arrows and circles are kept with their move, in the browser and in PGN', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 {[%clk 0:04:12] [%csl Rd5][%cal Ge4e5,Bg1f3] the centre} e5 *');
  const text = page.getByTestId('variations');
  const shapes = page.locator('.cg-shapes g > g');
  await text.getByRole('button', { name: 'e4' }).click();
  await expect(shapes).toHaveCount(3);
  await draw(page, 'd2', 'd4');
  await draw(page, 'f7', 'f7');
  await expect(shapes).toHaveCount(5);
  await text.getByRole('button', { name: 'e5' }).click();
  await expect(shapes).toHaveCount(0);
  const pgn = await written(page);
  expect(pgn).toContain('[%clk 0:04:12]');
  expect(pgn).toContain('[%csl Rd5,Gf7]');
  expect(pgn).toContain('[%cal Ge4e5,Bg1f3,Gd2d4]');
  expect(pgn).toContain('the centre');
  await page.reload();
  await text.getByRole('button', { name: 'e4' }).click();
  await expect(shapes).toHaveCount(5);
  // At the start as well.
  await page.keyboard.press('Home');
  await expectSquare(page, 'e2', 'white pawn');
  await draw(page, 'g1', 'f3');
  const again = await written(page);
  expect(again).toContain('{ [%cal Gg1f3] } 1. e4');
  await read(page, again);
  await page.keyboard.press('Home');
  await expect(shapes).toHaveCount(1);
  await text.getByRole('button', { name: 'e4' }).click();
  await expect(shapes).toHaveCount(5);
  // The same arrow again takes it away.
  await draw(page, 'd2', 'd4');
  await expect(shapes).toHaveCount(4);
});

test('clocks and values of a game that was read are shown', async ({ page }) => {
  await page.goto('/analyse');
  await read(
    page,
    '[White "Ada"]\n[Black "Ben"]\n[WhiteElo "2100"]\n\n1. e4 {[%eval 0.31] [%clk 0:05:00]} e5 {[%eval 0.28] [%clk 0:04:57]} 2. Nf3 {[%eval -1.5] [%clk 0:04:40]} *',
  );
  await expect(page.getByTestId('player-white')).toContainText('2100');
  await expect(page.getByTestId('clock-white')).toHaveText('4:40');
  await expect(page.getByTestId('clock-black')).toHaveText('4:57');
  await expect(page.getByTestId('move-numbers')).toHaveText(['5:00+0.31', '4:57+0.28', '4:40−1.50']);
  await page.getByTestId('variations').getByRole('button', { name: 'e4' }).click();
  await expect(page.getByTestId('clock-white')).toHaveText('5:00');
  await expect(page.getByTestId('clock-black')).toHaveCount(0);
  await expect(page.getByRole('slider', { name: 'Evaluation curve' })).toHaveAttribute('aria-valuetext', /chances/);
});

test('the engine says what is threatened', async ({ page }) => {
  // White threatens mate on f7.
  await page.goto(`/analyse?fen=${encodeURIComponent('r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3')}`);
  await page.getByTestId('engine-switch').check();
  const lines = page.getByTestId('lines').getByRole('listitem');
  await expect(lines.first()).toContainText('3…');
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'Threat' })).toHaveAttribute('aria-pressed', 'true');
  await expect(lines.first()).toContainText('Qxf7#');
  // Another position has threats of its own.
  await type(page, 'g6');
  await expect(page.getByRole('button', { name: 'Threat' })).toHaveAttribute('aria-pressed', 'false');
  await expect(lines.first()).not.toContainText('#');
  // Who is in check cannot pass.
  await type(page, 'Bxf7');
  await expect(page.getByRole('button', { name: 'Threat' })).toBeDisabled();
});

test('a move of a line shows its position under the mouse', async ({ page }) => {
  await page.goto(`/analyse?fen=${encodeURIComponent('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1')}`);
  await page.getByTestId('engine-switch').check();
  const move = page.getByTestId('lines').getByRole('button', { name: 'Ra8#' });
  await move.hover();
  await expect(page.getByTestId('line-preview')).toHaveAttribute('data-fen', /^R5k1\//);
  await page.mouse.move(5, 5);
  await expect(page.getByTestId('line-preview')).toHaveCount(0);
});

test('keys: flip, engine, best move, wheel, and the list of them', async ({ page }) => {
  await page.goto(`/analyse?fen=${encodeURIComponent('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1')}`);
  await expectSquare(page, 'a1', 'white rook');
  const corner = page.locator('[data-at="0-0"]');
  await page.keyboard.press('f');
  await expect(corner).toHaveAttribute('data-square', 'h1');
  await page.keyboard.press('l');
  await expect(page.getByTestId('engine-switch')).toBeChecked();
  await expect(page.getByTestId('lines').getByRole('listitem').first()).toContainText('Ra8#');
  await page.keyboard.press('Space');
  await expectSquare(page, 'a8', 'white rook');
  await page.mouse.move(...(await middle(page, 'd4')));
  await page.mouse.wheel(0, -120);
  await expectSquare(page, 'a1', 'white rook');
  await page.mouse.wheel(0, 120);
  await expectSquare(page, 'a8', 'white rook');
  await page.keyboard.press('?');
  await expect(page.getByTestId('shortcuts')).toContainText('what would the opponent do?');
  // No key of the page works behind the window.
  await page.keyboard.press('f');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('shortcuts')).toHaveCount(0);
  await expect(corner).toHaveAttribute('data-square', 'h1');
  // Who types a move types letters.
  await page.getByTestId('move-field').focus();
  await page.keyboard.type('fl?');
  await expect(page.getByTestId('move-field')).toHaveValue('fl?');
  await expect(corner).toHaveAttribute('data-square', 'h1');
});

test('a game is walked with the wheel and flipped by key', async ({ page }) => {
  await newGame(page, { two: true });
  for (const move of ['e4', 'e5']) await type(page, move);
  await expectSquare(page, 'e5', 'black pawn');
  await page.mouse.move(...(await middle(page, 'd4')));
  await page.mouse.wheel(0, -120);
  await expectSquare(page, 'e5', 'empty');
  await page.locator('h1').first().evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('f');
  await expect(page.locator('[data-at="0-0"]')).toHaveAttribute('data-square', 'h1');
});
