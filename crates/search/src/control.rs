//! When to stop, as a rung of the ladder asks at every node.

use std::time::{Duration, Instant};

use chess::Color;

use crate::{Limits, Signals};

/// The [`Limits`] of one search other than its depth while it runs: signals that
/// anybody may give, a deadline, a number of nodes. All are optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct Control<'a> {
    stop: Option<&'a Signals>,
    deadline: Option<Instant>,
    nodes: Option<u64>,
}

/// How many nodes pass between two looks at flag and clock: a few
/// microseconds' worth.
const INTERVAL: u64 = 256;

impl<'a> Control<'a> {
    /// Nothing stops the search but its depth.
    pub const fn unlimited() -> Control<'a> {
        Control { stop: None, deadline: None, nodes: None }
    }

    /// Stops by the limits, for the side to move, of a search that begins now. Their
    /// depth is the searcher's own affair.
    pub fn of(limits: &Limits, turn: Color) -> Control<'a> {
        let control = Control { nodes: limits.nodes, ..Control::unlimited() };
        limits.time(turn).map_or(control, |time| control.within(time))
    }

    /// Stops when told to.
    pub const fn stopped_by(mut self, signals: &'a Signals) -> Control<'a> {
        self.stop = Some(signals);
        self
    }

    /// Stops when `time` has passed from now.
    pub fn within(mut self, time: Duration) -> Control<'a> {
        // A time beyond what the clock can hold is no limit.
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Stops after `nodes` nodes.
    pub const fn nodes(mut self, nodes: u64) -> Control<'a> {
        self.nodes = Some(nodes);
        self
    }

    /// The same limits for a later part of one search, when earlier parts have
    /// spent `nodes` nodes.
    pub const fn after(mut self, nodes: u64) -> Control<'a> {
        if let Some(limit) = self.nodes {
            self.nodes = Some(limit.saturating_sub(nodes));
        }
        self
    }

    /// Whether anything but its depth may stop the search.
    pub const fn is_limited(&self) -> bool {
        self.stop.is_some() || self.deadline.is_some() || self.nodes.is_some()
    }

    /// Whether a number of nodes stops the search.
    pub const fn has_node_limit(&self) -> bool {
        self.nodes.is_some()
    }

    /// Whether to stop now that `nodes` nodes were searched. Cheap enough to be
    /// asked at every node.
    #[inline]
    pub fn is_over(&self, nodes: u64) -> bool {
        if self.nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        nodes.is_multiple_of(INTERVAL) && self.looks_over()
    }

    #[cold]
    fn looks_over(&self) -> bool {
        self.stop.is_some_and(Signals::is_stopped)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_stops() {
        assert!(!Control::unlimited().is_over(INTERVAL));
        assert!(Control::unlimited().nodes(10).is_over(10));
        assert!(!Control::unlimited().nodes(10).is_over(9));
        assert!(Control::unlimited().nodes(10).has_node_limit());
        assert!(!Control::unlimited().within(Duration::ZERO).has_node_limit());
        assert!(Control::unlimited().within(Duration::ZERO).is_over(INTERVAL));
        assert!(!Control::unlimited().within(Duration::MAX).is_over(INTERVAL));
        let limits = Limits { nodes: Some(10), ..Limits::move_time(Duration::MAX) };
        assert!(Control::of(&limits, Color::White).is_over(10));
        assert!(!Control::of(&limits, Color::White).is_over(9));
        let limits = Limits::move_time(Duration::ZERO);
        assert!(Control::of(&limits, Color::Black).is_over(INTERVAL));
        assert!(!Control::of(&Limits::depth(1), Color::White).is_limited());
        let flag = Signals::new();
        let control = Control::unlimited().stopped_by(&flag);
        assert!(!control.is_over(INTERVAL));
        flag.stop();
        assert!(control.is_over(INTERVAL));
    }
}
