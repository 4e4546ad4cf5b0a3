// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

import type { ClaimView } from './analysis';
import type { BoardView, LineView } from './board';

/** What became of a try. */
export type AttemptView = {
/** The position. */
lesson: string,
/** What was tried, as people write it; nothing where somebody gave up. */
tried: string | null,
/** Whether it is good enough. */
isRight: boolean,
/** Why, or why not. */
text: string,
/** What is claimed about the move that was tried. */
claims: Array<ClaimView>,
/** The best line; only for who has solved it or given up. */
best: LineView | null, };

/** A position to practise. */
export type LessonView = {
/** Its key. */
lesson: string,
/** The position. */
board: BoardView,
/** The key of the game that it is from. */
game: string,
/** What people call its motif. */
motif: string,
/** Whether one move alone is right. */
isPuzzle: boolean,
/** About how hard it is; for puzzles only. */
rating: number | null,
/** What was played in the game, if that was wrong. */
played: string | null,
/** How often it was solved, and how often not. */
right: number,
/** How often it was not. */
wrong: number, };

/** All that there is to practise. */
export type PracticeView = {
/** Positions to practise. */
all: number,
/** Those that should be tried now. */
due: number,
/** Kept games that nobody has looked through for such positions yet. */
unseen: number,
/** The motifs, those with most positions first. */
topics: Array<TopicView>, };

/** A motif to practise. */
export type TopicView = {
/** lichess's name of the theme where there is one. */
motif: string,
/** What people call it. */
name: string,
/** Positions with it. */
all: number,
/** Those that should be tried now. */
due: number, };
