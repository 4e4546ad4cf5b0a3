//! Endings whose outcome is known, so that no sum of terms needs to guess it.

mod kpk;

use chess::{Bitboard, Board, Color, Position, Role, Square};

use super::scale::is_wrong_bishop;

/// A verdict on a known ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KnownEnding {
    /// The side that plays for a win.
    pub(super) strong: Color,
    /// What she has, in centipawns; 0 for a draw.
    pub(super) value: i32,
    /// Which ending it is.
    pub(super) name: &'static str,
}

/// A win that only has to be carried out. Below it lies every evaluation of a
/// position in which something is left to decide.
const WON: i32 = 6_000;
/// A pawn that will promote.
const WON_PAWN: i32 = 2_000;
/// What each piece adds to a won ending: the winner must not give them away.
const VALUES: [(Role, i32); 5] = [
    (Role::Pawn, 100),
    (Role::Knight, 300),
    (Role::Bishop, 320),
    (Role::Rook, 500),
    (Role::Queen, 900),
];
/// Queen against rook: most positions are won, with patience.
const QUEEN_AGAINST_ROOK: i32 = 450;
/// Rook against a minor piece: drawn, unless the king is driven to the edge.
const ROOK_AGAINST_MINOR: i32 = 30;
/// Rook or queen against a pawn that cannot be stopped in time.
const TOO_LATE: i32 = 60;

/// The verdict, if the ending is known.
#[inline]
pub(super) fn known(position: &Position) -> Option<KnownEnding> {
    let board = position.board();
    let [white, black] = Color::ALL.map(|color| board.color(color).count());
    // The weaker side has a bare king, or one piece with it.
    match white.min(black) {
        1 => lone_king(position),
        2 if white.max(black) == 2 => piece_against_piece(position),
        _ => None,
    }
}

/// The verdict if one side has nothing but its king.
#[inline]
pub(super) fn lone_king(position: &Position) -> Option<KnownEnding> {
    let [white, black] = Color::ALL.map(|color| position.board().color(color).count());
    let strong = if white >= black { Color::White } else { Color::Black };
    (white.min(black) == 1).then(|| against_king(position, strong))?
}

/// `strong` has what she likes, the other side nothing but the king.
fn against_king(position: &Position, strong: Color) -> Option<KnownEnding> {
    let board = position.board();
    let pieces = |role: Role| board.pieces(strong, role);
    let count = |role: Role| pieces(role).count();
    let draw = |name| Some(KnownEnding { strong, value: 0, name });
    let (king, prey) = (position.king(strong), position.king(!strong));

    let has_major = (pieces(Role::Queen) | pieces(Role::Rook)).any();
    let bishops = pieces(Role::Bishop);
    let has_both_bishops = (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any();
    if has_major || has_both_bishops || count(Role::Knight) > 2 {
        let drive = to_edge(prey) + nearness(king, prey);
        return won(board, strong, drive, "a lone king driven to the edge");
    }
    if bishops.any() && pieces(Role::Knight).any() {
        if pieces(Role::Pawn).any() {
            return won(board, strong, to_edge(prey) + nearness(king, prey), "a lone king");
        }
        // Only the corners of the bishop's colour will do.
        let holds_light = (bishops & Bitboard::LIGHT).any();
        let drive = 60 * (7 - to_corner(prey, holds_light)) + 2 * nearness(king, prey);
        return won(board, strong, drive, "bishop and knight against king");
    }
    if pieces(Role::Pawn).is_empty() {
        return draw("not enough to mate");
    }
    if is_wrong_bishop(board, strong, prey) {
        return draw(match bishops.any() {
            true => "the bishop does not hold the corner",
            false => "the king holds the corner of the rook's pawn",
        });
    }
    if count(Role::Pawn) == 1 && board.color(strong).count() == 2 {
        let pawn = pieces(Role::Pawn).first()?;
        return Some(pawn_against_king(position, strong, pawn));
    }
    None
}

fn pawn_against_king(position: &Position, strong: Color, pawn: Square) -> KnownEnding {
    let name = "king and pawn against king";
    let seen = |square: Square| square.relative_to(strong);
    let (king, prey) = (seen(position.king(strong)), seen(position.king(!strong)));
    let is_won = kpk::is_won(king, seen(pawn), prey, position.turn() == strong);
    // Ahead is good, and a pawn that has come far is nearer to the queen.
    let value = if is_won { WON_PAWN + 20 * (seen(pawn).index() / 8) as i32 } else { 0 };
    KnownEnding { strong, value, name }
}

fn won(board: &Board, strong: Color, drive: i32, name: &'static str) -> Option<KnownEnding> {
    let material: i32 =
        VALUES.iter().map(|&(role, value)| value * board.pieces(strong, role).count() as i32).sum();
    Some(KnownEnding { strong, value: WON + material + drive, name })
}

/// One piece each in addition to the kings.
fn piece_against_piece(position: &Position) -> Option<KnownEnding> {
    let board = position.board();
    let one = |color: Color| {
        let piece = board.color(color).without(board.role(Role::King)).first()?;
        Some((piece, position.role_at(piece)?))
    };
    let (white, black) = (one(Color::White)?, one(Color::Black)?);
    let strong = if white.1 >= black.1 { Color::White } else { Color::Black };
    let ((_, role), (prey_square, prey)) =
        if strong == Color::White { (white, black) } else { (black, white) };
    let (king, guard) = (position.king(strong), position.king(!strong));
    let verdict = |value, name| Some(KnownEnding { strong, value, name });
    match (role, prey) {
        (Role::Queen, Role::Rook) => {
            let value = QUEEN_AGAINST_ROOK + to_edge(guard) + nearness(king, guard);
            verdict(value, "queen against rook")
        }
        (Role::Queen | Role::Rook, Role::Pawn) => major_against_pawn(position, strong, prey_square),
        (Role::Rook, Role::Knight | Role::Bishop) => {
            let apart =
                if prey == Role::Knight { guard.distance(prey_square) as i32 * 5 } else { 0 };
            let value = ROOK_AGAINST_MINOR + to_edge(guard) / 2 + apart;
            verdict(value, "rook against a minor piece")
        }
        (Role::Knight | Role::Bishop, Role::Knight | Role::Bishop) => {
            verdict(0, "not enough to mate")
        }
        _ => None,
    }
}

/// A rook or queen against a pawn: usually won, unless the pawn is about to
/// promote with its king beside it and the other king far away.
fn major_against_pawn(position: &Position, strong: Color, pawn: Square) -> Option<KnownEnding> {
    let is_queen = position.board().pieces(strong, Role::Queen).any();
    // Seen by the pawn's owner, who moves up.
    let seen = |square: Square| square.relative_to(!strong);
    let pawn = seen(pawn);
    let (hunter, escort) = (seen(position.king(strong)), seen(position.king(!strong)));
    let to_go = 7 - pawn.index() as i32 / 8;
    let promotion = Square::from_index(56 + pawn.index() % 8)?;
    let tempo = i32::from(position.turn() == strong);
    let hunter_steps = hunter.distance(promotion) as i32;
    let escort_steps = escort.distance(pawn) as i32;
    if is_queen {
        // On the rook's and the bishop's file stalemate saves the seventh rank.
        let is_drawn_file = matches!(pawn.index() % 8, 0 | 2 | 5 | 7);
        let holds = to_go == 1 && escort_steps <= 1 && is_drawn_file && hunter_steps > 3 + tempo;
        let value = if holds { TOO_LATE } else { 800 - 10 * hunter_steps };
        return Some(KnownEnding { strong, value, name: "queen against pawn" });
    }
    let is_before = hunter.index() % 8 == pawn.index() % 8 && hunter.index() > pawn.index();
    let catches = is_before
        || escort_steps > 3 + tempo && escort_steps - to_go > -2
        || hunter_steps < to_go + escort_steps.min(2) + tempo && to_go >= 2 && hunter_steps <= 3;
    let value = if catches {
        450 - 8 * hunter_steps
    } else {
        TOO_LATE + 20 * (to_go - 1) - 4 * hunter_steps
    };
    Some(KnownEnding { strong, value, name: "rook against pawn" })
}

/// How near a king is to the edge: 0 in the centre, 70 in a corner.
fn to_edge(king: Square) -> i32 {
    let from_centre =
        |coordinate: usize| if coordinate < 4 { 3 - coordinate } else { coordinate - 4 };
    let (file, rank) = (from_centre(king.index() % 8), from_centre(king.index() / 8));
    10 * (file + rank) as i32 + if file.max(rank) == 3 { 10 } else { 0 }
}

/// How near the winner's king is: 0 at seven steps, 24 at one.
fn nearness(king: Square, prey: Square) -> i32 {
    4 * (7 - king.distance(prey) as i32)
}

/// Steps, along ranks and files, to the nearer corner of a colour: 7 at most.
fn to_corner(king: Square, light: bool) -> i32 {
    let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
    corners
        .map(|corner| {
            let files = (king.index() % 8).abs_diff(corner.index() % 8);
            let ranks = (king.index() / 8).abs_diff(corner.index() / 8);
            (files + ranks) as i32
        })
        .into_iter()
        .min()
        .unwrap_or(0)
}
