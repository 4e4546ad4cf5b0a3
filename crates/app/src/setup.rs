//! Set-ups checked, whatever stands on the board.

use chess::{Game, Position, Setup};

use crate::protocol::Tell;
use crate::{random, views};

/// What follows the pieces where a page leaves it out.
const REST: [&str; 5] = ["w", "-", "-", "0", "1"];

/// Checks a set-up and says every reason why it is not legal.
pub(crate) fn check(fen: &str) -> Tell {
    let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    if (1..6).contains(&fields.len()) {
        fields.extend(&REST[fields.len() - 1..]);
    }
    match fields.join(" ").parse::<Setup>() {
        Err(error) => {
            Tell::Setup { fen: None, faults: vec![error.to_string()], board: None, chess960: None }
        }
        Ok(setup) => match setup.position() {
            Err(faults) => Tell::Setup {
                fen: Some(setup.to_string()),
                faults: faults.iter().map(|fault| fault.to_string()).collect(),
                board: None,
                chess960: None,
            },
            Ok(position) => told(position),
        },
    }
}

/// A starting position of Chess960, any if no number is given.
pub(crate) fn chess960(number: Option<f64>) -> Result<Tell, String> {
    let number = match number {
        Some(number) => chess960_number(number)?,
        None => (random::seed() % 960) as u16,
    };
    Ok(told(Position::chess960(number, number)))
}

/// The number of a Chess960 position, from any number at all.
pub(crate) fn chess960_number(number: f64) -> Result<u16, String> {
    match (0.0..960.0).contains(&number) && number.fract() == 0.0 {
        true => Ok(number as u16),
        false => Err("a Chess960 position has a number from 0 to 959".to_owned()),
    }
}

fn told(position: Position) -> Tell {
    Tell::Setup {
        fen: Some(position.to_string()),
        faults: Vec::new(),
        chess960: views::chess960_number(&position),
        board: Some(Box::new(views::board(&Game::new(position)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(fen: &str) -> Vec<String> {
        let Tell::Setup { faults, .. } = check(fen) else { panic!("a set-up is answered so") };
        faults
    }

    #[test]
    fn every_fault_is_a_sentence() {
        assert_eq!(faults("8/8/8/8/8/8/8/8"), ["White has no king", "Black has no king"]);
        assert_eq!(faults("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"), [] as [&str; 0]);
        assert_eq!(faults("8/8 w - -").len(), 1);
        assert_eq!(faults("").len(), 1);
        assert!(faults("4k3/8/8/8/8/8/8/4K3 w K - 0 1")[0].contains("castling rights"));
    }

    #[test]
    fn chess960_positions_by_number() {
        let Ok(Tell::Setup { chess960, faults, .. }) = chess960(Some(518.0)) else { panic!() };
        assert_eq!((chess960, faults.len()), (Some(518), 0));
        assert!(super::chess960(Some(960.0)).is_err());
        assert!(super::chess960(None).is_ok());
    }
}
