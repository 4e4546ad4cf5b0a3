//! What a quiet mistake gives up for good: facts on the boards of the lines, of which the
//! evaluation thinks something.

use std::mem::discriminant;

use chess::{Color, File, Move, Position, Role, Square};

use crate::facts::{
    bishops, centre, held_files, intruders, is_isolated, is_pawn_ending, king_in_the_open,
    king_inside, may_castle, open_before_king, outposts, passed_pawns, pawns_on, pinned, shut_in,
    undeveloped,
};
use crate::material::quiet_end;

/// Something that one side, the loser, gives up for good.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Concession {
    /// The king can no longer castle.
    Castling,
    /// The opponent has a passed pawn there.
    PassedPawn(Square),
    /// Two pawns stand on this file.
    DoubledPawns(File),
    /// A pawn without neighbours stands there.
    IsolatedPawn(Square),
    /// One of the two bishops goes, and the opponent has both.
    BishopPair,
    /// A piece of the opponent's stands there, guarded by a pawn, and no pawn can drive it away.
    Outpost(Role, Square),
    /// A rook or queen of the opponent's stands on the second rank.
    Intruder(Role, Square),
    /// The opponent alone has a rook on this open file.
    OpenFile(File),
    /// So many files at the king have no pawn any more.
    Shelter(u32),
    /// The king stands in the open.
    ExposedKing(Square),
    /// The opponent's king gets into the loser's half, in an ending.
    KingInside(Square),
    /// The queens are exchanged.
    QueensOff,
    /// All pieces are exchanged.
    PawnEnding,
    /// A piece is pinned to the king.
    Pinned(Role, Square),
    /// A piece can go nowhere.
    ShutIn(Role, Square),
    /// The opponent has so many more pieces developed.
    Development(u32),
    /// A pawn of the opponent's stands in the loser's half, in the centre.
    Centre(Square),
}

/// Plies of a line in which something must be given up: what comes later has other reasons.
const SOON: usize = 8;
/// How many pieces one must be behind in development for a word.
const BEHIND: u32 = 2;
/// What the evaluation must make of a fact at least, in centipawns, in each of the two lines.
const NOTICED: i32 = 10;
/// The part of the whole loss that it must make of it: what accounts for less is not the point.
const SHARE: i32 = 5;

/// Where a line leads, as far as somebody is held responsible for it.
pub(crate) struct LineEnd {
    end: Position,
    castled: [bool; 2],
}

impl LineEnd {
    /// Where a line leads from a position.
    pub(crate) fn of(from: &Position, line: &[Move]) -> LineEnd {
        let mut castled = [false; 2];
        let mut position = *from;
        let mut soon = Vec::new();
        for &mv in line.iter().take(SOON) {
            if !position.is_legal(mv) {
                break;
            }
            castled[position.turn() as usize] |= mv.is_castling();
            position.play_unchecked(mv);
            soon.push(mv);
        }
        LineEnd { end: quiet_end(from, &soon), castled }
    }

    /// All that a side has to put up with here.
    fn burdens(&self, us: Color) -> Vec<Concession> {
        let mut burdens = burdens(&self.end, us);
        // Who castles in the line has made use of the right.
        if self.castled[us as usize] {
            burdens.retain(|&concession| concession != Concession::Castling);
        }
        burdens
    }
}

/// What `loser` gives up where both lines lead, and neither has given up now nor gives up where
/// the other line leads, that which counts most for the evaluation first. `loss` is what the move
/// costs in all, in centipawns.
pub(crate) fn concessions(
    loser: Color,
    now: &Position,
    kept: &LineEnd,
    lines: &[LineEnd; 2],
    loss: i32,
) -> Vec<Concession> {
    let [one, other] = lines.each_ref().map(|line| line.burdens(loser));
    let (was, would) = (burdens(now, loser), kept.burdens(loser));
    // Of what there may be one more of, the new one counts; of all else, whether there is any.
    let is_kept = |concession: &Concession| match concession {
        Concession::DoubledPawns(_)
        | Concession::IsolatedPawn(_)
        | Concession::Shelter(_)
        | Concession::Development(_) => !would.contains(concession),
        _ => would.iter().all(|other| discriminant(other) != discriminant(concession)),
    };
    let given = one.into_iter().filter(|concession| {
        other.contains(concession) && !was.contains(concession) && is_kept(concession)
    });
    let mut given: Vec<(i32, Concession)> = given
        .filter_map(|concession| {
            let counts = lines.each_ref().map(|line| noticed(loser, concession, kept, line));
            let least = counts.into_iter().min().unwrap_or(0);
            (least >= NOTICED.max(loss / SHARE)).then_some((least, concession))
        })
        .collect();
    given.sort_by_key(|&(least, _)| std::cmp::Reverse(least));
    given.into_iter().map(|(_, concession)| concession).collect()
}

/// How much worse the evaluation `tuned` finds the terms that a concession is about, for the
/// loser, where a line leads than where she keeps it.
fn noticed(loser: Color, concession: Concession, kept: &LineEnd, given: &LineEnd) -> i32 {
    let Some(evaluation) = eval::by_name("tuned") else { return 0 };
    let of = |line: &LineEnd| {
        let said = evaluation.explain(&line.end);
        let lead = match concession.terms() {
            [] => said.total(),
            terms => {
                terms.iter().map(|name| said.term(name).map_or(0, eval::Term::difference)).sum()
            }
        };
        if loser == Color::White { lead } else { -lead }
    };
    of(kept) - of(given)
}

impl Concession {
    /// The terms of the evaluation `tuned` that speak of it; none where it is about everything.
    const fn terms(self) -> &'static [&'static str] {
        match self {
            Concession::Castling | Concession::Shelter(_) | Concession::ExposedKing(_) => {
                &["king shelter", "king danger", "squares"]
            }
            Concession::PassedPawn(_) => &["passed pawns"],
            Concession::DoubledPawns(_) | Concession::IsolatedPawn(_) => &["pawn structure"],
            Concession::BishopPair => &["pieces", "material"],
            Concession::Outpost(..) | Concession::Intruder(..) | Concession::OpenFile(_) => {
                &["pieces", "squares", "mobility"]
            }
            Concession::KingInside(_) => &["squares"],
            Concession::Pinned(..) => &["threats", "mobility", "pieces"],
            Concession::ShutIn(..) => &["mobility", "pieces"],
            Concession::Development(_) => &["squares", "mobility", "pieces"],
            Concession::Centre(_) => &["squares", "space", "mobility"],
            Concession::QueensOff | Concession::PawnEnding => &[],
        }
    }
}

/// All that a side has to put up with on a board.
fn burdens(position: &Position, us: Color) -> Vec<Concession> {
    let board = position.board();
    let role = |square| position.role_at(square).unwrap_or(Role::Pawn);
    let mut burdens = Vec::new();
    if !may_castle(position, us) {
        burdens.push(Concession::Castling);
    }
    burdens.extend(passed_pawns(position, !us).into_iter().map(Concession::PassedPawn));
    let doubled = |&file: &File| pawns_on(position, us, file) >= 2;
    burdens.extend(File::ALL.into_iter().filter(doubled).map(Concession::DoubledPawns));
    let pawns = board.pieces(us, Role::Pawn).into_iter();
    let isolated = pawns.filter(|&pawn| is_isolated(position, pawn, us));
    burdens.extend(isolated.map(Concession::IsolatedPawn));
    if bishops(position, us) < 2 && bishops(position, !us) >= 2 {
        burdens.push(Concession::BishopPair);
    }
    let with_role = |make: fn(Role, Square) -> Concession| move |square| make(role(square), square);
    burdens.extend(outposts(position, !us).into_iter().map(with_role(Concession::Outpost)));
    burdens.extend(intruders(position, !us).into_iter().map(with_role(Concession::Intruder)));
    burdens.extend(pinned(position, us).into_iter().map(with_role(Concession::Pinned)));
    burdens.extend(shut_in(position, us).into_iter().map(with_role(Concession::ShutIn)));
    burdens.extend(held_files(position, !us).into_iter().map(Concession::OpenFile));
    burdens.extend((1..=open_before_king(position, us)).map(Concession::Shelter));
    burdens.extend(king_in_the_open(position, us).map(Concession::ExposedKing));
    burdens.extend(king_inside(position, !us).map(Concession::KingInside));
    if board.role(Role::Queen).is_empty() {
        burdens.push(Concession::QueensOff);
    }
    if is_pawn_ending(position) {
        burdens.push(Concession::PawnEnding);
    }
    let behind = undeveloped(position, us).saturating_sub(undeveloped(position, !us));
    burdens.extend((BEHIND..=behind).map(Concession::Development));
    burdens.extend(centre(position, !us).into_iter().map(Concession::Centre));
    burdens
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;

    /// What White gives up in a line and not in another.
    fn given(fen: &str, line: &str, other: &str) -> Vec<Concession> {
        let position: Position = fen.parse().unwrap();
        let line_end = |text: &str| {
            let mut here = position;
            let mut moves = Vec::new();
            for san in text.split_whitespace() {
                let mv = here.parse_san(san).unwrap();
                moves.push(mv);
                here.play_unchecked(mv);
            }
            LineEnd::of(&position, &moves)
        };
        let lines = [line_end(line), line_end(line)];
        concessions(Color::White, &position, &line_end(other), &lines, 0)
    }

    #[test]
    fn an_exchange_that_doubles_pawns() {
        let fen = "4k3/pppp4/8/8/1b6/2N5/PPPP4/2B1K3 b - - 0 1";
        let seen = given(fen, "Bxc3 bxc3 d6", "Be7 d3 d6");
        assert!(seen.contains(&Concession::DoubledPawns(File::C)), "{seen:?}");
        // If that comes to pass in the better line as well, nothing is given up.
        assert_eq!(given(fen, "Bxc3 bxc3 d6", "Bxc3 bxc3 d6"), []);
    }

    #[test]
    fn a_king_that_loses_the_right_to_castle() {
        let fen = "rnbqk1nr/pppp1ppp/8/4p3/8/4P3/PPP2PPP/RNBQKBNR b KQkq - 0 1";
        let seen = given(fen, "Qh4 Ke2 Nc6", "Nc6 Nf3 d6 Be2 Nf6 O-O");
        assert!(seen.contains(&Concession::Castling), "{seen:?}");
    }
}
