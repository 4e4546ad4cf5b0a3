// How a piece set of our own becomes a style sheet.

import type { Color, Role } from '../../board/pieces';

const ROLES: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const COLORS: readonly Color[] = ['white', 'black'];

/** The style sheet of a set: a picture for each piece, as SVG. */
export function sheetOf(picture: (role: Role, color: Color) => string): string {
  return COLORS.flatMap((color) =>
    ROLES.map((role) => {
      const svg = `data:image/svg+xml,${encodeURIComponent(picture(role, color))}`;
      return `.cg-wrap piece.${role}.${color}{background-image:url("${svg}")}`;
    }),
  ).join('\n');
}

/** A picture with a square of that many units. */
export function svg(size: number, inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${inner}</svg>`;
}
