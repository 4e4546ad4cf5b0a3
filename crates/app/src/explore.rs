//! The coach at the shoulder of who explores: the last move judged, threats, hanging pieces.

use std::sync::Arc;

use coach::{Coach, USUAL_NODES, hanging};

use crate::house::House;
use crate::outbox::Outbox;
use crate::protocol::{CoachView, Place, Tell};
use crate::review::mark_name;
use crate::stop::Stop;
use crate::{place, views};

/// Memory of the coach's searches, in MiB.
const MEMORY_MIB: u32 = 8;

/// Looks at a position and at the move that led to it; it ends when what is returned is dropped.
pub(crate) fn begin(
    place: &Place,
    house: &Arc<House>,
    outbox: &Outbox,
    id: u32,
) -> Result<Stop, String> {
    if place.moves.iter().any(|text| text == place::PASS) {
        return Err("where somebody passes the coach has nothing to say".to_owned());
    }
    let game = place::game(place)?;
    let leave = house.crew.leave()?;
    let memory = house.crew.memory(MEMORY_MIB)?;
    let stop = Stop::default();
    let (flag, outbox) = (stop.signals(), outbox.clone());
    house.crew.search(move || {
        let mut coach = match Coach::new(USUAL_NODES) {
            Ok(coach) => coach,
            Err(error) => return outbox.refuse(Some(id), error.to_string()),
        };
        coach.prover().heed(Arc::clone(&flag));
        let position = game.position();
        let last = game.history().last();
        let said = last.and_then(|(before, mv)| coach.explain(before, mv).ok());
        let around = coach.survey(position);
        drop((leave, memory));
        if flag.is_stopped() {
            return outbox.refuse(Some(id), "the board has moved on");
        }
        let view = CoachView {
            mark: said.as_ref().and_then(|said| said.judgement.mark).map(mark_name),
            claims: said.as_ref().map_or_else(Vec::new, views::claims),
            around: around.iter().map(|claim| views::claim(claim, "", true)).collect(),
            hanging: hanging(position).iter().map(ToString::to_string).collect(),
        };
        outbox.tell(Some(id), Tell::Coached(Box::new(view)));
    })?;
    Ok(stop)
}
