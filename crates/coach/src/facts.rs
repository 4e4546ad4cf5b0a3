//! What can be seen on a board about one side: facts that a mistake may lead to.

use chess::{Bitboard, Color, File, Position, Rank, Role, Square, attacks};

use crate::board::attackers;

/// Pieces without kings and pawns from which on a king should hide.
const HIDE: u32 = 3;
/// The same for an ending, in which kings come into play.
const ENDING: u32 = 4;
/// Squares on which a piece that is shut in can stand at most, without being taken there.
const SHUT_IN: usize = 1;

/// Whether a side may still castle.
pub(crate) fn may_castle(position: &Position, us: Color) -> bool {
    (position.castling() & position.board().color(us)).any()
}

/// How many bishops a side has.
pub(crate) fn bishops(position: &Position, color: Color) -> u32 {
    position.board().pieces(color, Role::Bishop).count()
}

/// How many pawns of a side stand on a file.
pub(crate) fn pawns_on(position: &Position, color: Color, file: File) -> usize {
    let pawns = position.board().pieces(color, Role::Pawn);
    pawns.into_iter().filter(|pawn| pawn.file() == file).count()
}

/// Pieces of both sides without kings and pawns.
pub(crate) fn heavy(position: &Position) -> u32 {
    let board = position.board();
    board.occupied().without(board.role(Role::King) | board.role(Role::Pawn)).count()
}

/// Passed pawns of a side: on its fifth rank or beyond, and in endings wherever they stand.
pub(crate) fn passed_pawns(position: &Position, color: Color) -> Vec<Square> {
    let is_ending = heavy(position) <= ENDING;
    let is_far = |square: Square| is_ending || square.rank().relative_to(color) >= Rank::Fifth;
    let pawns = position.board().pieces(color, Role::Pawn).into_iter();
    pawns.filter(|&square| is_far(square) && is_passed(position, square, color)).collect()
}

/// Whether no pawn of the opponent can stop or take a pawn on its way from here.
pub(crate) fn is_passed(position: &Position, square: Square, us: Color) -> bool {
    let theirs = position.board().pieces(!us, Role::Pawn);
    theirs.into_iter().all(|pawn| is_far_off(pawn, square) || !is_ahead(us, square, pawn))
}

/// Whether a pawn has no neighbours of its own side.
pub(crate) fn is_isolated(position: &Position, square: Square, us: Color) -> bool {
    let ours = position.board().pieces(us, Role::Pawn);
    ours.contains(square) && ours.into_iter().all(|pawn| file_distance(pawn, square) != 1)
}

/// Knights and bishops of `them` that stand in the other half, guarded by a pawn, where no pawn
/// can ever attack them.
pub(crate) fn outposts(position: &Position, them: Color) -> Vec<Square> {
    let board = position.board();
    let pieces = board.pieces(them, Role::Knight) | board.pieces(them, Role::Bishop);
    let ours = board.pieces(!them, Role::Pawn);
    let is_outpost = |&square: &Square| {
        let rank = square.rank().relative_to(them);
        (Rank::Fifth..=Rank::Sixth).contains(&rank)
            && (attacks::pawn(!them, square) & board.pieces(them, Role::Pawn)).any()
            && ours
                .into_iter()
                .all(|pawn| file_distance(pawn, square) != 1 || !is_ahead(them, square, pawn))
    };
    pieces.into_iter().filter(is_outpost).collect()
}

/// Rooks and queens of `them` on their seventh rank, where nothing takes them.
pub(crate) fn intruders(position: &Position, them: Color) -> Vec<Square> {
    let board = position.board();
    let pieces = board.pieces(them, Role::Rook) | board.pieces(them, Role::Queen);
    let is_in = |square: &Square| {
        square.rank().relative_to(them) == Rank::Seventh
            && attackers(position, *square, !them).is_empty()
    };
    pieces.into_iter().filter(is_in).collect()
}

/// Files without pawns on which a side has a rook and the other neither rook nor queen.
pub(crate) fn held_files(position: &Position, color: Color) -> Vec<File> {
    let board = position.board();
    let heavy = |color| board.pieces(color, Role::Rook) | board.pieces(color, Role::Queen);
    let is_held = |&file: &File| {
        (board.role(Role::Pawn) & Bitboard::file(file)).is_empty()
            && (board.pieces(color, Role::Rook) & Bitboard::file(file)).any()
            && (heavy(!color) & Bitboard::file(file)).is_empty()
    };
    File::ALL.into_iter().filter(is_held).collect()
}

/// Whether the king of a side has to fear the opponent's pieces.
fn should_hide(position: &Position, us: Color) -> bool {
    let board = position.board();
    let pieces = board.color(!us).without(board.role(Role::King) | board.role(Role::Pawn));
    board.pieces(!us, Role::Queen).any() && pieces.count() >= HIDE
}

/// Files next to the king, or its own, without a pawn of its own side, while it has to hide.
pub(crate) fn open_before_king(position: &Position, us: Color) -> u32 {
    if !should_hide(position, us) {
        return 0;
    }
    let king = position.king(us);
    let near = File::ALL.into_iter().filter(|file| file.index().abs_diff(king.file().index()) <= 1);
    near.filter(|&file| pawns_on(position, us, file) == 0).count() as u32
}

/// Where the king stands in the open: off its first two ranks while it has to hide.
pub(crate) fn king_in_the_open(position: &Position, us: Color) -> Option<Square> {
    let king = position.king(us);
    let is_out = king.rank().relative_to(us) >= Rank::Third;
    (is_out && should_hide(position, us)).then_some(king)
}

/// Where the king of `them` stands in the other half, in an ending.
pub(crate) fn king_inside(position: &Position, them: Color) -> Option<Square> {
    let king = position.king(them);
    let is_in = king.rank().relative_to(them) >= Rank::Fifth;
    (is_in && heavy(position) <= ENDING).then_some(king)
}

/// Whether nothing but kings and pawns is left.
pub(crate) fn is_pawn_ending(position: &Position) -> bool {
    heavy(position) == 0
}

/// Knights, bishops, rooks and queens of a side that are pinned to their king.
pub(crate) fn pinned(position: &Position, us: Color) -> Vec<Square> {
    let board = position.board();
    let turned = if position.turn() == us { Some(*position) } else { position.after_null() };
    let Some(seen) = turned else { return Vec::new() };
    let pieces = seen.pinned() & board.color(us).without(board.role(Role::Pawn));
    pieces.into_iter().collect()
}

/// How many knights and bishops of a side have left their first rank, and whether it has castled
/// is counted as one more.
pub(crate) fn undeveloped(position: &Position, us: Color) -> u32 {
    let board = position.board();
    let minors = board.pieces(us, Role::Knight) | board.pieces(us, Role::Bishop);
    (minors & Bitboard::rank(Rank::First.relative_to(us))).count()
}

/// Bishops, rooks and queens of a side that can go nowhere without being lost.
pub(crate) fn shut_in(position: &Position, us: Color) -> Vec<Square> {
    let board = position.board();
    let turned = if position.turn() == us { Some(*position) } else { position.after_null() };
    let Some(seen) = turned.filter(|seen| !seen.is_check()) else { return Vec::new() };
    let is_shut = |&square: &Square| {
        // At home it has not been developed yet.
        if square.rank().relative_to(us) == Rank::First {
            return false;
        }
        let safe = |mv: &&chess::Move| seen.see_ge(**mv, 0);
        seen.legal_moves_from(square).iter().filter(safe).count() <= SHUT_IN
    };
    let pieces = board.color(us).without(board.role(Role::King) | board.role(Role::Pawn));
    pieces.into_iter().filter(is_shut).collect()
}

/// The furthest pawn of a side in the other half, among the four central files.
pub(crate) fn centre(position: &Position, us: Color) -> Vec<Square> {
    let is_central = |square: &Square| {
        (File::C..=File::F).contains(&square.file())
            && (Rank::Fifth..=Rank::Sixth).contains(&square.rank().relative_to(us))
    };
    position.board().pieces(us, Role::Pawn).into_iter().filter(is_central).collect()
}

fn file_distance(one: Square, other: Square) -> usize {
    one.file().index().abs_diff(other.file().index())
}

fn is_far_off(pawn: Square, square: Square) -> bool {
    file_distance(pawn, square) > 1
}

/// Whether a square lies further ahead for a side than another.
fn is_ahead(us: Color, from: Square, other: Square) -> bool {
    other.rank().relative_to(us) > from.rank().relative_to(us)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn passed_and_isolated_pawns() {
        let ending = position("4k3/1p6/8/8/4P3/8/P2P4/4K3 w - - 0 1");
        assert_eq!(passed_pawns(&ending, Color::White), [Square::D2, Square::E4]);
        assert!(passed_pawns(&ending, Color::Black).is_empty());
        assert!(is_isolated(&ending, Square::A2, Color::White));
        assert!(!is_isolated(&ending, Square::D2, Color::White));
        assert!(is_pawn_ending(&ending) && heavy(&ending) == 0);
    }

    #[test]
    fn an_outpost_is_guarded_and_cannot_be_attacked() {
        let seen = |fen: &str| outposts(&position(fen), Color::White);
        assert_eq!(seen("4k3/p6p/8/3N4/4P3/8/8/4K3 b - - 0 1"), [Square::D5]);
        // The pawn on c7 drives the knight away.
        assert!(seen("4k3/p1p4p/8/3N4/4P3/8/8/4K3 b - - 0 1").is_empty());
        assert!(seen("4k3/p6p/8/3N4/8/8/8/4K3 b - - 0 1").is_empty());
    }

    #[test]
    fn rooks_on_the_seventh_rank_and_on_open_files() {
        let here = position("6k1/2R2ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
        assert_eq!(intruders(&here, Color::White), [Square::C7]);
        assert_eq!(held_files(&here, Color::White), [File::C]);
        assert!(held_files(&here, Color::Black).is_empty());
        let taken = position("3k4/2R2ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
        assert!(intruders(&taken, Color::White).is_empty());
    }

    #[test]
    fn kings_hide_while_there_are_queens() {
        let here = position("r1bq1rk1/ppp2p1p/2n5/8/8/4K3/PPP2PPP/RNBQ1BNR w - - 0 1");
        assert_eq!(king_in_the_open(&here, Color::White), Some(Square::E3));
        assert_eq!(king_in_the_open(&here, Color::Black), None);
        assert_eq!(open_before_king(&here, Color::Black), 1);
        let ending = position("8/8/4k3/4p3/4K3/8/8/8 w - - 0 1");
        assert_eq!(king_in_the_open(&ending, Color::White), None);
        assert_eq!(
            king_inside(&position("8/8/4K3/4p3/8/4k3/8/8 w - - 0 1"), Color::White),
            Some(Square::E6)
        );
    }

    #[test]
    fn pieces_that_cannot_move() {
        let here = position("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1");
        assert_eq!(pinned(&here, Color::White), [Square::C3]);
        let shut = position("4k3/B1p5/1p6/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(shut_in(&shut, Color::White), [Square::A7]);
        assert_eq!(undeveloped(&Position::start(), Color::Black), 4);
    }
}
