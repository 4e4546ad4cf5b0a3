//! Limits and rules as they are written on the command line.

use std::time::Duration;

use arena::{Budget, DrawRule, MatchTimeControl, Resign};
use clap::Args;
use numbers::parse_seconds;

use crate::arguments::number;

/// What players are given for their moves.
#[derive(Args)]
pub(super) struct Arguments {
    /// Clock in seconds: 1+0.01, 40/60+0.6 for 60 seconds every 40 moves
    #[arg(long, value_name = "T", value_parser = control)]
    pub(super) tc: Option<MatchTimeControl>,
    /// Seconds for every move
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(super) move_time: Option<Duration>,
    /// Nodes for every move
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    pub(super) nodes: Option<u64>,
    /// Plies for every move
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    pub(super) depth: Option<u32>,
    /// Other limits for one player, by its number from 1: 2:tc=10+0.1 or 1:nodes=5000,depth=8
    #[arg(long, value_name = "N:LIMITS", value_parser = odds)]
    pub(super) odds: Vec<Odds>,
}

/// Limits of one player.
#[derive(Clone)]
pub(super) struct Odds {
    /// Counted from 1.
    pub(super) player: usize,
    pub(super) budget: Budget,
}

pub(crate) fn control(text: &str) -> Result<MatchTimeControl, String> {
    text.parse().map_err(|_| {
        "SECONDS, SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT, such as 1+0.01 or 40/60".to_owned()
    })
}

/// Reads seconds with decimals, more than none.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    parse_seconds(text)
        .filter(|time| *time > Duration::ZERO)
        .ok_or_else(|| "a number of seconds above 0, such as 0.1".to_owned())
}

pub(crate) fn nodes(text: &str) -> Result<u64, String> {
    number(text, 1..=1_000_000_000_000)
}

fn depth(text: &str) -> Result<u32, String> {
    number(text, 1..=200).map(|depth| depth as u32)
}

fn odds(text: &str) -> Result<Odds, String> {
    let allowed = "a player's number and its limits out of tc=T, time=S, nodes=N and depth=N, such \
                   as 2:tc=10+0.1 or 1:nodes=5000,depth=8";
    let read = || {
        let (player, limits) = text.split_once(':')?;
        let player = number(player.trim(), 1..=1_000).ok()? as usize;
        let mut budget = Budget::default();
        for limit in limits.split(',') {
            let (name, value) = limit.split_once('=')?;
            match name.trim() {
                "tc" => budget.control = Some(control(value).ok()?),
                "time" => budget.move_time = Some(seconds(value).ok()?),
                "nodes" => budget.nodes = Some(nodes(value).ok()?),
                "depth" => budget.depth = Some(depth(value).ok()?),
                _ => return None,
            }
        }
        Some(Odds { player, budget })
    };
    read().ok_or_else(|| allowed.to_owned())
}

/// Reads `score=600,moves=4` or `score=600,moves=4,both`.
pub(crate) fn resign(text: &str) -> Result<Resign, String> {
    let read = || {
        let mut rule = Resign { score: 0, moves: 0, both: false };
        for part in text.split(',') {
            match part.trim().split_once('=') {
                None if part.trim() == "both" => rule.both = true,
                Some(("score", value)) => rule.score = number(value, 1..=30_000).ok()? as i32,
                Some(("moves", value)) => rule.moves = number(value, 1..=1_000).ok()? as u32,
                _ => return None,
            }
        }
        (rule.score > 0 && rule.moves > 0).then_some(rule)
    };
    read().ok_or_else(|| "centipawns and moves, such as score=600,moves=4".to_owned())
}

/// Reads `from=40,moves=8,score=10`.
pub(crate) fn draw(text: &str) -> Result<DrawRule, String> {
    let read = || {
        let mut rule = DrawRule { from: 1, moves: 0, score: -1 };
        for part in text.split(',') {
            let (name, value) = part.trim().split_once('=')?;
            match name {
                "from" => rule.from = number(value, 1..=10_000).ok()? as u32,
                "moves" => rule.moves = number(value, 1..=1_000).ok()? as u32,
                "score" => rule.score = number(value, 0..=30_000).ok()? as i32,
                _ => return None,
            }
        }
        (rule.score >= 0 && rule.moves > 0).then_some(rule)
    };
    read().ok_or_else(|| {
        "a move number, moves and centipawns, such as from=40,moves=8,score=10".to_owned()
    })
}
