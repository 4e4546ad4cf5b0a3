//! Knights, bishops, rooks, queens and the king's square: what each piece sees
//! and how well it stands.

use chess::{Bitboard, File, Rank, Role, Square, attacks};

use super::side::CountedSide;
use super::sight::{AttackMap, forward, ranks, screens};
use super::sink::{TermCollector, TermTopic};
use crate::pawns::relative;

/// The four squares in the middle.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// A rook that sees so few squares may be walled in.
const WALLED_IN: u32 = 3;

/// The terms of one side's pieces, and their attacks for the terms to come.
#[inline(always)]
pub(super) fn tally<K: TermCollector>(side: CountedSide, sight: &mut AttackMap, sink: &mut K) {
    side.knights(sight, sink);
    side.bishops(sight, sink);
    side.rooks(sight, sink);
    side.queens(sight, sink);
    let king = side.position.king(side.color).relative_to(side.color);
    sink.add(TermTopic::Squares, side.color, side.weights.squares.king.at(king), 1);
}

impl CountedSide<'_> {
    #[inline(always)]
    fn knights<K: TermCollector>(&self, sight: &mut AttackMap, sink: &mut K) {
        let (weights, color) = (self.weights, self.color);
        let knights = self.pieces(color, Role::Knight);
        let count = knights.count() as i32;
        sink.add(TermTopic::Material, color, &weights.values.knight, count);
        let pawns = self.pieces(color, Role::Pawn).count() as i32;
        sink.add(TermTopic::Material, color, &weights.values.knight_with_pawns, count * pawns);
        let posts = self.outposts();
        for square in knights {
            let attacks = attacks::knight(square);
            let attacks = sight.see(color, Role::Knight, square, attacks);
            let free = (attacks & sight.area[color.index()]).count() as usize;
            sink.add(TermTopic::Mobility, color, &weights.mobility.knight[free], 1);
            let at = weights.squares.knight.at(square.relative_to(color));
            sink.add(TermTopic::Squares, color, at, 1);
            self.minor(square, sight, &weights.pieces.knight_from_king, sink);
            if posts.contains(square) {
                sink.add(TermTopic::Pieces, color, &weights.pieces.knight_outpost, 1);
            } else if (attacks & posts).without(self.board().color(color)).any() {
                sink.add(TermTopic::Pieces, color, &weights.pieces.knight_near_outpost, 1);
            }
        }
    }

    #[inline(always)]
    fn bishops<K: TermCollector>(&self, sight: &mut AttackMap, sink: &mut K) {
        let (weights, color) = (self.weights, self.color);
        let board = self.board();
        let bishops = self.pieces(color, Role::Bishop);
        sink.add(TermTopic::Material, color, &weights.values.bishop, bishops.count() as i32);
        if (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any() {
            sink.add(TermTopic::Material, color, &weights.values.bishop_pair, 1);
        }
        // Through queens, which move along.
        let blockers = sight.occupied.without(board.role(Role::Queen));
        for square in bishops {
            let attacks = attacks::bishop(square, blockers);
            let attacks = sight.see(color, Role::Bishop, square, attacks);
            let free = (attacks & sight.area[color.index()]).count() as usize;
            sink.add(TermTopic::Mobility, color, &weights.mobility.bishop[free], 1);
            let at = weights.squares.bishop.at(square.relative_to(color));
            sink.add(TermTopic::Squares, color, at, 1);
            self.minor(square, sight, &weights.pieces.bishop_from_king, sink);
            self.bishop(square, sink);
        }
    }

    #[inline(always)]
    fn bishop<K: TermCollector>(&self, square: Square, sink: &mut K) {
        let (pieces, color) = (&self.weights.pieces, self.color);
        let board = self.board();
        let pawns = board.role(Role::Pawn);
        if self.outposts().contains(square) {
            sink.add(TermTopic::Pieces, color, &pieces.bishop_outpost, 1);
        }
        let same = if Bitboard::LIGHT.contains(square) { Bitboard::LIGHT } else { Bitboard::DARK };
        let own = pawns & board.color(color) & same;
        sink.add(TermTopic::Pieces, color, &pieces.bishop_own_pawns, own.count() as i32);
        let fixed = own & forward(board.occupied(), !color);
        sink.add(TermTopic::Pieces, color, &pieces.bishop_fixed_pawns, fixed.count() as i32);
        // A pawn of either side shuts the diagonal, a piece may step aside.
        if (attacks::bishop(square, pawns) & CENTRE).more_than_one() {
            sink.add(TermTopic::Pieces, color, &pieces.bishop_long_diagonal, 1);
        }
        let seen = square.relative_to(color);
        if Bitboard::of(seen).0 & CORNERED.0 != 0 {
            let (own, theirs) =
                [color, !color].map(|side| relative(board.pieces(side, Role::Pawn), color)).into();
            let is_a_side = seen.file() == File::A;
            let (home, trap) =
                if is_a_side { (Square::B2, Square::B6) } else { (Square::G2, Square::G6) };
            if seen.rank() == Rank::First && own.contains(home) {
                sink.add(TermTopic::Pieces, color, &pieces.bishop_cornered, 1);
            } else if seen.rank() == Rank::Seventh && theirs.contains(trap) {
                sink.add(TermTopic::Pieces, color, &pieces.bishop_trapped, 1);
            }
        }
    }

    /// What knights and bishops have in common.
    #[inline(always)]
    fn minor<K: TermCollector>(
        &self,
        square: Square,
        sight: &AttackMap,
        from_king: &super::Pair,
        sink: &mut K,
    ) {
        let color = self.color;
        let steps = square.distance(sight.king[color.index()]) as i32;
        sink.add(TermTopic::Pieces, color, from_king, steps);
        let pawns = self.board().role(Role::Pawn);
        if forward(Bitboard::of(square), color).0 & pawns.0 != 0 {
            sink.add(TermTopic::Pieces, color, &self.weights.pieces.minor_behind_pawn, 1);
        }
    }

    #[inline(always)]
    fn rooks<K: TermCollector>(&self, sight: &mut AttackMap, sink: &mut K) {
        let (weights, color) = (self.weights, self.color);
        let (us, them) = (color.index(), 1 - color.index());
        let board = self.board();
        let rooks = self.pieces(color, Role::Rook);
        let count = rooks.count() as i32;
        sink.add(TermTopic::Material, color, &weights.values.rook, count);
        let pawns = self.pieces(color, Role::Pawn).count() as i32;
        sink.add(TermTopic::Material, color, &weights.values.rook_with_pawns, count * pawns);
        // Through queens and through each other: doubled rooks both work.
        let blockers = sight.occupied.without(board.role(Role::Queen) | rooks);
        for square in rooks {
            let attacks = attacks::rook(square, blockers);
            let attacks = sight.see(color, Role::Rook, square, attacks);
            let free = (attacks & sight.area[us]).count();
            sink.add(TermTopic::Mobility, color, &weights.mobility.rook[free as usize], 1);
            let at = weights.squares.rook.at(square.relative_to(color));
            sink.add(TermTopic::Squares, color, at, 1);

            let pieces = &weights.pieces;
            if !self.structure.files[us].contains(square) {
                let is_open = !self.structure.files[them].contains(square);
                let file = if is_open { &pieces.rook_open } else { &pieces.rook_half_open };
                sink.add(TermTopic::Pieces, color, file, 1);
            } else if free <= WALLED_IN && self.is_walled_in(square, sight.king[us]) {
                // Twice as bad where castling cannot free it any more.
                let home = ranks(Rank::First, Rank::First, color);
                let can_castle = (self.position.castling() & home).any();
                sink.add(
                    TermTopic::Pieces,
                    color,
                    &pieces.rook_trapped,
                    if can_castle { 1 } else { 2 },
                );
            }
            let seventh = ranks(Rank::Seventh, Rank::Seventh, color);
            let targets = (self.pieces(!color, Role::Pawn) & seventh)
                | (self.pieces(!color, Role::King) & ranks(Rank::Eighth, Rank::Eighth, color));
            if seventh.contains(square) && targets.any() {
                sink.add(TermTopic::Pieces, color, &pieces.rook_seventh, 1);
            }
        }
    }

    /// Whether the king stands between the rook and the centre.
    #[inline(always)]
    fn is_walled_in(&self, rook: Square, king: Square) -> bool {
        let (rook, king) = (rook.index() % 8, king.index() % 8);
        (king < 4) == (rook < king)
    }

    #[inline(always)]
    fn queens<K: TermCollector>(&self, sight: &mut AttackMap, sink: &mut K) {
        let (weights, color) = (self.weights, self.color);
        let queens = self.pieces(color, Role::Queen);
        sink.add(TermTopic::Material, color, &weights.values.queen, queens.count() as i32);
        for square in queens {
            let attacks = attacks::queen(square, sight.occupied);
            let attacks = sight.see(color, Role::Queen, square, attacks);
            let free = (attacks & sight.area[color.index()]).count() as usize;
            sink.add(TermTopic::Mobility, color, &weights.mobility.queen[free], 1);
            let at = weights.squares.queen.at(square.relative_to(color));
            sink.add(TermTopic::Squares, color, at, 1);
            // A step of the screen, whosever it is, opens fire on her.
            let (rooks, bishops) =
                (self.pieces(!color, Role::Rook), self.pieces(!color, Role::Bishop));
            if screens(square, rooks, bishops, sight.occupied).any() {
                sink.add(TermTopic::Pieces, color, &weights.pieces.queen_exposed, 1);
            }
        }
    }

    /// Squares in the opponent's half, held by a pawn, from which no pawn can
    /// ever drive a piece.
    #[inline(always)]
    fn outposts(&self) -> Bitboard {
        let (us, them) = (self.color.index(), 1 - self.color.index());
        (ranks(Rank::Fourth, Rank::Sixth, self.color) & self.structure.attacks[us])
            .without(self.structure.prospects.reach[them])
    }
}

/// Where a bishop may be stuck, as its owner sees it: a1, h1, a7, h7.
const CORNERED: Bitboard = Bitboard(
    1 << Square::A1.index()
        | 1 << Square::H1.index()
        | 1 << Square::A7.index()
        | 1 << Square::H7.index(),
);
