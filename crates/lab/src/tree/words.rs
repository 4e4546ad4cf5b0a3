//! What a node says of itself, from the view of the side that moves at the
//! root.

use chess::Color;
use eval::Score;
use search::{Bound, Ending, Outcome, Rule, Window};

use super::{LeftOut, SearchTree, ShownNode};
use crate::number::grouped;

impl SearchTree {
    /// A value from the view of the side that moves at the root.
    pub(super) fn for_root(&self, turn: Color, value: Score) -> Score {
        if turn == self.position.turn() { value } else { -value }
    }

    /// A node's window from that view.
    pub(super) fn window_for_root(&self, node: &ShownNode) -> Window {
        let Window { alpha, beta } = node.window;
        match node.turn == self.position.turn() {
            true => node.window,
            false => Window { alpha: -beta, beta: -alpha },
        }
    }

    /// How a node's value is to be read from that view: what it is, or at most
    /// or at least.
    pub(super) fn bound(&self, node: &ShownNode) -> Bound {
        let (Some(value), Some(outcome)) = (node.value, node.outcome) else { return Bound::Exact };
        let for_mover = match outcome {
            Outcome::TableHit(bound) => bound,
            Outcome::BetaCut | Outcome::Pruned(..) => Bound::Lower,
            Outcome::MateDistance if value < node.window.beta => Bound::Upper,
            Outcome::MateDistance => Bound::Lower,
            Outcome::Searched | Outcome::StandPat if value >= node.window.beta => Bound::Lower,
            Outcome::Searched if value <= node.window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        match (for_mover, node.turn == self.position.turn()) {
            (Bound::Lower, false) => Bound::Upper,
            (Bound::Upper, false) => Bound::Lower,
            (bound, _) => bound,
        }
    }

    /// What was found, as a word.
    pub(super) fn found(&self) -> String {
        self.value().map_or_else(|| "no value".to_owned(), |value| value.to_string())
    }

    /// What has to be said about how the search ended, if anything.
    pub(super) fn ending_text(&self) -> Option<&'static str> {
        match self.report.ending {
            Ending::Finished => None,
            Ending::Stopped => Some("stopped by a limit of nodes"),
            Ending::MemoryFull => Some("ended because its memory was full"),
        }
    }

    /// Value with its bound sign, from that view.
    pub(super) fn value_text(&self, node: &ShownNode) -> String {
        let sign = match self.bound(node) {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
        };
        match node.value {
            Some(value) => format!("{sign}{}", self.for_root(node.turn, value)),
            None => "-".to_owned(),
        }
    }

    /// Window as text, from that view.
    pub(super) fn window_text(&self, node: &ShownNode) -> String {
        let Window { alpha, beta } = self.window_for_root(node);
        format!("({}, {})", end(alpha), end(beta))
    }

    /// Why a node was left, in a few words, from that view.
    pub(super) fn reason(&self, node: &ShownNode) -> String {
        let reason = self.outcome_text(node);
        match node.reduced {
            0 => reason,
            1 => format!("{reason}, reduced by 1 ply"),
            plies => format!("{reason}, reduced by {plies} plies"),
        }
    }

    fn outcome_text(&self, node: &ShownNode) -> String {
        let shown = |value| self.for_root(node.turn, value);
        let limit = shown(node.window.beta);
        let beyond = if node.turn == self.position.turn() { "≥" } else { "≤" };
        match node.outcome {
            None => "not searched".to_owned(),
            Some(Outcome::Searched) => "searched".to_owned(),
            Some(Outcome::BetaCut) => {
                let value = self.value_text(node);
                let value = value.trim_start_matches(['≥', '≤', ' ']);
                let unseen = node.left_out.iter().filter(|left| left.rule.is_none()).count();
                match unseen {
                    0 => format!("cut, {value} {beyond} {limit}"),
                    _ => format!("cut, {value} {beyond} {limit}: {unseen} unseen"),
                }
            }
            Some(Outcome::TableHit(_)) => "known from the table".to_owned(),
            Some(Outcome::Pruned(rule, value)) => {
                format!("pruned by {}, {} {beyond} {limit}", rule.name(), shown(value))
            }
            Some(Outcome::Leaf) => "evaluation".to_owned(),
            Some(Outcome::StandPat) => "stands pat".to_owned(),
            Some(Outcome::Mate) => "mate".to_owned(),
            Some(Outcome::Draw(draw)) => format!("draw, {}", draw_name(draw)),
            Some(Outcome::MateDistance) => "pruned: a shorter mate is known".to_owned(),
            Some(Outcome::Tablebase) => "known from an endgame table".to_owned(),
            Some(Outcome::Stopped) => "stopped".to_owned(),
            Some(_) => "left".to_owned(),
        }
    }

    /// A move that was not searched, with the numbers that its rule compared.
    pub(super) fn left_out_text(&self, node: &ShownNode, left: &LeftOut) -> String {
        match left.rule {
            None => left.san.clone(),
            // What an exchange loses is the same from both views.
            Some((Rule::Exchange, value, _)) => format!("{} (loses {})", left.san, -value),
            Some((_, value, bound)) => {
                let [value, bound] = [value, bound].map(|score| self.for_root(node.turn, score));
                format!("{} ({value} against {bound})", left.san)
            }
        }
    }
}

impl ShownNode {
    /// What is not shown below it, in words.
    pub(super) fn hidden(&self) -> String {
        let nodes = grouped(self.hidden_nodes);
        match (self.hidden_moves, self.hidden_nodes) {
            (0, 1) => "1 node below".to_owned(),
            (0, _) => format!("{nodes} nodes below"),
            (1, 1) => "1 more move".to_owned(),
            (1, _) => format!("1 more move, {nodes} nodes"),
            (moves, all) if moves as u64 == all => format!("{moves} more moves"),
            (moves, _) => format!("{moves} more moves, {nodes} nodes"),
        }
    }

    /// The moves that were not searched, by what left them out: `None` a
    /// cut-off, else the rule.
    pub(super) fn left_out_by_reason(&self) -> Vec<(Option<Rule>, Vec<&LeftOut>)> {
        let mut groups: Vec<(Option<Rule>, Vec<&LeftOut>)> = Vec::new();
        for left in &self.left_out {
            let rule = left.rule.map(|(rule, _, _)| rule);
            match groups.iter_mut().find(|(known, _)| *known == rule) {
                Some((_, moves)) => moves.push(left),
                None => groups.push((rule, vec![left])),
            }
        }
        groups
    }
}

/// A draw's name.
fn draw_name(draw: search::Draw) -> &'static str {
    match draw {
        search::Draw::Repetition => "repetition",
        search::Draw::FiftyMoves => "fifty moves",
        search::Draw::Material => "nobody can mate",
        search::Draw::Stalemate => "stalemate",
    }
}

/// One end of a window; beyond every mate it is open.
fn end(score: Score) -> String {
    match score.raw() {
        raw if raw >= Score::MAX.raw() => "+∞".to_owned(),
        raw if raw <= -Score::MAX.raw() => "-∞".to_owned(),
        _ => score.to_string(),
    }
}
