// A browser on a server of its own, or on the static site, and the hands of a person.

import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { Server } from './server';
import { StaticServer } from './static';

export { expect, type Page };

/** The folder of the static site, if that is what is tested. */
export const SITE = process.env['PLYWISE_SITE'];

interface Fixtures {
  /** A server for this test alone. */
  ownServer: Server | StaticServer;
}

interface WorkerFixtures {
  /** A server for all tests that do not care what else is kept. On a site, games are the browser's, and each test has another. */
  server: Server | StaticServer;
}

/** Says what a test needs that only `plywise serve` has; it is left out where the site is tested. */
export function needsServer(why: string): void {
  test.skip(SITE !== undefined, why);
}

/** Opens the site for the first time, until it is there for good: the service worker loads it twice. */
export async function arrive(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}/play/`);
  await expect(page.getByTestId('new-game')).toBeVisible();
  // In between, nothing can be asked.
  await expect.poll(() => page.evaluate(() => window.crossOriginIsolated).catch(() => false)).toBe(true);
  await expect(page.getByTestId('new-game')).toBeVisible();
  await page.close();
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = SITE ? new StaticServer(SITE) : new Server();
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: 'worker' },
  ],
  ownServer: async ({}, use) => {
    const server = SITE ? new StaticServer(SITE) : new Server();
    await server.start();
    await use(server);
    await server.end();
  },
  baseURL: async ({ server }, use) => use(server.address),
  page: async ({ page, context, baseURL }, use) => {
    if (SITE) await arrive(context, baseURL ?? '');
    const troubles: string[] = [];
    const visited = new Set<string>();
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => {
      // A server that a test kills is reported by the browser, and should be.
      const isAway = /WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE/.test(message.text());
      // And so is a game that a test asks for although it is not there, and the plain request by
      // which the page asks why its socket was closed, where the server is back before it.
      const isGone = isAway || /\/api\/(games\/gone\.pgn|socket)$/.test(message.location().url);
      if (message.type() === 'error' && !isGone) troubles.push(message.text());
    });
    page.on('request', (request) => {
      const { hostname, origin, protocol } = new URL(request.url());
      // Another port is another site, unless the test itself goes there.
      if (request.isNavigationRequest() && hostname === '127.0.0.1') visited.add(origin);
      if (protocol !== 'data:' && protocol !== 'blob:' && !visited.has(origin)) troubles.push(`asked for ${request.url()}`);
    });
    await use(page);
    expect(troubles, 'errors of the page').toEqual([]);
  },
});

export interface Order {
  white?: string;
  fen?: string;
  chess960?: number;
  two?: boolean;
  level?: number;
  /** Against the champion, who has hours and takes its time: no book knows a game without h-pawns. */
  champion?: boolean;
  side?: 'White' | 'Black';
}

const NO_BOOK = 'rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1';

/** Starts a game through the form. */
export async function newGame(page: Page, order: Order): Promise<void> {
  await page.goto('/play');
  const form = page.getByTestId('new-game');
  // The form remembers what was chosen last: everything is said.
  await form.getByText(order.two ? 'Two people' : 'Against the computer').click();
  if (!order.two) {
    await form.getByText(order.side ?? 'White', { exact: true }).click();
    await form.getByTestId(order.champion ? 'champion' : `level-${order.level ?? 3}`).click();
  }
  await form.getByText(order.champion ? 'Custom' : 'No clock', { exact: true }).click();
  if (order.champion) await form.getByLabel('Minutes').fill('600');
  await openAdvanced(page);
  const fen = order.fen ?? (order.champion ? NO_BOOK : undefined);
  await form.getByLabel('Start').selectOption(order.chess960 !== undefined ? 'Chess960' : fen ? 'a position' : 'usual position');
  if (order.chess960 !== undefined) await form.getByLabel('Number').fill(String(order.chess960));
  else if (fen) await form.getByLabel('FEN', { exact: true }).fill(fen);
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page).toHaveURL(/\/play\/.+/);
  await expect(page.getByTestId('moves')).toBeVisible();
}

/** Unfolds what is seldom wanted in a new game. */
export async function openAdvanced(page: Page): Promise<void> {
  const details = page.getByTestId('new-game').locator('details');
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
}

/** Goes to a tab of the analysis. */
export async function tab(page: Page, name: 'Moves' | 'Review' | 'FEN and PGN' | 'Engine'): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
}

/** The middle of a square on the screen. */
export async function middle(page: Page, square: string): Promise<[number, number]> {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  if (!box) throw new Error(`${square} is not on the board`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Drags a piece with the mouse, as soon as there is one. */
export async function drag(page: Page, from: string, to: string): Promise<void> {
  await expect(page.locator(`[data-square="${from}"]`)).not.toHaveAttribute('aria-label', /empty/);
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 6 });
  await page.mouse.up();
}

/** Clicks a square. */
export async function click(page: Page, square: string): Promise<void> {
  await page.mouse.click(...(await middle(page, square)));
}

/** Types a move into the field. */
export async function type(page: Page, move: string): Promise<void> {
  const field = page.getByTestId('move-field');
  await field.fill(move);
  await field.press('Enter');
  await expect(page.locator('form[aria-busy="true"]')).toHaveCount(0);
}

/** Asks for a hint and plays it. */
export async function playHint(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hint' }).click();
  const hint = page.getByTestId('hint');
  await expect(hint).toBeVisible();
  const move = (await hint.innerText()).replace('Hint:', '').trim().split(/[, ]/)[0] ?? '';
  await type(page, move);
}

/** What a square holds, as a screen reader says it. */
export async function expectSquare(page: Page, square: string, what: string): Promise<void> {
  await expect(page.locator(`[data-square="${square}"]`)).toHaveAttribute('aria-label', `${square}, ${what}`);
}

/** The moves in the list. */
export function moves(page: Page): Promise<string[]> {
  return page.getByTestId('moves').getByRole('button').allInnerTexts();
}
