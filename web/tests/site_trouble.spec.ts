// What the static site does with files that arrive damaged, hosts that send headers of their own, and
// browsers that cannot run it: each tab has a sentence, and the next visit finds everything whole.

import type { BrowserContext } from '@playwright/test';
import { arrive, expect, SITE, test, type Page } from './support/page';
import { StaticServer } from './support/static';

test.skip(!SITE, 'there is no site');
test.describe.configure({ mode: 'parallel' });

const FOLDER = SITE ?? '';

let server: StaticServer;
let context: BrowserContext;

test.beforeEach(async ({ browser }) => {
  server = new StaticServer(FOLDER);
  await server.start();
  context = await browser.newContext({ baseURL: server.address });
});

test.afterEach(async () => {
  await context.close();
  await server.end();
});

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** The files that are kept for times without a network. */
function stored(page: Page): Promise<string[]> {
  const list = async (): Promise<string[]> => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  };
  // Between two loadings of the page nothing can be asked.
  return page.evaluate(list).catch(() => []);
}

/** Program and network are among them. */
async function expectStored(page: Page): Promise<void> {
  await expect.poll(async () => (await stored(page)).filter((path) => /plywise-\w+\.wasm$|\.nnue\.bin$/.test(path)).length).toBe(2);
}

test('the first load is enough for times without a network where the host itself sends the headers', async () => {
  server.headers['Cross-Origin-Opener-Policy'] = 'same-origin';
  server.headers['Cross-Origin-Embedder-Policy'] = 'require-corp';
  const page = await open('/play/');
  await expect(page.getByTestId('new-game')).toBeVisible();
  await expectStored(page);
  await server.end();
  await page.reload();
  await expect(page.getByTestId('level-3')).toBeVisible();
  await page.goto('/analyse/');
  await page.getByTestId('engine-switch').check();
  await expect(page.getByTestId('engine-numbers')).toContainText('depth');
});

test('both tabs are told that the program cannot be loaded, and both go on when it can', async () => {
  server.instead.set(/\.wasm$/, () => undefined);
  const tabs = [await open('/play/'), await open('/play/')];
  for (const tab of tabs) await expect(tab.getByTestId('trouble')).toContainText('The program cannot be loaded now');
  server.instead.clear();
  for (const tab of tabs) {
    await expect(tab.getByTestId('level-3')).toBeVisible();
    await expect(tab.getByTestId('trouble')).toHaveCount(0);
  }
});

test('both tabs are told what waits for the network', async () => {
  server.instead.set(/\.nnue\.bin$/, half);
  const tabs = [await open('/play/'), await open('/analyse/')];
  for (const tab of tabs) await expect(tab.getByTestId('warning')).toContainText('wait for their network');
  server.instead.clear();
  for (const tab of tabs) await expect(tab.getByTestId('warning')).toHaveCount(0);
});

for (const [what, change, says] of [
  ['has no SIMD', () => (WebAssembly.validate = () => false), 'too old for Plywise'],
  ['cannot unpack the network', () => delete (window as { DecompressionStream?: unknown }).DecompressionStream, 'too old for Plywise'],
  [
    'knows no modules in workers',
    () => {
      const Usual = window.Worker;
      // A browser that does not know them takes the import for a mistake.
      window.Worker = class extends Usual {
        constructor() {
          super('data:text/javascript,import x from "y"');
        }
      };
    },
    'Plywise cannot be started here',
  ],
] as const) {
  test(`a browser that ${what} is told so in both tabs, and is left in peace`, async () => {
    await arrive(context, server.address);
    await context.addInitScript(change);
    const tabs = [await open('/play/'), await open('/play/')];
    for (const tab of tabs) {
      await expect(tab.getByTestId('trouble')).toContainText(says);
      await expect(tab.getByTestId('trouble')).toContainText('Chrome 110, Firefox 115 and Safari 16.4');
    }
  });
}

for (const file of ['pieces.json', 'assets/AnalyseView.*js']) {
  test(`a site whose ${file} arrived cut short works at the next visit`, async () => {
    server.instead.set(new RegExp(`${file}$`), half);
    const page = await open('/play/');
    if (file === 'pieces.json') await expect(page.getByTestId('trouble')).toContainText('pieces.json');
    else await expect(page.getByTestId('warning')).toContainText('could not be stored');
    server.instead.clear();
    await arrive(context, server.address);
    await page.goto('/play/');
    await expectStored(page);
    await server.end();
    await page.goto('/analyse/');
    await page.getByTestId('engine-switch').check();
    await expect(page.getByTestId('engine-numbers')).toContainText('depth');
  });
}

test('a damaged file in the store of the browser is replaced', async () => {
  await arrive(context, server.address);
  const page = await open('/licences.txt');
  await page.evaluate(async () => {
    const [name = ''] = await caches.keys();
    await (await caches.open(name)).put('/pieces.json', new Response('{"program"'));
  });
  await page.goto('/play/');
  await expect(page.getByTestId('level-3')).toBeVisible();
  expect(await page.evaluate(async () => (await caches.match('/pieces.json'))?.json())).toHaveProperty('program');
});

test('a browser without room for the page thinks on one thread and says why', async () => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.address, quotaSize: 100_000 });
  await page.goto('/play/');
  await expect(page.getByTestId('warning').first()).toContainText('could not be stored in this browser');
  await expect(page.getByTestId('level-3')).toBeVisible();
});
