// The program at work in this browser: its memory, a worker for each of its threads, and the two pipes.

import { Frames, Unread, type Frame } from './pipe';
import { Cell, type Report, type Run } from './worker';

export const WASM_PAGE = 65536;
/** What the module asks for at the start, as `web/site.sh` has it linked. */
export const FIRST_PAGES = 32 * 2 ** 20 / WASM_PAGE;
/** Room to grow to, in MiB: as much as this browser allows. */
const ROOM = [4096, 2048, 1024, 512];
/** Workers that wait for a thread, so that none has to wait for a worker. */
const SPARE = 3;

/** Who hears the machine. */
export interface MachineEnd {
  hear(frame: Frame): void;
  /** It has ended, and why; whether it had begun. */
  die(sentence: string, hasBegun: boolean): void;
}

/** The program, however many threads it has. */
export interface Program {
  send(frame: Uint8Array): void;
  /** Ends it without a word. */
  end(): void;
}

export class Machine implements Program {
  #end: MachineEnd;
  #module: WebAssembly.Module;
  #memory: WebAssembly.Memory;
  #cells: Int32Array;
  #words: string[];
  #workers = new Set<Worker>();
  /** The locks that workers hold as long as they live. */
  #names = new Map<Worker, string>();
  #idle: Worker[] = [];
  #frames = new Frames();
  #unread = new Unread();
  #reader: { pointer: number; most: number } | undefined;
  #hasBegun = false;
  #isOver = false;

  /** Starts the program with these words. */
  constructor(module: WebAssembly.Module, words: string[], end: MachineEnd) {
    this.#end = end;
    this.#module = module;
    this.#words = ['plywise-site', ...words];
    this.#memory = sharedMemory();
    this.#cells = new Int32Array(new SharedArrayBuffer(4 * Cell.COUNT));
    this.#run(undefined);
    for (let spare = 0; spare < SPARE; spare++) this.#idle.push(this.#hire());
  }

  send(frame: Uint8Array): void {
    this.#unread.add(frame);
    this.#serve();
  }

  end(): void {
    this.#isOver = true;
    for (const worker of this.#workers) worker.terminate();
    this.#workers.clear();
  }

  #hire(): Worker {
    const name = `plywise-worker-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });
    this.#names.set(worker, name);
    worker.onmessage = ({ data }: MessageEvent<Report>) => this.#hear(worker, data);
    worker.onerror = () => this.#die('a worker could not be loaded');
    this.#workers.add(worker);
    return worker;
  }

  #run(thread: Run['thread']): void {
    const worker = this.#idle.pop() ?? this.#hire();
    const run: Run = { module: this.#module, memory: this.#memory, cells: this.#cells, words: this.#words, thread };
    worker.postMessage(run);
  }

  #hear(worker: Worker, report: Report): void {
    if (this.#isOver) return;
    this.#hasBegun = true;
    switch (report.type) {
      case 'ready': {
        const gone = (): void => this.#die('a worker is gone');
        void navigator.locks.request(this.#names.get(worker) ?? '', gone).catch(() => undefined);
        break;
      }
      case 'read':
        this.#reader = report;
        this.#serve();
        break;
      case 'wrote':
        for (const frame of this.#frames.take(report.bytes)) this.#end.hear(frame);
        break;
      case 'spawn':
        this.#run(report);
        break;
      case 'done':
        this.#idle.push(worker);
        break;
      case 'died':
        this.#die(report.sentence);
        break;
    }
  }

  /** Gives the reader what it waits for, if there is any. */
  #serve(): void {
    if (!this.#reader || this.#unread.isEmpty) return;
    const { pointer, most } = this.#reader;
    this.#reader = undefined;
    const bytes = this.#unread.take(most);
    new Uint8Array(this.#memory.buffer).set(bytes, pointer);
    Atomics.store(this.#cells, Cell.READ, bytes.length + 1);
    Atomics.notify(this.#cells, Cell.READ);
  }

  #die(sentence: string): void {
    if (this.#isOver) return;
    this.end();
    this.#end.die(sentence, this.#hasBegun);
  }
}

function sharedMemory(): WebAssembly.Memory {
  for (const room of ROOM) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: (room * 2 ** 20) / WASM_PAGE, shared: true });
    } catch {
      // A smaller one, perhaps.
    }
  }
  throw new Error('this browser has no memory left for the program');
}
