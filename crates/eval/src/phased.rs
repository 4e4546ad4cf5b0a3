//! `phased`: other goals in the opening, the middle game and the endgame.

use chess::{Bitboard, Board, Color, Position, Rank, Role, Square};

use crate::castling::{Castling, Wing};
use crate::pawns::{files_of, passed, relative};
use crate::tally::{self, TermSink, Terms};
use crate::weights::{self, weights};
use crate::{
    EvaluationNote, Evaluator, Explanation, Phase, PieceValues, Score, Tunable, Weight,
    WeightsError,
};

/// Report A's big evaluation: material, and for each [`Phase`] its own goals.
///
/// * Opening: attacks on the four centre squares, developed pieces, and a king
///   that has castled behind a sound pawn shield.
/// * Middle game: the shield once the king has gone to one side, pawns beyond
///   the centre line, passed pawns, rooks on open and half-open files.
/// * Endgame: the king near the centre. (A search may also look two plies
///   further, see [`Evaluator::is_endgame`].)
///
/// What the report leaves open is filled in here:
///
/// * Its weights are not printed. Ours are a pawn's fraction each, so that all
///   of them together seldom outweigh a piece.
/// * Its two shields are not drawn. Ours are three pawns at home, and the same
///   with the rook's pawn one step up, which gives the king air.
/// * Whose attacks on the centre count: all pieces' but the king's, a piece once
///   for each centre square it attacks, whoever stands there.
/// * The king never counts as developed; queens and rooks have a weight of
///   their own, since the report's reader would not thank it for early sorties.
/// * Open and half-open are used as players use them: no pawns on the file, or
///   none of one's own. (The report's half-open file holds *only* own pawns,
///   which lets no rook out.)
/// * A passed pawn has no enemy pawn ahead on its own file either.
/// * The king's nearness to the centre is counted in steps, so that a search
///   that cannot see the goal still feels the way.
///
/// The phases switch over at once, as they do in the report, and with them the
/// score jumps.
#[derive(Clone, Debug, Default)]
pub struct Phased {
    weights: PhasedWeights,
}

weights! {
    /// The weights of [`Phased`].
    pub struct PhasedWeights {
        /// The pieces.
        pub values: PieceValues = PieceValues::DEFAULT,
        /// Opening: each attack of a piece on d4, d5, e4 or e5.
        pub centre_attack: i32 = 5,
        /// Opening: a knight or bishop off the back rank.
        pub developed_minor: i32 = 20,
        /// Opening: a rook or queen off the back rank.
        pub developed_major: i32 = 5,
        /// Opening and middle game: the king behind three pawns at home.
        pub shield: i32 = 40,
        /// Opening and middle game: the same with the rook's pawn one step up.
        pub shield_with_air: i32 = 30,
        /// Middle game: a pawn beyond the centre line.
        pub advanced_pawn: i32 = 10,
        /// Middle game: a passed pawn.
        pub passed_pawn: i32 = 30,
        /// Middle game: a rook on a file without pawns.
        pub rook_on_open_file: i32 = 25,
        /// Middle game: a rook on a file with enemy pawns only.
        pub rook_on_half_open_file: i32 = 12,
        /// Endgame: each step that the king is nearer to the centre than the edge is.
        pub king_to_centre: i32 = 10,
    }
}

/// The four squares that openings are about.
const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];
/// The squares beyond the centre line, as White sees them.
const BEYOND_CENTRE: Bitboard = Bitboard(0xffff_ffff_0000_0000);
/// King steps from the edge to the nearest centre square.
const EDGE_TO_CENTRE: i32 = 3;

impl Phased {
    /// The evaluation with these weights.
    pub const fn new(weights: PhasedWeights) -> Phased {
        Phased { weights }
    }

    #[inline]
    fn opening<T: TermSink>(&self, position: &Position, tally: &mut T) {
        let weights = &self.weights;
        let board = position.board();
        // From the squares' side: four look-ups for both colours, instead of
        // one for each piece.
        let attackers = CENTRE.map(|square| {
            position.attackers_to(square, board.occupied()).without(board.role(Role::King))
        });
        for color in Color::ALL {
            let pieces = board.color(color);
            let attacks: u32 = attackers.iter().map(|&set| (set & pieces).count()).sum();
            tally.add("centre", color, weights.centre_attack * attacks as i32);

            let out = pieces.without(Bitboard::rank(Rank::First.relative_to(color)));
            let minor = out & (board.role(Role::Knight) | board.role(Role::Bishop));
            let major = out & (board.role(Role::Rook) | board.role(Role::Queen));
            let development = weights.developed_minor * minor.count() as i32
                + weights.developed_major * major.count() as i32;
            tally.add("development", color, development);

            let has_castled = Castling::of(position, color) == Castling::Done;
            let shield = if has_castled { self.shield(position, color) } else { 0 };
            tally.add("king safety", color, shield);
        }
    }

    #[inline]
    fn middle<T: TermSink>(&self, position: &Position, tally: &mut T) {
        let weights = &self.weights;
        let board = position.board();
        for color in Color::ALL {
            tally.add("king safety", color, self.shield(position, color));

            let [ours, theirs] = pawns(board, color);
            let advanced = (ours & BEYOND_CENTRE).count() as i32;
            tally.add("advanced pawns", color, weights.advanced_pawn * advanced);
            let passed = passed(ours, theirs).count() as i32;
            tally.add("passed pawns", color, weights.passed_pawn * passed);

            // Files are the same from both sides: no need to turn the rooks round.
            let free = board.pieces(color, Role::Rook).without(files_of(ours));
            let open = free.without(files_of(theirs));
            let half_open = free.without(open);
            let rooks = weights.rook_on_open_file * open.count() as i32
                + weights.rook_on_half_open_file * half_open.count() as i32;
            tally.add("rook files", color, rooks);
        }
    }

    #[inline]
    fn end<T: TermSink>(&self, position: &Position, tally: &mut T) {
        for color in Color::ALL {
            let king = position.king(color);
            let steps = CENTRE.map(|square| king.distance(square)).into_iter().min().unwrap_or(0);
            let nearer = EDGE_TO_CENTRE - steps as i32;
            tally.add("king to the centre", color, self.weights.king_to_centre * nearer);
        }
    }

    /// What the pawns before the king are worth, if it stands on a wing of its back rank.
    #[inline]
    fn shield(&self, position: &Position, color: Color) -> i32 {
        let king = position.king(color).relative_to(color);
        let Some(wing) = Wing::of(king) else { return 0 };
        let [pawns, _] = pawns(position.board(), color);
        let holds = |shield: [Square; 3]| shield.into_iter().all(|square| pawns.contains(square));
        let (at_home, with_air) = match wing {
            Wing::Queenside => {
                ([Square::A2, Square::B2, Square::C2], [Square::A3, Square::B2, Square::C2])
            }
            Wing::Kingside => {
                ([Square::F2, Square::G2, Square::H2], [Square::F2, Square::G2, Square::H3])
            }
        };
        if holds(at_home) {
            self.weights.shield
        } else if holds(with_air) {
            self.weights.shield_with_air
        } else {
            0
        }
    }
}

/// Our pawns and theirs, as `us` sees them.
#[inline]
fn pawns(board: &Board, us: Color) -> [Bitboard; 2] {
    [us, !us].map(|color| relative(board.pieces(color, Role::Pawn), us))
}

impl Evaluator for Phased {
    fn name(&self) -> &'static str {
        "phased"
    }

    fn summary(&self) -> &'static str {
        "the pieces, and the goals of opening, middle game or endgame"
    }

    fn evaluate(&self, position: &Position) -> Score {
        tally::score(self, position)
    }

    fn explain(&self, position: &Position) -> Explanation {
        let phase = EvaluationNote { name: "phase", text: Phase::of(position).name() };
        tally::explanation(self.name(), self, position, vec![phase])
    }
}

impl Terms for Phased {
    #[inline(always)]
    fn tally<T: TermSink>(&self, position: &Position, tally: &mut T) {
        for color in Color::ALL {
            tally.add("material", color, self.weights.values.material(position.board(), color));
        }
        match Phase::of(position) {
            Phase::Opening => self.opening(position, tally),
            Phase::Middle => self.middle(position, tally),
            Phase::End => self.end(position, tally),
        }
    }
}

impl Tunable for Phased {
    fn weights(&self) -> Vec<Weight> {
        weights::list(&self.weights)
    }

    fn with_weights(&self, values: &[i32]) -> Result<Box<dyn Tunable>, WeightsError> {
        Ok(Box::new(Phased::new(weights::replaced(&self.weights, values)?)))
    }
}
