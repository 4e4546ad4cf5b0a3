// The program of this browser, for all its tabs: loads it, keeps games for it, and passes on what pages
// and program say to each other. One tab has it; see `line.ts`.

import type { Loading, Pgn } from '../connection/line';
import { isModern, ONE_THREAD, NO_THREADS, TOO_OLD } from './fitness';
import { keep, type Alone } from './isolation';
import type { KeptGames, Question } from './kept';
import { load, pieces, Unfit, type Pieces } from './load';
import { Machine, type Program } from './machine';
import { frame, text, type Frame } from './pipe';
import { canRunAlone, SoloMachine } from './solo_machine';

/** Who has the house. */
export interface Owner {
  /** Something for a page. */
  tell(page: number, text: string): void;
  load(loading: Loading | undefined): void;
  /** For all pages; of one name the last sentence counts, and none ends it. */
  remark(sentence: string | undefined, name: string): void;
  /** The program has ended, if it had begun at all: all pages must begin anew. */
  die(sentence: string, hasBegun: boolean): void;
}

export interface Benched {
  nodes: number;
  seconds: number;
}

const ENDED = 'The program has ended before it could answer.';

/** A pause before the network is tried again, in milliseconds. */
const AGAIN = 5000;

export class House {
  #machine: Program;
  #owner: Owner;
  #kept: KeptGames;
  #next = 1;
  #waiting = new Map<number, (content: string) => void>();
  #isOver = false;

  private constructor(module: WebAssembly.Module, isAlone: boolean, kept: KeptGames, owner: Owner) {
    this.#owner = owner;
    this.#kept = kept;
    const cores = isAlone ? 1 : navigator.hardwareConcurrency || 1;
    const Kind = isAlone ? SoloMachine : Machine;
    this.#machine = new Kind(module, [String(cores)], {
      hear: (frame) => this.#hear(frame),
      die: (sentence, hasBegun) => this.#die(sentence, hasBegun),
    });
  }

  /** Loads the program and starts it, on one thread where that is all there is; the network follows. */
  static async open(owner: Owner, kept: KeptGames, alone: Alone | undefined): Promise<House> {
    if (!isModern()) throw new Unfit(TOO_OLD, true);
    if (alone && !canRunAlone()) throw new Unfit(NO_THREADS[alone], true);
    const wanted = await pieces();
    owner.remark(alone && ONE_THREAD[alone], 'threads');
    const program = alone ? wanted.solo : wanted.program;
    const bytes = await load(program, 'the program', (loading) => owner.load(loading));
    keep([program.file]);
    const module = await WebAssembly.compile(bytes).catch((error: unknown) => {
      throw new Unfit(`This browser cannot run the program (${error instanceof Error ? error.message : String(error)}).`);
    });
    const house = new House(module, alone !== undefined, kept, owner);
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
  async download(key: string | undefined): Promise<Pgn> {
    return JSON.parse(await this.#wish('d', key ?? '')) as Pgn;
  }

  async bench(): Promise<Benched> {
    const benched = JSON.parse(await this.#wish('b', '')) as Benched | { sentence: string };
    if ('sentence' in benched) throw new Error(benched.sentence);
    return benched;
  }

  /** Ends the program without a word. */
  end(): void {
    this.#isOver = true;
    for (const answer of this.#waiting.values()) answer(JSON.stringify({ sentence: ENDED }));
    this.#waiting.clear();
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
        keep([wanted.network.file]);
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
        if (content.length > 0) this.#owner.remark(`The network cannot be used: ${text(content)}.`, 'network');
        break;
      case 'd':
      case 'b':
        this.#waiting.get(number)?.(text(content));
        this.#waiting.delete(number);
        break;
    }
  }

  #die(sentence: string, hasBegun: boolean): void {
    this.end();
    this.#owner.die(sentence, hasBegun);
  }
}
