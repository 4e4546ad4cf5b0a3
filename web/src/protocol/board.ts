// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

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

/** A side, as chessground names it. */
export type ColorName = "white" | "black";

/** A line of moves in both notations. */
export type LineView = {
/** For programs: `e2e4`. */
uci: Array<string>,
/** For people: `e4`; move numbers are the page's. */
san: Array<string>, };

/** The name of an opening. */
export type OpeningName = {
/** Its code, `A00` to `E99`. */
eco: string,
/** Its name. */
name: string, };

/** A move that was played on the board of an analysis. */
export type PlayedMove = {
/** For programs. */
uci: string,
/** For people. */
san: string,
/** In words, for screen readers: `knight g1 to f3, check`. */
words: string, };

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
