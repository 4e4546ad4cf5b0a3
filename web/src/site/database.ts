// The database of the kept games (IndexedDB): opened, asked, and taken over from where it lay before.

import { own } from './names';

/** A question of the program; `crates/wasm/src/store.rs` has them. */
export type Question =
  | { type: 'save'; head: { game: string; plies: number; changed: number }; date: string; whole: string }
  | { type: 'load'; key: string }
  | { type: 'heads' }
  | { type: 'delete'; key: string }
  | { type: 'after'; key: string | null };

/** What sites of all paths had in common, until each had a database of its own. */
const SHARED = 'plywise';
const HEADS = 'heads';
const WHOLES = 'wholes';
/** Games read at once when all are wanted. */
export const BATCH = 100;
/** Games that were never begun are forgotten after a day. */
const DAY = 86_400;

interface Head {
  head: { game: string; plies: number; changed: number };
  date: string;
}

export interface Opened {
  database: IDBDatabase;
  /** Whether there was none before. */
  isNew: boolean;
}

/** Opens the games of this site. */
export async function open(): Promise<Opened> {
  const opened = await openNamed(own(SHARED), true);
  if (!opened) throw new Error('it cannot be opened');
  return opened;
}

/** Opens a database; nothing if it is not there and none is to be made. */
function openNamed(name: string, isMade: boolean): Promise<Opened | undefined> {
  return new Promise((done, fail) => {
    let isNew = false;
    let isRefused = false;
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      isNew = true;
      isRefused = !isMade;
      if (isRefused) return request.transaction?.abort();
      request.result.createObjectStore(HEADS);
      request.result.createObjectStore(WHOLES);
    };
    request.onsuccess = () => done({ database: request.result, isNew });
    request.onerror = () => (isRefused ? done(undefined) : fail(request.error ?? new Error('it cannot be opened')));
  });
}

/** Copies the games that were kept before each site had its own database; how many there were. Where that fails, the new one goes. */
export async function takeOver(database: IDBDatabase): Promise<number> {
  if (database.name === SHARED) return 0;
  const before = (await openNamed(SHARED, false))?.database;
  if (!before) return 0;
  try {
    const reading = before.transaction([HEADS, WHOLES], 'readonly');
    const [heads, wholes] = [reading.objectStore(HEADS), reading.objectStore(WHOLES)];
    const all = [heads, wholes].map((store) => Promise.all([result<IDBValidKey[]>(store.getAllKeys()), result<unknown[]>(store.getAll())]));
    const [[headKeys, headValues] = [[], []], [wholeKeys, wholeValues] = [[], []]] = await Promise.all(all);
    const writing = database.transaction([HEADS, WHOLES], 'readwrite');
    const ended = end(writing);
    headKeys.forEach((key, at) => writing.objectStore(HEADS).put(headValues[at], key));
    wholeKeys.forEach((key, at) => writing.objectStore(WHOLES).put(wholeValues[at], key));
    await ended;
    return headKeys.length;
  } catch (error) {
    database.close();
    indexedDB.deleteDatabase(database.name);
    throw error;
  } finally {
    before.close();
  }
}

/** Answers a question. */
export async function ask(database: IDBDatabase, question: Question): Promise<unknown> {
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

/** Deletes games that were never begun. */
export async function forgetEmpty(database: IDBDatabase): Promise<void> {
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
