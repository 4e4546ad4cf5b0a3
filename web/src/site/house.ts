// The program of this browser, for all its tabs: loads it, keeps games for it, and passes on what pages
// and program say to each other. One tab has it; see `line.ts`.

import type { Loading } from '../connection/line';
import { KeptGames, type Question } from './kept';
import { load, pieces, Unfit, type Pieces } from './load';
import { Machine, type Program } from './machine';
import { frame, text, type Frame } from './pipe';
import { canRunAlone, SoloMachine } from './solo_machine';

/** Who has the house. */
export interface Owner {
  /** Something for a page. */
  tell(page: number, text: string): void;
  load(loading: Loading | undefined): void;
  remark(sentence: string | undefined, name?: string): void;
  /** The program has ended: all pages must begin anew. */
  die(sentence: string): void;
}

export type Download = { text: string } | 'missing' | { sentence: string };

export interface Benched {
  nodes: number;
  seconds: number;
}

const TOO_OLD =
  'This browser is too old for Plywise, which needs WebAssembly with SIMD: Chrome 91, Firefox 89 and Safari 16.4 have it. Nothing that is kept is lost.';

const ONE_THREAD =
  'Plywise thinks on one thread here, and more slowly: this address does not let a page use more. A host with HTTPS does, in a browser that allows service workers.';
const NO_THREADS =
  'This address does not let a page use threads, and this browser cannot do without: a host with HTTPS and a browser that allows service workers can, or Chrome 137 and newer. Nothing that is kept is lost.';

function hasThreads(): boolean {
  return window.crossOriginIsolated;
}

/** A function with a SIMD instruction in it, which only browsers that know them find valid. */
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

function isModern(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(WITH_SIMD);
}

/** A pause before the network is tried again, in milliseconds. */
const AGAIN = 5000;

export class House {
  #machine: Program;
  #owner: Owner;
  #kept: KeptGames;
  #next = 1;
  #waiting = new Map<number, (content: string) => void>();
  #isOver = false;

  private constructor(module: WebAssembly.Module, warnings: string[], kept: KeptGames, owner: Owner) {
    this.#owner = owner;
    this.#kept = kept;
    const cores = hasThreads() ? navigator.hardwareConcurrency || 1 : 1;
    const Kind = hasThreads() ? Machine : SoloMachine;
    this.#machine = new Kind(module, [String(cores), ...warnings], {
      hear: (frame) => this.#hear(frame),
      die: (sentence) => this.#die(sentence),
    });
  }

  /** Loads the program and starts it; the network follows. */
  static async open(owner: Owner): Promise<House> {
    if (!isModern()) throw new Unfit(TOO_OLD, true);
    if (!hasThreads() && !canRunAlone()) throw new Unfit(NO_THREADS, true);
    const kept = new KeptGames((sentence) => owner.remark(sentence));
    const wanted = await pieces();
    if (!hasThreads()) owner.remark(ONE_THREAD, 'threads');
    const bytes = await load(hasThreads() ? wanted.program : wanted.solo, 'the program', (loading) => owner.load(loading));
    const module = await WebAssembly.compile(bytes).catch((error: unknown) => {
      throw new Unfit(`This browser cannot run the program (${error instanceof Error ? error.message : String(error)}).`);
    });
    const house = new House(module, await kept.warnings(), kept, owner);
    void house.#loadNetwork(wanted);
    return house;
  }

  open(page: number): void {
    this.#machine.send(frame('o', page));
  }

  ask(page: number, text: string): void {
    this.#machine.send(frame('a', page, text));
  }

  close(page: number): void {
    this.#machine.send(frame('c', page));
  }

  /** A kept game as PGN, or all of them. */
  async download(key: string | undefined): Promise<Download> {
    return JSON.parse(await this.#wish('d', key ?? '')) as Download;
  }

  async bench(): Promise<Benched> {
    return JSON.parse(await this.#wish('b', '')) as Benched;
  }

  /** Ends the program without a word. */
  end(): void {
    this.#isOver = true;
    this.#machine.end();
  }

  #wish(kind: 'd' | 'b', content: string): Promise<string> {
    const number = this.#next++;
    return new Promise((done) => {
      this.#waiting.set(number, done);
      this.#machine.send(frame(kind, number, content));
    });
  }

  async #loadNetwork(wanted: Pieces): Promise<void> {
    while (!this.#isOver) {
      try {
        const network = await load(wanted.network, 'the network', (loading) => this.#owner.load(loading));
        this.#machine.send(frame('n', 0, network));
        this.#owner.remark(undefined, 'network');
        return;
      } catch (error) {
        this.#owner.load(undefined);
        this.#owner.remark(`The champion and the analysis wait for their network. ${error instanceof Error ? error.message : String(error)}`, 'network');
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  }

  #hear({ kind, number, content }: Frame): void {
    switch (kind) {
      case 't':
        this.#owner.tell(number, text(content));
        break;
      case 'k': {
        const question = JSON.parse(text(content)) as Question;
        void this.#kept.answer(question).then((answer) => this.#machine.send(frame('k', number, JSON.stringify(answer))));
        break;
      }
      case 'n':
        this.#owner.load(undefined);
        if (content.length > 0) this.#owner.remark(`The network cannot be used: ${text(content)}.`);
        break;
      case 'd':
      case 'b':
        this.#waiting.get(number)?.(text(content));
        this.#waiting.delete(number);
        break;
    }
  }

  #die(sentence: string): void {
    this.#isOver = true;
    this.#owner.die(sentence);
  }
}
