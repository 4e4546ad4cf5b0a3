// A position while it is set up: the fields of a FEN, whatever they say. Whether it is
// legal, and why not, the server knows.

import { EMPTY_BOARD, type Color } from '../board/men';

export class SetUp {
  men = $state(EMPTY_BOARD);
  turn: Color = $state('white');
  castling = $state('-');
  enPassant = $state('-');
  halfmoves = $state('0');
  moves = $state('1');

  constructor(fen: string) {
    this.take(fen);
  }

  /** Takes over what a FEN says, as far as it goes. */
  take(fen: string): void {
    const [men, turn, castling, enPassant, halfmoves, moves] = fen.trim().split(/\s+/);
    this.men = men || EMPTY_BOARD;
    this.turn = turn === 'b' ? 'black' : 'white';
    this.castling = castling || '-';
    this.enPassant = enPassant || '-';
    this.halfmoves = halfmoves || '0';
    this.moves = moves || '1';
  }

  /** What is set up, as FEN. */
  get fen(): string {
    const turn = this.turn === 'white' ? 'w' : 'b';
    const castling = this.castling.trim() || '-';
    return [this.men, turn, castling, this.enPassant || '-', this.halfmoves || '0', this.moves || '1'].join(' ');
  }

  hasRight(letter: string): boolean {
    return this.castling.includes(letter);
  }

  /** Gives or takes a right to castle, keeping the usual order of the letters. */
  toggleRight(letter: string): void {
    const had = this.castling === '-' ? '' : this.castling;
    const letters = had.includes(letter) ? had.replace(letter, '') : had + letter;
    const usual = [...'KQkq'].filter((one) => letters.includes(one)).join('');
    const others = [...letters].filter((one) => !'KQkq'.includes(one)).join('');
    this.castling = usual + others || '-';
  }

  /** Squares that a pawn may just have passed over. */
  get passed(): string[] {
    const rank = this.turn === 'white' ? '6' : '3';
    return [...'abcdefgh'].map((file) => file + rank);
  }
}
