// Flat pieces without lines inside, drawn here.

import type { Role } from '../../board/pieces';
import { sheetOf, svg } from './draw';

/** The outline of each piece, and what is drawn on it in the colour of the line. */
const SHAPES: Record<Role, { body: string; detail: string }> = {
  pawn: {
    body: 'M22.500 8.500a5.600 5.600 0 0 1 4 9.500c1.900.700 2.700 1.600 2.700 3.100h-3.500c.4 5.500 2.600 8 6.800 10.900v5.500h-20V32c4.200-2.900 6.400-5.400 6.800-10.900h-3.500c0-1.500.8-2.400 2.700-3.100a5.600 5.600 0 0 1 4-9.500z',
    detail: '',
  },
  rook: {
    body: 'M11.500 8.500h5v4h3.500v-4h5v4h3.500v-4h5v8.500l-4 3.200v9.300l4 3.500v4.500h-22V33l4-3.500v-9.300l-4-3.200z',
    detail: 'M15.500 20.200h14M15.500 29.500h14',
  },
  knight: {
    body: 'M19.500 6.500l3.500 3.600c8.500 1 12.500 8.400 12 27.400H14c0-7.500 7.500-9.500 8-16-2.300 2.400-5 2.500-6.500 5-2 3.300-4.800 3.300-6.600 1-1.400-1.900-.7-3.400.4-5.300l4.700-8.200c.4-2.400 2-3.400 5.500-7.500z',
    detail: 'M17.200 15.600h.01M11.500 24.800h.01',
  },
  bishop: {
    body: 'M22.500 5.500a2.700 2.700 0 0 1 1.800 4.700c5.200 3.300 7.700 7 7.700 11.300 0 2.900-1.300 5.300-3.500 7.500l1 3.500h2.500v5h-19v-5h2.500l1-3.500c-2.200-2.200-3.500-4.600-3.500-7.500 0-4.300 2.500-8 7.700-11.300a2.700 2.700 0 0 1 1.800-4.700z',
    detail: 'M24.800 14.500l-3.600 6.500M16.500 29h12',
  },
  queen: {
    body: 'M8 10.200a2.500 2.500 0 0 1 1.700 4.300l5 7 1.100-10.300a2.500 2.500 0 1 1 2.500-.1l4.200 9.800 4.200-9.800a2.500 2.500 0 1 1 2.500.1l1.100 10.300 5-7a2.500 2.500 0 1 1 2.400.6L33 29.500l1 3v5H11v-5l1-3-4.700-14.400A2.500 2.500 0 0 1 8 10.200z',
    detail: 'M12 29.500h21',
  },
  king: {
    body: 'M21 3.500h3v2.700h2.700v3H24v2.500c1.900.6 2.700 2.300 2.300 4.300 4.200-3.400 11.200-1.700 11.200 4.500 0 3.900-3 6.300-4.500 9.500l1 2.500v5H11v-5l1-2.500c-1.500-3.200-4.500-5.600-4.500-9.500 0-6.200 7-7.900 11.200-4.500-.4-2 .4-3.700 2.300-4.300V9.200h-2.700v-3H21z',
    detail: 'M12 30h21M22.500 18v12',
  },
};
const PAINT = {
  white: { fill: '#fdfaf3', line: '#3a342c' },
  black: { fill: '#3f3a34', line: '#14110d' },
};
/** Lines on a dark piece are light. */
const ON_BLACK = '#d9d2c5';

export default sheetOf((role, color) => {
  const { body, detail } = SHAPES[role];
  const { fill, line } = PAINT[color];
  const lines = detail && `<path d="${detail}" fill="none" stroke="${color === 'white' ? line : ON_BLACK}" stroke-width="1.7"/>`;
  return svg(
    45,
    `<g stroke-linejoin="round" stroke-linecap="round"><path d="${body}" fill="${fill}" stroke="${line}" stroke-width="1.5"/>${lines}</g>`,
  );
});
