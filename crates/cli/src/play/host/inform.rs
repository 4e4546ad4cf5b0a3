//! Answering what a person wants to know: a hint, an evaluation, the legal moves.

use chess::{CastlingNotation, Square};
use engine::{DEFAULT_EVAL, EvalSpec, Limits, Player, Spec};
use session::words;

use super::attend::Attended;
use super::{Host, Next};
use crate::failure::Failure;
use crate::play::console::width;
use crate::play::{sentence, telling};

/// Who gives hints.
const ADVISER: &str = "hard";

impl Host {
    /// Asks a strong player what it would do.
    pub(super) fn hint(&mut self) -> Result<Next, Failure> {
        if self.session.reason().is_some() {
            self.say("The game is over.");
            return Ok(Next::Go);
        }
        let seated = ADVISER.parse::<Spec>().map_err(|error| error.to_string()).and_then(|spec| {
            Player::seat(&spec, self.rules.seed).map_err(|error| error.to_string())
        });
        let adviser = match seated {
            Ok(adviser) => adviser,
            Err(error) => {
                self.say(sentence(&error));
                return Ok(Next::Go);
            }
        };
        match self.attend(adviser, Limits::default(), "The adviser")? {
            Attended::Decided(_, Ok(decision)) => {
                let position = self.session.game.position();
                let Some(mv) = decision.mv else { return Ok(Next::Go) };
                let told = match self.console.style.plain {
                    true => words::of_move(position, mv),
                    false => position.to_san(mv),
                };
                let score = decision.score.map_or(String::new(), |score| {
                    format!(" ({})", score.for_white(position.turn()))
                });
                self.say(format!("Hint: {told}{score}."));
            }
            Attended::Decided(_, Err(error)) => self.say(sentence(&error)),
            Attended::Broken(_, command) => return self.obey(command),
            Attended::Flag => {}
            Attended::Lost => self.say("The adviser has no advice."),
            Attended::Leave(_) => return Ok(Next::Leave),
        }
        Ok(Next::Go)
    }

    pub(super) fn explain(&mut self, name: Option<&str>) {
        let of_opponent =
            self.session.computer().and_then(|color| match &self.session.seat(color).spec {
                Spec::Ladder(ladder) => Some(ladder.eval.clone()),
                Spec::Classic(classic) => Some(classic.ladder().eval),
                Spec::Champion(champion) => Some(champion.eval.clone()),
                Spec::Level(_) | Spec::Rated(_) | Spec::Human | Spec::Foreign(_) => None,
            });
        let usual = || self.rules.eval.clone().or(of_opponent).unwrap_or(DEFAULT_EVAL);
        let chosen = name.map_or_else(|| Ok(usual()), str::parse);
        match chosen.and_then(|spec: EvalSpec| spec.load()) {
            Ok(evaluation) => {
                let explanation = evaluation.evaluator().explain(self.session.game.position());
                let table = lab::explanation_text(&explanation);
                let (columns, _) = self.console.size();
                let is_wide = table.lines().any(|line| width::of(line) >= columns);
                self.say(match self.console.style {
                    style if style.plain => telling::explanation(&explanation),
                    style if style.in_place && is_wide => telling::differences(&explanation),
                    _ => table.trim_end().to_owned(),
                });
            }
            Err(error) => self.say(sentence(&error)),
        }
    }

    pub(super) fn list_moves(&mut self, square: Option<Square>) {
        let position = self.session.game.position();
        let all = position.legal_moves();
        let mut moves: Vec<String> = all
            .iter()
            .filter(|mv| square.is_none_or(|square| mv.from() == square))
            .map(|&mv| {
                let uci = position.to_uci(mv, CastlingNotation::Standard);
                match square {
                    Some(_) => format!("{} ({uci})", position.to_san(mv)),
                    None => position.to_san(mv),
                }
            })
            .collect();
        moves.sort();
        let sentence = match (moves.is_empty(), square) {
            (false, _) => moves.join(" "),
            (true, None) => "There is no legal move.".to_owned(),
            (true, Some(square)) => match position.piece_at(square) {
                None => format!("There is no piece on {square}."),
                Some(piece) if piece.color != position.turn() => {
                    format!("The {} on {square} is not yours.", piece.role)
                }
                Some(piece) => format!("The {} on {square} cannot move.", piece.role),
            },
        };
        self.say(sentence);
    }
}
