//! Exercises whose answer takes a search: searched again, another way.

use chess::{Position, Role};

use super::{Asked, after, all_after, material};

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

pub(crate) fn mates_in_one(position: &Position) -> bool {
    all_after(position).iter().any(is_mated)
}

pub(crate) fn mates_in_two(position: &Position) -> bool {
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
            let quiet = next.iter().map(|next| -quiet(next, -HUGE, HUGE, 0)).max().unwrap();
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
                let worth = -quiet(tempting[0], -HUGE, HUGE, 0);
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
        "zugzwang" => {
            let moving = ahead(&position, 5, -HUGE, HUGE);
            let passing = -ahead(&position.after_null().unwrap(), 4, -HUGE, HUGE);
            let is_zugzwang = passing > moving;
            asked.is_choice(usize::from(!is_zugzwang));
        }
        "fails" => {
            assert!(!mates_in_one(&position) && mates_in_two(&position), "{position}");
            let (keys, others): (Vec<Position>, Vec<Position>) =
                all_after(&position).into_iter().partition(|next| {
                    next.has_legal_move() && all_after(next).iter().all(mates_in_one)
                });
            // As the question says: after the first move the defender may pass, or may not.
            let is_missed = keys.iter().all(|next| !next.is_check() && has_piece(next));
            asked.is_choice(usize::from(!is_missed));
            // And by a search of our own, in which the other moves come first.
            let alpha = others.iter().map(|next| -bet(next, 2, -HUGE, HUGE, false)).max().unwrap();
            let found = keys.iter().map(|next| -bet(next, 2, -HUGE, -alpha, false)).max().unwrap();
            assert_eq!(found < MATE / 2, is_missed, "{position}: {alpha} {found}");
        }
        "allowed" => {
            let has_piece = has_piece(&position);
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

/// Whether the side to move has a piece besides king and pawns.
fn has_piece(position: &Position) -> bool {
    let own = position.board().color(position.turn());
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .iter()
        .any(|&role| !(own & position.board().role(role)).is_empty())
}

/// More than anything is worth, mate included.
const HUGE: i32 = 1_000_000;
const MATE: i32 = 100_000;

/// Material for the side to move.
fn counted(position: &Position) -> i32 {
    let white = material(position);
    if position.turn() == chess::Color::White { white } else { -white }
}

/// What `pst` says for the side to move, in centipawns.
fn judged(position: &Position) -> i32 {
    eval::by_name("pst").unwrap().evaluate(position).raw()
}

/// The value where the game is over: mate, or a draw that is on the board.
fn end(position: &Position) -> Option<i32> {
    match (position.has_legal_move(), position.is_check()) {
        (false, true) => Some(-MATE),
        (false, false) => Some(0),
        _ if position.has_insufficient_material() => Some(0),
        _ => None,
    }
}

/// Material so many plies ahead.
fn ahead(position: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
    if let Some(value) = end(position) {
        return value;
    }
    if depth == 0 {
        return counted(position);
    }
    let mut best = -HUGE;
    for next in all_after(position) {
        best = best.max(-ahead(&next, depth - 1, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}

/// Captures and promotions searched on, every way out of a check too; by material.
fn quiet(position: &Position, alpha: i32, beta: i32, plies: u32) -> i32 {
    quiet_by(counted, position, (alpha, beta), plies)
}

/// The same by any evaluation.
fn quiet_by(
    worth: fn(&Position) -> i32,
    position: &Position,
    (alpha, beta): (i32, i32),
    plies: u32,
) -> i32 {
    if let Some(value) = end(position) {
        return value;
    }
    let check = position.is_check();
    let mut best = if check { -MATE } else { worth(position) };
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
        best = best.max(-quiet_by(worth, &next, (-beta, -alpha.max(best)), plies + 1));
    }
    best
}

/// Alpha-beta that bets on a pass, as the lesson has it, without a table and without sorting anything.
fn bet(position: &Position, depth: u32, alpha: i32, beta: i32, was_pass: bool) -> i32 {
    if let Some(value) = end(position) {
        return value;
    }
    if depth == 0 {
        return quiet_by(judged, position, (alpha, beta), 0);
    }
    let may_pass = !was_pass && depth >= 2 && !position.is_check() && has_piece(position);
    if may_pass && beta < MATE / 2 {
        let next = position.after_null().unwrap();
        let left = -bet(&next, depth.saturating_sub(3), -beta, 1 - beta, true);
        if left >= beta {
            return beta;
        }
    }
    let mut best = -HUGE;
    for next in all_after(position) {
        best = best.max(-bet(&next, depth - 1, -beta, -alpha.max(best), false));
        if best >= beta {
            break;
        }
    }
    best
}
