// The line of a page to the program in this browser. One tab has the program, whoever came first; the
// others speak to it through that tab, so that all see the same games, and when it is closed the next
// tab starts the program anew.

import type { Line, LineEnd, Loading, Lost, Pgn } from '../connection/line';
import { NO_WORKERS } from './fitness';
import { House, type Owner } from './house';
import { isolate, type Alone } from './isolation';
import { KeptGames } from './kept';
import { Unfit } from './load';
import { own } from './names';

const LOCK = own('plywise-program');
const CHANNEL = own('plywise-program');
const RESTARTS = 'Plywise has stopped and starts again by itself. Games are kept.';
const CLOSED = 'The tab that had the program was closed; this one starts it anew.';
const NOT_YET = 'The program is not there yet.';
/** How often the program may fail to begin before that is final. */
const MOST_FAILURES = 3;
/** How long somebody who wants games waits for the program, in milliseconds, and how often it is looked for. */
const [PGN_PATIENCE, PGN_LOOK] = [60_000, 100];

/** What tabs say to each other. */
type Word =
  | { to: 'owner'; from: string; type: 'hello' }
  | { to: 'owner'; from: string; type: 'ask'; text: string }
  | { to: 'owner'; from: string; type: 'pgn'; number: number; key: string | undefined }
  | { to: string; type: 'tell'; text: string }
  | { to: string; type: 'pgnText'; number: number; pgn: Pgn }
  // From here on also for all.
  | { to: string; type: 'load'; loading: Loading | undefined }
  | { to: string; type: 'remark'; sentence: string | undefined; name: string }
  | { to: string; type: 'here' }
  | { to: string; type: 'lost'; why: Lost };

/** This tab, for the others. */
const me = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
/** The number of the tab that has the program. */
const OWN_PAGE = 1;

class Tab {
  #end: LineEnd | undefined;
  #channel: BroadcastChannel | undefined;
  #house: House | undefined;
  /** Whether this tab has the program, or would. */
  #isOwner = false;
  #pages = new Map<string, number>();
  #nextPage = OWN_PAGE + 1;
  #nextPgn = 1;
  #pgns = new Map<number, (pgn: Pgn) => void>();
  #isStarting = false;
  /** How often the program failed to begin, one time after the other. */
  #failures = 0;
  #kept: KeptGames | undefined;
  /** What all tabs were told, for those that are opened later. */
  #loading: Loading | undefined;
  #remarks = new Map<string, string>();
  #lost: Lost | undefined;
  /** Why there is one thread, where that is so. */
  readonly #alone: Alone | undefined;

  constructor(alone: Alone | undefined) {
    this.#alone = alone;
  }

  async begin(): Promise<void> {
    const locks = navigator.locks as LockManager | undefined;
    if (!locks || typeof BroadcastChannel === 'undefined') {
      this.#isOwner = true;
      return;
    }
    // Held as long as this tab lives: who waits for it knows when it is gone.
    void locks.request(tabLock(me), () => new Promise(() => undefined));
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.onmessage = ({ data }: MessageEvent<Word>) => this.#heed(data);
    // The first tab is told at once; the others when it is their turn.
    await new Promise<void>((known) => {
      void locks.request(LOCK, { ifAvailable: true }, (lock) => {
        this.#isOwner = lock !== null;
        known();
        return lock ? new Promise(() => undefined) : undefined;
      });
    });
    if (this.#isOwner) return;
    void locks.request(LOCK, () => {
      this.#isOwner = true;
      this.#lose({ sentence: CLOSED, isFinal: false });
      return new Promise(() => undefined);
    });
  }

  open(end: LineEnd): Line {
    this.#end = end;
    if (this.#isOwner) void this.#start();
    else this.#say({ to: 'owner', from: me, type: 'hello' });
    return {
      send: (text) => this.#ask(text),
      pgn: (key) => this.#pgn(key),
    };
  }

  async #start(): Promise<void> {
    if (this.#isStarting) return;
    this.#isStarting = true;
    this.#lost = undefined;
    try {
      this.#kept ??= new KeptGames((sentence, name) => this.#remark(sentence, name));
      const owner: Owner = {
        tell: (page, text) => this.#tell(page, text),
        load: (loading) => this.#load(loading),
        remark: (sentence, name) => this.#remark(sentence, name),
        die: (sentence, hasBegun) => this.#die(sentence, hasBegun),
      };
      this.#house ??= await House.open(owner, this.#kept, this.#alone);
      this.#house.open(OWN_PAGE);
      this.#say({ to: 'all', type: 'here' });
    } catch (error) {
      const sentence = error instanceof Unfit ? error.message : `The program cannot be started here (${String(error)}).`;
      this.#fail({ sentence, isFinal: error instanceof Unfit && error.isFinal });
    } finally {
      this.#isStarting = false;
    }
  }

  #ask(text: string): void {
    if (this.#isOwner) this.#house?.ask(OWN_PAGE, text);
    else this.#say({ to: 'owner', from: me, type: 'ask', text });
  }

  async #pgn(key: string | undefined): Promise<Pgn> {
    if (this.#isOwner) return this.#download(key);
    const number = this.#nextPgn++;
    return new Promise((done) => {
      this.#pgns.set(number, done);
      this.#say({ to: 'owner', from: me, type: 'pgn', number, key });
    });
  }

  async #download(key: string | undefined): Promise<Pgn> {
    // A page may ask before the program is there.
    for (let waited = 0; !this.#house && !this.#lost && waited < PGN_PATIENCE; waited += PGN_LOOK) {
      await new Promise((done) => setTimeout(done, PGN_LOOK));
    }
    return this.#house?.download(key) ?? { sentence: this.#lost?.sentence ?? NOT_YET };
  }

  #tell(page: number, text: string): void {
    if (page === OWN_PAGE) return this.#end?.hear(text);
    for (const [to, number] of this.#pages) if (number === page) this.#say({ to, type: 'tell', text });
  }

  #load(loading: Loading | undefined): void {
    this.#loading = loading;
    this.#end?.load(loading);
    this.#say({ to: 'all', type: 'load', loading });
  }

  #remark(sentence: string | undefined, name: string): void {
    if (sentence === undefined) this.#remarks.delete(name);
    else this.#remarks.set(name, sentence);
    this.#end?.remark(sentence, name);
    this.#say({ to: 'all', type: 'remark', sentence, name });
  }

  #say(word: Word): void {
    this.#channel?.postMessage(word);
  }

  #heed(word: Word): void {
    if (word.to === 'owner') {
      if (this.#isOwner) this.#serve(word as Extract<Word, { to: 'owner' }>);
      return;
    }
    if ((word.to !== me && word.to !== 'all') || this.#isOwner) return;
    switch (word.type) {
      case 'tell':
        this.#end?.hear(word.text);
        break;
      case 'pgnText':
        this.#pgns.get(word.number)?.(word.pgn);
        this.#pgns.delete(word.number);
        break;
      case 'load':
        this.#end?.load(word.loading);
        break;
      case 'remark':
        this.#end?.remark(word.sentence, word.name);
        break;
      // The program is there, perhaps again: what went on with the old one is over.
      case 'here':
        this.#lose(undefined);
        break;
      case 'lost':
        this.#lose(word.why);
        break;
    }
  }

  #serve(word: Extract<Word, { to: 'owner' }>): void {
    const house = this.#house;
    if (word.type === 'pgn') {
      void this.#download(word.key).then((pgn) => this.#say({ to: word.from, type: 'pgnText', number: word.number, pgn }));
    } else if (word.type === 'hello') {
      this.#greet(word.from);
      if (!house) return;
      const before = this.#pages.get(word.from);
      if (before !== undefined) house.close(before);
      const page = this.#nextPage++;
      this.#pages.set(word.from, page);
      house.open(page);
      if (before === undefined) this.#watch(word.from);
    } else {
      const page = this.#pages.get(word.from);
      if (page !== undefined) house?.ask(page, word.text);
    }
  }

  /** Tells a tab what the others know. */
  #greet(to: string): void {
    for (const [name, sentence] of this.#remarks) this.#say({ to, type: 'remark', sentence, name });
    this.#say({ to, type: 'load', loading: this.#loading });
    if (this.#lost) this.#say({ to, type: 'lost', why: this.#lost });
  }

  /** Closes a tab's page when the tab is gone, however it went. */
  #watch(tab: string): void {
    void navigator.locks.request(tabLock(tab), () => {
      const page = this.#pages.get(tab);
      this.#pages.delete(tab);
      if (page !== undefined) this.#house?.close(page);
    });
  }

  #die(sentence: string, hasBegun: boolean): void {
    console.warn(`the program has stopped: ${sentence}`);
    this.#house = undefined;
    this.#pages.clear();
    this.#failures = hasBegun ? 0 : this.#failures + 1;
    const isFinal = this.#failures >= MOST_FAILURES;
    this.#fail({ sentence: isFinal ? NO_WORKERS : RESTARTS, isFinal });
  }

  /** The program is gone, or did not come: all tabs are told. */
  #fail(why: Lost): void {
    this.#lost = why;
    this.#loading = undefined;
    this.#say({ to: 'all', type: 'lost', why });
    this.#lose(why);
  }

  #lose(why: Lost | undefined): void {
    for (const done of this.#pgns.values()) done({ sentence: why?.sentence ?? NOT_YET });
    this.#pgns.clear();
    this.#end?.lose(why);
  }
}

function tabLock(tab: string): string {
  return own(`plywise-tab-${tab}`);
}

let tab: Promise<Tab> | undefined;

/** Opens the line of this tab. */
export async function open(end: LineEnd): Promise<Line> {
  tab ??= (async () => {
    const tab = new Tab(await isolate((loading) => end.load(loading)));
    await tab.begin();
    return tab;
  })();
  return (await tab).open(end);
}
