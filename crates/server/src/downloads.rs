//! Kept games as files to take away.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use sitting::record::{self, Detail};
use tokio::task::spawn_blocking;

use crate::games::Saved;
use crate::house::House;

/// The largest file that is made, in bytes.
const MOST: usize = 64 << 20;

/// One game: `/api/games/KEY.pgn`.
pub(crate) async fn one(State(house): State<Arc<House>>, Path(name): Path<String>) -> Response {
    let Some(key) = name.strip_suffix(".pgn") else {
        return (StatusCode::NOT_FOUND, "a game is KEY.pgn\n").into_response();
    };
    match house.store.load(key).await {
        Ok(Some(whole)) => match written_aside(vec![(key.to_owned(), whole)]).await {
            Ok((text, None)) => download(&format!("plywise-{key}.pgn"), text),
            Ok((_, Some(sentence))) | Err(sentence) => failed(&sentence),
        },
        Ok(None) => (StatusCode::NOT_FOUND, "there is no such kept game\n").into_response(),
        Err(sentence) => failed(&sentence),
    }
}

/// All of them: `/api/games.pgn`.
pub(crate) async fn all(State(house): State<Arc<House>>) -> Response {
    let _held = match house.crew.memory((MOST >> 20) as u32) {
        Ok(held) => held,
        Err(sentence) => return (StatusCode::SERVICE_UNAVAILABLE, sentence).into_response(),
    };
    let mut text = String::new();
    let mut last = None;
    loop {
        let games = match house.store.after(last.take()).await {
            Ok(games) => games,
            Err(sentence) => return failed(&sentence),
        };
        let Some((key, _)) = games.last() else { break };
        last = Some(key.clone());
        match written_aside(games).await {
            // One damaged game must not keep the others back; what is wrong with it is
            // said in the file.
            Ok((games, damage)) => {
                text.push_str(&games);
                text.extend(damage.map(|sentence| format!("; {sentence}\n\n")));
            }
            Err(sentence) => return failed(&sentence),
        }
        if text.len() > MOST {
            return failed("there are too many games for one file; take them one by one");
        }
    }
    download("plywise-games.pgn", text)
}

/// Games as PGN, and what is wrong with those that are damaged, if any are. Not
/// where sockets are served: it takes a while.
async fn written_aside(games: Vec<(String, String)>) -> Result<(String, Option<String>), String> {
    let work = spawn_blocking(move || {
        let (mut text, mut damage) = (String::new(), Vec::new());
        for (key, whole) in &games {
            match Saved::read(whole).and_then(|saved| saved.session(key)) {
                Ok(session) => {
                    text.push_str(&record::write(&session.sitting, Detail::Public).to_string());
                    text.push('\n');
                }
                Err(sentence) => damage.push(sentence),
            }
        }
        (text, (!damage.is_empty()).then(|| damage.join("; ")))
    });
    work.await.map_err(|_| "the games could not be written".to_owned())
}

fn download(name: &str, text: String) -> Response {
    let kind = (CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8".to_owned());
    let name = (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
    ([kind, name], text).into_response()
}

fn failed(sentence: &str) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, format!("{sentence}\n")).into_response()
}
