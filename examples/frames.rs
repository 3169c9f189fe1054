//! Films a search as pictures of the `image` crate, and writes them half as large with an encoder of that crate.
//!
//! `cargo run --example frames` writes `output/half.gif`.

use std::error::Error;
use std::fs::{self, File};

use image::codecs::gif::GifEncoder;
use image::{Frame, imageops};
use queenreel::board::BoardSize;
use queenreel::film::{Film, Source};
use queenreel::search::{Algorithm, Order};

fn main() -> Result<(), Box<dyn Error>> {
    let size = BoardSize::new(6)?;
    let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, Some(1));
    fs::create_dir_all("output")?;
    let mut gif = GifEncoder::new(File::create("output/half.gif")?);
    for frame in Film::builder(size).frames(&source)? {
        let frame = frame?;
        let (delay, picture) = (frame.delay(), frame.into_buffer());
        let half = imageops::thumbnail(&picture, picture.width() / 2, picture.height() / 2);
        gif.encode_frame(Frame::from_parts(half, 0, 0, delay))?;
    }
    Ok(())
}
