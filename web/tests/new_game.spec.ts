import { expect, expectSquare, openAdvanced, test } from './support/page';

test('the board shows where a new game would begin: a FEN', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  await expectSquare(page, 'e2', 'white pawn');
  await openAdvanced(page);
  await form.getByLabel('Start').selectOption('a position');
  await form.getByLabel('FEN', { exact: true }).fill('4k3/8/8/8/8/8/4q3/R3K3 w Q - 0 1');
  await expectSquare(page, 'e2', 'black queen');
  await expectSquare(page, 'a8', 'empty');
  await expect(page.getByTestId('start-fault')).toHaveCount(0);
  // Set up, though it cannot be played: the board shows it, and a sentence says why.
  await form.getByLabel('FEN', { exact: true }).fill('4k3/8/8/8/8/8/4q3/R7 w - - 0 1');
  await expectSquare(page, 'e1', 'empty');
  await expect(page.getByTestId('start-fault')).toContainText('White has no king');
  await form.getByLabel('FEN', { exact: true }).fill('nonsense');
  await expectSquare(page, 'e8', 'empty');
  await expect(page.getByTestId('start-fault')).not.toBeEmpty();
  await form.getByLabel('Start').selectOption('usual position');
  await expectSquare(page, 'e8', 'black king');
  await expect(page.getByTestId('start-fault')).toHaveCount(0);
});

test('the board shows where a new game would begin: a number of Chess960', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  await openAdvanced(page);
  await form.getByLabel('Start').selectOption('Chess960');
  await form.getByLabel('Number').fill('0');
  for (const [square, piece] of [['a1', 'bishop'], ['b1', 'bishop'], ['c1', 'queen'], ['h1', 'rook']] as const) {
    await expectSquare(page, square, `white ${piece}`);
  }
  await form.getByLabel('Number').fill('960');
  await expect(page.getByTestId('start-fault')).toContainText('from 0 to 959');
  await expectSquare(page, 'a1', 'empty');
  // Any number will do: the one that is shown is the one that is played.
  await form.getByLabel('Number').fill('');
  await expect(page.getByTestId('start-fault')).toHaveCount(0);
  await expectSquare(page, 'e2', 'white pawn');
  const first = (): Promise<(string | null)[]> =>
    Promise.all([...'abcdefgh'].map((file) => page.locator(`[data-square="${file}1"]`).getAttribute('aria-label')));
  const shown = await first();
  await form.getByText('Two people').click();
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByTestId('moves')).toBeVisible();
  expect(await first()).toEqual(shown);
});

test('who will play Black sees the board from there', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  const corner = page.locator('[data-at="0-0"]');
  await expect(corner).toHaveAttribute('data-square', 'a8');
  await form.getByText('Black', { exact: true }).click();
  await expect(corner).toHaveAttribute('data-square', 'h1');
  await form.getByText('Two people').click();
  await expect(corner).toHaveAttribute('data-square', 'a8');
});

test('what was chosen last is there after a reload', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  await form.getByText('Black', { exact: true }).click();
  await form.getByTestId('level-7').click();
  await form.getByText('Custom', { exact: true }).click();
  await form.getByLabel('Minutes').fill('12');
  await openAdvanced(page);
  await form.getByLabel('Start').selectOption('Chess960');
  await form.getByLabel('Number').fill('5');
  await page.reload();
  await expect(form.getByRole('radio', { name: 'Black' })).toBeChecked();
  await expect(form.getByRole('radio', { name: /^Level 7/ })).toBeChecked();
  await expect(form.getByLabel('Minutes')).toHaveValue('12');
  await expect(form.getByLabel('Number')).toHaveValue('5');
  // A position that is brought along counts more.
  await page.goto(`/play?fen=${encodeURIComponent('4k3/8/8/8/8/8/8/R3K3 w Q - 0 1')}`);
  await expect(form.getByLabel('FEN', { exact: true })).toHaveValue('4k3/8/8/8/8/8/8/R3K3 w Q - 0 1');
  await expect(form.getByRole('radio', { name: /^Level 7/ })).toBeChecked();
});

test('choices that were damaged, or that nobody offers any more, do no harm', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  await expect(form).toBeVisible();
  for (const kept of ['{', '7', 'null', '{"mode":"fly","opponent":{"kind":"search","level":99,"algorithm":"magic"},"minutes":"x"}']) {
    await page.evaluate((kept) => localStorage.setItem('plywise.newGame', kept), kept);
    await page.reload();
    await expect(form.getByRole('radio', { name: 'Against the computer' })).toBeChecked();
    await expect(form.getByRole('radio', { name: /^Level 4/ })).toBeChecked();
  }
});

test('each level says its rating before it is chosen, and beside the board', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  const ratings = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => Number((await form.getByTestId(`level-${index + 1}`).innerText()).split('\n')[1])),
  );
  expect(ratings).toEqual([...ratings].sort((one, other) => one - other));
  expect(ratings[0]).toBeGreaterThan(0);
  await form.getByTestId('level-2').click();
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByTestId('rating-black')).toHaveText(String(ratings[1]));
  await expect(page.getByTestId('rating-white')).toHaveCount(0);
});
