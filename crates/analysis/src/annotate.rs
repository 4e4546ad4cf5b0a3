//! Games with what was found about their moves.

use chess::pgn::{Comment, EditError, NodeId, Pgn};
use coach::MoveExplanation;
use engine::Knowledge;
use engine::review::{Assessment, SecondLook, annotate_again, annotate_endings};

use crate::commentary::{Commentary, sentence};
use crate::error::{AnalysisError, no_game};
use crate::task::{Done, Origin};

/// The tag of annotated games that says with which settings.
pub(crate) const SETTINGS_TAG: &str = "AnnotatorSettings";

/// Collects what is said about the positions of a game, and writes it into the game.
#[derive(Debug, Default)]
pub struct Annotator {
    /// What was said about the game that is under way, but for its last position.
    game: Vec<Assessment>,
    /// What tablebases know about it.
    known: Vec<Option<Knowledge>>,
    /// What the coach says of its bad moves: the number of the move, and the explanation.
    said: Vec<(usize, MoveExplanation)>,
    /// The last position, whose move is not judged yet.
    last: Option<Done>,
    /// Who finds the sentences.
    commentary: Commentary,
}

impl Annotator {
    /// An annotator that also writes why moves are bad.
    pub fn with(commentary: Commentary) -> Annotator {
        Annotator { commentary, ..Annotator::default() }
    }

    /// Keeps what was said about the next position.
    fn note(&mut self, done: Done) {
        self.game.push(done.said);
        self.known.push(done.known);
    }

    /// Takes the next position: the game as PGN if it was its last, and nothing
    /// before that. What the results depend on is written into a tag.
    pub fn take(&mut self, done: Done, settings: &str) -> Result<Option<String>, AnalysisError> {
        let Origin::Ply(ply) = &done.task.origin else {
            return Err(no_game());
        };
        // The game goes on from the position before, whose move can be judged now.
        if let Some(before) = self.last.take() {
            let mv = match &before.task.origin {
                Origin::Ply(ply) => ply.mv,
                Origin::Line { .. } => None,
            };
            let said = mv.and_then(|mv| self.commentary.of_move(&before, mv, &done));
            self.said.extend(said.map(|said| (self.game.len(), said)));
            self.note(before);
        }
        if !ply.is_last {
            self.last = Some(done);
            return Ok(None);
        }
        let (mut pgn, number) = (ply.game.pgn.clone(), ply.game.number);
        self.note(done);
        let said = std::mem::take(&mut self.said);
        let again = |number: usize| {
            let (_, said) = said.iter().find(|(at, _)| *at == number)?;
            Some(SecondLook { mark: said.judgement.mark, better: said.better.clone() })
        };
        let judged = annotate_again(&mut pgn, &std::mem::take(&mut self.game), &again);
        let known = annotate_endings(&mut pgn, &std::mem::take(&mut self.known));
        let told = tell(&mut pgn, &said);
        judged.and(known).and(told).map_err(|error| {
            AnalysisError::Failed(format!("game {number} cannot be annotated: {error}"))
        })?;
        // The names are good ones.
        let _ = pgn.tags.set("Annotator", concat!("Plywise ", env!("CARGO_PKG_VERSION")));
        let _ = pgn.tags.set(SETTINGS_TAG, settings);
        Ok(Some(format!("{pgn}\n")))
    }
}

/// Writes sentences as comments of the main line's moves, unless they stand there already.
fn tell(pgn: &mut Pgn, said: &[(usize, MoveExplanation)]) -> Result<(), EditError> {
    let nodes: Vec<NodeId> = pgn.tree.main_line().collect();
    for (index, said) in said {
        let Some(&node) = nodes.get(*index) else { continue };
        let Some(sentence) = sentence(said) else { continue };
        let Some(comment) = Comment::new(&sentence) else { continue };
        let mut comments = pgn.tree.comments(node).to_vec();
        if comments.iter().all(|old| !old.as_str().contains(sentence.as_str())) {
            comments.push(comment);
            pgn.tree.set_comments(node, comments)?;
        }
    }
    Ok(())
}
