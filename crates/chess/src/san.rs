//! SAN: moves as people write them.
