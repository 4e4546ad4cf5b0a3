// What an address brings to the analysis: a link that carries a position or a game, a kept game, a position.

import { tell } from '../announce.svelte';
import { connection, sentence } from '../connection/socket.svelte';
import { readFragment, type Shared } from '../share/link';
import type { Analysis } from './analysis.svelte';

/** Puts on the board what the address asks for; false where it asks for nothing, or, with a word, where that cannot be had. */
export async function arrive(analysis: Analysis, game: string | null, fen: string | null): Promise<boolean> {
  const shared = await carried();
  if (shared) return 'fen' in shared ? analysis.begin(shared.fen) : analysis.readPgn(shared.pgn);
  if (game) return readGame(analysis, game);
  return fen ? analysis.begin(fen) : false;
}

/** What the link carries in its fragment; a damaged one takes nothing away. */
async function carried(): Promise<Shared | undefined> {
  try {
    return await readFragment(window.location.hash);
  } catch (error) {
    tell(sentence(error), true);
    return undefined;
  }
}

async function readGame(analysis: Analysis, key: string): Promise<boolean> {
  const text = await connection.pgn(key);
  if (text !== undefined) return analysis.readPgn(text);
  tell('This game is not among the kept ones.', true);
  return false;
}
