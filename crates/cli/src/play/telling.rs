//! The state of a game in sentences, for screen readers: what others see beside
//! the board.

use chess::{Color, Piece, Role};
use eval::{Explanation, Score};
use session::{GameSession, material, words};

use super::clock_face::clock_words;
use super::console::terminal::Style;
use super::console::width::TIED;
use super::count;
use super::panel::opening;

/// What was told before and is not told again until it changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Told {
    material: String,
    opening: Option<String>,
}

/// All there is to know.
pub(crate) fn whole(session: &GameSession, style: Style, told: &mut Told) -> Vec<String> {
    *told = Told { material: pieces_taken(session), opening: opening(session, style) };
    let mut lines = vec![words::pieces(session.game.position().board())];
    if let Some((position, mv)) = session.game.history().next_back() {
        lines.push(format!("Last move: {}, {}.", position.turn(), words::of_move(position, mv)));
    }
    lines.extend(told.opening.iter().map(|name| format!("Opening: {name}.")));
    lines.push(told.material.clone());
    lines.push(turn(session));
    lines
}

/// What has changed since it was last told.
pub(crate) fn news(session: &GameSession, style: Style, told: &mut Told) -> Vec<String> {
    let now = Told { material: pieces_taken(session), opening: opening(session, style) };
    let mut lines = Vec::new();
    if now.opening != told.opening {
        lines.extend(now.opening.iter().map(|name| format!("Opening: {name}.")));
    }
    if now.material != told.material {
        lines.push(now.material.clone());
    }
    *told = now;
    lines
}

/// Whose move it is, whether there is check, and the clocks.
pub(crate) fn turn(session: &GameSession) -> String {
    let turn = session.turn();
    let check = if session.game.position().is_check() { ", in check" } else { "" };
    let clocks = match Color::ALL.map(|color| session.clocks.left(color).map(clock_words)) {
        [Some(white), Some(black)] => format!(" White has {white}, Black has {black}."),
        _ => String::new(),
    };
    match session.reason() {
        Some(_) => format!("The game is over.{clocks}"),
        None => format!("{turn} to move{check}.{clocks}"),
    }
}

/// What was taken, and who is ahead.
fn pieces_taken(session: &GameSession) -> String {
    let mut sentences = Vec::new();
    for color in Color::ALL {
        let pieces = in_words(&material::taken(&session.game, color));
        if !pieces.is_empty() {
            sentences.push(format!("{color} has taken {pieces}."));
        }
    }
    let ahead = material::balance(session.game.position(), Color::White);
    sentences.push(match ahead {
        0 => "Material is even.".to_owned(),
        _ => {
            let side = if ahead > 0 { Color::White } else { Color::Black };
            format!("{side} is ahead by {}.", count(u64::from(ahead.unsigned_abs()), "pawn"))
        }
    });
    sentences.join(" ")
}

/// `1 queen, 2 pawns`.
fn in_words(pieces: &[Piece]) -> String {
    let kinds = Role::ALL.into_iter().rev().filter_map(|role| {
        let number = pieces.iter().filter(|piece| piece.role == role).count();
        (number > 0).then(|| count(number as u64, &role.to_string()))
    });
    kinds.collect::<Vec<_>>().join(", ")
}

/// An evaluation term by term, without the rules of a table.
pub(crate) fn explanation(explanation: &Explanation) -> String {
    let pawns = |centipawns| Score::cp(centipawns).to_string();
    let mut lines = vec![format!(
        "Evaluation {}, in pawns: {} for White in all.",
        explanation.evaluation,
        pawns(explanation.total())
    )];
    for term in &explanation.terms {
        lines.push(format!(
            "{}: White {}, Black {}, difference {}.",
            term.name,
            pawns(term.white),
            pawns(term.black),
            pawns(term.difference())
        ));
    }
    lines.extend(explanation.notes.iter().map(|note| format!("{}: {}.", note.name, note.text)));
    lines.join("\n")
}

/// The same in a few words, for windows that are too narrow for a table: what
/// makes a difference.
pub(crate) fn differences(explanation: &Explanation) -> String {
    let pawns = |centipawns| Score::cp(centipawns).to_string();
    let tied = |term: &eval::Term| {
        let name = term.name.replace(' ', &TIED.to_string());
        format!("{name}{TIED}{}", pawns(term.difference()))
    };
    let terms: Vec<String> =
        explanation.terms.iter().filter(|term| term.difference() != 0).map(tied).collect();
    let total = pawns(explanation.total());
    match terms.is_empty() {
        true => format!("{}: {total}, nothing makes a difference.", explanation.evaluation),
        false => format!("{}: {total} for White: {}.", explanation.evaluation, terms.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use session::{Note, Seat};

    use super::*;
    use crate::play::console::terminal::{Colors, InputMode};

    const STYLE: Style = Style {
        input: InputMode::Lines,
        in_place: false,
        colors: Colors::None,
        figures: false,
        ascii: true,
        plain: true,
    };

    fn play(session: &mut GameSession, moves: &str) {
        for san in moves.split(' ') {
            let mv = session.game.position().parse_san(san).unwrap();
            session.play(mv, Note::default());
        }
    }

    fn session(control: Option<&str>) -> GameSession {
        let seats = [Seat::human(), Seat::human()];
        let control = control.map(|text| text.parse().unwrap());
        GameSession::new(Position::start(), seats, control, 0)
    }

    #[test]
    fn all_that_others_see_is_told() {
        let mut session = session(Some("5+0"));
        play(&mut session, "e4 d5 exd5 Qxd5 Nc3 Qe5");
        let told = whole(&session, STYLE, &mut Told::default()).join("\n");
        assert!(told.contains("Black: king e8, queen e5, "), "{told}");
        assert!(told.contains("Last move: Black, queen d5 to e5, check."), "{told}");
        assert!(told.contains("Opening: Scandinavian Defence"), "{told}");
        assert!(
            told.contains("White has taken 1 pawn. Black has taken 1 pawn. Material is even."),
            "{told}"
        );
        assert!(told.contains("White to move, in check. White has 5 minutes, "), "{told}");
    }

    #[test]
    fn only_what_changed_is_news() {
        let mut session = session(None);
        let mut told = Told::default();
        whole(&session, STYLE, &mut told);
        play(&mut session, "e4");
        assert_eq!(news(&session, STYLE, &mut told), ["Opening: King's Pawn Game."]);
        play(&mut session, "d5 exd5");
        let lines = news(&session, STYLE, &mut told);
        assert_eq!(lines.last().unwrap(), "White has taken 1 pawn. White is ahead by 1 pawn.");
        assert!(news(&session, STYLE, &mut told).is_empty());
        assert_eq!(turn(&session), "Black to move.");
    }

    #[test]
    fn evaluations_have_no_rules() {
        let position: Position = "4k3/8/8/8/8/8/P7/4K3 b - - 0 1".parse().unwrap();
        let text = explanation(&eval::by_name("phased").unwrap().explain(&position));
        assert!(text.starts_with("Evaluation phased, in pawns: "), "{text}");
        assert!(
            text.contains("\nmaterial: White +1.00, Black 0.00, difference +1.00.\n"),
            "{text}"
        );
        assert!(text.contains("\nphase: end"), "{text}");
        assert!(!text.contains('─') && !text.contains("  "), "{text}");
        let explanation = eval::by_name("phased").unwrap().explain(&position);
        let short = differences(&explanation).replace(TIED, " ");
        assert_eq!(short, "phased: +1.00 for White: material +1.00.");
    }
}
