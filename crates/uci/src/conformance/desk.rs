//! A conversation with the engine under test.

use std::time::{Duration, Instant};

use chess::{Game, Move};

use super::unheard::Unheard;
use super::{Complaint, EngineUnderTest, wrong};
use crate::command::{Command, GameText};
use crate::engine::{Heard, Wire};
use crate::reply::{Info, OptionDeclaration, Reply};
use crate::words::shown;
use crate::{check_info, check_pv, find_option};

/// Where the engine is asked and its answers are noted.
pub(crate) struct Examiner<'a> {
    candidate: &'a EngineUnderTest,
    wire: Option<Wire>,
    pub(crate) options: Vec<OptionDeclaration>,
}

/// A finished search.
#[derive(Clone, Debug)]
pub(crate) struct SearchAnswer {
    pub(crate) mv: Option<String>,
    pub(crate) ponder: Option<String>,
    /// All news of it, with the time each came.
    pub(crate) infos: Vec<(Info, Instant)>,
    /// When `bestmove` came.
    pub(crate) at: Instant,
}

/// Enough for anybody to have begun in earnest.
pub(crate) const A_WHILE: Duration = Duration::from_millis(150);

impl<'a> Examiner<'a> {
    pub(crate) fn new(candidate: &'a EngineUnderTest) -> Examiner<'a> {
        Examiner { candidate, wire: None, options: Vec::new() }
    }

    pub(crate) fn patience(&self) -> Duration {
        self.candidate.patience
    }

    pub(crate) fn slack(&self) -> Duration {
        self.candidate.slack.unwrap_or(EngineUnderTest::USUAL_SLACK)
    }

    /// Starts the engine once more, where its output can be closed.
    pub(crate) fn unheard(&self) -> Result<Unheard, Complaint> {
        Unheard::start(self.candidate)
    }

    /// How long it may take from `stop` to `bestmove`.
    pub(crate) fn stop_limit(&self) -> Duration {
        self.candidate.slack.unwrap_or(EngineUnderTest::USUAL_STOP)
    }

    /// Starts the engine without a word.
    fn start(&mut self) -> Result<(), Complaint> {
        let wire = Wire::start(&self.candidate.program, &self.candidate.args);
        self.wire = Some(wire.map_err(|error| Complaint::Wrong(error.to_string()))?);
        Ok(())
    }

    /// Starts the engine and hears its options.
    pub(crate) fn open(&mut self) -> Result<(), Complaint> {
        self.start()?;
        self.introduce()
    }

    /// Says `uci` and hears the options.
    pub(crate) fn introduce(&mut self) -> Result<(), Complaint> {
        self.options.clear();
        self.say("uci");
        let begin = Instant::now();
        while let Some((line, _)) = self.line(begin, "uciok")? {
            match Reply::parse(&line).value {
                Reply::Option(option) => self.options.push(option),
                Reply::UciOk => return self.ready(),
                _ => {}
            }
        }
        wrong("it never said 'uciok'")
    }

    pub(crate) fn say(&self, line: &str) {
        if let Some(wire) = &self.wire {
            wire.say(line);
        }
    }

    pub(crate) fn say_bytes(&self, line: &[u8]) {
        if let Some(wire) = &self.wire {
            wire.say_bytes(line);
        }
    }

    pub(crate) fn wire(&mut self) -> Result<&mut Wire, Complaint> {
        self.wire.as_mut().ok_or_else(|| Complaint::Wrong("it was not started".to_owned()))
    }

    /// The next line; `None` if the engine kept silent for too long. That it
    /// left is always wrong.
    fn line(&self, begin: Instant, wanted: &str) -> Result<Option<(String, Instant)>, Complaint> {
        let Some(wire) = &self.wire else { return Ok(None) };
        let left = self.patience().saturating_sub(begin.elapsed());
        match wire.hear(left) {
            Heard::Line(text, at) => Ok(Some((text, at))),
            Heard::Silence => Ok(None),
            Heard::End => wrong(format!("it left while '{wanted}' was awaited")),
        }
    }

    /// Says `isready` and waits for the answer. Nothing else may be an answer
    /// to a search that nobody asked for.
    pub(crate) fn ready(&mut self) -> Result<(), Complaint> {
        match self.unasked()? {
            None => Ok(()),
            Some(line) => wrong(format!("'{}' though nothing was asked", shown(&line))),
        }
    }

    /// The same after lines of which nobody knows what they were taken for:
    /// searches that they began may end.
    pub(crate) fn settle(&mut self) -> Result<(), Complaint> {
        // Twice: the first answer may be one to what such a line contained.
        for _ in 0..2 {
            self.unasked()?;
        }
        self.ready()
    }

    /// Says `isready` and waits for the answer; the last `bestmove` that came
    /// before it, if one did.
    fn unasked(&mut self) -> Result<Option<String>, Complaint> {
        self.say("isready");
        let begin = Instant::now();
        let mut unasked = None;
        while let Some((line, _)) = self.line(begin, "readyok")? {
            match Reply::parse(&line).value {
                Reply::ReadyOk => return Ok(unasked),
                Reply::BestMove { .. } => unasked = Some(line),
                _ => {}
            }
        }
        wrong(format!("it did not say 'readyok' within {:.1?}", self.patience()))
    }

    /// Sets where the next search begins.
    pub(crate) fn position(&self, game: &Game) {
        self.say(&position(game));
    }

    /// Waits for the end of a search.
    pub(crate) fn answer(&mut self) -> Result<SearchAnswer, Complaint> {
        let begin = Instant::now();
        let mut infos = Vec::new();
        while let Some((line, at)) = self.line(begin, "bestmove")? {
            match Reply::parse(&line).value {
                Reply::Info(info) => infos.push((*info, at)),
                Reply::BestMove { mv, ponder } => {
                    return Ok(SearchAnswer { mv, ponder, infos, at });
                }
                _ => {}
            }
        }
        wrong(format!("it did not say 'bestmove' within {:.1?}", self.patience()))
    }

    /// Searches and checks that the answer is one legal move.
    pub(crate) fn search(&mut self, game: &Game, go: &str) -> Result<SearchAnswer, Complaint> {
        self.position(game);
        self.say(go);
        let answer = self.answer()?;
        answer.legal(game).map_err(|complaint| match complaint {
            Complaint::Wrong(text) => Complaint::Wrong(format!("after '{go}': {text}")),
            other => other,
        })?;
        self.ready()?;
        Ok(answer)
    }

    /// Listens for a while; no answer to a search may come.
    pub(crate) fn no_answer_for(&mut self, time: Duration) -> Result<u64, Complaint> {
        let begin = Instant::now();
        let mut lines = 0;
        let Some(wire) = &self.wire else { return Ok(0) };
        while begin.elapsed() < time {
            match wire.hear(time.saturating_sub(begin.elapsed())) {
                Heard::Line(line, _) if line.trim_start().starts_with("bestmove") => {
                    return wrong(format!("'{}' too early", shown(&line)));
                }
                Heard::Line(..) => lines += 1,
                Heard::Silence => {}
                Heard::End => return wrong("it left"),
            }
        }
        Ok(lines + wire.dropped())
    }

    /// Sets an option that the engine offers; otherwise the check is off.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), Complaint> {
        if find_option(&self.options, name).is_err() {
            return Err(Complaint::NotOffered(format!("it has no option {name}")));
        }
        self.say(&format!("setoption name {name} value {value}"));
        self.ready()
    }
}

impl SearchAnswer {
    /// The best move, which has to be legal, and the reply expected, too. Nobody
    /// replies when the game is over or a draw can be claimed.
    pub(crate) fn legal(&self, game: &Game) -> Result<Move, Complaint> {
        let Some(text) = &self.mv else { return wrong("it found no move") };
        let mv = game.position().parse_uci(text).map_err(|error| {
            Complaint::Wrong(format!("bestmove '{}' in {}: {error}", shown(text), game.position()))
        })?;
        if let Some(ponder) = &self.ponder {
            check_pv(game, &[text, ponder]).map_err(|fault| {
                let line = format!("{text} ponder {}", shown(ponder));
                Complaint::Wrong(format!("bestmove {line}: {fault}"))
            })?;
        }
        Ok(mv)
    }

    /// The last news of the best line with a score and a line.
    pub(crate) fn last(&self) -> Option<&Info> {
        let is_best = |info: &&Info| {
            info.score.is_some() && !info.pv.is_empty() && info.multipv.unwrap_or(1) == 1
        };
        self.infos.iter().rev().map(|(info, _)| info).find(is_best)
    }

    /// Every line shown can be played, mates end in mate, and the last line
    /// begins with the best move.
    pub(crate) fn lines_hold(&self, game: &Game) -> Result<usize, Complaint> {
        let mut count = 0;
        for (info, _) in self.infos.iter().filter(|(info, _)| !info.pv.is_empty()) {
            check_info(game, info).map_err(|fault| {
                Complaint::Wrong(format!("'{}': {fault}", shown(&info.to_string())))
            })?;
            count += 1;
        }
        if let (Some(last), Some(mv)) = (self.last(), &self.mv)
            && last.pv.first() != Some(mv)
        {
            return wrong(format!(
                "the last line begins with {}, the best move is {mv}",
                last.pv[0]
            ));
        }
        Ok(count)
    }
}

/// The line that sets where the next search begins.
pub(crate) fn position(game: &Game) -> String {
    Command::Position(GameText::of(game, chess::CastlingNotation::Standard)).to_string()
}

/// A game by its FEN and moves; only with texts that are known to be right.
pub(crate) fn game(fen: &str, moves: &str) -> Game {
    let mut game = fen.parse().map_or_else(|_| Game::default(), Game::new);
    for text in moves.split_whitespace() {
        if let Ok(mv) = game.position().parse_uci(text) {
            // Legal: it was parsed in this position.
            game.play(mv).ok();
        }
    }
    game
}

/// A game with all pieces on the board and something to think about.
pub(crate) fn middle_game() -> Game {
    game("", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8")
}

/// A game with White to move, and with Black: no move of one is legal in the
/// other.
pub(crate) fn both_colors() -> [Game; 2] {
    let mut moved = middle_game();
    // Legal: the pawn stands there.
    moved.position().parse_uci("h2h3").ok().and_then(|mv| moved.play(mv).ok());
    [middle_game(), moved]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(game: &Game, mv: &str, ponder: &str) -> Result<Move, Complaint> {
        let (mv, ponder) = (Some(mv.to_owned()), Some(ponder.to_owned()));
        SearchAnswer { mv, ponder, infos: Vec::new(), at: Instant::now() }.legal(game)
    }

    #[test]
    fn no_reply_follows_the_end_of_the_game() {
        assert!(judge(&middle_game(), "h2h3", "c6a5").is_ok());
        assert!(judge(&middle_game(), "h2h3", "c6c5").is_err());
        // The third time, the fiftieth move, mate, too few pieces.
        let dance = game("", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        assert!(judge(&dance, "f6g8", "e2e4").unwrap_err().to_string().contains("claim"));
        assert!(judge(&dance, "f6d5", "e2e4").is_ok());
        let late = game("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "");
        assert!(judge(&late, "a1a7", "h8g8").is_err());
        let mate = game("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "");
        assert!(judge(&mate, "a1a8", "h8g8").is_err());
        let bare = game("7k/8/6K1/8/8/8/7p/6B1 w - - 0 1", "");
        assert!(judge(&bare, "g1h2", "h8g8").is_err());
    }
}
