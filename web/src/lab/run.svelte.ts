// A recorded search: its report, and as much of its tree as was looked at.

import { tell } from '../announce.svelte';
import { connection, sentence } from '../connection/socket.svelte';
import type { LabNode, LabOrder, LabProgress, LabReport } from '../protocol/messages';
import { Growth } from './growth';

/** A pause between two steps of a hand that runs along them: the server hears so many wishes a second. */
const STEP_PAUSE = 60;

/** Nodes that can be opened all at once, and how many are told in one answer. */
const WHOLE = 20_000;
const BATCH = 2000;

/** Turns of a growing tree that are told in one answer. */
const TURNS = 500;

export class LabRun {
  order: LabOrder | undefined = $state.raw();
  progress: LabProgress | undefined = $state.raw();
  report: LabReport | undefined = $state.raw();
  isRunning = $state(false);
  /** Whether the server forgot the run, for it was started anew or the connection broke. */
  isGone = $state(false);
  /** Nodes whose children are drawn. */
  open: ReadonlySet<number> = $state.raw(new Set());
  /** Nodes whose moves that were not searched are drawn one by one. */
  openCuts: ReadonlySet<number> = $state.raw(new Set());
  selected: number = $state(0);
  /** The last node entered that is shown, or the last turn of a tree that grew; all of them without a step. */
  step: number | undefined = $state();
  /** Whether the search has windows: some node began with less than everything between minus and plus infinity. */
  hasWindows = $state(false);
  /** Grows when nodes arrive. */
  version = $state(0);

  #number: number | undefined;
  #nodes = new Map<number, LabNode>();
  #children = new Map<number, number[]>();
  #growth = new Growth();
  #stop: (() => void) | undefined;
  #wanted: { step: number | undefined } | undefined;
  #isGoing = false;
  /** The connection that the run is known on. */
  #epoch = 0;

  /** Searches; what was searched before is forgotten. */
  begin(order: LabOrder): void {
    this.forget();
    this.#epoch = connection.epoch;
    this.isGone = false;
    this.order = order;
    this.isRunning = true;
    this.#stop = connection.follow(
      { type: 'labRun', ...order },
      (message) => {
        if (message.type === 'labBegun') this.#number = message.run;
        else if (message.type === 'labProgress') this.progress = message;
        else if (message.type === 'labDone') void this.#finish(message);
      },
      (error) => {
        this.isRunning = false;
        tell(sentence(error), true);
      },
    );
  }

  /** Ends the search early; what it has is shown. */
  stop(): void {
    if (this.#number !== undefined && this.isRunning) {
      connection.ask({ type: 'labStop', run: this.#number }).catch(() => undefined);
    }
  }

  /** A new connection knows nothing of the runs of the one before. */
  reconnected(): void {
    if (this.#number === undefined || this.#epoch === connection.epoch) return;
    this.#number = undefined;
    this.forget();
    this.isGone = true;
  }

  forget(): void {
    this.#stop?.();
    if (this.#number !== undefined) {
      connection.ask({ type: 'labForget', run: this.#number }).catch(() => undefined);
    }
    this.#number = undefined;
    this.#nodes.clear();
    this.#children.clear();
    this.#growth = new Growth();
    this.report = undefined;
    this.progress = undefined;
    this.isRunning = false;
    this.open = new Set();
    this.openCuts = new Set();
    this.selected = 0;
    this.step = undefined;
    this.hasWindows = false;
  }

  node(id: number): LabNode | undefined {
    void this.version;
    const node = this.#nodes.get(id);
    return node && this.#asOf(node);
  }

  /** The last step. */
  get lastStep(): number {
    return (this.grows ? (this.report?.turns ?? 1) : (this.report?.recorded ?? 1)) - 1;
  }

  /** Whether the search is a tree that grows turn by turn, so that its steps are turns. */
  get grows(): boolean {
    return (this.report?.turns ?? 0) > 0;
  }

  /** A node as it stood at the present turn. */
  #asOf(node: LabNode): LabNode {
    if (!this.grows || this.step === undefined) return node;
    const at = this.#growth.at(node.id, this.#growth.end(this.step));
    if (!at) return node;
    // The first child has the next id, and is there before the others.
    const isOpened = node.last > node.id && this.#isThere(node.id + 1);
    const note = at.note === null ? null : { brief: at.note, text: at.note };
    const children = isOpened ? node.children : 0;
    return { ...node, children, value: at.value, bound: '=', best: false, note, reason: isOpened || node.outcome !== 'searched' ? node.reason : 'evaluation' };
  }

  /** Whether a node was there at the present step. */
  #isThere(id: number): boolean {
    if (this.step === undefined) return true;
    return this.grows ? this.#growth.at(id, this.#growth.end(this.step)) !== undefined : id <= this.step;
  }

  /** The children that are known and were entered by the present step. */
  children(id: number): LabNode[] {
    void this.version;
    return (this.#children.get(id) ?? []).filter((child) => this.#isThere(child)).flatMap((child) => this.node(child) ?? []);
  }

  /** Whether the children of a node have been fetched. */
  isLoaded(id: number): boolean {
    void this.version;
    return this.#children.has(id);
  }

  /** Fetches the children of some nodes, so that they can be drawn without being opened. */
  async fetch(ids: readonly number[]): Promise<void> {
    await this.#load(ids);
  }

  /** Whether all that was recorded can be opened at once. */
  get canOpenAll(): boolean {
    return (this.report?.recorded ?? Infinity) <= WHOLE;
  }

  /** Fetches all nodes and opens every one. */
  async openAll(): Promise<void> {
    const [run, report] = [this.#number, this.report];
    if (run === undefined || !report || !this.canOpenAll) return;
    for (let from = 0; from < report.recorded; from += BATCH) {
      await this.#ask({ type: 'labNodes', run, from, count: BATCH });
      if (this.report !== report) return;
    }
    const families = new Map<number, number[]>();
    for (let id = 0; id < report.recorded; id++) {
      const node = this.#nodes.get(id);
      if (!node) continue;
      if (!families.has(id)) families.set(id, []);
      if (node.parent !== null) families.get(node.parent)?.push(id);
    }
    this.#children = families;
    this.open = new Set([...families].flatMap(([id, children]) => (children.length > 0 || this.#nodes.get(id)?.leftOut.length ? [id] : [])));
    this.version += 1;
  }

  /** Whether a node was left by the present step, so that its value is known. */
  isLeft(node: LabNode): boolean {
    return this.step === undefined || this.grows || node.last < this.step;
  }

  /** The ids from the root to a node. */
  path(id: number): number[] {
    const path: number[] = [];
    for (let at: number | null | undefined = id; at !== null && at !== undefined; at = this.node(at)?.parent) path.unshift(at);
    return path;
  }

  /** Opens or closes a node. */
  async toggle(id: number): Promise<void> {
    const open = new Set(this.open);
    if (open.delete(id)) {
      this.open = open;
      return;
    }
    await this.#load([id]);
    this.open = open.add(id);
  }

  toggleCuts(id: number): void {
    const open = new Set(this.openCuts);
    if (!open.delete(id)) open.add(id);
    this.openCuts = open;
  }

  /**
   * Shows the search as it stood when a node was entered, or after a turn. A hand that runs along the steps
   * asks for more than can be fetched: only the latest counts.
   */
  async goTo(step: number | undefined): Promise<void> {
    this.#wanted = { step };
    if (this.#isGoing) return;
    this.#isGoing = true;
    try {
      while (this.#wanted) {
        const { step: next } = this.#wanted;
        this.#wanted = undefined;
        await this.#show(next);
        if (this.#wanted) await new Promise((done) => setTimeout(done, STEP_PAUSE));
      }
    } finally {
      this.#isGoing = false;
    }
  }

  async #show(step: number | undefined): Promise<void> {
    const report = this.report;
    if (!report) return;
    if (step === undefined) {
      this.step = undefined;
      return;
    }
    const at = Math.min(this.lastStep, Math.max(0, step));
    const id = this.grows ? await this.#newAt(at) : at;
    await this.#reach(id);
    // Who asked for another tree meanwhile does not want this one.
    if (this.report !== report) return;
    const above = this.path(id).slice(0, -1);
    this.step = at;
    this.selected = id;
    this.open = new Set(above);
  }

  /** The node that a turn made new, or the first of several; all turns until then are fetched. */
  async #newAt(turn: number): Promise<number> {
    const [run, growth] = [this.#number, this.#growth];
    while (run !== undefined && growth.turns <= turn) {
      const from = growth.turns;
      const answer = await connection.ask({ type: 'labTurns', run, from, count: TURNS }).catch(() => undefined);
      if (answer?.type !== 'labTurns' || answer.turns.length === 0 || growth !== this.#growth) break;
      if (growth.turns === from) growth.add(answer.turns);
    }
    return growth.changes(turn)[0]?.change.node ?? 0;
  }

  async #finish(report: LabReport): Promise<void> {
    this.#stop?.();
    // A search that looks at nothing, such as random moves, has no tree.
    if (report.recorded > 0) {
      await this.#reach(0);
      await this.#load(report.best.length > 0 ? report.best : [0]);
    }
    // Who asked for another search meanwhile does not want this one.
    if (this.#number !== report.run) return;
    this.isRunning = false;
    this.progress = undefined;
    this.report = report;
    this.open = new Set([0, ...report.best]);
    this.selected = 0;
  }

  /**
   * Opens the nodes along a line, as far as they were recorded, and chooses the last: where a claim is proven. Says how many of
   * the moves were found.
   */
  async follow(line: readonly string[]): Promise<number> {
    const open = new Set(this.open);
    let [at, found] = [0, 0];
    for (const uci of line) {
      const next = await this.#step(at, uci, open);
      if (next === undefined) break;
      at = next;
      found += 1;
    }
    this.open = open;
    this.selected = at;
    return found;
  }

  /** The child that a move leads to; of several searches of the same move the largest. A node that looks again has not moved. */
  async #step(id: number, uci: string, open: Set<number>): Promise<number | undefined> {
    await this.#load([id]);
    open.add(id);
    const children = (this.#children.get(id) ?? []).flatMap((child) => this.#nodes.get(child) ?? []);
    const sized = children.filter((child) => child.uci === uci).sort((one, other) => other.last - other.id - (one.last - one.id));
    if (sized[0]) return sized[0].id;
    for (const again of children.filter((child) => child.uci === null)) {
      const below = await this.#step(again.id, uci, open);
      if (below !== undefined) return below;
    }
    return undefined;
  }

  /** Fetches a node, those above it, and the brothers of them all. */
  async #reach(id: number): Promise<void> {
    const run = this.#number;
    if (run === undefined) return;
    const nodes = await this.#ask({ type: 'labPath', run, node: id });
    const families = new Map<number, number[]>();
    for (const { id: child, parent } of nodes) {
      if (parent !== null) families.set(parent, [...(families.get(parent) ?? []), child]);
    }
    for (const [parent, children] of families) this.#children.set(parent, children);
  }

  /** Fetches the children of nodes. */
  async #load(ids: readonly number[]): Promise<void> {
    const run = this.#number;
    if (run === undefined) return;
    const missing = ids.filter((id) => !this.#children.has(id));
    await Promise.all(
      missing.map(async (node) => {
        const nodes = await this.#ask({ type: 'labChildren', run, node });
        this.#children.set(node, nodes.map((child) => child.id));
      }),
    );
    this.version += 1;
  }

  async #ask(ask: Parameters<typeof connection.ask>[0]): Promise<LabNode[]> {
    try {
      const answer = await connection.ask(ask);
      if (answer.type !== 'labNodes') return [];
      for (const node of answer.nodes) this.#nodes.set(node.id, node);
      this.hasWindows ||= answer.nodes.some((node) => node.alpha !== null || node.beta !== null);
      this.version += 1;
      return answer.nodes;
    } catch (error) {
      if (connection.state === 'open') tell(sentence(error), true);
      return [];
    }
  }
}
