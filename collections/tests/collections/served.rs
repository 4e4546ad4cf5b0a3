//! Endgame tables in the analysis of the page.

use app::protocol::{Ask, TablebaseVerdict, Tell};
use server::{Server, ServerOptions};

use super::page::{Page, at};
use super::syzygy;

#[tokio::test]
async fn endgame_tables_give_their_verdict() {
    let options = ServerOptions { port: 0, tablebases: vec![syzygy()], ..ServerOptions::default() };
    let server = Server::start(&options).unwrap();
    let mut page = Page::open(&server).await;
    for (fen, verdict) in [
        ("8/8/8/8/8/4k3/8/K6Q b - - 0 1", TablebaseVerdict::Win),
        ("k6q/8/4K3/8/8/8/8/8 w - - 0 1", TablebaseVerdict::Loss),
        ("8/8/8/8/4k3/8/4P3/4K3 b - - 0 1", TablebaseVerdict::Draw),
    ] {
        let id = page
            .ask(Ask::Analyse { place: at(fen), lines: 1, threads: None, hash: None, engine: None })
            .await;
        let is_told = |tell: &Tell| matches!(tell, Tell::Analysis(_));
        let told = page.wait(|message| message.id == Some(id) && is_told(&message.tell)).await;
        let Tell::Analysis(report) = told.tell else { panic!("an analysis") };
        let tablebase = report.tablebase.unwrap();
        assert_eq!(tablebase.verdict, verdict, "{fen}: {}", tablebase.sentence);
        assert!(!tablebase.best.is_empty());
    }
}
