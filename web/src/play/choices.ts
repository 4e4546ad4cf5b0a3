// What was last chosen for a new game, kept in this browser.

import { firstChoice, isPlayable, type PlayerChoice } from '../controls/player';
import type { House } from '../protocol/messages';

const KEY = 'plywise.newGame';

export const MODES = ['computer', 'two', 'watch'] as const;
export const SIDES = ['white', 'black', 'any'] as const;
export const STARTS = ['usual', 'chess960', 'fen'] as const;

/** A game while it is ordered. */
export interface Choices {
  mode: (typeof MODES)[number];
  side: (typeof SIDES)[number];
  opponent: PlayerChoice;
  white: PlayerChoice;
  black: PlayerChoice;
  timed: boolean;
  minutes: number;
  increment: number;
  /** Seconds that each move of two computers is shown. */
  delay: number;
  /** Whether a computer takes about as long for its moves as a person does. */
  pace: boolean;
  /** Seconds that a computer may take for a move; its own measure without. */
  seconds: number | null;
  start: (typeof STARTS)[number];
  fen: string;
  /** The number of a Chess960 position, as it is typed. */
  number: string;
}

function first(): Choices {
  return {
    mode: 'computer',
    side: 'white',
    opponent: firstChoice('level'),
    white: firstChoice('level'),
    black: firstChoice('search'),
    timed: false,
    minutes: 5,
    increment: 3,
    delay: 1,
    pace: false,
    seconds: null,
    start: 'usual',
    fen: '',
    number: '',
  };
}

/** What was chosen last, as far as it can still be had. */
export function lastChoices(house: House): Choices {
  const choices = first();
  let kept: Partial<Choices>;
  try {
    const text: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    kept = typeof text === 'object' && text !== null ? text : {};
  } catch {
    // A browser may refuse storage, and others may have written nonsense.
    return choices;
  }
  if (isOneOf(MODES, kept.mode)) choices.mode = kept.mode;
  if (isOneOf(SIDES, kept.side)) choices.side = kept.side;
  if (isOneOf(STARTS, kept.start)) choices.start = kept.start;
  for (const name of ['opponent', 'white', 'black'] as const) {
    const player = kept[name];
    if (isPlayable(player, house)) choices[name] = { ...choices[name], ...player };
  }
  for (const name of ['minutes', 'increment', 'delay', 'seconds'] as const) {
    const number = kept[name];
    if (typeof number === 'number') choices[name] = number;
  }
  for (const name of ['fen', 'number'] as const) {
    const text = kept[name];
    if (typeof text === 'string') choices[name] = text;
  }
  choices.timed = kept.timed === true;
  choices.pace = kept.pace === true;
  return choices;
}

export function keepChoices(choices: Choices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // Then they last as long as the page.
  }
}

function isOneOf<T>(all: readonly T[], one: T | undefined): one is T {
  return all.some((known) => known === one);
}
