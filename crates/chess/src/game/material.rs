//! Mate and stalemate, and the material it takes to mate.

use crate::{Bitboard, Color, Position, Role};

impl Position {
    /// Whether the side to move is in check and has no legal move.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether neither side has the pieces to mate, wherever they stand: bare
    /// kings, one knight, or bishops that all go on squares of one colour.
    ///
    /// Two knights against a bare king are enough: mate cannot be forced, but
    /// it can happen.
    ///
    /// ```
    /// use plywise_chess::Position;
    ///
    /// let opposite_bishops: Position = "8/4kb2/8/8/8/8/3BK3/8 w - - 0 1".parse()?;
    /// assert!(!opposite_bishops.has_insufficient_material());
    /// let same_bishops: Position = "8/4kb2/8/8/8/8/3KB3/8 w - - 0 1".parse()?;
    /// assert!(same_bishops.has_insufficient_material());
    /// # Ok::<(), plywise_chess::FenError>(())
    /// ```
    pub fn has_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.can_mate_by_material(color))
    }

    /// Whether some arrangement of the pieces on the board, the opponent's
    /// included, has `color` mating: what a flag fall asks first.
    ///
    /// An opponent's pieces can help by standing in their king's way. So a lone
    /// knight can mate a king that has a pawn, a rook, a bishop or a knight
    /// beside it, but not one that has only queens: a queen that is in the way
    /// can take the knight.
    pub fn can_mate_by_material(&self, color: Color) -> bool {
        let board = self.board();
        let ours = board.color(color);
        let theirs = board.color(!color);
        let (pawns, knights) = (board.role(Role::Pawn), board.role(Role::Knight));
        let (bishops, queens) = (board.role(Role::Bishop), board.role(Role::Queen));
        if (ours & (pawns | board.role(Role::Rook) | queens)).any() {
            return true;
        }
        if (ours & knights).any() {
            return ours.count() > 2 || theirs.without(board.role(Role::King) | queens).any();
        }
        // Bishops of one colour of squares need somebody else's piece to block a
        // square of the other colour, one that cannot step in between: a
        // knight, a bishop of that colour, or a pawn and what it may become.
        let both_colors = (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any();
        (ours & bishops).any() && (both_colors || (pawns | knights).any())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Piece, Setup, Square, attacks};

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn insufficient_for_both() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
            "4kb2/8/8/8/8/8/8/4K3 w - - 0 1",
            "4kb2/8/3b4/8/8/4B3/8/2B1K3 w - - 0 1",
        ] {
            assert!(position(fen).has_insufficient_material(), "{fen}");
            assert!(position(fen).mirrored().has_insufficient_material(), "{fen}");
        }
    }

    #[test]
    fn insufficient_for_one() {
        for fen in [
            "4k3/5p2/8/8/8/8/8/4K3 w - - 0 1",
            "4kq2/8/8/8/8/8/8/4KN2 w - - 0 1",
            "4kr2/8/8/8/8/8/8/4KB2 w - - 0 1",
            "4knn1/8/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            assert!(!position(fen).can_mate_by_material(Color::White), "{fen}");
            assert!(position(fen).can_mate_by_material(Color::Black), "{fen}");
            assert!(!position(fen).has_insufficient_material(), "{fen}");
        }
    }

    #[test]
    fn what_mates_can_mate() {
        for fen in [
            "k1K5/p1N5/8/8/8/8/8/8 b - - 0 1",
            "kn6/2N5/1K6/8/8/8/8/8 b - - 0 1",
            "k1K5/b1N5/8/8/8/8/8/8 b - - 0 1",
            "k1K5/r7/1N6/8/8/8/8/8 b - - 0 1",
            "k7/2NN4/1K6/8/8/8/8/8 b - - 0 1",
            "kn6/1B6/1K6/8/8/8/8/8 b - - 0 1",
            "kb6/1B6/1K6/8/8/8/8/8 b - - 0 1",
            "k7/pBK5/8/8/8/8/8/8 b - - 0 1",
            "k7/8/1K6/4B3/4B3/8/8/8 b - - 0 1",
            "k7/3N4/1K6/8/4B3/8/8/8 b - - 0 1",
            "k6R/8/1K6/8/8/8/8/8 b - - 0 1",
        ] {
            assert!(position(fen).is_checkmate(), "{fen}");
            assert!(position(fen).can_mate_by_material(Color::White), "{fen}");
        }
    }

    /// A lone knight or bishop with its king against a king and any number of
    /// pieces of one kind next to it, where they could be in its way.
    #[test]
    fn what_cannot_mate_never_does() {
        // Corner, edges and centre: the rest are reflections.
        let triangle = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];
        for mated in triangle.map(|name| name.parse::<Square>().unwrap()) {
            for (mating, blocking) in [
                (Role::Knight, Role::Queen),
                (Role::Bishop, Role::Queen),
                (Role::Bishop, Role::Rook),
                (Role::Bishop, Role::Bishop),
            ] {
                let around = attacks::king(mated);
                let around = if blocking == Role::Bishop { around & alike(mated) } else { around };
                for piece in attacks::of_role(mating, mated, Bitboard::EMPTY) {
                    for king in Square::all().filter(|&king| king != piece && king != mated) {
                        let taken = Bitboard::of(piece) | Bitboard::of(king);
                        for blockers in subsets(around.without(taken)) {
                            let mut setup = Setup::empty();
                            setup.turn = Color::Black;
                            let mut put = |square, color, role| {
                                setup.board.set(square, Some(Piece { color, role }));
                            };
                            put(mated, Color::Black, Role::King);
                            put(king, Color::White, Role::King);
                            put(piece, Color::White, mating);
                            blockers.into_iter().for_each(|it| put(it, Color::Black, blocking));
                            let Ok(position) = setup.position() else { continue };
                            assert!(!position.can_mate_by_material(Color::White), "{position}");
                            assert!(!position.is_checkmate(), "{position}");
                        }
                    }
                }
            }
        }
    }

    /// The squares of the same colour.
    fn alike(square: Square) -> Bitboard {
        if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK }
    }

    /// All subsets of a set, the empty one first.
    fn subsets(of: Bitboard) -> impl Iterator<Item = Bitboard> {
        let next = move |set: &Bitboard| Some(Bitboard(set.0.wrapping_sub(of.0) & of.0));
        std::iter::successors(Some(Bitboard::EMPTY), next).take(1 << of.count())
    }
}
