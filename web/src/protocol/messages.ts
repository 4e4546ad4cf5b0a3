// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p app typescript`. Do not edit.
//
// The page sends a Request and hears Messages. See crates/app/src/protocol.

/** What the page sends: a number of its own choice, which answers carry, and a wish. */
export type Request = { id: number } & Ask;

/** What the server sends: the number of the request that this answers, or null, and news. */
export type Message = { id: number | null } & Tell;

/** How accurately a side played. */
export type Accuracy = {
/** From 0 to 100; nothing for a side that did not move. */
accuracy: number | null,
/** How many inaccuracies. */
inaccuracies: number,
/** How many mistakes. */
mistakes: number,
/** How many blunders. */
blunders: number, };

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

/** A line of an analysis. */
export type AnalysisLine = {
/** Its depth in plies. */
depth: number,
/** What it is worth. White's view. */
value: Value,
/** The same in games. */
wdl: Wdl,
/** White's winning chances in per cent, by the formula players know. */
winPercent: number,
/** The moves. */
line: LineView, };

/** What an analysis has found so far. */
export type AnalysisReport = {
/** The position. */
fen: string,
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
hash?: number | null, } | { "type": "stopAnalysis", } | { "type": "review" } & ReviewOrder | { "type": "stopReview", } | { "type": "readPgn",
/** The text, of one game or several. */
text: string,
/** Which game is wanted whole, from 0. */
game?: number | null, } | { "type": "writePgn",
/** The game. */
game: PgnGame, } | { "type": "checkSetup",
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
node: number, } | { "type": "labForget",
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
eval: string, } | { "type": "listGames",
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

/** A position, and all that the board wants to know about it. */
export type BoardView = {
/** The position. */
fen: string,
/** Who is to move. */
turn: ColorName,
/** Where pieces may go; empty where the game is over. */
destinations: { [key in string]: Array<string> },
/** Steps (`e7e8`) that are promotions: ask the player for a piece. */
promotions: Array<string>,
/** The square of the king in check. */
check: string | null,
/** The last move's squares, from and to. */
lastMove: [string, string] | null,
/** The opening of the line that led here, if it has a name. */
opening: OpeningName | null,
/** How the game ends here by itself, in a sentence. */
end: string | null,
/** The result as PGN writes it, where the game ends here. */
result: string | null,
/** Whether castling is written king takes rook here (Chess960). */
chess960: boolean, };

/** Clocks as they are ordered. */
export type ClockOrder = {
/** Minutes for the game, up to 1440. */
minutes?: number | null,
/** Seconds gained with each move, up to 3600. */
increment?: number | null, };

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

/** A side, as chessground names it. */
export type ColorName = "white" | "black";

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

/** A term of an evaluation, in centipawns. */
export type EvalTerm = {
/** Its name. */
name: string,
/** What it gives White. */
white: number,
/** What it gives Black. */
black: number, };

/** An evaluation. */
export type EvaluationCard = {
/** How it is ordered. */
name: string, };

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

/** A game as it is ordered. */
export type GameOrder = {
/** Who plays White: `human`, `level:3`, `alphabeta:depth=4,eval=phased`, `champion`. */
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
/** What is to be told beside that: an engine's complaint, a full disk. */
remarks: Array<string>, };

/** All that can be chosen from, and the limits. */
export type House = {
/** The program's version. */
version: string,
/** The levels, the weakest first. */
levels: Array<LevelCard>,
/** The searches of the ladder, from the bottom up, then the side paths. */
algorithms: Array<AlgorithmCard>,
/** The evaluations. */
evaluations: Array<EvaluationCard>,
/** The other players: `human` and `champion`. */
players: Array<PlayerCard>,
/** How many pieces positions may have that the endgame tables know; 0 without tables. */
tablebasePieces: number,
/** The limits. */
most: Most, };

/** A kept game in a line. */
export type KeptGame = {
/** Its key. */
game: string,
/** Who plays White. */
white: string,
/** Who plays Black. */
black: string,
/** `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on. */
result: string,
/** How it ended, in a sentence; empty while it goes on. */
reason: string,
/** The opening's name; empty if it has none. */
opening: string,
/** How many moves, both sides counted. */
plies: number,
/** When it began, in seconds since 1970. */
began: number,
/** When it last changed, in seconds since 1970. */
changed: number,
/** The position now. */
fen: string, };

/** Some of the kept games. */
export type KeptList = {
/** The games, the latest first. */
games: Array<KeptGame>,
/** How many there are that contain the words looked for. */
total: number, };

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
outcome: LabOutcome,
/** The same in words with its numbers. */
reason: string,
/** Whether it is on the best line. */
best: boolean,
/** Its children, as far as they are recorded: how many. */
children: number,
/** Nodes below it, recorded or not. */
below: number,
/** Moves that were not searched, in their order. */
leftOut: Array<LabLeftOut>, };

/**
 * What a rule compared, value or material, in the root's view; but what an
 * exchange brings is what it brings the mover.
 */
export type LabNumbers = {
/** This */
value: LabValue,
/** to this. */
bound: LabValue, };

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
nodes?: number | null, };

/** Why a node was left. */
export type LabOutcome = "searched" | "cut" | "table" | "pruned" | "leaf" | "standPat" | "mate" | "draw" | "tablebase" | "stopped" | "open";

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
 * line that is searched at the moment with what is done beside it. Ids are
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
/**
 * How often the search went through its root; the tree is that of the last
 * pass, of the champion that of the largest.
 */
passes: number,
/** Nodes of that pass, the root not counted. */
treeNodes: number,
/** How many nodes are recorded, the root counted: ids are 0 to this, less one. */
recorded: number,
/** To which distance from the root all nodes are recorded. */
recordedPly: number,
/** Ids of the nodes of the best line, the root first. */
best: Array<number>,
/** What is to be told beside that, as sentences. */
remarks: Array<string>, };

/**
 * One of the reasons why a node was searched less deep, or deeper, than its move
 * alone makes it.
 */
export type LabTerm = {
/** What it is. */
name: string,
/**
 * How many plies less, more where negative. All together they are what the
 * node was reduced or extended by.
 */
plies: number,
/** What the rule compared, if it did. */
numbers: LabNumbers | null, };

/** A value in the search's own centipawns, or moves to mate. The root's view. */
export type LabValue = { "cp": number } | { "mate": number };

/** A level of play. */
export type LevelCard = {
/** 1 to 10. */
number: number,
/** `easy`, `medium`, `hard`, or nothing. */
name: string | null,
/** How the player is ordered, and called where it plays: `level:3`, `easy`. */
player: string,
/** What it does, in words. */
search: string, };

/** A line of moves in both notations. */
export type LineView = {
/** For programs: `e2e4`. */
uci: Array<string>,
/** For people: `e4`; move numbers are the page's. */
san: Array<string>, };

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

/** How bad a move was. */
export type MoveMark = "inaccuracy" | "mistake" | "blunder";

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

/** The name of an opening. */
export type OpeningName = {
/** Its code, `A00` to `E99`. */
eco: string,
/** Its name. */
name: string, };

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

/** A position by the game that led to it, so that repetitions are known. */
export type Place = {
/** Where the game began, as FEN; the usual position if not said. */
fen?: string | null,
/** The moves since, as UCI. */
moves: Array<string>, };

/** A move that was played on the board of an analysis. */
export type PlayedMove = {
/** For programs. */
uci: string,
/** For people. */
san: string,
/** In words, for screen readers: `knight g1 to f3, check`. */
words: string, };

/** Another player. */
export type PlayerCard = {
/** How it is ordered. */
player: string,
/** What it is in a line. */
summary: string, };

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

/** A review as it is ordered. */
export type ReviewOrder = {
/** The game's end; its moves are reviewed. */
place: Place,
/** Nodes a position, 1,000 to 5,000,000; 200,000 if not said. */
nodes?: number | null, };

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
bestValue: Value, };

/** What a search does about depth and value. */
export type RungKind = "exact" | "other" | "budget" | "random";

/** One side of the board. */
export type SeatView = {
/** The player as it was ordered. */
player: string,
/** Whether it is a person. */
human: boolean, };

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

/** What both sides have taken. */
export type Takings = {
/** Black's pieces that White has taken, as letters, the strongest first: `qrp`. */
byWhite: string,
/** White's pieces that Black has taken, as letters: `QRP`. */
byBlack: string,
/** By how many pawns White is ahead, negative for Black. */
balance: number, };

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
value: Value, } | { "type": "review" } & ReviewReport | { "type": "pgn" } & PgnText | { "type": "pgnText",
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
nodes: Array<LabNode>, } | { "type": "labRow" } & CompareRow | { "type": "labCompared",
/** How many nodes minimax visits here, the root not counted. */
minimax: number | null,
/** Whether that number is exact. */
exact: boolean, } | { "type": "toy" } & ToyStory | { "type": "explained" } & Explanation | { "type": "kept" } & KeptList | { "type": "deleted",
/** Its key. */
game: string, } | { "type": "imported",
/** Their keys. */
games: Array<string>,
/** What could not be read, in sentences. */
remarks: Array<string>, };

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

/**
 * What a position is worth: centipawns, of which 100 win every second game, or
 * moves to mate, negative where White is mated. White's view.
 */
export type Value = { "cp": number } | { "mate": number };

/** How many of a thousand games White wins, draws and loses from here. */
export type Wdl = {
/** White's wins. */
white: number,
/** Draws. */
draw: number,
/** Black's wins. */
black: number, };
