//! Kept games as files to take away.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::games::{Saved, pgn};
use crate::house::House;

/// The largest file that is made, in bytes.
const MOST: usize = 64 << 20;

/// One game: `/api/games/KEY.pgn`.
pub(crate) async fn one(State(house): State<Arc<House>>, Path(name): Path<String>) -> Response {
    let Some(key) = name.strip_suffix(".pgn") else {
        return (StatusCode::NOT_FOUND, "a game is KEY.pgn\n").into_response();
    };
    match house.store.load(key).await {
        Ok(Some(whole)) => match written(key, &whole) {
            Ok(text) => download(&format!("plywise-{key}.pgn"), text),
            Err(sentence) => failed(&sentence),
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
        for (key, whole) in &games {
            // One damaged game must not keep the others back.
            if let Ok(game) = written(key, whole) {
                text.push_str(&game);
                text.push('\n');
            }
        }
        if text.len() > MOST {
            return failed("there are too many games for one file; take them one by one");
        }
    }
    download("plywise-games.pgn", text)
}

fn written(key: &str, whole: &str) -> Result<String, String> {
    let session = Saved::read(whole)?.session(key)?;
    Ok(pgn(&session).to_string())
}

fn download(name: &str, text: String) -> Response {
    let kind = (CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8".to_owned());
    let name = (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
    ([kind, name], text).into_response()
}

fn failed(sentence: &str) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, format!("{sentence}\n")).into_response()
}
