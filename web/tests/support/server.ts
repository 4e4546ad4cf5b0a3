// The real program, serving from a data folder of its own.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const PROGRAM = resolve(process.env['PLYWISE'] ?? join(import.meta.dirname, '../../../target/debug/plywise'));

export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), 'plywise-page-'));
  port = 0;
  /** What else it is started with. */
  readonly #words: readonly string[];
  #process: ChildProcess | undefined;

  constructor(...words: string[]) {
    this.#words = words;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the program and waits until it answers; again on the same port after it was killed. */
  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    const child = spawn(PROGRAM, ['serve', '--port', String(this.port), ...this.#words], {
      env: { ...process.env, PLYWISE_DATA: this.folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout?.on('data', (data: Buffer) => (said += String(data)));
    child.stderr?.on('data', (data: Buffer) => (said += String(data)));
    this.#process = child;
    for (let tries = 0; tries < 300; tries++) {
      if (child.exitCode !== null) throw new Error(`plywise serve ended at once: ${said}`);
      const answer = await fetch(this.address).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`plywise serve does not answer: ${said}`);
  }

  /** Ends it without a word, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs the program to its end; the answer is what it printed. */
export async function plywise(...words: string[]): Promise<string> {
  const child = spawn(PROGRAM, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += String(data)));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`plywise ${words.join(' ')} ended with ${String(code)}`);
  return said;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const place = probe.address();
      probe.close(() => (place && typeof place === 'object' ? done(place.port) : fail(new Error('no port'))));
    });
  });
}
