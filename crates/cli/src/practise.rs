//! `plywise practise`: positions of one's own games, to be tried again.

use std::io::{BufRead, stdin};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use chess::pgn::Reader;
use chess::{CastlingNotation, Color, Position, quote};
use clap::Args;
use coach::practice::{
    Course, CourseStore, GAME_NODES, KeptCourse, Lesson, NOTE, UnseenGame, of_pgn,
};
use coach::{Coach, ReviewOrder, USUAL_NODES, words};
use server::KeptGames;

use crate::data_folder;
use crate::failure::{Failure, cannot, print, remark};
use crate::interrupt::Interrupt;

/// Learn from your mistakes: try positions of your own games again
///
/// Looks through the games that the page keeps, and those of --pgn, for positions in which a
/// better move was there, and lets you find it. Every move that is good enough is right; of
/// another you hear why it is not. What you solve comes back after days, then weeks; what you do
/// not solve comes back soon.
#[derive(Args)]
pub(crate) struct Practise {
    /// File with more games to learn from, as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Your name in that file, as the White and Black tags have it (default: both sides learn)
    #[arg(long, value_name = "NAME", requires = "pgn")]
    name: Option<String>,
    /// Only positions with this motif, such as fork or mateIn2
    #[arg(long, value_name = "MOTIF")]
    motif: Option<String>,
    /// Only list the motifs, and how many positions there are of each
    #[arg(long)]
    list: bool,
}

/// The course among the kept games.
struct Noted<'a>(&'a KeptGames);

impl CourseStore for Noted<'_> {
    fn read(&self) -> Result<Option<String>, String> {
        self.0.note(NOTE)
    }

    fn replace(&self, old: Option<&str>, new: String) -> Result<bool, String> {
        self.0.replace_note(NOTE, old, new)
    }
}

type Kept<'a> = KeptCourse<Noted<'a>>;

impl Practise {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let folder = data_folder::find().ok_or_else(|| {
            Failure::Failed("there is no data folder; PLYWISE_DATA names one".to_owned())
        })?;
        let kept = KeptGames::open(&folder).map_err(Failure::Failed)?;
        let course = KeptCourse::new(Noted(&kept));
        let interrupt = Interrupt::listen("what was found so far is kept");
        self.look_through(&kept, &course, &interrupt)?;
        if self.list || interrupt.is_raised() {
            return print(&topics(&course.course().map_err(Failure::Failed)?));
        }
        drop(interrupt);
        self.practise(&course)
    }

    /// Looks through the games that nobody has looked through yet.
    fn look_through(
        &self,
        kept: &KeptGames,
        course: &Kept<'_>,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        let games = self.unseen(kept, &course.course().map_err(Failure::Failed)?)?;
        let order = ReviewOrder::on_this_machine(GAME_NODES);
        let mut coach = coach()?;
        for (number, game) in games.iter().enumerate() {
            remark(&format!("looking through game {} of {}", number + 1, games.len()));
            let looked = course.look_through(&mut coach, game, &order, interrupt.stop());
            if !looked.map_err(Failure::Failed)? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn unseen(&self, kept: &KeptGames, course: &Course) -> Result<Vec<UnseenGame>, Failure> {
        let all = kept.all().map_err(Failure::Failed)?;
        let unseen = all.into_iter().filter_map(|(key, pgn)| course.unseen(&key, || Some(pgn)));
        let mut games = unseen.collect();
        if let Some(file) = &self.pgn {
            self.add_file(file, course, &mut games)?;
        }
        Ok(games)
    }

    fn add_file(
        &self,
        file: &Path,
        course: &Course,
        games: &mut Vec<UnseenGame>,
    ) -> Result<(), Failure> {
        let text = std::fs::read(file).map_err(|error| cannot("read", file, &error))?;
        let before = games.len();
        for read in Reader::new(text.as_slice()) {
            // Of a damaged game, what could be read.
            let pgn = match read {
                Ok(read) => read.game,
                Err(chess::pgn::ReadError::Broken(broken)) => broken.game,
                Err(error) => return Err(Failure::Failed(error.to_string())),
            };
            let Some((game, side)) = of_pgn(&pgn) else { continue };
            // The same game in another file is the same game.
            let key = format!("pgn-{:016x}-{}", game.position().key(), game.moves().len());
            let named = |color: Color| pgn.tags.get(&color.to_string()) == self.name.as_deref();
            let side = match &self.name {
                None => side,
                Some(_) => match Color::ALL.into_iter().find(|&color| named(color)) {
                    Some(color) => Some(color),
                    None => continue,
                },
            };
            if !course.has_looked(&key) && games.iter().all(|known| known.key != key) {
                games.push(UnseenGame { key, teaches: Some((game, side)) });
            }
        }
        if let (Some(name), true) = (&self.name, games.len() == before) {
            remark(&format!("no new game of '{}' in {}", quote(name), file.display()));
        }
        Ok(())
    }

    /// Shows one position after the other until there is none, or until somebody leaves.
    fn practise(&self, kept: &Kept<'_>) -> Result<(), Failure> {
        let mut coach = coach()?;
        let mut lines = stdin().lock().lines();
        loop {
            // Somebody may have answered on the page, or in another terminal, meanwhile.
            let course = kept.course().map_err(Failure::Failed)?;
            let Some(lesson) = course.next(now(), self.motif.as_deref()) else {
                return print(&nothing_due(&course, self.motif.as_deref()));
            };
            let position = lesson.position().map_err(Failure::Failed)?;
            print(&shown(lesson, &position))?;
            let mut is_first = true;
            loop {
                print("your move (s: solution, x: leave)> ")?;
                let Some(Ok(line)) = lines.next() else { return print("\n") };
                let text = line.trim();
                if ["x", "q", "quit", "exit"].contains(&text) {
                    return Ok(());
                }
                if text.is_empty() {
                    continue;
                }
                let (is_right, said) = if ["s", "solution"].contains(&text) {
                    (None, format!("{}\n{}", solution(lesson, &position), lesson.words))
                } else {
                    match lesson.read_try(text) {
                        Ok(mv) => {
                            let judged = lesson.judge(&mut coach, mv).map_err(Failure::Failed)?;
                            (Some(judged.is_right), judged.words)
                        }
                        Err(sentence) => {
                            print(&format!("{sentence}.\n"))?;
                            continue;
                        }
                    }
                };
                print(&format!("{}\n", said.trim()))?;
                // The first try counts; later ones are for learning.
                if is_first {
                    kept.answered(&lesson.key, is_right == Some(true), now())
                        .map_err(Failure::Failed)?;
                    is_first = false;
                }
                match is_right {
                    Some(true) => {
                        print(&format!("{}\n\n", solution(lesson, &position)))?;
                        break;
                    }
                    None => {
                        print("\n")?;
                        break;
                    }
                    Some(false) => {}
                }
            }
        }
    }
}

fn shown(lesson: &Lesson, position: &Position) -> String {
    let diagram = uci_session::show(position, CastlingNotation::Standard);
    // The board alone: what identifies it would only distract.
    let board = diagram.split("\n\n").next().unwrap_or_default().trim_end();
    let mut text = format!("{board}\n\n{} to move.", position.turn());
    if lesson.is_puzzle {
        let rating = lesson.rating.map_or_else(String::new, |rating| format!(", about {rating}"));
        text += &format!(" One move is right{rating}.");
    }
    if let Some(played) =
        position.parse_uci(&lesson.played).ok().filter(|_| !lesson.words.is_empty())
    {
        text += &format!(" You played {}. Find something better.", position.to_san(played));
    }
    text + "\n"
}

fn solution(lesson: &Lesson, position: &Position) -> String {
    format!(
        "    {} ({})",
        words::san_line(position, &lesson.solution()).join(" "),
        words::theme_name(&lesson.motif)
    )
}

fn topics(course: &Course) -> String {
    let mut text =
        format!("{} positions, {} to try now.\n", course.lessons.len(), course.due(now()));
    for topic in course.topics(now()) {
        let name = words::theme_name(&topic.motif);
        text +=
            &format!("{:>5}  {:<18} {name}, {} to try now\n", topic.all, topic.motif, topic.due);
    }
    text
}

fn nothing_due(course: &Course, motif: Option<&str>) -> String {
    let Some(due) = course.next_due(motif) else {
        return "There is nothing to practise yet: play some games against people or programs, \
                or name a file with --pgn.\n"
            .to_owned();
    };
    let hours = due.saturating_sub(now()).div_ceil(60 * 60);
    match hours {
        0 | 1 => {
            "Nothing more to practise now; the next position comes within the hour.\n".to_owned()
        }
        hours if hours < 48 => {
            format!("Nothing more to practise now; the next position comes in {hours} hours.\n")
        }
        hours => {
            format!("Nothing more to practise now; the next comes in {} days.\n", hours / 24)
        }
    }
}

fn coach() -> Result<Coach, Failure> {
    Coach::new(USUAL_NODES).map_err(|error| Failure::Failed(error.to_string()))
}

/// Seconds since 1970, now.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
