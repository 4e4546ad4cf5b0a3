// Arrows on the board.

import type { DrawBrushes, DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from './pieces';

/** Brushes: the engine's best move and its others, then those of who draws with the right button. */
export const BRUSHES: DrawBrushes = {
  best: { key: 'best', color: 'var(--arrow-best)', opacity: 0.9, lineWidth: 11 },
  other: { key: 'other', color: 'var(--arrow-other)', opacity: 0.6, lineWidth: 8 },
  threat: { key: 'threat', color: 'var(--arrow-threat)', opacity: 0.85, lineWidth: 11 },
  green: { key: 'green', color: 'var(--arrow-green)', opacity: 0.9, lineWidth: 10 },
  red: { key: 'red', color: 'var(--arrow-red)', opacity: 1, lineWidth: 10 },
  blue: { key: 'blue', color: 'var(--arrow-blue)', opacity: 1, lineWidth: 10 },
  yellow: { key: 'yellow', color: 'var(--arrow-yellow)', opacity: 1, lineWidth: 10 },
};

/** The colours that people draw with, the first one to begin with. */
export const PENS = ['green', 'red', 'blue', 'yellow'] as const;
export type Pen = (typeof PENS)[number];

/** An arrow along a move as UCI writes it. */
export function arrow(uci: string, brush: 'best' | 'other' | 'threat', lineWidth?: number): DrawShape {
  const shape: DrawShape = { orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush };
  return lineWidth === undefined ? shape : { ...shape, modifiers: { lineWidth } };
}
