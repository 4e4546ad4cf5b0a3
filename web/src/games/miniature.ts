// Small boards, each painted as one picture: what a list of ten thousand games flies past with. The pieces are drawn as vectors
// once for each set and size; after that a board is 64 fields and at most 32 copies.

import { piecesOf, squareAt, type Color, type Role } from '../board/pieces';
import { picturesOf, type PieceSet } from '../look/pieces/sets';

const COLORS: readonly Color[] = ['white', 'black'];
const ROLES: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

/** All pieces of a set side by side, as large as a square; and those that are drawn by now. */
const coming = new Map<string, Promise<HTMLCanvasElement>>();
const drawn = new Map<string, HTMLCanvasElement>();
/** Light and dark squares of each board. */
const squares = new Map<string, [light: string, dark: string]>();

export interface Miniature {
  fen: string;
  orientation: Color;
  board: string;
  pieces: PieceSet;
}

/** Paints a board; the pieces follow where their set is not drawn yet. The answer says when it is whole. */
export function paint(canvas: HTMLCanvasElement, wanted: Miniature): Promise<void> | undefined {
  const side = canvas.width / 8;
  const strip = drawn.get(keyOf(wanted.pieces, side));
  put(canvas, wanted, side, strip);
  if (strip) return undefined;
  return stripOf(wanted.pieces, side).then((strip) => put(canvas, wanted, side, strip));
}

function put(canvas: HTMLCanvasElement, { fen, orientation, board }: Miniature, side: number, strip: HTMLCanvasElement | undefined): void {
  const pen = canvas.getContext('2d', { alpha: false });
  if (!pen) return;
  const [light, dark] = squaresOf(board);
  pen.fillStyle = light;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = dark;
  const pieces = piecesOf(fen);
  for (let index = 0; index < 64; index++) {
    const [x, y] = [index % 8, Math.floor(index / 8)];
    if ((x + y) % 2) pen.fillRect(x * side, y * side, side, side);
    const piece = strip && pieces.get(squareAt(x, y, orientation));
    if (!piece) continue;
    const from = (COLORS.indexOf(piece.color) * ROLES.length + ROLES.indexOf(piece.role)) * side;
    pen.drawImage(strip, from, 0, side, side, x * side, y * side, side, side);
  }
}

function keyOf(set: PieceSet, side: number): string {
  return `${set} ${side}`;
}

function stripOf(set: PieceSet, side: number): Promise<HTMLCanvasElement> {
  const key = keyOf(set, side);
  const known = coming.get(key);
  if (known) return known;
  const strip = draw(set, side);
  coming.set(key, strip);
  strip.then(
    (strip) => drawn.set(key, strip),
    // What could not be loaded may be had the next time.
    () => coming.delete(key),
  );
  return strip;
}

async function draw(set: PieceSet, side: number): Promise<HTMLCanvasElement> {
  const pictures = await picturesOf(set);
  const strip = document.createElement('canvas');
  [strip.width, strip.height] = [side * COLORS.length * ROLES.length, side];
  const pen = strip.getContext('2d');
  const names = COLORS.flatMap((color) => ROLES.map((role) => `${color} ${role}`));
  const images = await Promise.all(
    names.map(async (name) => {
      const image = new Image();
      image.src = pictures.get(name) ?? '';
      await image.decode();
      return image;
    }),
  );
  images.forEach((image, index) => pen?.drawImage(image, index * side, 0, side, side));
  return strip;
}

/** The colours of a board, whichever is shown. */
function squaresOf(board: string): [light: string, dark: string] {
  const known = squares.get(board);
  if (known) return known;
  const probe = document.createElement('div');
  probe.dataset['board'] = board;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const found: [string, string] = [style.getPropertyValue('--square-light').trim(), style.getPropertyValue('--square-dark').trim()];
  probe.remove();
  squares.set(board, found);
  return found;
}
