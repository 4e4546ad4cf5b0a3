//! The words for claims: the only place that has them.

use chess::{CastlingNotation, Color, Move, Position, Role, Square};
use engine::review::winning_chances;
use uci::Value;

use crate::claim::{Claim, ClaimRole, Kind, Motif, Topic};
use crate::coach::MoveExplanation;
use crate::material::Exchange;

/// A claim as a sentence; `played` is the move that is explained, in algebraic notation.
pub fn sentence(claim: &Claim, played: &str) -> String {
    let blow = san_at(claim, 0);
    let text = match &claim.kind {
        Kind::Material(exchange) => material(claim, exchange, played, &blow),
        Kind::MateIn(moves) => mate(claim, *moves, played, &blow),
        Kind::LostWin { before, after } => {
            format!("{played} lets a won game go ({} → {})", pawns(*before), pawns(*after))
        }
        Kind::LostGame { before, after } => {
            format!(
                "{played} turns the game into a lost one ({} → {})",
                pawns(*before),
                pawns(*after)
            )
        }
        Kind::Chances { before, after } => {
            let what = chances(*before, *after);
            format!("{played} {what} ({} → {})", pawns(*before), pawns(*after))
        }
        Kind::SlowerWin { fastest, left } => {
            format!("{played} is a slower win: mate in {left}, where {blow} mates in {fastest}")
        }
        Kind::OnlyMove => format!("{played} is the only good move"),
        Kind::Sacrifice => format!("{played} is a sacrifice that works"),
        Kind::Motif(motif) => self::motif(claim, *motif),
        Kind::Opinion(topic) => format!("Plywise thinks that {played} {}", self::topic(*topic)),
    };
    capitalised(&text) + "."
}

/// What matters most about a move, in one or two sentences; `None` where there is nothing to say.
///
/// ```
/// use plywise_coach::{Coach, words};
///
/// let mut coach = Coach::new(5_000)?;
/// let position: chess::Position = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2".parse()?;
/// let said = coach.explain(&position, position.parse_san("g4")?)?;
/// let summary = words::summary(&said).unwrap_or_default();
/// assert!(summary.starts_with("g4 allows mate in 1: Qh4#. Better is "), "{summary}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn summary(said: &MoveExplanation) -> Option<String> {
    let played = said.position.to_san(said.mv);
    let first = said.claims.first()?;
    let mut parts = vec![sentence(first, &played)];
    // Of the motifs that go with it, one is enough.
    let is_detail =
        |claim: &&Claim| matches!(claim.kind, Kind::Motif(_)) && claim.role == first.role;
    if let Some(detail) = said.claims[1..].iter().find(is_detail) {
        parts.push(sentence(detail, &played));
    }
    if let Some(opinion) = said.claims[1..].iter().find(|claim| claim.role == ClaimRole::Opinion) {
        parts.push(sentence(opinion, &played));
    }
    if let Some(missed) = said.claims[1..]
        .iter()
        .find(|claim| claim.role == ClaimRole::Misses && !matches!(claim.kind, Kind::Motif(_)))
    {
        parts.push(sentence(missed, &played));
    } else if first.is_fault()
        && first.role != ClaimRole::Misses
        && let Some(&better) = said.better.first()
    {
        parts.push(format!("Better is {}.", said.position.to_san(better)));
    }
    Some(parts.join(" "))
}

/// The moves of a line as programs write them.
pub fn uci_line(from: &Position, line: &[Move]) -> Vec<String> {
    let notation = if from.has_standard_castling() {
        CastlingNotation::Standard
    } else {
        CastlingNotation::Chess960
    };
    let mut position = *from;
    let text = |&mv: &Move| {
        let text = position.to_uci(mv, notation);
        position.play(mv).ok().map(|()| text)
    };
    line.iter().map_while(text).collect()
}

/// The moves of a line in algebraic notation.
pub fn san_line(from: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *from;
    let text = |&mv: &Move| {
        if !position.is_legal(mv) {
            return None;
        }
        let text = position.to_san(mv);
        position.play_unchecked(mv);
        Some(text)
    };
    line.iter().map_while(text).collect()
}

fn san_at(claim: &Claim, ply: usize) -> String {
    san_line(&claim.from, &claim.line).into_iter().nth(ply).unwrap_or_default()
}

fn material(claim: &Claim, exchange: &Exchange, played: &str, blow: &str) -> String {
    let side = side(claim.side());
    let (lost, won) = (named(exchange), named(&exchange.clone().turned()));
    match claim.role {
        ClaimRole::Allows | ClaimRole::Opinion => format!("{played} loses {lost} after {blow}"),
        ClaimRole::Overlooks => format!("{played} overlooks {blow}, which wins {lost}"),
        ClaimRole::Misses => format!("{played} misses {blow}, which wins {won}"),
        ClaimRole::Plays => format!("{played} wins {won}"),
        ClaimRole::Chance => format!("{side} wins {won} with {blow}"),
        ClaimRole::Threat => format!("{side} threatens {blow}, which would win {won}"),
    }
}

fn mate(claim: &Claim, moves: u32, played: &str, blow: &str) -> String {
    let how = if moves == 1 { format!(": {blow}") } else { format!(", beginning with {blow}") };
    let side = side(claim.side());
    match claim.role {
        ClaimRole::Allows | ClaimRole::Opinion => format!("{played} allows mate in {moves}{how}"),
        ClaimRole::Overlooks => format!("{played} overlooks mate in {moves}{how}"),
        ClaimRole::Misses => format!("{played} misses mate in {moves}{how}"),
        ClaimRole::Plays if moves == 1 => format!("{played} is mate"),
        ClaimRole::Plays => format!("{played} mates in {moves}"),
        ClaimRole::Chance => format!("{side} mates in {moves}{how}"),
        ClaimRole::Threat => format!("{side} threatens mate in {moves}{how}"),
    }
}

fn motif(claim: &Claim, motif: Motif) -> String {
    let does = san_at(claim, claim.ply);
    let at = |index: usize| claim.squares.get(index).copied();
    let piece = |index: usize| at(index).map_or_else(String::new, |square| on(claim, square));
    match motif {
        Motif::BackRankMate => {
            format!("{does} is mate on the back rank: the king's own pieces shut it in")
        }
        Motif::DoubleCheck => format!("{does} is a double check"),
        Motif::HangingPiece => format!("{} is not protected", before_it(claim, at(0))),
        Motif::Fork => {
            let targets: Vec<String> =
                claim.squares.iter().skip(1).map(|&square| on(claim, square)).collect();
            format!("{does} forks {}", list(&targets))
        }
        Motif::Pin => format!("{} is pinned to {}", piece(1), piece(2)),
        Motif::Skewer => {
            format!("{} attacks {}, and behind it {}", piece(0), piece(1), piece(2))
        }
        Motif::DiscoveredAttack => {
            format!("{does} opens the attack of {} on {}", piece(1), piece(2))
        }
        Motif::TrappedPiece => format!("{does} leaves {} without an escape", piece(0)),
        Motif::Deflection => format!("{does} draws {} away from {}", piece(1), square_name(at(2))),
        Motif::Attraction => format!("{does} draws a piece to {}", square_name(at(0))),
        Motif::CapturingDefender => format!("{does} takes what protects {}", piece(1)),
        Motif::Intermezzo => format!("{does} comes before the capture on {}", square_name(at(1))),
        Motif::Promotion => format!("the pawn promotes with {does}"),
    }
}

/// What an opinion says of a move.
fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::CastlingRight => "gives up the right to castle too early",
        Topic::KingShelter => "weakens the pawns before the king",
        Topic::KingDanger => "leaves the king in more danger",
        Topic::PawnStructure => "harms the pawn structure",
        Topic::PassedPawns => "does too little about passed pawns",
        Topic::Mobility => "leaves the pieces less to do",
        Topic::Pieces => "leaves the pieces badly placed",
        Topic::Space => "gives up space",
    }
}

/// The piece on a square when the claim comes about, as `the knight on e5`.
fn on(claim: &Claim, square: Square) -> String {
    let mut position = claim.from;
    for &mv in claim.line.iter().take(claim.ply) {
        if position.play(mv).is_err() {
            break;
        }
    }
    let before = position;
    if let Some(&mv) = claim.line.get(claim.ply) {
        let _ = position.play(mv);
    }
    match position.piece_at(square).or_else(|| before.piece_at(square)) {
        Some(piece) if piece.role == Role::King => "the king".to_owned(),
        Some(piece) => format!("the {} on {square}", piece.role),
        None => square.to_string(),
    }
}

/// The piece that stood on a square before the claim came about.
fn before_it(claim: &Claim, square: Option<Square>) -> String {
    on(&Claim { line: Vec::new(), ply: 0, ..claim.clone() }, square.unwrap_or(Square::A1))
}

/// What happens to the chances, in words.
fn chances(before: Value, after: Value) -> &'static str {
    let (was, is) = (winning_chances(before), winning_chances(after));
    match (was >= LEVEL, is >= LEVEL, is <= -LEVEL) {
        (true, true, _) => "gives away part of the advantage",
        (true, false, false) => "gives away the advantage",
        (_, _, true) if was > -LEVEL => "gives the opponent the advantage",
        _ => "makes a bad position worse",
    }
}

/// Chances from which a side has the advantage.
const LEVEL: f64 = 0.15;

fn square_name(square: Option<Square>) -> String {
    square.map_or_else(String::new, |square| square.to_string())
}

fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What is lost: `a knight`, `the exchange`, `a rook for a knight and a pawn`.
fn named(exchange: &Exchange) -> String {
    let is_minor = |role: &Role| matches!(role, Role::Knight | Role::Bishop);
    if let ([Role::Rook], [minor]) = (exchange.lost.as_slice(), exchange.gained.as_slice())
        && is_minor(minor)
    {
        return "the exchange".to_owned();
    }
    if exchange.lost.is_empty() {
        return "material".to_owned();
    }
    let lost = pieces(&exchange.lost);
    if exchange.gained.is_empty() {
        lost
    } else {
        format!("{lost} for {}", pieces(&exchange.gained))
    }
}

/// `a rook and two pawns`.
fn pieces(roles: &[Role]) -> String {
    let mut parts = Vec::new();
    for role in Role::ALL.into_iter().rev() {
        match roles.iter().filter(|&&other| other == role).count() {
            0 => {}
            1 if role == Role::Queen => parts.push("the queen".to_owned()),
            1 => parts.push(format!("a {role}")),
            2 => parts.push(format!("two {role}s")),
            3 => parts.push(format!("three {role}s")),
            count => parts.push(format!("{count} {role}s")),
        }
    }
    list(&parts)
}

/// `a, b and c`.
fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A value of the mover's as people write it.
fn pawns(value: Value) -> String {
    match value {
        Value::Cp(cp) => format!("{:+.1}", f64::from(cp) / 100.0).replace('-', "−"),
        Value::Mate(moves) => format!("#{moves}").replace('-', "−"),
    }
}

/// Sentences that begin with a word begin with a capital; moves are as they are.
fn capitalised(text: &str) -> String {
    match text.strip_prefix("the ") {
        Some(rest) => format!("The {rest}"),
        None => text.to_owned(),
    }
}
