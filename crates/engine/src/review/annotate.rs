//! What a search said about a game, written into it.

use chess::pgn::{EditError, Eval, Nag, NodeId, Pgn, PgnScore};
use chess::{Color, Move, Position};
use uci::Value;

use super::{Assessment, Judgement, Line, Mark, game_accuracy, turned};

/// Plies of a better line that are shown: enough to see the point.
const SHOWN_PLIES: usize = 10;

/// Writes into a game what was said about the positions of its main line, the
/// starting position first: scores as `[%eval]`, bad moves as glyphs with the
/// better line as a variation, and both players' accuracy as the tags
/// `WhiteAccuracy` and `BlackAccuracy`, in per cent. Where more than one line
/// was asked for, all of them become variations, at every move, each with its
/// score.
///
/// What earlier annotations of that kind said is replaced; everything else
/// stays. If there are fewer assessments than positions, the rest of the game
/// stays as it is and nothing is said about accuracy.
pub fn annotate(pgn: &mut Pgn, assessments: &[Assessment]) -> Result<(), EditError> {
    annotate_again(pgn, assessments, &|_| None)
}

/// What somebody says of a move who has looked at it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondLook {
    /// What the move is called, if it is worth a word after all.
    pub mark: Option<Mark>,
    /// The better line.
    pub better: Vec<Move>,
}

/// The same as [`annotate()`] with second looks at some moves, by their number from 0: their glyphs
/// and better lines stand in the place of those that follow from the assessments.
pub fn annotate_again(
    pgn: &mut Pgn,
    assessments: &[Assessment],
    again: &dyn Fn(usize) -> Option<SecondLook>,
) -> Result<(), EditError> {
    let nodes: Vec<NodeId> = pgn.tree.main_line().collect();
    let mut position = *pgn.tree.start();
    let mut parent = NodeId::ROOT;
    for (number, (&node, said)) in nodes.iter().zip(assessments.windows(2)).enumerate() {
        let [before, after] = said else { break };
        let mv = pgn.tree.mv(node);
        position = next(&position, mv);
        pgn.tree.set_eval(node, eval(after, position.turn()))?;
        let judgement = mv.map(|mv| Judgement::of(before, mv, after));
        let again = again(number);
        let first = judgement.and_then(|judgement| judgement.mark);
        let mark = again.as_ref().map_or(first, |again| again.mark);
        set_mark(pgn, node, mark)?;
        if let Some(again) = again.as_ref().filter(|again| again.mark.is_some()) {
            pgn.tree.add_line(parent, shown(&again.better))?;
        }
        match before.lines.as_slice() {
            [better] if mark.is_some() && again.is_none() => {
                pgn.tree.add_line(parent, better.shown())?;
            }
            [] | [_] => {}
            lines => add_lines(pgn, parent, node, lines)?,
        }
        parent = node;
    }
    if assessments.len() == nodes.len() + 1 {
        let accuracies = accuracy(assessments, pgn.tree.start().turn());
        for (name, accuracy) in ["WhiteAccuracy", "BlackAccuracy"].into_iter().zip(accuracies) {
            if let Some(accuracy) = accuracy {
                // The names are good ones.
                let _ = pgn.tags.set(name, &format!("{accuracy:.0}"));
            } else {
                pgn.tags.remove(name);
            }
        }
    }
    Ok(())
}

/// Adds lines as variations, but the one that the game took anyway.
fn add_lines(
    pgn: &mut Pgn,
    parent: NodeId,
    played: NodeId,
    lines: &[Line],
) -> Result<(), EditError> {
    let turn = pgn.tree.position(parent).ok_or(EditError::NoSuchNode)?.turn();
    for line in lines {
        let Some(&first) = line.moves.first() else { continue };
        if pgn.tree.mv(played) == Some(first) {
            continue;
        }
        let begin = pgn.tree.add_move(parent, first)?;
        let value = if turn == Color::White { line.value } else { turned(line.value) };
        pgn.tree.set_eval(begin, Some(Eval { score: score(value), depth: Some(line.depth) }))?;
        pgn.tree.add_line(parent, line.shown())?;
    }
    Ok(())
}

impl Line {
    /// The moves that are worth showing.
    fn shown(&self) -> &[Move] {
        shown(&self.moves)
    }
}

fn shown(moves: &[Move]) -> &[Move] {
    &moves[..moves.len().min(SHOWN_PLIES)]
}

fn score(value: Value) -> PgnScore {
    match value {
        Value::Cp(cp) => PgnScore::Centipawns(cp),
        Value::Mate(moves) => PgnScore::Mate(moves),
    }
}

/// How accurately White and Black played a game, from 0 to 100, by what was
/// said about all its positions; `first` had the first move.
pub fn accuracy(assessments: &[Assessment], first: Color) -> [Option<f64>; 2] {
    let turns = [first, !first].into_iter().cycle();
    let values: Vec<Value> = assessments
        .iter()
        .zip(turns)
        .map(|(said, turn)| said.value_for(Color::White, turn))
        .collect();
    game_accuracy(&values, first == Color::White)
}

/// White's view. Where there is no move left there is nothing to say.
fn eval(said: &Assessment, turn: Color) -> Option<Eval> {
    let line = said.lines.first()?;
    Some(Eval { score: score(said.value_for(Color::White, turn)), depth: Some(line.depth) })
}

/// Replaces the glyphs that call a move bad.
fn set_mark(pgn: &mut Pgn, node: NodeId, mark: Option<Mark>) -> Result<(), EditError> {
    let is_mark = |nag: &Nag| {
        let marks = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
        marks.iter().any(|mark| u16::from(mark.nag()) == nag.0)
    };
    let mark = mark.map(|mark| Nag(u16::from(mark.nag())));
    let others = pgn.tree.nags(node).iter().filter(|nag| !is_mark(nag)).copied();
    let nags: Vec<Nag> = mark.into_iter().chain(others).collect();
    pgn.tree.set_nags(node, &nags)
}

/// The position after a move, or after passing.
fn next(position: &Position, mv: Option<Move>) -> Position {
    let mut next = *position;
    match mv {
        // The tree holds legal moves only.
        Some(mv) => next.play_unchecked(mv),
        None => next = position.after_null().unwrap_or(next),
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Bound;

    fn says(position: &Position, value: Value, line: &str) -> Assessment {
        let mut position = *position;
        let mut moves = Vec::new();
        for text in line.split_whitespace() {
            let mv = position.parse_san(text).unwrap();
            position.play(mv).unwrap();
            moves.push(mv);
        }
        let line = Line { depth: 12, value, bound: Bound::Exact, moves };
        let lines = if line.moves.is_empty() { vec![] } else { vec![line] };
        Assessment { value, lines }
    }

    #[test]
    fn the_fools_mate() {
        let mut pgn: Pgn =
            "1. f3 $1 { [%clk 0:01:00] risky } e5 2. g4?? { old } 2... Qh4# 0-1".parse().unwrap();
        let nodes: Vec<NodeId> = pgn.tree.main_line().collect();
        let positions: Vec<Position> =
            nodes.iter().map(|&node| pgn.tree.position(node).unwrap()).collect();
        let said = [
            says(pgn.tree.start(), Value::Cp(30), "e4 e5"),
            says(&positions[0], Value::Cp(40), "e5"),
            says(&positions[1], Value::Cp(-60), "Nc3 Nf6"),
            says(&positions[2], Value::Mate(1), "Qh4"),
            says(&positions[3], Value::Mate(0), ""),
        ];
        annotate(&mut pgn, &said).unwrap();
        let text = pgn.to_string();
        let moves = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
        assert_eq!(
            moves,
            "1. f3 $6 $1 { [%eval -0.40,12] [%clk 0:01:00] risky } (1. e4 e5) 1... e5 \
             { [%eval -0.60,12] } 2. g4 $4 { [%eval #-1,12] old } (2. Nc3 Nf6) 2... Qh4# 0-1 "
        );
        assert_eq!(pgn.tags.get("BlackAccuracy"), Some("100"));
        let white: f64 = pgn.tags.get("WhiteAccuracy").unwrap().parse().unwrap();
        assert!(white < 50.0, "{white}");
        // Once more says the same.
        annotate(&mut pgn, &said).unwrap();
        assert_eq!(pgn.to_string(), text);
        // What is not known is not said.
        let mut half: Pgn = "1. e4 e5 2. Nf3 *".parse().unwrap();
        annotate(&mut half, &said[..2]).unwrap();
        assert_eq!(half.tags.get("WhiteAccuracy"), None);
        assert_eq!(half.tree.eval(half.tree.main_line().nth(1).unwrap()), None);
    }

    #[test]
    fn who_looks_again_has_the_last_word() {
        let mut pgn: Pgn = "1. f3 e5 2. g4 *".parse().unwrap();
        let positions: Vec<Position> =
            pgn.tree.main_line().map(|node| pgn.tree.position(node).unwrap()).collect();
        let said = [
            says(pgn.tree.start(), Value::Cp(200), "e4 e5"),
            says(&positions[0], Value::Cp(30), "e5"),
            says(&positions[1], Value::Cp(-30), "e4"),
            says(&positions[2], Value::Mate(1), "Qh4#"),
        ];
        let d4 = vec![positions[1].parse_san("d4").unwrap()];
        let looks = [
            Some(SecondLook { mark: None, better: Vec::new() }),
            None,
            Some(SecondLook { mark: Some(Mark::Mistake), better: d4 }),
        ];
        annotate_again(&mut pgn, &said, &|number| looks[number].clone()).unwrap();
        let text = pgn.to_string();
        let moves = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
        // The first mark is taken back, the other move and its better line are the second look's.
        assert!(moves.starts_with("1. f3 { "), "{moves}");
        assert!(moves.contains("2. g4 $2") && moves.contains("(2. d4)"), "{moves}");
        assert!(!moves.contains("(2. e4") && !moves.contains("(1. e4"), "{moves}");
    }

    #[test]
    fn several_lines_are_variations_with_their_scores() {
        let mut pgn: Pgn = "1. e4 e5 *".parse().unwrap();
        let nodes: Vec<NodeId> = pgn.tree.main_line().collect();
        let positions: Vec<Position> =
            nodes.iter().map(|&node| pgn.tree.position(node).unwrap()).collect();
        let both = |position: &Position, lines: [(i32, &str); 2]| {
            let said = lines.map(|(cp, line)| says(position, Value::Cp(cp), line));
            let value = said[0].value;
            Assessment { value, lines: said.into_iter().flat_map(|said| said.lines).collect() }
        };
        let said = [
            both(pgn.tree.start(), [(30, "d4 d5"), (25, "e4 e5")]),
            both(&positions[0], [(-25, "c5 Nf3"), (-40, "e6")]),
            both(&positions[1], [(30, "Nf3"), (20, "Nc3")]),
        ];
        annotate(&mut pgn, &said).unwrap();
        let text = pgn.to_string();
        let moves = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
        assert_eq!(
            moves,
            "1. e4 { [%eval 0.25,12] } (1. d4 { [%eval 0.30,12] } 1... d5) 1... e5 \
             { [%eval 0.30,12] } (1... c5 { [%eval 0.25,12] } 2. Nf3) \
             (1... e6 { [%eval 0.40,12] }) * "
        );
        annotate(&mut pgn, &said).unwrap();
        assert_eq!(pgn.to_string(), text);
    }
}
