//! What a file may have at most, and the film that has more.

use std::fmt;
use std::time::Duration;

use crate::words::{Grouped, milliseconds};

use super::Reduction;

/// What a file may have at most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bytes.
    pub bytes: Option<u64>,
    /// Pictures.
    pub pictures: Option<u64>,
    /// Pixels of all pictures together.
    pub pixels: Option<u64>,
    /// The time of the whole film.
    pub time: Option<Duration>,
    /// The width and the height of a picture in pixels.
    pub canvas: Option<(u32, u32)>,
}

impl Limits {
    /// Those that a film exceeds.
    pub(super) fn excess(self, size: FilmSize) -> Self {
        let over = |limit: Option<u64>, number: u64| limit.filter(|limit| number > *limit);
        let FilmSize { bytes, pictures, time, canvas: (width, height) } = size;
        let is_larger = |(widest, highest): &(u32, u32)| width > *widest || height > *highest;
        Self {
            bytes: over(self.bytes, bytes),
            pictures: over(self.pictures, pictures),
            pixels: over(self.pixels, size.pixels()),
            time: self.time.filter(|limit| time > *limit),
            canvas: self.canvas.filter(is_larger),
        }
    }
}

/// The size of a film.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilmSize {
    /// Bytes.
    pub bytes: u64,
    /// Pictures.
    pub pictures: u64,
    /// The time of the whole film.
    pub time: Duration,
    /// Width and height of a picture in pixels.
    pub canvas: (u32, u32),
}

impl FilmSize {
    /// The pixels of all pictures together.
    fn pixels(self) -> u64 {
        let (width, height) = self.canvas;
        u64::from(width) * u64::from(height) * self.pictures
    }
}

/// Even the smallest film exceeds its limits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct OverLimits {
    /// The limits.
    pub limits: Limits,
    /// The size of the smallest film.
    pub smallest: FilmSize,
    /// What it has given up.
    pub reductions: Vec<Reduction>,
}

impl fmt::Display for OverLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limits, smallest, reductions } = self;
        let number = |number: u64, unit: &str| format!("{} {unit}", Grouped(number));
        let sides = |(width, height): (u32, u32)| format!("{width}×{height} pixels");
        let pixels = |pixels| number(pixels, "pixels in all");
        let (excess, size) = (limits.excess(*smallest), *smallest);
        let exceeded = [
            excess.bytes.map(|limit| [number(limit, "bytes"), number(size.bytes, "bytes")]),
            excess.pictures.map(|limit| [number(limit, "pictures"), number(size.pictures, "pictures")]),
            excess.pixels.map(|limit| [pixels(limit), pixels(size.pixels())]),
            excess.time.map(|limit| [milliseconds(limit), milliseconds(size.time)]),
            excess.canvas.map(|limit| [sides(limit), sides(size.canvas)]),
        ];
        let (asked, reached): (Vec<String>, Vec<String>) =
            exceeded.into_iter().flatten().map(|[limit, reached]| (limit, reached)).unzip();
        let given_up: Vec<String> = reductions.iter().map(ToString::to_string).collect();
        let with =
            if given_up.is_empty() { String::new() } else { format!(", with {}", given_up.join(", ")) };
        let (asked, reached) = (asked.join(", "), reached.join(", "));
        write!(f, "cannot make a film of at most {asked}: the smallest possible has {reached}{with}")
    }
}
