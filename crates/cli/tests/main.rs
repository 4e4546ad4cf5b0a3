//! The program as its users run it, one file a command or a topic.

mod analyse;
mod analyse_games;
mod architecture;
mod datagen;
mod explain;
mod files;
mod help;
mod interrupt;
mod lab;
mod learn;
mod r#match;
mod missing;
mod openbench;
mod perft;
mod play;
mod play_memory;
mod play_menu;
mod play_terminal;
mod play_watch;
#[cfg(feature = "serve")] // its games are kept in SQLite
mod practise;
mod program;
mod serve;
#[cfg(unix)]
mod terminal;
mod tune;
mod uci;
