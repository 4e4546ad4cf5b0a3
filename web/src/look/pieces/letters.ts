// Discs with a letter, drawn here: for who learns the names, and for tired eyes.

import type { Role } from '../../board/pieces';
import { sheetOf, svg } from './draw';

/** The letters as strokes, so that they look the same whatever fonts there are. */
const LETTERS: Record<Role, string> = {
  king: 'M17 13v19M29 13L17.500 23.500M21 20.500L29.500 32',
  queen: 'M22.500 13a9.500 9.500 0 1 0 .01 0zM24.500 26.500l6 6',
  rook: 'M17 32V13h6.500a5.300 5.300 0 0 1 0 10.600H17M23 23.600L29 32',
  bishop: 'M17 13v19h7a5.100 5.100 0 0 0 0-10.200h-7M17 13h6a4.400 4.400 0 0 1 0 8.800',
  knight: 'M16 32V13l13 19V13',
  pawn: 'M18 32V13h5.500a5.600 5.600 0 0 1 0 11.200H18',
};
const PAINT = {
  white: { disc: '#fdfaf3', line: '#4a4339', letter: '#26221c' },
  black: { disc: '#35312b', line: '#100e0b', letter: '#f4efe4' },
};

export default sheetOf((role, color) => {
  const { disc, line, letter } = PAINT[color];
  const radius = role === 'pawn' ? 15 : 18;
  // A king is known by a second ring.
  const ring = role === 'king' ? `<circle cx="22.500" cy="22.500" r="15.500" fill="none" stroke="${letter}" stroke-width="1"/>` : '';
  const scale = role === 'pawn' ? 'translate(4.500 4.500) scale(.8)' : role === 'king' ? 'translate(3.400 3.400) scale(.85)' : '';
  return svg(
    45,
    `<circle cx="22.500" cy="22.500" r="${radius}" fill="${disc}" stroke="${line}" stroke-width="1.500"/>${ring}` +
      `<path d="${LETTERS[role]}" transform="${scale}" fill="none" stroke="${letter}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
});
