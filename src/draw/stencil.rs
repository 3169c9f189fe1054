//! Shapes as coverage masks: 0 where no ink goes, 255 where all of it does.

use image::imageops::thumbnail;
use image::{GrayImage, Luma};
use imageproc::drawing::{draw_filled_rect_mut, draw_polygon_mut};
use imageproc::point::Point;
use imageproc::rect::Rect;

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

/// A square of `side` pixels.
pub fn block(side: u32) -> GrayImage {
    GrayImage::from_pixel(side, side, INK)
}

/// A diagonal cross in a box of `size` pixels (at least 1), its strokes `line` pixels wide.
pub fn cross(size: u32, line: f32) -> GrayImage {
    let size = size.max(1);
    let mut image = GrayImage::new(size * OVERSAMPLING, size * OVERSAMPLING);
    let end = (size * OVERSAMPLING) as i32 - 1;
    // A stroke of width w at 45° takes w / √2 of each side at its corner.
    let cut = (line * OVERSAMPLING as f32 / std::f32::consts::SQRT_2).round() as i32;
    let cut = cut.clamp(1, end - 1);
    let stroke = [(0, 0), (cut, 0), (end, end - cut), (end, end), (end - cut, end), (0, cut)];
    draw_polygon_mut(&mut image, &stroke.map(|(x, y)| Point::new(x, y)), INK);
    draw_polygon_mut(&mut image, &stroke.map(|(x, y)| Point::new(end - x, y)), INK);
    thumbnail(&image, size, size)
}
