//! What a move's text says, before the position is asked.

use crate::{File, Move, Rank, Role, Square};

/// What a text says about a move, before the position is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WrittenMove {
    /// `None` if both squares are given without a piece.
    pub(crate) role: Option<Role>,
    pub(crate) from_file: Option<File>,
    pub(crate) from_rank: Option<Rank>,
    pub(crate) to_file: File,
    /// Missing in a pawn's capture from file to file: `ed`.
    to_rank: Option<Rank>,
    pub(crate) takes: bool,
    pub(crate) promotion: Option<Role>,
}

impl WrittenMove {
    /// Reads what follows the letter of the piece. From the end, because the
    /// target is what is always there.
    pub(crate) fn read(role: Option<Role>, text: &str) -> Option<WrittenMove> {
        let (text, promotion) = split_promotion(text)?;
        let mut letters = text.chars();
        let to_rank = take_back(&mut letters, Rank::from_digit);
        let to_file = take_back(&mut letters, File::from_letter)?;
        let mark = take_back(&mut letters, |c| "x×X:-–—".contains(c).then_some(c));
        let from_rank = take_back(&mut letters, Rank::from_digit);
        let from_file = take_back(&mut letters, File::from_letter);
        let is_complete = match (role, from_file, from_rank) {
            (None, None, Some(_)) => false,
            (None | Some(Role::Pawn), from_file, _) => to_rank.is_some() || from_file.is_some(),
            _ => to_rank.is_some(),
        };
        let has_both_squares = from_file.and(from_rank).and(to_rank).is_some();
        (letters.as_str().is_empty() && is_complete).then_some(WrittenMove {
            role: if has_both_squares { role } else { role.or(Some(Role::Pawn)) },
            from_file,
            from_rank,
            to_file,
            to_rank,
            takes: mark.is_some_and(|mark| !"-–—".contains(mark)),
            promotion,
        })
    }

    pub(crate) fn from(&self) -> Option<Square> {
        Some(Square::new(self.from_file?, self.from_rank?))
    }

    pub(crate) fn to(&self) -> Option<Square> {
        Some(Square::new(self.to_file, self.to_rank?))
    }

    /// Whether this may mean a legal move of one of its
    /// origins, leaving aside what a pawn becomes.
    pub(crate) fn fits(&self, mv: Move) -> bool {
        let to = mv.to();
        if mv.is_castling() || to.file() != self.to_file {
            return false;
        }
        if self.to_rank.is_some_and(|rank| rank != to.rank()) {
            return false;
        }
        if self.role != Some(Role::Pawn) || self.from_rank.is_some() {
            return true;
        }
        // With its file a pawn takes (`bb5` is not the pawn's push), without it goes ahead.
        let takes = mv.from().file() != to.file();
        takes == (self.takes || self.from_file.is_some())
    }
}

/// The text without white space around it and without what is said about the
/// move after it.
pub(crate) fn without_marks(text: &str) -> &str {
    // Most moves end with their square, and there is nothing to look for.
    if let [b'!'..=b'~', .., b'1'..=b'8'] = text.as_bytes() {
        return text;
    }
    let mut text = text.trim();
    loop {
        let bare = text.trim_end_matches(['+', '#', '!', '?', '†', '‡', '‼', '⁇', '⁈', '⁉']);
        let bare = ["e.p.", "e.p", "ep"]
            .into_iter()
            .find_map(|mark| bare.strip_suffix(mark))
            .unwrap_or(bare)
            .trim_end();
        if bare.len() == text.len() {
            return text;
        }
        text = bare;
    }
}

/// `O-O` and `O-O-O` with letters or zeros, with or without dashes; whether
/// it is kingside.
pub(crate) fn castling_side(text: &str) -> Option<bool> {
    let is_ring = |c: char| matches!(c, 'O' | '0' | 'o' | 'О' | 'о'); // Cyrillic too
    if !text.starts_with(is_ring) {
        return None;
    }
    let mut rings = 0;
    let mut was_dash = false;
    for letter in text.chars() {
        let is_dash = matches!(letter, '-' | '–' | '—' | '‑');
        if is_dash == was_dash && is_dash || !is_dash && !is_ring(letter) {
            return None;
        }
        rings += i32::from(!is_dash);
        was_dash = is_dash;
    }
    match rings {
        2 | 3 if !was_dash => Some(rings == 2),
        _ => None,
    }
}

/// Cuts off what the pawn becomes: `=Q`, `(Q)`, `/Q`, `Q`, in either case.
/// `None` if there is a mark of promotion and no piece a pawn can become.
fn split_promotion(text: &str) -> Option<(&str, Option<Role>)> {
    if text.ends_with(|c: char| c.is_ascii_digit()) {
        return Some((text, None));
    }
    let inner = text.strip_suffix(')').unwrap_or(text);
    let mut letters = inner.chars();
    let role = letters.next_back().and_then(role_or_b);
    let before = letters.as_str();
    let unmarked = before.strip_suffix(['=', '/', '(']).unwrap_or(before);
    let is_marked = unmarked.len() != before.len() || inner.len() != text.len();
    // Without a mark, a letter after the rank: `axb` ends with a file.
    let is_bare = role.is_some() && before.ends_with(|c: char| c.is_ascii_digit());
    match role {
        Some(Role::Pawn | Role::King) | None if is_marked || is_bare => None,
        Some(role) if is_marked || is_bare => Some((unmarked, Some(role))),
        _ => Some((text, None)),
    }
}

/// A piece's letter that is no file: a capital, a figurine, a small one but `b`.
pub(crate) fn role_of(letter: char) -> Option<Role> {
    match letter {
        'b' => None,
        '♔'..='♟' => {
            let from_king = (letter as usize - '♔' as usize) % 6;
            Some(Role::ALL[5 - from_king])
        }
        _ => Role::from_letter(letter),
    }
}

fn role_or_b(letter: char) -> Option<Role> {
    if letter == 'b' { Some(Role::Bishop) } else { role_of(letter) }
}

/// Takes the last letter if it can be read.
fn take_back<T>(letters: &mut std::str::Chars, read: impl Fn(char) -> Option<T>) -> Option<T> {
    let value = read(letters.clone().next_back()?)?;
    letters.next_back();
    Some(value)
}
