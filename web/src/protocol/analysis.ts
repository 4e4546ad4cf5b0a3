// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

import type { LineView, Value, Wdl } from './board';

/** How accurately a side played. */
export type Accuracy = {
/** From 0 to 100; nothing for a side that did not move. */
accuracy: number | null,
/** The same in the parts of the game. */
phases: PhaseAccuracy,
/** How many inaccuracies. */
inaccuracies: number,
/** How many mistakes. */
mistakes: number,
/** How many blunders. */
blunders: number, };

/** A line of an analysis. */
export type AnalysisLine = {
/** Its depth in plies. */
depth: number,
/** What it is worth. White's view. */
value: Value,
/** The same in games; nothing if the engine does not say. */
wdl: Wdl | null,
/** White's winning chances in per cent, by the formula players know. */
winPercent: number,
/** The moves. */
line: LineView, };

/** What an analysis has found so far. */
export type AnalysisReport = {
/** The position. */
fen: string,
/** What an engine of the command line calls itself; nothing for the champion. */
engine: string | null,
/** The deepest that is complete, in plies. */
depth: number,
/** The longest line looked at, in plies. */
seldepth: number,
/** Positions looked at. */
nodes: number,
/** Positions a second. */
nps: number,
/** Milliseconds. */
millis: number,
/** How full the memory is, in thousandths. */
hashfull: number,
/** How often the endgame tables answered. */
tablebaseHits: number,
/** The lines, the best first. */
lines: Array<AnalysisLine>,
/** What the endgame tables say, if they know the position. */
tablebase: TablebaseReport | null,
/**
 * Whether this is the last word: the position is decided, or the search
 * was ended.
 */
finished: boolean, };

/** Something the coach claims about a move or a position, and can prove. */
export type ClaimView = {
/** lichess's name of the theme where there is one, such as `fork`. */
kind: string,
/**
 * How it bears on the move: `allows`, `overlooks`, `misses`, `better`, `plays`; or on the
 * position: `chance`, `threat`, `opinion`.
 */
role: string,
/** The sentence. */
text: string,
/** The squares it speaks of. */
squares: Array<string>,
/** What to draw where the line begins: pairs of squares. */
arrows: Array<[string, string]>,
/** Whether the line begins after the move that is explained, not before it. */
isAfter: boolean,
/** Where the line begins. */
fen: string,
/** The moves that show it. */
line: LineView, };

/** What the coach says about a position and the move that led to it. */
export type CoachView = {
/** What the last move is called, if it is bad. */
mark: MoveMark | null,
/** What is said about it. */
claims: Array<ClaimView>,
/** What can be won in the position, what is threatened, and what to do next. */
around: Array<ClaimView>,
/** The squares of pieces that could be taken for nothing, or for less. */
hanging: Array<string>, };

/** How bad a move was. */
export type MoveMark = "inaccuracy" | "mistake" | "blunder";

/**
 * How accurately a side played in each part of a game, from 0 to 100; nothing for a part in
 * which it did not move.
 */
export type PhaseAccuracy = { opening: number | null, middleGame: number | null, ending: number | null, };

/** The review of a game. */
export type ReviewReport = {
/** What the starting position is worth. White's view. */
startValue: Value,
/** White's winning chances at the start, in per cent. */
startWinPercent: number,
/** Each move. */
moves: Array<ReviewedMove>,
/** White's accuracy. */
white: Accuracy,
/** Black's accuracy. */
black: Accuracy,
/** The game in three sentences: where it turned, what cost most, what to practise. */
summary: Array<string>,
/** The game with all that written into it. */
pgn: string, };

/** A move as it is judged. */
export type ReviewedMove = {
/** For programs. */
uci: string,
/** For people. */
san: string,
/** The position after it. */
fen: string,
/** What the position is worth after it. White's view. */
value: Value,
/** White's winning chances after it, in per cent. */
winPercent: number,
/** How much of the mover's chances, on the scale from -1 to 1, it threw away. */
loss: number,
/** How accurate it was, from 0 to 100. */
accuracy: number,
/** What that is called, if it is worth a word. */
mark: MoveMark | null,
/** What should have been played instead; empty for the best move. */
better: LineView,
/** What the opponent can do about a marked move: its refutation. */
refutation: LineView,
/** What the position before it was worth with the best move. White's view. */
bestValue: Value,
/**
 * What the coach says about it, the most important first: about bad moves, and a few good
 * ones.
 */
claims: Array<ClaimView>, };

/** What endgame tables say about a position. */
export type TablebaseReport = {
/** White's view. */
verdict: TablebaseVerdict,
/**
 * Plies to the next capture or pawn move on the way to the result,
 * negative where the side to move loses, 0 for a draw.
 */
dtz: number | null,
/** The moves that keep the result, as UCI. */
best: Array<string>,
/** In a sentence. */
sentence: string, };

/** A certain result. White's view. */
export type TablebaseVerdict = "win" | "cursedWin" | "draw" | "blessedLoss" | "loss";
