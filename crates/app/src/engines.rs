//! The engines that the server was started with. A page orders them by name and
//! can name no other program.

use engine::Spec;

use crate::protocol::PlayerCard;

/// Engines by the names that pages order them by: `engine:sf`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Engines(Vec<(String, Spec)>);

/// How an order for one of them begins.
const PREFIX: &str = "engine:";

impl Engines {
    /// Adds an engine as the command line says it: `sf=stockfish,Hash=64`.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let (name, program) = text
            .split_once('=')
            .ok_or_else(|| format!("'{text}' is no engine: NAME=PROGRAM, such as sf=stockfish"))?;
        let (name, program) = (name.trim(), program.trim());
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(format!(
                "'{name}' is no name for an engine: letters, digits, '-', '_' and '.'"
            ));
        }
        if self.0.iter().any(|(known, _)| known == name) {
            return Err(format!("two engines are called {name}"));
        }
        let spec = format!("uci:{program}").parse::<Spec>().map_err(|error| error.to_string())?;
        self.0.push((name.to_owned(), spec));
        Ok(())
    }

    /// The engine that is ordered so, and its name.
    pub(crate) fn ordered(&self, text: &str) -> Option<(&str, &Spec)> {
        let name = text.trim().strip_prefix(PREFIX)?;
        self.0.iter().find(|(known, _)| known == name).map(|(name, spec)| (name.as_str(), spec))
    }

    /// What this player, as it stands in a kept game, is called; nothing if it is none of them.
    pub(crate) fn name(&self, spec: &Spec) -> Option<&str> {
        self.0.iter().find(|(_, known)| known == spec).map(|(name, _)| name.as_str())
    }

    /// What pages are told about them.
    pub(crate) fn cards(&self) -> impl Iterator<Item = PlayerCard> {
        self.0.iter().map(|(name, spec)| {
            let program = spec.to_string();
            let program = program.strip_prefix("uci:").unwrap_or(&program);
            PlayerCard { player: order(name), summary: format!("another program: {program}") }
        })
    }
}

/// How an engine of this name is ordered.
pub(crate) fn order(name: &str) -> String {
    format!("{PREFIX}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_known_by_name_and_by_nothing_else() {
        let mut engines = Engines::default();
        engines.add("sf = /usr/games/stockfish,Hash=16").unwrap();
        let spec: Spec = "uci:/usr/games/stockfish,Hash=16".parse().unwrap();
        assert_eq!(engines.ordered("engine:sf"), Some(("sf", &spec)));
        assert_eq!(engines.name(&spec), Some("sf"));
        assert_eq!(engines.name(&"uci:/bin/sh".parse().unwrap()), None);
        for unknown in ["engine:sh", "sf", "engine:", "uci:/usr/games/stockfish,Hash=16"] {
            assert_eq!(engines.ordered(unknown), None, "{unknown}");
        }
        assert_eq!(engines.cards().next().unwrap().player, "engine:sf");
    }

    #[test]
    fn what_is_no_engine_is_said() {
        let mut engines = Engines::default();
        engines.add("sf=stockfish").unwrap();
        for (text, said) in [
            ("stockfish", "NAME=PROGRAM"),
            ("=stockfish", "no name"),
            ("a b=stockfish", "no name"),
            ("sf=other", "two engines"),
            ("x=", "uci:"),
        ] {
            let sentence = engines.add(text).unwrap_err();
            assert!(sentence.contains(said), "{text}: {sentence}");
        }
    }
}
