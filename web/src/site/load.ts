// The two files that are loaded after the page: the program and its network. Each is checked against
// what the build wrote down of it.

import type { Loading } from '../connection/line';
import { BASE } from '../base';

/** What the build (`web/site/plugin.ts`) writes down of a file. */
export interface Piece {
  file: string;
  bytes: number;
  /** How many bytes the file itself has, which may be compressed. */
  packed: number;
  crc32: number;
}

export interface Pieces {
  program: Piece;
  /** The program for one thread. */
  solo: Piece;
  network: Piece;
}

/** Why the program cannot run: a sentence. */
export class Unfit extends Error {
  constructor(
    sentence: string,
    /** Whether trying again is of no use. */
    readonly isFinal = false,
  ) {
    super(sentence);
  }
}

type Progress = (loading: Loading) => void;

/** What there is to load; once more past all caches if what comes is damaged. */
export async function pieces(): Promise<Pieces> {
  for (const cache of ['default', 'reload'] as const) {
    const answer = await fetch(`${BASE}pieces.json`, { cache }).catch(() => undefined);
    if (!answer?.ok) throw new Unfit('The program cannot be loaded now; the page tries again by itself.');
    const found = (await answer.json().catch(() => undefined)) as Partial<Pieces> | undefined;
    if (found?.program && found.solo && found.network) return found as Pieces;
  }
  throw new Unfit('pieces.json, which says what the program consists of, is damaged on this site or on the way. Games are safe; the page tries again by itself.');
}

/** Loads a file; once more past all caches if what comes is not what it should be. */
export async function load(piece: Piece, what: string, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  const first = await fetched(piece, what, 'default', progress);
  if (isWhole(piece, first)) return first;
  const again = await fetched(piece, what, 'reload', progress);
  if (isWhole(piece, again)) return again;
  const state = again.length < piece.bytes ? 'cut short' : 'changed';
  throw new Unfit(`${capital(what)} arrived ${state}: ${piece.file} is damaged on this site or on the way. Games are safe; the page tries again by itself.`);
}

async function fetched(piece: Piece, what: string, cache: RequestCache, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  const missing = new Unfit(`${capital(what)} cannot be loaded now (${piece.file}); the page tries again by itself.`);
  progress({ what, share: 0 });
  const answer = await fetch(BASE + piece.file, { cache }).catch(() => undefined);
  if (!answer?.ok || !answer.body) throw missing;
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
      progress({ what, share: Math.min(1, length / piece.packed) });
    }
  } catch {
    throw missing;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return unpacked(whole);
}

/** What a compressed file contains, unless the browser has unpacked it already. A damaged one is shown to be by its length. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    return new Uint8Array(0);
  }
}

function isWhole(piece: Piece, bytes: Uint8Array): boolean {
  return bytes.length === piece.bytes && crc32(bytes) === piece.crc32;
}

let table: Uint32Array | undefined;

function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = ~0;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
