//! What is told at the end: result, history, and how the computers did.

use chess::{Color, Reason};
use session::statistics::{Factor, MoveTally, tallies};
use session::{GameSession, Note};

use super::console::width::{self, TIED};
use super::panel::move_words;
use super::{count, grouped, sentence};

/// The report on a game, finished or not, with the thinking of a computer that
/// was interrupted.
pub(crate) fn report(
    session: &GameSession,
    interrupted: Option<(Color, &Note)>,
    columns: usize,
) -> String {
    let wrap = |text: &str| width::wrap(text, columns.saturating_sub(1)).join("\n");
    let mut text = wrap(&result(session.reason()));
    let moves = session.game.moves().len().div_ceil(2);
    if moves == 0 {
        text.push_str("\nNo move was played.\n");
    } else {
        text.push_str(&format!("\n\n{}\n\n", wrap(&tied_moves(session))));
        text.push_str(&format!("{}.\n", count(moves as u64, "move")));
    }
    for tally in tallies(session, interrupted) {
        text.push_str(&wrap(&line(&tally)));
        text.push('\n');
    }
    text
}

/// Result and reason as a sentence.
pub(crate) fn result(reason: Option<Reason>) -> String {
    match reason {
        Some(reason) => sentence(&format!("{reason} ({})", reason.outcome().pgn())),
        None => "The game is not finished.".to_owned(),
    }
}

/// The game in SAN; no line ends between the two moves of a pair.
pub(crate) fn tied_moves(session: &GameSession) -> String {
    let tied = |word: String| word.replace(' ', &TIED.to_string());
    move_words(session).into_iter().map(tied).collect::<Vec<_>>().join(" ")
}

/// What a computer player did.
fn line(tally: &MoveTally<'_>) -> String {
    let seconds = tally.time.as_secs_f64();
    let (color, by) = (tally.color, tally.by);
    let more = match tally.more {
        0 => String::new(),
        more => format!("; {} more for a move it did not make", grouped(more)),
    };
    let work = match (tally.moves, tally.nodes) {
        (0, 0) => format!("no move yet, {seconds:.2} s"),
        (0, nodes) => {
            format!("no move yet, {} positions analysed in {seconds:.2} s", grouped(nodes))
        }
        (moves, nodes) => {
            let each = seconds / f64::from(moves);
            let analysed = match nodes {
                0 => "nothing searched".to_owned(),
                _ => format!("{} positions analysed a move", grouped(nodes / u64::from(moves))),
            };
            format!("{}, {each:.2} s a move, {analysed}", count(u64::from(moves), "move"))
        }
    };
    format!("{color} ({by}): {work}{}{more}", told_branching(tally))
}

fn told_branching(tally: &MoveTally<'_>) -> String {
    match tally.branching() {
        Some(Factor::Counted(factor)) => format!(", branching factor {factor:.1}"),
        Some(Factor::Effective(factor)) => format!(", effective branching factor {factor:.1}"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chess::{DrawClaim, Position};
    use engine::Branching;
    use session::Seat;

    use super::*;

    fn session(moves: &[(&str, Note)]) -> GameSession {
        let seats = [Seat::human(), Seat::human()];
        let mut session = GameSession::new(Position::start(), seats, None, 0);
        for (san, note) in moves {
            session.play(session.game.position().parse_san(san).unwrap(), note.clone());
        }
        session
    }

    fn by(name: &str, nodes: u64, depth: u32) -> Note {
        Note { by: Some(name.to_owned()), nodes, depth, ..Note::default() }
    }

    #[test]
    fn every_computer_player_has_a_branching_factor() {
        let counted =
            Note { branching: Some(Branching { positions: 10, moves: 290 }), ..by("hard", 500, 4) };
        let session = session(&[
            ("e4", by("champion", 1_000, 3)),
            ("e5", counted),
            ("Nf3", by("champion", 100_000, 5)),
            ("Nc6", by("random", 0, 0)),
        ]);
        let text = report(&session, None, 200);
        // Ten moves a position: 10^3 and 10^5 positions at depths 3 and 5.
        assert!(
            text.contains("White (champion): 2 moves, 0.00 s a move, 50,500 positions analysed a move, effective branching factor 10.0\n"),
            "{text}"
        );
        assert!(text.contains("500 positions analysed a move, branching factor 29.0\n"), "{text}");
        assert!(
            text.contains("Black (random): 1 move, 0.00 s a move, nothing searched\n"),
            "{text}"
        );
    }

    #[test]
    fn an_interrupted_search_is_counted() {
        let thought = Note { elapsed: Duration::from_secs(2), ..by("champion", 10_000, 4) };
        let interrupted = Some((Color::White, &thought));
        let text = report(&session(&[]), interrupted, 200);
        assert!(
            text.contains("White (champion): no move yet, 10,000 positions analysed in 2.00 s, effective branching factor 10.0"),
            "{text}"
        );
        let later = session(&[("e4", by("champion", 100, 2)), ("e5", Note::default())]);
        let text = report(&later, interrupted, 200);
        assert!(
            text.contains("100 positions analysed a move, effective branching factor 10.0; 10,000 more for a move it did not make"),
            "{text}"
        );
    }

    #[test]
    fn results_are_sentences_and_pairs_stay_together() {
        let claimed = result(Some(Reason::Claimed(DrawClaim::FiftyMoves)));
        assert!(claimed.starts_with("Draw claimed: 50 moves"), "{claimed}");
        assert!(claimed.ends_with("(1/2-1/2)."), "{claimed}");
        let session = session(&[
            ("e4", Note::default()),
            ("e5", Note::default()),
            ("Nf3", Note::default()),
            ("Nc6", Note::default()),
        ]);
        let text = report(&session, None, 16).replace(TIED, " ");
        assert!(text.contains("\n1. e4 e5\n2. Nf3 Nc6\n"), "{text}");
    }
}
