//! Minimax and alpha-beta as textbooks print them, with two players rather
//! than one changing sign: here both can be seen at once.

use std::fmt;

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Wants a large number.
    Max,
    /// Wants a small one.
    Min,
}

impl Player {
    /// The other one.
    pub const fn other(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }

    /// Whether the player likes `a` better than `b`.
    pub fn prefers(self, a: f64, b: f64) -> bool {
        match self {
            Player::Max => a > b,
            Player::Min => a < b,
        }
    }

    /// The worst that can happen to the player.
    pub const fn worst(self) -> f64 {
        match self {
            Player::Max => f64::NEG_INFINITY,
            Player::Min => f64::INFINITY,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Max => "MAX",
            Player::Min => "MIN",
        })
    }
}

/// A game small enough for a toy.
pub trait Toy: Sized {
    /// What the game is worth to MAX, where it ends.
    fn value(&self) -> Option<f64>;

    /// The positions after each move; at least one where [`Toy::value`] is `None`.
    fn sons(&self) -> Vec<Self>;
}

/// What both players are sure of: alpha MAX, beta MIN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// MAX has at least this already.
    pub alpha: f64,
    /// MIN has at most this already.
    pub beta: f64,
}

impl Window {
    /// Nobody is sure of anything.
    pub const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The window once `player` can have `value`.
    fn narrowed(self, player: Player, value: f64) -> Window {
        match player {
            Player::Max => Window { alpha: self.alpha.max(value), ..self },
            Player::Min => Window { beta: self.beta.min(value), ..self },
        }
    }

    /// What the other player is sure of.
    pub fn bound_against(self, player: Player) -> f64 {
        match player {
            Player::Max => self.beta,
            Player::Min => self.alpha,
        }
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |bound: f64| match bound {
            f64::INFINITY => "+∞".to_owned(),
            f64::NEG_INFINITY => "-∞".to_owned(),
            bound => bound.to_string(),
        };
        write!(f, "({}, {})", shown(self.alpha), shown(self.beta))
    }
}

/// What a search found, and what it looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ToyResult {
    /// The value for MAX.
    pub value: f64,
    /// Positions looked at, the root not counted.
    pub nodes: u64,
    /// Ends of the game looked at.
    pub leaves: u64,
}

/// Something that alpha-beta does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// Looks at a position with sons.
    Enter(Player, Window),
    /// Looks at a leaf.
    Leaf(f64),
    /// The player at this position can have more than before: the new window.
    Narrow(Player, Window),
    /// The player can have `value` here, which the other, sure of `bound`
    /// elsewhere, will not allow: sons from number `first` on are left out.
    Cut {
        /// Who is to move here.
        player: Player,
        /// What the player can have.
        value: f64,
        /// What the other player is sure of.
        bound: f64,
        /// The first son left out.
        first: usize,
    },
    /// Is done with a position with sons: its value, or a bound after a cut.
    Leave(f64),
}

/// The value of a toy with `player` to move, everything looked at.
pub fn minimax<T: Toy>(root: &T, player: Player) -> ToyResult {
    fn value<T: Toy>(place: &T, player: Player, result: &mut ToyResult) -> f64 {
        if let Some(value) = place.value() {
            result.leaves += 1;
            return value;
        }
        let mut best = player.worst();
        for son in place.sons() {
            result.nodes += 1;
            let value = value(&son, player.other(), result);
            if player.prefers(value, best) {
                best = value;
            }
        }
        best
    }
    let mut result = ToyResult { value: 0.0, nodes: 0, leaves: 0 };
    result.value = value(root, player, &mut result);
    result
}

/// The same value with what cannot matter left out. `watch` is told every
/// step, with the way to the position: the numbers of the sons, from 0.
pub fn alpha_beta<T: Toy>(
    root: &T,
    player: Player,
    watch: &mut impl FnMut(&[usize], Step),
) -> ToyResult {
    let mut search =
        ToySearch { way: Vec::new(), result: ToyResult { value: 0.0, nodes: 0, leaves: 0 }, watch };
    let value = search.value(root, player, Window::FULL);
    ToyResult { value, ..search.result }
}

struct ToySearch<'a, W> {
    way: Vec<usize>,
    result: ToyResult,
    watch: &'a mut W,
}

impl<W: FnMut(&[usize], Step)> ToySearch<'_, W> {
    fn value<T: Toy>(&mut self, place: &T, player: Player, mut window: Window) -> f64 {
        if let Some(value) = place.value() {
            self.result.leaves += 1;
            (self.watch)(&self.way, Step::Leaf(value));
            return value;
        }
        (self.watch)(&self.way, Step::Enter(player, window));
        let sons = place.sons();
        let mut best = player.worst();
        for (index, son) in sons.iter().enumerate() {
            self.result.nodes += 1;
            self.way.push(index);
            let value = self.value(son, player.other(), window);
            self.way.pop();
            if player.prefers(value, best) {
                best = value;
                let narrowed = window.narrowed(player, value);
                if narrowed != window {
                    window = narrowed;
                    (self.watch)(&self.way, Step::Narrow(player, window));
                }
            }
            let bound = window.bound_against(player);
            if !player.prefers(bound, best) && index + 1 < sons.len() {
                let first = index + 1;
                (self.watch)(&self.way, Step::Cut { player, value: best, bound, first });
                break;
            }
        }
        (self.watch)(&self.way, Step::Leave(best));
        best
    }
}
