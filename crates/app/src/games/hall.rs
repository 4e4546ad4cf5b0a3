//! Which games are open.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::open_game::OpenGame;
use super::order;
use super::saved::Saved;
use super::table::{LiveCommand, LiveGame, TableHandle};
use crate::house::House;
use crate::outbox::Outbox;
use crate::protocol::GameOrder;

/// The tables at which games are played now.
#[derive(Default)]
pub(crate) struct Hall {
    tables: Mutex<HashMap<String, Sender<LiveCommand>>>,
}

impl Hall {
    fn tables(&self) -> MutexGuard<'_, HashMap<String, Sender<LiveCommand>>> {
        // Nothing that can fail happens while it is held.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Seats a page at a table of its own for a new game.
    pub(crate) fn order(
        house: &Arc<House>,
        order: &GameOrder,
        outbox: &Outbox,
        id: u32,
    ) -> Result<TableHandle, String> {
        let open_game = order::open_game(order, house.crew.cores(), &house.engines)?;
        Hall::begin(house, open_game, outbox, id)
    }

    /// The same for a game that is there already.
    pub(crate) fn begin(
        house: &Arc<House>,
        open_game: OpenGame,
        outbox: &Outbox,
        id: u32,
    ) -> Result<TableHandle, String> {
        let key = open_game.key.clone();
        let mut tables = house.hall.tables();
        let join = |commands: &Sender<LiveCommand>| {
            commands.send(LiveCommand::Join(outbox.clone(), id)).is_ok()
        };
        // Two pages may open one kept game at the same time: one table for both.
        // Said while the list is held: a table about to close hears it.
        let known = tables.get(&key).filter(|commands| join(commands)).cloned();
        if let Some(commands) = known {
            return Ok(TableHandle { key, commands });
        }
        let (commands, ear) = mpsc::channel();
        let table = LiveGame::new(open_game, Arc::clone(house), commands.clone());
        join(&commands);
        house.crew.host(move || table.run(ear))?;
        tables.insert(key.clone(), commands.clone());
        Ok(TableHandle { key, commands })
    }

    /// Seats a page at the table of a kept game.
    pub(crate) fn open(
        house: &Arc<House>,
        key: &str,
        outbox: &Outbox,
        id: u32,
    ) -> Result<TableHandle, String> {
        let open = house.hall.tables().get(key).cloned();
        if let Some(commands) = open {
            let handle = TableHandle { key: key.to_owned(), commands };
            if house.hall.join(&handle, outbox, id) {
                return Ok(handle);
            }
        }
        let whole = house.store.load(key)?;
        let whole = whole.ok_or_else(|| no_such_game(key))?;
        let mut open_game = Saved::read(&whole)?.open_game(key)?;
        // Who was allowed at the board then may not be any more, or is called otherwise.
        for seat in &mut open_game.session.seats {
            *seat = order::seat(&seat.spec.to_string(), house.crew.cores(), &house.engines)?;
        }
        Hall::begin(house, open_game, outbox, id)
    }

    /// Seats a page at a table that is still open; whether it is.
    fn join(&self, handle: &TableHandle, outbox: &Outbox, id: u32) -> bool {
        let tables = self.tables();
        tables.contains_key(&handle.key)
            && handle.commands.send(LiveCommand::Join(outbox.clone(), id)).is_ok()
    }

    /// Takes a table off the list, unless somebody has just spoken to it: what was
    /// said then.
    pub(crate) fn close(&self, key: &str, ear: &Receiver<LiveCommand>) -> Option<LiveCommand> {
        let mut tables = self.tables();
        let said = ear.try_recv().ok();
        if said.is_none() {
            tables.remove(key);
        }
        said
    }

    /// How many games are open.
    pub(crate) fn open_games(&self) -> usize {
        self.tables().len()
    }

    /// Ends a game that is open, without saving it, and waits until that is so.
    pub(crate) fn end(&self, key: &str) {
        let commands = self.tables().remove(key);
        if let Some(commands) = commands {
            let (closed, wait) = mpsc::channel();
            let _ = commands.send(LiveCommand::Close(closed));
            // Nothing comes; it ends when the table does.
            let _ = wait.recv();
        }
    }
}

/// There is no kept game of this name.
pub(crate) fn no_such_game(key: &str) -> String {
    format!(
        "there is no kept game '{}'; the list of games shows those there are",
        chess::quote(key)
    )
}
