//! Tablebases as the champion uses them.

use std::cmp::Reverse;
use std::sync::Arc;

use chess::Position;
use search::champion::{FIFTY_MOVES, Oracle, TablebaseResult};

use crate::{Ranked, Tablebases};

/// Endgame tables, and when to look into them.
#[derive(Clone, Debug)]
pub struct Endgames {
    /// The tables; `None` if there are none.
    pub tables: Option<Arc<Tablebases>>,
    /// With as many pieces as the largest tables have, only searches at least this
    /// deep look into them.
    pub probe_depth: u32,
    /// Positions with more pieces are not looked up even if there are tables.
    pub probe_limit: u32,
    /// Whether fifty moves without capture or pawn move are a draw.
    pub fifty_move_rule: bool,
}

impl Endgames {
    /// Nobody has larger tables.
    pub const MOST_MEN: u32 = 7;

    /// What the tables know about the moves of the position that a search begins
    /// with, the best first; nothing if they do not know all.
    ///
    /// The tables count plies to the next capture or pawn move, not to mate. So
    /// all moves that surely win are left to the search, which may see a mate,
    /// unless the game goes round in circles: then the tables lead. Likewise all
    /// that surely lose, while the fifty moves are far away.
    pub(crate) fn root(
        &self,
        position: &Position,
        has_repeated: bool,
        is_over: &dyn Fn() -> bool,
    ) -> Vec<Ranked> {
        let tables = self.tables.as_ref();
        let tables = tables.filter(|_| position.board().occupied().count() <= self.pieces());
        let rule = self.fifty_move_rule;
        let ranked = tables.and_then(|tables| tables.ranked_moves(position, rule, is_over));
        let mut ranked = ranked.unwrap_or_default();
        let clock = i32::from(position.halfmove_clock());
        for one in &mut ranked {
            one.rank = match one.verdict {
                Some(TablebaseResult::Win) if !has_repeated => Ranked::WIN,
                Some(TablebaseResult::Loss) if 2 * one.plies() + clock < FIFTY_MOVES => {
                    -Ranked::WIN
                }
                _ => one.rank,
            };
        }
        ranked.sort_by_key(|one| Reverse(one.rank));
        ranked
    }
}

impl Default for Endgames {
    fn default() -> Endgames {
        Endgames {
            tables: None,
            probe_depth: 1,
            probe_limit: Endgames::MOST_MEN,
            fifty_move_rule: true,
        }
    }
}

impl Oracle for Endgames {
    fn pieces(&self) -> u32 {
        self.tables.as_ref().map_or(0, |tables| tables.pieces().min(self.probe_limit))
    }

    fn least_depth(&self) -> u32 {
        self.probe_depth
    }

    fn probe(&self, position: &Position) -> Option<TablebaseResult> {
        let verdict = self.tables.as_ref()?.probe_wdl(position)?;
        Some(match verdict {
            TablebaseResult::CursedWin if !self.fifty_move_rule => TablebaseResult::Win,
            TablebaseResult::BlessedLoss if !self.fifty_move_rule => TablebaseResult::Loss,
            other => other,
        })
    }
}
