//! Explanations as programs read them.

use chess::Position;
use engine::review::Mark;
use serde::Serialize;

use crate::claim::{Claim, Proof};
use crate::coach::MoveExplanation;
use crate::words;

/// What is said about a move or a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExplanationRecord {
    /// The position.
    pub fen: String,
    /// The move that is explained, if it is about one, as UCI writes it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// What the move is called, if it is bad.
    pub mark: Option<&'static str>,
    /// How much of the chances from −1 to 1 it threw away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The line that would have been better, as UCI writes it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<String>,
    /// What matters most, in one to three sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// All claims, the most important first.
    pub claims: Vec<ClaimRecord>,
}

/// A claim.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClaimRecord {
    /// lichess's name of the theme where there is one.
    pub kind: String,
    /// How it bears on the move.
    pub role: &'static str,
    /// The sentence.
    pub text: String,
    /// The squares it speaks of.
    pub squares: Vec<String>,
    /// Where the line begins.
    pub from: String,
    /// The moves that show it, as UCI writes them.
    pub line: Vec<String>,
    /// How it was proven.
    pub proof: String,
}

impl ExplanationRecord {
    /// What is said about a move.
    pub fn of_move(said: &MoveExplanation) -> ExplanationRecord {
        let played = said.position.to_san(said.mv);
        ExplanationRecord {
            fen: said.position.to_string(),
            mv: words::uci_line(&said.position, &[said.mv]).pop(),
            mark: said.judgement.mark.map(Mark::name),
            loss: Some((said.judgement.loss * 1e3).round() / 1e3),
            better: words::uci_line(&said.position, &said.better),
            summary: words::summary(said),
            claims: said.claims.iter().map(|claim| ClaimRecord::of(claim, &played)).collect(),
        }
    }

    /// What is said about a position.
    pub fn of_position(position: &Position, claims: &[Claim]) -> ExplanationRecord {
        ExplanationRecord {
            fen: position.to_string(),
            mv: None,
            mark: None,
            loss: None,
            better: Vec::new(),
            summary: None,
            claims: claims.iter().map(|claim| ClaimRecord::of(claim, "")).collect(),
        }
    }
}

impl ClaimRecord {
    fn of(claim: &Claim, played: &str) -> ClaimRecord {
        ClaimRecord {
            kind: claim.kind.name(),
            role: claim.role.name(),
            text: words::sentence(claim, played),
            squares: claim.squares.iter().map(ToString::to_string).collect(),
            from: claim.from.to_string(),
            line: words::uci_line(&claim.from, &claim.line),
            proof: proof_text(&claim.proof),
        }
    }
}

fn proof_text(proof: &Proof) -> String {
    match proof {
        Proof::Rules => "rules".to_owned(),
        Proof::Search { nodes, value } => format!("search: {nodes} nodes, {value}"),
        Proof::Evaluation { centipawns } => format!("opinion: {centipawns} centipawns"),
    }
}
