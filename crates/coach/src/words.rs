//! The words for claims: the only place that has them.

use chess::{CastlingNotation, Color, Move, Position, Role, Square};
use engine::review::{Mark, turned, win_percent, winning_chances};
use uci::Value;

use crate::claim::{Claim, ClaimRole, Kind, Motif, Topic};
use crate::coach::MoveExplanation;
use crate::concession::Concession;
use crate::material::Exchange;
use crate::phases::Phase;
use crate::plan::Step;
use crate::practice::{Attempt, QUIET};
use crate::review::{GameReview, MoveReview};
use crate::summary::{GameSummary, Practice};
use crate::threat::{Prize, Threat, passed};

/// A claim as a sentence; `played` is the move that is explained, in algebraic notation.
pub fn sentence(claim: &Claim, played: &str) -> String {
    let blow = san_at(claim, 0);
    let text = match &claim.kind {
        _ if claim.role == ClaimRole::Better => {
            format!("better is {blow}, which {}", better(claim))
        }
        Kind::Material(exchange) => material(claim, exchange, played, &blow),
        Kind::MateIn(moves) => mate(claim, *moves, played, &blow),
        Kind::LostWin { before, after } => {
            format!("{played} lets a won game go ({})", change(claim, *before, *after))
        }
        Kind::LostGame { before, after } => {
            format!("{played} turns the game into a lost one ({})", change(claim, *before, *after))
        }
        Kind::Chances { before, after } => {
            let what = chances(*before, *after);
            format!("{played} {what} ({})", change(claim, *before, *after))
        }
        Kind::Concession(concession) => self::concession(claim, *concession, played, &blow),
        Kind::Threat(threat) => self::threat(claim, threat, played, &blow),
        Kind::SlowerWin { fastest, left } => {
            format!("{played} is a slower win: mate in {left}, where {blow} mates in {fastest}")
        }
        Kind::Promotes(square) if claim.role == ClaimRole::Misses => {
            format!("{played} misses {blow}, after which the pawn promotes on {square}")
        }
        Kind::Promotes(square) => {
            format!("{played} lets {}'s pawn promote on {square} after {blow}", side(claim.side()))
        }
        Kind::Check => check(claim, &blow),
        Kind::Hangs(square) => hangs(claim, *square, &blow),
        Kind::OnlyMove => format!("{played} is the only good move"),
        Kind::Sacrifice => format!("{played} is a sacrifice that works"),
        Kind::Plan(steps) => plan(claim, steps),
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
    } else if let Some(better) = said.claims.iter().find(|claim| claim.role == ClaimRole::Better) {
        parts.push(sentence(better, &played));
    }
    Some(parts.join(" "))
}

/// What is said to who tried a move in a position of an earlier game.
pub fn of_attempt(attempt: &Attempt) -> String {
    let said = &attempt.said;
    let tried = said.position.to_san(said.mv);
    match (attempt.is_right, said.better.first()) {
        (true, None) => format!("{tried} is right."),
        (true, Some(&best)) => {
            format!("{tried} is good enough; best is {}.", said.position.to_san(best))
        }
        (false, _) => refused(said, &tried),
    }
}

/// That a try is refused, what it costs and why, without a word about what is better: who tries
/// again is to find it.
fn refused(said: &MoveExplanation, tried: &str) -> String {
    let refusal = match said.judgement.loss_percent().round() {
        loss if loss >= 1.0 => {
            format!("{tried} is not good enough: it costs {loss:.0} % of the chances.")
        }
        _ => format!("{tried} is not good enough."),
    };
    let is_why = |claim: &&Claim| claim.is_reason() && claim.role != ClaimRole::Misses;
    let why = said.claims.iter().filter(is_why).take(2).map(|claim| sentence(claim, tried));
    std::iter::once(refusal).chain(why).collect::<Vec<String>>().join(" ")
}

/// A game in three sentences: where it turned, what cost most, what to practise.
pub fn of_game(review: &GameReview, summary: &GameSummary) -> Vec<String> {
    vec![turning(review, summary), costliest(review, summary), practice(summary)]
}

/// A move with its number, as `17. Nh3` or `17… Nh3`.
pub fn numbered(position: &Position, mv: Move) -> String {
    let dots = if position.turn() == Color::White { "." } else { "…" };
    format!("{}{dots} {}", position.fullmove_number(), position.to_san(mv))
}

fn marked(one: &MoveReview) -> String {
    numbered(&one.position, one.mv) + one.judgement.mark.map_or("", Mark::symbol)
}

fn turning(review: &GameReview, summary: &GameSummary) -> String {
    let Some(ahead) = summary.ahead else {
        return "Nobody was clearly ahead at the end.".to_owned();
    };
    let winner = side(ahead);
    let Some((number, one)) = summary.turned.and_then(|at| Some((at, review.moves.get(at)?)))
    else {
        return format!("{winner} came out ahead by and by, without a single turning point.");
    };
    // What is told of the move itself, or else the two searches next to each other: there is one
    // more of them than moves.
    let said = one.said.as_ref().filter(|said| said.judgement.mark.is_some());
    let told = said.map(|said| {
        let of = |value: Value| if one.position.turn() == ahead { value } else { turned(value) };
        [said.before, said.after].map(|value| win_percent(of(value)))
    });
    let percent = |at: usize| {
        let turn = review.moves.get(at).map_or(!one.position.turn(), |one| one.position.turn());
        let value =
            review.assessments.get(at).map_or(Value::Cp(0), |said| said.value_for(ahead, turn));
        win_percent(value)
    };
    let [before, after] = told.unwrap_or_else(|| [percent(number), percent(number + 1)]);
    format!(
        "The game turned with {}: {winner}'s chances rose from {before:.0} % to {after:.0} %.",
        marked(one),
    )
}

fn costliest(review: &GameReview, summary: &GameSummary) -> String {
    let Some((number, one)) = summary.costliest.and_then(|at| Some((at, review.moves.get(at)?)))
    else {
        return "No move cost much.".to_owned();
    };
    let why = one.said.as_ref().and_then(|said| said.claims.iter().find(|claim| claim.is_fault()));
    let played = numbered(&one.position, one.mv);
    let why = why.map_or_else(
        || format!("{played} cost {:.0} % of the chances.", one.judgement.loss_percent()),
        |claim| sentence(claim, &played),
    );
    let head = if summary.turned == Some(number) { "It also cost most" } else { "What cost most" };
    format!("{head}: {why}")
}

fn practice(summary: &GameSummary) -> String {
    let Some((practice, count, all)) = summary.practice else {
        return "To practise: longer thoughts about quiet positions; nothing was given away at once."
            .to_owned();
    };
    let share = match (count, all) {
        (0, _) => String::new(),
        (1, 1) => ", as in the one mistake".to_owned(),
        (2, 2) => ", as in both mistakes".to_owned(),
        (count, all) if count == all => format!(", as in all {all} mistakes"),
        (count, all) => format!(", as in {count} of {all} mistakes"),
    };
    format!("To practise: {}{share}.", to_practise(practice))
}

/// What is to be practised, as it is called in lists as well.
pub fn to_practise(practice: Practice) -> &'static str {
    match practice {
        Practice::Motif(motif) => motif_name(motif),
        Practice::Mates => "mates, your own and the opponent's",
        Practice::Threats => "to ask before each move what the opponent threatens",
        Practice::Safety => "to look once more whether the piece is safe where it goes",
        Practice::Chances => "to look for what can be won, captures and checks first",
        Practice::Part(Phase::Opening) => "openings",
        Practice::Part(Phase::MiddleGame) => "the middle game",
        Practice::Part(Phase::Ending) => "endings",
    }
}

/// A motif by its name among chess players.
pub const fn motif_name(motif: Motif) -> &'static str {
    match motif {
        Motif::BackRankMate => "mates on the back rank",
        Motif::DoubleCheck => "double checks",
        Motif::HangingPiece => "hanging pieces",
        Motif::Fork => "forks",
        Motif::Pin => "pins",
        Motif::Skewer => "skewers",
        Motif::DiscoveredAttack => "discovered attacks",
        Motif::TrappedPiece => "trapped pieces",
        Motif::Deflection => "deflection",
        Motif::Attraction => "attraction",
        Motif::CapturingDefender => "taking the defender",
        Motif::Intermezzo => "moves in between",
        Motif::Promotion => "promotion",
    }
}

/// A theme, by lichess's name of it, as chess players call it.
pub fn theme_name(theme: &str) -> String {
    if let Some(motif) = Motif::ALL.into_iter().find(|motif| motif.name() == theme) {
        return motif_name(motif).to_owned();
    }
    match theme.strip_prefix("mateIn") {
        Some(moves) => format!("mate in {moves}"),
        None if theme == "material" => "won and lost pieces".to_owned(),
        None if theme == "threat" => "threats".to_owned(),
        None if theme == QUIET => "quiet mistakes".to_owned(),
        None => "chances".to_owned(),
    }
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
        ClaimRole::Allows | ClaimRole::Opinion | ClaimRole::Better | ClaimRole::Plan => {
            format!("{played} loses {lost} after {blow}")
        }
        ClaimRole::Overlooks => format!("{played} overlooks {blow}, which wins {lost}"),
        ClaimRole::Misses => format!("{played} misses {blow}, which wins {won}"),
        ClaimRole::Plays => format!("{played} wins {won}"),
        ClaimRole::Chance => format!("{side} wins {won} with {blow}"),
        ClaimRole::Threat => format!("{side} threatens {blow}, which would win {won}"),
        ClaimRole::Loses => format!("{side} loses {lost} even after the best move, {blow}"),
    }
}

fn mate(claim: &Claim, moves: u32, played: &str, blow: &str) -> String {
    let how = if moves == 1 { format!(": {blow}") } else { format!(", beginning with {blow}") };
    let side = side(claim.side());
    match claim.role {
        ClaimRole::Allows | ClaimRole::Opinion | ClaimRole::Better | ClaimRole::Plan => {
            format!("{played} allows mate in {moves}{how}")
        }
        ClaimRole::Overlooks => format!("{played} overlooks mate in {moves}{how}"),
        ClaimRole::Misses => format!("{played} misses mate in {moves}{how}"),
        ClaimRole::Plays if moves == 1 => format!("{played} is mate"),
        ClaimRole::Plays => format!("{played} mates in {moves}"),
        ClaimRole::Chance => format!("{side} mates in {moves}{how}"),
        ClaimRole::Threat => format!("{side} threatens mate in {moves}{how}"),
        ClaimRole::Loses => format!("{side} is mated in {moves} even after the best move, {blow}"),
    }
}

fn concession(claim: &Claim, concession: Concession, played: &str, blow: &str) -> String {
    if claim.role == ClaimRole::Misses {
        let does = conceded(concession, !claim.side(), claim.side());
        return format!("{played} misses {blow}, which {does}");
    }
    format!("{played} {} after {blow}", conceded(concession, !claim.side(), claim.side()))
}

/// What somebody does who makes `loser` give something up.
fn conceded(concession: Concession, loser: Color, winner: Color) -> String {
    let (loser, winner) = (side(loser), side(winner));
    match concession {
        Concession::Castling => format!("costs {loser} the right to castle"),
        Concession::PassedPawn(square) => format!("gives {winner} a passed pawn on {square}"),
        Concession::DoubledPawns(file) => {
            format!("gives {loser} doubled pawns on the {file}-file")
        }
        Concession::IsolatedPawn(square) => format!("gives {loser} an isolated pawn on {square}"),
        Concession::BishopPair => format!("leaves {winner} the two bishops"),
        Concession::Outpost(role, square) => {
            format!("gives {winner} an outpost for the {role} on {square}")
        }
        Concession::Intruder(role, square) => format!("lets {winner}'s {role} in on {square}"),
        Concession::OpenFile(file) => format!("leaves {winner} the open {file}-file"),
        Concession::Shelter(_) => format!("opens a file at {loser}'s king"),
        Concession::ExposedKing(square) => {
            format!("brings {loser}'s king into the open on {square}")
        }
        Concession::KingInside(square) => format!("lets {winner}'s king in on {square}"),
        Concession::QueensOff => "leads to an exchange of queens".to_owned(),
        Concession::PawnEnding => "leads to an ending of kings and pawns".to_owned(),
        Concession::Pinned(role, square) => format!("leaves {loser}'s {role} on {square} pinned"),
        Concession::ShutIn(role, square) => format!("leaves {loser}'s {role} on {square} shut in"),
        Concession::Development(_) => format!("leaves {loser} behind in development"),
        Concession::Centre(square) => format!("leaves {winner} a strong pawn on {square}"),
    }
}

/// What a move threatens, with the move that would do it.
fn threat(claim: &Claim, threat: &Threat, played: &str, blow: &str) -> String {
    let then = claim
        .line
        .first()
        .and_then(|&blow| passed(&claim.from, blow))
        .and_then(|passed| san_line(&passed, &threat.line).into_iter().next())
        .unwrap_or_default();
    let what = match &threat.prize {
        Prize::Material(exchange) => {
            format!("{then}, winning {}", named(&exchange.clone().turned()))
        }
        Prize::Mate(1) => format!("mate: {then}"),
        Prize::Mate(moves) => format!("mate in {moves} by {then}"),
    };
    match claim.role {
        ClaimRole::Misses => format!("{played} misses {blow}, which threatens {what}"),
        _ => format!("{played} allows {blow}, which threatens {what}"),
    }
}

/// What the better move does.
fn better(claim: &Claim) -> String {
    match &claim.kind {
        Kind::MateIn(_) => "prevents the mate".to_owned(),
        Kind::Material(exchange) if exchange.cost() < 0 => {
            format!("wins {}", named(&exchange.clone().turned()))
        }
        Kind::Material(exchange) => match (exchange.lost.as_slice(), exchange.gained.as_slice()) {
            ([role], []) => format!("keeps the {role}"),
            ([Role::Rook], [Role::Knight | Role::Bishop]) => "keeps the exchange".to_owned(),
            _ => "keeps the material".to_owned(),
        },
        Kind::Chances { before, .. } => {
            let keeps = match winning_chances(*before) {
                was if was >= WON => "keeps the win",
                was if was >= LEVEL => "keeps the advantage",
                was if was >= -LEVEL => "keeps the balance",
                was if was >= -WON => "limits the damage",
                _ => "holds out longer",
            };
            format!("{keeps} ({})", pawns(*before, claim.side()))
        }
        Kind::Promotes(_) => "stops the pawn".to_owned(),
        _ => "is best".to_owned(),
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
        Motif::Attraction => format!("{does} draws {} to {}", drawn(claim), square_name(at(0))),
        Motif::CapturingDefender => format!("{does} takes what protects {}", piece(1)),
        Motif::Intermezzo => format!("{does} comes before the capture on {}", square_name(at(1))),
        Motif::Promotion => format!("the pawn promotes with {does}"),
    }
}

/// The piece that is drawn somewhere: that of the answer.
fn drawn(claim: &Claim) -> String {
    let mut here = claim.from;
    for &mv in claim.line.iter().take(claim.ply + 1) {
        if here.play(mv).is_err() {
            break;
        }
    }
    let role = claim.line.get(claim.ply + 1).and_then(|mv| here.role_at(mv.from()));
    role.map_or_else(|| "a piece".to_owned(), |role| format!("the {role}"))
}

/// Who gives check, and the best answer.
fn check(claim: &Claim, blow: &str) -> String {
    let from = claim.squares.iter().skip(1).map(|&square| on_board(claim, square));
    let from: Vec<String> = from.collect();
    let answer = match claim.from.count_legal_moves() {
        1 => format!("the only move is {blow}"),
        _ => format!("the best answer is {blow}"),
    };
    format!("{} is in check from {}; {answer}", side(claim.side()), list(&from))
}

/// What hangs, and which move takes it.
fn hangs(claim: &Claim, square: Square, blow: &str) -> String {
    let owner = side(!claim.side());
    let piece = claim.from.role_at(square).map_or_else(String::new, |role| role.to_string());
    let takes = match claim.role {
        ClaimRole::Threat => "would take it",
        _ => "takes it",
    };
    format!("{owner}'s {piece} on {square} hangs: {blow} {takes}")
}

/// The piece on a square where the line begins.
fn on_board(claim: &Claim, square: Square) -> String {
    let role = claim.from.role_at(square);
    role.map_or_else(|| square.to_string(), |role| format!("the {role} on {square}"))
}

/// What a side does next.
fn plan(claim: &Claim, steps: &[(usize, Step)]) -> String {
    let told: Vec<String> = steps
        .iter()
        .map(|&(ply, step)| {
            let what = match step {
                Step::Castle => "castle".to_owned(),
                Step::Develop(role) => format!("develop the {role}"),
                Step::OpenFile(role) => format!("bring the {role} to an open file"),
                Step::PassedPawn => "advance the passed pawn".to_owned(),
                Step::King => "bring the king into play".to_owned(),
                Step::Trade => "exchange pieces".to_owned(),
                Step::Break => "open the position with a pawn".to_owned(),
            };
            format!("{what} ({})", san_at(claim, ply))
        })
        .collect();
    format!("{}'s plan, as Plywise sees it: {}", side(claim.side()), told.join(", then "))
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
        _ if was > -LEVEL => "gives ground",
        _ => "makes a bad position worse",
    }
}

/// Chances from which a side has the advantage.
const LEVEL: f64 = 0.15;
/// Chances from which a side wins.
const WON: f64 = 0.6;

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

/// How the value falls with a move.
fn change(claim: &Claim, before: Value, after: Value) -> String {
    let replies = matches!(claim.role, ClaimRole::Allows | ClaimRole::Overlooks);
    let mover = if replies { !claim.side() } else { claim.side() };
    format!("{} → {}", pawns(before, mover), pawns(after, mover))
}

/// A value of the mover's as people write it: White's view, as next to every board and in PGN.
fn pawns(value: Value, mover: Color) -> String {
    let value = if mover == Color::White { value } else { turned(value) };
    match value {
        // What rounds to nothing has no sign.
        Value::Cp(-4..=4) => "0.0".to_owned(),
        Value::Cp(cp) => format!("{:+.1}", f64::from(cp) / 100.0).replace('-', "−"),
        Value::Mate(moves) => format!("#{moves}").replace('-', "−"),
    }
}

/// Sentences that begin with a word begin with a capital; moves are as they are.
fn capitalised(text: &str) -> String {
    for (word, capital) in [("the ", "The "), ("better ", "Better ")] {
        if let Some(rest) = text.strip_prefix(word) {
            return format!("{capital}{rest}");
        }
    }
    text.to_owned()
}
