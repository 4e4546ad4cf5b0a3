//! How a tree grew, turn after turn: what a search that keeps its whole tree opened, and what that changed.

use eval::Score;

use crate::NodeNote;

/// Changes kept, 32 bytes each and what their notes take; turns after them are not kept.
const MOST: usize = 250_000;

/// What a turn of a growing tree changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The node, by its number while the tree grew.
    number: u32,
    /// What it is worth now, to its mover.
    pub value: Score,
    /// What else the search keeps of it now.
    pub note: Option<NodeNote>,
}

/// The turns of a search that grows a tree, the first of which judges the root alone.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Turns {
    changes: Vec<Change>,
    /// The first change of each turn.
    begins: Vec<u32>,
    /// By their numbers while the tree grew, the places of the nodes in the tree that is shown.
    places: Vec<u32>,
    /// Turns after the last that is kept.
    unkept: u32,
}

/// The place of a node that is not shown.
const NOWHERE: u32 = u32::MAX;

impl Turns {
    /// How many are kept.
    pub fn len(&self) -> usize {
        self.begins.len()
    }

    /// Whether the search grew no tree.
    pub fn is_empty(&self) -> bool {
        self.begins.is_empty()
    }

    /// How many more there were.
    pub fn unkept(&self) -> u32 {
        self.unkept
    }

    /// What a turn changed, in this order: first the nodes that are new, then those on the way back to the root. Each with its
    /// place in the tree; what is not recorded there is left out.
    pub fn changes(&self, turn: usize) -> impl Iterator<Item = (u32, &Change)> {
        let begin =
            |turn: usize| self.begins.get(turn).map_or(self.changes.len(), |&at| at as usize);
        let place = |change: &Change| {
            let place = self.places.get(change.number as usize).copied();
            place.filter(|&place| place != NOWHERE)
        };
        let changes = &self.changes[begin(turn)..begin(turn + 1)];
        changes.iter().filter_map(move |change| Some((place(change)?, change)))
    }

    /// About how many bytes of memory they take.
    pub fn bytes(&self) -> usize {
        let note = |change: &Change| match &change.note {
            Some(NodeNote::Belief(values)) => size_of_val(&**values),
            _ => 0,
        };
        self.changes.capacity() * size_of::<Change>()
            + self.changes.iter().map(note).sum::<usize>()
            + (self.begins.capacity() + self.places.capacity()) * size_of::<u32>()
    }

    pub(crate) fn begin(&mut self) {
        if self.changes.len() < MOST {
            self.begins.push(self.changes.len() as u32);
        } else {
            self.unkept += 1;
        }
    }

    pub(crate) fn change(&mut self, number: u32, value: Score, note: Option<NodeNote>) {
        if self.unkept == 0 {
            self.changes.push(Change { number, value, note });
        }
    }

    pub(crate) fn place(&mut self, number: u32, place: u32) {
        let number = number as usize;
        self.places.resize(self.places.len().max(number + 1), NOWHERE);
        self.places[number] = place;
    }
}
