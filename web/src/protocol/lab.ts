// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

import type { ColorName, LineView } from './board';
import type { NodeEnd } from './explained';
import type { StepKind } from './page';

/** A row of a comparison. */
export type CompareRow = {
/** The algorithm with its options. */
algorithm: string,
/** What it found; nothing for a search that values nothing. */
value: LabValue | null,
/** The best line. */
line: LineView,
/** The depth that the value belongs to. */
depth: number,
/** Whether it ended by itself rather than by a limit. */
finished: boolean,
/** Nodes, the root not counted. */
nodes: number,
/** What was counted. */
counters: LabCounters,
/** The effective branching factor. */
branching: number | null,
/** Seconds, nobody watching where that could be afforded. */
seconds: number, };

/** A term of an evaluation, in centipawns. */
export type EvalTerm = {
/** Its name. */
name: string,
/** What it gives White. */
white: number,
/** What it gives Black. */
black: number, };

/** An evaluation term by term, from White's view. */
export type Explanation = {
/** The evaluation's name. */
eval: string,
/** Centipawns in all, for White. */
total: number,
/** The terms. */
terms: Array<EvalTerm>,
/** What is worth knowing besides, such as the phase of the game. */
notes: Array<string>, };

/** What a turn made of a node. */
export type LabChange = {
/** The node's id. */
node: number,
/** What it is worth now. */
value: LabValue,
/** What else the search keeps of it now, in few words. */
note: string | null, };

/** What a search counts. */
export type LabCounters = {
/**
 * Nodes entered, the root not counted, over all passes through the root. The
 * champion looks at some positions a second time; each time is counted.
 */
nodes: number,
/** Nodes at each distance from the root, the first number is ply 1. */
nodesPerPly: number[],
/** Positions evaluated. */
evaluations: number,
/** Beta cut-offs. */
cutoffs: number,
/** Beta cut-offs by the first move tried. */
firstMoveCutoffs: number,
/** Times the table was asked. */
probes: number,
/** Times its answer ended a node. */
tableHits: number,
/** Moves left out, and nodes ended, by a rule. */
pruned: number,
/** Nodes searched less deep than their move alone would make them. */
reduced: number,
/** Nodes that were mate or a draw. */
terminal: number, };

/** A move that was not searched. */
export type LabLeftOut = {
/** For programs. */
uci: string,
/** For people. */
san: string,
/** The rule's name; nothing where a move before it was a cut-off. */
rule: string | null,
/** What the rule compared. */
numbers: LabNumbers | null,
/** Why it was left out, in words with its numbers. */
reason: string, };

/**
 * A node of a recorded tree. Ids grow in the order in which nodes were entered,
 * so that a node's children and all below them lie between its id and `last`.
 */
export type LabNode = {
/** Its number; 0 is the root. */
id: number,
/** The node above it. */
parent: number | null,
/** The last id below it, its own if there is none. */
last: number,
/**
 * The move that led here; nothing at the root and where the same position is
 * looked at a second time, `0000` where a side passes.
 */
uci: string | null,
/**
 * The same for people; `pass` where a side passes, `second look` where the
 * same position is looked at again without one move or with less depth.
 */
san: string | null,
/**
 * How often the move was searched at the node above, this time included: what
 * proves better than thought is searched again, deeper or with an open window.
 */
attempt: number,
/** Who is to move. */
turn: ColorName,
/** Distance from the root. */
ply: number,
/** Plies still to go; 0 or less in quiescence. */
depth: number,
/** Plies less than the move alone costs. */
reduced: number,
/** Plies more than the move alone leaves. */
extended: number,
/** What made it less deep or deeper; nothing while the tree grows. */
depthTerms: Array<LabTerm>,
/** What the side at the root is sure of; nothing where the window is open. */
alpha: LabValue | null,
/** What the other side can hold it to; nothing where the window is open. */
beta: LabValue | null,
/** What the node was worth; nothing where the search was stopped below it. */
value: LabValue | null,
/** How the value is to be read: `=`, `≥` or `≤`. */
bound: string,
/** Why the node was left. */
outcome: NodeEnd,
/** The same in words with its numbers. */
reason: string,
/** Whether it is on the best line. */
best: boolean,
/** Its children, as far as they are recorded: how many. */
children: number,
/** Nodes below it, recorded or not. */
below: number,
/** What the search keeps of it besides its value, if it told. */
note: LabNote | null,
/** Moves that were not searched, in their order. */
leftOut: Array<LabLeftOut>, };

/**
 * What a search keeps of a node besides its value, from the root's view: visits, a
 * spread of values, the moves that count, the order in which nodes were opened.
 */
export type LabNote = {
/** As few words as fit beside a node. */
brief: string,
/** The same in full. */
text: string, };

/**
 * What a rule compared, value or material, in the root's view; but what an
 * exchange brings is what it brings the mover.
 */
export type LabNumbers = {
/** This */
value: LabValue,
/** to this. */
bound: LabValue, };

/** How far a run is. */
export type LabProgress = {
/** The run. */
run: number,
/** What was counted so far. */
counters: LabCounters,
/** Milliseconds so far. */
millis: number,
/** Nodes recorded so far. */
recorded: number,
/** Whether no more are recorded; the search goes on, and is counted. */
full: boolean,
/**
 * The tree as it grows: the moves at the root with answers to them, and the
 * line that is searched at the moment with what is done next to it. Ids are
 * those of this moment and mean nothing later.
 */
top: Array<LabNode>, };

/** What a run found. */
export type LabReport = {
/** The run. */
run: number,
/** The algorithm with its options. */
algorithm: string,
/** The evaluation's name. */
eval: string,
/** Where. */
fen: string,
/** Who moves at the root. */
turn: ColorName,
/** How deep it was to search. */
asked: number,
/** How deep it did: less where that would take more nodes than allowed. */
depth: number,
/** Whether the search ended by itself rather than by a limit. */
finished: boolean,
/** What it found; nothing for a search that values nothing. */
value: LabValue | null,
/** The best line. */
line: LineView,
/** Nodes as `plywise lab compare` counts them: the root not counted. */
nodes: number,
/** What was counted. */
counters: LabCounters,
/** The effective branching factor. */
branching: number | null,
/** Seconds of the search with somebody watching. */
seconds: number,
/** How often the search went through its root. */
passes: number,
/**
 * Which pass the tree is of, from 1: that which was asked for, or the last, of the
 * champion the largest.
 */
pass: number,
/** Nodes of that pass, the root not counted. */
treeNodes: number,
/** How many nodes are recorded, the root counted: ids are 0 to this, less one. */
recorded: number,
/** To which distance from the root all nodes are recorded. */
recordedPly: number,
/** Ids of the nodes of the best line, the root first. */
best: Array<number>,
/**
 * Turns of a tree that grows which can be asked for, the first of which judges the
 * root alone; 0 where a search grows none.
 */
turns: number,
/** What else is to be told, as sentences. */
remarks: Array<string>, };

/**
 * One of the reasons why a node was searched less deep, or deeper, than its move
 * alone makes it.
 */
export type LabTerm = {
/** What it is. */
name: string,
/**
 * How many plies deeper, less deep where negative. All together they are what the
 * node was extended or reduced by.
 */
plies: number,
/** What the rule compared, if it did. */
numbers: LabNumbers | null, };

/**
 * A turn of a search that grows a tree: down from the root to a leaf, which is opened,
 * and back.
 */
export type LabTurn = {
/** What it changed: first the nodes that are new, then those on the way back to the root. */
changes: Array<LabChange>, };

/** A value in the search's own centipawns, or moves to mate. The root's view. */
export type LabValue = { "cp": number } | { "mate": number };

/** Something left out of a toy. */
export type ToyCut = {
/** The node whose other children were left out. */
node: number,
/** Who was to move there. */
player: ToyPlayer,
/** What that player could have there, */
value: number,
/** although the other was sure of this elsewhere. */
bound: number,
/** The leaves never looked at. */
leaves: Array<number>, };

/** What a search of a toy found. */
export type ToyFound = {
/** The value. */
value: number,
/** Positions looked at, the root not counted. */
nodes: number,
/** Ends of the game looked at. */
leaves: number, };

/** A node of a toy. */
export type ToyNode = {
/** The node above it. */
parent: number | null,
/** Its name: `root`, `1`, `1.2`. */
name: string,
/** Who is to move; nothing at a leaf. */
player: ToyPlayer | null,
/** What it is worth by minimax. */
value: number,
/** Whether it is on the best line. */
best: boolean,
/** Whether alpha-beta looked at it. */
seen: boolean, };

/** Who is to move in a toy. */
export type ToyPlayer = "max" | "min";

/** A step of alpha-beta. */
export type ToyStep = {
/** The node it is about. */
node: number,
/** What happens: `enter`, `leaf`, `better`, `cut` or `leave`, as pseudo-code names its lines. */
kind: StepKind,
/** In words. */
text: string,
/** What MAX is sure of after it; nothing where that is open. */
alpha: number | null,
/** What MIN is sure of after it; nothing where that is open. */
beta: number | null,
/** The node's value so far; nothing before there is one. */
value: number | null,
/** Whether the other sons of the node are left out from here on. */
cut: boolean, };

/** A tree of numbers searched both ways. */
export type ToyStory = {
/** The tree as it was read. */
tree: string,
/** Who moves at its root. */
player: ToyPlayer,
/** All nodes, each after its parent, the root first; ids are places in this list. */
nodes: Array<ToyNode>,
/** What minimax found. */
minimax: ToyFound,
/** What alpha-beta found. */
alphaBeta: ToyFound,
/** What alpha-beta left out, in the order it did so. */
cuts: Array<ToyCut>,
/** What alpha-beta does, step by step. */
steps: Array<ToyStep>, };
