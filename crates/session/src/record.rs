//! A game as PGN and back.

use std::time::Duration;

use chess::pgn::{self, Comment, NodeId, Pgn, date_and_time};
use chess::{Color, Game, Position, Reason, openings};
use engine::{Branching, Spec};
use eval::Score;

use crate::{GameSession, Note, TimeControl};

/// How much is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What any reader of PGN wants to know.
    Public,
    /// All that it takes to go on with the game.
    Whole,
}

/// The game as PGN.
pub fn write(session: &GameSession, detail: Detail) -> Pgn {
    let mut pgn = Pgn::from(&session.game);
    write_notes(&mut pgn, session, detail);
    let reason = session.reason();
    if let Some(reason) = reason {
        pgn.set_outcome(Some(reason.outcome()));
        write_reason(&mut pgn, reason);
    }
    let (date, time) = date_and_time(session.began);
    set(&mut pgn, "Event", "Casual game");
    set(&mut pgn, "Date", &date);
    set(&mut pgn, "Round", "-");
    for color in Color::ALL {
        let seat = session.seat(color);
        set(&mut pgn, &color.to_string(), &name(session, color));
        let kind = if seat.is_human() { "human" } else { "program" };
        set(&mut pgn, &format!("{color}Type"), kind);
    }
    if *session.game.start() == Position::start()
        && let Some(opening) = openings::of_game(session.game.positions())
    {
        set(&mut pgn, "ECO", opening.eco);
        set(&mut pgn, "Opening", opening.name);
    }
    let control = session.clocks.control();
    set(&mut pgn, "TimeControl", &control.map_or("-".to_owned(), TimeControl::pgn));
    set(&mut pgn, "Termination", reason.map_or("unterminated", Reason::termination));
    set(&mut pgn, "UTCDate", &date);
    set(&mut pgn, "UTCTime", &time);
    if detail == Detail::Whole {
        for color in Color::ALL {
            set(&mut pgn, &format!("{color}Player"), &session.seat(color).spec.to_string());
            if let Some(left) = session.clocks.left(color) {
                set(&mut pgn, &format!("{color}Clock"), &left.as_millis().to_string());
            }
        }
        set(&mut pgn, "Taken", &session.clocks.taken().as_millis().to_string());
        set(&mut pgn, "Began", &session.began.to_string());
    }
    pgn
}

/// What a player is called among people who read the game elsewhere.
fn name(session: &GameSession, color: Color) -> String {
    let seat = session.seat(color);
    let order = seat.spec.to_string();
    match &seat.spec {
        // It has a name of its own.
        _ if seat.is_named() => seat.name.clone(),
        Spec::Human if session.is_human(!color) => format!("Player {}", color.index() + 1),
        Spec::Human => "Player".to_owned(),
        Spec::Level(level) => format!("Plywise level {}", level.number()),
        Spec::Rated(persona) => match persona.character {
            Some(character) => format!("Plywise {} {}", character.name(), persona.rating),
            None => format!("Plywise {}", persona.rating),
        },
        Spec::Champion(_) if order == "champion" => "Plywise".to_owned(),
        Spec::Champion(_) | Spec::Ladder(_) | Spec::Classic(_) => format!("Plywise {order}"),
        Spec::Foreign(_) => order,
    }
}

/// What [`Detail::Whole`] has besides: tags, and commands in comments.
const PRIVATE_TAGS: [&str; 6] =
    ["WhitePlayer", "BlackPlayer", "WhiteClock", "BlackClock", "Taken", "Began"];
const PRIVATE_COMMANDS: [&str; 3] = ["by", "nodes", "branching"];

/// The same game as [`Detail::Public`] would have written it.
pub fn published(mut pgn: Pgn) -> Pgn {
    for name in PRIVATE_TAGS {
        pgn.tags.remove(name);
    }
    let nodes: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(pgn.tree.main_line()).collect();
    for node in nodes {
        let texts: Vec<String> = pgn.tree.comments(node).iter().map(without_commands).collect();
        let comments = texts.iter().filter_map(|text| Comment::new(text)).collect();
        // The node is in the tree: nothing here can fail.
        let _ = pgn.tree.set_comments(node, comments);
    }
    pgn
}

fn without_commands(comment: &Comment) -> String {
    let mut text = comment.as_str().to_owned();
    for name in PRIVATE_COMMANDS {
        while let Some(begin) = text.find(&format!("[%{name} ")) {
            let Some(length) = text[begin..].find(']') else { break };
            text.replace_range(begin..=begin + length, "");
        }
    }
    text
}

/// A game read back, as much of it as is there.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The moves.
    pub game: Game,
    /// What is known about them.
    pub notes: Vec<Note>,
    /// Who played.
    pub specs: [Option<Spec>; 2],
    /// The time control.
    pub control: Option<TimeControl>,
    /// What was left when it was written.
    pub left: [Option<Duration>; 2],
    /// What the next move had taken by then.
    pub taken: Duration,
    /// When it began, in seconds since 1970.
    pub began: Option<u64>,
    /// Whether it has a result.
    pub is_over: bool,
}

/// Reads a game: its main line up to a null move, which nobody can play.
pub fn read(pgn: &Pgn) -> RecordedGame {
    let mut game = Game::new(*pgn.tree.start());
    let mut notes = Vec::new();
    for node in pgn.tree.main_line() {
        let mover = game.position().turn();
        let Some(mv) = pgn.tree.mv(node) else { break };
        if game.play(mv).is_err() {
            break;
        }
        notes.push(read_note(pgn, node, mover));
    }
    let tag = |name: &str| pgn.tags.get(name);
    let spec = |color: Color| tag(&format!("{color}Player"))?.parse().ok();
    let millis = |name: &str| Some(Duration::from_millis(tag(name)?.parse().ok()?));
    let left = |color: Color| millis(&format!("{color}Clock"));
    RecordedGame {
        is_over: pgn.outcome().is_some() || game.end().is_some(),
        game,
        notes,
        specs: Color::ALL.map(spec),
        control: tag("TimeControl").and_then(TimeControl::from_pgn),
        left: Color::ALL.map(left),
        taken: millis("Taken").unwrap_or_default(),
        began: tag("Began").and_then(|text| text.parse().ok()),
    }
}

/// The names are good ones.
fn set(pgn: &mut Pgn, name: &str, value: &str) {
    let _ = pgn.tags.set(name, value);
}

fn write_notes(pgn: &mut Pgn, session: &GameSession, detail: Detail) {
    let nodes: Vec<NodeId> = pgn.tree.main_line().collect();
    for (node, (position, _, note)) in nodes.into_iter().zip(session.history()) {
        let mut more = String::new();
        if detail == Detail::Whole
            && let Some(by) = note.by.as_deref().filter(|by| !by.contains([']', '\n']))
        {
            more = format!("[%by {by}] [%nodes {}]", note.nodes);
            if let Some(branching) = note.branching {
                more += &format!(" [%branching {}/{}]", branching.moves, branching.positions);
            }
        }
        let eval = note.score.map(|score| pgn::Eval {
            score: from_white(score, position.turn()),
            depth: Some(note.depth).filter(|depth| *depth > 0),
        });
        // The node is in the tree: nothing here can fail.
        let _ = pgn.tree.set_comments(node, Comment::new(&more).into_iter().collect());
        let _ = pgn.tree.set_elapsed(node, Some(whole_millis(note.elapsed)));
        let _ = pgn.tree.set_clock(node, note.clock.map(whole_millis));
        let _ = pgn.tree.set_eval(node, eval);
    }
}

fn write_reason(pgn: &mut Pgn, reason: Reason) {
    let last = pgn.tree.main_line().last().unwrap_or(NodeId::ROOT);
    let mut words: Vec<String> = pgn.tree.comments(last).iter().map(Comment::to_string).collect();
    words.push(reason.to_string());
    let _ = pgn.tree.set_comments(last, Comment::new(&words.join(" ")).into_iter().collect());
}

fn read_note(pgn: &Pgn, node: NodeId, mover: Color) -> Note {
    let command =
        |name: &str| pgn.tree.comments(node).iter().find_map(|comment| comment.command(name));
    let eval = pgn.tree.eval(node);
    let branching = command("branching").and_then(|text| {
        let (moves, positions) = text.split_once('/')?;
        Some(Branching { moves: moves.parse().ok()?, positions: positions.parse().ok()? })
    });
    Note {
        elapsed: pgn.tree.elapsed(node).unwrap_or_default(),
        clock: pgn.tree.clock(node),
        by: command("by").map(str::to_owned),
        score: eval.map(|eval| to_mover(eval.score, mover)),
        depth: eval.and_then(|eval| eval.depth).unwrap_or(0),
        nodes: command("nodes").and_then(|text| text.parse().ok()).unwrap_or(0),
        branching,
    }
}

/// A mover's score as PGN writes it.
fn from_white(score: Score, mover: Color) -> pgn::PgnScore {
    // The number of moves is the mover's own count, whoever mates.
    match score.mate_moves() {
        Some(moves) => pgn::PgnScore::Mate(if mover == Color::White { moves } else { -moves }),
        None => pgn::PgnScore::Centipawns(score.for_white(mover).raw()),
    }
}

/// What [`from_white`] wrote.
fn to_mover(score: pgn::PgnScore, mover: Color) -> Score {
    match score {
        pgn::PgnScore::Centipawns(centipawns) => Score::cp(centipawns).for_white(mover),
        pgn::PgnScore::Mate(moves) => {
            let plies = moves.unsigned_abs().min(1000) * 2;
            match (moves > 0) == (mover == Color::White) {
                true => Score::mate_in(plies.saturating_sub(1)),
                false => Score::mated_in(plies),
            }
        }
    }
}

/// Nobody reads nanoseconds.
fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    /// A game with a person and a computer, three moves long.
    fn session() -> GameSession {
        let seats = [Seat::human(), Seat::new("hard".parse().unwrap())];
        let mut session =
            GameSession::new(Position::start(), seats, "5+3".parse().ok(), 1_794_727_426);
        let note = Note {
            by: Some("hard".to_owned()),
            score: Some(Score::cp(-35)),
            depth: 4,
            nodes: 1234,
            branching: Some(Branching { positions: 10, moves: 290 }),
            ..Note::default()
        };
        for (san, note) in [("e4", Note::default()), ("e5", note), ("Nf3", Note::default())] {
            session.clocks.run(session.turn());
            session.play(session.game.position().parse_san(san).unwrap(), note);
        }
        session
    }

    #[test]
    fn a_game_reads_back_with_all_that_is_known() {
        let mut session = session();
        let left = Color::ALL.map(|color| session.clocks.left(color).unwrap());
        session.clocks.set(left, Duration::from_millis(1_234));
        let text = write(&session, Detail::Whole).to_string();
        let read = read(&text.parse().unwrap());
        assert_eq!(read.game.moves(), session.game.moves());
        assert_eq!(read.specs, session.seats.each_ref().map(|seat| Some(seat.spec.clone())));
        assert_eq!(read.control, session.clocks.control());
        assert_eq!(read.began, Some(session.began));
        assert!(!read.is_over);
        assert_eq!(read.left, left.map(|left| Some(whole_millis(left))));
        assert_eq!(read.taken, Duration::from_millis(1_234));
        for (ours, theirs) in session.notes().iter().zip(&read.notes) {
            let (elapsed, clock) = (whole_millis(ours.elapsed), ours.clock.map(whole_millis));
            assert_eq!(*theirs, Note { elapsed, clock, ..ours.clone() });
        }
        let public = write(&session, Detail::Public).to_string().replace('\n', " ");
        assert!(public.contains("[%eval 0.35,4] [%clk 0:05:0"), "{public}");
        assert!(!public.contains("%by") && !public.contains("BlackPlayer"), "{public}");
        assert!(public.contains("[UTCDate \"2026.11.15\"]"), "{public}");
        assert!(public.contains("[BlackType \"program\"]"), "{public}");
        assert!(public.contains("[Termination \"unterminated\"]"), "{public}");
    }

    #[test]
    fn published_is_what_would_have_been_written_for_the_public() {
        let mut session = session();
        session.end(Reason::Resignation(Color::White));
        let whole: Pgn = write(&session, Detail::Whole).to_string().parse().unwrap();
        assert!(read(&whole).is_over);
        let public = write(&session, Detail::Public).to_string();
        assert_eq!(published(whole).to_string(), public);
        let line = public.replace('\n', " ");
        assert!(line.contains("Black wins: White resigns } 0-1"), "{line}");
    }

    #[test]
    fn players_have_names() {
        for (players, white, black) in [
            (["human", "level:5"], "Player", "Plywise level 5"),
            (["human", "easy"], "Player", "Plywise easy"),
            (["human", "champion:elo=1450"], "Player", "Plywise 1450"),
            (["human", "champion:elo=900,character=trader"], "Player", "Plywise trader 900"),
            (["human", "human"], "Player 1", "Player 2"),
            (["champion", "human"], "Plywise", "Player"),
            (
                ["minimax:depth=2,eval=material", "random"],
                "Plywise minimax:depth=2,eval=material",
                "Plywise random",
            ),
        ] {
            let seats = players.map(|text| Seat::new(text.parse().unwrap()));
            let session = GameSession::new(Position::start(), seats, None, 0);
            let pgn = write(&session, Detail::Public);
            let names = ["White", "Black"].map(|tag| pgn.tags.get(tag).unwrap_or_default());
            assert_eq!(names, [white, black]);
        }
        let mut named = session();
        named.seats[1].name = "Deep Thought".to_owned();
        assert_eq!(write(&named, Detail::Public).tags.get("Black"), Some("Deep Thought"));
    }

    /// Written by the first version that could be continued.
    #[test]
    fn older_files_are_still_read() {
        let text = "[Event \"Casual game\"]\n[White \"human\"]\n[Black \"hard\"]\n[Result \"*\"]\n\
            [TimeControl \"300+3\"]\n[WhitePlayer \"human\"]\n[WhiteClock \"302999\"]\n\
            [BlackPlayer \"hard\"]\n[BlackClock \"302812\"]\n[Taken \"7\"]\n[Began \"1794727426\"]\n\n\
            1. e4 { [%clk 0:05:02.999] [%emt 0:00:00.001] } 1... e5 { [%eval 0.35,4] \
            [%clk 0:05:02.812] [%emt 0:00:00.188] [%by hard] [%nodes 1234] [%branching 290/10] } *\n";
        let read = read(&text.parse().unwrap());
        assert_eq!(read.control, TimeControl::new(5.0, 3.0));
        assert_eq!(read.left[1], Some(Duration::from_millis(302_812)));
        assert_eq!((read.taken, read.began), (Duration::from_millis(7), Some(1_794_727_426)));
        let note = &read.notes[1];
        assert_eq!((note.by.as_deref(), note.nodes, note.depth), (Some("hard"), 1234, 4));
        assert_eq!(note.branching, Some(Branching { positions: 10, moves: 290 }));
        assert_eq!(note.score, Some(Score::cp(-35)));
    }

    #[test]
    fn mates_keep_their_length() {
        for score in [Score::mate_in(1), Score::mate_in(5), Score::mated_in(2), Score::cp(-7)] {
            for mover in Color::ALL {
                assert_eq!(to_mover(from_white(score, mover), mover), score);
            }
        }
    }
}
