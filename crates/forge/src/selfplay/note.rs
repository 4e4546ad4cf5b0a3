//! Notes: what a file says about how its games were made.

use super::{Plan, Rules, TrainingSource};
use chess::quote_up_to;
use numbers::mix;

/// What the file of a thread says. Words of the form `setting=value`, so that
/// two of them can be compared setting by setting.
pub(super) fn note(plan: &Plan, thread: usize) -> String {
    let Rules { random_plies, opening_nodes, opening_bound, nodes, .. } = &plan.rules;
    let rules = &plan.rules;
    format!(
        "players={} nodes={nodes} seed={} file={thread} random={}-{} \
         opening={opening_nodes}/{opening_bound} win={}/{} draw={}/{}/{} longest={} starts={}{}",
        plan.players,
        plan.seed,
        random_plies.start(),
        random_plies.end(),
        rules.win_score,
        rules.win_plies,
        rules.draw_score,
        rules.draw_plies,
        rules.draw_from,
        rules.longest,
        starts(plan),
        if plan.source == TrainingSource::Tree { " source=tree" } else { "" },
    )
}

/// How many starts there are, and a number that changes with any of them.
fn starts(plan: &Plan) -> String {
    let letters = |hash, fen: String| fen.bytes().fold(hash, |hash, b| mix(hash ^ u64::from(b)));
    match &plan.starts[..] {
        [] => "0".to_owned(),
        starts => {
            let hash = starts.iter().map(|start| start.to_string()).fold(0, letters);
            format!("{}/{:08x}", starts.len(), hash as u32)
        }
    }
}

/// The longest part of a note that is shown in a sentence.
const MOST_SHOWN: usize = 100;

/// Where two notes differ, for people: each setting with what one note says and
/// what the other says. Empty if they say the same. Which file of a folder it is
/// makes no difference if `any_file`.
pub fn differences(there: &str, here: &str, any_file: bool) -> String {
    let (there, here) = (settings(there), settings(here));
    let value = |settings: &[(String, String)], name: &str| {
        let found = settings.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.clone())
    };
    let names = there.iter().chain(&here).map(|(name, _)| name);
    let mut said = Vec::new();
    let mut seen = Vec::new();
    // The file of the games that were scored anew is one, too.
    let is_file = |name: &str| name.split(' ').next_back() == Some("file");
    for name in names.filter(|name| !any_file || !is_file(name)) {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let values = (value(&there, name), value(&here, name));
        let name = shown(name);
        match values {
            (Some(there), Some(here)) if there == here => {}
            (Some(there), Some(here)) => {
                said.push(format!("{name} is {} there and {} here", shown(&there), shown(&here)));
            }
            (Some(there), None) => {
                said.push(format!("{name} is {} there and not set here", shown(&there)));
            }
            (None, Some(here)) => {
                said.push(format!("{name} is not set there and {} here", shown(&here)));
            }
            (None, None) => {}
        }
    }
    said.join(", ")
}

/// The settings of a note. A relabelled file has those of its games behind
/// `of`; they are told apart by that word. Other words are all one setting.
fn settings(note: &str) -> Vec<(String, String)> {
    let mut settings: Vec<(String, String)> = Vec::new();
    let mut origin = String::new();
    let mut words = Vec::new();
    for word in note.split_whitespace() {
        match word.split_once('=') {
            Some((name, value)) => settings.push((format!("{origin}{name}"), value.to_owned())),
            None if word == "of" => origin.push_str("the games' "),
            None => words.push(word),
        }
    }
    if !words.is_empty() {
        settings.push(("the note".to_owned(), format!("'{}'", words.join(" "))));
    }
    settings
}

/// Foreign text made fit for a sentence. Longer than other quotations: the end
/// of a player's name is what tells two of them apart.
fn shown(text: &str) -> String {
    quote_up_to(text, MOST_SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named_with_both_values() {
        let old = "players=champion:eval=nnue nodes=400 seed=1 file=0 starts=0";
        assert_eq!(differences(old, old, false), "");
        let new = "players=champion:eval=nnue/v4/01234567 nodes=77 seed=1 file=1 starts=0";
        assert_eq!(
            differences(old, new, true),
            "players is champion:eval=nnue there and champion:eval=nnue/v4/01234567 here, \
             nodes is 400 there and 77 here"
        );
        assert!(differences(old, new, false).ends_with(", file is 0 there and 1 here"));
        let all = differences(&format!("scores=a nodes=9 of {old}"), old, false);
        assert_eq!(all.matches(" is ").count(), 11, "{all}");
        let two = |nodes, old| {
            differences(&format!("nodes={nodes} of nodes={old}"), "nodes=1 of nodes=2", false)
        };
        assert_eq!(differences("nodes=1 of file=1", "nodes=1 of file=0", true), "");
        assert_eq!(two(1, 3), "the games' nodes is 3 there and 2 here");
        assert_eq!(two(3, 2), "nodes is 3 there and 1 here");
        assert_eq!(
            differences("somebody", "seed=1", false),
            "the note is 'somebody' there and not set here, seed is not set there and 1 here"
        );
        assert!(differences("", &"x=\u{1b}".repeat(90), false).len() < 500);
    }
}
