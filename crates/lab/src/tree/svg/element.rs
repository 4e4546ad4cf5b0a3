//! The smallest parts of a picture: texts and colours.

/// What is written.
pub(super) const INK: &str = "#1b2a41";
/// What is written beside it.
pub(super) const FAINT: &str = "#5c6b7a";
/// A branch.
pub(super) const EDGE: &str = "#b4bfca";
/// A branch that was cut, and what is written about it.
pub(super) const CUT: &str = "#c0392b";
pub(super) const CUT_TEXT: &str = "#a93226";
/// A node that a rule ended.
pub(super) const PRUNED: &str = "#c77d0a";

/// A text that begins at a place.
pub(super) fn label(x: i32, y: i32, size: i32, colour: &str, bold: bool, text: &str) -> String {
    placed(x, y, size, colour, bold, "", text)
}

/// A text that ends at a place.
pub(super) fn right_label(
    x: i32,
    y: i32,
    size: i32,
    colour: &str,
    bold: bool,
    text: &str,
) -> String {
    placed(x, y, size, colour, bold, " text-anchor=\"end\"", text)
}

fn placed(x: i32, y: i32, size: i32, colour: &str, bold: bool, anchor: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let weight = if bold { " font-weight=\"bold\"" } else { "" };
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{weight}{anchor}>{}</text>\n",
        escaped(text)
    )
}

/// About how wide a text is, on the safe side.
pub(super) fn text_width(text: &str, size: i32) -> i32 {
    text.chars().count() as i32 * size * 13 / 20
}

/// Text as it may stand between tags.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
