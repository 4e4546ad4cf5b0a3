//! A recorded node as the page shows it: from the view of the side that moves
//! at the root.

use chess::{Color, Move, Position};
use eval::Score;
use search::{Bound, DepthTerm, Draw, Outcome, Rule, Tree, TreeMove, TreeNode, Window};

use crate::protocol::{LabLeftOut, LabNode, LabNumbers, LabOutcome, LabTerm, LabValue};
use crate::views;

/// What has to be known beside the node itself.
pub(super) struct Around<'a> {
    /// Its number.
    pub(super) id: u32,
    /// The node above it.
    pub(super) parent: Option<(u32, &'a TreeNode)>,
    /// The position at that node; at the root, the root's own.
    pub(super) before: Position,
    /// The last number below it.
    pub(super) last: u32,
    /// How often its move was searched at the node above, this time included.
    pub(super) attempt: u32,
    /// Whether it is on the best line.
    pub(super) is_best: bool,
    /// Who moves at the root.
    pub(super) root: Color,
    /// Whether the search is still on.
    pub(super) is_live: bool,
}

/// The position at a node, from the one above it.
pub(super) fn position(parent: &TreeNode, before: &Position, node: &TreeNode) -> Option<Position> {
    if node.ply == parent.ply {
        // A second look at the same position.
        return Some(*before);
    }
    match node.mv {
        None => before.after_null(),
        Some(mv) => {
            let mut after = *before;
            after.play(mv).ok()?;
            Some(after)
        }
    }
}

/// A node as the page shows it.
pub(super) fn told(node: &TreeNode, around: &Around<'_>) -> LabNode {
    let at = match around.parent {
        Some((_, parent)) => position(parent, &around.before, node).unwrap_or(around.before),
        None => around.before,
    };
    let turn = at.turn();
    let view = View { is_root: turn == around.root };
    let (uci, san) = names(node, around);
    let Window { alpha, beta } = view.window(node.window);
    let is_open = around.is_live && node.outcome == Outcome::Stopped;
    LabNode {
        id: around.id,
        parent: around.parent.map(|(id, _)| id),
        last: around.last,
        uci,
        san,
        attempt: around.attempt,
        turn: views::color(turn),
        ply: node.ply as u32,
        depth: node.depth,
        reduced: node.reduced,
        extended: node.extended,
        depth_terms: match around.is_live {
            true => Vec::new(),
            false => depth_terms(node, View { is_root: around.before.turn() == around.root }),
        },
        alpha: end(alpha),
        beta: end(beta),
        value: value(view.score(node.value)),
        bound: match view.bound(node) {
            Bound::Exact => "=",
            Bound::Lower => "≥",
            Bound::Upper => "≤",
        }
        .to_owned(),
        outcome: if is_open { LabOutcome::Open } else { outcome(node) },
        reason: if is_open { "being searched".to_owned() } else { view.reason(node) },
        best: around.is_best,
        children: node.children.len() as u32,
        below: node.below,
        left_out: match around.is_live {
            // The top of a tree that grows is told again and again.
            true => Vec::new(),
            false => node.left_out.iter().map(|left| left_out(left, &at, view)).collect(),
        },
    }
}

/// The move that led to a node, for programs and for people.
fn names(node: &TreeNode, around: &Around<'_>) -> (Option<String>, Option<String>) {
    let Some((_, parent)) = around.parent else { return (None, None) };
    match node.mv {
        _ if node.ply == parent.ply => (None, Some("second look".to_owned())),
        None => (Some("0000".to_owned()), Some("pass".to_owned())),
        Some(mv) => (Some(views::uci(&around.before, mv)), Some(around.before.to_san(mv))),
    }
}

/// What made a node less deep or deeper; the view is that of whoever decided it.
fn depth_terms(node: &TreeNode, view: View) -> Vec<LabTerm> {
    let terms = node.terms.iter().map(|term| LabTerm {
        name: term.name.to_owned(),
        plies: f64::from(term.amount) / f64::from(DepthTerm::PLY),
        numbers: term.compared.map(|(compared, bound)| LabNumbers {
            value: value(view.score(compared)),
            bound: value(view.score(bound)),
        }),
    });
    terms.collect()
}

fn left_out(left: &TreeMove, at: &Position, view: View) -> LabLeftOut {
    let told = |mv: Move, rule: Option<&str>, numbers, reason: String| LabLeftOut {
        uci: views::uci(at, mv),
        san: at.to_san(mv),
        rule: rule.map(str::to_owned),
        numbers,
        reason,
    };
    match *left {
        TreeMove::Unseen(mv) => {
            told(mv, None, None, "never looked at: a move before it was enough".to_owned())
        }
        TreeMove::Skipped(mv, rule, compared, bound) => {
            // What an exchange loses is the same from both views.
            let (compared, bound) = match rule {
                Rule::Exchange => (compared, bound),
                _ => (view.score(compared), view.score(bound)),
            };
            let reason = match rule {
                Rule::Exchange => {
                    format!("exchange: it loses {}, allowed is {}", -compared, -bound)
                }
                rule => format!("{}: {compared} against {bound}", rule.name()),
            };
            let numbers = LabNumbers { value: value(compared), bound: value(bound) };
            told(mv, Some(rule.name()), Some(numbers), reason)
        }
    }
}

/// Whose view scores are turned to.
#[derive(Clone, Copy)]
struct View {
    /// Whether the mover is the side that moves at the root.
    is_root: bool,
}

impl View {
    fn score(self, score: Score) -> Score {
        if self.is_root { score } else { -score }
    }

    fn window(self, window: Window) -> Window {
        match self.is_root {
            true => window,
            false => Window { alpha: -window.beta, beta: -window.alpha },
        }
    }

    /// How a node's value is to be read: what it is, or at least, or at most.
    fn bound(self, node: &TreeNode) -> Bound {
        let for_mover = match node.outcome {
            Outcome::TableHit(bound) => bound,
            Outcome::BetaCut | Outcome::Pruned(..) => Bound::Lower,
            Outcome::MateDistance if node.value < node.window.beta => Bound::Upper,
            Outcome::MateDistance => Bound::Lower,
            Outcome::Searched | Outcome::StandPat if node.value >= node.window.beta => Bound::Lower,
            Outcome::Searched if node.value <= node.window.alpha && node.ply > 0 => Bound::Upper,
            _ => Bound::Exact,
        };
        match (for_mover, self.is_root) {
            (Bound::Lower, false) => Bound::Upper,
            (Bound::Upper, false) => Bound::Lower,
            (bound, _) => bound,
        }
    }

    /// Why a node was left, in a few words with its numbers.
    fn reason(self, node: &TreeNode) -> String {
        let reason = self.outcome(node);
        let plies = |count| format!("{count} {}", if count == 1 { "ply" } else { "plies" });
        match (node.reduced, node.extended) {
            (0, 0) => reason,
            (0, more) => format!("{reason}, extended by {}", plies(more)),
            (less, _) => format!("{reason}, reduced by {}", plies(less)),
        }
    }

    fn outcome(self, node: &TreeNode) -> String {
        let limit = self.score(node.window.beta);
        let beyond = if self.is_root { "≥" } else { "≤" };
        match node.outcome {
            Outcome::Searched => "searched".to_owned(),
            Outcome::BetaCut => {
                let is_unseen = |left: &&TreeMove| matches!(left, TreeMove::Unseen(_));
                let unseen = node.left_out.iter().filter(is_unseen).count();
                let cut = format!("cut, {} {beyond} {limit}", self.score(node.value));
                if unseen == 0 { cut } else { format!("{cut}: {unseen} unseen") }
            }
            Outcome::TableHit(_) => "known from the table".to_owned(),
            Outcome::Pruned(rule, compared) => {
                format!("pruned by {}, {} {beyond} {limit}", rule.name(), self.score(compared))
            }
            Outcome::Leaf => "evaluation".to_owned(),
            Outcome::StandPat => format!("stands pat, {} {beyond} {limit}", self.score(node.value)),
            Outcome::Mate => "mate".to_owned(),
            Outcome::MateDistance => "pruned: a shorter mate is known".to_owned(),
            Outcome::Draw(draw) => format!("draw, {}", draw_name(draw)),
            Outcome::Tablebase => "known from an endgame table".to_owned(),
            Outcome::Stopped => "stopped".to_owned(),
            _ => "left".to_owned(),
        }
    }
}

fn draw_name(draw: Draw) -> &'static str {
    match draw {
        Draw::Repetition => "repetition",
        Draw::FiftyMoves => "fifty moves",
        Draw::Material => "nobody can mate",
        Draw::Stalemate => "stalemate",
    }
}

fn outcome(node: &TreeNode) -> LabOutcome {
    match node.outcome {
        Outcome::Searched => LabOutcome::Searched,
        Outcome::BetaCut => LabOutcome::Cut,
        Outcome::TableHit(_) => LabOutcome::Table,
        Outcome::Pruned(..) | Outcome::MateDistance => LabOutcome::Pruned,
        Outcome::Leaf => LabOutcome::Leaf,
        Outcome::StandPat => LabOutcome::StandPat,
        Outcome::Mate => LabOutcome::Mate,
        Outcome::Draw(_) => LabOutcome::Draw,
        Outcome::Tablebase => LabOutcome::Tablebase,
        _ => LabOutcome::Stopped,
    }
}

/// A score in the search's own centipawns, or moves to mate.
pub(super) fn value(score: Score) -> LabValue {
    match score.mate_moves() {
        Some(moves) => LabValue::Mate(moves),
        None => LabValue::Cp(score.raw()),
    }
}

/// One end of a window; nothing where it is open, beyond every mate.
fn end(score: Score) -> Option<LabValue> {
    (score.raw().abs() < Score::MAX.raw()).then(|| value(score))
}

/// The recorded nodes of the best line, the root first.
pub(super) fn best_line(tree: &Tree, line: &[Move]) -> Vec<u32> {
    let mut best: Vec<u32> = tree.root().map(|_| 0).into_iter().collect();
    let mut node = tree.root();
    for &mv in line {
        // A move searched twice (principal variation search) counts the second time.
        let next = node.and_then(|above| {
            let is_it = |id: &&u32| {
                tree.node(**id).is_some_and(|son| son.mv == Some(mv) && son.ply > above.ply)
            };
            above.children.iter().rev().find(is_it).copied()
        });
        let Some(next) = next else { break };
        best.push(next);
        node = tree.node(next);
    }
    best
}
