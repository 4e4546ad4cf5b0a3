//! Practice with the mistakes of kept games.

use std::sync::Arc;

use chess::{Game, Move, quote};
use coach::practice::{Course, CourseStore, GAME_NODES, KeptCourse, Lesson, NOTE, UnseenGame};
use coach::{Coach, USUAL_NODES, words};

use crate::crew::MoveWork;
use crate::export::written;
use crate::games::now;
use crate::house::House;
use crate::outbox::Outbox;
use crate::protocol::{AttemptView, LessonView, PracticeView, Tell, TopicView};
use crate::stop::Stop;
use crate::store::Store;
use crate::{review, views};

/// The course among the kept games.
struct Noted<'a>(&'a dyn Store);

impl CourseStore for Noted<'_> {
    fn read(&self) -> Result<Option<String>, String> {
        self.0.note(NOTE)
    }

    fn replace(&self, old: Option<&str>, new: String) -> Result<bool, String> {
        self.0.replace_note(NOTE, old, new)
    }
}

fn kept(house: &House) -> KeptCourse<Noted<'_>> {
    KeptCourse::new(Noted(&*house.store))
}

/// What there is to practise.
pub(crate) fn view(house: &House) -> Result<PracticeView, String> {
    let course = kept(house).course()?;
    let unseen = unseen(&*house.store, &course)?.len();
    Ok(shown(&course, unseen))
}

fn shown(course: &Course, unseen: usize) -> PracticeView {
    let now = now();
    let topic = |topic: coach::practice::TopicCount| TopicView {
        name: words::theme_name(&topic.motif),
        motif: topic.motif,
        all: topic.all as u32,
        due: topic.due as u32,
    };
    PracticeView {
        all: course.lessons.len() as u32,
        due: course.due(now) as u32,
        unseen: unseen as u32,
        topics: course.topics(now).into_iter().map(topic).collect(),
    }
}

/// The next position, of a motif if one is named.
pub(crate) fn next(house: &House, motif: Option<&str>) -> Result<LessonView, String> {
    let course = kept(house).course()?;
    let lesson = course.next(now(), motif);
    let lesson = lesson.ok_or("there is nothing to practise now; come back tomorrow")?;
    let position = lesson.position()?;
    let played = position.parse_uci(&lesson.played).map_err(|_| "this position is damaged")?;
    let is_mistake = !lesson.words.is_empty();
    Ok(LessonView {
        lesson: lesson.key.clone(),
        board: Box::new(views::board(&Game::new(position))),
        game: lesson.game.clone(),
        motif: words::theme_name(&lesson.motif),
        is_puzzle: lesson.is_puzzle,
        rating: lesson.rating,
        played: is_mistake.then(|| position.to_san(played)),
        right: lesson.right,
        wrong: lesson.wrong,
    })
}

/// Lets the coach look at a try. `is_first` says whether it counts: later tries at the same
/// position do not.
pub(crate) fn attempt(
    house: &Arc<House>,
    outbox: &Outbox,
    id: u32,
    key: &str,
    tried: Option<&str>,
    is_first: bool,
) -> Result<(), String> {
    let course = kept(house).course()?;
    let unknown = || format!("there is nothing to practise with the key '{}'", quote(key));
    let lesson = course.lesson(key).ok_or_else(unknown)?.clone();
    let tried = tried.map(|text| lesson.read_try(text)).transpose()?;
    let (house, outbox) = (Arc::clone(house), outbox.clone());
    let crew = house.crew.clone();
    crew.think(MoveWork::Heavy, move || {
        let judged = judged(&lesson, tried).and_then(|view| {
            if is_first {
                kept(&house).answered(&lesson.key, view.is_right, now())?;
            }
            Ok(view)
        });
        match judged {
            Ok(view) => outbox.tell(Some(id), Tell::Attempt(Box::new(view))),
            Err(sentence) => outbox.refuse(Some(id), sentence),
        }
    });
    Ok(())
}

fn judged(lesson: &Lesson, tried: Option<Move>) -> Result<AttemptView, String> {
    let position = lesson.position()?;
    let line = views::line(&position, &lesson.solution());
    let Some(mv) = tried else {
        let text = line.san.first().map_or_else(String::new, |san| format!("{san} was right."));
        let text = format!("{text} {}", lesson.words).trim().to_owned();
        let lesson = lesson.key.clone();
        let claims = Vec::new();
        return Ok(AttemptView {
            lesson,
            tried: None,
            is_right: false,
            text,
            claims,
            best: Some(line),
        });
    };
    let mut coach = Coach::new(USUAL_NODES).map_err(|error| error.to_string())?;
    let judged = lesson.judge(&mut coach, mv)?;
    let is_right = judged.is_right;
    Ok(AttemptView {
        lesson: lesson.key.clone(),
        tried: Some(position.to_san(mv)),
        is_right,
        text: judged.words,
        claims: if is_right { Vec::new() } else { hints(&judged.attempt.said) },
        best: is_right.then_some(line),
    })
}

/// What is said about a wrong try, without the solution.
fn hints(said: &coach::MoveExplanation) -> Vec<crate::protocol::ClaimView> {
    let gives_away = |role: &str| ["better", "misses"].contains(&role);
    views::claims(said).into_iter().filter(|claim| !gives_away(&claim.role)).collect()
}

/// Looks through kept games for positions to practise; it ends when what is returned is dropped.
pub(crate) fn prepare(house: &Arc<House>, outbox: &Outbox, id: u32) -> Result<Stop, String> {
    let games = unseen(&*house.store, &kept(house).course()?)?;
    let leave = house.crew.leave()?;
    let memory = house.crew.memory(review::memory_mib(house))?;
    let stop = Stop::default();
    let (flag, outbox, house) = (stop.signals(), outbox.clone(), Arc::clone(house));
    let crew = house.crew.clone();
    crew.search(move || {
        let work = || -> Result<PracticeView, String> {
            let mut coach = Coach::new(USUAL_NODES).map_err(|error| error.to_string())?;
            let order = review::order(&house, GAME_NODES, true);
            for (done, game) in games.iter().enumerate() {
                let told = Tell::PracticeProgress { done: done as u32, total: games.len() as u32 };
                outbox.news(Some(id), told);
                if !kept(&house).look_through(&mut coach, game, &order, &flag)? {
                    return Err("looking through the games was stopped".to_owned());
                }
            }
            view(&house)
        };
        let told = work();
        drop((leave, memory));
        match told {
            Ok(view) => outbox.tell(Some(id), Tell::Practice(Box::new(view))),
            Err(sentence) => outbox.refuse(Some(id), sentence),
        }
    })?;
    Ok(stop)
}

/// The finished games that nobody has looked through.
fn unseen(store: &dyn Store, course: &Course) -> Result<Vec<UnseenGame>, String> {
    let mut games = Vec::new();
    let mut last: Option<String> = None;
    loop {
        let some = store.after(last.as_deref())?;
        let Some((key, _)) = some.last() else { return Ok(games) };
        last = Some(key.clone());
        // What is damaged is said where games are listed; here it is left out.
        let unseen =
            |(key, whole): &(String, String)| course.unseen(key, || written(key, whole).ok());
        games.extend(some.iter().filter_map(unseen));
    }
}
