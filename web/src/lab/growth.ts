// How a tree grew, turn after turn: what each node was worth, and what was kept of it, at any moment.

import type { LabChange, LabTurn, LabValue } from '../protocol/messages';

/** What was known of a node at a moment. */
export interface Moment {
  value: LabValue;
  /** What else the search kept of it, in few words. */
  note: string | null;
}

/** A moment of a growing tree is a number of changes: all before it have happened. */
export class Growth {
  readonly #changes: LabChange[] = [];
  /** The moments at which the turns end. */
  readonly #ends: number[] = [];
  /** The changes of each node. */
  readonly #ofNode = new Map<number, number[]>();

  add(turns: readonly LabTurn[]): void {
    for (const { changes } of turns) {
      for (const change of changes) {
        const own = this.#ofNode.get(change.node);
        if (own) own.push(this.#changes.length);
        else this.#ofNode.set(change.node, [this.#changes.length]);
        this.#changes.push(change);
      }
      this.#ends.push(this.#changes.length);
    }
  }

  /** How many turns are known. */
  get turns(): number {
    return this.#ends.length;
  }

  /** What a turn changed, in its order, each with the moment after it. */
  changes(turn: number): { change: LabChange; moment: number }[] {
    const begin = this.begin(turn);
    return this.#changes.slice(begin, this.end(turn)).map((change, index) => ({ change, moment: begin + index + 1 }));
  }

  begin(turn: number): number {
    return turn === 0 ? 0 : this.end(turn - 1);
  }

  /** The moment at which a turn ends. */
  end(turn: number): number {
    return this.#ends[turn] ?? this.#changes.length;
  }

  /** What was known of a node; nothing before it was there. */
  at(node: number, moment: number): Moment | undefined {
    const own = this.#ofNode.get(node) ?? [];
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle] ?? Infinity) < moment) low = middle + 1;
      else high = middle;
    }
    const change = low > 0 ? this.#changes[own[low - 1] ?? -1] : undefined;
    return change && { value: change.value, note: change.note };
  }

  /** Whether a node is there for the first time by this change. */
  isFirst(node: number, moment: number): boolean {
    return this.#ofNode.get(node)?.[0] === moment - 1;
  }
}
