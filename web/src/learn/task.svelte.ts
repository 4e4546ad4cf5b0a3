// One exercise: what is asked, what somebody answers, what that is worth.

import { announce } from '../announce.svelte';
import { connection, sentence } from '../connection/socket.svelte';
import type { Answer, Exercise, ExerciseOrder, Marking } from '../protocol/messages';
import { progress } from './progress.svelte';

/** Seeds of links are short: a few million exercises of each kind are enough. */
const SEEDS = 10_000_000;

/** Whether an address has a seed that the program takes, the terminal's included: 32 bits. */
export function isSeed(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32;
}

/** A seed that nobody chose. */
export function anySeed(): number {
  return Math.floor(Math.random() * SEEDS);
}

/** The seed of an exercise of a sheet, by its place: seeds of one sheet are far apart. */
export function seedAt(sheet: number, place: number): number {
  return (sheet + Math.imul(place, 0x9e3779b9)) >>> 0;
}

/** The order of an exercise; a position that is not given is left out. */
export function orderOf(lesson: string, kind: string, seed: number, fen: string | undefined): ExerciseOrder {
  return fen === undefined ? { lesson, kind, seed } : { lesson, kind, seed, fen };
}

export class Task {
  order: ExerciseOrder | undefined = $state.raw();
  exercise: Exercise | undefined = $state.raw();
  marking: Marking | undefined = $state.raw();
  refusal = $state('');
  isBusy = $state(false);
  /** How many hints were asked for. */
  hints = $state(0);
  #asked = 0;

  /** Whether it is solved, or given up. */
  get isDone(): boolean {
    return this.marking !== undefined && this.marking.right !== false;
  }

  async load(order: ExerciseOrder): Promise<void> {
    const number = ++this.#asked;
    [this.order, this.marking, this.refusal, this.hints, this.isBusy] = [order, undefined, '', 0, true];
    try {
      const answer = await connection.ask({ type: 'exercise', ...order });
      if (number === this.#asked && answer.type === 'exercise') this.exercise = answer;
    } catch (error) {
      if (number !== this.#asked) return;
      this.exercise = undefined;
      this.refusal = sentence(error);
    } finally {
      if (number === this.#asked) this.isBusy = false;
    }
  }

  /** Checks an answer; without one, somebody gives up. */
  async check(answer: Answer | null): Promise<void> {
    const { order } = this;
    if (!order || this.isBusy || this.isDone) return;
    this.isBusy = true;
    try {
      const told = await connection.ask({ type: 'checkExercise', order, answer });
      if (told.type !== 'marking' || this.order !== order) return;
      this.marking = told;
      this.refusal = '';
      if (told.right && this.exercise) progress.solve(order.lesson, this.exercise.kind);
      announce(told.right ? 'Right.' : told.right === false ? `Wrong: ${told.remark ?? 'not yet'}.` : `The answer: ${told.solutionText}.`);
    } catch (error) {
      this.refusal = sentence(error);
    } finally {
      this.isBusy = false;
    }
  }
}
