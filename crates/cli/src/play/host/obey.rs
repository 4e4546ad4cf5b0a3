//! Obeying commands.

use std::path::Path;

use chess::{CastlingNotation, Color, Reason, Square};
use engine::{DEFAULT_EVAL, EvalSpec, Limits, Player, Spec};

use super::attend::Attended;
use super::{Host, Next};
use crate::failure::Failure;
use crate::play::commands::{self, Command};
use crate::play::memory;
use crate::play::record::{self, Detail, white_view};
use crate::play::{panel, words};

/// Who gives hints.
const ADVISER: &str = "hard";

impl Host {
    /// Does what a command says.
    pub(super) fn obey(&mut self, command: Command) -> Result<Next, Failure> {
        match command {
            Command::Help => {
                let (columns, rows) = self.console.size();
                let is_small = self.console.style.in_place && (columns < 76 || rows < 24);
                self.say(commands::help(is_small).trim_end());
            }
            Command::Board => self.page.forget(),
            Command::Undo(times) => self.undo(times),
            Command::Redo(times) => self.redo(times),
            Command::Hint => return self.hint(),
            Command::Eval(name) => self.explain(name.as_deref()),
            Command::Flip => self.bottom = !self.bottom,
            Command::Moves(square) => self.list_moves(square),
            Command::History => {
                let moves = panel::move_words(&self.session).join(" ");
                self.say(if moves.is_empty() {
                    "No move was played yet.".to_owned()
                } else {
                    moves
                });
            }
            Command::Fen => self.say(self.session.game.position().to_string()),
            Command::Pgn => {
                let pgn = record::write(&self.session, self.began, Detail::Public);
                self.say(pgn.to_string().trim_end());
            }
            Command::Save(file) => self.save_to(&file),
            Command::Load(None) => return self.choose_saved(),
            Command::Load(Some((file, number))) => self.load(&file, number),
            Command::Draw(_) | Command::Resign if self.session.reason().is_some() => {
                self.say("The game is over.");
            }
            Command::Draw(intended) => return self.draw(intended.as_deref()),
            Command::Resign => match self.session.speaker() {
                Some(color) => self.session.end(Reason::Resignation(color)),
                None => self.say("Two computers play, and they do not resign."),
            },
            Command::Level(player) => self.set_level(player.as_deref()),
            Command::Seat(color, player) => match player.parse::<Spec>() {
                Ok(spec) => self.seat(color, spec),
                Err(error) => self.say(format!("{error}.")),
            },
            Command::Switch => self.switch(),
            Command::New => {
                self.begin_anew(self.rules.start);
                self.say("A new game.");
            }
            Command::SetUp(fen) => return self.set_up(fen.as_deref()),
            Command::Now => self.say("It is your move; now is for when the computer thinks."),
            Command::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Go)
    }

    fn undo(&mut self, times: usize) {
        self.told = None;
        // What ended the game is the first thing to be taken back.
        let is_open_again = self.session.withdraw_end();
        let undone = self.session.undo(times - usize::from(is_open_again));
        match undone {
            0 if is_open_again => self.say("The game goes on."),
            0 => self.say("There is no move of yours to take back."),
            1 => self.say("1 move was taken back."),
            _ => self.say(format!("{undone} moves were taken back.")),
        }
        if undone > 0 || is_open_again {
            self.save();
        }
    }

    fn redo(&mut self, times: usize) {
        match self.session.redo(times) {
            0 => self.say("There is nothing to play again."),
            redone => {
                let plural = if redone == 1 { "" } else { "s" };
                self.say(format!("{redone} move{plural} played again."));
                if self.session.reason().is_none() {
                    self.save();
                }
            }
        }
    }

    /// Asks a strong player what it would do.
    fn hint(&mut self) -> Result<Next, Failure> {
        if self.session.reason().is_some() {
            self.say("The game is over.");
            return Ok(Next::Go);
        }
        let seated = ADVISER.parse::<Spec>().map_err(|error| error.to_string()).and_then(|spec| {
            Player::seat(&spec, self.rules.seed).map_err(|error| error.to_string())
        });
        let adviser = match seated {
            Ok(adviser) => adviser,
            Err(sentence) => {
                self.say(format!("{sentence}."));
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
                    format!(" ({})", white_view(score, position.turn()))
                });
                self.say(format!("Hint: {told}{score}."));
            }
            Attended::Decided(_, Err(error)) => self.say(format!("{error}.")),
            Attended::Broken(_, command) => return self.obey(command),
            Attended::Flag(late) => {
                let reason = Reason::time_forfeit(self.session.game.position(), late);
                self.session.end(reason);
            }
            Attended::Lost => self.say("The adviser has no advice."),
            Attended::Leave => return Ok(Next::Leave),
        }
        Ok(Next::Go)
    }

    fn explain(&mut self, name: Option<&str>) {
        let of_opponent =
            self.session.computer().and_then(|color| match &self.session.seat(color).spec {
                Spec::Ladder(ladder) => Some(ladder.eval.clone()),
                Spec::Level(level) => Some(level.ladder().eval),
                _ => None,
            });
        let usual = || self.rules.eval.clone().or(of_opponent).unwrap_or(DEFAULT_EVAL);
        let chosen = name.map_or_else(|| Ok(usual()), str::parse);
        match chosen.and_then(|spec: EvalSpec| spec.load()) {
            Ok(evaluation) => {
                let explanation = evaluation.evaluator().explain(self.session.game.position());
                self.say(lab::explanation_text(&explanation).trim_end());
            }
            Err(error) => self.say(format!("No: {error}.")),
        }
    }

    fn list_moves(&mut self, square: Option<Square>) {
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
                None => format!("There is no man on {square}."),
                Some(piece) if piece.color != position.turn() => {
                    format!("The {} on {square} is not yours.", piece.role)
                }
                Some(piece) => format!("The {} on {square} cannot move.", piece.role),
            },
        };
        self.say(sentence);
    }

    fn save_to(&mut self, file: &str) {
        let pgn = record::write(&self.session, self.began, Detail::Public);
        match memory::append(Path::new(file), &pgn) {
            Ok(()) => self.say(format!("The game was added to {file}.")),
            Err(sentence) => self.say(format!("{sentence}.")),
        }
    }

    fn set_level(&mut self, player: Option<&str>) {
        let Some(color) = self.session.computer() else {
            self.say(
                "There is not just one computer: white PLAYER or black PLAYER says who plays.",
            );
            return;
        };
        let Some(player) = player else {
            let name = self.session.seat(color).name.clone();
            self.say(format!("{color} is {name}. Players are {}.", Spec::names()));
            return;
        };
        match super::super::order::opponent(player) {
            Ok(spec) => self.seat(color, spec),
            Err(sentence) => self.say(format!("{sentence}.")),
        }
    }

    /// The two change sides; the board turns with the person.
    fn switch(&mut self) {
        self.session.seats.swap(0, 1);
        if let Some(computer) = self.session.computer() {
            self.bottom = !computer;
        }
        let [white, black] = Color::ALL.map(|color| self.session.seat(color).name.clone());
        self.say(format!("White is now {white}, Black is {black}."));
        self.failures.swap(0, 1);
    }
}
