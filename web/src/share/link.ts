// Links that carry a position or a whole game in their fragment: nobody but the two browsers ever sees it.

import { at } from '../base';

/** Letters that a link may have; longer ones are cut by programs that pass them on. */
const LONGEST = 30_000;
/** Letters that a game may have once it is unpacked: a few letters of a link may stand for very many. */
const MOST = 500_000;

export class DamagedLink extends Error {}

export type Shared = { fen: string } | { pgn: string };

/** The link to a position. */
export function positionLink(fen: string): string {
  return `${window.location.origin}${at('/analyse')}#fen=${encodeURIComponent(fen)}`;
}

/** The link to a game; nothing where it would be too long. */
export async function gameLink(pgn: string): Promise<string | undefined> {
  const packed = await through(new Blob([pgn]).stream(), new CompressionStream('deflate-raw'), Infinity);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  const link = `${window.location.origin}${at('/analyse')}#game=${letters.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
  return link.length <= LONGEST ? link : undefined;
}

/** What the fragment of an address carries; nothing where it carries nothing of ours. */
export async function readFragment(fragment: string): Promise<Shared | undefined> {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  // A link that was cut carries nothing, and is a link all the same.
  const fen = words.get('fen');
  if (fen?.trim() === '') throw new DamagedLink('This link has lost its position: ask for the link again.');
  if (fen !== null) return { fen };
  const game = words.get('game');
  if (game === null) return undefined;
  if (game === '') throw new DamagedLink('This link has lost its game: ask for the link again.');
  try {
    const bytes = Uint8Array.from(atob(game.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
    const text = await through(new Blob([bytes]).stream(), new DecompressionStream('deflate-raw'), MOST);
    return { pgn: new TextDecoder('utf-8', { fatal: true }).decode(text) };
  } catch {
    throw new DamagedLink('The game in this link is damaged: ask for the link again.');
  }
}

async function through(
  from: ReadableStream<Uint8Array<ArrayBuffer>>,
  change: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const reader = from.pipeThrough(change).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('too large');
    }
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
