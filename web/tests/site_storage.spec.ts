// The kept games of the static site where the browser deletes them, has no room for them, or gives one
// place on a host to several sites: as browsers really do it, not as a test would pretend it.

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { build } from 'vite';
import { arrive, expect, moves, newGame, SITE, test, type, type Page } from './support/page';
import { StaticServer } from './support/static';

test.skip(!SITE, 'there is no site');
test.use({ baseURL: async ({ ownServer }, use) => use(ownServer.address) });
test.describe.configure({ mode: 'parallel' });

const FOLDER = SITE ?? '';

const RUY_LOPEZ = 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5'.split(' ');
/** Moves after the one that was refused. */
const MORE = 2;
/** Characters that fit into nothing that is left. */
const MUCH = 4_000_000;

async function expectTotal(page: Page, total: string): Promise<void> {
  await page.goto('/games');
  await expect(page.getByTestId('games-total')).toHaveText(total);
}

/** Plays until it is said that the game is not kept, as small things may still fit, and some moves more; what was played. */
async function playUntilFull(page: Page): Promise<string[]> {
  const notice = page.getByTestId('notice').first();
  let played = 1;
  let isRefused = false;
  while (!isRefused && played < RUY_LOPEZ.length - MORE - 1) {
    await play(page, ++played);
    isRefused = await notice.waitFor({ timeout: 2000 }).then(() => true, () => false);
  }
  await expect(notice).toContainText('no more room');
  await expect(notice).not.toContainText('/');
  for (let more = 0; more < MORE; more++) await play(page, ++played);
  return moves(page);
}

/** Plays one move more, so that there are so many. */
async function play(page: Page, count: number): Promise<void> {
  const all = RUY_LOPEZ.slice(0, count);
  await type(page, all.at(-1) ?? '');
  await expect.poll(() => moves(page)).toEqual(all);
}

/** With the next move the whole game is kept. */
async function keepsAgain(page: Page, played: string[]): Promise<void> {
  await play(page, played.length + 1);
  await page.reload();
  await expect.poll(() => moves(page)).toEqual(RUY_LOPEZ.slice(0, played.length + 1));
}

/** Writes as many files as there is room for, to the last block. */
function fill(name: string): void {
  for (let size = 1 << 24; size >= 512; size >>= 1) {
    try {
      for (let file = 0; ; file++) writeFileSync(`${name}-${randomUUID()}-${file}`, Buffer.alloc(size));
    } catch {
      // Then smaller ones.
    }
  }
}

/** The page's part that keeps games, by itself: with nothing else in the browser that writes, a full disk stays full. */
async function keeping(): Promise<string> {
  const entry = join(import.meta.dirname, '../src/site/kept.ts');
  const built = await build({ configFile: false, logLevel: 'silent', build: { write: false, lib: { entry, formats: ['es'], fileName: 'kept' } } });
  const [first] = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  return first?.type === 'chunk' ? first.code : '';
}

/** Deletes what the browser keeps of a site, as its settings do. */
async function wipe(page: Page, address: string, what: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes: what });
  await session.detach();
}

for (const what of ['indexeddb', 'indexeddb,local_storage']) {
  test(`games that are deleted under an open page (${what}) are said to be gone each time, and the next ones are kept`, async ({ page, ownServer }) => {
    await newGame(page, { two: true });
    await type(page, 'e4');
    await wipe(page, ownServer.address, what);
    const warning = page.getByTestId('warning');
    await expect(warning).toContainText('The games that were kept here are gone');
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await expect(warning).toHaveCount(0);
    await type(page, 'e5');
    await type(page, 'Nf3');
    await page.reload();
    await expect.poll(() => moves(page)).toEqual(['e4', 'e5', 'Nf3']);
    await wipe(page, ownServer.address, what);
    await expect(warning).toContainText('The games that were kept here are gone');
    await type(page, 'Nc6');
    await expectTotal(page, '1 game');
  });
}

test('a deletion that another tab asks for is heard by both', async ({ page, context, ownServer }) => {
  await newGame(page, { two: true });
  await type(page, 'e4');
  const other = await context.newPage();
  await other.goto('/games');
  await expect(other.getByTestId('games-total')).toHaveText('1 game');
  await other.evaluate(() => void indexedDB.deleteDatabase('plywise'));
  await expect(page.getByTestId('warning')).toContainText('The games that were kept here are gone');
  await expect(other.getByTestId('warning')).toContainText('The games that were kept here are gone');
  await type(page, 'e5');
  await other.reload();
  await expect(other.getByTestId('games-total')).toHaveText('1 game');
  await wipe(page, ownServer.address, 'indexeddb');
});

test('a browser without room says so at each move, and keeps the game once there is room', async ({ page, ownServer }) => {
  await newGame(page, { two: true });
  await type(page, 'e4');
  const session = await page.context().newCDPSession(page);
  const quota = (quotaSize?: number): Promise<unknown> => session.send('Storage.overrideQuotaForOrigin', { origin: ownServer.address, quotaSize });
  await quota(1);
  const played = await playUntilFull(page);
  await quota();
  await keepsAgain(page, played);
});

test('a full disk is said in a sentence, and what is kept once there is room stays', async ({ ownServer }) => {
  const disk = mkdtempSync(join(tmpdir(), 'plywise-disk-'));
  const full = join(disk, 'full');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', disk], { stdio: 'pipe' });
  } catch (error) {
    rmSync(disk, { recursive: true });
    // Who may mount nothing has the test of the quota; where all must be tested, this fails.
    if (process.env['CI']) throw error;
    console.warn('  the full disk was not tested: this user may mount no disk');
    test.skip(true, 'this user may mount no disk');
  }
  let context: BrowserContext | undefined;
  try {
    context = await chromium.launchPersistentContext(join(disk, 'profile'), {
      executablePath: process.env['PLYWISE_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    });
    const code = await keeping();
    await context.route('**/kept.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
    await context.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    const page = await context.newPage();
    const begin = async (): Promise<void> => {
      await page.goto(`${ownServer.address}/empty`);
      await page.evaluate("import('/kept.js').then(({ KeptGames }) => { self.said = []; self.kept = new KeptGames((sentence) => self.said.push(sentence)); })");
    };
    const ask = (question: object): Promise<unknown> => page.evaluate(`kept.answer(${JSON.stringify(question)})`);
    const save = (game: string, length = 10): Promise<unknown> =>
      ask({ type: 'save', head: { game, plies: 3, changed: 0 }, date: '', whole: 'm'.repeat(length) });
    const kept = async (): Promise<string[]> => {
      const { ok } = (await ask({ type: 'heads' })) as { ok: { head: { game: string } }[] };
      return ok.map(({ head }) => head.game);
    };
    await begin();
    expect(await save('before')).toEqual({ ok: null });
    fill(full);
    expect(await save('large', MUCH)).toEqual({ sentence: expect.stringContaining('no more room') as unknown });
    for (const game of ['one', 'two']) {
      // What was tried in vain may have made room.
      fill(full);
      expect(await save(game)).toEqual({ sentence: expect.stringMatching(/^this browser has no more room[^/]*$/) as unknown });
    }
    execFileSync('sh', ['-c', `rm -f "${full}"-*`]);
    expect(await save('after')).toEqual({ ok: null });
    expect(await kept()).toEqual(['after', 'before']);
    await begin();
    expect(await kept()).toEqual(['after', 'before']);
    expect(await page.evaluate('said.filter(Boolean)')).toEqual([]);
  } finally {
    await context?.close();
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  }
});

test('two sites on one host keep their games, their files and their programs apart', async ({ browser }) => {
  const server = new StaticServer(FOLDER, '/', '/b/');
  await server.start();
  const context = await browser.newContext({ baseURL: server.address });
  await arrive(context, server.address);
  const page = await context.newPage();
  await newGame(page, { two: true });
  await type(page, 'e4');
  // Who has played at the top of the address, as all did until sites were told apart, finds these games below it too.
  await page.goto(`${server.address}/b/games/`);
  await expect(page.getByTestId('games-total')).toHaveText('1 game');
  await page.goto(`${server.address}/b/play/`);
  await page.getByTestId('new-game').getByText('Two people').click();
  await page.getByTestId('new-game').getByRole('button', { name: 'Play', exact: true }).click();
  await type(page, 'd4');
  await page.goto(`${server.address}/b/games/`);
  await expect(page.getByTestId('games-total')).toHaveText('2 games');
  await expectTotal(page, '1 game');
  // Both are there without a network.
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(2);
  await server.end();
  for (const path of ['/games/', '/b/games/']) {
    await page.goto(server.address + path);
    await expect(page.getByTestId('games-total')).toHaveText(path === '/games/' ? '1 game' : '2 games');
  }
  await context.close();
});
