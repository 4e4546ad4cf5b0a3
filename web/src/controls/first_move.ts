// The number of a game's first move: the only part of a FEN that lists of moves need.

/** From which number moves are counted, and whether Black begins. */
export function firstMove(fen: string): { number: number; isBlack: boolean } {
  const fields = fen.split(' ');
  return { number: Number(fields[5] ?? '1') || 1, isBlack: fields[1] === 'b' };
}

/** How the move after so many others is numbered: `12.` or `12…`. */
export function moveNumber(fen: string, index: number): string {
  const { number, isBlack } = firstMove(fen);
  const half = index + (isBlack ? 1 : 0);
  return `${number + Math.floor(half / 2)}${half % 2 ? '…' : '.'}`;
}
