//! `plywise datagen stats`: what a heap of games is like.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use forge::boards::on_blocks;
use forge::packed::{Blocks, GameEnding};
use forge::{selfplay, stats};

use super::{all_threads, files, report_damage};
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;

/// Count packed games: bytes, results, scores, and how often which score won
#[derive(Args)]
pub(super) struct Stats {
    /// Files of packed games, or folders of them
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
}

/// Centipawns that are shown as one row.
const ROW: i32 = 100;

impl Stats {
    pub(super) fn run(self) -> Result<(), Failure> {
        Interrupt::end_at_once("nothing was counted to its end");
        let files = files(&self.files)?;
        let bytes: u64 =
            files.iter().filter_map(|path| fs::metadata(path).ok()).map(|file| file.len()).sum();
        let mut total = stats::Stats::default();
        let mut blocks = 0u64;
        let damage = on_blocks(
            &files,
            all_threads(),
            |block| {
                let mut stats = stats::Stats::default();
                block.decode()?.iter().for_each(|game| stats.count(game));
                Ok(stats)
            },
            |stats| {
                blocks += 1;
                total.add(&stats);
                true
            },
        )
        .map_err(|error| Failure::Failed(error.to_string()))?;
        report_damage(&damage);
        print(&text(&total, &files, blocks, bytes))
    }
}

/// What a file says about its games, if it says anything.
fn note(path: &Path) -> Option<String> {
    let blocks = Blocks::open(fs::File::open(path).ok()?).ok()?;
    let note = blocks.note().to_owned();
    (!note.is_empty()).then_some(note)
}

/// What the files say about their games: the first of them, and where others
/// say something else, how many and what.
fn origin(files: &[PathBuf]) -> (String, Option<String>) {
    let notes: Vec<(&PathBuf, String)> =
        files.iter().filter_map(|path| Some((path, note(path)?))).collect();
    let Some((_, first)) = notes.first() else { return (String::new(), None) };
    let others: Vec<(&PathBuf, String)> = notes
        .iter()
        .map(|(path, note)| (*path, selfplay::differences(note, first, true)))
        .filter(|(_, differences)| !differences.is_empty())
        .collect();
    let said = others.first().map(|(path, differences)| {
        let (count, all) = (others.len(), files.len());
        let name = path.file_name().unwrap_or(path.as_os_str()).display();
        format!("{count} of {all} files were made otherwise; {name}: {differences}")
    });
    // Whole, unlike other foreign text: it is what people look for here.
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    (first.chars().map(plain).collect(), said)
}

fn text(stats: &stats::Stats, files: &[PathBuf], blocks: u64, bytes: u64) -> String {
    let mut text = String::new();
    let per = |number: u64, of: u64| number as f64 / of.max(1) as f64;
    let mut line = |label: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{label:<12} {value}");
    };
    let (note, others) = origin(files);
    line("made by", note);
    if let Some(others) = others {
        line("others", others);
    }
    line("files", format!("{}, {blocks} blocks, {bytes} bytes", files.len()));
    line(
        "games",
        format!(
            "{}, {:.1} plies each, {} at most",
            stats.games,
            per(stats.plies, stats.games),
            stats.longest
        ),
    );
    line(
        "positions",
        format!(
            "{} with a score, {} in all; {:.3} bytes a position, {:.3} a ply",
            stats.scored,
            stats.plies,
            per(bytes, stats.scored),
            per(bytes, stats.plies)
        ),
    );
    let [lost, drawn, won, unknown] = stats.results;
    let share = |count| 100.0 * per(count, stats.games);
    line(
        "results",
        format!(
            "White wins {:.1} %, draws {:.1} %, Black wins {:.1} %, unknown {:.1} %",
            share(won),
            share(drawn),
            share(lost),
            share(unknown)
        ),
    );
    let endings: Vec<String> = GameEnding::ALL
        .into_iter()
        .zip(stats.endings)
        .filter(|&(_, count)| count > 0)
        .map(|(ending, count)| format!("{} {:.1} %", ending.summary(), share(count)))
        .collect();
    line("endings", endings.join(", "));
    match stats.scale() {
        Some(scale) => line(
            "scale",
            format!(
                "{scale:.0}: a score of s centipawns is worth 1 / (1 + e^(-s / {scale:.0})) points"
            ),
        ),
        None => line("scale", "too few results to fit one".to_owned()),
    }
    text.push_str(&wins(stats));
    text.push_str("\n   score  positions    win   draw   loss  points\n");
    for (middle, [losses, draws, wins]) in rows(stats) {
        let count = losses + draws + wins;
        if count > 0 {
            let share = |part: u64| 100.0 * per(part, count);
            let points = per(2 * wins + draws, 2 * count);
            let _ = writeln!(
                text,
                "{middle:>8} {count:>10} {:>5.1}% {:>5.1}% {:>5.1}%  {points:.3}",
                share(wins),
                share(draws),
                share(losses)
            );
        }
    }
    text
}

/// The curves of wins, as the win-rate model wants them.
fn wins(stats: &stats::Stats) -> String {
    let Some(curves) = stats.wins.fit() else { return String::new() };
    let mut text = String::from("\nquiet positions: win = 1 / (1 + e^((half - score) / spread))\n");
    text.push_str("material  positions    half  spread\n");
    for curve in &curves.classes {
        let (least, most) = curve.material;
        let range = format!("{least}-{most}");
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{range:>8} {:>10} {:>7.1} {:>7.1}",
            curve.positions, curve.half, curve.spread
        );
    }
    let shown = |[a, b, c]: [f64; 3]| format!("{a:.1} {b:+.1} m {c:+.1} m²");
    let _ = writeln!(text, "half   = {}", shown(curves.half));
    let _ = writeln!(text, "spread = {}, m = material / 78", shown(curves.spread));
    text
}

/// The steps put together to rows around multiples of [`ROW`].
fn rows(stats: &stats::Stats) -> Vec<(i32, [u64; 3])> {
    let mut rows: Vec<(i32, [u64; 3])> = Vec::new();
    for (score, counts) in stats.steps() {
        let middle = (score + stats::LIMIT + ROW / 2) / ROW * ROW - stats::LIMIT;
        match rows.last_mut() {
            Some((last, sums)) if *last == middle => {
                for (sum, more) in sums.iter_mut().zip(counts) {
                    *sum += more;
                }
            }
            _ => rows.push((middle, counts)),
        }
    }
    rows
}
