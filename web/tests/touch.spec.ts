import { expect, expectSquare, middle, moves, newGame, test, type, type Page } from './support/page';

test.use({ hasTouch: true, isMobile: true });

async function tap(page: Page, square: string): Promise<void> {
  const field = page.locator(`[data-square="${square}"]`);
  await field.scrollIntoViewIfNeeded();
  await page.touchscreen.tap(...(await middle(page, square)));
}

for (const [width, height] of [[360, 740], [390, 844], [768, 1024], [740, 360]] as const) {
  test(`a game is played by taps on a screen of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await newGame(page, { two: true });
    // At once: nothing has been scrolled or resized since the board came to its place.
    for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3']] as const) {
      const before = (await moves(page)).length;
      await tap(page, from);
      await expect(page.locator('square.selected')).toHaveCount(1);
      await tap(page, to);
      await expect.poll(async () => (await moves(page)).length).toBe(before + 1);
    }
    expect(await moves(page)).toEqual(['e4', 'e5', 'Nf3']);
  });
}

test('board and keys of a game are in sight together on a phone', async ({ page }) => {
  // What a phone's browser leaves of its 844 pixels.
  await page.setViewportSize({ width: 390, height: 664 });
  await newGame(page, { level: 1 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.locator('[data-square="e8"]')).toBeInViewport({ ratio: 1 });
  for (const name of ['Take back', 'Hint', 'Resign']) {
    const key = await page.getByRole('button', { name, exact: true }).boundingBox();
    const links = await page.getByRole('navigation').boundingBox();
    expect((key?.y ?? 999) + (key?.height ?? 0), name).toBeLessThanOrEqual(links?.y ?? 0);
  }
});

test('the board is where it is seen after something came above it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await newGame(page, { two: true });
  await tap(page, 'e2');
  await tap(page, 'e4');
  await expectSquare(page, 'e4', 'white pawn');
  await page.evaluate(() => {
    const bar = document.createElement('p');
    bar.style.height = '70px';
    document.querySelector('main')?.prepend(bar);
  });
  await tap(page, 'e7');
  await tap(page, 'e5');
  await expectSquare(page, 'e5', 'black pawn');
});

test('a piece of the palette is chosen by a tap and put down by another', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/setup?fen=${encodeURIComponent('4k3/8/8/8/8/8/8/4K3 w - - 0 1')}`);
  const queen = page.getByRole('button', { name: 'white queen' });
  await queen.tap();
  await expect(queen).toHaveAttribute('aria-pressed', 'true');
  await tap(page, 'd4');
  await expectSquare(page, 'd4', 'white queen');
});

test('a piece of the palette is dragged onto the board by a finger', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/setup?fen=${encodeURIComponent('4k3/8/8/8/8/8/8/4K3 w - - 0 1')}`);
  const rook = await page.getByRole('button', { name: 'white rook' }).boundingBox();
  if (!rook) throw new Error('no palette');
  const from = { x: rook.x + rook.width / 2, y: rook.y + rook.height / 2 };
  const [x, y] = await middle(page, 'c5');
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  await touch('touchStart', from);
  for (let step = 1; step <= 8; step++) {
    await touch('touchMove', { x: from.x + ((x - from.x) * step) / 8, y: from.y + ((y - from.y) * step) / 8 });
  }
  await touch('touchEnd');
  await expectSquare(page, 'c5', 'white rook');
});

test('arrows and circles are drawn with a finger, in four colours, and kept', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/analyse');
  await type(page, 'e4');
  const shapes = page.locator('.cg-shapes g > g');
  await page.getByRole('button', { name: 'Draw', exact: true }).tap();
  const session = await page.context().newCDPSession(page);
  const draw = async (from: string, to: string): Promise<void> => {
    await page.evaluate(() => window.scrollTo(0, 0));
    const [[x1, y1], [x2, y2]] = [await middle(page, from), await middle(page, to)];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x1, y: y1 }] });
    for (let step = 1; step <= 4; step++) {
      const point = { x: x1 + ((x2 - x1) * step) / 4, y: y1 + ((y2 - y1) * step) / 4 };
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await draw('g8', 'f6');
  await expect(shapes).toHaveCount(1);
  const red = page.getByRole('button', { name: 'red pen' });
  await red.tap();
  await expect(red).toHaveAttribute('aria-pressed', 'true');
  await draw('e4', 'e4');
  await draw('d2', 'd4');
  await expect(shapes).toHaveCount(3);
  // The same again takes it away, and no piece has moved meanwhile.
  await draw('d2', 'd4');
  await expect(shapes).toHaveCount(2);
  await expectSquare(page, 'd2', 'white pawn');
  await page.getByRole('button', { name: 'Done', exact: true }).tap();
  await page.getByRole('tab', { name: 'FEN and PGN' }).tap();
  await page.getByRole('button', { name: 'Show PGN' }).tap();
  await expect(page.getByTestId('pgn')).toHaveValue(/\[%csl Re4\].*\[%cal Gg8f6\]/s);
  // Now a finger moves pieces again.
  await page.getByRole('tab', { name: 'Moves' }).tap();
  await page.evaluate(() => window.scrollTo(0, 0));
  await tap(page, 'g8');
  await tap(page, 'f6');
  await expectSquare(page, 'f6', 'black knight');
});

test('what the field for moves says can be read on a phone, and names no key', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await newGame(page, { two: true });
  const field = page.getByTestId('move-field');
  const hint = (await field.getAttribute('placeholder')) ?? '';
  expect(hint).toContain('Nf3');
  expect(hint).not.toContain('/');
  // The hint itself cannot be measured; the same words can.
  await field.fill(hint);
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
});

test('the table of a review is whole on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/analyse');
  for (const move of ['f3', 'e5', 'g4', 'Qh4']) await type(page, move);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  const table = page.getByTestId('accuracy');
  await expect(table).toBeVisible();
  const right = await table.evaluate((table) => table.getBoundingClientRect().right);
  const edge = await table.evaluate((table) => table.parentElement?.getBoundingClientRect().right ?? 0);
  expect(right).toBeLessThanOrEqual(edge + 0.5);
});

test('the effort of a review stands beside its name on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/analyse');
  await page.getByRole('tab', { name: 'Review' }).click();
  const [name, choice] = [await page.getByText('Effort', { exact: true }).boundingBox(), await page.getByLabel('Effort').boundingBox()];
  expect(Math.abs((name?.y ?? 0) + (name?.height ?? 0) / 2 - (choice?.y ?? 0) - (choice?.height ?? 0) / 2)).toBeLessThan(4);
});
