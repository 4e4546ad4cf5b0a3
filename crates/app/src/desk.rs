//! One page's wishes, each to whoever can fulfil it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};

use chess::quote;
use serde::Deserialize;

use crate::analysis::{AnalysisOrder, Analyst};
use crate::games::{Hall, LiveCommand, NO_GAME, TableHandle};
use crate::house::House;
use crate::lab::{self, Runs};
use crate::outbox::{Listener, Outbox};
use crate::protocol::{Ask, Place, PlayedMove, Request, Tell};
use crate::stop::Stop;
use crate::store::ListOrder;
use crate::{adaptive, classroom, explore, imported, pgn, place, practice, review, setup, views};

/// What one page has going on. All of it ends when this is dropped.
///
/// Requests are answered in their order on the thread that asks, which may wait
/// for the kept games, but for no search longer than the small ones of an exercise.
pub struct Desk {
    house: Arc<House>,
    outbox: Outbox,
    table: Option<TableHandle>,
    analyst: Option<Analyst>,
    review: Option<Stop>,
    practice: Option<Stop>,
    explorer: Option<Stop>,
    comparison: Option<Stop>,
    runs: Runs,
}

/// Games listed at once.
const MOST_LISTED: u32 = 100;
/// Letters of a search for games that are looked at.
const MOST_TEXT: usize = 200;

impl Desk {
    /// A desk for a page, which hears the welcome first.
    pub fn new(house: Arc<House>, listener: impl Listener) -> Desk {
        let outbox = Outbox::new(listener);
        outbox.tell(None, Tell::Welcome(Box::new(house.card.clone())));
        Desk {
            house,
            outbox,
            table: None,
            analyst: None,
            review: None,
            practice: None,
            explorer: None,
            comparison: None,
            runs: Runs::default(),
        }
    }

    /// Reads a request, and does what it asks for or says why not.
    pub fn hear(&mut self, text: &str) {
        match serde_json::from_str::<Request>(text) {
            Ok(request) => self.serve(request),
            Err(error) => {
                self.refuse(text, format!("this is no request: {}", quote(&error.to_string())));
            }
        }
    }

    /// Says why a text is not answered, with its number, whatever else it says:
    /// whoever asked must not wait for ever.
    pub fn refuse(&self, text: &str, sentence: impl Into<String>) {
        /// As much of a request as it takes to answer it.
        #[derive(Deserialize)]
        struct Numbered {
            id: u32,
        }
        let id = serde_json::from_str(text).ok().map(|Numbered { id }| id);
        self.outbox.refuse(id, sentence);
    }

    /// Does what a request asks for, or says why not.
    pub fn serve(&mut self, request: Request) {
        let Request { id, ask } = request;
        let fulfilled = catch_unwind(AssertUnwindSafe(|| self.fulfil(id, ask)));
        match fulfilled {
            Ok(Ok(Some(tell))) => self.outbox.tell(Some(id), tell),
            // Somebody else answers, now or later.
            Ok(Ok(None)) => {}
            Ok(Err(sentence)) => self.outbox.refuse(Some(id), sentence),
            Err(_) => self.outbox.refuse(Some(id), "this failed, and should not have"),
        }
    }

    fn fulfil(&mut self, id: u32, ask: Ask) -> Result<Option<Tell>, String> {
        let done = Ok(Some(Tell::Done {}));
        match ask {
            Ask::Ping {} => Ok(Some(Tell::Pong {})),

            Ask::NewGame(order) => {
                let order = adaptive::resolved(order, &*self.house.store)?;
                let table = Hall::order(&self.house, &order, &self.outbox, id)?;
                self.sit_at(table)
            }
            Ask::OpenGame { game } => self.open(&game, id),
            Ask::CloseGame {} => {
                self.leave();
                Ok(Some(Tell::Closed {}))
            }
            Ask::Move { .. }
            | Ask::TakeBack {}
            | Ask::Redo {}
            | Ask::Hint {}
            | Ask::Resign {}
            | Ask::OfferDraw {}
            | Ask::ClaimDraw { .. }
            | Ask::MoveNow {}
            | Ask::Seat { .. }
            | Ask::Pause {}
            | Ask::GoOn {} => self.say(|client| LiveCommand::Asked(client, id, Box::new(ask))),
            Ask::Rematch { switch } => self.rematch(id, switch),

            Ask::Look { place, play } => look(&place, play.as_deref()).map(Some),
            Ask::Analyse { place, lines, threads, hash, engine } => {
                let engine = engine.as_deref();
                let order = AnalysisOrder { place: &place, lines, threads, hash, engine };
                let before = self.analyst.take();
                let analyst = Analyst::begin(before, &order, &self.house, &self.outbox, id)?;
                self.analyst = Some(analyst);
                Ok(None)
            }
            Ask::StopAnalysis {} => {
                self.analyst = None;
                done
            }
            Ask::Review(order) => {
                self.review = None;
                self.review = Some(review::begin(&order, &self.house, &self.outbox, id)?);
                Ok(None)
            }
            Ask::StopReview {} => {
                self.review = None;
                done
            }
            Ask::Coach { place } => {
                self.explorer = None;
                self.explorer = Some(explore::begin(&place, &self.house, &self.outbox, id)?);
                Ok(None)
            }
            Ask::Practice {} => {
                practice::view(&self.house).map(|view| Some(Tell::Practice(Box::new(view))))
            }
            Ask::PreparePractice {} => {
                self.practice = None;
                self.practice = Some(practice::prepare(&self.house, &self.outbox, id)?);
                Ok(None)
            }
            Ask::StopPractice {} => {
                self.practice = None;
                done
            }
            Ask::NextLesson { motif } => practice::next(&self.house, motif.as_deref())
                .map(|lesson| Some(Tell::Lesson(Box::new(lesson)))),
            Ask::TryLesson { lesson, text, is_first } => {
                let (house, outbox) = (&self.house, &self.outbox);
                practice::attempt(house, outbox, id, &lesson, text.as_deref(), is_first)?;
                Ok(None)
            }
            Ask::ReadPgn { text, game } => {
                let read = pgn::read(&text, game.unwrap_or(0))?;
                Ok(Some(Tell::Pgn(Box::new(read))))
            }
            Ask::WritePgn { game } => {
                let text = pgn::write(&game)?;
                Ok(Some(Tell::PgnText { text }))
            }

            Ask::CheckSetup { fen } => Ok(Some(setup::check(&fen))),
            Ask::Chess960 { number } => setup::chess960(number).map(Some),

            Ask::LabRun(order) => {
                self.runs.begin(&order, &self.house, &self.outbox, id)?;
                Ok(None)
            }
            Ask::LabStop { run } => self.runs.stop(run).and(done),
            Ask::LabForget { run } => self.runs.forget(run).and(done),
            Ask::LabNodes { run, from, count } => {
                self.runs.ask(run, |run| run.nodes(from, count)).map(Some)
            }
            Ask::LabChildren { run, node } => {
                self.runs.ask(run, |run| run.children(node)).map(Some)
            }
            Ask::LabPath { run, node } => self.runs.ask(run, |run| run.path(node)).map(Some),
            Ask::LabTurns { run, from, count } => self.runs.turns(run, from, count).map(Some),
            Ask::LabCompare { .. } => {
                self.comparison = None;
                self.comparison = Some(lab::compare(&ask, &self.house, &self.outbox, id)?);
                Ok(None)
            }
            Ask::LabStopCompare {} => {
                self.comparison = None;
                done
            }
            Ask::Toy { tree, player } => Ok(Some(Tell::Toy(Box::new(lab::toy(&tree, player)?)))),
            Ask::Explain { place, eval } => {
                Ok(Some(Tell::Explained(Box::new(lab::explain(&place, &eval)?))))
            }

            Ask::Course {} => classroom::course().map(Some),
            Ask::CourseLesson { lesson } => classroom::lesson(&lesson).map(Some),
            Ask::Exercise(order) => classroom::exercise(&order).map(Some),
            Ask::CheckExercise { order, answer } => {
                classroom::check(&order, answer.as_ref()).map(Some)
            }

            Ask::ListGames { text, offset, limit } => {
                let text = text.chars().take(MOST_TEXT).collect();
                let order = ListOrder { text, offset, limit: limit.min(MOST_LISTED) };
                self.house.store.list(order).map(|list| Some(Tell::Kept(list)))
            }
            Ask::Estimate {} => adaptive::estimate(&*self.house.store).map(Some),
            Ask::DeleteGame { game } => self.delete(&game),
            Ask::KeepPgn { text } => self.keep(&text),
        }
    }

    /// The page plays at this table now, and nowhere else.
    fn sit_at(&mut self, table: TableHandle) -> Result<Option<Tell>, String> {
        // The same table twice: it was joined once more already.
        if self.table.as_ref().is_none_or(|old| old.key != table.key) {
            self.leave();
        }
        self.table = Some(table);
        Ok(None)
    }

    fn open(&mut self, key: &str, id: u32) -> Result<Option<Tell>, String> {
        if self.table.as_ref().is_some_and(|table| table.key == key) {
            self.leave();
        }
        let table = Hall::open(&self.house, key, &self.outbox, id)?;
        self.sit_at(table)
    }

    fn leave(&mut self) {
        if let Some(table) = self.table.take() {
            // A table that is gone needs no good-bye.
            let _ = table.commands.send(LiveCommand::Leave(self.outbox.client()));
        }
    }

    fn say(&mut self, command: impl FnOnce(u64) -> LiveCommand) -> Result<Option<Tell>, String> {
        let no_game = || NO_GAME.to_owned();
        let table = self.table.as_ref().ok_or_else(no_game)?;
        match table.commands.send(command(self.outbox.client())) {
            Ok(()) => Ok(None),
            Err(_) => {
                self.table = None;
                Err(no_game())
            }
        }
    }

    fn rematch(&mut self, id: u32, switch: bool) -> Result<Option<Tell>, String> {
        let (answer, answered) = mpsc::channel();
        self.say(|_| LiveCommand::Again(switch, answer))?;
        let open_game = answered.recv().map_err(|_| "there is no game to repeat".to_owned())?;
        let table = Hall::begin(&self.house, open_game, &self.outbox, id)?;
        self.sit_at(table)
    }

    /// Keeps the games of a text.
    fn keep(&mut self, text: &str) -> Result<Option<Tell>, String> {
        let (kept, remarks) = imported::read(text)?;
        let mut games = Vec::new();
        for one in kept {
            games.push(one.head.game.clone());
            self.house.store.save(one)?;
        }
        Ok(Some(Tell::Imported { games, remarks }))
    }

    fn delete(&mut self, key: &str) -> Result<Option<Tell>, String> {
        // What is still being saved must not come after this.
        self.house.hall.end(key);
        match self.house.store.delete(key)? {
            true => Ok(Some(Tell::Deleted { game: key.to_owned() })),
            false => Err(format!("there is no kept game '{}'", quote(key))),
        }
    }
}

/// The page is gone: it leaves its game; its searches end by themselves.
impl Drop for Desk {
    fn drop(&mut self) {
        self.leave();
    }
}

fn look(place: &Place, play: Option<&str>) -> Result<Tell, String> {
    let mut game = place::game(place)?;
    let mut played = None;
    if let Some(text) = play {
        let position = *game.position();
        let read = position.parse_uci(text).or_else(|_| position.read_move(text));
        let mv = read.map_err(|refusal| format!("{}: {refusal}", quote(text)))?;
        played = Some(PlayedMove {
            uci: views::uci(&position, mv),
            san: position.to_san(mv),
            words: session::words::of_move(&position, mv),
        });
        game.play(mv).map_err(|error| error.to_string())?;
    }
    let legal = views::legal(game.position());
    Ok(Tell::Board { board: Box::new(views::board(&game)), played, legal })
}
