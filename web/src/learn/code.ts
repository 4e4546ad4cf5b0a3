// Pseudo-code as a walk sees it: which function has a line for which step.

import type { PseudoLine, StepKind } from '../protocol/messages';

/** What a reader without pseudo-code can tell apart. */
const PLAIN: readonly StepKind[] = ['leaf', 'cut', 'better', 'leave'];

/** The function of each line; nothing where the code is in one piece. */
export function functionsOf(lines: readonly PseudoLine[]): string[] {
  let name = '';
  return lines.map(({ text }) => (name = /^function (\w+)/.exec(text)?.[1] ?? name));
}

/** The line of a step: where several functions have one, that of the function which is at work. */
export function isCurrent(lines: readonly PseudoLine[], index: number, kind: StepKind | undefined, part: string | undefined): boolean {
  if (kind === undefined) return false;
  const functions = functionsOf(lines);
  const isHere = (at: number): boolean => part === undefined || part === '' || functions[at] === part;
  if (!isHere(index)) return false;
  if (lines[index]?.steps.includes(kind)) return true;
  // Whoever enters a node begins at the top, unless a line says that it is the one.
  const hasLine = lines.some((line, at) => isHere(at) && line.steps.includes(kind));
  return kind === 'enter' && !hasLine && index === lines.findIndex((_, at) => isHere(at));
}

export class Code {
  /** The function that looks at a node. */
  readonly main: string;
  readonly #functions: readonly string[];
  readonly #lines: readonly PseudoLine[] | undefined;

  constructor(lines: readonly PseudoLine[] | undefined) {
    this.#lines = lines;
    this.#functions = functionsOf(lines ?? []);
    const named = [...new Set(this.#functions)];
    // A search that goes through its root several times has a function around the one that looks at nodes.
    this.main = (named.length > 1 ? named.find((name) => name !== 'search') : named[0]) ?? '';
  }

  hasFunction(name: string): boolean {
    return this.#functions.includes(name);
  }

  /** Whether a function has a line for a step. */
  has(kind: StepKind, part: string): boolean {
    return this.#lines ? this.#at(kind, part) >= 0 : PLAIN.includes(kind);
  }

  /** Whether the line of one step stands above that of another. */
  isAbove(kind: StepKind, other: StepKind, part: string): boolean {
    const at = this.#at(kind, part);
    return at >= 0 && at < this.#at(other, part);
  }

  #at(kind: StepKind, part: string): number {
    return this.#lines?.findIndex((line, index) => this.#functions[index] === part && line.steps.includes(kind)) ?? -1;
  }
}
