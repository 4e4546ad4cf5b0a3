// A search that goes through its root several times: each pass as a walk of its own, and between them what is asked and answered.

import { boundText } from '../lab/drawn';
import type { DrawnNode } from '../lab/layout';
import type { LabNode, LabValue, StepKind } from '../protocol/messages';
import { valueText } from '../score';
import { Code } from './code';
import type { Steps, WalkStep } from './steps';
import { Walk } from './walk';

/** The function around the one that looks at nodes. */
const AROUND = 'search';

export class PassWalk implements Steps {
  readonly steps: readonly WalkStep[];
  readonly #walks: readonly Walk[];
  /** For each step, its pass, and which of the steps of that pass is shown: −1 before the first. */
  readonly #places: { pass: number; step: number }[] = [];

  /** `passes` has the nodes of each pass; with `asks` each pass answers a question. */
  constructor(passes: readonly (readonly LabNode[])[], algorithm: string, code: Code, asks: boolean) {
    this.#walks = passes.map((nodes) => new Walk(nodes, algorithm, code));
    const steps: WalkStep[] = [];
    const add = (pass: number, step: number, one: WalkStep): void => {
      steps.push(one);
      this.#places.push({ pass, step });
    };
    let [low, high]: (LabValue | null)[] = [null, null];
    passes.forEach((nodes, pass) => {
      const [walk, root, before, after] = [this.#walks[pass], nodes[0], passes[pass - 1]?.[0], passes[pass + 1]?.[0]];
      if (!walk || !root) return;
      const last = walk.steps.length - 1;
      const tell = (kind: StepKind, text: string, step: number): void => {
        const { alpha, beta } = root;
        if (code.has(kind, AROUND)) {
          add(pass, step, { node: 0, kind, text, part: AROUND, alpha, beta, value: step < 0 ? null : root.value, isDone: step >= 0 });
        }
      };
      const depth = `Depth ${root.depth}`;
      const isNew = before?.depth !== root.depth;
      if (isNew) [low, high] = [null, null];
      // The last pass of a depth knows the value, and asks for the line.
      const isForLine = asks && !isNew && after?.depth !== root.depth;
      const found = root.value ? valueText(root.value) : '–';
      if (!asks) {
        tell('iteration', `${depth}: a new pass through the root begins.`, -1);
        tell('call', `${depth}: minimax is called for the root.`, -1);
      } else if (isForLine) {
        tell('kept', `${depth}: lower and upper bound have met. The root is searched once more for the line.`, -1);
      } else {
        tell('iteration', `${depth}: the value lies between ${low ? valueText(low) : '−∞'} and ${high ? valueText(high) : '+∞'}.`, -1);
        tell('call', `${depth}: is it worth at least ${root.beta ? valueText(root.beta) : '+∞'}?`, -1);
      }
      walk.steps.forEach((one, step) => add(pass, step, one));
      if (!asks) tell('kept', `${depth} is complete: it found ${boundText(root)}, and its best move is remembered.`, last);
      else if (isForLine) tell('kept', `${depth}: the line is known, worth ${found}.`, last);
      else if (root.bound === '≥') {
        low = root.value;
        tell('low', `Yes: it is worth at least ${found}, the new lower bound.`, last);
      } else {
        high = root.value;
        tell('high', `No: it is worth at most ${found}, the new upper bound.`, last);
      }
    });
    this.steps = steps;
  }

  #at(step: number | undefined): { walk: Walk | undefined; step: number | undefined } {
    const place = step === undefined ? undefined : this.#places[step];
    return { walk: place ? this.#walks[place.pass] : this.#walks.at(-1), step: place?.step };
  }

  path(id: number, step: number | undefined): LabNode[] {
    return this.#at(step).walk?.path(id) ?? [];
  }

  get best(): readonly number[] {
    return this.#walks.at(-1)?.best ?? [];
  }

  drawn(step: number | undefined, open: ReadonlySet<number>): DrawnNode | undefined {
    const at = this.#at(step);
    return at.walk?.drawn(at.step, open);
  }
}
