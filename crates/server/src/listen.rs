//! The door: connections taken in, each with limits, and shown to whom they want.

use std::sync::Arc;

use app::House;
use app::limits::MESSAGE_BYTES;
use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;

use crate::connection::Connection;
use crate::guard::{self, Guard};
use crate::site::{self, Site};
use crate::{downloads, limits, page, socket};

/// Bytes of a request's head.
const HEAD_BYTES: usize = 32 << 10;

/// What a socket needs.
#[derive(Clone)]
struct Entrance {
    house: Arc<House>,
    closing: watch::Receiver<bool>,
    sockets: Arc<Semaphore>,
}

/// Takes in connections until the server closes.
pub(crate) async fn listen(
    listener: std::net::TcpListener,
    house: Arc<House>,
    guard: Arc<Guard>,
    site: Option<Arc<Site>>,
    sockets: Arc<Semaphore>,
    mut closing: watch::Receiver<bool>,
) {
    let entrance = Entrance { house: Arc::clone(&house), closing: closing.clone(), sockets };
    let downloads = Router::new()
        .route("/api/games.pgn", get(downloads::all))
        .route("/api/games/{name}", get(downloads::one))
        .with_state(house);
    let site = site.map_or_else(Router::new, |site| {
        Router::new()
            .route("/site", get(site::root))
            .route("/site/", get(site::index))
            .route("/site/{*path}", get(site::file))
            .with_state(site)
    });
    let router = Router::new()
        .route("/api/socket", get(enter))
        .with_state(entrance)
        .merge(downloads)
        .merge(site)
        .fallback(page::file)
        .layer(from_fn_with_state(guard, guard::watch));
    // It was made not to wait, which is all that could be wrong with it.
    let Ok(listener) = TcpListener::from_std(listener) else { return };
    let connections = Arc::new(Semaphore::new(limits::CONNECTIONS));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closed(&mut closing) => return,
        };
        let Ok((stream, _)) = accepted else {
            // Too many files are open; some will be closed.
            sleep(limits::BREATH).await;
            continue;
        };
        // Whoever comes while it is full finds the door closed.
        let Ok(place) = Arc::clone(&connections).try_acquire_owned() else { continue };
        // Small messages should not wait for others.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = Connection::new(stream, place);
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits::HEAD)
                .max_buf_size(HEAD_BYTES)
                .serve_connection(TokioIo::new(connection), service)
                .with_upgrades();
            // A connection that breaks is nobody's concern.
            let _ = connection.await;
        });
    }
}

/// Waits until the server closes.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // Whoever would say so is gone: then it closes too.
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

/// A page opens its socket.
async fn enter(State(entrance): State<Entrance>, upgrade: WebSocketUpgrade) -> Response {
    let Entrance { house, closing, sockets } = entrance;
    let Ok(place) = sockets.try_acquire_owned() else {
        let sentence = format!("at most {} pages can be open at once\n", limits::SOCKETS);
        return (StatusCode::SERVICE_UNAVAILABLE, sentence).into_response();
    };
    upgrade.max_message_size(MESSAGE_BYTES).max_frame_size(MESSAGE_BYTES).on_upgrade(
        async move |stream| {
            socket::serve(stream, house, closing).await;
            drop(place);
        },
    )
}
