// Pieces as the board draws them and as people call them.

import { read } from '@lichess-org/chessground/fen';
import type { Color, Key, Piece, Role } from '@lichess-org/chessground/types';

export type { Color, Key, Piece, Role };

export const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export const RANKS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
export const ROLES: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
/** What a pawn may become, and the letter that says so after a move. */
export const PROMOTIONS: Partial<Record<Role, string>> = { queen: 'q', knight: 'n', rook: 'r', bishop: 'b' };
export const EMPTY_BOARD = '8/8/8/8/8/8/8/8';

/** The pieces of a position by square. */
export function piecesOf(fen: string): Map<Key, Piece> {
  return read(fen);
}

/** The square in a column and a row of the screen, counted from the upper left corner. */
export function squareAt(column: number, row: number, orientation: Color): Key {
  const file = FILES[orientation === 'white' ? column : 7 - column] ?? 'a';
  const rank = RANKS[orientation === 'white' ? 7 - row : row] ?? '1';
  return `${file}${rank}`;
}

/** What stands on a square, in words. */
export function squareLabel(square: Key, piece: Piece | undefined): string {
  return piece ? `${square}, ${piece.color} ${piece.role}` : `${square}, empty`;
}
