//! Reports T, A and J.

use std::time::Instant;

use chess::{Move, Position};
use search::ladder::{MoveOrder, Rung, Store, ordered, pvs};
use search::{Observer, Report, Task};

use super::{Figure, Row, Section, Value, named, plain, position};
use crate::fastest;
use crate::published::{a, j, t};
use crate::toy::{NumberTree, Player, Story, Toy, minimax};
use search::ladder::Algorithm;

pub(super) fn sections() -> Vec<Section> {
    vec![game(), example(), times(), evaluations(), leaves(), saved()]
}

/// Counts positions and the moves in them, as report T does.
#[derive(Default)]
struct Breadth {
    positions: u64,
    expanded: u64,
    moves: u64,
}

impl Observer for Breadth {
    fn enter(&mut self, _: &search::Node<'_>) {
        self.positions += 1;
    }

    fn order(&mut self, moves: &[Move]) {
        self.expanded += 1;
        self.moves += moves.len() as u64;
    }
}

/// What a program that has Black in report T's game does for a move, on average.
struct Average {
    positions: f64,
    branching: f64,
    seconds: f64,
    /// How many of its moves are the report's.
    same: usize,
    moves: usize,
}

/// A search that is watched for the breadth of its tree.
type Watched = fn(&Task<'_>, &mut Breadth) -> Report;

fn average((algorithm, search): &(Algorithm, Watched), depth: u32) -> Average {
    let mut position = Position::start();
    let mut breadth = Breadth::default();
    let (mut seconds, mut same, mut moves) = (0.0, 0, 0);
    for (index, text) in t::GAME.into_iter().enumerate() {
        let Ok(mv) = position.parse_uci(text) else { break };
        if index % 2 == 1 {
            let task = algorithm.task(&position, named("heatmap"), depth);
            let start = Instant::now();
            let report = search(&task, &mut breadth);
            seconds += start.elapsed().as_secs_f64();
            same += usize::from(report.best == Some(mv));
            moves += 1;
        }
        position.play_unchecked(mv);
    }
    let count = moves as f64;
    Average {
        positions: breadth.positions as f64 / count,
        branching: breadth.moves as f64 / breadth.expanded as f64,
        seconds: seconds / count,
        same,
        moves,
    }
}

fn game() -> Section {
    let own: (_, Watched) =
        (Algorithm::ordered(Rung::Ordered, MoveOrder::Forcing), ordered::search);
    let best: (_, Watched) =
        (Algorithm::ordered(Rung::Pvs, MoveOrder::Evaluation), |task, breadth| {
            pvs::search(task, &mut Store::default(), breadth)
        });
    let mut rows = Vec::new();
    for (depth, published) in [
        (t::DEPTH, Some((t::POSITIONS, t::BRANCHING, Value::Seconds(t::SECONDS)))),
        (t::DEPTH + 1, None),
        (t::DEPTH - 1, None),
    ] {
        let [ours, fewest] = [&own, &best].map(|algorithm| average(algorithm, depth));
        let time = match (depth, &published) {
            (_, Some((_, _, time))) => Some(time.clone()),
            (5, None) => Some(Value::Between(t::SECONDS_AT_5[0], t::SECONDS_AT_5[1])),
            _ => None,
        };
        let positions = vec![
            ("its way", Value::Average(ours.positions)),
            ("pvs", Value::Average(fewest.positions)),
        ];
        let counted = match &published {
            Some((count, _, _)) => {
                Figure::no_more("positions a move", Value::Average(*count), positions)
            }
            None => Figure::told("positions a move", None, positions),
        };
        let branching = published.as_ref().map(|(_, branching, _)| Value::Average(*branching));
        rows.push(Row {
            label: vec![depth.to_string()],
            figures: vec![
                counted,
                Figure::told(
                    "branching",
                    branching,
                    vec![("ours", Value::Average(ours.branching))],
                ),
                Figure::time(time, "ours", ours.seconds),
                Figure::told(
                    "same move",
                    None,
                    vec![("ours", Value::Word(format!("{} of {}", ours.same, ours.moves)))],
                ),
            ],
        });
    }
    Section {
        report: 'T',
        title: "averages over a game, with its evaluation 'heatmap'".to_owned(),
        labels: vec!["depth"],
        rows,
        notes: vec![
            "Its way is 'ordered:order=forcing', 'pvs' is 'pvs:order=evaluation'. Searched where the report's program had to move in the game that it printed the \
             figures after: 1.e4 Nf6 2.d4 Nxe4 3.Nf3 Nc6 4.c3 d5 5.Bd3 Qd7 6.Qd2 Nxd2. Positions \
             include the root, branching is the average number of moves in the positions expanded."
                .to_owned(),
            "At depth 4 this takes more positions than the report says. Its figures fit three \
             plies, where positions, branching and most of the moves come out nearly the same: the \
             game was probably played at its level 'medium', which is depth 3."
                .to_owned(),
        ],
    }
}

/// Report T's worked example: its left half and the next two leaves are the
/// report's, the rest of the right half is ours and gives the value it tells of.
pub fn worked_example() -> String {
    let [first, second] = t::NEXT_LEAVES;
    format!("({} ((({first} {second}) (8 9)) ((9 8) (6 5))))", t::LEFT_HALF)
}

fn example() -> Section {
    let row =
        |what: &str, figure: Figure| Row { label: vec![what.to_owned()], figures: vec![figure] };
    let mut rows = Vec::new();
    // The example is a constant that tests read, too.
    if let Ok(tree) = worked_example().parse::<NumberTree>() {
        let left = tree.root().sons().first().map(|son| minimax(son, Player::Min).value);
        let story = Story::new(tree, Player::Max);
        let [published_left, published_whole] = t::VALUES.map(|value| Value::Pawns(value.into()));
        let cuts: Vec<String> = story
            .cuts
            .iter()
            .take(3)
            .map(|cut| cut.leaves.iter().map(f64::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let left = Value::Pawns(left.unwrap_or(f64::NAN));
        rows.push(row("root's left son", Figure::exact("figure", published_left, "ours", left)));
        let said = Value::Word("9 | 2 4 | 8".to_owned());
        let cuts = Value::Word(cuts.join(" | "));
        rows.push(row("first leaves cut", Figure::exact("figure", said, "ours", cuts)));
        let whole = Value::Pawns(story.alpha_beta.value);
        rows.push(row("whole tree", Figure::own_tree("figure", published_whole, "ours", whole)));
    }
    Section {
        report: 'T',
        title: format!("the worked example, {}", worked_example()),
        labels: vec!["what"],
        rows,
        notes: vec![
            "The left half and '1 8' are the report's, and so are the leaves that are cut there. \
             The rest of the right half is only in its figure; ours is made up so that the value it \
             tells of comes out (†). 'plywise lab toy' tells it step by step."
                .to_owned(),
        ],
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const NO_PAWNS: &str = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1";
const SIX_QUEENS: &str = "q1q1k2q/8/8/8/8/8/8/Q2K1Q1Q w - - 0 1";
const FOUR_QUEENS: &str = "3qk2q/8/8/8/8/8/8/3QK2Q w - - 0 1";

fn times() -> Section {
    let own = Algorithm::ordered(Rung::Ordered, MoveOrder::Value);
    let table = plain(Rung::Table);
    let deeper = {
        let mut options = table.options;
        options.deeper_endgame = true;
        Algorithm { options, ..table }
    };
    let runs = [
        ("six queens", SIX_QUEENS, "simple", 6, &own, Value::Under(a::SIMPLE_6)),
        ("pieces, no pawns", NO_PAWNS, "simple", 6, &own, Value::Under(a::SIMPLE_6)),
        ("start", START, "simple", 6, &own, Value::Under(a::SIMPLE_6)),
        ("pieces, no pawns", NO_PAWNS, "simple", 7, &table, Value::Over(a::SIMPLE_7)),
        ("start", START, "phased", 7, &table, Value::Under(a::PHASED_7)),
        ("pieces, no pawns", NO_PAWNS, "phased", 7, &table, Value::Under(a::PHASED_7)),
        ("four queens", FOUR_QUEENS, "phased", 7, &deeper, Value::Under(a::PHASED_9)),
    ];
    let rows = runs.into_iter().map(|(what, fen, evaluation, depth, algorithm, published)| {
        let position = position(fen);
        let task = algorithm.task(&position, named(evaluation), depth);
        let (report, seconds) = fastest(algorithm, &task);
        Row {
            label: vec![
                what.to_owned(),
                evaluation.to_owned(),
                report.depth.to_string(),
                algorithm.to_string(),
            ],
            figures: vec![
                Figure::time(Some(published), "ours", seconds),
                Figure::told("nodes", None, vec![("ours", Value::Count(report.nodes))]),
                Figure::told("value", None, vec![("ours", Value::Word(report.score.to_string()))]),
            ],
        }
    });
    Section {
        report: 'A',
        title: "times of deep searches".to_owned(),
        labels: vec!["position", "evaluation", "depth", "by"],
        rows: rows.collect(),
        notes: vec![
            "Depth 6 is searched as the report does, alpha-beta with pieces by descending value \
             first; deeper by 'table', which finds the same value, because the report's way would \
             take most of this command's time. The report does not show its positions with six and \
             four queens; ours are three and two a side. Four queens are an endgame, searched two \
             plies deeper. 'simple' and 'phased' are its two evaluations."
                .to_owned(),
        ],
    }
}

/// Positions of our own that are worth about what report J's are: White is ahead, nobody is, Black is.
const EVALUATED: [(&str, &str); 3] = [
    ("Black lacks rook a8 and two pawns", "1nbqkbnr/2pppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"),
    ("after 1.c4", "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"),
    ("White lacks the queen", "rnbqkbnr/pp1p2pp/8/2p1pp2/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"),
];

fn evaluations() -> Section {
    let rows = j::EVALUATIONS.into_iter().zip(EVALUATED).map(|(published, (what, fen))| {
        let position = position(fen);
        let score = named("pst").evaluate(&position).for_white(position.turn());
        Row {
            label: vec![what.to_owned()],
            figures: vec![Figure::told(
                "value",
                Some(Value::Pawns(published)),
                vec![("pst", Value::Pawns(f64::from(score.raw()) / 100.0))],
            )],
        }
    });
    Section {
        report: 'J',
        title: "what its evaluation says of three positions".to_owned(),
        labels: vec!["our position"],
        rows: rows.collect(),
        notes: vec![
            "The report's positions are only in its pictures, and its piece-square tables are not \
             printed. Ours hold even numbers, so no value ends in 5: the positions are our own, and \
             come as close as that allows."
                .to_owned(),
        ],
    }
}

fn leaves() -> Section {
    let rows = j::LEAVES.into_iter().map(|(plies, leaves)| Row {
        label: vec![plies.to_string()],
        figures: vec![Figure::exact(
            "leaves",
            Value::Count(leaves),
            "arithmetic",
            Value::Count(j::BRANCHING.pow(plies)),
        )],
    });
    Section {
        report: 'J',
        title: format!("leaves of a tree with {} moves everywhere", j::BRANCHING),
        labels: vec!["plies"],
        rows: rows.collect(),
        notes: Vec::new(),
    }
}

/// A tree of our own with as many leaves as report J's example, of which
/// alpha-beta visits as many. The report's own is only in a figure.
pub const EIGHT_OF_NINETEEN: &str = "(((5 7) (9 6)) ((5 7 2) (7 8) (3 2 1)) ((5 6) (1 6 3) (6 4)))";

fn saved() -> Section {
    let counted = EIGHT_OF_NINETEEN.parse::<NumberTree>().map(|tree| {
        let story = Story::new(tree, Player::Max);
        [story.alpha_beta.leaves, story.minimax.leaves]
    });
    let [seen, all] = counted.unwrap_or_default();
    let [published_seen, published_all] = j::EXAMPLE;
    let row = |what: &str, published, ours| Row {
        label: vec![what.to_owned()],
        figures: vec![Figure::own_tree(
            "leaves",
            Value::Count(published),
            "our tree",
            Value::Count(ours),
        )],
    };
    Section {
        report: 'J',
        title: "what alpha-beta saves in the example".to_owned(),
        labels: vec!["by"],
        rows: vec![row("alpha-beta", published_seen, seen), row("minimax", published_all, all)],
        notes: vec![format!(
            "The report's tree is only in its figure. Ours, {EIGHT_OF_NINETEEN}, is another one \
             with as many leaves, chosen so that alpha-beta visits as many: it shows that the \
             numbers fit together, not that the report counted right (†)."
        )],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_positions_come_close_to_report_j_s_values() {
        for (published, (what, fen)) in j::EVALUATIONS.into_iter().zip(EVALUATED) {
            let position: Position = fen.parse().unwrap();
            let score = named("pst").evaluate(&position).for_white(position.turn());
            let ours = f64::from(score.raw()) / 100.0;
            assert!((ours - published).abs() < 0.05, "{what}: {ours} and {published}");
        }
    }
}
