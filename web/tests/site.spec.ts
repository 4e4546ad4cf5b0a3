// What only a static site has to show: it works without a network, survives its workers, and says what
// it cannot do. The server under these tests is a plain one for files.

import { readdirSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator } from '@playwright/test';
import { arrive, click, drag, expect, expectSquare, middle, moves, newGame, playHint, SITE, tab, test, type, type Page } from './support/page';
import { Server } from './support/server';
import { StaticServer } from './support/static';

test.skip(!SITE, 'there is no site');
test.use({ baseURL: async ({ ownServer }, use) => use(ownServer.address) });
// Each test has a server and a browser's storage of its own, and waits more than it computes.
test.describe.configure({ mode: 'parallel' });

const FOLDER = SITE ?? '';
const MISTAKES = '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0';

/** Waits until the network is there as well. */
async function loaded(page: Page): Promise<void> {
  await page.goto('/play');
  await expect(page.getByTestId('new-game')).toBeVisible();
  await expect(page.getByTestId('loading')).toHaveCount(0);
}

/** Lets a page remember its workers, so that one can be ended. */
async function watchWorkers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const all: Worker[] = [];
    const Usual = window.Worker;
    Object.assign(window, { all });
    window.Worker = class extends Usual {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        all.push(this);
      }
    };
  });
}

/** Ends a worker without a word, as a browser does that wants its memory. */
async function killWorker(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { all: Worker[] }).all.find(() => true)?.terminate());
}

async function readGame(page: Page, pgn: string): Promise<void> {
  await page.goto('/analyse');
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(pgn);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await expect(page.getByTestId('variations').getByRole('button').first()).toBeVisible();
}

test('play, analyse, review, set up, lab and kept games work with the network switched off', async ({ page, ownServer }) => {
  await loaded(page);
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  await ownServer.end();

  await newGame(page, { level: 4 });
  await drag(page, 'e2', 'e4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  await page.reload();
  await expect.poll(() => moves(page)).toHaveLength(2);
  await type(page, 'd4');
  await expect.poll(() => moves(page)).toHaveLength(4);

  await page.goto('/games');
  await expect(page.getByTestId('games-total')).toHaveText('1 game');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save all as PGN' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('[Black "Plywise level 4"]');

  await readGame(page, MISTAKES);
  // Before the mate there is something to look for.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByTestId('engine-switch').check();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  await tab(page, 'Review');
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByTestId('announcements')).toContainText('The review is ready.');
  await expect(page.getByTestId('mistakes')).toContainText('Nf6');

  await page.goto('/setup');
  await expect(page.getByTestId('verdict')).toContainText('A legal position');
  await page.getByRole('button', { name: 'black pawn' }).click();
  await click(page, 'e1');
  await expect(page.getByTestId('verdict')).toContainText('White has no king');

  await page.goto('/lab');
  await page.getByTestId('lab-algorithm').selectOption('champion');
  await page.getByTestId('lab-depth').selectOption('6');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByTestId('lab-report')).toContainText('champion');
});

test('the course works with the network switched off', async ({ page, ownServer }) => {
  await loaded(page);
  await ownServer.end();
  await page.goto('/learn');
  await expect(page.getByTestId('lesson-alphabeta')).toBeVisible();
  // A lesson that was never opened before: its text, its search, its exercises.
  await page.goto('/learn?lesson=mcts');
  const tree = page.getByTestId('live-tree').first();
  await tree.scrollIntoViewIfNeeded();
  await expect(tree).toHaveAttribute('aria-busy', 'false');
  // It stands at the end: from there nothing goes forward.
  await tree.getByRole('button', { name: 'First step' }).click();
  await tree.getByRole('button', { name: 'Step forward' }).click();
  await expect(tree.locator('[aria-current="step"]')).toBeVisible();
  const form = page.getByTestId('exercise');
  await page.getByTestId('kinds').getByRole('button').first().click();
  await expect(form).toHaveAttribute('data-kind', 'average');
  await form.getByRole('button', { name: 'Hint' }).click();
  await form.getByRole('button', { name: 'Show the answer' }).click();
  await expect(page.getByTestId('marking')).toContainText('The answer:');
  await page.getByTestId('read').check();
  await page.reload();
  await expect(page.getByTestId('read')).toBeChecked();
  // Every lesson has its trees, and marks an answer.
  for (const name of readdirSync(join(import.meta.dirname, '../../crates/course/lessons')).filter((file) => file.endsWith('.md'))) {
    await page.goto(`/learn?lesson=${name.replace('.md', '')}`);
    await expect(page.getByTestId('lesson')).toHaveAttribute('data-lesson', name.replace('.md', ''));
    for (const tree of (await page.getByTestId('live-tree').all()).slice(0, 1)) {
      await tree.scrollIntoViewIfNeeded();
      await expect(tree).toHaveAttribute('aria-busy', 'false');
    }
    await answer(form);
    await form.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByTestId('marking')).toHaveAttribute('data-right', /^(true|false)$/);
  }
});

/** Any answer to the exercise, right or wrong. */
async function answer(form: Locator): Promise<void> {
  await expect(form).toHaveAttribute('data-kind', /./);
  const fields = form.getByRole('radio').or(form.getByRole('checkbox')).or(form.getByRole('textbox'));
  if ((await fields.count()) === 0) {
    // A node of the tree, or an order that stands already.
    if (await form.getByRole('list', { name: 'Your order' }).isVisible()) return;
    await form.getByRole('button', { name: 'List' }).click();
    const check = form.getByRole('button', { name: 'Check' });
    for (const row of await form.getByRole('treeitem').all()) {
      if (await check.isEnabled()) return;
      await row.click();
    }
    return;
  }
  for (const field of await fields.all()) {
    if ((await field.getAttribute('type')) === 'radio' || (await field.getAttribute('type')) === 'checkbox') return field.check();
    await field.fill('1');
  }
}

test('a game goes on after its worker was killed', async ({ page, context }) => {
  await watchWorkers(context);
  await newGame(page, { level: 2 });
  await drag(page, 'e2', 'e4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  await killWorker(page);
  await expect(page.getByTestId('trouble')).toContainText('starts again by itself');
  await expect(page.getByTestId('trouble')).toHaveCount(0);
  await type(page, 'd4');
  await expect.poll(() => moves(page)).toHaveLength(4);
});

test('a review whose worker was killed is told so, and the game stays', async ({ page, context }) => {
  await watchWorkers(context);
  await readGame(page, MISTAKES);
  await tab(page, 'Review');
  await page.getByLabel('Effort').selectOption('thorough');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await killWorker(page);
  await expect(page.getByTestId('trouble')).toContainText('starts again by itself');
  await expect(page.getByTestId('trouble')).toHaveCount(0);
  await page.getByLabel('Effort').selectOption('quick');
  await page.getByRole('button', { name: 'Review the main line' }).click();
  await expect(page.getByTestId('announcements')).toContainText('The review is ready.');
  await tab(page, 'Moves');
  await expect(page.getByTestId('variations').getByRole('button', { name: /Qxf7#/ })).toBeVisible();
});

test('two tabs share the games, and the second goes on when the first is closed', async ({ page, context }) => {
  await newGame(page, { level: 2 });
  await type(page, 'e4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect.poll(() => moves(other)).toHaveLength(2);
  await type(other, 'd4');
  await expect.poll(() => moves(page)).toHaveLength(4);
  await page.close();
  await expect(other.getByTestId('trouble')).toContainText('this one starts it anew');
  await expect(other.getByTestId('trouble')).toHaveCount(0);
  // Whatever was answered: no other move is legal for certain.
  await playHint(other);
  await expect.poll(() => moves(other)).toHaveLength(6);
});

test('a browser that keeps nothing plays all the same, and that is said', async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await newGame(page, { level: 2 });
  await expect(page.getByTestId('warning')).toContainText('does not let the page keep anything');
  await drag(page, 'e2', 'e4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  await expect(page.getByTestId('games-total')).toHaveText('1 game');
});

for (const [what, change] of [
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['changed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 5000), Buffer.from([bytes[5000]! ^ 1]), bytes.subarray(5001)])],
] as const) {
  test(`a program that arrives ${what} is refused with a sentence, and loaded again`, async ({ browser }) => {
    const server = new StaticServer(FOLDER);
    server.instead.set(/\.wasm$/, change);
    await server.start();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.address}/play/`);
    await expect(page.getByTestId('trouble')).toContainText(`The program arrived ${what}`);
    server.instead.clear();
    await expect(page.getByTestId('new-game')).toBeVisible();
    await expect(page.getByTestId('trouble')).toHaveCount(0);
    await context.close();
    await server.end();
  });
}

test('without its network levels play, and the page says what waits', async ({ browser }) => {
  const server = new StaticServer(FOLDER);
  server.instead.set(/\.nnue\.bin$/, (bytes) => bytes.subarray(0, 100_000));
  await server.start();
  const context = await browser.newContext({ baseURL: server.address });
  await arrive(context, server.address);
  const page = await context.newPage();
  await newGame(page, { level: 3 });
  await expect(page.getByTestId('warning')).toContainText('wait for their network');
  await drag(page, 'e2', 'e4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  server.instead.clear();
  await expect(page.getByTestId('warning')).toHaveCount(0);
  await page.goto('/analyse');
  await page.getByTestId('engine-switch').check();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  await context.close();
  await server.end();
});

test('a site in a folder of its host works as well', async ({ browser }) => {
  const server = new StaticServer(FOLDER, '/chess/plywise/');
  await server.start();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await arrive(context, server.address);
  const page = await context.newPage();
  await page.goto(`${server.address}/play/`);
  await page.getByTestId('level-2').tap();
  await page.getByTestId('new-game').getByRole('button', { name: 'Play', exact: true }).tap();
  await expect(page).toHaveURL(/\/chess\/plywise\/play\/.+/);
  await page.locator('[data-square="e2"]').waitFor();
  await click(page, 'e2');
  await click(page, 'e4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  await page.reload();
  await expectSquare(page, 'e4', 'white pawn');
  await page.getByRole('link', { name: 'Games', exact: true }).tap();
  await expect(page.getByTestId('games-total')).toHaveText('1 game');
  await context.close();
  await server.end();
});

test('phones of a class room think for themselves: plywise serve --site, by its address in the network', async ({ browser }) => {
  const server = new Server('--host', '0.0.0.0', '--site', FOLDER);
  await server.start();
  const here = Object.values(networkInterfaces()).flat().find((one) => one?.family === 'IPv4' && !one.internal);
  const address = `http://${here?.address ?? '127.0.0.1'}:${server.port}`;
  // An address without HTTPS: no service worker, and no threads.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  await page.goto(`${address}/site/`);
  await page.getByTestId('level-2').tap();
  if (here) {
    await expect(page.getByTestId('warning')).toContainText('on one thread');
    // Who has read it gets the room back, on the next page too.
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).tap();
    await expect(page.getByTestId('warning')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Play', exact: true }).tap();
  await expect(page).toHaveURL(/\/site\/play\/.+/);
  await page.locator('[data-square="e2"]').waitFor();
  for (const square of ['e2', 'e4']) {
    await page.locator(`[data-square="${square}"]`).scrollIntoViewIfNeeded();
    await page.touchscreen.tap(...(await middle(page, square)));
  }
  await expect.poll(() => moves(page)).toHaveLength(2);
  await page.reload();
  await expect.poll(() => moves(page)).toHaveLength(2);
  await expect(page.getByTestId('warning')).toHaveCount(0);
  await page.getByRole('link', { name: 'Analyse', exact: true }).first().tap();
  await page.getByTestId('engine-switch').tap();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  // Without HTTPS there is no clipboard to write to, but the older way.
  await page.getByRole('button', { name: 'Share', exact: true }).tap();
  await page.getByRole('button', { name: 'Copy link to the position' }).tap();
  await expect(page.getByTestId('notice')).toHaveText('Copied.');
  // The server hands files out and does nothing else.
  expect(asked.filter((url) => !url.startsWith(`${address}/site/`) && !url.startsWith('data:') && !url.startsWith('blob:'))).toEqual([]);
  await context.close();
  await server.end();
});

test('what an installed program needs is there', async ({ page }) => {
  await page.goto('/play');
  const session = await page.context().newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect(url).toContain('manifest.webmanifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A private window, which tests run in, installs nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((error) => error !== 'in-incognito')).toEqual([]);
});

test.describe('where a page may not use threads', () => {
  // As at an address without HTTPS: no service worker can add what the host does not send.
  test('it thinks on one thread, and says so', async ({ browser, ownServer }) => {
    const context = await browser.newContext({ serviceWorkers: 'block', baseURL: ownServer.address });
    const page = await context.newPage();
    await page.goto('/play/');
    await expect(page.getByTestId('warning')).toContainText('on one thread');
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(false);
    await page.getByTestId('level-3').click();
    await page.getByTestId('new-game').getByRole('button', { name: 'Play', exact: true }).click();
    await drag(page, 'e2', 'e4');
    await expect.poll(() => moves(page)).toHaveLength(2);
    await page.goto('/games/');
    await expect(page.getByTestId('games-total')).toHaveText('1 game');
    // An analysis that goes on and on leaves room for everything else.
    await page.goto('/analyse/');
    await page.getByTestId('engine-switch').check();
    await expect(page.getByTestId('engine-numbers')).toContainText('depth');
    await type(page, 'e4');
    await expect(page.getByTestId('engine-numbers')).toContainText('depth');
    await page.getByTestId('engine-switch').uncheck();
    await tab(page, 'Review');
    await page.getByLabel('Effort').selectOption('quick');
    await page.getByRole('button', { name: 'Review the main line' }).click();
    await expect(page.getByTestId('announcements')).toContainText('The review is ready.');
    await context.close();
  });
});
