//! The server: started, asked where it is, and ended in good order.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::{Engines, House, MemoryStore, Store};
use engine::Tablebases;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};

use crate::guard::Guard;
use crate::site::Site;
use crate::store::SqliteStore;
use crate::{limits, listen};

/// How a server is to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerOptions {
    /// The address or name to listen at; this computer alone unless told otherwise.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder of the kept games; they are forgotten without one.
    pub data: Option<PathBuf>,
    /// Folders of endgame tables.
    pub tablebases: Vec<PathBuf>,
    /// Engines that pages may play against.
    pub engines: Engines,
    /// The folder of a static site, handed out below `/site/`.
    pub site: Option<PathBuf>,
}

impl ServerOptions {
    /// The usual address: this computer alone.
    pub const HOST: &'static str = "127.0.0.1";
    /// The usual port.
    pub const PORT: u16 = 8118;
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        ServerOptions {
            host: ServerOptions::HOST.to_owned(),
            port: ServerOptions::PORT,
            data: None,
            tablebases: Vec::new(),
            engines: Engines::default(),
            site: None,
        }
    }
}

/// Why a server did not start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartError {
    /// Somebody else listens at this port.
    PortTaken(u16),
    /// Something else: a sentence.
    Other(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::PortTaken(port) => {
                write!(f, "port {port} is taken; --port N takes another, --port 0 any that is free")
            }
            StartError::Other(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for StartError {}

/// A server at work. It ends when it is dropped; [`Server::close`] ends it in
/// good order.
pub struct Server {
    runtime: Option<Runtime>,
    house: Arc<House>,
    closing: watch::Sender<bool>,
    sockets: Arc<Semaphore>,
    address: SocketAddr,
    token: Option<String>,
    warnings: Vec<String>,
    keeps_games: bool,
}

/// Letters of a token.
const TOKEN: usize = 24;
/// How long pages are given to say good-bye. Their games were saved move by move, and
/// whoever pressed a key wants to see an end within a second.
const FAREWELL: Duration = Duration::from_millis(600);

impl Server {
    /// Starts a server; it works on threads of its own.
    pub fn start(options: &ServerOptions) -> Result<Server, StartError> {
        let other = |sentence: String| StartError::Other(sentence);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let runtime = Builder::new_multi_thread()
            .worker_threads(cores.clamp(2, 4))
            .max_blocking_threads(limits::CLERKS)
            .thread_name("server")
            .enable_all()
            .build()
            .map_err(|error| other(format!("this computer starts no more threads: {error}")))?;
        let listener = bind(&options.host, options.port)?;
        let address = listener.local_addr().map_err(|error| other(error.to_string()))?;
        let token = match address.ip().is_loopback() {
            true => None,
            false => Some(app::random_name(TOKEN).map_err(other)?),
        };
        let mut warnings = Vec::new();
        let tablebases = match &options.tablebases[..] {
            [] => None,
            folders => Some(Tablebases::open(folders).map_err(|error| other(error.to_string()))?),
        };
        let site = options.site.as_deref().map(Site::read).transpose().map_err(other)?;
        let store = store(options.data.as_deref(), &mut warnings);
        let keeps_games = store.is_some();
        let store = store.unwrap_or_else(|| Box::new(MemoryStore::default()));
        let house = House::open(store, tablebases, cores).map_err(other)?;
        let house = house.with_engines(options.engines.clone()).with_warnings(&warnings);
        let house = Arc::new(house);
        let mut names = vec![options.host.clone()];
        if token.is_some() {
            names.extend(own_names());
        }
        let guard = Arc::new(Guard { names, token: token.clone() });
        let sockets = Arc::new(Semaphore::new(limits::SOCKETS));
        let (closing, closes) = watch::channel(false);
        let door = listen::listen(
            listener,
            Arc::clone(&house),
            guard,
            site.map(Arc::new),
            Arc::clone(&sockets),
            closes,
        );
        runtime.spawn(door);
        // The table of openings takes a moment to build: not at the first move.
        runtime.spawn_blocking(|| chess::openings::of_position(&chess::Position::start()));
        let runtime = Some(runtime);
        Ok(Server { runtime, house, closing, sockets, address, token, warnings, keeps_games })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to open in a browser, with the token if one is needed.
    pub fn url(&self) -> String {
        let address = match self.address.ip() {
            // Everywhere is no place to go to.
            ip if ip.is_unspecified() => {
                SocketAddr::new(IpAddr::from([127, 0, 0, 1]), self.address.port())
            }
            _ => self.address,
        };
        self.url_at(address)
    }

    /// What other computers are to open, where that is another address.
    pub fn url_for_others(&self) -> Option<String> {
        let ip = self.address.ip().is_unspecified().then(outward)??;
        Some(self.url_at(SocketAddr::new(ip, self.address.port())))
    }

    fn url_at(&self, address: SocketAddr) -> String {
        match &self.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Where other computers find the static site, which needs no token; this one where
    /// it listens to no other.
    pub fn site_url(&self) -> String {
        let ip = match self.address.ip() {
            ip if ip.is_unspecified() => outward().unwrap_or(IpAddr::from([127, 0, 0, 1])),
            ip => ip,
        };
        format!("http://{}/site/", SocketAddr::new(ip, self.address.port()))
    }

    /// What is not as it should be, though the server works: sentences.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Whether games stay when the server ends.
    pub fn keeps_games(&self) -> bool {
        self.keeps_games
    }

    /// Says good-bye to all pages, saves their games and ends.
    pub fn close(mut self) {
        self.closing.send_replace(true);
        let until = Instant::now() + FAREWELL;
        let is_busy =
            || self.sockets.available_permits() < limits::SOCKETS || self.house.open_games() > 0;
        while is_busy() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        self.end();
    }

    fn end(&mut self) {
        self.house.close();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({})", self.address)
    }
}

/// The kept games of a folder; none where there is no folder, or they cannot be used.
fn store(folder: Option<&Path>, warnings: &mut Vec<String>) -> Option<Box<dyn Store>> {
    match SqliteStore::open(folder?) {
        Ok(store) => Some(Box::new(store)),
        Err(sentence) => {
            warnings.push(format!("{sentence}; games of this run will not be kept"));
            None
        }
    }
}

/// The address by which this computer speaks to others. Nothing is sent to find out.
fn outward() -> Option<IpAddr> {
    /// Addresses kept for documentation: nobody has them, but there is a way to them.
    const ELSEWHERE: [(&str, &str); 2] =
        [("0.0.0.0:0", "192.0.2.1:9"), ("[::]:0", "[2001:db8::1]:9")];
    let found = ELSEWHERE.into_iter().find_map(|(from, to)| {
        let socket = UdpSocket::bind(from).ok()?;
        socket.connect(to).ok()?;
        Some(socket.local_addr().ok()?.ip())
    });
    found.filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
}

/// The names that other computers may know this one by.
fn own_names() -> Vec<String> {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let named = ["HOSTNAME", "COMPUTERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    let name = told.or(named).map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    name.map_or(Vec::new(), |name| vec![format!("{name}.local"), name])
}

fn bind(host: &str, port: u16) -> Result<TcpListener, StartError> {
    let unknown = |error: &dyn fmt::Display| {
        let host = chess::quote(host);
        StartError::Other(format!(
            "cannot listen at '{host}': {error}; --host takes an address or a name of this computer"
        ))
    };
    let addresses: Vec<SocketAddr> =
        (host, port).to_socket_addrs().map_err(|error| unknown(&error))?.collect();
    match TcpListener::bind(&addresses[..]).and_then(without_waiting) {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Err(StartError::PortTaken(port)),
        Err(error) => Err(unknown(&error)),
    }
}

/// As tasks need it.
fn without_waiting(listener: TcpListener) -> io::Result<TcpListener> {
    listener.set_nonblocking(true)?;
    Ok(listener)
}
