// The program at work in one worker, for pages that may not share memory with others.

import { FIRST_PAGES, WASM_PAGE, type MachineEnd, type Program } from './machine';
import { Frames } from './pipe';
import type { SoloWord } from './solo_worker';
import type { Report } from './worker';

/** Room to grow to, in MiB: it is taken as it is needed. */
const ROOM = 2048;

/** Whether this browser can set a running program aside. */
export function canRunAlone(): boolean {
  return 'Suspending' in WebAssembly && 'promising' in WebAssembly;
}

export class SoloMachine implements Program {
  #worker: Worker;
  #frames = new Frames();
  #hasBegun = false;

  constructor(module: WebAssembly.Module, words: string[], end: MachineEnd) {
    this.#worker = new Worker(new URL('./solo_worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<Report>) => {
      this.#hasBegun = true;
      if (data.type === 'wrote') for (const frame of this.#frames.take(data.bytes)) end.hear(frame);
      if (data.type !== 'died') return;
      this.end();
      end.die(data.sentence, true);
    };
    this.#worker.onerror = () => {
      this.end();
      end.die('a worker could not be loaded', this.#hasBegun);
    };
    this.#post({ type: 'run', module, pages: FIRST_PAGES, most: (ROOM * 2 ** 20) / WASM_PAGE, words: ['plywise-site', ...words] });
  }

  send(frame: Uint8Array): void {
    this.#post({ type: 'input', bytes: frame });
  }

  end(): void {
    this.#worker.terminate();
  }

  #post(word: SoloWord): void {
    this.#worker.postMessage(word);
  }
}
