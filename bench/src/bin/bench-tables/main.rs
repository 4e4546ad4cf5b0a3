//! Asks endgame tables through shakmaty-syzygy and through pyrrhic-rs, on one
//! thread, in one run, and prints how they compare.
//!
//! Times on a shared machine wander; ratios taken side by side do not. So all
//! ways are measured in turn, several rounds over, and the median of the rounds
//! counts. All results must agree.

mod libraries;
mod positions;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use chess::{Color, Position, Role};
use engine::Tablebases;
use libraries::{MAPPED, PLYWISE, PYRRHIC, SHAKMATY, Way};

const USAGE: &str = "bench-tables FOLDER [ROUNDS]: a folder with Syzygy tables (.rtbw and .rtbz), \
     in Unicode and without a colon because of pyrrhic-rs; rounds are a number from 1";
const POSITIONS: usize = 10_000;

/// What is timed. A first probe opens its table; the system has the file in memory.
const ROWS: [&str; 6] = ["open the folder", "first WDL", "first DTZ", "WDL", "DTZ", "best move"];

fn main() -> ExitCode {
    let (folder, rounds, positions) = match prepare() {
        Ok(prepared) => prepared,
        Err(sentence) => {
            eprintln!("{sentence}");
            return ExitCode::from(2);
        }
    };
    if !agree(&folder, &positions) {
        return ExitCode::FAILURE;
    }
    let mut seconds = Vec::new();
    for _ in 0..rounds {
        seconds.push([
            measure(&SHAKMATY, &folder, &positions),
            measure(&MAPPED, &folder, &positions),
            measure(&PLYWISE, &folder, &positions),
            measure(&PYRRHIC, &folder, &positions),
        ]);
    }
    println!(
        "                 shakmaty    mapped   plywise   pyrrhic      pyrrhic is so much faster"
    );
    for (row, name) in ROWS.iter().enumerate() {
        let times = [0, 1, 2, 3].map(|way| median(seconds.iter().map(|round| round[way][row])));
        let gains = [0, 1, 2].map(|way| median(seconds.iter().map(|r| r[way][row] / r[3][row])));
        let [shakmaty, mapped, plywise, pyrrhic] = times.map(|seconds| seconds * 1e6);
        print!("{name:15} {shakmaty:9.2} {mapped:9.2} {plywise:9.2} {pyrrhic:9.2} µs");
        println!("   {:7.2}x {:7.2}x {:7.2}x", gains[0], gains[1], gains[2]);
    }
    ExitCode::SUCCESS
}

/// The folder, the rounds and the positions, or what is wrong with the arguments.
fn prepare() -> Result<(PathBuf, u32, Vec<Position>), String> {
    let arguments: Option<Vec<String>> =
        std::env::args_os().skip(1).map(|text| text.into_string().ok()).collect();
    let (folder, rounds) = match arguments.as_deref() {
        Some([folder]) => (folder, Ok(9)),
        Some([folder, rounds]) => (folder, rounds.parse()),
        _ => return Err(USAGE.to_owned()),
    };
    let Ok(rounds @ 1..) = rounds else { return Err(USAGE.to_owned()) };
    if folder.contains(':') {
        return Err(USAGE.to_owned());
    }
    let tables = Tablebases::open(&[folder]).map_err(|error| error.to_string())?;
    let positions = positions::random(&tables, POSITIONS)
        .ok_or("too few tables: KPvKP and some more are needed, both .rtbw and .rtbz")?;
    Ok((folder.into(), rounds, positions))
}

/// Seconds for each of [`ROWS`].
fn measure<T, P>(way: &Way<T, P>, folder: &Path, positions: &[Position]) -> [f64; 6] {
    let forms: Vec<P> = positions.iter().map(way.form).collect();
    let firsts: Vec<P> = one_of_each(positions).iter().map(way.form).collect();
    let probe = |tables: &T, ask: fn(&T, &P) -> Option<i32>, forms: &[P]| {
        let start = Instant::now();
        for form in forms {
            black_box(ask(tables, black_box(form)));
        }
        start.elapsed().as_secs_f64() / forms.len() as f64
    };
    let start = Instant::now();
    let tables = open(way, folder);
    let opened = start.elapsed().as_secs_f64();
    let first_wdl = probe(&tables, way.wdl, &firsts);
    drop(tables); // pyrrhic-rs is open only once at a time
    let tables = open(way, folder);
    let first_dtz = probe(&tables, way.dtz, &firsts);
    probe(&tables, way.best, &forms);
    let [wdl, dtz, best] = [way.wdl, way.dtz, way.best].map(|ask| probe(&tables, ask, &forms));
    [opened, first_wdl, first_dtz, wdl, dtz, best]
}

fn open<T, P>(way: &Way<T, P>, folder: &Path) -> T {
    (way.open)(folder).expect("it could be opened before")
}

/// One position for each set of pieces, whoever has which.
fn one_of_each(positions: &[Position]) -> Vec<Position> {
    let mut seen = std::collections::HashSet::new();
    let mut is_new = |position: &&Position| {
        let of = |color| Role::ALL.map(|role| position.board().pieces(color, role).count());
        let (white, black) = (of(Color::White), of(Color::Black));
        seen.insert((white.max(black), white.min(black)))
    };
    positions.iter().filter(|position| is_new(position)).copied().collect()
}

/// Whether all give the same answers; what differs is printed.
fn agree(folder: &Path, positions: &[Position]) -> bool {
    let shakmaty = answers(&SHAKMATY, folder, positions);
    let others = [
        ("plywise", answers(&PLYWISE, folder, positions)),
        ("pyrrhic", answers(&PYRRHIC, folder, positions)),
    ];
    let mut differ = 0;
    for (name, answers) in &others {
        for ((position, theirs), answer) in positions.iter().zip(&shakmaty).zip(answers) {
            if answer != theirs {
                println!("{position}: {name} says {answer:?}, shakmaty {theirs:?} (WDL, DTZ)");
                differ += 1;
            }
        }
    }
    let tables = one_of_each(positions).len();
    println!("{} positions of {tables} tables, {differ} answers differ", positions.len());
    differ == 0
}

/// WDL and DTZ of each position.
fn answers<T, P>(way: &Way<T, P>, folder: &Path, positions: &[Position]) -> Vec<[Option<i32>; 2]> {
    let tables = open(way, folder);
    let forms = positions.iter().map(way.form);
    forms.map(|form| [(way.wdl)(&tables, &form), (way.dtz)(&tables, &form)]).collect()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
