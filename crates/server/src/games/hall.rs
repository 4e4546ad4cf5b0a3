//! Which games are open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::order;
use super::saved::Saved;
use super::session::Session;
use super::table::{Command, Table, TableHandle};
use crate::house::House;
use crate::outbox::Outbox;
use crate::protocol::GameOrder;

/// The tables at which games are played now.
#[derive(Default)]
pub(crate) struct Hall {
    tables: Mutex<HashMap<String, UnboundedSender<Command>>>,
}

impl Hall {
    fn tables(&self) -> MutexGuard<'_, HashMap<String, UnboundedSender<Command>>> {
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
        let session = order::session(order, house.crew.cores())?;
        Ok(Hall::begin(house, session, outbox, id))
    }

    /// The same for a game that is there already.
    pub(crate) fn begin(
        house: &Arc<House>,
        session: Session,
        outbox: &Outbox,
        id: u32,
    ) -> TableHandle {
        let key = session.key.clone();
        let mut tables = house.hall.tables();
        // Two pages may open one kept game at the same time: one table for both.
        let known = tables.get(&key).filter(|commands| !commands.is_closed()).cloned();
        let commands = known.unwrap_or_else(|| {
            let (commands, ear) = mpsc::unbounded_channel();
            let table = Table::new(session, Arc::clone(house));
            tokio::spawn(table.run(ear));
            tables.insert(key.clone(), commands.clone());
            commands
        });
        // Said while the list is held: a table about to close hears it.
        let _ = commands.send(Command::Join(outbox.clone(), id));
        TableHandle { key, commands }
    }

    /// Seats a page at the table of a kept game.
    pub(crate) async fn open(
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
        let whole = house.store.load(key).await?;
        let whole = whole.ok_or_else(|| no_such_game(key))?;
        let session = Saved::read(&whole)?.session(key)?;
        // Who was allowed at the board then may not be any more.
        for seat in &session.sitting.seats {
            order::player(&seat.spec.to_string(), house.crew.cores())?;
        }
        Ok(Hall::begin(house, session, outbox, id))
    }

    /// Seats a page at a table that is still open; whether it is.
    fn join(&self, handle: &TableHandle, outbox: &Outbox, id: u32) -> bool {
        let tables = self.tables();
        tables.contains_key(&handle.key)
            && handle.commands.send(Command::Join(outbox.clone(), id)).is_ok()
    }

    /// Takes a table off the list, unless somebody has just spoken to it.
    pub(crate) fn close(&self, key: &str, ear: &UnboundedReceiver<Command>) -> bool {
        let mut tables = self.tables();
        let is_quiet = ear.is_empty();
        if is_quiet {
            tables.remove(key);
        }
        is_quiet
    }

    /// How many games are open.
    pub(crate) fn open_games(&self) -> usize {
        self.tables().len()
    }

    /// Ends a game that is open, without saving it, and waits until that is so.
    pub(crate) async fn end(&self, key: &str) {
        let commands = self.tables().remove(key);
        if let Some(commands) = commands {
            let _ = commands.send(Command::Close);
            commands.closed().await;
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
