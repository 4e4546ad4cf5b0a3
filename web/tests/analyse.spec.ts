import { drag, expect, expectSquare, test, type } from './support/page';
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

async function read(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'FEN and PGN' }).click();
  await page.getByTestId('pgn').fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
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
  await page.getByTestId('pgn').fill('');
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(page.getByTestId('pgn')).not.toHaveValue('');
  expect(plain(await page.getByTestId('pgn').inputValue())).toBe(plain(GAME));
  // And it is still there after a reload.
  await page.reload();
  await expect(page.getByTestId('variations')).toContainText('overlooks the mate');
});

test('a PGN that cannot be read is refused with a sentence', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 e5 2. Ke3');
  await expect(page.getByTestId('notice')).toContainText('Ke3');
});

test('a PGN that is too large is refused, and the connection stays', async ({ page }) => {
  await page.goto('/analyse');
  await page.getByRole('tab', { name: 'FEN and PGN' }).click();
  await page.getByTestId('pgn').evaluate((field: HTMLTextAreaElement) => {
    field.value = `[White "A"]\n\n1. e4 {${'so '.repeat(400_000)}} *`;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByTestId('notice')).toContainText('This is too large: 1.1 MiB');
  await expect(page.getByTestId('trouble')).toHaveCount(0);
  await type(page, 'e4');
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
  await expect(page.getByTestId('engine-numbers')).toHaveText('');
  await expect(page.locator('.cg-shapes g > g, .cg-shapes line')).toHaveCount(0);
  // A move before there is something to look for.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  expect(asked).toEqual([15]);
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

test('the engine shows lines, arrows and the bar', async ({ page }) => {
  // Mate in one.
  await page.goto(`/analyse?fen=${encodeURIComponent('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1')}`);
  await page.getByRole('tab', { name: 'Engine' }).click();
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
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  const accuracy = page.getByTestId('accuracy');
  await expect(accuracy).toContainText('White', { timeout: 120_000 });
  await expect(accuracy.getByRole('row').nth(1)).toContainText('%');
  const mistakes = page.getByTestId('mistakes').getByRole('listitem');
  const blunder = mistakes.filter({ hasText: '3… Nf6??' });
  await expect(blunder).toContainText('blunder');
  await expect(page.getByTestId('variations').getByRole('button', { name: 'Nf6, blunder' })).toBeVisible();
  await page.getByTestId('variations').getByRole('button', { name: 'e4', exact: true }).click();
  await blunder.getByRole('button', { name: 'Refutation: Qxf7#' }).click();
  await expectSquare(page, 'f7', 'white queen');
  // The curve leads to a move.
  const curve = page.getByRole('slider', { name: 'Evaluation curve' });
  const box = await curve.boundingBox();
  if (!box) throw new Error('no curve');
  await page.mouse.click(box.x + 8, box.y + box.height / 2);
  await expectSquare(page, 'e2', 'white pawn');
});
