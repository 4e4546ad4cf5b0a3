// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

/** A word and what it means. */
export type GlossaryWord = {
/** The word in full. */
word: string,
/** How the program, or a table, abbreviates it; empty if it does not. */
short: string,
/** One sentence. */
meaning: string,
/** The lesson that treats it, if one does. */
lesson: string | null, };
