//! Games with what was found about their moves.

use engine::Knowledge;
use engine::review::{Assessment, annotate, annotate_endings};

use crate::error::AnalysisError;
use crate::task::{Done, Origin};

/// The tag of annotated games that says with which settings.
pub(crate) const SETTINGS_TAG: &str = "AnnotatorSettings";

/// Collects what is said about the positions of a game, and writes it into the game.
#[derive(Debug, Default)]
pub struct Annotator {
    /// What was said about the game that is under way.
    game: Vec<Assessment>,
    /// What tablebases know about it.
    known: Vec<Option<Knowledge>>,
}

impl Annotator {
    /// Takes the next position: the game as PGN if it was its last, and nothing
    /// before that. What the results depend on is written into a tag.
    pub fn take(&mut self, done: Done, settings: &str) -> Result<Option<String>, AnalysisError> {
        let Origin::Ply(ply) = &done.task.origin else {
            let sentence = "--pgn annotates games; for positions there is --json, or neither";
            return Err(AnalysisError::WrongUse(sentence.to_owned()));
        };
        self.game.push(done.said);
        self.known.push(done.known);
        if !ply.is_last {
            return Ok(None);
        }
        let mut pgn = ply.game.pgn.clone();
        let said = annotate(&mut pgn, &std::mem::take(&mut self.game));
        let known = annotate_endings(&mut pgn, &std::mem::take(&mut self.known));
        said.and(known).map_err(|error| {
            AnalysisError::Failed(format!("game {} cannot be annotated: {error}", ply.game.number))
        })?;
        // The names are good ones.
        let _ = pgn.tags.set("Annotator", concat!("Plywise ", env!("CARGO_PKG_VERSION")));
        let _ = pgn.tags.set(SETTINGS_TAG, settings);
        Ok(Some(format!("{pgn}\n")))
    }
}
