//! Commands inside comments: clocks, times used and evaluations.
//!
//! They stay where they stand in the comment and are read out of it on demand,
//! so that what a program wrote is written back as it was.

use std::fmt;
use std::time::Duration;

use super::Comment;

/// What an engine thought of a position: `[%eval 0.35,18]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eval {
    /// How much better White stands.
    pub score: PgnScore,
    /// How deep the engine looked, if it was written down.
    pub depth: Option<u32>,
}

/// An evaluation from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PgnScore {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves, negative if Black mates.
    Mate(i32),
}

impl Comment {
    /// The value of the first command of this name: `0:01:00` for `clk` in
    /// `[%clk 0:01:00]`.
    pub fn command(&self, name: &str) -> Option<&str> {
        let mut commands = Commands { rest: self.as_str() };
        commands.find(|command| command.name == name).map(|command| command.value)
    }

    /// What was left on the mover's clock: `[%clk 1:23:45]`.
    pub fn clock(&self) -> Option<Duration> {
        parse_duration(self.command("clk")?)
    }

    /// The time the move took: `[%emt 0:00:12.5]`.
    pub fn elapsed(&self) -> Option<Duration> {
        parse_duration(self.command("emt")?)
    }

    /// What an engine thought of the position: `[%eval -1.25]` or `[%eval #3]`.
    pub fn eval(&self) -> Option<Eval> {
        parse_eval(self.command("eval")?)
    }

    /// What is said in words: the text without commands.
    pub fn prose(&self) -> String {
        let mut prose = String::new();
        let mut commands = Commands { rest: self.as_str() };
        for command in commands.by_ref() {
            push_words(&mut prose, command.before);
        }
        push_words(&mut prose, commands.rest);
        prose
    }

    /// The comment without commands of this name; `None` if nothing is left.
    pub(super) fn without_command(&self, name: &str) -> Option<Comment> {
        let mut left = String::new();
        let mut commands = Commands { rest: self.as_str() };
        for command in commands.by_ref() {
            left.push_str(command.before);
            if command.name != name {
                left.push_str(command.whole);
            }
        }
        left.push_str(commands.rest);
        Comment::new(&left)
    }
}

fn push_words(text: &mut String, more: &str) {
    let more = more.trim();
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

/// `[%name value]`, and the text before it.
struct MarkCommand<'a> {
    before: &'a str,
    whole: &'a str,
    name: &'a str,
    value: &'a str,
}

/// The commands of a text; after them `rest` is what follows the last one.
struct Commands<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Commands<'a> {
    type Item = MarkCommand<'a>;

    fn next(&mut self) -> Option<MarkCommand<'a>> {
        let start = self.rest.find("[%")?;
        let length = self.rest[start..].find(']')? + 1;
        let (before, tail) = self.rest.split_at(start);
        let (whole, rest) = tail.split_at(length);
        let inner = &whole[2..whole.len() - 1];
        let (name, value) =
            inner.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((inner, ""));
        self.rest = rest;
        Some(MarkCommand { before, whole, name, value: value.trim() })
    }
}

/// `h:mm:ss`, `mm:ss` or `ss`, seconds perhaps with a fraction.
fn parse_duration(text: &str) -> Option<Duration> {
    let mut parts = text.rsplit(':');
    let (seconds, fraction) = match parts.next()?.split_once(['.', ',']) {
        Some((seconds, fraction)) => (seconds, fraction),
        None => (text.rsplit(':').next()?, ""),
    };
    let mut total = parse_number(seconds)?;
    for unit in [60, 3600] {
        let Some(part) = parts.next() else { break };
        total = total.checked_add(parse_number(part)?.checked_mul(unit)?)?;
    }
    if parts.next().is_some() {
        return None;
    }
    // Nine digits are nanoseconds; what is finer is dropped.
    let digits = fraction.get(..9.min(fraction.len()))?;
    let nanos = if digits.is_empty() { 0 } else { parse_number(digits)? };
    let nanos = nanos * 10u64.pow(9 - digits.len() as u32);
    // Below a second, because there are nine digits at most.
    Some(Duration::new(total, u32::try_from(nanos).ok()?))
}

/// Digits only, few enough for any clock or score.
fn parse_number(text: &str) -> Option<u64> {
    let is_number =
        (1..=10).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// The time as commands write it: `h:mm:ss`, with a fraction if there is one.
pub(super) fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match time.subsec_nanos() {
        0 => whole,
        nanos => format!("{whole}.{}", format!("{nanos:09}").trim_end_matches('0')),
    }
}

/// `0.35`, `-1.2,18`, `#-3`.
fn parse_eval(text: &str) -> Option<Eval> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score.trim(), Some(parse_number(depth.trim())?.try_into().ok()?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => PgnScore::Mate(parse_signed(moves, 0)?),
        None => PgnScore::Centipawns(parse_signed(score, 2)?),
    };
    Some(Eval { score, depth })
}

/// A decimal number times ten to the power of `decimals`, further ones dropped.
fn parse_signed(text: &str, decimals: usize) -> Option<i32> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() || fraction.len() > 9 {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { parse_number(whole)? };
    let is_number = fraction.bytes().all(|byte| byte.is_ascii_digit());
    let kept = fraction.get(..decimals.min(fraction.len())).filter(|_| is_number)?;
    let part = if kept.is_empty() { 0 } else { parse_number(kept)? };
    let part = part * 10u64.pow((decimals - kept.len()) as u32);
    let value =
        i32::try_from(whole.checked_mul(10u64.pow(decimals as u32))?.checked_add(part)?).ok()?;
    Some(if is_negative { -value } else { value })
}

/// As the command writes it: `0.35,18`, `#-3`.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            PgnScore::Mate(moves) => write!(f, "#{moves}")?,
            PgnScore::Centipawns(score) => {
                let sign = if score < 0 { "-" } else { "" };
                let size = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(text: &str) -> Comment {
        Comment::new(text).unwrap()
    }

    #[test]
    fn clocks() {
        let cases = [
            ("0:03:00", Some(180_000), "0:03:00"),
            ("1:02:03.5", Some(3_723_500), "1:02:03.5"),
            ("1:2:3", Some(3_723_000), "1:02:03"),
            ("02:59", Some(179_000), "0:02:59"),
            ("12,25", Some(12_250), "0:00:12.25"),
            ("100:00:00", Some(360_000_000), "100:00:00"),
            ("9999999999:59:59", Some(35_999_999_999_999_000), "9999999999:59:59"),
        ];
        for (text, millis, written) in cases {
            let found = comment(&format!("a [%clk {text}] b")).clock();
            assert_eq!(found.map(|time| time.as_millis()), millis, "{text}");
            assert_eq!(found.map(format_duration).as_deref(), Some(written));
        }
        for bad in ["", ":", "1:", "-1:00:00", "1:00:00:00", "x", "99999999999", "1.é", "1.5:00"] {
            assert_eq!(comment(&format!("[%clk {bad}]")).clock(), None, "{bad}");
        }
        assert_eq!(comment("[%emt 0:00:01]").elapsed(), Some(Duration::from_secs(1)));
    }

    #[test]
    fn evaluations() {
        let cases = [
            ("0.17", PgnScore::Centipawns(17), None, "0.17"),
            ("-0.05,12", PgnScore::Centipawns(-5), Some(12), "-0.05,12"),
            ("+1", PgnScore::Centipawns(100), None, "1.00"),
            ("-.5", PgnScore::Centipawns(-50), None, "-0.50"),
            ("2.345", PgnScore::Centipawns(234), None, "2.34"),
            ("#3", PgnScore::Mate(3), None, "#3"),
            ("#-3,20", PgnScore::Mate(-3), Some(20), "#-3,20"),
        ];
        for (text, score, depth, written) in cases {
            let eval = comment(&format!("[%eval {text}]")).eval();
            assert_eq!(eval, Some(Eval { score, depth }), "{text}");
            assert_eq!(eval.unwrap().to_string(), written);
        }
        for bad in ["", "#", "-", ".", "x", "1.2.3", "1.é", "0.1,", "0.1,x", "9999999999", "#0.5x"]
        {
            assert_eq!(comment(&format!("[%eval {bad}]")).eval(), None, "{bad}");
        }
    }

    #[test]
    fn words_around_commands() {
        let text = comment("good [%csl Ge4] move [%clk 0:01:00] [%eval 0.1] indeed");
        assert_eq!(text.prose(), "good move indeed");
        assert_eq!(text.command("csl"), Some("Ge4"));
        assert_eq!(text.command("emt"), None);
        let without = text.without_command("clk").unwrap();
        assert_eq!(without.as_str(), "good [%csl Ge4] move [%eval 0.1] indeed");
        assert_eq!(comment("[%clk 0:01:00]").without_command("clk"), None);
        // Never closed: words.
        assert_eq!(comment("a [%clk 0:01").prose(), "a [%clk 0:01");
    }
}
