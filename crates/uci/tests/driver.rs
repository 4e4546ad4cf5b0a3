//! The driver against engines that misbehave.
//!
//! What is bound to fail gets little time, what is bound to succeed gets more
//! than it can need, so that a busy machine changes nothing.

mod scripted;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::{Game, Position};
use plywise_uci::{
    EngineAnswer, EngineError, EngineFault, ForeignEngine, GoLimits, Info, OptionRefusal,
    ProcessEnd, Timeouts,
};
use scripted::{AMPLE, FLOOD, LATE, MARK};
use search::Signals;

/// The engine itself, see [`scripted`].
#[test]
fn scripted_engine() {
    scripted::run();
}

const SHORT: Duration = Duration::from_millis(200);

/// For engines that are going to answer.
const PATIENT: Timeouts = scripted::patient(AMPLE);

fn start_with(
    behaviour: &str,
    options: &[(&str, &str)],
    timeouts: Timeouts,
) -> Result<ForeignEngine, EngineError> {
    let program = std::env::current_exe().expect("a test knows where it is");
    let behave = format!("{MARK}{behaviour}");
    let args = ["scripted_engine", "--exact", "--nocapture", &behave].map(str::to_owned);
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    ForeignEngine::start(program, &args, &options, timeouts)
}

fn start(behaviour: &str, timeouts: Timeouts) -> ForeignEngine {
    start_with(behaviour, &[], timeouts).expect("the engine starts")
}

fn depth(depth: u32) -> GoLimits {
    GoLimits { depth: Some(depth), ..GoLimits::default() }
}

fn search(engine: &mut ForeignEngine, game: &Game) -> Result<EngineAnswer, EngineError> {
    engine.search(game, &depth(1), &mut |_| {}, &Signals::new())
}

/// What it says to one search of the starting position.
fn answer(behaviour: &str, timeouts: Timeouts) -> Result<EngineAnswer, EngineError> {
    search(&mut start(behaviour, timeouts), &Game::default())
}

fn written(game: &Game, found: &EngineAnswer) -> Option<String> {
    Some(game.position().to_uci(found.mv?, chess::CastlingNotation::Standard))
}

fn game(fen: &str) -> Game {
    Game::new(fen.parse().expect("a good FEN"))
}

/// Asked to go on without end, this one says nothing until it is told to stop.
#[test]
fn a_search_without_a_word_is_not_waited_for() {
    let mut engine = start("good", Timeouts { silent: Some(SHORT), ..PATIENT });
    let limits = GoLimits { infinite: true, ..GoLimits::default() };
    let found = engine.search(&Game::default(), &limits, &mut |_| {}, &Signals::new());
    match found {
        Err(error @ EngineError::Silent { waited }) => {
            assert!(waited >= SHORT && error.fault() == Some(EngineFault::Stall), "{error}");
        }
        other => panic!("{other:?}"),
    }
    // It can be asked again.
    assert!(search(&mut engine, &Game::default()).is_ok());
}

#[test]
fn a_good_engine_plays() {
    let mut engine = start("good", PATIENT);
    assert_eq!((engine.name(), engine.author()), ("Scripted 1.0", "Nobody"));
    assert_eq!(engine.options().len(), 5);
    let mut game = Game::default();
    engine.new_game().unwrap();
    for _ in 0..10 {
        let mut infos = Vec::new();
        let mut on_info = |info: &Info| infos.push(info.clone());
        let found = engine.search(&game, &depth(1), &mut on_info, &Signals::new()).unwrap();
        assert_eq!(infos.len(), 2);
        let line = plywise_uci::check_info(&game, &infos[1]).unwrap();
        assert_eq!(found.info.as_ref(), Some(&infos[1]));
        assert_eq!(found.mv, Some(line[0]));
        game.play(line[0]).unwrap();
    }
    assert!(matches!(engine.quit(), ProcessEnd::Left(status) if status.success()));
}

#[test]
fn options_are_sent_in_the_engines_spelling() {
    let options = [("hash", "32"), ("clear  HASH", ""), ("style", "very wild"), ("Book File", "")];
    let mut engine = start_with("good", &options, PATIENT).unwrap();
    engine.set_option("Book File", "/a  b\nquit").unwrap();
    let mut set = String::new();
    let mut on_info = |info: &Info| set.extend(info.string.clone());
    engine.search(&Game::default(), &depth(1), &mut on_info, &Signals::new()).unwrap();
    assert_eq!(set, "set Hash=32, Clear Hash=-, Style=Very Wild, Book File=, Book File=/a  b quit");
    let unknown = engine.set_option("Contempt", "1");
    assert!(matches!(unknown, Err(EngineError::Option(OptionRefusal::Unknown { .. }))));
    assert_eq!(
        start_with("good", &[("Hash", "0")], PATIENT).unwrap_err().to_string(),
        "Hash is a number from 1 to 1024, not '0'"
    );
}

#[test]
fn programs_that_cannot_be_started() {
    let start = |program: &str| ForeignEngine::start(program, &[], &[], PATIENT).unwrap_err();
    let missing = start("no-such-engine-anywhere");
    assert_eq!(
        missing.to_string(),
        "cannot start 'no-such-engine-anywhere': no such program on the PATH, and no such file"
    );
    for program in ["./no/such/engine", "/", "", "\0"] {
        assert!(matches!(start(program), EngineError::CannotStart { .. }), "{program:?}");
    }
}

#[test]
fn engines_that_never_get_ready() {
    let hasty = Timeouts { uciok: SHORT, quit: SHORT, ..PATIENT };
    for behaviour in ["hangs at start", "never uciok", "floods the handshake"] {
        let error = start_with(behaviour, &[], hasty).unwrap_err();
        assert_eq!(error, EngineError::NoUciOk { waited: SHORT }, "{behaviour}");
        assert_eq!(error.fault(), Some(EngineFault::Stall));
    }
    let hasty = Timeouts { readyok: SHORT, quit: SHORT, ..PATIENT };
    let error = start_with("never ready", &[], hasty).unwrap_err();
    assert_eq!(error, EngineError::NoReadyOk { waited: SHORT });
    // More than any pipe holds, to one who does not read.
    let long = "x".repeat(1 << 20);
    let error = start_with("deaf", &[("Book File", &long)], hasty).unwrap_err();
    assert_eq!(error, EngineError::NoReadyOk { waited: SHORT });
}

#[test]
fn an_engine_that_stops_getting_ready_is_found_before_its_clock_starts() {
    let mut engine = start("not ready after a move", PATIENT);
    search(&mut engine, &Game::default()).unwrap();
    engine.set_timeouts(Timeouts { readyok: SHORT, ..PATIENT });
    let error = search(&mut engine, &Game::default()).unwrap_err();
    assert_eq!(error, EngineError::NoReadyOk { waited: SHORT });
}

#[test]
fn a_crash_tells_status_and_last_words() {
    let mut engine = start("crashes on move 5", PATIENT);
    for _ in 0..4 {
        search(&mut engine, &Game::default()).unwrap();
    }
    let error = search(&mut engine, &Game::default()).unwrap_err();
    let EngineError::Crashed { status, last_line } = &error else { panic!("{error}") };
    assert_eq!(status.and_then(|status| status.code()), Some(3));
    assert_eq!(last_line.as_deref(), Some("assertion failed: move < 5"));
    assert_eq!(error.fault(), Some(EngineFault::Crash));
    // It stays crashed, and that is no reason to hang.
    assert_eq!(engine.new_game(), Err(error.clone()));
    assert_eq!(engine.set_option("Hash", "1"), Err(error.clone()));
    assert_eq!(search(&mut engine, &Game::default()), Err(error.clone()));
    assert_eq!(engine.finish(&mut |_| {}, &Signals::stopped()), Err(error));
    engine.stop();
    engine.ponder_hit();
    assert!(matches!(engine.quit(), ProcessEnd::Left(_)));
}

#[test]
fn without_stderr_the_last_words_are_those_of_stdout() {
    let error = answer("leaves", PATIENT).unwrap_err();
    assert!(matches!(
        error,
        EngineError::Crashed { status: Some(_), last_line: Some(line) } if line == "readyok"
    ));
}

#[cfg(unix)]
#[test]
fn an_engine_that_closes_its_pipe_has_crashed() {
    let script = "while read line; do case $line in \
                  uci) echo uciok;; isready) echo readyok;; go*) exec >&-;; esac; done";
    let args = ["-c".to_owned(), script.to_owned()];
    let mut engine = ForeignEngine::start("sh", &args, &[], PATIENT).unwrap();
    assert_eq!(engine.name(), "sh");
    let error = search(&mut engine, &Game::default()).unwrap_err();
    assert!(matches!(error, EngineError::Crashed { status: None, .. }), "{error}");
    assert_eq!(engine.quit(), ProcessEnd::Killed);
}

#[test]
fn answers_that_are_no_legal_moves() {
    for behaviour in ["illegal move", "none", "null move"] {
        let error = answer(behaviour, PATIENT).unwrap_err();
        assert!(matches!(error, EngineError::IllegalMove { .. }), "{behaviour}: {error}");
        assert_eq!(error.fault(), Some(EngineFault::Illegal));
    }
    for behaviour in ["garbage", "empty best move"] {
        let error = answer(behaviour, PATIENT).unwrap_err();
        assert!(matches!(error, EngineError::Garbage { .. }), "{behaviour}: {error}");
        assert_eq!(error.fault(), Some(EngineFault::Illegal));
    }
}

#[test]
fn no_move_is_right_where_there_is_none() {
    for behaviour in ["none", "null move", "good"] {
        let mut engine = start(behaviour, PATIENT);
        let mated = game("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
        assert_eq!(search(&mut engine, &mated).unwrap().mv, None);
        let nothing = GoLimits { searchmoves: Some(vec![]), ..depth(1) };
        let found = engine.search(&Game::default(), &nothing, &mut |_| {}, &Signals::new());
        assert_eq!(found.unwrap().mv.is_none(), behaviour != "good");
    }
}

#[test]
fn an_illegal_ponder_move_is_told_apart() {
    let found = answer("illegal ponder", PATIENT).unwrap();
    assert_eq!(written(&Game::default(), &found).as_deref(), Some("e2e4"));
    assert_eq!((found.ponder, found.bad_ponder.as_deref()), (None, Some("e2e4")));
}

#[test]
fn a_late_answer_is_measured() {
    let mut engine = start("late", PATIENT);
    for limits in [
        GoLimits { movetime: Some(1), ..GoLimits::default() },
        GoLimits { wtime: Some(-5), btime: Some(1_000_000), ..GoLimits::default() },
    ] {
        let found = engine.search(&Game::default(), &limits, &mut |_| {}, &Signals::new()).unwrap();
        assert!(found.elapsed >= LATE, "{:?}", found.elapsed);
        assert!(limits.allowance(chess::Color::White).is_some_and(|time| found.elapsed > time));
    }
}

#[test]
fn engines_that_never_answer() {
    let hasty = Timeouts { overdue: SHORT, stop: SHORT, untimed: Some(SHORT), ..PATIENT };
    let timed = GoLimits { wtime: Some(1), ..GoLimits::default() };
    let infinite = GoLimits { infinite: true, ..GoLimits::default() };
    for behaviour in ["ignores stop", "floods", "endless line"] {
        for (limits, stop) in [(&timed, false), (&depth(9), false), (&infinite, true)] {
            let mut engine = start(behaviour, hasty);
            let begin = Instant::now();
            let stop = if stop { Signals::stopped() } else { Signals::new() };
            let error = engine.search(&Game::default(), limits, &mut |_| {}, &stop).unwrap_err();
            assert!(matches!(error, EngineError::Hung { .. }), "{behaviour}: {error}");
            assert_eq!(error.fault(), Some(EngineFault::Stall));
            assert!(begin.elapsed() >= SHORT);
        }
    }
}

#[test]
fn engines_that_do_not_keep_their_limit() {
    let hasty = Timeouts { untimed: Some(SHORT), ..PATIENT };
    let mut engine = start("ignores limits", hasty);
    let error = search(&mut engine, &Game::default()).unwrap_err();
    assert!(matches!(error, EngineError::WithoutLimit { waited } if waited >= SHORT), "{error}");
    assert_eq!(error.fault(), Some(EngineFault::Stall));
    assert!(error.to_string().contains("does not keep its limit"), "{error}");
    // Told to stop by us it has done nothing wrong, and on a clock it is late.
    let stop = Signals::stopped();
    assert!(engine.search(&Game::default(), &depth(1), &mut |_| {}, &stop).is_ok());
    engine.set_timeouts(Timeouts { overdue: SHORT, ..PATIENT });
    let timed = GoLimits { movetime: Some(1), ..GoLimits::default() };
    let found = engine.search(&Game::default(), &timed, &mut |_| {}, &Signals::new());
    assert!(found.unwrap().elapsed >= SHORT);
}

#[test]
fn floods_and_long_lines_lose_no_answer() {
    let mut last = 0;
    let mut engine = start("floods and answers", PATIENT);
    let mut on_info = |info: &Info| last = info.depth.unwrap_or(last);
    let found = engine.search(&Game::default(), &depth(1), &mut on_info, &Signals::new()).unwrap();
    assert!(found.mv.is_some());
    assert_eq!(last, 1); // the last word after the flood
    assert_eq!(found.info.and_then(|info| info.depth), Some(1));

    // While nobody reads, the newest lines are kept and the engine is not held up.
    engine.begin(&Game::default(), &depth(1)).unwrap();
    std::thread::sleep(SHORT);
    let mut seen = 0;
    let found = engine.finish(&mut |_| seen += 1, &Signals::new()).unwrap();
    assert!(found.mv.is_some());
    assert!((1..=FLOOD + 2).contains(&seen));

    let mut longest = 0;
    let mut on_info =
        |info: &Info| longest = info.string.as_ref().map_or(0, String::len).max(longest);
    let mut engine = start("long line", PATIENT);
    engine.search(&Game::default(), &depth(1), &mut on_info, &Signals::new()).unwrap();
    assert!((1_000..100_000).contains(&longest), "{longest}");
}

#[test]
fn invalid_utf8_is_read_as_far_as_it_goes() {
    let mut strings = Vec::new();
    let mut engine = start("invalid UTF-8", PATIENT);
    let mut on_info = |info: &Info| strings.extend(info.string.clone());
    engine.search(&Game::default(), &depth(1), &mut on_info, &Signals::new()).unwrap();
    assert_eq!(strings[0], "caf\u{fffd} \u{fffd}");
}

#[test]
fn a_second_best_move_is_not_an_answer_to_the_next_search() {
    let mut engine = start("two best moves", PATIENT);
    let mut game = Game::default();
    for _ in 0..6 {
        // For Black `a2a3` would be illegal.
        let found = search(&mut engine, &game).unwrap();
        game.play(found.mv.unwrap()).unwrap();
    }
}

#[test]
fn the_best_line_is_kept() {
    let found = answer("bounds", PATIENT).unwrap();
    assert_eq!(
        found.info.map(|info| info.to_string()).as_deref(),
        Some("info depth 3 multipv 1 score cp 20 pv e2e4")
    );
}

#[test]
fn who_does_not_listen_finds_the_same() {
    let never = Signals::new();
    for behaviour in ["good", "bounds", "floods and answers", "long line", "invalid UTF-8"] {
        let mut engine = start(behaviour, PATIENT);
        let mut quietly = |game: &Game| engine.search_quietly(game, &depth(1), &never).unwrap();
        let quiet = quietly(&Game::default());
        let noisy = answer(behaviour, PATIENT).unwrap();
        assert_eq!((quiet.mv, quiet.info), (noisy.mv, noisy.info), "{behaviour}");
        quietly(&Game::default());
    }
    let mut engine = start("crashes on move 5", PATIENT);
    let outcomes: Vec<bool> = (0..5)
        .map(|_| engine.search_quietly(&Game::default(), &depth(1), &never).is_ok())
        .collect();
    assert_eq!(outcomes, [true, true, true, true, false]);
}

#[test]
fn infinite_searches_end_when_told() {
    let infinite = GoLimits { infinite: true, wtime: Some(1), ..GoLimits::default() };
    let mut engine = start("good", Timeouts { overdue: Duration::ZERO, ..PATIENT });
    let stop = Signals::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(SHORT);
            stop.stop();
        });
        let found = engine.search(&Game::default(), &infinite, &mut |_| {}, &stop).unwrap();
        assert!(found.mv.is_some());
    });
    // A search that nobody waits for is given up when the next thing is asked.
    for _ in 0..3 {
        engine.begin(&Game::default(), &infinite).unwrap();
    }
    engine.set_option("Hash", "2").unwrap();
    engine.new_game().unwrap();
    assert_eq!(engine.finish(&mut |_| {}, &Signals::new()), Err(EngineError::NotSearching));
    engine.begin(&Game::default(), &infinite).unwrap();
    assert!(matches!(engine.quit(), ProcessEnd::Left(_)));
}

#[test]
fn pondering_costs_no_time() {
    let ponder = GoLimits { ponder: true, wtime: Some(1), btime: Some(1), ..GoLimits::default() };
    let mut engine = start("good", Timeouts { overdue: AMPLE, ..PATIENT });
    engine.begin(&Game::default(), &ponder).unwrap();
    let begin = Instant::now();
    std::thread::sleep(SHORT);
    engine.ponder_hit();
    engine.ponder_hit();
    let found = engine.finish(&mut |_| {}, &Signals::new()).unwrap();
    assert!(found.mv.is_some());
    assert!(found.elapsed <= begin.elapsed() - SHORT, "{:?}", found.elapsed);
    // The guess was wrong.
    engine.begin(&Game::default(), &ponder).unwrap();
    engine.stop();
    engine.stop();
    assert!(engine.finish(&mut |_| {}, &Signals::new()).unwrap().mv.is_some());
}

#[test]
fn chess960_castles_in_its_own_notation() {
    let fen = "6kr/5ppp/8/8/8/8/5PPP/6KR w Hh - 0 1";
    let mut engine = start("good", PATIENT);
    for (mut game, castles) in [(Game::new(Position::chess960(0, 0)), false), (game(fen), true)] {
        for ply in 0..4 {
            let found = search(&mut engine, &game).unwrap();
            let mv = found.mv.unwrap();
            assert_eq!(mv.is_castling(), castles && ply < 2);
            game.play(mv).unwrap();
        }
    }
    assert_eq!(engine.castling_notation(), chess::CastlingNotation::Chess960);
    // In chess castling is written as the king's step again.
    engine.set_chess960(false).unwrap();
    let both = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let found = search(&mut engine, &both).unwrap();
    assert!(found.mv.unwrap().is_castling());

    let mut engine = start("no Chess960", PATIENT);
    assert_eq!(search(&mut engine, &game(fen)), Err(EngineError::NoChess960));
    assert!(search(&mut engine, &Game::default()).is_ok());
}

#[test]
fn engines_end_with_their_driver() {
    let hasty = Timeouts { quit: SHORT, ..PATIENT };
    let stubborn = start("ignores quit", hasty);
    let id = stubborn.process_id();
    assert_ne!(is_there(id), Some(false));
    assert_eq!(stubborn.quit(), ProcessEnd::Killed);
    assert_ne!(is_there(id), Some(true));
    for behaviour in ["good", "ignores quit", "floods"] {
        let mut engine = start(behaviour, hasty);
        let id = engine.process_id();
        engine.begin(&Game::default(), &depth(1)).unwrap();
        drop(engine);
        assert_ne!(is_there(id), Some(true), "{behaviour}");
    }
}

/// An engine behind a script that ignores everything.
#[cfg(unix)]
#[test]
fn what_an_engine_has_started_ends_with_it() {
    let script = "sleep 600 & echo id name $!; \
        while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
        quit) $QUIT;; esac; done; $END";
    for (quit, end) in [("true", "wait"), ("exit", "")] {
        let script = script.replace("$QUIT", quit).replace("$END", end);
        let hasty = Timeouts { quit: SHORT, ..PATIENT };
        let args = ["-c".to_owned(), script];
        let engine = ForeignEngine::start("sh", &args, &[], hasty).unwrap();
        let id: u32 = engine.name().parse().unwrap();
        assert_ne!(is_running(id), Some(false));
        drop(engine);
        // Killed it is; who collects orphans may take a moment.
        while is_running(id) == Some(true) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Whether there is such a process and it is no zombie; `None` where that is not
/// to be seen.
#[cfg(unix)]
fn is_running(id: u32) -> Option<bool> {
    let processes = Path::new("/proc");
    let stat = std::fs::read_to_string(processes.join(id.to_string()).join("stat"));
    let is_alive = stat.is_ok_and(|stat| !stat.contains(") Z "));
    processes.join("self").exists().then_some(is_alive)
}

#[test]
fn who_is_dismissed_is_not_waited_for() {
    // An hour for each answer that never comes.
    let hour = Duration::from_secs(3_600);
    let patient = Timeouts { uciok: hour, readyok: hour, untimed: Some(hour), ..PATIENT };
    let program = std::env::current_exe().unwrap();
    for (behaviour, gets_ready) in [
        ("hangs at start", false),
        ("never uciok", false),
        ("never ready", false),
        ("ignores stop", true),
        ("floods", true),
    ] {
        let dismissal = Arc::new(Signals::new());
        let args = ["scripted_engine", "--exact", "--nocapture", &format!("{MARK}{behaviour}")]
            .map(str::to_owned);
        let raise = || {
            let dismissal = Arc::clone(&dismissal);
            std::thread::spawn(move || {
                std::thread::sleep(SHORT);
                dismissal.stop();
            })
        };
        let mut raised = None;
        let mut on_start = |_| raised = (!gets_ready).then(raise);
        let flag = Arc::clone(&dismissal);
        let started =
            ForeignEngine::start_watched(&program, &args, &[], patient, flag, &mut on_start);
        let error = match started {
            Ok(mut engine) => {
                raised.get_or_insert_with(raise);
                search(&mut engine, &Game::default()).unwrap_err()
            }
            Err(error) => error,
        };
        assert_eq!(error, EngineError::Dismissed, "{behaviour}");
        assert_eq!(error.fault(), None);
    }
}

/// Whether there is such a process, be it as a zombie; `None` where that is not
/// to be seen, which is elsewhere than on Linux.
fn is_there(id: u32) -> Option<bool> {
    let processes = Path::new("/proc");
    processes.join("self").exists().then(|| processes.join(id.to_string()).exists())
}

#[test]
fn engines_can_be_sent_to_other_threads() {
    fn sendable<T: Send>(_: &T) {}
    sendable(&start("good", PATIENT));
}
