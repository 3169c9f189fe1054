//! Films a search as pictures of the `image` crate, and writes them half as large with an encoder of that crate.
//!
//! `cargo run --example frames` writes `output/half.gif`.

use std::error::Error;
use std::fs::{self, File};
use std::path::Path;

use image::codecs::gif::GifEncoder;
use image::{Frame, imageops};
use queenreel::board::BoardSize;
use queenreel::film::{Film, Source};
use queenreel::search::{Algorithm, Order};

/// Writes the film to a file.
///
/// # Errors
/// When the file cannot be written.
pub fn film_to(path: &Path) -> Result<(), Box<dyn Error>> {
    let size = BoardSize::new(6)?;
    let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, Some(1));
    let mut gif = GifEncoder::new(File::create(path)?);
    for frame in Film::builder(size).frames(&source)? {
        let frame = frame?;
        let (delay, picture) = (frame.delay(), frame.into_buffer());
        let half = imageops::thumbnail(&picture, picture.width() / 2, picture.height() / 2);
        gif.encode_frame(Frame::from_parts(half, 0, 0, delay))?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests include this file")]
fn main() -> Result<(), Box<dyn Error>> {
    fs::create_dir_all("output")?;
    film_to(Path::new("output/half.gif"))
}
