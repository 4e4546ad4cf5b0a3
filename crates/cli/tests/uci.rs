//! `plywise uci` as programs see it.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        Engine::start_with(&["uci"])
    }

    fn start_with(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plywise"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// All lines up to the one that begins with `word`.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the end instead of {word}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    fn ask(&mut self, line: &str, word: &str) -> Vec<String> {
        self.say(line);
        self.until(word)
    }
}

#[test]
fn every_check_of_our_own_suite_passes() {
    let plywise = env!("CARGO_BIN_EXE_plywise");
    // Slack without end: how quick it is, is for a quiet machine to say.
    let outcome = Command::new(plywise)
        .args(["uci-check", "--slack", "60000", "--patience", "120", "--json", plywise, "uci"])
        .output()
        .unwrap();
    let verdicts: serde_json::Value = serde_json::from_slice(&outcome.stdout).unwrap();
    for verdict in verdicts.as_array().unwrap() {
        assert_eq!(verdict["result"], "ok", "{verdict}");
    }
    assert!(outcome.status.success());
    assert_eq!(verdicts.as_array().unwrap().len(), uci::conformance::CHECKS.len());
}

#[test]
fn an_engine_that_is_none_fails_the_suite() {
    let plywise = env!("CARGO_BIN_EXE_plywise");
    let missing =
        Command::new(plywise).args(["uci-check", "no-such-engine-anywhere"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(1));
    let said = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(said.contains("cannot start 'no-such-engine-anywhere'"), "{said}");
    let silent = Command::new(plywise)
        .args(["uci-check", "--patience", "1", plywise, "perft", "1"])
        .output()
        .unwrap();
    assert_eq!(silent.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&silent.stdout).starts_with("wrong"));
}

#[test]
fn a_program_that_says_nothing_gets_an_engine() {
    let mut engine = Engine::start_with(&[]);
    engine.ask("uci", "uciok");
    engine.ask("go depth 1", "bestmove");
}

#[test]
fn genfens_prints_openings() {
    let order = |seed| {
        let order = format!("genfens 3 seed {seed} book None");
        let mut engine = Engine::start_with(&[&order, "quit"]);
        let lines = (0..3).map(|_| engine.until("info string genfens ").pop().unwrap());
        lines.collect::<Vec<_>>()
    };
    for line in order(5) {
        let fen = line.trim_start_matches("info string genfens ");
        assert!(fen.parse::<chess::Position>().is_ok(), "{fen}");
    }
    assert_eq!(order(5), order(5));
    assert_ne!(order(5), order(6));
    // Words for another engine hold nobody up: OpenBench reads nothing but openings, and waits for them.
    let mut engine = Engine::start_with(&["genfens 1 seed 5 book None dfrc", "quit"]);
    let said = engine.until("info string genfens ");
    assert_eq!(said[0], "info string not known and passed over: dfrc");
    assert_eq!(said[1..], order(5)[..1]);
}

#[test]
fn one_thread_searches_the_same_nodes_again() {
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let mut engine = Engine::start();
        engine.ask("isready", "readyok");
        engine.say("position startpos moves d2d4");
        let lines = engine.ask("go depth 9", "bestmove");
        let last = lines[lines.len() - 2].clone();
        let words: Vec<&str> = last.split(' ').collect();
        let at = words.iter().position(|&word| word == "nodes").unwrap();
        nodes.push((words[at + 1].to_owned(), lines.last().unwrap().clone()));
    }
    assert_eq!(nodes[0], nodes[1]);
}

#[test]
fn options_asked_for_during_a_search_hold_after_it() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.say("setoption name MultiPV value 3");
    engine.say("setoption name Hash value 2");
    engine.ask("isready", "readyok");
    engine.ask("stop", "bestmove");
    let lines = engine.ask("go depth 2", "bestmove");
    assert!(lines.iter().any(|line| line.contains("multipv 3")), "{lines:?}");
}

#[test]
fn a_second_go_answers_the_first() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.say("position startpos moves e2e4");
    engine.say("go depth 1");
    let first = engine.until("bestmove").pop().unwrap();
    let second = engine.until("bestmove").pop().unwrap();
    let start = chess::Position::start();
    assert!(start.parse_uci(first.split(' ').nth(1).unwrap()).is_ok(), "{first}");
    assert!(start.parse_uci(second.split(' ').nth(1).unwrap()).is_err(), "{second}");
}

#[test]
fn perft_show_and_eval_answer() {
    let mut engine = Engine::start();
    let lines = engine.ask("go perft 3", "Nodes searched: 8902");
    assert!(lines.contains(&"e2e4: 600".to_owned()), "{lines:?}");
    engine.ask("d", "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    engine.say("eval");
    let lines = engine.ask("isready", "readyok");
    assert!(lines.len() > 5, "{lines:?}");
}

#[test]
fn perft_goes_so_deep_and_no_deeper() {
    let mut engine = Engine::start();
    for depth in ["65", "4294967295", "99999999999999999999"] {
        let said = engine.ask(&format!("go perft {depth}"), "info string").pop().unwrap();
        assert!(said.contains("perft counts 0 to 64 half-moves, not "), "{said}");
    }
    engine.ask("go perft 0", "Nodes searched: 1");
    engine.ask("go perft 5", "Nodes searched: 4865609");
}

#[test]
fn a_count_that_never_ends_is_ended() {
    let mut engine = Engine::start();
    engine.say("go perft 64");
    engine.ask("isready", "readyok");
    engine.ask("stop", "info string perft was stopped");
    // The next command, the end and the end of the input stop it as well.
    engine.say("go perft 64");
    engine.say("go perft 2");
    engine.until("info string perft was stopped");
    engine.until("Nodes searched: 400");
    engine.ask("go perft 64\nquit", "info string perft was stopped");
    assert!(engine.child.wait().unwrap().success());
    let mut engine = Engine::start();
    engine.say("go perft 64");
    engine.input = None;
    assert!(engine.child.wait().unwrap().success());
}

/// The signature of the search with the network that ships. A commit that changes
/// what the search visits changes this number too, and ends with `Bench: N`.
const BENCH: u64 = 1_411_650;

#[test]
fn a_bench_keeps_nobody_waiting_and_counts_the_pinned_nodes() {
    let mut engine = Engine::start();
    let before = engine.ask("bench\nisready", "readyok");
    assert_eq!(before, ["readyok"]);
    engine.say("quit");
    let mut number = String::new();
    engine.output.read_line(&mut number).unwrap();
    let nodes = number.trim_end().strip_suffix(" nps").and_then(|rest| rest.split_once(" nodes "));
    assert_eq!(nodes.map(|(nodes, _)| nodes), Some(BENCH.to_string().as_str()), "{number}");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn a_clock_left_out_stands_at_zero() {
    let mut engine = Engine::start();
    for position in ["position startpos", "position startpos moves e2e4"] {
        for clock in ["wtime 50", "btime 50", "winc 10 binc 10", "winc 10", "movestogo 5"] {
            engine.say(position);
            let lines = engine.ask(&format!("go {clock}"), "bestmove");
            assert!(lines[0].starts_with("info depth 1 "), "{lines:?}");
        }
    }
    // Not where something else ends the search.
    let lines = engine.ask("go depth 6 winc 0 binc 0", "bestmove");
    assert!(lines[lines.len() - 2].starts_with("info depth 6 "), "{lines:?}");
}

#[test]
fn a_limit_that_cannot_be_read_ends_the_search_at_once() {
    let mut engine = Engine::start();
    // More strange words than there are remarks about them hide none of it.
    let strange = format!("{}depth three", "word ".repeat(20));
    for limit in
        ["wtime soon btime later", "depth three", "movetime", "nodes 1e6 ponderhit", &strange]
    {
        let lines = engine.ask(&format!("go {limit}"), "bestmove");
        assert!(lines[0].starts_with("info string "), "{lines:?}");
        let deepest = lines.iter().rfind(|line| line.starts_with("info depth ")).unwrap();
        assert!(deepest.starts_with("info depth 1 "), "{lines:?}");
    }
    for limit in ["mate 0", "mate -3"] {
        let lines = engine.ask(&format!("go {limit}"), "bestmove");
        assert!(lines[lines.len() - 2].starts_with("info depth 1 "), "{lines:?}");
    }
    let lines = engine.ask("go depth three nodes 3000", "bestmove");
    assert!(lines[lines.len() - 2].contains("info depth"), "{lines:?}");
    assert!(!lines[lines.len() - 2].starts_with("info depth 1 "), "{lines:?}");
}

/// Here the king's step is another legal move.
#[test]
fn castling_that_is_not_usual_is_told_from_a_step_of_the_king() {
    let mut engine = Engine::start();
    engine.say("position fen 8/8/8/8/8/8/k7/1R3K1R w HB - 0 1");
    let lines = engine.ask("go depth 2 searchmoves f1h1", "bestmove");
    assert!(lines.last().unwrap().starts_with("bestmove f1h1"), "{lines:?}");
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let lines = engine.ask("go depth 2 searchmoves e1g1", "bestmove");
    assert!(lines.last().unwrap().starts_with("bestmove e1g1"), "{lines:?}");
}

#[test]
fn the_book_is_for_games() {
    let mut engine = Engine::start();
    engine.say("setoption name OwnBook value true");
    assert_eq!(engine.ask("go depth 3", "bestmove").len(), 1);
    assert!(engine.ask("go mate 1 nodes 1000", "bestmove").len() > 1);
    engine.say("setoption name UCI_AnalyseMode value true");
    assert!(engine.ask("go depth 3", "bestmove").len() > 1);
    engine.say("setoption name UCI_AnalyseMode value false");
    engine.say("setoption name MultiPV value 2");
    assert!(engine.ask("go depth 3", "bestmove").len() > 1);
}

#[test]
fn who_wants_no_move_gets_none_and_no_score() {
    let mut engine = Engine::start();
    // Nobody can win any more, whatever the score.
    engine.say("setoption name UCI_ShowWDL value true");
    engine.say("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let lines = engine.ask("go depth 3", "bestmove");
    let scored = lines.iter().filter(|line| line.contains(" score "));
    assert!(scored.clone().count() > 0, "{lines:?}");
    assert!(scored.clone().all(|line| line.contains(" wdl 0 1000 0 ")), "{lines:?}");
    engine.say("setoption name UCI_ShowWDL value false");
    engine.say("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let lines = engine.ask("go depth 3 searchmoves 0000", "bestmove");
    assert_eq!(lines, ["info depth 0", "bestmove (none)"]);
    engine.say("position fen R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1");
    let lines = engine.ask("go depth 3", "bestmove");
    assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
}

#[test]
fn finished_games_have_their_chances() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_ShowWDL value true");
    for (fen, told) in [
        ("R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1", "info depth 0 score mate 0 wdl 0 0 1000"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score cp 0 wdl 0 1000 0"),
    ] {
        engine.say(&format!("position fen {fen}"));
        assert_eq!(engine.ask("go depth 3", "bestmove"), [told, "bestmove (none)"]);
    }
    engine.say("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let lines = engine.ask("go depth 3 searchmoves 0000", "bestmove");
    assert_eq!(lines, ["info depth 0", "bestmove (none)"], "not finished");
}

#[test]
fn a_byte_order_mark_before_the_first_word_is_skipped() {
    let mut engine = Engine::start();
    let lines = engine.ask("\u{feff}uci", "uciok");
    assert!(lines[0].starts_with("id name Plywise"), "{lines:?}");
}

#[cfg(unix)]
#[test]
fn files_that_are_none_are_refused() {
    let mut engine = Engine::start();
    for option in ["BookFile", "EvalFile"] {
        engine.say(&format!("setoption name {option} value /dev/zero"));
        let lines = engine.ask("isready", "readyok");
        assert!(lines[0].ends_with("it is not a plain file"), "{lines:?}");
    }
    let lines = engine.ask("bench 16 1 13\nisready", "readyok");
    assert!(lines[0].contains("'16 1 13' is ignored"), "{lines:?}");
}

#[test]
fn weaker_play_shows_the_move_it_plays() {
    let mut engine = Engine::start();
    let mut others = 0;
    for (option, wanted) in [("Skill Level value 0", 1), ("Skill Level value 3", 3)] {
        engine.say(&format!("setoption name {option}"));
        engine.say(&format!("setoption name MultiPV value {wanted}"));
        for _ in 0..20 {
            // Another game, other dice: within one the same position has one answer.
            engine.say("ucinewgame");
            let lines = engine.ask("go depth 4", "bestmove");
            let number = |line: &String| {
                line.split("multipv ")
                    .nth(1)
                    .map(|rest| rest.split(' ').next().unwrap().parse::<usize>().unwrap())
            };
            assert_eq!(lines.iter().filter_map(number).max(), Some(wanted), "{lines:?}");
            let last = |number: usize| {
                let mark = format!("multipv {number} ");
                let line = lines.iter().rfind(|line| line.contains(&mark)).unwrap();
                line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
            };
            let best = lines.last().unwrap().split(' ').nth(1).unwrap();
            assert_eq!(last(1), best, "{lines:?}");
            let shown: std::collections::HashSet<String> = (1..=wanted).map(last).collect();
            assert_eq!(shown.len(), wanted, "{lines:?}");
            let first = lines.iter().find(|line| line.contains("multipv 1 ")).unwrap();
            others += usize::from(!first.contains(&format!(" pv {best}")));
        }
    }
    assert!(others > 0, "it always played the first move it thought of");
}

#[test]
fn several_lines_are_all_shown_with_mate_found() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 2");
    engine.say("position fen 7k/R7/1R6/8/8/8/8/K7 w - - 0 1");
    let lines = engine.ask("go depth 6", "bestmove");
    for number in ["multipv 1 ", "multipv 2 "] {
        assert_eq!(lines.iter().filter(|line| line.contains(number)).count(), 6, "{lines:?}");
    }
}

#[test]
fn an_argument_too_many_is_named() {
    let said = Command::new(env!("CARGO_BIN_EXE_plywise")).args(["uci", "extra"]).output().unwrap();
    assert_eq!(said.status.code(), Some(2));
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert_eq!(said.trim_end(), "plywise: 'extra' is not known to 'uci'; it takes no arguments");
}

#[test]
fn a_position_is_shown_and_turned_round() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4");
    let lines = engine.ask("d", "Checkers:");
    assert!(lines.contains(&"|   |   |   |   | P |   |   |   | 4".to_owned()), "{lines:?}");
    engine.say("flip");
    engine.ask("d", "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let built = engine.ask("compiler", "network arithmetic: ");
    assert!(built.iter().any(|line| line.contains(", built by rustc 1.")), "{built:?}");
    let help = engine.ask("help", "  help");
    assert!(help.iter().any(|line| line.contains("export_net FILE")), "{help:?}");
}

#[test]
fn the_exported_network_is_the_one_in_use() {
    let folder = std::env::temp_dir().join(format!("plywise-export-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [mine, first, second] =
        ["a b.nnue", "first.nnue", "second.nnue"].map(|name| folder.join(name));
    let network = eval::nnue::Network::random(64, 5).unwrap().write();
    std::fs::write(&mine, &network).unwrap();
    let mut engine = Engine::start();
    let mut remark = |line: String| engine.ask(&line, "info string").pop().unwrap();
    // The one that ships, then one from a file, told during a search as well.
    assert!(remark(format!("export_net {}", first.display())).contains("the network is in '"));
    let ships = eval::nnue::Network::embedded().write();
    assert_eq!(std::fs::read(&first).unwrap(), ships);
    assert!(remark(format!("export_net {}", first.display())).contains("exists already"));
    assert!(remark("export_net".to_owned()).contains("lacks a file to write"));
    engine.say(&format!("setoption name EvalFile value {}", mine.display()));
    engine.say("go infinite");
    let said = engine.ask(&format!("export_net {}", second.display()), "info string");
    assert!(said.last().unwrap().contains("the network is in '"), "{said:?}");
    engine.ask("stop", "bestmove");
    assert_eq!(std::fs::read(&second).unwrap(), network);
    engine.ask("setoption name Evaluation value tuned", "info string EvalFile is of");
    let said = engine.ask("export_net third.nnue", "info string");
    assert!(said.last().unwrap().contains("'tuned', has no network"), "{said:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_file_is_used_in_whichever_order_options_come() {
    let folder = std::env::temp_dir().join(format!("plywise-order-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [network, sheet] = ["mine.nnue", "mine.weights"].map(|name| folder.join(name));
    let mine = eval::nnue::Network::random(64, 7).unwrap().write();
    std::fs::write(&network, &mine).unwrap();
    std::fs::write(&sheet, eval::sheet::write(&eval::Tuned::default())).unwrap();
    let [network, sheet] =
        [network, sheet].map(|path| format!("EvalFile value {}", path.display()));
    let [nnue, tuned] = ["Evaluation value nnue", "Evaluation value tuned"];
    let ships = eval::nnue::Network::embedded().write();
    let written = |number: usize, options: &[&str]| {
        let mut engine = Engine::start();
        for option in options {
            engine.say(&format!("setoption name {option}"));
        }
        engine.ask("isready", "readyok");
        let file = folder.join(number.to_string());
        engine.ask(&format!("export_net {}", file.display()), "info string");
        std::fs::read(file).ok()
    };
    let (mine, ships) = (Some(mine), Some(ships));
    for (number, (options, expected)) in [
        (vec![network.as_str(), nnue], &mine),
        (vec![nnue, network.as_str()], &mine),
        (vec![network.as_str(), tuned, nnue], &mine),
        (vec![tuned, network.as_str(), nnue], &mine),
        (vec![network.as_str(), nnue, "EvalFile value /no/such.nnue"], &mine),
        (vec![network.as_str(), nnue, "EvalFile value <empty>"], &ships),
        // Without a network there is nothing to write.
        (vec![network.as_str(), tuned], &None),
        (vec![tuned, network.as_str()], &None),
        (vec![sheet.as_str(), nnue], &None),
        (vec![nnue, sheet.as_str()], &None),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(written(number, &options) == *expected, "{options:?}");
    }
    let mut engine = Engine::start();
    engine.say(&format!("setoption name {network}"));
    let said = engine.ask(&format!("setoption name {tuned}"), "info string").pop().unwrap();
    assert!(
        said.ends_with("EvalFile is of 'nnue' and waits while Evaluation is 'tuned'"),
        "{said}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_end_of_the_input_ends_the_search_with_its_move() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.until("info depth 1");
    engine.input = None;
    engine.until("bestmove");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn a_closed_output_ends_the_program() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.until("info depth 1");
    let Engine { mut child, input, output } = engine;
    drop(output);
    // The input stays open: it is the output that nobody reads.
    assert!(child.wait().unwrap().success());
    drop(input);
}
