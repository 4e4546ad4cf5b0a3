// A worker that runs all threads of the program by itself, one at a time: for pages that may not share
// memory. A thread that waits, or has run for a while, is set aside until it is its turn (JavaScript
// Promise Integration); `web/site/solo.ts` has made calls of the instructions that wait.

import { Ended, wasi, type Host } from './wasi';
import type { Report } from './worker';
import { Unread } from './pipe';

/** What the page tells this worker. */
export type SoloWord = { type: 'run'; module: WebAssembly.Module; pages: number; most: number; words: string[] } | { type: 'input'; bytes: Uint8Array };

interface Integration {
  Suspending: new (call: (...words: never[]) => unknown) => WebAssembly.ExportValue;
  promising: (call: unknown) => (...words: number[]) => Promise<unknown>;
}

const { Suspending, promising } = WebAssembly as unknown as Integration;
/** How long a thread runs before others have their turn, in milliseconds. */
const TURN = 12;
/** Below this there is nothing to wait for, and nowhere to write: clocks have these numbers, and those who wake few. */
const FIRST_ADDRESS = 1024;
/** Who wakes so many wakes all. */
const ALL = 2 ** 31 - 1;
/** What a wait says: woken, the number was another, too late. */
const [WOKEN, ANOTHER, LATE] = [0, 1, 2];
/** Calls that may take a while. */
const WAITING = ['fd_read', 'poll_oneoff', 'sched_yield', 'clock_time_get'];

let memory: WebAssembly.Memory;
let module: WebAssembly.Module;
let words: string[];
let threads = 0;
let turn = 0;
const waiters = new Map<number, (() => void)[]>();
const unread = new Unread();
let reader: (() => void) | undefined;
let complaint = '';

function report(report: Report): void {
  self.postMessage(report);
}

/** Lets everybody else have a turn: what was posted to this worker is heard, too. */
const channel = new MessageChannel();
const turns: (() => void)[] = [];
channel.port1.onmessage = () => turns.shift()?.();

function pass(): Promise<void> {
  return new Promise((done) => {
    turns.push(() => {
      turn = performance.now();
      done();
    });
    channel.port2.postMessage(null);
  });
}

function wait(address: number, nanoseconds: bigint, expected: number): number | Promise<number> {
  if (new Int32Array(memory.buffer)[address / 4] !== expected) return ANOTHER;
  return new Promise((done) => {
    let timer: ReturnType<typeof setTimeout> | undefined = undefined;
    const woken = (): void => {
      clearTimeout(timer);
      done(WOKEN);
    };
    const queue = waiters.get(address) ?? [];
    queue.push(woken);
    waiters.set(address, queue);
    if (nanoseconds < 0n) return;
    const milliseconds = Math.min(2 ** 31 - 1, Math.ceil(Number(nanoseconds / 1000n) / 1000));
    timer = setTimeout(() => {
      forget(address, woken);
      done(LATE);
    }, milliseconds);
  });
}

function forget(address: number, woken: () => void): void {
  const queue = waiters.get(address)?.filter((one) => one !== woken) ?? [];
  if (queue.length > 0) waiters.set(address, queue);
  else waiters.delete(address);
}

function wake(address: number, count: number): number {
  const queue = waiters.get(address) ?? [];
  const woken = queue.splice(0, count >>> 0);
  if (queue.length === 0) waiters.delete(address);
  for (const one of woken) one();
  return woken.length;
}

const host: Host = {
  get memory() {
    return memory;
  },
  get words() {
    return words;
  },
  async read(pointer, most) {
    while (unread.isEmpty) await new Promise<void>((done) => (reader = done));
    const bytes = unread.take(most);
    new Uint8Array(memory.buffer).set(bytes, pointer);
    return bytes.length;
  },
  write(isError, bytes) {
    if (isError) complaint += new TextDecoder().decode(bytes);
    else report({ type: 'wrote', bytes });
  },
  sleep: (milliseconds) => (milliseconds > 0 ? new Promise((done) => setTimeout(done, milliseconds)) : pass()),
  spawn(argument) {
    const number = ++threads;
    queueMicrotask(() => void run('wasi_thread_start', number, argument));
    return number;
  },
};

/** The functions that the program imports; those that wait set its thread aside. */
function imports(): WebAssembly.Imports {
  const all = wasi(host);
  const calls = all['wasi_snapshot_preview1'] ?? {};
  const clock = calls['clock_time_get'] as (clock: number, precision: bigint, found: number) => number;
  calls['clock_time_get'] = (first: number, time: bigint, last: number) => {
    if (first >>> 0 >= FIRST_ADDRESS) return wait(first >>> 0, time, last);
    if (performance.now() - turn < TURN) return clock(first, time, last);
    return pass().then(() => clock(first, time, last));
  };
  const sizes = calls['environ_sizes_get'] as (count: number, size: number) => number;
  calls['environ_sizes_get'] = (first: number, second: number) =>
    second >>> 0 < FIRST_ADDRESS || second >>> 0 >= ALL ? wake(first >>> 0, second) : sizes(first, second);
  const suspending = WAITING.map((name) => [name, new Suspending(calls[name] ?? (() => 0))] as const);
  return { ...all, wasi_snapshot_preview1: { ...calls, ...Object.fromEntries(suspending) } } as WebAssembly.Imports;
}

async function run(name: '_start' | 'wasi_thread_start', ...words: number[]): Promise<void> {
  try {
    const { exports } = new WebAssembly.Instance(module, imports());
    await promising(exports[name])(...words);
  } catch (error) {
    if (error instanceof Ended && error.code === 0) return;
    report({ type: 'died', sentence: complaint.trim() || String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<SoloWord>) => {
  if (data.type === 'input') {
    unread.add(data.bytes);
    reader?.();
    return;
  }
  ({ module, words } = data);
  memory = new WebAssembly.Memory({ initial: data.pages, maximum: data.most });
  void run('_start');
};
