//! What is claimed about a move, as types.

use chess::{Color, Move, Piece, Position, Square};
use uci::Value;

use crate::concession::Concession;
use crate::material::Exchange;
use crate::plan::Step;
use crate::threat::Threat;

/// Something said about a move, with what proves it.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// What is claimed.
    pub kind: Kind,
    /// How the claim bears on the move that is explained.
    pub role: ClaimRole,
    /// The squares it speaks of, the most important first.
    pub squares: Vec<Square>,
    /// The pieces on these squares, where the claim is about pieces.
    pub pieces: Vec<Piece>,
    /// Where the line begins.
    pub from: Position,
    /// The moves that show it.
    pub line: Vec<Move>,
    /// The number of the move in the line that does it, from 0.
    pub ply: usize,
    /// How it was proven.
    pub proof: Proof,
}

/// How a claim bears on the move that is explained.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClaimRole {
    /// The move itself does it.
    Plays,
    /// The move makes it possible for the opponent.
    Allows,
    /// The opponent could do it already, and the move does nothing about it.
    Overlooks,
    /// A better move would have done it.
    Misses,
    /// Why the better move is better.
    Better,
    /// The side to move can do it.
    Chance,
    /// The opponent would do it if it were her move.
    Threat,
    /// The side to move loses it even with the best move.
    Loses,
    /// What the side to move does next, by the best line.
    Plan,
    /// What the evaluation thinks, which nobody has proven.
    Opinion,
}

/// What is claimed. Tactical motifs have the names that lichess gives to puzzle themes.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// Material changes hands in the line.
    Material(Exchange),
    /// Mate in so many moves.
    MateIn(u32),
    /// A win that was there is no longer.
    LostWin {
        /// What the position was worth to the mover before the move.
        before: Value,
        /// What it is worth after it.
        after: Value,
    },
    /// The game is lost now, and was not before.
    LostGame {
        /// What the position was worth to the mover before the move.
        before: Value,
        /// What it is worth after it.
        after: Value,
    },
    /// Something is given up for good.
    Concession(Concession),
    /// The first move of the line threatens something.
    Threat(Threat),
    /// The chances fall; nothing more can be said.
    Chances {
        /// What the position was worth to the mover before the move.
        before: Value,
        /// What it is worth after it.
        after: Value,
    },
    /// A mate that takes so many moves, where one in `fastest` was there.
    SlowerWin {
        /// Moves of the shortest mate that was found.
        fastest: u32,
        /// Moves of the one that is left.
        left: u32,
    },
    /// A pawn becomes a piece there, and stays.
    Promotes(Square),
    /// The side to move is in check.
    Check,
    /// A piece can be taken for nothing, or for less.
    Hangs(Square),
    /// All other moves are clearly worse.
    OnlyMove,
    /// Material is given, and the move is best all the same.
    Sacrifice,
    /// Steps of the best line, each with the number of its move in the line.
    Plan(Vec<(usize, Step)>),
    /// A tactical motif.
    Motif(Motif),
    /// Something about the position that the evaluation has an opinion of.
    Opinion(Topic),
}

/// Tactical motifs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Motif {
    /// Mate on the home rank, the king shut in by its own pieces.
    BackRankMate,
    /// Two pieces give check at once.
    DoubleCheck,
    /// A piece that can be taken for nothing.
    HangingPiece,
    /// One piece attacks two.
    Fork,
    /// A piece cannot move because of what stands behind it.
    Pin,
    /// A piece must move away and leaves what stands behind it.
    Skewer,
    /// A piece moves out of the way of another that attacks.
    DiscoveredAttack,
    /// A piece that is attacked and has nowhere to go.
    TrappedPiece,
    /// A piece is drawn away from what it guards.
    Deflection,
    /// A piece is drawn to a square where it comes to harm.
    Attraction,
    /// The piece that guards another is taken.
    CapturingDefender,
    /// Another threat first, the expected capture afterwards.
    Intermezzo,
    /// A pawn becomes a piece.
    Promotion,
}

/// What opinions are about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// The right to castle is given up.
    CastlingRight,
    /// The pawns before the king.
    KingShelter,
    /// How much is aimed at the king.
    KingDanger,
    /// Doubled, isolated and backward pawns.
    PawnStructure,
    /// Passed pawns.
    PassedPawns,
    /// What the pieces can reach.
    Mobility,
    /// Where the pieces stand.
    Pieces,
    /// Room behind the pawns.
    Space,
}

/// How a claim was proven.
#[derive(Clone, PartialEq, Debug)]
pub enum Proof {
    /// By the rules of the game alone.
    Rules,
    /// By a search of so many nodes; the line is worth `value` to who begins it.
    Search {
        /// Nodes of the search that found the line; of all its searches for a motif, whose line
        /// is put together move by move.
        nodes: u64,
        /// What the line is worth to who begins it.
        value: Value,
    },
    /// Not at all: the terms of an evaluation differ by so many centipawns.
    Evaluation {
        /// The difference for the mover.
        centipawns: i32,
    },
}

impl Claim {
    /// Who begins the line.
    pub fn side(&self) -> Color {
        self.from.turn()
    }

    /// Whether this says that the move explained is bad.
    pub fn is_fault(&self) -> bool {
        matches!(self.role, ClaimRole::Allows | ClaimRole::Overlooks | ClaimRole::Misses)
            && !matches!(self.kind, Kind::SlowerWin { .. })
    }

    /// Whether this says why the move is bad, and not merely that it is.
    pub fn is_reason(&self) -> bool {
        self.is_fault() && !matches!(self.kind, Kind::Chances { .. })
    }

    /// What to draw on the board where the line begins: the move that does it, and what it
    /// attacks.
    pub fn arrows(&self) -> Vec<[Square; 2]> {
        let mut arrows = Vec::new();
        if let (Kind::Check, [king, checkers @ ..]) = (&self.kind, self.squares.as_slice()) {
            return checkers.iter().map(|&checker| [checker, *king]).collect();
        }
        if let Some(mv) = self.line.first() {
            arrows.push([mv.from(), mv.to()]);
        }
        if let Kind::Threat(threat) = &self.kind {
            arrows.extend(threat.line.first().map(|then| [then.from(), then.to()]));
        }
        // Later moves of a line have boards of their own.
        if self.ply == 0
            && let Kind::Motif(motif) = self.kind
        {
            let at = |index: usize| self.squares.get(index).copied();
            let targets: Vec<[Option<Square>; 2]> = match motif {
                Motif::Fork => (1..self.squares.len()).map(|index| [at(0), at(index)]).collect(),
                Motif::Pin | Motif::Skewer => vec![[at(0), at(2)]],
                Motif::DiscoveredAttack | Motif::Deflection => vec![[at(1), at(2)]],
                _ => Vec::new(),
            };
            let whole = |[from, to]: [Option<Square>; 2]| Some([from?, to?]);
            arrows.extend(targets.into_iter().filter_map(whole));
        }
        arrows.dedup();
        arrows
    }
}

impl ClaimRole {
    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            ClaimRole::Plays => "plays",
            ClaimRole::Allows => "allows",
            ClaimRole::Overlooks => "overlooks",
            ClaimRole::Misses => "misses",
            ClaimRole::Better => "better",
            ClaimRole::Chance => "chance",
            ClaimRole::Threat => "threat",
            ClaimRole::Loses => "loses",
            ClaimRole::Plan => "plan",
            ClaimRole::Opinion => "opinion",
        }
    }
}

impl Kind {
    /// The name for programs: lichess's theme where there is one.
    pub fn name(&self) -> String {
        match self {
            Kind::Material(_) => "material".to_owned(),
            Kind::MateIn(moves) => format!("mateIn{moves}"),
            Kind::LostWin { .. } => "lostWin".to_owned(),
            Kind::LostGame { .. } => "lostGame".to_owned(),
            Kind::Concession(concession) => concession.name().to_owned(),
            Kind::Threat(_) => "threat".to_owned(),
            Kind::Chances { .. } => "chances".to_owned(),
            Kind::SlowerWin { .. } => "slowerWin".to_owned(),
            Kind::Promotes(_) => "promotion".to_owned(),
            Kind::Check => "check".to_owned(),
            Kind::Hangs(_) => "hangingPiece".to_owned(),
            Kind::OnlyMove => "onlyMove".to_owned(),
            Kind::Sacrifice => "sacrifice".to_owned(),
            Kind::Plan(_) => "plan".to_owned(),
            Kind::Motif(motif) => motif.name().to_owned(),
            Kind::Opinion(topic) => topic.name().to_owned(),
        }
    }
}

impl Kind {
    /// Which praise is worth more: that for the rarer thing, which has the lower number.
    pub(crate) const fn rarity(&self) -> u8 {
        match self {
            Kind::Sacrifice => 0,
            Kind::MateIn(_) => 1,
            Kind::Motif(_) => 2,
            _ => 3,
        }
    }
}

impl Concession {
    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Concession::Castling => "castlingRight",
            Concession::PassedPawn(_) => "passedPawn",
            Concession::DoubledPawns(_) => "doubledPawns",
            Concession::IsolatedPawn(_) => "isolatedPawn",
            Concession::BishopPair => "bishopPair",
            Concession::Outpost(..) => "outpost",
            Concession::Intruder(..) => "seventhRank",
            Concession::OpenFile(_) => "openFile",
            Concession::Shelter(_) => "kingShelter",
            Concession::ExposedKing(_) => "exposedKing",
            Concession::KingInside(_) => "activeKing",
            Concession::QueensOff => "queenExchange",
            Concession::PawnEnding => "pawnEndgame",
            Concession::Pinned(..) => "pinnedPiece",
            Concession::ShutIn(..) => "shutInPiece",
            Concession::Development(_) => "development",
            Concession::Centre(_) => "centre",
        }
    }
}

impl Motif {
    /// All of them.
    pub const ALL: [Motif; 13] = [
        Motif::BackRankMate,
        Motif::DoubleCheck,
        Motif::HangingPiece,
        Motif::Fork,
        Motif::Pin,
        Motif::Skewer,
        Motif::DiscoveredAttack,
        Motif::TrappedPiece,
        Motif::Deflection,
        Motif::Attraction,
        Motif::CapturingDefender,
        Motif::Intermezzo,
        Motif::Promotion,
    ];

    /// lichess's name of the theme.
    pub const fn name(self) -> &'static str {
        match self {
            Motif::BackRankMate => "backRankMate",
            Motif::DoubleCheck => "doubleCheck",
            Motif::HangingPiece => "hangingPiece",
            Motif::Fork => "fork",
            Motif::Pin => "pin",
            Motif::Skewer => "skewer",
            Motif::DiscoveredAttack => "discoveredAttack",
            Motif::TrappedPiece => "trappedPiece",
            Motif::Deflection => "deflection",
            Motif::Attraction => "attraction",
            Motif::CapturingDefender => "capturingDefender",
            Motif::Intermezzo => "intermezzo",
            Motif::Promotion => "promotion",
        }
    }
}

impl Topic {
    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::CastlingRight => "castlingRight",
            Topic::KingShelter => "kingShelter",
            Topic::KingDanger => "kingDanger",
            Topic::PawnStructure => "pawnStructure",
            Topic::PassedPawns => "passedPawns",
            Topic::Mobility => "mobility",
            Topic::Pieces => "pieces",
            Topic::Space => "space",
        }
    }
}
