// The line of a page to the program in this browser. One tab has the program, whoever came first; the
// others speak to it through that tab, so that all see the same games, and when it is closed the next
// tab starts the program anew.

import type { Line, LineEnd } from '../connection/line';
import { House } from './house';
import { isolate } from './isolation';
import { Unfit } from './load';

const LOCK = 'plywise-program';
const CHANNEL = 'plywise-program';
const RESTARTS = 'Plywise has stopped and starts again by itself. Games are kept.';

/** What tabs say to each other. */
type Word =
  | { to: 'owner'; from: string; type: 'hello' }
  | { to: 'owner'; from: string; type: 'ask'; text: string }
  | { to: 'owner'; from: string; type: 'pgn'; number: number; key: string | undefined }
  | { to: string; type: 'tell'; text: string }
  | { to: string; type: 'pgnText'; number: number; text: string | undefined }
  | { to: 'all'; type: 'here' }
  | { to: 'all'; type: 'gone'; sentence: string };

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
  #pgns = new Map<number, (text: string | undefined) => void>();
  #isStarting = false;

  async begin(): Promise<void> {
    const locks = navigator.locks as LockManager | undefined;
    if (!locks || typeof BroadcastChannel === 'undefined') {
      this.#isOwner = true;
      return;
    }
    // Held as long as this tab lives: who waits for it knows when it is gone.
    void locks.request(`plywise-tab-${me}`, () => new Promise(() => undefined));
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
      this.#lose('The tab that had the program was closed; this one starts it anew.');
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
    try {
      this.#house ??= await House.open({
        tell: (page, text) => this.#tell(page, text),
        load: (loading) => this.#end?.load(loading),
        remark: (sentence, name) => this.#end?.remark(sentence, name),
        die: (sentence) => this.#die(sentence),
      });
      this.#house.open(OWN_PAGE);
      this.#say({ to: 'all', type: 'here' });
    } catch (error) {
      const sentence = error instanceof Unfit ? error.message : `The program cannot be started here (${String(error)}).`;
      this.#lose(sentence, error instanceof Unfit && error.isFinal);
    } finally {
      this.#isStarting = false;
    }
  }

  #ask(text: string): void {
    if (this.#isOwner) this.#house?.ask(OWN_PAGE, text);
    else this.#say({ to: 'owner', from: me, type: 'ask', text });
  }

  async #pgn(key: string | undefined): Promise<string | undefined> {
    if (this.#isOwner) return this.#download(key);
    const number = this.#nextPgn++;
    return new Promise((done) => {
      this.#pgns.set(number, done);
      this.#say({ to: 'owner', from: me, type: 'pgn', number, key });
    });
  }

  async #download(key: string | undefined): Promise<string | undefined> {
    // A page may ask before the program is there.
    for (let tries = 0; !this.#house && tries < 600; tries++) await new Promise((done) => setTimeout(done, 100));
    const found = await this.#house?.download(key);
    return found !== undefined && typeof found === 'object' && 'text' in found ? found.text : undefined;
  }

  #tell(page: number, text: string): void {
    if (page === OWN_PAGE) return this.#end?.hear(text);
    for (const [to, number] of this.#pages) if (number === page) this.#say({ to, type: 'tell', text });
  }

  #say(word: Word): void {
    this.#channel?.postMessage(word);
  }

  #heed(word: Word): void {
    if (word.to === 'owner') {
      if (this.#isOwner && this.#house) this.#serve(word as Extract<Word, { to: 'owner' }>);
      return;
    }
    if ((word.to !== me && word.to !== 'all') || this.#isOwner) return;
    switch (word.type) {
      case 'tell':
        this.#end?.hear(word.text);
        break;
      case 'pgnText':
        this.#pgns.get(word.number)?.(word.text);
        this.#pgns.delete(word.number);
        break;
      // The program is there, perhaps again: what went on with the old one is over.
      case 'here':
        this.#end?.lose();
        break;
      case 'gone':
        this.#lose(word.sentence);
        break;
    }
  }

  #serve(word: Extract<Word, { to: 'owner' }>): void {
    const house = this.#house;
    if (!house) return;
    if (word.type === 'hello') {
      const before = this.#pages.get(word.from);
      if (before !== undefined) house.close(before);
      const page = this.#nextPage++;
      this.#pages.set(word.from, page);
      house.open(page);
      if (before === undefined) this.#watch(word.from);
    } else if (word.type === 'ask') {
      const page = this.#pages.get(word.from);
      if (page !== undefined) house.ask(page, word.text);
    } else {
      void this.#download(word.key).then((text) => this.#say({ to: word.from, type: 'pgnText', number: word.number, text }));
    }
  }

  /** Closes a tab's page when the tab is gone, however it went. */
  #watch(tab: string): void {
    void navigator.locks.request(`plywise-tab-${tab}`, () => {
      const page = this.#pages.get(tab);
      this.#pages.delete(tab);
      if (page !== undefined) this.#house?.close(page);
    });
  }

  #die(sentence: string): void {
    console.warn(`the program has stopped: ${sentence}`);
    this.#house = undefined;
    this.#pages.clear();
    this.#say({ to: 'all', type: 'gone', sentence: RESTARTS });
    this.#lose(RESTARTS);
  }

  #lose(sentence: string, isFinal = false): void {
    for (const done of this.#pgns.values()) done(undefined);
    this.#pgns.clear();
    this.#end?.lose({ sentence, isFinal });
  }
}

let tab: Promise<Tab> | undefined;

/** Opens the line of this tab. */
export async function open(end: LineEnd): Promise<Line> {
  await isolate();
  tab ??= (async () => {
    const tab = new Tab();
    await tab.begin();
    return tab;
  })();
  return (await tab).open(end);
}
