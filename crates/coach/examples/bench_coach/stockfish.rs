//! The second opinion.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use chess::{Move, Position};
use uci::Value;

/// Where Debian puts it.
const PLACES: [&str; 2] = ["stockfish", "/usr/games/stockfish"];

/// A Stockfish at work.
pub(crate) struct Stockfish {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    /// Starts it.
    pub(crate) fn start() -> Result<Stockfish, String> {
        let spawn = |place: &&str| {
            Command::new(place).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
        };
        let mut child = PLACES
            .iter()
            .find_map(spawn)
            .ok_or("there is no stockfish on this machine; install it")?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err("stockfish has no pipes".to_owned());
        };
        Ok(Stockfish { child, input, output: BufReader::new(output) })
    }

    /// What a position is worth to the side to move, and the line.
    pub(crate) fn look(
        &mut self,
        position: &Position,
        nodes: u64,
    ) -> Result<(Value, Vec<Move>), String> {
        if !position.has_legal_move() {
            return Ok((
                if position.is_check() { Value::Mate(0) } else { Value::Cp(0) },
                Vec::new(),
            ));
        }
        let failed = |error: std::io::Error| format!("stockfish does not answer: {error}");
        write!(self.input, "ucinewgame\nposition fen {position}\ngo nodes {nodes}\n")
            .map_err(failed)?;
        self.input.flush().map_err(failed)?;
        let mut found = (Value::Cp(0), Vec::new());
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(failed)? == 0 {
                return Err("stockfish has ended".to_owned());
            }
            if line.starts_with("bestmove") {
                return Ok(found);
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let after =
                |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
            if line.contains("bound") {
                continue;
            }
            if let (Some([kind, number, ..]), Some(pv)) = (after("score"), after("pv")) {
                let number: i32 = number.parse().unwrap_or(0);
                let value = if *kind == "mate" { Value::Mate(number) } else { Value::Cp(number) };
                let mut here = *position;
                let next = |text: &&str| {
                    let mv = here.parse_uci(text).ok()?;
                    here.play(mv).ok().map(|()| mv)
                };
                found = (value, pv.iter().map_while(next).collect());
            }
        }
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
