//! Recounts exercises: works their answers out again from what the question shows, by plain ways
//! that share nothing with the makers. It panics where an exercise claims something else.
//!
//! `tests/exercises.rs` recounts some of each kind, `examples/recount.rs` as many as one likes.

mod board;
mod few;
mod numbers;
mod searches;
mod trees;

use chess::{Color, Position, Role};
use plywise_course::{Answer, Exercise, ExerciseOrder, Marking, Wanted, exercise, mark};

/// Recounts the exercise of a kind by a seed.
pub(crate) fn check(lesson: &str, kind: &str, seed: u32) {
    let asked = Asked::of(lesson, kind, seed);
    let is_known = trees::check(&asked)
        || board::check(&asked)
        || numbers::check(&asked)
        || searches::check(&asked)
        || few::check(&asked);
    assert!(is_known, "nobody recounts {kind}");
    // What is right is marked so, and the solution in words is there.
    let marking = asked.marking(Some(&asked.marking.solution));
    assert_eq!((marking.right, marking.remark), (Some(true), None));
    assert!(!marking.solution_text.is_empty() && !marking.why.is_empty());
    assert!(!asked.it.hints.is_empty());
}

/// An exercise with its solution.
pub(crate) struct Asked {
    order: ExerciseOrder,
    pub(crate) it: Exercise,
    pub(crate) marking: Marking,
}

impl Asked {
    fn of(lesson: &str, kind: &str, seed: u32) -> Asked {
        let (lesson, kind) = (lesson.to_owned(), Some(kind.to_owned()));
        let order = ExerciseOrder { lesson, kind, seed, fen: None };
        let it = exercise(&order).unwrap_or_else(|error| panic!("it cannot be made: {error}"));
        let marking = mark(&order, None).unwrap();
        Asked { order, it, marking }
    }

    pub(crate) fn marking(&self, answer: Option<&Answer>) -> Marking {
        mark(&self.order, answer).unwrap()
    }

    pub(crate) fn is_right(&self, answer: &Answer) -> bool {
        self.marking(Some(answer)).right == Some(true)
    }

    pub(crate) fn kind(&self) -> &str {
        &self.it.kind
    }

    pub(crate) fn position(&self) -> Position {
        self.it.fen.parse().unwrap()
    }

    /// The first paragraph: the question itself.
    pub(crate) fn question(&self) -> &str {
        &self.it.question[0]
    }

    /// All numbers of the question, in their order.
    pub(crate) fn said(&self) -> Vec<f64> {
        said(self.question())
    }

    pub(crate) fn options(&self) -> &[String] {
        match &self.it.wanted {
            Wanted::Choice { options } | Wanted::Several { options } => options,
            Wanted::Order { items } => items,
            other => panic!("{other:?} has no options"),
        }
    }

    /// The solution is this number, and no other is right.
    pub(crate) fn is_number(&self, number: f64) {
        self.are_numbers(&[Some(number)]);
    }

    pub(crate) fn are_numbers(&self, numbers: &[Option<f64>]) {
        let Answer::Numbers { numbers: ours } = &self.marking.solution else {
            panic!("no numbers")
        };
        assert_eq!(ours.len(), numbers.len());
        for (our, number) in ours.iter().zip(numbers) {
            let is_same = match (our, number) {
                (Some(our), Some(number)) => (our - number).abs() < 0.0051,
                (our, number) => our.is_none() && number.is_none(),
            };
            assert!(is_same, "{ours:?} is claimed, {numbers:?} is right: {:?}", self.it.question);
        }
        let wrong = ours.iter().map(|number| number.map_or(Some(7.0), |number| Some(number + 1.0)));
        assert!(!self.is_right(&Answer::Numbers { numbers: wrong.collect() }));
    }

    /// The solution is this choice, and no other is right.
    pub(crate) fn is_choice(&self, right: usize) {
        for choice in 0..self.options().len() {
            let answer = Answer::Choice { choice: choice as u32 };
            let what = (&self.it.question, self.options(), choice, right);
            assert_eq!(self.is_right(&answer), choice == right, "{what:?}");
        }
    }

    /// The solution is the one choice of which this is true.
    pub(crate) fn is_choice_of(&self, is_it: impl Fn(&str) -> bool) {
        let right: Vec<usize> =
            (0..self.options().len()).filter(|&at| is_it(&self.options()[at])).collect();
        assert_eq!(right.len(), 1, "{:?} {:?}", self.it.question, self.options());
        self.is_choice(right[0]);
    }

    /// Exactly these of several are right.
    pub(crate) fn are_choices(&self, is_it: impl Fn(&str) -> bool) {
        let right =
            (0..self.options().len()).filter(|&at| is_it(&self.options()[at])).map(|at| at as u32);
        let choices: Vec<u32> = right.collect();
        let solution = Answer::Several { choices };
        assert!(
            self.is_right(&solution),
            "{:?} {:?} {solution:?}",
            self.it.question,
            self.options()
        );
        let all: Vec<u32> = (0..self.options().len() as u32).collect();
        let Answer::Several { choices } = &solution else { return };
        for wrong in &all {
            // One more, or one less, is wrong.
            let mut others: Vec<u32> =
                choices.iter().copied().filter(|other| other != wrong).collect();
            if others.len() == choices.len() {
                others.push(*wrong);
            }
            assert!(!self.is_right(&Answer::Several { choices: others }));
        }
    }
}

/// All numbers of a text, in their order: words that begin with a letter, such as moves, are none.
pub(crate) fn said(text: &str) -> Vec<f64> {
    let words = text.split(|sign: char| sign.is_whitespace() || "()=·".contains(sign));
    words.filter_map(number).collect()
}

fn number(word: &str) -> Option<f64> {
    let trimmed = word.trim_matches(|sign: char| !sign.is_ascii_digit() && !"+-−".contains(sign));
    let plain = trimmed.replace('−', "-").replace(',', "");
    let is_number = plain.chars().all(|sign| sign.is_ascii_digit() || "+-.".contains(sign));
    // A word that begins with a letter is a move or a name, whatever is behind it.
    let begins = word.trim_start_matches(['(', '"']).chars().next();
    let is_word = begins.is_some_and(char::is_alphabetic);
    if is_number && !is_word { plain.trim_start_matches('+').parse().ok() } else { None }
}

/// What the pieces on a board are worth: White's less Black's.
pub(crate) fn material(position: &Position) -> i32 {
    let board = position.board();
    let worth =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let of_side = |color: Color| -> i32 {
        let own = board.color(color);
        worth.iter().map(|&(role, worth)| worth * (own & board.role(role)).count() as i32).sum()
    };
    of_side(Color::White) - of_side(Color::Black)
}

/// The position after a move by its squares or as people write it.
pub(crate) fn after(position: &Position, text: &str) -> Position {
    let mv = position.parse_uci(text).or_else(|_| position.parse_san(text));
    let mv = mv.unwrap_or_else(|_| panic!("{text} is no move in {position}"));
    let mut next = *position;
    next.play(mv).unwrap();
    next
}

/// The positions after all legal moves.
pub(crate) fn all_after(position: &Position) -> Vec<Position> {
    let after = |mv: &chess::Move| {
        let mut next = *position;
        next.play(*mv).unwrap();
        next
    };
    position.legal_moves().iter().map(after).collect()
}
