//! Films of solvers that are not the library's.

#[path = "../examples/your_own_solver.rs"]
mod your_own_solver;

use queenreel::board::{Placement, Square};
use queenreel::film::{Film, FilmError};
use queenreel::page::Theme;
use queenreel::record::Mark;
use queenreel::record::{Detail, EventError, Moment, Recorder, Schedule};
use queenreel::search::{Event, Order};

use crate::common::board_reader;
use crate::common::decode::gif_frames;
use crate::common::films::ordered_events;
use crate::common::known::size;

#[test]
fn the_solver_of_the_example_is_filmed_to_its_solution() {
    let mut bytes = Vec::new();
    let reel = your_own_solver::film_to(&mut bytes, 6).unwrap();
    assert_eq!((reel.tally.placements, reel.tally.removals, reel.tally.solutions), (31, 25, 1));
    assert_eq!((reel.frames, reel.bytes), (57, bytes.len() as u64));
    let frames: Vec<image::Frame> = gif_frames(&bytes).collect();
    assert_eq!(frames.len(), 57);
    let size = size(6);
    let seen = |frame: &image::Frame| board_reader::read(frame.buffer(), size, &Theme::default());
    // The same search as ours by rows, seen in a mirror.
    let mut queens = Vec::new();
    let mut boards = vec![queens.clone()];
    for event in ordered_events(6, 1, Order::Rows) {
        let mirrored = |square: Square| Square::new(square.row, 7 - square.column);
        match event {
            Event::Place(square) => queens.push(mirrored(square)),
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

fn refusal(outcome: Result<(), FilmError>) -> EventError {
    match outcome {
        Err(FilmError::Event(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn impossible_events_are_refused_and_the_film_goes_on() {
    let size = size(4);
    let mut film = Film::gif(size, Vec::new()).unwrap();
    let (a, b) = (Square::new(1, 1), Square::new(3, 2));
    assert_eq!(refusal(film.solution()), EventError::SolutionWithoutPlacement);
    film.place(a).unwrap();
    assert_eq!(refusal(film.place(a)), EventError::Occupied(a));
    assert_eq!(refusal(film.remove(b)), EventError::Vacant(b));
    for square in [(0, 1), (1, 0), (5, 1), (1, 5), (255, 255)].map(|(row, column)| Square::new(row, column)) {
        assert_eq!(refusal(film.place(square)), EventError::OffBoard { square, size });
        assert_eq!(refusal(film.remove(square)), EventError::OffBoard { square, size });
    }
    film.place(b).unwrap();
    film.solution().unwrap();
    assert_eq!(refusal(film.solution()), EventError::SolutionWithoutPlacement, "once is enough");
    let (last, reel) = film.finish().unwrap();
    assert_eq!((reel.frames, reel.tally.placements), (3, 2));
    assert_eq!(last.scene.queens.iter().collect::<Vec<_>>(), [a, b]);
}

#[test]
fn impossible_boards_and_moves_are_refused_and_leave_no_trace() {
    let size = size(4);
    let mut film = Film::gif(size, Vec::new()).unwrap();
    let (a, b, beyond) = (Square::new(3, 1), Square::new(1, 1), Square::new(5, 1));
    let off_board = |square| EventError::OffBoard { square, size };
    assert_eq!(refusal(film.board(&"52413".parse().unwrap())), off_board(Square::new(3, 5)));
    film.board(&"3142".parse().unwrap()).unwrap();
    film.solution().unwrap();
    assert_eq!(refusal(film.solution()), EventError::SolutionWithoutPlacement);
    assert_eq!(refusal(film.move_queen(b, a)), EventError::Vacant(b));
    assert_eq!(refusal(film.move_queen(a, Square::new(1, 2))), EventError::Occupied(Square::new(1, 2)));
    assert_eq!(refusal(film.move_queen(a, a)), EventError::Occupied(a));
    assert_eq!(refusal(film.move_queen(a, beyond)), off_board(beyond));
    assert_eq!(refusal(film.move_queen(beyond, a)), off_board(beyond));
    let twice = [Event::SetUp(b), Event::SetUp(b)].map(|event| film.push(event).map(drop));
    assert!(matches!(twice, [Ok(()), Err(FilmError::Event(EventError::Occupied(_)))]));
    film.push(Event::Board).unwrap();
    film.move_queen(b, a).unwrap();
    let (last, reel) = film.finish().unwrap();
    assert_eq!((reel.frames, reel.tally.boards, reel.tally.moves, reel.tally.solutions), (4, 2, 1, 1));
    assert_eq!(last.scene.queens.iter().collect::<Vec<_>>(), [a]);
    assert_eq!(last.scene.marks, [(b, Mark::Removed), (a, Mark::Placed)]);
}

#[test]
fn a_solution_may_follow_a_move_and_the_tests_after_it() {
    let schedule = Schedule { detail: Detail::Tests, ..Schedule::default() };
    let mut recorder = Recorder::new(size(4), &schedule);
    let (from, to) = (Square::new(1, 1), Square::new(3, 1));
    let set_up = "1142".parse::<Placement>().unwrap().queens();
    let events = set_up.iter().map(Event::SetUp).chain([
        Event::Board,
        Event::Move { from, to },
        Event::Move { from: Square::new(1, 2), to: Square::new(2, 2) },
        Event::Move { from: Square::new(2, 2), to: Square::new(1, 2) },
        Event::Test { square: to, attacker: None },
        Event::Solution,
    ]);
    for event in events {
        recorder.push(event).unwrap();
    }
    assert_eq!(
        recorder.push(Event::Remove(to)).unwrap().unwrap().moment,
        Moment::Solution(Some(Square::new(1, 2)))
    );
    assert_eq!(recorder.push(Event::Solution).unwrap_err(), EventError::SolutionWithoutPlacement);
}

#[test]
fn a_writer_that_fails_ends_the_film_with_its_error() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let film = Film::gif(size(4), Full).unwrap();
    assert!(matches!(film.finish(), Err(FilmError::Encode(_))));
}
