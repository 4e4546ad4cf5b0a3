//! An opening book: which moves of the named openings a search approves of.
//!
//! The named openings are a tree of positions. Each position is searched once;
//! then values go up the tree, so that a move that looks well but leads into a
//! bad line is found out. A move is kept if it costs little, and played the more
//! often, the less it costs and the more openings lie behind it.

use std::collections::HashMap;

use chess::{Move, Position, openings};
use eval::Score;
use search::Signals;

use crate::selfplay::{Effort, MoveRequest, Thinker};

/// How a book is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookRecipe {
    /// Nodes for each position.
    pub nodes: u64,
    /// How many plies of the openings are used.
    pub plies: usize,
    /// How many centipawns a move may cost.
    pub tolerance: i32,
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookMove {
    /// Where it is played.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// How often, relative to the others of the same position.
    pub weight: u16,
}

/// A position of the tree.
struct BookNode {
    position: Position,
    moves: Vec<(Move, usize)>,
    /// How many openings lie behind it, its own included.
    openings: u32,
    /// What the search says, to the mover.
    own: i32,
    /// What the tree says, to the mover; `None` before it was asked.
    value: Option<i32>,
}

/// Scores beyond this are all the same to a book.
const DECIDED: i32 = 2_000;
/// Centipawns by which the search must be better than all moves of the tree
/// before it is believed that they have missed something: searches differ by a
/// little from one position to the next.
const DOUBT: i32 = 20;
/// Centipawns that make a move e times rarer.
const SPREAD: f64 = 12.0;
/// The weight of the move played most.
const HEAVIEST: f64 = 1000.0;

/// Makes a book. `on_progress` hears how many positions are done, and of how
/// many; when `stop` is raised, nothing is made.
pub fn make(
    recipe: &BookRecipe,
    thinker: &mut dyn Thinker,
    stop: &Signals,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Option<Vec<BookMove>> {
    let mut nodes = tree(recipe.plies);
    for index in 0..nodes.len() {
        on_progress(index, nodes.len());
        let position = nodes[index].position;
        // Each search begins with nothing, so that none depends on another.
        thinker.new_game();
        let effort = Effort { nodes: recipe.nodes, stop };
        let score = thinker
            .think(MoveRequest { position: &position, history: &[], effort })
            .map_or(Score::DRAW, |found| found.1);
        if effort.is_stopped() {
            return None;
        }
        nodes[index].own = score.raw().clamp(-DECIDED, DECIDED);
    }
    for index in 0..nodes.len() {
        value(&mut nodes, index);
    }
    let mut book = Vec::new();
    for node in &nodes {
        choose(node, &nodes, recipe.tolerance, &mut book);
    }
    Some(book)
}

/// All positions on the way to the named openings, the start first.
fn tree(plies: usize) -> Vec<BookNode> {
    let root = Position::start();
    let mut nodes = vec![node(root)];
    let mut places = HashMap::from([(root.key(), 0)]);
    for opening in openings::all() {
        let mut at = 0;
        nodes[at].openings += 1;
        for text in opening.line.split(' ').take(plies) {
            let mut position = nodes[at].position;
            // Lines that cannot be played are none; the table's own test says that there is none.
            let Ok(mv) = position.parse_san(text) else { break };
            position.play_unchecked(mv);
            let next = *places.entry(position.key()).or_insert(nodes.len());
            if next == nodes.len() {
                nodes.push(node(position));
            }
            if !nodes[at].moves.iter().any(|&(known, _)| known == mv) {
                nodes[at].moves.push((mv, next));
            }
            nodes[next].openings += 1;
            at = next;
        }
    }
    nodes
}

fn node(position: Position) -> BookNode {
    BookNode { position, moves: Vec::new(), openings: 0, own: 0, value: None }
}

/// What the tree says about a position, to its mover.
fn value(nodes: &mut [BookNode], index: usize) -> i32 {
    if let Some(value) = nodes[index].value {
        return value;
    }
    // Two lines can lead to each other's positions: whoever asks again while
    // the answer is being made gets the search's.
    let own = nodes[index].own;
    nodes[index].value = Some(own);
    let best = (0..nodes[index].moves.len())
        .map(|place| {
            let next = nodes[index].moves[place].1;
            -value(nodes, next)
        })
        .max();
    let value = best.filter(|best| best + DOUBT >= own).unwrap_or(own);
    nodes[index].value = Some(value);
    value
}

/// The moves of a position that are worth playing.
fn choose(node: &BookNode, nodes: &[BookNode], tolerance: i32, book: &mut Vec<BookMove>) {
    let best = node.value.unwrap_or(node.own);
    let weigh = |&(mv, next): &(Move, usize)| {
        let next = &nodes[next];
        let cost = (best + next.value.unwrap_or(next.own)).max(0);
        let often = (-f64::from(cost) / SPREAD).exp() * f64::from(next.openings).sqrt();
        (cost <= tolerance).then_some((mv, often))
    };
    let kept: Vec<(Move, f64)> = node.moves.iter().filter_map(weigh).collect();
    let most = kept.iter().map(|&(_, often)| often).fold(0.0, f64::max);
    book.extend(kept.into_iter().map(|(mv, often)| BookMove {
        position: node.position,
        mv,
        weight: (HEAVIEST * often / most).round().max(1.0) as u16,
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::Ladder;
    use search::ladder::Rung;

    fn made(plies: usize) -> Vec<BookMove> {
        let pst = eval::by_name("pst").unwrap();
        let mut thinker = Ladder { rung: Rung::Quiescence, evaluator: pst };
        let recipe = BookRecipe { nodes: 300, plies, tolerance: 40 };
        make(&recipe, &mut thinker, &Signals::new(), &mut |_, _| {}).unwrap()
    }

    #[test]
    fn moves_are_legal_and_cost_little() {
        let book = made(4);
        assert!(book.iter().all(|entry| entry.position.legal_moves().contains(&entry.mv)));
        let at_start: Vec<&BookMove> =
            book.iter().filter(|entry| entry.position == Position::start()).collect();
        assert!(at_start.len() > 2, "{at_start:?}");
        let weakening = Position::start().parse_uci("f2f3").unwrap();
        assert!(at_start.iter().all(|entry| entry.mv != weakening), "{at_start:?}");
        // One of them is played most, and all have a chance.
        assert_eq!(at_start.iter().map(|entry| entry.weight).max(), Some(1000));
        assert!(at_start.iter().all(|entry| entry.weight > 0));
    }

    #[test]
    fn the_same_recipe_makes_the_same_book() {
        assert_eq!(made(3), made(3));
    }

    #[test]
    fn whoever_says_stop_is_heard() {
        let pst = eval::by_name("pst").unwrap();
        let mut thinker = Ladder { rung: Rung::Quiescence, evaluator: pst };
        let recipe = BookRecipe { nodes: 300, plies: 4, tolerance: 40 };
        let stop = Signals::new();
        let mut seen = 0;
        let made = make(&recipe, &mut thinker, &stop, &mut |done, _| {
            if done == 3 {
                stop.stop();
            }
            seen = done;
        });
        assert_eq!((made, seen), (None, 3));
    }
}
