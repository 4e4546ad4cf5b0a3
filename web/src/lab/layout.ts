// Where the nodes of a drawn tree stand: the root on the left, one row a leaf.

import { hierarchy, tree, type HierarchyPointNode } from 'd3-hierarchy';

/** What the canvas draws of a node. */
export interface DrawnNode {
  id: string;
  /** The move, or what stands in its place. */
  label: string;
  /** The value, once it is known. */
  value: string;
  /** What stands under the name in small letters: a window, or what the search keeps there. */
  note: string;
  /** Whose move it is: the one who wants much, the one who wants little, nobody's at the end of a toy. */
  role: 'max' | 'min' | 'leaf';
  /** Who is to move here; toy trees have maximisers and minimisers. */
  side: 'white' | 'black';
  /** How it is drawn. */
  look: 'plain' | 'best' | 'cut' | 'bound' | 'skipped' | 'open';
  /** Sons that are not drawn, to be shown on demand. */
  hidden: number;
  children: DrawnNode[];
}

export type Placed = HierarchyPointNode<DrawnNode>;

export const COLUMN = 148;
export const ROW = 24;
/** A row with a note under the name. */
const TALL_ROW = 34;

/** The distance between rows: more where something stands under a name. */
export function rowHeight(root: DrawnNode): number {
  const isNoted = (node: DrawnNode): boolean => node.note !== '' || node.children.some(isNoted);
  return isNoted(root) ? TALL_ROW : ROW;
}

/** All nodes in their places; `x` goes down, `y` to the right. */
export function place(root: DrawnNode): Placed[] {
  const laid = tree<DrawnNode>()
    .nodeSize([rowHeight(root), COLUMN])
    .separation((one, other) => (one.parent === other.parent ? 1 : 1.35));
  return laid(hierarchy(root)).descendants();
}
