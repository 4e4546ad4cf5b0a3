// The way to the program: a socket to the server, or the program inside this browser. This is the one
// place that chooses; the page does not know which it talks to.

import { serverLine } from './server';

/** A way to the program. What is heard on it begins with the welcome. */
export interface Line {
  send(text: string): void;
  /** A kept game as PGN, or all of them where none is named. */
  pgn(key: string | undefined): Promise<Pgn>;
}

/** Kept games as text, or a sentence that says why they cannot be had. */
export type Pgn = { text: string } | 'missing' | { sentence: string };

/** Who is at the page's end of a line. */
export interface LineEnd {
  hear(text: string): void;
  /** Nothing more will be heard on this line. A sentence says why, where that is known. */
  lose(why?: Lost): void;
  /** How far the program is loaded; nothing once it is. */
  load(loading: Loading | undefined): void;
  /** Something that the user should know. Another sentence of the same name takes its place, and none ends it. */
  remark(sentence: string | undefined, name: string): void;
}

export interface Lost {
  sentence: string;
  /** Whether trying again by itself is of no use. */
  isFinal: boolean;
}

export interface Loading {
  what: string;
  /** Between 0 and 1. */
  share: number;
}

export type OpenLine = (end: LineEnd) => Line;

/** True in the page of the static site: the program runs in this browser. */
export const IS_SITE = import.meta.env.MODE === 'site';

/** Opens a line. */
export function openLine(end: LineEnd): Line {
  return IS_SITE ? siteLine(end) : serverLine(end);
}

const MISSING = 'A part of the page could not be loaded; the page tries again by itself.';

/** Loaded when it is wanted: the board does not wait for it. */
function siteLine(end: LineEnd): Line {
  const line = import('../site/line').then(
    (site) => site.open(end),
    () => {
      end.lose({ sentence: MISSING, isFinal: false });
      return undefined;
    },
  );
  return {
    send: (text) => void line.then((line) => line?.send(text)),
    pgn: (key) => line.then((line) => line?.pgn(key) ?? { sentence: MISSING }),
  };
}
