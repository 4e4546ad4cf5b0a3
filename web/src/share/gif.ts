// A game as an animated GIF. It is loaded only when somebody wants one.

import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { PgnGame } from '../protocol/messages';
import type { Color } from '../board/pieces';
import { boardSvg, painted, type Look } from './picture';

/** Pixels: one for each unit of the picture. */
const SIZE = 378;
/** Milliseconds that a position is seen, and the last one. */
const PAUSE = 900;
const LAST_PAUSE = 4000;
/** Frames of one picture: a game of 200 moves. */
export const MOST_FRAMES = 401;

/** The main line, a picture a move; tells how far it is, and ends early where nobody waits any more. */
export async function gameGif(game: PgnGame, orientation: Color, look: Look, done: (share: number) => boolean): Promise<Blob | undefined> {
  const frames: { fen: string; lastMove?: [string, string] }[] = [{ fen: game.fen }];
  for (let at = 0; ; ) {
    const index = game.nodes.findIndex((node) => node.parent === at);
    const node = game.nodes[index];
    if (!node) break;
    frames.push(node.uci === '0000' ? { fen: node.fen } : { fen: node.fen, lastMove: [node.uci.slice(0, 2), node.uci.slice(2, 4)] });
    at = index + 1;
  }
  if (frames.length > MOST_FRAMES) throw new Error(`A film has at most ${MOST_FRAMES - 1} half moves.`);
  const gif = GIFEncoder();
  let palette: number[][] | undefined;
  for (const [index, frame] of frames.entries()) {
    const context = await painted(boardSvg({ ...frame, orientation }, look, SIZE), SIZE);
    const { data } = context.getImageData(0, 0, SIZE, SIZE);
    // The colours of the second picture are those of all: it has a move to show.
    palette ??= quantize(await colours(frames, orientation, look), 128);
    const pause = index === frames.length - 1 ? LAST_PAUSE : PAUSE;
    gif.writeFrame(applyPalette(data, palette), SIZE, SIZE, { palette, delay: pause });
    if (!done((index + 1) / frames.length)) return undefined;
  }
  gif.finish();
  return new Blob([gif.bytes() as Uint8Array<ArrayBuffer>], { type: 'image/gif' });
}

async function colours(frames: { fen: string; lastMove?: [string, string] }[], orientation: Color, look: Look): Promise<Uint8ClampedArray> {
  const frame = frames[Math.min(1, frames.length - 1)] ?? { fen: '' };
  const context = await painted(boardSvg({ ...frame, orientation }, look, SIZE), SIZE);
  return context.getImageData(0, 0, SIZE, SIZE).data;
}
