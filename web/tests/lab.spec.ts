import { expect, expectSquare, needsServer, test } from './support/page';
import type { Page } from './support/page';
import { plywise } from './support/server';

const FEN = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4';

interface Compared {
  algorithm: string;
  nodes: number;
  nodes_per_ply: number[];
}

async function compared(algorithms: string, depth: number): Promise<Compared[]> {
  const said = await plywise('lab', 'compare', '--fen', FEN, '--depth', String(depth), '--algorithms', algorithms, '--json');
  return JSON.parse(said) as Compared[];
}

async function search(page: Page, algorithm: string, depth: number): Promise<void> {
  await page.getByTestId('lab-algorithm').selectOption(algorithm);
  await page.getByTestId('lab-depth').selectOption(String(depth));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByTestId('lab-report')).toContainText(algorithm);
}

test("the tree has the nodes that `lab compare` counts", async ({ page }) => {
  const expected = await compared('minimax,alphabeta', 3);
  await page.goto(`/lab?fen=${encodeURIComponent(FEN)}`);
  for (const { algorithm, nodes } of expected) {
    await search(page, algorithm, 3);
    await expect(page.getByTestId('lab-report')).toContainText(`${nodes.toLocaleString('en')} nodes`);
    await expect(page.getByTestId('lab-nodes')).toHaveText(nodes.toLocaleString('en'));
  }
});

test('the tree is walked as a list, opened on demand, and stepped through', async ({ page }) => {
  await page.goto(`/lab?fen=${encodeURIComponent(FEN)}`);
  await search(page, 'alphabeta', 2);
  await page.getByRole('button', { name: 'List' }).click();
  const list = page.getByTestId('tree-list');
  await expect(list.getByRole('treeitem').first()).toContainText('root');
  await list.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowDown');
  const first = list.locator('[aria-selected="true"]');
  await expect(first).toHaveAttribute('aria-level', '2');
  await expect(page.getByTestId('node')).toContainText('tried 1 of');
  // Of a long list only what is in sight exists.
  const rows = async (): Promise<number> => Number(await list.locator('[data-rows]').getAttribute('data-rows'));
  const before = await rows();
  // The second son of the root was cut off: open it and see what was never looked at.
  const closed = list.locator('[role="treeitem"][aria-level="2"][aria-expanded="false"]').nth(1);
  await closed.click();
  await page.keyboard.press('ArrowRight');
  await expect.poll(rows).toBeGreaterThan(before);
  await expect(list.locator('.skipped').first()).toBeVisible();
  // Steps: at the first there is the root alone, then one more each.
  await page.getByRole('button', { name: 'First step' }).click();
  await expect(list.getByRole('treeitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Step forward' }).click();
  await expect(list.getByRole('treeitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Step forward' }).click();
  await expect(list.getByRole('treeitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(list.getByRole('treeitem')).toHaveCount(2);
});

for (const algorithm of ['mcts', 'bestfirst', 'bayes']) {
  test(`the tree of ${algorithm} is stepped through as it grew`, async ({ page }) => {
    await page.goto(`/lab?fen=${encodeURIComponent('r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1')}`);
    await search(page, algorithm, 3);
    await page.getByRole('button', { name: 'List' }).click();
    const rows = page.getByTestId('tree-list').getByRole('treeitem');
    const forward = page.getByRole('button', { name: 'Step forward' });
    const whole = await page.getByTestId('stepper').innerText();
    expect(whole).toContain('the end');
    await page.getByRole('button', { name: 'First step' }).click();
    await expect(rows).toHaveCount(1);
    const root = [await rows.first().innerText()];
    for (let turn = 1; turn <= 45; turn++) {
      await forward.click();
      await expect(page.getByTestId('stepper')).toContainText(`turn ${turn} of`);
      await expect(page.getByTestId('tree-list').locator('[aria-selected="true"]')).toBeVisible();
      root.push(await rows.first().innerText());
    }
    if (algorithm === 'mcts') {
      // Each turn is one visit of the root; the moves come first, one after the other, and then a reply.
      expect(root.map((text) => Number(/(\d+) visits?/.exec(text)?.[1]))).toEqual(root.map((_, turn) => turn + 1));
      await expect(page.locator('[role="treeitem"][aria-level="3"]').first()).toBeVisible();
    }
    // Its value at a turn is what it was then.
    expect(new Set(root.map((text) => /[+−]?\d\.\d\d/.exec(text)?.[0])).size).toBeGreaterThan(1);
  });
}

test("the lab's words are explained where they stand", async ({ page }) => {
  // Of a long list only what is in sight exists.
  await page.setViewportSize({ width: 1280, height: 6000 });
  await page.goto(`/lab?fen=${encodeURIComponent('r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8')}`);
  await search(page, 'champion', 10);
  for (const name of ['About “search”', 'About “evaluation”', 'About “depth”', 'About pictures', 'Line', 'Value', 'Why it was left', 'Below', 'Mates and draws']) {
    const word = page.getByRole('button', { name, exact: true }).first();
    await word.focus();
    await expect(page.locator('[role="tooltip"].shown')).toHaveText(/\.$/);
  }
  // A move at the root that was reduced says why, in words that are explained.
  await page.getByRole('button', { name: 'List' }).click();
  const moves = page.locator('[role="treeitem"][aria-level="2"]');
  const terms = page.getByTestId('depth-terms').locator('li');
  const count = await moves.count();
  for (let index = 1; index < count && (await terms.count()) === 0; index++) await moves.nth(index).click();
  for (const term of await terms.all()) await expect(term.getByRole('button')).toHaveCount(1);
  expect(await terms.count()).toBeGreaterThan(0);
});

test("the champion's tree names the rules behind what it left out", async ({ page }) => {
  await page.goto(`/lab?fen=${encodeURIComponent('r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8')}`);
  await search(page, 'champion', 6);
  await expect(page.getByTestId('node')).toContainText('Window');
  await page.getByRole('button', { name: 'List' }).click();
  const list = page.getByTestId('tree-list');
  // Looks at nodes until one was left, or left a move out, by a rule with its numbers.
  const rule = page.getByText(/(pruned by [a-z ]+|futility|exchange|delta|late move[a-z ]*)\W.*[+−]?\d\.\d\d/).first();
  const nodes = list.locator('[role="treeitem"][aria-expanded="false"]');
  const count = await nodes.count();
  for (let index = 0; index < count && !(await rule.isVisible()); index++) await nodes.nth(index).click();
  await expect(rule).toBeVisible();
});

test("the champion's tree has the numbers behind what it reduced and extended", async ({ page }) => {
  // Of a long list only what is in sight exists.
  await page.setViewportSize({ width: 1280, height: 6000 });
  await page.goto(`/lab?fen=${encodeURIComponent('r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8')}`);
  await search(page, 'champion', 10);
  await page.getByRole('button', { name: 'List' }).click();
  const list = page.getByTestId('tree-list');
  const terms = page.getByTestId('depth-terms');
  // The moves at the root: the later ones are reduced because they are late.
  const sons = list.locator('[role="treeitem"][aria-level="2"]');
  await expect.poll(() => sons.count()).toBeGreaterThan(5);
  const isFound = async (what: RegExp, level: number): Promise<boolean> => {
    const items = list.locator(`[role="treeitem"][aria-level="${level}"]`);
    const count = await items.count();
    for (let index = 0; index < count; index++) {
      await items.nth(index).click();
      if ((await terms.isVisible()) && what.test(await terms.innerText())) return true;
    }
    return false;
  };
  expect(await isFound(/by \d+ pl(y|ies):\s+late move −\d\.\d\d/, 2)).toBe(true);
});

test('a tree too large to record is seen to grow', async ({ page }) => {
  // Of a long list only what is in sight exists.
  await page.setViewportSize({ width: 1280, height: 6000 });
  // After 1. d4 d5: seventeen million nodes, of which a million are recorded. There is time to stop it.
  await page.goto(`/lab?fen=${encodeURIComponent('rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2')}`);
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByTestId('lab-algorithm').selectOption('minimax');
  await page.getByTestId('lab-depth').selectOption('6');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const growing = page.getByTestId('lab-growing');
  const sons = page.getByTestId('tree-list').locator('[role="treeitem"][aria-level="2"]');
  // The first moves at the root, one after the other, each with what is below it.
  let before = 0;
  for (let count = 0; count < 3; count++) {
    await expect.poll(() => sons.count()).toBeGreaterThan(before);
    before = await sons.count();
  }
  await expect(sons.first()).toContainText(/\(\d/);
  await expect(growing).toContainText('the record is full');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('the search was stopped')).toBeVisible();
  // A browser records fewer than the server does: whole plies, where enough of them are whole.
  await expect(page.getByText(/nodes are kept: (those that were entered first|the first \d plies)/)).toBeVisible();
});

test('it opens on a position where something happens', async ({ page }) => {
  await page.goto('/lab');
  const report = page.getByTestId('lab-report');
  await expect(report).toContainText('exf5');
  await page.getByRole('button', { name: 'List' }).click();
  // Moves are worth different things.
  const sons = page.getByTestId('tree-list').locator('[role="treeitem"][aria-level="2"]');
  const values = async (): Promise<number> =>
    new Set((await sons.locator('.number').allInnerTexts()).map((text) => text.replace(/[≤≥]/, ''))).size;
  await expect.poll(values).toBeGreaterThan(2);
});

test('the move of the chosen node is an arrow on the board', async ({ page }) => {
  await page.goto('/lab');
  await expect(page.getByTestId('lab-report')).toContainText('exf5');
  await page.getByRole('button', { name: 'List' }).click();
  const arrows = page.locator('.position svg.cg-shapes line');
  await expect(arrows).toHaveCount(0);
  await page.getByTestId('tree-list').getByRole('treeitem').filter({ hasText: 'exd5' }).first().click();
  await expect(arrows).toHaveCount(1);
});

test('the whole of a tree is opened and drawn, as a picture and as an icicle', async ({ page }) => {
  await page.goto(`/lab?fen=${encodeURIComponent(FEN)}`);
  await search(page, 'minimax', 3);
  const nodes = Number((await page.getByTestId('lab-nodes').innerText()).replaceAll(',', ''));
  expect(nodes).toBeGreaterThan(10_000);
  await page.getByRole('button', { name: 'Icicle' }).click();
  const icicle = page.getByTestId('icicle');
  // What can be seen is fetched by itself; what is too thin is not.
  await expect.poll(async () => Number(await icicle.getAttribute('data-pieces'))).toBeGreaterThan(60);
  await icicle.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('node')).toContainText('tried 2 of');
  await page.keyboard.press('Enter');
  await expect(icicle).not.toHaveAttribute('data-focus', '0');
  await page.keyboard.press('Escape');
  await expect(icicle).toHaveAttribute('data-focus', '0');
});

test('ten thousand nodes are opened at once', async ({ page }) => {
  await page.goto(`/lab?fen=${encodeURIComponent('4k3/2n5/8/3p1r2/4P3/2N5/6K1/3R4 w - - 0 1')}`);
  await search(page, 'minimax', 3);
  const nodes = Number((await page.getByTestId('lab-nodes').innerText()).replaceAll(',', ''));
  expect(nodes).toBeGreaterThan(8000);
  await page.getByRole('button', { name: 'Open everything' }).click();
  await page.getByRole('button', { name: 'Show the whole tree' }).click();
  await page.getByRole('button', { name: 'List' }).click();
  const rows = page.getByTestId('tree-list').locator('[data-rows]');
  await expect.poll(async () => Number(await rows.getAttribute('data-rows'))).toBeGreaterThan(nodes);
});

test('a hand that runs along the steps ends where it stops', async ({ page }) => {
  const refused: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => String(payload).includes('"refused"') && refused.push(String(payload))),
  );
  await page.goto(`/lab?fen=${encodeURIComponent(FEN)}`);
  await search(page, 'alphabeta', 5);
  const slider = page.getByRole('slider', { name: /step/i });
  const last = Number(await slider.getAttribute('max'));
  await slider.evaluate(async (element: HTMLInputElement, most) => {
    for (let index = 0; index <= 240; index++) {
      element.value = String(Math.round((most * ((index * 37) % 120)) / 120));
      element.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((done) => setTimeout(done, 8));
    }
    element.value = String(Math.round(most / 2));
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, last);
  await expect(page.getByText(`step ${Math.round(last / 2)}`)).toBeVisible();
  expect(refused).toEqual([]);
});

test('searches side by side, with the counts of `lab compare`', async ({ page }) => {
  const expected = await compared('minimax,alphabeta', 3);
  await page.goto(`/lab?bench=compare&fen=${encodeURIComponent(FEN)}`);
  await page.getByTestId('lab-depth').selectOption('3');
  await page.getByRole('button', { name: 'Compare' }).click();
  const rows = page.getByTestId('comparison').locator('tbody tr');
  await expect(rows).toHaveCount(expected.length);
  for (const [index, { algorithm, nodes }] of expected.entries()) {
    await expect(rows.nth(index)).toContainText(algorithm);
    await expect(rows.nth(index).locator('[data-nodes]')).toHaveAttribute('data-nodes', String(nodes));
  }
});

test('searches race on one clock', async ({ page }) => {
  await page.goto(`/lab?bench=compare&fen=${encodeURIComponent(FEN)}`);
  await page.getByTestId('lab-depth').selectOption('3');
  await page.getByRole('button', { name: 'Compare' }).click();
  const race = page.getByTestId('race');
  await expect(race).toHaveAttribute('data-running', 'true');
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(race).toHaveAttribute('data-running', 'false');
  await expect(race.locator('.bar.done')).toHaveCount(2);
  await page.getByRole('button', { name: 'Race again' }).click();
  await expect(race).toHaveAttribute('data-running', 'true');
});

test('nothing moves for who wants less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/lab?bench=compare&fen=${encodeURIComponent(FEN)}`);
  await page.getByTestId('lab-depth').selectOption('2');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByTestId('race').locator('.bar.done')).toHaveCount(2);
});

test('a toy tree is typed in, and nonsense is refused', async ({ page }) => {
  await page.goto('/lab?bench=toy');
  await page.getByTestId('toy-text').fill('((3 12 8) (2 4 6) (14 5 2))');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const found = page.getByTestId('toy-found').locator('tbody tr');
  await expect(found.nth(0).locator('td')).toHaveText(['3', '12', '9']);
  await expect(found.nth(1).locator('td')).toHaveText(['3', '10', '7']);
  await page.getByTestId('toy-text').fill('((3');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
});

test('a cut is drawn when it happens', async ({ page }) => {
  await page.goto('/lab?bench=toy');
  await page.getByTestId('toy-text').fill('((3 5) (2 (9 1)))');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByTestId('toy-found').locator('tbody tr').nth(1)).toContainText('3');
  await page.getByRole('button', { name: 'List' }).click();
  const skipped = page.getByTestId('tree-list').locator('.skipped');
  // The inner node 2.2 with its two leaves.
  await expect(skipped).toHaveCount(3);
  await page.getByRole('button', { name: 'First step' }).click();
  await expect(skipped).toHaveCount(0);
  const forward = page.getByRole('button', { name: 'Step forward' });
  const said = page.locator('.say');
  while (!(await said.innerText()).startsWith('2: cut')) {
    await expect(skipped).toHaveCount(0);
    const before = await said.innerText();
    await forward.click();
    await expect(said).not.toHaveText(before);
  }
  await expect(skipped).toHaveCount(3);
  await expect(page.getByTestId('tree-list').locator('.cut')).toHaveText(/^\s*▾\s*2\s/);
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(skipped).toHaveCount(0);
});

test('a search without a tree says so', async ({ page }) => {
  await page.goto('/lab');
  await page.getByTestId('lab-algorithm').selectOption('random');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByTestId('lab-report')).toContainText('random');
  await expect(page.getByTestId('no-tree')).toBeVisible();
  await expect(page.getByTestId('notice')).toHaveCount(0);
  await expect(page.getByRole('slider', { name: 'Step' })).toHaveCount(0);
  // And the next search has its tree.
  await search(page, 'alphabeta', 2);
  await expect(page.getByTestId('no-tree')).toHaveCount(0);
  await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
});

test('the board follows the chosen node', async ({ page }) => {
  await page.goto(`/lab?fen=${encodeURIComponent('6k1/8/8/8/8/8/8/K6R w - - 0 1')}`);
  await search(page, 'minimax', 1);
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByTestId('tree-list').getByRole('treeitem').filter({ hasText: 'Rg1' }).click();
  await expectSquare(page, 'g1', 'white rook');
});

test.describe('after a restart', () => {
  test.use({ baseURL: async ({ ownServer }, use) => use(ownServer.address) });

  test('the tree is said to be gone, and is searched again on demand', async ({ page, ownServer }) => {
    needsServer('it kills the server');
    await page.goto(`/lab?fen=${encodeURIComponent(FEN)}`);
    await search(page, 'alphabeta', 2);
    await ownServer.kill();
    await ownServer.start();
    await expect(page.getByTestId('lab-gone')).toBeVisible();
    await page.getByRole('button', { name: 'Search again' }).click();
    await expect(page.getByTestId('lab-report')).toContainText('alphabeta');
  });
});

test('one node is one node', async ({ page }) => {
  // The only move there is.
  await page.goto(`/lab?fen=${encodeURIComponent('k7/8/1K6/8/8/8/8/1R6 b - - 0 1')}`);
  await search(page, 'alphabeta', 1);
  await expect(page.getByTestId('lab-report')).toContainText('1 node,');
});

test("the champion's tree begins with its root near the middle", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/lab');
  await search(page, 'champion', 10);
  // The root is ringed: what is painted of it in the column where it stands.
  const ring = (): Promise<number> =>
    page.locator('.stage canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(26, 0, 1, canvas.height).data ?? [];
      const rows: number[] = [];
      for (let y = 0; y < canvas.height; y++) if ((pixels[4 * y + 3] ?? 0) > 0) rows.push(y);
      return rows.reduce((sum, y) => sum + y, 0) / rows.length / canvas.height;
    });
  await expect.poll(ring).toBeGreaterThan(0.25);
  await expect.poll(ring).toBeLessThan(0.75);
});
