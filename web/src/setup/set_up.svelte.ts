// A position while it is set up: the fields of a FEN, whatever they say. Whether it is
// legal, and why not, the server knows.

import { EMPTY_BOARD, FILES, piecesOf, type Color, type Role } from '../board/pieces';

const USUAL_RIGHTS = ['K', 'Q', 'k', 'q'] as const;
/** A right to castle by its usual letter; Chess960 also names the rook's file instead: `EGeg`. */
export type Right = (typeof USUAL_RIGHTS)[number];

export class SetUp {
  pieces = $state(EMPTY_BOARD);
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
    const [pieces, turn, castling, enPassant, halfmoves, moves] = fen.trim().split(/\s+/);
    this.pieces = pieces || EMPTY_BOARD;
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
    return [this.pieces, turn, castling, this.enPassant || '-', this.halfmoves || '0', this.moves || '1'].join(' ');
  }

  hasRight(right: Right): boolean {
    return [...this.castling].some((letter) => this.#means(letter, right));
  }

  /** Gives or takes a right to castle, keeping the usual order of the letters. */
  toggleRight(right: Right): void {
    const had = [...this.castling].filter((letter) => letter !== '-');
    const letters = this.hasRight(right)
      ? had.filter((letter) => !this.#means(letter, right))
      : [...had, had.some(isFile) ? this.#rookOf(right) : right];
    const usual = USUAL_RIGHTS.filter((letter) => letters.includes(letter));
    const others = letters.filter((letter) => !USUAL_RIGHTS.some((one) => one === letter)).sort();
    this.castling = [...usual, ...others].join('') || '-';
  }

  /** Whether a letter stands for a right: by its name, or by the file of a rook on that side of the king. */
  #means(letter: string, right: Right): boolean {
    if (letter === right) return true;
    const [king] = this.#files('king', right);
    const isSameColor = (letter === letter.toUpperCase()) === isWhite(right);
    if (!isFile(letter) || !isSameColor || king === undefined) return false;
    return isShort(right) === FILES.findIndex((file) => file === letter.toLowerCase()) > king;
  }

  /** The letter of the outermost rook on that side of the king; the usual one if there is none. */
  #rookOf(right: Right): string {
    const [king] = this.#files('king', right);
    const rooks = this.#files('rook', right).filter((file) => king !== undefined && isShort(right) === file > king);
    const letter = FILES[(isShort(right) ? rooks.at(-1) : rooks[0]) ?? -1];
    if (letter === undefined) return right;
    return isWhite(right) ? letter.toUpperCase() : letter;
  }

  /** The files on which such pieces stand at home, from left to right. */
  #files(role: Role, right: Right): number[] {
    const pieces = piecesOf(this.pieces);
    const [color, rank] = isWhite(right) ? (['white', 1] as const) : (['black', 8] as const);
    return FILES.flatMap((file, index) => {
      const piece = pieces.get(`${file}${rank}`);
      return piece?.role === role && piece.color === color ? [index] : [];
    });
  }

  /** Squares that a pawn may just have passed over. */
  get passed(): string[] {
    const rank = this.turn === 'white' ? '6' : '3';
    return [...'abcdefgh'].map((file) => file + rank);
  }
}

function isFile(letter: string): boolean {
  return FILES.some((file) => file === letter.toLowerCase());
}

function isWhite(right: Right): boolean {
  return right === 'K' || right === 'Q';
}

function isShort(right: Right): boolean {
  return right === 'K' || right === 'k';
}
