import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drag, expect, expectSquare, moves, needsServer, newGame, test, type } from './support/page';

test.use({ baseURL: async ({ ownServer }, use) => use(ownServer.address) });

test('a game survives reload and a killed server, clocks included', async ({ page, ownServer }) => {
  needsServer('it kills the server');
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  await form.getByText('Two people').click();
  await form.getByText('Custom', { exact: true }).click();
  await form.getByLabel('Minutes').fill('30');
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await drag(page, 'e2', 'e4');
  await expect.poll(() => moves(page)).toHaveLength(1);
  await type(page, 'e5');
  await expect.poll(() => moves(page)).toEqual(['e4', 'e5']);
  await page.reload();
  await expect.poll(() => moves(page)).toEqual(['e4', 'e5']);
  await type(page, 'Nf3');
  await expect.poll(() => moves(page)).toEqual(['e4', 'e5', 'Nf3']);

  await ownServer.kill();
  await expect(page.getByTestId('trouble')).toBeVisible();
  await ownServer.start();
  await expect(page.getByTestId('trouble')).toBeHidden();
  await expect.poll(() => moves(page)).toEqual(['e4', 'e5', 'Nf3']);
  await type(page, 'Nc6');
  await expectSquare(page, 'c6', 'black knight');
  await expect(page.getByRole('timer', { name: "White's clock" })).toHaveText(/^(29|30):/);
});

test('the open page goes on after the server was killed, without a reload', async ({ page, ownServer }) => {
  needsServer('it kills the server');
  await newGame(page, { two: true });
  const played = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6'];
  for (const move of played) await type(page, move);
  await expect.poll(() => moves(page)).toEqual(played);
  await ownServer.kill();
  await expect(page.getByTestId('trouble')).toBeVisible();
  await ownServer.start();
  await expect(page.getByTestId('trouble')).toBeHidden();
  for (const move of ['Ba4', 'Nf6', 'O-O']) {
    await type(page, move);
    played.push(move);
    await expect.poll(() => moves(page)).toEqual(played);
  }
  await expectSquare(page, 'g1', 'white king');
});

test('a computer answers on the open page after the server was killed', async ({ page, ownServer }) => {
  needsServer('it kills the server');
  // A lone king is in nobody's way, whatever it does.
  await newGame(page, { level: 2, fen: '4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1' });
  for (const [from, to, count] of [['a2', 'a3', 2], ['b2', 'b3', 4], ['g2', 'g3', 6]] as const) {
    await drag(page, from, to);
    await expect.poll(() => moves(page)).toHaveLength(count);
  }
  await ownServer.kill();
  await expect(page.getByTestId('trouble')).toBeVisible();
  await ownServer.start();
  await expect(page.getByTestId('trouble')).toBeHidden();
  await drag(page, 'h2', 'h3');
  await expect.poll(() => moves(page)).toHaveLength(8);
});

test('a move that is made while the server is away is played when it is back', async ({ page, ownServer }) => {
  needsServer('it kills the server');
  await newGame(page, { two: true });
  await type(page, 'e4');
  await expect.poll(() => moves(page)).toEqual(['e4']);
  await ownServer.kill();
  await expect(page.getByTestId('trouble')).toBeVisible();
  await drag(page, 'e7', 'e5');
  await ownServer.start();
  await expect.poll(() => moves(page)).toEqual(['e4', 'e5']);
  await expectSquare(page, 'e5', 'black pawn');
  await expect(page.getByTestId('notice')).toHaveCount(0);
  await type(page, 'Nf3');
  await expect.poll(() => moves(page)).toEqual(['e4', 'e5', 'Nf3']);
});

test('a game that is deleted on another page is left, with a word', async ({ page, context, ownServer }) => {
  await newGame(page, { two: true });
  await type(page, 'e4');
  const other = await context.newPage();
  await other.goto(`${ownServer.address}/games`);
  await other.getByRole('button', { name: /^Delete/ }).click();
  await other.getByRole('button', { name: 'Delete for good?' }).click();
  await expect(other.getByTestId('games-total')).toHaveText('0 games');
  await expect(page.getByTestId('notice')).toContainText('deleted');
  await expect(page).toHaveURL(/\/play$/);
  await expect(page.getByTestId('new-game')).toBeVisible();
});

test('players have names in PGN', async ({ page }) => {
  await newGame(page, { level: 5 });
  await drag(page, 'c2', 'c4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PGN' }).click();
  const pgn = readFileSync(await (await download).path(), 'utf8');
  expect(pgn).toContain('[White "Player"]');
  expect(pgn).toContain('[Black "Plywise level 5"]');
  await page.getByRole('link', { name: 'Analyse', exact: true }).last().click();
  await expect(page.getByTestId('player-white')).toHaveText('Player');
  await expect(page.getByTestId('player-black')).toHaveText('Plywise level 5');
});

test('a game is listed from its first move on', async ({ page }) => {
  await newGame(page, { two: true });
  const address = page.url();
  await page.goto('/games');
  await expect(page.getByTestId('games-total')).toHaveText('0 games');
  // It is there all the same.
  await page.goto(address);
  await type(page, 'e4');
  await page.goto('/games');
  await expect(page.getByTestId('games-total')).toHaveText('1 game');
  await expect(page.getByRole('article')).toContainText('1 move,');
});

test('games are found by the words that their cards show', async ({ page }) => {
  await newGame(page, { two: true });
  for (const move of ['f3', 'e5', 'g4', 'Qh4#']) await type(page, move);
  await expect(page.getByTestId('end')).toContainText('0–1');
  await newGame(page, { two: true });
  await type(page, 'e4');
  await expect.poll(() => moves(page)).toHaveLength(1);
  await page.getByTitle('Agree on a draw').click();
  await page.getByRole('button', { name: 'Draw: sure?' }).click();
  await expect(page.getByTestId('end')).toContainText('½–½');
  for (const level of [1, 5, 10]) {
    await newGame(page, { level });
    await drag(page, 'c2', 'c4');
    await expect.poll(() => moves(page)).toHaveLength(2);
  }
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  await expect(page.getByTestId('games-total')).toHaveText('5 games');
  const cards = page.getByRole('article');
  const names = async (): Promise<string[]> => (await cards.getByRole('heading').allInnerTexts()).sort();
  const all = await names();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save all as PGN' }).click();
  const [, year, month, day] = /\[Date "(\d+)\.(\d+)\.(\d+)"\]/.exec(readFileSync(await (await saved).path(), 'utf8')) ?? [];
  const name = new Date(2000, Number(month) - 1, 1).toLocaleString('en', { month: 'short' });
  for (const [words, found] of [
    [`${year}-${month}-${day}`, all],
    [`${Number(day)} ${name}`, all],
    [`${name} ${Number(day)}`, all],
    [`${Number(day) === 3 ? 4 : 3} ${name}`, []],
    ['Level 5', ['You – Level 5']],
    ['level 1', ['You – Level 1']],
    ['Level 10', ['You – Level 10']],
    ['you – level 5', ['You – Level 5']],
    ['two people', ['Two people', 'Two people']],
    ['0–1', ['Two people']],
    ['Two people ½–½', ['Two people']],
    ['0-1', ['Two people']],
    ['easy', []],
    ['two people level 5', []],
    ['goes on', ['You – Level 1', 'You – Level 10', 'You – Level 5']],
    ['draw', ['Two people']],
  ] as const) {
    await page.getByTestId('search-games').fill(words);
    await expect.poll(names, words).toEqual(found);
  }
});

test('a card says when its game was played, whole, however wide the window is', async ({ page }) => {
  await newGame(page, { level: 10 });
  await drag(page, 'c2', 'c4');
  await expect.poll(() => moves(page)).toHaveLength(2);
  for (const width of [360, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/games');
    const when = page.getByTestId('when').first();
    await expect(when).toContainText(/\d:\d\d/);
    // The longest that it may say: a long game, late in the year.
    await when.evaluate((line) => (line.textContent = '120 moves, 28 Sept, 20:48'));
    expect(await when.evaluate((line) => line.scrollWidth - line.clientWidth), `${width}`).toBeLessThanOrEqual(0);
  }
});

test('games are listed, found, exported and deleted', async ({ page }) => {
  await newGame(page, { two: true });
  for (const move of ['f3', 'e5', 'g4', 'Qh4#']) await type(page, move);
  await expect(page.getByTestId('end')).toContainText('0–1');
  await newGame(page, { level: 1 });
  await drag(page, 'c2', 'c4');
  await expect.poll(() => moves(page)).toHaveLength(2);

  await page.getByRole('link', { name: 'Games', exact: true }).click();
  await expect(page.getByTestId('games-total')).toHaveText('2 games');
  for (const name of ['You – Level 1', 'Two people']) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await page.getByTestId('search-games').fill('Level 1');
  await expect(page.getByTestId('games-total')).toHaveText('1 game');
  await page.getByTestId('search-games').fill('you 0-1');
  await expect(page.getByTestId('games-total')).toHaveText('1 game');
  await page.getByTestId('search-games').fill('Level 3');
  await expect(page.getByTestId('games-total')).toHaveText('0 games');
  await page.getByTestId('search-games').fill('');
  await expect(page.getByTestId('games-total')).toHaveText('2 games');

  const mate = page.getByRole('article').filter({ hasText: '0–1' });
  const download = page.waitForEvent('download');
  await mate.getByRole('link', { name: 'PGN' }).click();
  const pgn = readFileSync(await (await download).path(), 'utf8');
  const bare = pgn.replace(/\{[^}]*\}/g, '').replace(/\d+\.\.\./g, '').replace(/\s+/g, ' ');
  expect(bare).toContain('1. f3 e5 2. g4 Qh4# 0-1');

  await mate.getByRole('button', { name: /^Delete/ }).click();
  await mate.getByRole('button', { name: 'Delete for good?' }).click();
  await expect(page.getByTestId('games-total')).toHaveText('1 game');
  await page.reload();
  await expect(page.getByTestId('games-total')).toHaveText('1 game');
});

test('a damaged store is told on the page and left as it is', async ({ page, ownServer }) => {
  needsServer('it damages a database');
  const file = join(ownServer.folder, 'games.sqlite');
  await page.goto(`${ownServer.address}/play`);
  await expect(page.getByTestId('new-game')).toBeVisible();
  await expect(page.getByTestId('warning')).toHaveCount(0);
  await ownServer.kill();
  const damaged = 'this was a database once '.repeat(400);
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  writeFileSync(file, damaged);
  await ownServer.start();
  await page.goto(`${ownServer.address}/games`);
  await expect(page.getByTestId('warning')).toContainText('games.sqlite');
  await expect(page.getByTestId('warning')).toContainText('games of this run will not be kept');
  await expect(page.getByTestId('games-total')).toHaveText('0 games');
  await expect(page.getByText('Each game is kept here')).toHaveCount(0);
  // One can play all the same, and what lies there may yet be mended.
  await page.goto(`${ownServer.address}/play`);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByTestId('moves')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(damaged);
});

test('all games are saved as PGN and added again, elsewhere', async ({ page }) => {
  await newGame(page, { two: true });
  for (const move of ['e4', 'e5', 'Nf3']) await type(page, move);
  await newGame(page, { two: true });
  await type(page, 'd4');
  await page.goto('/games');
  await expect(page.getByTestId('games-total')).toHaveText('2 games');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save all as PGN' }).click();
  const file = await (await download).path();
  for (const total of ['1 game', '0 games']) {
    await page.getByRole('button', { name: /^Delete/ }).first().click();
    await page.getByRole('button', { name: 'Delete for good?' }).click();
    await expect(page.getByTestId('games-total')).toHaveText(total);
  }
  await page.getByTestId('add-games').setInputFiles(file);
  await expect(page.getByTestId('notice')).toContainText('2 games added');
  await expect(page.getByTestId('games-total')).toHaveText('2 games');
  // What is no PGN adds nothing, and takes nothing away.
  await page.getByTestId('add-games').setInputFiles({ name: 'no.pgn', mimeType: 'text/plain', buffer: Buffer.from('nothing') });
  await expect(page.getByTestId('notice').last()).toContainText('no game with a move');
  await expect(page.getByTestId('games-total')).toHaveText('2 games');
});
