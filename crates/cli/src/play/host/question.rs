//! Questions in the middle of a game.

use chess::{Role, quote};

use super::{Host, Next};
use crate::failure::Failure;
use crate::play::console::Happening;
use crate::play::console::terminal::InputMode;

/// What became of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PersonAnswer<T> {
    /// Somebody answered.
    Given(T),
    /// Somebody leaves.
    Left,
    /// The time was over before.
    Late,
}

impl<T> PersonAnswer<T> {
    /// What happens next where nothing was answered.
    pub(super) fn otherwise(&self) -> Next {
        if matches!(self, PersonAnswer::Left) { Next::Leave } else { Next::Go }
    }
}

impl Host {
    /// Asks, in the longest words that fit, until the answer can be read; what
    /// cannot is explained.
    fn ask_until<T>(
        &mut self,
        prompts: &[String],
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<PersonAnswer<T>, Failure> {
        loop {
            // The answer to the last question has pushed the page up by a line.
            self.present()?;
            let line = match self.ask(|host| host.console.fitting(prompts))? {
                Some(Happening::Line(line)) => line,
                Some(Happening::Redraw) => {
                    self.page.forget();
                    continue;
                }
                Some(_) => return Ok(PersonAnswer::Left),
                None => return Ok(PersonAnswer::Late),
            };
            match read(line.trim()) {
                Ok(answer) => return Ok(PersonAnswer::Given(answer)),
                Err(sentence) => self.say(sentence),
            }
        }
    }

    /// A question that is answered by yes or no.
    pub(super) fn ask_yes_or_no(
        &mut self,
        prompts: &[String],
    ) -> Result<PersonAnswer<bool>, Failure> {
        self.ask_until(prompts, |text| match text.to_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            _ => Err("Please say yes or no.".to_owned()),
        })
    }

    /// Whether a person at a terminal really wants what cannot be taken back
    /// easily. A script means what it says.
    pub(super) fn ask_really(&mut self, what: &str) -> Result<PersonAnswer<bool>, Failure> {
        if self.console.style.input == InputMode::Piped {
            return Ok(PersonAnswer::Given(true));
        }
        self.ask_yes_or_no(&[
            format!("{what}: really (yes or no)? "),
            "really (yes, no)? ".to_owned(),
        ])
    }

    /// What a pawn becomes; `None` if it stays where it is.
    pub(super) fn ask_promotion(&mut self) -> Result<PersonAnswer<Option<Role>>, Failure> {
        let prompts = [
            "queen (Enter), rook, bishop, knight, or cancel? ".to_owned(),
            "Q (Enter), R, B, N, or cancel? ".to_owned(),
        ];
        self.ask_until(&prompts, read_promotion)
    }
}

/// `q` or `queen`, nothing for a queen, `n` for a knight as everywhere.
fn read_promotion(text: &str) -> Result<Option<Role>, String> {
    let word = text.to_lowercase();
    if ["cancel", "c", "back", "undo", "u", "no", "x"].contains(&word.as_str()) {
        return Ok(None);
    }
    let is_meant =
        |role: &Role| word == role.to_string() || word == role.letter().to_lowercase().to_string();
    match Role::PROMOTIONS.into_iter().find(is_meant) {
        Some(role) => Ok(Some(role)),
        None if word.is_empty() => Ok(Some(Role::Queen)),
        None => Err(format!(
            "'{}' is nothing a pawn becomes: q, r, b or n; cancel leaves it where it is.",
            quote(text)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pawn_becomes() {
        for (text, role) in [
            ("", Role::Queen),
            ("Q", Role::Queen),
            ("knight", Role::Knight),
            ("N", Role::Knight),
            ("Bishop", Role::Bishop),
            ("r", Role::Rook),
        ] {
            assert_eq!(read_promotion(text), Ok(Some(role)), "{text}");
        }
        assert_eq!(read_promotion("cancel"), Ok(None));
        for text in ["k", "king", "p", "pawn", "qq", "e4"] {
            let sentence = read_promotion(text).unwrap_err();
            assert!(sentence.contains("q, r, b or n"), "{sentence}");
        }
    }
}
