// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

import type { Value } from './board';

/** A game with its variations. */
export type PgnGame = {
/** Where it begins. */
fen: string,
/** The tags in their order. */
tags: Array<PgnTag>,
/** What is said before the first move, with commands such as `[%csl Ge4]`. */
comment: string,
/**
 * The moves, each after its parent; of the children of one parent the main
 * line comes first.
 */
nodes: Array<PgnNode>, };

/** A game in a line. */
export type PgnHead = {
/** White's name. */
white: string,
/** Black's name. */
black: string,
/** The result. */
result: string,
/** The date. */
date: string,
/** How many moves of the main line, both sides counted. */
plies: number, };

/** A move of a game with variations. */
export type PgnNode = {
/** The number of the move before it, counted from 1 in this list; 0 is the start. */
parent: number,
/** For programs; `0000` where a side passes. */
uci: string,
/** For people; may be left empty in what the page sends. */
san: string,
/** The position after it; may be left empty in what the page sends. */
fen: string,
/** What is said after it, in words. */
comment: string,
/**
 * The same as it stands in the file, with commands such as `[%csl Ge4]`. If
 * it comes back with the words unchanged, it is written as it was.
 */
raw: string,
/** Numbers of glyphs: 1 for `!`, 2 for `?`, 4 for `??`, and so on. */
nags: Array<number>,
/** An engine's value in a comment. White's view. */
value: Value | null,
/** White's winning chances by that value, in per cent. */
winPercent: number | null,
/** What was left on the mover's clock, in milliseconds. */
clock: number | null, };

/** A tag. */
export type PgnTag = {
/** Its name. */
name: string,
/** Its value. */
value: string, };

/** What was read from PGN. */
export type PgnText = {
/** The games of the text, a line each; at most 1000. */
heads: Array<PgnHead>,
/** The one that was wanted whole. */
game: PgnGame,
/** Its number, from 0. */
number: number,
/** What could not be read, in sentences. */
remarks: Array<string>, };
