//! Where the terms go: into a sum, or into a ledger for people to read. (Into
//! a list of coefficients for a tuner: see `trace`.)

use chess::Color;

use super::Pair;

/// What a term is about. The explanation has a row for each, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TermTopic {
    Material,
    Squares,
    Mobility,
    Pieces,
    PawnStructure,
    PassedPawns,
    KingShelter,
    KingDanger,
    Threats,
    Space,
    Tempo,
}

impl TermTopic {
    /// All topics with their names.
    pub(super) const NAMES: [&'static str; 11] = [
        "material",
        "squares",
        "mobility",
        "pieces",
        "pawn structure",
        "passed pawns",
        "king shelter",
        "king danger",
        "threats",
        "space",
        "tempo",
    ];
}

/// Something that takes the terms of an evaluation.
///
/// Each term is said once, in the files next to this one, as a weight and a
/// count. What becomes of it is the sink's business, so a search, an
/// explanation and a tuner cannot disagree about the terms.
pub(super) trait TermCollector {
    /// `color` gets `count` times `weight`.
    fn add(&mut self, topic: TermTopic, color: Color, weight: &Pair, count: i32);

    /// `color` pays for a danger to her king. The parts of the danger were
    /// told one by one to [`TermCollector::danger`].
    fn pay_for_danger(&mut self, color: Color, price: Pair);

    /// The danger to the king of `color` grows by `count` times `weight`.
    #[inline(always)]
    fn danger(&mut self, _color: Color, _weight: &Pair, _count: i32) {}

    /// The leader's advantage grows by `count` times `weight`, see `complexity`.
    #[inline(always)]
    fn complexity(&mut self, _weight: &Pair, _count: i32) {}

    /// White's lead up to now.
    fn lead(&self) -> Pair;
}

/// White's lead and nothing else: what a search needs.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum(pub(super) Pair);

impl Sum {
    #[inline(always)]
    fn give(&mut self, color: Color, value: Pair) {
        match color {
            Color::White => self.0 += value,
            Color::Black => self.0 -= value,
        }
    }
}

impl TermCollector for Sum {
    #[inline(always)]
    fn add(&mut self, _: TermTopic, color: Color, weight: &Pair, count: i32) {
        self.give(color, *weight * count);
    }

    #[inline(always)]
    fn pay_for_danger(&mut self, color: Color, price: Pair) {
        self.give(color, -price);
    }

    #[inline(always)]
    fn lead(&self) -> Pair {
        self.0
    }
}

/// What each side gets for each topic.
#[derive(Default)]
pub(super) struct Ledger {
    pub(super) rows: [[Pair; 2]; TermTopic::NAMES.len()],
    sum: Sum,
}

impl Ledger {
    fn enter(&mut self, topic: TermTopic, color: Color, value: Pair) {
        self.rows[topic as usize][color.index()] += value;
        self.sum.give(color, value);
    }
}

impl TermCollector for Ledger {
    fn add(&mut self, topic: TermTopic, color: Color, weight: &Pair, count: i32) {
        self.enter(topic, color, *weight * count);
    }

    fn pay_for_danger(&mut self, color: Color, price: Pair) {
        self.enter(TermTopic::KingDanger, color, -price);
    }

    fn lead(&self) -> Pair {
        self.sum.0
    }
}
