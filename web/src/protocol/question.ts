// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

/** An answer. */
export type Answer = { "type": "node",
/** Its number. */
node: number, } | { "type": "choice",
/** Its place in the list, from 0. */
choice: number, } | { "type": "several",
/** Their places in the list, from 0, in any order. */
choices: Array<number>, } | { "type": "numbers",
/** A number each; nothing for "nothing yet". */
numbers: Array<number | null>, } | { "type": "order",
/** Places in the list as it was asked, from 0, the first first. */
order: Array<number>, };

/** An exercise as it is asked. */
export type Exercise = {
/** The lesson. */
lesson: string,
/** The kind. */
kind: string,
/** The seed. */
seed: number,
/** The position that it is made from. */
fen: string,
/** Whether there is a board to look at. */
hasBoard: boolean,
/** What is asked, a paragraph each. */
question: Array<string>,
/** Hints, each more than the one before. */
hints: Array<string>,
/** What kind of answer is wanted. */
wanted: Wanted,
/** The tree that it is about, with what may be known before it is answered. */
tree: ExerciseTree | null, };

/** A node of such a tree. Values are those of the side that moves at the root. */
export type ExerciseNode = {
/** The node above it. */
parent: number | null,
/** The move that led here as people write it, or a letter; `root` at the root. */
label: string,
/** The same move for programs, if it is one. */
uci: string | null,
/** The position, if it is one. */
fen: string | null,
/** Whether MAX is to move; nothing at a leaf. */
max: boolean | null,
/** What it is worth, if that is told. */
value: number | null,
/** What MAX is sure of when it is entered, if that is told. */
alpha: number | null,
/** What MIN is sure of when it is entered, if that is told. */
beta: number | null,
/** A few words more, if there are any: `stand pat 0.5`, `12 visits`. */
note: string | null,
/** Whether it was cut off: never looked at. */
cut: boolean,
/** Whether it is on the best line. */
best: boolean, };

/** Which exercise: the same order always gives the same one. */
export type ExerciseOrder = {
/** The lesson. */
lesson: string,
/** The kind of exercise; any kind of the lesson, by the seed, if not said. */
kind?: string | null,
/** What the dice fall by. */
seed: number,
/** From which position; from one by the seed if not said. */
fen?: string | null, };

/** A tree small enough to be drawn. */
export type ExerciseTree = {
/** All nodes, each after its parent, the root first; their numbers are places in this list. */
nodes: Array<ExerciseNode>, };

/** What became of an answer. */
export type Marking = {
/** Whether it is right; nothing where none was given. */
right: boolean | null,
/** What is wrong with it, if something is. */
remark: string | null,
/** A right answer. */
solution: Answer,
/** The same in words. */
solutionText: string,
/** Why, a paragraph each. */
why: Array<string>,
/** The tree with everything in it. */
tree: ExerciseTree | null,
/** The nodes of the tree that prove it. */
proof: Array<number>, };

/** A field for a number. */
export type NumberField = {
/** What it is for. */
label: string,
/** Whether "nothing yet" (written ∞) may be the answer. */
mayBeOpen: boolean, };

/** What kind of answer is wanted. */
export type Wanted = { "type": "node",
/** The nodes that may be the answer. */
among: Array<number>, } | { "type": "choice",
/** The sentences. */
options: Array<string>, } | { "type": "several",
/** The sentences. */
options: Array<string>, } | { "type": "numbers",
/** The fields. */
fields: Array<NumberField>, } | { "type": "order",
/** The list. */
items: Array<string>, };
