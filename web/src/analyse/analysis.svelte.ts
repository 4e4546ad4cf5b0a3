// The analysis board: a tree of variations, the position on the board, the engine, the review.

import { announce, tell, tellAll } from '../announce.svelte';
import type { Color } from '../board/pieces';
import { USUAL } from '../board/usual';
import { connection, sentence } from '../connection/socket.svelte';
import type { Step } from '../controls/arrows';
import { gameStarts, headsOf, type GameHead } from '../controls/games_text';
import type { AnalysisReport, BoardView, ClaimView, ColorName, LineView, PgnGame, Value } from '../protocol/messages';
import { mayAnimate } from '../settings.svelte';
import { playMove } from '../sound';
import { Engine } from './engine.svelte';
import { MARKS } from './glyph';
import { claimsOf, ReviewRun, type Review } from './review.svelte';
import { AnalysisStore } from './store.svelte';
import { ROOT, VariationTree } from './tree.svelte';

/** No node has this number. */
const GONE = -1;
/** Depth from which the engine's word is good enough for the curve. */
const CURVE_DEPTH = 8;
/** Milliseconds between the moves of a line that is shown. */
const LINE_PAUSE = 750;
/** Games of a text that are listed in one answer. */
const MOST_HEADS = 1000;
/** Milliseconds after the last change before all is kept: not at each letter of a comment. */
const KEEP_PAUSE = 250;
/** Moves of a kept game that are looked through before they are believed: as many as the program writes at once. */
const MOST_CHECKED = 5000;

export class Analysis {
  tree = new VariationTree();
  engine = new Engine();
  review = new ReviewRun();
  board: BoardView | undefined = $state.raw();
  /** The node whose position that is: the board follows the current one as soon as it is known. */
  #boardNode: number | undefined = $state();
  /** From whose side the board is seen. */
  orientation: Color = $state('white');
  /** The text in the field for PGN. */
  pgn = $state('');
  /** The games of the last PGN text that was read, and which of them is on the board. */
  heads: readonly GameHead[] = $state.raw([]);
  number = $state(0);
  /** That text: the field may say something else by now. */
  #read = '';
  /** Where its games begin, if it is too large or has too many to be sent whole. */
  #starts: readonly number[] = [];
  #asked = 0;
  #showing: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  /** The game as it was begun or read: what differs from it was done here. */
  #begun = '';
  readonly store = new AnalysisStore();
  /** Claims that somebody wants to see on the board, and where. */
  pointed: { node: number; claims: readonly ClaimView[] } | undefined = $state.raw();

  /** Whether the game is over at the current node. */
  get isOver(): boolean {
    return this.isShown && !!this.board?.end;
  }

  /** Whether the board shows the current node, and not yet the one before. */
  get isShown(): boolean {
    return this.#boardNode === this.tree.current;
  }

  /** The main line's ids, the start first. */
  get main(): number[] {
    void this.tree.version;
    return [ROOT, ...this.tree.mainLine()];
  }

  /** Shows the position of the current node. */
  async look(): Promise<void> {
    const number = ++this.#asked;
    const node = this.tree.current;
    try {
      const answer = await connection.ask({ type: 'look', place: this.tree.place(node), play: null });
      if (answer.type === 'board' && number === this.#asked) this.#put(answer.board, node);
    } catch (error) {
      if (connection.state === 'open') tell(sentence(error), true);
    }
  }

  #put(board: BoardView, node: number): void {
    [this.board, this.#boardNode] = [board, node];
  }

  /** Plays a move from where we are, as a variation if another is there. */
  async play(text: string): Promise<boolean> {
    this.stopShowing();
    const parent = this.tree.current;
    try {
      const answer = await connection.ask({ type: 'look', place: this.tree.place(parent), play: text });
      if (answer.type !== 'board' || !answer.played) return false;
      const { uci, san, words } = answer.played;
      this.#asked += 1;
      this.tree.current = this.tree.add(parent, uci, san);
      this.#put(answer.board, this.tree.current);
      playMove(san, answer.board.end !== null);
      announce(words);
      return true;
    } catch (error) {
      tell(sentence(error), true);
      return false;
    }
  }

  /** Goes to a move. Who does so has seen enough of a line that is being shown. */
  go(id: number): void {
    this.stopShowing();
    this.#go(id);
  }

  #go(id: number): void {
    this.tree.current = id;
    const node = this.tree.node(id);
    announce(id === ROOT ? 'The starting position' : node.san);
  }

  step(step: Step | 'up' | 'down'): void {
    this.stopShowing();
    const { tree } = this;
    const node = tree.node(tree.current);
    const siblings = tree.node(node.parent).children;
    const beside = (by: number): number | undefined => siblings[siblings.indexOf(node.id) + by];
    const next = {
      first: ROOT,
      back: node.parent,
      forward: node.children[0],
      last: tree.mainLine(node.id).at(-1),
      up: node.id === ROOT ? undefined : beside(-1),
      down: node.id === ROOT ? undefined : beside(1),
    }[step];
    if (next !== undefined && next !== tree.current) this.go(next);
  }

  /** Hangs a line up, with what it is worth, and plays it on the board, move by move. */
  show(parent: number, line: LineView, worth: { value: Value; percent: number }): void {
    this.stopShowing();
    const ids = this.tree.addLine(parent, line);
    // Best moves keep the value; what is known of a move itself counts more.
    for (const id of ids) if (this.tree.node(id).percent === null) this.tree.note(id, worth);
    if (!mayAnimate()) {
      const end = ids.at(-1);
      if (end !== undefined) this.#go(end);
      return;
    }
    this.#go(parent);
    const next = (): void => {
      const id = ids.shift();
      if (id === undefined) return;
      this.#go(id);
      playMove(this.tree.node(id).san, false);
      this.#showing = setTimeout(next, LINE_PAUSE);
    };
    this.#showing = setTimeout(next, LINE_PAUSE);
  }

  /** Plays the line of a claim about a move, with its arrows where it begins. */
  showClaim(node: number, claim: ClaimView, worth: { value: Value; percent: number }): void {
    const from = claim.isAfter ? node : this.tree.node(node).parent;
    this.pointed = { node: from, claims: [claim] };
    this.show(from, claim.line, worth);
  }

  /** The claims whose arrows belong on the board: those that somebody chose, or those about the move that led here. */
  get pointing(): readonly ClaimView[] {
    const { current } = this.tree;
    if (this.pointed?.node === current) return this.pointed.claims;
    const index = this.review.last?.line.indexOf(current) ?? -1;
    const move = this.review.report?.moves[index];
    return move ? claimsOf(move).filter((claim) => claim.isAfter && claim.role !== 'opinion') : [];
  }

  /** What the review says about the move that led here. */
  get words(): readonly ClaimView[] {
    const index = this.review.last?.line.indexOf(this.tree.current) ?? -1;
    const move = this.review.report?.moves[index];
    return move ? claimsOf(move) : [];
  }

  /** The side that a person played against a program, by the tags of the game. */
  get person(): ColorName | null {
    const isPerson = (side: string): boolean => this.tree.tags.some(({ name, value }) => name === `${side}Type` && value === 'human');
    if (isPerson('White') === isPerson('Black')) return null;
    return isPerson('White') ? 'white' : 'black';
  }

  stopShowing(): void {
    clearTimeout(this.#showing);
  }

  /** Takes a move and all after it away. */
  remove(id: number): void {
    this.stopShowing();
    this.tree.remove(id);
  }

  /** The text that was read last, of one game or several. */
  get read(): string {
    return this.#read;
  }

  /** Reads PGN: the first game of a text, however long that is. */
  async readPgn(text: string): Promise<boolean> {
    // How much can be sent at once is known only then.
    await connection.known();
    const starts = gameStarts(text);
    const isWhole = starts.length === 1 || (starts.length <= MOST_HEADS && connection.tooLarge(text) === undefined);
    return isWhole ? this.#readPgn(text, [], null) : this.#readPgn(text, starts, 0);
  }

  /** Reads another game of the text that was read last. */
  chooseGame(number: number): Promise<boolean> {
    return this.#readPgn(this.#read, this.#starts, number);
  }

  /** Reads a game of a text: of one that is cut only what belongs to it is sent. */
  async #readPgn(text: string, starts: readonly number[], number: number | null): Promise<boolean> {
    const isCut = starts.length > 0 && number !== null;
    const game = isCut ? text.slice(starts[number], starts[number + 1]) : text;
    try {
      const refusal = connection.tooLarge(game);
      if (refusal !== undefined) throw new Error(refusal);
      const answer = await connection.ask({ type: 'readPgn', text: game, game: isCut ? null : number });
      if (answer.type !== 'pgn') return false;
      if (!isCut) this.heads = answer.heads;
      else if (text !== this.#read) this.heads = headsOf(text, starts);
      this.#read = text;
      this.#starts = starts;
      this.number = isCut ? number : answer.number;
      this.#begin(answer.game);
      const end = this.tree.mainLine().at(-1);
      if (end !== undefined) this.tree.current = end;
      tellAll(answer.remarks);
      return true;
    } catch (error) {
      tell(sentence(error), true);
      return false;
    }
  }

  /** The game as PGN. */
  async writePgn(): Promise<string> {
    try {
      const answer = await connection.ask({ type: 'writePgn', game: this.tree.save() });
      return answer.type === 'pgnText' ? answer.text : '';
    } catch (error) {
      tell(sentence(error), true);
      return '';
    }
  }

  /** Begins at a position, if it is one. */
  async begin(fen: string): Promise<boolean> {
    try {
      const answer = await connection.ask({ type: 'look', place: { fen, moves: [] }, play: null });
      if (answer.type !== 'board') return false;
      this.heads = [];
      this.#begin({ fen: answer.board.fen, tags: [], comment: '', nodes: [] });
      this.#put(answer.board, ROOT);
      return true;
    } catch (error) {
      tell(sentence(error), true);
      return false;
    }
  }

  /** What was on the board when the page was last open, once the program has found that it can be played. */
  async restore(): Promise<void> {
    const kept = this.store.restore();
    if (!kept) return;
    this.review.forget();
    this.tree.load(kept.game);
    this.#begun = kept.isChanged ? '' : this.#moves();
    this.tree.current = this.tree.follow(kept.turns);
    this.orientation = kept.orientation ?? 'white';
    this.review.last = kept.review;
    if (kept.review) this.#mark(kept.review);
    if (await this.#canBePlayed(kept.game)) return;
    this.store.refuse();
    this.review.forget();
    this.tree.clear(USUAL);
    this.#begun = this.#moves();
  }

  /** Whether the program finds start and moves legal; if nobody answers, there is no reason to doubt it. */
  async #canBePlayed({ fen, nodes }: PgnGame): Promise<boolean> {
    const bare = nodes.slice(0, MOST_CHECKED).map((node) => ({ ...node, san: '', fen: '', comment: '', raw: '', nags: [], value: null, clock: null }));
    try {
      await connection.ask({ type: 'writePgn', game: { fen, tags: [], comment: '', nodes: bare } });
      return true;
    } catch {
      return connection.state !== 'open';
    }
  }

  /** Keeps it in this browser: soon, for it may change again at once. */
  keep(): void {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.#write(), KEEP_PAUSE);
  }

  #write(): void {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const { game, ids } = this.tree.keep();
    const { last } = this.review;
    // A move that was taken away has no node any more.
    const review = last && { report: last.report, line: last.line.map((id) => ids.get(id) ?? GONE) };
    const isChanged = this.#isChanged();
    this.store.write({ game, turns: this.tree.turns(this.tree.current), orientation: this.orientation, review, isChanged });
  }

  /** The moves and what is said of them, without what engines think. */
  #moves(): string {
    const { game } = this.tree.keep();
    return JSON.stringify([game.fen, game.comment, game.nodes.map(({ parent, uci, raw, comment, nags }) => [parent, uci, raw, comment, nags])]);
  }

  #isChanged(): boolean {
    return this.tree.node(ROOT).children.length > 0 && this.#moves() !== this.#begun;
  }

  /** Brings back what was set aside; what is on the board is set aside instead. */
  async bringOther(): Promise<void> {
    this.#write();
    if (this.store.bringOther()) await this.restore();
  }

  /** Reviews the main line; marks and chances are noted at its moves. */
  startReview(nodes: number): void {
    const { tree } = this;
    const line = tree.mainLine();
    this.review.begin(tree.place(line.at(-1) ?? ROOT), line, nodes, this.person, (review) => {
      tree.note(ROOT, { percent: review.report.startWinPercent });
      review.report.moves.forEach((move, index) => {
        const node = line[index];
        if (node !== undefined) tree.note(node, { percent: move.winPercent, value: move.value });
      });
      this.#mark(review);
    });
  }

  /** Marks the bad moves of a review, in the place of all that were marked before. */
  #mark({ report, line }: Review): void {
    const bad = report.moves.flatMap((move, index): [number, number][] => {
      const node = line[index];
      return move.mark && node !== undefined ? [[node, MARKS[move.mark]]] : [];
    });
    this.tree.marks = new Map(bad);
  }

  /** Notes what the engine says for the curve. */
  heard(id: number, report: AnalysisReport): void {
    const best = report.lines[0];
    if (best && report.depth >= CURVE_DEPTH && !this.review.report) this.tree.noteChances(id, best.winPercent);
  }

  /** The page goes, or is put away. What another page did since stays, unless something was done here after. */
  leave(): void {
    if (this.#keeping !== undefined || !this.store.isOvertaken) this.#write();
  }

  end(): void {
    this.leave();
    this.stopShowing();
    this.engine.end();
    if (this.review.isRunning) tell('The review was stopped, for the analysis was left.');
    this.review.end();
  }

  #begin(game: PgnGame): void {
    this.stopShowing();
    if (this.#isChanged()) this.#write();
    this.store.makeRoom();
    this.review.forget();
    this.pointed = undefined;
    if (game.fen !== this.tree.fen) this.#boardNode = undefined;
    this.tree.load(game);
    this.#begun = this.#moves();
    // A game against a program is seen from the side of the person; others as the board stands.
    this.orientation = this.person ?? this.orientation;
  }
}
