//! Tells legal moves to whoever connects: `cargo run --release --example move_server [ADDRESS]`, then
//! `printf 'FEN\n' | nc 127.0.0.1 8119`. A line with a FEN is answered by a line of moves, or by what is wrong.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program, not the library
#![allow(clippy::disallowed_types)] // it has sockets, which the library has not

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use plywise_chess::Position;

/// No FEN is longer.
const LONGEST_LINE: u64 = 200;

fn main() -> io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8119".to_owned());
    let listener = TcpListener::bind(&address)?;
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
    let mut line = String::new();
    while reader.by_ref().take(LONGEST_LINE).read_line(&mut line)? > 0 {
        writeln!(writer, "{}", answer(line.trim()))?;
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
