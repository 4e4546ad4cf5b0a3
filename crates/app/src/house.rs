//! What all pages share: the games, the thinkers, the kept games, the tables of
//! endgames, and the list of what can be chosen.

use std::sync::Arc;

use engine::{Character, Classic, EvalSpec, LEVELS, Level, Rating, Spec, Tablebases};
use search::ladder::{Algorithm, Rung};

use crate::crew::Crew;
use crate::engines::Engines;
use crate::games::Hall;
use crate::limits;
use crate::news::Herald;
use crate::protocol::{
    self, AlgorithmCard, CharacterCard, EvaluationCard, LevelCard, PlayerCard, RungKind,
};
use crate::store::Store;

/// What all pages share.
pub struct House {
    /// Who thinks.
    pub(crate) crew: Crew,
    /// Who tells how far they are.
    pub(crate) herald: Herald,
    /// The kept games.
    pub(crate) store: Box<dyn Store>,
    /// The games being played.
    pub(crate) hall: Hall,
    /// The tables of endgames, if there are any.
    pub(crate) tablebases: Option<Arc<Tablebases>>,
    /// The engines that it was started with.
    pub(crate) engines: Engines,
    /// What is told to every page that connects.
    pub(crate) card: protocol::House,
}

impl House {
    /// Opens the house: with these kept games, with tables of endgames if there are
    /// any, to think on so many cores.
    pub fn open(
        store: Box<dyn Store>,
        tablebases: Option<Tablebases>,
        cores: usize,
    ) -> Result<House, String> {
        let no_threads = |error| format!("no threads to think with: {error}");
        let crew = Crew::hire(cores).map_err(no_threads)?;
        let herald = Herald::hire().map_err(no_threads)?;
        let pieces = tablebases.as_ref().map_or(0, Tablebases::pieces);
        let card = card(cores, pieces);
        let tablebases = tablebases.map(Arc::new);
        Ok(House {
            crew,
            herald,
            store,
            hall: Hall::default(),
            tablebases,
            engines: Engines::default(),
            card,
        })
    }

    /// The same house with engines that pages may play against.
    pub fn with_engines(mut self, engines: Engines) -> House {
        self.card.players.extend(engines.cards());
        self.engines = engines;
        self
    }

    /// The same house with sentences that every page is told.
    pub fn with_warnings(mut self, warnings: &[String]) -> House {
        self.card.warnings = warnings.to_vec();
        self
    }

    /// How many games are being played.
    pub fn open_games(&self) -> usize {
        self.hall.open_games()
    }

    /// Sends everybody home who thinks, once their work is done.
    pub fn close(&self) {
        self.crew.dismiss();
    }
}

fn card(cores: usize, tablebase_pieces: u32) -> protocol::House {
    let levels = Level::all().map(|level| LevelCard {
        number: level.number(),
        rating: level.rating().elo(),
        player: Spec::Level(level).to_string(),
        line: level.line().to_owned(),
    });
    let characters = Character::ALL.map(|character| CharacterCard {
        name: character.name().to_owned(),
        title: character.title().to_owned(),
        line: character.line().to_owned(),
    });
    let classics = Classic::ALL.map(|classic| {
        let plies = classic.ladder().depth.unwrap_or(1);
        let summary = format!("looks {plies} plies ahead and overlooks nothing within them");
        (classic.name().to_owned(), summary)
    });
    let algorithms = Rung::ALL.into_iter().map(|rung| {
        let options = Algorithm::options_of(rung);
        let orders = Algorithm::orders_of(rung).iter().map(|order| order.name().to_owned());
        AlgorithmCard {
            name: rung.name().to_owned(),
            summary: rung.summary().to_owned(),
            kind: kind(rung),
            options: options.into_iter().map(str::to_owned).collect(),
            orders: orders.collect(),
        }
    });
    let players = [
        (Spec::Human.to_string(), "a person".to_owned()),
        ("champion".to_owned(), format!("all that Plywise can do, beyond level {LEVELS}")),
    ];
    protocol::House {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        levels: levels.collect(),
        algorithms: algorithms.collect(),
        evaluations: EvalSpec::named()
            .map(|name| EvaluationCard { name: name.to_owned() })
            .collect(),
        characters: characters.to_vec(),
        ratings: [Rating::LEAST, Rating::MOST].map(Rating::elo),
        players: players
            .into_iter()
            .chain(classics)
            .map(|(player, summary)| PlayerCard { player, summary })
            .collect(),
        tablebase_pieces,
        warnings: Vec::new(),
        most: limits::most(cores),
    }
}

fn kind(rung: Rung) -> RungKind {
    match rung {
        rung if !rung.looks_ahead() => RungKind::Random,
        rung if rung.is_exact() => RungKind::Exact,
        rung if rung.has_fixed_depth() => RungKind::Other,
        _ => RungKind::Budget,
    }
}
