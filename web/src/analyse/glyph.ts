// Signs for what a move is worth, by their numbers in PGN.

/** Sign and words of each glyph that has a sign; rare signs that fonts lack are written as they once were typed. */
const GLYPHS: Record<number, [sign: string, words: string]> = {
  1: ['!', 'good move'],
  2: ['?', 'mistake'],
  3: ['!!', 'brilliant move'],
  4: ['??', 'blunder'],
  5: ['!?', 'interesting move'],
  6: ['?!', 'inaccuracy'],
  7: ['□', 'only move'],
  10: ['=', 'equal position'],
  11: ['=', 'equal position'],
  12: ['=', 'equal position'],
  13: ['∞', 'unclear position'],
  14: ['+=', 'White is slightly better'],
  15: ['=+', 'Black is slightly better'],
  16: ['±', 'White is better'],
  17: ['∓', 'Black is better'],
  18: ['+−', 'White is winning'],
  19: ['−+', 'Black is winning'],
  22: ['⊙', 'White is in zugzwang'],
  23: ['⊙', 'Black is in zugzwang'],
  32: ['⟳', 'White is ahead in development'],
  33: ['⟳', 'Black is ahead in development'],
  36: ['↑', 'White has the initiative'],
  37: ['↑', 'Black has the initiative'],
  40: ['→', 'White attacks'],
  41: ['→', 'Black attacks'],
  44: ['=∞', 'White has compensation'],
  45: ['=∞', 'Black has compensation'],
  132: ['⇆', 'White has counterplay'],
  133: ['⇆', 'Black has counterplay'],
  138: ['⊕', 'White is short of time'],
  139: ['⊕', 'Black is short of time'],
  140: ['△', 'with the idea'],
  146: ['N', 'novelty'],
};
/** Glyphs up to this number judge a move and stand close to it; others have a space before them. */
const LAST_OF_MOVES = 6;

/** The number of each mark of a review. */
export const MARKS = { inaccuracy: 6, mistake: 2, blunder: 4 } as const;
/** The marks that have a look of their own: the class of each, colour and shape by look/controls.css. */
const LOOKS: Record<number, string> = { 1: 'good', 2: 'mistake', 3: 'good', 4: 'blunder', 5: 'interesting', 6: 'inaccuracy' };
/** Glyphs that people give a move, and those that they give the position after it. */
export const MOVE_GLYPHS = [1, 2, 3, 4, 5, 6, 7] as const;
export const POSITION_GLYPHS = [10, 13, 14, 15, 16, 17, 18, 19] as const;

/** The signs of glyphs, as they follow a move; one without a sign is written as PGN writes it. */
export function glyphs(nags: readonly number[]): string {
  return nags.map((nag) => `${nag > LAST_OF_MOVES ? ' ' : ''}${GLYPHS[nag]?.[0] ?? `$${nag}`}`).join('');
}

export function glyphWords(nags: readonly number[]): string {
  return nags.map((nag) => GLYPHS[nag]?.[1] ?? `glyph ${nag}`).join(', ');
}

/** The sign of one glyph. */
export function glyph(nag: number): string {
  return GLYPHS[nag]?.[0] ?? `$${nag}`;
}

/** How a glyph is drawn behind its move: as a tag of that class, or as plain text. */
export function lookOf(nag: number): string | undefined {
  return LOOKS[nag];
}

/** Of each group a move has one glyph at most: what the move is worth, how the position stands. */
export function groupOf(nag: number): string {
  if (nag <= 9) return 'move';
  return nag <= 21 ? 'position' : String(nag);
}
