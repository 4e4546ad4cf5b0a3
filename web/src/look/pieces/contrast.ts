// Black and white and nothing between, drawn here: for eyes that need it, and for screens in the sun.

import { sheetOf, svg } from './draw';
import { OUTLINES } from './outlines';

const PAINT = {
  white: { fill: '#ffffff', line: '#000000', rim: '#ffffff' },
  black: { fill: '#000000', line: '#ffffff', rim: '#000000' },
};

// Two rims, the inner one of the other colour: a piece stands out from a square of any colour.
export default sheetOf((role, color) => {
  const { body, detail } = OUTLINES[role];
  const { fill, line, rim } = PAINT[color];
  const path = (width: number, colour: string): string => `<path d="${body}" fill="${colour}" stroke="${colour}" stroke-width="${width}"/>`;
  const lines = detail && `<path d="${detail}" fill="none" stroke="${line}" stroke-width="2.4"/>`;
  return svg(
    45,
    `<g stroke-linejoin="round" stroke-linecap="round">${path(6.5, rim)}${path(4.5, line)}${path(0.5, fill)}${lines}</g>`,
  );
});
