//! A game in progress as PGN and back.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chess::pgn::{self, Comment, NodeId, Pgn};
use chess::{Color, Game, Reason, openings};
use engine::{Branching, Spec};
use eval::Score;

use super::clocks::TimeControl;
use super::session::{Note, Session};

/// How much is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// What any reader of PGN wants to know.
    Public,
    /// All that it takes to go on with the game.
    Whole,
}

/// The game as PGN.
pub(crate) fn write(session: &Session, began: SystemTime, detail: Detail) -> Pgn {
    let mut pgn = Pgn::from(&session.game);
    write_notes(&mut pgn, session, detail);
    if let Some(reason) = session.reason() {
        pgn.set_outcome(Some(reason.outcome()));
        write_reason(&mut pgn, reason);
    }
    let (date, time) = date_and_time(began);
    set(&mut pgn, "Event", "Casual game");
    set(&mut pgn, "Date", &date);
    set(&mut pgn, "Round", "-");
    for color in Color::ALL {
        let seat = session.seat(color);
        set(&mut pgn, &color.to_string(), &seat.name);
        let kind = if seat.spec.is_human() { "human" } else { "program" };
        set(&mut pgn, &format!("{color}Type"), kind);
    }
    if *session.game.start() == chess::Position::start()
        && let Some(opening) = openings::of_game(session.game.positions())
    {
        set(&mut pgn, "ECO", opening.eco);
        set(&mut pgn, "Opening", opening.name);
    }
    let control = session.clocks.control();
    set(&mut pgn, "TimeControl", &control.map_or("-".to_owned(), TimeControl::pgn));
    set(&mut pgn, "Termination", termination(session.reason()));
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
        set(&mut pgn, "Began", &unix_seconds(began).to_string());
    }
    pgn
}

/// A game read back, as much of it as is there.
pub(crate) struct Recorded {
    /// The moves.
    pub(crate) game: Game,
    /// What is known about them.
    pub(crate) notes: Vec<Note>,
    /// Who played.
    pub(crate) specs: [Option<Spec>; 2],
    /// The time control.
    pub(crate) control: Option<TimeControl>,
    /// What was left when it was written.
    pub(crate) left: [Option<Duration>; 2],
    /// What the next move had taken by then.
    pub(crate) taken: Duration,
    /// When it began.
    pub(crate) began: Option<SystemTime>,
    /// Whether it has a result.
    pub(crate) is_over: bool,
}

/// Reads a game: its main line up to a null move, which nobody can play.
pub(crate) fn read(pgn: &Pgn) -> Recorded {
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
    let began = tag("Began").and_then(|text| text.parse().ok());
    Recorded {
        is_over: pgn.outcome().is_some() || game.end().is_some(),
        game,
        notes,
        specs: Color::ALL.map(spec),
        control: tag("TimeControl").and_then(TimeControl::from_pgn),
        left: Color::ALL.map(left),
        taken: millis("Taken").unwrap_or_default(),
        began: began.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds))),
    }
}

/// The names are good ones.
fn set(pgn: &mut Pgn, name: &str, value: &str) {
    let _ = pgn.tags.set(name, value);
}

/// What the standard has words for.
fn termination(reason: Option<Reason>) -> &'static str {
    match reason {
        None => "unterminated",
        Some(Reason::TimeForfeit(_) | Reason::TimeForfeitDrawn(_)) => "time forfeit",
        Some(Reason::Abandonment(_)) => "abandoned",
        Some(Reason::IllegalMove(_)) => "rules infraction",
        Some(Reason::Adjudication(_)) => "adjudication",
        Some(_) => "normal",
    }
}

fn write_notes(pgn: &mut Pgn, session: &Session, detail: Detail) {
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
        let _ = pgn.tree.set_elapsed(node, Some(to_millis(note.elapsed)));
        let _ = pgn.tree.set_clock(node, note.clock.map(to_millis));
        let _ = pgn.tree.set_eval(node, eval);
    }
}

fn write_reason(pgn: &mut Pgn, reason: Reason) {
    let last = pgn.tree.main_line().last().unwrap_or(NodeId::ROOT);
    let mut comments = pgn.tree.comments(last).to_vec();
    let said: Vec<String> = comments.drain(..).map(|comment| comment.to_string()).collect();
    let text = format!("{} {reason}", said.join(" "));
    let _ = pgn.tree.set_comments(last, Comment::new(&text).into_iter().collect());
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
fn from_white(score: Score, mover: Color) -> pgn::Score {
    // The number of moves is the mover's own count, whoever mates.
    match score.mate_moves() {
        Some(moves) => pgn::Score::Mate(if mover == Color::White { moves } else { -moves }),
        None => pgn::Score::Centipawns(white_view(score, mover).raw()),
    }
}

/// What [`from_white`] wrote.
fn to_mover(score: pgn::Score, mover: Color) -> Score {
    match score {
        pgn::Score::Centipawns(centipawns) => white_view(Score::cp(centipawns), mover),
        pgn::Score::Mate(moves) => {
            let plies = moves.unsigned_abs().min(1000) * 2;
            match (moves > 0) == (mover == Color::White) {
                true => Score::mate_in(plies.saturating_sub(1)),
                false => Score::mated_in(plies),
            }
        }
    }
}

/// A mover's score from White's side of the board, or the other way round.
pub(crate) fn white_view(score: Score, mover: Color) -> Score {
    if mover == Color::White { score } else { -score }
}

/// Nobody reads nanoseconds.
fn to_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

fn unix_seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The date and the time in Greenwich: `2026.11.15`, `07:23:46`.
pub(crate) fn date_and_time(time: SystemTime) -> (String, String) {
    let seconds = unix_seconds(time);
    let (mut day, mut year) = (seconds / 86_400, 1970);
    let length = |year: u64| {
        let is_leap =
            year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    };
    while day >= length(year).iter().sum() {
        day -= length(year).iter().sum::<u64>();
        year += 1;
    }
    let mut month = 0;
    while day >= length(year)[month] {
        day -= length(year)[month];
        month += 1;
    }
    let date = format!("{year}.{:02}.{:02}", month + 1, day + 1);
    let clock = seconds % 86_400;
    (date, format!("{:02}:{:02}:{:02}", clock / 3600, clock / 60 % 60, clock % 60))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::session::Seat;

    #[test]
    fn dates() {
        let at = |seconds| date_and_time(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), ("1970.01.01".to_owned(), "00:00:00".to_owned()));
        assert_eq!(at(951_782_400), ("2000.02.29".to_owned(), "00:00:00".to_owned()));
        assert_eq!(at(1_794_727_426), ("2026.11.15".to_owned(), "07:23:46".to_owned()));
    }

    #[test]
    fn a_game_reads_back_with_all_that_is_known() {
        let spec: Spec = "hard".parse().unwrap();
        let seats = [Spec::Human, spec.clone()].map(|spec| Seat::new(spec, 1).unwrap());
        let control = "5+3".parse().ok();
        let mut session = Session::new(chess::Position::start(), seats, control);
        let replies = [
            ("e4", Note::default()),
            (
                "e5",
                Note {
                    by: Some("hard".to_owned()),
                    score: Some(Score::cp(-35)),
                    depth: 4,
                    nodes: 1234,
                    branching: Some(Branching { positions: 10, moves: 290 }),
                    ..Note::default()
                },
            ),
            ("Nf3", Note::default()),
        ];
        for (san, note) in replies {
            session.clocks.run(session.turn());
            session.play(session.game.position().parse_san(san).unwrap(), note);
        }
        session.clocks.go_on(Duration::from_millis(1_234));
        let began = UNIX_EPOCH + Duration::from_secs(1_794_727_426);
        let text = write(&session, began, Detail::Whole).to_string();
        let read = read(&text.parse().unwrap());
        assert_eq!(read.game.moves(), session.game.moves());
        assert_eq!(read.specs, [Some(Spec::Human), Some(spec)]);
        assert_eq!(read.control, control);
        assert_eq!(read.began, Some(began));
        assert!(!read.is_over && read.left.iter().all(Option::is_some));
        assert_eq!(read.taken, to_millis(session.clocks.taken()));
        for (ours, theirs) in session.notes().iter().zip(&read.notes) {
            let clock = ours.clock.map(to_millis);
            assert_eq!(*theirs, Note { elapsed: to_millis(ours.elapsed), clock, ..ours.clone() });
        }
        let public = write(&session, began, Detail::Public).to_string().replace('\n', " ");
        assert!(public.contains("[%eval 0.35,4] [%clk 0:05:0"), "{public}");
        assert!(!public.contains("%by") && !public.contains("BlackPlayer"), "{public}");
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
