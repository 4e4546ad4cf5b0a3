// Games from elsewhere that are kept, engines from elsewhere that play, computers that take their time.

import { readFileSync } from 'node:fs';
import { expect, expectSquare, moves, needsServer, openAdvanced, tab, test, type } from './support/page';
import { PROGRAM, Server } from './support/server';

test.use({ baseURL: async ({ ownServer }, use) => use(ownServer.address) });

const TWO = `[White "Ada"]\n[Black "Ben"]\n[Date "2020.01.02"]\n[Result "1-0"]\n\n1. e4 e5 {a word} (1... c5) 2. Nf3 1-0\n
[White "Cleo"]\n[Black "Dora"]\n[Result "*"]\n\n1. d4 d5 *\n`;

test('games that were read are kept, found and looked at again', async ({ page }) => {
  await page.goto('/analyse');
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(TWO);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await page.getByRole('button', { name: 'Save all to Games' }).click();
  await expect(page.getByTestId('notice')).toContainText('2 games kept');
  await page.goto('/games');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await page.getByTestId('search-games').fill('ada 2020');
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText('Ada – Ben');
  await expect(cards.first()).toContainText('1–0');
  await expect(cards.first()).toContainText('2 moves');
  await cards.first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/analyse/);
  await expect(page.getByTestId('variations').getByRole('button')).toHaveText(['e4', 'e5', 'c5', 'Nf3']);
  await expect(page.getByTestId('variations')).toContainText('a word');
  // They are among those that are taken away, and nobody can play on in them.
  await page.goto('/games');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save all as PGN' }).click();
  const all = readFileSync(await (await download).path(), 'utf8');
  expect(all).toContain('a word');
  expect(all).toContain('Dora');
  const key = await cards.filter({ hasText: 'Cleo' }).getAttribute('data-game');
  await page.goto(`/play/${key}`);
  await expect(page.getByTestId('notice')).toContainText('played elsewhere');
  await page.goto('/games');
  await cards.filter({ hasText: 'Cleo' }).getByRole('button', { name: /Delete/ }).click();
  await page.getByRole('button', { name: 'Delete for good?' }).click();
  await expect(cards).toHaveCount(1);
});

test('games from a file are listed in its order, each with its day', async ({ page }) => {
  const game = (number: number): string => `[White "W${number}"]\n[Black "B"]\n[Date "1973.${number > 9 ? '05' : '??'}.??"]\n\n1. e4 e5 1-0\n\n`;
  await page.goto('/games');
  // More than goes into one message.
  const long = `[White "Long"]\n\n1. d4 {${'word '.repeat(90_000)}} d5 *\n\n`;
  const text = long + Array.from({ length: 12 }, (_, index) => game(index + 1)).join('') + long;
  await page.getByTestId('add-games').setInputFiles({ name: 'games.pgn', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(page.getByTestId('notice').first()).toContainText('14 games added');
  await expect(page.getByTestId('games-total')).toHaveText('14 games');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(14);
  const names = (await cards.getByRole('heading').allInnerTexts()).map((name) => name.split(' – ')[0]);
  expect(names).toEqual(['Long', ...Array.from({ length: 12 }, (_, index) => `W${index + 1}`), 'Long']);
  await expect(cards.nth(1)).toContainText('1 move, 1973');
  await expect(cards.nth(12)).toContainText('1 move, May 1973');
});

test('an analysis is kept with its comments', async ({ page }) => {
  await page.goto('/analyse');
  for (const move of ['e4', 'e5']) await type(page, move);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Annotate' }).click();
  await page.getByTestId('move-menu').getByRole('textbox').fill('mine');
  await page.getByRole('button', { name: 'Done' }).click();
  await tab(page, 'FEN and PGN');
  await page.getByRole('button', { name: 'Save to Games' }).click();
  await expect(page.getByTestId('notice')).toContainText('1 game kept');
  await page.goto('/games');
  await page.getByRole('article').getByRole('link', { name: 'Analyse' }).click();
  await expect(page.getByTestId('variations')).toContainText('mine');
});

test('an analysis without a move is not kept, with a sentence', async ({ page }) => {
  await page.goto('/analyse');
  await expectSquare(page, 'e2', 'white pawn');
  await tab(page, 'FEN and PGN');
  await page.getByRole('button', { name: 'Save to Games' }).click();
  await expect(page.getByTestId('notice')).toContainText('no game with a move');
});

test('a computer answers at a human pace where that is wanted', async ({ page }) => {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  await form.getByTestId('level-1').click();
  await form.getByText('at a human pace').click();
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByTestId('moves')).toBeVisible();
  const began = Date.now();
  await type(page, 'e4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  // Half of two seconds at least; a level 1 without it takes milliseconds.
  expect(Date.now() - began).toBeGreaterThan(950);
  // Who is in a hurry need not wait.
  await type(page, 'd4');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(async () => (await moves(page)).length).toBeLessThanOrEqual(2);
});

test('an engine that the server was started with plays, and no other', async ({ page }) => {
  needsServer('a site has no other engines');
  const server = new Server('--engine', `guest=${PROGRAM} uci,Hash=16`);
  await server.start();
  try {
    await page.goto(`${server.address}/play`);
    const form = page.getByTestId('new-game');
    await form.getByText('guest', { exact: true }).click();
    await expect(form.getByTestId('opponent')).toContainText('another program');
    await openAdvanced(page);
    await form.getByLabel('Seconds a computer takes').fill('0.2');
    await form.getByRole('button', { name: 'Play', exact: true }).click();
    await type(page, 'e4');
    await expect.poll(() => moves(page), { timeout: 60_000 }).toHaveLength(2);
    // The game is there after a reload, and the engine plays on.
    await page.reload();
    await expect.poll(() => moves(page)).toHaveLength(2);
    // A page can name no program.
    const said = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(`ws://${window.location.host}/api/socket`);
          socket.onopen = () => socket.send(JSON.stringify({ id: 7, type: 'newGame', white: 'human', black: 'uci:/bin/sh' }));
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(String(data)) as { id: number | null; sentence?: string };
            if (message.id === 7) resolve(message.sentence ?? 'it was started');
          };
        }),
    );
    expect(said).toContain('other programs are not started from the page');
  } finally {
    await server.end();
  }
});
