//! One picture of one scene.

use queenreel::draw::{BoardPainter, BoardStyle};
use queenreel::encode::write_png;
use queenreel::scene::Scene;

use super::failure::Failure;
use super::place::Place;

/// Writes the picture of a scene; returns how many bytes it takes.
pub fn write(place: &Place, scene: &Scene, style: &BoardStyle) -> Result<u64, Failure> {
    let mut painter = BoardPainter::new(scene.size, style).map_err(Failure::usage)?;
    let picture = painter.paint(scene);
    place.write(|out| Ok(write_png(out, &picture)?))
}
