//! A match while it goes on: a table that changes on a terminal, a line now and
//! then elsewhere. All of it goes to stderr.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use arena::{Fixture, GameResult, Match, MatchFiles, Played, Standings};

use super::report::{counted, figures, spoken};
use super::screen::{Screen, Size};

/// Time between two looks on a terminal.
const REDRAW: Duration = Duration::from_millis(200);
/// Time between two lines where there is none.
const LINE: Duration = Duration::from_secs(10);

/// Shows how a match goes.
pub(super) struct Display {
    is_terminal: bool,
    screen: Screen,
    last: Instant,
    /// For each player, whether its wrong words and its nodes were mentioned.
    mentioned: Vec<[bool; 2]>,
    /// Whether it was said that the match is going to stop.
    is_stopping: bool,
}

impl Display {
    /// Says what is going to be played.
    pub(super) fn new(order: &Match, files: &MatchFiles) -> Display {
        let mut display = Display {
            is_terminal: io::stderr().is_terminal(),
            screen: Screen::default(),
            last: Instant::now(),
            mentioned: vec![[false; 2]; order.players.len()],
            is_stopping: false,
        };
        let budgets: Vec<String> =
            order.players.iter().map(|player| player.budget.to_string()).collect();
        let limits = match budgets.iter().all(|budget| *budget == budgets[0]) {
            true => budgets[0].clone(),
            false => budgets.join(" against "),
        };
        let names: Vec<&str> = order.players.iter().map(|player| player.name.as_str()).collect();
        display.say(&format!(
            "{}: {}, {limits}, {} at once, seed {}",
            names.join(", "),
            counted(order.schedule.len(), "game"),
            order.concurrency.max(1),
            order.seed
        ));
        if !files.done.is_empty() {
            display.say(&before(order, files));
        }
        let rounds = order.schedule.rounds();
        if order.openings.repeats() && rounds > order.openings.len() as u64 {
            display.say(&format!(
                "there are {} openings for {rounds} rounds: they are used again, and players \
                 without dice or clocks may repeat their games",
                order.openings.len()
            ));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let is_timed = order
            .players
            .iter()
            .any(|player| player.budget.control.is_some() || player.budget.move_time.is_some());
        if is_timed && order.concurrency > cores {
            display.say(&format!(
                "{} games at once on {cores} cores: players may lose on time that is not theirs",
                order.concurrency
            ));
        }
        display
    }

    /// A game is over.
    pub(super) fn game(
        &mut self,
        order: &Match,
        number: u64,
        fixture: &Fixture,
        played: &Played,
        standings: &Standings,
    ) {
        let (white, black) = order.schedule.colors(fixture);
        if played.fault.is_some() {
            self.say(&format!(
                "game {}, {} against {}: {}",
                number + 1,
                order.players[white].name,
                order.players[black].name,
                arena::ending(played)
            ));
        }
        for (player, complaints) in [white, black].into_iter().zip(&played.complaints) {
            for (kind, complaint) in [&complaints.words, &complaints.nodes].into_iter().enumerate()
            {
                if let Some(complaint) = complaint
                    && !std::mem::replace(&mut self.mentioned[player][kind], true)
                {
                    self.say(&format!(
                        "game {}, {}: a move is good but not what came with it: {complaint} \
                         (mentioned once, counted always)",
                        number + 1,
                        order.players[player].name
                    ));
                }
            }
        }
        self.tick(order, standings);
    }

    /// Some time has passed.
    pub(super) fn tick(&mut self, order: &Match, standings: &Standings) {
        let wait = if self.is_terminal { REDRAW } else { LINE };
        if self.last.elapsed() < wait {
            return;
        }
        self.last = Instant::now();
        let progress = progress(standings);
        if self.is_terminal {
            let size = Size::now();
            let lines = figures(order, standings, size.room());
            let lines: Vec<&str> =
                std::iter::once(&progress).chain(&lines).map(String::as_str).collect();
            show(&self.screen.draw(lines.into_iter(), size));
        } else {
            let figures = figures(order, standings, usize::MAX);
            self.say(&format!("{progress}; {}", figures[1..].join("; ")));
        }
    }

    /// Somebody wants the match to stop.
    pub(super) fn stopping(&mut self) {
        if !std::mem::replace(&mut self.is_stopping, true) {
            self.say("stopping; games under way do not count");
        }
    }

    /// Takes the table off the screen.
    pub(super) fn clear(&mut self) {
        show(&self.screen.erase(Size::now()));
    }

    /// A line that stays.
    fn say(&mut self, line: &str) {
        let line = line.replace(char::is_control, "\u{fffd}");
        show(&format!("{}{line}\n", self.screen.erase(Size::now())));
    }
}

/// What the journal held.
fn before(order: &Match, files: &MatchFiles) -> String {
    let is_beyond = |result: &&GameResult| !order.schedule.contains(&result.fixture);
    let mut text = match files.done.len() {
        1 => "1 game was played before".to_owned(),
        games => format!("{games} games were played before"),
    };
    match files.done.iter().filter(is_beyond).count() {
        0 => {}
        beyond => text += &format!(", {beyond} of them beyond --games; all of them count"),
    }
    text
}

fn progress(standings: &Standings) -> String {
    let done = standings.games();
    let share = 100.0 * done as f64 / standings.planned.max(1) as f64;
    let left = match standings.remaining() {
        Some(left) => format!(", at most {} left", spoken(left)),
        None => String::new(),
    };
    format!(
        "{done} of {} games ({share:.0} %), {} so far{left}",
        standings.planned,
        spoken(standings.elapsed)
    )
}

/// A match goes on whether or not its progress can be shown.
fn show(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
