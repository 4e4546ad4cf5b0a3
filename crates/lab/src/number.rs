//! Numbers as people read them.

/// A number in groups of three digits.
///
/// ```
/// assert_eq!(plywise_lab::grouped(206_603), "206,603");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Several counts in a row: `20 400 8,902`.
pub(crate) fn listed(numbers: &[u64]) -> String {
    numbers.iter().map(|&number| grouped(number)).collect::<Vec<_>>().join(" ")
}

/// A time in the unit that keeps it short: `0.42 ms`, `27.0 s`, `5 min`.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-5 => format!("{:.1} us", s * 1e6),
        s if s < 1e-3 => format!("{:.0} us", s * 1e6),
        s if s < 1e-2 => format!("{:.2} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 120.0 => format!("{s:.1} s"),
        s => format!("{:.0} min", s / 60.0),
    }
}

/// A large rate: `29.9 M`, `640 k`.
pub(crate) fn rate(per_second: f64) -> String {
    match per_second {
        r if r >= 1e6 => format!("{:.1} M", r / 1e6),
        r if r >= 1e3 => format!("{:.0} k", r / 1e3),
        r => format!("{r:.0}"),
    }
}

/// How many times as much, with as many digits as mean something: `1.0`, `28`, `3,100`.
pub(crate) fn times(ratio: f64) -> String {
    match ratio {
        r if r < 1.0 => format!("{r:.2}"),
        r if r < 10.0 => format!("{r:.1}"),
        r if r < 1000.0 => format!("{r:.0}"),
        // Two figures are enough for a ratio of times.
        r => {
            let unit = 10f64.powi(r.log10() as i32 - 1);
            grouped(((r / unit).round() * unit) as u64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_275_708, "1,275,708")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(seconds(0.000_012), "12 us");
        assert_eq!(seconds(0.0042), "4.20 ms");
        assert_eq!(seconds(33.3), "33.3 s");
        assert_eq!(seconds(600.0), "10 min");
        assert_eq!(rate(29_900_000.0), "29.9 M");
        assert_eq!((times(1.0).as_str(), times(28.4).as_str()), ("1.0", "28"));
        assert_eq!(times(31_234.0), "31,000");
    }
}
