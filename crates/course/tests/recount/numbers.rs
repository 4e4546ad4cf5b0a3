//! Exercises whose question shows all the numbers that their answer needs.

use chess::Move;

use super::searches::{mates_in_one, mates_in_two};
use super::trees::{m_and_n, probimax};
use super::{Asked, all_after, said};

fn power(base: f64, times: f64) -> f64 {
    (0..times as u32).map(|_| base).product()
}

/// The numbers of the part of a text between two others.
fn between(text: &str, before: &str, behind: &str) -> Vec<f64> {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before} in {text}")).1;
    said(rest.split_once(behind).unwrap_or_else(|| panic!("no {behind} in {text}")).0)
}

/// Leaves of the smallest tree that proves a value, ply by ply: all moves of the node on the line, one
/// move where a cut is enough, all moves where it is not.
fn smallest(moves: u64, depth: u32) -> u64 {
    fn cut(moves: u64, depth: u32) -> u64 {
        if depth == 0 { 1 } else { whole(moves, depth - 1) }
    }
    fn whole(moves: u64, depth: u32) -> u64 {
        if depth == 0 { 1 } else { moves * cut(moves, depth - 1) }
    }
    match depth {
        0 => 1,
        _ => smallest(moves, depth - 1) + (moves - 1) * cut(moves, depth - 1),
    }
}

pub(crate) fn check(asked: &Asked) -> bool {
    let question = asked.question();
    let said_all = asked.said();
    match asked.kind() {
        "leaves" => asked.is_number(power(said_all[0], said_all[1])),
        "all-nodes" => {
            let plies = 1..=said_all[1] as u32;
            asked.is_number(plies.map(|ply| power(said_all[0], f64::from(ply))).sum());
        }
        "turn" => {
            let is_white = question.starts_with("White") == (said_all[0] % 2.0 == 0.0);
            asked.is_choice(usize::from(!is_white));
        }
        "plies" => asked.is_number(2.0 * said_all[0]),
        "fits" => {
            let [speed, seconds, moves] = said_all[..] else { panic!("{said_all:?}") };
            let fitting =
                (0..40).take_while(|&depth| power(moves, f64::from(depth)) <= speed * seconds);
            asked.is_number(f64::from(fitting.last().unwrap()));
        }
        "best-case" => {
            let [moves, depth] = said_all[..] else { panic!("{said_all:?}") };
            asked.is_number(smallest(moves as u64, depth as u32) as f64);
        }
        "slot" => {
            let [slots, _, key] = said_all[..] else { panic!("{said_all:?}") };
            let mut left = key;
            while left >= slots {
                left -= slots;
            }
            asked.is_number(left);
        }
        "usable" => {
            let depth = said_all[0];
            let [alpha, beta] = between(question, "window (", ")")[..] else {
                panic!("{question}")
            };
            asked.is_choice_of(|option| {
                let [stored, value] = said(option)[..] else { panic!("{option}") };
                let is_enough = match () {
                    () if option.contains("exactly") => true,
                    () if option.contains("at least") => value >= beta,
                    () => value <= alpha,
                };
                stored == depth && is_enough
            });
        }
        "mate-kept" => {
            let [ply, plies, other] = said_all[..] else { panic!("{said_all:?}") };
            let position = asked.position();
            let is_won = question.contains("the side to move mates here");
            match (is_won, plies - ply) {
                (true, 1.0) => assert!(mates_in_one(&position), "{position}"),
                (true, 3.0) => assert!(mates_in_two(&position), "{position}"),
                (false, 2.0) => {
                    assert!(all_after(&position).iter().all(mates_in_one), "{position}")
                }
                (_, more) => panic!("{more} plies: {question}"),
            }
            asked.are_numbers(&[Some(plies - ply), Some(plies - ply + other)]);
        }
        "needed" => {
            let [best, adds] = said_all[..] else { panic!("{said_all:?} {question}") };
            let cents = |pawns: f64| (100.0 * pawns).round() as i64;
            let adding = |value: &i64| (50 - (cents(best) - value)).max(0) / 4;
            let least = (cents(best) - 60..=cents(best)).find(|value| adding(value) >= cents(adds));
            asked.is_number(least.unwrap() as f64 / 100.0);
        }
        "stand-pat" => {
            let values = &said_all;
            asked.is_number(values.iter().copied().fold(f64::NEG_INFINITY, f64::max));
            // The first is the evaluation, and behind it stands a number for each capture or promotion.
            let position = asked.position();
            let evaluation = eval::by_name("pst").unwrap().evaluate(&position);
            assert_eq!(f64::from(evaluation.raw()) / 100.0, values[0]);
            let moves = position.legal_moves();
            let is_noisy = |mv: &&Move| position.is_capture(**mv) || mv.promoted().is_some();
            assert_eq!(moves.iter().filter(is_noisy).count() + 1, values.len(), "{question}");
        }
        "delta" => {
            let [stand_pat, alpha, piece, margin] = said_all[..] else { panic!("{said_all:?}") };
            asked.is_choice(usize::from(stand_pat + piece + margin > alpha + 0.001));
        }
        "depth" => asked.is_number((said_all[0] - 1.0 - said_all[1]).max(0.0)),
        "enough" => asked.is_choice(usize::from(said_all[1] < said_all[0])),
        "pass-window" => {
            let beta = said_all[0];
            asked.are_numbers(&[Some(-beta), Some(0.01 - beta)]);
        }
        "bounds" | "known" | "next-question" | "found" => transcript(asked),
        "prefer" | "trap" => {
            let cents = |option: &String| {
                let values =
                    option.split_once("with the moves").or(option.split_once("worth")).unwrap().1;
                said(values).iter().map(|value| (100.0 * value).round() as i64).collect::<Vec<_>>()
            };
            let values: Vec<Vec<i64>> = asked.options().iter().map(cents).collect();
            if asked.kind() == "prefer" {
                asked.is_choice(usize::from(m_and_n(&values[1]) > m_and_n(&values[0])));
            } else {
                asked.is_choice(usize::from(probimax(&values[1]) < probimax(&values[0])));
            }
        }
        "mean" => {
            let values = between(question, "likely:", "What is");
            assert_eq!(values.len(), 4);
            asked.is_number(values.iter().sum::<f64>() / 4.0);
        }
        "chance-better" | "spread" | "matters" => {
            let parts: Vec<&str> = question.split("one of ").collect();
            let lists: Vec<Vec<f64>> =
                parts[1..].iter().map(|part| said(part)[..4].to_vec()).collect();
            beliefs(asked, &lists[0], &lists[1]);
        }
        "best-of" => {
            let values: Vec<f64> = said_all[..4].to_vec();
            let larger = [(0, 2), (0, 3), (1, 2), (1, 3)].map(|(a, b)| values[a].max(values[b]));
            asked.is_number(larger.iter().sum::<f64>() / 4.0);
        }
        "average" => {
            let once = question.contains(" once,");
            let numbers = if once { [&[1.0], &said_all[..]].concat() } else { said_all };
            let [visits, before, result] = numbers[..] else { panic!("{numbers:?}") };
            asked.is_number(((visits * before + result) / (visits + 1.0)).round());
        }
        "urgent" => {
            let [first, _, first_more, second, _, second_more] = said_all[..] else {
                panic!("{said_all:?} {question}")
            };
            asked.is_choice(usize::from(second + second_more > first + first_more));
        }
        "played" => {
            let told = question.split_once("spent. ").unwrap().1;
            let told = told.split_once(" %. Nothing").unwrap().0;
            let visits: Vec<f64> = told.split("%, ").map(|one| said(one)[0]).collect();
            let most = visits.iter().copied().fold(0.0, f64::max);
            let best: Vec<usize> = (0..3).filter(|&at| visits[at] == most).collect();
            assert_eq!(best.len(), 1);
            asked.is_choice(best[0]);
        }
        "visits" => {
            let visits = between(question, "at all have ", " visits");
            asked.is_number(1.0 + visits.iter().sum::<f64>());
        }
        "other-side" => asked.is_number(100.0 - said_all[0]),
        "halving" => {
            let mut looks = 1.0;
            let mut left = said_all[0];
            while left > 1.0 {
                (left, looks) = ((left / 2.0).floor(), looks + 1.0);
            }
            asked.is_number(looks);
        }
        "reduced" => {
            let [before, after] = said_all[..] else { panic!("{said_all:?}") };
            asked.is_number(before - 1.0 - after);
        }
        "surprise" => asked.is_choice(usize::from(said_all[1] <= said_all[0])),
        "rule" => {
            let right = match () {
                () if question.contains("alpha is") => "futility",
                () if question.contains("would be move number") => "late move pruning",
                () => "SEE",
            };
            asked.is_choice_of(|option| option == right);
            if right == "late move pruning" {
                assert!(said_all[0] > said_all[1], "{question}");
            } else if right == "futility" {
                assert!(said_all[1] <= said_all[0], "{question}");
            }
        }
        "read" => {
            let [alpha, beta, value] = said_all[..] else { panic!("{said_all:?}") };
            asked.is_choice(match () {
                () if value >= beta => 1,
                () if value <= alpha => 2,
                () => 0,
            });
        }
        "first-share" => {
            let [_, all, first] = said_all[..] else { panic!("{said_all:?}") };
            asked.is_number((100.0 * first / all).round());
        }
        "loss" => {
            let [guess, search] = said_all[..] else { panic!("{said_all:?}") };
            asked.is_number((guess - search) * (guess - search));
        }
        "downhill" => {
            let [target, _, now, _, more] = said_all[..] else { panic!("{said_all:?}") };
            assert_ne!((now - target).abs(), (more - target).abs());
            asked.is_choice(usize::from((more - target).abs() > (now - target).abs()));
        }
        "zeros" => asked.is_number(3.0 * said_all[1]),
        "deep-blue" => {
            let leaves = said_all[said_all.len() - 1];
            asked.is_number((leaves / 200e6).round());
        }
        "years" => {
            let lesson = include_str!("../../lessons/history.md");
            let year = |option: &String| {
                let line = lesson.lines().find(|line| line.contains(option.as_str())).unwrap();
                said(line.split('|').nth(1).unwrap())[0]
            };
            let years: Vec<f64> = asked.options().iter().map(year).collect();
            assert_ne!(years[0], years[1]);
            asked.is_choice(usize::from(years[1] < years[0]));
        }
        _ => return false,
    }
    true
}

fn beliefs(asked: &Asked, first: &[f64], second: &[f64]) {
    let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum = |values: &[f64]| (100.0 * values.iter().sum::<f64>()).round();
    match asked.kind() {
        "chance-better" => {
            let better = second.iter().map(|b| first.iter().filter(|a| b > a).count());
            asked.is_number(better.sum::<usize>() as f64);
        }
        "spread" => {
            let width = |values: &[f64]| most(values) - least(values);
            assert!((width(first) - width(second)).abs() > 0.001);
            asked.is_choice(usize::from(width(second) > width(first)));
        }
        _ => {
            assert_ne!(sum(first), sum(second));
            let (better, worse) =
                if sum(first) > sum(second) { (first, second) } else { (second, first) };
            asked.is_choice(usize::from(most(worse) <= least(better)));
        }
    }
}

/// What MTD(f) asked and heard: "At least x? Yes: at least y."
fn transcript(asked: &Asked) {
    let (mut lower, mut upper) = (None::<f64>, None::<f64>);
    let mut last = (false, 0.0);
    for part in asked.question().split("At least ").skip(1) {
        let is_yes = part.contains("? Yes:");
        let [at_least, back] = said(part)[..2] else { panic!("{part}") };
        assert_eq!(is_yes, back >= at_least, "{part}");
        if is_yes {
            lower = Some(lower.map_or(back, |lower| lower.max(back)));
        } else {
            upper = Some(upper.map_or(back, |upper| upper.min(back)));
        }
        last = (is_yes, back);
    }
    let is_known = lower.is_some() && lower == upper;
    match asked.kind() {
        "bounds" => asked.are_numbers(&[lower, upper]),
        "known" => asked.is_choice(usize::from(!is_known)),
        "found" => {
            assert!(is_known);
            asked.is_number(lower.unwrap());
        }
        _ => asked.is_number(if last.0 { last.1 + 0.01 } else { last.1 }),
    }
}
