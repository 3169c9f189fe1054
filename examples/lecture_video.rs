//! A recursive solver, filmed as a video for slides.
//!
//! `cargo run --release --example lecture_video` writes `output/mine.mp4`.

use std::path::{Path, PathBuf};

use queenreel::board::{BoardSize, Line, Square};
use queenreel::film::{Film, FilmError, FilmPath, FilmSummary, View};

/// Places a queen in each column from this one on; true once all are placed.
fn solve(column: u8, queens: &mut Vec<Square>, film: &mut Film<FilmPath>, n: u8) -> Result<bool, FilmError> {
    for row in 1..=n {
        let square = Square::new(row, column);
        let attacker = queens.iter().copied().find(|queen| queen.attacks(square));
        film.test(square, attacker)?;
        if attacker.is_none() {
            film.place(square)?;
            queens.push(square);
            if column == n {
                film.solution()?;
            }
            if column == n || solve(column + 1, queens, film, n)? {
                return Ok(true);
            }
            queens.pop();
            film.remove(square)?;
        }
    }
    film.backtrack(Line::Column(column))?;
    Ok(false)
}

/// Films the search for six queens to a file.
///
/// # Errors
/// When the film cannot be written.
pub fn film_to(path: &Path) -> Result<(PathBuf, FilmSummary), FilmError> {
    let size = BoardSize::new(6).expect("6 is a size");
    let video = Film::builder(size).view(View::Lecture).canvas(1280, 720).title("Six queens");
    let mut film = video.create(path)?;
    solve(1, &mut Vec::new(), &mut film, size.get())?;
    film.finish()
}

#[allow(dead_code, reason = "a test includes this file as a module")]
fn main() -> Result<(), FilmError> {
    let (path, summary) = film_to(Path::new("output/mine.mp4"))?;
    println!("{}: {} frames", path.display(), summary.frames);
    Ok(())
}
