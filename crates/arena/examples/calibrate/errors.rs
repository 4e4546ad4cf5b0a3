//! Errors: how many moves lose much, and how, of people and of players.

use std::fs::File;
use std::time::Instant;

use chess::{Game, Move, Position, pgn};
use engine::review::{Assessment, Judgement, Mark};
use engine::{Champion, Limits, Question, Signals};
use plywise_arena::{Budget, Resign};

use crate::matches::{play, rated};

/// Nodes that judge a position.
const NODES: u64 = 4_000;
/// Plies of the opening that are not judged.
const OPENING: usize = 12;
/// Bands of people by rating: from, below.
const BANDS: [(u32, u32); 3] = [(0, 1300), (1300, 1700), (1700, 4000)];
/// Players that are judged, each against itself.
pub(crate) const RATINGS: [u32; 6] = [800, 1000, 1200, 1500, 1800, 2100];

/// People resign, and moves of games that are decided are no errors any more.
const RESIGN: Resign = Resign { score: 900, moves: 3, both: false };

#[derive(Default)]
struct Tally {
    moves: f64,
    best: f64,
    loss: f64,
    inaccuracies: f64,
    mistakes: f64,
    blunders: f64,
    moved_is_taken: f64,
    left_en_prise: f64,
    mates: f64,
    deeper: f64,
}

impl Tally {
    fn add(&mut self, position: &Position, mv: Move, before: &Assessment, after: &Assessment) {
        let judgement = Judgement::of(before, mv, after);
        self.moves += 1.0;
        self.best += f64::from(u8::from(before.best() == Some(mv)));
        self.loss += judgement.loss_percent();
        match judgement.mark {
            Some(Mark::Inaccuracy) => self.inaccuracies += 1.0,
            Some(Mark::Mistake) => self.mistakes += 1.0,
            Some(Mark::Blunder) => {
                self.blunders += 1.0;
                self.add_kind(position, mv, after);
            }
            None => {}
        }
    }

    /// How a blunder is punished.
    fn add_kind(&mut self, position: &Position, mv: Move, after: &Assessment) {
        let mut next = *position;
        next.play_unchecked(mv);
        let Some(reply) = after.best() else { return };
        let wins = next.captured(reply).is_some() && next.see_ge(reply, 1);
        let kind = match after.value {
            uci::Value::Mate(_) => &mut self.mates,
            _ if wins && reply.to() == mv.to() => &mut self.moved_is_taken,
            _ if wins => &mut self.left_en_prise,
            _ => &mut self.deeper,
        };
        *kind += 1.0;
    }

    fn row(&self) -> String {
        let of = |count: f64, all: f64| format!("{:.1}", 100.0 * count / all.max(1.0));
        let shares = [self.best, self.inaccuracies, self.mistakes, self.blunders];
        let kinds = [self.moved_is_taken, self.left_en_prise, self.mates, self.deeper];
        let mut cells = vec![format!("{:.0}", self.moves)];
        cells.push(format!("{:.1}", self.loss / self.moves.max(1.0)));
        cells.extend(shares.map(|count| of(count, self.moves)));
        cells.extend(kinds.map(|count| of(count, self.blunders)));
        cells.join(" | ")
    }
}

struct Judge {
    champion: Champion,
}

impl Judge {
    fn assess(&mut self, game: &Game) -> Assessment {
        let limits = Limits::nodes(NODES);
        let signals = Signals::new();
        let question = Question { game, limits: &limits, signals: &signals, begun: Instant::now() };
        Assessment::of(game.position(), &self.champion.search(&question, &mut |_| {}))
    }

    /// Adds a game's moves to the tallies of White and Black.
    fn add(&mut self, game: &Game, tallies: &mut [Tally; 2]) -> Result<(), String> {
        self.champion.clear();
        let mut so_far = Game::new(*game.start());
        let mut before = None;
        for (ply, &mv) in game.moves().iter().enumerate() {
            let position = *so_far.position();
            so_far.play(mv).map_err(|error| error.to_string())?;
            if ply < OPENING {
                continue;
            }
            let assessed = match before.take() {
                Some(assessed) => assessed,
                None => {
                    so_far.undo();
                    let assessed = self.assess(&so_far);
                    so_far.play(mv).map_err(|error| error.to_string())?;
                    assessed
                }
            };
            let after = self.assess(&so_far);
            tallies[position.turn().index()].add(&position, mv, &assessed, &after);
            before = Some(after);
        }
        Ok(())
    }
}

/// The errors of people in a file of games, by band.
fn people(judge: &mut Judge, file: &str) -> Result<[Tally; 3], String> {
    let mut people: [Tally; 3] = Default::default();
    let open = File::open(file).map_err(|error| format!("{file}: {error}"))?;
    for read in pgn::Reader::new(open) {
        let read = read.map_err(|error| error.to_string())?;
        let mut game = Game::new(*read.game.tree.start());
        for mv in read.game.tree.main_line().filter_map(|node| read.game.tree.mv(node)) {
            game.play(mv).map_err(|error| error.to_string())?;
        }
        let mut sides: [Tally; 2] = Default::default();
        judge.add(&game, &mut sides)?;
        for (side, tag) in sides.into_iter().zip(["WhiteElo", "BlackElo"]) {
            let elo: Option<u32> = read.game.tags.get(tag).and_then(|text| text.parse().ok());
            let band =
                elo.and_then(|elo| BANDS.iter().position(|band| (band.0..band.1).contains(&elo)));
            if let Some(band) = band {
                people[band].merge(side);
            }
        }
    }
    Ok(people)
}

/// Counts the errors of people in a file of games (`-`: of none), and of players.
pub(crate) fn count(file: &str, games: u64, ratings: &[u32]) -> Result<(), String> {
    let champion = Champion::new(1, 16).map_err(|error| error.to_string())?;
    let mut judge = Judge { champion };
    println!(
        "| player | moves | loss % | best % | inaccuracies % | mistakes % | blunders % | moved piece \
         is taken | left en prise | mate | deeper |\n|---|---|---|---|---|---|---|---|---|---|---|"
    );
    if file != "-" {
        for ((from, below), tally) in BANDS.into_iter().zip(&people(&mut judge, file)?) {
            println!("| people {from}–{below} | {} |", tally.row());
        }
    }
    for &rating in ratings {
        let mut played = Vec::new();
        let players = [rated(rating), rated(rating)].map(|spec| (spec, Budget::default()));
        play(players, games, Some(RESIGN), &mut |game, _, _| played.push(game.clone()))?;
        let mut sides: [Tally; 2] = Default::default();
        for game in &played {
            judge.add(game, &mut sides)?;
        }
        let [mut all, black] = sides;
        all.merge(black);
        println!("| {rating} | {} |", all.row());
    }
    Ok(())
}

impl Tally {
    fn merge(&mut self, other: Tally) {
        for (own, more) in [
            (&mut self.moves, other.moves),
            (&mut self.best, other.best),
            (&mut self.loss, other.loss),
            (&mut self.inaccuracies, other.inaccuracies),
            (&mut self.mistakes, other.mistakes),
            (&mut self.blunders, other.blunders),
            (&mut self.moved_is_taken, other.moved_is_taken),
            (&mut self.left_en_prise, other.left_en_prise),
            (&mut self.mates, other.mates),
            (&mut self.deeper, other.deeper),
        ] {
            *own += more;
        }
    }
}
