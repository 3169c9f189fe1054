//! A solver of one's own, filmed: it only says what it does.
//!
//! `cargo run --release --example your_own_solver` writes `output/your-own-solver.gif`.

use std::error::Error;
use std::fs::{File, create_dir_all};
use std::io::Write;

use queenreel::board::{BoardSize, Square};
use queenreel::film::{Film, FilmError, Reel};

/// Places a queen in each row in turn, from the right; true once all are placed.
fn solve(n: u8, queens: &mut Vec<Square>, film: &mut Film<'_>) -> Result<bool, FilmError> {
    if queens.len() == usize::from(n) {
        film.solution()?;
        return Ok(true);
    }
    let row = queens.len() as u8 + 1;
    for column in (1..=n).rev() {
        let square = Square::new(row, column);
        if queens.iter().any(|queen| queen.attacks(square)) {
            continue;
        }
        film.place(square)?;
        queens.push(square);
        if solve(n, queens, film)? {
            return Ok(true);
        }
        queens.pop();
        film.remove(square)?;
    }
    Ok(false)
}

/// Films the search for `n` queens into any writer.
///
/// # Errors
/// When the writer fails.
pub fn film_to(out: impl Write, n: u8) -> Result<Reel, Box<dyn Error>> {
    let mut film = Film::gif(BoardSize::new(n.into())?, out)?;
    solve(n, &mut Vec::new(), &mut film)?;
    let (_, reel) = film.finish()?;
    Ok(reel)
}

#[allow(dead_code, reason = "a test takes the rest of this file into itself")]
fn main() -> Result<(), Box<dyn Error>> {
    create_dir_all("output")?;
    let reel = film_to(File::create("output/your-own-solver.gif")?, 6)?;
    println!("output/your-own-solver.gif: {} frames", reel.frames);
    Ok(())
}
