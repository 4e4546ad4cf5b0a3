//! Games with what was found about their moves.

use chess::pgn::{Comment, EditError, NodeId, Pgn};
use chess::{Move, Position};
use engine::Knowledge;
use engine::review::{Assessment, Judgement, annotate, annotate_endings};

use crate::commentary::Commentary;
use crate::error::{AnalysisError, no_game};
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
    /// What the coach says of its bad moves: the number of the move, and the sentence.
    words: Vec<(usize, String)>,
    /// The move that is not judged yet, and where it was played.
    last: Option<(Position, Move)>,
    /// Who finds the sentences.
    commentary: Commentary,
}

impl Annotator {
    /// An annotator that also writes why moves are bad.
    pub fn with(commentary: Commentary) -> Annotator {
        Annotator { commentary, ..Annotator::default() }
    }

    /// Takes the next position: the game as PGN if it was its last, and nothing
    /// before that. What the results depend on is written into a tag.
    pub fn take(&mut self, done: Done, settings: &str) -> Result<Option<String>, AnalysisError> {
        let Origin::Ply(ply) = &done.task.origin else {
            return Err(no_game());
        };
        // The game goes on from the position before, whose move can be judged now.
        if let (Some(before), Some((position, mv))) = (self.game.last(), self.last.take()) {
            let judgement = Judgement::of(before, mv, &done.said);
            let sentence = self.commentary.of_move(&position, mv, judgement);
            self.words.extend(sentence.map(|sentence| (self.game.len() - 1, sentence)));
        }
        self.last = ply.mv.map(|mv| (*done.task.position(), mv));
        self.game.push(done.said);
        self.known.push(done.known);
        if !ply.is_last {
            return Ok(None);
        }
        let mut pgn = ply.game.pgn.clone();
        let said = annotate(&mut pgn, &std::mem::take(&mut self.game));
        let known = annotate_endings(&mut pgn, &std::mem::take(&mut self.known));
        let told = tell(&mut pgn, &std::mem::take(&mut self.words));
        said.and(known).and(told).map_err(|error| {
            AnalysisError::Failed(format!("game {} cannot be annotated: {error}", ply.game.number))
        })?;
        // The names are good ones.
        let _ = pgn.tags.set("Annotator", concat!("Plywise ", env!("CARGO_PKG_VERSION")));
        let _ = pgn.tags.set(SETTINGS_TAG, settings);
        Ok(Some(format!("{pgn}\n")))
    }
}

/// Writes sentences as comments of the main line's moves, unless they stand there already.
fn tell(pgn: &mut Pgn, words: &[(usize, String)]) -> Result<(), EditError> {
    let nodes: Vec<NodeId> = pgn.tree.main_line().collect();
    for (index, sentence) in words {
        let Some(&node) = nodes.get(*index) else { continue };
        let Some(comment) = Comment::new(sentence) else { continue };
        let mut comments = pgn.tree.comments(node).to_vec();
        if comments.iter().all(|old| !old.as_str().contains(sentence.as_str())) {
            comments.push(comment);
            pgn.tree.set_comments(node, comments)?;
        }
    }
    Ok(())
}
