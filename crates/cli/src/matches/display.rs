//! A match while it goes on: a table that changes on a terminal, a line now and
//! then elsewhere. All of it goes to stderr.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use arena::{Fixture, Match, Played, Standings};

use super::files::Files;
use super::report::{figures, spoken};
use crate::failure::Failure;

/// Time between two looks on a terminal.
const REDRAW: Duration = Duration::from_millis(200);
/// Time between two lines where there is none.
const LINE: Duration = Duration::from_secs(10);

/// Shows how a match goes.
pub(super) struct Display {
    is_terminal: bool,
    /// Lines of the table on the screen.
    drawn: usize,
    last: Instant,
    /// For each player, whether its wrong words were mentioned.
    mentioned: Vec<bool>,
}

impl Display {
    /// Says what is going to be played.
    pub(super) fn new(order: &Match, files: &Files) -> Result<Display, Failure> {
        let mut display = Display {
            is_terminal: io::stderr().is_terminal(),
            drawn: 0,
            last: Instant::now(),
            mentioned: vec![false; order.players.len()],
        };
        let budgets: Vec<String> =
            order.players.iter().map(|player| player.budget.to_string()).collect();
        let limits = match budgets.iter().all(|budget| *budget == budgets[0]) {
            true => budgets[0].clone(),
            false => budgets.join(" against "),
        };
        let names: Vec<&str> = order.players.iter().map(|player| player.name.as_str()).collect();
        display.say(&format!(
            "{}: {} games, {limits}, {} at once, seed {}",
            names.join(", "),
            order.schedule.len(),
            order.concurrency.max(1),
            order.seed
        ))?;
        if !files.done.is_empty() {
            display.say(&format!("{} games were played before", files.done.len()))?;
        }
        let rounds = order.schedule.rounds();
        if order.openings.repeats() && rounds > order.openings.len() as u64 {
            display.say(&format!(
                "there are {} openings for {rounds} rounds: they are used again, and players \
                 without dice or clocks may repeat their games",
                order.openings.len()
            ))?;
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
            ))?;
        }
        Ok(display)
    }

    /// A game is over.
    pub(super) fn game(
        &mut self,
        order: &Match,
        number: u64,
        fixture: &Fixture,
        played: &Played,
        standings: &Standings,
    ) -> Result<(), Failure> {
        let (white, black) = order.schedule.colors(fixture);
        if played.fault.is_some() {
            self.say(&format!(
                "game {}, {} against {}: {}",
                number + 1,
                order.players[white].name,
                order.players[black].name,
                arena::ending(played)
            ))?;
        }
        for (player, complaints) in [white, black].into_iter().zip(&played.complaints) {
            if let Some(first) = &complaints.first
                && !self.mentioned[player]
            {
                self.mentioned[player] = true;
                self.say(&format!(
                    "game {}: {} says something wrong beside its move: {first} (mentioned once, \
                     counted always)",
                    number + 1,
                    order.players[player].name
                ))?;
            }
        }
        self.tick(order, standings)
    }

    /// Some time has passed.
    pub(super) fn tick(&mut self, order: &Match, standings: &Standings) -> Result<(), Failure> {
        let wait = if self.is_terminal { REDRAW } else { LINE };
        if self.last.elapsed() < wait {
            return Ok(());
        }
        self.last = Instant::now();
        let progress = progress(standings);
        if self.is_terminal {
            self.draw(&progress, order, standings)
        } else {
            self.say(&format!("{progress}; {}", figures(order, standings)[1..].join("; ")))
        }
    }

    /// Takes the table off the screen.
    pub(super) fn clear(&mut self) {
        // Nobody minds if that fails.
        let _ = write!(io::stderr(), "{}", self.erasure());
        self.drawn = 0;
    }

    fn draw(
        &mut self,
        progress: &str,
        order: &Match,
        standings: &Standings,
    ) -> Result<(), Failure> {
        let mut text = self.erasure();
        let lines = figures(order, standings);
        self.drawn = lines.len() + 1;
        for line in std::iter::once(progress).chain(lines.iter().map(String::as_str)) {
            // Cut where the terminal would wrap, or the table could not be taken
            // back. Eighty columns are always there.
            text.extend(line.chars().take(79));
            text.push('\n');
        }
        write(&text)
    }

    /// What takes the table off the screen: up and clear, line by line.
    fn erasure(&self) -> String {
        "\u{1b}[1A\u{1b}[2K".repeat(self.drawn)
    }

    /// A line that stays.
    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let text = format!("{}{line}\n", self.erasure());
        self.drawn = 0;
        write(&text)
    }
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

fn write(text: &str) -> Result<(), Failure> {
    // A match whose progress nobody reads goes on all the same.
    match io::stderr().write_all(text.as_bytes()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Failure::Failed(format!("cannot write to stderr: {error}"))),
    }
}
