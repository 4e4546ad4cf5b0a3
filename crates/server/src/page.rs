//! The page: files that are part of the program.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// A file of the page.
struct File {
    /// Its path, beginning with a slash.
    path: &'static str,
    /// What it is.
    kind: &'static str,
    /// A name for just this content.
    tag: &'static str,
    plain: &'static [u8],
    gzip: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Answers with a file of the page. Paths that name no file are views of the
/// page, which finds its way by itself.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let is_view = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let is_interface = path.starts_with("/api/");
    let wanted = if is_view && !is_interface { "/index.html" } else { path };
    let Some(file) = FILES.iter().find(|file| file.path == wanted) else {
        return (StatusCode::NOT_FOUND, "there is nothing here\n").into_response();
    };
    let is_known = headers.get(IF_NONE_MATCH).is_some_and(|tag| tag == file.tag);
    let keep = match wanted.starts_with("/assets/") {
        // Their names change with their content.
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let always = [(CACHE_CONTROL, keep), (ETAG, file.tag), (VARY, "accept-encoding")];
    if is_known {
        return (StatusCode::NOT_MODIFIED, always).into_response();
    }
    let kind = (CONTENT_TYPE, file.kind);
    match takes_gzip(&headers) && file.gzip.len() < file.plain.len() {
        true => (always, [kind, (CONTENT_ENCODING, "gzip")], Body::from(file.gzip)).into_response(),
        false => (always, [kind], Body::from(file.plain)).into_response(),
    }
}

/// Whether the browser takes what is compressed so.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|codings| {
        codings.split(',').any(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
            let weight = weight.trim().strip_prefix("q=").map(str::trim);
            name.trim() == "gzip" && weight.is_none_or(|weight| weight.parse() != Ok(0.0))
        })
    })
}
