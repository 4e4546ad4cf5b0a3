// An analysis as the browser keeps it, and what of a text is one. Others write to the same place, and what a disk lost
// may come back in parts: nothing is believed before it was looked at.

import type { Color } from '../board/pieces';
import type { PgnGame, PgnNode, PgnTag, Value } from '../protocol/messages';
import type { Review } from './review.svelte';

export interface Kept {
  game: PgnGame;
  /** The way to the node on the board. */
  turns: number[];
  orientation?: Color;
  review?: Review | undefined;
  /** Whether somebody has changed it since it was begun or read. */
  isChanged?: boolean;
}

/** A move for programs; four zeros where a side passes. */
const MOVE = /^(?:[a-h][1-8][a-h][1-8][nbrqk]?|0000)$/;

/** The analysis of a text; nothing where it is none. Whether its moves are legal is the program's to say. */
export function readKept(text: string): Kept | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || !isGame(value['game']) || !isListOf(value['turns'], isCount)) return undefined;
  const { game, turns, orientation, isChanged, review } = value;
  return {
    game,
    turns,
    orientation: orientation === 'black' ? 'black' : 'white',
    isChanged: isChanged === true,
    // A review is made again more easily than a game: one that cannot be shown is left out.
    review: isReview(review) ? review : undefined,
  };
}

function isGame(value: unknown): value is PgnGame {
  if (!isRecord(value) || typeof value['fen'] !== 'string' || typeof value['comment'] !== 'string') return false;
  return isListOf(value['tags'], isTag) && isListOf(value['nodes'], isNode);
}

function isTag(value: unknown): value is PgnTag {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['value'] === 'string';
}

/** A move stands after the one that it follows. */
function isNode(value: unknown, index: number): value is PgnNode {
  if (!isRecord(value) || !isCount(value['parent']) || value['parent'] > index) return false;
  const { uci, san, comment, raw, nags, clock, winPercent } = value;
  if (typeof uci !== 'string' || !MOVE.test(uci) || typeof san !== 'string' || san === '') return false;
  if (typeof comment !== 'string' || typeof raw !== 'string' || !isListOf(nags, isCount)) return false;
  return isWorth(value['value']) && isNumberOrNone(clock) && isNumberOrNone(winPercent);
}

function isWorth(value: unknown): value is Value | null {
  return value === null || (isRecord(value) && (typeof value['cp'] === 'number' || typeof value['mate'] === 'number'));
}

function isReview(value: unknown): value is Review {
  if (!isRecord(value) || !isListOf(value['line'], (one): one is number => typeof one === 'number')) return false;
  const report = value['report'];
  return isRecord(report) && isRecord(report['white']) && isRecord(report['black']) && isListOf(report['moves'], isRecord);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isNumberOrNone(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

function isListOf<One>(value: unknown, is: (one: unknown, index: number) => one is One): value is One[] {
  return Array.isArray(value) && value.every(is);
}
