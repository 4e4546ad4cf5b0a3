//! The rules' types as the page sees them.

mod board;
mod claim;
mod value;

pub(crate) use board::{
    board, board_of, check, chess960_number, color, legal, line, side, squares, uci,
};
pub(crate) use claim::{claim, claims};
pub(crate) use value::{millis, own, percent, white_view};
