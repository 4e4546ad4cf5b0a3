//! How games are ordered, and what may be ordered.

use std::time::Duration;

use chess::Position;
use engine::{Classic, EvalSpec, Persona, Spec};
use search::ladder::Rung;
use session::{Seat, TimeControl};

use super::open_game::{OpenGame, now};
use crate::crew::MoveWork;
use crate::engines::Engines;
use crate::protocol::{ClockOrder, GameOrder};
use crate::{lab, limits, place, random, setup};

/// The longest that a move of a computer may be ordered to take, or be shown, in
/// seconds.
const SECONDS: f64 = 60.0;
/// Letters of a game's key.
const KEY: usize = 10;

/// The game that is ordered, or a sentence that says what is wrong.
pub(crate) fn open_game(
    order: &GameOrder,
    cores: usize,
    engines: &Engines,
) -> Result<OpenGame, String> {
    let seats = [seat(&order.white, cores, engines)?, seat(&order.black, cores, engines)?];
    let start = start(order)?;
    let control = order.clock.map(control).transpose()?;
    let mut open_game = OpenGame::new(random::name(KEY)?, start, seats, control, now());
    open_game.chess960 = order.chess960.map(setup::chess960_number).transpose()?;
    open_game.move_time =
        seconds(order.seconds, "a move of a computer")?.filter(|time| !time.is_zero());
    open_game.delay = seconds(order.delay, "the delay")?.unwrap_or_default();
    Ok(open_game)
}

/// A seat for a player that a page may order. An engine is called what the command line calls it.
pub(crate) fn seat(text: &str, cores: usize, engines: &Engines) -> Result<Seat, String> {
    if let Some((name, spec)) = engines.ordered(text) {
        return Ok(Seat::named(spec.clone(), name));
    }
    let spec: Spec = text.parse().map_err(|error| format!("{error}"))?;
    let is_in_file = match &spec {
        Spec::Ladder(ladder) => matches!(ladder.eval, EvalSpec::File(_)),
        Spec::Champion(champion) => matches!(champion.eval, EvalSpec::File(_)),
        _ => false,
    };
    if is_in_file {
        return Err(format!(
            "files of evaluations are not opened for the page; it has {}",
            lab::evaluation_names()
        ));
    }
    match &spec {
        // As it stands in a kept game, if it is still one of those that may play.
        Spec::Foreign(_) => match engines.name(&spec) {
            Some(name) => Ok(Seat::named(spec.clone(), name)),
            None => Err("other programs are not started from the page; \
                         plywise serve --engine NAME=PROGRAM lets one play"
                .to_owned()),
        },
        Spec::Champion(champion) if champion.threads > cores => {
            Err(format!("threads cannot be {}: a number from 1 to {cores}", champion.threads))
        }
        Spec::Champion(champion) if champion.hash_mib > limits::HASH_MIB as usize => Err(format!(
            "hash cannot be {}: a number from 1 to {}",
            champion.hash_mib,
            limits::HASH_MIB
        )),
        _ => Ok(Seat::new(spec)),
    }
}

/// How much work a player's moves are.
pub(crate) fn weight(spec: &Spec) -> MoveWork {
    /// Players with so many nodes are done in a few hundredths of a second.
    const LIGHT_NODES: u64 = 20_000;
    let weight_of = |persona: &Persona| match persona.skill().nodes {
        ..=LIGHT_NODES => MoveWork::Light,
        _ => MoveWork::Heavy,
    };
    match spec {
        Spec::Level(level) => weight_of(&level.persona()),
        Spec::Rated(persona) => weight_of(persona),
        Spec::Classic(Classic::Easy | Classic::Medium) => MoveWork::Light,
        Spec::Ladder(ladder) if ladder.algorithm.rung == Rung::Random => MoveWork::Light,
        Spec::Ladder(ladder) if ladder.depth.is_some_and(|depth| depth <= 2) => MoveWork::Light,
        _ => MoveWork::Heavy,
    }
}

/// The memory that a player keeps, in MiB.
pub(crate) fn memory_mib(spec: &Spec) -> u32 {
    match spec {
        Spec::Champion(champion) => champion.hash_mib as u32 + 8 * champion.threads as u32,
        _ => 0,
    }
}

fn start(order: &GameOrder) -> Result<Position, String> {
    match (order.chess960, order.fen.as_deref().map(str::trim)) {
        (Some(number), None | Some("")) => {
            let number = setup::chess960_number(number)?;
            Ok(Position::chess960(number, number))
        }
        (Some(_), Some(_)) => {
            Err("a game begins with a FEN or with a Chess960 number, not both".to_owned())
        }
        (None, Some(fen)) if !fen.is_empty() => place::position(fen),
        (None, _) => Ok(Position::start()),
    }
}

fn control(order: ClockOrder) -> Result<TimeControl, String> {
    let times = order.minutes.zip(order.increment);
    times.and_then(|(minutes, increment)| TimeControl::new(minutes, increment)).ok_or_else(|| {
        format!(
            "a clock has up to {} minutes and {} seconds a move, and not nothing of both",
            TimeControl::MOST_MINUTES,
            TimeControl::MOST_INCREMENT
        )
    })
}

fn seconds(ordered: Option<f64>, what: &str) -> Result<Option<Duration>, String> {
    let Some(number) = ordered else { return Ok(None) };
    match (0.0..=SECONDS).contains(&number) {
        true => Ok(Some(Duration::from_secs_f64(number))),
        false => Err(format!("{what} takes 0 to {SECONDS} seconds")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> GameOrder {
        GameOrder {
            white: "human".to_owned(),
            black: "level:2".to_owned(),
            fen: None,
            chess960: None,
            clock: None,
            seconds: None,
            delay: None,
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let clock = |minutes, increment| {
            Some(ClockOrder { minutes: Some(minutes), increment: Some(increment) })
        };
        let nothing = Some(ClockOrder { minutes: None, increment: Some(1.0) });
        for (order, said) in [
            (GameOrder { white: "nobody".to_owned(), ..order() }, "there is no player 'nobody'"),
            (
                GameOrder { black: "uci:sh -c x".to_owned(), ..order() },
                "other programs are not started",
            ),
            (
                GameOrder { black: "pvs:eval=/etc/passwd".to_owned(), ..order() },
                "files of evaluations",
            ),
            (
                GameOrder { black: "champion:eval=./x".to_owned(), ..order() },
                "files of evaluations",
            ),
            (
                GameOrder { black: "champion:threads=9".to_owned(), ..order() },
                "threads cannot be 9",
            ),
            (
                GameOrder { black: "champion:hash=99999".to_owned(), ..order() },
                "hash cannot be 99999",
            ),
            (GameOrder { fen: Some("8/8/8/8 w".to_owned()), ..order() }, ""),
            (GameOrder { chess960: Some(960.0), ..order() }, "a Chess960 position has a number"),
            (GameOrder { chess960: Some(-3.0), ..order() }, "a Chess960 position has a number"),
            (GameOrder { chess960: Some(1e9), ..order() }, "a Chess960 position has a number"),
            (GameOrder { chess960: Some(1.5), ..order() }, "a Chess960 position has a number"),
            (GameOrder { clock: nothing, ..order() }, "a clock has up to 1440 minutes"),
            (
                GameOrder { chess960: Some(1.0), fen: Some("x".to_owned()), ..order() },
                "a game begins with a FEN or",
            ),
            (GameOrder { clock: clock(0.0, 0.0), ..order() }, "a clock has up to 1440 minutes"),
            (GameOrder { clock: clock(-1.0, 3.0), ..order() }, "a clock has up to"),
            (GameOrder { clock: clock(f64::NAN, 3.0), ..order() }, "a clock has up to"),
            (GameOrder { clock: clock(1e300, 3.0), ..order() }, "a clock has up to"),
            (GameOrder { seconds: Some(-1.0), ..order() }, "a move of a computer takes"),
            (GameOrder { delay: Some(f64::INFINITY), ..order() }, "the delay takes"),
        ] {
            let sentence = open_game(&order, 2, &Engines::default()).unwrap_err();
            assert!(sentence.starts_with(said), "{sentence}");
        }
    }

    #[test]
    fn games_have_keys_of_their_own_and_begin_where_they_should() {
        let first = open_game(&order(), 2, &Engines::default()).unwrap();
        let second =
            open_game(&GameOrder { chess960: Some(77.0), ..order() }, 2, &Engines::default())
                .unwrap();
        assert_ne!(first.key, second.key);
        assert_eq!(second.session.game.start(), &Position::chess960(77, 77));
    }
}
