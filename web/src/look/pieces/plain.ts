// Flat pieces without lines inside, drawn here.

import { sheetOf, svg } from './draw';
import { OUTLINES } from './outlines';

const PAINT = {
  white: { fill: '#fdfaf3', line: '#3a342c' },
  black: { fill: '#3f3a34', line: '#14110d' },
};
/** Lines on a dark piece are light. */
const ON_BLACK = '#d9d2c5';

export default sheetOf((role, color) => {
  const { body, detail } = OUTLINES[role];
  const { fill, line } = PAINT[color];
  const lines = detail && `<path d="${detail}" fill="none" stroke="${color === 'white' ? line : ON_BLACK}" stroke-width="1.7"/>`;
  return svg(
    45,
    `<g stroke-linejoin="round" stroke-linecap="round"><path d="${body}" fill="${fill}" stroke="${line}" stroke-width="1.5"/>${lines}</g>`,
  );
});
