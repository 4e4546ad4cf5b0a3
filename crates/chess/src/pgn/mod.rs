//! PGN: games as text.
