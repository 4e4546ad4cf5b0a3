// Texts of many games: cut where a game begins, so that what is too large for one message is sent in pieces.

import { connection, megabytes, sentence } from '../connection/socket.svelte';
import type { PgnHead } from '../protocol/messages';

/** A game in a line, by its tags. */
export type GameHead = Omit<PgnHead, 'plies'>;

/** A tag at the beginning of a line. */
const TAG = /^\[(\w+)[ \t]+"((?:[^"\\\n]|\\.)*)"[^\n]*/gm;
/** The largest file that is read: browsers hold no text that is much longer. */
const MOST_FILE = 400 << 20;
/** What JSON and letters of several bytes may make of a text, at worst, is left free. */
const SHARE = 0.4;
/** Games that are kept at once. */
const AT_ONCE = 500;
/** Letters at the beginning of a game in which its tags are looked for. */
const TAGS = 4000;

/** Where each game of a text begins: at the first of the tags that follow moves. */
export function gameStarts(text: string): number[] {
  const starts = [0];
  let end = 0;
  for (const tag of text.matchAll(TAG)) {
    if (/\S/.test(text.slice(end, tag.index))) starts.push(tag.index);
    end = tag.index + tag[0].length;
  }
  return starts;
}

/** The heads of the games that begin there. */
export function headsOf(text: string, starts: readonly number[]): GameHead[] {
  return starts.map((start, index) => headOf(text.slice(start, Math.min(start + TAGS, starts[index + 1] ?? text.length))));
}

function headOf(game: string): GameHead {
  const tags = new Map([...game.matchAll(TAG)].map(([, name = '', value = '']) => [name, value.replace(/\\(.)/g, '$1')]));
  const dates = ['Date', 'UTCDate'].map((name) => tags.get(name) ?? '');
  return {
    white: tags.get('White') || '?',
    black: tags.get('Black') || '?',
    result: tags.get('Result') || '*',
    date: dates.find((date) => /^\d/.test(date)) ?? '?',
  };
}

/** The text of a file; a refusal where it is too large for a browser. */
export function readFile(file: File): Promise<string> {
  if (file.size <= MOST_FILE) return file.text();
  const most = megabytes(MOST_FILE);
  return Promise.reject(new Error(`This file is too large: ${megabytes(file.size)}, where ${most} can be read. Nothing was taken from it.`));
}

/** What became of games that were to be kept. */
export interface KeptText {
  count: number;
  remarks: string[];
  /** Why not all of them were kept. */
  refusal: string | undefined;
}

/** Keeps the games of a text of any length. The last ones are sent first: lists begin with what was kept last. */
export async function keepText(text: string, onshare: (share: number) => void = () => undefined): Promise<KeptText> {
  const { most: limits } = await connection.known();
  const starts = gameStarts(text);
  const most = SHARE * limits.messageBytes;
  const remarks: string[][] = [];
  let count = 0;
  let end = text.length;
  for (let last = starts.length - 1; last >= 0; ) {
    let first = last;
    while (first > 0 && end - (starts[first - 1] ?? 0) <= most && last - first + 1 < AT_ONCE) first -= 1;
    const begin = starts[first] ?? 0;
    const some = text.slice(begin, end);
    try {
      const refused = connection.tooLarge(some);
      if (refused !== undefined) throw new Error(refused);
      const answer = await connection.ask({ type: 'keepPgn', text: some });
      if (answer.type === 'imported') {
        count += answer.games.length;
        remarks.unshift(answer.remarks);
      }
    } catch (error) {
      return { count, remarks: remarks.flat(), refusal: sentence(error) };
    }
    [end, last] = [begin, first - 1];
    onshare(1 - end / text.length);
  }
  return { count, remarks: remarks.flat(), refusal: undefined };
}
