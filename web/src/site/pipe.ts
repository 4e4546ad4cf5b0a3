// Frames, as `crates/wasm/src/frame.rs` has them: length, kind, number, content.

/** Bytes before the content: four of length, one of kind, four of number. */
const HEAD = 9;

/** What the page sends: a page opens, asks and closes; answers about kept games; the network; wishes. */
export type Sent = 'o' | 'a' | 'c' | 'k' | 'n' | 'd' | 'b';

export interface Frame {
  kind: string;
  number: number;
  content: Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function frame(kind: Sent, number: number, content: string | Uint8Array = ''): Uint8Array {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  const whole = new Uint8Array(HEAD + bytes.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, bytes.length + HEAD - 4, true);
  view.setUint8(4, kind.charCodeAt(0));
  view.setUint32(5, number, true);
  whole.set(bytes, HEAD);
  return whole;
}

export function text(content: Uint8Array): string {
  return decoder.decode(content);
}

/** Puts together what comes in pieces. */
export class Frames {
  #bytes = new Uint8Array(0);

  /** Takes a piece; the frames that are whole now. */
  take(piece: Uint8Array): Frame[] {
    const before = this.#bytes;
    let bytes = piece;
    if (before.length > 0) {
      bytes = new Uint8Array(before.length + piece.length);
      bytes.set(before);
      bytes.set(piece, before.length);
    }
    const frames: Frame[] = [];
    let at = 0;
    while (bytes.length - at >= HEAD) {
      const view = new DataView(bytes.buffer, bytes.byteOffset + at);
      const end = at + 4 + view.getUint32(0, true);
      if (end > bytes.length) break;
      frames.push({ kind: String.fromCharCode(view.getUint8(4)), number: view.getUint32(5, true), content: bytes.slice(at + HEAD, end) });
      at = end;
    }
    this.#bytes = bytes.slice(at);
    return frames;
  }
}

/** Bytes that wait to be read. */
export class Unread {
  #pieces: Uint8Array[] = [];

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  add(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
  }

  /** As much as there is, at most so much. */
  take(most: number): Uint8Array {
    const first = this.#pieces[0];
    if (!first) return new Uint8Array(0);
    if (first.length <= most) {
      this.#pieces.shift();
      return first;
    }
    this.#pieces[0] = first.subarray(most);
    return first.subarray(0, most);
  }
}
