//! Numeric annotation glyphs: `!`, `??`, `±` and the like, by number.

use std::fmt;

/// A numeric annotation glyph, written `$n`. The standard gives meaning to 0
/// to 139 and forbids beyond 255; files use larger ones all the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u16);

/// Numbers with the sign people use; of several signs the first is shown.
const GLYPHS: [(u16, &[&str]); 20] = [
    (1, &["!"]),
    (2, &["?"]),
    (3, &["!!", "‼"]),
    (4, &["??", "⁇"]),
    (5, &["!?", "⁉"]),
    (6, &["?!", "⁈"]),
    (7, &["□"]),
    (10, &["="]),
    (13, &["∞"]),
    (14, &["⩲", "+=", "+/="]),
    (15, &["⩱", "=+", "=/+"]),
    (16, &["±", "+/-", "+/−"]),
    (17, &["∓", "-/+", "−/+"]),
    (18, &["+−", "+-", "+–"]),
    (19, &["−+", "-+", "–+"]),
    (22, &["⨀", "⊙"]),
    (32, &["⟳"]),
    (132, &["⇆"]),
    (146, &["N"]),
    (220, &["D"]),
];

impl Nag {
    /// The sign people use for it, such as `!?` for 5.
    ///
    /// ```
    /// use plywise_chess::pgn::Nag;
    ///
    /// assert_eq!(Nag(5).glyph(), Some("!?"));
    /// assert_eq!(Nag::from_glyph("+/-"), Some(Nag(16)));
    /// ```
    pub fn glyph(self) -> Option<&'static str> {
        let (_, signs) = GLYPHS.iter().find(|(number, _)| *number == self.0)?;
        signs.first().copied()
    }

    /// The number for a sign that people use.
    pub fn from_glyph(sign: &str) -> Option<Nag> {
        let (number, _) = GLYPHS.iter().find(|(_, signs)| signs.contains(&sign))?;
        Some(Nag(*number))
    }

    /// Whether it judges the move (`!` to `□`) rather than the position: such
    /// signs are shown right behind the move.
    pub fn is_about_move(self) -> bool {
        (1..=9).contains(&self.0)
    }

    /// The number for any run of exclamation and question marks.
    pub(super) fn from_marks(marks: &str) -> Nag {
        Nag::from_glyph(marks).unwrap_or_else(|| {
            // Three and more: `!!!` means `!!` and `??!` means `?!`.
            match (marks.starts_with('!'), marks.contains('!') && marks.contains('?')) {
                (true, false) => Nag(3),
                (false, false) => Nag(4),
                (true, true) => Nag(5),
                (false, true) => Nag(6),
            }
        })
    }
}

/// As PGN writes it: `$5`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
