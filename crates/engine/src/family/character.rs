//! Tastes.

use chess::{Move, Position, Role, attacks};

/// What a player likes. A taste is worth a few per cent of the winning chances: it
/// decides among moves that seem about equally good, and never makes a blunder of
/// its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Character {
    /// Goes for the king.
    Attacker,
    /// Keeps everything together.
    Defender,
    /// Exchanges what can be exchanged.
    Trader,
    /// Takes whatever there is to take.
    Grabber,
    /// Pushes pawns.
    Pusher,
    /// Gives every check.
    Checker,
}

impl Character {
    /// All of them.
    pub const ALL: [Character; 6] = [
        Character::Attacker,
        Character::Defender,
        Character::Trader,
        Character::Grabber,
        Character::Pusher,
        Character::Checker,
    ];

    /// How it is ordered.
    pub const fn name(self) -> &'static str {
        match self {
            Character::Attacker => "attacker",
            Character::Defender => "defender",
            Character::Trader => "trader",
            Character::Grabber => "grabber",
            Character::Pusher => "pusher",
            Character::Checker => "checker",
        }
    }

    /// What people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Character::Attacker => "Attila the attacker",
            Character::Defender => "Dora the defender",
            Character::Trader => "Theo the trader",
            Character::Grabber => "Greta the grabber",
            Character::Pusher => "Paul the pawn pusher",
            Character::Checker => "Charlie who loves checks",
        }
    }

    /// What it is like, in a line.
    pub const fn line(self) -> &'static str {
        match self {
            Character::Attacker => "Brings its pieces to your king and keeps the queens on",
            Character::Defender => "Stays on its own half, near its king, and waits for you",
            Character::Trader => "Exchanges pieces wherever it can and heads for the endgame",
            Character::Grabber => "Takes whatever can be taken, pawns first of all",
            Character::Pusher => "Moves pawns where others move pieces",
            Character::Checker => "Never misses the joy of a check, good or bad",
        }
    }

    /// The character of this name.
    pub fn by_name(name: &str) -> Option<Character> {
        Character::ALL.into_iter().find(|character| character.name() == name)
    }

    /// What its taste costs in rating, as measured (docs/levels.md).
    pub(super) const fn cost(self) -> i16 {
        match self {
            Character::Attacker => 150,
            Character::Defender => 190,
            Character::Trader => 60,
            Character::Pusher => 90,
            Character::Grabber => 0,
            Character::Checker => 100,
        }
    }

    /// What a move is worth to it in addition, in winning chances.
    pub(super) fn taste(self, position: &Position, mv: Move) -> f64 {
        /// A move it likes.
        const LIKED: f64 = 0.05;
        let us = position.turn();
        let role = position.role_at(mv.from());
        let prey = position.captured(mv);
        let is_piece = |role: Role| !matches!(role, Role::Pawn | Role::King);
        let towards = |square: chess::Square| {
            let (before, after) = (mv.from().distance(square), mv.to().distance(square));
            (f64::from(before) - f64::from(after)).clamp(-2.0, 2.0) / 2.0
        };
        let height = mv.to().rank().relative_to(us).index();
        match self {
            Character::Attacker => {
                let their_king = position.king(!us);
                let near = attacks::king(their_king).contains(mv.to());
                let trades_queens = prey == Some(Role::Queen) && role == Some(Role::Queen);
                let goes = role.is_some_and(is_piece) && !mv.is_castling();
                LIKED
                    * (if goes { 0.6 * towards(their_king) } else { 0.0 }
                        + 1.4 * f64::from(u8::from(near))
                        + 0.8 * f64::from(u8::from(position.gives_check(mv)))
                        - 2.0 * f64::from(u8::from(trades_queens)))
            }
            Character::Defender => {
                let home = f64::from(u8::from(mv.is_castling() || height <= 2));
                let far = f64::from(u8::from(height >= 4));
                LIKED * (home - far)
            }
            Character::Trader => {
                let trades = prey.is_some_and(is_piece)
                    && role.is_some_and(is_piece)
                    && position.see_ge(mv, 0);
                let pawns = prey == Some(Role::Pawn) && role == Some(Role::Pawn);
                LIKED * (5.0 * f64::from(u8::from(trades)) + f64::from(u8::from(pawns)))
            }
            Character::Grabber => {
                let pawn = prey == Some(Role::Pawn);
                LIKED * (f64::from(u8::from(prey.is_some())) + f64::from(u8::from(pawn)))
            }
            Character::Pusher => LIKED * f64::from(u8::from(role == Some(Role::Pawn))) * 1.2,
            Character::Checker => 2.0 * LIKED * f64::from(u8::from(position.gives_check(mv))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_their_own() {
        for character in Character::ALL {
            assert_eq!(Character::by_name(character.name()), Some(character));
            assert!(character.line().len() < 80, "one line");
        }
        assert_eq!(Character::by_name("Attacker"), None);
    }

    #[test]
    fn each_likes_what_it_is_called_after() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let position: Position = fen.parse().unwrap();
        let taste = |character: Character, san: &str| {
            character.taste(&position, position.parse_san(san).unwrap())
        };
        assert!(taste(Character::Attacker, "Ng5") > taste(Character::Attacker, "Ng1"));
        assert!(taste(Character::Defender, "O-O") > taste(Character::Defender, "Ng5"));
        assert!(taste(Character::Grabber, "Nxe5") > taste(Character::Grabber, "Nc3"));
        assert!(taste(Character::Pusher, "a3") > taste(Character::Pusher, "Nc3"));
        assert!(taste(Character::Checker, "Bxf7+") > taste(Character::Checker, "Nxe5"));
        let trader = |fen: &str, san: &str| {
            let open: Position = fen.parse().unwrap();
            Character::Trader.taste(&open, open.parse_san(san).unwrap())
        };
        let (fair, losing) =
            ("3r2k1/8/8/8/3R4/8/8/3R2K1 b - - 0 1", "3r2k1/8/8/8/3B4/8/8/3R2K1 b - - 0 1");
        assert!(trader(fair, "Rxd4") > trader(fair, "Rd7"));
        assert!(trader(losing, "Rxd4") <= trader(losing, "Rd7"), "a rook for a bishop is no trade");
    }
}
