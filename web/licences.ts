// The licences of what is built into the page, in one file beside it: their notices travel
// with every copy.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Packages whose code or pictures end up in the page. */
const PACKAGES = ['@lichess-org/chessground', 'd3-hierarchy', 'gifenc', 'svelte', 'uplot'];

const FONT = join(import.meta.dirname, 'src/look/font/LICENSE');

function licence(name: string): string {
  const folder = join(import.meta.dirname, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    license: string;
  };
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no licence file`);
  return `${name} ${version}: ${license}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

/** Writes `licences.txt`. */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle() {
      const own = 'Plywise is free software under the GNU General Public License, version 3 or later.\n';
      const pieces =
        "The classic pieces are Colin M. L. Burnett's, as chessground ships them (GPL-2.0-or-later by lichess's COPYING); " +
        'the other sets were drawn for Plywise.\n';
      const font = `Inter, the typeface (a subset of it): OFL-1.1\n\n${readFileSync(FONT, 'utf8').trim()}\n`;
      const source = [own + pieces, font, ...PACKAGES.map(licence)].join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}
