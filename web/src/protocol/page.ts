// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

/** A piece of a lesson. */
export type Block = { "type": "heading",
/** 2 or 3. */
level: number,
/** Its text. */
text: Array<Span>, } | { "type": "paragraph",
/** Its text. */
text: Array<Span>, } | { "type": "list",
/** Whether its items are numbered. */
numbered: boolean,
/** The items. */
items: Array<Array<Span>>, } | { "type": "table",
/** The first row. */
head: Array<Array<Span>>,
/** The others. */
rows: Array<Array<Array<Span>>>,
/** Whether its numbers were measured by the program. */
measured: boolean, } | { "type": "code",
/** The lines. */
text: string, } | { "type": "picture",
/** What it shows, for who does not see it. */
alt: string,
/** Its file's name. */
name: string,
/** The picture itself, as SVG. */
svg: string, } | { "type": "board",
/** The position. */
fen: string,
/** What there is to see. */
caption: string, } | { "type": "tree",
/** The algorithm, as `labRun` takes it. */
algorithm: string,
/** How deep, in plies. */
depth: number,
/** The evaluation's name. */
eval: string,
/** Where. */
fen: string,
/** What there is to see. */
caption: string, } | { "type": "toy",
/** The tree, as `toy` takes it. */
tree: string,
/** Whether MIN moves at its root instead of MAX. */
min: boolean,
/** What there is to see. */
caption: string, } | { "type": "pseudocode",
/** The lines. */
lines: Array<PseudoLine>, } | { "type": "complexity",
/**
 * Name and formula or sentence: `time`, `space`, `complete`, `optimal`,
 * `best case`, `average case`, `worst case`; in this order, as far as they are told.
 */
rows: Array<ComplexityRow>, } | { "type": "limits",
/** One limit each. */
items: Array<Limit>, };

/** A row of what an algorithm costs. */
export type ComplexityRow = {
/** `time`, `space`, `complete`, `optimal`, `best case`, `average case`, `worst case`. */
name: string,
/** A formula such as `b^d`, or a sentence. */
text: string, };

/** A kind of exercise in a list. */
export type ExerciseHead = {
/** Its name in links and on the command line: `leaf`. */
kind: string,
/** What is asked, in one line. */
title: string, };

/** A lesson in a list. */
export type LessonHead = {
/** Its name in links and on the command line: `alphabeta`. */
id: string,
/** Its name for people. */
title: string,
/** What it is about, in one line. */
idea: string,
/** The chapter that it belongs to. */
chapter: string,
/** Its exercises, each by its kind. */
exercises: Array<ExerciseHead>, };

/** A whole lesson. */
export type LessonPage = {
/** What the list says of it. */
head: LessonHead,
/** The lesson before it. */
previous: string | null,
/** The lesson after it. */
next: string | null,
/** Its text, from the top. */
blocks: Array<Block>, };

/** Something that an algorithm cannot do. */
export type Limit = {
/** What. */
text: Array<Span>,
/** The lesson that mends it, if one does. */
lesson: string | null, };

/** A line of pseudo-code. */
export type PseudoLine = {
/** The line, indented with blanks. */
text: string,
/** The steps of the search at which this line is current. */
steps: Array<StepKind>, };

/** A piece of a line of text. */
export type Span = { "type": "text",
/** It. */
text: string, } | { "type": "emphasis",
/** It. */
text: string, } | { "type": "strong",
/** It. */
text: string, } | { "type": "code",
/** It. */
text: string, } | { "type": "lesson",
/** What it says. */
text: string,
/** The lesson. */
lesson: string, } | { "type": "file",
/** What it says. */
text: string,
/** The file, from the top of the project. */
path: string, };

/** What a search does at a step. */
export type StepKind = "enter" | "leaf" | "mate" | "draw" | "next" | "better" | "cut" | "leave" | "table" | "store" | "standPat" | "pass" | "pruned" | "again" | "iteration" | "call" | "low" | "high" | "kept" | "check";
