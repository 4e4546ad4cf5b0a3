//! What the search finds, as UCI says it.

use chess::{CastlingNotation, Move, Position};
use engine::WinRate;
use engine::review::shown;
use eval::Score;
use search::champion::Info;
use uci::{InfoScore, Reply};

/// How to say things, as the options of the moment want it.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    pub(crate) notation: CastlingNotation,
    pub(crate) shows_wdl: bool,
}

impl Manner {
    /// A line of the search.
    pub(crate) fn line(self, position: &Position, info: &Info) -> Reply {
        let time = u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX);
        let nps = info.nodes as f64 / info.time.as_secs_f64().max(1e-3);
        Reply::Info(Box::new(uci::Info {
            depth: Some(info.depth),
            seldepth: Some(info.seldepth),
            multipv: u32::try_from(info.multipv).ok(),
            score: Some(InfoScore { value: shown(position, info.score), bound: info.bound }),
            wdl: self.shows_wdl.then(|| wdl(position, info.score)),
            nodes: Some(info.nodes),
            nps: Some(nps as u64),
            hashfull: Some(info.hashfull),
            tbhits: Some(info.tb_hits),
            time: Some(time),
            pv: self.moves(position, &info.pv),
            ..uci::Info::default()
        }))
    }

    /// Which root move is looked at.
    pub(crate) fn trying(self, position: &Position, depth: u32, mv: Move, number: usize) -> Reply {
        Reply::Info(Box::new(uci::Info {
            depth: Some(depth),
            currmove: Some(position.to_uci(mv, self.notation)),
            currmovenumber: u32::try_from(number).ok(),
            ..uci::Info::default()
        }))
    }

    /// The end of a search.
    pub(crate) fn best_move(
        self,
        position: &Position,
        best: Option<Move>,
        ponder: Option<Move>,
    ) -> Reply {
        let moves: Vec<Move> = best.into_iter().chain(ponder.filter(|_| best.is_some())).collect();
        let mut written = self.moves(position, &moves).into_iter();
        Reply::BestMove { mv: written.next(), ponder: written.next() }
    }

    /// What is said where there is nothing to search: the score, if the game is over.
    pub(crate) fn nothing(self, position: &Position) -> Reply {
        let is_over = !position.has_legal_move();
        let (score, wdl) = if position.is_check() {
            (Score::mated_in(0), uci::Wdl { win: 0, draw: 0, loss: 1000 })
        } else {
            (Score::DRAW, uci::Wdl { win: 0, draw: 1000, loss: 0 })
        };
        Reply::Info(Box::new(uci::Info {
            depth: Some(0),
            score: is_over.then_some(InfoScore::exact(score)),
            wdl: (is_over && self.shows_wdl).then_some(wdl),
            ..uci::Info::default()
        }))
    }

    fn moves(self, position: &Position, moves: &[Move]) -> Vec<String> {
        let mut position = *position;
        let mut written = Vec::with_capacity(moves.len());
        for &mv in moves {
            written.push(position.to_uci(mv, self.notation));
            // Lines of the search are legal; were one not, the rest of it is
            // better left unsaid.
            if position.play(mv).is_err() {
                written.pop();
                break;
            }
        }
        written
    }
}

fn wdl(position: &Position, score: Score) -> uci::Wdl {
    // No curve of chances knows what the rules make sure.
    if position.is_dead() {
        return uci::Wdl { win: 0, draw: 1000, loss: 0 };
    }
    let (win, draw, loss) = WinRate::of(position).per_mille(score);
    uci::Wdl { win, draw, loss }
}
