// What a static site has in addition to the page: the program and its network, what is known of both,
// the service worker, and what it takes to install it.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { soloist } from './solo';

/** Views with addresses of their own: a host that knows nothing of the page finds a file at each. */
const VIEWS = ['play', 'analyse', 'practise', 'learn', 'lab', 'games', 'setup'];
const STATIC = ['manifest.webmanifest', 'icon-192.png', 'icon-512.png', 'icon-maskable.png'];

const HEAD = `<link rel="manifest" href="./manifest.webmanifest" />
    <meta name="theme-color" content="#f6f5f2" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#161512" media="(prefers-color-scheme: dark)" />
    <link rel="apple-touch-icon" href="./icon-192.png" />`;

function hash(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8);
}

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} names no file; web/site.sh sets it`);
  return value;
}

/** Adds to the folder what makes it a site. */
export function site(): Plugin {
  let out = '';
  return {
    name: 'site',
    configResolved(config) {
      out = config.build.outDir;
    },
    transformIndexHtml: (html) => html.replace('</head>', `  ${HEAD}\n  </head>`),
    writeBundle() {
      const folder = import.meta.dirname;
      const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(out, name), content);
      const program = readFileSync(needed('PLYWISE_WASM'));
      const network = readFileSync(needed('PLYWISE_NETWORK_FILE'));
      // Hosts compress programs, but hardly any file of a kind that they do not know.
      const packed = gzipSync(network, { level: 9 });
      const programFile = `plywise-${hash(program)}.wasm`;
      const networkFile = `${basename(needed('PLYWISE_NETWORK_FILE'), '.nnue')}-${hash(network)}.nnue.bin`;
      write(programFile, program);
      write(networkFile, packed);
      const solo = soloist(program);
      const soloFile = `plywise-solo-${hash(solo)}.wasm`;
      write(soloFile, solo);
      const pieces = {
        program: { file: programFile, bytes: program.length, packed: program.length, crc32: crc32(program) },
        solo: { file: soloFile, bytes: solo.length, packed: solo.length, crc32: crc32(solo) },
        network: { file: networkFile, bytes: network.length, packed: packed.length, crc32: crc32(network) },
      };
      write('pieces.json', `${JSON.stringify(pieces)}\n`);
      for (const file of STATIC) write(file, readFileSync(join(folder, file)));
      const html = readFileSync(join(out, 'index.html'), 'utf8');
      for (const view of VIEWS) {
        mkdirSync(join(out, view), { recursive: true });
        write(join(view, 'index.html'), html.replaceAll('="./', '="../'));
      }
      const later = [programFile, soloFile, networkFile];
      const all = readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
        .sort();
      const files = all.filter((file) => !later.includes(file) && file !== 'service-worker.js' && !VIEWS.some((view) => file.startsWith(`${view}/`)));
      const version = hash(all.map((file) => file + hash(readFileSync(join(out, file)))).join('\n'));
      const worker = readFileSync(join(folder, 'service-worker.js'), 'utf8')
        .replace('{{VERSION}}', version)
        .replace('{{FILES}}', JSON.stringify(files))
        .replace('{{LATER}}', JSON.stringify(later));
      write('service-worker.js', worker);
    },
  };
}
