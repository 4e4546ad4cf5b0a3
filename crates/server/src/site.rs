//! A static site (`make site`) handed out below `/site/`: its visitors' browsers think
//! for themselves. The files are read once, when the server starts, so that nothing
//! that a visitor says reaches a path.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path as Wanted, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};

/// The most bytes of a site: many times those of ours.
const MOST: u64 = 256 << 20;
/// As for the page, and programs of WebAssembly may run.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; \
    manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The files of a site, by their paths in its folder.
pub(crate) struct Site {
    files: HashMap<String, Bytes>,
    /// The page for an address of any depth: what it loads is named from the root.
    page: Bytes,
}

impl Site {
    /// Reads a site; a sentence if the folder is none.
    pub(crate) fn read(folder: &Path) -> Result<Site, String> {
        let said = |what: &dyn std::fmt::Display| {
            format!("the site in {}: {what}; `make site` builds one", folder.display())
        };
        let mut files = HashMap::new();
        let mut left = MOST;
        read_all(folder, "", &mut files, &mut left).map_err(|error| said(&error))?;
        let index = files.get("index.html").filter(|_| files.contains_key("pieces.json"));
        let index = index.ok_or_else(|| said(&"there is no index.html with a pieces.json"))?;
        let html = str::from_utf8(index).map_err(|error| said(&error))?;
        let page = Bytes::from(html.replace("=\"./", "=\"/site/"));
        Ok(Site { files, page })
    }
}

fn read_all(
    folder: &Path,
    prefix: &str,
    files: &mut HashMap<String, Bytes>,
    left: &mut u64,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, name) = (entry.path(), format!("{prefix}{name}"));
        // A link may lead to what is no part of the site.
        let kind = entry.file_type()?;
        if kind.is_dir() {
            read_all(&path, &format!("{name}/"), files, left)?;
        } else if kind.is_file() {
            let length = entry.metadata()?.len();
            let too_large = || io::Error::other("it is too large for a site");
            *left = left.checked_sub(length).ok_or_else(too_large)?;
            files.insert(name, fs::read(&path)?.into());
        }
    }
    Ok(())
}

/// `/site` without its slash.
pub(crate) async fn root() -> Redirect {
    Redirect::permanent("/site/")
}

/// `/site/` itself.
pub(crate) async fn index(State(site): State<Arc<Site>>) -> Response {
    answer(&site, "index.html")
}

/// A file of the site, or the page for one of its views.
pub(crate) async fn file(State(site): State<Arc<Site>>, Wanted(path): Wanted<String>) -> Response {
    answer(&site, &path)
}

fn answer(site: &Site, path: &str) -> Response {
    let is_view = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let (name, bytes) = match site.files.get(path) {
        Some(bytes) if path != "index.html" => (path, bytes),
        _ if is_view || path == "index.html" => ("index.html", &site.page),
        _ => return (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    };
    let keep = match name.starts_with("assets/") {
        // Their names change with their content.
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let headers =
        [(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, keep), (CONTENT_SECURITY_POLICY, POLICY)];
    (headers, bytes.clone()).into_response()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_no_site_is_said() {
        let folder = std::env::temp_dir().join(format!("plywise-no-site-{}", std::process::id()));
        let refused = |what: &str| {
            let sentence = Site::read(&folder).err().unwrap();
            assert!(sentence.contains(what) && sentence.contains("make site"), "{sentence}");
        };
        refused("No such file");
        fs::create_dir_all(folder.join("assets")).unwrap();
        refused("no index.html");
        fs::write(folder.join("index.html"), "<link href=\"./assets/a.js\">").unwrap();
        fs::write(folder.join("pieces.json"), "{}").unwrap();
        fs::write(folder.join("assets/a.js"), "1").unwrap();
        let site = Site::read(&folder).unwrap();
        assert_eq!(&site.page[..], b"<link href=\"/site/assets/a.js\">");
        assert_eq!(answer(&site, "assets/a.js").status(), StatusCode::OK);
        assert_eq!(answer(&site, "play/abc").status(), StatusCode::OK);
        assert_eq!(answer(&site, "../secret.txt").status(), StatusCode::NOT_FOUND);
        fs::remove_dir_all(folder).unwrap();
    }
}
