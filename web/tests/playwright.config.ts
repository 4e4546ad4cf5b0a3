import { defineConfig } from '@playwright/test';

const isBench = process.env['PLYWISE_BENCH'] !== undefined;

// Debian's Chromium: Playwright would download a browser of its own, which not every
// machine may. The flags keep it from talking to anybody but the server under test.
export default defineConfig({
  testDir: '.',
  // Measurements are no tests: they want the machine for themselves.
  testMatch: isBench ? '*.bench.ts' : '*.spec.ts',
  outputDir: '../test-results',
  // Each worker has a server of its own, and half of the time of a test is waiting.
  workers: isBench ? 1 : 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  // Not a measure of speed: what takes this long hangs.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env['PLYWISE_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
