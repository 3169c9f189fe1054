//! A custom solver that reports its events to a film.
//!
//! `cargo run --release --example your_own_solver` writes `output/your-own-solver.gif`.

use queenreel::board::{BoardSize, Square};
use queenreel::film::{Film, FilmError, FilmSummary, Output};

/// Places a queen in each row in turn, from the right; true once all are placed.
fn solve<O: Output>(n: u8, queens: &mut Vec<Square>, film: &mut Film<O>) -> Result<bool, FilmError> {
    if queens.len() == usize::from(n) {
        film.solution()?;
        return Ok(true);
    }
    for column in (1..=n).rev() {
        let square = Square::new(queens.len() as u8 + 1, column);
        if queens.iter().all(|queen| !queen.attacks(square)) {
            film.place(square)?;
            queens.push(square);
            if solve(n, queens, film)? {
                return Ok(true);
            }
            queens.pop();
            film.remove(square)?;
        }
    }
    Ok(false)
}

/// Films the search on a board of this size, to a writer or a path; returns it with a summary.
///
/// # Errors
/// When the film cannot be written.
pub fn film_to<O: Output>(out: O, size: BoardSize) -> Result<(O::Done, FilmSummary), FilmError> {
    let mut film = Film::builder(size).write_to(out)?;
    solve(size.get(), &mut Vec::new(), &mut film)?;
    film.finish()
}

#[allow(dead_code, reason = "a test includes this file as a module")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = queenreel::film::FilmPath("output/your-own-solver.gif".into());
    let (path, summary) = film_to(path, BoardSize::new(6)?)?;
    println!("{}: {} frames", path.display(), summary.frames);
    Ok(())
}
