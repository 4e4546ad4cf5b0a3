//! Matches: against an engine of known strength, against each other, and with
//! characters.

use std::ops::ControlFlow;

use chess::{Game, Move, Position, Role};
use engine::{Character, ForeignSpec, Persona, Rating, Signals, Spec};
use plywise_arena::statistics::{Estimate, Tally};
use plywise_arena::{Adjudication, Budget, Entrant, Event, Format, Match, Openings, Schedule};

/// The seed of openings and dice.
const SEED: u64 = 21;
/// Ratings that are played against the foreign engine: ours and the engine's.
const ANCHORS: [(u32, u32); 6] =
    [(1350, 1350), (1600, 1600), (1850, 1850), (2100, 2100), (2300, 2300), (2400, 2400)];
/// Ratings that are played against each other.
const CHAIN: [u32; 8] = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000];
/// The rating of the characters.
const CHARACTERS: u32 = 1300;

pub(crate) fn rated(elo: u32) -> Spec {
    Spec::Rated(Persona::plain(Rating::clamped(elo)))
}

/// Plays; every game is told to `heard` with whether the first player had White.
pub(crate) fn play(
    players: [(Spec, Budget); 2],
    games: u64,
    heard: &mut dyn FnMut(&Game, usize, bool),
) -> Result<Tally, String> {
    let order = Match {
        players: Entrant::list(players),
        schedule: Schedule::new(Format::Match, 2, games.next_multiple_of(2)),
        openings: Openings::named(SEED),
        rules: Adjudication { most_moves: Some(150), ..Adjudication::default() },
        sprt: None,
        concurrency: 1,
        margin: plywise_arena::MARGIN,
        timeouts: uci::Timeouts::default(),
        seed: SEED,
    };
    let mut hear = |event: Event<'_>| {
        if let Event::Game { fixture, played, .. } = event {
            heard(&played.game, played.opening, !fixture.is_reversed);
        }
        ControlFlow::Continue(())
    };
    let standings =
        order.run(&[], &Signals::new(), &mut hear).map_err(|error| error.to_string())?;
    Ok(standings.first_tally())
}

/// A difference with its error; how the games ended is printed.
fn difference(tally: &Tally) -> (f64, f64) {
    print!("| {} | {} | {} ", tally.wins, tally.draws, tally.losses);
    let elo = Estimate::of(tally).map(|estimate| estimate.logistic);
    (elo.map_or(0.0, |elo| elo.difference), elo.and_then(|elo| elo.error).unwrap_or(f64::NAN))
}

/// Ratings against an engine that has `UCI_Elo`.
pub(crate) fn anchor(program: &str, games: u64, nodes: u64) -> Result<(), String> {
    println!("{games} games each, the engine with {nodes} nodes a move\n");
    println!(
        "| asked for | engine at | won | drawn | lost | so about |\n|---|---|---|---|---|---|"
    );
    for (own, theirs) in ANCHORS {
        let options = [("UCI_LimitStrength", "true".to_owned()), ("UCI_Elo", theirs.to_string())];
        let foreign = Spec::Foreign(ForeignSpec {
            program: program.to_owned(),
            options: options.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        });
        print!("| {own} | {theirs} ");
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let players = [(rated(own), Budget::default()), (foreign, budget)];
        let (elo, error) = difference(&play(players, games, &mut |_, _, _| {})?);
        println!("| {:.0} ± {error:.0} |", f64::from(theirs) + elo);
    }
    Ok(())
}

/// Ratings against each other.
pub(crate) fn chain(games: u64) -> Result<(), String> {
    println!("{games} games each\n");
    println!("| rating | against | won | drawn | lost | apart |\n|---|---|---|---|---|---|");
    for pair in CHAIN.windows(2) {
        print!("| {} | {} ", pair[1], pair[0]);
        let players = [pair[1], pair[0]].map(|elo| (rated(elo), Budget::default()));
        let (elo, error) = difference(&play(players, games, &mut |_, _, _| {})?);
        println!("| {elo:+.0} ± {error:.0} |");
    }
    Ok(())
}

/// What a player did with its moves.
#[derive(Default)]
struct Habits {
    moves: f64,
    checks: f64,
    takes: f64,
    trades: f64,
    pawns: f64,
    near_king: f64,
    home: f64,
}

impl Habits {
    fn add(&mut self, position: &Position, mv: Move) {
        let us = position.turn();
        let role = position.role_at(mv.from());
        let prey = position.captured(mv);
        let is_piece = |role: Option<Role>| role.is_some_and(|role| role != Role::Pawn);
        self.moves += 1.0;
        self.checks += f64::from(u8::from(position.gives_check(mv)));
        self.takes += f64::from(u8::from(prey.is_some()));
        self.trades += f64::from(u8::from(is_piece(prey) && is_piece(role)));
        self.pawns += f64::from(u8::from(role == Some(Role::Pawn)));
        self.near_king += f64::from(u8::from(mv.to().distance(position.king(!us)) <= 2));
        self.home += f64::from(u8::from(mv.to().rank().relative_to(us).index() <= 2));
    }

    fn row(&self) -> String {
        let share = |count: f64| format!("{:.1}", 100.0 * count / self.moves.max(1.0));
        [self.checks, self.takes, self.trades, self.pawns, self.near_king, self.home]
            .map(share)
            .join(" | ")
    }
}

/// Each character against the same rating without one.
pub(crate) fn characters(games: u64) -> Result<(), String> {
    println!("{games} games each at {CHARACTERS}; shares of moves in per cent\n");
    println!(
        "| character | won | drawn | lost | apart | checks | takes | trades | pawn moves | near the \
         king | own half |\n|---|---|---|---|---|---|---|---|---|---|---|"
    );
    let mut plain = Habits::default();
    for character in Character::ALL {
        let mut own = Habits::default();
        let persona = Persona { rating: Rating::clamped(CHARACTERS), character: Some(character) };
        let players =
            [Spec::Rated(persona), rated(CHARACTERS)].map(|spec| (spec, Budget::default()));
        print!("| {} ", character.name());
        let tally = play(players, games, &mut |game, opening, first_is_white| {
            for (position, &mv) in game.positions().iter().zip(game.moves()).skip(opening) {
                let is_first = (position.turn() == chess::Color::White) == first_is_white;
                let habits = if is_first { &mut own } else { &mut plain };
                habits.add(position, mv);
            }
        })?;
        let (elo, error) = difference(&tally);
        println!("| {elo:+.0} ± {error:.0} | {} |", own.row());
    }
    println!("| none | | | | | {} |", plain.row());
    Ok(())
}
