// The connection to the program: requests with numbers, answers that carry them,
// and a new line whenever the old one breaks.

import { openLine, type Line, type Loading, type Lost } from './line';
import type { Ask, House, Message } from '../protocol/messages';

/** The server's sentence that says why something cannot be done. */
export class Refusal extends Error {}

type Listener = (message: Message) => void;

interface Waiting {
  hear: Listener;
  fail: (error: Refusal) => void;
}

/** Milliseconds before a line that broke is opened anew, at first and at most. */
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 4000;
/** By how much each pause is longer than the one before. */
const PATIENCE = 1.6;
/** Bytes of a request around a text. */
const ROUND = 256;
const GONE = 'Plywise does not answer; the page tries again by itself.';

class Connection {
  state: 'connecting' | 'open' | 'lost' = $state('connecting');
  /** Why nobody answers, where that is known. */
  why: string | undefined = $state();
  /** How far the program is loaded, while it is. */
  loading: Loading | undefined = $state.raw();
  /** What the user should know of this way to the program. */
  remarks: readonly { name: string; sentence: string }[] = $state.raw([]);
  house: House | undefined = $state.raw();
  /** Counts connections, so that views can say again what they want. */
  epoch = $state(0);

  #line: Line | undefined;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #listeners = new Set<Listener>();
  #unsent: { id: number; text: string }[] = [];
  #pause = FIRST_PAUSE;

  constructor() {
    this.#connect();
    // A laptop that wakes up should not wait for the next try.
    window.addEventListener('online', () => this.#connect());
  }

  /** Sends a request and waits for its first answer. */
  ask(ask: Ask): Promise<Message> {
    return new Promise((resolve, reject) => {
      const id = this.#send(ask, {
        hear: (message) => {
          this.#waiting.delete(id);
          resolve(message);
        },
        fail: reject,
      });
    });
  }

  /** Sends a request whose answers come one after the other; the function ends the hearing. */
  follow(ask: Ask, hear: Listener, fail: (error: Refusal) => void): () => void {
    const id = this.#send(ask, { hear, fail });
    return () => this.#waiting.delete(id);
  }

  /** Hears everything, asked for or not; the function ends the hearing. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #send(ask: Ask, waiting: Waiting): number {
    const id = this.#next++;
    const text = JSON.stringify({ id, ...ask });
    this.#waiting.set(id, waiting);
    if (this.state !== 'open') this.#unsent.push({ id, text });
    // Whoever asked knows the number before it is refused.
    else queueMicrotask(() => this.#put(id, text));
    return id;
  }

  /** Sends a text, unless the server would close the connection for it, and all that goes on there would end. */
  #put(id: number, text: string): void {
    const most = this.house?.most.messageBytes ?? Infinity;
    const bytes = new Blob([text]).size;
    if (bytes <= most) return this.#line?.send(text);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.fail(new Refusal(tooLarge(bytes, most)));
  }

  /** What the server offers, as soon as it has said so. */
  known(): Promise<House> {
    if (this.house) return Promise.resolve(this.house);
    return new Promise((done) => {
      const stop = this.listen((message) => {
        if (message.type !== 'welcome') return;
        stop();
        done(message);
      });
    });
  }

  /** Why a text cannot be sent at once, with what is said around it; nothing where it can. */
  tooLarge(text: string): string | undefined {
    const most = this.house?.most.messageBytes ?? Infinity;
    // What is much too long is not even written down as it would be sent.
    const bytes = text.length > most ? text.length : new Blob([JSON.stringify(text)]).size + ROUND;
    return bytes > most ? tooLarge(bytes, most) : undefined;
  }

  /** A kept game as PGN, or all of them where none is named; nothing if it cannot be had, with a remark where it is known why. */
  async pgn(key?: string): Promise<string | undefined> {
    const pgn = await this.#line?.pgn(key);
    const found = pgn === 'missing' ? undefined : pgn;
    this.#remark(found && 'sentence' in found ? found.sentence : undefined, 'pgn');
    return found && 'text' in found ? found.text : undefined;
  }

  #remark(sentence: string | undefined, name: string): void {
    const others = this.remarks.filter((remark) => remark.name !== name);
    this.remarks = sentence === undefined ? others : [...others, { name, sentence }];
  }

  #connect(): void {
    if (this.#line) return;
    let line: Line | undefined = undefined;
    const isOurs = (): boolean => line === undefined || line === this.#line;
    line = openLine({
      hear: (text) => isOurs() && this.#hear(text),
      lose: (why) => this.#lose(line, why),
      load: (loading) => (this.loading = loading),
      remark: (sentence, name) => this.#remark(sentence, name),
    });
    this.#line = line;
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.type === 'welcome') {
      this.house = message;
      this.state = 'open';
      this.why = undefined;
      this.#pause = FIRST_PAUSE;
      this.epoch += 1;
      for (const { id, text } of this.#unsent.splice(0)) this.#put(id, text);
    }
    const waiting = message.id === null ? undefined : this.#waiting.get(message.id);
    if (waiting && message.type === 'refused') {
      this.#waiting.delete(message.id ?? 0);
      waiting.fail(new Refusal(message.sentence));
    } else {
      waiting?.hear(message);
    }
    for (const listener of [...this.#listeners]) listener(message);
  }

  #lose(line: Line | undefined, why: Lost | undefined): void {
    if (this.state !== 'open') this.why = why?.sentence ?? this.why;
    if (line === undefined || line !== this.#line) return;
    this.#line = undefined;
    this.state = 'lost';
    this.why = why?.sentence ?? this.why;
    this.loading = undefined;
    this.#unsent = [];
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.fail(new Refusal(GONE));
    if (why?.isFinal) return;
    setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * PATIENCE);
  }
}

function tooLarge(bytes: number, most: number): string {
  return `This is too large: ${megabytes(bytes)}, where ${megabytes(most)} can be sent at once.`;
}

/** A size as people read it. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

export const connection = new Connection();

/** The sentence of whatever went wrong. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
