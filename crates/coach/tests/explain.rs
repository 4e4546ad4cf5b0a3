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

fn sentences(fen: &str) -> Vec<String> {
    let position: Position = fen.parse().unwrap();
    let claims = Coach::new(20_000).unwrap().survey(&position);
    claims.iter().map(|claim| words::sentence(claim, "")).collect()
}

/// What is won is counted where the line has become quiet, not at its far end.
#[test]
fn who_takes_the_queen_is_said_to_win_it() {
    let said = sentences("rnbqkb1r/pppp1ppp/5n2/4p2Q/4P3/P7/1PPP1PPP/RNB1KBNR b KQkq - 0 3");
    assert!(said[0].starts_with("Black wins the queen"), "{said:?}");
    assert!(said[0].ends_with("with Nxh5."), "{said:?}");
}

#[test]
fn a_check_is_told_with_what_it_costs_and_no_plan() {
    let said = sentences("4k3/8/8/8/8/8/2n5/R3K3 w Q - 0 1");
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("White is in check from the knight on c2; the best answer is K"));
    assert!(said[1].starts_with("White loses a rook even after the best move, K"), "{said:?}");
    let said = sentences("r3k2r/pp3ppp/8/8/8/8/PPn2PPP/R3K2R w KQkq - 0 1");
    assert!(said[1].starts_with("White loses the exchange even after"), "{said:?}");
    let said = sentences("rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3");
    assert_eq!(said, ["White is in check from the queen on h4; the only move is g3."]);
}

#[test]
fn pieces_that_hang_are_named_on_both_sides() {
    let fen = |turn: &str| format!("4k3/5ppp/8/3n4/6b1/7P/5PP1/3R2K1 {turn} - - 0 1");
    let said = sentences(&fen("w"));
    assert!(said[0].starts_with("White wins a "), "{said:?}");
    let other = |verb: &str| {
        [
            format!("Black's bishop on g4 hangs: hxg4 {verb} it."),
            format!("Black's knight on d5 hangs: Rxd5 {verb} it."),
        ]
    };
    assert!(said.iter().any(|text| other("takes").contains(text)), "{said:?}");
    let said = sentences(&fen("b"));
    assert!(said.iter().any(|text| other("would take").contains(text)), "{said:?}");
    // Guarded pieces do not hang.
    let said = sentences("4k3/5ppp/4p3/3n4/8/8/5PPP/3R2K1 w - - 0 1");
    assert!(!said.iter().any(|text| text.contains("hangs")), "{said:?}");
}

#[test]
fn where_a_draw_can_be_claimed_there_is_no_plan() {
    let fen = |clock: u32| format!("8/8/8/4k3/8/4K3/4P3/8 w - - {clock} 90");
    assert!(sentences(&fen(0)).iter().any(|text| text.contains("plan")));
    assert!(!sentences(&fen(100)).iter().any(|text| text.contains("plan")));
}

/// A mistake that costs a piece is explained by pieces, or by what they threaten.
#[test]
fn the_trap_is_explained_by_the_rook_that_falls() {
    let fen = "r1b1kbnr/pppp1ppp/8/4N1q1/2BnP3/8/PPPP1PPP/RNBQK2R w KQkq - 1 5";
    let said = explained(fen, "Nxf7");
    let summary = words::summary(&said).unwrap();
    assert!(
        summary.starts_with("Nxf7 allows Qxg2, which threatens Qxh1+, winning a rook"),
        "{summary}"
    );
    assert!(!said.claims.iter().any(|claim| matches!(claim.kind, Kind::Concession(_))));
}

#[test]
fn a_sacrifice_is_no_loss_and_what_was_missed_is_told() {
    let fen = "rn2kb1r/1bq2ppp/p2ppn2/1p6/3PP3/2NB1N2/PP1B1PPP/2RQ1RK1 w kq - 2 11";
    let said = explained(fen, "Bb1");
    assert!(claim(&said, ClaimRole::Allows, |kind| matches!(kind, Kind::Material(_))).is_none());
    assert!(words::summary(&said).unwrap().contains("Nxb5"), "{:?}", words::summary(&said));
}

#[test]
fn a_pawn_that_gets_through_is_a_reason() {
    let said = explained("8/4P1k1/1pr3p1/3p1p1p/pP4rP/P7/R3RK2/8 b - - 2 35", "Re4");
    let summary = words::summary(&said).unwrap();
    let sentence =
        "Re4 lets White's pawn promote on e8 after Rxe4. Better is Rf4+, which stops the pawn.";
    assert_eq!(summary, sentence);
    assert_eq!(said.claims[0].kind.name(), "promotion");
}

#[test]
fn a_long_mate_is_a_reason_where_there_is_no_other() {
    let fen = "r3k2r/3n1p1p/p1nQp1pB/1p2P3/7q/5P2/PP3P1P/1BRR2K1 b kq - 0 21";
    let said = explained(fen, "Ncb8");
    assert!(
        claim(&said, ClaimRole::Allows, |kind| matches!(kind, Kind::MateIn(_))).is_some(),
        "{:?}",
        words::summary(&said)
    );
}

/// Where several moves win, none is the only good one, however much more it wins.
#[test]
fn the_only_move_is_one_without_which_the_game_is_another() {
    for (fen, mv) in ONLY_SEEMING {
        let said = explained(fen, mv);
        assert!(
            claim(&said, ClaimRole::Plays, |kind| *kind == Kind::OnlyMove).is_none(),
            "{mv}: {:?}",
            words::summary(&said)
        );
    }
    // Every other move loses.
    let only = explained("8/3k4/8/3KP3/8/8/8/8 b - - 0 1", "Ke7");
    let is_only = |kind: &Kind| *kind == Kind::OnlyMove;
    assert!(claim(&only, ClaimRole::Plays, is_only).is_some(), "{:?}", words::summary(&only));
}

/// A queen is won on the spot, or a little less in another way.
const ONLY_SEEMING: [(&str, &str); 1] =
    [("rn4k1/pp2Pr2/3q3p/6p1/2B1P3/2N2P2/P1P3PP/R1Q1K2R w KQ - 1 23", "e8=Q+")];

/// Each claim names the search that found its line, not all that was searched before.
#[test]
fn proofs_name_the_search_behind_them() {
    let said = explained("8/4P1k1/1pr3p1/3p1p1p/pP4rP/P7/R3RK2/8 b - - 2 35", "Re4");
    let record = ExplanationRecord::of_move(&said);
    assert!(record.claims[0].proof.starts_with("search: 30"), "{}", record.claims[0].proof);
}

/// Numbers stand as next to every board: plus is good for White.
#[test]
fn values_in_sentences_are_whites() {
    let said = explained("8/4P1k1/1pr3p1/3p1p1p/pP4rP/P7/R3RK2/8 b - - 2 35", "Re4");
    let lost = claim(&said, ClaimRole::Allows, |kind| matches!(kind, Kind::LostGame { .. }));
    let text = words::sentence(lost.unwrap(), "Re4");
    assert!(
        text.starts_with("Re4 turns the game into a lost one (+") && !text.contains('−'),
        "{text}"
    );
}

#[test]
fn an_illegal_move_is_refused() {
    let position = Position::start();
    let other: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
    let mv = other.parse_san("Ra8+").unwrap();
    assert!(Coach::new(1_000).unwrap().explain(&position, mv).is_err());
}
