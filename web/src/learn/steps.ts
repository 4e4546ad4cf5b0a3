// What the ways through a recorded search have in common.

import { boundText, nodeName } from '../lab/drawn';
import type { DrawnNode } from '../lab/layout';
import type { LabNode, LabValue, StepKind } from '../protocol/messages';

/** A step of a walk. */
export interface WalkStep {
  node: number;
  kind: StepKind;
  text: string;
  /** The function of the pseudo-code that is at work. */
  part: string;
  /** The window and the value of the node after it; nothing where they are open. */
  alpha: LabValue | null;
  beta: LabValue | null;
  value: LabValue | null;
  /** Whether the node is left by it. */
  isDone: boolean;
}

/** A search that can be stepped through. */
export interface Steps {
  readonly steps: readonly WalkStep[];
  /** The nodes of the best line. */
  readonly best: readonly number[];
  /** The nodes from the root to a node, at a step. */
  path(id: number, step: number | undefined): LabNode[];
  /** The tree at a step, the end without; of large trees what is next to the present line, and what is open. */
  drawn(step: number | undefined, open: ReadonlySet<number>): DrawnNode | undefined;
}

/** Trees up to this size are drawn whole at every step. */
export const SMALL = 60;

/** Nodes with their children. */
export class Family {
  readonly nodes: ReadonlyMap<number, LabNode>;
  readonly #children = new Map<number, LabNode[]>();

  constructor(nodes: readonly LabNode[]) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    for (const node of nodes) {
      if (node.parent === null) continue;
      const family = this.#children.get(node.parent);
      if (family) family.push(node);
      else this.#children.set(node.parent, [node]);
    }
  }

  get root(): LabNode | undefined {
    return this.nodes.get(0);
  }

  children(id: number): readonly LabNode[] {
    return this.#children.get(id) ?? [];
  }

  /** The nodes from the root to a node. */
  path(id: number): LabNode[] {
    const path: LabNode[] = [];
    for (let at = this.nodes.get(id); at; at = at.parent === null ? undefined : this.nodes.get(at.parent)) path.unshift(at);
    return path;
  }

  get best(): number[] {
    return [...this.nodes.values()].filter((node) => node.best).map((node) => node.id);
  }
}

/** A node as it is drawn when the search is over. */
export function drawnNode(node: LabNode): Omit<DrawnNode, 'hidden' | 'children' | 'note' | 'look'> {
  return { id: String(node.id), label: nodeName(node), value: boundText(node), role: node.ply % 2 === 0 ? 'max' : 'min', side: node.turn };
}
