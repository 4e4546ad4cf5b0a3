//! The scores that programs leave in the comments of their moves.

use eval::Score;

/// The score at the beginning of a comment, from the mover's view: `+0.31/12 0.5s`, `-M4/18 0.1s`, `+0.31 12/20 543 12345`,
/// or nothing but `+0.31`.
pub(super) fn score(comment: &str) -> Option<Score> {
    let begins_with_digit =
        |text: &str| text.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
    let mut words = comment.split_whitespace();
    let first = words.next()?;
    // A slash in some other comment is no score: a depth follows it.
    if let Some((text, depth)) = first.split_once('/') {
        return begins_with_digit(depth).then(|| number(text))?;
    }
    let is_signed = first.starts_with(['+', '-']);
    let is_score = match [words.next(), words.next(), words.next(), words.next()] {
        // A number alone may be anything; so it has its sign, as all scores but nought have.
        [None, ..] => is_signed || first == "0.00",
        [Some(depths), Some(milliseconds), Some(nodes), None] => {
            let (depth, most) = depths.split_once('/')?;
            [depth, most, milliseconds, nodes].into_iter().all(begins_with_digit)
        }
        _ => false,
    };
    is_score.then(|| number(first))?
}

/// A score as it is written: `+0.31`, `-M4`.
fn number(text: &str) -> Option<Score> {
    let (is_lost, size) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if let Some(moves) = size.strip_prefix(['M', '#']) {
        let moves: u32 = moves.parse().ok().filter(|&moves| moves < 10_000)?;
        return Some(match is_lost {
            true => Score::mated_in((2 * moves).min(LONGEST_MATE)),
            false => Score::mate_in((2 * moves).saturating_sub(1).min(LONGEST_MATE)),
        });
    }
    let is_number = size.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let pawns: f64 = size.parse().ok().filter(|_| is_number)?;
    let centipawns = (pawns * 100.0).round().min(MOST_CENTIPAWNS) as i32;
    Some(Score::cp(if is_lost { -centipawns } else { centipawns }))
}

/// The longest mate that a score can say, in plies.
const LONGEST_MATE: u32 = 200;
/// More than any board for training has; below all mates.
const MOST_CENTIPAWNS: f64 = 20_000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_test_frameworks_are_scores() {
        let cases = [
            ("+0.31/12 0.543s", Some(Score::cp(31))),
            ("-1.05/7 0.1s, n=123, pv=\"e2e4\"", Some(Score::cp(-105))),
            ("0.00/20 1s", Some(Score::DRAW)),
            ("+M1/2 0.001s, White mates", Some(Score::mate_in(1))),
            ("-M2/30 0.001s", Some(Score::mated_in(4))),
            ("+999.99/1 0s", Some(Score::cp(20_000))),
            ("book", None),
            ("book 0.001s", None),
            ("0.250s", None),
            ("an idea of 1/2", None),
            ("1e9/3", None),
            ("+/3", None),
            ("+M/3", None),
            ("inf/3", None),
            ("ü/3", None),
            ("+0.31 12/20 543 12345", Some(Score::cp(31))),
            ("-M2 30/41 1 99", Some(Score::mated_in(4))),
            ("0.17 9/9 1 1", Some(Score::cp(17))),
            ("-0.05", Some(Score::cp(-5))),
            ("+M3", Some(Score::mate_in(5))),
            ("0.00", Some(Score::DRAW)),
            ("0.25", None),
            ("unknown", None),
            ("-", None),
            ("+1 for courage", None),
            ("12 1/2 points", None),
            ("+0.31 12/20 543", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(score(text), expected, "{text}");
        }
    }
}
