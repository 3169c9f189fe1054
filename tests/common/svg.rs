//! Rasterised SVGs compared with our pixels.

use std::iter;
use std::path::Path;
use std::process::Command;

use image::{Rgb, RgbImage};
use queenreel::board::Square;
use queenreel::record::Mark;

use super::board_reader::Seen;
use super::known::size;
use super::recursion::{Step, steps};
use super::search_oracle::pair;
use super::tools::run_tool;

/// The limit for the mean difference of two pictures.
pub const MOST_DIFFERENT: f64 = 1.5;

/// An SVG rendered by librsvg at this scale; for a film, its still.
pub fn rasterised(svg: &Path, scale: u32) -> Option<RgbImage> {
    let png = run_tool(Command::new("rsvg-convert").arg(format!("--zoom={scale}")).arg(svg))?.stdout;
    let picture = image::load_from_memory(&png).unwrap().into_rgba8();
    assert!(picture.pixels().all(|pixel| pixel.0[3] == 255), "no pixel is transparent");
    Some(image::DynamicImage::from(picture).into_rgb8())
}

/// A picture at half its size: each pixel is the mean of four.
pub fn halved(picture: &RgbImage) -> RgbImage {
    RgbImage::from_fn(picture.width() / 2, picture.height() / 2, |x, y| {
        Rgb([0, 1, 2].map(|channel| {
            let places = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let bytes = places.map(|(right, down)| picture.get_pixel(2 * x + right, 2 * y + down)[channel]);
            (bytes.map(u32::from).iter().sum::<u32>() / 4) as u8
        }))
    })
}

/// The mean difference of the bytes of two pictures.
pub fn mean_difference(one: &RgbImage, other: &RgbImage) -> f64 {
    assert_eq!(one.dimensions(), other.dimensions());
    let sum: u64 = one.iter().zip(other.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / one.len() as f64
}

/// Checks that librsvg renders an SVG like our pixels, at its size and twice as large; `None` if it is not
/// installed.
pub fn assert_rasterised_like(name: &str, ours: &RgbImage, svg: &Path) -> Option<()> {
    let seen = [("librsvg", rasterised(svg, 1)?), ("librsvg, halved", halved(&rasterised(svg, 2)?))];
    assert_like(name, ours, &seen);
    Some(())
}

/// Checks that pictures are like our pixels, and prints how much they differ.
pub fn assert_like(name: &str, ours: &RgbImage, others: &[(&str, RgbImage)]) {
    for (kind, other) in others {
        let difference = mean_difference(ours, other);
        println!("{name}, {kind}: {difference:.3}");
        assert!(difference < MOST_DIFFERENT, "{name}, {kind}: {difference:.3} of 255");
    }
}

/// The content of each frame of the search for the first solution, computed by a separate search.
pub fn searched(n: u8) -> Vec<Vec<(Square, Seen)>> {
    let board = |step: Option<&Step>| {
        let seen = |square: Square| {
            let queen = step.is_some_and(|step| step.queens.contains(&pair(square)));
            let mark = match step {
                Some(step) if step.solved => queen.then_some(Mark::Solution),
                Some(step) if step.at == pair(square) => {
                    Some(if step.placed { Mark::Placed } else { Mark::Removed })
                }
                _ => None,
            };
            (square, Seen { queen, mark })
        };
        size(n.into()).squares().map(seen).collect()
    };
    iter::once(None).chain(steps(n, 1).iter().map(Some)).map(board).collect()
}
