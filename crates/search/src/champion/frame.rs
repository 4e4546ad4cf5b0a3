//! What a thread keeps: what it has learnt, and the line it stands in.

use chess::{Move, Role};

use super::correction::Corrections;
use super::history::{Histories, NO_MOVE};
use super::path::Path;
use super::picker::MoveStack;
use super::root::RootMove;
use super::threats::Threats;
use super::value::NONE;
use crate::{MAX_PLY, Variations};

/// Frames before the root, so that a node may look back without asking.
pub(super) const LEAD: usize = 6;

/// What a node leaves for its children and grandchildren to see.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The move being searched; `None` for a pass.
    pub(super) mv: Option<Move>,
    /// The same as piece and target, [`NO_MOVE`] for a pass.
    pub(super) moved: usize,
    /// Whether that move takes or promotes.
    pub(super) noisy: bool,
    /// Its number among the moves of its node, from 1; 0 for a pass.
    pub(super) number: i32,
    /// What it took; means something only if it took or promoted.
    pub(super) taken: Role,
    /// How much it was reduced, in plies.
    pub(super) reduction: i32,
    /// The move left out in a search for other good ones.
    pub(super) excluded: Option<Move>,
    /// The corrected evaluation; [`NONE`] in check.
    pub(super) eval: i32,
    /// Whether the node is, or once was, on a principal variation.
    pub(super) was_pv: bool,
    /// Cut-offs among the node's siblings so far.
    pub(super) cutoffs: u32,
    /// What is attacked.
    pub(super) threats: Threats,
    /// Whether a move was played or passed here since the search began.
    pub(super) used: bool,
}

const EMPTY: Frame = Frame {
    mv: None,
    moved: NO_MOVE,
    noisy: false,
    number: 0,
    taken: Role::Pawn,
    reduction: 0,
    excluded: None,
    eval: NONE,
    was_pv: false,
    cutoffs: 0,
    threats: Threats::NONE,
    used: false,
};

/// All that belongs to one thread and outlives a search.
pub(super) struct ThreadMemory {
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
    pub(super) frames: Box<[Frame]>,
    pub(super) path: Path,
    pub(super) moves: MoveStack,
    pub(super) variations: Variations,
    /// Root moves and lines of the last search, kept for the memory they have.
    pub(super) root_moves: Vec<RootMove>,
    pub(super) lines: Vec<RootMove>,
}

impl ThreadMemory {
    pub(super) fn new() -> ThreadMemory {
        ThreadMemory {
            histories: Histories::new(),
            corrections: Corrections::new(),
            frames: vec![EMPTY; LEAD + MAX_PLY + 4].into_boxed_slice(),
            path: Path::default(),
            moves: MoveStack::new(),
            variations: Variations::new(),
            root_moves: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Forgets what was learnt.
    pub(super) fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
    }

    /// Ready for a search.
    pub(super) fn start(&mut self) {
        // Frames are used from the root on without a gap. Behind the last from which
        // a move was played comes the leaf that it led to, and a leaf writes to its
        // own frame and sets the cut-offs two frames ahead to none.
        let used = self.frames[LEAD..].iter().take_while(|frame| frame.used).count();
        let end = (LEAD + used + 1).min(self.frames.len());
        self.frames[LEAD..end].fill(EMPTY);
        self.moves.truncate(0);
    }
}
