//! Fenced blocks that only a course has.
//!
//! ```text
//! board        a FEN, and below it what there is to see
//! tree         lines "name: text" with algorithm, depth, eval, fen and caption
//! toy          a tree of numbers; "min" where MIN moves at its root; what there is to see
//! pseudocode   lines, each with the steps at which it is current behind a "#"
//! complexity   lines "name: formula or sentence"
//! ```

use std::collections::HashMap;

use chess::Position;
use lab::toy::NumberTree;
use search::ladder::Algorithm;

use crate::page::{Block, ComplexityRow, PseudoLine, StepKind};

/// What complexity may be told of, in its order.
const COSTS: [&str; 7] =
    ["time", "space", "complete", "optimal", "best case", "average case", "worst case"];

/// Reads a fenced block.
///
/// # Errors
/// A sentence, where it does not say what it must.
pub(crate) fn block(name: &str, lines: &[&str]) -> Result<Block, String> {
    match name {
        "" | "text" => Ok(Block::Code { text: lines.join("\n") }),
        "board" => {
            let (fen, caption) = lines.split_first().ok_or("a board needs a FEN")?;
            Ok(Block::Board { fen: legal(fen)?, caption: caption.join(" ") })
        }
        "tree" => tree(lines),
        "toy" => {
            let (tree, rest) = lines.split_first().ok_or("a toy needs a tree")?;
            let tree = tree.trim();
            tree.parse::<NumberTree>().map_err(|error| error.to_string())?;
            let min = rest.first() == Some(&"min");
            let caption = if min { &rest[1..] } else { rest };
            Ok(Block::Toy { tree: tree.to_owned(), min, caption: caption.join(" ") })
        }
        "pseudocode" => {
            let lines: Result<_, _> = lines.iter().map(|line| pseudo_line(line)).collect();
            Ok(Block::Pseudocode { lines: lines? })
        }
        "complexity" => {
            let rows: Result<_, _> = lines.iter().map(|line| cost(line)).collect();
            Ok(Block::Complexity { rows: rows? })
        }
        _ => Err(format!("there is no fenced block '{name}'")),
    }
}

fn legal(fen: &str) -> Result<String, String> {
    let position: Position = fen.trim().parse().map_err(|error| format!("{fen}: {error}"))?;
    Ok(position.to_string())
}

fn tree(lines: &[&str]) -> Result<Block, String> {
    let named: HashMap<&str, &str> = lines
        .iter()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, text)| (name.trim(), text.trim()))
        .collect();
    let of = |name: &str| named.get(name).copied().ok_or(format!("a tree needs its {name}"));
    let algorithm = of("algorithm")?;
    if algorithm != "champion" {
        algorithm.parse::<Algorithm>().map_err(|error| error.to_string())?;
    }
    Ok(Block::Tree {
        algorithm: algorithm.to_owned(),
        depth: of("depth")?.parse().map_err(|_| "a depth is a number")?,
        eval: of("eval")?.to_owned(),
        fen: legal(of("fen")?)?,
        caption: of("caption")?.to_owned(),
    })
}

fn pseudo_line(line: &str) -> Result<PseudoLine, String> {
    let (text, steps) = line.split_once('#').unwrap_or((line, ""));
    let steps: Result<Vec<StepKind>, String> = steps.split_whitespace().map(step).collect();
    Ok(PseudoLine { text: text.trim_end().to_owned(), steps: steps? })
}

fn step(name: &str) -> Result<StepKind, String> {
    let known = StepKind::ALL.into_iter().find(|step| step.name() == name);
    known.ok_or_else(|| format!("there is no step '{name}'"))
}

fn cost(line: &str) -> Result<ComplexityRow, String> {
    let (name, text) = line.split_once(':').ok_or(format!("a colon is missing: {line}"))?;
    if !COSTS.contains(&name.trim()) {
        return Err(format!("'{name}' is not one of {}", COSTS.join(", ")));
    }
    Ok(ComplexityRow { name: name.trim().to_owned(), text: text.trim().to_owned() })
}

impl StepKind {
    /// All of them.
    pub const ALL: [StepKind; 20] = [
        StepKind::Enter,
        StepKind::Leaf,
        StepKind::Mate,
        StepKind::Draw,
        StepKind::Next,
        StepKind::Better,
        StepKind::Cut,
        StepKind::Leave,
        StepKind::Table,
        StepKind::Store,
        StepKind::StandPat,
        StepKind::Pass,
        StepKind::Pruned,
        StepKind::Again,
        StepKind::Iteration,
        StepKind::Call,
        StepKind::Low,
        StepKind::High,
        StepKind::Kept,
        StepKind::Check,
    ];

    /// As lessons write it, which is as the page hears it.
    pub const fn name(self) -> &'static str {
        match self {
            StepKind::Enter => "enter",
            StepKind::Leaf => "leaf",
            StepKind::Mate => "mate",
            StepKind::Draw => "draw",
            StepKind::Next => "next",
            StepKind::Better => "better",
            StepKind::Cut => "cut",
            StepKind::Leave => "leave",
            StepKind::Table => "table",
            StepKind::Store => "store",
            StepKind::StandPat => "standPat",
            StepKind::Pass => "pass",
            StepKind::Pruned => "pruned",
            StepKind::Again => "again",
            StepKind::Iteration => "iteration",
            StepKind::Call => "call",
            StepKind::Low => "low",
            StepKind::High => "high",
            StepKind::Kept => "kept",
            StepKind::Check => "check",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_say_what_they_must_or_why_not() {
        let told = block("pseudocode", &["if depth = 0:   # leaf draw", "  return"]).unwrap();
        let Block::Pseudocode { lines } = told else { panic!() };
        assert_eq!(lines[0].text, "if depth = 0:");
        assert_eq!(lines[0].steps, [StepKind::Leaf, StepKind::Draw]);
        assert_eq!(lines[1].text, "  return");
        assert!(matches!(
            block("toy", &["((3 5) (2 9))", "min", "x"]),
            Ok(Block::Toy { min: true, .. })
        ));
        for (name, line) in [
            ("board", "x"),
            ("tree", "algorithm: x"),
            ("toy", "((1"),
            ("pseudocode", "x # y"),
            ("complexity", "speed: 3"),
            ("other", ""),
        ] {
            assert!(block(name, &[line]).is_err(), "{name}");
        }
        for step in StepKind::ALL {
            assert_eq!(serde_json::to_string(&step).unwrap(), format!("\"{}\"", step.name()));
        }
    }
}
