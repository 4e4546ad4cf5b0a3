//! Kept games as PGN to take away.

use session::record::{self, Detail};

use crate::games::Saved;
use crate::house::House;
use crate::imported;

/// The largest text that is made, in bytes.
const MOST: usize = 64 << 20;

/// Why games cannot be taken away: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExportError {
    /// There is no room for them now; later there may be.
    Busy(String),
    /// They cannot be read or written.
    Failed(String),
}

impl House {
    /// A kept game as PGN; nothing if there is none of this key.
    pub fn game_as_pgn(&self, key: &str) -> Result<Option<String>, ExportError> {
        let whole = self.store.load(key).map_err(ExportError::Failed)?;
        whole.map(|whole| written(key, &whole)).transpose().map_err(ExportError::Failed)
    }

    /// All kept games as PGN.
    pub fn games_as_pgn(&self) -> Result<String, ExportError> {
        let _held = self.crew.memory((MOST >> 20) as u32).map_err(ExportError::Busy)?;
        let mut text = String::new();
        let mut last: Option<String> = None;
        loop {
            let games = self.store.after(last.as_deref()).map_err(ExportError::Failed)?;
            let mut damage = Vec::new();
            for (key, whole) in &games {
                match written(key, whole) {
                    Ok(game) => text.push_str(&game),
                    Err(sentence) => damage.push(sentence),
                }
            }
            // One damaged game must not keep the others back; what is wrong with it is
            // said in the text.
            if !damage.is_empty() {
                text.push_str(&format!("; {}\n\n", damage.join("; ")));
            }
            if text.len() > MOST {
                let sentence = "there are too many games for one file; take them one by one";
                return Err(ExportError::Failed(sentence.to_owned()));
            }
            match games.into_iter().last() {
                Some((key, _)) => last = Some(key),
                None => return Ok(text),
            }
        }
    }
}

/// A kept game as PGN, from the whole of it.
pub fn written(key: &str, whole: &str) -> Result<String, String> {
    if imported::is_pgn(whole) {
        return Ok(format!("{whole}\n"));
    }
    let open_game = Saved::read(whole)?.open_game(key)?;
    Ok(format!("{}\n", record::write(&open_game.session, Detail::Public)))
}
