//! Films of custom solvers.

#[path = "../../examples/your_own_solver.rs"]
mod your_own_solver;

#[path = "../../examples/lecture_video.rs"]
mod lecture_video;

use std::fs;
use std::path::Path;
use std::time::Duration;

use queenreel::board::{BoardSize, Line, Placement, Square};
use queenreel::encode::Format;
use queenreel::film::{Film, FilmBuilder, FilmError, FilmPath, FilmSummary, Output, SidecarKind, Source};
use queenreel::internals::export::Overwrite;
use queenreel::internals::page::{PanelKind, Theme};
use queenreel::record::{Detail, Mark, Moment, Narrator, Recorder, Schedule};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, EventError, Listing, Order};

use crate::common::board_reader;
use crate::common::closing::Closing;
use crate::common::decode::gif_frames;
use crate::common::films::{events, ordered_events};
use crate::common::known::{ALL, size};
use crate::common::sample::sampled;
use crate::common::sandbox::names;
use crate::common::tools::probe;

#[test]
fn the_solver_of_the_example_is_filmed_to_its_solution() {
    let (bytes, summary) = your_own_solver::film_to(Vec::new(), size(6)).unwrap();
    let tally = summary.tally;
    assert_eq!((tally.placements, tally.removals, tally.solutions), (31, 25, 1));
    assert_eq!((summary.frames, summary.bytes), (57, bytes.len() as u64));
    let frames: Vec<image::Frame> = gif_frames(&bytes).collect();
    assert_eq!(frames.len(), 57);
    let seen = |frame: &image::Frame| board_reader::read(frame.buffer(), size(6), &Theme::default());
    // The same search as ours by rows, mirrored.
    let mut queens = Vec::new();
    let mut boards = vec![queens.clone()];
    for event in ordered_events(6, 1, Order::Rows) {
        match event {
            Event::Place(square) => queens.push(Square::new(square.row, 7 - square.column)),
            Event::Remove(_) => drop(queens.pop()),
            _ => continue,
        }
        boards.push(queens.clone());
    }
    for (frame, board) in frames.iter().zip(&boards) {
        let shown = seen(frame).into_iter().filter(|(_, seen)| seen.queen).map(|(square, _)| square);
        assert!(shown.eq(board.iter().copied()), "rows from the top, a queen in each");
    }
    assert!(seen(&frames[56]).iter().all(|(_, seen)| !seen.queen || seen.mark == Some(Mark::Solution)));
}

#[test]
fn the_lecture_of_the_example_is_a_video() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mine.mp4");
    let (written, summary) = lecture_video::film_to(&path).unwrap();
    assert_eq!((written.as_path(), names(directory.path())), (path.as_path(), vec!["mine.mp4".to_owned()]));
    let tally = summary.tally;
    assert_eq!((tally.placements, tally.removals, tally.solutions), (31, 25, 1));
    // Frames for the start, each placement and removal, and the dead ends and refused squares outside fast forward.
    assert_eq!(summary.frames, 1 + 31 + 25 + 12);
    assert_eq!(summary.bytes, fs::metadata(&path).unwrap().len());
    let entries = "stream=codec_name,width,height,avg_frame_rate,duration,nb_read_frames";
    let Some(properties) = probe(entries, &path) else { return };
    let [codec, width, height, rate, duration, pictures] = properties.try_into().unwrap();
    assert_eq!([&*codec, &*width, &*height, &*rate], ["h264", "1280", "720", "30/1"]);
    let duration = Duration::from_secs_f64(duration.parse().unwrap());
    // ffprobe rounds to the microsecond.
    assert!(duration.abs_diff(summary.playing_time) < Duration::from_micros(1));
    assert_eq!(pictures.parse(), Ok(summary.pictures));
}

/// Builders of films of 4 queens: one that stores its calls, and one that is written immediately.
fn builders() -> [FilmBuilder; 2] {
    [Film::builder(size(4)), Film::builder(size(4)).delay(Duration::from_millis(50))]
}

/// These films to a GIF in memory.
fn films() -> [Film<Vec<u8>>; 2] {
    builders().map(|film| film.write_to(Vec::new()).unwrap())
}

/// The content of the last frame of a GIF of 4 queens: the squares of the queens, and the marks.
fn last_board(gif: &[u8]) -> (Vec<Square>, Vec<(Square, Mark)>) {
    let last = gif_frames(gif).last().unwrap();
    let seen = board_reader::read(last.buffer(), size(4), &Theme::default());
    let queens = seen.iter().filter(|(_, seen)| seen.queen).map(|(square, _)| *square);
    let marks = seen.iter().filter_map(|(square, seen)| Some((*square, seen.mark?)));
    (queens.collect(), marks.collect())
}

fn refusal(outcome: Result<(), FilmError>) -> EventError {
    match outcome {
        Err(FilmError::Event(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn impossible_events_are_refused_and_the_film_continues() {
    let size = size(4);
    for mut film in films() {
        let [a, b, c, d] = [(2, 1), (4, 2), (1, 3), (3, 4)].map(Square::from);
        assert_eq!(refusal(film.solution()), EventError::SolutionWithoutPlacement);
        film.place(a).unwrap();
        assert_eq!(refusal(film.place(a)), EventError::Occupied(a));
        assert_eq!(refusal(film.remove(b)), EventError::Vacant(b));
        for square in [(0, 1), (1, 0), (5, 1), (1, 5), (255, 255)].map(Square::from) {
            assert_eq!(refusal(film.place(square)), EventError::OffBoard { square, size });
            assert_eq!(refusal(film.remove(square)), EventError::OffBoard { square, size });
        }
        film.place(b).unwrap();
        assert_eq!(refusal(film.solution()), EventError::WrongNumber { queens: 2, size });
        film.place(c).unwrap();
        film.place(d).unwrap();
        film.solution().unwrap();
        assert_eq!(refusal(film.solution()), EventError::SolutionWithoutPlacement, "once is enough");
        let (gif, summary) = film.finish().unwrap();
        let tally = summary.tally;
        assert_eq!((summary.frames, tally.placements, tally.solutions), (5, 4, 1));
        assert_eq!(summary.bytes, gif.len() as u64);
        let (queens, marks) = last_board(&gif);
        assert_eq!(queens, [c, a, d, b]);
        assert_eq!(marks, [c, a, d, b].map(|square| (square, Mark::Solution)));
    }
}

#[test]
fn false_solutions_are_refused() {
    let size = size(4);
    for mut film in films() {
        let [a, b] = [(1, 1), (3, 2)].map(Square::from);
        for (square, queens) in [(a, 1), (b, 2)] {
            film.place(square).unwrap();
            assert_eq!(refusal(film.solution()), EventError::WrongNumber { queens, size });
        }
        film.board(&"2414".parse().unwrap()).unwrap();
        let message = refusal(film.solution());
        assert!(matches!(message, EventError::Conflict(..)), "{message}");
        let (_, summary) = film.finish().unwrap();
        assert_eq!((summary.frames, summary.tally.solutions), (4, 0));
    }
}

#[test]
fn columns_beyond_the_board_are_refused() {
    let size = size(4);
    for mut film in films() {
        for given in [0, 5, 255] {
            let line = Line::Column(given);
            let expected = EventError::NoSuchLine { line, size };
            assert_eq!(refusal(film.push(Event::backtrack(line))), expected);
            assert_eq!(refusal(film.backtrack(line)), expected);
            assert_eq!(refusal(film.dead_end(line)), expected);
        }
        film.backtrack(Line::Row(4)).unwrap();
        let (_, summary) = film.finish().unwrap();
        assert_eq!(summary.tally.backtracks, 1);
    }
}

#[test]
fn impossible_boards_and_moves_are_refused_without_effect() {
    let size = size(4);
    for mut film in films() {
        let (a, b, beyond) = (Square::new(3, 1), Square::new(1, 1), Square::new(5, 1));
        let off_board = |square| EventError::OffBoard { square, size };
        let given = BoardSize::new(5).unwrap();
        let other_size = EventError::OtherSize { given, size };
        assert_eq!(refusal(film.board(&"52413".parse().unwrap())), other_size);
        assert_eq!(refusal(film.push(Event::SetUp(Square::new(3, 5)))), off_board(Square::new(3, 5)));
        film.board(&"3142".parse().unwrap()).unwrap();
        film.solution().unwrap();
        assert_eq!(refusal(film.solution()), EventError::SolutionWithoutPlacement);
        assert_eq!(refusal(film.move_queen(b, a)), EventError::Vacant(b));
        assert_eq!(refusal(film.move_queen(a, Square::new(1, 2))), EventError::Occupied(Square::new(1, 2)));
        assert_eq!(refusal(film.move_queen(a, a)), EventError::Occupied(a));
        assert_eq!(refusal(film.move_queen(a, beyond)), off_board(beyond));
        assert_eq!(refusal(film.move_queen(beyond, a)), off_board(beyond));
        let twice = [Event::SetUp(b), Event::SetUp(b)].map(|event| film.push(event));
        assert!(matches!(twice, [Ok(()), Err(FilmError::Event(EventError::Occupied(_)))]));
        film.push(Event::Board).unwrap();
        film.move_queen(b, a).unwrap();
        let (gif, summary) = film.finish().unwrap();
        let tally = summary.tally;
        assert_eq!((summary.frames, tally.boards, tally.moves, tally.solutions), (4, 2, 1, 1));
        assert_eq!(last_board(&gif), (vec![a], vec![(b, Mark::Removed), (a, Mark::Placed)]));
    }
}

#[test]
fn extend_reports_its_first_error_at_the_end() {
    let [a, b] = [(1, 1), (3, 2)].map(Square::from);
    for mut film in films() {
        film.extend([Event::place(a), Event::place(a), Event::remove(b), Event::place(b)]);
        film.extend([Event::remove(b)]);
        let Err(FilmError::Event(error)) = film.finish() else { panic!("the first event is impossible") };
        assert_eq!(error, EventError::Occupied(a));
    }
    for mut film in films() {
        film.extend([Event::place(a), Event::place(b), Event::remove(b)]);
        assert_eq!(film.finish().unwrap().1.frames, 4);
    }
}

#[test]
fn a_dropped_film_leaves_no_file() {
    let directory = tempfile::tempdir().unwrap();
    for builder in builders() {
        for name in ["film.gif", "film.apng", "film.y4m", "frames/"] {
            let path = directory.path().join(name);
            let mut film = builder.clone().create(&path).unwrap();
            film.extend(events(4, ALL));
            drop(film);
            assert!(names(directory.path()).is_empty(), "{name}: {:?}", names(directory.path()));
        }
    }
    drop(Film::create(directory.path().join("film.gif"), size(4)).unwrap());
    assert!(names(directory.path()).is_empty());
}

#[test]
fn films_can_be_sent_to_threads_and_printed() {
    fn is_send_and_debug<T: Send + std::fmt::Debug>(film: T) -> T {
        film
    }
    drop(is_send_and_debug(Film::create("film.gif", size(4)).unwrap()));
    for mut film in films().map(is_send_and_debug) {
        let solver = std::thread::spawn(move || {
            film.place(Square::new(1, 1)).unwrap();
            assert!(format!("{film:?}").contains("placements: 1"), "{film:?}");
            film.finish().unwrap().1
        });
        assert_eq!(solver.join().unwrap().frames, 2);
    }
}

/// Makes the call for an event.
fn call<O: Output>(film: &mut Film<O>, event: Event, setting_up: &mut [u8]) -> Result<(), FilmError> {
    match event {
        Event::Test { .. } => film.push(event),
        Event::Place(square) => film.place(square),
        Event::Remove(square) => film.remove(square),
        Event::Solution => film.solution(),
        Event::Backtrack { from, .. } => film.backtrack(from),
        Event::DeadEnd { line, .. } => film.dead_end(line),
        Event::Prune(square) => film.prune([square]),
        Event::Restore(square) => film.restore([square]),
        Event::SetUp(square) => {
            setting_up[usize::from(square.column) - 1] = square.row;
            Ok(())
        }
        Event::Board => film.board(&Placement::new(setting_up).unwrap()),
        Event::Move { from, to, .. } => film.move_queen(from, to),
        Event::End => film.end(),
        other => panic!("{other:?} is unknown here"),
    }
}

/// The film of a search by its events, and by calls.
fn both_ways<O: Output, P: Output>(
    builder: &FilmBuilder,
    n: u64,
    algorithm: Algorithm,
    (by_events, by_calls): (O, P),
) -> ((O::Done, FilmSummary), (P::Done, FilmSummary)) {
    let events = || algorithm.events(size(n), Order::Columns, DEFAULT_SEED);
    let of_events = builder.clone().film(&Source::from_fn(size(n), events), by_events).unwrap();
    let mut film = builder.clone().write_to(by_calls).unwrap();
    let mut setting_up = vec![0; n as usize];
    for event in events() {
        call(&mut film, event, &mut setting_up).unwrap();
    }
    (of_events, film.finish().unwrap())
}

#[test]
fn a_film_by_calls_is_the_film_of_the_same_events() {
    use Algorithm::{Backtracking, Bitfield, ForwardChecking, MinConflicts, Permutations};
    let of_five = || Film::builder(size(5));
    let delayed = || of_five().delay(Duration::from_millis(50));
    for algorithm in sampled(4, [Backtracking, Permutations, Bitfield, ForwardChecking, MinConflicts]) {
        for builder in [
            of_five(),
            delayed().board_width(240),
            delayed().detail(Detail::Tests).every(3).attacks().board_width(240),
            delayed().hold(Duration::from_millis(200)).board_width(250),
            of_five().duration(Duration::from_secs(4)).panels([PanelKind::Caption, PanelKind::Counters]),
            of_five().algorithm(algorithm, Order::Columns).panels([PanelKind::Caption]).board_width(420),
        ] {
            let (of_events, of_calls) = both_ways(&builder, 5, algorithm, (Vec::new(), Vec::new()));
            assert!(of_events == of_calls, "{algorithm}, {builder:?}: {:?}", [of_events.1, of_calls.1]);
        }
    }
}

#[test]
fn a_film_by_calls_is_the_film_of_the_same_events_in_every_format() {
    let directory = tempfile::tempdir().unwrap();
    let files = Format::drawn().filter(|format| !format.is_directory() && !format.is_still());
    for format in files {
        for builder in builders() {
            let builder = builder.format(format).board_width(160).overwrite(Overwrite::Any);
            let outputs = (Vec::new(), Vec::new());
            let (of_events, of_calls) = both_ways(&builder, 4, Algorithm::Backtracking, outputs);
            assert!(of_events == of_calls, "{format}, {builder:?}: {:?}", [of_events.1, of_calls.1]);
            let path = directory.path().join("film").with_extension(format.extension());
            let outputs = (FilmPath(path.clone()), Vec::new());
            let (of_events, of_calls) = both_ways(&builder, 4, Algorithm::Backtracking, outputs);
            assert_eq!((&of_events.0, &of_events.1), (&path, &of_calls.1), "{format}");
            assert!(fs::read(&path).unwrap() == of_calls.0, "{format}");
        }
    }
    let [of_events, of_calls] = ["events", "calls"].map(|name| directory.path().join(name).join(""));
    let outputs = (FilmPath(of_events.clone()), FilmPath(of_calls.clone()));
    let (summary, summary_of_calls) = both_ways(&Film::builder(size(4)), 4, Algorithm::Backtracking, outputs);
    assert_eq!(summary.1, summary_of_calls.1);
    let pictures = names(&of_events).into_iter().filter(|name| name.starts_with("frame-"));
    assert_eq!(pictures.count(), 33, "a picture for each frame");
    assert_eq!(names(&of_events), names(&of_calls));
    let read = |directory: &Path, name: &str| fs::read(directory.join(name)).unwrap();
    for name in names(&of_events) {
        assert!(read(&of_events, &name) == read(&of_calls, &name), "{name}");
    }
}

#[test]
fn a_solution_may_follow_a_move_and_the_tests_after_it() {
    let schedule = Schedule { detail: Detail::Tests, ..Schedule::default() };
    let mut recorder = Recorder::new(size(4), &schedule, Narrator::of_unknown_search(size(4)));
    let (from, to) = (Square::new(1, 1), Square::new(3, 1));
    let set_up = "1142".parse::<Placement>().unwrap().queens();
    let events = set_up.iter().map(Event::SetUp).chain([
        Event::Board,
        Event::move_queen(from, to),
        Event::move_queen(Square::new(1, 2), Square::new(2, 2)),
        Event::move_queen(Square::new(2, 2), Square::new(1, 2)),
        Event::test(to, None),
        Event::Solution,
    ]);
    for event in events {
        recorder.push(event).unwrap();
    }
    assert_eq!(
        recorder.push(Event::Remove(to)).unwrap().unwrap().moment,
        Moment::Solution { last: Some(Square::new(1, 2)), is_mirror_image: false }
    );
    assert_eq!(recorder.push(Event::Solution).unwrap_err(), EventError::SolutionWithoutPlacement);
}

#[test]
fn a_writer_that_fails_ends_the_film_with_its_error() {
    for builder in builders() {
        assert!(matches!(
            builder.write_to(Closing(0, Vec::new())).unwrap().finish(),
            Err(FilmError::Encode(_))
        ));
    }
}

/// The film of a log, with these options.
fn film_of_log(builder: &FilmBuilder, log: &str) -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("log.jsonl");
    fs::write(&path, log).unwrap();
    builder.clone().film(&Source::log(&path).unwrap(), Vec::new()).unwrap().0
}

#[test]
fn calls_and_logs_have_the_same_events() {
    let builder = Film::builder(size(4)).panels([PanelKind::Caption, PanelKind::Counters]).board_width(540);
    let mut film = builder.clone().write_to(Vec::new()).unwrap();
    let square = Square::new;
    film.set(square(1, 1)).unwrap();
    film.prune([square(1, 2), square(2, 2)]).unwrap();
    film.set(square(3, 2)).unwrap();
    film.pause(Duration::from_secs(1)).unwrap();
    film.dead_end(Line::Row(2)).unwrap();
    film.note("Look").unwrap();
    film.set(square(2, 1)).unwrap();
    film.restore([square(1, 2)]).unwrap();
    film.backtrack(Line::Column(2)).unwrap();
    film.board(&"1234".parse().unwrap()).unwrap();
    film.swap([square(1, 1), square(2, 2)], [square(2, 1), square(1, 2)]).unwrap();
    film.end().unwrap();
    let (gif, summary) = film.finish().unwrap();
    assert_eq!((summary.tally.pruned, summary.tally.backtracks), (2, 3));
    assert!(gif == film_of_log(&builder, include_str!("own_solver.jsonl")), "the same film");
}

#[test]
fn boards_by_calls_are_steps_as_in_a_log() {
    let builder = Film::builder(size(4)).panels([PanelKind::Tree]).board_width(320);
    let boards: [&[(u8, u8)]; 5] =
        [&[(1, 1)], &[(1, 1), (3, 2)], &[(1, 1), (4, 2)], &[(2, 1)], &[(2, 1), (4, 2)]];
    let mut film = builder.clone().write_to(Vec::new()).unwrap();
    for board in boards {
        film.queens(&board.iter().map(|square| Square::from(*square)).collect()).unwrap();
    }
    let (gif, summary) = film.finish().unwrap();
    assert_eq!((summary.tally.placements, summary.tally.moves, summary.tally.backtracks), (4, 1, 1));
    let log = "{\"queens\":4,\"boards\":\"steps\"}\n[1]\n[1,3]\n[1,4]\n[2]\n[2,4]\n";
    assert!(gif == film_of_log(&builder, log), "the same film");
}

#[test]
fn lines_of_a_listing_are_highlighted_by_calls_as_in_a_log() {
    let code = ["for each column", "  put a queen"];
    let builder = Film::builder(size(4)).canvas(640, 360);
    let by_calls = builder.clone().listing(Listing::new(code.map(|line| (None, line))));
    let mut film = by_calls.write_to(Vec::new()).unwrap();
    film.place(Square::new(2, 1)).unwrap();
    film.line(1).unwrap();
    assert!(matches!(film.line(2), Err(FilmError::NoSuchLine { line: 2, lines: 2 })));
    film.place(Square::new(4, 2)).unwrap();
    film.line(0).unwrap();
    let gif = film.finish().unwrap().0;
    let log = "{\"queens\":4,\"code\":[\"for each column\",\"  put a queen\"]}\n\
        {\"place\":[2,1],\"line\":2}\n{\"place\":[4,2],\"line\":1}\n";
    assert!(gif == film_of_log(&builder.panels([PanelKind::Code]), log), "the same film");
}

#[test]
fn a_square_that_is_called_safe_must_be_safe() {
    let [a, b, c] = [(1, 1), (1, 2), (3, 2)].map(Square::from);
    for mut film in films() {
        film.place(a).unwrap();
        assert_eq!(refusal(film.test(b, None)), EventError::NotSafe { square: b, attacker: a });
        assert_eq!(refusal(film.refuse(c)), EventError::NotAttacked(c));
        film.refuse(b).unwrap();
        film.test(c, None).unwrap();
        film.finish().unwrap();
    }
    let mut film = Film::builder(size(4)).own_rules().write_to(Vec::new()).unwrap();
    film.place(a).unwrap();
    film.test(b, None).unwrap();
    film.refuse(c).unwrap();
    assert_eq!(film.finish().unwrap().1.tally.tests, 2);
}

#[test]
fn a_film_that_is_written_at_once_is_the_same_as_a_stored_one() {
    let film = |builder: FilmBuilder| {
        let builder = builder.delay(Duration::from_millis(100)).detail(Detail::Tests);
        let mut film = builder.write_to(Vec::new()).unwrap();
        film.place(Square::new(1, 1)).unwrap();
        film.refuse(Square::new(1, 2)).unwrap();
        assert_eq!(film.examine(Square::new(2, 2)).unwrap(), Some(Square::new(1, 1)));
        assert_eq!(film.examine(Square::new(3, 2)).unwrap(), None);
        film.push(Event::Note).unwrap();
        film.push(Event::Pause).unwrap();
        film.place(Square::new(3, 2)).unwrap();
        film.finish().unwrap().0
    };
    let directory = tempfile::tempdir().unwrap();
    let of_four = Film::builder(size(4));
    let with_poster = of_four.clone().sidecar(SidecarKind::Poster, directory.path().join("poster.png"));
    assert!(film(of_four) == film(with_poster), "a poster is of the end");
}

#[test]
fn a_call_of_many_events_films_all_or_none() {
    for mut film in films() {
        film.queens(&[(1, 1), (3, 2)].map(Square::from).into_iter().collect()).unwrap();
        film.prune([Square::new(2, 1)]).unwrap();
        let before = *film.tally();
        assert_eq!(refusal(film.set(Square::new(2, 1))), EventError::RuledOut(Square::new(2, 1)));
        let of_two = film.prune([(4, 4), (2, 1)].map(Square::from));
        assert_eq!(refusal(of_two), EventError::RuledOut(Square::new(2, 1)));
        assert_eq!(*film.tally(), before);
        film.remove(Square::new(3, 2)).unwrap();
        film.finish().unwrap();
    }
}

#[test]
fn squares_off_the_board_are_refused_by_every_call() {
    for mut film in films() {
        film.place(Square::new(1, 1)).unwrap();
        for square in [(0, 1), (1, 0), (65, 1), (255, 255), (5, 1)].map(Square::from) {
            for error in [
                film.place(square),
                film.refuse(square),
                film.examine(square).map(drop),
                film.set(square),
                film.prune([square]),
            ] {
                assert!(matches!(refusal(error), EventError::OffBoard { .. }), "{square}");
            }
        }
        film.pause(Duration::MAX).unwrap();
        film.pause(Duration::MAX).unwrap();
        film.finish().unwrap();
    }
    let mut recorder = Recorder::new(size(4), &Schedule::default(), Narrator::of_unknown_search(size(4)));
    recorder.push(Event::place(Square::new(1, 1))).unwrap();
    recorder.pause(Duration::from_secs(1));
    recorder.pause(Duration::MAX);
    assert!(Square::new(0, 3).is_between(Square::new(0, 1), Square::new(0, 5)));
    assert!(!Square::new(0, 3).is_between(Square::new(255, 1), Square::new(255, 5)));
}
