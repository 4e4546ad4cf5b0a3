//! What a test suite wants of a position, and whether it was found.

use chess::{Epd, Move, Position};
use engine::review::Assessment;
use uci::Value;

/// What a line of a suite wants.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    /// One of these moves (`bm`).
    best: Vec<Move>,
    /// None of these (`am`).
    avoid: Vec<Move>,
    /// A mate in so many moves or fewer (`dm`).
    pub(crate) mate: Option<u32>,
    /// Points for moves, as the Strategic Test Suite gives them.
    points: Vec<(Move, u32)>,
}

/// How far a goal was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalVerdict {
    /// Whether it was reached.
    pub is_solved: bool,
    /// Where the suite gives points, those.
    pub points: Option<SuitePoints>,
}

/// Points made and points that could have been made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SuitePoints {
    /// Points made.
    pub made: u32,
    /// Points that could have been made.
    pub most: u32,
}

impl Goal {
    /// What the operations want; `None` if nothing. Where one of them makes no
    /// sense, the sentence says which, and the others hold.
    pub(crate) fn of(epd: &Epd) -> (Option<Goal>, Vec<String>) {
        let mut complaints = Vec::new();
        let mut moves = |name: &str| -> Vec<Move> {
            let mut read = Vec::new();
            for text in epd.operands(name).unwrap_or_default() {
                // Some write commas between moves.
                for text in text.split(',').filter(|text| !text.is_empty()) {
                    match read_move(&epd.position, text) {
                        Some(mv) => read.push(mv),
                        None => complaints.push(format!(
                            "'{}' after {name} is no legal move",
                            chess::quote(text)
                        )),
                    }
                }
            }
            read
        };
        let (best, avoid) = (moves("bm"), moves("am"));
        let mate = epd.operand("dm").and_then(|text| match text.parse() {
            Ok(moves @ 1..=1_000) => Some(moves),
            _ => {
                complaints.push(format!(
                    "dm is followed by a number of moves from 1 to 1000, not '{}'",
                    chess::quote(text)
                ));
                None
            }
        });
        let points = points(epd).unwrap_or_default();
        let goal = Goal { best, avoid, mate, points };
        ((goal != Goal::default()).then_some(goal), complaints)
    }

    /// A mate in so many moves and nothing else.
    pub(crate) fn mate_in(moves: u32) -> Goal {
        Goal { mate: Some(moves), ..Goal::default() }
    }

    /// Whether it was found. A mate has to be proven, by whichever move; without
    /// one the best move counts.
    pub fn verdict(&self, said: &Assessment) -> GoalVerdict {
        let best = said.best();
        let is_in = |moves: &[Move]| best.is_some_and(|mv| moves.contains(&mv));
        let points = (!self.points.is_empty()).then(|| {
            let made = self.points.iter().find(|(mv, _)| best == Some(*mv));
            let most = self.points.iter().map(|&(_, points)| points).max();
            SuitePoints { made: made.map_or(0, |&(_, points)| points), most: most.unwrap_or(0) }
        });
        let is_solved = match self.mate {
            Some(most) => matches!(
                said.value,
                Value::Mate(moves) if moves > 0 && moves.unsigned_abs() <= most
            ),
            None if !self.best.is_empty() => is_in(&self.best) && !is_in(&self.avoid),
            None if !self.avoid.is_empty() => best.is_some() && !is_in(&self.avoid),
            None => points.is_some_and(|points| points.made == points.most),
        };
        GoalVerdict { is_solved, points }
    }

    /// What is wanted, in words.
    pub fn words(&self, position: &Position) -> String {
        let list = |moves: &[Move]| {
            moves.iter().map(|&mv| position.to_san(mv)).collect::<Vec<_>>().join(" or ")
        };
        let mate = self.mate.map(|moves| format!("mate in {moves}"));
        let best = (!self.best.is_empty()).then(|| list(&self.best));
        let avoid = (!self.avoid.is_empty()).then(|| format!("not {}", list(&self.avoid)));
        let words: Vec<String> = match mate {
            Some(mate) => vec![mate],
            None => best.into_iter().chain(avoid).collect(),
        };
        match words.is_empty() {
            true => "points".to_owned(),
            false => words.join(" and "),
        }
    }
}

/// Points as suites write them: moves in `c9` (from square to square) or `c7`
/// with their points in `c8`, or all in `c0` as `f5=10, Be5+=2`.
fn points(epd: &Epd) -> Option<Vec<(Move, u32)>> {
    let position = &epd.position;
    let words = |name| Some(epd.operand(name)?.split([' ', ',']).filter(|word| !word.is_empty()));
    for name in ["c9", "c7"] {
        if let (Some(moves), Some(points)) = (words(name), words("c8")) {
            let moves: Option<Vec<Move>> = moves.map(|mv| read_move(position, mv)).collect();
            let points: Option<Vec<u32>> = points.map(|points| points.parse().ok()).collect();
            if let (Some(moves), Some(points)) = (moves, points)
                && moves.len() == points.len()
            {
                return Some(moves.into_iter().zip(points).collect());
            }
        }
    }
    let pair = |pair: &str| {
        // A promotion has an equals sign of its own.
        let (mv, points) = pair.rsplit_once('=')?;
        Some((read_move(position, mv.trim())?, points.trim().parse().ok()?))
    };
    epd.operand("c0")?.split(',').map(pair).collect()
}

fn read_move(position: &Position, text: &str) -> Option<Move> {
    position.parse_san(text).ok().or_else(|| position.parse_uci(text).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::review::Line;
    use search::Bound;

    const STS: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";

    fn goal(operations: &str) -> (Position, Goal) {
        let epd = Epd::read(&format!("{STS} {operations}")).unwrap();
        let (goal, complaints) = Goal::of(&epd);
        assert_eq!(complaints, Vec::<String>::new());
        (epd.position, goal.unwrap())
    }

    fn plays(position: &Position, mv: &str, value: Value) -> Assessment {
        let moves = vec![position.parse_san(mv).unwrap()];
        Assessment { value, lines: vec![Line { depth: 1, value, bound: Bound::Exact, moves }] }
    }

    #[test]
    fn best_moves_and_moves_to_avoid() {
        for (operations, played, is_solved) in [
            ("bm f5;", "f5", true),
            ("bm f5;", "Be5", false),
            ("bm f4f5;", "f5", true),
            ("bm f5, Be5+;", "Be5", true),
            ("am f5;", "f5", false),
            ("am f5;", "Be5", true),
        ] {
            let (position, goal) = goal(operations);
            let verdict = goal.verdict(&plays(&position, played, Value::Cp(10)));
            assert_eq!(verdict, GoalVerdict { is_solved, points: None }, "{operations} {played}");
        }
    }

    #[test]
    fn mates_have_to_be_proven() {
        for (value, is_solved) in [
            (Value::Mate(3), true),
            (Value::Mate(2), true),
            (Value::Mate(4), false),
            (Value::Mate(-1), false),
            (Value::Mate(0), false),
            (Value::Cp(900), false),
        ] {
            let (position, goal) = goal("dm 3; bm f5;");
            assert_eq!(goal.verdict(&plays(&position, "f5", value)).is_solved, is_solved);
        }
    }

    #[test]
    fn points_in_all_spellings() {
        for operations in [
            "bm f5; c0 \"f5=10, Be5+=2, Bf2=3, Bg4=2\";",
            "bm f5; c7 \"f5 Be5+ Bf2 Bg4\"; c8 \"10 2 3 2\"; c9 \"f4f5 d4e5 d4f2 f3g4\";",
            "c7 \"f5 Be5+ Bf2 Bg4\"; c8 \"10 2 3 2\";",
        ] {
            let (position, goal) = goal(operations);
            for (played, made) in [("f5", 10), ("Bf2", 3), ("Kh1", 0)] {
                let verdict = goal.verdict(&plays(&position, played, Value::Cp(10)));
                assert_eq!(verdict.points, Some(SuitePoints { made, most: 10 }), "{operations}");
                assert_eq!(verdict.is_solved, made == 10, "{operations}");
            }
        }
        // Other comments are not points.
        assert_eq!(goal("bm f5; c0 \"uci f4f5\";").1.points, []);
        assert_eq!(goal("bm f5; c8 \"10 2\"; c9 \"f4f5\";").1.points, []);
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let epd = Epd::read(&format!("{STS} bm Qh8 f5; dm x;")).unwrap();
        let (goal, complaints) = Goal::of(&epd);
        assert_eq!(goal.unwrap().words(&epd.position), "f5");
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert_eq!(Goal::of(&Epd::read(STS).unwrap()), (None, vec![]));
    }
}
