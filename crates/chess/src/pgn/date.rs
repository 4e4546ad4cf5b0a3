//! Dates and times as PGN writes them.

/// The date and the time in Greenwich, so many seconds after the beginning of 1970.
///
/// ```
/// let (date, time) = plywise_chess::pgn::date_and_time(1_794_727_426);
/// assert_eq!((date.as_str(), time.as_str()), ("2026.11.15", "07:23:46"));
/// ```
pub fn date_and_time(seconds: u64) -> (String, String) {
    // Days in a calendar whose years begin in March: leap days come last, and
    // 400 years are always 146,097 days.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let date = format!("{:04}.{month:02}.{day:02}", era * 400 + year + carry);
    let clock = seconds % 86_400;
    (date, format!("{:02}:{:02}:{:02}", clock / 3600, clock / 60 % 60, clock % 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, expected) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (4_107_542_400, "2100.03.01"),
            (1_767_225_599, "2025.12.31"),
        ] {
            assert_eq!(date_and_time(seconds).0, expected);
        }
        assert_eq!(date_and_time(1_767_225_599).1, "23:59:59");
    }
}
