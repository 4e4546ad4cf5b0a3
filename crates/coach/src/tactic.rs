//! The forcing line that makes a move or refutes one.

use chess::{Color, Move, Piece, Position, Square};
use uci::Value;

use crate::material::{balance, quiet_end};
use crate::{Found, Prover};

/// How much better the best move must be than the next, in chances from −1 to 1, for the
/// line to hang on it.
pub const ONLY_GAP: f64 = 0.25;
/// The same for the first move: whether it is the one to name.
const SINGLE_GAP: f64 = 0.15;
/// The same in centipawns, where the best move wins.
const ONLY_PAWNS: i32 = 200;
/// What a capture that ends a line wins at least, in centipawns of an exchange.
const HARVEST: i32 = 100;
/// What is won at the end of a line that needs no more moves to explain it, in pawns.
const HARVESTED: i32 = 2;
/// Moves of the side that begins, at most.
const MOST_MOVES: usize = 8;

/// A line in which one side, the hero, has one good move after the other, and the opponent
/// defends as well as she can. It ends where the hero has a choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Tactic {
    /// The position where it begins, the hero to move.
    pub start: Position,
    /// The move before it, and where it was played, if known.
    pub prior: Option<(Position, Move)>,
    /// The moves, the hero's first.
    pub plies: Vec<TacticPly>,
    /// What the line is worth to the hero.
    pub value: Value,
    /// Whether the first move is clearly better than all others.
    pub is_single: bool,
    /// Nodes that it took.
    pub nodes: u64,
}

/// A move of a tactic.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TacticPly {
    /// Where it is played.
    pub before: Position,
    /// The move.
    pub mv: Move,
    /// What it leads to.
    pub after: Position,
    /// Whether it is clearly better than all others; always so for the defence, who has to
    /// choose among evils.
    pub is_only: bool,
}

impl Found {
    /// Whether this is clearly better than the next best. Where both win, chances say little,
    /// and a difference of two pawns counts.
    pub(crate) fn is_clearly_better(&self, next: &Found, gap: f64) -> bool {
        match (self.value, next.value) {
            (Value::Mate(1..), Value::Mate(1..)) => false,
            (Value::Mate(1..), _) => true,
            (Value::Cp(cp), Value::Cp(other)) => {
                self.chances() - next.chances() >= gap || cp - other >= ONLY_PAWNS && cp > 0
            }
            _ => self.chances() - next.chances() >= gap,
        }
    }
}

impl TacticPly {
    fn new(before: Position, mv: Move, is_only: bool) -> TacticPly {
        let mut after = before;
        after.play_unchecked(mv);
        TacticPly { before, mv, after, is_only }
    }

    /// Where the piece that moved stands now; castling kings included.
    pub fn to(&self) -> Square {
        if self.mv.is_castling() {
            return self.before.castling_king_target(self.mv);
        }
        self.mv.to()
    }

    /// The piece that moved, as it was.
    pub fn piece(&self) -> Option<Piece> {
        self.before.piece_at(self.mv.from())
    }

    /// What it took.
    pub fn captured(&self) -> Option<chess::Role> {
        self.before.captured(self.mv)
    }
}

impl Tactic {
    /// The line from a position, by search.
    pub fn find(prover: &mut Prover, start: &Position, prior: Option<(Position, Move)>) -> Tactic {
        let spent = prover.spent();
        let mut tactic = Tactic {
            start: *start,
            prior,
            plies: Vec::new(),
            value: Value::Cp(0),
            is_single: false,
            nodes: 0,
        };
        let mut position = *start;
        for number in 0..MOST_MOVES {
            let (best, next) = prover.best_two(&position);
            let is_mate = matches!(best.value, Value::Mate(1..));
            let is_only = next.as_ref().is_none_or(|next| best.is_clearly_better(next, ONLY_GAP));
            let is_single =
                next.as_ref().is_none_or(|next| best.is_clearly_better(next, SINGLE_GAP));
            if number == 0 {
                tactic.value = best.value;
                tactic.is_single = is_single;
            }
            let Some(mv) = best.best() else { break };
            // A mate that was there from the start is shown to its end, whoever could mate
            // otherwise. What has been won is taken even if other moves win it, too.
            let is_mating = is_mate && tactic.mate_in().is_some();
            let takes = number > 0 && position.see(mv) >= HARVEST && position.is_capture(mv);
            if number > 0 && !is_only && !is_mating && !takes {
                break;
            }
            let ply = TacticPly::new(position, mv, is_only || is_mating);
            tactic.plies.push(ply);
            let is_done = number > 0 && !is_mating && (!is_only || tactic.is_harvested());
            if !ply.after.has_legal_move() || number + 1 == MOST_MOVES || is_done {
                break;
            }
            let Some(reply) = prover.defence(&ply.after).best() else { break };
            let ply = TacticPly::new(ply.after, reply, true);
            tactic.plies.push(ply);
            position = ply.after;
        }
        // It ends with a move of the hero's: what follows is no longer forced.
        if tactic.plies.len().is_multiple_of(2) {
            tactic.plies.pop();
        }
        tactic.nodes = prover.spent() - spent;
        tactic
    }

    /// Whether a move is clearly better than all others, by one search.
    pub(crate) fn is_single_here(prover: &mut Prover, position: &Position, mv: Move) -> bool {
        let (best, next) = prover.best_two(position);
        let is_alone = next.is_none_or(|next| best.is_clearly_better(&next, SINGLE_GAP));
        best.best() == Some(mv) && is_alone
    }

    /// The line that somebody else has found: for tests and measurements.
    pub fn of_line(
        start: &Position,
        prior: Option<(Position, Move)>,
        moves: &[Move],
        value: Value,
    ) -> Tactic {
        let mut position = *start;
        let mut plies = Vec::new();
        for &mv in moves {
            if !position.is_legal(mv) {
                break;
            }
            plies.push(TacticPly::new(position, mv, true));
            position.play_unchecked(mv);
        }
        Tactic { start: *start, prior, plies, value, is_single: true, nodes: 0 }
    }

    /// Who begins.
    pub fn hero(&self) -> Color {
        self.start.turn()
    }

    /// The moves.
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|ply| ply.mv).collect()
    }

    /// The number of each of the hero's moves in the line, and the move.
    pub fn hero_plies(&self) -> impl DoubleEndedIterator<Item = (usize, &TacticPly)> {
        self.plies.iter().enumerate().step_by(2)
    }

    /// The last position.
    pub fn end(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// What the hero has won at the quiet end of the line, in pawns.
    pub fn gain(&self) -> i32 {
        let end = quiet_end(&self.start, &self.moves());
        balance(&end, self.hero()) - balance(&self.start, self.hero())
    }

    /// Whether what the hero has won stands on the board, and nothing forces matters.
    fn is_harvested(&self) -> bool {
        let won = balance(self.end(), self.hero()) - balance(&self.start, self.hero());
        won.min(self.gain()) >= HARVESTED && !self.end().is_check()
    }

    /// Moves until mate, if the line mates.
    pub fn mate_in(&self) -> Option<u32> {
        match self.value {
            Value::Mate(moves @ 1..) => u32::try_from(moves).ok(),
            _ => None,
        }
    }
}
