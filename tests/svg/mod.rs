//! Pictures and films as SVG, rasterised by resvg and by a browser, beside our own pixels.

pub mod browser;
mod faults;
mod films;
mod stills;
mod structure;

use image::{Rgb, RgbImage, RgbaImage};
use queenreel::board::Square;
use queenreel::record::Mark;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::common::board_reader::Seen;

/// The limit for the mean difference of two pictures.
const MOST_DIFFERENT: f64 = 1.5;

/// What resvg sees in an SVG, so many times as large; of a film, the first frame.
fn rasterised(svg: &[u8], scale: u32) -> RgbImage {
    let tree = Tree::from_data(svg, &Options::default()).unwrap();
    let (width, height) = (tree.size().width() as u32, tree.size().height() as u32);
    let mut pixels = Pixmap::new(width * scale, height * scale).unwrap();
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
    let picture = RgbaImage::from_raw(pixels.width(), pixels.height(), pixels.take()).unwrap();
    assert!(picture.pixels().all(|pixel| pixel.0[3] == 255), "no pixel is transparent");
    image::DynamicImage::from(picture).into_rgb8()
}

/// A picture at half its size: each pixel is the mean of four.
fn halved(picture: &RgbImage) -> RgbImage {
    RgbImage::from_fn(picture.width() / 2, picture.height() / 2, |x, y| {
        Rgb([0, 1, 2].map(|channel| {
            let places = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let bytes = places.map(|(right, down)| picture.get_pixel(2 * x + right, 2 * y + down)[channel]);
            (bytes.map(u32::from).iter().sum::<u32>() / 4) as u8
        }))
    })
}

/// The mean difference of the bytes of two pictures.
fn mean_difference(one: &RgbImage, other: &RgbImage) -> f64 {
    assert_eq!(one.dimensions(), other.dimensions());
    let sum: u64 = one.iter().zip(other.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / one.len() as f64
}

/// Checks that pictures are like our pixels, and prints how much they differ.
fn assert_like(name: &str, ours: &RgbImage, others: &[(&str, RgbImage)]) {
    for (kind, other) in others {
        let difference = mean_difference(ours, other);
        println!("{name}, {kind}: {difference:.3}");
        assert!(difference < MOST_DIFFERENT, "{name}, {kind}: {difference:.3} of 255");
    }
}

/// What each frame of the search for the first solution shows, by a search of its own.
fn searched(n: u8) -> Vec<Vec<(Square, Seen)>> {
    let board = |rows: &[u8], marked: Option<((u8, u8), Mark)>| {
        let is_solved = rows.len() == usize::from(n);
        let seen = |row: u8, column: u8| {
            let queen = rows.get(usize::from(column) - 1) == Some(&row);
            let mark = marked.filter(|(square, _)| *square == (row, column)).map(|(_, mark)| mark);
            Seen { queen, mark: if is_solved && queen { Some(Mark::Solution) } else { mark } }
        };
        let squares = (1..=n).flat_map(|row| (1..=n).map(move |column| (row, column)));
        squares.map(|(row, column)| (Square::new(row, column), seen(row, column))).collect::<Vec<_>>()
    };
    let mut boards = vec![board(&[], None)];
    let (mut rows, mut next): (Vec<u8>, u8) = (Vec::new(), 1);
    while rows.len() < usize::from(n) {
        let column = rows.len() as u8 + 1;
        let is_safe = |row: u8| {
            let queens = rows.iter().zip(1..);
            queens.clone().all(|(other, at): (&u8, u8)| {
                let away = column - at;
                *other != row && other.abs_diff(row) != away
            })
        };
        if let Some(row) = (next..=n).find(|row| is_safe(*row)) {
            rows.push(row);
            next = 1;
            boards.push(board(&rows, Some(((row, column), Mark::Placed))));
        } else {
            let row = rows.pop().unwrap();
            next = row + 1;
            boards.push(board(&rows, Some(((row, column - 1), Mark::Removed))));
        }
    }
    boards
}
