//! What the coach says of moves, and what it does not.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use chess::{Position, Role};
use plywise_coach::{
    Claim, ClaimRole, Coach, ExplanationRecord, Kind, Motif, MoveExplanation, words,
};

fn explained(fen: &str, mv: &str) -> MoveExplanation {
    let position: Position = fen.parse().unwrap();
    let mv = position.parse_san(mv).unwrap();
    Coach::new(20_000).unwrap().explain(&position, mv).unwrap()
}

fn claim(said: &MoveExplanation, role: ClaimRole, is: impl Fn(&Kind) -> bool) -> Option<&Claim> {
    said.claims.iter().find(|claim| claim.role == role && is(&claim.kind))
}

fn is_knight(kind: &Kind) -> bool {
    matches!(kind, Kind::Material(exchange) if exchange.lost == [Role::Knight] && exchange.gained.is_empty())
}

#[test]
fn what_was_there_is_overlooked_and_what_the_move_makes_possible_is_allowed() {
    let overlooked = explained("4k3/5ppp/8/3n4/8/8/5PPP/3R2K1 b - - 0 1", "h6");
    let claim_made = claim(&overlooked, ClaimRole::Overlooks, is_knight).unwrap();
    assert_eq!(words::sentence(claim_made, "h6"), "h6 overlooks Rxd5, which wins a knight.");
    let allowed = explained("4k3/5ppp/1n6/8/8/8/5PPP/3R2K1 b - - 0 1", "Nd5");
    let claim_made = claim(&allowed, ClaimRole::Allows, is_knight).unwrap();
    assert_eq!(words::sentence(claim_made, "Nd5"), "Nd5 loses a knight after Rxd5.");
}

#[test]
fn mates_are_missed_allowed_and_played() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let missed = explained(fen, "Ra2");
    let mate = |kind: &Kind| *kind == Kind::MateIn(1);
    assert!(claim(&missed, ClaimRole::Misses, mate).is_some(), "{:?}", missed.claims);
    assert!(
        claim(&missed, ClaimRole::Misses, |kind| *kind == Kind::Motif(Motif::BackRankMate))
            .is_some()
    );
    let played = explained(fen, "Ra8#");
    assert!(claim(&played, ClaimRole::Plays, mate).is_some(), "{:?}", played.claims);
    assert!(!played.claims.iter().any(Claim::is_fault));
    let allowed = explained("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", "g4");
    let made = claim(&allowed, ClaimRole::Allows, mate).unwrap();
    assert_eq!(words::sentence(made, "g4"), "g4 allows mate in 1: Qh4#.");
}

#[test]
fn a_sound_move_is_not_blamed() {
    for (fen, mv) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4"),
        // A knight that is attacked and guarded.
        ("4k3/5ppp/4p3/3n4/8/8/5PPP/3R2K1 b - - 0 1", "Ke7"),
        // An even exchange.
        ("3rk3/5ppp/8/8/8/8/5PPP/3RK3 w - - 0 1", "Rxd8+"),
    ] {
        let said = explained(fen, mv);
        assert!(!said.claims.iter().any(Claim::is_fault), "{mv}: {:?}", words::summary(&said));
    }
}

#[test]
fn the_same_is_said_twice() {
    let mut coach = Coach::new(5_000).unwrap();
    let position: Position =
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3".parse().unwrap();
    let mv = position.parse_san("Nd4").unwrap();
    let first = coach.explain(&position, mv).unwrap();
    coach.survey(&Position::start());
    assert_eq!(coach.explain(&position, mv).unwrap(), first);
    assert_eq!(Coach::new(5_000).unwrap().explain(&position, mv).unwrap(), first);
}

#[test]
fn lines_of_claims_can_be_played() {
    let said = explained("4k3/5ppp/1n6/8/8/8/5PPP/3R2K1 b - - 0 1", "Nd5");
    let record = ExplanationRecord::of_move(&said);
    assert_eq!(record.mv.as_deref(), Some("b6d5"));
    assert!(record.mark.is_some() && !record.claims.is_empty());
    for claim in &record.claims {
        let mut position: Position = claim.from.parse().unwrap();
        for text in &claim.line {
            let mv = position.parse_uci(text).unwrap();
            position.play(mv).unwrap();
        }
    }
}

#[test]
fn a_position_has_chances_and_threats() {
    let mut coach = Coach::new(20_000).unwrap();
    let mut roles = |fen: &str| {
        let position: Position = fen.parse().unwrap();
        coach
            .survey(&position)
            .into_iter()
            .map(|claim| (claim.role, claim.kind))
            .collect::<Vec<_>>()
    };
    let threatened = roles("4k3/5ppp/8/3n4/8/8/5PPP/3R2K1 b - - 0 1");
    assert!(
        threatened
            .iter()
            .any(|(role, kind)| *role == ClaimRole::Threat && kind.name() == "material"),
        "{threatened:?}"
    );
    let winning = roles("4k3/5ppp/8/3n4/8/8/5PPP/3R2K1 w - - 0 1");
    assert!(
        winning.iter().any(|(role, kind)| *role == ClaimRole::Chance && kind.name() == "material"),
        "{winning:?}"
    );
    // Stalemate and mate leave nothing to say.
    assert_eq!(roles("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), []);
}

#[test]
fn an_illegal_move_is_refused() {
    let position = Position::start();
    let other: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
    let mv = other.parse_san("Ra8+").unwrap();
    assert!(Coach::new(1_000).unwrap().explain(&position, mv).is_err());
}
