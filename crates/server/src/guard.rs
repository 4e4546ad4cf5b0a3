//! Who may speak to the server, and what browsers may do with its answers.
//!
//! A page of another site must not reach the engine through somebody's browser.
//! So the name under which the server is asked must be an address, `localhost` or
//! the name it was started with: that stops other names that were made to point
//! here (DNS rebinding). A request can name the server twice, in its first line and
//! in `Host`; both are checked. Requests that a browser sends for another site say so in `Origin`, and
//! are refused. Where the server listens to other computers, a token is needed
//! too.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What the server was started with.
pub(crate) struct Guard {
    /// The names or addresses it is known by.
    pub(crate) names: Vec<String>,
    /// What other computers must say.
    pub(crate) token: Option<String>,
}

const HEADERS: [(HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Lets a request pass, or refuses it with a sentence.
pub(crate) async fn watch(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let checked = guard.check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err((status, sentence)) => (status, format!("{sentence}\n")).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        // A site says itself what its page may do.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

type Refusal = (StatusCode, &'static str);

impl Guard {
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered here"));
        }
        let host = self.host(uri, headers)?;
        if let Some(origin) = headers.get(header::ORIGIN) {
            let is_own = origin.to_str().is_ok_and(|origin| {
                let authority = origin.strip_prefix("http://");
                authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
            });
            if !is_own {
                return Err((StatusCode::FORBIDDEN, "pages of other sites may not ask here"));
            }
        }
        let is_interface = uri.path().starts_with("/api/");
        let site = headers.get("sec-fetch-site");
        if is_interface && site.is_some_and(|site| site == "cross-site" || site == "same-site") {
            return Err((StatusCode::FORBIDDEN, "pages of other sites may not ask here"));
        }
        match &self.token {
            Some(token) if is_interface && !says(uri, token) => Err((
                StatusCode::UNAUTHORIZED,
                "this needs the token that plywise serve showed: open the address it printed",
            )),
            _ => Ok(()),
        }
    }

    /// The name under which this server is asked: the one in the request line, if
    /// there is one, else the one in `Host`.
    fn host<'a>(&self, uri: &'a Uri, headers: &'a HeaderMap) -> Result<&'a str, Refusal> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (host, second) = (hosts.next(), hosts.next());
        if second.is_some() {
            return Err((StatusCode::BAD_REQUEST, "a request has one Host header, not several"));
        }
        let host = host.and_then(|host| host.to_str().ok()).filter(|host| self.knows(host));
        let named = match uri.authority() {
            Some(authority) => Some(authority.as_str()).filter(|name| self.knows(name)),
            None => host,
        };
        host.and(named).ok_or((
            StatusCode::MISDIRECTED_REQUEST,
            "this is not the name of this server: ask by its address or by localhost",
        ))
    }

    /// Whether a name with its port, as in `Host`, is this server's.
    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((address, port)) => (address, port),
            None => host.split_at(host.find(':').unwrap_or(host.len())),
        };
        let port = port.strip_prefix(':').unwrap_or(port);
        port.bytes().all(|digit| digit.is_ascii_digit())
            && (name.parse::<IpAddr>().is_ok()
                || name.eq_ignore_ascii_case("localhost")
                || self.names.iter().any(|known| name.eq_ignore_ascii_case(known)))
    }
}

/// Whether the address says the token.
fn says(uri: &Uri, token: &str) -> bool {
    let said = uri.query().unwrap_or_default().split('&');
    said.filter_map(|pair| pair.strip_prefix("token=")).any(|said| is_same(said, token))
}

/// Compares without telling by its time how much was right.
fn is_same(said: &str, token: &str) -> bool {
    let pairs = said.bytes().zip(token.bytes());
    said.len() == token.len() && pairs.fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(token: Option<&str>, uri: &str, headers: &[(&'static str, &str)]) -> u16 {
        let guard = Guard { names: vec!["chess.home".to_owned()], token: token.map(str::to_owned) };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let checked = guard.check(&Method::GET, &uri.parse().unwrap(), &map);
        checked.map_or_else(|(status, _)| status.as_u16(), |()| 200)
    }

    #[test]
    fn names_and_origins() {
        for (status, headers) in [
            (200, vec![("host", "127.0.0.1:8118")]),
            (200, vec![("host", "localhost")]),
            (200, vec![("host", "[::1]:8118")]),
            (200, vec![("host", "chess.home:80")]),
            (200, vec![("host", "localhost:1"), ("origin", "http://localhost:1")]),
            (421, vec![("host", "evil.example:8118")]),
            (421, vec![("host", "localhost.evil.example")]),
            (421, vec![("host", "[::1]x")]),
            (421, vec![("host", "localhost:evil")]),
            (421, vec![]),
            (403, vec![("host", "localhost:1"), ("origin", "http://evil.example")]),
            (403, vec![("host", "localhost:1"), ("origin", "http://localhost:2")]),
            (403, vec![("host", "localhost:1"), ("origin", "https://localhost:1")]),
            (403, vec![("host", "localhost:1"), ("origin", "null")]),
            (403, vec![("host", "localhost:1"), ("sec-fetch-site", "cross-site")]),
        ] {
            assert_eq!(check(None, "/api/socket", &headers), status, "{headers:?}");
        }
    }

    #[test]
    fn every_name_in_a_request_counts() {
        let here = ("host", "localhost:1");
        for (status, uri, headers) in [
            (200, "http://localhost:1/api/socket", vec![here]),
            (200, "http://127.0.0.1:1/api/socket", vec![here]),
            (421, "http://evil.example/api/socket", vec![here]),
            (421, "http://localhost@evil.example/api/socket", vec![here]),
            (421, "http://localhost:1/api/socket", vec![("host", "evil.example")]),
            (421, "http://localhost:1/api/socket", vec![]),
            (400, "/api/socket", vec![here, ("host", "evil.example")]),
            (400, "/api/socket", vec![("host", "evil.example"), here]),
            (400, "/api/socket", vec![here, here]),
            // The request line names the server, so that is what a page must come from.
            (403, "http://127.0.0.1:1/api/socket", vec![here, ("origin", "http://localhost:1")]),
        ] {
            assert_eq!(check(None, uri, &headers), status, "{uri} {headers:?}");
        }
    }

    #[test]
    fn tokens() {
        let here = [("host", "127.0.0.1")];
        assert_eq!(check(Some("abc"), "/api/socket", &here), 401);
        assert_eq!(check(Some("abc"), "/api/socket?token=abd", &here), 401);
        assert_eq!(check(Some("abc"), "/api/socket?token=", &here), 401);
        assert_eq!(check(Some("abc"), "/api/socket?x=1&token=abc", &here), 200);
        assert_eq!(check(Some("abc"), "/assets/a.js", &here), 200);
    }
}
