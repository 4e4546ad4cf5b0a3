//! Setting up a position: what is typed, and what stands so far.

mod dialog;

use chess::{Board, Color, Piece, Role, Setup, Square, quote};

use super::{count, sentence};

pub(crate) use dialog::{Dialog, Ended};

/// What a line of the set-up asks for besides changing the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// To go on setting up.
    Go,
    /// To play from here.
    Done,
    /// To leave it.
    Cancel,
    /// To see the list of what can be said.
    Help,
    /// To know every reason why it is not legal yet.
    Why,
    /// To turn the board round.
    Flip,
}

/// What help says in the set-up.
pub(crate) const HELP: &str = "
  wKe1 bQd8 ...   put pieces: colour, piece (K Q R B N P), square
  -e4             take away what stands on e4
  clear, start    the empty board, the usual one
  white, black    who is to move
  castling KQkq   who may castle where; castling - for nobody
  ep e3           a pawn has just gone over e3; ep - for none
  a whole FEN     all of it at once
  flip            turn the board round
  why             what is still wrong
  done, cancel    play from here; leave the set-up (also back, x)
";

/// The same for windows that are too small for it.
const SHORT_HELP: &str = "wKe1 bQd8 ...: put pieces. -e4: take away. clear, start, white, black, \
    castling KQkq or -, ep e3 or -, a whole FEN, flip. why: what is wrong. done: play. \
    cancel, back, x: leave.";

/// Obeys a line, word by word; the sentences say what was wrong with some of
/// them. What was right is done, and nothing that stood before is lost.
pub(crate) fn obey(setup: &mut Setup, line: &str) -> (Wish, Vec<String>) {
    let line = line.trim();
    if line.contains('/') {
        // As the command is called in the game.
        let fen = line.strip_prefix("fen ").unwrap_or(line);
        return match fen.trim().parse() {
            Ok(read) => {
                *setup = read;
                (Wish::Go, Vec::new())
            }
            Err(error) => (Wish::Go, vec![sentence(&error)]),
        };
    }
    let mut wish = Wish::Go;
    let mut wrong = Vec::new();
    let mut words = line.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        match word.to_lowercase().as_str() {
            "clear" => *setup = Setup { turn: setup.turn, ..Setup::empty() },
            "start" => *setup = Setup::start(),
            "white" | "w" => set_turn(setup, Color::White),
            "black" | "b" => set_turn(setup, Color::Black),
            "castling" => {
                let rights = words.next().unwrap_or_default();
                match castling(&setup.board, rights) {
                    Some(read) => setup.castling = read,
                    None => wrong.push(format!(
                        "After castling comes KQkq, a part of it, or -, not '{}'.",
                        quote(rights)
                    )),
                }
            }
            "ep" => match words.next().unwrap_or_default() {
                "-" => setup.en_passant = None,
                square => match square.to_lowercase().parse() {
                    Ok(square) => setup.en_passant = Some(square),
                    Err(_) => wrong
                        .push(format!("After ep comes a square or -, not '{}'.", quote(square))),
                },
            },
            "done" | "play" => wish = Wish::Done,
            "cancel" | "back" | "quit" | "q" | "x" => wish = Wish::Cancel,
            "help" | "h" | "?" => wish = Wish::Help,
            "flip" | "f" => wish = Wish::Flip,
            "why" => wish = Wish::Why,
            _ => match read_piece(word) {
                Some((square, piece)) => setup.board.set(square, piece),
                None => {
                    wrong.push(format!("'{}' is nothing here; help lists what is.", quote(word)))
                }
            },
        }
    }
    (wish, wrong)
}

fn set_turn(setup: &mut Setup, turn: Color) {
    if setup.turn != turn {
        setup.turn = turn;
        // It was for the other side to use.
        setup.en_passant = None;
    }
}

/// The rooks behind letters such as `KQkq`, as FEN reads them.
fn castling(board: &Board, rights: &str) -> Option<chess::Bitboard> {
    let fen = format!("{board} w {rights} - 0 1");
    fen.parse::<Setup>().ok().map(|setup| setup.castling)
}

/// `wKe1`, `bQd8`, a FEN letter and a square (`Ke1`, `qd8`), or `-e4`.
fn read_piece(word: &str) -> Option<(Square, Option<Piece>)> {
    let square: Square = word.get(word.len().checked_sub(2)?..)?.to_lowercase().parse().ok()?;
    let piece = &word[..word.len() - 2];
    let mut letters = piece.chars();
    let piece = match (letters.next()?, letters.next(), letters.next()) {
        ('-' | 'x' | 'X', None, None) => None,
        (letter, None, None) => Some(Piece::from_letter(letter)?),
        (color, Some(role), None) => {
            let color = match color {
                'w' | 'W' => Color::White,
                'b' | 'B' => Color::Black,
                _ => return None,
            };
            Some(Piece { color, role: Role::from_letter(role)? })
        }
        _ => return None,
    };
    Some((square, piece))
}

/// What stands besides the pieces, and whether all of it is legal.
pub(crate) fn describe(setup: &Setup) -> String {
    let fen = setup.to_string();
    let rights = fen.split(' ').nth(2).unwrap_or("-");
    let rights = if rights == "-" { "nobody" } else { rights };
    let ep = setup.en_passant.map_or(String::new(), |square| format!(" En passant: {square}."));
    let mut text = format!("{} to move. May castle: {rights}.{ep}\n", setup.turn);
    match setup.position() {
        Ok(_) => text.push_str("This is a legal position: done plays from here.\n"),
        Err(faults) => {
            text.push_str("Not yet a legal position:\n");
            for fault in faults.iter() {
                text.push_str(&format!("  {fault}\n"));
            }
        }
    }
    text
}

/// The same in few words, for windows that are too small for it.
fn describe_shortly(setup: &Setup) -> String {
    let fen = setup.to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let field = |at: usize| fields.get(at).copied().unwrap_or("-");
    let verdict = match setup.position() {
        Ok(_) => "Legal: done plays from here.".to_owned(),
        Err(faults) => {
            let number = faults.iter().count() as u64;
            format!("Not yet legal, {}: why lists them.", count(number, "reason"))
        }
    };
    format!("{} to move\ncastling {}\nep {}\n{verdict}", setup.turn, field(2), field(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_put_and_taken_away() {
        let mut setup = Setup::empty();
        let (wish, wrong) = obey(&mut setup, "wKe1 bke8, wQd1 Ra1 ph7 bNb8 -h7");
        assert_eq!((wish, wrong), (Wish::Go, Vec::new()));
        assert_eq!(setup.board.to_string(), "1n2k3/8/8/8/8/8/8/R2QK3");
        obey(&mut setup, "castling Q black");
        assert_eq!(setup.to_string(), "1n2k3/8/8/8/8/8/8/R2QK3 b Q - 0 1");
        assert!(setup.position().is_ok());
    }

    #[test]
    fn what_is_wrong_loses_nothing() {
        let mut setup = Setup::empty();
        let (_, wrong) = obey(&mut setup, "wKe1 wZe2 bKe9 hello castling XY ep z9 bKE8");
        assert_eq!(wrong.len(), 5, "{wrong:?}");
        assert!(wrong.iter().all(|sentence| sentence.ends_with('.')), "{wrong:?}");
        assert!(wrong[0].starts_with("'wZe2' is nothing here"));
        assert_eq!(setup.board.to_string(), "4k3/8/8/8/8/8/8/4K3");
        let before = setup.clone();
        let (_, wrong) = obey(&mut setup, "8/8/8 w - - 0 1");
        assert_eq!(wrong.len(), 1);
        // A word that needs another one says so; it does not stand for nobody.
        obey(&mut setup, "castling");
        assert_eq!(obey(&mut setup, "ep").1, ["After ep comes a square or -, not ''."]);
        assert_eq!(setup, before);
    }

    #[test]
    fn a_fen_is_read_with_and_without_its_name() {
        for line in ["4k3/8/8/8/8/8/8/4K3 b - - 0 1", "fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1"] {
            let mut setup = Setup::start();
            assert_eq!(obey(&mut setup, line), (Wish::Go, Vec::new()));
            assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
        }
    }

    #[test]
    fn every_reason_is_named() {
        let mut setup = Setup::empty();
        let text = describe(&setup);
        assert!(text.contains("White has no king\n") && text.contains("Black has no king\n"));
        obey(&mut setup, "start black");
        assert!(describe(&setup).contains("legal position"), "{}", describe(&setup));
        obey(&mut setup, "-e1");
        let text = describe(&setup);
        assert!(
            text.contains("White has no king") && text.contains("castling rights need"),
            "{text}"
        );
    }

    #[test]
    fn few_words_say_how_many_reasons_there_are() {
        let mut setup = Setup::start();
        assert_eq!(
            describe_shortly(&setup),
            "White to move\ncastling KQkq\nep -\nLegal: done plays from here."
        );
        obey(&mut setup, "clear");
        assert!(
            describe_shortly(&setup).ends_with("Not yet legal, 2 reasons: why lists them."),
            "{}",
            describe_shortly(&setup)
        );
    }

    #[test]
    fn any_text_will_do() {
        let mut setup = Setup::empty();
        for text in ["é1", "1", "", "wK", "-", "♔e1", "wKe1e1", "\u{1b}[A", "castling", "ep"] {
            obey(&mut setup, text);
        }
        assert_eq!(setup, Setup::empty());
    }
}
