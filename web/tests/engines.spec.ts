// Engines that the server was started with, in the analysis.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, expectSquare, needsServer, tab, test, type } from './support/page';
import { PROGRAM, Server } from './support/server';

/** An engine that answers, and then does this when it is to search. */
function script(folder: string, name: string, go: string): string {
  const file = join(folder, name);
  writeFileSync(
    file,
    `#!/bin/sh
while read -r word rest; do case $word in uci) echo 'id name Scripted'; echo uciok;; isready) echo readyok;;
go) ${go};; stop) echo 'bestmove e2e4';; quit) exit 0;; esac; done
`,
  );
  chmodSync(file, 0o755);
  return `${name}=${file}`;
}

test.beforeEach(() => needsServer('a site has no other engines'));

test('an engine of the command line analyses: lines, depth, score, speed and the bar', async ({ page }) => {
  const server = new Server('--engine', `guest=${PROGRAM} uci`);
  await server.start();
  try {
    await page.goto(`${server.address}/analyse?fen=${encodeURIComponent('6k1/2p2ppp/8/8/8/8/5PPP/R5K1 b - - 0 1')}`);
    await page.getByTestId('analyst').selectOption('guest');
    await page.getByTestId('engine-switch').check();
    const lines = page.getByTestId('lines').getByRole('listitem');
    await expect(lines.first()).toContainText(/\d/, { timeout: 60_000 });
    await expect(lines.nth(2)).toContainText(/\d/);
    await expect(page.getByTestId('engine-numbers')).toContainText(/depth \d+\/\d+ · .*node.* · .*\/s/);
    await expect(page.getByTestId('analyst')).toHaveAttribute('title', /^Plywise/);
    // White is a rook up, whoever is to move.
    await expect(page.getByTestId('engine-value')).toContainText(/^\+|^#\d/);
    expect(Number(await page.getByRole('meter').getAttribute('aria-valuenow'))).toBeGreaterThan(50);
    // It follows the board.
    await type(page, 'c6');
    await expectSquare(page, 'c6', 'black pawn');
    await expect(lines.first()).toContainText('Ra8#', { timeout: 60_000 });
    // The choice is there after a reload, and it can be taken back.
    await page.reload();
    await expect(page.getByTestId('analyst')).toHaveValue('engine:guest');
    await expect(lines.first()).toContainText('Ra8#', { timeout: 60_000 });
    await page.getByTestId('analyst').selectOption('Plywise');
    await expect(lines.first()).toContainText('Ra8#', { timeout: 60_000 });
    await expect(page.getByTestId('analyst')).not.toHaveAttribute('title', /./);
  } finally {
    await server.end();
  }
});

test('an engine that dies or talks nonsense is told, and Plywise goes on in its place', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'plywise-engines-'));
  const server = new Server(
    '--engine',
    script(folder, 'mortal', 'exit 3'),
    '--engine',
    script(folder, 'liar', "echo 'info depth 5 score cp 20 pv e2e5'"),
    '--engine',
    'missing=/no/such/engine',
  );
  await server.start();
  try {
    await page.goto(`${server.address}/analyse`);
    await page.getByTestId('engine-switch').check();
    const lines = page.getByTestId('lines').getByRole('listitem');
    for (const [name, said] of [
      ['mortal', 'the engine left (exit status: 3)'],
      ['liar', "'e2e5' is not legal"],
      ['missing', "cannot start '/no/such/engine'"],
    ] as const) {
      await page.getByTestId('analyst').selectOption(name);
      await expect(page.getByTestId('notice').filter({ hasText: `${name} does not analyse` })).toContainText(said);
      await expect(page.getByTestId('analyst')).toHaveValue('');
      await expect(lines.first()).toContainText(/\d/);
    }
  } finally {
    await server.end();
    rmSync(folder, { recursive: true });
  }
});

test('without other engines nothing is to be chosen, and the page says how to have one', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('plywise.settings', JSON.stringify({ analyst: 'engine:gone', engine: true })));
  await page.goto('/analyse');
  await expect(page.getByTestId('analyst')).toHaveCount(0);
  await expect(page.getByTestId('lines').getByRole('listitem').first()).toContainText(/\d/);
  await tab(page, 'Engine');
  await expect(page.getByText('plywise serve --engine NAME=PROGRAM')).toBeVisible();
});

test('the position under the mouse changes with the line', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'plywise-engines-'));
  const said = join(folder, 'more');
  const go = `echo 'info depth 5 multipv 1 score cp 20 pv e2e4 e7e5'
while ! [ -e ${said} ]; do sleep 0.1; done
echo 'info depth 6 multipv 1 score cp 30 pv d2d4 d7d5'`;
  const server = new Server('--engine', script(folder, 'slow', go));
  await server.start();
  try {
    await page.goto(`${server.address}/analyse`);
    await page.getByTestId('analyst').selectOption('slow');
    await page.getByTestId('engine-switch').check();
    const move = page.getByTestId('lines').getByRole('listitem').first().getByRole('button').first();
    await expect(move).toHaveText('e4');
    await move.hover();
    const preview = page.getByTestId('line-preview');
    await expect(preview).toHaveAttribute('data-fen', /\/4P3\/8\/PPPP1PPP\//);
    writeFileSync(said, '');
    await expect(move).toHaveText('d4');
    await expect(preview).toHaveAttribute('data-fen', /\/3P4\/8\/PPP1PPPP\//);
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
});
