//! Who ends a game before the rules do.

use std::sync::Arc;

use chess::{Color, Game, Outcome, Reason};
use engine::Tablebases;
use eval::Score;
use search::champion::TablebaseResult;

/// When a game is broken off. Each is optional.
#[derive(Clone, Debug, Default)]
pub struct Adjudication {
    /// A player is lost by its own judgement.
    pub resign: Option<Resign>,
    /// Both players see a draw.
    pub draw: Option<DrawRule>,
    /// A draw after this many moves by each side.
    pub most_moves: Option<u32>,
    /// Tables that know the result when few pieces are left.
    pub tablebases: Option<Arc<Tablebases>>,
}

/// A player who thinks so badly of its position for so long has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Resign {
    /// Centipawns behind, at least.
    pub score: i32,
    /// For how many of its moves in a row.
    pub moves: u32,
    /// Whether the opponent has to agree, by a score as high for as long.
    pub both: bool,
}

/// Players who both see nothing in a position have drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawRule {
    /// The first move number at which this counts.
    pub from: u32,
    /// For how many moves of each side in a row.
    pub moves: u32,
    /// Centipawns from zero, at most.
    pub score: i32,
}

/// Watches one game.
#[derive(Clone, Debug)]
pub(crate) struct Referee<'a> {
    rules: &'a Adjudication,
    /// For each side, its own moves in a row with a score that is hopeless,
    /// winning, or nothing.
    hopeless: [u32; 2],
    winning: [u32; 2],
    quiet: [u32; 2],
}

/// A decision and what led to it, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ruling {
    pub(crate) reason: Reason,
    pub(crate) why: Option<String>,
}

impl<'a> Referee<'a> {
    pub(crate) fn new(rules: &'a Adjudication) -> Referee<'a> {
        Referee { rules, hopeless: [0; 2], winning: [0; 2], quiet: [0; 2] }
    }

    /// Hears what the player who has just moved thinks of it.
    pub(crate) fn hear(&mut self, color: Color, move_number: u32, score: Option<Score>) {
        let side = color.index();
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        let cp = score.map(Score::raw);
        if let Some(resign) = self.rules.resign {
            count(&mut self.hopeless[side], cp.is_some_and(|cp| cp <= -resign.score));
            count(&mut self.winning[side], cp.is_some_and(|cp| cp >= resign.score));
        }
        if let Some(draw) = self.rules.draw {
            let is_quiet = cp.is_some_and(|cp| cp.abs() <= draw.score);
            count(&mut self.quiet[side], is_quiet && move_number >= draw.from);
        }
    }

    /// Whether the game is over where it stands: by the rules, by a draw that a
    /// player may claim (programs always do), or by adjudication.
    pub(crate) fn ruling(&self, game: &Game) -> Option<Ruling> {
        let plain = |reason| Some(Ruling { reason, why: None });
        if let Some(end) = game.end() {
            return plain(end.into());
        }
        if let Some(claim) = game.claims().next() {
            return plain(claim.into());
        }
        let decided = |outcome, why: String| {
            Some(Ruling { reason: Reason::Adjudication(outcome), why: Some(why) })
        };
        if let Some(tables) = &self.rules.tablebases
            && let Some(verdict) = tables.probe_now(game.position())
        {
            let turn = game.position().turn();
            let outcome = match verdict {
                TablebaseResult::Win => Outcome::Win(turn),
                TablebaseResult::Loss => Outcome::Win(!turn),
                // By the fifty-move rule if not before.
                TablebaseResult::Draw
                | TablebaseResult::CursedWin
                | TablebaseResult::BlessedLoss => Outcome::Draw,
            };
            return decided(outcome, "by the tablebases".to_owned());
        }
        if let Some(resign) = self.rules.resign {
            for color in [Color::White, Color::Black] {
                let agrees = !resign.both || self.winning[(!color).index()] >= resign.moves;
                if self.hopeless[color.index()] >= resign.moves && agrees {
                    let why = format!("{color} saw itself {} behind", Score::cp(resign.score));
                    return decided(Outcome::Win(!color), why);
                }
            }
        }
        if let Some(draw) = self.rules.draw
            && self.quiet.iter().all(|&moves| moves >= draw.moves)
        {
            return decided(Outcome::Draw, "both players saw a draw".to_owned());
        }
        if let Some(most) = self.rules.most_moves
            && game.moves().len() >= 2 * most as usize
        {
            return decided(Outcome::Draw, format!("after {most} moves"));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Adjudication {
        Adjudication {
            resign: Some(Resign { score: 600, moves: 2, both: false }),
            draw: Some(DrawRule { from: 10, moves: 2, score: 8 }),
            ..Adjudication::default()
        }
    }

    fn outcome(referee: &Referee<'_>) -> Option<Outcome> {
        referee.ruling(&Game::default()).map(|ruling| ruling.reason.outcome())
    }

    #[test]
    fn a_lost_player_resigns_after_so_many_moves() {
        let rules = rules();
        let mut referee = Referee::new(&rules);
        for (score, over) in [(-700, false), (-100, false), (-600, false), (-900, true)] {
            referee.hear(Color::White, 1, Some(Score::cp(900)));
            referee.hear(Color::Black, 1, Some(Score::cp(score)));
            assert_eq!(outcome(&referee), over.then_some(Outcome::Win(Color::White)));
        }
    }

    #[test]
    fn the_opponent_may_have_to_agree() {
        let resign = Some(Resign { score: 600, moves: 2, both: true });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let mut referee = Referee::new(&rules);
        for _ in 0..3 {
            referee.hear(Color::White, 1, Some(Score::cp(100)));
            referee.hear(Color::Black, 1, Some(Score::mated_in(4)));
            assert_eq!(outcome(&referee), None);
        }
        for _ in 0..2 {
            referee.hear(Color::White, 1, Some(Score::mate_in(3)));
        }
        assert_eq!(outcome(&referee), Some(Outcome::Win(Color::White)));
    }

    #[test]
    fn both_have_to_see_the_draw_late_enough() {
        let rules = rules();
        let mut referee = Referee::new(&rules);
        for move_number in 1..10 {
            referee.hear(Color::White, move_number, Some(Score::cp(0)));
            referee.hear(Color::Black, move_number, Some(Score::cp(-8)));
            assert_eq!(outcome(&referee), None);
        }
        referee.hear(Color::White, 10, Some(Score::cp(0)));
        referee.hear(Color::Black, 10, None);
        referee.hear(Color::White, 11, Some(Score::cp(8)));
        referee.hear(Color::Black, 11, Some(Score::cp(0)));
        assert_eq!(outcome(&referee), None, "a move without a score begins anew");
        referee.hear(Color::Black, 12, Some(Score::cp(0)));
        assert_eq!(outcome(&referee), Some(Outcome::Draw));
    }

    #[test]
    fn long_games_are_drawn_and_rules_go_first() {
        let rules = Adjudication { most_moves: Some(2), ..Adjudication::default() };
        let referee = Referee::new(&rules);
        let mut game = Game::default();
        for (text, reason) in [
            ("f2f3", None),
            ("e7e5", None),
            ("g2g4", None),
            ("d8h4", Some("Black wins by checkmate")),
        ] {
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
            let ruling = referee.ruling(&game).map(|ruling| ruling.reason.to_string());
            assert_eq!(ruling.as_deref(), reason);
        }
        game.undo();
        game.play(game.position().parse_uci("a7a6").unwrap()).unwrap();
        assert_eq!(referee.ruling(&game).unwrap().reason.outcome(), Outcome::Draw);
    }

    #[test]
    fn repetition_and_fifty_moves_are_claimed() {
        let rules = Adjudication::default();
        let mut game = Game::default();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
            assert_eq!(Referee::new(&rules).ruling(&game), None);
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
        }
        let ruling = Referee::new(&rules).ruling(&game).unwrap();
        assert_eq!(ruling.reason.to_string(), "draw claimed by threefold repetition");
        let fifty = Game::new("8/8/4k3/8/8/4K3/4R3/8 w - - 100 80".parse().unwrap());
        let ruling = Referee::new(&rules).ruling(&fifty).unwrap();
        assert_eq!(ruling.reason.outcome(), Outcome::Draw);
    }
}
