//! The questions that lead from the menu to a game. What cannot be read is asked
//! for again, with what is allowed.

use std::time::Duration;

use chess::{Color, Position, Setup, quote};
use engine::{DEFAULT_EVAL, EvalSpec, Spec};
use search::ladder::Rung;
use session::TimeControl;
use session::memory::Unfinished;

use super::{Answer, Away, Menu, USUAL_DELAY, or_away};
use crate::play::order::opponent;
use crate::play::setup::{Dialog, Ended};
use crate::play::{any_seed, random_color, seconds, sentence, shelf, time_control};

/// The depths that report A's players could choose from.
const DEPTHS: std::ops::RangeInclusive<u32> = 2..=10;
const USUAL_DEPTH: u32 = 4;
const USUAL_SEARCH: Rung = Rung::Quiescence;

impl Menu {
    /// Who plays: a level, any player by name, or one put together step by step.
    pub(super) fn ask_player(&mut self, who: &str, usual: &str) -> Answer<Spec> {
        let long =
            format!("{who} (1 to 10, adaptive, easy, medium, hard, own, ? for all) [{usual}]: ");
        let short = format!("{who} (? for all) [{usual}]: ");
        let spec = or_away!(self.ask_until(&[&long, &short], |line| match line {
            "" => opponent(usual).map(Some).map_err(|error| sentence(&error)),
            "?" => Err(players()),
            _ if line.eq_ignore_ascii_case("own") => Ok(None),
            _ => opponent(line).map(Some).map_err(|error| sentence(&error)),
        }));
        match spec {
            Some(spec) => Ok(Ok(spec)),
            None => self.ask_own(),
        }
    }

    /// Search, depth and evaluation one by one (report A).
    fn ask_own(&mut self) -> Answer<Spec> {
        let long = format!("search (? lists them) [{}]: ", USUAL_SEARCH.name());
        let short = format!("search (?) [{}]: ", USUAL_SEARCH.name());
        let rung = or_away!(self.ask_until(&[&long, &short], read_search));
        let mut order = rung.name().to_owned();
        if rung.has_fixed_depth() {
            let question =
                format!("depth, {} to {} [{USUAL_DEPTH}]: ", DEPTHS.start(), DEPTHS.end());
            let (depth, word) = or_away!(self.ask_until(&[&question], |line| Ok(read_depth(line))));
            if let Some(word) = word {
                self.console.say_wrapped(&word)?;
            }
            order.push_str(&format!(":depth={depth}"));
        }
        let Ok(Spec::Ladder(mut ladder)) = opponent(&order) else {
            // Both were read as part of such an order.
            return self.ask_own();
        };
        let usual = match DEFAULT_EVAL {
            EvalSpec::Named(name) => name,
            EvalSpec::File(_) => "",
        };
        let question = format!("evaluation (? lists them) [{usual}]: ");
        let short = format!("evaluation (?) [{usual}]: ");
        ladder.eval = or_away!(self.ask_until(&[&question, &short], read_evaluation));
        Ok(Ok(Spec::Ladder(ladder)))
    }

    /// A position to begin with.
    pub(super) fn ask_position(&mut self) -> Answer<Position> {
        let mut bottom = Color::White;
        let mut dialog = Dialog::new(Setup::start(), Vec::new());
        loop {
            dialog.show(&mut self.console, bottom)?;
            let line = or_away!(self.ask_line(&["set-up (help)> "]));
            match dialog.hear(&line, self.console.style, &mut bottom) {
                None => {}
                Some(Ended::Done(position)) => return Ok(Ok(*position)),
                Some(Ended::Cancelled) => return Ok(Err(Away::Back)),
            }
        }
    }

    /// One of the games that were not finished.
    pub(super) fn ask_saved(&mut self) -> Answer<Unfinished> {
        self.console.say_wrapped(&shelf::list(&self.shelf.games))?;
        loop {
            let line = or_away!(self.ask_line(&shelf::WHICH));
            match shelf::read_choice(&line, self.shelf.games.len()) {
                Ok(Some(index)) => return Ok(Ok(self.shelf.games.swap_remove(index))),
                Ok(None) => return Ok(Err(Away::Back)),
                Err(sentence) => self.console.say_wrapped(&sentence)?,
            }
        }
    }

    /// The person's colour.
    pub(super) fn ask_side(&mut self) -> Answer<Color> {
        let prompts =
            ["your colour (white, black, random) [white]: ", "colour (w, b, random) [w]: "];
        self.ask_until(&prompts, |line| match line.to_lowercase().as_str() {
            "" | "w" | "white" => Ok(Color::White),
            "b" | "black" => Ok(Color::Black),
            "r" | "random" => Ok(random_color(any_seed())),
            _ => Err(format!("'{}' is no colour: white, black or random.", quote(line))),
        })
    }

    /// Which colour moves first.
    pub(super) fn ask_first(&mut self) -> Answer<Color> {
        self.ask_until(
            &["who begins (white, black) [white]: ", "who begins (w, b) [w]: "],
            |line| match line.to_lowercase().as_str() {
                "" | "w" | "white" => Ok(Color::White),
                "b" | "black" => Ok(Color::Black),
                _ => Err(format!("'{}' is no colour: white or black.", quote(line))),
            },
        )
    }

    /// The time control, if there is to be one.
    pub(super) fn ask_time(&mut self) -> Answer<Option<TimeControl>> {
        let prompts =
            ["clocks (minutes+seconds a move, such as 5+3) [none]: ", "clocks, as 5+3 [none]: "];
        self.ask_until(&prompts, |line| match line.to_lowercase().as_str() {
            "" => Ok(None),
            text => time_control(text)
                .map(|control| control.0)
                .map_err(|allowed| format!("'{}': {allowed}.", quote(line))),
        })
    }

    /// How long each move of a game between computers is shown.
    pub(super) fn ask_delay(&mut self) -> Answer<Duration> {
        let long = format!("seconds to show each move [{USUAL_DELAY}]: ");
        let short = format!("seconds a move [{USUAL_DELAY}]: ");
        self.ask_until(&[&long, &short], |line| match line {
            "" => Ok(Duration::from_secs_f64(USUAL_DELAY)),
            text => seconds(text).map_err(|allowed| format!("'{}': {allowed}.", quote(line))),
        })
    }
}

/// All players, as `?` lists them.
fn players() -> String {
    format!(
        "Players are {}, or adaptive, who is as strong as your results.\nA search may have a \
         depth and an evaluation, as in alphabeta:depth=4,eval=phased; own asks for them one by \
         one.",
        Spec::names()
    )
}

/// A search of the ladder that looks ahead.
fn read_search(line: &str) -> Result<Rung, String> {
    let searches = || Rung::ALL.into_iter().filter(|rung| rung.looks_ahead());
    match line.to_lowercase().as_str() {
        "" => Ok(USUAL_SEARCH),
        "?" => Err(list(searches().map(|rung| (rung.name(), rung.summary())))),
        text => searches().find(|rung| rung.name() == text).ok_or_else(|| {
            let names: Vec<&str> = searches().map(Rung::name).collect();
            format!("'{}' is no search; they are {}.", quote(line), names.join(", "))
        }),
    }
}

/// A depth; anything odd is the usual one, with a word about it (report A).
fn read_depth(line: &str) -> (u32, Option<String>) {
    match line.parse() {
        Ok(depth) if DEPTHS.contains(&depth) => (depth, None),
        _ if line.is_empty() => (USUAL_DEPTH, None),
        _ => {
            let word = format!(
                "'{}' is no depth from {} to {}: {USUAL_DEPTH} is taken.",
                quote(line),
                DEPTHS.start(),
                DEPTHS.end()
            );
            (USUAL_DEPTH, Some(word))
        }
    }
}

/// An evaluation that is there: a file is looked into.
fn read_evaluation(line: &str) -> Result<EvalSpec, String> {
    match line {
        "" => Ok(DEFAULT_EVAL),
        "?" => Err(list(eval::evaluators().map(|known| (known.name(), known.summary())))),
        text => {
            let known = eval::NAMES.into_iter().find(|name| name.eq_ignore_ascii_case(text));
            let spec: EvalSpec = known
                .unwrap_or(text)
                .parse()
                .map_err(|error: engine::EvalError| sentence(&error))?;
            spec.load().map(|_| spec).map_err(|error| sentence(&error))
        }
    }
}

/// Names and what is behind them, a line each.
fn list<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    entries.map(|(name, summary)| format!("  {name:<12}{summary}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_asked_for_again_with_what_is_allowed() {
        assert_eq!(read_search(""), Ok(Rung::Quiescence));
        assert_eq!(read_search("AlphaBeta"), Ok(Rung::AlphaBeta));
        let wrong = read_search("magic").unwrap_err();
        assert!(wrong.starts_with("'magic' is no search; they are minimax, "), "{wrong}");
        assert!(read_search("random").is_err(), "it does not look ahead");
        let listed = read_search("?").unwrap_err();
        assert!(listed.contains("  alphabeta   leaves out what cannot"), "{listed}");
        assert_eq!((read_depth("7"), read_depth("")), ((7, None), (4, None)));
        for text in ["99", "1", "deep", "-3"] {
            let word = format!("'{text}' is no depth from 2 to 10: 4 is taken.");
            assert_eq!(read_depth(text), (4, Some(word)));
        }
        assert_eq!(read_evaluation("PST"), Ok(EvalSpec::Named("pst")));
        assert!(read_evaluation("mood").unwrap_err().contains("the evaluations are material"));
        for name in eval::NAMES {
            assert!(read_evaluation("?").unwrap_err().contains(&format!("  {name:<12}")), "{name}");
        }
    }
}
