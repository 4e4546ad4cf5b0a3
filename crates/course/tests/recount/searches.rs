//! Exercises whose answer takes a search: searched again, another way.

use chess::Position;
use eval::Score;
use search::ladder::{Algorithm, Rung, Store};
use search::{Silent, Task};

use super::{Asked, after, all_after, material};

fn searched(rung: Rung, position: &Position, eval: &str, depth: u32) -> search::Report {
    let algorithm = Algorithm::plain(rung);
    let task: Task<'_> = algorithm.task(position, eval::by_name(eval).unwrap(), depth);
    rung.search_with(&task, &mut Store::default(), &mut Silent)
}

/// Nodes of minimax below a position, by playing every move.
fn nodes(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 0;
    }
    all_after(position).iter().map(|next| 1 + nodes(next, depth - 1)).sum()
}

fn is_mated(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

fn mates_in_one(position: &Position) -> bool {
    all_after(position).iter().any(is_mated)
}

fn mates_in_two(position: &Position) -> bool {
    all_after(position)
        .iter()
        .any(|next| next.has_legal_move() && all_after(next).iter().all(mates_in_one))
}

pub(crate) fn check(asked: &Asked) -> bool {
    let position = asked.position();
    match asked.kind() {
        "passes" => {
            let counted: Vec<f64> = (1..=3).map(|depth| nodes(&position, depth) as f64).collect();
            let said = asked.said();
            assert_eq!([said[0], said[2], said[4]], counted[..], "{said:?}");
            asked.is_number(counted.iter().sum());
        }
        "share" => {
            let said = asked.said();
            let [one, two, three] = [said[0], said[2], said[4]];
            assert_eq!(one, nodes(&position, 1) as f64);
            assert_eq!(two, nodes(&position, 2) as f64);
            asked.is_number((100.0 * (one + two) / (one + two + three)).round());
        }
        "next-depth" => {
            let said = asked.said();
            let [two, three, factor] = [said[0], said[2], said[4]];
            assert_eq!(two, nodes(&position, 2) as f64);
            assert_eq!(factor, (three / two).round());
            asked.is_number(three * factor);
        }
        "changes" => {
            let next = all_after(&position);
            let plain = next.iter().map(|next| -end(next).unwrap_or(counted(next))).max().unwrap();
            let quiet = next.iter().map(|next| -quiet(next, -10_000, 10_000, 0)).max().unwrap();
            asked.is_choice(usize::from(plain == quiet));
        }
        "changes-move" => {
            // What the opponent's capture that looks best is worth when captures are searched on, compared
            // with all replies.
            let changes = |option: &str| {
                let next = after(&position, option);
                let replies = all_after(&next);
                let at_sight = |reply: &Position| -end(reply).unwrap_or(counted(reply));
                let most = replies.iter().map(at_sight).max().unwrap();
                let tempting: Vec<_> = replies.iter().filter(|one| at_sight(one) == most).collect();
                assert_eq!(tempting.len(), 1, "{option} in {position}");
                let worth = -quiet(tempting[0], -10_000, 10_000, 0);
                // Whether any is worth more, which is all that is asked.
                replies.iter().any(|reply| -quiet(reply, -worth - 1, -worth, 0) > worth)
            };
            asked.is_choice_of(changes);
        }
        "memory" => {
            // Every position that was opened, from its line.
            let told = asked.question().split_once("all its moves: ").unwrap().1;
            let told = told.split_once(". How many").unwrap().0;
            let lines = told.split("; ").map(|one| one.split_once(": ").unwrap());
            let counts = lines.map(|(line, count)| {
                let sans = line.split(' ').map(|word| word.rsplit('.').next().unwrap());
                let moves = sans.filter(|word| !word.is_empty() && !["the", "root"].contains(word));
                let at = moves.fold(position, |at, san| after(&at, san));
                assert_eq!(count.parse::<usize>().unwrap(), all_after(&at).len(), "{line}");
                all_after(&at).len()
            });
            asked.is_number(counts.sum::<usize>() as f64);
        }
        "fewer" => {
            let names: Vec<&str> =
                asked.options().iter().map(|name| name.trim_matches('`')).collect();
            let nodes: Vec<u64> = names
                .iter()
                .map(|name| searched(Rung::by_name(name).unwrap(), &position, "pst", 3).nodes)
                .collect();
            assert_ne!(nodes[0], nodes[1]);
            asked.is_choice(usize::from(nodes[1] < nodes[0]));
        }
        "zugzwang" => {
            // Every move and every pass to the same depth, without cutting anything.
            let value =
                |position: &Position, depth| searched(Rung::Minimax, position, "pst", depth).score;
            let moving = value(&position, 5);
            let passing = -value(&position.after_null().unwrap(), 4);
            let is_zugzwang = passing.raw() >= moving.raw() + 50;
            assert!(is_zugzwang || passing <= moving, "{position}: {moving} {passing}");
            asked.is_choice(usize::from(!is_zugzwang));
        }
        "fails" => {
            assert!(!mates_in_one(&position) && mates_in_two(&position), "{position}");
            let found = searched(Rung::NullMove, &position, "pst", 3).score;
            asked.is_choice(usize::from(found == Score::mate_in(3)));
        }
        "allowed" => {
            let has_piece = {
                let fen = position.to_string();
                let own = |sign: char| match position.turn() {
                    chess::Color::White => "NBRQ".contains(sign),
                    chess::Color::Black => "nbrq".contains(sign),
                };
                fen.split(' ').next().unwrap().chars().any(own)
            };
            asked.is_choice(match () {
                () if position.is_check() => 1,
                () if !has_piece => 2,
                () if asked.question().contains("before was a pass") => 3,
                () => 0,
            });
        }
        _ => return false,
    }
    true
}

/// Material for the side to move.
fn counted(position: &Position) -> i32 {
    let white = material(position);
    if position.turn() == chess::Color::White { white } else { -white }
}

/// The value where the game is over: mate, or a draw that is on the board.
fn end(position: &Position) -> Option<i32> {
    match (position.has_legal_move(), position.is_check()) {
        (false, true) => Some(-1_000),
        (false, false) => Some(0),
        _ if position.has_insufficient_material() => Some(0),
        _ => None,
    }
}

/// Captures and promotions searched on, every way out of a check too.
fn quiet(position: &Position, alpha: i32, beta: i32, plies: u32) -> i32 {
    if let Some(value) = end(position) {
        return value;
    }
    let check = position.is_check();
    let mut best = if check { -1_000 } else { counted(position) };
    assert!(plies < 60, "captures run out");
    // All moves, with what they win: what is neither a capture nor a promotion wins nothing.
    let mut tried: Vec<(i32, bool, Position)> = Vec::new();
    for mv in &position.legal_moves() {
        let mut next = *position;
        next.play(mv).unwrap();
        let gain = -counted(&next) - counted(position);
        tried.push((gain, mv.promoted().is_some(), next));
    }
    tried.retain(|&(gain, promotes, _)| check || gain > 0 || promotes);
    tried.sort_by_key(|&(gain, ..)| std::cmp::Reverse(gain));
    for (_, _, next) in tried {
        if best >= beta {
            break;
        }
        best = best.max(-quiet(&next, -beta, -alpha.max(best), plies + 1));
    }
    best
}
