//! An exercise in the terminal: asked, answered, explained.

use std::io::{BufRead, stdin};

use course::{Exercise, ExerciseOrder, ExerciseTree, Marking};

use super::{answers, page};
use crate::failure::{Failure, print};

/// Asks until the answer is right, or somebody wants the solution or leaves.
pub(super) fn ask(order: &ExerciseOrder, exercise: &Exercise) -> Result<(), Failure> {
    print(&shown(exercise))?;
    let mut hints = exercise.hints.iter();
    let mut lines = stdin().lock().lines();
    loop {
        print(&format!("{} (h: hint, s: solution, x: leave)> ", answers::wish(&exercise.wanted)))?;
        let Some(Ok(line)) = lines.next() else { return print("\n") };
        let answer = match line.trim() {
            "" => continue,
            "x" | "q" | "quit" | "exit" => return Ok(()),
            "h" | "hint" => {
                let hint = hints.next().map_or("There are no more hints.", String::as_str);
                print(&page::wrapped(hint, 0))?;
                continue;
            }
            "s" | "solution" => None,
            text => match answers::read(text, &exercise.wanted) {
                Ok(answer) => Some(answer),
                Err(sentence) => {
                    print(&format!("{sentence}.\n"))?;
                    continue;
                }
            },
        };
        let marking = course::mark(order, answer.as_ref())
            .map_err(|error| Failure::Failed(error.to_string()))?;
        if marking.right == Some(false) {
            print(&format!("{}.\n", marking.remark.as_deref().unwrap_or("not yet")))?;
            continue;
        }
        return print(&explained(order, &marking));
    }
}

fn shown(exercise: &Exercise) -> String {
    let mut text = format!("{} {} {}\n\n", exercise.lesson, exercise.kind, exercise.seed);
    if exercise.has_board {
        text += &format!("{}\n", page::board(&exercise.fen));
    }
    if let Some(tree) = &exercise.tree {
        text += &format!("{}\n", drawn(tree, &[]));
    }
    for paragraph in &exercise.question {
        text += &page::wrapped(paragraph, 0);
    }
    text + &answers::options(&exercise.wanted)
}

fn explained(order: &ExerciseOrder, marking: &Marking) -> String {
    let mut text = match marking.right {
        Some(true) => "Right.".to_owned(),
        _ => "The solution:".to_owned(),
    };
    text = page::wrapped(&format!("{text} {}", marking.solution_text), 0);
    for paragraph in &marking.why {
        text += &page::wrapped(paragraph, 0);
    }
    if let Some(tree) = &marking.tree {
        text += &format!("\n{}", drawn(tree, &marking.proof));
    }
    text + &format!("\nAnother one: plywise learn {} --exercise\n", order.lesson)
}

/// A tree, a node a line; what proves something is marked with an arrow.
fn drawn(tree: &ExerciseTree, proof: &[u32]) -> String {
    let mut text = String::new();
    for (id, node) in tree.nodes.iter().enumerate() {
        let mut ply = 0;
        let mut at = node.parent;
        while let Some(parent) = at.and_then(|at| tree.nodes.get(at as usize)) {
            (at, ply) = (parent.parent, ply + 1);
        }
        let who = match node.max {
            Some(true) => " MAX",
            Some(false) => " MIN",
            None => "",
        };
        let value = node.value.map_or_else(String::new, |value| format!(" {value:+.2}"));
        let bound = |bound: Option<f64>, nothing: &str| {
            bound.map_or_else(|| nothing.to_owned(), |bound| format!("{bound:+.2}"))
        };
        let window = match (node.alpha, node.beta) {
            (None, None) => String::new(),
            (alpha, beta) => format!(" ({}, {})", bound(alpha, "−∞"), bound(beta, "+∞")),
        };
        let note = node.note.as_deref().map_or_else(String::new, |note| format!(" [{note}]"));
        let cut = if node.cut { " never looked at" } else { "" };
        let mark = if proof.contains(&(id as u32)) { "→" } else { " " };
        let number = format!("#{id}");
        text += &format!(
            "{mark}{number:>4}  {:indent$}{}{who}{value}{window}{note}{cut}\n",
            "",
            node.label,
            indent = 3 * ply
        );
    }
    text
}
