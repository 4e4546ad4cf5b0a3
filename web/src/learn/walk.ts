// A recorded search as a walk: entering a node, trying a move, finding a better one, cutting, going up. The recording has
// nodes in the order in which they were entered, with their windows and values; what lies between follows from these.

import { boundText, nodeName } from '../lab/drawn';
import type { DrawnNode } from '../lab/layout';
import type { LabNode, NodeEnd, LabValue, StepKind } from '../protocol/messages';
import { countPlies, valueText } from '../score';

/** A step of a walk. */
export interface WalkStep {
  node: number;
  kind: StepKind;
  text: string;
  /** The window and the value of the node after it; nothing where they are open. */
  alpha: LabValue | null;
  beta: LabValue | null;
  value: LabValue | null;
}

/** How a node without children ends, as a step. */
const ENDS: Partial<Record<NodeEnd, StepKind>> = {
  leaf: 'leaf',
  mate: 'mate',
  draw: 'draw',
  table: 'table',
  standPat: 'standPat',
  pruned: 'pruned',
  tablebase: 'table',
};

/** A tree that can be walked through. */
export class Walk {
  readonly nodes: ReadonlyMap<number, LabNode>;
  readonly steps: readonly WalkStep[];
  /** Whether the search has windows. */
  readonly hasWindows: boolean;
  readonly #children = new Map<number, number[]>();

  /** `kinds` are the steps that the reader can tell apart: others would be steps on which nothing happens. */
  constructor(nodes: readonly LabNode[], kinds: ReadonlySet<StepKind>) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    this.hasWindows = nodes.some((node) => node.alpha !== null || node.beta !== null);
    for (const { id, parent } of nodes) {
      if (parent !== null) this.#children.set(parent, [...(this.#children.get(parent) ?? []), id]);
    }
    const steps: WalkStep[] = [];
    const root = this.nodes.get(0);
    if (root && kinds.has('iteration')) {
      const { alpha, beta } = root;
      steps.push({ node: 0, kind: 'iteration', text: 'a new pass through the root begins', alpha, beta, value: null });
    }
    if (root) this.#visit(root, steps, kinds);
    this.steps = steps;
  }

  children(id: number): LabNode[] {
    return (this.#children.get(id) ?? []).flatMap((child) => this.nodes.get(child) ?? []);
  }

  /** The nodes from the root to a node. */
  path(id: number): LabNode[] {
    const path: LabNode[] = [];
    for (let at = this.nodes.get(id); at; at = at.parent === null ? undefined : this.nodes.get(at.parent)) path.unshift(at);
    return path;
  }

  #visit(node: LabNode, steps: WalkStep[], kinds: ReadonlySet<StepKind>): void {
    const isMax = node.ply % 2 === 0;
    const name = nodeName(node);
    let { alpha, beta } = node;
    let value: LabValue | null = null;
    const tell = (kind: StepKind, text: string): void => {
      steps.push({ node: node.id, kind, text: `${name}: ${text}`, alpha, beta, value });
    };
    const isPass = node.uci === '0000';
    const isAgain = node.attempt > 1;
    const entered = isPass && kinds.has('pass') ? 'pass' : isAgain && kinds.has('again') ? 'again' : 'enter';
    tell(entered, `${isMax ? 'MAX' : 'MIN'} is to move${otherDepth(node)}${this.hasWindows ? `, window ${bound(alpha, '−∞')} … ${bound(beta, '+∞')}` : ''}`);
    const children = this.children(node.id);
    const end = ENDS[node.outcome];
    if (children.length === 0 && end) {
      value = node.value;
      tell(kinds.has(end) ? end : 'leaf', `${node.reason}${value ? `, ${boundText(node)}` : ''}`);
      return;
    }
    let best = isMax ? alpha : beta;
    for (const child of children) {
      if (kinds.has('next')) tell('next', `the next move is ${nodeName(child)}`);
      this.#visit(child, steps, kinds);
      const found = child.value;
      if (!found || (best && (isMax ? order(found) <= order(best) : order(found) >= order(best)))) continue;
      [best, value] = [found, found];
      if (this.hasWindows && isMax) alpha = found;
      if (this.hasWindows && !isMax) beta = found;
      tell('better', `${nodeName(child)} is worth ${valueText(found)}, better for ${isMax ? 'MAX' : 'MIN'} than all before it`);
    }
    value = node.value;
    const rules = kinds.has('pruned') ? leftOutByRules(node) : '';
    if (rules) tell('pruned', rules);
    if (node.outcome === 'cut') tell('cut', `${node.reason}${node.leftOut.length > 0 ? `; not searched: ${leftOut(node)}` : ''}`);
    else if (end && kinds.has(end)) tell(end, node.reason);
    if (kinds.has('store')) tell('store', 'its value goes into the table');
    if (node.outcome !== 'cut' || !kinds.has('cut')) tell('leave', value ? `worth ${boundText(node)}` : node.reason);
  }

  /** The tree at a step, the end without; of large trees what is next to the present line, and what is open. */
  drawn(step: number | undefined, open: ReadonlySet<number>, withWindows: boolean): DrawnNode | undefined {
    const now = new Map<number, WalkStep>();
    for (const one of step === undefined ? this.steps : this.steps.slice(0, step + 1)) now.set(one.node, one);
    const current = step === undefined ? undefined : this.steps[step]?.node;
    const line = new Set(current === undefined ? [] : this.path(current).map((node) => node.id));
    const isOpen = (id: number): boolean => (step === undefined ? open.has(id) : this.nodes.size <= SMALL || line.has(id));
    const draw = (node: LabNode): DrawnNode => {
      const at = now.get(node.id);
      const children = this.children(node.id).filter((child) => now.has(child.id));
      const isLeft = step === undefined || !!at?.value;
      const shown = isOpen(node.id);
      const isDone = step === undefined || at?.kind === 'cut' || at?.kind === 'leave';
      const skipped = shown && isDone ? node.leftOut : [];
      return {
        id: String(node.id),
        label: nodeName(node),
        value: step === undefined || isDone ? boundText(node) : at?.value ? valueText(at.value) : '…',
        note: withWindows && at ? this.#note(node, at, isDone) : '',
        role: node.ply % 2 === 0 ? 'max' : 'min',
        side: node.turn,
        look: step === undefined && node.best ? 'best' : at?.kind === 'cut' || (isDone && node.outcome === 'cut') ? 'cut' : isLeft ? 'plain' : 'open',
        hidden: shown ? 0 : children.length,
        children: shown ? [...children.map(draw), ...skipped.map((left, index) => drawnLeft(node, left.san, index))] : [],
      };
    };
    const root = this.nodes.get(0);
    return root && now.has(0) ? draw(root) : undefined;
  }

  /** What stands under a node: what the search keeps there, once it is left, or else its window. */
  #note(node: LabNode, at: WalkStep, isDone: boolean): string {
    if (node.note) return isDone ? node.note.brief : '';
    return this.hasWindows ? `α ${bound(at.alpha, '−∞')}  β ${bound(at.beta, '+∞')}` : '';
  }

  /** The nodes of the best line. */
  get best(): number[] {
    return [...this.nodes.values()].filter((node) => node.best).map((node) => node.id);
  }
}

/** Trees up to this size are drawn whole at every step. */
const SMALL = 60;

function drawnLeft(node: LabNode, san: string, index: number): DrawnNode {
  return {
    id: `${node.id}/${index}`,
    label: san,
    value: '',
    note: '',
    role: node.ply % 2 === 0 ? 'min' : 'max',
    side: node.turn === 'white' ? 'black' : 'white',
    look: 'skipped',
    hidden: 0,
    children: [],
  };
}

function leftOut(node: LabNode): string {
  return few(node.leftOut.map((left) => left.san));
}

function few(names: readonly string[]): string {
  return names.length > 6 ? `${names.slice(0, 5).join(' ')} and ${names.length - 5} more` : names.join(' ');
}

/** The moves that rules left out, by rule; nothing where there are none. */
function leftOutByRules(node: LabNode): string {
  const byRule = new Map<string, string[]>();
  for (const { rule, san } of node.leftOut) if (rule) byRule.set(rule, [...(byRule.get(rule) ?? []), san]);
  const told = [...byRule].map(([rule, names]) => `by ${rule}: ${few(names)}`);
  return told.length > 0 ? `left out ${told.join('; ')}` : '';
}

/** By how much a node is searched less deep, or deeper, than its move alone would make it. */
function otherDepth({ reduced, extended }: LabNode): string {
  if (reduced > 0) return `, searched ${countPlies(reduced)} less deep`;
  return extended > 0 ? `, searched ${countPlies(extended)} deeper` : '';
}

function bound(value: LabValue | null, open: string): string {
  return value ? valueText(value) : open;
}

/** Values in one row: mates before everything, the shorter the better. */
function order(value: LabValue): number {
  if ('cp' in value) return value.cp;
  return value.mate > 0 ? 1e6 - value.mate : -1e6 - value.mate;
}
