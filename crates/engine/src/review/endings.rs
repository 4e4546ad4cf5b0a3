//! What endgame tables say about a game, written into it.

use chess::pgn::{Comment, EditError, NodeId, Pgn};

use crate::Knowledge;

/// How a comment begins that says what tables know.
const BEGINNING: &str = "Tablebase: ";

/// Writes into a game what tables know about the positions of its main line,
/// the starting position first: a comment where something is known for the
/// first time, and where a move changed the result. Comments of an earlier run
/// are replaced.
pub fn annotate_endings(pgn: &mut Pgn, known: &[Option<Knowledge>]) -> Result<(), EditError> {
    let mut before = None;
    let nodes: Vec<NodeId> = [NodeId::ROOT].into_iter().chain(pgn.tree.main_line()).collect();
    for (node, known) in nodes.into_iter().zip(known) {
        let result = known.as_ref().map(|known| known.result);
        let news = known.as_ref().filter(|_| result != before);
        let said = news.and_then(|known| Comment::new(&format!("{BEGINNING}{}", known.sentence)));
        let kept = pgn.tree.comments(node).iter().filter(|comment| !is_ours(comment)).cloned();
        let comments: Vec<Comment> = kept.chain(said).collect();
        pgn.tree.set_comments(node, comments)?;
        before = result;
    }
    Ok(())
}

fn is_ours(comment: &Comment) -> bool {
    comment.as_str().starts_with(BEGINNING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::champion::TablebaseResult;

    fn says(result: &'static str) -> Option<Knowledge> {
        let sentence = result.to_owned();
        Some(Knowledge {
            verdict: TablebaseResult::Draw,
            dtz: None,
            best: Vec::new(),
            result,
            sentence,
        })
    }

    #[test]
    fn only_news_are_told() {
        let game = "1. e4 { [%clk 0:01:00] } e5 2. Nf3 { good } 2... Nc6 3. Bc4 *";
        let mut pgn: Pgn = game.parse().unwrap();
        let won = || says("White wins");
        let known = [None, won(), won(), says("a draw"), None, won()];
        for _ in 0..2 {
            annotate_endings(&mut pgn, &known).unwrap();
            let text = pgn.to_string();
            let moves = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
            assert_eq!(
                moves,
                "1. e4 { [%clk 0:01:00] } { Tablebase: White wins } 1... e5 2. Nf3 { good } \
                 { Tablebase: a draw } 2... Nc6 3. Bc4 { Tablebase: White wins } * "
            );
        }
        // What nobody knows any more is no longer said.
        annotate_endings(&mut pgn, &[const { None }; 6]).unwrap();
        assert!(!pgn.to_string().contains("Tablebase"), "{pgn}");
        assert!(pgn.to_string().contains("good"), "{pgn}");
    }
}
