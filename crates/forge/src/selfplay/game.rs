//! One game.

use std::ops::RangeInclusive;

use chess::{Color, Move, Outcome, Position};
use eval::Score;
use search::Signals;

use super::{Effort, MoveRequest, RandomStart, Thinker};
use crate::packed::{GameEnding, MAX_PLIES, PackedPly, PlayedGame};

/// How games are played and when they are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How many random plies an opening has.
    pub random_plies: RangeInclusive<u32>,
    /// Nodes for the search that drops lopsided openings; 0: none is dropped.
    pub opening_nodes: u64,
    /// An opening is lopsided beyond this many centipawns.
    pub opening_bound: i32,
    /// Nodes a move.
    pub nodes: u64,
    /// A game is won at this many centipawns …
    pub win_score: i32,
    /// … for so many plies, both players agreeing.
    pub win_plies: u32,
    /// A game is drawn within this many centipawns …
    pub draw_score: i32,
    /// … for so many plies …
    pub draw_plies: u32,
    /// … of which none is earlier than this.
    pub draw_from: usize,
    /// A game of so many plies is drawn.
    pub longest: usize,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            random_plies: 8..=9,
            opening_nodes: 1_000,
            opening_bound: 300,
            nodes: 400,
            win_score: 2_000,
            win_plies: 4,
            draw_score: 10,
            draw_plies: 12,
            draw_from: 80,
            longest: 400,
        }
    }
}

/// Plays a game from its opening to the end; `None` if `stop` is raised before.
pub fn play(
    start: &RandomStart,
    rules: &Rules,
    thinker: &mut impl Thinker,
    stop: &Signals,
) -> Option<PlayedGame> {
    thinker.new_game();
    play_with(start, rules, stop, |position, history, effort| {
        thinker.think(MoveRequest { position, history, effort })
    })
}

/// Plays a game with moves and scores from wherever they come.
pub(super) fn play_with(
    start: &RandomStart,
    rules: &Rules,
    stop: &Signals,
    mut think: impl FnMut(&Position, &[u64], Effort<'_>) -> Option<(Move, Score)>,
) -> Option<PlayedGame> {
    let effort = Effort { nodes: rules.nodes, stop };
    let mut game = PlayedGame::new(start.from);
    game.plies.extend(start.moves.iter().map(|&mv| PackedPly { mv, score: None }));
    let mut keys: Vec<u64> = game.positions().map(|(position, _)| position.key()).collect();
    let mut position = start.position;
    let mut calls = Calls::default();
    let longest = rules.longest.min(MAX_PLIES);
    loop {
        if let Some(outcome) = rules_end(&position, &keys) {
            return Some(finished(game, outcome, GameEnding::Rules));
        }
        if game.plies.len() >= longest {
            return Some(finished(game, Outcome::Draw, GameEnding::Length));
        }
        let thought = think(&position, &keys, effort);
        if effort.is_stopped() {
            return None;
        }
        let Some((mv, score)) = thought else {
            // A position with legal moves has an answer; see `Thinker`.
            return Some(finished(game, Outcome::Draw, GameEnding::Unknown));
        };
        let white = score.for_white(position.turn());
        let ply = game.plies.len();
        game.plies.push(PackedPly { mv, score: Some(white.to_i16()) });
        keys.push(position.key());
        position.play_unchecked(mv);
        if let Some((outcome, ending)) = calls.hear(white.raw(), ply, rules) {
            // Mate on the board is more than a call.
            return Some(match rules_end(&position, &keys) {
                Some(outcome) => finished(game, outcome, GameEnding::Rules),
                None => finished(game, outcome, ending),
            });
        }
    }
}

fn finished(mut game: PlayedGame, outcome: Outcome, ending: GameEnding) -> PlayedGame {
    game.outcome = Some(outcome);
    game.ending = ending;
    game
}

/// How the game stands by the rules: `None` if it goes on. Claims count as made.
pub(crate) fn rules_end(position: &Position, keys: &[u64]) -> Option<Outcome> {
    if !position.has_legal_move() {
        let loser = position.turn();
        return Some(if position.is_check() { Outcome::Win(!loser) } else { Outcome::Draw });
    }
    let clock = usize::from(position.halfmove_clock());
    let reversible = clock.min(keys.len());
    let same = keys[keys.len() - reversible..].iter().filter(|&&key| key == position.key()).count();
    let is_draw = clock >= 100 || same >= 2 || position.has_insufficient_material();
    is_draw.then_some(Outcome::Draw)
}

/// For how many plies the scores have said the same.
#[derive(Default)]
struct Calls {
    white: u32,
    black: u32,
    drawn: u32,
}

impl Calls {
    /// Hears a score from White's view at a ply; the call if it is time for one.
    fn hear(&mut self, score: i32, ply: usize, rules: &Rules) -> Option<(Outcome, GameEnding)> {
        let count = |so_far: u32, holds: bool| if holds { so_far + 1 } else { 0 };
        self.white = count(self.white, score >= rules.win_score);
        self.black = count(self.black, score <= -rules.win_score);
        let is_even = score.abs() <= rules.draw_score && ply >= rules.draw_from;
        self.drawn = count(self.drawn, is_even);
        if self.white >= rules.win_plies {
            Some((Outcome::Win(Color::White), GameEnding::CalledWon))
        } else if self.black >= rules.win_plies {
            Some((Outcome::Win(Color::Black), GameEnding::CalledWon))
        } else if self.drawn >= rules.draw_plies {
            Some((Outcome::Draw, GameEnding::CalledDrawn))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_need_agreement_without_interruption() {
        let rules = Rules { draw_from: 4, draw_plies: 3, win_plies: 2, ..Rules::default() };
        let hear = |scores: &[i32]| {
            let mut calls = Calls::default();
            scores.iter().enumerate().find_map(|(ply, &score)| {
                calls.hear(score, ply, &rules).map(|(outcome, _)| (ply, outcome))
            })
        };
        assert_eq!(hear(&[2_000, 2_000]), Some((1, Outcome::Win(Color::White))));
        assert_eq!(hear(&[2_000, 1_999, -2_000, -31_990]), Some((3, Outcome::Win(Color::Black))));
        assert_eq!(hear(&[2_500, -2_500, 2_500]), None);
        assert_eq!(hear(&[0; 6]), None);
        assert_eq!(hear(&[0; 7]), Some((6, Outcome::Draw)));
        assert_eq!(hear(&[0, 0, 0, 0, 0, 0, 11, 0, 0]), None);
    }

    #[test]
    fn the_rules_end_games() {
        let end = |fen: &str| rules_end(&fen.parse().unwrap(), &[]);
        assert_eq!(end("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1"), Some(Outcome::Win(Color::White)));
        assert_eq!(end("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), Some(Outcome::Draw));
        assert_eq!(end("7k/8/8/8/8/8/8/KR6 b - - 100 90"), Some(Outcome::Draw));
        assert_eq!(end("7k/8/8/8/8/8/8/KN6 b - - 0 1"), Some(Outcome::Draw));
        assert_eq!(end("7k/8/8/8/8/8/8/KR6 b - - 99 90"), None);
    }
}
