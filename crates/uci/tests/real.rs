//! The driver with real engines: those that are installed (`engines.sh` does what it can), in CI all of them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use chess::{Game, Position};
use plywise_uci::{
    ForeignEngine, GoLimits, Info, ProcessEnd, PvFault, Timeouts, check_pv, find_option,
};
use search::Signals;

/// Engines of the Linux distributions, and the arguments that make them speak UCI.
const ENGINES: [(&str, &[&str]); 4] =
    [("stockfish", &[]), ("ethereal-chess", &[]), ("toga2", &[]), ("gnuchess", &["--uci"])];

/// Where Debian keeps games, which is not on everybody's PATH.
const GAMES: &str = "/usr/games";

fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(Path::new(GAMES).to_owned());
    folders.into_iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[test]
fn installed_engines_play() {
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    for (name, args) in ENGINES {
        match installed(name) {
            Some(program) => play(&program, args),
            None => assert!(!is_ci, "{name} is not installed; CI needs every engine"),
        }
    }
}

fn play(program: &Path, args: &[&str]) {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    let ample = Duration::from_secs(30);
    let timeouts = Timeouts {
        uciok: ample,
        readyok: ample,
        overdue: ample,
        stop: ample,
        untimed: Some(ample),
        quit: ample,
        ..Timeouts::default()
    };
    let mut engine = ForeignEngine::start(program, &args, &[], timeouts).expect("it starts");
    let name = engine.name().to_owned();
    for (option, value) in [("hash", "16"), ("OwnBook", "false")] {
        if find_option(engine.options(), option).is_ok() {
            engine.set_option(option, value).expect("it takes the option");
        }
    }
    let stop = Signals::new();

    // A few moves of a game, with legal lines.
    engine.new_game().expect("it begins a game");
    let mut game = Game::default();
    let limits = GoLimits { movetime: Some(20), ..GoLimits::default() };
    for _ in 0..6 {
        let mut on_info = |info: &Info| {
            let fault = check_pv(&game, &info.pv).err();
            assert!(!matches!(fault, Some(PvFault::Move { .. })), "{name}: {fault:?}");
        };
        let found = engine.search(&game, &limits, &mut on_info, &stop).expect("it answers");
        let mv = found.mv.unwrap_or_else(|| panic!("{name} finds no move"));
        game.play(mv).expect("the driver lets no illegal move through");
        assert_eq!(found.bad_ponder, None, "{name}");
    }

    // Mate in one, by depth.
    let mate = Game::new("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse().expect("a good FEN"));
    let depth = GoLimits { depth: Some(4), ..GoLimits::default() };
    let found = engine.search(&mate, &depth, &mut |_| {}, &stop).expect("it answers");
    assert_eq!(found.mv, mate.position().parse_uci("a1a8").ok(), "{name}");

    // Until told to stop.
    let infinite = GoLimits { infinite: true, ..GoLimits::default() };
    engine.begin(&game, &infinite).expect("it begins");
    let found = engine.finish(&mut |_| {}, &Signals::stopped()).expect("it stops");
    assert!(found.mv.is_some(), "{name}");

    // Chess960, with castling in the game.
    if find_option(engine.options(), "UCI_Chess960").is_ok() {
        let castled =
            Game::new("6kr/5ppp/8/8/8/8/5PPP/6KR w Hh - 0 1".parse().expect("a good FEN"));
        for mut game in [Game::new(Position::chess960(0, 0)), castled] {
            if let Ok(castling) = game.position().parse_uci("g1h1") {
                game.play(castling).expect("a legal move");
            }
            for _ in 0..4 {
                let found = engine.search(&game, &limits, &mut |_| {}, &stop).expect("it answers");
                game.play(found.mv.unwrap_or_else(|| panic!("{name}"))).expect("a legal move");
            }
        }
    }
    assert!(matches!(engine.quit(), ProcessEnd::Left(_)), "{name}");
}
