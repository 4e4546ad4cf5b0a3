//! The explanations of `explanations.txt`, worked out by hand.

use chess::{Color, Position};
use plywise_eval::{NAMES, Term, by_name};

const LINES: &str = include_str!("explanations.txt");

#[test]
fn evaluations_say_what_was_worked_out_by_hand() {
    let mut seen = Vec::new();
    for line in LINES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [name, fen, terms, lead] = fields[..] else { panic!("four fields: {line}") };
        let position: Position = fen.parse().unwrap();
        let evaluation = by_name(name).unwrap();
        let explanation = evaluation.explain(&position);
        let written: Vec<String> = explanation.terms.iter().map(write).collect();
        assert_eq!(written.join(", "), terms, "{name} on {fen}");
        assert_eq!(explanation.total().to_string(), lead, "{name} on {fen}");
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        assert_eq!(evaluation.evaluate(&position).raw() * sign, explanation.total());
        seen.push(name);
    }
    assert!(NAMES.iter().all(|name| seen.contains(name)), "every evaluation has a line");
}

fn write(term: &Term) -> String {
    format!("{} {} {}", term.name, term.white, term.black)
}

#[test]
fn phased_names_the_phase() {
    for (fen, phase) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "opening"),
        ("3r1rk1/pp3ppp/8/3P4/8/7P/PP3PP1/2R2RK1 w - - 0 1", "middle game"),
        ("8/8/8/3k4/8/8/4K2P/8 w - - 0 1", "endgame"),
    ] {
        let explanation = by_name("phased").unwrap().explain(&fen.parse().unwrap());
        let notes: Vec<_> = explanation.notes.iter().map(|note| (note.name, note.text)).collect();
        assert_eq!(notes, [("phase", phase)], "{fen}");
    }
}
