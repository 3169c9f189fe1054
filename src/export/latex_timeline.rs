//! Timelines with which LaTeX plays PNG frames.

use std::io::{self, Write};

use super::{ListWriter, listed_time};
use crate::encode::MarkedWriter;
use crate::record::Shot;

/// Readers of PDF count time in milliseconds.
const SHORTEST_MICROS: u128 = 1_000;

/// Writes a timeline for LaTeX's package `animate`: a line for each frame, with its frame rate if
/// that is another than before. The rate of `\animategraphics` has no effect then:
///
/// ```tex
/// \animategraphics[controls, timeline=frames.timeline]{1}{frame-}{0001}{0057}
/// ```
///
/// ```
/// use queenreel::export::{LatexTimeline, ListWriter};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut timeline = Vec::new();
/// Box::new(LatexTimeline::begin(&mut timeline)).finish()?;
/// assert!(timeline.starts_with(b"%"));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LatexTimeline<W> {
    out: MarkedWriter<W>,
    frames: u64,
    /// The time of the last frame.
    micros: Option<u128>,
}

impl<W: Write> LatexTimeline<W> {
    /// Starts the timeline.
    pub const fn begin(out: W) -> Self {
        Self { out: MarkedWriter::new(out), frames: 0, micros: None }
    }
}

impl<W: Write> ListWriter for LatexTimeline<W> {
    fn add(&mut self, shot: &Shot<'_>) -> io::Result<()> {
        let micros = listed_time(shot.shown_for).as_micros().max(SHORTEST_MICROS);
        let changed = self.micros.replace(micros) != Some(micros);
        let rate = if changed { (1e6 / micros as f64).to_string() } else { String::new() };
        writeln!(self.out, ":{rate}:{}", self.frames)?;
        self.frames += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.close(|name| [b"% ", name, b"\n"].concat()).map(drop)
    }
}
