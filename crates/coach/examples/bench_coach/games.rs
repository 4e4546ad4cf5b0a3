//! Claims about games of people: how many mistakes get one, and whether they are true.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use chess::pgn::Pgn;
use chess::{Move, Position};
use engine::review::{Mark, turned, winning_chances};
use plywise_coach::material::{balance, quiet_end};
use plywise_coach::{
    Claim, ClaimRole, Coach, Kind, MoveExplanation, Prize, Threat, USUAL_NODES, words,
};
use uci::Value;

use crate::Order;
use crate::puzzles::hash;
use crate::stockfish::Stockfish;

/// Nodes of the second opinion.
const CHECK_NODES: u64 = 1_000_000;
/// Nodes that say whether a move of a strong game is sound.
const SOUND_NODES: u64 = 200_000;
/// Chances that a sound move may cost.
const SOUND_LOSS: f64 = 0.05;

/// Moves with marks, and how many of them have a proven sentence.
#[derive(Default)]
struct Coverage {
    marked: u32,
    proven: u32,
    motif: u32,
    opinion: u32,
}

#[derive(Clone, Copy)]
struct Played {
    position: Position,
    mv: Move,
}

/// Prints what the coach says of games and how much of it is true.
pub(crate) fn measure(order: &Order) -> Result<(), String> {
    let mut coach = Coach::new(USUAL_NODES).map_err(|error| error.to_string())?;
    let all = moves(&of_halves(pgns(&order.games)?, &order.halves));
    let mut is_marked = |played: &Played| {
        let judged = coach.judge(&played.position, played.mv).map_err(|error| error.to_string())?;
        Ok(judged.mark >= Some(order.least))
    };
    let marked = chosen(order, order.least.name(), &sample(&all, order.moves), &mut is_marked)?;
    let mut explained = Vec::new();
    for played in &marked {
        explained
            .push(coach.explain(&played.position, played.mv).map_err(|error| error.to_string())?);
    }
    print(order, &explained);
    coverage(&explained);
    if order.checks > 0 { check(order, &explained, &mut Stockfish::start()?) } else { Ok(()) }
}

/// Every other game for each half.
fn of_halves(pgns: Vec<Pgn>, halves: &[u64]) -> Vec<Pgn> {
    let is_asked = |number: usize| halves.contains(&((number % 2) as u64));
    pgns.into_iter()
        .enumerate()
        .filter(|&(number, _)| is_asked(number))
        .map(|(_, pgn)| pgn)
        .collect()
}

/// The moves of which something is true: each is asked about once, and the answer is read from a
/// file afterwards where one is named for that.
fn chosen(
    order: &Order,
    name: &str,
    all: &[Played],
    is_true: &mut dyn FnMut(&Played) -> Result<bool, String>,
) -> Result<Vec<Played>, String> {
    let file = order.lines.as_ref().map(|file| format!("{file}.{name}"));
    let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
    let known: BTreeMap<&str, &str> =
        text.lines().filter_map(|line| line.rsplit_once(';')).collect();
    let open = |file: &String| fs::OpenOptions::new().append(true).create(true).open(file);
    let mut file = match &file {
        Some(file) => Some(open(file).map_err(|error| format!("cannot write {file}: {error}"))?),
        None => None,
    };
    let mut chosen = Vec::new();
    for played in all {
        let line = played.line();
        let is_chosen = match known.get(line.as_str()) {
            Some(answer) => *answer == YES,
            None => is_true(played)?,
        };
        if let Some(file) = file.as_mut().filter(|_| !known.contains_key(line.as_str())) {
            let answer = if is_chosen { YES } else { NO };
            // What cannot be written is asked again by the next run.
            let _ = writeln!(file, "{line};{answer}");
        }
        if is_chosen {
            chosen.push(*played);
        }
    }
    Ok(chosen)
}

/// The answers in the file.
const YES: &str = "yes";
const NO: &str = "no";

impl Played {
    fn line(&self) -> String {
        format!("{};{}", self.position, self.position.to_san(self.mv))
    }
}

/// So many of the moves, by a hash, so that the smaller sample is the beginning of the greater.
fn sample(all: &[Played], count: usize) -> Vec<Played> {
    let mut moves: Vec<(u64, Played)> =
        all.iter().map(|played| (hash(&played.line()), *played)).collect();
    moves.sort_by_key(|&(hash, _)| hash);
    moves.into_iter().take(count).map(|(_, played)| played).collect()
}

/// The moves of games.
fn moves(pgns: &[Pgn]) -> Vec<Played> {
    let mut moves = Vec::new();
    for pgn in pgns {
        let mut position = *pgn.tree.start();
        for node in pgn.tree.main_line() {
            let Some(mv) = pgn.tree.mv(node) else { break };
            moves.push(Played { position, mv });
            if position.play(mv).is_err() {
                break;
            }
        }
    }
    moves
}

/// The games of all files.
pub(crate) fn pgns(files: &[String]) -> Result<Vec<Pgn>, String> {
    let mut pgns = Vec::new();
    for file in files {
        let text =
            fs::read_to_string(file).map_err(|error| format!("cannot read {file}: {error}"))?;
        for game in text.split("\n\n[Event ") {
            let is_whole = game.starts_with("[Event ");
            let game = if is_whole { game.to_owned() } else { format!("[Event {game}") };
            pgns.extend(game.parse::<Pgn>().ok());
        }
    }
    Ok(pgns)
}

fn print(order: &Order, explained: &[MoveExplanation]) {
    let worth = explained.iter().filter(|said| said.judgement.mark >= Some(Mark::Mistake));
    for (number, said) in worth.take(order.print).enumerate() {
        let mark = said.judgement.mark.map_or("", Mark::symbol);
        println!(
            "\n{}. {}  {}{mark}  {} → {}",
            number + 1,
            said.position,
            said.position.to_san(said.mv),
            said.before,
            said.after
        );
        println!("   {}", words::summary(said).unwrap_or_else(|| "(nothing)".to_owned()));
        for claim in &said.claims {
            println!(
                "   - {} {:?}: {} [{}]",
                claim.kind.name(),
                claim.role,
                words::sentence(claim, &said.position.to_san(said.mv)),
                words::san_line(&claim.from, &claim.line).join(" ")
            );
        }
    }
}

fn is_motif(claim: &Claim) -> bool {
    matches!(claim.kind, Kind::Motif(_))
}

fn coverage(explained: &[MoveExplanation]) {
    println!("\n{:<11} {:>6} {:>7} {:>6} {:>8}", "mark", "moves", "proven", "motif", "opinion");
    for mark in [Mark::Blunder, Mark::Mistake, Mark::Inaccuracy] {
        let mut sum = Coverage::default();
        for said in explained.iter().filter(|said| said.judgement.mark == Some(mark)) {
            sum.marked += 1;
            sum.proven += u32::from(said.claims.iter().any(Claim::is_reason));
            sum.motif += u32::from(said.claims.iter().any(is_motif));
            sum.opinion +=
                u32::from(said.claims.iter().any(|claim| claim.role == ClaimRole::Opinion));
        }
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(sum.marked.max(1));
        println!(
            "{:<11} {:>6} {:>5.0} % {:>4.0} % {:>6.0} %",
            mark.name(),
            sum.marked,
            percent(sum.proven),
            percent(sum.motif),
            percent(sum.opinion)
        );
    }
}

/// Whether Stockfish agrees with what is lost, missed and mated.
fn check(
    order: &Order,
    explained: &[MoveExplanation],
    stockfish: &mut Stockfish,
) -> Result<(), String> {
    let (mut checked, mut held) = (0_u32, 0_u32);
    for said in explained {
        for claim in said.claims.iter().filter(|claim| {
            // What the better move does mirrors the fault next to it.
            claim.role != ClaimRole::Better
                && matches!(claim.kind, Kind::Material(_) | Kind::MateIn(_) | Kind::Threat(_))
        }) {
            if checked as usize >= order.checks {
                break;
            }
            checked += 1;
            let holds = agrees(said, claim, stockfish)?;
            held += u32::from(holds);
            if !holds {
                println!(
                    "not confirmed: {} in {}",
                    words::sentence(claim, &said.position.to_san(said.mv)),
                    said.position
                );
            }
        }
    }
    println!(
        "\nstockfish at {CHECK_NODES} nodes agrees with {held} of {checked} claims about material, mate and threats"
    );
    Ok(())
}

/// The line of the second opinion loses or wins what the claim says; or it comes to as much compared
/// with its best line, if the value falls as well.
fn agrees(
    said: &MoveExplanation,
    claim: &Claim,
    stockfish: &mut Stockfish,
) -> Result<bool, String> {
    if let Kind::Threat(threat) = &claim.kind {
        return threatens(claim, threat, stockfish);
    }
    let mut next = said.position;
    next.play(said.mv).map_err(|error| error.to_string())?;
    let (before, best) = stockfish.look(&said.position, CHECK_NODES)?;
    let (after, reply) = stockfish.look(&next, CHECK_NODES)?;
    let mover = said.position.turn();
    let is_missed = claim.role == ClaimRole::Misses;
    Ok(match &claim.kind {
        Kind::MateIn(moves) => {
            let value = if is_missed { before } else { after };
            matches!(value, Value::Mate(found @ 1..) if found.unsigned_abs() <= *moves)
        }
        Kind::Material(exchange) => {
            let cost = exchange.cost().abs();
            let was = balance(&said.position, mover);
            let at = |from: &Position, line: &[Move], plies: usize| {
                balance(&quiet_end(from, &line[..line.len().min(plies)]), mover) - was
            };
            // After a few moves or at the end of its line.
            let lost = -at(&next, &reply, SOON).min(at(&next, &reply, usize::MAX));
            let won = at(&said.position, &best, SOON).max(at(&said.position, &best, usize::MAX));
            // A pawn more or less does not make "loses a rook" untrue.
            let least = if cost >= 3 { cost - 1 } else { cost };
            let (is_there, is_some) =
                if is_missed { (won >= least, won >= 1) } else { (lost >= least, lost >= 1) };
            let falls = centipawns(before) - centipawns(turned(after)) >= AGREED * cost;
            let is_worse = centipawns(before) - centipawns(turned(after)) >= LEAST * cost.min(5);
            is_there && is_worse || is_some && won + lost >= least && falls
        }
        _ => true,
    })
}

/// Plies after which what a line does to material should be seen.
const SOON: usize = 8;
/// How much the value must fall for each pawn, in centipawns, where the line alone does not show it.
const AGREED: i32 = 80;
/// The same where it does: who is given as much for it has lost nothing.
const LEAST: i32 = 30;

/// Whether the second opinion wins as much where the opponent passes after the first move of a
/// claim's line.
fn threatens(claim: &Claim, threat: &Threat, stockfish: &mut Stockfish) -> Result<bool, String> {
    let mut next = claim.from;
    let played = claim.line.first().is_some_and(|&blow| next.play(blow).is_ok());
    let Some(passed) = next.after_null().filter(|_| played) else { return Ok(false) };
    let (value, line) = stockfish.look(&passed, CHECK_NODES)?;
    Ok(match &threat.prize {
        Prize::Mate(moves) => {
            matches!(value, Value::Mate(found @ 1..) if found.unsigned_abs() <= *moves)
        }
        Prize::Material(exchange) => {
            let (gain, us) = (-exchange.cost(), passed.turn());
            let least = if gain >= 3 { gain - 1 } else { gain };
            let won = balance(&quiet_end(&passed, &line), us) - balance(&passed, us);
            let usual = stockfish.look(&claim.from, CHECK_NODES)?.0;
            won >= least || centipawns(value) - centipawns(usual) >= 80 * gain
        }
    })
}

fn centipawns(value: Value) -> i32 {
    match value {
        Value::Cp(cp) => cp.clamp(-1500, 1500),
        Value::Mate(1..) => 1500,
        Value::Mate(_) => -1500,
    }
}

/// How often a sound move of a strong game is called bad.
pub(crate) fn alarms(order: &Order) -> Result<(), String> {
    let mut coach = Coach::new(USUAL_NODES).map_err(|error| error.to_string())?;
    let mut stockfish = Stockfish::start()?;
    let all = moves(&pgns(&order.strong)?);
    let mut is_sound = |played: &Played| {
        let mut next = played.position;
        next.play(played.mv).map_err(|error| error.to_string())?;
        let before = stockfish.look(&played.position, SOUND_NODES)?.0;
        let after = turned(stockfish.look(&next, SOUND_NODES)?.0);
        Ok(winning_chances(before) - winning_chances(after) <= SOUND_LOSS)
    };
    let sound = chosen(order, "sound", &sample(&all, order.sound), &mut is_sound)?;
    let (mut alarms, mut mistakes) = (0_u32, 0_u32);
    for played in &sound {
        if coach.judge(&played.position, played.mv).is_ok_and(|judged| judged.mark.is_none()) {
            continue;
        }
        let said = coach.explain(&played.position, played.mv).map_err(|error| error.to_string())?;
        if said.claims.iter().any(Claim::is_fault) {
            alarms += 1;
            mistakes += u32::from(said.judgement.mark >= Some(Mark::Mistake));
            println!(
                "false alarm: {} in {}",
                words::summary(&said).unwrap_or_default(),
                said.position
            );
        }
    }
    println!(
        "{alarms} of {} sound moves of strong games are called bad, {mistakes} of them mistakes or worse",
        sound.len()
    );
    Ok(())
}
