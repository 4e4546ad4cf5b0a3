// How large the site is, how soon the first move can be made and how fast it thinks, next to the
// program itself: the table of docs/benchmarks/site.md.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, SITE, test } from './support/page';
import { plywise } from './support/server';

/** Runs of each bench; the fastest counts, for other programs run on this computer too. */
const RUNS = 5;

/** A fast connection, as people have it at home: 50 Mbit/s, and 20 ms to the host. */
const FAST = { offline: false, downloadThroughput: 50e6 / 8, uploadThroughput: 10e6 / 8, latency: 20 };
/** The first move must be possible within so many milliseconds. */
const PATIENCE = 2000;

function brotli(bytes: Buffer): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
}

function row(what: string, found: string, wanted: string): void {
  console.log(`| ${what} | ${found} | ${wanted} |`);
}

interface Speed {
  nodes: number;
  nps: number;
}

function speed(text: string): Speed {
  const [, nodes, nps] = /(\d+) nodes (\d+) nps/.exec(text) ?? [];
  return { nodes: Number(nodes), nps: Number(nps) };
}

test.skip(!SITE, 'there is no site');

test('sizes', () => {
  const folder = SITE ?? '';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile());
  const read = (file: string): Buffer => readFileSync(join(folder, file));
  const wasm = files.find((file) => /^plywise-\w+\.wasm$/.test(file)) ?? '';
  const network = files.find((file) => file.endsWith('.nnue.bin')) ?? '';
  const page = files.filter((file) => /\.(html|js|css|woff2|svg)$/.test(file) && !/^(play|analyse|practise|learn|lab|games|setup)\//.test(file));
  const pageBytes = page.reduce((sum, file) => sum + brotli(read(file)), 0);
  const wasmBytes = brotli(read(wasm));
  row('program (WebAssembly), brotli', `${(wasmBytes / 1e6).toFixed(2)} MB of ${(statSync(join(folder, wasm)).size / 1e6).toFixed(2)} MB`, 'at most 1.6 MB');
  const networkBytes = statSync(join(folder, network)).size;
  row('network, as it is sent', `${(networkBytes / 1e6).toFixed(2)} MB`, 'at most 4 MB');
  row('page, all views, brotli', `${(pageBytes / 1e3).toFixed(0)} kB`, 'at most 300 kB');
  expect(wasmBytes).toBeLessThan(1.6e6);
  expect(networkBytes).toBeLessThan(4e6);
  expect(pageBytes).toBeLessThan(300e3);
});

test('the first move', async ({ browser, server }) => {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', FAST);
    const begun = Date.now();
    await page.goto(`${server.address}/play/`);
    await page.getByTestId('new-game').getByTestId('level-3').click();
    await page.getByTestId('new-game').getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.locator('[data-square="e2"]')).toHaveAttribute('aria-label', 'e2, white pawn');
    await expect(page.getByTestId('move-field')).toBeEnabled();
    times.push(Date.now() - begun);
    await context.close();
  }
  row('first move possible, first visit, 50 Mbit/s and 20 ms', `${(Math.min(...times) / 1000).toFixed(2)} s`, 'within 2 s');
  expect(Math.min(...times)).toBeLessThan(PATIENCE);
});

test('speed', async ({ browser, server }) => {
  test.setTimeout(900_000);
  const native: Speed[] = [];
  const here: Speed[] = [];
  const context = await browser.newContext();
  const page = await context.newPage();
  for (let run = 0; run < RUNS; run++) {
    native.push(speed(await plywise('bench')));
    await page.goto(`${server.address}/bench.html`);
    await expect(page.locator('#outcome')).toHaveText(/ nps$/, { timeout: 200_000 });
    here.push(speed(await page.locator('#outcome').innerText()));
  }
  await context.close();
  const best = (runs: Speed[]): number => Math.max(...runs.map(({ nps }) => nps));
  row('bench, nodes', `${here[0]?.nodes}`, `${native[0]?.nodes}`);
  row('bench, nodes/s', `${(best(here) / 1e6).toFixed(2)} M`, `${(best(native) / 1e6).toFixed(2)} M natively`);
  row('of native speed', `${((100 * best(here)) / best(native)).toFixed(0)} %`, 'at least 50 %');
  expect(best(here) / best(native)).toBeGreaterThan(0.5);
  expect(here.map(({ nodes }) => nodes)).toEqual(native.map(({ nodes }) => nodes));
});
