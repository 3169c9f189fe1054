//! Figures on squares of many sizes, compared with a browser that draws the same outlines.

use image::RgbImage;

use crate::common::decode::read_rgb;
use crate::common::lists::rows;
use crate::common::sandbox::Sandbox;
use crate::common::svg::mean_difference;
use crate::common::table::words;
use crate::driver::Browser;

/// Sides of squares in pixels, and the largest mean difference of a board: most pixels of small figures are
/// edges, for which there are only four shades.
const SIDES: [(u32, f64); 6] = [(14, 5.0), (24, 2.7), (48, 1.5), (60, 1.3), (96, 0.9), (192, 0.5)];

/// The side of squares from which on coordinates fit, in pixels.
const NAMED: u32 = 48;

#[test]
fn figures_of_all_sizes_are_those_of_their_outlines() {
    let Some(browser) = Browser::start() else { return };
    let sandbox = Sandbox::new();
    for (side, most) in SIDES {
        let mut differences = Vec::new();
        for [board] in rows(include_str!("boards.txt")) {
            let names = if side >= NAMED { "--coordinates" } else { "" };
            for name in ["board.png", "board.svg"] {
                let options = format!("{names} --size {} --quiet --force -o {name}", 6 * side);
                sandbox.succeed(&words(&format!("{board} {options}")));
            }
            let ours = read_rgb(&sandbox.path("board.png"));
            browser.open(&sandbox.path("board.svg"), ours.dimensions(), 1);
            let seen = browser.picture();
            let difference = mean_difference(&ours, &seen);
            let name = format!("{board}, squares of {side}");
            assert!(difference < most, "{name}: {difference:.2} of 255");
            assert_no_blot(&ours, &seen, &name);
            differences.push(difference);
        }
        println!("squares of {side}: {:.3}", differences.iter().sum::<f64>() / differences.len() as f64);
    }
}

/// Checks that no figure is missing, thicker or elsewhere: the means of blocks of 3×3 pixels are close, whatever
/// the shades of edges. One in ten thousand may differ: on large squares, hatching shows through the rings of a
/// queen in an SVG.
fn assert_no_blot(ours: &RgbImage, seen: &RgbImage, name: &str) {
    const BLOCK: u32 = 3;
    const MOST: u32 = 90;
    let mean = |picture: &RgbImage, (x, y): (u32, u32), channel: usize| {
        let places = (0..BLOCK * BLOCK).map(|index| (x + index % BLOCK, y + index / BLOCK));
        places.map(|(x, y)| u32::from(picture.get_pixel(x, y)[channel])).sum::<u32>() / (BLOCK * BLOCK)
    };
    let (columns, rows) = (ours.width() - BLOCK + 1, ours.height() - BLOCK + 1);
    let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let differs = |at: &(u32, u32)| {
        (0..3).any(|channel| mean(ours, *at, channel).abs_diff(mean(seen, *at, channel)) > MOST)
    };
    let others: Vec<(u32, u32)> = places.filter(differs).collect();
    assert!(others.len() as u32 <= columns * rows / 10_000, "{name}: {} at {:?}", others.len(), others[0]);
}
