//! Matches: against an engine of known strength, against each other, and with
//! characters.

use std::io::Write;
use std::ops::ControlFlow;
use std::str::FromStr;

use chess::{Game, Move, Position, Role};
use engine::{Character, ForeignSpec, Persona, Rating, Signals, Spec};
use plywise_arena::statistics::{Estimate, Tally};
use plywise_arena::{
    Adjudication, Budget, Entrant, Match, MatchEvent, MatchFormat, MatchTimeControl, Openings,
    Resign, Schedule,
};

/// The seed of openings and dice.
const SEED: u64 = 21;
/// Ratings that are played against the foreign engine at the same rating.
pub(crate) const ANCHORS: [u32; 6] = [1400, 1600, 1800, 2000, 2200, 2400];
/// Ratings that are played against each other.
pub(crate) const CHAIN: [u32; 5] = [600, 800, 1000, 1200, 1400];
/// The rating of the characters.
const CHARACTERS: u32 = 1300;

pub(crate) fn rated(elo: u32) -> Spec {
    Spec::Rated(Persona::plain(Rating::clamped(elo)))
}

/// Plays; every game is told to `heard` with whether the first player had White.
pub(crate) fn play(
    players: [(Spec, Budget); 2],
    games: u64,
    resign: Option<Resign>,
    heard: &mut dyn FnMut(&Game, usize, bool),
) -> Result<Tally, String> {
    let order = Match {
        players: Entrant::list(players),
        schedule: Schedule::new(MatchFormat::Match, 2, games.next_multiple_of(2)),
        openings: Openings::named(SEED),
        rules: Adjudication { resign, most_moves: Some(150), ..Adjudication::default() },
        sprt: None,
        concurrency: 1,
        margin: plywise_arena::MARGIN,
        timeouts: uci::Timeouts::default(),
        seed: SEED,
    };
    let mut hear = |event: MatchEvent<'_>| {
        if let MatchEvent::Game { fixture, played, .. } = event {
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
    // A row that takes minutes is seen as it grows; who reads no more is no reason to stop.
    let _ = std::io::stdout().flush();
    let elo = Estimate::of(tally).map(|estimate| estimate.logistic);
    (elo.map_or(0.0, |elo| elo.difference), elo.and_then(|elo| elo.error).unwrap_or(f64::NAN))
}

/// How long the foreign engine may think.
#[derive(Clone, Copy)]
pub(crate) enum Patience {
    /// So many nodes a move.
    Nodes(u64),
    /// A clock, the same for both.
    Clock(MatchTimeControl),
    /// A clock, and no longer than until it has chosen.
    ClockAndChoice(MatchTimeControl),
    /// Until it has chosen: Stockfish 15.1 chooses among its lines at a depth that
    /// belongs to its rating and only looks on afterwards. So this is as strong as a
    /// clock that lasts until then, and takes a hundredth of the time.
    Choice,
}

impl FromStr for Patience {
    type Err = String;

    fn from_str(text: &str) -> Result<Patience, String> {
        if text == "choice" {
            return Ok(Patience::Choice);
        }
        if let Ok(nodes) = text.parse() {
            return Ok(Patience::Nodes(nodes));
        }
        let clock = match text.strip_suffix("/choice") {
            Some(clock) => clock.parse().map(Patience::ClockAndChoice),
            None => text.parse().map(Patience::Clock),
        };
        clock.map_err(|_| format!("'{text}' is no number of nodes, no clock and not 'choice'"))
    }
}

impl Patience {
    /// What both sides get when the engine plays at a rating.
    fn budgets(self, elo: u32) -> [Budget; 2] {
        let free = Budget::default();
        match self {
            Patience::Nodes(nodes) => [free, Budget { nodes: Some(nodes), ..free }],
            Patience::Clock(control) => [Budget { control: Some(control), ..free }; 2],
            Patience::ClockAndChoice(control) => {
                let clock = Budget { control: Some(control), ..free };
                [clock, Budget { depth: Some(depth_of_choice(elo)), ..clock }]
            }
            Patience::Choice => [free, Budget { depth: Some(depth_of_choice(elo)), ..free }],
        }
    }
}

/// The depth at which Stockfish 15.1 chooses when it is asked for a rating: one more
/// than its level of skill, which its options give as a power of the rating.
fn depth_of_choice(elo: u32) -> u32 {
    /// The rating of level 0, what the first level adds, and how levels grow.
    const CURVE: (f64, f64, f64) = (1346.6, 143.4, 0.806);
    let (least, first, power) = CURVE;
    let level = ((f64::from(elo) - least).max(0.0) / first).powf(1.0 / power);
    level.min(20.0) as u32 + 1
}

/// Ratings against an engine that has `UCI_Elo`.
pub(crate) fn anchor(
    program: &str,
    games: u64,
    patience: Patience,
    ratings: &[u32],
) -> Result<(), String> {
    println!("| rating | won | drawn | lost | so about |\n|---|---|---|---|---|");
    for &elo in ratings {
        let options = [("UCI_LimitStrength", "true".to_owned()), ("UCI_Elo", elo.to_string())];
        let foreign = Spec::Foreign(ForeignSpec {
            program: program.to_owned(),
            options: options.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        });
        print!("| {elo} ");
        let [own, theirs] = patience.budgets(elo);
        let players = [(rated(elo), own), (foreign, theirs)];
        let (apart, error) = difference(&play(players, games, None, &mut |_, _, _| {})?);
        println!("| {:.0} ± {error:.0} |", f64::from(elo) + apart);
    }
    Ok(())
}

/// Neighbours among these ratings against each other.
pub(crate) fn chain(games: u64, ratings: &[u32]) -> Result<(), String> {
    println!("| rating | against | won | drawn | lost | apart |\n|---|---|---|---|---|---|");
    for pair in ratings.windows(2) {
        print!("| {} | {} ", pair[1], pair[0]);
        let players = [pair[1], pair[0]].map(|elo| (rated(elo), Budget::default()));
        let (elo, error) = difference(&play(players, games, None, &mut |_, _, _| {})?);
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
    /// Positions in which a trade that loses nothing is there.
    offers: f64,
    /// And how often it is made.
    accepted: f64,
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
        let is_trade = |mv: Move| {
            is_piece(position.captured(mv))
                && is_piece(position.role_at(mv.from()))
                && position.see_ge(mv, 0)
        };
        if position.legal_moves().iter().any(|&mv| is_trade(mv)) {
            self.offers += 1.0;
            self.accepted += f64::from(u8::from(is_trade(mv)));
        }
        self.pawns += f64::from(u8::from(role == Some(Role::Pawn)));
        self.near_king += f64::from(u8::from(mv.to().distance(position.king(!us)) <= 2));
        self.home += f64::from(u8::from(mv.to().rank().relative_to(us).index() <= 2));
    }

    fn row(&self) -> String {
        let share = |count: f64, all: f64| format!("{:.1}", 100.0 * count / all.max(1.0));
        let [checks, takes, trades, pawns, near_king, home] =
            [self.checks, self.takes, self.trades, self.pawns, self.near_king, self.home]
                .map(|count| share(count, self.moves));
        let accepted = share(self.accepted, self.offers);
        [checks, takes, trades, accepted, pawns, near_king, home].join(" | ")
    }
}

/// Each character against the same rating without one.
pub(crate) fn characters(games: u64) -> Result<(), String> {
    println!("{games} games each at {CHARACTERS}; shares of moves in per cent\n");
    println!(
        "| character | won | drawn | lost | apart | checks | takes | trades | trades made of those \
         offered | pawn moves | near the king | own half \
         |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
    );
    let mut plain = Habits::default();
    for character in Character::ALL {
        let mut own = Habits::default();
        let persona = Persona { rating: Rating::clamped(CHARACTERS), character: Some(character) };
        let players =
            [Spec::Rated(persona), rated(CHARACTERS)].map(|spec| (spec, Budget::default()));
        print!("| {} ", character.name());
        let tally = play(players, games, None, &mut |game, opening, first_is_white| {
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
