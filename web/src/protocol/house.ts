// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

/** A search of the ladder. */
export type AlgorithmCard = {
/** How it is ordered. */
name: string,
/** Its idea in a line. */
summary: string,
/** What it does about depth and value. */
kind: RungKind,
/** What may follow the name after a colon. */
options: Array<string>,
/** The orders of moves that `order=` takes. */
orders: Array<string>, };

/** A taste. */
export type CharacterCard = {
/** How it is ordered: `champion:elo=1500,character=attacker`. */
name: string,
/** What people call it. */
title: string,
/** What it is like, in a line. */
line: string, };

/** An evaluation. */
export type EvaluationCard = {
/** How it is ordered. */
name: string, };

/** All that can be chosen from, and the limits. */
export type House = {
/** The program's version. */
version: string,
/** The levels, the weakest first. */
levels: Array<LevelCard>,
/** The tastes that a player by rating may have. */
characters: Array<CharacterCard>,
/** The least and the most rating that can be asked for. */
ratings: [number, number],
/** The searches of the ladder, from the bottom up, then the side paths. */
algorithms: Array<AlgorithmCard>,
/** The evaluations. */
evaluations: Array<EvaluationCard>,
/** The other players: `human`, `champion`, `easy`, `medium`, `hard`, and engines. */
players: Array<PlayerCard>,
/** How many pieces positions may have that the endgame tables know; 0 without tables. */
tablebasePieces: number,
/** What is wrong since the start, in sentences: games that cannot be kept. */
warnings: Array<string>,
/** The limits. */
most: Most, };

/** A level of play. */
export type LevelCard = {
/** 1 to 10. */
number: number,
/** How strong it is. */
rating: number,
/** How the player is ordered, and called where it plays: `level:3`. */
player: string,
/** What it is like, in a line. */
line: string, };

/** The limits that requests must keep to. */
export type Most = {
/** Lines of an analysis. */
lines: number,
/** Threads of an analysis. */
threads: number,
/** Memory of an analysis in MiB. */
hash: number,
/** Depth of a ladder's search in plies. */
depth: number,
/** Depth of the champion in the lab in plies. */
championDepth: number,
/** Nodes of a run in the lab. */
labNodes: number,
/** Algorithms in one comparison. */
compared: number,
/** Bytes of a message. */
messageBytes: number, };

/** Another player. */
export type PlayerCard = {
/** How it is ordered. */
player: string,
/** What it is in a line. */
summary: string, };

/** What a search does about depth and value. */
export type RungKind = "exact" | "other" | "budget" | "random";
