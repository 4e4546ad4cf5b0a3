import { expect, test, type Page } from './support/page';

const VIEWS = ['Play', 'Analyse', 'Learn', 'Set up', 'Lab', 'Games'] as const;
const PATHS: Record<string, string> = { Play: '/play', Analyse: '/analyse', 'Set up': '/setup', Lab: '/lab', Games: '/games', Practise: '/practise', Learn: '/learn' };
const FEN = '6k1/R7/8/8/8/8/8/6K1 b - - 0 1';

async function expectView(page: Page, view: string): Promise<void> {
  await expect(page.locator('nav [aria-current="page"]')).toHaveText(view);
  await expect(page).toHaveTitle(`${view} · Plywise`);
  await expect.poll(() => new URL(page.url()).pathname).toBe(PATHS[view]);
  // What belongs to the view and to no other.
  const own = {
    Play: page.getByTestId('new-game'),
    Analyse: page.getByTestId('engine-switch'),
    'Set up': page.getByTestId('verdict'),
    Learn: page.getByTestId('course-progress'),
    Lab: page.getByRole('heading', { name: 'Lab' }),
    Games: page.getByTestId('search-games'),
  }[view];
  if (own) await expect(own).toBeVisible();
}

for (const from of VIEWS) {
  test(`from ${from} every view is reached, and Back leads back`, async ({ page }) => {
    for (const to of VIEWS) {
      await page.goto(`${PATHS[from]}`);
      await expectView(page, from);
      await page.locator('nav').getByRole('link', { name: to, exact: true }).click();
      await expectView(page, to);
      if (to === from) continue;
      await page.goBack();
      await expectView(page, from);
      await page.goForward();
      await expectView(page, to);
    }
  });
}

test('an address that leads nowhere leads to a new game', async ({ page }) => {
  await page.goto('/nonsense/and/more');
  await expect(page.getByTestId('new-game')).toBeVisible();
  await expect(page.getByTestId('notice')).toHaveCount(0);
});

test('a position that was set up comes back with Back', async ({ page }) => {
  const wanted = new URLSearchParams({ fen: FEN }).toString();
  await page.goto(`/setup?${wanted}`);
  await expect(page.getByTestId('verdict')).toContainText('A legal position');
  for (const view of ['Play', 'Lab', 'Games', 'Analyse'] as const) {
    await page.locator('nav').getByRole('link', { name: view, exact: true }).click();
    await expectView(page, view);
    await page.goBack();
    await expectView(page, 'Set up');
    expect(new URL(page.url()).searchParams.get('fen')).toBe(FEN);
    await expect(page.getByTestId('fen')).toHaveValue(FEN);
  }
});

test('a position goes from the analysis to a game, the lab and the editor, and survives a reload there', async ({ page }) => {
  for (const [name, view] of [['Play from here', 'Play'], ['To the lab', 'Lab'], ['Set up', 'Set up']] as const) {
    await page.goto(`/analyse?fen=${encodeURIComponent(FEN)}`);
    await page.getByRole('tab', { name: 'FEN and PGN' }).click();
    await expect(page.getByTestId('fen')).toHaveValue(FEN);
    await page.getByRole('tabpanel').getByRole('link', { name }).click();
    // The analysis has a field for a FEN as well: it has to be gone first.
    await expectView(page, view);
    const field = { Play: page.getByLabel('FEN', { exact: true }), Lab: page.getByTestId('lab-fen'), 'Set up': page.getByTestId('fen') }[view];
    await expect(field).toHaveValue(FEN);
    await page.reload();
    await expect(field).toHaveValue(FEN);
  }
});
