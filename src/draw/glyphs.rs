//! Outlines from fonts. The one file that touches `rusttype`, which is no longer developed
//! (RUSTSEC-2021-0140).

use image::{GrayImage, Luma};
use rusttype::{Font, PositionedGlyph, Scale, point};

const SYMBOLS: &[u8] = include_bytes!("../../fonts/NotoSansSymbols2-Regular.ttf");
const TEXT: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");

/// The coverage (0 to 255) of a chess symbol whose outline is `height` pixels high, cropped to it.
pub fn symbol(character: char, height: f32) -> GrayImage {
    let font = built_in(SYMBOLS);
    let glyph = |scale| font.glyph(character).scaled(Scale::uniform(scale));
    let unit = 1000.0;
    let unit_height = glyph(unit).exact_bounding_box().map_or(unit, |outline| outline.height());
    let scaled = glyph(unit * height / unit_height);
    // The outline's corner goes to a pixel's corner: the crispest place, and the same everywhere.
    let corner = scaled.exact_bounding_box().map_or(point(0.0, 0.0), |outline| outline.min);
    let glyphs = [scaled.positioned(point(-corner.x, -corner.y))];
    let bottom = glyphs[0].pixel_bounding_box().map_or(0, |ink| ink.max.y);
    coverage(&glyphs, 0, bottom)
}

/// The coverage (0 to 255) of a line of text with an em of `size` pixels: as wide as its ink, and
/// as high as Latin letters and their descenders reach, whichever are in it.
pub fn text(text: &str, size: f32) -> GrayImage {
    const ASCENT: f32 = 0.77;
    const DESCENT: f32 = 0.24;
    let font = built_in(TEXT);
    let glyphs: Vec<_> = font.layout(text, Scale::uniform(size * em(&font)), point(0.0, 0.0)).collect();
    coverage(&glyphs, -(ASCENT * size).ceil() as i32, (DESCENT * size).ceil() as i32)
}

/// The width of a line of text in ems.
pub fn width(text: &str) -> f32 {
    let font = built_in(TEXT);
    let scale = Scale::uniform(em(&font));
    text.chars().map(|character| font.glyph(character).scaled(scale).h_metrics().advance_width).sum()
}

/// The first character that the text font has no glyph for.
pub fn lacking(text: &str) -> Option<char> {
    let font = built_in(TEXT);
    text.chars().find(|character| font.glyph(*character).id().0 == 0)
}

/// `rusttype` scales fonts by the height of their lines; this many times their em.
fn em(font: &Font<'_>) -> f32 {
    let lines = font.v_metrics_unscaled();
    (lines.ascent - lines.descent) / f32::from(font.units_per_em())
}

fn built_in(data: &'static [u8]) -> Font<'static> {
    Font::try_from_bytes(data).expect("the built-in fonts are well-formed")
}

/// The glyphs' ink from `top` down to `bottom`, counted in pixels from the baseline.
fn coverage(glyphs: &[PositionedGlyph<'_>], top: i32, bottom: i32) -> GrayImage {
    let boxes = || glyphs.iter().filter_map(PositionedGlyph::pixel_bounding_box);
    let left = boxes().map(|ink| ink.min.x).min().unwrap_or(0);
    let right = boxes().map(|ink| ink.max.x).max().unwrap_or(0);
    let mut image = GrayImage::new((right - left) as u32, (bottom - top).max(0) as u32);
    for glyph in glyphs {
        let Some(ink) = glyph.pixel_bounding_box() else { continue };
        let (x0, y0) = (ink.min.x - left, ink.min.y - top);
        glyph.draw(|x, y, covered| {
            let (x, y) = (x0 + x as i32, y0 + y as i32);
            if let Some(Luma([pixel])) = image.get_pixel_mut_checked(x as u32, y as u32) {
                *pixel = pixel.saturating_add((covered.clamp(0.0, 1.0) * 255.0).round() as u8);
            }
        });
    }
    image
}
