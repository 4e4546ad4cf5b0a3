//! x
use crate::diagram::{CastlingPath, Diagram};
use crate::movegen::{Count, Every, KingSafety, PawnStep, Sink, generate};
use crate::side::{Black, Side, White};
use crate::{Bitboard, Color, Role, Square};

/// x
pub(crate) fn perft_diagram<S: Side>(diagram: &Diagram, depth: u32) -> u64 {
    let safety = KingSafety::of::<S>(diagram);
    if depth == 1 {
        let mut count = Count::default();
        generate::<S, Every, _>(diagram, &safety, Bitboard::ALL, &mut count);
        return count.0;
    }
    let mut descent = Descent { diagram, depth: depth - 1, nodes: 0 };
    generate::<S, Every, _>(diagram, &safety, Bitboard::ALL, &mut descent);
    descent.nodes
}

struct Descent<'a> {
    diagram: &'a Diagram,
    depth: u32,
    nodes: u64,
}

impl Descent<'_> {
    #[inline(always)]
    fn descend<S: Side>(&mut self, next: &Diagram) {
        self.nodes += perft_diagram::<S::Them>(next, self.depth);
    }
}

impl Diagram {
    #[inline(always)]
    fn moved<S: Side>(&self, role: Role, from: Square, to: Square) -> Diagram {
        let mut next = *self;
        let from = Bitboard::of(from);
        let to = Bitboard::of(to);
        for set in &mut next.board.roles {
            *set = set.without(to);
        }
        next.board.colors[S::THEM] = next.board.colors[S::THEM].without(to);
        next.board.colors[S::US] ^= from | to;
        next.board.roles[role.index()] ^= from | to;
        next.castling = if role == Role::King {
            self.castling.without(S::BACK_RANK | to)
        } else {
            self.castling.without(from | to)
        };
        next.en_passant = Bitboard::EMPTY;
        next
    }
}

impl<S: Side> Sink<S> for Descent<'_> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        for to in targets {
            let next = self.diagram.moved::<S>(role, from, to);
            self.descend::<S>(&next);
        }
    }
    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            let from = step.origin::<S>(to);
            let mut next = self.diagram.moved::<S>(Role::Pawn, from, to);
            if step == PawnStep::Double {
                next.en_passant = S::backward(Bitboard::of(to));
            }
            self.descend::<S>(&next);
        }
    }
    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            let from = step.origin::<S>(to);
            let next = self.diagram.moved::<S>(Role::Pawn, from, to);
            for role in Role::PROMOTIONS {
                let mut next = next;
                next.board.roles[Role::Pawn.index()] ^= Bitboard::of(to);
                next.board.roles[role.index()] ^= Bitboard::of(to);
                self.descend::<S>(&next);
            }
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        let mut next = self.diagram.moved::<S>(Role::Pawn, from, to);
        let taken = S::backward(Bitboard::of(to));
        next.board.colors[S::THEM] ^= taken;
        next.board.roles[Role::Pawn.index()] ^= taken;
        self.descend::<S>(&next);
    }
    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        let path = CastlingPath::new(S::COLOR, king, rook);
        let mut next = *self.diagram;
        let kings = Bitboard::of(king) ^ Bitboard::of(path.king_to);
        let rooks = Bitboard::of(rook) ^ Bitboard::of(path.rook_to);
        next.board.colors[S::US] ^= kings ^ rooks;
        next.board.roles[Role::King.index()] ^= kings;
        next.board.roles[Role::Rook.index()] ^= rooks;
        next.castling = next.castling.without(S::BACK_RANK);
        next.en_passant = Bitboard::EMPTY;
        self.descend::<S>(&next);
    }
}
/// x
pub fn quick(fen: &str, depth: u32) -> u64 {
    let mut f = fen.split(' ');
    let mut b = crate::Board::default();
    let mut castling = Bitboard::EMPTY;
    for (r, row) in f.next().unwrap().split('/').enumerate() {
        let mut file = 0;
        for c in row.chars() {
            if let Some(d) = c.to_digit(10) {
                file += d as usize
            } else {
                b.set(
                    Square::from_index((7 - r) * 8 + file).unwrap(),
                    crate::Piece::from_letter(c),
                );
                file += 1;
            }
        }
    }
    let w = f.next().unwrap() == "w";
    for c in f.next().unwrap().chars() {
        match c {
            'K' => castling.insert(Square::H1),
            'Q' => castling.insert(Square::A1),
            'k' => castling.insert(Square::H8),
            'q' => castling.insert(Square::A8),
            _ => {}
        }
    }
    let d = Diagram { board: b, castling, en_passant: Bitboard::EMPTY };
    let _ = Color::White;
    if w { perft_diagram::<White>(&d, depth) } else { perft_diagram::<Black>(&d, depth) }
}
