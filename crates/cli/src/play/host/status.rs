//! What a thinking player thinks, on one line that always fits.

use std::time::Duration;

use crate::play::console::width;

/// A player's thoughts at a moment.
pub(super) struct ThoughtStatus<'a> {
    /// The player: `Black (hard)`. Where that is too long, what stands before the
    /// bracket will do.
    pub(super) who: &'a str,
    /// What its clock shows.
    pub(super) clock: Option<String>,
    /// How deep it has looked.
    pub(super) depth: u32,
    /// Score and move so far: `+0.35 Nf6`.
    pub(super) best: &'a str,
    /// How long it has thought.
    pub(super) elapsed: Duration,
}

/// How the player is told to move. It goes before everything else that may have
/// to be left out.
const HINT: &str = "(Enter: move now) ";
const SHORT_HINT: &str = "(Enter: now) ";

impl ThoughtStatus<'_> {
    /// The longest way to say it that takes at most so many columns.
    pub(super) fn line(&self, columns: usize) -> String {
        let ThoughtStatus { who, depth, best, .. } = self;
        let seconds = self.elapsed.as_secs_f64();
        let clock = self.clock.as_ref().map_or(String::new(), |clock| format!("{clock} "));
        let told = format!("{clock}thinks: depth {depth}, {best}, {seconds:.1} s {HINT}");
        let short = who.split_once(" (").map_or(*who, |(color, _)| color);
        let ways = [
            format!("{who} {told}"),
            format!("{short} {told}"),
            format!("{clock}depth {depth}, {best}, {seconds:.1} s {HINT}"),
            format!("{clock}depth {depth} {best} {SHORT_HINT}"),
            format!("{clock}d{depth} {best} {SHORT_HINT}"),
            format!("{best} {SHORT_HINT}"),
        ];
        let fits = |way: &&String| width::of(way) <= columns;
        ways.iter().find(fits).cloned().unwrap_or_else(|| SHORT_HINT.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_is_there_in_every_window() {
        let who = "Black (quiescence:depth=12,eval=heatmap,order=history,see)";
        for clock in [None, Some("1:04:58".to_owned())] {
            let status = ThoughtStatus {
                who,
                clock,
                depth: 12,
                best: "-3.35 Qa1xb2+",
                elapsed: Duration::from_millis(23_456),
            };
            for columns in 30..200 {
                let line = status.line(columns);
                assert!(width::of(&line) <= columns, "{columns}: {line}");
                assert!(line.contains("Enter: "), "{columns}: {line}");
                assert!(line.contains("Qa1xb2+"), "{columns}: {line}");
            }
            // In a usual window depth, score, move and time are all there.
            let line = status.line(72);
            assert!(line.starts_with("Black ") && !line.contains("quiescence"), "{line}");
            assert!(line.contains("depth 12, -3.35 Qa1xb2+, 23.5 s (Enter: move now)"), "{line}");
            assert!(status.line(140).starts_with(who));
        }
    }
}
