import { expect, expectSquare, tab, test } from './support/page';

/** A trap that people fall into: White takes the pawn and is mated. */
const TRAP = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';

test('a review says why, in words that lead to the board and to the proof', async ({ page }) => {
  await page.goto('/analyse');
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(TRAP);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await tab(page, 'Review');
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByTestId('summary')).toContainText('The game turned with', { timeout: 120_000 });
  await expect(page.getByTestId('summary')).toContainText('To practise:');
  await expect(page.getByTestId('accuracy')).toContainText('Opening');
  // Whatever else a quick review makes of the game: this move lost it.
  const trap = page.getByTestId('mistakes').getByRole('listitem').filter({ hasText: '5. Nxf7' });
  await expect(trap.locator('.claim').first()).toContainText('5. Nxf7 allows Qxg2, which threatens Qxh1+, winning a rook');
  await expect(trap.getByRole('button', { name: 'Better: Bxf7+' })).toBeVisible();
  await expect(trap.getByTestId('reason')).toContainText('keeps the balance');
  // Next to the move stand the same values as in the sentence, in the same view.
  const values = (await trap.locator('.small.soft').first().textContent()) ?? '';
  await expect(trap.locator('.said')).toContainText(`→ ${values.match(/[+−]\d+\.\d/g)?.[1]})`);
  // An opinion has no proof.
  const opinions = page.getByTestId('mistakes').locator('.said').filter({ hasText: 'Plywise thinks' });
  for (const opinion of await opinions.all()) {
    const claims = await opinion.locator('.claim').count();
    expect(await opinion.getByRole('link', { name: 'Proof' }).count()).toBeLessThan(claims);
  }
  // The table fits next to the board.
  const panel = page.getByTestId('accuracy');
  expect(await panel.evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))).toBe(true);
  // The sentence plays its line, and stands under the board at its move.
  await trap.getByRole('button', { name: /^5\. Nxf7/ }).first().click();
  await expectSquare(page, 'f7', 'white knight');
  await tab(page, 'Moves');
  await expect(page.getByTestId('coach')).toContainText('5. Nxf7');
  await tab(page, 'Review');
  await trap.locator('.claim').first().click();
  await expectSquare(page, 'g2', 'black queen');
  // The proof is a tree in the lab, opened along the line.
  await trap.getByRole('link', { name: 'Proof' }).first().click();
  await expect(page.getByTestId('lab-proven')).toContainText('of its', { timeout: 120_000 });
});

test('mistakes of kept games are practised, and good moves accepted', async ({ page, ownServer }) => {
  await page.goto(`${ownServer.address}/practise`);
  await expect(page.getByTestId('practice-count')).toContainText('Nothing to practise yet');
  await page.goto(`${ownServer.address}/analyse`);
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(`[BlackType "program"]\n[Result "0-1"]\n\n${TRAP}\n`);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await expectSquare(page, 'f3', 'black knight');
  await tab(page, 'FEN and PGN');
  await page.getByRole('button', { name: /^Save to/ }).click();
  await expect(page.getByTestId('notice')).toContainText('kept');
  await page.goto(`${ownServer.address}/practise`);
  await page.getByRole('button', { name: 'Look through 1 game' }).click();
  await expect(page.getByTestId('practice-count')).toContainText('from your games', { timeout: 120_000 });
  await page.getByTestId('motifs').getByRole('button', { name: /^All/ }).click();
  await expect(page.getByText('White to move.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.getByTestId('attempt')).toContainText('was right');
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
});

test('the coach looks on while somebody explores', async ({ page }) => {
  await page.goto('/analyse');
  await tab(page, 'Engine');
  await page.getByTestId('coach-switch').check();
  await tab(page, 'Moves');
  for (const move of ['f3', 'e5', 'g4']) {
    await page.getByTestId('move-field').fill(move);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('variations')).toContainText(move);
  }
  await expect(page.getByTestId('coach')).toContainText('allows mate in 1: Qh4#', { timeout: 60_000 });
  await expect(page.getByTestId('variations').getByRole('button', { name: 'g4, blunder' })).toBeVisible();
});
