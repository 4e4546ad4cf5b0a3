//! `plywise lab` and `plywise eval` as a user meets them: the real program.

#![allow(clippy::unwrap_used)] // helpers of tests

#[cfg(unix)]
use std::process::Command;

use crate::program::{plywise, refusal};
use serde_json::Value;

const BOARD_3: &str = "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1";
const BOARD_5: &str = "5k2/8/8/Q6q/8/PPP5/PPP5/K7 b - - 0 1";

/// What a successful run prints.
fn printed(arguments: &[&str]) -> String {
    let output = plywise(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    assert_eq!(said, "", "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

#[test]
fn eval_explains_term_by_term() {
    let text = printed(&["eval", "--eval", "phased", "--fen", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"]);
    assert!(text.contains("White") && text.contains("Black") && text.contains("difference"));
    assert!(text.contains("+1.00 for White, -1.00 for Black, who is to move"), "{text}");
    assert!(text.contains("phase: endgame"), "{text}");

    for evaluation in eval::NAMES {
        let found = json(&["eval", "--eval", evaluation, "--json", "--fen", BOARD_5]);
        let total = found["total_cp"].as_i64().unwrap();
        let terms = found["terms"].as_array().unwrap();
        let sum = |side: &str| terms.iter().map(|term| term[side].as_i64().unwrap()).sum::<i64>();
        assert!(terms.iter().all(|term| term["name"].is_string()));
        // Black is to move: the total is from Black's view.
        assert_eq!(total, sum("black") - sum("white"), "{evaluation}");
        let pieces = found["pieces"].as_array().unwrap();
        assert!(
            pieces.iter().any(|piece| piece["value_cp"].as_i64() > Some(50)),
            "{evaluation}: {pieces:?}"
        );
    }
    let text = printed(&["eval", "--eval", "nnue", "--fen", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"]);
    assert!(text.contains("1 |   Q   |   Q   |       |       |   K   |"), "{text}");
    let head = text.lines().find(|line| line.ends_with("asked here")).unwrap();
    assert!(head.starts_with("2 to 5 pieces"), "{text}");
}

#[test]
fn eval_asks_the_champions_network_unless_told_otherwise() {
    let usual = printed(&["eval", "--fen", BOARD_5]);
    assert_eq!(usual, printed(&["eval", "--eval", "nnue", "--fen", BOARD_5]));
    assert_ne!(usual, printed(&["eval", "--eval", "phased", "--fen", BOARD_5]));
    assert!(usual.contains("What each piece is worth"), "{usual}");
}

#[test]
fn d_shows_a_position() {
    let text = printed(&["d", "--fen", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"]);
    assert!(text.contains("| Q | Q |   |   | K |   |   |   | 1\n"), "{text}");
    assert!(text.contains("\nFen: 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1\n"), "{text}");
    assert!(printed(&["d"]).contains("\nCheckers:\n"));
}

#[test]
fn compare_counts_what_is_known() {
    let rows = json(&["lab", "compare", "--depth", "4", "--json", "--fen", BOARD_3]);
    let rows = rows.as_array().unwrap();
    let row = |name: &str| rows.iter().find(|row| row["algorithm"] == name).unwrap();
    for key in ["algorithm", "value_cp", "best", "nodes", "nodes_per_ply", "evaluations", "seconds"]
    {
        assert!(rows.iter().all(|row| !row[key].is_null()), "{key}");
    }
    let minimax = row("minimax");
    assert_eq!(minimax["nodes"], 1_275_708);
    assert_eq!(minimax["nodes_per_ply"], serde_json::json!([35, 1_076, 38_783, 1_235_814]));
    for exact in ["minimax", "deepening", "alphabeta", "ordered", "table", "pvs", "mtdf"] {
        assert_eq!(row(exact)["value_cp"], -200, "{exact}");
    }
    for fewer in ["alphabeta", "ordered", "table", "pvs", "mtdf"] {
        assert!(row(fewer)["times_fewer_than_minimax"].as_f64().unwrap() > 10.0, "{fewer}");
    }
}

#[test]
fn compare_takes_algorithms_with_options_and_knows_mates() {
    let algorithms = "minimax,ordered:order=killers,quiescence:delta,see,table";
    let rows = json(&[
        "lab",
        "compare",
        "--depth",
        "2",
        "--eval",
        "pst",
        "--json",
        "--fen",
        BOARD_5,
        "--algorithms",
        algorithms,
    ]);
    let names: Vec<&str> =
        rows.as_array().unwrap().iter().map(|row| row["algorithm"].as_str().unwrap()).collect();
    assert_eq!(names, ["minimax", "ordered:order=killers", "quiescence:delta,see", "table"]);
    for row in rows.as_array().unwrap() {
        assert_eq!(row["mate"], 1);
        assert!(row["value_cp"].as_i64().unwrap() > 30_000);
        let best = row["best"].as_str().unwrap();
        assert!(["h5d1", "h5h1"].contains(&best), "{best}");
    }
    let text = printed(&["lab", "compare", "--depth", "2"]);
    assert!(text.contains("minimax visits 420 nodes"), "{text}");
    let black = "4k3/8/8/8/8/8/5PPP/5K1R b - - 0 1";
    assert_eq!(json(&["lab", "compare", "--depth", "1", "--json", "--fen", black])[0]["nodes"], 5);
}

/// Castling is written as UCI writes it: by the king's two steps in chess, and
/// by the rook that it castles with where that would say too little.
#[test]
fn castling_is_written_as_uci_writes_it() {
    for (fen, castling) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1f1"),
    ] {
        let arguments = ["lab", "tree", "--format", "json", "--depth", "1", "--fen", fen];
        let tree = json(&arguments);
        let moves = tree["root"]["children"].as_array().unwrap();
        let written = moves.iter().find(|node| node["san"] == "O-O").unwrap();
        assert_eq!(written["move"], castling, "{fen}");
    }
}

/// Where the game is over there is nothing to search, and that is an answer.
#[test]
fn a_finished_game_is_no_error() {
    for (fen, value, end) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", -32_000, "mate"),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", 0, "stalemate"),
    ] {
        let rows = json(&["lab", "compare", "--json", "--fen", fen]);
        let rows = rows.as_array().unwrap();
        assert!(rows.len() > 10, "{fen}");
        for row in rows {
            assert!(row["best"].is_null() && row["line"] == serde_json::json!([]), "{row}");
            assert_eq!((&row["nodes"], &row["value_cp"]), (&0.into(), &value.into()), "{row}");
            assert_eq!(row.get("mate"), (value != 0).then_some(&0.into()), "{row}");
        }
        let text = printed(&["lab", "compare", "--fen", fen]);
        assert!(text.contains(&format!("the game is over: {end}")), "{text}");
        for rung in search::ladder::Rung::ALL {
            let name = rung.name();
            let tree =
                json(&["lab", "tree", "--format", "json", "--algorithm", name, "--fen", fen]);
            assert_eq!((&tree["nodes"], &tree["value_cp"]), (&0.into(), &value.into()), "{name}");
            assert!(tree["best"].is_null(), "{name}");
            assert_eq!(tree["root"]["children"], serde_json::json!([]), "{name}");
        }
        assert!(printed(&["lab", "tree", "--fen", fen]).contains(end));
    }
}

/// What a run prints that succeeds and has a remark to make.
fn remarked(arguments: &[&str]) -> (String, String) {
    let output = plywise(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    (String::from_utf8(output.stdout).unwrap(), said)
}

#[test]
fn too_large_a_search_is_cut_short_with_a_word() {
    let (tree, said) = remarked(&[
        "lab",
        "tree",
        "--depth",
        "30",
        "--nodes",
        "30000",
        "--algorithm",
        "alphabeta",
        "--format",
        "json",
    ]);
    assert_eq!(
        said,
        "plywise: alphabeta takes more than 30000 nodes for depth 30; this is depth 4, the deepest \
         that fits; --nodes N allows more\n"
    );
    let tree: Value = serde_json::from_str(&tree).unwrap();
    assert_eq!((&tree["depth"], &tree["depth_asked"]), (&4.into(), &30.into()));

    let (rows, said) = remarked(&[
        "lab",
        "compare",
        "--depth",
        "30",
        "--nodes",
        "30000",
        "--algorithms",
        "minimax,mcts:nodes=9",
        "--json",
    ]);
    assert_eq!(
        said,
        "plywise: minimax takes more than 30000 nodes for depth 30, and was stopped when it had \
         finished depth 3; --nodes N allows more\n"
    );
    let rows: Value = serde_json::from_str(&rows).unwrap();
    assert_eq!((&rows[0]["depth"], &rows[0]["finished"]), (&3.into(), &false.into()));
    assert!(rows[0]["best"].is_string());

    // Those that would end by themselves are stopped before that.
    let names = "bestfirst,bayes,mcts";
    let arguments = ["lab", "compare", "--depth", "5", "--nodes", "3000", "--algorithms", names];
    let (text, said) = remarked(&arguments);
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(
        said.contains("bayes takes more than 3000 nodes for depth 5, and was stopped with the")
    );
    assert!(text.contains("* stopped by a limit of nodes"), "{text}");
    let arguments = ["lab", "tree", "--depth", "5", "--nodes", "300", "--algorithm", "mcts"];
    let (text, said) = remarked(&arguments);
    assert!(said.contains("; this is the tree that it had grown when it was stopped;"), "{said}");
    assert!(text.contains("300 nodes") && text.contains("stopped by a limit of nodes"), "{text}");

    // One node is a move with a line, and no depth.
    let arguments = ["lab", "compare", "--nodes", "1", "--algorithms", "minimax,mtdf", "--json"];
    let (rows, said) = remarked(&arguments);
    assert!(said.contains("minimax takes more than 1 node for depth 4, and was stopped before"));
    let rows: Value = serde_json::from_str(&rows).unwrap();
    for row in rows.as_array().unwrap() {
        assert_eq!((&row["nodes"], &row["depth"]), (&1.into(), &0.into()), "{row}");
        assert_eq!(row["line"], serde_json::json!([row["best"]]), "{row}");
        assert_eq!(row["ending"], "stopped", "{row}");
    }
}

/// In an endgame that is searched deeper, minimax is counted deeper, too.
#[test]
fn the_endgame_is_compared_at_its_own_depth() {
    let rows = json(&[
        "lab",
        "compare",
        "--eval",
        "phased",
        "--depth",
        "2",
        "--json",
        "--algorithms",
        "table,table:endgame,minimax:endgame",
        "--fen",
        "8/8/4k3/8/8/3K4/4P3/8 w - - 0 1",
    ]);
    let column = |key: &str| rows.as_array().unwrap().iter().map(|row| row[key].clone()).collect();
    let depths: Vec<Value> = column("depth");
    assert_eq!(depths, [2, 4, 4]);
    let minimax: Vec<Value> = column("minimax_nodes");
    assert_eq!(minimax, [73, 4_653, 4_653]);
}

#[test]
fn tree_comes_as_text_json_and_svg() {
    let text = printed(&["lab", "tree", "--depth", "2", "--algorithm", "alphabeta"]);
    assert!(text.contains("root*") && text.contains("never looked at"), "{text}");
    // A pipe is no terminal: nothing is bold.
    assert!(!text.contains('\u{1b}'));
    let tree = json(&["lab", "tree", "--depth", "2", "--format", "json", "--limit", "1000"]);
    assert_eq!(tree["nodes"], 59);
    assert_eq!(tree["root"]["children"].as_array().unwrap().len(), 20);
    let svg = printed(&["lab", "tree", "--depth", "3", "--format", "svg", "--ply", "2"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

#[test]
fn the_champion_s_tree_comes_as_text_json_and_svg() {
    let asked = ["lab", "tree", "--algorithm", "champion", "--depth", "8", "--fen", BOARD_3];
    let shown = |more: &[&str]| printed(&[&asked[..], more].concat());
    let text = shown(&["--limit", "400"]);
    assert!(text.starts_with("champion, depth 8, nnue: "), "{text}");
    for words in ["reduced by", "late move -", "left out by futility", "stands pat"] {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
    let tree: Value = serde_json::from_str(&shown(&["--format", "json"])).unwrap();
    assert_eq!((&tree["algorithm"], &tree["evaluation"]), (&"champion".into(), &"nnue".into()));
    assert_eq!((&tree["depth"], &tree["finished"]), (&8.into(), &true.into()));
    let tuned: Value =
        serde_json::from_str(&shown(&["--format", "json", "--eval", "tuned"])).unwrap();
    assert_eq!(tuned["evaluation"], "tuned");
    let svg = shown(&["--format", "svg"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(">champion, depth 8, nnue: "), "{svg}");

    let arguments = ["lab", "tree", "--algorithm", "champion", "--depth", "30", "--nodes", "3000"];
    let (text, said) = remarked(&arguments);
    assert!(said.starts_with("plywise: champion takes more than 3000 nodes for depth 30; "));
    assert!(said.ends_with(", the deepest that fits; --nodes N allows more\n"), "{said}");
    assert!(text.starts_with("champion, depth "), "{text}");
}

#[test]
fn toy_tells_what_is_never_looked_at() {
    let example = "((((8 7) (3 9)) ((9 8) (2 4))) (((1 8) (8 9)) ((9 8) (6 5))))";
    let text = printed(&["lab", "toy", example]);
    assert!(text.contains("minimax:    8, 16 leaves looked at"), "{text}");
    assert!(text.contains("alpha-beta: 8, 10 leaves looked at"), "{text}");
    assert!(text.contains("never looked at: 9 | 2 4 | 8 | 6 5"), "{text}");
    let found = json(&["lab", "toy", "(((8 7) (3 9)) ((9 8) (2 4)))", "--min", "--json"]);
    assert_eq!((&found["value"], &found["alpha_beta"]["leaves"]), (&7.0.into(), &5.into()));
    assert!(printed(&["lab", "toy", "knights"]).contains("2 MAX 0*: 0* 0"));
    assert_eq!(json(&["lab", "toy", "noughts", "--json"])["minimax"]["nodes"], 549_945);
    assert_eq!(json(&["lab", "toy", "noughts", "--max", "--json"])["value"], 0);
    assert!(printed(&["lab", "toy", "knights", "--min"]).contains("2 MAX 0*: 0* 0"));
    assert!(printed(&["lab", "toy", "knights", "--max"]).contains("2 MIN 0*: 0* 0"));
    // What was looked at as a whole is a value, what was cut a bound.
    assert!(text.contains("1.2.1 MIN 8: 9 8") && text.contains("1.2 MAX >= 8"), "{text}");
    // A tree may begin with a minus sign.
    assert!(printed(&["lab", "toy", "-3"]).contains("minimax:    -3, 1 leaf looked at"));
}

#[test]
fn tables_meet_every_fact() {
    let found = json(&["lab", "tables", "--json"]);
    assert_eq!(found["wrong"], serde_json::json!([]));
    assert_eq!(found["sections"].as_array().unwrap().len(), 12);
}

#[test]
fn wrong_use_gets_one_sentence_with_what_is_allowed() {
    let deep = format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000));
    for (arguments, allowed) in [
        (&["lab"][..], "tables, compare, tree, toy"),
        (&["lab", "table"], "tables, compare, tree, toy"),
        (
            &["lab", "compare", "--deep", "3"],
            "--fen, --depth, --eval, --algorithms, --nodes, --json",
        ),
        (&["lab", "compare", "--depth", "0"], "a whole number from 1 to 30"),
        (&["lab", "compare", "--depth", "31"], "a whole number from 1 to 30"),
        (&["lab", "compare", "--depth", "four"], "a whole number from 1 to 30"),
        (&["lab", "compare", "--eval", "tarot"], "material, simple, phased, heatmap, pst"),
        (&["lab", "compare", "--algorithms", "minmax"], "random, minimax, deepening, alphabeta"),
        (&["lab", "compare", "--algorithms", ""], "random, minimax, deepening, alphabeta"),
        (&["lab", "compare", "--algorithms", "table:order=best"], "none, forcing, weight, value"),
        (&["lab", "compare", "--algorithms", "table:delta"], "order=NAME, endgame"),
        (&["lab", "compare", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "king"),
        (&["lab", "compare", "--nodes", "0"], "a whole number from 1 to 1000000000000"),
        (&["lab", "tree", "--nodes", "-5"], "a whole number from 1 to 1000000000000"),
        (&["lab", "compare", "--algorithms", "table:order=mvv,order=none"], "order is given twice"),
        (&["lab", "tree", "--algorithm", "quiescence:delta,delta"], "delta is given twice"),
        (&["lab", "toy", "noughts", "--min"], "leave out --min"),
        (&["lab", "toy", "(1 2)", "--json", "--limit", "3"], "--limit"),
        (&["lab", "tree", "--algorithm", "table,pvs"], "one algorithm"),
        (&["lab", "tree", "--algorithm", "champoin"], "probimax, bayes, mcts, champion"),
        (&["lab", "tree", "--algorithm", "champion:nodes=5"], "takes no options"),
        (&["lab", "tree", "--format", "png"], "text, json, svg"),
        (&["lab", "tree", "--limit", "0"], "a whole number from 1 to 100000"),
        (&["lab", "tree", "--ply", "x"], "a whole number from 1 to 128"),
        (&["lab"], "'lab' needs a command; the commands are tables, compare, tree, toy"),
        (&["lab", "toy"], "'toy' needs TREE: a tree such as '((3 5) (2 9))', or one of the games"),
        (&["lab", "toy", "((1 2)"], "a bracket is never closed"),
        (&["lab", "toy", "(1 2))"], "closes nothing"),
        (&["lab", "toy", "()"], "hold nothing"),
        (&["lab", "toy", ""], "'((3 5) (2 9))'"),
        (&["lab", "toy", "(1 two)"], "'two' is no number"),
        (&["lab", "toy", "knight"], "or one of the games 'knights', 'noughts'"),
        (&["lab", "toy", ""], "or one of the games 'knights', 'noughts'"),
        (&["lab", "toy", "(1, 2)"], "the comma at character 3 is no part of a tree, use spaces"),
        (&["lab", "compare", "--depth"], "from 1 to 30"),
        (&["lab", "tree", "--depth"], "from 1 to 30"),
        (&["lab", "tree", "--nodes"], "from 1 to 1000000000000"),
        (&["lab", "tree", "--ply"], "from 1 to 128"),
        (&["lab", "tree", "--limit"], "from 1 to 100000"),
        (&["lab", "compare", "--eval"], "material, simple, phased, heatmap, pst"),
        (&["eval", "--eval"], "material, simple, phased, heatmap, pst"),
        (&["lab", "tree", "--algorithm"], "random, minimax, deepening, alphabeta"),
        (&["lab", "compare", "--algorithms"], "random, minimax, deepening, alphabeta"),
        (&["lab", "compare", "--algorithms", "table:order=mvv,minmax"], "neither an option of"),
        (&["eval", "--fen", BOARD_3, "--fen", BOARD_5], "--fen is given twice"),
        (&["eval", "--fen", "a", "--fen", "b"], "--fen is given twice"),
        (&["lab", "toy", &deep], "more than 64 deep"),
        (&["lab", "toy", "(1 2)", "--min", "--max"], "--m"),
        (&["eval", "--eval", "tarot"], "material, simple, phased, heatmap, pst"),
        (&["eval", "--fen", "nonsense"], "--fen"),
        (&["eval", "--depth", "3"], "--fen, --eval, --json"),
    ] {
        let said = refusal(arguments);
        assert!(said.contains(allowed), "{arguments:?}: {said}");
    }
}

/// A reader that leaves early is no error, and text that is none is refused.
#[cfg(unix)]
#[test]
fn closed_pipes_and_foreign_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Stdio;

    let program = env!("CARGO_BIN_EXE_plywise");
    let mut child = Command::new(program)
        .args(["lab", "tree", "--format", "json", "--depth", "3", "--limit", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");

    for option in ["--fen", "--depth", "--eval", "--algorithms"] {
        let arguments = [OsStr::new("lab"), OsStr::new("compare"), OsStr::new(option)];
        let command = Command::new(program)
            .args(arguments)
            .arg(OsStr::from_bytes(b"\xff\xfe"))
            .output()
            .unwrap();
        let said = String::from_utf8(command.stderr).unwrap();
        assert_eq!((command.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    }
}
