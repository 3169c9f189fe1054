//! Shapes as coverage masks: 0 for no ink, 255 for full ink.

use std::ops::Range;

use crate::page::figure::Point;
use crate::picture::{Coverage, Rect};

const INK: u8 = 255;
const BLANK: u8 = 0;

/// Round shapes are drawn this many times as large and averaged, for smooth edges.
const OVERSAMPLING: u32 = 8;

/// Rectangles of full ink in a `width` by `height` box.
pub fn bars(width: u32, height: u32, bars: &[Rect]) -> Coverage {
    let mut image = Coverage::new(width, height);
    for bar in bars {
        for y in bar.y..bar.bottom().min(height) {
            fill_row(&mut image, y, bar.x..bar.right(), INK);
        }
    }
    image
}

/// A circle's outline in a box of `size` pixels (at least 1), `line` pixels wide.
pub fn ring(size: u32, line: f32) -> Coverage {
    let size = size.max(1);
    let side = size * OVERSAMPLING;
    let mut image = Coverage::new(side, side);
    let radius = (side as i32 - 1) / 2;
    fill_circle(&mut image, radius, INK);
    fill_circle(&mut image, radius - (line * OVERSAMPLING as f32).round() as i32, BLANK);
    averaged(&image)
}

/// The means of squares of pixels.
fn averaged(image: &Coverage) -> Coverage {
    let side = OVERSAMPLING as usize;
    let rows: Vec<&[u8]> = image.rows().collect();
    Coverage::from_fn(image.width() / OVERSAMPLING, image.height() / OVERSAMPLING, |x, y| {
        let square = rows[y as usize * side..][..side].iter().map(|row| &row[x as usize * side..][..side]);
        let sum: u32 = square.flatten().map(|pixel| u32::from(*pixel)).sum();
        ((sum + OVERSAMPLING.pow(2) / 2) / OVERSAMPLING.pow(2)) as u8
    })
}

/// Fills a circle around the middle of a square image, by the midpoint algorithm.
fn fill_circle(image: &mut Coverage, radius: i32, ink: u8) {
    let middle = image.width() as i32 / 2;
    let (mut x, mut y, mut error) = (0, radius, 1 - radius);
    while x <= y {
        for (row, half) in [(y, x), (x, y), (-y, x), (-x, y)] {
            fill_row(image, (middle + row) as u32, (middle - half) as u32..(middle + half + 1) as u32, ink);
        }
        x += 1;
        if error >= 0 {
            y -= 1;
            error -= 2 * y;
        }
        error += 2 * x + 1;
    }
}

fn fill_row(image: &mut Coverage, y: u32, columns: Range<u32>, ink: u8) {
    for x in columns {
        if let Some(pixel) = image.get_mut(x, y) {
            *pixel = ink;
        }
    }
}

/// A disc around a point in a `width` by `height` box.
pub fn disc((width, height): (u32, u32), (x, y): Point, radius: f32) -> Coverage {
    Coverage::from_fn(width, height, |column, row| {
        shade(radius - (column as f32 + 0.5 - x).hypot(row as f32 + 0.5 - y))
    })
}

/// Convex polygons in a `width` by `height` box; their corners, in pixels, may be outside.
pub fn polygons(width: u32, height: u32, polygons: &[Vec<Point>]) -> Coverage {
    let mut image = Coverage::new(width, height);
    for polygon in polygons {
        // The distance inside each side; corners may go round in either direction.
        let (_, turn) =
            side_of(polygon, (0.0, 0.0)).fold((0, 0.0), |(n, sum), (_, twice)| (n + 1, sum + twice));
        let bound = |low: f32, high: f32, most: u32| {
            (low.floor().clamp(0.0, most as f32) as u32, (high.ceil() + 1.0).clamp(0.0, most as f32) as u32)
        };
        let range = |along: fn(&Point) -> f32| {
            let values = polygon.iter().map(along);
            values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
        };
        let (xs, ys) = (range(|(x, _)| *x), range(|(_, y)| *y));
        let ((left, right), (top, bottom)) =
            (bound(xs.0 - 1.0, xs.1, width), bound(ys.0 - 1.0, ys.1, height));
        for y in top..bottom {
            for x in left..right {
                let at = (x as f32 + 0.5, y as f32 + 0.5);
                let inside = side_of(polygon, at)
                    .map(|(distance, _)| if turn >= 0.0 { distance } else { -distance })
                    .fold(f32::INFINITY, f32::min);
                if let Some(pixel) = image.get_mut(x, y) {
                    *pixel = (*pixel).max(shade(inside));
                }
            }
        }
    }
    image
}

/// For each side of a polygon, the distance of a point from it, and its share of twice the area.
fn side_of(polygon: &[Point], (x, y): Point) -> impl Iterator<Item = (f32, f32)> {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(move |((x0, y0), (x1, y1))| {
        let (along_x, along_y) = (x1 - x0, y1 - y0);
        let length = along_x.hypot(along_y).max(f32::EPSILON);
        ((along_x * (y - y0) - along_y * (x - x0)) / length, x0 * y1 - x1 * y0)
    })
}

/// The coverage of a pixel whose centre is so far inside a shape.
fn shade(inside: f32) -> u8 {
    ((inside + 0.5).clamp(0.0, 1.0) * 255.0).round() as u8
}

/// A mask made wider on all sides by so many pixels.
pub fn widened(mask: &Coverage, by: f32) -> Coverage {
    let border = by.round().max(1.0) as u32;
    let mut image = Coverage::new(mask.width() + 2 * border, mask.height() + 2 * border);
    let reach = -(border as i32)..=border as i32;
    let disc: Vec<(i32, i32)> = reach
        .clone()
        .flat_map(|y| reach.clone().map(move |x| (x, y)))
        .filter(|(x, y)| (*x as f32).hypot(*y as f32) <= by)
        .collect();
    for (x, y, ink) in mask.pixels().filter(|(_, _, ink)| *ink > 0) {
        // What an inner pixel would reach, one nearer to the edge reaches too: large figures have few of those.
        let disc = if is_inner(mask, x, y) { &[(0, 0)] } else { disc.as_slice() };
        for (dx, dy) in disc {
            let (x, y) = ((x + border).saturating_add_signed(*dx), (y + border).saturating_add_signed(*dy));
            if let Some(pixel) = image.get_mut(x, y) {
                *pixel = (*pixel).max(ink);
            }
        }
    }
    image
}

/// Whether a pixel and the four beside it have full ink.
fn is_inner(mask: &Coverage, x: u32, y: u32) -> bool {
    let has_full_ink = |x, y| mask.get(x, y) == Some(INK);
    let across = has_full_ink(x.wrapping_sub(1), y) && has_full_ink(x + 1, y);
    across && has_full_ink(x, y) && has_full_ink(x, y.wrapping_sub(1)) && has_full_ink(x, y + 1)
}

/// The part of a mask clockwise of twelve o'clock around its middle, up to this share of the circle.
pub fn clockwise(mask: &Coverage, share: f32) -> Coverage {
    let middle = (mask.width() as f32 / 2.0, mask.height() as f32 / 2.0);
    kept(mask, |(x, y)| {
        let angle = (x - middle.0).atan2(middle.1 - y).rem_euclid(std::f32::consts::TAU);
        angle <= share * std::f32::consts::TAU
    })
}

/// The part of a mask in this direction, up to a line across it; the reach is 0 where the direction meets the
/// edge that it comes from, and 1 at the opposite edge.
pub fn along(mask: &Coverage, (x, y): (i8, i8), reach: f32) -> Coverage {
    let (width, height) = (mask.width() as f32, mask.height() as f32);
    let steps = f32::from(x.abs() + y.abs()).max(1.0);
    kept(mask, |(column, row)| {
        let (across, down) = (column / width - 0.5, row / height - 0.5);
        (f32::from(x) * across + f32::from(y) * down) / steps + 0.5 <= reach
    })
}

/// A mask with only the places that are kept.
fn kept(mask: &Coverage, is_kept: impl Fn(Point) -> bool) -> Coverage {
    Coverage::from_fn(mask.width(), mask.height(), |x, y| {
        let ink = mask.get(x, y).filter(|_| is_kept((x as f32 + 0.5, y as f32 + 0.5)));
        ink.unwrap_or(BLANK)
    })
}

/// Applies a mask, clipped, to pixels in rows of this width, from a corner on: `change` gets each
/// pixel with its coverage.
pub fn apply(
    mask: &Coverage,
    pixels: &mut [u8],
    width: u32,
    (x, y): (u32, u32),
    change: impl Fn(&mut u8, u8),
) {
    let rows = pixels.chunks_mut(width as usize).skip(y as usize);
    for (row, coverage) in rows.zip(mask.rows()) {
        for (pixel, coverage) in row.iter_mut().skip(x as usize).zip(coverage) {
            change(pixel, *coverage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_widened_mask_has_all_that_is_near_its_ink() {
        let mut mask = disc((40, 30), (20.0, 14.0), 11.5);
        *mask.get_mut(2, 27).unwrap() = 90;
        for by in [1.0, 2.5, 6.0] {
            let wide = widened(&mask, by);
            let border = (wide.width() - mask.width()) / 2;
            for (x, y, ink) in wide.pixels() {
                let near = mask.pixels().filter(|(near_x, near_y, _)| {
                    let away = |at: u32, near: u32| at as f32 - (near + border) as f32;
                    away(x, *near_x).hypot(away(y, *near_y)) <= by
                });
                assert_eq!(Some(ink), near.map(|(_, _, ink)| ink).max().or(Some(0)), "{x} {y} {by}");
            }
        }
    }
}
