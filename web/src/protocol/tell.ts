// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

import type { AnalysisReport, CoachView, ReviewReport } from './analysis';
import type { BoardView, LineView, PlayedMove, Value } from './board';
import type { GlossaryWord } from './glossary';
import type { House } from './house';
import type { KeptList } from './kept';
import type { CompareRow, Explanation, LabNode, LabProgress, LabReport, LabTurn, ToyStory } from './lab';
import type { LessonHead, LessonPage } from './page';
import type { PgnText } from './pgn';
import type { GameView, ThoughtView } from './play';
import type { AttemptView, LessonView, PracticeView } from './practice';
import type { Exercise, Marking } from './question';

/** News from the server. */
export type Tell = { "type": "welcome" } & House | { "type": "refused",
/** The sentence. */
sentence: string, } | { "type": "done", } | { "type": "pong", } | { "type": "game" } & GameView | { "type": "thought" } & ThoughtView | { "type": "closed", } | { "type": "hint",
/** The move for programs. */
uci: string,
/** The move for people. */
san: string,
/** What it is worth. White's view. */
value: Value | null,
/** The line expected. */
line: LineView, } | { "type": "board",
/** The position. */
board: BoardView,
/** The move that was played to get there, if one was asked for. */
played: PlayedMove | null,
/** All legal moves, in both notations. */
legal: LineView, } | { "type": "analysing", } | { "type": "analysis" } & AnalysisReport | { "type": "reviewProgress",
/** Done. */
done: number,
/** In all. */
total: number,
/** What the last of them is worth. White's view. */
value: Value, } | { "type": "review" } & ReviewReport | { "type": "coached" } & CoachView | { "type": "practice" } & PracticeView | { "type": "practiceProgress",
/** So many are done. */
done: number,
/** Of so many. */
total: number, } | { "type": "lesson" } & LessonView | { "type": "attempt" } & AttemptView | { "type": "course",
/** Its lessons, in their order. */
lessons: Array<LessonHead>,
/** Its words, sorted. */
words: Array<GlossaryWord>, } | { "type": "courseLesson" } & LessonPage | { "type": "exercise" } & Exercise | { "type": "marking" } & Marking | { "type": "pgn" } & PgnText | { "type": "pgnText",
/** The text. */
text: string, } | { "type": "setup",
/** As FEN, whether legal or not; nothing where it could not be read. */
fen: string | null,
/** Every reason why it is not legal, a sentence each; none if it is. */
faults: Array<string>,
/** The board, if it is legal. */
board: BoardView | null,
/** The number of the Chess960 starting position that it is, if it is one. */
chess960: number | null, } | { "type": "labBegun",
/** Its number. */
run: number, } | { "type": "labProgress" } & LabProgress | { "type": "labDone" } & LabReport | { "type": "labNodes",
/** The run. */
run: number,
/** The nodes. */
nodes: Array<LabNode>, } | { "type": "labTurns",
/** The run. */
run: number,
/** The turns. */
turns: Array<LabTurn>, } | { "type": "labRow" } & CompareRow | { "type": "labCompared",
/** How many nodes minimax visits here, the root not counted. */
minimax: number | null,
/** Whether that number is exact. */
exact: boolean, } | { "type": "toy" } & ToyStory | { "type": "explained" } & Explanation | { "type": "estimate",
/** The rating that is expected. */
rating: number,
/** Half the interval that holds it in 95 of 100 cases. */
error: number,
/** Finished games that it rests on. */
games: number,
/** The rating of the opponent that adapts in the next game. */
opponent: number, } | { "type": "kept" } & KeptList | { "type": "deleted",
/** Its key. */
game: string, } | { "type": "imported",
/** Their keys. */
games: Array<string>,
/** What could not be read, in sentences. */
remarks: Array<string>, };
