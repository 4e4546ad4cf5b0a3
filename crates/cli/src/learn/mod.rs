//! `plywise learn`: the course in the terminal, lessons and exercises.

mod answers;
mod asking;
mod page;
mod toy;

use clap::Args;
use course::ExerciseOrder;

use crate::arguments::number;
use crate::failure::{Failure, print};

/// Learn how chess programs think: lessons, and exercises that the program checks
///
/// Without a lesson, lists all of them. With one, shows its text, with boards drawn. With
/// --exercise, asks something about a real search, gives hints, checks the answer and explains it;
/// the same seed asks the same again.
#[derive(Args)]
#[command(after_help = "Examples:
  plywise learn                                  all lessons
  plywise learn alphabeta                        one of them
  plywise learn alphabeta --exercise             an exercise of any kind
  plywise learn alphabeta --exercise cut --seed 7")]
pub(crate) struct Learn {
    /// Lesson to read, such as minimax (default: list them)
    lesson: Option<String>,
    /// Ask an exercise of the lesson, of this kind (default: any)
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "", requires = "lesson")]
    exercise: Option<String>,
    /// What the exercise's dice fall by; the same seed asks the same (default: another each time)
    #[arg(long, value_name = "N", requires = "exercise", value_parser = seed)]
    seed: Option<u32>,
    /// Position to make the exercise from, as FEN (default: one by the seed)
    #[arg(long, requires = "exercise")]
    fen: Option<String>,
    /// List the words of the field instead, each with a sentence
    #[arg(long, conflicts_with_all = ["lesson", "exercise"])]
    words: bool,
}

fn seed(text: &str) -> Result<u32, String> {
    let number = number(text, 0..=u64::from(u32::MAX))?;
    u32::try_from(number).map_err(|error| error.to_string())
}

impl Learn {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let wrong = |error: course::CourseError| Failure::WrongUse(error.to_string());
        if self.words {
            return print(&words());
        }
        let Some(lesson) = self.lesson else {
            return print(&list(&course::lessons().map_err(wrong)?));
        };
        let Some(kind) = self.exercise else {
            return print(&page::text(&course::lesson(&lesson).map_err(wrong)?));
        };
        let order = ExerciseOrder {
            lesson,
            kind: Some(kind).filter(|kind| !kind.is_empty()),
            seed: self.seed.unwrap_or_else(any_seed),
            fen: self.fen,
        };
        asking::ask(&order, &course::exercise(&order).map_err(wrong)?)
    }
}

/// A seed that is another one each time, and short enough to be typed again.
fn any_seed() -> u32 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |since| since.subsec_micros() % 100_000)
}

/// All lessons, by chapter.
pub(crate) fn list(lessons: &[course::LessonHead]) -> String {
    let mut text = String::new();
    let mut chapter = "";
    for lesson in lessons {
        if lesson.chapter != chapter {
            text += &format!("\n{}\n", lesson.chapter);
            chapter = &lesson.chapter;
        }
        text += &format!("  {:<12}{}\n", lesson.id, lesson.idea);
    }
    text.trim_start().to_owned()
        + "\n  plywise learn LESSON              read one\n\
           \x20 plywise learn LESSON --exercise   be asked something\n\
           \x20 plywise learn --words             the words of the field\n"
}

fn words() -> String {
    let mut text = String::new();
    for word in course::glossary() {
        let short = if word.short.is_empty() || word.short == word.word {
            String::new()
        } else {
            format!(" ({})", word.short)
        };
        text += &format!("{}{short}\n{}", word.word, page::wrapped(&word.meaning, 4));
    }
    text
}
