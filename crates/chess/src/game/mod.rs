//! Games: a position with its history, and every way a game ends.
