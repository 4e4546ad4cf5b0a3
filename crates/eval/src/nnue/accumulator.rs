//! Sums of rows: from nothing, and from what was seen here last.

use chess::{Board, Color, Piece, Role};

use super::features::{Feature, View};
use super::kernel::Path;
use super::network::{Block, LARGEST_HIDDEN, Network};

/// The most blocks an accumulator can have.
pub(super) const MOST_BLOCKS: usize = LARGEST_HIDDEN / super::network::BLOCK;

/// Adds up a board as one side sees it.
pub(super) fn sum(network: &Network, path: Path, view: View, board: &Board, to: &mut [Block]) {
    to.copy_from_slice(&network.bias);
    for color in Color::ALL {
        for role in Role::ALL {
            for square in board.pieces(color, role) {
                path.add(to, network.row(view.row(Feature::new(Piece { color, role }, square))));
            }
        }
    }
}

/// The last board that was added up for each view, and its sum.
///
/// When a king crosses the middle of the board, all rows of its side's view
/// change. Most men, though, stand where they stood when that view was last
/// added up; only the difference is paid for.
pub(super) struct RefreshCache {
    /// By side and by whether the view is mirrored.
    boards: [[Board; 2]; 2],
    /// In the same order, `blocks` each. Invariant: the sums of the boards.
    sums: Vec<Block>,
}

impl RefreshCache {
    /// Knows empty boards.
    pub(super) fn new(network: &Network) -> RefreshCache {
        RefreshCache { boards: Default::default(), sums: network.bias.repeat(4) }
    }

    /// Adds up a board as one side sees it, like [`sum`].
    pub(super) fn sum(
        &mut self,
        network: &Network,
        path: Path,
        view: View,
        board: &Board,
        to: &mut [Block],
    ) {
        let (side, mirrored) = (view.color.index(), usize::from(view.mirrored));
        let known = &mut self.boards[side][mirrored];
        let sum = &mut self.sums[(2 * side + mirrored) * network.blocks..][..network.blocks];
        for color in Color::ALL {
            for role in Role::ALL {
                let row =
                    |square| network.row(view.row(Feature::new(Piece { color, role }, square)));
                let (before, now) = (known.pieces(color, role), board.pieces(color, role));
                for square in now.without(before) {
                    path.add(sum, row(square));
                }
                for square in before.without(now) {
                    path.remove(sum, row(square));
                }
            }
        }
        *known = *board;
        to.copy_from_slice(sum);
    }
}
