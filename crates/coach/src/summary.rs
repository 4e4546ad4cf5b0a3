//! A game in a few words: where it turned, what cost most, what to practise.

use chess::Color;
use engine::review::{Mark, turned, winning_chances};

use crate::claim::{Claim, ClaimRole, Kind, Motif};
use crate::phases::Phase;
use crate::review::{GameReview, MoveReview};

/// What there is to say about a game as a whole.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSummary {
    /// Who stands clearly better at the end.
    pub ahead: Option<Color>,
    /// The number of the move, from 0, with which the game turned that way for good.
    pub turned: Option<usize>,
    /// The number of the move that cost its player most, of the student's if there is one.
    pub costliest: Option<usize>,
    /// What to practise, and how many of how many mistakes speak for it.
    pub practice: Option<(Practice, usize, usize)>,
}

/// What somebody should practise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Practice {
    /// A motif that was overlooked or missed more often than others.
    Motif(Motif),
    /// Mates, to be seen and to be prevented.
    Mates,
    /// To see what the opponent threatens.
    Threats,
    /// To see whether a piece is safe where it goes.
    Safety,
    /// To see what can be won.
    Chances,
    /// A part of the game in which little was lost at once, and much in the end.
    Part(Phase),
}

/// Chances from which a side is clearly better.
const AHEAD: f64 = 0.25;
/// Accuracy below which a part of the game is worth practising, in per cent.
const PRACTISE_BELOW: f64 = 80.0;

impl GameSummary {
    /// The summary of a game, for one side or for both.
    pub fn of(review: &GameReview, student: Option<Color>) -> GameSummary {
        let counts = |one: &MoveReview| student.is_none_or(|side| one.position.turn() == side);
        let white: Vec<f64> = white_chances(review);
        let ahead = white.last().and_then(|&chances| match chances {
            chances if chances >= AHEAD => Some(Color::White),
            chances if chances <= -AHEAD => Some(Color::Black),
            _ => None,
        });
        // The last move before which the later winner was not ahead.
        let of_winner = |number: usize, side: Color| white[number] * sign(side);
        let turned = ahead.and_then(|side| {
            (0..review.moves.len()).rev().find(|&number| of_winner(number, side) < AHEAD)
        });
        let turned = turned.filter(|&number| review.moves[number].judgement.mark.is_some());
        let mistakes: Vec<&MoveReview> = review.moves.iter().filter(|one| counts(one)).collect();
        let costliest = (0..review.moves.len())
            .filter(|&number| counts(&review.moves[number]))
            .filter(|&number| review.moves[number].judgement.mark >= Some(Mark::Mistake))
            .max_by(|&one, &other| loss(review, one).total_cmp(&loss(review, other)));
        let practice = practice(&mistakes).or_else(|| weak_part(review, student));
        GameSummary { ahead, turned, costliest, practice }
    }
}

fn loss(review: &GameReview, number: usize) -> f64 {
    review.moves[number].judgement.loss
}

const fn sign(side: Color) -> f64 {
    match side {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

/// White's chances in each position.
fn white_chances(review: &GameReview) -> Vec<f64> {
    let before = review.moves.iter().zip(&review.assessments);
    let mut chances: Vec<f64> =
        before.map(|(one, said)| winning_chances(said.value) * sign(one.position.turn())).collect();
    if let (Some(last), Some(said)) = (review.moves.last(), review.assessments.last()) {
        chances.push(winning_chances(turned(said.value)) * sign(last.position.turn()));
    }
    chances
}

/// What most mistakes have in common.
fn practice(moves: &[&MoveReview]) -> Option<(Practice, usize, usize)> {
    let bad = moves.iter().filter(|one| one.judgement.mark >= Some(Mark::Mistake));
    let claims: Vec<&[Claim]> =
        bad.map(|one| one.said.as_ref().map_or(&[][..], |said| said.claims.as_slice())).collect();
    let mut counts: Vec<(Practice, usize)> = Vec::new();
    for claims in &claims {
        let mut topics: Vec<Practice> = claims.iter().filter_map(topic).collect();
        topics.dedup();
        // What a mistake is about is told once, the most special first.
        topics.sort_by_key(|topic| !matches!(topic, Practice::Motif(_)));
        if let Some(&topic) = topics.first() {
            match counts.iter_mut().find(|(known, _)| *known == topic) {
                Some((_, count)) => *count += 1,
                None => counts.push((topic, 1)),
            }
        }
    }
    // Of equals the first in the game.
    let most = counts.iter().map(|&(_, count)| count).max()?;
    let (topic, count) = counts.into_iter().find(|&(_, count)| count == most)?;
    Some((topic, count, claims.len()))
}

fn topic(claim: &Claim) -> Option<Practice> {
    if !claim.is_fault() {
        return None;
    }
    match (&claim.kind, claim.role) {
        (Kind::Motif(motif), _) => Some(Practice::Motif(*motif)),
        (Kind::MateIn(_), _) => Some(Practice::Mates),
        (Kind::Material(_), ClaimRole::Overlooks) | (Kind::Threat(_), ClaimRole::Allows) => {
            Some(Practice::Threats)
        }
        (Kind::Material(_), ClaimRole::Misses) => Some(Practice::Chances),
        (Kind::Material(_), _) => Some(Practice::Safety),
        _ => None,
    }
}

/// The part of the game that was played worst, if it was not played well.
fn weak_part(review: &GameReview, student: Option<Color>) -> Option<(Practice, usize, usize)> {
    let sides =
        Color::ALL.into_iter().filter(|&side| student.is_none_or(|student| side == student));
    let parts = sides.flat_map(|side| Phase::ALL.into_iter().zip(review.phases[side.index()]));
    let (part, accuracy) = parts
        .filter_map(|(part, accuracy)| Some((part, accuracy?)))
        .min_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let bad = review.moves.iter().filter(|one| {
        student.is_none_or(|side| one.position.turn() == side)
            && one.judgement.mark >= Some(Mark::Mistake)
    });
    (accuracy < PRACTISE_BELOW).then(|| (Practice::Part(part), 0, bad.count()))
}
