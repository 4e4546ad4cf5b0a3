//! `plywise explain`: why a move is good or bad, or what matters in a position.

use chess::{Game, Position};
use clap::Args;
use coach::{Coach, ExplanationRecord, USUAL_NODES, words};
use engine::review::Mark;

use crate::arguments::number;
use crate::eval::fen;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;

/// Explain why a move is good or bad, or what matters in a position
///
/// Each sentence is proven by the rules or by searches, and comes with the line that shows
/// it. What is no more than an opinion begins with "Plywise thinks". With --move it is about
/// that move; without it, about what the side to move can win or must lose, what the opponent
/// threatens, which pieces hang, and what to do next. Of a game that is over it says why.
#[derive(Args)]
pub(crate) struct Explain {
    /// Position, as FEN (default: the starting position)
    #[arg(long, value_parser = fen)]
    fen: Option<Position>,
    /// Move to explain, as e4, Nf3 or e2e4
    #[arg(long, value_name = "MOVE")]
    r#move: Option<String>,
    /// Nodes of a search; those that confirm a claim have up to fifteen times as many
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    #[arg(default_value_t = USUAL_NODES)]
    nodes: u64,
    /// Print a JSON object for programs to read
    #[arg(long)]
    json: bool,
}

fn nodes(text: &str) -> Result<u64, String> {
    number(text, 100..=1_000_000_000)
}

impl Explain {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let _interrupt = Interrupt::end_at_once("nothing was explained");
        let position = self.fen.unwrap_or_default();
        let failed = |error: search::champion::MemoryError| Failure::Failed(error.to_string());
        let mut coach = Coach::new(self.nodes).map_err(failed)?;
        let (record, text) = match &self.r#move {
            Some(text) => explained_move(&mut coach, &position, text)?,
            None => explained_position(&mut coach, &position),
        };
        if self.json {
            // Numbers, texts and lists of them can always be written.
            return print(&(serde_json::to_string(&record).unwrap_or_default() + "\n"));
        }
        print(&text)
    }
}

fn explained_move(
    coach: &mut Coach,
    position: &Position,
    text: &str,
) -> Result<(ExplanationRecord, String), Failure> {
    let mv = position.parse_uci(text).or_else(|_| position.parse_san(text));
    let mv = mv.map_err(|error| Failure::WrongUse(error.to_string()))?;
    let said = coach.explain(position, mv);
    let said = said.map_err(|error| Failure::WrongUse(error.to_string()))?;
    let record = ExplanationRecord::of_move(&said);
    let mark = said.judgement.mark.map_or("", Mark::symbol);
    let loss = said.judgement.loss_percent();
    let name =
        said.judgement.mark.map(|mark| format!(": {}, {loss:.0} % of the chances", mark.name()));
    let head = format!("{}{mark}{}\n", position.to_san(mv), name.unwrap_or_default());
    let mut text = head + &sentences(&record, &said.claims);
    if said.claims.is_empty() {
        text += "There is nothing to prove for or against it.\n";
    }
    if !said.better.is_empty() {
        text += &format!("Better: {}\n", words::san_line(position, &said.better).join(" "));
    }
    Ok((record, text))
}

fn explained_position(coach: &mut Coach, position: &Position) -> (ExplanationRecord, String) {
    if let Some(end) = Game::new(*position).end() {
        // Nothing that anybody could still win or threaten.
        let text = format!("The game is over: {end}.\n");
        return (ExplanationRecord::of_position(position, &[]), text);
    }
    let claims = coach.survey(position);
    let record = ExplanationRecord::of_position(position, &claims);
    let mut text = sentences(&record, &claims);
    if claims.is_empty() && position.halfmove_clock() < FIFTY_MOVES {
        text += "Nobody wins anything by force here, and nothing is threatened.\n";
    }
    if position.halfmove_clock() >= FIFTY_MOVES {
        text += "A draw can be claimed: in fifty moves nothing was taken and no pawn was moved.\n";
    }
    (record, text)
}

/// Moves of both sides without capture and pawn move after which a draw can be claimed.
const FIFTY_MOVES: u16 = 100;

/// Each claim with its line.
fn sentences(record: &ExplanationRecord, claims: &[coach::Claim]) -> String {
    let with_line = |(said, claim): (&coach::ClaimRecord, &coach::Claim)| {
        let line = words::san_line(&claim.from, &claim.line).join(" ");
        format!("{}\n    {line}\n", said.text)
    };
    record.claims.iter().zip(claims).map(with_line).collect()
}
