// What the browser kept of an analysis was damaged: a sentence, and nothing is lost.

import { readFileSync } from 'node:fs';
import { expect, expectSquare, tab, test, type } from './support/page';
import type { Page } from './support/page';

const KEPT = 'plywise.analysis';

/** Plays a game that the browser keeps; the answer is how. */
async function keep(page: Page): Promise<string> {
  await page.goto('/analyse');
  for (const move of ['d4', 'd5', 'c4']) await type(page, move);
  await expect.poll(() => stored(page, KEPT)).toContain('c2c4');
  return (await stored(page, KEPT)) ?? '';
}

function stored(page: Page, name: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), name);
}

/** Comes back later, in a new window, to what lies there now. */
async function comeBack(page: Page, text: string): Promise<void> {
  // The page that goes would write once more.
  await page.goto('/games');
  await page.evaluate(
    ({ name, text }) => {
      sessionStorage.clear();
      localStorage.setItem(name, text);
    },
    { name: KEPT, text },
  );
  await page.goto('/analyse');
}

const DAMAGES: Record<string, (text: string) => string> = {
  'cut off': (text) => text.slice(0, -30),
  'no JSON': () => 'not json',
  'an empty list': () => '[]',
  'no position': (text) => text.replace(/"fen":"[^"]*"/, '"fen":"7"'),
  'a move that is none': (text) => text.replace('"uci":"d7d5"', '"uci":"7"'),
  'a move that cannot be': (text) => text.replace('"uci":"d7d5"', '"uci":"d7d3"'),
  'a move before its parent': (text) => text.replace('"parent":1', '"parent":9'),
};

for (const [name, damage] of Object.entries(DAMAGES)) {
  test(`a kept analysis that is damaged is told, and set aside as it is: ${name}`, async ({ page }) => {
    const damaged = damage(await keep(page));
    await comeBack(page, damaged);
    await expect(page.getByTestId('notice')).toContainText('damaged');
    await expectSquare(page, 'e2', 'white pawn');
    // Whoever goes on to play loses nothing of it.
    await type(page, 'e4');
    await expect.poll(() => stored(page, KEPT)).toContain('e2e4');
    await page.reload();
    await expectSquare(page, 'e4', 'white pawn');
    await expect(page.getByTestId('notice')).toHaveCount(0);
    await tab(page, 'FEN and PGN');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save what was damaged' }).click()]);
    const saved = readFileSync(await download.path(), 'utf8');
    // What can be read is kept in the order of its parts; what cannot, letter by letter.
    if (name.startsWith('a move that cannot') || name === 'no position') expect(saved).toContain('c2c4');
    else expect(saved).toBe(damaged);
    await page.getByRole('button', { name: 'Forget what was damaged' }).click();
    await page.getByRole('button', { name: 'Forget it for good?' }).click();
    await expect(page.getByRole('button', { name: 'Save what was damaged' })).toHaveCount(0);
  });
}

test('of a damaged analysis its own window still has what it was before', async ({ page }) => {
  const whole = await keep(page);
  await page.goto('/games');
  await page.evaluate(([name, text]) => localStorage.setItem(name ?? '', text ?? ''), [KEPT, whole.slice(0, -30)]);
  await page.goto('/analyse');
  await expectSquare(page, 'c4', 'white pawn');
});

test('what was set aside and is damaged takes nothing from the board', async ({ page }) => {
  await keep(page);
  await page.evaluate((name) => localStorage.setItem(`${name}.other`, '{"game":'), KEPT);
  await page.reload();
  await expectSquare(page, 'c4', 'white pawn');
  await tab(page, 'FEN and PGN');
  await page.getByRole('button', { name: 'Bring back what was set aside' }).click();
  await expect(page.getByTestId('notice')).toContainText('damaged');
  await expectSquare(page, 'c4', 'white pawn');
  expect(await stored(page, `${KEPT}.damaged`)).toBe('{"game":');
});

test('a link is opened over a damaged analysis, which is set aside', async ({ page }) => {
  await comeBack(page, (await keep(page)).slice(0, -30));
  await page.goto('/games');
  await page.evaluate((name) => {
    localStorage.removeItem(`${name}.damaged`);
    localStorage.setItem(name, '{"game":');
    sessionStorage.clear();
  }, KEPT);
  await page.goto(`/analyse?fen=${encodeURIComponent('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1')}`);
  await expectSquare(page, 'a1', 'white rook');
  expect(await stored(page, `${KEPT}.damaged`)).toBe('{"game":');
});
