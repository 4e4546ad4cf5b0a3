//! Why an evaluation says what it says.

use chess::Color;

use crate::Score;

/// An evaluation's verdict on one position, term by term.
///
/// ```
/// use chess::Position;
///
/// let simple = plywise_eval::by_name("simple").ok_or("no such evaluation")?;
/// let position: Position = "4k3/8/8/8/8/8/P7/4K3 b - - 0 1".parse()?;
/// let explanation = simple.explain(&position);
/// assert_eq!(explanation.term("material").map(|term| (term.white, term.black)), Some((100, 0)));
/// assert_eq!(explanation.total(), 100);
/// assert_eq!(explanation.score(), simple.evaluate(&position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The evaluation's name.
    pub evaluation: &'static str,
    /// Whose move it is in the position.
    pub turn: Color,
    /// What was counted, in the order to read it.
    pub terms: Vec<Term>,
    /// What is worth knowing besides, such as the phase of the game.
    pub notes: Vec<EvaluationNote>,
}

/// One thing that was counted, in centipawns for its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// What it is.
    pub name: &'static str,
    /// What White gets for it.
    pub white: i32,
    /// What Black gets for it.
    pub black: i32,
}

/// A remark on the position that is not a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluationNote {
    /// What it is about.
    pub name: &'static str,
    /// What was found.
    pub text: &'static str,
}

impl Term {
    /// White's lead in this term.
    pub const fn difference(&self) -> i32 {
        self.white - self.black
    }
}

impl Explanation {
    /// The term with this name, if the evaluation counted it here.
    pub fn term(&self, name: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.name == name)
    }

    /// Everything that one side gets, in centipawns.
    pub fn side(&self, color: Color) -> i32 {
        let of_color = |term: &Term| match color {
            Color::White => term.white,
            Color::Black => term.black,
        };
        self.terms.iter().map(of_color).sum()
    }

    /// White's lead in centipawns.
    pub fn total(&self) -> i32 {
        self.side(Color::White) - self.side(Color::Black)
    }

    /// The score from the mover's view: what the evaluation returns.
    pub fn score(&self) -> Score {
        Score::cp(match self.turn {
            Color::White => self.total(),
            Color::Black => -self.total(),
        })
    }
}
