// The kept games in this browser: what the program asks, answered. Browsers close a database whenever
// they like, delete it, or have no room: it is opened again as long as that helps, and what is not kept
// is said to be. Nothing is remembered in silence.

import { ask, BATCH, forgetEmpty, open, takeOver, type Question } from './database';
import { own } from './names';

export type { Question } from './database';

export type Answer = { ok: unknown } | { sentence: string };

/** Tells all pages; of one name the last sentence counts, and none ends it. */
type Remark = (sentence: string | undefined, name: string) => void;

/** Where it is written, outside the database, that there are games in it. */
const MARK = own('plywise.kept');
/** What is said of whether games are kept, and of what became of them, under these names. */
const [KEEPING, GONE] = ['kept', 'wiped'];
/** Pauses before a database that was closed or cannot be opened is tried again, in milliseconds. */
const PAUSES = [50, 250, 700];

const NOTHING_KEPT =
  'this browser does not let the page keep anything: games are forgotten when the page is closed, so save those that you want as PGN';
const OUT_OF_REACH =
  'the games that are kept here cannot be opened now: new ones are forgotten when the page is closed, so save those that you want as PGN';
const FULL = 'this browser has no more room for games: delete some, or make room on this device; until then this game is not kept';
const UNREAD = 'this browser cannot read the kept games now; make room on this device, or load the page once more';

/** With the time: who has read this of one deletion is to hear of the next one. */
function wiped(): string {
  return `the games that were kept here are gone: this browser has deleted its data for this site (seen at ${new Date().toLocaleTimeString()}); games from now on are kept again`;
}

interface Remembered {
  head: { game: string; plies: number; changed: number };
  date: string;
  whole: string;
}

export class KeptGames {
  #remark: Remark;
  /** The database, as long as it is open or being opened. */
  #database: Promise<IDBDatabase> | undefined;
  /** What is remembered where nothing can be kept, from the start on. */
  #memory: Map<string, Remembered> | undefined;
  #start: Promise<void>;
  /** Whether the database had games when it was last seen. */
  #hasGames = isMarked();

  constructor(remark: Remark) {
    this.#remark = remark;
    this.#start = this.#begin();
  }

  async answer(question: Question): Promise<Answer> {
    await this.#start;
    if (this.#memory && (question.type !== 'save' || !(await this.#isKeptAfterAll(this.#memory)))) {
      return { ok: fromMemory(this.#memory, question) };
    }
    try {
      const ok = await this.#persistently((database) => ask(database, question));
      if (question.type === 'save' && question.head.plies > 0) this.#mark();
      return { ok };
    } catch (error) {
      console.warn(`the kept games: ${String(error)}`);
      return { sentence: question.type === 'save' ? FULL : UNREAD };
    }
  }

  async #begin(): Promise<void> {
    try {
      await this.#persistently(() => Promise.resolve());
    } catch (error) {
      console.warn(`the kept games: ${String(error)}`);
      this.#memory = new Map();
      this.#remark(this.#hasGames ? OUT_OF_REACH : NOTHING_KEPT, KEEPING);
    }
  }

  /** Does something with the database, which is opened again where it fails, unless there is no room. */
  async #persistently<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      const database = this.#opened();
      try {
        return await work(await database);
      } catch (error) {
        const isFinal = error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'SecurityError');
        if (isFinal || tries === PAUSES.length) throw error;
        this.#leave(database);
        await new Promise((done) => setTimeout(done, PAUSES[tries]));
      }
    }
  }

  #opened(): Promise<IDBDatabase> {
    if (this.#database) return this.#database;
    const opening = this.#open((why) => {
      this.#leave(opening);
      // Opened at once: what was deleted is said when it happens, not at the next move.
      if (why === 'closed') void this.answer({ type: 'load', key: '' });
    });
    this.#database = opening;
    return opening;
  }

  async #open(lose: (why: 'closed' | 'failed') => void): Promise<IDBDatabase> {
    try {
      const { database, isNew } = await open();
      database.onclose = () => lose('closed');
      // Somebody wants to delete it.
      database.onversionchange = () => {
        database.close();
        lose('closed');
      };
      if (isNew && this.#hasGames) {
        this.#remark(wiped(), GONE);
        this.#unmark();
      } else if (isNew && (await takeOver(database)) > 0) {
        this.#mark();
      }
      // They may stay where nothing can be written now.
      await forgetEmpty(database).catch(() => undefined);
      return database;
    } catch (error) {
      lose('failed');
      throw error;
    }
  }

  /** Has nothing more to do with a database. */
  #leave(database: Promise<IDBDatabase>): void {
    if (database === this.#database) this.#database = undefined;
    database.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  /** Whether a database can be opened by now: then it gets what was remembered. */
  async #isKeptAfterAll(memory: Map<string, Remembered>): Promise<boolean> {
    try {
      const database = await this.#opened();
      for (const game of memory.values()) await ask(database, { type: 'save', ...game });
    } catch {
      return false;
    }
    this.#memory = undefined;
    this.#remark(undefined, KEEPING);
    return true;
  }

  /** Notes that there are games, and asks the browser to leave them alone. */
  #mark(): void {
    if (this.#hasGames && isMarked()) return;
    this.#hasGames = true;
    try {
      localStorage.setItem(MARK, '1');
    } catch {
      // Then nobody will know when the page is opened again.
    }
    void navigator.storage?.persist?.().catch(() => false);
  }

  #unmark(): void {
    this.#hasGames = false;
    try {
      localStorage.removeItem(MARK);
    } catch {
      // It was not marked either.
    }
  }
}

function fromMemory(games: Map<string, Remembered>, question: Question): unknown {
  const sorted = (): [string, Remembered][] => [...games].sort(([one], [other]) => (one < other ? -1 : 1));
  switch (question.type) {
    case 'save': {
      const { head, date, whole } = question;
      games.set(head.game, { head, date, whole });
      return null;
    }
    case 'load':
      return games.get(question.key)?.whole ?? null;
    case 'heads':
      return sorted().map(([, { head, date }]) => ({ head, date }));
    case 'delete':
      return games.delete(question.key);
    case 'after': {
      const after = question.key;
      const wanted = sorted().filter(([key, { head }]) => head.plies > 0 && (after === null || key > after));
      return wanted.slice(0, BATCH).map(([key, { whole }]) => [key, whole]);
    }
  }
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}
