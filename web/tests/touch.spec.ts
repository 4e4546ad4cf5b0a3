import { expect, expectSquare, middle, moves, newGame, test, type Page } from './support/page';

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

test('the effort of a review stands beside its name on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/analyse');
  await page.getByRole('tab', { name: 'Review' }).click();
  const [name, choice] = [await page.getByText('Effort', { exact: true }).boundingBox(), await page.getByLabel('Effort').boundingBox()];
  expect(Math.abs((name?.y ?? 0) + (name?.height ?? 0) / 2 - (choice?.y ?? 0) - (choice?.height ?? 0) / 2)).toBeLessThan(4);
});
