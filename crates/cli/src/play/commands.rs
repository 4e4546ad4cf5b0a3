//! What a person can say besides moves.

use chess::{Color, Square, quote};

use super::console::width;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum GameCommand {
    /// About all, or about one.
    Help(Option<String>),
    Board,
    Undo(usize),
    Redo(usize),
    Hint,
    /// Where the game went wrong, and why.
    Review,
    /// With an evaluation's name, or the opponent's own.
    Eval(Option<String>),
    Flip,
    /// Legal moves, of one piece or of all.
    Moves(Option<Square>),
    History,
    Fen,
    Pgn,
    Save(String),
    /// A file and perhaps which of its games.
    Load(Option<(String, usize)>),
    /// A claim or an offer, perhaps with the move that is intended.
    Draw(Option<String>),
    Resign,
    /// Another opponent.
    Level(Option<String>),
    /// Another player for a side.
    Seat(Color, String),
    Switch,
    New,
    SetUp(Option<String>),
    Now,
    Pause,
    Quit,
}

/// A command as it is written and explained.
struct CommandHelp {
    name: &'static str,
    /// The first short form is the one that help shows.
    short: &'static [&'static str],
    /// What follows.
    takes: &'static str,
    /// What it does.
    does: &'static str,
    /// Whether the list has a line for it; otherwise another line tells of it.
    is_listed: bool,
}

const fn listed(
    name: &'static str,
    short: &'static [&'static str],
    takes: &'static str,
    does: &'static str,
) -> CommandHelp {
    CommandHelp { name, short, takes, does, is_listed: true }
}

const fn unlisted(
    name: &'static str,
    short: &'static [&'static str],
    takes: &'static str,
    does: &'static str,
) -> CommandHelp {
    CommandHelp { name, short, takes, does, is_listed: false }
}

const TABLE: [CommandHelp; 25] = [
    listed("help", &["h", "?"], "[command]", "this list, or one command"),
    listed("board", &["b"], "", "the board again; Enter does the same"),
    listed("moves", &["m"], "[square]", "the legal moves, of one piece or of all"),
    listed("undo", &["u", "back"], "[n]", "take back a move, or n (r, redo: play it again)"),
    unlisted("redo", &["r"], "[n]", "play a move again that was taken back, or n"),
    listed("hint", &["i"], "", "what a strong player would do (rv, review: mistakes)"),
    unlisted("review", &["rv", "why"], "", "where the game went wrong, and why"),
    listed("eval", &["e"], "[name]", "what the position is worth, term by term"),
    listed("flip", &["f"], "", "turn the board round"),
    listed("history", &["y", "list"], "", "all moves of the game"),
    listed("fen", &["t"], "", "the position as text"),
    listed("pgn", &["p"], "", "the game as text"),
    listed("save", &["s"], "file", "add the game to a PGN file"),
    listed("load", &["o", "open"], "[file] [n]", "a game from a PGN file, or a saved one"),
    listed("draw", &["d"], "[move]", "claim a draw, perhaps with a move, or offer one"),
    listed("resign", &["rs"], "", "give up"),
    listed("level", &["l"], "[player]", "another opponent: 1 to 10, easy, hard, any player"),
    listed("white", &["w"], "player", "who plays White (bl, black: for Black); human is you"),
    unlisted("black", &["bl"], "player", "who plays Black; human is you"),
    listed("switch", &["sw", "swap"], "", "change sides"),
    listed("new", &["n"], "", "a new game with the same players"),
    listed("set-up", &["su", "setup", "edit"], "[FEN]", "set up a position; your clock runs on"),
    listed("now", &["g", "go"], "", "the computer moves at once; Enter does the same"),
    listed("pause", &["z", "wait"], "", "hold a watched game, or let it go on; also Space"),
    listed("quit", &["x", "q", "exit"], "", "leave; the game is kept"),
];

/// What help says about one command besides its line.
const MORE: [(&str, &str); 6] = [
    ("load", "While you choose a saved game, your clock runs on."),
    ("set-up", "While you set up, your clock runs on; the game before is kept."),
    (
        "draw",
        "By repetition or fifty moves it is a draw at once; otherwise the other one is asked.",
    ),
    ("hint", "Your clock runs on."),
    ("quit", "plywise play --continue goes on with it, clocks included."),
    ("undo", "After the end, the end itself is taken back."),
];

/// Whom a beginning is not enough for: what they do is not taken back easily.
const IN_FULL: [&str; 2] = ["resign", "quit"];

/// The most moves that can be taken back at once: all of them.
const MOST_TIMES: usize = 10_000;

/// A window with fewer columns or rows is a small one.
pub(crate) const SMALL: (usize, usize) = (76, 24);

/// What help says: in full, or only the names where the window is small.
pub(crate) fn help(is_small: bool) -> String {
    let first = |short: &[&'static str]| short.first().copied().unwrap_or_default();
    if is_small {
        let names: Vec<String> = TABLE
            .iter()
            .map(|entry| format!("{}{}{}", entry.name, width::TIED, first(entry.short)))
            .collect();
        return format!("A move: e4, Nf3, e2e4, e8=Q. Or, in full or short: {}.", names.join(", "));
    }
    let mut text =
        "A move: e2e4, E2 E4, e4, Nf3, O-O, e8=Q. Scores are White's, in pawns.\n".to_owned();
    for CommandHelp { name, short, takes, does, .. } in TABLE.iter().filter(|entry| entry.is_listed)
    {
        let short = first(short);
        let call = format!("{name} {takes}");
        text.push_str(&format!("{short:>4}  {call:<17}{does}\n"));
    }
    text
}

/// What help says about one command.
pub(crate) fn help_about(word: &str) -> String {
    let word = word.to_lowercase();
    let Some(CommandHelp { name, short, takes, does, .. }) =
        find(&word).or_else(|| find_beginning(&word, |_| true))
    else {
        return format!("'{}' is no command; help lists them.", quote(&word));
    };
    let call = format!("{name} {takes}");
    let more = MORE
        .iter()
        .find(|(about, _)| about == name)
        .map_or(String::new(), |(_, more)| format!(" {more}"));
    format!("{}, in short {}: {does}.{more}", call.trim_end(), short.join(" or "))
}

/// The command of this name or short form.
fn find(word: &str) -> Option<&'static CommandHelp> {
    TABLE.iter().find(|entry| entry.name == word || entry.short.contains(&word))
}

/// The only one of some commands whose name begins like this.
fn find_beginning(
    word: &str,
    is_meant: impl Fn(&CommandHelp) -> bool,
) -> Option<&'static CommandHelp> {
    let begins = |entry: &&CommandHelp| word.len() >= 2 && entry.name.starts_with(word);
    let mut found = TABLE.iter().filter(begins).filter(|entry| is_meant(entry));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

impl GameCommand {
    /// Reads a line: `None` if it does not begin with a command's name, and a
    /// sentence if something is wrong with what follows.
    pub(crate) fn read(line: &str) -> Option<Result<GameCommand, String>> {
        let (word, rest) = split(line);
        if is_wide_move(line) {
            return None;
        }
        find(&word).map(|entry| GameCommand::with(entry.name, rest))
    }

    /// Reads a line that may begin with the beginning of a name only.
    pub(crate) fn read_short(line: &str) -> Option<Result<GameCommand, String>> {
        let (word, rest) = split(line);
        let entry = find_beginning(&word, |entry| !IN_FULL.contains(&entry.name))?;
        Some(GameCommand::with(entry.name, rest))
    }

    fn with(name: &'static str, rest: &str) -> Result<GameCommand, String> {
        let text = (!rest.is_empty()).then(|| rest.to_owned());
        let times = || match rest.parse() {
            _ if rest.is_empty() => Ok(1),
            Ok(times @ 1..=MOST_TIMES) => Ok(times),
            _ => Err(format!("'{name} {}': how often, as in {name} 2", quote(rest))),
        };
        let none = |command| match rest.is_empty() {
            true => Ok(command),
            false => Err(format!("'{name}' stands alone, without '{}'", quote(rest))),
        };
        let needed = |what: &str| {
            text.clone().ok_or_else(|| format!("'{name}' needs {what}, as in: {name} {what}"))
        };
        match name {
            "board" => none(GameCommand::Board),
            "moves" => match text {
                None => Ok(GameCommand::Moves(None)),
                Some(text) => {
                    text.parse().map(|square| GameCommand::Moves(Some(square))).map_err(|_| {
                        format!("'{}' is no square: moves e2, or moves alone", quote(&text))
                    })
                }
            },
            "undo" => times().map(GameCommand::Undo),
            "redo" => times().map(GameCommand::Redo),
            "hint" => none(GameCommand::Hint),
            "review" => none(GameCommand::Review),
            "eval" => Ok(GameCommand::Eval(text)),
            "flip" => none(GameCommand::Flip),
            "history" => none(GameCommand::History),
            "fen" => match text {
                Some(fen) => Ok(GameCommand::SetUp(Some(fen))),
                None => Ok(GameCommand::Fen),
            },
            "pgn" => none(GameCommand::Pgn),
            "save" => needed("FILE").map(GameCommand::Save),
            "load" => Ok(GameCommand::Load(text.map(|text| split_number(&text)))),
            "draw" => Ok(GameCommand::Draw(text)),
            "resign" => none(GameCommand::Resign),
            "level" => Ok(GameCommand::Level(text)),
            "white" => needed("PLAYER").map(|player| GameCommand::Seat(Color::White, player)),
            "black" => needed("PLAYER").map(|player| GameCommand::Seat(Color::Black, player)),
            "switch" => none(GameCommand::Switch),
            "new" => none(GameCommand::New),
            "set-up" => Ok(GameCommand::SetUp(text)),
            "now" => none(GameCommand::Now),
            "pause" => none(GameCommand::Pause),
            "quit" => none(GameCommand::Quit),
            _ => Ok(GameCommand::Help(text)),
        }
    }
}

/// The first word in lower case, and the rest.
fn split(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_lowercase(), rest.trim())
}

/// Whether this is a move with spaces in it and not a command that something
/// follows: `d 4`, `N f3`, `e x d 5`, `d2 d4`, `o - o`.
fn is_wide_move(line: &str) -> bool {
    if !line.trim().contains(char::is_whitespace) {
        return false;
    }
    let joined: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let joined = joined.to_lowercase();
    let text = joined.trim_end_matches(['+', '#', '!', '?']);
    if ["o-o", "o-o-o", "0-0", "0-0-0"].contains(&text) {
        return true;
    }
    let text = match text.as_bytes() {
        [before @ .., b'=', b'q' | b'r' | b'b' | b'n'] => before,
        // Behind the last rank only: `b7b` would be half a move.
        [before @ .., b'q' | b'r' | b'b' | b'n']
            if matches!(before, [.., b'a'..=b'h', b'1' | b'8']) =>
        {
            before
        }
        text => text,
    };
    let [before @ .., b'a'..=b'h', b'1'..=b'8'] = text else { return false };
    let (before, takes) = match before {
        [before @ .., b'x' | b'-'] => (before, true),
        before => (before, false),
    };
    match before {
        [] => !takes,
        // A pawn that takes; without the cross it might be a claim with a move, `d e4`.
        [b'a'..=b'h'] if takes => true,
        [b'a'..=b'h', b'1'..=b'8'] => true,
        [b'k' | b'q' | b'r' | b'b' | b'n', from @ ..] => {
            matches!(from, [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8'])
        }
        _ => false,
    }
}

/// A file's name, and the number behind it; 1 if there is none.
fn split_number(text: &str) -> (String, usize) {
    match text.rsplit_once(char::is_whitespace) {
        Some((file, number)) if number.parse::<usize>().is_ok_and(|number| number > 0) => {
            (file.trim().to_owned(), number.parse().unwrap_or(1))
        }
        _ => (text.to_owned(), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> GameCommand {
        GameCommand::read(line).unwrap().unwrap()
    }

    #[test]
    fn names_and_short_forms() {
        assert_eq!(read("help"), GameCommand::Help(None));
        assert_eq!(read("? undo"), GameCommand::Help(Some("undo".to_owned())));
        assert_eq!(read(" UNDO 2 "), GameCommand::Undo(2));
        assert_eq!(read("u"), GameCommand::Undo(1));
        assert_eq!(read("x"), GameCommand::Quit);
        assert_eq!(read("moves e2"), GameCommand::Moves(Some(Square::E2)));
        assert_eq!(read("draw Nf3"), GameCommand::Draw(Some("Nf3".to_owned())));
        assert_eq!(
            read("load my games.pgn 3"),
            GameCommand::Load(Some(("my games.pgn".to_owned(), 3)))
        );
        assert_eq!(
            read("black uci:stockfish,Skill Level=3"),
            GameCommand::Seat(Color::Black, "uci:stockfish,Skill Level=3".to_owned())
        );
        for CommandHelp { name, short, .. } in TABLE {
            let argument = match name {
                "save" => " f",
                "white" | "black" => " hard",
                _ => "",
            };
            let command = read(&format!("{name}{argument}"));
            for short in short {
                assert_eq!(read(&format!("{short}{argument}")), command);
            }
        }
    }

    #[test]
    fn help_shows_every_command_with_its_short_form() {
        for CommandHelp { name, short, .. } in TABLE {
            let short = short.first().unwrap();
            let listed = help(false).lines().any(|line| {
                line.starts_with(&format!("{short:>4}  {name} "))
                    || line.contains(&format!("({short}, {name}: "))
            });
            assert!(listed, "{name}:\n{}", help(false));
            assert!(help(true).contains(&format!("{name}{}{short}", width::TIED)), "{name}");
        }
        // With the prompt it fits in the smallest window that is not a small one.
        let (columns, rows) = SMALL;
        assert!(help(false).lines().count() < rows);
        assert!(help(false).lines().all(|line| width::of(line) < columns), "{}", help(false));
        let shorts: Vec<&&str> = TABLE.iter().flat_map(|entry| entry.short).collect();
        for (at, short) in shorts.iter().enumerate() {
            assert!(!shorts[..at].contains(short), "{short} is given twice");
        }
    }

    #[test]
    fn help_about_one_command() {
        for (word, told) in [
            ("undo", "undo [n], in short u or back: take back a move, or n"),
            ("r", "redo [n], in short r: play a move again that was taken back, or n."),
            ("bla", "black player, in short bl: who plays Black; human is you."),
            ("Set-Up", "set-up [FEN], in short su or setup or edit: set up a position"),
            ("e4", "'e4' is no command; help lists them."),
        ] {
            assert!(help_about(word).starts_with(told), "{}", help_about(word));
        }
        assert!(help_about("setup").ends_with("your clock runs on; the game before is kept."));
        for (about, _) in MORE {
            assert!(find(about).is_some(), "{about}");
        }
    }

    #[test]
    fn moves_are_no_commands() {
        for text in
            ["e4", "Nf3", "ed", "b4", "bxc3", "O-O", "e8=Q", "", "e2 e4", "Re1", "d8", "d 4", "E 4"]
        {
            assert_eq!(GameCommand::read(text), None, "{text}");
            assert_eq!(GameCommand::read_short(text), None, "{text}");
        }
        // Written wide.
        for text in [
            "d 2 d 4", "N f3", "B b5", "Q h5", "e x d5", "o - o", "b x c 3", "R a d1", "q h4 #",
            "e7 e8 q", "b 8 = n", "e2 - e4", "N g1 f3",
        ] {
            assert_eq!(GameCommand::read(text), None, "{text}");
        }
        assert_eq!(read("d e4"), GameCommand::Draw(Some("e4".to_owned())));
        assert_eq!(read("d Nf3"), GameCommand::Draw(Some("Nf3".to_owned())));
        assert_eq!(read("m e2"), GameCommand::Moves(Some(Square::E2)));
        assert_eq!(read("r 2"), GameCommand::Redo(2));
    }

    #[test]
    fn beginnings_that_mean_one_thing() {
        assert_eq!(GameCommand::read_short("hin"), Some(Ok(GameCommand::Hint)));
        assert_eq!(GameCommand::read_short("und 3"), Some(Ok(GameCommand::Undo(3))));
        assert_eq!(GameCommand::read_short("resig"), None, "not by half a word");
        assert_eq!(GameCommand::read_short("qui"), None);
    }

    #[test]
    fn what_follows_is_checked() {
        for (line, said) in [
            ("undo x", "'undo x': how often, as in undo 2"),
            ("undo 0", "'undo 0': how often"),
            ("undo 99999999999999999999", "'undo 99999999999999999999': how often"),
            ("flip it", "'flip' stands alone, without 'it'"),
            ("moves z9", "'z9' is no square: moves e2, or moves alone"),
            ("save", "'save' needs FILE"),
            ("white", "'white' needs PLAYER"),
        ] {
            let error = GameCommand::read(line).unwrap().unwrap_err();
            assert!(error.starts_with(said), "{line}: {error}");
        }
    }
}
