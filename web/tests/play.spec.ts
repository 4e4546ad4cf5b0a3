import { click, drag, expect, expectSquare, moves, newGame, openAdvanced, playHint, test, type } from './support/page';
import type { Page } from './support/page';

/** Plays e4 against the champion and, while it thinks, d4 ahead of time. */
async function premove(page: Page): Promise<void> {
  await drag(page, 'e2', 'e4');
  await expect(page.getByTestId('seat-black')).toContainText('thinking');
  await drag(page, 'd2', 'd4');
  await expect(page.locator('square.current-premove:visible')).toHaveCount(2);
}

/** Another move than the premove is the next one: had that been played, this would be refused. */
async function expectNoPremove(page: Page): Promise<void> {
  await expect(page.locator('square.current-premove:visible')).toHaveCount(0);
  await type(page, 'c4');
  await expect.poll(async () => (await moves(page))[0]).toBe('c4');
}

const PAWN = '8/P6k/8/8/8/8/p6K/8 w - - 0 1';

test('a whole game is won against level 1', async ({ page }) => {
  await newGame(page, { level: 1 });
  const end = page.getByTestId('end');
  for (let count = 0; count < 150 && !(await end.isVisible()); count++) {
    const played = (await moves(page)).length;
    await playHint(page);
    // Our move and, unless the game is over, the answer.
    await expect.poll(async () => (await end.isVisible()) || (await moves(page)).length === played + 2).toBe(true);
  }
  await expect(end).toContainText('1–0');
  await expect(end).toContainText('White wins by checkmate');
  await expect(end).toContainText('positions a move');
  expect((await moves(page)).at(-1)).toContain('#');
});

test('pieces are dragged, tapped and typed, and illegal moves are refused with a reason', async ({ page }) => {
  await newGame(page, { two: true });
  await drag(page, 'e2', 'e4');
  await expectSquare(page, 'e4', 'white pawn');
  await click(page, 'e7');
  await expect(page.locator('square.move-dest')).toHaveCount(2);
  await click(page, 'e5');
  await expectSquare(page, 'e5', 'black pawn');
  await type(page, 'Nf3');
  await expectSquare(page, 'f3', 'white knight');
  await type(page, 'Qh6');
  await expect(page.getByTestId('notice')).toContainText('Qh6');
  await drag(page, 'b8', 'b5');
  await expectSquare(page, 'b8', 'black knight');
  expect(await moves(page)).toEqual(['e4', 'e5', 'Nf3']);
  await expect(page.getByTestId('opening')).toContainText('King');
});

test('a pawn becomes what the player chooses', async ({ page }) => {
  await newGame(page, { two: true, fen: PAWN });
  await drag(page, 'a7', 'a8');
  const picker = page.getByRole('dialog', { name: 'Promote to' });
  await expect(picker.getByRole('button')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expectSquare(page, 'a7', 'white pawn');
  await drag(page, 'a7', 'a8');
  await picker.getByRole('button', { name: 'knight' }).click();
  await expectSquare(page, 'a8', 'white knight');
  await drag(page, 'a2', 'a1');
  await picker.getByRole('button', { name: 'queen' }).click();
  await expectSquare(page, 'a1', 'black queen');
  expect(await moves(page)).toEqual(['a8=N', 'a1=Q']);
});

test('moves are taken back and played again', async ({ page }) => {
  await newGame(page, { level: 2 });
  await drag(page, 'd2', 'd4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  const answer = (await moves(page))[1];
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => moves(page)).toEqual([]);
  await expectSquare(page, 'd2', 'white pawn');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => moves(page)).toEqual(['d4', answer]);
});

test('castling in Chess960 is king onto rook', async ({ page }) => {
  // The position's number is told by the set-up view.
  const pieces = 'nbbqrkrn/pppppppp/8/8/8/8/PPPPPPPP/NBBQRKRN w EGeg - 0 1';
  await page.goto(`/setup?fen=${encodeURIComponent(pieces)}`);
  await expect(page.getByTestId('verdict')).toContainText('Chess960');
  const number = /number (\d+)/.exec(await page.getByTestId('verdict').innerText())?.[1];
  await newGame(page, { two: true, chess960: Number(number) });
  await expectSquare(page, 'f1', 'white king');
  await drag(page, 'f1', 'g1');
  await expectSquare(page, 'g1', 'white king');
  await expectSquare(page, 'f1', 'white rook');
  await type(page, 'O-O');
  await expectSquare(page, 'g8', 'black king');
  expect(await moves(page)).toEqual(['O-O', 'O-O']);
});

test('a move can be made before the answer has come', async ({ page }) => {
  await newGame(page, { champion: true });
  await drag(page, 'g1', 'f3');
  await expect(page.getByTestId('seat-black')).toContainText('thinking');
  await drag(page, 'f3', 'e5');
  await expect(page.locator('square.current-premove:visible')).toHaveCount(2);
  await page.getByRole('button', { name: 'Move now' }).click();
  await expect.poll(async () => (await moves(page)).slice(0, 3).join(' ')).toMatch(/^Nf3 \S+ Nx?e5/);
});

for (const [width, height] of [[360, 740], [1280, 800]] as const) {
  test(`nothing jumps while a computer thinks, ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await newGame(page, { champion: true });
    const places = async (): Promise<Record<string, unknown>> => {
      const found: Record<string, unknown> = {};
      for (const name of ['Take back', 'Redo', 'Hint', 'Draw', 'Resign', 'Move now', 'Pause', 'Move']) {
        const button = page.getByRole('button', { name, exact: true });
        found[name] = await button.boundingBox();
        expect(await button.evaluate((one) => one.scrollWidth - one.clientWidth), `${name} fits`).toBeLessThanOrEqual(0);
      }
      return found;
    };
    await expect(page.getByRole('button', { name: 'Move now' })).toBeDisabled();
    await page.evaluate(() => window.scrollTo(0, 0));
    const before = await places();
    await drag(page, 'g1', 'f3');
    await expect(page.getByTestId('seat-black')).toContainText('thinking');
    await expect(page.getByRole('button', { name: 'Move now' })).toBeEnabled();
    expect(await places()).toEqual(before);
    await page.getByRole('button', { name: 'Move now' }).click();
    await expect.poll(() => moves(page)).toHaveLength(2);
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await places()).toEqual(before);
  });
}

test('a refused draw is said beside the board, and no alarm', async ({ page }) => {
  await newGame(page, { level: 4 });
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  const remark = page.getByTestId('remark');
  await expect(remark).toHaveText('Your opponent does not want a draw.');
  await expect(page.getByTestId('announcements')).toContainText('does not want a draw');
  await expect(page.getByTestId('notice')).toHaveCount(0);
  // A hint has the same place, and what was said last counts.
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByTestId('hint')).toBeVisible();
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(remark).toBeVisible();
  // It is about this position and goes with it.
  await type(page, 'e4');
  await expect(remark).toHaveCount(0);
});

test('a person who plays alone is called You, two people by their colours', async ({ page }) => {
  await newGame(page, { level: 1, side: 'Black' });
  await expect(page.getByTestId('seat-black')).toContainText('You');
  await expect(page.getByTestId('seat-white')).toContainText('Level 1');
  await newGame(page, { two: true });
  await expect(page.getByTestId('seat-black')).toContainText('Black');
  await expect(page.getByTestId('seat-white')).toContainText('White');
});

test('who moves a piece in the past hears why it stays', async ({ page }) => {
  await newGame(page, { two: true });
  for (const move of ['e4', 'e5', 'Nf3']) await type(page, move);
  await expect.poll(() => moves(page)).toHaveLength(3);
  const remark = page.getByTestId('remark');
  await expect(remark).toHaveCount(0);
  await page.getByTestId('moves').getByRole('button', { name: 'e4' }).click();
  await drag(page, 'b8', 'c6');
  await expect(remark).toContainText('Go to the last move to play on.');
  await expect(page.getByTestId('announcements')).toContainText('Go to the last move to play on.');
  expect(await moves(page)).toHaveLength(3);
  await page.getByRole('button', { name: 'Last position' }).click();
  await expect(remark).toHaveCount(0);
  await drag(page, 'b8', 'c6');
  await expect.poll(() => moves(page)).toHaveLength(4);
});

test('the clocks start with the first move', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  await form.getByText('Two people').click();
  await form.getByText('Custom', { exact: true }).click();
  await form.getByLabel('Minutes').fill('0.3');
  await form.getByLabel('Seconds a move').fill('0');
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  const white = page.getByRole('timer', { name: "White's clock" });
  const black = page.getByRole('timer', { name: "Black's clock" });
  await expect(page.getByTestId('moves')).toContainText('The clocks start with the first move.');
  // Tenths are shown: one that ran would not say so for long.
  await page.waitForTimeout(500);
  await expect(white).toHaveText('0:18.0');
  await type(page, 'e4');
  await expect(black).toHaveText(/^0:17/);
  await expect(white).toHaveText('0:18.0');
});

test('a premove goes with the move it was made after', async ({ page }) => {
  await newGame(page, { champion: true });
  await premove(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => moves(page)).toEqual([]);
  await expectNoPremove(page);
});

test('a premove goes with its game', async ({ page }) => {
  await newGame(page, { champion: true });
  await premove(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign: sure?' }).click();
  const first = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page).not.toHaveURL(first);
  await expect.poll(() => moves(page)).toEqual([]);
  await expectNoPremove(page);

  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => moves(page)).toEqual([]);
  await premove(page);
  await page.getByRole('link', { name: 'New game' }).click();
  await expect(page.getByTestId('new-game')).toBeVisible();
  await expect(page.locator('square.current-premove:visible')).toHaveCount(0);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByTestId('moves')).toBeVisible();
  await expectNoPremove(page);
});

test('a premove is not seen in positions of before', async ({ page }) => {
  await newGame(page, { champion: true });
  await premove(page);
  await page.keyboard.press('Home');
  await expectSquare(page, 'e2', 'white pawn');
  await expect(page.locator('square.current-premove:visible')).toHaveCount(0);
});

test('a premove is made, told and taken back with the keyboard', async ({ page }) => {
  await newGame(page, { champion: true });
  const announced = page.getByTestId('announcements');
  await drag(page, 'e2', 'e4');
  await expect(page.getByTestId('seat-black')).toContainText('thinking');
  await page.locator('[data-square="d2"]').focus();
  await page.keyboard.press('Enter');
  await expect(announced).toContainText(/^pawn d2, premove: .*d4/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(announced).toContainText('Premove: pawn d2 to d4.');
  await expect(page.locator('square.current-premove:visible')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(announced).toContainText('The premove is taken back.');
  await expect(page.locator('square.current-premove:visible')).toHaveCount(0);
});

test('the question what a pawn becomes is for the position on the board', async ({ page, context }) => {
  await newGame(page, { two: true, fen: PAWN });
  for (const move of ['Kg2', 'Kg7']) await type(page, move);
  await expect.poll(() => moves(page)).toHaveLength(2);
  const picker = page.getByRole('dialog', { name: 'Promote to' });
  const current = page.getByTestId('moves').locator('[aria-current]');
  await drag(page, 'a7', 'a8');
  await expect(picker).toBeVisible();
  // Keys that go through the moves go through the pieces here.
  await page.keyboard.press('ArrowLeft');
  await expect(picker.getByRole('button', { name: 'bishop' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(picker.getByRole('button', { name: 'queen' })).toBeFocused();
  await expect(current).toHaveText('Kg7');
  // Who looks at another position has not answered.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(current).toHaveText('Kg2');
  await expect(picker).toBeHidden();
  await page.getByRole('button', { name: 'Last position' }).click();
  await expectSquare(page, 'a7', 'white pawn');
  await expect(picker).toBeHidden();

  // And somebody else may play meanwhile.
  await drag(page, 'a7', 'a8');
  await expect(picker).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  for (const move of ['Kf3', 'Kf7']) await type(other, move);
  await expect.poll(() => moves(page)).toEqual(['Kg2', 'Kg7', 'Kf3', 'Kf7']);
  await expect(picker).toBeHidden();
});

test('the question what a pawn becomes keeps the focus and gives it back', async ({ page }) => {
  await newGame(page, { two: true, fen: PAWN });
  const picker = page.getByRole('dialog', { name: 'Promote to' });
  await page.locator('[data-square="a7"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(picker.getByRole('button', { name: 'queen' })).toBeFocused();
  for (const name of ['knight', 'rook', 'bishop', 'queen']) {
    await page.keyboard.press('Tab');
    await expect(picker.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await expect(picker.getByRole('button', { name: 'bishop' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-square="a8"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(picker.getByRole('button', { name: 'queen' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectSquare(page, 'a8', 'white knight');
  await expect(page.locator('[data-square="a8"]')).toBeFocused();
});

test('nothing is offered that can only be refused', async ({ page }) => {
  await newGame(page, { champion: true });
  const draw = page.getByRole('button', { name: 'Draw' });
  await expect(draw).toBeEnabled();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  await expect(draw).toBeDisabled();
  await expect(page.getByTestId('move-field')).toBeDisabled();
  // A piece cannot be moved either: the refusal would have come before the game went on.
  await drag(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(draw).toBeEnabled();
  await expect(page.getByTestId('notice')).toHaveCount(0);
  await drag(page, 'e2', 'e4');
  await expect(page.getByTestId('seat-black')).toContainText('thinking');
  await expect(draw).toBeDisabled();
});

test('a draw that may be claimed is offered in one sentence', async ({ page }) => {
  await newGame(page, { two: true });
  for (const move of 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'.split(' ')) await type(page, move);
  await page.getByRole('button', { name: 'Claim a draw by threefold repetition', exact: true }).click();
  await expect(page.getByTestId('end')).toContainText('½–½');
});

test('resigning, rematch with changed sides, flipping', async ({ page }) => {
  await newGame(page, { level: 1 });
  await drag(page, 'e2', 'e4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign: sure?' }).click();
  await expect(page.getByTestId('end')).toContainText('0–1');
  const first = page.url();
  await page.getByRole('button', { name: 'Switch sides' }).click();
  await expect(page).not.toHaveURL(first);
  await expect.poll(() => moves(page)).toHaveLength(1);
  // Black's pieces are below now.
  const [king, rook] = [await page.locator('[data-square="e8"]').boundingBox(), await page.locator('[data-square="e1"]').boundingBox()];
  expect(king?.y).toBeGreaterThan(rook?.y ?? 0);
  await page.getByRole('button', { name: 'Flip the board' }).click();
  await expect.poll(async () => (await page.locator('[data-square="e1"]').boundingBox())?.y).toBe(king?.y);
});

test('two computers play, and are looked through with the arrow keys', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  await form.getByText('Watch two computers').click();
  await form.getByLabel('Seconds each move is shown').fill('0.2');
  await form.getByLabel('White', { exact: true }).selectOption('A search of the ladder');
  await form.getByLabel('Search').first().selectOption('random');
  // Dice need no time and do not mate within the first moves.
  await form.getByLabel('Black', { exact: true }).selectOption('A search of the ladder');
  await form.getByLabel('Search').last().selectOption('random');
  await form.getByRole('button', { name: 'Watch' }).click();
  await expect.poll(async () => (await moves(page)).length).toBeGreaterThan(6);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  await page.keyboard.press('Home');
  await expectSquare(page, 'e2', 'white pawn');
  await expect(page.getByTestId('moves').locator('[aria-current]')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('moves').locator('[aria-current]')).toHaveAttribute('data-ply', '1');
});

test('numbers that make no sense are answered with a sentence', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  await form.getByText('Two people').click();
  await openAdvanced(page);
  await form.getByLabel('Start').selectOption('Chess960');
  const button = form.getByRole('button', { name: 'Play', exact: true });
  const said = form.getByRole('alert');
  await form.getByLabel('Number').fill('70000');
  await button.click();
  await expect(said).toHaveText('a Chess960 position has a number from 0 to 959');
  await form.getByLabel('Start').selectOption('usual position');
  await form.getByText('Custom', { exact: true }).click();
  await form.getByLabel('Minutes').fill('');
  await button.click();
  await expect(said).toContainText('a clock has up to 1440 minutes');
  await page.goto('/setup');
  for (const number of ['abc', '-3', '960', '1.5']) {
    await page.getByLabel('Chess960', { exact: true }).fill(number);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await expect(page.getByTestId('notice')).toContainText(/a chess960 position has a number from 0 to 959/i);
    await page.getByRole('button', { name: 'Close' }).click();
  }
});

test('two people agree on a draw, and are asked first', async ({ page }) => {
  await newGame(page, { two: true });
  await type(page, 'e4');
  await page.getByRole('button', { name: 'Draw' }).click();
  await expect(page.getByTestId('end')).toHaveCount(0);
  await page.getByRole('button', { name: 'Draw: sure?' }).click();
  await expect(page.getByTestId('end')).toContainText('½–½');
});
