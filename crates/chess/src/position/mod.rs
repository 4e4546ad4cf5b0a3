//! Legal positions.

mod checks;
mod play;
mod see;
mod start;

use crate::diagram::{CastlingPath, Diagram};
use crate::movegen::{Count, Every, KingSafety, Noisy, Quiet, Stage, generate};
use crate::side::{Black, Side, White};
use crate::zobrist::Keys;
use crate::{
    Bitboard, Board, Color, Faults, Move, MoveList, Piece, Rank, Role, Setup, Square, attacks,
};

pub use play::IllegalMove;
pub use see::SEE_VALUES;

/// A legal position: pieces, turn, rights and clocks.
///
/// Legal by construction: it comes from a [`Setup`] that was found without
/// fault, or from a legal move. So every function here can rely on one king a
/// side, castling rights that fit the pieces, and so on.
///
/// A position is small (a few cache lines) and `Copy`: a search keeps the old
/// one and plays on a copy, and nothing is ever taken back.
///
/// ```
/// use plywise_chess::Position;
///
/// let mut position = Position::start();
/// assert_eq!(position.legal_moves().len(), 20);
/// let mv = position.parse_uci("e2e4")?;
/// position.play(mv)?;
/// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Invariant: `en_passant` is set only if a legal move takes en passant.
    diagram: Diagram,
    /// The roles square by square. Invariant: says the same as the board.
    roles: [Option<Role>; 64],
    /// Invariant: equal to `Keys::of(&diagram, turn)`.
    keys: Keys,
    /// Invariant: equal to `KingSafety::of` the side to move.
    safety: KingSafety,
    fullmove_number: u32,
    halfmove_clock: u16,
    turn: Color,
}

/// Calls a function that is generic over the side to move.
macro_rules! for_turn {
    ($turn:expr, $function:ident $(::<$($stage:ty),*>)? ($($argument:expr),* $(,)?)) => {
        match $turn {
            Color::White => $function::<White $(, $($stage),*)?>($($argument),*),
            Color::Black => $function::<Black $(, $($stage),*)?>($($argument),*),
        }
    };
}
use for_turn;

impl Position {
    pub(crate) fn new(setup: &Setup) -> Result<Position, Faults> {
        let faults = setup.faults();
        if faults.is_empty() { Ok(Position::from_valid(setup)) } else { Err(faults) }
    }

    fn from_valid(setup: &Setup) -> Position {
        let mut diagram =
            Diagram { board: setup.board, castling: setup.castling, en_passant: Bitboard::EMPTY };
        if let Some(target) = setup.en_passant {
            diagram.en_passant = Bitboard::of(target);
            if !for_turn!(setup.turn, can_take_en_passant(&diagram)) {
                diagram.en_passant = Bitboard::EMPTY;
            }
        }
        let mut roles = [None; 64];
        for (square, piece) in setup.board.iter() {
            roles[square.index()] = Some(piece.role);
        }
        Position {
            diagram,
            roles,
            keys: Keys::of(&diagram, setup.turn),
            safety: for_turn!(setup.turn, safety(&diagram)),
            fullmove_number: setup.fullmove_number.max(1),
            halfmove_clock: setup.halfmove_clock,
            turn: setup.turn,
        }
    }

    /// The same as a set-up, to edit or to write.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.diagram.board,
            turn: self.turn,
            castling: self.diagram.castling,
            en_passant: self.en_passant(),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.diagram.board
    }

    /// Whose move it is.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The rooks of both sides that may still castle.
    #[inline]
    pub fn castling(&self) -> Bitboard {
        self.diagram.castling
    }

    /// Where a pawn can legally be taken en passant.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.diagram.en_passant.first()
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Number of the move, one more after each move of Black.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The hash keys.
    #[inline]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The key of the whole position, see [`Keys`].
    #[inline]
    pub fn key(&self) -> u64 {
        self.keys.position
    }

    /// The opponent's pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.safety.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.safety.checkers.any()
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.safety.pinned(self.diagram.board.color(self.turn))
    }

    /// What stands on a square, whoever owns it.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.roles[square.index()]
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        let color = if self.board().color(Color::White).contains(square) {
            Color::White
        } else {
            Color::Black
        };
        Some(Piece { color, role })
    }

    /// The king's square.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board().pieces(color, Role::King).first_of_some()
    }

    /// The pieces of both sides that attack a square when `occupied` squares block.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let board = self.board();
        let queens = board.role(Role::Queen);
        (attacks::pawn(Color::White, square) & board.pieces(Color::Black, Role::Pawn))
            | (attacks::pawn(Color::Black, square) & board.pieces(Color::White, Role::Pawn))
            | (attacks::knight(square) & board.role(Role::Knight))
            | (attacks::king(square) & board.role(Role::King))
            | (attacks::bishop(square, occupied) & (board.role(Role::Bishop) | queens))
            | (attacks::rook(square, occupied) & (board.role(Role::Rook) | queens))
    }

    /// All squares that `color` attacks, whatever stands on them.
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        let occupied = self.board().occupied();
        match color {
            Color::White => self.diagram.attacked_by_them::<Black>(occupied),
            Color::Black => self.diagram.attacked_by_them::<White>(occupied),
        }
    }

    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        for_turn!(self.turn, collect::<Every>(self, Bitboard::ALL, &mut moves));
        moves
    }

    /// Adds the legal captures, en passant too, and all promotions to `moves`.
    ///
    /// Together with [`Position::quiets`] this makes up all legal moves; in
    /// check both hold evasions only.
    #[inline]
    pub fn captures_and_promotions(&self, moves: &mut MoveList) {
        for_turn!(self.turn, collect::<Noisy>(self, Bitboard::ALL, moves));
    }

    /// Adds the legal moves that neither take nor promote to `moves`.
    #[inline]
    pub fn quiets(&self, moves: &mut MoveList) {
        for_turn!(self.turn, collect::<Quiet>(self, Bitboard::ALL, moves));
    }

    /// Adds all legal moves to `moves`: what a search wants in check, where
    /// captures and quiets are not worth telling apart.
    #[inline]
    pub fn evasions(&self, moves: &mut MoveList) {
        for_turn!(self.turn, collect::<Every>(self, Bitboard::ALL, moves));
    }

    /// The legal moves of the piece on one square.
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        let mut moves = MoveList::new();
        for_turn!(self.turn, collect::<Every>(self, Bitboard::of(square), &mut moves));
        moves
    }

    /// How many legal moves there are, without listing them.
    pub fn count_legal_moves(&self) -> u64 {
        for_turn!(self.turn, count(self))
    }

    /// Whether there is a legal move at all: neither mate nor stalemate.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        // Nearly always some pawn or knight is free to step, which is seen at a glance.
        self.has_free_step() || self.count_legal_moves() > 0
    }

    /// Whether, out of check, an unpinned pawn can push or an unpinned knight jump.
    #[inline]
    fn has_free_step(&self) -> bool {
        if self.is_check() {
            return false;
        }
        let board = self.board();
        let free = board.color(self.turn).without(self.pinned());
        let pawns = board.role(Role::Pawn) & free;
        let ahead = match self.turn {
            Color::White => pawns.north(),
            Color::Black => pawns.south(),
        };
        ahead.without(board.occupied()).any()
            || (board.role(Role::Knight) & free)
                .into_iter()
                .any(|from| attacks::knight(from).without(board.color(self.turn)).any())
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let (board, ours) = (self.board(), self.board().color(self.turn));
        if !ours.contains(from) {
            return false;
        }
        // A free piece out of check goes wherever it attacks.
        let is_free = !self.is_check() && !self.pinned().contains(from);
        let attacks = match board.role_at(from) {
            Some(Role::Knight) if is_free => attacks::knight(from),
            Some(Role::Bishop) if is_free => attacks::bishop(from, board.occupied()),
            Some(Role::Rook) if is_free => attacks::rook(from, board.occupied()),
            Some(Role::Queen) if is_free => attacks::queen(from, board.occupied()),
            _ => return self.legal_moves_from(from).contains(&mv),
        };
        mv == Move::normal(from, to) && attacks.without(ours).contains(to)
    }

    /// Whether a legal move takes a piece.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured(mv).is_some()
    }

    /// What a legal move takes.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Role> {
        match mv.kind() {
            crate::MoveKind::Castling => None,
            crate::MoveKind::EnPassant => Some(Role::Pawn),
            _ => self.role_at(mv.to()),
        }
    }

    /// Where the king ends up when this castling move is played.
    pub fn castling_king_target(&self, mv: Move) -> Square {
        CastlingPath::new(self.turn, mv.from(), mv.to()).king_to
    }

    /// Whether kings and rooks with castling rights stand as in ordinary chess,
    /// so that the standard notations need no Chess960.
    pub fn has_standard_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rooks = self.castling() & Bitboard::rank(Rank::First.relative_to(color));
            let corners = Bitboard::of(Square::A1.relative_to(color))
                | Bitboard::of(Square::H1.relative_to(color));
            rooks.is_empty()
                || rooks.without(corners).is_empty()
                    && self.king(color) == Square::E1.relative_to(color)
        })
    }

    /// The position with colours exchanged and the board turned round: as good
    /// for the mover as this one. Evaluations are tested with it.
    pub fn mirrored(&self) -> Position {
        let board = self.board();
        let flip = |set: Bitboard| set.flip_ranks();
        let setup = Setup {
            board: Board {
                colors: [flip(board.colors[1]), flip(board.colors[0])],
                roles: board.roles.map(flip),
            },
            turn: !self.turn,
            castling: self.castling().flip_ranks(),
            en_passant: self.en_passant().map(Square::flip_rank),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        };
        Position::from_valid(&setup)
    }

    pub(crate) fn diagram(&self) -> &Diagram {
        &self.diagram
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

#[inline(never)]
fn collect<S: Side, G: Stage>(position: &Position, movers: Bitboard, moves: &mut MoveList) {
    generate::<S, G, _>(&position.diagram, &position.safety, movers, moves);
}

fn count<S: Side>(position: &Position) -> u64 {
    let mut count = Count::default();
    generate::<S, Every, _>(&position.diagram, &position.safety, Bitboard::ALL, &mut count);
    count.0
}

fn safety<S: Side>(diagram: &Diagram) -> KingSafety {
    KingSafety::of::<S>(diagram)
}

/// Whether side `S` has a legal capture on the diagram's en passant square.
fn can_take_en_passant<S: Side>(diagram: &Diagram) -> bool {
    let takers = attacks::pawn(S::Them::COLOR, diagram.en_passant.first_of_some())
        & diagram.ours::<S>(Role::Pawn);
    if takers.is_empty() {
        return false;
    }
    let mut count = Count::default();
    let safety = KingSafety::of::<S>(diagram);
    crate::movegen::en_passant::<S, _>(diagram, &safety, takers, &mut count);
    count.0 > 0
}
