// The pictures of the README, taken from the page as it is.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, newGame, playHint, tab, test, type } from './support/page';
import type { Page } from './support/page';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
const OPERA = `[White "Morphy"]
[Black "Duke of Brunswick and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;

test.use({ viewport: { width: 1280, height: 800 } });

async function picture(page: Page, name: string): Promise<void> {
  // Only on request: pictures differ from machine to machine, and tests should not change files.
  if (process.env['PLYWISE_PICTURES'] === undefined) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.mouse.move(0, 0);
  // What was clicked may have been scrolled to.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

test('play', async ({ page }) => {
  await newGame(page, { level: 4 });
  for (let count = 1; count <= 7; count++) {
    await playHint(page);
    await expect.poll(() => page.getByTestId('moves').getByRole('button').count()).toBe(2 * count);
  }
  await picture(page, 'play');
});

test('analyse', async ({ page }) => {
  await page.goto('/analyse');
  await page.getByRole('tab', { name: 'FEN and PGN' }).click();
  await page.getByTestId('pgn').fill(OPERA);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByTestId('accuracy')).toBeVisible({ timeout: 120_000 });
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByTestId('variations').getByRole('button', { name: /^b5/ }).first().click();
  await page.getByTestId('engine-switch').check();
  await expect(page.getByTestId('engine-numbers')).toContainText(/depth (1\d|2\d)/, { timeout: 60_000 });
  await picture(page, 'analyse');
});

test('set up', async ({ page }) => {
  await page.goto(`/setup?fen=${encodeURIComponent('r3k2r/ppp2ppp/2n5/3qp3/8/2N2Q2/PPP2PPP/R3K1PR b KQkq - 0 1')}`);
  await expect(page.getByTestId('faults')).toBeVisible();
  await picture(page, 'setup');
});

test('lab', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/lab?fen=${encodeURIComponent('8/2k5/3p4/p2P1p2/P2P1P2/8/1K6/8 w - - 0 1')}`);
  await page.getByTestId('lab-algorithm').selectOption('alphabeta');
  await page.getByTestId('lab-eval').selectOption('pst');
  await page.getByTestId('lab-depth').selectOption('5');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByTestId('lab-report')).toContainText('alphabeta');
  await picture(page, 'lab');
});

// Every view as a person sees it, to be looked at: web/test-results/looks.
const LOOKS = join(import.meta.dirname, '../test-results/looks');
const MODES = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
  'dark phone': { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
  'phone on its side': { colorScheme: 'light', viewport: { width: 844, height: 390 }, hasTouch: true },
  // What a laptop of 1366 × 768 leaves a browser.
  low: { colorScheme: 'dark', viewport: { width: 1366, height: 650 } },
} as const;

for (const [mode, options] of Object.entries(MODES)) {
  test.describe(mode, () => {
    test.use(options);

    const take = async (page: Page, name: string, isAbove = true): Promise<void> => {
      mkdirSync(LOOKS, { recursive: true });
      if (isAbove) await page.evaluate(() => window.scrollTo(0, 0));
      await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))));
      const picture = await page.screenshot({ path: join(LOOKS, `${name}-${mode}.png`) });
      // An empty page is a few kilobytes.
      expect(picture.length, name).toBeGreaterThan(12_000);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(over, name).toBeLessThanOrEqual(0);
    };

    test(`a game and its analysis are taken, ${mode}`, async ({ page }) => {
      await page.goto('/play');
      await expect(page.getByTestId('new-game')).toBeVisible();
      await take(page, 'new-game');
      await newGame(page, { two: true });
      for (const move of ['f3', 'e5', 'g4']) await type(page, move);
      await take(page, 'play');
      await type(page, 'Qh4');
      await expect(page.getByTestId('end-accuracy')).toContainText('%');
      await take(page, 'end');
      await page.getByTestId('end-card').getByRole('link', { name: 'Review' }).click();
      await expect(page.getByTestId('accuracy')).toBeVisible({ timeout: 120_000 });
      await take(page, 'review');
      await tab(page, 'Moves');
      await take(page, 'analyse');
      await page.getByTestId('variations').getByRole('button', { name: /^g4/ }).first().click();
      await take(page, 'why');
      await page.getByRole('button', { name: 'Annotate' }).click();
      await take(page, 'menu');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await take(page, 'keys');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await take(page, 'share');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Board and colours' }).click();
      await take(page, 'looks');
      await page.keyboard.press('Escape');
    });

    test(`every other view is taken, ${mode}`, async ({ page }) => {
      for (const view of ['setup', 'games', 'lab', 'learn', 'practise']) {
        await page.goto(`/${view}`);
        await page.waitForLoadState('networkidle');
        await take(page, view);
      }
      // What the lab and the course show once something was asked of them.
      await page.goto('/lab');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page.getByTestId('lab-report')).toBeVisible();
      await take(page, 'lab-run');
      await page.goto('/lab?bench=compare');
      await page.getByTestId('lab-depth').selectOption('3');
      await page.getByRole('button', { name: 'Compare' }).click();
      await expect(page.getByTestId('comparison')).toBeVisible();
      await take(page, 'lab-comparison');
      await page.goto('/lab?bench=toy');
      await expect(page.getByTestId('toy-found')).toBeVisible();
      await take(page, 'lab-toys');
      await page.goto('/learn');
      await page.getByTestId('go-on').click();
      await expect(page.getByTestId('lesson')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await take(page, 'lesson');
      await page.getByTestId('kinds').getByRole('button').first().click();
      await expect(page.getByTestId('question')).toBeVisible();
      await page.evaluate(() => document.querySelector('[data-testid="exercise"]')?.scrollIntoView());
      await take(page, 'exercise', false);
    });
  });
}
