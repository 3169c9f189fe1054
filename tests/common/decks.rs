//! Presentations of this program or a test, as python-pptx reads them.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use image::RgbImage;
use queenreel::encode::{Compression, write_png};
use queenreel::internals::picture::{Canvas, Picture, Rgb};
use queenreel::internals::slides::{Deck, Slide, SlideSize};
use serde::Deserialize;

use super::decode::read_rgb;
use super::sandbox::{Sandbox, repository_file};
use super::tools::{python, run_tool};

/// A presentation as python-pptx reads it.
#[derive(Debug, Deserialize)]
pub struct DeckRead {
    pub title: String,
    pub size: [u32; 2],
    pub layouts: Vec<String>,
    pub slides: Vec<SlideRead>,
}

#[derive(Debug, Deserialize)]
pub struct SlideRead {
    pub title: String,
    pub notes: String,
    pub alt: String,
    /// Left, top, width and height in pixels.
    pub picture: [u32; 4],
    /// The path of the PNG in the package.
    pub media: String,
    /// Milliseconds.
    pub advance: Option<u64>,
    pub click: bool,
}

/// Checks the package and reads it; writes the PNG and the SVG of slide N to `N.png` and `N.svg` in the
/// directory.
pub fn read_deck(deck: &Path, directory: &Path) -> Option<DeckRead> {
    let script = repository_file("tests/slides/read_deck.py");
    let output = run_tool(python(&["lxml", "pptx"])?.arg(script).arg(deck).arg(directory))?;
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Reads a presentation, and the PNG of each slide.
pub fn read(bytes: &[u8]) -> Option<(DeckRead, Vec<RgbImage>)> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("deck.pptx");
    fs::write(&path, bytes).unwrap();
    let deck = read_deck(&path, directory.path())?;
    let png = |number| read_rgb(&directory.path().join(format!("{number}.png")));
    let pngs = (1..=deck.slides.len()).map(png).collect();
    Some((deck, pngs))
}

/// Runs the program with these arguments and `-o deck.pptx`, and reads the deck.
pub fn deck(sandbox: &Sandbox, arguments: &[&str]) -> Option<DeckRead> {
    sandbox.succeed(&[arguments, &["-q", "--force", "-o", "deck.pptx"]].concat());
    read_deck(&sandbox.path("deck.pptx"), sandbox.path("").as_path())
}

pub const COLOURS: [[u8; 3]; 3] = [[213, 94, 0], [0, 158, 115], [86, 180, 233]];

/// A picture of one colour, as PNG and as SVG.
pub fn picture(colour: [u8; 3], (width, height): (u32, u32)) -> (Vec<u8>, String) {
    let canvas = Canvas::new(width, height, vec![Rgb(colour)]);
    let mut png = Vec::new();
    write_png(
        &mut png,
        &Picture::new(&canvas, &vec![0; (width * height) as usize], &[]),
        Compression::default(),
    )
    .unwrap();
    let [red, green, blue] = colour;
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><path fill="rgb({red},{green},{blue})" d="M0 0H{width}V{height}H0z"/></svg>"#
    );
    (png, svg)
}

pub fn slide((width, height): (u32, u32)) -> SlideSize {
    SlideSize::of_pixels(width, height).unwrap()
}

/// Title, notes, alternative text, colour and time of a slide in milliseconds.
pub type Content<'a> = (&'a str, &'a str, &'a str, [u8; 3], Option<u64>);

pub fn write(size: (u32, u32), title: &str, slides: &[Content<'_>], out: impl Write) -> io::Result<u64> {
    let mut deck = Deck::new(out, slide(size), title, slides.len() as u32)?;
    for (title, notes, alt, colour, advance) in slides {
        let (png, svg) = picture(*colour, size);
        let advance = advance.map(Duration::from_millis);
        deck.add(&Slide { title, notes, alt, png: &png, svg: &svg, advance })?;
    }
    deck.finish()
}

pub fn bytes(size: (u32, u32), title: &str, slides: &[Content<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    assert_eq!(write(size, title, slides, &mut out).unwrap(), out.len() as u64);
    out
}
