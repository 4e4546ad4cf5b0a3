//! Games in about a byte and a half a ply.
//!
//! A file is a header and blocks; a block is a few hundred games, packed
//! together and checked by a checksum. Each ply is the number of its move in an
//! order that any program can work out, and how much the score changed; both
//! go through an arithmetic coder that learns as it goes. `docs/data-format.md`
//! has every byte.
//!
//! Writing is safe against crashes: blocks are only ever added, and a file waits
//! for the disk after each, so that a crash or a power failure costs the block
//! that was open. Reading uses whatever is good of a file, be its very beginning
//! damaged, and says what is not.
//!
//! ```
//! use chess::Position;
//! use plywise_forge::packed::{GameEnding, GamesInFile, PlayedGame, PackedPly, Writer};
//!
//! let start = Position::start();
//! let mut game = PlayedGame::new(start);
//! game.plies.push(PackedPly { mv: start.parse_uci("e2e4")?, score: Some(31) });
//! game.ending = GameEnding::Length;
//!
//! let mut writer = Writer::new(Vec::new(), "an example")?;
//! writer.push(&game)?;
//! let bytes = writer.finish()?;
//!
//! let mut games = GamesInFile::open(&bytes[..])?;
//! assert_eq!(games.next().ok_or("no game")??, game);
//! assert!(games.next().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod append;
mod block;
mod coder;
mod damage;
mod game;
mod model;
mod order;
mod reader;
mod writer;

pub use append::{GoodPart, Tail, append};
pub use block::PackedBlock;
pub use damage::{Damage, DamageKind, OpenError};
pub use game::{Families, GameEnding, PackedPly, PlayedGame};
pub(crate) use reader::check_plain;
pub use reader::{Blocks, GamesInFile, open_file};
pub use writer::{WriteError, Writer};

/// The first bytes of every file of packed games.
pub const MAGIC: [u8; 8] = *b"PLYGAMES";
/// The version that is written, and the only one that is read.
pub const VERSION: u16 = 1;
/// The most plies that a game may have.
pub const MAX_PLIES: usize = 8_192;
/// The longest note in a file's header, in bytes.
pub const MAX_NOTE: usize = 4_096;
