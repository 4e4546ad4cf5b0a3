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

/** Files that servers may hand out compressed, as browsers without HTTPS take them; these have at least so many bytes. */
const COMPRESSED = /\.(css|html|js|json|svg|txt|wasm|webmanifest)$/;
const WORTH_IT = 1024;

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hash(bytes: string | Uint8Array): string {
  return sha256(bytes).slice(0, 8);
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
      write('LICENSE', readFileSync(join(folder, '../../LICENSE')));
      write('licences-program.txt', readFileSync(needed('PLYWISE_LICENCES')));
      // Kept when somebody asks for them.
      const later = [programFile, soloFile, networkFile, 'LICENSE', 'licences-program.txt'];
      const all = readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
        .sort();
      const isView = (file: string): boolean => VIEWS.some((view) => file.startsWith(`${view}/`));
      const files = all.filter((file) => !later.includes(file) && file !== 'service-worker.js' && !isView(file));
      const read = (file: string): Uint8Array => readFileSync(join(out, file));
      const version = hash(all.map((file) => file + hash(read(file))).join('\n'));
      const hashes = (files: string[]): string => JSON.stringify(Object.fromEntries(files.map((file) => [file, sha256(read(file))])));
      const worker = readFileSync(join(folder, 'service-worker.js'), 'utf8')
        .replace('{{VERSION}}', version)
        .replace('{{FILES}}', hashes(files))
        .replace('{{LATER}}', hashes(later))
        .replace('{{VIEWS}}', JSON.stringify(VIEWS));
      write('service-worker.js', worker);
      for (const file of [...all, 'service-worker.js']) {
        const bytes = read(file);
        if (COMPRESSED.test(file) && bytes.length >= WORTH_IT) write(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
