//! What a node says of itself. Text, JSON, pictures and the browser all take their
//! words from here.

use chess::{Color, Move, Position};
use eval::Score;
use search::{
    Bound, Change, Compared, DepthTerm, Draw, NodeNote, NodeOutcome, Rule, TreeMove, TreeNode,
    Window,
};

use super::explained::{ExplainedNode, ExplainedNote, ExplainedTerm, LeftOut, MoveName, NodeEnd};
use crate::uci;

/// Where a node stands.
#[derive(Clone, Copy)]
pub(super) struct NodePlace<'a> {
    /// Who moves at the root: whose view is taken.
    pub(super) root: Color,
    /// The node above it and the position there; `None` at the root.
    pub(super) above: Option<(&'a TreeNode, &'a Position)>,
    /// The position at the node.
    pub(super) at: &'a Position,
    /// How often its move was searched at the node above, this time included.
    pub(super) attempt: u32,
    /// Whether the search is still on. Then a node that was not left is being
    /// searched, and what is told again and again is told briefly.
    pub(super) is_live: bool,
}

/// The position at a node, from the one above it.
pub(super) fn position(above: &TreeNode, before: &Position, node: &TreeNode) -> Option<Position> {
    if node.ply == above.ply {
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

/// A node with its reason.
pub(super) fn explain(node: &TreeNode, place: &NodePlace<'_>) -> ExplainedNode {
    let view = ScoreView { is_root: place.at.turn() == place.root };
    let is_open = place.is_live && node.outcome == NodeOutcome::Stopped;
    let (terms, left_out) = match place.is_live {
        true => (Vec::new(), Vec::new()),
        false => (
            terms(node, place),
            node.left_out().map(|left| explain_left_out(left, place.at, view)).collect(),
        ),
    };
    ExplainedNode {
        mv: place.above.map(|(above, before)| name(node, above, before)),
        attempt: place.attempt,
        turn: place.at.turn(),
        ply: node.ply,
        depth: node.depth,
        reduced: node.reduced,
        extended: node.extended,
        terms,
        window: view.window(node.window),
        value: (node.outcome != NodeOutcome::Stopped).then(|| view.score(node.value)),
        bound: view.bound(node),
        end: if is_open { NodeEnd::Open } else { end(node.outcome) },
        reason: if is_open { "being searched".to_owned() } else { view.reason(node) },
        rule: match node.outcome {
            NodeOutcome::Pruned(rule, _, _) => Some(rule),
            _ => None,
        },
        below: node.below,
        note: node.note.as_deref().map(|note| view.note(note, place.at)),
        left_out,
    }
}

/// What stands for the root of a search that entered nothing: all its moves were
/// never looked at.
pub(super) fn unsearched(position: &Position) -> ExplainedNode {
    let moves = position.legal_moves();
    let (value, end, reason) = match (moves.is_empty(), position.is_check()) {
        (false, _) => (None, NodeEnd::NotSearched, "not searched".to_owned()),
        (true, true) => (Some(Score::mated_in(0)), NodeEnd::Mate, "mate".to_owned()),
        (true, false) => (Some(Score::DRAW), NodeEnd::Draw, draw_text(Draw::Stalemate)),
    };
    let view = ScoreView { is_root: true };
    let unseen = moves.iter().map(|&mv| explain_left_out(TreeMove::Unseen(mv), position, view));
    ExplainedNode {
        mv: None,
        attempt: 1,
        turn: position.turn(),
        ply: 0,
        depth: 0,
        reduced: 0,
        extended: 0,
        terms: Vec::new(),
        window: Window::FULL,
        value,
        bound: Bound::Exact,
        end,
        reason,
        rule: None,
        below: 0,
        note: None,
        left_out: unseen.collect(),
    }
}

/// What a turn of a growing tree made of a node at this distance from the root.
pub(super) fn changed(
    ply: usize,
    change: &Change,
    root: &Position,
) -> (Score, Option<ExplainedNote>) {
    // No move is skipped while a tree grows, so that the sides take turns.
    let view = ScoreView { is_root: ply.is_multiple_of(2) };
    // Only lists of moves want the position, and a tree that grows keeps none.
    (view.score(change.value), change.note.as_ref().map(|note| view.note(note, root)))
}

/// The move that led to a node.
fn name(node: &TreeNode, above: &TreeNode, before: &Position) -> MoveName {
    match node.mv {
        _ if node.ply == above.ply => MoveName { uci: None, san: "second look".to_owned() },
        None => MoveName { uci: Some("0000".to_owned()), san: "pass".to_owned() },
        Some(mv) => MoveName { uci: Some(uci(before, mv)), san: before.to_san(mv) },
    }
}

/// What made a node less deep or deeper. Who moves in the position above decided it.
fn terms(node: &TreeNode, place: &NodePlace<'_>) -> Vec<ExplainedTerm> {
    let decider = place.above.map_or(place.at, |(_, before)| before);
    let view = ScoreView { is_root: decider.turn() == place.root };
    let explained = |term: &DepthTerm| ExplainedTerm {
        name: term.name,
        plies: f64::from(-term.amount) / f64::from(DepthTerm::PLY),
        compared: term.compared.map(|(value, bound)| (view.score(value), view.score(bound))),
    };
    node.terms.iter().map(explained).collect()
}

fn explain_left_out(left: TreeMove, at: &Position, view: ScoreView) -> LeftOut {
    let told = |mv: Move, rule, compared, reason| LeftOut {
        uci: uci(at, mv),
        san: at.to_san(mv),
        rule,
        compared,
        reason,
    };
    match left {
        TreeMove::Unseen(mv) => {
            let reason = "never looked at: a move before it was enough";
            told(mv, None, Compared::Nothing, reason.to_owned())
        }
        TreeMove::Skipped(mv, rule, compared) => {
            let compared = match compared {
                Compared::Values(value, bound) => {
                    Compared::Values(view.score(value), view.score(bound))
                }
                // Counts and material are the mover's, whoever looks.
                other => other,
            };
            let reason = format!("{}: {}", rule.name(), skip_text(compared));
            told(mv, Some(rule), compared, reason)
        }
    }
}

/// Why a rule left out a move, in words.
fn skip_text(compared: Compared) -> String {
    match compared {
        Compared::Values(value, bound) => format!("{value} against {bound}"),
        Compared::Material(gain, least) => {
            let brought = match gain {
                ..0 => format!("it loses {}", Score::cp(-gain)),
                0 => "it wins nothing".to_owned(),
                _ => format!("it wins {}", Score::cp(gain)),
            };
            match least {
                ..=0 => format!("{brought}, allowed is {}", Score::cp(-least)),
                _ => format!("{brought}, and has to win something"),
            }
        }
        Compared::Histories(standing, least) => format!("{standing}, the least is {least}"),
        Compared::Moves(number, most) => format!("it is number {number}, and {most} are tried"),
        Compared::Nothing => "left out to see whether another move is as good".to_owned(),
    }
}

impl LeftOut {
    /// The move with the numbers that its rule compared, as short as they can be.
    pub(super) fn brief(&self) -> String {
        let san = &self.san;
        match self.compared {
            Compared::Values(value, bound) => format!("{san} ({value} against {bound})"),
            Compared::Material(gain @ ..0, _) => format!("{san} (loses {})", Score::cp(-gain)),
            Compared::Material(0, _) => format!("{san} (wins nothing)"),
            Compared::Material(gain, _) => format!("{san} (wins {})", Score::cp(gain)),
            Compared::Histories(standing, least) => format!("{san} ({standing} against {least})"),
            Compared::Moves(number, _) => format!("{san} (number {number})"),
            Compared::Nothing => san.clone(),
        }
    }
}

impl ExplainedNode {
    /// The move that led here, as people read it.
    pub(super) fn name(&self) -> &str {
        self.mv.as_ref().map_or("root", |mv| &mv.san)
    }

    /// Value with its bound sign.
    pub(super) fn value_text(&self) -> String {
        let sign = match self.bound {
            Bound::Exact => "",
            Bound::Lower => "≥ ",
            Bound::Upper => "≤ ",
        };
        self.value.map_or_else(|| "-".to_owned(), |value| format!("{sign}{}", score_text(value)))
    }

    /// Window as text.
    pub(super) fn window_text(&self) -> String {
        let Window { alpha, beta } = self.window;
        format!("({}, {})", end_text(alpha), end_text(beta))
    }

    /// The reason, and what made the node less deep or deeper: plies less are minus.
    pub(super) fn reason_with_terms(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(ExplainedTerm::text).collect();
        let terms = if terms.is_empty() { terms } else { vec![terms.join(", ")] };
        let reason = [vec![self.reason.clone()], terms].concat().join(": ");
        self.note.as_ref().map_or(reason.clone(), |note| format!("{reason}; {}", note.text))
    }

    /// The moves that were not searched, by what left them out: `None` a
    /// cut-off, else the rule.
    pub(super) fn left_out_by_reason(&self) -> Vec<(Option<Rule>, Vec<&LeftOut>)> {
        let mut groups: Vec<(Option<Rule>, Vec<&LeftOut>)> = Vec::new();
        for left in &self.left_out {
            match groups.iter_mut().find(|(known, _)| *known == left.rule) {
                Some((_, moves)) => moves.push(left),
                None => groups.push((left.rule, vec![left])),
            }
        }
        groups
    }
}

impl ExplainedTerm {
    fn text(&self) -> String {
        let ExplainedTerm { name, plies, compared } = self;
        let numbers = compared
            .map_or_else(String::new, |(value, bound)| format!(" ({value} against {bound})"));
        format!("{name} {plies:+.2}{numbers}")
    }
}

/// Whose view scores are turned to.
#[derive(Clone, Copy)]
struct ScoreView {
    /// Whether the mover is the side that moves at the root.
    is_root: bool,
}

impl ScoreView {
    fn score(self, score: Score) -> Score {
        if self.is_root { score } else { -score }
    }

    fn window(self, window: Window) -> Window {
        match self.is_root {
            true => window,
            false => Window { alpha: -window.beta, beta: -window.alpha },
        }
    }

    /// What the search keeps of a node besides its value.
    fn note(self, note: &NodeNote, at: &Position) -> ExplainedNote {
        let signed = |value: f64| Score::cp(value.round() as i32).to_string();
        let (brief, text) = match note {
            NodeNote::Visits { count, average } => {
                let chance = 100.0 * if self.is_root { *average } else { 1.0 - average };
                let visits = format!("{count} {}", if *count == 1 { "visit" } else { "visits" });
                (
                    format!("{visits}, {chance:.0} %"),
                    format!("{visits}, which gave the side at the root {chance:.1} % on average"),
                )
            }
            NodeNote::Belief(values) => {
                let mut values: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
                if !self.is_root {
                    values.iter_mut().for_each(|value| *value = -*value);
                    values.reverse();
                }
                let ends = [values.first(), values.last()].map(|end| end.copied().unwrap_or(0.0));
                let told: Vec<String> = values.iter().map(|&value| signed(value)).collect();
                if ends[0] == ends[1] {
                    (format!("certain, {}", told[0]), format!("certain: {}", told[0]))
                } else {
                    (
                        format!("{} to {}", signed(ends[0]), signed(ends[1])),
                        format!("one of {}, each as likely", told.join(" ")),
                    )
                }
            }
            NodeNote::Counted(moves) => {
                let value = |value: Score| self.score(value).to_string();
                let told = moves.iter().enumerate().map(|(place, &(mv, own, adds))| {
                    let adds = Score::cp(if self.is_root { adds } else { -adds });
                    let adds = if place == 0 { String::new() } else { format!(", adds {adds}") };
                    format!("{} {}{adds}", at.to_san(mv), value(own))
                });
                let brief: Vec<String> = moves.iter().map(|&(_, own, _)| value(own)).collect();
                (
                    format!("counts {}", brief.join(" ")),
                    format!("these count: {}", told.collect::<Vec<_>>().join("; ")),
                )
            }
            NodeNote::Expanded(1) => {
                ("opened first".to_owned(), "the first node that was given its moves".to_owned())
            }
            NodeNote::Expanded(number) => (
                format!("opened as no. {number}"),
                format!("node number {number} that was given its moves"),
            ),
            _ => (String::new(), String::new()),
        };
        ExplainedNote { brief, text }
    }

    /// How a node's value is to be read: what it is, or at least, or at most.
    fn bound(self, node: &TreeNode) -> Bound {
        match (bound_for_mover(node), self.is_root) {
            (Bound::Lower, false) => Bound::Upper,
            (Bound::Upper, false) => Bound::Lower,
            (bound, _) => bound,
        }
    }

    /// Why a node was left and how deep it was searched.
    fn reason(self, node: &TreeNode) -> String {
        let reason = self.outcome(node);
        let plies = |count| format!("{count} {}", if count == 1 { "ply" } else { "plies" });
        match (node.reduced, node.extended) {
            (0, 0) => reason,
            (0, more) => format!("{reason}, extended by {}", plies(more)),
            (less, _) => format!("{reason}, reduced by {}", plies(less)),
        }
    }

    /// Why a node was left, in a few words with its numbers.
    fn outcome(self, node: &TreeNode) -> String {
        let Window { alpha, beta } = node.window;
        let value = node.value;
        match node.outcome {
            NodeOutcome::Searched | NodeOutcome::FailLow => "searched".to_owned(),
            // Beta may be the shortest mate there is.
            NodeOutcome::BetaCut if value < beta => {
                format!("cut, {}: no mate is shorter", self.score(value))
            }
            NodeOutcome::BetaCut => {
                let is_unseen = |left: &TreeMove| matches!(left, TreeMove::Unseen(_));
                let unseen = node.left_out().filter(is_unseen).count();
                let cut = format!("cut, {}", self.at_least(value, beta));
                if unseen == 0 { cut } else { format!("{cut}: {unseen} unseen") }
            }
            NodeOutcome::TableHit(Bound::Lower) if value >= beta => {
                format!("known from the table, {}", self.at_least(value, beta))
            }
            NodeOutcome::TableHit(Bound::Upper) if value <= alpha => {
                format!("known from the table, {}", self.compared(value, ["≤", "≥"], alpha))
            }
            NodeOutcome::TableHit(_) => "known from the table".to_owned(),
            NodeOutcome::Pruned(Rule::Razoring, guess, bound) => {
                let numbers = self.compared(guess, ["<", ">"], bound);
                format!("pruned by {}, {numbers}", Rule::Razoring.name())
            }
            NodeOutcome::Pruned(rule, compared, bound) => {
                format!("pruned by {}, {}", rule.name(), self.at_least(compared, bound))
            }
            NodeOutcome::Leaf => "evaluation".to_owned(),
            NodeOutcome::StandPat if value >= beta => {
                format!("stands pat, {}", self.at_least(value, beta))
            }
            NodeOutcome::StandPat => "stands pat, no capture is better".to_owned(),
            NodeOutcome::Mate => "mate".to_owned(),
            NodeOutcome::Draw(draw) => draw_text(draw),
            NodeOutcome::MateDistance => "pruned: a shorter mate is known".to_owned(),
            NodeOutcome::Tablebase(_) => "known from an endgame tablebase".to_owned(),
            NodeOutcome::Stopped => "stopped".to_owned(),
            _ => "left".to_owned(),
        }
    }

    fn at_least(self, value: Score, bound: Score) -> String {
        self.compared(value, ["≥", "≤"], bound)
    }

    /// A comparison of the mover's: the sign as it is, and seen from the other side.
    fn compared(self, value: Score, [sign, turned]: [&str; 2], bound: Score) -> String {
        let sign = if self.is_root { sign } else { turned };
        format!("{} {sign} {}", self.score(value), self.score(bound))
    }
}

/// How a node's value is to be read by its mover.
fn bound_for_mover(node: &TreeNode) -> Bound {
    let Window { alpha, beta } = node.window;
    match node.outcome {
        NodeOutcome::TableHit(bound) | NodeOutcome::Tablebase(bound) => bound,
        NodeOutcome::BetaCut if node.value < beta => Bound::Exact,
        NodeOutcome::BetaCut | NodeOutcome::Draw(Draw::RepetitionAtHand) => Bound::Lower,
        NodeOutcome::FailLow => Bound::Upper,
        NodeOutcome::MateDistance if node.value < beta => Bound::Upper,
        NodeOutcome::MateDistance => Bound::Lower,
        NodeOutcome::Searched | NodeOutcome::StandPat | NodeOutcome::Pruned(..)
            if node.value >= beta =>
        {
            Bound::Lower
        }
        NodeOutcome::Searched | NodeOutcome::Pruned(..) if node.value <= alpha => Bound::Upper,
        _ => Bound::Exact,
    }
}

fn end(outcome: NodeOutcome) -> NodeEnd {
    match outcome {
        NodeOutcome::Searched | NodeOutcome::FailLow => NodeEnd::Searched,
        NodeOutcome::BetaCut => NodeEnd::Cut,
        NodeOutcome::TableHit(_) => NodeEnd::Table,
        NodeOutcome::Pruned(..) | NodeOutcome::MateDistance => NodeEnd::Pruned,
        NodeOutcome::Leaf => NodeEnd::Leaf,
        NodeOutcome::StandPat => NodeEnd::StandPat,
        NodeOutcome::Mate => NodeEnd::Mate,
        NodeOutcome::Draw(_) => NodeEnd::Draw,
        NodeOutcome::Tablebase(_) => NodeEnd::Tablebase,
        _ => NodeEnd::Stopped,
    }
}

/// A score; that of a side that is mated already has no number of moves.
pub(super) fn score_text(score: Score) -> String {
    if score == Score::mated_in(0) { "mated".to_owned() } else { score.to_string() }
}

fn draw_text(draw: Draw) -> String {
    let name = match draw {
        Draw::Repetition => "repetition",
        Draw::RepetitionAtHand => "a repetition is at hand",
        Draw::FiftyMoves => "fifty moves",
        Draw::Material => "nobody can mate",
        Draw::Stalemate => "stalemate",
    };
    format!("draw, {name}")
}

/// Whether one end of a window is open: beyond every mate.
pub(super) fn is_open(score: Score) -> bool {
    score.raw().abs() >= Score::MAX.raw()
}

/// One end of a window.
fn end_text(score: Score) -> String {
    match (is_open(score), score > Score::DRAW) {
        (true, true) => "+∞".to_owned(),
        (true, false) => "-∞".to_owned(),
        (false, _) => score.to_string(),
    }
}
