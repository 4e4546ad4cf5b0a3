// The kept games in this browser (IndexedDB): what the program asks, answered. Where the browser keeps
// nothing, games are remembered as long as the page is open, and that is said.

/** A question of the program; `crates/wasm/src/store.rs` has them. */
export type Question =
  | { type: 'save'; head: { game: string; plies: number; changed: number }; date: string; whole: string }
  | { type: 'load'; key: string }
  | { type: 'heads' }
  | { type: 'delete'; key: string }
  | { type: 'after'; key: string | null };

export type Answer = { ok: unknown } | { sentence: string };

type Remark = (sentence: string) => void;

const NAME = 'plywise';
const HEADS = 'heads';
const WHOLES = 'wholes';
/** Games read at once when all are wanted. */
const BATCH = 100;
/** Games that were never begun are forgotten after a day. */
const DAY = 86_400;
/** Where it is written, outside the database, that there are games in it. */
const MARK = 'plywise.kept';

const NOTHING_KEPT =
  'this browser does not let the page keep anything: games are forgotten when the page is closed, so save those that you want as PGN';
const WIPED =
  'the games that were kept here are gone: this browser has deleted its data for this site; games from now on are kept again';
const FULL = 'this browser has no more room for games: delete some, or make room on this device; until then this game is not kept';

export class KeptGames {
  #open: Promise<IDBDatabase | undefined>;
  #remark: Remark;
  /** What is remembered where nothing is kept. */
  #memory = new Map<string, { head: unknown; date: string; whole: string; plies: number }>();
  #isMarked = false;

  constructor(remark: Remark) {
    this.#remark = remark;
    this.#open = this.#begin();
  }

  /** Sentences that are known once the games are open. */
  async warnings(): Promise<string[]> {
    return (await this.#open) ? [] : [NOTHING_KEPT];
  }

  async answer(question: Question): Promise<Answer> {
    try {
      const database = await this.#open;
      return { ok: database ? await ask(database, question) : this.#fromMemory(question) };
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      return { sentence: isFull ? FULL : `the kept games: ${error instanceof Error ? error.message : String(error)}` };
    } finally {
      if (question.type === 'save' && question.head.plies > 0) this.#mark();
    }
  }

  async #begin(): Promise<IDBDatabase | undefined> {
    try {
      const { database, isNew } = await open();
      if (isNew && isMarked()) {
        this.#remark(WIPED);
        unmark();
      }
      // The browser closes it when the user deletes the site's data: what is kept from then on is new.
      database.onclose = () => (this.#open = this.#begin());
      await forgetEmpty(database);
      return database;
    } catch {
      return undefined;
    }
  }

  /** Notes that there are games, and asks the browser to leave them alone. */
  #mark(): void {
    if (this.#isMarked) return;
    this.#isMarked = true;
    try {
      localStorage.setItem(MARK, '1');
    } catch {
      // Then nobody will know.
    }
    void navigator.storage?.persist?.().catch(() => false);
  }

  #fromMemory(question: Question): unknown {
    const games = this.#memory;
    const sorted = (): [string, { head: unknown; date: string; whole: string; plies: number }][] =>
      [...games].sort(([one], [other]) => (one < other ? -1 : 1));
    switch (question.type) {
      case 'save': {
        const { head, date, whole } = question;
        games.set(head.game, { head, date, whole, plies: head.plies });
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
        const wanted = sorted().filter(([key, { plies }]) => plies > 0 && (after === null || key > after));
        return wanted.slice(0, BATCH).map(([key, { whole }]) => [key, whole]);
      }
    }
  }
}

interface Head {
  head: { game: string; plies: number; changed: number };
  date: string;
}

async function ask(database: IDBDatabase, question: Question): Promise<unknown> {
  const isWrite = question.type === 'save' || question.type === 'delete';
  const transaction = database.transaction([HEADS, WHOLES], isWrite ? 'readwrite' : 'readonly');
  const ended = end(transaction);
  const heads = transaction.objectStore(HEADS);
  const wholes = transaction.objectStore(WHOLES);
  let answer: unknown = null;
  switch (question.type) {
    case 'save': {
      const { head, date, whole } = question;
      heads.put({ head, date }, head.game);
      wholes.put(whole, head.game);
      break;
    }
    case 'load':
      answer = (await result(wholes.get(question.key) as IDBRequest<string | undefined>)) ?? null;
      break;
    case 'heads':
      answer = await result(heads.getAll());
      break;
    case 'delete':
      answer = (await result(heads.count(question.key))) > 0;
      heads.delete(question.key);
      wholes.delete(question.key);
      break;
    case 'after': {
      const range = question.key === null ? null : IDBKeyRange.lowerBound(question.key, true);
      const all = (await result(heads.getAll(range))) as Head[];
      const keys = all.filter(({ head }) => head.plies > 0).map(({ head }) => head.game);
      const texts = keys.slice(0, BATCH).map(async (key) => [key, await result(wholes.get(key))]);
      answer = await Promise.all(texts);
    }
  }
  // What was written is safe only now.
  await ended;
  return answer;
}

function open(): Promise<{ database: IDBDatabase; isNew: boolean }> {
  return new Promise((done, fail) => {
    let isNew = false;
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      isNew = true;
      request.result.createObjectStore(HEADS);
      request.result.createObjectStore(WHOLES);
    };
    request.onsuccess = () => done({ database: request.result, isNew });
    request.onerror = () => fail(request.error ?? new Error('it cannot be opened'));
  });
}

async function forgetEmpty(database: IDBDatabase): Promise<void> {
  const transaction = database.transaction([HEADS, WHOLES], 'readwrite');
  const ended = end(transaction);
  const before = Date.now() / 1000 - DAY;
  for (const { head } of (await result(transaction.objectStore(HEADS).getAll())) as Head[]) {
    if (head.plies > 0 || head.changed >= before) continue;
    transaction.objectStore(HEADS).delete(head.game);
    transaction.objectStore(WHOLES).delete(head.game);
  }
  await ended;
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error('it cannot be read'));
  });
}

function end(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error ?? new Error('it was not written'));
  });
  // Whoever fails before waiting for the end has said why.
  ended.catch(() => undefined);
  return ended;
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

function unmark(): void {
  try {
    localStorage.removeItem(MARK);
  } catch {
    // It was not marked either.
  }
}
