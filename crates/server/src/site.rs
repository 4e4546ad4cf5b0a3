//! A static site (`make site`) handed out below `/site/`: its visitors' browsers think
//! for themselves. The files are read once, when the server starts, so that nothing
//! that a visitor says reaches a path. Those that the build wrote compressed as well
//! (`NAME.gz`) go out so where the browser takes them; what it has already is not sent again.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path as Wanted, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};

use crate::page::takes_gzip;

/// The most bytes of a site: many times those of ours.
const MOST: u64 = 256 << 20;
/// As for the page, and programs of WebAssembly may run.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; \
    manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Digits of a hash in the name of a file.
const HASH_DIGITS: usize = 8;

/// A file of a site.
struct File {
    plain: Bytes,
    gzip: Option<Bytes>,
    /// A name for just this content.
    tag: String,
}

impl File {
    fn new(plain: Bytes, gzip: Option<Bytes>) -> File {
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        File { plain, gzip, tag: format!("\"{:016x}\"", hasher.finish()) }
    }
}

/// The files of a site, by their paths in its folder.
pub(crate) struct Site {
    files: HashMap<String, File>,
    /// The page for an address of any depth: what it loads is named from the root.
    page: File,
}

impl Site {
    /// Reads a site; a sentence if the folder is none.
    pub(crate) fn read(folder: &Path) -> Result<Site, String> {
        let said = |what: &dyn std::fmt::Display| {
            format!("the site in {}: {what}; `make site` builds one", folder.display())
        };
        let mut read = HashMap::new();
        let mut left = MOST;
        read_all(folder, "", &mut read, &mut left).map_err(|error| said(&error))?;
        let index = read.get("index.html").filter(|_| read.contains_key("pieces.json"));
        let index = index.ok_or_else(|| said(&"there is no index.html with a pieces.json"))?;
        let html = str::from_utf8(index).map_err(|error| said(&error))?;
        let page = File::new(Bytes::from(html.replace("=\"./", "=\"/site/")), None);
        let packed =
            |name: &String| name.strip_suffix(".gz").is_some_and(|plain| read.contains_key(plain));
        let plain = read.iter().filter(|(name, _)| !packed(name));
        let file = |(name, bytes): (&String, &Bytes)| {
            let gzip = read.get(&format!("{name}.gz")).cloned();
            (name.clone(), File::new(bytes.clone(), gzip))
        };
        Ok(Site { files: plain.map(file).collect(), page })
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
pub(crate) async fn index(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    answer(&site, "index.html", &headers)
}

/// A file of the site, or the page for one of its views.
pub(crate) async fn file(
    State(site): State<Arc<Site>>,
    Wanted(path): Wanted<String>,
    headers: HeaderMap,
) -> Response {
    answer(&site, &path, &headers)
}

fn answer(site: &Site, path: &str, asked: &HeaderMap) -> Response {
    let is_view = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let (name, file) = match site.files.get(path) {
        Some(file) if path != "index.html" => (path, file),
        _ if is_view || path == "index.html" => ("index.html", &site.page),
        _ => return (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    };
    let keep = match says_its_content(name) {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let always = [
        (CACHE_CONTROL, keep),
        (CONTENT_SECURITY_POLICY, POLICY),
        (ETAG, &file.tag),
        (VARY, "accept-encoding"),
    ];
    if asked.get(IF_NONE_MATCH).is_some_and(|tag| *tag == file.tag) {
        return (StatusCode::NOT_MODIFIED, always).into_response();
    }
    let kind = (CONTENT_TYPE, kind(name));
    match file.gzip.as_ref().filter(|_| takes_gzip(asked)) {
        Some(gzip) => (always, [kind, (CONTENT_ENCODING, "gzip")], gzip.clone()).into_response(),
        None => (always, [kind], file.plain.clone()).into_response(),
    }
}

/// Whether a name changes with the content: browsers need not ask for such a file again.
fn says_its_content(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let hash = stem.rsplit_once('-').map(|(_, hash)| hash);
    name.starts_with("assets/")
        || hash.is_some_and(|hash| {
            hash.len() == HASH_DIGITS && hash.bytes().all(|digit| digit.is_ascii_hexdigit())
        })
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
    use axum::http::HeaderName;
    use axum::http::header::ACCEPT_ENCODING;

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
        assert_eq!(&site.page.plain[..], b"<link href=\"/site/assets/a.js\">");
        let ask = |path: &str| answer(&site, path, &HeaderMap::new()).status();
        assert_eq!(ask("assets/a.js"), StatusCode::OK);
        assert_eq!(ask("play/abc"), StatusCode::OK);
        assert_eq!(ask("../secret.txt"), StatusCode::NOT_FOUND);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_browser_has_is_not_sent_again_and_the_rest_is_compressed() {
        let name = "plywise-0123abcd.wasm";
        let file = File::new(Bytes::from_static(b"program"), Some(Bytes::from_static(b"gzip")));
        let tag = file.tag.clone();
        let page = File::new(Bytes::from_static(b"page"), None);
        let site = Site { files: HashMap::from([(name.to_owned(), file)]), page };
        let ask = |path: &str, asked: &[(HeaderName, &str)]| {
            let asked = asked.iter().map(|(name, value)| (name.clone(), value.parse().unwrap()));
            let asked: HeaderMap = asked.collect();
            let answer = answer(&site, path, &asked);
            let header =
                |name| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
            (answer.status(), header(CONTENT_ENCODING), header(CACHE_CONTROL), header(ETAG))
        };
        let (status, encoding, keep, etag) = ask(name, &[(ACCEPT_ENCODING, "deflate, gzip")]);
        assert_eq!((status, encoding.as_deref()), (StatusCode::OK, Some("gzip")));
        assert!(keep.is_some_and(|keep| keep.contains("immutable")));
        assert_eq!(etag, Some(tag.clone()));
        assert_eq!(ask(name, &[]).1, None);
        assert_eq!(ask(name, &[(ACCEPT_ENCODING, "gzip;q=0")]).1, None);
        assert_eq!(ask(name, &[(IF_NONE_MATCH, &tag)]).0, StatusCode::NOT_MODIFIED);
        let page = ask("play", &[(IF_NONE_MATCH, "\"another\"")]);
        assert_eq!((page.0, page.2.as_deref()), (StatusCode::OK, Some("no-cache")));
        assert!(!says_its_content("icon-192.png") && !says_its_content("pieces.json"));
    }
}
