//! Sums of rows: from nothing, and from what was seen here last.

use chess::{Board, Color, Piece, Role};

use super::features::{Feature, Perspective};
use super::format::{BLOCK, LARGEST_HIDDEN};
use super::kernel::Backend;
use super::network::{Network, WeightBlock};

/// The most blocks an accumulator can have.
pub(super) const MOST_BLOCKS: usize = LARGEST_HIDDEN / BLOCK;

/// Adds up a board as one side sees it.
pub(super) fn sum(
    network: &Network,
    backend: Backend,
    view: Perspective,
    board: &Board,
    to: &mut [WeightBlock],
) {
    to.copy_from_slice(&network.bias);
    let difference = Difference::between(&Board::default(), board, view);
    backend.apply(to, &network.rows, difference.added(), difference.removed());
}

/// The last board that was added up for each view, and its sum.
///
/// When a king leaves its zone, all rows of its side's view change. Most pieces,
/// though, stand where they stood when that view was last added up; only the
/// difference is paid for.
pub(super) struct RefreshCache {
    /// For each side the last board of each zone.
    boards: Vec<Board>,
    /// In the same order, `blocks` each. Invariant: the sums of the boards.
    sums: Vec<WeightBlock>,
}

impl RefreshCache {
    /// Knows empty boards.
    pub(super) fn new(network: &Network) -> RefreshCache {
        let views = Color::ALL.len() * network.king_buckets.zones();
        RefreshCache { boards: vec![Board::default(); views], sums: network.bias.repeat(views) }
    }

    /// Adds up a board as one side sees it, like [`sum`].
    pub(super) fn sum(
        &mut self,
        network: &Network,
        backend: Backend,
        view: Perspective,
        board: &Board,
        to: &mut [WeightBlock],
    ) {
        let place = view.color.index() * network.king_buckets.zones() + view.zone.index();
        let sum = &mut self.sums[place * network.blocks..][..network.blocks];
        let difference = Difference::between(&self.boards[place], board, view);
        backend.apply(sum, &network.rows, difference.added(), difference.removed());
        self.boards[place] = *board;
        to.copy_from_slice(sum);
    }
}

/// The most pieces on a board that a network is asked about.
const MOST_MEN: usize = 32;

/// The rows that lead from one board's sum to another's.
struct Difference {
    added: [u16; MOST_MEN],
    removed: [u16; MOST_MEN],
    counts: [usize; 2],
}

impl Difference {
    fn between(before: &Board, now: &Board, view: Perspective) -> Difference {
        let mut difference =
            Difference { added: [0; MOST_MEN], removed: [0; MOST_MEN], counts: [0; 2] };
        for color in Color::ALL {
            for role in Role::ALL {
                let row = |square| view.row(Feature::new(Piece { color, role }, square)) as u16;
                let (old, new) = (before.pieces(color, role), now.pieces(color, role));
                for square in new.without(old) {
                    difference.added[difference.counts[0]] = row(square);
                    difference.counts[0] += 1;
                }
                for square in old.without(new) {
                    difference.removed[difference.counts[1]] = row(square);
                    difference.counts[1] += 1;
                }
            }
        }
        difference
    }

    fn added(&self) -> &[u16] {
        &self.added[..self.counts[0]]
    }

    fn removed(&self) -> &[u16] {
        &self.removed[..self.counts[1]]
    }
}
