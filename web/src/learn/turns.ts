// A search that grows a tree, turn by turn: down from the root to a leaf, which is opened, and back. Nothing of it is worked
// out here: which leaf, and what it made of the nodes above, is what the search told.

import { nodeName } from '../lab/drawn';
import { Growth } from '../lab/growth';
import type { DrawnNode } from '../lab/layout';
import type { LabNode, LabTurn, StepKind } from '../protocol/messages';
import { valueText } from '../score';
import { Code } from './code';
import { drawnNode, Family, SMALL, type Steps, type WalkStep } from './steps';

export class TurnWalk implements Steps {
  readonly steps: readonly WalkStep[];
  readonly #family: Family;
  readonly #growth = new Growth();
  /** After each step, the moment of the growth. */
  readonly #moments: number[] = [];

  constructor(nodes: readonly LabNode[], turns: readonly LabTurn[], code: Code) {
    this.#family = new Family(nodes);
    this.#growth.add(turns);
    const steps: WalkStep[] = [];
    const tell = (id: number, kind: StepKind, text: string, moment: number): void => {
      if (!code.has(kind, code.main)) return;
      const value = this.#growth.at(id, moment)?.value ?? null;
      steps.push({ node: id, kind, text, part: code.main, alpha: null, beta: null, value, isDone: false });
      this.#moments.push(moment);
    };
    turns.forEach((_, turn) => this.#tell(turn, code, tell));
    this.steps = steps;
  }

  /** The steps of a turn. */
  #tell(turn: number, code: Code, tell: (id: number, kind: StepKind, text: string, moment: number) => void): void {
    const growth = this.#growth;
    const begin = growth.begin(turn);
    const changes = growth.changes(turn);
    const fresh = changes.filter(({ change, moment }) => growth.isFirst(change.node, moment));
    const back = changes.slice(fresh.length);
    if (turn === 0) {
      // Where a turn gives a node all its children, no line is about judging the root alone.
      const addsOne = growth.turns > 1 && growth.changes(1).filter(({ change, moment }) => growth.isFirst(change.node, moment)).length === 1;
      if (addsOne) for (const { change, moment } of fresh) tell(change.node, 'enter', `The root is judged: ${this.#known(change.node, moment)}.`, moment);
      return;
    }
    tell(0, 'iteration', `Turn ${turn} begins at the root: ${this.#known(0, begin)}.`, begin);
    // Where it went is the way to what it opened: the first node that it came back through.
    const opened = back[0]?.change.node ?? 0;
    const way = this.#family.path(opened);
    for (const node of way.slice(1)) tell(node.id, 'next', `It goes on with ${nodeName(node)}: ${this.#known(node.id, begin)}.`, begin);
    const last = fresh.at(-1);
    const only = fresh.length === 1 ? fresh[0] : undefined;
    if (only && last) {
      const name = this.#name(only.change.node);
      tell(only.change.node, 'enter', `${name} is new after ${this.#name(opened)}. It is judged: ${this.#known(only.change.node, only.moment)}.`, only.moment);
    } else if (last) {
      const named = fresh.map(({ change, moment }) => `${this.#name(change.node)} ${valueText(growth.at(change.node, moment)?.value ?? change.value)}`);
      const text = named.length > SHOWN ? `${named.slice(0, SHOWN - 1).join(', ')} and ${named.length - SHOWN + 1} more` : named.join(', ');
      const given = `${this.#name(opened)} is given its ${fresh.length} moves`;
      // Some codes have a line for judging them, others do both in one.
      if (code.isAbove('enter', 'leaf', code.main)) {
        tell(opened, 'enter', `${given}.`, begin);
        tell(opened, 'leaf', `They are judged: ${text}.`, last.moment);
      } else tell(opened, 'enter', `${given}, which are judged: ${text}.`, last.moment);
    }
    for (const { change, moment } of back) {
      const before = growth.at(change.node, begin);
      const isSame = before && valueText(before.value) === valueText(change.value) && before.note === change.note;
      const now = this.#known(change.node, moment);
      const was = before ? ` (before: ${known(before)})` : '';
      tell(change.node, 'leave', `On the way back, ${this.#name(change.node)} ${isSame ? `stays at ${now}` : `becomes ${now}${was}`}.`, moment);
    }
  }

  #name(id: number): string {
    const node = this.#family.nodes.get(id);
    return node ? nodeName(node) : '?';
  }

  #known(id: number, moment: number): string {
    const at = this.#growth.at(id, moment);
    return at ? known(at) : '…';
  }

  path(id: number): LabNode[] {
    return this.#family.path(id);
  }

  get best(): number[] {
    return this.#family.best;
  }

  drawn(step: number | undefined, open: ReadonlySet<number>): DrawnNode | undefined {
    const moment = step === undefined ? Infinity : (this.#moments[step] ?? Infinity);
    const current = step === undefined ? undefined : this.steps[step]?.node;
    const line = new Set(current === undefined ? [] : this.#family.path(current).map((node) => node.id));
    const isOpen = (id: number): boolean => (step === undefined ? open.has(id) : this.#family.nodes.size <= SMALL || line.has(id));
    const isThere = (node: LabNode): boolean => step === undefined || this.#growth.at(node.id, moment) !== undefined;
    const draw = (node: LabNode): DrawnNode => {
      const at = step === undefined ? undefined : this.#growth.at(node.id, moment);
      const children = this.#family.children(node.id).filter(isThere);
      const shown = isOpen(node.id);
      return {
        ...drawnNode(node),
        ...(at ? { value: valueText(at.value) } : {}),
        note: (step === undefined ? node.note?.brief : at?.note) ?? '',
        look: step === undefined && node.best ? 'best' : 'plain',
        hidden: shown ? 0 : children.length,
        children: shown ? children.map(draw) : [],
      };
    };
    const { root } = this.#family;
    return root && isThere(root) ? draw(root) : undefined;
  }
}

/** New nodes that are named one by one. */
const SHOWN = 8;

function known(at: { value: Parameters<typeof valueText>[0]; note: string | null }): string {
  return at.note === null ? valueText(at.value) : `${valueText(at.value)}, ${at.note.replaceAll('-', '−')}`;
}
