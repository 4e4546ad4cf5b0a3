//! A game as the workshop sees it: moves, scores, result.

use chess::{Color, Move, Outcome, Position};

use numbers::mix;

/// A game that was played, with what the players thought of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Where it began.
    pub start: Position,
    /// Who won; `None` if nobody knows.
    pub outcome: Option<Outcome>,
    /// Why it ended.
    pub ending: GameEnding,
    /// The moves.
    pub plies: Vec<PackedPly>,
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedPly {
    /// What was played.
    pub mv: Move,
    /// What the mover's search said before the move, in centipawns from
    /// **White's** view, mates as in [`eval::Score`]; `None` for a move that
    /// nobody thought about, such as a random one in the opening.
    pub score: Option<i16>,
}

impl PackedPly {
    /// The score as the mover sees it.
    pub fn score_for(&self, mover: Color) -> Option<i16> {
        self.score.map(|score| match mover {
            Color::White => score,
            Color::Black => score.saturating_neg(),
        })
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameEnding {
    /// Nobody wrote it down.
    #[default]
    Unknown,
    /// Mate, stalemate, repetition, fifty moves or dead material.
    Rules,
    /// Both players called it won for several plies.
    CalledWon,
    /// Both players called it equal for many plies.
    CalledDrawn,
    /// It was too long.
    Length,
}

impl GameEnding {
    /// All endings, in the order of their numbers in files.
    pub const ALL: [GameEnding; 5] = [
        GameEnding::Unknown,
        GameEnding::Rules,
        GameEnding::CalledWon,
        GameEnding::CalledDrawn,
        GameEnding::Length,
    ];

    /// A few words for lists.
    pub const fn summary(self) -> &'static str {
        match self {
            GameEnding::Unknown => "unknown",
            GameEnding::Rules => "by the rules",
            GameEnding::CalledWon => "called won",
            GameEnding::CalledDrawn => "called drawn",
            GameEnding::Length => "too long",
        }
    }
}

impl PlayedGame {
    /// A game without moves.
    pub fn new(start: Position) -> PlayedGame {
        PlayedGame { start, outcome: None, ending: GameEnding::Unknown, plies: Vec::new() }
    }

    /// Each position in which a move was made, with that move.
    ///
    /// Moves are taken to be legal, as they are in a game that was read or
    /// played.
    pub fn positions(&self) -> impl Iterator<Item = (Position, PackedPly)> + '_ {
        let mut position = self.start;
        self.plies.iter().map(move |&ply| {
            let before = position;
            position.play_unchecked(ply.mv);
            (before, ply)
        })
    }

    /// A number that tells games apart, the same for the same start and moves.
    pub fn hash(&self) -> u64 {
        self.plies
            .iter()
            .fold(mix(self.start.key()), |hash, ply| mix(hash ^ u64::from(ply.mv.to_bits())))
    }

    /// How many plies were thought about.
    pub fn scored(&self) -> usize {
        self.plies.iter().filter(|ply| ply.score.is_some()).count()
    }

    /// Whether it is a position from inside a search, kept as a game of the
    /// ply that a search of its own wanted.
    fn is_sample(&self) -> bool {
        matches!(&self.plies[..], [PackedPly { score: Some(_), .. }])
    }
}

/// Tells by what numbers games are held out as a whole, game after game.
///
/// A game's number is its [hash](PlayedGame::hash), but samples from inside one
/// game's searches must share theirs, or a trainer would learn from some what
/// it is examined in by others. They follow one another and have the result and
/// the ending of their game, so a row of samples that agree in both gets one
/// number: now and then that of several games, never two for the same game.
#[derive(Default, Debug)]
pub struct Families {
    samples: Option<(Option<Outcome>, GameEnding, u64)>,
}

impl Families {
    /// The number of the next game.
    pub fn number(&mut self, game: &PlayedGame) -> u64 {
        if !game.is_sample() {
            self.samples = None;
            return game.hash();
        }
        match self.samples {
            Some((outcome, ending, number)) if (outcome, ending) == (game.outcome, game.ending) => {
                number
            }
            _ => {
                let number = game.hash();
                self.samples = Some((game.outcome, game.ending, number));
                number
            }
        }
    }
}
