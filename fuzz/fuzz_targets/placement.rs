//! Parses any text as a placement and as squares: the result is on its board, and is equal after writing and
//! parsing it. Problems that begin with it have as many solutions as are found one by one.
//!
//! `cargo +nightly fuzz run placement` from the root of the repository.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queenreel::board::{BoardSize, Placement, Problem, Square, SquareNames};
use queenreel::count::{Progress, count_problem};
use queenreel::search::solutions;

/// Boards on which all solutions are found at once.
const SOON_SEARCHED: u8 = 6;

fuzz_target!(|texts: (&str, &str)| {
    let (start, blocked) = texts;
    if let Ok(placement) = start.parse::<Placement>() {
        assert_eq!(placement.to_string().parse(), Ok(placement.clone()));
        let queens: Vec<Square> = placement.queens().iter().collect();
        assert_eq!(placement.size().queens_written(&placement.to_string()), Ok(queens));
        let rows: Vec<u8> = placement.rows().collect();
        assert_eq!(Placement::new(&rows), Ok(placement.clone()));
        assert_eq!(placement.queens().len(), rows.iter().filter(|row| **row > 0).count());
    }
    for size in [1, 2, 3, 4, 6, 8, 26, 27, 64] {
        let size = BoardSize::new(size).expect("it is a size");
        let start = start_on(size, start);
        let blocked = size.squares_written(blocked).unwrap_or_default();
        assert!(start.iter().chain(&blocked).all(|square| size.contains(*square)));
        let Ok(problem) = Problem::new(size, start.iter().copied(), blocked.iter().copied()) else {
            continue;
        };
        assert_eq!(problem.is_plain(), start.is_empty() && blocked.is_empty());
        assert_eq!(problem.in_words().is_none(), problem.is_plain());
        if size.get() <= SOON_SEARCHED {
            let counts = count_problem(&problem, &Progress::new()).expect("it is small");
            assert_eq!(counts.total, solutions(problem.clone()).count() as u64);
            for image in problem.other_images() {
                assert_eq!(count_problem(&image, &Progress::new()).expect("it is small").total, counts.total);
            }
        }
    }
});

/// The queens of a text on a board, checked by writing and parsing them in both forms.
fn start_on(size: BoardSize, text: &str) -> Vec<Square> {
    let Ok(queens) = size.queens_written(text) else { return Vec::new() };
    let names: Vec<String> = queens.iter().map(|queen| SquareNames::Chess.square(*queen, size)).collect();
    let numbers: Vec<String> = queens.iter().map(|queen| format!("{},{}", queen.row, queen.column)).collect();
    if !queens.is_empty() {
        assert_eq!(size.squares_written(&names.join(",")), Ok(queens.clone()));
        assert_eq!(size.squares_written(&numbers.join(" ")), Ok(queens.clone()));
    }
    queens
}
