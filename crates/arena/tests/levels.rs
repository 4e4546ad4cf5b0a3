//! Levels stand in order of strength, and above random moves.
//!
//! Few games, the same in every run: enough to see that a level is misplaced, not
//! how far apart they are. `make bench-levels` measures that.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::ops::ControlFlow;

use engine::{Classic, Level, Signals, Spec};
use plywise_arena::statistics::Tally;
use plywise_arena::{
    Adjudication, Budget, Entrant, Match, MatchFormat, Openings, Resign, Schedule,
};
use uci::Timeouts;

/// Games of neighbours: fewer where they think for longer.
fn games(higher: &Spec) -> u64 {
    match higher {
        Spec::Level(level) if level.number() <= 5 => 40,
        Spec::Level(level) if level.number() <= 7 => 16,
        _ => 6,
    }
}

/// How a match ends, and in the same way every time.
fn tally(players: [Spec; 2], games: u64, rules: Adjudication) -> Tally {
    let order = Match {
        players: Entrant::list(players.map(|player| (player, Budget::default()))),
        schedule: Schedule::new(MatchFormat::Match, 2, games),
        openings: Openings::named(18),
        rules,
        sprt: None,
        concurrency: 2,
        margin: plywise_arena::MARGIN,
        timeouts: Timeouts::default(),
        seed: 18,
    };
    let stop = Signals::new();
    order.run(&[], &stop, &mut |_| ControlFlow::Continue(())).unwrap().first_tally()
}

#[test]
fn no_level_loses_to_the_one_below_it() {
    // The two highest would take six times as long as all others together; that their ratings grow too is
    // tested with the levels, and `make bench-levels` has their games.
    let levels: Vec<Spec> = Level::all().take(8).map(Spec::Level).collect();
    let classics = Classic::ALL.map(Spec::Classic);
    for pair in levels.windows(2).chain(classics.windows(2)) {
        let [lower, higher] = [&pair[0], &pair[1]];
        let rules = Adjudication {
            resign: Some(Resign { score: 500, moves: 3, both: true }),
            most_moves: Some(80),
            ..Adjudication::default()
        };
        let tally = tally([higher.clone(), lower.clone()], games(higher), rules);
        assert!(
            tally.score().unwrap() > 0.5,
            "{higher} against {lower}: {} won, {} drawn, {} lost; see make bench-levels",
            tally.wins,
            tally.draws,
            tally.losses
        );
    }
}

/// What the first page of the ladder says: two plies win every game against random
/// moves, one does not.
#[test]
fn two_plies_always_beat_random_moves() {
    let against_random = |text: &str, games| {
        let players = [text, "random"].map(|text| text.parse().unwrap());
        tally(players, games, Adjudication::default())
    };
    assert_eq!(against_random("minimax:depth=2,eval=material", 10).wins, 10);
    let one = against_random("minimax:depth=1,eval=material", 30);
    assert!(one.draws > 0 && one.wins > one.losses, "{one:?}");
}
