//! A small opening book written by hand: a repertoire of three moves for each colour, as
//! report P's players have one.

use std::collections::HashMap;
use std::sync::OnceLock;

use chess::{Move, Position};

use numbers::Dice;

/// What White plays: each line is three moves by White and the answers to them
/// that White is prepared for.
const WHITE: &str = "
e4 e5 Nf3 Nc6 Bb5
e4 e5 Nf3 Nc6 Bc4
e4 e5 Nf3 Nc6 d4
e4 e5 Nf3 Nf6 Nxe5
e4 e5 Nf3 d6 d4
e4 c5 Nf3 d6 d4
e4 c5 Nf3 Nc6 d4
e4 c5 Nf3 e6 d4
e4 c5 Nc3 Nc6 Nf3
e4 e6 d4 d5 Nc3
e4 e6 d4 d5 Nd2
e4 c6 d4 d5 Nc3
e4 c6 d4 d5 e5
e4 d5 exd5 Qxd5 Nc3
e4 d5 exd5 Nf6 d4
e4 d6 d4 Nf6 Nc3
e4 g6 d4 Bg7 Nc3
e4 Nf6 e5 Nd5 d4
d4 d5 c4 e6 Nc3
d4 d5 c4 c6 Nf3
d4 d5 c4 dxc4 Nf3
d4 d5 Nf3 Nf6 c4
d4 Nf6 c4 e6 Nc3
d4 Nf6 c4 e6 Nf3
d4 Nf6 c4 g6 Nc3
d4 Nf6 c4 c5 d5
d4 f5 g3 Nf6 Bg2
d4 e6 c4 Nf6 Nc3
d4 d6 e4 Nf6 Nc3
c4 e5 Nc3 Nf6 Nf3
c4 c5 Nf3 Nf6 Nc3
c4 Nf6 Nc3 e6 Nf3
c4 e6 Nf3 d5 d4
Nf3 d5 d4 Nf6 c4
Nf3 Nf6 c4 g6 Nc3
Nf3 c5 c4 Nc6 Nc3
";

/// What Black plays: each line is three moves by Black and the moves of White
/// that Black is prepared for.
const BLACK: &str = "
e4 e5 Nf3 Nc6 Bb5 a6
e4 e5 Nf3 Nc6 Bb5 Nf6
e4 e5 Nf3 Nc6 Bc4 Bc5
e4 e5 Nf3 Nc6 Bc4 Nf6
e4 e5 Nf3 Nc6 d4 exd4
e4 e5 Nf3 Nf6 Nxe5 d6
e4 e5 Nc3 Nf6 f4 d5
e4 e5 f4 exf4 Nf3 g5
e4 e5 Bc4 Nf6 d3 Nc6
e4 c5 Nf3 d6 d4 cxd4
e4 c5 Nf3 Nc6 d4 cxd4
e4 c5 Nf3 e6 d4 cxd4
e4 c5 c3 d5 exd5 Qxd5
e4 c5 Nc3 Nc6 g3 g6
e4 e6 d4 d5 Nc3 Nf6
e4 e6 d4 d5 Nd2 c5
e4 e6 d4 d5 e5 c5
e4 e6 d4 d5 exd5 exd5
e4 c6 d4 d5 Nc3 dxe4
e4 c6 d4 d5 e5 Bf5
e4 c6 d4 d5 exd5 cxd5
d4 d5 c4 e6 Nc3 Nf6
d4 d5 c4 c6 Nf3 Nf6
d4 d5 c4 c6 Nc3 Nf6
d4 d5 Nf3 Nf6 c4 e6
d4 d5 Bf4 Nf6 e3 e6
d4 Nf6 c4 e6 Nc3 Bb4
d4 Nf6 c4 e6 Nf3 d5
d4 Nf6 c4 e6 Nf3 b6
d4 Nf6 c4 g6 Nc3 Bg7
d4 Nf6 c4 g6 Nc3 d5
d4 Nf6 Nf3 g6 c4 Bg7
d4 Nf6 Bg5 e6 e4 h6
c4 e5 Nc3 Nf6 Nf3 Nc6
c4 c5 Nf3 Nf6 Nc3 d5
c4 Nf6 Nc3 e6 Nf3 d5
Nf3 d5 d4 Nf6 c4 e6
Nf3 d5 g3 Nf6 Bg2 e6
Nf3 Nf6 c4 g6 Nc3 Bg7
b3 e5 Bb2 Nc6 e3 d5
f4 d5 Nf3 Nf6 e3 g6
";

/// A move of the repertoire in this position, any of them with equal chance.
pub(crate) fn choose(position: &Position, dice: &mut Dice) -> Option<Move> {
    static KNOWN: OnceLock<HashMap<u64, Vec<Move>>> = OnceLock::new();
    let known = KNOWN.get_or_init(learn).get(&position.key())?;
    // Two positions with one key are as good as impossible; a move that is not
    // legal would be worse than one chance too few.
    let mv = *known.get(dice.below(known.len()))?;
    position.is_legal(mv).then_some(mv)
}

fn learn() -> HashMap<u64, Vec<Move>> {
    let mut known: HashMap<u64, Vec<Move>> = HashMap::new();
    for (lines, first) in [(WHITE, 0), (BLACK, 1)] {
        for line in lines.lines() {
            let mut position = Position::start();
            for (ply, text) in line.split_whitespace().enumerate() {
                // The test below reads all of them.
                let Ok(mv) = position.parse_san(text) else { break };
                let moves = known.entry(position.key()).or_default();
                if ply % 2 == first && !moves.contains(&mv) {
                    moves.push(mv);
                }
                if position.play(mv).is_err() {
                    break;
                }
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_played_and_has_three_own_moves() {
        for (lines, plies) in [(WHITE, 5), (BLACK, 6)] {
            for line in lines.lines().filter(|line| !line.is_empty()) {
                let mut position = Position::start();
                for text in line.split(' ') {
                    position.play(position.parse_san(text).expect(line)).expect(line);
                }
                assert_eq!(line.split(' ').count(), plies, "{line}");
            }
        }
    }

    #[test]
    fn the_first_move_varies_and_strange_positions_are_unknown() {
        let mut dice = Dice::new(3);
        let seen: std::collections::HashSet<Option<Move>> =
            (0..200).map(|_| choose(&Position::start(), &mut dice)).collect();
        assert_eq!(seen.len(), 4, "e4, d4, c4 and Nf3");
        let strange: Position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
        assert_eq!(choose(&strange, &mut dice), None);
    }
}
