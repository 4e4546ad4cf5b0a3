//! Motifs compared with the themes of puzzles.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use chess::{Move, Position};
use plywise_coach::motifs::{is_proven, sightings};
use plywise_coach::{Motif, Prover, Tactic, USUAL_NODES, words};
use uci::Value;

use crate::Order;

/// A puzzle with all its themes has one of these; others have lost theirs.
const LENGTHS: [&str; 4] = ["oneMove", "short", "long", "veryLong"];
const MATES: [&str; 3] = ["mateIn1", "mateIn2", "mateIn3"];

pub(crate) struct Puzzle<'a> {
    pub(crate) name: &'a str,
    before: Position,
    mistake: Move,
    pub(crate) start: Position,
    pub(crate) rating: f64,
    solution: Vec<&'a str>,
    themes: Vec<&'a str>,
}

/// How often a theme was claimed rightly, wrongly, and not.
#[derive(Default)]
struct Score {
    right: u32,
    wrong: u32,
    missed: u32,
}

/// Prints precision and recall of each motif on one half.
pub(crate) fn measure(file: &str, half: u64, order: &Order) -> Result<(), String> {
    let text = rows(file)?;
    let mut prover = Prover::new(USUAL_NODES).map_err(|error| error.to_string())?;
    let mut lines = Lines::open(order.lines.as_deref());
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    let (mut count, mut first_right) = (0_u32, 0_u32);
    for row in text.lines().skip(1) {
        let Some(puzzle) = read(row) else { continue };
        if half_of(puzzle.name) != half
            || !puzzle.themes.iter().any(|theme| LENGTHS.contains(theme))
        {
            continue;
        }
        if count as usize >= order.count {
            break;
        }
        count += 1;
        let tactic =
            if order.solutions { solution(&puzzle) } else { lines.tactic(&puzzle, &mut prover) };
        let ours = words::uci_line(&puzzle.start, &tactic.moves());
        first_right +=
            u32::from(ours.first().map(String::as_str) == puzzle.solution.first().copied());
        let claimed = claimed(&tactic, &mut prover);
        for theme in Motif::ALL.iter().map(|motif| motif.name()).chain(MATES) {
            let (is_claimed, is_theme) =
                (claimed.iter().any(|name| name == theme), puzzle.themes.contains(&theme));
            let score = scores.entry(theme).or_default();
            match (is_claimed, is_theme) {
                (true, true) => score.right += 1,
                (true, false) => score.wrong += 1,
                (false, true) => score.missed += 1,
                (false, false) => {}
            }
            if is_claimed != is_theme && order.show.as_deref() == Some(theme) {
                let what = if is_claimed { "wrong" } else { "missed" };
                println!("{what} {} {}", puzzle.name, puzzle.start);
                println!(
                    "    line {}; solution {}; themes {}",
                    ours.join(" "),
                    puzzle.solution.join(" "),
                    puzzle.themes.join(" ")
                );
            }
        }
    }
    let name = if half == 0 { "development" } else { "figures" };
    println!(
        "\n{count} puzzles of the half for {name}; the first move is right in {:.1} %",
        100.0 * f64::from(first_right) / f64::from(count.max(1))
    );
    println!("{:<18} {:>6} {:>6} {:>6}  precision  recall", "motif", "right", "wrong", "missed");
    for (theme, Score { right, wrong, missed }) in &scores {
        let share = |others: u32| f64::from(*right) / f64::from((right + others).max(1));
        println!(
            "{theme:<18} {right:>6} {wrong:>6} {missed:>6}  {:>9.2}  {:>6.2}",
            share(*wrong),
            share(*missed)
        );
    }
    Ok(())
}

/// What the coach would say of a line, whether it may or not.
fn claimed(tactic: &Tactic, prover: &mut Prover) -> Vec<String> {
    let mate = tactic.mate_in().map(|moves| format!("mateIn{moves}"));
    let works = mate.is_some() || tactic.is_single;
    let mut seen = if works { sightings(tactic) } else { Vec::new() };
    seen.retain(|seen| is_proven(prover, tactic, seen));
    seen.iter().map(|seen| seen.motif.name().to_owned()).chain(mate).collect()
}

/// The text of the file.
pub(crate) fn rows(file: &str) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("cannot read {file}: {error}"))
}

pub(crate) fn read(row: &str) -> Option<Puzzle<'_>> {
    let fields: Vec<&str> = row.split(',').collect();
    let [name, fen, moves, rating, .., themes, _, _] = fields.as_slice() else { return None };
    let before: Position = fen.parse().ok()?;
    let mut moves = moves.split(' ');
    let mistake = before.parse_uci(moves.next()?).ok()?;
    let mut start = before;
    start.play(mistake).ok()?;
    Some(Puzzle {
        name,
        before,
        mistake,
        start,
        rating: rating.parse().ok()?,
        solution: moves.collect(),
        themes: themes.split(' ').collect(),
    })
}

/// 0 or 1, by a hash (FNV-1a) of the name.
pub(crate) fn half_of(name: &str) -> u64 {
    (hash(name) >> 32) & 1
}

/// FNV-1a.
pub(crate) fn hash(text: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

fn moves(start: &Position, texts: &[&str]) -> Vec<Move> {
    let mut position = *start;
    let next = |text: &&str| {
        let mv = position.parse_uci(text).ok()?;
        position.play(mv).ok().map(|()| mv)
    };
    texts.iter().map_while(next).collect()
}

/// The solution as if the coach had found it.
fn solution(puzzle: &Puzzle<'_>) -> Tactic {
    let mate = puzzle.themes.iter().find_map(|theme| theme.strip_prefix("mateIn")?.parse().ok());
    let value = mate.map_or(Value::Cp(500), Value::Mate);
    Tactic::of_line(
        &puzzle.start,
        Some((puzzle.before, puzzle.mistake)),
        &moves(&puzzle.start, &puzzle.solution),
        value,
    )
}

/// Lines that were found before: a line of text each, with name, value, flags (whether it is
/// single, and each move the only one), and moves.
struct Lines {
    known: BTreeMap<String, String>,
    file: Option<fs::File>,
}

impl Lines {
    fn open(file: Option<&str>) -> Lines {
        let text = file.and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        let known = text.lines().filter_map(|line| line.split_once(','));
        let known = known.map(|(name, rest)| (name.to_owned(), rest.to_owned())).collect();
        let file =
            file.and_then(|file| fs::OpenOptions::new().append(true).create(true).open(file).ok());
        Lines { known, file }
    }

    fn tactic(&mut self, puzzle: &Puzzle<'_>, prover: &mut Prover) -> Tactic {
        let prior = Some((puzzle.before, puzzle.mistake));
        if let Some(tactic) = self.known.get(puzzle.name).and_then(|line| remembered(puzzle, line))
        {
            return tactic;
        }
        prover.clear();
        let tactic = Tactic::find(prover, &puzzle.start, prior);
        if let Some(file) = &mut self.file {
            let value = match tactic.value {
                Value::Cp(cp) => cp.clamp(-MATE, MATE),
                Value::Mate(moves) if moves > 0 => MATE + moves,
                Value::Mate(_) => -MATE,
            };
            let line = words::uci_line(&puzzle.start, &tactic.moves()).join(" ");
            // A file that cannot be written makes the next run slower, nothing else.
            let flag = |is: bool| if is { '1' } else { '0' };
            let only: String = tactic.plies.iter().map(|ply| flag(ply.is_only)).collect();
            let single = flag(tactic.is_single);
            let _ = writeln!(file, "{},{value},{single}{only},{line}", puzzle.name);
        }
        tactic
    }
}

/// Above all centipawns.
const MATE: i32 = 20_000;

fn remembered(puzzle: &Puzzle<'_>, line: &str) -> Option<Tactic> {
    let mut fields = line.splitn(3, ',');
    let value: i32 = fields.next()?.parse().ok()?;
    let flags: Vec<bool> = fields.next()?.chars().map(|flag| flag == '1').collect();
    let texts: Vec<&str> = fields.next()?.split(' ').collect();
    let value = if value > MATE { Value::Mate(value - MATE) } else { Value::Cp(value) };
    let prior = Some((puzzle.before, puzzle.mistake));
    let mut tactic = Tactic::of_line(&puzzle.start, prior, &moves(&puzzle.start, &texts), value);
    let (&is_single, only) = flags.split_first()?;
    tactic.is_single = is_single;
    for (ply, &is_only) in tactic.plies.iter_mut().zip(only) {
        ply.is_only = is_only;
    }
    Some(tactic)
}
