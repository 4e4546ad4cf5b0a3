//! `plywise serve`: the board in the browser.

mod browser;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::Args;
use server::{Engines, Server, ServerOptions, StartError};

use crate::arguments::number;
use crate::data_folder;
use crate::failure::{Failure, print, remark};
use crate::interrupt::Interrupt;

/// Play, analyse, set up and watch searches in the browser
#[derive(Args)]
pub(crate) struct Serve {
    /// Port to listen at, 0 for any that is free (default: 8118, or the next that is free)
    #[arg(long, value_name = "N", value_parser = port, allow_negative_numbers = true)]
    port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Address to listen at; other computers then need the token that is shown
    #[arg(long, value_name = "ADDRESS", default_value = ServerOptions::HOST)]
    host: String,
    /// Folder with Syzygy tables for analysis; any number of them
    #[arg(long, value_name = "FOLDER")]
    tablebases: Vec<PathBuf>,
    /// Engine that the page may play against and analyse with, under a name: sf=stockfish,Hash=64; any number of them
    #[arg(long, value_name = "NAME=PROGRAM")]
    engine: Vec<String>,
    /// Folder of a static site (make site) to hand out below /site/: browsers that open it think for themselves
    #[arg(long, value_name = "FOLDER")]
    site: Option<PathBuf>,
}

fn port(text: &str) -> Result<u16, String> {
    number(text, 0..=u64::from(u16::MAX)).map(|port| port as u16)
}

/// Ports tried after the usual one, where nobody says which.
const MORE_PORTS: u16 = 10;
/// How often Ctrl-C is looked for.
const TICK: Duration = Duration::from_millis(100);

impl Serve {
    /// The server as the start menu begins it.
    pub(crate) fn in_browser() -> Serve {
        Serve {
            port: None,
            open: true,
            host: ServerOptions::HOST.to_owned(),
            tablebases: Vec::new(),
            engine: Vec::new(),
            site: None,
        }
    }

    pub(crate) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen("the page was not up yet");
        let data = data_folder::find();
        let server = self.start(data.as_deref())?;
        let kept = match &data {
            Some(folder) if server.keeps_games() => {
                format!("the games are kept in {}", folder.display())
            }
            Some(_) => "the games of this run are not kept".to_owned(),
            None => "nothing is kept, as there is no data folder".to_owned(),
        };
        interrupt.keep(kept.as_str());
        for sentence in server.warnings() {
            remark(sentence);
        }
        let url = server.url();
        print(&format!("Plywise is at {url} (Ctrl-C ends it)\n"))?;
        if let Some(url) = server.url_for_others() {
            print(&format!("For other computers: {url}\n"))?;
        }
        if self.site.is_some() {
            print(&format!(
                "The site, for browsers that think for themselves: {}\n",
                server.site_url()
            ))?;
        }
        if self.open
            && let Err(error) = browser::open(&url)
        {
            remark(&format!("no browser could be opened ({error}); open {url} in one"));
        }
        while !interrupt.is_raised() {
            thread::sleep(TICK);
        }
        server.close();
        remark(&format!("ended; {kept}"));
        Ok(())
    }

    /// The engines that were named.
    fn engines(&self) -> Result<Engines, Failure> {
        let mut engines = Engines::default();
        for text in &self.engine {
            engines.add(text).map_err(Failure::WrongUse)?;
        }
        Ok(engines)
    }

    fn start(&self, data: Option<&Path>) -> Result<Server, Failure> {
        let first = self.port.unwrap_or(ServerOptions::PORT);
        let last = self.port.unwrap_or(ServerOptions::PORT + MORE_PORTS);
        let mut options = ServerOptions {
            host: self.host.clone(),
            port: first,
            data: data.map(Path::to_owned),
            tablebases: self.tablebases.clone(),
            engines: self.engines()?,
            site: self.site.clone(),
        };
        loop {
            match Server::start(&options) {
                Ok(server) => return Ok(server),
                Err(StartError::PortTaken(port)) if port < last => options.port = port + 1,
                Err(error) => return Err(Failure::Failed(error.to_string())),
            }
        }
    }
}
