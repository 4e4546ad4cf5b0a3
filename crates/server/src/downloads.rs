//! Kept games as files to take away.

use std::sync::Arc;

use app::{ExportError, House};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tokio::task::spawn_blocking;

/// One game: `/api/games/KEY.pgn`.
pub(crate) async fn one(State(house): State<Arc<House>>, Path(name): Path<String>) -> Response {
    let Some(key) = name.strip_suffix(".pgn").map(str::to_owned) else {
        return (StatusCode::NOT_FOUND, "a game is KEY.pgn\n").into_response();
    };
    let file = format!("plywise-{key}.pgn");
    match aside(move || house.game_as_pgn(&key)).await {
        Ok(Some(text)) => download(&file, text),
        Ok(None) => (StatusCode::NOT_FOUND, "there is no such kept game\n").into_response(),
        Err(error) => refused(error),
    }
}

/// All of them: `/api/games.pgn`.
pub(crate) async fn all(State(house): State<Arc<House>>) -> Response {
    match aside(move || house.games_as_pgn()).await {
        Ok(text) => download("plywise-games.pgn", text),
        Err(error) => refused(error),
    }
}

/// Not where sockets are served: it takes a while.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ExportError> + Send + 'static,
) -> Result<T, ExportError> {
    let lost = || ExportError::Failed("the games could not be written".to_owned());
    spawn_blocking(work).await.map_err(|_| lost())?
}

fn download(name: &str, text: String) -> Response {
    let kind = (CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8".to_owned());
    let name = (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
    ([kind, name], text).into_response()
}

fn refused(error: ExportError) -> Response {
    let (status, sentence) = match error {
        ExportError::Busy(sentence) => (StatusCode::SERVICE_UNAVAILABLE, sentence),
        ExportError::Failed(sentence) => (StatusCode::INTERNAL_SERVER_ERROR, sentence),
    };
    (status, format!("{sentence}\n")).into_response()
}
