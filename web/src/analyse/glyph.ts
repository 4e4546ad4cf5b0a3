// Signs for what a move is worth, by their numbers in PGN.

const GLYPHS: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };
const WORDS: Record<number, string> = {
  1: 'good move',
  2: 'mistake',
  3: 'brilliant move',
  4: 'blunder',
  5: 'interesting move',
  6: 'inaccuracy',
};

/** The number of each mark of a review. */
export const MARKS = { inaccuracy: 6, mistake: 2, blunder: 4 } as const;
/** Their colours in the theme. */
export const MARK_COLOURS = { inaccuracy: '--warn', mistake: '--bad', blunder: '--bad' } as const;

export function glyphs(nags: readonly number[]): string {
  return nags.map((nag) => GLYPHS[nag] ?? '').join('');
}

export function glyphWords(nags: readonly number[]): string {
  return nags.flatMap((nag) => WORDS[nag] ?? []).join(', ');
}

/** Whether it is what a review says of bad moves. */
export function isMark(nag: number): boolean {
  return Object.values(MARKS).some((mark) => mark === nag);
}

/** Whether one of them calls the move bad. */
export function isBad(nags: readonly number[]): boolean {
  return nags.some(isMark);
}
