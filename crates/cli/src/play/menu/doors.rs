//! What the menu says of the rooms that are not games: the lab, the lessons, everything else.

use clap::CommandFactory;

use crate::Plywise;

/// How to watch a search.
pub(super) fn lab() -> String {
    let mut text = "\nThe lab shows how searches think:\n\n\
        \x20 plywise lab compare --depth 4                the searches side by side on one position\n\
        \x20 plywise lab tree --depth 3                   the tree of a search, and what was cut off\n\
        \x20 plywise lab tree --algorithm champion        the same of the tournament search\n\
        \x20 plywise lab toy '((3 5) (2 9))'              a tree of numbers, step by step\n"
        .to_owned();
    if cfg!(feature = "serve") {
        text += "\nIn the browser it draws the tree while it grows.\n";
    }
    text
}

/// The course, lesson by lesson.
pub(super) fn lessons() -> String {
    let listed = match course::lessons() {
        Ok(lessons) => crate::learn::list(&lessons),
        Err(error) => format!("{error}\n"),
    };
    format!(
        "\nThe lessons, from the rules to what fills engines. Each search is an earlier one plus one idea, can\n\
         be played against and watched:\n\n{listed}\n\
         \x20 plywise play --black NAME                    play against a search of the ladder\n\
         \x20 plywise lab tree --depth 2 --algorithm NAME  watch it\n"
    )
}

/// All commands, each with its sentence.
pub(super) fn help() -> String {
    let mut text =
        "\nWhat the program can do; plywise COMMAND --help says more of each:\n\n".to_owned();
    for command in Plywise::command().get_subcommands() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        text += &format!("  {:<12}{about}\n", command.get_name());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_command_with_its_sentence() {
        let text = help();
        for name in ["analyse", "explain", "lab", "play", "tune", "uci"] {
            let line = text.lines().find(|line| line.trim_start().starts_with(name));
            assert!(line.is_some_and(|line| line.len() > 30), "{name}: {text}");
        }
        assert!(lessons().contains("minimax     All moves and all replies"));
        assert!(lessons().contains("plywise learn LESSON"));
        assert!(lab().contains("plywise lab compare"));
    }
}
