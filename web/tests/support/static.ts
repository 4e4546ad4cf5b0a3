// A plain static file server, as any host is one: it knows nothing of the page, and sends no headers
// that threads need.

import { createServer, type Server as Listener } from 'node:http';
import { readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';

const KINDS: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

export class StaticServer {
  port = 0;
  /** There is no folder of kept games: they are the browser's. */
  readonly folder = '';
  /** What is handed out instead of a file: its bytes changed, or nothing at all. */
  readonly instead = new Map<RegExp, (bytes: Buffer) => Buffer | undefined>();
  /** What was asked for. */
  readonly asked: string[] = [];
  /** What is sent with each answer. */
  readonly headers: Record<string, string> = {};
  readonly #folder: string;
  readonly #bases: readonly string[];
  #listener: Listener | undefined;

  /** Serves a folder at a path, or at several. */
  constructor(folder: string, ...bases: string[]) {
    this.#folder = folder;
    this.#bases = bases.length > 0 ? bases : ['/'];
  }

  /** Where the first of its paths is. */
  get address(): string {
    return `http://127.0.0.1:${this.port}${this.#bases[0]?.slice(0, -1)}`;
  }

  async start(): Promise<void> {
    const listener = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
      this.asked.push(path);
      const bytes = this.#read(path);
      if (!bytes) {
        response.writeHead(404, { 'Content-Type': 'text/plain' });
        response.end('there is no such file\n');
        return;
      }
      const kind = KINDS[extname(path) || '.html'] ?? 'application/octet-stream';
      response.writeHead(200, { ...this.headers, 'Content-Type': kind, 'Content-Length': bytes.length });
      response.end(bytes);
    });
    await new Promise<void>((done) => listener.listen(this.port, '127.0.0.1', done));
    this.port = (listener.address() as AddressInfo).port;
    this.#listener = listener;
  }

  /** Ends it, as a network that is switched off. */
  kill(): Promise<void> {
    return this.end();
  }

  async end(): Promise<void> {
    const listener = this.#listener;
    if (!listener) return;
    this.#listener = undefined;
    const ended = new Promise((done) => listener.close(done));
    listener.closeAllConnections();
    await ended;
  }

  #read(path: string): Buffer | undefined {
    // The longest of its paths that the address has.
    const base = this.#bases.filter((base) => path.startsWith(base)).sort((one, other) => other.length - one.length)[0];
    if (base === undefined) return undefined;
    const file = join(this.#folder, normalize(path.slice(base.length)));
    if (!file.startsWith(this.#folder)) return undefined;
    try {
      const found = statSync(file).isDirectory() ? join(file, 'index.html') : file;
      const bytes = readFileSync(found);
      const change = [...this.instead].find(([name]) => name.test(path))?.[1];
      return change ? change(bytes) : bytes;
    } catch {
      return undefined;
    }
  }
}
