//! Shapes as coverage masks: 0 for no ink, 255 for full ink.

use image::imageops::thumbnail;
use image::{GrayImage, Luma};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut, draw_polygon_mut};
use imageproc::rect::Rect;

use crate::page::square::Point;

const INK: Luma<u8> = Luma([255]);
const BLANK: Luma<u8> = Luma([0]);

/// Slanted shapes are drawn this many times as large and averaged, for smooth edges.
const OVERSAMPLING: u32 = 8;

/// A frame along the edges of a `width` by `height` box, `line` pixels wide.
pub fn frame(width: u32, height: u32, line: u32) -> GrayImage {
    let mut image = GrayImage::from_pixel(width, height, INK);
    let inner = (width.saturating_sub(2 * line), height.saturating_sub(2 * line));
    if inner.0 > 0 && inner.1 > 0 {
        let hole = Rect::at(line as i32, line as i32).of_size(inner.0, inner.1);
        draw_filled_rect_mut(&mut image, hole, BLANK);
    }
    image
}

/// A circle's outline in a box of `size` pixels (at least 1), `line` pixels wide.
pub fn ring(size: u32, line: f32) -> GrayImage {
    let size = size.max(1);
    let side = size * OVERSAMPLING;
    let mut image = GrayImage::new(side, side);
    let (centre, radius) = ((side as i32 / 2, side as i32 / 2), (side as i32 - 1) / 2);
    draw_filled_circle_mut(&mut image, centre, radius, INK);
    draw_filled_circle_mut(&mut image, centre, radius - (line * OVERSAMPLING as f32).round() as i32, BLANK);
    thumbnail(&image, size, size)
}

/// A line with round ends in a `width` by `height` box; its ends, in pixels, may be outside. It is
/// `line` pixels wide.
pub fn line(width: u32, height: u32, [from, to]: [Point; 2], line: f32) -> GrayImage {
    let along = (to.0 - from.0, to.1 - from.1);
    let length_squared = (along.0 * along.0 + along.1 * along.1).max(f32::EPSILON);
    GrayImage::from_fn(width, height, |x, y| {
        let (x, y) = (x as f32 + 0.5 - from.0, y as f32 + 0.5 - from.1);
        let nearest = ((x * along.0 + y * along.1) / length_squared).clamp(0.0, 1.0);
        let distance = (x - nearest * along.0).hypot(y - nearest * along.1);
        let coverage = (line / 2.0 + 0.5 - distance).clamp(0.0, 1.0);
        Luma([(coverage * 255.0).round() as u8])
    })
}

/// Straight strokes in a box of `size` pixels (at least 1), their ends from 0 to 1 from its top left,
/// each `line` pixels wide.
pub fn strokes(size: u32, strokes: &[[Point; 2]], line: f32) -> GrayImage {
    let size = size.max(1);
    let scale = OVERSAMPLING as f32;
    let mut image = GrayImage::new(size * OVERSAMPLING, size * OVERSAMPLING);
    let half = line / 2.0;
    let room = (size as f32 - line).max(0.0);
    let in_box = |(x, y): Point| (half + x * room, half + y * room);
    for [from, to] in strokes.iter().map(|ends| ends.map(in_box)) {
        let length = (to.0 - from.0).hypot(to.1 - from.1).max(f32::EPSILON);
        let (along_x, along_y) = (half * (to.0 - from.0) / length, half * (to.1 - from.1) / length);
        // Extended by half its width at both ends, so that strokes join in a corner.
        let corner = |(x, y): Point, along: f32, across: f32| {
            let (x, y) = (x + along * along_x - across * along_y, y + along * along_y + across * along_x);
            imageproc::point::Point::new((x * scale).round() as i32, (y * scale).round() as i32)
        };
        let corners =
            [corner(from, -1.0, -1.0), corner(from, -1.0, 1.0), corner(to, 1.0, 1.0), corner(to, 1.0, -1.0)];
        // A stroke of zero length is a dot: a polygon needs distinct points.
        if corners[0] == corners[3] {
            draw_filled_rect_mut(&mut image, Rect::at(corners[0].x, corners[0].y).of_size(1, 1), INK);
        } else {
            draw_polygon_mut(&mut image, &corners, INK);
        }
    }
    thumbnail(&image, size, size)
}

/// Applies a mask, clipped, to pixels in rows of this width, from a corner on: `change` gets each
/// pixel with its coverage.
pub fn apply(
    mask: &GrayImage,
    pixels: &mut [u8],
    width: u32,
    (x, y): (u32, u32),
    change: impl Fn(&mut u8, u8),
) {
    let rows = pixels.chunks_mut(width as usize).skip(y as usize);
    for (row, coverage) in rows.zip(mask.rows()) {
        for (pixel, coverage) in row.iter_mut().skip(x as usize).zip(coverage) {
            change(pixel, coverage.0[0]);
        }
    }
}
