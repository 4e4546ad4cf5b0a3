// A tree of numbers as it stands at a step of the search through it.

import type { StepKind, ToyNode, ToyStory } from '../protocol/messages';
import type { DrawnNode } from './layout';

/** A step through a tree of numbers. */
export interface NumberStep {
  node: number;
  kind: StepKind;
  text: string;
  alpha: number | null;
  beta: number | null;
  /** The node's value so far; nothing before there is one. */
  value: number | null;
}

/** What alpha-beta does. */
export function alphaBetaSteps(story: ToyStory): NumberStep[] {
  return story.steps;
}

/** What minimax does: the same without windows, and without leaving anything out. */
export function minimaxSteps(story: ToyStory): NumberStep[] {
  const { nodes } = story;
  const steps: NumberStep[] = [];
  const tell = (node: number, kind: StepKind, text: string, value: number | null): void => {
    steps.push({ node, kind, text, alpha: null, beta: null, value });
  };
  const children = childrenOf(nodes);
  const visit = (index: number): number => {
    const node = nodes[index];
    if (!node || node.player === null) {
      tell(index, 'leaf', `${node?.name}: leaf ${node?.value}`, node?.value ?? 0);
      return node?.value ?? 0;
    }
    const wantsMuch = node.player === 'max';
    const who = wantsMuch ? 'MAX' : 'MIN';
    tell(index, 'enter', `${node.name}: ${who} is to move`, null);
    let best: number | undefined;
    for (const child of children[index] ?? []) {
      const value = visit(child);
      if (best !== undefined && (wantsMuch ? value <= best : value >= best)) continue;
      best = value;
      tell(index, 'better', `${node.name}: ${who} gets ${wantsMuch ? 'at least' : 'at most'} ${best}`, best);
    }
    tell(index, 'leave', `${node.name} = ${best}`, best ?? 0);
    return best ?? 0;
  };
  visit(0);
  return steps;
}

/** The same with a step at the node above whenever the next move is tried, where the reader can tell that apart. */
export function withNext(story: ToyStory, steps: readonly NumberStep[], isTold: boolean): NumberStep[] {
  if (!isTold) return [...steps];
  const told: NumberStep[] = [];
  const last = new Map<number, NumberStep>();
  for (const step of steps) {
    const node = story.nodes[step.node];
    const parent = node?.parent ?? null;
    const above = parent === null ? undefined : last.get(parent);
    if (above && parent !== null && !last.has(step.node)) {
      told.push({ ...above, kind: 'next', text: `${story.nodes[parent]?.name}: the next move leads to ${node?.name}` });
    }
    told.push(step);
    last.set(step.node, { ...step, value: step.value ?? last.get(step.node)?.value ?? null });
  }
  return told;
}

function childrenOf(nodes: readonly ToyNode[]): number[][] {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach((node, index) => node.parent !== null && children[node.parent]?.push(index));
  return children;
}

/** How a toy is drawn: by which steps, up to which, with which nodes closed. */
export interface ToyView {
  steps: readonly NumberStep[];
  /** The present step; the end without. */
  step: number | undefined;
  closed: ReadonlySet<string>;
  withWindows: boolean;
}

/** The tree at the present step. */
export function drawnToy(story: ToyStory, view: ToyView): DrawnNode | undefined {
  const past = view.step === undefined ? view.steps : view.steps.slice(0, view.step + 1);
  const known = new Map<number, NumberStep>();
  const cuts = new Set<number>();
  for (const one of past) {
    known.set(one.node, { ...one, value: one.value ?? known.get(one.node)?.value ?? null });
    if (one.kind === 'cut') cuts.add(one.node);
  }
  const visited = new Set(view.steps.map((one) => one.node));
  // Whether a cut, here or above, has left a node out by now: never looked at, and never will be.
  const isSkipped = (index: number): boolean => {
    for (let at = index; !visited.has(at); ) {
      const parent = story.nodes[at]?.parent;
      if (parent === null || parent === undefined) return false;
      if (cuts.has(parent)) return true;
      at = parent;
    }
    return false;
  };
  const nodes = story.nodes.map((node, index): DrawnNode => {
    const isLeaf = node.player === null;
    const step = known.get(index);
    const isEnd = view.step === undefined;
    const look = (): DrawnNode['look'] => {
      if (isSkipped(index)) return 'skipped';
      if (node.best && isEnd) return 'best';
      if (cuts.has(index)) return 'cut';
      return step ? 'plain' : 'open';
    };
    // The number of a leaf stands on the paper before the search comes to it.
    const number = isLeaf ? node.value : step?.value;
    return {
      id: String(index),
      label: isLeaf ? '' : node.name,
      value: !isLeaf && !step ? '' : number === null || number === undefined ? '…' : String(number),
      note: view.withWindows && !isLeaf && step ? `α ${step.alpha ?? '−∞'}  β ${step.beta ?? '+∞'}` : '',
      role: node.player ?? 'leaf',
      side: node.player === 'min' ? 'black' : 'white',
      look: look(),
      hidden: 0,
      children: [],
    };
  });
  story.nodes.forEach((node, index) => {
    const [own, parent] = [nodes[index], node.parent === null ? undefined : nodes[node.parent]];
    if (!own || !parent) return;
    if (view.closed.has(parent.id)) parent.hidden += 1;
    else parent.children.push(own);
  });
  return nodes[0];
}
