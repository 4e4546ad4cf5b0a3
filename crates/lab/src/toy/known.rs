//! What alpha-beta knows of a node when it is done with it: the value, or only
//! a bound, because something below was never looked at.

use std::collections::HashMap;

use super::{NumberTree, Player, Step, Toy, ToyPlace, alpha_beta};

/// How the value of a node is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// Whatever was left out below could not change it.
    Exact,
    /// It may be more.
    AtLeast,
    /// It may be less.
    AtMost,
}

/// The nodes that alpha-beta looked at, each with its value and how it is to be
/// read, by the way to them.
pub(super) type Known = HashMap<Vec<usize>, (f64, Sign)>;

/// Searches a tree, and notes what is known of each node.
pub(super) fn known(tree: &NumberTree, player: Player) -> Known {
    let root = tree.root();
    let mut values = HashMap::new();
    alpha_beta(&root, player, &mut |way, step| {
        if let Step::Leaf(value) | Step::Leave(value) = step {
            values.insert(way.to_vec(), value);
        }
    });
    let mut notes = Notes { values, known: HashMap::new() };
    notes.range(root, &mut Vec::new(), player);
    notes.known
}

struct Notes {
    values: HashMap<Vec<usize>, f64>,
    known: Known,
}

impl Notes {
    /// The least and the most that a node can be worth, going by the leaves that
    /// were looked at.
    fn range(&mut self, place: ToyPlace<'_>, way: &mut Vec<usize>, player: Player) -> (f64, f64) {
        let Some(&value) = self.values.get(way.as_slice()) else {
            return (f64::NEG_INFINITY, f64::INFINITY);
        };
        let mut range = (value, value);
        for (index, son) in place.sons().into_iter().enumerate() {
            way.push(index);
            let (low, high) = self.range(son, way, player.other());
            way.pop();
            range = match (index, player) {
                (0, _) => (low, high),
                (_, Player::Max) => (range.0.max(low), range.1.max(high)),
                (_, Player::Min) => (range.0.min(low), range.1.min(high)),
            };
        }
        let sign = match range {
            (low, high) if low == high => Sign::Exact,
            (low, _) if low == value => Sign::AtLeast,
            _ => Sign::AtMost,
        };
        self.known.insert(way.clone(), (value, sign));
        range
    }
}

#[cfg(test)]
mod tests {
    use super::super::minimax;
    use super::super::story::follow;
    use super::*;

    /// Whether anything below was never looked at.
    fn has_gaps(place: ToyPlace<'_>, way: &mut Vec<usize>, known: &Known) -> bool {
        let sons = place.sons().into_iter().enumerate();
        !known.contains_key(way)
            || sons.fold(false, |gaps, (index, son)| {
                way.push(index);
                let below = has_gaps(son, way, known);
                way.pop();
                gaps || below
            })
    }

    /// A sign is never wrong, and never stands where everything was looked at.
    #[test]
    fn bounds_hold_and_whole_nodes_have_none() {
        let mut signs = [0; 3];
        for (index, tree) in NumberTree::samples(500).into_iter().enumerate() {
            let player = if index % 2 == 0 { Player::Max } else { Player::Min };
            let known = known(&tree, player);
            assert_eq!(known[&vec![]], (minimax(&tree.root(), player).value, Sign::Exact));
            for (way, &(value, sign)) in &known {
                let place = follow(tree.root(), way);
                let mover = if way.len() % 2 == 0 { player } else { player.other() };
                let truth = minimax(&place, mover).value;
                match sign {
                    Sign::Exact => assert_eq!(value, truth, "{tree} {way:?}"),
                    Sign::AtLeast => assert!(value <= truth, "{tree} {way:?}"),
                    Sign::AtMost => assert!(value >= truth, "{tree} {way:?}"),
                }
                let is_whole = !has_gaps(place, &mut way.clone(), &known);
                assert!(!is_whole || sign == Sign::Exact, "{tree} {way:?}");
                signs[sign as usize] += 1;
            }
        }
        assert!(signs.iter().all(|&count| count > 100), "{signs:?}");
    }
}
