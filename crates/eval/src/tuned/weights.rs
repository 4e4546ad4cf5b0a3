//! Every number of the evaluation, with what it is paid for.
//!
//! All are centipawns as [`Pair`]s, middle game first, but for the king's
//! danger, which has a scale of its own. Arrays by rank begin with the lowest
//! rank that makes sense and say which it is.

use super::Pair;
use super::map::{HALF, PAWNS, PairMap, WHOLE};
use super::tables;
use crate::weights::weights;

/// A pair, short enough for tables.
const fn p(mg: i32, eg: i32) -> Pair {
    Pair::new(mg, eg)
}

weights! {
    /// The weights of [`Tuned`](super::Tuned).
    pub struct TunedWeights {
        /// The pieces.
        pub values: ManWeights = ManWeights::DEFAULT,
        /// The pieces' squares.
        pub squares: SquareWeights = SquareWeights::DEFAULT,
        /// How many squares a piece can go to.
        pub mobility: MobilityWeights = MobilityWeights::DEFAULT,
        /// How pieces stand.
        pub pieces: PieceWeights = PieceWeights::DEFAULT,
        /// How pawns stand to each other.
        pub pawns: PawnWeights = PawnWeights::DEFAULT,
        /// Passed pawns.
        pub passed: PassedWeights = PassedWeights::DEFAULT,
        /// Pawns around the king.
        pub shelter: ShelterWeights = ShelterWeights::DEFAULT,
        /// The king's danger.
        pub danger: DangerWeights = DangerWeights::DEFAULT,
        /// Threats.
        pub threats: ThreatWeights = ThreatWeights::DEFAULT,
        /// A safe square in one's own camp, with all pieces on the board.
        pub space: Pair = p(2, -1),
        /// To be on move.
        pub tempo: Pair = p(23, 14),
        /// How easily a lead is turned into a win.
        pub complexity: ComplexityWeights = ComplexityWeights::DEFAULT,
    }
}

weights! {
    /// The pieces, and what changes their worth.
    pub struct ManWeights {
        /// A pawn.
        pub pawn: Pair = p(73, 108),
        /// A knight.
        pub knight: Pair = p(323, 323),
        /// A bishop.
        pub bishop: Pair = p(332, 340),
        /// A rook.
        pub rook: Pair = p(457, 576),
        /// A queen.
        pub queen: Pair = p(1008, 1058),
        /// Bishops of both colours.
        pub bishop_pair: Pair = p(24, 51),
        /// A knight, for each pawn beside it: in closed positions it is at home.
        pub knight_with_pawns: Pair = p(2, 4),
        /// A rook, for each pawn beside it.
        pub rook_with_pawns: Pair = p(-5, -2),
    }
}

weights! {
    /// Where pieces stand.
    pub struct SquareWeights {
        /// A pawn's square.
        pub pawn: PairMap<PAWNS> = tables::PAWN,
        /// A knight's square.
        pub knight: PairMap<HALF> = tables::KNIGHT,
        /// A bishop's square.
        pub bishop: PairMap<HALF> = tables::BISHOP,
        /// A rook's square.
        pub rook: PairMap<HALF> = tables::ROOK,
        /// A queen's square.
        pub queen: PairMap<HALF> = tables::QUEEN,
        /// A king's square.
        pub king: PairMap<WHOLE> = tables::KING,
    }
}

weights! {
    /// By how many squares a piece can go to: not held by enemy pawns, nor
    /// taken by own pawns that do not move, king or queen.
    pub struct MobilityWeights {
        /// A knight with 0 to 8 squares.
        pub knight: [Pair; 9] = [
            p(-21, -48), p(-23, -37), p(-12, -16), p(-5, -3), p(1, 2), p(4, 10), p(10, 10),
            p(12, 11), p(20, 13),
        ],
        /// A bishop with 0 to 13 squares.
        pub bishop: [Pair; 14] = [
            p(-23, -44), p(-17, -34), p(-5, -14), p(3, -4), p(7, 9), p(12, 17), p(16, 21),
            p(15, 25), p(17, 26), p(20, 34), p(28, 28), p(32, 32), p(38, 34), p(41, 35),
        ],
        /// A rook with 0 to 14 squares.
        pub rook: [Pair; 15] = [
            p(-41, -69), p(-17, -40), p(-5, -13), p(1, -3), p(-2, 5), p(-2, 23), p(0, 25),
            p(2, 33), p(5, 37), p(7, 42), p(6, 47), p(11, 50), p(19, 57), p(24, 58), p(23, 61),
        ],
        /// A queen with 0 to 27 squares.
        pub queen: [Pair; 28] = [
            p(-30, -60), p(-17, -49), p(-12, -40), p(-9, -32), p(-3, -24), p(-3, -18), p(-1, -8),
            p(1, -2), p(3, 6), p(8, 13), p(7, 21), p(8, 26), p(8, 31), p(14, 33), p(12, 34),
            p(15, 39), p(12, 41), p(17, 43), p(17, 45), p(16, 46), p(20, 48), p(21, 50),
            p(23, 51), p(23, 50), p(24, 52), p(25, 52), p(26, 53), p(27, 54),
        ],
    }
}

weights! {
    /// Features of single pieces.
    pub struct PieceWeights {
        /// A knight for each step from its king.
        pub knight_from_king: Pair = p(-5, -1),
        /// A bishop for each step from its king.
        pub bishop_from_king: Pair = p(-2, 0),
        /// A knight or bishop right behind a pawn.
        pub minor_behind_pawn: Pair = p(5, 9),
        /// A knight beyond the centre line, held by a pawn, safe from pawns.
        pub knight_outpost: Pair = p(26, 15),
        /// A knight that can go to such a square.
        pub knight_near_outpost: Pair = p(16, 10),
        /// A bishop on such a square.
        pub bishop_outpost: Pair = p(23, 10),
        /// A bishop for each own pawn on its colour.
        pub bishop_own_pawns: Pair = p(-1, -2),
        /// A bishop for each of those that cannot move.
        pub bishop_fixed_pawns: Pair = p(-3, 1),
        /// A bishop that pawns do not keep from two squares of the centre.
        pub bishop_long_diagonal: Pair = p(11, 5),
        /// A bishop in its corner behind an own pawn.
        pub bishop_cornered: Pair = p(-50, -30),
        /// A bishop that took on a7 or h7 and is shut in by a pawn.
        pub bishop_trapped: Pair = p(-60, -50),
        /// A rook on a file without pawns.
        pub rook_open: Pair = p(29, 5),
        /// A rook on a file without own pawns.
        pub rook_half_open: Pair = p(11, 7),
        /// A rook walled in by its king; twice if the king can castle no more.
        pub rook_trapped: Pair = p(-14, -1),
        /// A rook on the seventh rank with something to do there.
        pub rook_seventh: Pair = p(1, 15),
        /// A queen with one piece between her and a rook or bishop that aims at her.
        pub queen_exposed: Pair = p(-15, -7),
    }
}

weights! {
    /// The pawns' structure.
    pub struct PawnWeights {
        /// A pawn without neighbours.
        pub isolated: Pair = p(-9, -5),
        /// The same with no enemy pawn ahead on its file.
        pub isolated_open: Pair = p(-17, -10),
        /// A pawn behind another on its file.
        pub doubled: Pair = p(-5, -17),
        /// A pawn left behind that cannot step safely.
        pub backward: Pair = p(-1, -8),
        /// The same with no enemy pawn ahead on its file.
        pub backward_open: Pair = p(-23, -12),
        /// A pawn held by another, on the third to the seventh rank.
        pub supported: [Pair; 5] = [p(14, 11), p(9, 10), p(21, 11), p(47, 42), p(90, 70)],
        /// A pawn beside another, on the second to the seventh rank.
        pub phalanx: [Pair; 6] =
            [p(4, 1), p(4, 7), p(12, 8), p(23, 33), p(78, 86), p(80, 121)],
    }
}

weights! {
    /// Passed pawns. Where nothing else is said the four weights are for the
    /// fourth to the seventh rank.
    pub struct PassedWeights {
        /// A passed pawn, on the second to the seventh rank.
        pub rank: [Pair; 6] = [p(-3, 7), p(-4, 13), p(4, 37), p(27, 70), p(50, 118), p(90, 186)],
        /// A pawn that has helpers enough to pass, on the second to the sixth rank.
        pub candidate: [Pair; 5] = [p(0, 0), p(3, 5), p(2, 19), p(10, 36), p(39, 70)],
        /// It cannot step, because somebody stands there.
        pub blocked: [Pair; 4] = [p(-5, -4), p(-2, -13), p(-7, -38), p(-21, -87)],
        /// It can step without being attacked.
        pub safe_step: [Pair; 4] = [p(3, 6), p(6, 18), p(9, 27), p(20, 48)],
        /// Its whole way is free of enemies and attacks.
        pub safe_path: [Pair; 4] = [p(-2, 16), p(3, 20), p(14, 50), p(40, 108)],
        /// A piece of its own holds the square before it.
        pub helped: [Pair; 4] = [p(3, 9), p(11, 14), p(13, 27), p(23, 37)],
        /// For each step, up to five, of its own king to the square before it.
        pub own_king: [Pair; 4] = [p(-2, -9), p(0, -14), p(0, -23), p(-3, -23)],
        /// For each step, up to five, of the other king.
        pub their_king: [Pair; 4] = [p(2, 9), p(-2, 18), p(-2, 33), p(5, 32)],
        /// A rook or queen of its own behind it.
        pub rook_behind: Pair = p(6, 19),
        /// A rook or queen of the other side behind it.
        pub rook_hunting: Pair = p(-11, -34),
        /// No piece is left to stop one, and the king is too late.
        pub unstoppable: Pair = p(100, 397),
    }
}

weights! {
    /// The pawns on the king's file and beside it, those behind it left out.
    pub struct ShelterWeights {
        /// The nearest own pawn: by distance of the file from the edge, then
        /// none, or on the second to the seventh rank.
        pub pawn: [[Pair; 7]; 4] = [
            [p(-14, 8), p(22, -9), p(13, -5), p(10, 2), p(-7, 1), p(-6, 12), p(-9, 12)],
            [p(-30, 11), p(24, -6), p(14, -5), p(-11, 7), p(-16, 6), p(-14, 8), p(-20, 10)],
            [p(-12, 2), p(23, -4), p(-2, 2), p(-5, 2), p(-16, 3), p(-11, 7), p(-16, 9)],
            [p(-20, 8), p(5, -5), p(1, -1), p(-7, -1), p(-11, 1), p(-18, 5), p(-20, 7)],
        ],
        /// The nearest enemy pawn, in the same way.
        pub storm: [[Pair; 7]; 4] = [
            [p(-2, -3), p(17, -10), p(-30, -6), p(-19, -1), p(-9, -3), p(-4, -2), p(-1, 0)],
            [p(-2, 0), p(12, -10), p(-35, -6), p(-23, 2), p(-10, 0), p(3, 1), p(-4, -3)],
            [p(4, -2), p(11, -8), p(-34, -4), p(-25, -2), p(-3, -1), p(-4, 0), p(-3, 1)],
            [p(-7, -3), p(8, -9), p(-30, -9), p(-19, -2), p(-12, 0), p(-3, -5), p(-1, -1)],
        ],
        /// The nearest enemy pawn if an own pawn blocks it, on the third to
        /// the seventh rank.
        pub blocked_storm: [Pair; 5] = [p(-5, -9), p(4, -7), p(0, -5), p(5, -6), p(3, 0)],
        /// For each step from the king to the nearest pawn of either side.
        pub pawn_distance: Pair = p(0, -13),
    }
}

weights! {
    /// What endangers a king. The sum is squared for the middle game (1024 is
    /// 1024 centipawns) and divided by 16 for the endgame; a king that nobody
    /// is after pays nothing.
    pub struct DangerWeights {
        /// Somebody is after the king.
        pub base: Pair = p(40, 0),
        /// The enemy has no queen.
        pub no_queen: Pair = p(-184, -61),
        /// Each knight, bishop, rook, queen that aims at the king's ring.
        pub aimer: [Pair; 4] = [p(44, 20), p(33, 17), p(25, 9), p(27, 20)],
        /// Each attack of a piece on a square next to the king.
        pub hit: Pair = p(17, 3),
        /// Each weak square of the ring.
        pub weak_square: Pair = p(35, 8),
        /// A safe check by a knight, bishop, rook, queen.
        pub safe_check: [Pair; 4] = [p(114, 40), p(73, 30), p(126, 41), p(108, 61)],
        /// Each square of a check that is not safe.
        pub unsafe_check: Pair = p(13, 2),
        /// Each square on the king's wing that is attacked; again if twice.
        pub flank_attack: Pair = p(6, 3),
        /// Each square on the king's wing that is held.
        pub flank_defence: Pair = p(-7, -1),
        /// Each piece pinned to the king.
        pub pinned: Pair = p(18, 9),
        /// A knight that holds a square next to its king.
        pub knight_guard: Pair = p(-29, -9),
        /// Each file around the king without an own pawn.
        pub open_file: Pair = p(16, -2),
    }
}

weights! {
    /// What a side threatens.
    pub struct ThreatWeights {
        /// A knight or bishop attacks a pawn, knight, bishop, rook, queen.
        pub by_minor: [Pair; 5] = [p(3, 14), p(23, 20), p(32, 29), p(49, 35), p(48, 59)],
        /// A rook attacks a pawn, knight, bishop, rook, queen that is weak.
        pub by_rook: [Pair; 5] = [p(1, 19), p(19, 24), p(22, 23), p(4, 20), p(43, 29)],
        /// The king attacks something weak.
        pub by_king: Pair = p(11, 26),
        /// Each weak piece that nobody holds, or a piece attacked twice.
        pub hanging: Pair = p(20, 22),
        /// Each square that both sides attack and the enemy does not hold firmly.
        pub contested: Pair = p(4, 1),
        /// A safe pawn attacks a knight, bishop, rook, queen.
        pub by_pawn: [Pair; 4] = [p(72, 42), p(67, 51), p(77, 30), p(70, 19)],
        /// Each piece that a safe pawn can attack with its next step.
        pub by_push: Pair = p(17, 15),
        /// Each safe square from which a knight will attack the queen.
        pub knight_on_queen: Pair = p(8, 0),
        /// Each safe square from which a bishop or rook will attack her.
        pub slider_on_queen: Pair = p(21, 0),
    }
}

weights! {
    /// What the leader gains, see `complexity`.
    pub struct ComplexityWeights {
        /// Always.
        pub base: Pair = p(-1, -40),
        /// Each pawn of either side.
        pub pawn: Pair = p(-1, 5),
        /// Each passed pawn of either side.
        pub passed: Pair = p(1, 1),
        /// Pawns on both wings.
        pub both_wings: Pair = p(10, 37),
        /// Kings and pawns only.
        pub pawn_ending: Pair = p(0, 59),
        /// Each king beyond the centre line.
        pub king_beyond_centre: Pair = p(-4, 20),
    }
}
