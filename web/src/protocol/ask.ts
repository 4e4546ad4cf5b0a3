// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

import type { ColorName } from './board';
import type { ToyPlayer } from './lab';
import type { PgnGame } from './pgn';
import type { Answer, ExerciseOrder } from './question';

/** A wish of the page. */
export type Ask = { "type": "ping", } | { "type": "newGame" } & GameOrder | { "type": "openGame",
/** Its key. */
game: string, } | { "type": "closeGame", } | { "type": "move",
/** The move. */
text: string,
/**
 * How many moves were played when the player decided. If the game is
 * no longer there, the move is refused: nothing is played by mistake.
 */
ply?: number | null, } | { "type": "takeBack", } | { "type": "redo", } | { "type": "hint", } | { "type": "resign", } | { "type": "offerDraw", } | { "type": "claimDraw",
/** The move that the player intends to make, if the claim needs it. */
with?: string | null, } | { "type": "moveNow", } | { "type": "rematch",
/** Whether the players change sides. */
switch: boolean, } | { "type": "seat",
/** Which side. */
color: ColorName,
/** The player as it is written everywhere. */
player: string, } | { "type": "pause", } | { "type": "goOn", } | { "type": "look",
/** Where. */
place: Place,
/** A move to play there, in UCI or as people write it. */
play?: string | null, } | { "type": "analyse",
/** Where. */
place: Place,
/** How many lines, 1 to 5. */
lines: number,
/** On how many threads; 1 if not said. */
threads?: number | null,
/** With how much memory in MiB; 16 if not said. */
hash?: number | null,
/**
 * By which engine of the command line, such as `engine:sf`; by the champion
 * if not said. Refused, now or later, if that engine fails.
 */
engine?: string | null, } | { "type": "stopAnalysis", } | { "type": "review" } & ReviewOrder | { "type": "stopReview", } | { "type": "coach",
/** Where. */
place: Place, } | { "type": "practice", } | { "type": "preparePractice", } | { "type": "stopPractice", } | { "type": "nextLesson",
/** Only of this motif. */
motif?: string | null, } | { "type": "tryLesson",
/** The key of the position. */
lesson: string,
/** The move; without one somebody gives up and wants to see the solution. */
text?: string | null,
/** Whether it is the first try since the position was shown, which is the one that counts. */
isFirst: boolean, } | { "type": "readPgn",
/** The text, of one game or several. */
text: string,
/** Which game is wanted whole, from 0. */
game?: number | null, } | { "type": "writePgn",
/** The game. */
game: PgnGame, } | { "type": "estimate", } | { "type": "checkSetup",
/** As FEN; fields after the pieces may be left out. */
fen: string, } | { "type": "chess960",
/** Its number, 0 to 959; any if not said. */
number?: number | null, } | { "type": "labRun" } & LabOrder | { "type": "labStop",
/** The run. */
run: number, } | { "type": "labNodes",
/** The run. */
run: number,
/** The first of them; 0 is the root. */
from: number,
/** How many, at most 2000. */
count: number, } | { "type": "labChildren",
/** The run. */
run: number,
/** The node. */
node: number, } | { "type": "labPath",
/** The run. */
run: number,
/** The node. */
node: number, } | { "type": "labTurns",
/** The run. */
run: number,
/** The first turn, from 0. */
from: number,
/** How many, at most 500. */
count: number, } | { "type": "labForget",
/** The run. */
run: number, } | { "type": "labCompare",
/** Where. */
place: Place,
/** Algorithms as `plywise lab compare` takes them. */
algorithms: Array<string>,
/** The evaluation's name. */
eval: string,
/** How deep, in plies. */
depth: number,
/** Nodes after which a search is stopped. */
nodes?: number | null, } | { "type": "labStopCompare", } | { "type": "toy",
/** Such as `((3 5) (2 9))`, or `knights`. */
tree: string,
/** Who moves at the root. */
player: ToyPlayer, } | { "type": "explain",
/** Where. */
place: Place,
/** The evaluation's name. */
eval: string, } | { "type": "course", } | { "type": "courseLesson",
/** Its name, such as `alphabeta`. */
lesson: string, } | { "type": "exercise" } & ExerciseOrder | { "type": "checkExercise",
/** The exercise, by exactly what was ordered. */
order: ExerciseOrder,
/** The answer; without one somebody gives up and wants to see the solution. */
answer?: Answer | null, } | { "type": "listGames",
/** Words that players, opening, result or date contain; all games if empty. */
text: string,
/** How many to leave out at the beginning. */
offset: number,
/** How many to list, at most 100. */
limit: number, } | { "type": "deleteGame",
/** Its key. */
game: string, } | { "type": "keepPgn",
/** The text, of one game or several. */
text: string, };

/** Clocks as they are ordered. */
export type ClockOrder = {
/** Minutes for the game, up to 1440. */
minutes?: number | null,
/** Seconds gained with each move, up to 3600. */
increment?: number | null, };

/** A game as it is ordered. */
export type GameOrder = {
/**
 * Who plays White: `human`, `level:3`, `champion:elo=1200,character=attacker`, `adaptive`,
 * `alphabeta:depth=4,eval=phased`, `champion`.
 */
white: string,
/** Who plays Black. */
black: string,
/** Where it begins; the usual position if not said. */
fen?: string | null,
/** Or the number of a Chess960 position, 0 to 959. */
chess960?: number | null,
/** The clocks; none if not said. */
clock?: ClockOrder | null,
/** Seconds that a computer takes for a move at most, where there is no clock. */
seconds?: number | null,
/**
 * Seconds that each move of a game between computers is shown; against a person,
 * about how long a computer waits before it thinks about a move.
 */
delay?: number | null, };

/** A run of the lab as it is ordered. */
export type LabOrder = {
/** Where. */
place: Place,
/** An algorithm such as `alphabeta` or `quiescence:delta`, or `champion`. */
algorithm: string,
/** The evaluation's name. */
eval: string,
/** How deep, in plies. */
depth: number,
/** Nodes to search at most; a deeper search is left to the deepest that fits. */
nodes?: number | null,
/**
 * Which pass through the root to record, from 1; if not said the last, of the champion
 * the largest.
 */
pass?: number | null, };

/** A position by the game that led to it, so that repetitions are known. */
export type Place = {
/** Where the game began, as FEN; the usual position if not said. */
fen?: string | null,
/** The moves since, as UCI. */
moves: Array<string>, };

/** A review as it is ordered. */
export type ReviewOrder = {
/** The game's end; its moves are reviewed. */
place: Place,
/** Nodes a position, 1,000 to 5,000,000; 200,000 if not said. */
nodes?: number | null,
/** Whether moves are explained; they are if not said. */
words?: boolean | null,
/** For whom the summary is; for both sides if not said. */
side?: ColorName | null, };
