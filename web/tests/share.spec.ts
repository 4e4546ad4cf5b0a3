// Links, pictures and films.

import { readFileSync } from 'node:fs';
import { expect, expectSquare, moves, newGame, tab, test, type } from './support/page';
import type { Page } from './support/page';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const FEN = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';

async function read(page: Page, text: string): Promise<void> {
  await tab(page, 'FEN and PGN');
  await page.getByTestId('pgn').fill(text);
  await page.getByRole('button', { name: 'Load PGN' }).click();
  await expect(page.getByTestId('variations')).toBeVisible();
}

async function share(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: what }).click();
}

async function copied(page: Page): Promise<string> {
  await expect(page.getByTestId('notice')).toHaveText('Copied.');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** What a button of the window saves: name and bytes. */
async function saved(page: Page, what: string): Promise<[string, Buffer]> {
  const [download] = await Promise.all([page.waitForEvent('download'), share(page, what)]);
  return [download.suggestedFilename(), readFileSync(await download.path())];
}

test('a link carries a position', async ({ page, context }) => {
  await page.goto(`/analyse?fen=${encodeURIComponent(FEN)}`);
  await type(page, 'Ra7');
  await expectSquare(page, 'a7', 'white rook');
  await share(page, 'Copy link to the position');
  const link = await copied(page);
  expect(new URL(link).search).toBe('');
  const other = await context.newPage();
  await other.goto(link);
  await expectSquare(other, 'a7', 'white rook');
  // A reload does not begin anew.
  expect(new URL(other.url()).hash).toBe('');
});

test('a link carries a whole game, comments, arrows and all', async ({ page, context }) => {
  await page.goto('/analyse');
  await read(page, '[White "Ägir"]\n[Black "Ben"]\n\n1. e4 e5 {[%cal Gd2d4] a “word” – ≤} (1... c5 $5 2. Nf3) 2. Nf3 *');
  await share(page, 'Copy link to the game');
  const link = await copied(page);
  const other = await context.newPage();
  // What was analysed before is not asked about, but the link is what was wanted.
  await other.goto(link);
  await expect(other.getByTestId('variations').getByRole('button')).toHaveText(['e4', 'e5', 'c5!?', 'Nf3', 'Nf3']);
  await expect(other.getByTestId('variations')).toContainText('a “word” – ≤');
  await expect(other.getByTestId('player-white')).toHaveText('Ägir');
  await other.getByTestId('variations').getByRole('button', { name: 'e5' }).click();
  await expect(other.locator('.cg-shapes g > g')).toHaveCount(1);
});

test('where the page is not trusted with the clipboard, as without HTTPS, there is another way', async ({ page, context }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`/analyse?fen=${encodeURIComponent(FEN)}`);
  await expectSquare(page, 'a1', 'white rook');
  await share(page, 'Copy link to the position');
  await expect(page.getByTestId('notice')).toHaveText('Copied.');
  const other = await context.newPage();
  await other.goto('/analyse');
  const link = await other.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('#fen=6k1');
  await other.close();
  // And where there is none at all, the link stands there to be copied.
  await page.evaluate(() => (document.execCommand = () => false));
  await share(page, 'Copy link to the position');
  await expect(page.getByTestId('uncopied')).toHaveValue(link);
});

test('a damaged link is a sentence, and takes nothing away', async ({ page }) => {
  await page.goto('/analyse');
  for (const move of ['d4', 'd5']) await type(page, move);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('plywise.analysis')?.includes('"d5"'))).toBe(true);
  // A link opened on the page itself only changes the fragment.
  // Programs that pass links on cut them, too.
  for (const broken of ['game=abc', 'game=%25%25', 'game=S0lTU1k', 'fen=nonsense', 'game=', 'game', 'fen=']) {
    await page.evaluate((fragment) => (window.location.hash = fragment), broken);
    await expect(page.getByTestId('notice')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByTestId('variations').getByRole('button')).toHaveText(['d4', 'd5']);
    await expect.poll(() => page.evaluate(() => window.location.hash)).toBe('');
  }
});

test('a link whose game would fill the memory is refused', async ({ page }) => {
  await page.goto('/analyse');
  await expectSquare(page, 'e2', 'white pawn');
  const bomb = await page.evaluate(async () => {
    const stream = new Blob([new Uint8Array(50_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/\+/g, '-').replace(/\//g, '_');
  });
  await page.evaluate((fragment) => (window.location.hash = `game=${fragment}`), bomb);
  await expect(page.getByTestId('notice')).toContainText('damaged');
});

test('a game that is too long for a link is a sentence', async ({ page }) => {
  await page.goto('/analyse');
  const noise = Array.from({ length: 12_000 }, (_, index) => ((index * 7919) % 99_991).toString(36)).join(' ');
  await read(page, `1. e4 {${noise}} *`);
  await share(page, 'Copy link to the game');
  await expect(page.getByTestId('notice')).toContainText('too long for a link');
});

test('a position is saved as SVG and as PNG, with what is drawn on it', async ({ page }) => {
  await page.goto('/analyse');
  await read(page, '1. e4 {[%csl Rd5][%cal Ge4e5]} *');
  const [name, svg] = await saved(page, 'Save as SVG');
  expect(name).toBe('position.svg');
  const drawn = svg.toString();
  expect(drawn.match(/<use /g)).toHaveLength(32);
  expect(drawn.match(/<symbol /g)).toHaveLength(12);
  expect(drawn).toContain('<circle');
  expect(drawn).not.toContain('http://127');
  await page.keyboard.press('Escape');
  const [picture, png] = await saved(page, 'Save as PNG');
  expect(picture).toBe('position.png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Width and height stand at bytes 16 to 23, and a picture of one colour would be small.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1134, 1134]);
  expect(png.length).toBeGreaterThan(20_000);
});

test('a game is saved as an animated GIF', async ({ page }) => {
  await newGame(page, { two: true });
  for (const move of ['e4', 'e5', 'Nf3']) await type(page, move);
  await expect.poll(() => moves(page)).toHaveLength(3);
  const [name, gif] = await saved(page, 'Save as animated GIF');
  expect(name).toBe('game.gif');
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
  // Each picture begins with a block that says how long it is shown; the start and three moves.
  let pictures = 0;
  for (let at = gif.indexOf(Buffer.from([0x21, 0xf9, 4])); at >= 0; at = gif.indexOf(Buffer.from([0x21, 0xf9, 4]), at + 1)) pictures += 1;
  expect(pictures).toBe(4);
});
