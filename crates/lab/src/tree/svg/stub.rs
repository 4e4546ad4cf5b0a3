//! Lines of text for what is not drawn below a node.

use search::Rule;

use super::ShownNode;
use super::element::{CUT, CUT_TEXT, EDGE, FAINT, PRUNED};

/// The most characters of a stub: names that do not fit are only counted.
const LONGEST: usize = 52;

/// A line of text for what is not drawn below a node.
pub(super) struct Stub {
    /// What it says.
    pub(super) text: String,
    /// What it is about.
    pub(super) kind: StubKind,
}

/// What a stub is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StubKind {
    /// Nodes that were searched and are not shown.
    Hidden,
    /// The rule that ended the node, with its numbers.
    Ended,
    /// Moves that were not searched.
    LeftOut,
}

impl StubKind {
    /// The colours of branch and text, and how the branch is dashed.
    pub(super) const fn style(self) -> (&'static str, &'static str, &'static str) {
        match self {
            StubKind::Hidden => (EDGE, FAINT, "2 3"),
            StubKind::Ended => (PRUNED, PRUNED, "2 3"),
            StubKind::LeftOut => (CUT, CUT_TEXT, "5 3"),
        }
    }
}

/// All stubs of a node.
pub(super) fn stubs(shown: &ShownNode) -> Vec<Stub> {
    let node = &shown.node;
    let mut stubs = Vec::new();
    if node.rule.is_some() {
        stubs.push(Stub { text: node.reason.clone(), kind: StubKind::Ended });
    }
    if shown.hidden_nodes > 0 {
        stubs.push(Stub { text: shown.hidden(), kind: StubKind::Hidden });
    }
    for (rule, moves) in node.left_out_by_reason() {
        let names = moves.iter().map(|left| left.brief());
        let text = named(&beginning(rule, moves.len()), names.collect());
        stubs.push(Stub { text, kind: StubKind::LeftOut });
    }
    stubs
}

fn beginning(rule: Option<Rule>, count: usize) -> String {
    match rule {
        None => format!("{count} never looked at:"),
        Some(rule) => format!("{count} left out by {}:", rule.name()),
    }
}

/// As many names behind the beginning as fit, the first always.
fn named(beginning: &str, names: Vec<String>) -> String {
    let mut text = beginning.to_owned();
    for (index, name) in names.iter().enumerate() {
        let length = text.chars().count() + 1 + name.chars().count();
        if index > 0 && length > LONGEST {
            text.push_str(" ...");
            break;
        }
        text.push(' ');
        text.push_str(name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_do_not_fit_are_left_to_the_count() {
        let names = |count: usize| vec!["Nxe5".to_owned(); count];
        assert_eq!(named("2 left:", names(2)), "2 left: Nxe5 Nxe5");
        let long = named("40 left:", names(40));
        assert!(long.chars().count() <= LONGEST + 4 && long.ends_with(" ..."), "{long}");
        let numbers = vec!["exd8=Q+ (+12.00 against +13.00)".repeat(3); 2];
        assert!(named("2 left out by delta:", numbers).ends_with("+13.00) ..."));
    }
}
