// What docs/design.md says of sizes, weights and colours, read off the sources.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '@playwright/test';

const SOURCES = join(import.meta.dirname, '../src');
/** Where values stand, once each: the tokens, the colours of the boards, the pictures of the pieces. */
const HOMES = ['look/tokens.css', 'look/boards.css', 'look/pieces/'];

/** What is drawn: style sheets, and of components the style sheet and everything else alike. */
function sources(): [name: string, text: string][] {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((name) => relative('.', name));
  const drawn = names.filter((name) => /\.(svelte|css|ts)$/.test(name) && !HOMES.some((home) => name.startsWith(home)));
  return drawn.map((name) => [name, readFileSync(join(SOURCES, name), 'utf8').replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '')]);
}

/** Where a pattern stands, but for what may stand there. */
function found(pattern: RegExp, allowed: RegExp): string[] {
  return sources().flatMap(([name, text]) =>
    [...text.matchAll(pattern)].map(([whole]) => whole.trim()).filter((whole) => !allowed.test(whole)).map((whole) => `${name}: ${whole}`),
  );
}

test('letters have the sizes of the tokens', () => {
  // A share of the size around is none of its own: code in a sentence.
  const allowed = /:\s*(?:inherit|0\.\d+em|var\(--(?:tiny|small|text|lead|title|huge)\))$|^font:/;
  expect(found(/font-size:[^;}]+/g, allowed)).toEqual([]);
  expect(found(/\bfont:[^;}]+/g, /\bfont:\s*(?:inherit$|var\(--weight-\w+\) (?:var\(--(?:tiny|small|text|lead)\)|100%))/)).toEqual([]);
});

test('letters have the weights of the tokens', () => {
  // The font file itself has all weights.
  expect(found(/font-weight:[^;}]+/g, /:\s*(?:inherit|var\(--weight-\w+\)|100 900)$/)).toEqual([]);
});

test('colours are tokens', () => {
  expect(found(/(?<![&\w(/])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi, /^#(?:fen|game)$/)).toEqual([]);
  expect(found(/\b(?:rgba?|hsla?|oklch)\([^)]*\)/g, /^$/)).toEqual([]);
  expect(found(/(?:color|background|fill|stroke|border|outline):[^;}\n'"]*\b(?:white|black|red|green|blue|gray|grey|orange|yellow)\b/g, /--[\w-]*(?:white|black|red|green|blue|yellow)/)).toEqual([]);
});
