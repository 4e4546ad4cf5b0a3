//! The reasons why a set-up is not a legal position.

use std::fmt;

/// One reason why a set-up is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // each has its sentence in `Display`
pub enum Fault {
    NoWhiteKing,
    NoBlackKing,
    ManyWhiteKings,
    ManyBlackKings,
    PawnOnBackRank,
    ManyWhiteMen,
    ManyBlackMen,
    ManyWhitePawns,
    ManyBlackPawns,
    ManyWhitePromoted,
    ManyBlackPromoted,
    OpponentInCheck,
    ImpossibleCheck,
    WhiteCastling,
    BlackCastling,
    EnPassant,
}

impl Fault {
    /// All reasons, in the order in which they are told.
    pub const ALL: [Fault; 16] = [
        Fault::NoWhiteKing,
        Fault::NoBlackKing,
        Fault::ManyWhiteKings,
        Fault::ManyBlackKings,
        Fault::PawnOnBackRank,
        Fault::ManyWhiteMen,
        Fault::ManyBlackMen,
        Fault::ManyWhitePawns,
        Fault::ManyBlackPawns,
        Fault::ManyWhitePromoted,
        Fault::ManyBlackPromoted,
        Fault::OpponentInCheck,
        Fault::ImpossibleCheck,
        Fault::WhiteCastling,
        Fault::BlackCastling,
        Fault::EnPassant,
    ];
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::NoWhiteKing => "White has no king",
            Fault::NoBlackKing => "Black has no king",
            Fault::ManyWhiteKings => "White has more than one king",
            Fault::ManyBlackKings => "Black has more than one king",
            Fault::PawnOnBackRank => "a pawn stands on the first or eighth rank",
            Fault::ManyWhiteMen => "White has more than 16 pieces",
            Fault::ManyBlackMen => "Black has more than 16 pieces",
            Fault::ManyWhitePawns => "White has more than 8 pawns",
            Fault::ManyBlackPawns => "Black has more than 8 pawns",
            Fault::ManyWhitePromoted => "White has more promoted pieces than missing pawns",
            Fault::ManyBlackPromoted => "Black has more promoted pieces than missing pawns",
            Fault::OpponentInCheck => "the side not to move is in check",
            Fault::ImpossibleCheck => "no last move can have given this check",
            Fault::WhiteCastling => "White's castling rights need the king and those rooks at home",
            Fault::BlackCastling => "Black's castling rights need the king and those rooks at home",
            Fault::EnPassant => "no pawn has just passed over the en passant square",
        })
    }
}

/// A set of reasons, never empty when it comes from a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Faults(u32);

impl Faults {
    /// No reason at all.
    pub const NONE: Faults = Faults(0);

    /// Whether no reason was found.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this reason is among them.
    pub const fn contains(self, fault: Fault) -> bool {
        self.0 >> fault as u8 & 1 != 0
    }

    /// Adds a reason.
    pub const fn insert(&mut self, fault: Fault) {
        self.0 |= 1 << fault as u8;
    }

    /// The reasons one by one.
    pub fn iter(self) -> impl Iterator<Item = Fault> {
        Fault::ALL.into_iter().filter(move |&fault| self.contains(fault))
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Faults {
        let mut set = Faults::NONE;
        for fault in faults {
            set.insert(fault);
        }
        set
    }
}

/// All reasons in one line, separated by semicolons.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl std::error::Error for Faults {}
