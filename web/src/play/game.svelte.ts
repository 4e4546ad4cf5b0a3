// The game on the board: what the server last said, and what of it is looked at.

import { announce, tell, tellAll } from '../announce.svelte';
import type { Color } from '../board/pieces';
import { connection, sentence } from '../connection/socket.svelte';
import type { Step } from '../controls/arrows';
import type { Ask, BoardView, GameView, LineView, Message, ThoughtView, Value } from '../protocol/messages';
import { playMove } from '../sound';
import { valueText } from '../score';

/** A hint as the page shows it. */
export interface Hint {
  ply: number;
  uci: string;
  text: string;
}

/** A sentence beside the board about the position that is looked at. */
export interface Remark {
  plies: number;
  ply: number;
  text: string;
}

export class Game {
  view: GameView | undefined = $state.raw();
  thought: ThoughtView | undefined = $state.raw();
  hint: Hint | undefined = $state.raw();
  #remark: Remark | undefined = $state.raw();
  /** When `view` came, to let clocks run on. */
  heard = $state(0);
  /** Which ply is looked at; nothing while the game is followed. */
  looking: number | undefined = $state();
  orientation: Color = $state('white');
  /** Whether the game ended before somebody's eyes, who has not put that aside. */
  #endSeen = $state(false);
  /** The connection that the game was last heard on. */
  epoch = 0;

  #ended: () => void;
  #ondeleted: () => void;
  /** Wishes that wait until the game is open on this connection; they hear whether it is. */
  #waiting: ((isOpen: boolean) => void)[] = [];

  constructor(ondeleted: () => void) {
    this.#ondeleted = ondeleted;
    this.#ended = connection.listen((message) => this.#hear(message));
  }

  /** Leaves the game and hears no more. */
  end(): void {
    this.leave();
    this.#ended();
  }

  /** How many moves were played. */
  get plies(): number {
    return this.view?.moves.length ?? 0;
  }

  /** The ply on the board. */
  get ply(): number {
    return Math.min(this.looking ?? this.plies, this.plies);
  }

  /** Whether the board shows the game as it stands. */
  get isLive(): boolean {
    return this.ply === this.plies;
  }

  /** What the board draws. */
  get shown(): Pick<BoardView, 'fen' | 'check' | 'lastMove'> | undefined {
    if (!this.view || this.isLive) return this.view?.board;
    const last = this.view.moves[this.ply - 1];
    if (!last) return { fen: this.view.startFen, check: null, lastMove: null };
    return { fen: last.fen, check: last.check, lastMove: last.squares };
  }

  /** The side a person plays, both where two do. */
  get mine(): Color | 'both' | undefined {
    const { white, black } = this.view ?? {};
    if (white?.human && black?.human) return 'both';
    return white?.human ? 'white' : black?.human ? 'black' : undefined;
  }

  /** Whether the end of the game is shown over the board. */
  get showsEnd(): boolean {
    return this.#endSeen && this.isLive && !!this.view?.end;
  }

  /** Puts the end of the game aside. */
  dismissEnd(): void {
    this.#endSeen = false;
  }

  /** What is to be said about the position on the board; it goes with the position. */
  get remark(): string | undefined {
    const remark = this.#remark;
    return remark?.plies === this.plies && remark.ply === this.ply ? remark.text : undefined;
  }

  /** Says something beside the board, where it hides nothing. */
  note(text: string): void {
    this.#remark = { plies: this.plies, ply: this.ply, text };
    announce(text);
  }

  /** Looks at another ply. */
  go(step: Step | number): void {
    const wanted =
      typeof step === 'number'
        ? step
        : { first: 0, back: this.ply - 1, forward: this.ply + 1, last: this.plies }[step];
    const ply = Math.min(this.plies, Math.max(0, wanted));
    this.looking = ply === this.plies ? undefined : ply;
    const move = this.view?.moves[ply - 1];
    announce(move ? `After ${move.words}` : 'The starting position');
  }

  /** Asks for something that is answered by the game as it then stands. */
  async ask(ask: Ask): Promise<GameView | undefined> {
    const answer = await this.#ask(ask);
    return answer?.type === 'game' ? answer : undefined;
  }

  /** Offers a draw. To be refused is an answer, not an error. */
  async offerDraw(): Promise<void> {
    await this.#ask({ type: 'offerDraw' }, (refusal) => this.note(`${refusal.charAt(0).toUpperCase()}${refusal.slice(1)}.`));
  }

  async #ask(ask: Ask, refused = (refusal: string) => tell(refusal, true)): Promise<Message | undefined> {
    if (!(await this.#isOpen())) return undefined;
    try {
      return await connection.ask(ask);
    } catch (error) {
      refused(sentence(error));
      return undefined;
    }
  }

  /** Whether the game is open; where the server was away, once it has been opened again. */
  #isOpen(): Promise<boolean> {
    if (!this.view) return Promise.resolve(false);
    if (connection.state === 'open' && this.epoch === connection.epoch) return Promise.resolve(true);
    return new Promise((hear) => this.#waiting.push(hear));
  }

  #answerWaiting(isOpen: boolean): void {
    for (const hear of this.#waiting.splice(0)) hear(isOpen);
  }

  /** Opens a kept game, unless it is open; the answer is a sentence if it cannot be. */
  async open(key: string): Promise<string | undefined> {
    if (this.view?.game === key && this.epoch === connection.epoch) return undefined;
    try {
      await connection.ask({ type: 'openGame', game: key });
      return undefined;
    } catch (error) {
      return sentence(error);
    }
  }

  /** Leaves the game: its clocks and computers rest until somebody opens it again. */
  leave(): void {
    if (!this.view) return;
    this.view = undefined;
    this.#answerWaiting(false);
    // If the server is gone nobody plays there either.
    connection.ask({ type: 'closeGame' }).catch(() => undefined);
  }

  /** Plays a move; false if it is refused. */
  async play(text: string): Promise<boolean> {
    const played = await this.ask({ type: 'move', text, ply: this.plies });
    return played !== undefined;
  }

  /** Asks a strong player. */
  async askHint(): Promise<void> {
    const ply = this.plies;
    const answer = await this.#ask({ type: 'hint' });
    if (answer?.type !== 'hint') return;
    this.hint = { ply, uci: answer.uci, text: hintText(answer.san, answer.value, answer.line) };
    // Both have one place, and what was said last counts.
    this.#remark = undefined;
    announce(this.hint.text);
  }

  #hear(message: Message): void {
    if (message.type === 'thought') this.#think(message);
    if (message.type === 'game') this.#become(message);
    // Unasked: somebody else deleted it.
    if (message.type === 'closed' && message.id === null && this.view) {
      this.view = undefined;
      this.#answerWaiting(false);
      this.#ondeleted();
    }
  }

  #think(thought: ThoughtView): void {
    if (thought.game === this.view?.game && thought.ply === this.plies) this.thought = thought;
  }

  #become(view: GameView): void {
    const before = this.view;
    const isSame = before?.game === view.game;
    // Changes are counted anew at each table, and a new connection may find a new table.
    if (isSame && this.epoch === connection.epoch && view.revision < before.revision) return;
    this.view = view;
    this.epoch = connection.epoch;
    this.heard = performance.now();
    if (!isSame) {
      this.looking = undefined;
      this.orientation = view.black.human && !view.white.human ? 'black' : 'white';
    }
    const plies = view.moves.length;
    if (!isSame || plies !== before.moves.length) {
      this.hint = undefined;
      this.thought = undefined;
    }
    const last = view.moves.at(-1);
    if (isSame && plies > before.moves.length && last) {
      playMove(last.san, view.end !== null);
      announce(last.words);
    }
    if (!view.end || !isSame) this.#endSeen = false;
    else if (!before.end) this.#endSeen = true;
    if (view.end && !(isSame && before.end)) announce(view.end.reason);
    tellAll(view.remarks.filter((remark) => !before?.remarks.includes(remark)));
    // What waited was meant for the game before, if this is another.
    this.#answerWaiting(isSame);
  }
}

function hintText(san: string, value: Value | null, line: LineView): string {
  const worth = value ? `, ${valueText(value)}` : '';
  const next = line.san.slice(1, 5).join(' ');
  return `${san}${worth}${next ? `, then ${next}` : ''}`;
}
