//! What each side sees: every piece's attacks, worked out once and shared by all
//! terms.

use chess::{Bitboard, Color, File, Position, Rank, Role, Square, attacks};

use super::pawns::Structure;

/// The attacks of both sides, and what was noticed while they were worked out.
pub(super) struct AttackMap {
    /// Squares attacked by a side's pieces of one role.
    pub(super) by: [[Bitboard; 6]; 2],
    /// Squares attacked by a side.
    pub(super) all: [Bitboard; 2],
    /// Squares attacked by at least two pieces of a side.
    pub(super) twice: [Bitboard; 2],
    /// Squares on which a side's pieces count their mobility.
    pub(super) area: [Bitboard; 2],
    /// The squares around a side's king that attackers aim at.
    pub(super) ring: [Bitboard; 2],
    /// How many knights, bishops, rooks and queens aim at a side's ring.
    pub(super) aimers: [[i32; 4]; 2],
    /// How often the squares next to a side's king are attacked by those.
    pub(super) hits: [i32; 2],
    /// Each side's pieces that are pinned to their king.
    pub(super) pinned: [Bitboard; 2],
    /// Each side's king.
    pub(super) king: [Square; 2],
    /// All pieces.
    pub(super) occupied: Bitboard,
}

/// Files b to g and ranks 2 to 7: where a king has squares all around.
const fn inner(square: Square) -> Square {
    let file = square.index() % 8;
    let rank = square.index() / 8;
    let file = if file == 0 {
        1
    } else if file == 7 {
        6
    } else {
        file
    };
    let rank = if rank == 0 {
        1
    } else if rank == 7 {
        6
    } else {
        rank
    };
    Square::new(File::ALL[file], Rank::ALL[rank])
}

/// The nine squares around a king's nearest inner square.
const fn rings() -> [Bitboard; 64] {
    let mut rings = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::new(File::ALL[index % 8], Rank::ALL[index / 8]);
        let centre = inner(square);
        let mut step = 0;
        while step < 9 {
            if let Some(near) = centre.offset(step % 3 - 1, step / 3 - 1) {
                rings[index].insert(near);
            }
            step += 1;
        }
        index += 1;
    }
    rings
}

static RINGS: [Bitboard; 64] = rings();

/// The set moved one rank towards the opponent of `color`.
#[inline(always)]
pub(super) const fn forward(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

/// The ranks from `first` to `last`, both counted by `color`.
pub(super) const fn ranks(first: Rank, last: Rank, color: Color) -> Bitboard {
    let mut set = 0;
    let mut rank = first.index();
    while rank <= last.index() {
        set |= Bitboard::rank(Rank::ALL[rank].relative_to(color)).0;
        rank += 1;
    }
    Bitboard(set)
}

/// The pieces that stand alone between `target` and a slider that aims at it.
#[inline(always)]
pub(super) fn screens(
    target: Square,
    rooks: Bitboard,
    bishops: Bitboard,
    occupied: Bitboard,
) -> Bitboard {
    let mut screens = Bitboard::EMPTY;
    let snipers = (attacks::rook(target, Bitboard::EMPTY) & rooks)
        | (attacks::bishop(target, Bitboard::EMPTY) & bishops);
    for sniper in snipers {
        let between = attacks::between(target, sniper) & occupied;
        if !between.more_than_one() {
            screens |= between;
        }
    }
    screens
}

impl AttackMap {
    /// What pawns and kings see; the pieces are added one by one.
    #[inline(always)]
    pub(super) fn new(position: &Position, structure: &Structure) -> AttackMap {
        let board = position.board();
        let occupied = board.occupied();
        let king = Color::ALL.map(|color| position.king(color));
        let mut sight = AttackMap {
            by: [[Bitboard::EMPTY; 6]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            area: [Bitboard::EMPTY; 2],
            ring: [Bitboard::EMPTY; 2],
            aimers: [[0; 4]; 2],
            hits: [0; 2],
            pinned: [Bitboard::EMPTY; 2],
            king,
            occupied,
        };
        for color in Color::ALL {
            let us = color.index();
            let pawns = board.pieces(color, Role::Pawn);
            let pawn_attacks = structure.attacks[us];
            let king_attacks = attacks::king(king[us]);
            sight.by[us][Role::Pawn.index()] = pawn_attacks;
            sight.by[us][Role::King.index()] = king_attacks;
            sight.all[us] = pawn_attacks | king_attacks;
            sight.twice[us] = structure.attacks_twice[us] | (pawn_attacks & king_attacks);

            // A pawn that is blocked or at home hems its own pieces in; where
            // an enemy pawn takes is no place to go.
            let stuck =
                pawns & (forward(occupied, !color) | ranks(Rank::Second, Rank::Third, color));
            let own = stuck | board.pieces(color, Role::King) | board.pieces(color, Role::Queen);
            sight.area[us] = !(own | structure.attacks[1 - us]);
            let queens = board.pieces(!color, Role::Queen);
            let rooks = board.pieces(!color, Role::Rook) | queens;
            let bishops = board.pieces(!color, Role::Bishop) | queens;
            sight.pinned[us] = screens(king[us], rooks, bishops, occupied) & board.color(color);
            // What two pawns hold is not worth aiming at.
            sight.ring[us] = RINGS[king[us].index()].without(structure.attacks_twice[us]);
        }
        sight
    }

    /// A piece of `color` on `square` sees `attacks`. Returns those of them that
    /// a pin leaves it.
    #[inline(always)]
    pub(super) fn see(
        &mut self,
        color: Color,
        role: Role,
        square: Square,
        attacks: Bitboard,
    ) -> Bitboard {
        let (us, them) = (color.index(), 1 - color.index());
        let attacks = if self.pinned[us].contains(square) {
            attacks & attacks::line(self.king[us], square)
        } else {
            attacks
        };
        self.twice[us] |= self.all[us] & attacks;
        self.all[us] |= attacks;
        self.by[us][role.index()] |= attacks;
        if (attacks & self.ring[them]).any() {
            self.aimers[them][role.index() - 1] += 1;
            let near = self.by[them][Role::King.index()];
            self.hits[them] += (attacks & near).count() as i32;
        }
        attacks
    }

    /// What `color` attacks with pieces of `role`.
    #[inline(always)]
    pub(super) fn of(&self, color: Color, role: Role) -> Bitboard {
        self.by[color.index()][role.index()]
    }
}
