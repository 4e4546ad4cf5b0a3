// A recorded search as a walk: entering a node, trying a move, finding a better one, cutting, going up. The recording has
// nodes in the order in which they were entered, with their windows and values; what lies between follows from these, for
// searches that go down to the horizon move by move. Trees that grow have walks of their own.

import { boundText, nodeName } from '../lab/drawn';
import type { DrawnNode } from '../lab/layout';
import type { LabNode, LabValue, NodeEnd, StepKind } from '../protocol/messages';
import { countPlies, valueText } from '../score';
import type { Code } from './code';
import { drawnNode, Family, SMALL, type Steps, type WalkStep } from './steps';

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

/** The function that looks at nodes behind the horizon, where the pseudo-code has one. */
const QUIET = 'quiet';

/** How many moves have a say in the value of a node of the M&N backup. */
const COUNTED = 3;

export class Walk implements Steps {
  readonly steps: readonly WalkStep[];
  readonly #family: Family;
  readonly #hasWindows: boolean;
  readonly #algorithm: string;
  readonly #code: Code;

  constructor(nodes: readonly LabNode[], algorithm: string, code: Code) {
    this.#family = new Family(nodes);
    this.#hasWindows = nodes.some((node) => node.alpha !== null || node.beta !== null);
    this.#algorithm = algorithm;
    this.#code = code;
    const steps: WalkStep[] = [];
    if (this.#family.root) this.#visit(this.#family.root, steps, code.main);
    this.steps = steps;
  }

  path(id: number): LabNode[] {
    return this.#family.path(id);
  }

  get best(): number[] {
    return this.#family.best;
  }

  /** `above` is the function that called. */
  #visit(node: LabNode, steps: WalkStep[], above: string): void {
    const code = this.#code;
    const isMax = node.ply % 2 === 0;
    const name = nodeName(node);
    const children = this.#family.children(node.id);
    const isQuiet = node.depth <= 0;
    const part = isQuiet && code.hasFunction(QUIET) ? QUIET : code.main;
    // Where quiescence is one line of the code, all that happens behind the horizon happens there.
    const inLine = isQuiet && part !== QUIET && children.length > 0 && code.has('leaf', part);
    const has = (kind: StepKind): boolean => !inLine && code.has(kind, part);
    let { alpha, beta } = node;
    let value: LabValue | null = null;
    const tell = (kind: StepKind, text: string, isDone = false, at = part): void => {
      steps.push({ node: node.id, kind: inLine ? 'leaf' : kind, text: `${name}: ${text}`, part: at, alpha, beta, value, isDone });
    };
    const end = ENDS[node.outcome];
    const isEnd = end !== undefined && !this.#standsPatLate(node);
    const endsAt = end && has(end) ? end : 'leaf';
    const moves = `${isMax ? 'MAX' : 'MIN'} is to move${otherDepth(node)}${this.#hasWindows ? `, window ${bound(alpha, '−∞')} … ${bound(beta, '+∞')}` : ''}`;
    // These two are lines of the node above.
    if (node.uci === '0000' && code.has('pass', above)) tell('pass', moves, false, above);
    else if (node.attempt > 1 && code.has('again', above)) tell('again', moves, false, above);
    else if (children.length > 0 || !isEnd || code.isAbove('enter', endsAt, part)) tell(has('check') && isInCheck(node) ? 'check' : 'enter', moves);
    if (children.length === 0 && isEnd) {
      value = node.value;
      tell(endsAt, `${node.reason}${value ? `, ${boundText(node)}` : ''}`, true);
      return;
    }
    const counted: LabNode[] = [];
    let best = isMax ? alpha : beta;
    for (const child of children) {
      if (has('next')) tell('next', `the next move is ${nodeName(child)}`);
      this.#visit(child, steps, part);
      const found = child.value;
      if (!found) continue;
      const isBetter = !best || (isMax ? order(found) > order(best) : order(found) < order(best));
      if (this.#algorithm === 'mn') {
        if (!this.#counts(counted, child, isMax)) continue;
        value = counted[0]?.value ?? null;
        tell('better', `${nodeName(child)} goes into the list of those that count: ${counted.map((one) => boundText(one)).join(', ')}`);
        continue;
      }
      if (isBetter) {
        [best, value] = [found, found];
        if (this.#hasWindows && isMax) alpha = found;
        if (this.#hasWindows && !isMax) beta = found;
      }
      if (this.#algorithm === 'probimax') tell('better', `${nodeName(child)} is noted, worth ${boundText(child)}`);
      else if (isBetter) tell('better', `${nodeName(child)} is worth ${valueText(found)}, better for ${isMax ? 'MAX' : 'MIN'} than all before it`);
    }
    value = node.value;
    const rules = has('pruned') ? leftOutByRules(node) : '';
    if (rules) tell('pruned', rules);
    const isCut = node.outcome === 'cut';
    if (isEnd && !isCut && has(endsAt)) {
      tell(endsAt, `${node.reason}${value ? `, ${boundText(node)}` : ''}`, true);
      return;
    }
    const hasCut = isCut && has('cut');
    if (hasCut) tell('cut', `${node.reason}${node.leftOut.length > 0 ? `; not searched: ${leftOut(node)}` : ''}`, true);
    if (has('store')) tell('store', 'its value goes into the table', hasCut);
    if (!hasCut) tell('leave', value ? `worth ${boundText(node)}` : node.reason, true);
  }

  /** Whether a node looked at all its captures before it stood pat, so that it ends like any other. */
  #standsPatLate(node: LabNode): boolean {
    return node.outcome === 'standPat' && node.bound === '=' && this.#code.hasFunction(QUIET);
  }

  /** Puts a move into the list of the best few, if it belongs there. */
  #counts(counted: LabNode[], child: LabNode, isMax: boolean): boolean {
    const worth = (node: LabNode): number => (node.value ? order(node.value) : 0) * (isMax ? 1 : -1);
    const place = counted.filter((one) => worth(one) >= worth(child)).length;
    counted.splice(place, 0, child);
    counted.splice(COUNTED);
    return place < COUNTED;
  }

  drawn(step: number | undefined, open: ReadonlySet<number>): DrawnNode | undefined {
    const now = new Map<number, WalkStep>();
    for (const one of step === undefined ? this.steps : this.steps.slice(0, step + 1)) {
      // A line of the node above tells nothing of a node that is left.
      if (!now.get(one.node)?.isDone || one.isDone) now.set(one.node, one);
    }
    const current = step === undefined ? undefined : this.steps[step]?.node;
    const line = new Set(current === undefined ? [] : this.path(current).map((node) => node.id));
    const isOpen = (id: number): boolean => (step === undefined ? open.has(id) : this.#family.nodes.size <= SMALL || line.has(id));
    const draw = (node: LabNode): DrawnNode => {
      const at = now.get(node.id);
      const children = this.#family.children(node.id).filter((child) => now.has(child.id));
      const isLeft = step === undefined || !!at?.value;
      const shown = isOpen(node.id);
      const isDone = step === undefined || !!at?.isDone;
      const skipped = shown && isDone ? node.leftOut : [];
      return {
        ...drawnNode(node),
        value: isDone ? boundText(node) : at?.value ? valueText(at.value) : '…',
        note: at ? this.#note(node, at, isDone) : '',
        look: step === undefined && node.best ? 'best' : isDone && node.outcome === 'cut' ? 'cut' : isLeft ? 'plain' : 'open',
        hidden: shown ? 0 : children.length,
        children: shown ? [...children.map(draw), ...skipped.map((left, index) => drawnLeft(node, left.san, index))] : [],
      };
    };
    const { root } = this.#family;
    if (root && step === -1) return { ...drawnNode(root), value: '…', note: '', look: 'open', hidden: 0, children: [] };
    return root && now.has(0) ? draw(root) : undefined;
  }

  /** What stands under a node: what the search keeps there, once it is left, or else its window. */
  #note(node: LabNode, at: WalkStep, isDone: boolean): string {
    if (node.note) return isDone ? node.note.brief : '';
    return this.#hasWindows ? `α ${bound(at.alpha, '−∞')}  β ${bound(at.beta, '+∞')}` : '';
  }
}

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

/** Whether the move that led here gave check. */
function isInCheck(node: LabNode): boolean {
  return /[+#]$/.test(node.san ?? '');
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
