//! The moves of a game as they are written down, each of them once.

use std::cmp::Reverse;

use chess::openings::{self, NamedOpening};
use chess::{CastlingNotation, Color, Move, Piece, Position};
use session::{GameSession, Note, words};

use crate::protocol::MoveView;
use crate::views;

/// What lists, files and the page show of each move, those taken back included.
///
/// A game grows at its end, so that a move costs as much to save and to tell at
/// the end of a long game as at its beginning, but for the copying of texts.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Scoresheet {
    lines: Vec<Line>,
}

#[derive(Clone, PartialEq, Debug)]
struct Line {
    mv: Move,
    /// The move as it is kept.
    kept: String,
    /// The move as the page shows it, without what its note says.
    view: MoveView,
    /// The side that made it.
    mover: Color,
    /// What it took.
    taken: Option<Piece>,
    /// The opening that the game had after it.
    opening: Option<&'static NamedOpening>,
}

impl Scoresheet {
    /// Writes down what is not written yet, and strikes out what was replaced: how
    /// many moves were written.
    pub(crate) fn catch_up(&mut self, session: &GameSession) -> usize {
        let game = &session.game;
        let moves = || game.moves().iter().chain(game.undone());
        let mut same =
            self.lines.iter().zip(moves()).take_while(|(line, mv)| line.mv == **mv).count();
        if same < game.moves().len() + game.undone().len() {
            // Some moves were taken back before anybody wrote them down: from the board on.
            same = same.min(game.moves().len());
        }
        self.lines.truncate(same);
        let mut undone = *game.position();
        for (ply, &mv) in moves().enumerate().skip(same) {
            let before = if ply < game.moves().len() { game.positions()[ply] } else { undone };
            let mut after = before;
            after.play_unchecked(mv);
            undone = after;
            let known = match self.lines.last() {
                Some(line) => line.opening,
                None => openings::of_position(game.start()),
            };
            let opening = openings::of_position(&after).or(known);
            self.lines.push(Line::new(&before, mv, &after, opening));
        }
        self.lines.len() - same
    }

    /// All moves as they are kept.
    pub(crate) fn kept(&self) -> Vec<String> {
        self.lines.iter().map(|line| line.kept.clone()).collect()
    }

    /// The moves that have these notes, as the page shows them.
    pub(crate) fn views(&self, notes: &[Note]) -> Vec<MoveView> {
        self.lines.iter().zip(notes).map(|(line, note)| line.with(note)).collect()
    }

    /// The opening after so many moves.
    pub(crate) fn opening(&self, plies: usize) -> Option<&'static NamedOpening> {
        self.lines.get(plies.checked_sub(1)?)?.opening
    }

    /// What a side has taken in so many moves as letters, the strongest first.
    pub(crate) fn taken(&self, plies: usize, by: Color) -> String {
        let own = self.lines.iter().take(plies).filter(|line| line.mover == by);
        let mut taken: Vec<Piece> = own.filter_map(|line| line.taken).collect();
        taken.sort_by_key(|piece| Reverse(piece.role));
        taken.into_iter().map(Piece::letter).collect()
    }
}

impl Line {
    fn new(
        before: &Position,
        mv: Move,
        after: &Position,
        opening: Option<&'static NamedOpening>,
    ) -> Line {
        let mover = before.turn();
        Line {
            mv,
            kept: before.to_uci(mv, CastlingNotation::Chess960),
            view: MoveView {
                uci: views::uci(before, mv),
                san: before.to_san(mv),
                squares: views::squares(before, mv),
                fen: after.to_string(),
                check: views::check(after),
                words: words::of_move(before, mv),
                millis: 0,
                clock: None,
                by: None,
                value: None,
                win_percent: None,
                depth: 0,
                nodes: 0,
            },
            mover,
            taken: before.captured(mv).map(|role| Piece { color: !mover, role }),
            opening,
        }
    }

    fn with(&self, note: &Note) -> MoveView {
        let value = note.score.map(|score| views::own(score, self.mover));
        MoveView {
            millis: views::millis(note.elapsed),
            clock: note.clock.map(views::millis),
            by: note.by.clone(),
            value,
            win_percent: value.map(views::percent),
            depth: note.depth,
            nodes: note.nodes,
            ..self.view.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use session::Seat;

    use super::*;

    fn session() -> GameSession {
        GameSession::new(Position::start(), [Seat::human(), Seat::human()], None, 0)
    }

    fn play(session: &mut GameSession, san: &str) {
        session.play(session.game.position().parse_san(san).unwrap(), Note::default());
    }

    fn afresh(session: &GameSession) -> Scoresheet {
        let mut sheet = Scoresheet::default();
        sheet.catch_up(session);
        sheet
    }

    #[test]
    fn each_move_is_written_once_whatever_is_taken_back() {
        let (mut session, mut sheet) = (session(), Scoresheet::default());
        for san in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qd8"] {
            play(&mut session, san);
            assert_eq!(sheet.catch_up(&session), 1, "{san}");
            assert_eq!(sheet, afresh(&session), "{san}");
        }
        assert_eq!(sheet.opening(6).map(|opening| opening.eco), Some("B01"));
        assert_eq!(sheet.opening(0), None);
        assert_eq!([Color::White, Color::Black].map(|by| sheet.taken(6, by)), ["p", "P"]);
        assert_eq!(sheet.taken(2, Color::White), "");
        // Nothing new in what is taken back and played again.
        assert_eq!((session.undo(3), sheet.catch_up(&session)), (3, 0));
        assert_eq!(sheet, afresh(&session), "also where nobody had written them down");
        play(&mut session, "Qxd5");
        assert_eq!((sheet.catch_up(&session), sheet.kept().len()), (0, 6));
        assert_eq!((session.redo(9), session.undo(2)), (2, 2));
        let mut late = Scoresheet { lines: sheet.lines[..5].to_vec() };
        assert_eq!((late.catch_up(&session), &late), (2, &sheet), "half of them written");
        // Another move replaces what was taken back.
        play(&mut session, "d4");
        assert_eq!((sheet.catch_up(&session), sheet.kept().len()), (1, 5));
        assert_eq!(sheet, afresh(&session));
        let sans: Vec<String> = sheet.views(session.notes()).into_iter().map(|mv| mv.san).collect();
        assert_eq!(sans, ["e4", "d5", "exd5", "Qxd5", "d4"]);
    }

    #[test]
    fn notes_are_told_as_they_are_now() {
        let (mut session, mut sheet) = (session(), Scoresheet::default());
        play(&mut session, "e4");
        sheet.catch_up(&session);
        assert_eq!(sheet.views(session.notes())[0].by, None);
        session.undo(1);
        let mv = session.game.undone()[0];
        session.play(mv, Note { by: Some("level:2".to_owned()), nodes: 7, ..Note::default() });
        assert_eq!(sheet.catch_up(&session), 0);
        let told = &sheet.views(session.notes())[0];
        assert_eq!((told.by.as_deref(), told.nodes), (Some("level:2"), 7));
    }
}
