//! Tells legal moves to whoever connects: `cargo run --release --example move_server [ADDRESS]`, then
//! `printf 'FEN\n' | nc 127.0.0.1 8119`. A line with a FEN is answered by a line of moves, or by what is wrong.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program, not the library
#![allow(clippy::disallowed_types)] // it has sockets, which the library has not

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::thread;

use plywise_chess::Position;

/// No FEN is longer.
const LONGEST_LINE: u64 = 200;

fn main() -> ExitCode {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8119".to_owned());
    match listen(&address) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("no moves at '{address}': {error}");
            ExitCode::FAILURE
        }
    }
}

fn listen(address: &str) -> io::Result<()> {
    let listener = TcpListener::bind(address)?;
    println!("legal moves at {}", listener.local_addr()?);
    for stream in listener.incoming() {
        let stream = stream?;
        thread::spawn(move || serve(&stream));
    }
    Ok(())
}

/// Answers a connection line by line until it is closed.
fn serve(stream: &TcpStream) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut writer = stream;
    let mut line = Vec::new();
    while reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? > 0 {
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
        if is_whole {
            writeln!(writer, "{}", answer(String::from_utf8_lossy(&line).trim()))?;
        } else {
            // One answer a line, however long it is.
            reader.skip_until(b'\n')?;
            writeln!(writer, "error: the line is longer than {LONGEST_LINE} bytes")?;
        }
        line.clear();
    }
    Ok(())
}

fn answer(fen: &str) -> String {
    match fen.parse::<Position>() {
        Ok(position) => {
            let moves = position.legal_moves().into_iter().map(|mv| mv.to_string());
            moves.collect::<Vec<String>>().join(" ")
        }
        Err(error) => format!("error: {error}"),
    }
}
