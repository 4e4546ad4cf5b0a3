//! The board, drawn in characters.

use std::fmt::Write;

use chess::{Board, Color, File, Piece, Rank, Role, Square};

use super::console::terminal::{Colors, Style};

/// What is to be seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardDrawing<'a> {
    /// The pieces.
    pub(crate) board: &'a Board,
    /// Whose side is below.
    pub(crate) bottom: Color,
    /// Where the last move came from and went.
    pub(crate) last: Option<(Square, Square)>,
    /// A king in check.
    pub(crate) check: Option<Square>,
}

/// The lines of a drawn board: eight ranks and the letters of the files.
pub(crate) const LINES: usize = 9;

/// How many columns a board takes whose squares are this wide.
pub(crate) const fn columns(cell: usize) -> usize {
    2 + 8 * cell
}

/// What is special about a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    LastMove,
    Check,
}

impl BoardDrawing<'_> {
    /// Draws the board with squares two or three columns wide.
    pub(crate) fn draw(&self, style: Style, cell: usize) -> Vec<String> {
        let mut ranks = Rank::ALL;
        let mut files = File::ALL;
        match self.bottom {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let mut lines: Vec<String> = ranks
            .into_iter()
            .map(|rank| {
                let mut line = format!("{rank} ");
                for file in files {
                    self.draw_square(Square::new(file, rank), style, cell, &mut line);
                }
                if style.colors != Colors::None {
                    line.push_str("\x1b[0m");
                }
                line
            })
            .collect();
        let mut letters = "  ".to_owned();
        for file in files {
            let gap = if cell == 3 { " " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(letters, "{gap}{file} ");
        }
        lines.push(letters);
        lines
    }

    fn draw_square(&self, square: Square, style: Style, cell: usize, line: &mut String) {
        let piece = self.board.piece_at(square);
        let mark = match self.last {
            _ if self.check == Some(square) => Mark::Check,
            Some((from, to)) if square == from || square == to => Mark::LastMove,
            _ => Mark::None,
        };
        if style.colors != Colors::None {
            let figure = piece.map_or(' ', |piece| figure(piece, style));
            let paint =
                paint(style.colors, square.is_light(), mark, piece.map(|piece| piece.color));
            let gap = if cell == 3 { " " } else { "" };
            let _ = write!(line, "\x1b[{paint}m{gap}{figure} ");
            return;
        }
        let empty = if style.figures { '·' } else { '.' };
        let figure = piece.map_or(empty, |piece| figure(piece, style));
        let _ = match (mark, cell) {
            (Mark::None, 3) => write!(line, " {figure} "),
            (Mark::None, _) => write!(line, "{figure} "),
            (Mark::LastMove, 3) => write!(line, "[{figure}]"),
            (Mark::LastMove, _) => write!(line, "{figure}*"),
            (Mark::Check, 3) => write!(line, "!{figure}!"),
            (Mark::Check, _) => write!(line, "{figure}!"),
        };
    }
}

/// A piece as a figure or a letter. In colour both sides have the filled
/// figures, which show the colour best.
pub(crate) fn figure(piece: Piece, style: Style) -> char {
    if !style.figures {
        return piece.letter();
    }
    let is_filled = piece.color == Color::Black || style.colors != Colors::None;
    match (piece.role, is_filled) {
        (Role::King, false) => '♔',
        (Role::Queen, false) => '♕',
        (Role::Rook, false) => '♖',
        (Role::Bishop, false) => '♗',
        (Role::Knight, false) => '♘',
        (Role::Pawn, false) => '♙',
        (Role::King, true) => '♚',
        (Role::Queen, true) => '♛',
        (Role::Rook, true) => '♜',
        (Role::Bishop, true) => '♝',
        (Role::Knight, true) => '♞',
        (Role::Pawn, true) => '♟',
    }
}

/// The terminal's numbers for a square and the piece on it. The squares are of
/// middle brightness, so that white pieces and black pieces both stand out: the
/// contrast is above 3 everywhere in the large palette. That leaves only the hue
/// to mark the last move: blue on brown is seen by everybody.
fn paint(colors: Colors, is_light: bool, mark: Mark, piece: Option<Color>) -> String {
    let is_many = colors == Colors::Many;
    let ground = match (mark, is_light) {
        (Mark::None, true) if is_many => "48;5;137",
        (Mark::None, false) if is_many => "48;5;95",
        (Mark::LastMove, true) if is_many => "48;5;32",
        (Mark::LastMove, false) if is_many => "48;5;25",
        (Mark::Check, _) if is_many => "48;5;160",
        (Mark::None, true) => "46",
        (Mark::None, false) => "44",
        (Mark::LastMove, _) => "43",
        (Mark::Check, _) => "41",
    };
    let ink = match piece {
        Some(Color::White) if is_many => ";1;38;5;231",
        Some(Color::Black) if is_many => ";22;38;5;16",
        Some(Color::White) => ";1;37",
        Some(Color::Black) => ";22;30",
        None => "",
    };
    format!("{ground}{ink}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::console::terminal::InputMode;
    use crate::play::console::width;
    use chess::Position;

    const LETTERS: Style = Style {
        input: InputMode::Piped,
        in_place: false,
        colors: Colors::None,
        figures: false,
        ascii: true,
        plain: false,
    };

    fn draw(bottom: Color, style: Style, cell: usize) -> String {
        let position: Position =
            "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse().unwrap();
        let view = BoardDrawing {
            board: position.board(),
            bottom,
            last: Some((Square::D8, Square::H4)),
            check: Some(Square::E1),
        };
        let lines = view.draw(style, cell);
        assert_eq!(lines.len(), LINES);
        if style.colors == Colors::None {
            assert!(lines.iter().all(|line| width::of(line) == columns(cell)), "{lines:?}");
        }
        lines.join("\n")
    }

    #[test]
    fn letters_from_both_sides() {
        assert_eq!(
            draw(Color::White, LETTERS, 3),
            "8  r  n  b [.] k  b  n  r \n\
             7  p  p  p  p  .  p  p  p \n\
             6  .  .  .  .  .  .  .  . \n\
             5  .  .  .  .  p  .  .  . \n\
             4  .  .  .  .  .  P  P [q]\n\
             3  .  .  .  .  .  .  .  . \n\
             2  P  P  P  P  P  .  .  P \n\
             1  R  N  B  Q !K! B  N  R \n   \
                a  b  c  d  e  f  g  h "
        );
        let black = draw(Color::Black, LETTERS, 2);
        assert!(black.starts_with("1 R N B K!Q B N R \n2 P . . P P P P P \n"), "{black}");
        assert!(black.ends_with("  h g f e d c b a "), "{black}");
    }

    #[test]
    fn figures_and_colors() {
        let figures = Style { figures: true, ..LETTERS };
        assert!(draw(Color::White, figures, 3).contains("!♔!"));
        assert!(draw(Color::White, figures, 3).contains("[♛]"));
        let colors = Style { figures: true, colors: Colors::Many, ..LETTERS };
        let drawn = draw(Color::White, colors, 3);
        assert!(drawn.contains("\x1b[48;5;160;1;38;5;231m ♚ "), "{drawn}");
        assert!(drawn.lines().take(8).all(|line| line.ends_with("\x1b[0m")));
    }
}
