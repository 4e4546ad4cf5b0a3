// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.

/** How a node ended. */
export type NodeEnd = "searched" | "cut" | "table" | "pruned" | "leaf" | "standPat" | "mate" | "draw" | "tablebase" | "stopped" | "open" | "notSearched";
