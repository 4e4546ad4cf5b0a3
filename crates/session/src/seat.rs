//! One side of the board.

use engine::Spec;

/// Who sits at a side of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Seat {
    /// Who plays.
    pub spec: Spec,
    /// What the player is called: by its order, unless it has a name of its own.
    pub name: String,
}

impl Seat {
    /// A player by its order.
    pub fn new(spec: Spec) -> Seat {
        Seat { name: spec.to_string(), spec }
    }

    /// A player who is called something else than its order.
    pub fn named(spec: Spec, name: &str) -> Seat {
        Seat { spec, name: name.to_owned() }
    }

    /// Whether it has a name of its own.
    pub fn is_named(&self) -> bool {
        self.name != self.spec.to_string()
    }

    /// A person's seat.
    pub fn human() -> Seat {
        Seat::new(Spec::Human)
    }

    /// Whether a person sits there.
    pub fn is_human(&self) -> bool {
        self.spec.is_human()
    }
}
