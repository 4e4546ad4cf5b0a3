//! Numbers from outside.

use std::num::IntErrorKind;

use crate::note::Notes;
use crate::words::Words;

/// A kind of number that takes the nearest value it can hold.
pub(crate) trait Number: Sized {
    fn nearest(number: i128) -> Self;
}

macro_rules! numbers {
    ($($kind:ty),*) => {$(
        impl Number for $kind {
            fn nearest(number: i128) -> $kind {
                number.clamp(<$kind>::MIN.into(), <$kind>::MAX.into()) as $kind
            }
        }
    )*};
}
numbers!(i32, i64, u16, u32, u64);

/// A whole number, or the nearest one of its kind: what overflows was meant to
/// be large. `None` if it is no number.
pub(crate) fn integer<N: Number>(text: &str) -> Option<N> {
    match text.parse() {
        Ok(number) => Some(N::nearest(number)),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Some(N::nearest(i128::MAX)),
            IntErrorKind::NegOverflow => Some(N::nearest(i128::MIN)),
            _ => None,
        },
    }
}

/// Reads the number that belongs to `field` into `slot`, which otherwise stays
/// as it is.
///
/// A word that `is_keyword` is left alone: in `go wtime depth 5` only the clock
/// is lost.
pub(crate) fn read<N: Number>(
    slot: &mut Option<N>,
    field: &'static str,
    words: &mut Words<'_>,
    is_keyword: impl Fn(&str) -> bool,
    notes: &mut Notes,
) {
    let Some(word) = words.peek().filter(|word| !is_keyword(word)) else {
        notes.no_number(field, None);
        return;
    };
    words.next();
    match integer(word) {
        Some(number) => *slot = Some(number),
        None => notes.no_number(field, Some(word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_the_range_are_the_nearest() {
        assert_eq!(integer::<u32>("17"), Some(17));
        assert_eq!(integer::<u32>("-17"), Some(0));
        assert_eq!(integer::<i64>("-17"), Some(-17));
        assert_eq!(integer::<u64>("18446744073709551615"), Some(u64::MAX));
        assert_eq!(integer::<u16>("70000"), Some(u16::MAX));
        assert_eq!(integer::<i32>(&"9".repeat(100)), Some(i32::MAX));
        assert_eq!(integer::<i32>(&format!("-{}", "9".repeat(100))), Some(i32::MIN));
        for text in ["", "-", "x", "1.5", "0x10", "1_000", "١"] {
            assert_eq!(integer::<i64>(text), None, "{text}");
        }
    }
}
