//! Shapes as masks: 0 for no ink, 255 for full ink. `imageproc` draws a shape enlarged, with hard edges; the means
//! of squares of pixels are its antialiased mask.

use std::f32::consts::TAU;

use image::imageops::replace;
use image::{GrayImage, Luma};
use imageproc::distance_transform::euclidean_squared_distance_transform;
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut, draw_polygon_mut};
use imageproc::map::{map_pixels, map_pixels2};
use imageproc::point::Point as Corner;
use imageproc::rect;

use crate::page::figure::Point;
use crate::picture::Rect;

const INK: Luma<u8> = Luma([255]);
const BLANK: Luma<u8> = Luma([0]);

/// Draws rectangles of full ink in a `width` by `height` box.
pub fn bars(width: u32, height: u32, bars: &[Rect]) -> GrayImage {
    let mut mask = GrayImage::new(width, height);
    for bar in bars.iter().filter(|bar| bar.pixels() > 0) {
        let corner = rect::Rect::at(bar.x as i32, bar.y as i32);
        draw_filled_rect_mut(&mut mask, corner.of_size(bar.width, bar.height), INK);
    }
    mask
}

/// Draws the outline of a circle, `line` pixels wide, in a box with sides of `size` pixels (at least 1).
pub fn ring(size: u32, line: f32) -> GrayImage {
    let (size, radius) = (size.max(1), size as f32 / 2.0);
    let scale = scale((size, size));
    smooth(size, size, scale, |large| {
        circle(large, (radius, radius), radius, scale, INK);
        circle(large, (radius, radius), radius - line, scale, BLANK);
    })
}

/// Draws a disc around a point in a `width` by `height` box.
pub fn disc((width, height): (u32, u32), middle: Point, radius: f32) -> GrayImage {
    let scale = scale((width, height));
    smooth(width, height, scale, |large| circle(large, middle, radius, scale, INK))
}

/// Draws the union of convex polygons, clipped to an area, in bands to limit memory.
pub fn polygons(area: Rect, polygons: &[Vec<Point>]) -> GrayImage {
    const ROWS: u32 = 32;
    // All bands have the same scale.
    let size = Rect::around(polygons.iter().map(|polygon| bounds_of(polygon))).unwrap_or_default();
    let scale = scale((size.width, size.height)).max(8);
    let mut mask = GrayImage::new(area.width, area.height);
    for top in (0..area.height).step_by(ROWS as usize) {
        let band = Rect { y: area.y + top, height: ROWS.min(area.height - top), ..area };
        let Some(part) = bounds(polygons, band) else { continue };
        let drawn = smooth(part.width, part.height, scale, |large| {
            for polygon in polygons.iter().filter(|polygon| bounds_of(polygon).overlaps(part)) {
                draw_polygon_mut(large, &inner_corners(polygon, part, scale as f32), INK);
            }
        });
        replace(&mut mask, &drawn, (part.x - area.x).into(), (part.y - area.y).into());
    }
    mask
}

pub fn bounds(polygons: &[Vec<Point>], area: Rect) -> Option<Rect> {
    Rect::around(polygons.iter().filter_map(|polygon| bounds_of(polygon).shared(area)))
}

/// Returns the box of the pixels that a polygon may touch, clipped at the left and upper edge of the page.
fn bounds_of(polygon: &[Point]) -> Rect {
    let range = |along: fn(&Point) -> f32| {
        let start = polygon.iter().map(along).fold(f32::INFINITY, f32::min).max(0.0) as u32;
        (start, (polygon.iter().map(along).fold(0.0, f32::max).ceil() as u32).saturating_sub(start))
    };
    let ((x, width), (y, height)) = (range(|(x, _)| *x), range(|(_, y)| *y));
    Rect { x, y, width, height }
}

/// Returns the enlargement factor for a shape of this size.
fn scale((width, height): (u32, u32)) -> u32 {
    match u64::from(width) * u64::from(height) {
        0..=0x100 => 32,
        0x101..=0x1000 => 16,
        0x1001..=0x4_0000 => 8,
        0x4_0001.. => 4,
    }
}

/// Calls `draw` with a mask that is enlarged by `scale`, and reduces the mask.
fn smooth(width: u32, height: u32, scale: u32, draw: impl FnOnce(&mut GrayImage)) -> GrayImage {
    let mut large = GrayImage::new(width * scale, height * scale);
    draw(&mut large);
    reduced(&large, scale)
}

/// Returns the means of squares with sides of `scale` pixels: equal to `image::imageops::thumbnail`, but faster.
fn reduced(large: &GrayImage, scale: u32) -> GrayImage {
    let (width, height, across) = (large.width() / scale, large.height() / scale, scale as usize);
    if width == 0 || height == 0 {
        return GrayImage::new(width, height);
    }
    let rows = large.as_raw().chunks_exact(large.width() as usize * across).flat_map(|rows| {
        let mut sums = vec![0; width as usize];
        for row in rows.chunks_exact(large.width() as usize) {
            for (sum, pixels) in sums.iter_mut().zip(row.chunks_exact(across)) {
                *sum += pixels.iter().map(|pixel| u32::from(*pixel)).sum::<u32>();
            }
        }
        sums.into_iter().map(|sum| ((sum + scale * scale / 2) / (scale * scale)) as u8)
    });
    GrayImage::from_vec(width, height, rows.collect()).expect("a mean of each square")
}

/// Fills a circle. The centre is often between four pixels; for symmetry, a circle is drawn around each pixel.
fn circle(large: &mut GrayImage, (x, y): Point, radius: f32, scale: u32, ink: Luma<u8>) {
    let scale = scale as f32;
    let [x, y] = [x, y].map(|at| at * scale - 0.5);
    let radius = (radius * scale - 0.5 - (x.ceil() - x.floor()) / 2.0).round() as i32;
    for middle in [(x.floor(), y.floor()), (x.ceil(), y.floor()), (x.floor(), y.ceil()), (x.ceil(), y.ceil())]
    {
        draw_filled_circle_mut(large, (middle.0 as i32, middle.1 as i32), radius, ink);
    }
}

/// Returns the corners of a convex polygon as pixels of the enlarged mask of an area. All sides are moved inwards
/// by half a pixel, since `imageproc` also draws the pixels at corners and along sides.
fn inner_corners(polygon: &[Point], area: Rect, scale: f32) -> Vec<Corner<i32>> {
    let place = |(x, y): &Point| ((x - area.x as f32) * scale - 0.5, (y - area.y as f32) * scale - 0.5);
    let corners: Vec<Point> = polygon.iter().map(place).collect();
    let count = corners.len();
    let sides = || (0..count).map(|index| (corners[index], corners[(index + 1) % count]));
    let turn = sides().map(|((x0, y0), (x1, y1))| x0 * y1 - x1 * y0).sum::<f32>().signum();
    // The normal of each side.
    let inwards = sides().map(|((x0, y0), (x1, y1))| {
        let length = (x1 - x0).hypot(y1 - y0).max(f32::EPSILON) * turn;
        ((y0 - y1) / length, (x1 - x0) / length)
    });
    let inwards: Vec<Point> = inwards.collect();
    let inner = |index: usize| {
        let ((x, y), one, other) = (corners[index], inwards[(index + count - 1) % count], inwards[index]);
        // The moved sides of a sharp corner would meet far away, so the distance is limited.
        let share = 0.5 / (1.0 + one.0 * other.0 + one.1 * other.1).max(0.5);
        let at = (x + (one.0 + other.0) * share, y + (one.1 + other.1) * share);
        Corner::new(at.0.round() as i32, at.1.round() as i32)
    };
    (0..count).map(inner).collect()
}

/// Widens the ink of a mask on all sides by this many pixels.
pub fn widened(mask: &GrayImage, by: f32) -> GrayImage {
    let border = by.round().max(1.0) as u32;
    let mut inked = GrayImage::new(mask.width() + 2 * border, mask.height() + 2 * border);
    replace(&mut inked, mask, border.into(), border.into());
    let inked = map_pixels(&inked, |ink| if ink.0[0] < 128 { BLANK } else { INK });
    // The distances to the centre of the nearest pixel that is at least half covered.
    let distances = euclidean_squared_distance_transform(&inked);
    map_pixels(&distances, |squared: Luma<f64>| {
        let inside = f64::from(by) + 1.0 - squared.0[0].sqrt();
        Luma([(inside.clamp(0.0, 1.0) * 255.0).round() as u8])
    })
}

/// Returns a sector of a mask: clockwise from twelve o'clock, up to this share of the circle.
pub fn clockwise(mask: &GrayImage, share: f32) -> GrayImage {
    const STEPS: u8 = 64;
    if share <= 0.0 {
        return GrayImage::new(mask.width(), mask.height());
    }
    let middle = (mask.width() as f32 / 2.0, mask.height() as f32 / 2.0);
    let reach = middle.0 + middle.1;
    let rim = (0..=STEPS).map(|step| {
        let (sine, cosine) = (TAU * share * f32::from(step) / f32::from(STEPS)).sin_cos();
        (middle.0 + reach * sine, middle.1 - reach * cosine)
    });
    cut(mask, rim.chain([middle]))
}

/// Returns the part of a mask before a cut perpendicular to a direction; `reach` is 0 for a cut at the edge where
/// the direction starts, and 1 for a cut at the opposite edge.
pub fn along(mask: &GrayImage, (x, y): (i8, i8), reach: f32) -> GrayImage {
    let (width, height) = (mask.width() as f32, mask.height() as f32);
    let steps = f32::from(x.abs() + y.abs()).max(1.0);
    // Coordinates are shares of the mask, from its centre; each point of the mask is less than 2 away.
    let corner = |across: f32, back: f32| {
        let (x, y) = (f32::from(x), f32::from(y));
        let on = (reach - 0.5) * steps / (x * x + y * y) - back;
        ((x * on - y * across + 0.5) * width, (y * on + x * across + 0.5) * height)
    };
    cut(mask, [corner(-2.0, 0.0), corner(2.0, 0.0), corner(2.0, 4.0), corner(-2.0, 4.0)].into_iter())
}

fn cut(mask: &GrayImage, corners: impl Iterator<Item = Point>) -> GrayImage {
    let corners: Vec<Corner<i32>> =
        corners.map(|(x, y)| Corner::new((x - 0.5).round() as i32, (y - 0.5).round() as i32)).collect();
    let mut kept = GrayImage::new(mask.width(), mask.height());
    draw_polygon_mut(&mut kept, &corners, INK);
    map_pixels2(mask, &kept, |ink, kept| Luma([ink.0[0].min(kept.0[0])]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::figure::stroke;

    #[test]
    fn means_are_those_of_a_thumbnail() {
        for (width, height, scale) in [(1, 1, 4), (7, 3, 8), (5, 6, 16), (2, 2, 32)] {
            let shade = |x: u32, y: u32| Luma([(x * 31 + y * y * 7 + x * y) as u8]);
            let large = GrayImage::from_fn(width * scale, height * scale, shade);
            assert!(reduced(&large, scale) == image::imageops::thumbnail(&large, width, height));
        }
        assert_eq!(reduced(&GrayImage::new(0, 16), 8).dimensions(), (0, 2));
    }

    fn ink(mask: &GrayImage) -> f32 {
        mask.pixels().map(|pixel| f32::from(pixel.0[0]) / 255.0).sum()
    }

    /// Slightly more than half a pixel of the enlarged picture along a rim of this length.
    fn tolerance(rim: f32) -> f32 {
        0.6 * rim / 16.0
    }

    #[test]
    fn discs_and_rings_have_their_area() {
        for tenths in (10..300).step_by(7) {
            let radius = tenths as f32 / 10.0;
            let side = 2 * radius.ceil() as u32 + 3;
            for middle in [side as f32 / 2.0, side as f32 / 2.0 + 0.3] {
                let area = ink(&disc((side, side), (middle, middle), radius));
                let off = (area - TAU / 2.0 * radius * radius).abs();
                assert!(off < tolerance(TAU * radius), "{radius} at {middle}: {area}");
            }
            let disc = disc((side, side), (side as f32 / 2.0, side as f32 / 2.0), radius);
            assert!(disc == image::imageops::rotate90(&disc), "{radius} is symmetric");
            let (size, line) = (tenths + 10, 0.1 * radius + 1.0);
            let middle = (size as f32 - line) / 2.0;
            let (area, wanted) = (ink(&ring(size, line)), TAU * middle * line);
            assert!((area - wanted).abs() < 4.0 * tolerance(TAU * middle), "{size}: {area} {wanted}");
        }
    }

    #[test]
    fn polygons_have_their_area_where_they_are() {
        let whole = Rect { x: 0, y: 0, width: 90, height: 80 };
        for step in 0..48_u8 {
            let (sine, cosine) = (TAU * f32::from(step) / 48.0).sin_cos();
            let (length, line) = (10.0 + f32::from(step) / 2.0, 1.0 + f32::from(step) / 9.0);
            let end = |way: f32| (45.3 + way * length * cosine, 40.6 + way * length * sine);
            let polygon = [stroke(end(-1.0), end(1.0), line)];
            let mask = polygons(whole, &polygon);
            let off = (ink(&mask) - 2.0 * length * line).abs();
            assert!(off < 2.0 * tolerance(4.0 * length + 2.0 * line), "{step}: {off}");
            // Parts of an area are as they are in the whole.
            let part = Rect { x: 20, y: 10, width: 40, height: 50 };
            for (x, y, pixel) in polygons(part, &polygon).enumerate_pixels() {
                let other = mask.get_pixel(part.x + x, part.y + y);
                assert_eq!(pixel, other, "{step}: {x} {y}");
            }
        }
    }

    /// Overlaps are not darker, and everything outside is clipped.
    #[test]
    fn polygons_join_and_are_cut_off() {
        let square = |x: f32, y: f32| vec![(x, y), (x + 4.0, y), (x + 4.0, y + 4.0), (x, y + 4.0)];
        let area = Rect { x: 2, y: 1, width: 5, height: 70 };
        let mask =
            polygons(area, &[square(-1.0, 0.0), square(2.0, 2.0), square(0.0, 69.0), square(50.0, 0.0)]);
        assert_eq!(ink(&mask), 3.0 + 4.0 * 4.0 - 1.0 * 2.0 + 2.0 * 2.0);
        assert_eq!(bounds(&[square(50.0, 0.0)], area), None);
    }

    #[test]
    fn a_widened_mask_reaches_so_far_beyond_its_ink() {
        let mask = disc((41, 41), (20.5, 20.5), 11.0);
        for by in [1.0, 2.5, 6.0] {
            let wide = widened(&mask, by);
            let middle = wide.width() as f32 / 2.0;
            for (x, y, pixel) in wide.enumerate_pixels() {
                let inside = 11.0 + by - (x as f32 + 0.5 - middle).hypot(y as f32 + 0.5 - middle);
                let wanted = (inside + 0.5).clamp(0.0, 1.0) * 255.0;
                assert!((f32::from(pixel.0[0]) - wanted).abs() < 160.0, "{x} {y} {by}: {pixel:?} {wanted}");
            }
            assert!(
                (ink(&wide) / (TAU / 2.0 * (11.0 + by).powi(2)) - 1.0).abs() < 0.03,
                "{by}: {}",
                ink(&wide)
            );
        }
    }

    #[test]
    fn a_part_of_a_mask_is_what_is_on_one_side() {
        let full = GrayImage::from_pixel(20, 20, INK);
        for (share, area) in [(0.0, 0.0), (0.25, 100.0), (0.5, 200.0), (0.75, 300.0), (1.0, 400.0)] {
            assert!((ink(&clockwise(&full, share)) - area).abs() <= share * 40.0, "{share}");
            for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                assert!((ink(&along(&full, direction, share)) - area).abs() <= 20.0, "{share} {direction:?}");
            }
            let diagonal =
                if share <= 0.5 { 800.0 * share * share } else { 400.0 - 800.0 * (1.0 - share).powi(2) };
            for direction in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
                let ink = ink(&along(&full, direction, share));
                assert!((ink - diagonal).abs() <= 20.0, "{share} {direction:?}: {ink}");
            }
        }
        let quarter = clockwise(&full, 0.25);
        assert!(quarter.get_pixel(15, 5) == &INK && quarter.get_pixel(5, 5) == &BLANK);
        let left = along(&full, (-1, 0), 0.25);
        assert!(left.get_pixel(17, 9) == &INK && left.get_pixel(10, 9) == &BLANK);
    }
}
