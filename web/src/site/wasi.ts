// What a program may ask of the system that it runs on (WASI, preview 1), as far as ours asks: the two
// pipes, the clock, random numbers, its words. There are no files.

/** What the worker around the program does for it. */
export interface Host {
  readonly memory: WebAssembly.Memory;
  readonly words: readonly string[];
  /** Waits for input and puts it there; how many bytes, 0 at the end. */
  read(pointer: number, most: number): number | Promise<number>;
  write(isError: boolean, bytes: Uint8Array): void;
  sleep(milliseconds: number): void | Promise<void>;
  /** Starts a thread; its number, or less than 0 if none can be started. */
  spawn(argument: number): number;
}

/** The program has ended itself. */
export class Ended extends Error {
  constructor(readonly code: number) {
    super(`the program ended with ${code}`);
  }
}

/** Answers and kinds, by WASI's numbers. */
const DONE = 0;
const NO_SUCH_FILE = 8;
const NOT_THERE = 52;
/** A pipe, in the words of WASI: neither a file nor a folder. */
const CHARACTER_DEVICE = 2;
const REALTIME = 0;
const MILLION = 1_000_000n;
/** What `crypto` gives at once. */
const MOST_RANDOM = 65536;

type Call = (...words: never[]) => unknown;

/** The functions that the program imports. */
export function wasi(host: Host): Record<string, Record<string, Call>> {
  // The memory may grow at any time: each look at it is a new one.
  const bytes = (): Uint8Array => new Uint8Array(host.memory.buffer);
  const view = (): DataView => new DataView(host.memory.buffer);

  function writeWords(words: readonly string[], pointers: number, text: number): number {
    const encoder = new TextEncoder();
    for (const word of words) {
      view().setUint32(pointers, text, true);
      const encoded = encoder.encode(`${word}\0`);
      bytes().set(encoded, text);
      pointers += 4;
      text += encoded.length;
    }
    return DONE;
  }

  function writeSizes(words: readonly string[], count: number, size: number): number {
    const encoder = new TextEncoder();
    view().setUint32(count, words.length, true);
    view().setUint32(size, words.reduce((sum, word) => sum + encoder.encode(word).length + 1, 0), true);
    return DONE;
  }

  /** The pieces of memory that a list of them names. */
  function pieces(list: number, count: number): { pointer: number; length: number }[] {
    const memory = view();
    return Array.from({ length: count }, (_, index) => ({
      pointer: memory.getUint32(list + 8 * index, true),
      length: memory.getUint32(list + 8 * index + 4, true),
    }));
  }

  function nanoseconds(clock: number): bigint {
    const since = clock === REALTIME ? Date.now() : performance.timeOrigin + performance.now();
    const whole = Math.floor(since);
    return BigInt(whole) * MILLION + BigInt(Math.floor((since - whole) * 1e6));
  }

  function sleepOf(subscriptions: number, count: number): number {
    let shortest = Infinity;
    for (let index = 0; index < count; index++) {
      const at = subscriptions + 48 * index;
      // Only clocks are waited for.
      if (view().getUint8(at + 8) !== 0) continue;
      const timeout = view().getBigUint64(at + 24, true);
      const isAbsolute = (view().getUint16(at + 40, true) & 1) === 1;
      const wait = isAbsolute ? timeout - nanoseconds(view().getUint32(at + 16, true)) : timeout;
      shortest = Math.min(shortest, Math.max(0, Number(wait / 1000n) / 1000));
    }
    return shortest === Infinity ? 0 : shortest;
  }

  function reportSleep(subscriptions: number, events: number, found: number): number {
    const memory = view();
    memory.setBigUint64(events, memory.getBigUint64(subscriptions, true), true);
    memory.setUint16(events + 8, DONE, true);
    memory.setUint8(events + 10, 0);
    memory.setUint32(found, 1, true);
    return DONE;
  }

  const calls: Record<string, Call> = {
    args_get: (pointers: number, text: number) => writeWords(host.words, pointers, text),
    args_sizes_get: (count: number, size: number) => writeSizes(host.words, count, size),
    environ_get: () => DONE,
    environ_sizes_get: (count: number, size: number) => writeSizes([], count, size),
    clock_time_get(clock: number, _precision: bigint, found: number) {
      view().setBigUint64(found, nanoseconds(clock), true);
      return DONE;
    },
    random_get(pointer: number, length: number) {
      for (let at = 0; at < length; at += MOST_RANDOM) {
        // What is shared takes no random numbers itself.
        const random = crypto.getRandomValues(new Uint8Array(Math.min(MOST_RANDOM, length - at)));
        bytes().set(random, pointer + at);
      }
      return DONE;
    },
    fd_read(descriptor: number, list: number, count: number, found: number) {
      const piece = pieces(list, count).find(({ length }) => length > 0);
      if (descriptor !== 0 || !piece) return NO_SUCH_FILE;
      const tell = (read: number): number => {
        view().setUint32(found, read, true);
        return DONE;
      };
      const read = host.read(piece.pointer, piece.length);
      return typeof read === 'number' ? tell(read) : read.then(tell);
    },
    fd_write(descriptor: number, list: number, count: number, found: number) {
      if (descriptor !== 1 && descriptor !== 2) return NO_SUCH_FILE;
      let written = 0;
      for (const { pointer, length } of pieces(list, count)) {
        host.write(descriptor === 2, bytes().slice(pointer, pointer + length));
        written += length;
      }
      view().setUint32(found, written, true);
      return DONE;
    },
    fd_fdstat_get(descriptor: number, found: number) {
      if (descriptor > 2) return NO_SUCH_FILE;
      bytes().fill(0, found, found + 24);
      view().setUint8(found, CHARACTER_DEVICE);
      return DONE;
    },
    poll_oneoff(subscriptions: number, events: number, count: number, found: number) {
      const slept = host.sleep(sleepOf(subscriptions, count));
      return slept ? slept.then(() => reportSleep(subscriptions, events, found)) : reportSleep(subscriptions, events, found);
    },
    proc_exit(code: number) {
      throw new Ended(code);
    },
    sched_yield: () => host.sleep(0) ?? DONE,
    fd_close: () => NO_SUCH_FILE,
    fd_prestat_get: () => NO_SUCH_FILE,
    fd_prestat_dir_name: () => NO_SUCH_FILE,
    path_filestat_get: () => NOT_THERE,
    path_open: () => NOT_THERE,
  };
  return {
    env: { memory: host.memory as unknown as Call },
    wasi: { 'thread-spawn': (argument: number) => host.spawn(argument) },
    wasi_snapshot_preview1: calls,
  };
}
