//! Practice with the mistakes of kept games.

use std::sync::Arc;

use chess::pgn::Pgn;
use chess::{Game, Move, Position, quote};
use coach::practice::{Course, Lesson, NOTE, lessons, of_pgn};
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

/// Nodes a position when all games are looked through: enough to see what people overlook.
const NODES: u64 = 50_000;

/// What there is to practise.
pub(crate) fn view(house: &House) -> Result<PracticeView, String> {
    let course = load(&*house.store)?;
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
    let course = load(&*house.store)?;
    let lesson = course.next(now(), motif);
    let lesson = lesson.ok_or("there is nothing to practise now; come back tomorrow")?;
    let (position, played) = read(lesson)?;
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
    let course = load(&*house.store)?;
    let unknown = || format!("there is nothing to practise with the key '{}'", quote(key));
    let lesson = course.lesson(key).ok_or_else(unknown)?.clone();
    let (position, _) = read(&lesson)?;
    let tried = match tried {
        None => None,
        Some(text) => {
            let read = position.parse_uci(text).or_else(|_| position.read_move(text));
            Some(read.map_err(|refusal| format!("{}: {refusal}", quote(text)))?)
        }
    };
    let (house, outbox) = (Arc::clone(house), outbox.clone());
    let crew = house.crew.clone();
    crew.think(MoveWork::Heavy, move || match judged(&lesson, &position, tried) {
        Ok(view) => {
            let noted =
                if is_first { answered(&house, &lesson.key, view.is_right) } else { Ok(()) };
            match noted {
                Ok(()) => outbox.tell(Some(id), Tell::Attempt(Box::new(view))),
                Err(sentence) => outbox.refuse(Some(id), sentence),
            }
        }
        Err(sentence) => outbox.refuse(Some(id), sentence),
    });
    Ok(())
}

fn judged(
    lesson: &Lesson,
    position: &Position,
    tried: Option<Move>,
) -> Result<AttemptView, String> {
    let best = moves(position, &lesson.best);
    let line = views::line(position, &best);
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
    let attempt = coach.attempt(position, mv).map_err(|error| error.to_string())?;
    // The solution was found by a longer search than a try gets.
    let is_right = attempt.is_right || best.first() == Some(&mv);
    let text = if is_right && !attempt.is_right {
        format!("{} is right.", position.to_san(mv))
    } else {
        attempt.words()
    };
    Ok(AttemptView {
        lesson: lesson.key.clone(),
        tried: Some(position.to_san(mv)),
        is_right,
        text,
        claims: if is_right { Vec::new() } else { hints(&attempt.said) },
        best: is_right.then_some(line),
    })
}

/// What is said about a wrong try, without the solution.
fn hints(said: &coach::MoveExplanation) -> Vec<crate::protocol::ClaimView> {
    let gives_away = |role: &str| ["better", "misses"].contains(&role);
    views::claims(said).into_iter().filter(|claim| !gives_away(&claim.role)).collect()
}

/// Notes how a try went. The course is read anew: another page may have changed it meanwhile.
fn answered(house: &House, key: &str, is_right: bool) -> Result<(), String> {
    let mut course = load(&*house.store)?;
    course.answered(key, is_right, now());
    save(&*house.store, &course)
}

/// Looks through kept games for positions to practise; it ends when what is returned is dropped.
pub(crate) fn prepare(house: &Arc<House>, outbox: &Outbox, id: u32) -> Result<Stop, String> {
    let games = unseen(&*house.store, &load(&*house.store)?)?;
    let leave = house.crew.leave()?;
    let memory = house.crew.memory(review::memory_mib(house))?;
    let stop = Stop::default();
    let (flag, outbox, house) = (stop.signals(), outbox.clone(), Arc::clone(house));
    let crew = house.crew.clone();
    crew.search(move || {
        let work = || -> Result<PracticeView, String> {
            let mut coach = Coach::new(USUAL_NODES).map_err(|error| error.to_string())?;
            coach.prover().heed(Arc::clone(&flag));
            for (done, (key, pgn)) in games.iter().enumerate() {
                let told = Tell::PracticeProgress { done: done as u32, total: games.len() as u32 };
                outbox.news(Some(id), told);
                let found = match of_pgn(pgn) {
                    Some((game, side)) => {
                        let order = review::order(&house, NODES, true);
                        let reviewed = coach::review(&game, &order, &flag, &|_, _, _| {});
                        let reviewed = reviewed.map_err(|error| error.to_string())?;
                        lessons(&mut coach, &reviewed, side, key)
                    }
                    None => Vec::new(),
                };
                if flag.is_stopped() {
                    return Err("looking through the games was stopped".to_owned());
                }
                // What was found is kept at once: the rest can be looked through later.
                let mut course = load(&*house.store)?;
                course.add(key, found);
                save(&*house.store, &course)?;
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

/// The finished games that nobody has looked through, with their keys.
fn unseen(store: &dyn Store, course: &Course) -> Result<Vec<(String, Pgn)>, String> {
    let mut games = Vec::new();
    let mut last: Option<String> = None;
    loop {
        let some = store.after(last.as_deref())?;
        let Some((key, _)) = some.last() else { return Ok(games) };
        last = Some(key.clone());
        for (key, whole) in some {
            if course.has_looked(&key) {
                continue;
            }
            // What is damaged is said where games are listed; here it is left out.
            let pgn = written(&key, &whole).ok().and_then(|text| text.parse::<Pgn>().ok());
            if let Some(pgn) = pgn.filter(|pgn| pgn.outcome().is_some()) {
                games.push((key, pgn));
            }
        }
    }
}

fn load(store: &dyn Store) -> Result<Course, String> {
    match store.note(NOTE)? {
        None => Ok(Course::default()),
        Some(text) => serde_json::from_str(&text)
            .map_err(|error| format!("what is to be practised is damaged: {error}")),
    }
}

fn save(store: &dyn Store, course: &Course) -> Result<(), String> {
    let text = serde_json::to_string(course).map_err(|error| error.to_string())?;
    store.set_note(NOTE, text)
}

/// The position of a lesson, and the move that was played in it.
fn read(lesson: &Lesson) -> Result<(Position, Move), String> {
    let damaged = || "this position is damaged".to_owned();
    let position: Position = lesson.fen.parse().map_err(|_| damaged())?;
    let played = position.parse_uci(&lesson.played).map_err(|_| damaged())?;
    Ok((position, played))
}

/// The moves of a line, as far as they can be played.
fn moves(position: &Position, line: &[String]) -> Vec<Move> {
    let mut position = *position;
    let read = |text: &String| {
        let mv = position.parse_uci(text).ok()?;
        position.play(mv).ok()?;
        Some(mv)
    };
    line.iter().map_while(read).collect()
}
