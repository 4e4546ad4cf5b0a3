//! A number option of a UCI engine, as the tuner moves it.

use std::ops::RangeInclusive;

use engine::ForeignSpec;
use uci::{OptionDeclaration, OptionKind};

/// What OpenBench's users give for R_end where they know nothing better.
const LAST_RATE: f64 = 0.002;

/// An option that is tuned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberOption {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub begin: i64,
    least: i64,
    most: i64,
}

impl NumberOption {
    /// A number option, as the engine has it or as it is told to begin.
    pub(super) fn new(option: &OptionDeclaration, engine: &ForeignSpec) -> Option<NumberOption> {
        let OptionKind::Spin { default, min, max } = option.kind else { return None };
        if min >= max {
            return None; // nothing to choose from, whatever the engine means by it
        }
        let mut number =
            NumberOption { name: option.name.clone(), begin: default, least: min, most: max };
        let told = engine.options.iter().find(|(name, _)| number.is_named(name));
        number.begin = told.and_then(|(_, value)| value.parse().ok()).unwrap_or(default);
        Some(number)
    }

    /// The option as OpenBench wants it for an SPSA workload: name, kind, value, least, most, how far a
    /// step reaches at the end (C_end), and how fast it learns then (R_end).
    pub fn openbench(&self) -> String {
        let NumberOption { name, begin, least, most } = self;
        format!("{name}, int, {begin}, {least}, {most}, {}, {LAST_RATE}", self.unit())
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// What is 1 to the walk: a 20th of the range, but enough to matter.
    fn unit(&self) -> f64 {
        (self.most.saturating_sub(self.least) as f64 / 20.0).max(0.5)
    }

    pub(super) fn start(&self) -> f64 {
        self.begin as f64 / self.unit()
    }

    pub(super) fn range(&self) -> RangeInclusive<f64> {
        self.least as f64 / self.unit()..=self.most as f64 / self.unit()
    }

    pub(super) fn value(&self, place: f64) -> i64 {
        ((place * self.unit()).round() as i64).clamp(self.least, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spin(default: i64, min: i64, max: i64) -> OptionDeclaration {
        OptionDeclaration {
            name: "Margin".to_owned(),
            kind: OptionKind::Spin { default, min, max },
        }
    }

    fn engine(options: &[(&str, &str)]) -> ForeignSpec {
        let options = options.iter().map(|(name, value)| format!(",{name}={value}"));
        let text = format!("uci:./engine{}", options.collect::<String>());
        match text.parse() {
            Ok(engine::Spec::Foreign(engine)) => engine,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_option_begins_as_the_engine_is_told() {
        let begin = |options: &[(&str, &str)]| {
            NumberOption::new(&spin(30, 0, 100), &engine(options)).unwrap().begin
        };
        assert_eq!(begin(&[]), 30);
        assert_eq!(begin(&[("margin", "70")]), 70);
        assert_eq!(begin(&[("Margin", "high")]), 30);
    }

    #[test]
    fn openbench_gets_what_the_walk_goes_by() {
        let option = NumberOption::new(&spin(30, 0, 100), &engine(&[])).unwrap();
        assert_eq!(option.openbench(), "Margin, int, 30, 0, 100, 5, 0.002");
        let option = NumberOption::new(&spin(1, 0, 3), &engine(&[("Margin", "2")])).unwrap();
        assert_eq!(option.openbench(), "Margin, int, 2, 0, 3, 0.5, 0.002");
    }

    #[test]
    fn the_walk_and_the_engine_mean_the_same_number() {
        let option = NumberOption::new(&spin(30, 0, 100), &engine(&[])).unwrap();
        assert_eq!(option.value(option.start()), 30);
        assert_eq!(option.value(option.start() + 1.0), 35);
        assert_eq!((option.value(-9.0), option.value(99.0)), (0, 100));
        assert_eq!(NumberOption::new(&spin(5, 5, 5), &engine(&[])), None);
    }
}
