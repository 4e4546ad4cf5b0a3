//! The evaluations by name.

use crate::{
    Evaluator, Heatmap, HeatmapWeights, Material, MaterialWeights, Phased, PhasedWeights, Pst,
    PstWeights, Simple, SimpleWeights, Tunable, Tuned, TunedWeights,
};

/// The names of all evaluations, the plainest first.
pub const NAMES: [&str; 6] = ["material", "simple", "phased", "heatmap", "pst", "tuned"];

/// All evaluations with their default weights, in the order of [`NAMES`].
pub fn evaluators() -> impl ExactSizeIterator<Item = &'static dyn Evaluator> {
    ALL.iter().map(|&evaluation| evaluation as &dyn Evaluator)
}

/// The evaluation of this name with its default weights; [`NAMES`] lists them.
///
/// ```
/// assert_eq!(plywise_eval::by_name("pst").map(|pst| pst.name()), Some("pst"));
/// assert!(plywise_eval::by_name("tarot").is_none());
/// ```
pub fn by_name(name: &str) -> Option<&'static dyn Evaluator> {
    evaluators().find(|evaluation| evaluation.name() == name)
}

/// The evaluation of this name, ready for a tuner.
pub fn tunable(name: &str) -> Option<&'static dyn Tunable> {
    ALL.into_iter().find(|evaluation| evaluation.name() == name)
}

static MATERIAL: Material = Material::new(MaterialWeights::DEFAULT);
static SIMPLE: Simple = Simple::new(SimpleWeights::DEFAULT);
static PHASED: Phased = Phased::new(PhasedWeights::DEFAULT);
static HEATMAP: Heatmap = Heatmap::new(HeatmapWeights::DEFAULT);
static PST: Pst = Pst::new(PstWeights::DEFAULT);
static TUNED: Tuned = Tuned::new(TunedWeights::DEFAULT);

static ALL: [&dyn Tunable; NAMES.len()] = [&MATERIAL, &SIMPLE, &PHASED, &HEATMAP, &PST, &TUNED];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_unique() {
        let names: Vec<&str> = evaluators().map(Evaluator::name).collect();
        assert_eq!(names, NAMES);
        for name in NAMES {
            assert_eq!(by_name(name).map(Evaluator::name), Some(name));
            assert_eq!(tunable(name).map(|evaluation| evaluation.name()), Some(name));
        }
    }
}
