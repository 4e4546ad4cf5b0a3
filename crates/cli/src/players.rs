//! How players are written, for the help of every command that takes them.

use engine::{ChampionSpec, Character, LEVELS, Rating};
use search::ladder::Rung;

/// What stands below the options of such a command.
pub(crate) fn help() -> String {
    let characters = Character::ALL.map(Character::name).join(", ");
    let (least, most) = (Rating::LEAST, Rating::MOST);
    let rungs = Rung::ALL.map(Rung::name);
    let middle = rungs.len() / 2;
    let [first, more] = [&rungs[..middle], &rungs[middle..]].map(|rungs| rungs.join(", "));
    let options = ChampionSpec::OPTIONS.join(", ");
    format!(
        "\
Players are written in one word; options follow after a colon, with commas between:
  human               a person
  level:1 … level:{LEVELS}  levels in order of strength
  champion:elo=1200   a player by rating, {least} to {most}, who errs as people do; with a taste as in
                      champion:elo=1200,character=attacker;
                      {characters}
  easy, medium, hard  searches of 2, 3 and 4 plies
  champion            the strongest, such as champion:threads=2,nodes=50000;
                      {options}
  a search            such as alphabeta:depth=4,eval=phased or quiescence:depth=3,book;
                      {first},
                      {more}
  uci:PROGRAM         a UCI engine and its options, such as uci:stockfish,Hash=64
                      or 'uci:/path/to/engine --uci,Skill Level=5'"
    )
}

#[cfg(test)]
mod tests {
    use engine::Spec;

    use super::*;

    /// Whatever the help gives as an example is a player.
    #[test]
    fn examples_can_be_played() {
        let help = help();
        for example in [
            "human",
            "level:1",
            "level:10",
            "champion:elo=1200",
            "champion:elo=1200,character=attacker",
            "champion:threads=2,nodes=50000",
            "alphabeta:depth=4,eval=phased",
            "quiescence:depth=3,book",
            "uci:stockfish,Hash=64",
            "uci:/path/to/engine --uci,Skill Level=5",
        ] {
            assert!(help.contains(example), "{example} is not in\n{help}");
            let spec = example.parse::<Spec>();
            assert!(spec.is_ok(), "{example}: {spec:?}");
        }
        for rung in Rung::ALL {
            assert!(help.contains(rung.name()), "{}", rung.name());
        }
        let longest = help.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(100), "{longest:?}\n{help}");
    }
}
