//! Exercises about what stands on a board.

use chess::{Move, Position, Square};
use plywise_course::Answer;

use super::{Asked, after, all_after, material, said};

/// All legal moves by trying every pair of squares, with their names.
fn tried(position: &Position) -> Vec<(String, Move)> {
    let mut moves = Vec::new();
    for from in Square::all() {
        for to in Square::all() {
            for end in ["", "q", "r", "b", "n"] {
                let text = format!("{from}{to}{end}");
                let Ok(mv) = position.parse_uci(&text) else { continue };
                // Castling has two names: the king's two steps, and the king takes rook.
                if !mv.is_castling() || lab::uci(position, mv) == text {
                    moves.push((text, mv));
                }
            }
        }
    }
    moves
}

/// Whether a move takes: there are fewer pieces after it.
fn takes(position: &Position, text: &str) -> bool {
    let count = |position: &Position| {
        let fen = position.to_string();
        fen.split(' ').next().unwrap().chars().filter(char::is_ascii_alphabetic).count()
    };
    count(&after(position, text)) < count(position)
}

/// What stands on each square, as a FEN has it.
fn squares(position: &Position) -> Vec<char> {
    let fen = position.to_string();
    let ranks = fen.split(' ').next().unwrap().split('/').rev();
    let cells = ranks.flat_map(|rank| {
        rank.chars().flat_map(|sign| match sign.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![sign],
        })
    });
    cells.collect()
}

pub(crate) fn check(asked: &Asked) -> bool {
    let position = asked.position();
    let san = |before: &str, behind: &str| {
        let text = asked.question().split_once(before).unwrap().1;
        text.split_once(behind).unwrap().0.to_owned()
    };
    match asked.kind() {
        "moves" => asked.is_number(tried(&position).len() as f64),
        "captures" => {
            let count = tried(&position).iter().filter(|(text, _)| takes(&position, text)).count();
            asked.is_number(count as f64);
        }
        "replies" => {
            let next = after(&position, &san("After ", ", how"));
            asked.is_number(tried(&next).len() as f64);
        }
        "legal" => asked.are_choices(|option| position.parse_uci(option).is_ok()),
        "checks" => asked.are_choices(|option| after(&position, option).is_check()),
        "chance" => {
            let moves = tried(&position);
            let count = moves.iter().filter(|(text, _)| takes(&position, text)).count();
            asked.is_number((100.0 * count as f64 / moves.len() as f64).round());
        }
        "mate-chance" => {
            let moves = tried(&position);
            let next = moves.iter().map(|(text, _)| after(&position, text));
            let count = next.filter(|next| next.is_check() && tried(next).is_empty()).count();
            assert!(count > 0);
            asked.is_number((100.0 * count as f64 / moves.len() as f64).round());
        }
        "line-chance" => {
            let line = san("begin with ", "?");
            let (mut at, mut product, mut counts) = (position, 1.0, Vec::new());
            for word in line.split(' ').map(|word| word.rsplit('.').next().unwrap()) {
                let count = tried(&at).len() as f64;
                counts.push(count);
                product *= count;
                at = after(&at, word);
            }
            asked.is_number(product);
            // What the question says of them, in their order.
            let (told, _) = asked.question().split_once(". In one").unwrap();
            let told: Vec<f64> = told.split(", ").map(last_number).collect();
            assert_eq!(told, counts);
        }
        "rolled" => {
            let list = san("moves: ", ". Its dice");
            let names: Vec<&str> = list.split(", ").collect();
            assert_eq!(names.len(), tried(&position).len());
            let seed: u64 = san("seed=", "`").parse().unwrap();
            let roll: f64 = san("dice show ", " of 1,000").parse().unwrap();
            let passed = (roll * names.len() as f64 / 1_000.0).floor() as usize;
            asked.is_number(passed as f64 + 1.0);
            // The player itself.
            let mut task = search::Task::new(&position, eval::by_name("material").unwrap(), 1);
            task.options.seed = seed;
            let mut store = search::ladder::Store::default();
            let report =
                search::ladder::Rung::Random.search_with(&task, &mut store, &mut search::Silent);
            assert_eq!(position.to_san(report.best.unwrap()), names[passed]);
        }
        "gain" => {
            let moves = tried(&position);
            let won = |text: &str| (material(&after(&position, text)) - material(&position)).abs();
            let sum: i32 = moves.iter().map(|(text, _)| won(text)).sum();
            asked.is_number((100.0 * f64::from(sum) / moves.len() as f64).round() / 100.0);
        }
        "material" => asked.is_number(f64::from(material(&position))),
        "taken" => {
            let next = after(&position, &san("say after ", "?"));
            assert_eq!(asked.said()[0], f64::from(material(&position)));
            asked.is_number(f64::from(material(&next)));
        }
        "greedy" => {
            let gain = |text: &str| (material(&after(&position, text)) - material(&position)).abs();
            let most = asked.options().iter().map(|text| gain(text)).max().unwrap();
            asked.is_choice_of(|text| gain(text) == most);
            // And no other move of the position wins as much.
            let as_much = tried(&position).iter().filter(|(text, _)| gain(text) >= most).count();
            assert_eq!(as_much, 1);
        }
        "noisy" => asked.are_choices(|text| takes(&position, text) || text.len() == 5),
        "exchange" => {
            let text = asked.question().split(',').next().unwrap();
            asked.is_number(f64::from(exchanged(&position, text)));
        }
        "victims" => victims(asked, &position),
        "transposes" => {
            let line = san("position as ", "?");
            let key = |line: &str| {
                let words = line.split(' ').map(|word| word.rsplit('.').next().unwrap());
                let end =
                    words.filter(|word| !word.is_empty()).fold(position, |at, san| after(&at, san));
                let fen = end.to_string();
                // Without the two counters.
                fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
            };
            asked.is_choice_of(|option| key(option) == key(&line));
        }
        "switches" => {
            let count = squares(&position).iter().filter(|sign| **sign != '.').count();
            asked.is_number(count as f64);
        }
        "flips" => {
            let next = after(&position, &san("change if ", " is played"));
            let pairs = squares(&position).into_iter().zip(squares(&next));
            let changed = pairs.filter(|(one, other)| one != other);
            let count = |sign: char| u32::from(sign != '.');
            let all: u32 = changed.map(|(one, other)| count(one) + count(other)).sum();
            asked.is_number(f64::from(all));
        }
        "number" => {
            let square: Square = san("piece on ", ", for").parse().unwrap();
            let letter = squares(&position)[square.index()];
            let block = "PNBRQKpnbrqk".find(letter).unwrap();
            asked.is_number((64 * block + square.index()) as f64);
        }
        "ended" => {
            let has_move = !tried(&position).is_empty();
            asked.is_choice(if has_move { 2 } else { usize::from(!position.is_check()) });
        }
        "types" => {
            let (moves, numbers) = (tried(&position).len() as f64, asked.said());
            let [said_moves, depth, width] = numbers[..] else { panic!("{numbers:?}") };
            assert_eq!(moves, said_moves);
            assert!(width < moves, "type B leaves moves out");
            let power = |base: f64| (0..depth as u32).map(|_| base).product::<f64>();
            asked.are_numbers(&[Some(power(moves)), Some(power(width))]);
        }
        "by-hand" => {
            let replies: usize = all_after(&position).iter().map(|next| tried(next).len()).sum();
            let [_, said_replies, minutes] = asked.said()[..] else { panic!() };
            assert_eq!(replies as f64, said_replies);
            asked.is_number((said_replies * minutes / 60.0).round());
        }
        "nodes" => {
            let next = all_after(&position);
            let replies: usize = next.iter().map(|next| tried(next).len()).sum();
            asked.is_number((next.len() + replies) as f64);
            assert_eq!(asked.said()[..2], [next.len() as f64, replies as f64]);
        }
        "view" => {
            let own = if asked.question().contains("Black is to move") { -1.0 } else { 1.0 };
            asked.is_number(own * asked.said()[0]);
        }
        "swapped" => {
            let name = asked.question().split('`').nth(1).unwrap();
            let evaluator = eval::by_name(name).unwrap();
            let white = |position: &Position| {
                f64::from(evaluator.evaluate(position).for_white(position.turn()).raw()) / 100.0
            };
            assert_eq!(white(&position), asked.said()[0]);
            asked.is_number(white(&position.mirrored()));
        }
        "terms" => {
            let told = asked.question().split_once("for White: ").unwrap().1;
            let told = told.split_once(". What").unwrap().0;
            let terms: Vec<f64> = told.split(", ").map(|term| said(term)[0]).collect();
            asked.is_number(terms.iter().sum());
            let name = asked.question().split('`').nth(1).unwrap();
            let white = eval::by_name(name).unwrap().evaluate(&position).for_white(position.turn());
            asked.is_number(f64::from(white.raw()) / 100.0);
        }
        _ => return false,
    }
    true
}

/// The last number of a text: counts stand behind what they count.
fn last_number(text: &str) -> f64 {
    let mut words = text.split_whitespace().filter_map(|word| word.parse().ok());
    words.next_back().unwrap_or_else(|| panic!("no number in {text}"))
}

/// What a capture wins when both sides go on with legal captures on its square, cheapest piece
/// first, as long as that pays.
fn exchanged(position: &Position, text: &str) -> i32 {
    let next = after(position, text);
    let won = (material(&next) - material(position)).abs();
    let square = position.parse_san(text).or_else(|_| position.parse_uci(text)).unwrap().to();
    let mover = |text: &str| {
        let from: Square = text[..2].parse().unwrap();
        "pnbrqk".find(squares(&next)[from.index()].to_ascii_lowercase())
    };
    let back = tried(&next)
        .into_iter()
        .map(|(text, _)| text)
        // A promotion by capture would be five signs: such exchanges are not asked about.
        .filter(|text| text[2..] == square.to_string() && takes(&next, text))
        .min_by_key(|text| mover(text));
    won - back.map_or(0, |text| exchanged(&next, &text).max(0))
}

/// Every order that keeps to the rule is right, and no other: the keys differ, so there is one.
fn victims(asked: &Asked, position: &Position) {
    let key = |item: &String| {
        let mv = position.parse_san(item).unwrap();
        let board = squares(position);
        let worth = |sign: char| match sign.to_ascii_lowercase() {
            'p' => 1,
            'n' | 'b' => 3,
            'r' => 5,
            'q' => 9,
            'k' => 10,
            // En passant takes a pawn on an empty square.
            _ => 1,
        };
        (-worth(board[mv.to().index()]), worth(board[mv.from().index()]))
    };
    let keys: Vec<(i32, i32)> = asked.options().iter().map(key).collect();
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_by_key(|&at| keys[at as usize]);
    assert!(order.windows(2).all(|pair| keys[pair[0] as usize] < keys[pair[1] as usize]));
    assert!(asked.is_right(&Answer::Order { order: order.clone() }));
    for at in 1..order.len() {
        let mut other = order.clone();
        other.swap(at - 1, at);
        assert!(!asked.is_right(&Answer::Order { order: other }));
    }
}
