//! Who takes part.

use engine::Spec;

use crate::Budget;

/// A player of a match and what it is given for its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// What it is called; no two have the same name.
    pub name: String,
    /// Which player it is.
    pub spec: Spec,
    /// What it is given.
    pub budget: Budget,
}

impl Entrant {
    /// Entrants with names as their players are written; whose name was there
    /// before gets a number.
    pub fn list(players: impl IntoIterator<Item = (Spec, Budget)>) -> Vec<Entrant> {
        let mut entrants: Vec<Entrant> = Vec::new();
        for (spec, budget) in players {
            // Names are shown on terminals, and what is in a name may be anybody's.
            let plain = spec.to_string().replace(char::is_control, "\u{fffd}");
            let is_taken = |name: &str| entrants.iter().any(|other| other.name == name);
            let numbered = (2u32..).map(|number| format!("{plain} #{number}"));
            let name = std::iter::once(plain.clone()).chain(numbered).find(|name| !is_taken(name));
            entrants.push(Entrant { name: name.unwrap_or(plain), spec, budget });
        }
        entrants
    }

    /// Whether it may think without end: a foreign engine that is told no limit
    /// does.
    pub fn is_endless(&self) -> bool {
        self.budget.is_empty() && matches!(self.spec, Spec::Foreign(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different() {
        let players = ["random", "uci:x", "random", "random"];
        let budget = Budget::default();
        let entrants = Entrant::list(players.map(|text| (text.parse().unwrap(), budget)));
        let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        assert_eq!(names, ["random", "uci:x", "random #2", "random #3"]);
        let endless: Vec<bool> = entrants.iter().map(Entrant::is_endless).collect();
        assert_eq!(endless, [false, true, false, false]);
        let wild: Spec = "uci:x\u{1b}[31m\u{7}y".parse().unwrap();
        let entrants = Entrant::list([(wild.clone(), budget)]);
        assert_eq!(entrants[0].name, "uci:x\u{fffd}[31m\u{fffd}y");
        assert_eq!(entrants[0].spec, wild);
    }
}
