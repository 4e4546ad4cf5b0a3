// A game with its variations. Moves come from the server, legal and written; here they
// are only hung up, reordered and taken down.

import { USUAL } from '../board/usual';
import { plainWords, rewritten, shapesOf, wordsOf, type Shape } from './annotation';
import { groupOf } from './glyph';
import type { LineView, PgnGame, PgnTag, Place, Value } from '../protocol/messages';

export const ROOT = 0;
/** How a side passes. */
export const PASS = '0000';

/** A move, or the start. */
export interface TreeNode {
  id: number;
  parent: number;
  children: number[];
  uci: string;
  san: string;
  comment: string;
  /** The comment as it stood in a file, with what is not words. */
  raw: string;
  /** Arrows and circles that somebody drew. */
  shapes: readonly Shape[];
  /** The glyphs that somebody gave. */
  nags: number[];
  value: Value | null;
  clock: number | null;
  /** White's winning chances in per cent, once something has looked. */
  percent: number | null;
}

export class VariationTree {
  /** Where the game begins. */
  fen = $state(USUAL);
  tags: PgnTag[] = $state.raw([]);
  /** The node on the board. */
  current = $state(ROOT);
  /** Grows with each change of the moves. */
  version = $state(0);
  /** Grows when the engine changes its mind about chances: nothing that the moves are drawn by. */
  chances = $state(0);
  /** The glyph of each move that the last review calls bad: apart from what people gave, so that the next review replaces it. */
  marks: ReadonlyMap<number, number> = $state.raw(new Map());
  /** What was taken away last: where it hung, and its nodes, the first move first. */
  removed: { parent: number; index: number; nodes: TreeNode[] } | undefined = $state.raw();
  #nodes = new Map<number, TreeNode>([[ROOT, blank(ROOT, ROOT)]]);
  #next = 1;

  node(id: number): TreeNode {
    void this.version;
    return this.#nodes.get(id) ?? (this.#nodes.get(ROOT) as TreeNode);
  }

  /** What a tag says; `?` says nothing. */
  tag(name: string): string {
    return this.tags.find((one) => one.name === name)?.value.replace(/^\?$/, '') ?? '';
  }

  /** Begins anew at a position. */
  clear(fen: string): void {
    this.load({ fen, tags: [], comment: '', nodes: [] });
  }

  /** Takes a game over from the server. */
  load(game: PgnGame): void {
    const start = { comment: wordsOf(game.comment), raw: game.comment, shapes: shapesOf(game.comment) };
    this.#nodes = new Map([[ROOT, { ...blank(ROOT, ROOT), ...start }]]);
    this.#next = 1;
    this.removed = undefined;
    this.marks = new Map();
    this.fen = game.fen;
    this.tags = game.tags;
    for (const given of game.nodes) {
      const node = this.#hang(given.parent, given.uci, given.san);
      const { comment, raw, nags, value, clock } = given;
      Object.assign(node, { comment, raw, nags, value, clock, percent: given.winPercent, shapes: shapesOf(raw) });
    }
    this.current = ROOT;
    this.version += 1;
  }

  /** The glyphs of a move. What a person says of its worth counts more than what the review says. */
  nags(id: number): readonly number[] {
    const { nags } = this.node(id);
    const mark = this.marks.get(id);
    return mark === undefined || nags.some((nag) => groupOf(nag) === groupOf(mark)) ? nags : [mark, ...nags];
  }

  /** The game as the server reads it: each move after its parent, main lines first. */
  save(): PgnGame {
    return this.#saved((id) => this.nags(id)).game;
  }

  /** The game without the marks of the review, and for each node the id it gets when that is loaded. */
  keep(): { game: PgnGame; ids: ReadonlyMap<number, number> } {
    return this.#saved((id) => this.node(id).nags);
  }

  #saved(nagsOf: (id: number) => readonly number[]): { game: PgnGame; ids: ReadonlyMap<number, number> } {
    const ids = new Map([[ROOT, ROOT]]);
    const nodes: PgnGame['nodes'] = [];
    for (const id of this.#below(ROOT)) {
      // Brothers before nephews keeps the order among them what it is.
      for (const child of this.node(id).children) {
        const { uci, san, comment, raw, value, clock, percent } = this.node(child);
        const nags = [...nagsOf(child)];
        nodes.push({ parent: ids.get(id) ?? ROOT, uci, san, fen: '', comment, raw, nags, value, clock, winPercent: percent });
        ids.set(child, nodes.length);
      }
    }
    return { game: { fen: this.fen, tags: this.tags, comment: this.node(ROOT).raw, nodes }, ids };
  }

  /** A node and all below it, each before its children, main lines first. Games are too long to recur into. */
  *#below(id: number): Generator<number> {
    const waiting = [id];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      waiting.push(...this.node(at).children.toReversed());
      yield at;
    }
  }

  /** The ids from the first move to a node. */
  path(id: number): number[] {
    const path: number[] = [];
    for (let at = id; at !== ROOT; at = this.node(at).parent) path.push(at);
    return path.reverse();
  }

  /** Which child to take at each step to a node: what ids mean beyond this page's life. */
  turns(id: number): number[] {
    return this.path(id).map((step) => this.node(this.node(step).parent).children.indexOf(step));
  }

  /** The node that such turns lead to, as far as they go. */
  follow(turns: readonly number[]): number {
    let at = ROOT;
    for (const turn of turns) at = this.node(at).children[turn] ?? at;
    return at;
  }

  /** How the server finds a node. */
  place(id: number): Place {
    return { fen: this.fen, moves: this.path(id).map((step) => this.node(step).uci) };
  }

  /** The ids of the main line from a node on. */
  mainLine(from = ROOT): number[] {
    const line: number[] = [];
    for (let at = this.node(from).children[0]; at !== undefined; at = this.node(at).children[0]) line.push(at);
    return line;
  }

  has(id: number): boolean {
    void this.version;
    return this.#nodes.has(id);
  }

  isMain(id: number): boolean {
    return this.path(id).every((step) => this.node(this.node(step).parent).children[0] === step);
  }

  /** Hangs a move below a node, or finds it there. */
  add(parent: number, uci: string, san: string): number {
    const known = this.node(parent).children.find((child) => this.node(child).uci === uci);
    if (known !== undefined) return known;
    const { id } = this.#hang(parent, uci, san);
    // The same move twice would be two variations of one name.
    if (this.removed?.parent === parent && this.removed.nodes[0]?.uci === uci) this.removed = undefined;
    this.version += 1;
    return id;
  }

  /** Hangs a whole line; the answer is its nodes. */
  addLine(parent: number, line: LineView): number[] {
    let at = parent;
    return line.uci.map((uci, index) => (at = this.add(at, uci, line.san[index] ?? uci)));
  }

  /** Moves a variation one place up, all the way to the main line if asked again. */
  promote(id: number): void {
    // The move that makes it a variation, not the last of it.
    const fork = this.path(id).findLast((step) => this.node(this.node(step).parent).children[0] !== step);
    if (fork === undefined) return;
    const siblings = this.node(this.node(fork).parent).children;
    const index = siblings.indexOf(fork);
    siblings.splice(index, 1);
    siblings.splice(index - 1, 0, fork);
    this.version += 1;
  }

  /** Takes a move and all after it away; `putBack` brings it back. */
  remove(id: number): void {
    if (id === ROOT) return;
    const { parent } = this.node(id);
    if (this.path(this.current).includes(id)) this.current = parent;
    const siblings = this.node(parent).children;
    const index = siblings.indexOf(id);
    siblings.splice(index, 1);
    const nodes = [...this.#below(id)].map((one) => this.node(one));
    for (const node of nodes) this.#nodes.delete(node.id);
    this.removed = { parent, index, nodes };
    this.version += 1;
  }

  /** Hangs up again what was taken away last, and goes there. */
  putBack(): void {
    const [removed, first] = [this.removed, this.removed?.nodes[0]];
    if (!removed || !first) return;
    this.removed = undefined;
    for (const node of removed.nodes) this.#nodes.set(node.id, node);
    this.node(removed.parent).children.splice(removed.index, 0, first.id);
    this.current = first.id;
    this.version += 1;
  }

  /** White's winning chances after a move. */
  percent(id: number): number | null {
    void this.chances;
    return this.node(id).percent;
  }

  /** Notes White's chances; the moves need not be drawn anew for that. */
  noteChances(id: number, percent: number): void {
    const node = this.#nodes.get(id);
    if (!node || node.percent === percent) return;
    node.percent = percent;
    this.chances += 1;
  }

  /** Notes something about a move. */
  note(id: number, what: Partial<Pick<TreeNode, 'percent' | 'value'>>): void {
    this.#change(id, what);
  }

  /** Says something else about a move, or about the start. */
  comment(id: number, words: string): void {
    const { raw, shapes, value } = this.node(id);
    const comment = plainWords(words);
    this.#change(id, { comment, raw: rewritten(raw, comment, shapes, id === ROOT ? null : value) });
  }

  /** Keeps what was drawn on the board at a move. */
  draw(id: number, shapes: readonly Shape[]): void {
    const { raw, comment, value } = this.node(id);
    this.#change(id, { shapes, raw: rewritten(raw, comment, shapes, id === ROOT ? null : value) });
  }

  /** Gives a move a glyph in the place of others of its kind, or takes it away. */
  toggleNag(id: number, nag: number): void {
    const shown = this.nags(id);
    const others = shown.filter((one) => one !== nag && groupOf(one) !== groupOf(nag));
    // What a person says counts more than what the review said.
    this.marks = new Map([...this.marks].filter(([marked]) => marked !== id));
    this.#change(id, { nags: shown.includes(nag) ? others : [...others, nag].sort((one, other) => one - other) });
  }

  #change(id: number, what: Partial<TreeNode>): void {
    const node = this.#nodes.get(id);
    if (!node) return;
    // A new object: who has read the old one shall see that it changed.
    this.#nodes.set(id, { ...node, ...what });
    this.version += 1;
  }

  #hang(parent: number, uci: string, san: string): TreeNode {
    const above = this.#nodes.has(parent) ? parent : ROOT;
    const node = { ...blank(this.#next++, above), uci, san };
    this.#nodes.set(node.id, node);
    this.#nodes.get(above)?.children.push(node.id);
    return node;
  }
}

function blank(id: number, parent: number): TreeNode {
  return { id, parent, children: [], uci: '', san: '', comment: '', raw: '', shapes: [], nags: [], value: null, clock: null, percent: null };
}
