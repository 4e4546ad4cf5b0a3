// A worker: one thread of the program.

import { Ended, wasi, type Host } from './wasi';

/** What a worker is told to run. */
export interface Run {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Numbers that all workers and the page share; `Cell` says which. */
  cells: Int32Array;
  words: string[];
  /** The thread to run, or none for the beginning of the program. */
  thread: { number: number; argument: number } | undefined;
}

/** What a worker tells the page. */
export type Report =
  | { type: 'read'; pointer: number; most: number }
  | { type: 'wrote'; bytes: Uint8Array }
  | { type: 'spawn'; number: number; argument: number }
  | { type: 'ready' }
  | { type: 'done' }
  | { type: 'died'; sentence: string };

/** The numbers that are shared. */
export const Cell = {
  /** How many bytes were read, and one; 0 while the reader waits. */
  READ: 0,
  /** The last number of a thread. */
  THREADS: 1,
  /** Never changes: who waits for it sleeps. */
  NEVER: 2,
  COUNT: 3,
} as const;

/** Threads have numbers that fit into 29 bits. */
const MOST_THREADS = (1 << 29) - 1;

function report(report: Report): void {
  self.postMessage(report);
}

/**
 * Held as long as this worker lives, so that the page knows when it is gone, however it went. A browser
 * that has no such locks leaves the page without this knowledge.
 */
const alive = new Promise<void>((held) => {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return held();
  const hold = (): Promise<never> => {
    report({ type: 'ready' });
    held();
    return new Promise(() => undefined);
  };
  locks.request(self.name, hold).catch(held);
});

self.onmessage = ({ data }: MessageEvent<Run>) => {
  void alive.then(() => run(data));
};

function run(data: Run): void {
  const { module, memory, cells, words, thread } = data;
  let complaint = '';
  const host: Host = {
    memory,
    words,
    read(pointer, most) {
      report({ type: 'read', pointer, most });
      Atomics.wait(cells, Cell.READ, 0);
      return Atomics.exchange(cells, Cell.READ, 0) - 1;
    },
    write(isError, bytes) {
      if (isError) complaint += new TextDecoder().decode(bytes);
      else report({ type: 'wrote', bytes });
    },
    sleep: (milliseconds) => void Atomics.wait(cells, Cell.NEVER, 0, milliseconds),
    spawn(argument) {
      const number = Atomics.add(cells, Cell.THREADS, 1) + 1;
      if (number > MOST_THREADS) return -1;
      report({ type: 'spawn', number, argument });
      return number;
    },
  };
  try {
    const { exports } = new WebAssembly.Instance(module, wasi(host) as WebAssembly.Imports);
    if (thread) (exports['wasi_thread_start'] as (number: number, argument: number) => void)(thread.number, thread.argument);
    else (exports['_start'] as () => void)();
    report({ type: 'done' });
  } catch (error) {
    if (error instanceof Ended && error.code === 0) report({ type: 'done' });
    else report({ type: 'died', sentence: complaint.trim() || String(error) });
  }
}
