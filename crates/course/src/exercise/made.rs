//! An exercise with its solution, and how an answer to it is marked.

use chess::Position;

use crate::error::CourseError;
use crate::question::{Answer, ExerciseTree, Marking, NumberField, Wanted};

/// An exercise with everything that is known about it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Made {
    pub(super) has_board: bool,
    /// The position of the board, where it is another than the one that was ordered.
    pub(super) position: Option<Position>,
    pub(super) question: Vec<String>,
    pub(super) hints: Vec<String>,
    pub(super) wanted: Wanted,
    /// The tree as it is shown with the question.
    pub(super) asked_tree: Option<ExerciseTree>,
    pub(super) solution: Answer,
    /// Other answers that are as right.
    pub(super) also_right: Vec<Answer>,
    pub(super) solution_text: String,
    pub(super) why: Vec<String>,
    /// The tree as it is shown with the solution.
    pub(super) full_tree: Option<ExerciseTree>,
    pub(super) proof: Vec<u32>,
}

/// How far a number may be from the right one: half of the last digit that is shown.
const NEAR: f64 = 0.005;

impl Made {
    /// A question with its solution; the rest is added by who has it.
    pub(super) fn new(question: impl Into<String>, wanted: Wanted, solution: Answer) -> Made {
        Made {
            has_board: false,
            position: None,
            question: vec![question.into()],
            hints: Vec::new(),
            solution_text: in_words(&wanted, &solution),
            wanted,
            asked_tree: None,
            solution,
            also_right: Vec::new(),
            why: Vec::new(),
            full_tree: None,
            proof: Vec::new(),
        }
    }

    /// A question with sentences to choose from.
    pub(super) fn choice(question: impl Into<String>, options: Vec<String>, right: usize) -> Made {
        let solution = Answer::Choice { choice: right as u32 };
        Made::new(question, Wanted::Choice { options }, solution)
    }

    /// A question for one number.
    pub(super) fn number(question: impl Into<String>, label: &str, number: f64) -> Made {
        Made::numbers(question, &[(label, Some(number))])
    }

    /// A question for several numbers; nothing where "nothing yet" is right.
    pub(super) fn numbers(question: impl Into<String>, fields: &[(&str, Option<f64>)]) -> Made {
        let may_be_open = fields.len() > 1 && fields.iter().any(|(_, number)| number.is_none());
        let wanted = fields
            .iter()
            .map(|(label, _)| NumberField { label: (*label).to_owned(), may_be_open })
            .collect();
        let numbers = fields.iter().map(|(_, number)| *number).collect();
        Made::new(question, Wanted::Numbers { fields: wanted }, Answer::Numbers { numbers })
    }

    /// The same with one more paragraph of the question.
    pub(super) fn asking(mut self, more: impl Into<String>) -> Made {
        self.question.push(more.into());
        self
    }

    /// The same with one more hint.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Made {
        self.hints.push(hint.into());
        self
    }

    /// The same with one more paragraph of the reason.
    pub(super) fn because(mut self, why: impl Into<String>) -> Made {
        self.why.push(why.into());
        self
    }

    /// The same with a board to look at.
    pub(super) fn on_a_board(mut self) -> Made {
        self.has_board = true;
        self
    }

    /// The same with another position on its board.
    pub(super) fn at(mut self, position: Position) -> Made {
        self.position = Some(position);
        self.on_a_board()
    }

    /// The same with its tree, before and after the answer.
    pub(super) fn with_trees(mut self, asked: ExerciseTree, full: ExerciseTree) -> Made {
        self.solution_text = match (&self.wanted, &self.solution) {
            (Wanted::Node { .. }, Answer::Node { node }) => full.path(*node),
            _ => self.solution_text,
        };
        self.asked_tree = Some(asked);
        self.full_tree = Some(full);
        self
    }

    /// The same with the nodes that prove it.
    pub(super) fn proved_by(mut self, proof: impl IntoIterator<Item = usize>) -> Made {
        self.proof = proof.into_iter().map(|id| id as u32).collect();
        self
    }

    /// What an answer is worth.
    pub(super) fn marked(self, answer: Option<&Answer>) -> Result<Marking, CourseError> {
        let (right, remark) = match answer {
            None => (None, None),
            Some(answer) => {
                if !self.is_fitting(answer) {
                    return Err(CourseError::OtherAnswer);
                }
                let right = self.is_right(answer);
                (Some(right), (!right).then(|| self.remark(answer)))
            }
        };
        Ok(Marking {
            right,
            remark,
            solution: self.solution,
            solution_text: self.solution_text,
            why: self.why,
            tree: self.full_tree,
            proof: self.proof,
        })
    }

    /// Whether an answer is of the kind that is wanted, and speaks of what there is.
    fn is_fitting(&self, answer: &Answer) -> bool {
        match (&self.wanted, answer) {
            (Wanted::Node { among }, Answer::Node { node }) => among.contains(node),
            (Wanted::Choice { options }, Answer::Choice { choice }) => {
                (*choice as usize) < options.len()
            }
            (Wanted::Several { options }, Answer::Several { choices }) => {
                choices.iter().all(|&choice| (choice as usize) < options.len())
            }
            (Wanted::Numbers { fields }, Answer::Numbers { numbers }) => {
                fields.len() == numbers.len()
            }
            (Wanted::Order { items }, Answer::Order { order }) => {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                sorted.into_iter().eq(0..items.len() as u32)
            }
            _ => false,
        }
    }

    fn is_right(&self, answer: &Answer) -> bool {
        is_same(answer, &self.solution)
            || self.also_right.iter().any(|right| is_same(answer, right))
    }

    fn remark(&self, answer: &Answer) -> String {
        match (answer, &self.solution, &self.wanted) {
            (
                Answer::Numbers { numbers },
                Answer::Numbers { numbers: right },
                Wanted::Numbers { fields },
            ) if fields.len() > 1 => {
                let wrong: Vec<&str> = fields
                    .iter()
                    .zip(numbers.iter().zip(right))
                    .filter(|(_, (number, right))| !is_near(**number, **right))
                    .map(|(field, _)| field.label.as_str())
                    .collect();
                format!("not yet: look again at {}", wrong.join(", "))
            }
            (Answer::Several { choices }, Answer::Several { choices: right }, _) => {
                let found = right.iter().filter(|right| choices.contains(right)).count();
                let wrong = choices.iter().filter(|choice| !right.contains(choice)).count();
                format!("not yet: {found} of {} found, {wrong} too many", right.len())
            }
            _ => "not yet".to_owned(),
        }
    }
}

fn is_near(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= NEAR,
        (None, None) => true,
        _ => false,
    }
}

fn is_same(one: &Answer, other: &Answer) -> bool {
    match (one, other) {
        (Answer::Numbers { numbers: one }, Answer::Numbers { numbers: other }) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_near(*one, *other))
        }
        (Answer::Several { choices: one }, Answer::Several { choices: other }) => {
            let sorted = |choices: &[u32]| {
                let mut sorted = choices.to_vec();
                sorted.sort_unstable();
                sorted.dedup();
                sorted
            };
            sorted(one) == sorted(other)
        }
        (one, other) => one == other,
    }
}

/// A number as people write it: digits in groups of three, decimals only where there are some, and a third one where
/// two would not be the number that is wanted.
pub(super) fn shown(number: f64) -> String {
    let is_whole = |number: f64| (number - number.round()).abs() < 1e-6;
    if is_whole(number) {
        let sign = if number.round() < 0.0 { "-" } else { "" };
        format!("{sign}{}", lab::grouped(number.round().abs() as u64))
    } else if is_whole(100.0 * number) {
        format!("{number:.2}")
    } else {
        format!("{number:.3}")
    }
}

/// What MAX is sure of: a value, or nothing yet.
pub(super) fn shown_alpha(alpha: Option<f64>) -> String {
    alpha.map_or_else(|| "−∞".to_owned(), pawns)
}

/// What MIN is sure of: a value, or nothing yet.
pub(super) fn shown_beta(beta: Option<f64>) -> String {
    beta.map_or_else(|| "+∞".to_owned(), pawns)
}

/// A value in pawns with its sign.
pub(super) fn pawns(value: f64) -> String {
    if value.abs() < 1e-9 { "0.00".to_owned() } else { format!("{value:+.2}") }
}

fn in_words(wanted: &Wanted, solution: &Answer) -> String {
    let of =
        |options: &[String], choice: u32| options.get(choice as usize).cloned().unwrap_or_default();
    match (wanted, solution) {
        (Wanted::Choice { options }, Answer::Choice { choice }) => of(options, *choice),
        (Wanted::Several { options }, Answer::Several { choices }) if !choices.is_empty() => {
            let said: Vec<String> = choices.iter().map(|&choice| of(options, choice)).collect();
            said.join(", ")
        }
        (Wanted::Several { .. }, _) => "none of them".to_owned(),
        (Wanted::Order { items }, Answer::Order { order }) => {
            let said: Vec<String> = order.iter().map(|&item| of(items, item)).collect();
            said.join(", then ")
        }
        (Wanted::Numbers { fields }, Answer::Numbers { numbers }) => {
            // Where one number has decimals, all of them have: they are of the same kind.
            let has_decimals = numbers.iter().flatten().any(|number| shown(*number).contains('.'));
            let shown = |number: f64| match shown(number) {
                whole if has_decimals && !whole.contains('.') => format!("{whole}.00"),
                text => text,
            };
            // Of two bounds the lower one comes first.
            let said = fields.iter().zip(numbers).enumerate().map(|(index, (field, number))| {
                let nothing = if index == 0 { "−∞" } else { "+∞" };
                let number = number.map_or_else(|| nothing.to_owned(), shown);
                format!("{}: {number}", field.label)
            });
            said.collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    }
}

impl ExerciseTree {
    /// The labels on the way to a node.
    fn path(&self, node: u32) -> String {
        let mut labels = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at.and_then(|at| self.nodes.get(at as usize)) {
            if node.parent.is_some() {
                labels.push(node.label.as_str());
            }
            at = node.parent;
        }
        if labels.is_empty() {
            return "the root".to_owned();
        }
        labels.reverse();
        labels.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer that is shown must be one that would be accepted.
    #[test]
    fn numbers_are_shown_with_all_their_decimals() {
        for (number, text) in
            [(3.0, "3"), (0.42, "0.42"), (0.425, "0.425"), (-2.5, "-2.50"), (-6561.0, "-6,561")]
        {
            assert_eq!(shown(number), text);
        }
        assert_eq!((shown_alpha(None).as_str(), shown_beta(None).as_str()), ("−∞", "+∞"));
    }
}
