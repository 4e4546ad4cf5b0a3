// The core of the site in Firefox: Debian's own, as people have it, driven by the standard protocol of
// browsers (WebDriver BiDi), which Playwright does not speak to it.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { expect, SITE, test } from './support/page';

const FIREFOX = process.env['PLYWISE_FIREFOX'] ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);
const PATIENCE = { timeout: 60_000 };

test.skip(!SITE, 'there is no site');
test.skip(FIREFOX === undefined && !process.env['CI'], 'there is no Firefox; install it (Debian: apt-get install firefox-esr) or name one in PLYWISE_FIREFOX');

let browser: Browser;
let page: Page;
let home: string;

test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'plywise-firefox-'));
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX ?? '', headless: true, env: { ...process.env, HOME: home } });
  page = await browser.newPage();
});

test.afterAll(async () => {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
});

function text(id: string): Promise<string> {
  return page.evaluate((id) => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? '', id);
}

function played(): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('[data-testid="moves"] button').length);
}

test('play, analysis and kept games work in Firefox, without a network after the first visit', async ({ ownServer }) => {
  const address = ownServer.address;
  await page.goto(`${address}/play/`);
  await page.waitForSelector('[data-testid="level-3"]', PATIENCE);
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  await expect.poll(() => page.evaluate(() => document.querySelector('[data-testid="loading"]') === null)).toBe(true);
  await ownServer.end();

  await page.goto(`${address}/play/`);
  await page.waitForSelector('[data-testid="level-3"]', PATIENCE);
  await page.click('[data-testid="level-3"]');
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-testid="new-game"] button')];
    buttons.find((button) => button.textContent?.trim() === 'Play')?.click();
  });
  await page.waitForSelector('[data-testid="move-field"]', PATIENCE);
  await page.type('[data-testid="move-field"]', 'e4\n');
  await expect.poll(played).toBe(2);
  await page.reload();
  await expect.poll(played).toBe(2);

  await page.goto(`${address}/analyse/`);
  await page.waitForSelector('[data-testid="engine-switch"]', PATIENCE);
  await page.click('[data-testid="engine-switch"]');
  await expect.poll(() => text('engine-numbers')).toContain('depth');

  await page.goto(`${address}/games/`);
  await expect.poll(() => text('games-total')).toBe('1 game');
});
