// The tree of an exercise as canvas, list and paper draw it.

import type { DrawnNode } from '../lab/layout';
import type { ExerciseTree } from '../protocol/messages';

/** The tree; nodes that prove something stand out. */
export function drawnExercise(tree: ExerciseTree, proof: readonly number[] = []): DrawnNode | undefined {
  const proven = new Set(proof);
  const hasWindows = tree.nodes.some((node) => node.alpha !== null || node.beta !== null);
  const nodes = tree.nodes.map((node, index): DrawnNode => {
    const window = hasWindows && node.max !== null && !node.cut ? `α ${pawns(node.alpha) || '−∞'}  β ${pawns(node.beta) || '+∞'}` : '';
    return {
      id: String(index),
      label: node.label,
      value: pawns(node.value),
      note: [window, node.note ?? ''].filter((text) => text).join('  '),
      role: node.max === null ? 'leaf' : node.max ? 'max' : 'min',
      side: node.max === false ? 'black' : 'white',
      look: node.cut ? 'skipped' : node.best || proven.has(index) ? 'best' : 'plain',
      hidden: 0,
      children: [],
    };
  });
  tree.nodes.forEach((node, index) => {
    const own = nodes[index];
    if (own && node.parent !== null) nodes[node.parent]?.children.push(own);
  });
  return nodes[0];
}

/** The labels on the way to a node. */
export function pathText(tree: ExerciseTree, index: number): string {
  const labels: string[] = [];
  for (let at = tree.nodes[index]; at && at.parent !== null; at = tree.nodes[at.parent]) labels.unshift(at.label);
  return labels.join(' ') || 'the root';
}

function pawns(value: number | null): string {
  if (value === null) return '';
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}
