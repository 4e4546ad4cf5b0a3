//! Additional tests with public collections: Syzygy tables, Polyglot keys, perft suites, legal and illegal positions.
//!
//! The collections are no part of the project, and its own tests pass without them. So these
//! tests are a package of their own, which `make collections` runs; where the data is missing,
//! they fail instead of passing unseen.
