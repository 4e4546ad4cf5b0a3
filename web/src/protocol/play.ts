// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

import type { BoardView, ColorName, LineView, Value } from './board';

/** The clocks. */
export type ClockView = {
/** What each side began with, in milliseconds. */
base: number,
/** What each side gains with a move, in milliseconds. */
increment: number,
/** What White has left at the moment of this message, in milliseconds. */
white: number,
/** What Black has left. */
black: number,
/** Whose clock runs. */
running: ColorName | null, };

/** How a game ended. */
export type EndView = {
/** As PGN writes it: `1-0`, `0-1`, `1/2-1/2`. */
result: string,
/** Who won. */
winner: ColorName | null,
/** Why, in a sentence. */
reason: string,
/** How each computer did. */
statistics: Array<PlayerStatistics>, };

/** A game as it stands; sent after each change. */
export type GameView = {
/** Its key: `openGame` and `/api/games/KEY.pgn` take it. */
game: string,
/** Counts the changes, so that an old state is not taken for a new one. */
revision: number,
/** Where it began. */
startFen: string,
/** The number of its Chess960 starting position, if it has one. */
chess960: number | null,
/** White and Black. */
white: SeatView,
/** White and Black. */
black: SeatView,
/** The moves played. */
moves: Array<MoveView>,
/** How many moves were taken back and can be played again. */
undone: number,
/** The position now. */
board: BoardView,
/** What each side has taken, and who is ahead. */
taken: Takings,
/** The clocks; nothing in a game without. */
clock: ClockView | null,
/** Whether clocks and computers rest. */
paused: boolean,
/** Whether a computer thinks at the moment. */
thinking: boolean,
/** The draws that the player to move may claim, as sentences. */
claims: Array<string>,
/** How the game ended. */
end: EndView | null,
/** What else is to be told: an engine's complaint, a full disk. */
remarks: Array<string>, };

/** A move that was played. */
export type MoveView = {
/** For programs. */
uci: string,
/** For people. */
san: string,
/** The move's squares, from and to, as they are highlighted. */
squares: [string, string],
/** The position after it. */
fen: string,
/** The square of the king in check after it. */
check: string | null,
/** In words, for screen readers: `knight g1 to f3, check`. */
words: string,
/** How long it took, in milliseconds. */
millis: number,
/** What was left on the mover's clock after it, in milliseconds. */
clock: number | null,
/** Which computer made it; nothing for a person. */
by: string | null,
/** What the mover thought of it, in its own centipawns. White's view. */
value: Value | null,
/** White's winning chances by that, in per cent. */
winPercent: number | null,
/** How deep the mover looked, in plies. */
depth: number,
/** Positions the mover analysed. */
nodes: number, };

/** How a computer did in a game. */
export type PlayerStatistics = {
/** Its side. */
color: ColorName,
/** The player. */
player: string,
/** How many moves it made. */
moves: number,
/** Seconds a move. */
seconds: number,
/** Positions analysed a move. */
positions: number,
/** How its trees branched; nothing for who searched nothing. */
branching: number | null,
/**
 * Whether that is the effective branching factor, reckoned from depth and
 * nodes, rather than counted in the tree.
 */
effective: boolean, };

/** One side of the board. */
export type SeatView = {
/** The player as it was ordered. */
player: string,
/** Whether it is a person. */
human: boolean, };

/** What both sides have taken. */
export type Takings = {
/** Black's pieces that White has taken, as letters, the strongest first: `qrp`. */
byWhite: string,
/** White's pieces that Black has taken, as letters: `QRP`. */
byBlack: string,
/** By how many pawns White is ahead, negative for Black. */
balance: number, };

/** What a computer thinks at the moment. */
export type ThoughtView = {
/** The game. */
game: string,
/** How many moves were played when it began. */
ply: number,
/** Plies looked ahead. */
depth: number,
/** What it holds true, in its own centipawns. White's view. */
value: Value,
/** White's winning chances by that, in per cent. */
winPercent: number,
/** The line it expects, the move it would play first. */
line: LineView,
/** Positions analysed so far. */
nodes: number,
/** Milliseconds so far. */
millis: number,
/** Whether this depth is complete. */
complete: boolean, };
