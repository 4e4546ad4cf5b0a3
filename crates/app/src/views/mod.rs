//! The rules' types as the page sees them.

mod board;
mod value;

pub(crate) use board::{board, captured, check, chess960_number, color, legal, line, squares, uci};
pub(crate) use value::{normalised, own, percent, white_view};
