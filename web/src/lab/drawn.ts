// Recorded nodes as the canvas and the list show them.

import type { LabNode } from '../protocol/messages';
import { manyText, valueText } from '../score';
import type { DrawnNode } from './layout';
import type { LabRun } from './run.svelte';

/** The id of what stands for the moves of a node that were not searched. */
export function cutsId(id: number): string {
  return `${id}/cuts`;
}

/** The move that led to a node; one that is searched again says so. */
export function nodeName(node: LabNode): string {
  return `${node.san ?? 'root'}${node.attempt > 1 && node.uci ? ' again' : ''}`;
}

/**
 * The tree from the root on, as far as it is open. With notes, each node says its window; where the search has none, how
 * much of the search is below it.
 */
export function drawnRun(run: LabRun, withNotes: boolean): DrawnNode | undefined {
  const root = run.node(0);
  return root && run.report ? drawnNode(run, root, withNotes) : undefined;
}

function drawnNode(run: LabRun, node: LabNode, withNotes: boolean): DrawnNode {
  const isOpen = run.open.has(node.id);
  const isLeft = run.isLeft(node);
  const children = isOpen ? run.children(node.id).map((child) => drawnNode(run, child, withNotes)) : [];
  if (isOpen && isLeft && node.leftOut.length > 0) children.push(...drawnCuts(run, node));
  const more = node.children + (node.leftOut.length > 0 ? 1 : 0);
  return {
    id: String(node.id),
    label: nodeName(node),
    value: isLeft ? boundText(node) : '…',
    note: withNotes ? noteAt(run, node) : '',
    role: roleAt(node),
    side: node.turn,
    look: look(node, isLeft),
    hidden: isOpen ? 0 : more,
    children,
  };
}

/** What a search keeps of its nodes besides values, as a heading; nothing for those that keep nothing. */
const KEPT: Record<string, string> = { mcts: 'Visits', bayes: 'Spread', mn: 'What counts', bestfirst: 'Order' };

export function keptBy(algorithm: string): string | undefined {
  return KEPT[algorithm.split(':')[0] ?? ''];
}

function noteAt(run: LabRun, node: LabNode): string {
  if (node.note) return run.isLeft(node) ? node.note.brief : '';
  if (run.hasWindows) return windowNote(node);
  return node.below > 0 ? `${manyText(node.below)} below` : '';
}

/** Who is to move: the side at the root wants much, the other little. */
function roleAt(node: LabNode): DrawnNode['role'] {
  return node.ply % 2 === 0 ? 'max' : 'min';
}

function look(node: LabNode, isLeft: boolean): DrawnNode['look'] {
  if (!isLeft) return 'open';
  if (node.best) return 'best';
  if (node.outcome === 'cut' || node.outcome === 'pruned') return 'cut';
  return node.bound === '=' ? 'plain' : 'bound';
}

function drawnCuts(run: LabRun, node: LabNode): DrawnNode[] {
  const whole = {
    value: '',
    note: '',
    role: node.ply % 2 === 0 ? ('min' as const) : ('max' as const),
    side: node.turn,
    look: 'skipped' as const,
    hidden: 0,
    children: [],
  };
  const one = node.leftOut.length === 1;
  if (one || run.openCuts.has(node.id)) {
    return node.leftOut.map((left, index) => ({
      ...whole,
      id: index === 0 ? cutsId(node.id) : `${cutsId(node.id)}/${index}`,
      label: left.san,
      value: left.rule ?? 'never looked at',
    }));
  }
  return [{ ...whole, id: cutsId(node.id), label: `${node.leftOut.length} moves not searched`, hidden: node.leftOut.length }];
}

/** The top of a tree that still grows. */
export function drawnTop(nodes: readonly LabNode[]): DrawnNode | undefined {
  const drawn = new Map<number, DrawnNode>();
  let root: DrawnNode | undefined;
  for (const node of nodes) {
    const isOpen = node.outcome === 'open';
    const one: DrawnNode = {
      id: `top-${node.id}`,
      label: nodeName(node),
      value: growingText(node),
      note: '',
      role: roleAt(node),
      side: node.turn,
      look: look(node, !isOpen),
      hidden: 0,
      children: [],
    };
    drawn.set(node.id, one);
    if (node.parent === null) root = one;
    else drawn.get(node.parent)?.children.push(one);
  }
  return root;
}

/** What is known of a node while the tree grows; at the root and its moves, how much is below. */
function growingText(node: LabNode): string {
  const value = node.outcome === 'open' ? '…' : boundText(node);
  return node.ply <= 1 && node.below > 0 ? `${value} (${manyText(node.below)})` : value;
}

/** A value with its bound; a dash where the search was stopped below. */
export function boundText(node: LabNode): string {
  return node.value ? `${node.bound === '=' ? '' : node.bound}${valueText(node.value)}` : '–';
}

/** A window, open sides as infinity. */
export function windowNote(node: LabNode): string {
  const low = node.alpha ? valueText(node.alpha) : '−∞';
  const high = node.beta ? valueText(node.beta) : '+∞';
  return `α ${low}  β ${high}`;
}
