//! A FEN of which only the beginning was written.

/// Whether this is the beginning of a FEN as we write them, with six fields.
pub(super) fn is_begun(text: &[u8]) -> bool {
    let mut fields = text.split(|&byte| byte == b' ').enumerate().peekable();
    while let Some((index, field)) = fields.next() {
        let is_last = fields.peek().is_none();
        if !is_field(index, field, is_last) {
            return false;
        }
    }
    true
}

/// Full ranks from which a text without any line before it is the beginning of a FEN:
/// numbers, letters and dates begin like one too.
const SURE: usize = 4;

/// Whether this is the beginning of a FEN and of nothing else.
pub(super) fn is_unmistakable(text: &[u8]) -> bool {
    let ranks = text.iter().take_while(|&&byte| byte != b' ').filter(|&&byte| byte == b'/');
    ranks.count() >= SURE && is_begun(text)
}

/// Whether this is a FEN with all of its fields, or says nothing: an empty line or a
/// comment.
pub(super) fn is_whole(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let fields = text.split(|&byte| byte == b' ').filter(|field| !field.is_empty());
    text.is_empty() || text.starts_with(b"#") || fields.count() == 6 && is_begun(text)
}

/// Whether this is a field of a FEN, or of the last one the beginning.
fn is_field(index: usize, field: &[u8], is_last: bool) -> bool {
    if field.is_empty() {
        return is_last && index < 6;
    }
    match index {
        0 => is_placement(field, is_last),
        1 => matches!(field, b"w" | b"b"),
        2 => field == b"-" || field.len() <= 4 && field.iter().all(u8::is_ascii_alphabetic),
        3 => match field {
            b"-" => true,
            [b'a'..=b'h', b'3' | b'6'] => true,
            [b'a'..=b'h'] => is_last,
            _ => false,
        },
        4 | 5 => field.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

fn is_placement(field: &[u8], is_last: bool) -> bool {
    let ranks: Vec<&[u8]> = field.split(|&byte| byte == b'/').collect();
    let squares = |rank: &[u8]| -> Option<u32> {
        rank.iter()
            .map(|&byte| match byte {
                b'1'..=b'8' => Some(u32::from(byte - b'0')),
                byte => b"pnbrqkPNBRQK".contains(&byte).then_some(1),
            })
            .sum()
    };
    let are_good = ranks.iter().enumerate().all(|(index, rank)| match squares(rank) {
        Some(8) => true,
        Some(fewer) => fewer < 8 && is_last && index + 1 == ranks.len(),
        None => false,
    });
    are_good && ranks.len() <= 8 && (is_last || ranks.len() == 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_may_end_anywhere() {
        for fen in [
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
            "8/8/4k3/8/8/4K3/4P3/8 b - - 12 104",
            "bnrbkqrn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKQRN w GCgc - 0 1",
        ] {
            for end in 0..=fen.len() {
                assert!(is_begun(&fen.as_bytes()[..end]), "{}", &fen[..end]);
            }
        }
        for text in ["", "7", "12", "b", "rnbqkbnr", "8/8/26", "rnbqkbnr/pppppppp/8"] {
            assert!(!is_unmistakable(text.as_bytes()), "{text}");
        }
        assert!(is_unmistakable(b"rnbqkbnr/pppppppp/8/8/4"));
        assert!(is_whole(b"8/8/4k3/8/8/4K3/4P3/8 b - - 12 104"));
        assert!(!is_whole(b"8/8/4k3/8/8/4K3/4P3/8 b - -"));
        assert!(!is_whole(b"8/8/4k3/8/8/4K3/4P3/8 b - - 12"));
        for foreign in [
            "precious",
            "nine",
            "rnbqkbnrr",
            "rnbqkbnr/ppppppp/8",
            "8/8/8/8/8/8/8/8/8",
            "8/8/8 w",
            "8/8/8/8/8/8/8/8 white",
            "8/8/8/8/8/8/8/8 w - - 0 1 mine",
            "8/8/8/8/8/8/8/8 w - - 0 1 ",
            "8  ",
            "\n",
        ] {
            assert!(!is_begun(foreign.as_bytes()), "{foreign}");
        }
    }
}
