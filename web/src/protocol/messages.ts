// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.
//
// The page sends a Request and hears Messages. See crates/app/src/protocol.

import type { Ask } from './ask';
import type { Tell } from './tell';

export type * from './analysis';
export type * from './ask';
export type * from './board';
export type * from './explained';
export type * from './glossary';
export type * from './house';
export type * from './kept';
export type * from './lab';
export type * from './page';
export type * from './pgn';
export type * from './play';
export type * from './practice';
export type * from './question';
export type * from './tell';

/** What the page sends: a number of its own choice, which answers carry, and a wish. */
export type Request = { id: number } & Ask;

/** What the server sends: the number of the request that this answers, or null, and news. */
export type Message = { id: number | null } & Tell;
