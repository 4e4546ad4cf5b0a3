//! Watching a search: what it enters, in which order, how it leaves and why.
//!
//! Searchers take an observer as a generic parameter. The default, [`Silent`],
//! has empty methods that the compiler removes together with their arguments,
//! so that a search nobody watches is as fast as one that cannot be watched.

use chess::{Move, Position};
use eval::Score;

use crate::Draw;

/// The window of a node from its mover's view: values at or below `alpha` are
/// no news, values at or above `beta` are too good to be allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the mover is sure of already.
    pub alpha: Score,
    /// What the opponent can hold the mover to already.
    pub beta: Score,
}

impl Window {
    /// Everything: the window of a search that cuts nothing.
    pub const FULL: Window = Window { alpha: Score::mated_in(0), beta: Score::INFINITE };
}

/// A node as it is entered.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The position.
    pub position: &'a Position,
    /// The move that led here; `None` at the root and after a null move.
    pub mv: Option<Move>,
    /// Distance from the root.
    pub ply: usize,
    /// Plies still to go; 0 or less in quiescence.
    pub depth: i32,
    /// The window.
    pub window: Window,
}

/// A rule that leaves out or shortens part of the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// Passing already fails high: a real move surely does.
    NullMove,
    /// Even winning the piece outright would not reach alpha.
    Delta,
    /// The capture loses material by SEE.
    See,
    /// So far above beta that a search would not change it.
    ReverseFutility,
    /// So far below alpha that only captures could help, and they do not.
    Razoring,
    /// Nothing the move can add reaches alpha.
    Futility,
    /// A capture that wins more than enough in a shallow search.
    ProbCut,
    /// Several moves, not only one, are good enough.
    Multicut,
    /// The move did badly elsewhere.
    History,
    /// So many moves were tried before it that the rest hardly matters.
    LateMove,
    /// The table's move is left out of the test whether it is the only good one.
    Singular,
}

impl Rule {
    /// The rule's name.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::NullMove => "null move",
            Rule::Delta => "delta",
            Rule::See => "SEE",
            Rule::ReverseFutility => "reverse futility",
            Rule::Razoring => "razoring",
            Rule::Futility => "futility",
            Rule::ProbCut => "ProbCut",
            Rule::Multicut => "multicut",
            Rule::History => "history",
            Rule::LateMove => "late move",
            Rule::Singular => "singular",
        }
    }
}

/// What a rule compared when it left out a move. The view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// A value to a bound that it does not reach.
    Values(Score, Score),
    /// What the exchange brings to the least that it must, in centipawns.
    Material(i32, i32),
    /// What the histories say of the move to the least that they must.
    Histories(i32, i32),
    /// The number of the move to the number from which on none is tried.
    Moves(u32, u32),
    /// Nothing.
    Nothing,
}

/// One of the reasons why a node is searched less deep, or deeper, than its move
/// alone makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DepthTerm {
    /// What it is: `late move`, `history`, `singular extension`. The lab explains each in its words.
    pub name: &'static str,
    /// How much less deep, in parts of a [ply](DepthTerm::PLY); deeper where negative.
    pub amount: i32,
    /// What a rule compared, value and bound, if it did. The view of the mover
    /// who decided: in the node above, or in the same position at a second look.
    pub compared: Option<(Score, Score)>,
}

impl DepthTerm {
    /// One ply, as amounts count.
    pub const PLY: i32 = 1024;

    /// A reason that compared nothing.
    pub const fn new(name: &'static str, amount: i32) -> DepthTerm {
        DepthTerm { name, amount, compared: None }
    }

    /// The same with what it compared.
    pub const fn comparing(self, value: Score, bound: Score) -> DepthTerm {
        DepthTerm { compared: Some((value, bound)), ..self }
    }
}

/// How exact a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// Why a node was left with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NodeOutcome {
    /// All moves that mattered were searched.
    Searched,
    /// The same, and none of them was as good as what the mover was sure of; that
    /// may be more than the window says, such as a repetition at hand. The value is
    /// an upper bound.
    FailLow,
    /// A move was at least beta: the opponent will not let it come to this.
    BetaCut,
    /// The table knew enough.
    TableHit(Bound),
    /// A rule ended the node: the value that it compared, and the bound. The
    /// value reaches the bound, but with [`Rule::Razoring`] it falls short of it.
    Pruned(Rule, Score, Score),
    /// The horizon: the evaluation.
    Leaf,
    /// Quiescence: doing nothing is good enough.
    StandPat,
    /// The side to move is mated.
    Mate,
    /// Drawn.
    Draw(Draw),
    /// Even mate at once would come later than the mate, of whoever, that is
    /// known elsewhere.
    MateDistance,
    /// An endgame tablebase knew enough.
    Tablebase(Bound),
    /// The search was stopped below this node; its value means nothing.
    Stopped,
}

/// What a search keeps of a node besides its value. The view of the node's mover.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum NodeNote {
    /// A tree that grows by visits: how many there were, and what they brought
    /// on average, as the mover's chance from 0 to 1.
    Visits {
        /// Visits of the node itself and below it.
        count: u32,
        /// The mover's chance on average.
        average: f64,
    },
    /// Equally likely values in centipawns, from low to high.
    Belief(Box<[f32]>),
    /// The moves that have a say in the value, best first, each with its own
    /// value and what it adds in centipawns; the best adds nothing to itself.
    Counted(Box<[(Move, Score, i32)]>),
    /// A tree that grows where it looks best: as which node, from 1, this one
    /// was given its children.
    Expanded(u32),
}

/// Sees a search as it happens. All methods have empty defaults.
pub trait Observer {
    /// Whether anybody looks at all. Work done only for the observer's sake
    /// stands behind this, and is not compiled where it is false.
    const WATCHES: bool = true;

    /// Whether anybody follows how a tree grows, turn after turn.
    const FOLLOWS: bool = false;

    /// The node entered next is searched this many plies less deep than a move
    /// costs by itself.
    #[inline]
    fn reduce(&mut self, plies: u32) {
        let _ = plies;
    }

    /// The node entered next is searched this many plies deeper than a move
    /// leaves by itself.
    #[inline]
    fn extend(&mut self, plies: u32) {
        let _ = plies;
    }

    /// What made the node entered next less deep or deeper. The sum of all is
    /// exactly what was told before: rounding is a term of its own, and so is what
    /// is kept of the least depth there is.
    #[inline]
    fn weigh(&mut self, terms: &[DepthTerm]) {
        let _ = terms;
    }

    /// A node is entered. The root too.
    #[inline]
    fn enter(&mut self, node: &Node<'_>) {
        let _ = node;
    }

    /// The order in which the node entered last will try its moves.
    #[inline]
    fn order(&mut self, moves: &[Move]) {
        let _ = moves;
    }

    /// A move is left out by a rule, because of what that compared.
    #[inline]
    fn skip(&mut self, mv: Move, rule: Rule, compared: Compared) {
        let _ = (mv, rule, compared);
    }

    /// A beta cut-off by the move tried as number `tried` (from 0); the others
    /// are never looked at.
    #[inline]
    fn cut(&mut self, tried: usize, unseen: &[Move]) {
        let _ = (tried, unseen);
    }

    /// The position was evaluated.
    #[inline]
    fn evaluated(&mut self, value: Score) {
        let _ = value;
    }

    /// The table was asked, and whether it knew the position.
    #[inline]
    fn probed(&mut self, known: bool) {
        let _ = known;
    }

    /// What the search keeps of the node entered last and not yet left.
    #[inline]
    fn note(&mut self, note: NodeNote) {
        let _ = note;
    }

    /// A search that grows a tree begins a turn: it goes down from the root to a leaf,
    /// opens it, and backs values up. The first turn judges the root alone. All turns
    /// come before the tree is entered, which is walked through when it is finished.
    #[inline]
    fn turn(&mut self) {}

    /// In this turn a node got this value, with what else the search keeps of it; a new
    /// node its first. Nodes are counted as the tree got them, the root is 0.
    #[inline]
    fn changed(&mut self, number: u32, value: Score, note: Option<NodeNote>) {
        let _ = (number, value, note);
    }

    /// The node entered last had this number while the tree grew.
    #[inline]
    fn numbered(&mut self, number: u32) {
        let _ = number;
    }

    /// The node entered last and not yet left is left.
    #[inline]
    fn leave(&mut self, value: Score, outcome: NodeOutcome) {
        let _ = (value, outcome);
    }

    /// A new best line at the root: best move so far.
    #[inline]
    fn best(&mut self, depth: u32, value: Score, line: &[Move], nodes: u64) {
        let _ = (depth, value, line, nodes);
    }

    /// An iteration of a deepening search is complete.
    #[inline]
    fn iteration(&mut self, depth: u32, value: Score, line: &[Move], nodes: u64) {
        let _ = (depth, value, line, nodes);
    }
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const WATCHES: bool = false;
}

/// Two observers at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Both<A, B>(pub A, pub B);

impl<A: Observer, B: Observer> Observer for Both<A, B> {
    const WATCHES: bool = A::WATCHES || B::WATCHES;
    const FOLLOWS: bool = A::FOLLOWS || B::FOLLOWS;

    fn reduce(&mut self, plies: u32) {
        self.0.reduce(plies);
        self.1.reduce(plies);
    }

    fn extend(&mut self, plies: u32) {
        self.0.extend(plies);
        self.1.extend(plies);
    }

    fn weigh(&mut self, terms: &[DepthTerm]) {
        self.0.weigh(terms);
        self.1.weigh(terms);
    }

    fn enter(&mut self, node: &Node<'_>) {
        self.0.enter(node);
        self.1.enter(node);
    }

    fn order(&mut self, moves: &[Move]) {
        self.0.order(moves);
        self.1.order(moves);
    }

    fn skip(&mut self, mv: Move, rule: Rule, compared: Compared) {
        self.0.skip(mv, rule, compared);
        self.1.skip(mv, rule, compared);
    }

    fn cut(&mut self, tried: usize, unseen: &[Move]) {
        self.0.cut(tried, unseen);
        self.1.cut(tried, unseen);
    }

    fn evaluated(&mut self, value: Score) {
        self.0.evaluated(value);
        self.1.evaluated(value);
    }

    fn probed(&mut self, known: bool) {
        self.0.probed(known);
        self.1.probed(known);
    }

    fn note(&mut self, note: NodeNote) {
        self.0.note(note.clone());
        self.1.note(note);
    }

    fn turn(&mut self) {
        self.0.turn();
        self.1.turn();
    }

    fn changed(&mut self, number: u32, value: Score, note: Option<NodeNote>) {
        self.0.changed(number, value, note.clone());
        self.1.changed(number, value, note);
    }

    fn numbered(&mut self, number: u32) {
        self.0.numbered(number);
        self.1.numbered(number);
    }

    fn leave(&mut self, value: Score, outcome: NodeOutcome) {
        self.0.leave(value, outcome);
        self.1.leave(value, outcome);
    }

    fn best(&mut self, depth: u32, value: Score, line: &[Move], nodes: u64) {
        self.0.best(depth, value, line, nodes);
        self.1.best(depth, value, line, nodes);
    }

    fn iteration(&mut self, depth: u32, value: Score, line: &[Move], nodes: u64) {
        self.0.iteration(depth, value, line, nodes);
        self.1.iteration(depth, value, line, nodes);
    }
}
