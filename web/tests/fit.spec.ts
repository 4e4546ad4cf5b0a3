import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { drag, expect, expectSquare, moves, needsServer, newGame, test, type } from './support/page';
import type { Page } from './support/page';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const MIDDLE = 'r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8';

/** Brings a view to where there is something to see. */
const VIEWS: Record<string, (page: Page) => Promise<void>> = {
  'new game': async (page) => {
    await page.goto('/play');
    await expect(page.getByTestId('new-game')).toBeVisible();
  },
  play: async (page) => {
    await newGame(page, { two: true });
    for (const move of ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Bxc6']) await type(page, move);
    await expect.poll(() => moves(page)).toHaveLength(7);
  },
  analyse: async (page) => {
    await page.goto(`/analyse?fen=${encodeURIComponent(MIDDLE)}`);
    await page.getByTestId('engine-switch').check();
    await expect(page.getByTestId('lines').getByRole('listitem').first()).toContainText(/\d/);
    await type(page, 'O-O');
  },
  'set up': async (page) => {
    await page.goto(`/setup?fen=${encodeURIComponent('4k3/8/8/8/8/8/8/P3K2R w KQ - 0 1')}`);
    await expect(page.getByTestId('faults')).toBeVisible();
  },
  lab: async (page) => {
    await page.goto('/lab');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByTestId('lab-report')).toBeVisible();
  },
  'lab list': async (page) => {
    await page.goto('/lab');
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByTestId('tree-list')).toBeVisible();
  },
  compare: async (page) => {
    await page.goto('/lab?bench=compare');
    await page.getByTestId('lab-depth').selectOption('3');
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByTestId('comparison')).toBeVisible();
  },
  toys: async (page) => {
    await page.goto('/lab?bench=toy');
    await expect(page.getByTestId('toy-found')).toBeVisible();
  },
  games: async (page) => {
    await newGame(page, { two: true });
    await type(page, 'e4');
    await expect.poll(() => moves(page)).toHaveLength(1);
    await page.goto('/games');
    await expect(page.getByRole('article').first()).toBeVisible();
  },
};

for (const [name, open] of Object.entries(VIEWS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe has nothing serious to say about ${name}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await open(page);
      // Colours on their way from one to the other have no contrast of their own.
      await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))));
      await page.evaluate(`${AXE}; undefined`);
      const found = await page.evaluate(async () => {
        const axe = (globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }> } }).axe;
        return (await axe.run()).violations;
      });
      const serious = found
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`) }));
      expect(serious).toEqual([]);
    });
  }

  test(`${name} fits a phone and a wide screen`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page);
    for (const width of [360, 480, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(over, `${width} pixels wide`).toBeLessThanOrEqual(0);
    }
  });
}

test('a game is begun and played with the keyboard alone', async ({ page }) => {
  await page.goto('/play');
  await expect(page.getByTestId('new-game')).toBeVisible();
  // Tab until the button that begins is reached.
  for (let count = 0; count < 60; count++) {
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === 'Play' && (await page.evaluate(() => document.activeElement?.tagName)) === 'BUTTON') break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('moves')).toBeVisible();
  const announced = page.getByTestId('announcements');

  // The keyboard is at the board, which is a grid: e2 is where it begins, then two squares up.
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', 'e2, white pawn');
  await page.keyboard.press('Enter');
  await expect(announced).toContainText('e3, e4');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', 'e4, empty');
  await page.keyboard.press('Enter');
  await expectSquare(page, 'e4', 'white pawn');
  await expect.poll(() => moves(page)).toHaveLength(2);
  await expect(announced).toContainText(/\w+ \w\d/);

  // The slash leads to the field for typed moves.
  await page.keyboard.press('/');
  await page.keyboard.type('Nf3');
  await page.keyboard.press('Enter');
  await expectSquare(page, 'f3', 'white knight');
  await expect.poll(() => moves(page)).toHaveLength(4);
  await page.keyboard.press('Home');
  await expectSquare(page, 'e2', 'white pawn');
  await page.keyboard.press('End');
  await expectSquare(page, 'e4', 'white pawn');
});

/** Plays a move, and says how often a piece was on its way at any time. */
async function motion(page: Page): Promise<() => Promise<number>> {
  await newGame(page, { two: true });
  await page.evaluate(() => {
    const counted = globalThis as unknown as { onTheirWay: number };
    counted.onTheirWay = 0;
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target instanceof Element && target.classList.contains('anim')) counted.onTheirWay += 1;
    }).observe(document.body, { attributeFilter: ['class'], subtree: true });
  });
  await type(page, 'e4');
  await expectSquare(page, 'e4', 'white pawn');
  await expect(page.locator('square.last-move')).toHaveCount(2);
  return () => page.evaluate(() => (globalThis as unknown as { onTheirWay: number }).onTheirWay);
}

test('pieces slide to where they go', async ({ page }) => {
  await expect.poll(await motion(page)).toBeGreaterThan(0);
});

test('who wants less motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await (await motion(page))()).toBe(0);
});

test('the colours follow the system until the switch says otherwise', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/play');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Light colours' }).click();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'light');
});

for (const [width, height] of [[390, 844], [768, 1024], [1280, 800], [1920, 1080]] as const) {
  test(`a notice hides nothing of the game on a screen of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await newGame(page, { champion: true });
    await type(page, 'Qh6');
    const notice = page.getByTestId('notice');
    await expect(notice).toContainText('Qh6');
    // To type is to scroll to the field.
    await page.evaluate(() => window.scrollTo(0, 0));
    const over = await notice.boundingBox();
    if (!over) throw new Error('the notice is nowhere');
    const parts = ['seat-black', 'seat-white', 'moves', 'move-field'].map((part) => page.getByTestId(part));
    for (const part of [...parts, page.locator('cg-board'), page.getByRole('navigation', { name: 'Views' })]) {
      const box = await part.boundingBox();
      if (!box) throw new Error('a part of the game is nowhere');
      const isApart = box.y >= over.y + over.height || box.y + box.height <= over.y || box.x >= over.x + over.width || box.x + box.width <= over.x;
      expect(isApart, `${String(part)} ${JSON.stringify([box, over])}`).toBe(true);
    }
  });

  test(`what lies over the board and beside it is as large as the board on a screen of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/analyse?fen=${encodeURIComponent('8/P6k/8/8/8/8/p6K/8 w - - 0 1')}`);
    await expectSquare(page, 'a7', 'white pawn');
    await drag(page, 'a7', 'a8');
    const board = await page.locator('cg-board').boundingBox();
    const bar = await page.getByRole('meter').boundingBox();
    // On a phone it lies above the board.
    const side = width < 544 ? 'width' : 'height';
    expect(Math.abs((bar?.[side] ?? 0) - (board?.[side] ?? 0))).toBeLessThan(8);
    const veil = await page.locator('.veil').boundingBox();
    expect(veil?.width).toBeCloseTo(board?.width ?? 0, 0);
    expect(veil?.height).toBeCloseTo(board?.height ?? 0, 0);
  });
}

test('the notices of what is built in are there to read', async ({ page }) => {
  await page.goto('/play');
  const link = page.getByRole('link', { name: 'Licences' });
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  const text = await answer.text();
  for (const name of ['Leon Sorokin', 'Mike Bostock', 'Svelte Contributors', 'The Inter Project Authors', 'GNU GENERAL PUBLIC LICENSE', 'Burnett']) {
    expect(text).toContain(name);
  }
});

test('the page is small and asks nobody else', async ({ page }) => {
  needsServer('a service worker answers, and make bench-site measures');
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  for (const view of ['play', 'analyse', 'setup', 'lab', 'learn', 'games', 'practise']) {
    await page.goto(`/${view}`);
    await page.waitForLoadState('networkidle');
  }
  // All views together.
  expect(bytes).toBeLessThan(300_000);
  expect(bytes).toBeGreaterThan(20_000);
});
