//! A game as it is kept.

use std::time::Duration;

use chess::{Color, DrawClaim, Game, Outcome, Position, Reason};
use engine::{Branching, Spec, SpecError};
use eval::Score;
use serde::{Deserialize, Serialize};
use session::{Note, Seat, TimeControl};

use super::open_game::OpenGame;
use crate::{imported, limits};

/// All that it takes to go on with a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// Of this form; others may come.
    form: u32,
    start: String,
    moves: Vec<String>,
    /// How many of the moves are played; the others were taken back.
    played: usize,
    notes: Vec<SavedNote>,
    players: [String; 2],
    /// What those are called who are not called as they are ordered.
    #[serde(default, skip_serializing_if = "is_plain")]
    names: [Option<String>; 2],
    /// Base and increment.
    clock: Option<[u64; 2]>,
    /// What both have left, and what the move to make has taken so far.
    left: [u64; 2],
    spent: u64,
    chess960: Option<u16>,
    move_time: Option<u64>,
    delay: u64,
    began: u64,
    is_paused: bool,
    ended: Option<SavedReason>,
}

/// What is known about a move; times are milliseconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct SavedNote {
    elapsed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i16>,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    branching: Option<[u64; 2]>,
}

/// A word that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum SavedReason {
    ThreefoldRepetition,
    FiftyMoves,
    Agreement,
    Resignation(SavedSide),
    TimeForfeit(SavedSide),
    TimeForfeitDrawn(SavedSide),
    Abandonment(SavedSide),
    IllegalMove(SavedSide),
    Adjudication(Option<SavedSide>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum SavedSide {
    White,
    Black,
}

/// The form that is written.
const FORM: u32 = 1;

impl Saved {
    /// A game as it stands.
    pub(crate) fn of(open_game: &mut OpenGame) -> Saved {
        open_game.write_down();
        let open_game = &*open_game;
        let game = &open_game.session.game;
        let left = |color| open_game.session.clocks.left(color).map_or(0, millis);
        Saved {
            form: FORM,
            start: game.start().to_string(),
            moves: open_game.sheet.kept(),
            played: game.moves().len(),
            notes: open_game.session.all_notes().iter().map(SavedNote::from).collect(),
            players: open_game.session.seats.each_ref().map(|seat| seat.spec.to_string()),
            names: open_game
                .session
                .seats
                .each_ref()
                .map(|seat| seat.is_named().then(|| seat.name.clone())),
            clock: open_game
                .session
                .clocks
                .control()
                .map(|control| [millis(control.base), millis(control.increment)]),
            left: [left(Color::White), left(Color::Black)],
            spent: millis(open_game.session.clocks.taken()),
            chess960: open_game.chess960,
            move_time: open_game.move_time.map(millis),
            delay: millis(open_game.delay),
            began: open_game.session.began,
            is_paused: open_game.is_paused,
            ended: open_game.session.ended().map(SavedReason::from),
        }
    }

    /// Reads a kept game.
    pub(crate) fn read(text: &str) -> Result<Saved, String> {
        if imported::is_pgn(text) {
            return Err("this game was played elsewhere; look at it in the analysis".to_owned());
        }
        serde_json::from_str(text).map_err(|error| format!("the kept game is damaged: {error}"))
    }

    /// As it is written.
    pub(crate) fn text(&self) -> Result<String, String> {
        serde_json::to_string(self).map_err(|error| format!("the game cannot be kept: {error}"))
    }

    /// The game again, its clocks at rest.
    pub(crate) fn open_game(&self, key: &str) -> Result<OpenGame, String> {
        let damaged = |what: &str| format!("the kept game {key} is damaged: {what}");
        if self.form != FORM {
            return Err(damaged("another version of Plywise wrote it"));
        }
        // Longer games were kept once; there is an end to what is read all the same.
        if self.moves.len() > 2 * limits::PLIES || self.played > self.moves.len() {
            return Err(damaged("its moves"));
        }
        let start: Position = self.start.parse().map_err(|_| damaged("its start"))?;
        let mut game = Game::new(start);
        for text in &self.moves {
            let mv = game.position().parse_uci(text).map_err(|_| damaged("its moves"))?;
            game.play(mv).map_err(|_| damaged("its moves"))?;
        }
        for _ in self.played..self.moves.len() {
            game.undo();
        }
        let seat = |side: Color| -> Result<Seat, String> {
            let player = &self.players[side.index()];
            let spec: Spec =
                player.parse().map_err(|error: SpecError| damaged(&error.to_string()))?;
            Ok(match &self.names[side.index()] {
                Some(name) => Seat::named(spec, name),
                None => Seat::new(spec),
            })
        };
        let seats = [seat(Color::White)?, seat(Color::Black)?];
        let control = self.clock.map(|[base, increment]| TimeControl {
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        });
        let mut open_game = OpenGame::new(key.to_owned(), start, seats, control, self.began);
        open_game.session.replace(game, self.notes.iter().map(Note::from).collect(), control);
        if let Some(ended) = self.ended {
            open_game.session.end(ended.into());
        }
        open_game
            .session
            .clocks
            .set(self.left.map(Duration::from_millis), Duration::from_millis(self.spent));
        open_game.chess960 = self.chess960;
        open_game.move_time = self.move_time.map(Duration::from_millis);
        open_game.delay = Duration::from_millis(self.delay);
        open_game.is_paused = self.is_paused;
        Ok(open_game)
    }
}

fn is_plain(names: &[Option<String>; 2]) -> bool {
    names.iter().all(Option::is_none)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl From<&Note> for SavedNote {
    fn from(note: &Note) -> SavedNote {
        SavedNote {
            elapsed: millis(note.elapsed),
            clock: note.clock.map(millis),
            by: note.by.clone(),
            score: note.score.map(Score::to_i16),
            depth: note.depth,
            nodes: note.nodes,
            branching: note.branching.map(|branching| [branching.positions, branching.moves]),
        }
    }
}

impl From<&SavedNote> for Note {
    fn from(saved: &SavedNote) -> Note {
        Note {
            elapsed: Duration::from_millis(saved.elapsed),
            clock: saved.clock.map(Duration::from_millis),
            by: saved.by.clone(),
            score: saved.score.map(Score::from_i16),
            depth: saved.depth,
            nodes: saved.nodes,
            branching: saved.branching.map(|[positions, moves]| Branching { positions, moves }),
        }
    }
}

impl From<Color> for SavedSide {
    fn from(color: Color) -> SavedSide {
        match color {
            Color::White => SavedSide::White,
            Color::Black => SavedSide::Black,
        }
    }
}

impl From<SavedSide> for Color {
    fn from(side: SavedSide) -> Color {
        match side {
            SavedSide::White => Color::White,
            SavedSide::Black => Color::Black,
        }
    }
}

impl From<Reason> for SavedReason {
    fn from(reason: Reason) -> SavedReason {
        match reason {
            Reason::Claimed(DrawClaim::ThreefoldRepetition) => SavedReason::ThreefoldRepetition,
            Reason::Claimed(DrawClaim::FiftyMoves) => SavedReason::FiftyMoves,
            Reason::Agreement => SavedReason::Agreement,
            Reason::Resignation(color) => SavedReason::Resignation(color.into()),
            Reason::TimeForfeit(color) => SavedReason::TimeForfeit(color.into()),
            Reason::TimeForfeitDrawn(color) => SavedReason::TimeForfeitDrawn(color.into()),
            Reason::Abandonment(color) => SavedReason::Abandonment(color.into()),
            Reason::IllegalMove(color) => SavedReason::IllegalMove(color.into()),
            Reason::Adjudication(outcome) => {
                SavedReason::Adjudication(outcome.winner().map(SavedSide::from))
            }
            // What ends a game by itself is seen on the board.
            Reason::Rules(end) => {
                SavedReason::Adjudication(end.outcome().winner().map(SavedSide::from))
            }
        }
    }
}

impl From<SavedReason> for Reason {
    fn from(saved: SavedReason) -> Reason {
        match saved {
            SavedReason::ThreefoldRepetition => Reason::Claimed(DrawClaim::ThreefoldRepetition),
            SavedReason::FiftyMoves => Reason::Claimed(DrawClaim::FiftyMoves),
            SavedReason::Agreement => Reason::Agreement,
            SavedReason::Resignation(side) => Reason::Resignation(side.into()),
            SavedReason::TimeForfeit(side) => Reason::TimeForfeit(side.into()),
            SavedReason::TimeForfeitDrawn(side) => Reason::TimeForfeitDrawn(side.into()),
            SavedReason::Abandonment(side) => Reason::Abandonment(side.into()),
            SavedReason::IllegalMove(side) => Reason::IllegalMove(side.into()),
            SavedReason::Adjudication(winner) => {
                Reason::Adjudication(winner.map_or(Outcome::Draw, |side| Outcome::Win(side.into())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_reads_back_with_all_that_is_known() {
        let seats = ["human", "level:2"].map(|text| Seat::new(text.parse().unwrap()));
        let control =
            TimeControl { base: Duration::from_secs(300), increment: Duration::from_secs(3) };
        let start = Position::chess960(4, 4);
        let mut open_game = OpenGame::new("k".to_owned(), start, seats, Some(control), 77);
        open_game.chess960 = Some(4);
        let note = Note {
            by: Some("level:2".to_owned()),
            score: Some(Score::cp(-35)),
            depth: 4,
            nodes: 1234,
            branching: Some(Branching { positions: 10, moves: 290 }),
            ..Note::default()
        };
        for note in [Note::default(), note, Note::default()] {
            open_game.tick();
            let mv = open_game.session.game.position().legal_moves()[0];
            open_game.session.play(mv, note);
        }
        open_game.session.clocks.rest();
        for reason in [
            None,
            Some(Reason::Agreement),
            Some(Reason::Claimed(DrawClaim::FiftyMoves)),
            Some(Reason::Resignation(Color::Black)),
            Some(Reason::TimeForfeitDrawn(Color::White)),
        ] {
            if let Some(reason) = reason {
                open_game.session.end(reason);
            }
            let saved = Saved::of(&mut open_game);
            let read = Saved::read(&saved.text().unwrap()).unwrap();
            let mut again = read.open_game("k").unwrap();
            assert_eq!(Saved::of(&mut again), saved);
            assert_eq!(again.session.reason(), open_game.session.reason());
            assert_eq!(again.session.game.moves(), open_game.session.game.moves());
            assert_eq!(again.session.all_notes()[1].score, Some(Score::cp(-35)));
        }
    }

    /// As the first version wrote it.
    #[test]
    fn older_rows_are_still_read() {
        let text = r#"{"form":1,"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "moves":["e2e4","e7e5"],"played":1,"notes":[{"elapsed":12,"clock":302988,"depth":0,"nodes":0},
            {"elapsed":5,"by":"level:2","score":-35,"depth":4,"nodes":1234,"branching":[10,290]}],
            "players":["human","level:2"],"clock":[300000,3000],"left":[302988,300000],"spent":7,
            "chess960":null,"move_time":null,"delay":0,"began":77,"is_paused":false,
            "ended":{"Resignation":"White"}}"#;
        let open_game = Saved::read(text).unwrap().open_game("k").unwrap();
        let session = &open_game.session;
        assert_eq!((session.game.moves().len(), session.game.undone().len()), (1, 1));
        assert_eq!(session.reason(), Some(Reason::Resignation(Color::White)));
        assert_eq!(session.clocks.left(Color::White), Some(Duration::from_millis(302_988)));
        assert_eq!((session.clocks.taken(), session.began), (Duration::from_millis(7), 77));
        assert_eq!(session.seat(Color::Black).name, "level:2");
        let note = &session.all_notes()[1];
        assert_eq!((note.score, note.nodes), (Some(Score::cp(-35)), 1234));
    }

    #[test]
    fn an_engine_keeps_its_name_and_the_reason_why_it_lost() {
        let spec: Spec = "uci:/usr/games/stockfish,Hash=16".parse().unwrap();
        let seats = [Seat::human(), Seat::named(spec.clone(), "sf")];
        let mut open_game = OpenGame::new("k".to_owned(), Position::start(), seats, None, 0);
        for reason in [Reason::IllegalMove, Reason::Abandonment, Reason::TimeForfeit] {
            open_game.session.end(reason(Color::Black));
            let text = Saved::of(&mut open_game).text().unwrap();
            let session = Saved::read(&text).unwrap().open_game("k").unwrap().session;
            assert_eq!(session.reason(), Some(reason(Color::Black)));
            assert_eq!(session.seat(Color::Black), &Seat::named(spec.clone(), "sf"));
            assert_eq!(session.seat(Color::White), &Seat::human());
        }
    }

    #[test]
    fn damage_is_said() {
        assert!(Saved::read("{").unwrap_err().starts_with("the kept game is damaged"));
        let seats = [Seat::human(), Seat::human()];
        let mut open_game = OpenGame::new("k".to_owned(), Position::start(), seats, None, 0);
        let whole = Saved::of(&mut open_game);
        for broken in [
            Saved { form: 9, ..whole.clone() },
            Saved { start: "x".to_owned(), ..whole.clone() },
            Saved { moves: vec!["e2e5".to_owned()], ..whole.clone() },
            Saved { played: 3, ..whole.clone() },
            Saved { players: ["nobody".to_owned(), "human".to_owned()], ..whole.clone() },
        ] {
            let sentence = broken.open_game("k").unwrap_err();
            assert!(sentence.starts_with("the kept game k is damaged: "), "{sentence}");
        }
    }
}
