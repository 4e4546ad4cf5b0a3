//! Blocks: a header of fixed size, then the bits of some games.

use chess::Position;
use numbers::crc32;

use super::coder::{Decoder, Encoder};
use super::model::Model;
use super::{Damage, DamageKind, MAX_PLIES, PlayedGame};

/// The first bytes of every block, by which a reader finds its way again
/// behind damage.
pub(super) const MARK: [u8; 4] = *b"PLYB";
/// Mark, first game, games, plies, scored plies, length, two checksums.
pub(super) const HEADER: usize = 32;
/// A block is closed when its plies and games together are so many. Shorter blocks lose less in
/// a crash, longer ones learn more: four times as many would save a hundredth.
pub(super) const FULL: usize = 1 << 15;
/// More plies than a block can have.
const MOST_PLIES: usize = FULL + MAX_PLIES;
/// More games than a block has: an empty game costs its writer a ply.
const MOST_GAMES: usize = FULL + 1;
/// More bytes than a block's games take; a ply takes five at the very worst,
/// a game with an odd start two hundred.
pub(super) const MOST_BYTES: usize = 8 << 20;
/// More bytes than a ply can take, were every bit of it the least likely one.
const MOST_PLY_BYTES: usize = 64;
/// The same for a game without its plies.
const MOST_GAME_BYTES: usize = 2048;

/// A block as it stands in a file, its checksum found right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedBlock {
    /// Where it begins, in bytes from the start of the file.
    pub offset: u64,
    /// How many games were written to the file before it.
    pub first_game: u32,
    /// How many games it holds.
    pub games: u32,
    /// How many plies these games have.
    pub plies: u32,
    /// How many of these plies have a score.
    pub scored: u32,
    /// The packed games.
    payload: Vec<u8>,
}

/// The numbers in a block's header.
pub(super) struct Header {
    first_game: u32,
    games: u32,
    plies: u32,
    scored: u32,
    pub(super) length: u32,
    checksum: u32,
}

impl Header {
    /// Reads a header; `None` if it is none or says what none can say.
    pub(super) fn read(bytes: &[u8]) -> Option<Header> {
        let number = |index: usize| {
            let bytes = bytes.get(index * 4..index * 4 + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        let header = Header {
            first_game: number(1)?,
            games: number(2)?,
            plies: number(3)?,
            scored: number(4)?,
            length: number(5)?,
            checksum: number(6)?,
        };
        let is_good = bytes.starts_with(&MARK)
            && number(7)? == crc32(&bytes[..HEADER - 4])
            && header.games as usize <= MOST_GAMES
            && header.plies as usize <= MOST_PLIES
            && header.scored <= header.plies
            && header.length as usize <= header.most_bytes();
        is_good.then_some(header)
    }

    /// More bytes than so many games and plies take.
    fn most_bytes(&self) -> usize {
        let (games, plies) = (self.games as usize, self.plies as usize);
        // The end of the string of bits takes a few of its own.
        (16 + games * MOST_GAME_BYTES + plies * MOST_PLY_BYTES).min(MOST_BYTES)
    }

    /// The block with this payload; `None` if the checksum is wrong.
    pub(super) fn block(&self, offset: u64, payload: &[u8]) -> Option<PackedBlock> {
        (crc32(payload) == self.checksum).then(|| PackedBlock {
            offset,
            first_game: self.first_game,
            games: self.games,
            plies: self.plies,
            scored: self.scored,
            payload: payload.to_vec(),
        })
    }
}

impl PackedBlock {
    /// Its games, or that it holds none although its checksum is right.
    pub fn decode(&self) -> Result<Vec<PlayedGame>, Damage> {
        self.decoded().ok_or(Damage {
            offset: self.offset,
            length: self.bytes(),
            kind: DamageKind::Nonsense,
        })
    }

    /// How many bytes it takes in its file.
    pub fn bytes(&self) -> u64 {
        (HEADER + self.payload.len()) as u64
    }

    fn decoded(&self) -> Option<Vec<PlayedGame>> {
        let mut decoder = Decoder::new(&self.payload);
        let mut model = Model::new();
        let form = PlayedGame::new(Position::start());
        let mut left = self.plies as usize;
        let mut games = Vec::with_capacity(self.games as usize);
        for _ in 0..self.games {
            let game = model.game(&mut decoder, &form).ok()?;
            // A block that says more than its header is no block of ours, and
            // a bound on the work that wrong bits can ask for.
            left = left.checked_sub(game.plies.len())?;
            if decoder.is_exhausted() {
                return None;
            }
            games.push(game);
        }
        (left == 0 && decoder.is_at_end()).then_some(games)
    }
}

/// A block that games are still added to.
pub(super) struct OpenBlock {
    encoder: Encoder,
    model: Model,
    pub(super) games: u32,
    pub(super) plies: usize,
    scored: usize,
}

impl OpenBlock {
    pub(super) fn new() -> OpenBlock {
        OpenBlock {
            encoder: Encoder::default(),
            model: Model::new(),
            games: 0,
            plies: 0,
            scored: 0,
        }
    }

    /// Adds a game whose moves were found legal.
    pub(super) fn push(&mut self, game: &PlayedGame) {
        // What was found legal cannot be nonsense.
        let written = self.model.game(&mut self.encoder, game);
        debug_assert!(written.is_ok_and(|written| written == *game));
        self.games += 1;
        self.plies += game.plies.len();
        self.scored += game.scored();
    }

    /// Bytes so far, without the header.
    pub(super) fn bytes(&self) -> u64 {
        self.encoder.len() as u64
    }

    pub(super) fn is_full(&self) -> bool {
        self.plies + self.games as usize >= FULL
    }

    /// Whether a reader would refuse the block with this game.
    pub(super) fn has_no_room_for(&self, game: &PlayedGame) -> bool {
        self.plies + game.plies.len() > MOST_PLIES || self.games as usize >= MOST_GAMES
    }

    /// The bytes of the whole block.
    pub(super) fn close(self, first_game: u32) -> Vec<u8> {
        let payload = self.encoder.finish();
        let mut bytes = Vec::with_capacity(HEADER + payload.len());
        bytes.extend(MARK);
        let counts = [first_game, self.games, self.plies as u32, self.scored as u32];
        for number in counts.into_iter().chain([payload.len() as u32, crc32(&payload)]) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes.extend(payload);
        bytes
    }
}
