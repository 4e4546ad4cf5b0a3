//! The ways into the tables that are measured.

use std::path::Path;

use chess::{Bitboard, CastlingLetters, Color, Position, Role, Square, attacks};
use engine::Tablebases;
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases};
use shakmaty::{CastlingMode, Chess, fen::Fen};
use shakmaty_syzygy::Tablebase;

/// A way into the tables `T` for positions in the form `P`.
pub struct Way<T, P> {
    pub open: fn(&Path) -> Option<T>,
    pub form: fn(&Position) -> P,
    /// From -2, lost, to 2, won, as if a capture or pawn move had just been made.
    pub wdl: fn(&T, &P) -> Option<i32>,
    /// Plies to the next capture or pawn move, negative for the loser.
    pub dtz: fn(&T, &P) -> Option<i32>,
    /// Looks at all moves for the best. What it says is not compared.
    pub best: fn(&T, &P) -> Option<i32>,
}

/// shakmaty-syzygy as Plywise has it: files are read piece by piece.
pub const SHAKMATY: Way<Tablebase<Chess>, Chess> = Way {
    open: |folder| with_files(Tablebase::new(), folder),
    form: |position| {
        let fen: Fen = position.to_fen(CastlingLetters::Xfen).parse().expect("we wrote this FEN");
        fen.into_position(CastlingMode::Chess960).expect("our positions are legal")
    },
    wdl: |tables, position| tables.probe_wdl_after_zeroing(position).ok().map(|wdl| wdl as i32),
    dtz: |tables, position| tables.probe_dtz(position).ok().map(|dtz| dtz.ignore_rounding().0),
    best: |tables, position| Some(tables.best_move(position).ok()??.1.ignore_rounding().0),
};

/// shakmaty-syzygy with the files mapped into memory, as pyrrhic-rs has them.
pub const MAPPED: Way<Tablebase<Chess>, Chess> = Way {
    // SAFETY: nobody writes to the tables while they are measured.
    open: |folder| with_files(unsafe { Tablebase::with_mmap_filesystem() }, folder),
    ..SHAKMATY
};

/// Plywise's own, which converts positions for shakmaty-syzygy.
pub const PLYWISE: Way<Tablebases, Position> = Way {
    open: |folder| Tablebases::open(&[folder]).ok(),
    form: |position| *position,
    wdl: |tables, position| tables.probe_wdl(position).map(|verdict| verdict as i32 - 2),
    dtz: |tables, position| tables.probe_dtz(position),
    best: |tables, position| tables.best_moves(position).map(|moves| moves.len() as i32),
};

/// pyrrhic-rs takes the very sets our positions have: there is nothing to convert.
/// DTZ it tells only together with the best move.
pub const PYRRHIC: Way<TableBases<Attacks>, Position> = Way {
    open: |folder| TableBases::new(folder.to_str()?).ok(),
    form: |position| *position,
    wdl: |tables, position| {
        let ([white, black], [p, n, b, r, q, k], ep, turn) = sets(position);
        let found = tables.probe_wdl(white, black, k, q, r, b, n, p, ep, turn);
        found.ok().map(|wdl| wdl as i32 - 2)
    },
    dtz: root,
    best: root,
};

fn with_files(mut tables: Tablebase<Chess>, folder: &Path) -> Option<Tablebase<Chess>> {
    tables.add_directory(folder).ok().map(|_| tables)
}

fn root(tables: &TableBases<Attacks>, position: &Position) -> Option<i32> {
    let ([white, black], [p, n, b, r, q, k], ep, turn) = sets(position);
    match tables.probe_root(white, black, k, q, r, b, n, p, 0, ep, turn).ok()?.root {
        DtzProbeValue::DtzResult(root) => Some((root.wdl as i32 - 2).signum() * root.dtz as i32),
        DtzProbeValue::Checkmate => Some(-1),
        DtzProbeValue::Stalemate => Some(0),
        DtzProbeValue::Failed => None,
    }
}

/// White and Black, pawns to kings, the en passant square, whether White moves.
fn sets(position: &Position) -> ([u64; 2], [u64; 6], u32, bool) {
    (
        [Color::White, Color::Black].map(|color| position.board().color(color).0),
        Role::ALL.map(|role| position.board().role(role).0),
        position.en_passant().map_or(0, |square| square.index() as u32),
        position.turn() == Color::White,
    )
}

/// Our attacks for pyrrhic-rs, which has none of its own.
#[derive(Clone)]
pub struct Attacks;

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, square: u64) -> u64 {
        let is_white = color == pyrrhic_rs::Color::White;
        attacks::pawn(if is_white { Color::White } else { Color::Black }, at(square)).0
    }

    fn knight_attacks(square: u64) -> u64 {
        attacks::knight(at(square)).0
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        attacks::bishop(at(square), Bitboard(occupied)).0
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        attacks::rook(at(square), Bitboard(occupied)).0
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        attacks::queen(at(square), Bitboard(occupied)).0
    }

    fn king_attacks(square: u64) -> u64 {
        attacks::king(at(square)).0
    }
}

fn at(square: u64) -> Square {
    Square::from_index(square as usize).expect("a square of the board")
}
