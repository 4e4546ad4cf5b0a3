import { click, drag, expect, expectSquare, test } from './support/page';

test('each fault is named as it arises, and the position stands in the address', async ({ page }) => {
  await page.goto('/setup');
  const verdict = page.getByTestId('verdict');
  await expect(verdict).toContainText('A legal position');
  // The white king is dragged off the board.
  const edge = await page.locator('[data-square="a1"]').boundingBox();
  const king = await page.locator('[data-square="e1"]').boundingBox();
  if (!edge || !king) throw new Error('no board');
  await page.mouse.move(king.x + 20, king.y + 20);
  await page.mouse.down();
  await page.mouse.move(edge.x - 40, edge.y - 60, { steps: 8 });
  await page.mouse.up();
  await expectSquare(page, 'e1', 'empty');
  await expect(verdict).toContainText('White has no king');
  await expect(verdict).toContainText("White's castling rights");
  await expect(page.getByRole('button', { name: 'Analyse it' })).toBeDisabled();

  // A pawn on the first rank is one more.
  await page.getByRole('button', { name: 'black pawn' }).click();
  await click(page, 'e1');
  await expectSquare(page, 'e1', 'black pawn');
  await expect(verdict).toContainText('a pawn stands on the first or eighth rank');
  await expect(page).toHaveURL(/fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQpBNR/);

  // It all comes back after a reload.
  await page.reload();
  await expectSquare(page, 'e1', 'black pawn');
  await expect(verdict).toContainText('White has no king');
  await page.getByRole('button', { name: 'Usual start' }).click();
  await expect(verdict).toContainText('A legal position');
});

test('a position is built from nothing and played', async ({ page }) => {
  await page.goto('/setup');
  await page.getByRole('button', { name: 'Empty board' }).click();
  await expect(page.getByTestId('faults').getByRole('listitem')).toHaveCount(2);
  for (const [piece, square] of [['white king', 'g1'], ['black king', 'g8'], ['white rook', 'a1']] as const) {
    await page.getByRole('button', { name: piece }).click();
    await click(page, square);
    await expectSquare(page, square, piece);
  }
  await page.getByRole('button', { name: 'Move pieces about' }).click();
  await drag(page, 'a1', 'a7');
  await expectSquare(page, 'a7', 'white rook');
  await page.getByText('Black to move').click();
  await expect(page.getByTestId('verdict')).toContainText('A legal position');
  await page.getByRole('button', { name: 'Play here' }).click();
  await expect(page.getByLabel('FEN', { exact: true })).toHaveValue('6k1/R7/8/8/8/8/8/6K1 b - - 0 1');
});

test('a piece is dragged from the palette', async ({ page }) => {
  await page.goto(`/setup?fen=${encodeURIComponent('4k3/8/8/8/8/8/8/4K3 w - - 0 1')}`);
  const queen = await page.getByRole('button', { name: 'white queen' }).boundingBox();
  const target = await page.locator('[data-square="d4"]').boundingBox();
  if (!queen || !target) throw new Error('no palette');
  await page.mouse.move(queen.x + 15, queen.y + 15);
  await page.mouse.down();
  await page.mouse.move(target.x + 30, target.y + 30, { steps: 8 });
  await page.mouse.up();
  await expectSquare(page, 'd4', 'white queen');
});

test('the boxes for castling know rooks by their files', async ({ page }) => {
  await page.goto(`/setup?fen=${encodeURIComponent('nbbqrkrn/pppppppp/8/8/8/8/PPPPPPPP/NBBQRKRN w EGeg - 0 1')}`);
  const text = page.getByLabel('Rights as text');
  for (const name of ['White O-O', 'White O-O-O', 'Black O-O', 'Black O-O-O']) {
    await expect(page.getByLabel(name, { exact: true })).toBeChecked();
  }
  for (const [name, without] of [['White O-O', 'Eeg'], ['White O-O-O', 'Geg'], ['Black O-O', 'EGe'], ['Black O-O-O', 'EGg']] as const) {
    await page.getByLabel(name, { exact: true }).uncheck();
    await expect(text).toHaveValue(without);
    await page.getByLabel(name, { exact: true }).check();
    await expect(text).toHaveValue('EGeg');
  }
  await expect(page.getByTestId('verdict')).toContainText('A legal position');
  // The usual letters stay the usual letters.
  await page.getByRole('button', { name: 'Usual start' }).click();
  await page.getByLabel('White O-O', { exact: true }).uncheck();
  await expect(text).toHaveValue('Qkq');
  await page.getByLabel('White O-O', { exact: true }).check();
  await expect(text).toHaveValue('KQkq');
});

test('the palette leaves the letters below the board free', async ({ page }) => {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/setup');
    await expectSquare(page, 'a1', 'white rook');
    const letters = await page.locator('coords.files').boundingBox();
    const palette = await page.getByRole('group', { name: 'White pieces' }).boundingBox();
    expect((palette?.y ?? 0) - (letters?.y ?? 0) - (letters?.height ?? 0), `${width} pixels wide`).toBeGreaterThanOrEqual(3);
  }
});

test('fields stand in line whatever their labels say', async ({ page }) => {
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/setup');
    for (const [one, other] of [['Rights as text', 'En passant'], ['Plies since capture or pawn move', 'Move number']] as const) {
      const [left, right] = [await page.getByLabel(one).boundingBox(), await page.getByLabel(other).boundingBox()];
      expect(Math.abs((left?.y ?? -9) - (right?.y ?? 9)), `${one}, ${width} pixels wide`).toBeLessThan(2);
    }
  }
});

test('Enter takes the number of a Chess960 position', async ({ page }) => {
  await page.goto('/setup');
  await expectSquare(page, 'a1', 'white rook');
  await page.getByLabel('Chess960').fill('0');
  await page.getByLabel('Chess960').press('Enter');
  await expectSquare(page, 'a1', 'white bishop');
  await expect(page.getByTestId('verdict')).toContainText('number 0 of Chess960');
});
