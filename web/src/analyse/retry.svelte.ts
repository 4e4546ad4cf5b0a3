// A bad move tried again: the board goes back to where it was played, nothing gives the answer away, and what is played
// instead is judged.

import { announce } from '../announce.svelte';
import { connection } from '../connection/socket.svelte';
import type { LineView } from '../protocol/messages';
import type { Analysis } from './analysis.svelte';

interface Task {
  /** The bad move, the position it was played in, and what the review would have played. */
  node: number;
  before: number;
  san: string;
  better: LineView;
}

export class Retry {
  task: Task | undefined = $state.raw();
  /** What is said of the last try, and of which. */
  verdict: { node: number; isRight: boolean; text: string } | undefined = $state.raw();
  #asked = 0;
  readonly #analysis: Analysis;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  /** Whether somebody looks for a move: then nobody else may say it. */
  get isOpen(): boolean {
    return this.task !== undefined && this.#analysis.tree.current === this.task.before;
  }

  begin(task: Task): void {
    this.task = task;
    this.#back(task);
  }

  /** Once more from the start. */
  again(): void {
    if (this.task) this.#back(this.task);
  }

  #back(task: Task): void {
    this.#asked += 1;
    this.verdict = undefined;
    this.#analysis.go(task.before);
    announce(`Find something better than ${task.san}.`);
  }

  end(): void {
    this.#asked += 1;
    [this.task, this.verdict] = [undefined, undefined];
  }

  /** Plays what the review would have played. */
  solve(): void {
    const { task } = this;
    if (!task) return;
    const id = this.#analysis.tree.addLine(task.before, { uci: task.better.uci.slice(0, 1), san: task.better.san.slice(0, 1) })[0];
    if (id !== undefined) this.#analysis.go(id);
  }

  /** The board has moved: a move from the position of the task is a try, anything else the end of it. */
  async look(): Promise<void> {
    const { task } = this;
    const { tree } = this.#analysis;
    const id = tree.current;
    if (!task || id === task.before || this.verdict?.node === id) return;
    const node = tree.node(id);
    if (node.parent !== task.before || !tree.has(task.node)) return this.end();
    const number = ++this.#asked;
    const say = (isRight: boolean, text: string): void => {
      if (number !== this.#asked) return;
      this.verdict = { node: id, isRight, text };
      announce(text);
    };
    const best = task.better.san[0] ?? '';
    if (node.uci === task.better.uci[0]) return say(true, `${node.san} is right: the review plays it, too.`);
    if (id === task.node) return say(false, `${node.san} is what was played. There is something better.`);
    this.verdict = undefined;
    const answer = await connection.ask({ type: 'coach', place: tree.place(id) }).catch(() => undefined);
    if (answer?.type !== 'coached') return say(false, `Nobody could look at ${node.san}.`);
    const why = answer.claims.map((claim) => claim.text).join(' ');
    if (answer.mark) say(false, why || `${node.san} is no better.`);
    else say(true, `${node.san} is good. The review would have played ${best}.`);
  }
}
