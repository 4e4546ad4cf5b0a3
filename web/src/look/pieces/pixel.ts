// Pieces of a few large pixels, drawn here.

import type { Role } from '../../board/pieces';
import { sheetOf, svg } from './draw';

/** `#` is the piece, `o` a detail in the colour of the line. */
const BITMAPS: Record<Role, string> = {
  pawn: `
    ...........
    ...........
    ....###....
    ...#####...
    ...#####...
    ....###....
    ...#####...
    ....###....
    ....###....
    ...#####...
    ..#######..`,
  rook: `
    ...........
    .##.###.##.
    .##.###.##.
    .#########.
    ..ooooooo..
    ..#######..
    ..#######..
    ..#######..
    ..ooooooo..
    .#########.
    .#########.`,
  knight: `
    ...........
    ....#.#....
    ...#####...
    ..##o####..
    .########..
    .####.####.
    ..##..####.
    .....#####.
    ....#####..
    ...#######.
    ..########.`,
  bishop: `
    .....#.....
    ....###....
    ...##o##...
    ..##o####..
    ..##o####..
    ..#######..
    ...#####...
    ....###....
    ...ooooo...
    ..#######..
    .#########.`,
  queen: `
    ...........
    #....#....#
    ##..###..##
    .#..###..#.
    .##.###.##.
    .#########.
    .#########.
    ..#######..
    ..ooooooo..
    ..#######..
    .#########.`,
  king: `
    .....#.....
    ....###....
    .....#.....
    .###.#.###.
    #####o#####
    #####o#####
    #####o#####
    .####o####.
    ..ooooooo..
    ..#######..
    .#########.`,
};
const PAINT = {
  white: { fill: '#fdfaf3', line: '#3a342c' },
  black: { fill: '#37322c', line: '#0d0b09' },
};
const DETAIL = { white: '#3a342c', black: '#d9d2c5' };

function squares(bitmap: string, sign: RegExp): string {
  const rows = bitmap.trim().split(/\s+/);
  return rows.flatMap((row, y) => [...row].map((one, x) => (sign.test(one) ? `M${x + 1} ${y + 1}h1v1h-1z` : ''))).join('');
}

export default sheetOf((role, color) => {
  const { fill, line } = PAINT[color];
  const all = squares(BITMAPS[role], /[#o]/);
  return svg(
    13,
    `<g shape-rendering="crispEdges"><path d="${all}" fill="${line}" stroke="${line}" stroke-width="1"/>` +
      `<path d="${all}" fill="${fill}"/><path d="${squares(BITMAPS[role], /o/)}" fill="${DETAIL[color]}"/></g>`,
  );
});
