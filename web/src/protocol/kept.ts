// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

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
/** The day on which it was played, as PGN writes it: `2026.11.15`, or with question marks for what is not known. */
date: string,
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
