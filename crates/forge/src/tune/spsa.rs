//! SPSA over the weights of an evaluation: a [`Walk`] in a [`Space`], decided
//! by a [`Contest`].

pub use super::walk::Settings;
use super::{Contest, NoteError, PlayingTuner, Space, Walk};

/// A run of SPSA.
pub struct Spsa<'a> {
    space: &'a Space<'a>,
    contest: Contest<'a>,
    walk: Walk,
}

impl<'a> Spsa<'a> {
    /// Begins where the weights stand.
    pub fn new(space: &'a Space<'a>, contest: Contest<'a>, settings: Settings) -> Spsa<'a> {
        Spsa { space, contest, walk: Walk::new(space.start(), settings) }
    }

    /// Goes on from what [`PlayingTuner::save`] wrote.
    pub fn resume(
        space: &'a Space<'a>,
        contest: Contest<'a>,
        settings: Settings,
        saved: &str,
    ) -> Result<Spsa<'a>, NoteError> {
        Ok(Spsa { space, contest, walk: Walk::resume(space.len(), settings, saved)? })
    }
}

impl PlayingTuner for Spsa<'_> {
    fn done(&self) -> u64 {
        self.walk.done()
    }

    fn is_finished(&self) -> bool {
        self.walk.is_finished()
    }

    fn step(&mut self) -> Option<f64> {
        let Spsa { space, contest, walk } = self;
        walk.step(|first, second, openings| {
            match (space.evaluation(first), space.evaluation(second)) {
                (Some(first), Some(second)) => contest.score(&*first, &*second, openings),
                _ => Some(0.5),
            }
        })
    }

    fn values(&self) -> Vec<i32> {
        self.space.values(&self.walk.place())
    }

    fn save(&self) -> String {
        self.walk.save()
    }
}
