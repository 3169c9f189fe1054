//! Shapes as markup: figures, words and letters are defined once, and then used by name.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::fmt::Write;

use crate::encode::VectorText;
use crate::font::{FaceName, Font, Glyph, GlyphId, GlyphRun, Outline, Weight};
use crate::page::figure::{Figure, Geometry, Point};
use crate::page::shape::{Corner, Shape, Text};
use crate::page::square::{Ground, Stamp};
use crate::picture::{Rect, Rgb};
use crate::vector::shape::{Fills, Form, Paint, Writing, form, polygons};
use crate::vector::table::{PartDrawing, Word};
use crate::words::is_right_to_left;

use super::PREFIX;
use super::markup::{escape, number, path, px};

/// Outline units per em. More units make films larger without a visible difference.
const UNITS: f32 = 256.0;

const SCALE_DECIMALS: u32 = 5;

/// Shorter words are not defined, since their letters alone take no more bytes.
const SHORTEST_WORD: usize = 3;

/// Figures on squares with at least this side in pixels are large: one decimal suffices for coordinates.
const LARGE: u32 = 40;

/// Coordinates right and down from an origin, in outline units.
type Offset = (i64, i64);

/// Definitions and their names.
#[derive(Debug, Default)]
pub struct Symbols {
    font: Font,
    text: VectorText,
    /// Whether the document embeds a font subset. Text that needs shaping then becomes outlines.
    embeds_font: bool,
    words_are_defined: bool,
    figures: HashMap<(Figure, u32), Known>,
    chess: HashMap<char, (String, f32)>,
    glyphs: HashMap<(GlyphId, Weight), Option<String>>,
    known_words: HashMap<String, String>,
    names: u32,
    /// Definitions since the last [`take_definitions`](Self::take_definitions).
    new: String,
}

/// A defined figure.
#[derive(Debug, Clone)]
struct Known {
    name: String,
    size: (u32, u32),
    paint: Paint,
}

impl Symbols {
    pub fn new(font: Font, text: VectorText, words_are_defined: bool) -> Self {
        Self { font, text, words_are_defined, ..Self::default() }
    }

    pub fn with_embedded_font(font: Font) -> Self {
        Self { font, text: VectorText::Text, embeds_font: true, ..Self::default() }
    }

    pub fn name(&mut self) -> String {
        self.names += 1;
        format!("{PREFIX}{}", name(self.names - 1))
    }

    /// Returns the definitions since the last call.
    pub fn take_definitions(&mut self) -> String {
        std::mem::take(&mut self.new)
    }

    pub fn markup<S: Borrow<Shape>>(&mut self, shapes: impl IntoIterator<Item = (Corner, S)>) -> String {
        let mut markup = String::new();
        let mut fills = Fills::default();
        for (corner, shape) in shapes {
            let shape = shape.borrow().clone().moved(corner);
            if let Some((area, colour)) = shape.fill() {
                fills.add(area, colour);
                continue;
            }
            write_fills(&mut fills, &mut markup);
            match shape {
                Shape::Fill(..) => {}
                Shape::Figure(ground, stamp) => self.figure(&mut markup, corner, ground, stamp),
                Shape::Disc { centre, radius, ink } => {
                    let _ = write!(markup, r#"{} fill="{ink}"/>"#, circle(centre, radius));
                }
                Shape::Polygons(corners, ink) => {
                    let _ = write!(markup, r#"<path fill="{ink}" d="{}"/>"#, path(&polygons(&corners), 2));
                }
                Shape::Text(text) => {
                    self.write(&mut markup, &Writing::line(&text, &self.font), Some(text.style.pen.ink));
                }
                Shape::Sign(sign) => {
                    self.write(&mut markup, &Writing::sign(&sign, &self.font), Some(sign.ink));
                }
            }
        }
        write_fills(&mut fills, &mut markup);
        markup
    }

    pub fn drawing(&mut self, shapes: &[Shape]) -> PartDrawing {
        let words = if let [Shape::Text(text)] = shapes { self.words(text) } else { Vec::new() };
        PartDrawing { paper: None, markup: self.markup(shapes.iter().map(|shape| ((0, 0), shape))), words }
    }

    pub fn groups(&mut self, shapes: &[Shape]) -> PartDrawing {
        let groups = shapes.iter().map(|shape| format!("<g>{}</g>", self.markup([((0, 0), shape)])));
        PartDrawing { paper: None, markup: groups.collect(), words: Vec::new() }
    }

    /// Returns the words of a text as outlines; empty if the text stays text, or needs shaping.
    fn words(&mut self, text: &Text) -> Vec<Word> {
        if self.text == VectorText::Text {
            return Vec::new();
        }
        let Writing { run, weight, at: (x, y), .. } = Writing::line(text, &self.font);
        if run.is_shaped {
            return Vec::new();
        }
        let units = units(run.em);
        let start = (x * units).round() as i64;
        let group = group((0.0, y), run.em, Some(text.style.pen.ink));
        let right = start + (run.size.0 as f32 * units).round() as i64;
        let words = self.parts(&run, weight).into_iter().map(|(name, (left, _))| {
            let (group, units) = (group.clone(), units.to_bits());
            Word { group, units, name, left: start + left, right }
        });
        words.collect()
    }

    fn figure(&mut self, markup: &mut String, (left, top): Corner, ground: Ground, stamp: Stamp) {
        let Stamp { figure, spot, ink } = stamp;
        let Known { name, size, paint } = self.known(figure, ground.side);
        let (x, y) = spot.offset(size, ground);
        let colour = |name, is_used| if is_used { format!(r#" {name}="{ink}""#) } else { String::new() };
        let colours = colour("fill", paint.fills) + &colour("stroke", paint.strokes);
        use_at(markup, &name, ((left + x).into(), (top + y).into()), &colours);
    }

    /// Returns the definition of a figure, and defines the figure before its first use.
    fn known(&mut self, figure: Figure, side: u32) -> Known {
        if let Some(known) = self.figures.get(&(figure, side)) {
            return known.clone();
        }
        let shape = figure.geometry(side);
        let (form, size) = form(&shape, &self.font);
        // A tenth of a pixel is invisible in a large figure.
        let decimals = if side >= LARGE { 1 } else { 2 };
        let name = self.name();
        let paint = form.paint();
        let content = match form {
            Form::Outline(outline, by) if by > 0.0 => {
                let width = px(2.0 * by);
                let data = path(&outline, decimals);
                let join = r#"stroke-linejoin="round""#;
                format!(r#"<path stroke-width="{width}" {join} d="{data}"/>"#)
            }
            Form::Outline(outline, _) => {
                if let Geometry::Symbol(character, height) = shape {
                    self.chess(character, height, &outline, &name)
                } else {
                    format!(r#"<path d="{}"/>"#, path(&outline, decimals))
                }
            }
            Form::Disc(centre, radius) => circle(centre, radius) + "/>",
            Form::Circle(centre, radius, line) => {
                format!(r#"{} fill="none" stroke-width="{}"/>"#, circle(centre, radius), px(line))
            }
            Form::Text(writing) => {
                let mut content = String::new();
                self.write(&mut content, &writing, None);
                content
            }
        };
        let _ = write!(self.new, r#"<g id="{name}">{content}</g>"#);
        let known = Known { name, size, paint };
        self.figures.insert((figure, side), known.clone());
        known
    }

    fn chess(&mut self, character: char, height: f32, outline: &Outline, name: &str) -> String {
        if let Some((first, known)) = self.chess.get(&character) {
            let scale = number(f64::from(height / known), 4);
            return format!(r##"<use href="#{first}" transform="scale({scale})"/>"##);
        }
        self.chess.insert(character, (name.to_owned(), height));
        format!(r#"<path d="{}"/>"#, path(outline, 1))
    }

    fn write(&mut self, markup: &mut String, writing: &Writing, ink: Option<Rgb>) {
        let Writing { run, text, weight, at: (x, y) } = writing;
        if run.glyphs.iter().all(|glyph| glyph.is_space) {
            return;
        }
        match self.text {
            VectorText::Text if !(self.embeds_font && run.is_shaped) => {
                let (x, direction) = if run.is_shaped && is_right_to_left(text) {
                    (x + run.size.0 as f32, r#" direction="rtl""#)
                } else {
                    (*x, "")
                };
                let (x, y, em, width) = (px(x), px(*y), px(run.em), run.size.0);
                let fill = fill(ink);
                let (family, face) = face(&self.font, *weight);
                let _ = write!(
                    markup,
                    r#"<text x="{x}" y="{y}" {family} font-size="{em}"{face}{direction} textLength="{width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"{fill}>{}</text>"#,
                    escape(text)
                );
            }
            VectorText::Text | VectorText::Outlines => {
                let _ = write!(markup, "<g{}>", group((*x, *y), run.em, ink));
                for (name, place) in self.parts(run, *weight) {
                    use_at(markup, &name, place, "");
                }
                markup.push_str("</g>");
            }
        }
    }

    /// Returns the names of the words of a text, or of its letters, with their coordinates in outline units.
    fn parts(&mut self, run: &GlyphRun, weight: Weight) -> Vec<(String, Offset)> {
        let units = units(run.em);
        let place = |glyph: &Glyph| ((glyph.x * units).round() as i64, (glyph.y * units).round() as i64);
        let mut parts = Vec::new();
        for word in run.glyphs.split(|glyph| glyph.is_space) {
            let glyphs: Vec<_> = word.iter().map(|glyph| (glyph.id, place(glyph))).collect();
            let is_whole = self.words_are_defined && word.len() >= SHORTEST_WORD;
            for part in glyphs.chunks(if is_whole { word.len() } else { 1 }) {
                parts.extend(self.word_name(part, weight).map(|name| (name, part[0].1)));
            }
        }
        parts
    }

    /// Returns the name of a word or of a letter, and defines this name before its first use; `None` for a letter
    /// without an outline.
    fn word_name(&mut self, word: &[(GlyphId, Offset)], weight: Weight) -> Option<String> {
        let (first, start) = *word.first()?;
        if word.len() == 1 {
            return self.glyph_name(first, weight);
        }
        let mut content = String::new();
        for (glyph, (x, y)) in word {
            if let Some(name) = self.glyph_name(*glyph, weight) {
                use_at(&mut content, &name, (x - start.0, y - start.1), "");
            }
        }
        if let Some(name) = self.known_words.get(&content) {
            return Some(name.clone());
        }
        let name = self.name();
        let _ = write!(self.new, r#"<g id="{name}">{content}</g>"#);
        self.known_words.insert(content, name.clone());
        Some(name)
    }

    /// Returns the name of a glyph; `None` if the glyph has no outline.
    fn glyph_name(&mut self, glyph: GlyphId, weight: Weight) -> Option<String> {
        if let Some(name) = self.glyphs.get(&(glyph, weight)) {
            return name.clone();
        }
        let outline = self.font.weight(weight).outline(glyph);
        let data = path(&outline.scaled(UNITS), 0);
        let name = (!data.is_empty()).then(|| self.name());
        if let Some(name) = &name {
            let _ = write!(self.new, r#"<path id="{name}" d="{data}"/>"#);
        }
        self.glyphs.insert((glyph, weight), name.clone());
        name
    }
}

fn group((x, y): Point, em: f32, ink: Option<Rgb>) -> String {
    let (x, y, scale) = (px(x), px(y), number(scale(em), SCALE_DECIMALS));
    format!(r#" transform="translate({x} {y})scale({scale})"{}"#, fill(ink))
}

fn face(font: &Font, weight: Weight) -> (String, String) {
    let FaceName { family, weight: own, width, is_italic } = font.weight(weight).name();
    // A backslash escapes the next character of a CSS string.
    let family = family.as_deref().unwrap_or("Noto Sans").replace('\\', r"\\").replace('\'', r"\'");
    let family = format!(r#"font-family="'{}',sans-serif""#, escape(&family));
    let weight = if weight == Weight::Bold { (*own).max(700) } else { *own };
    let face = [
        (weight != 400).then(|| format!(r#" font-weight="{weight}""#)),
        width.map(|width| format!(r#" font-stretch="{width}""#)),
        is_italic.then(|| r#" font-style="italic""#.to_owned()),
    ];
    (family, face.into_iter().flatten().collect())
}

fn fill(ink: Option<Rgb>) -> String {
    ink.map_or_else(String::new, |ink| format!(r#" fill="{ink}""#))
}

/// Returns the scale of letters, rounded as in the file.
fn scale(em: f32) -> f64 {
    let decimals = f64::from(10_u32.pow(SCALE_DECIMALS));
    (f64::from(em / UNITS) * decimals).round() / decimals
}

/// Returns the outline units per pixel of the rounded [`scale`]. With the exact scale, errors would add up to
/// pixels in a strip with hundreds of looks.
fn units(em: f32) -> f32 {
    let scale = scale(em);
    if scale > 0.0 { (1.0 / scale) as f32 } else { 0.0 }
}

/// Returns the start of a circle, to which attributes are added.
fn circle((x, y): Point, radius: f32) -> String {
    format!(r#"<circle cx="{}" cy="{}" r="{}""#, px(x), px(y), px(radius))
}

pub fn use_at(markup: &mut String, name: &str, (x, y): (i64, i64), attributes: &str) {
    let _ = write!(markup, r##"<use href="#{name}""##);
    for (axis, value) in [("x", x), ("y", y)].into_iter().filter(|(_, value)| *value != 0) {
        let _ = write!(markup, r#" {axis}="{value}""#);
    }
    let _ = write!(markup, "{attributes}/>");
}

pub fn write_fills(fills: &mut Fills, markup: &mut String) {
    for (colour, areas) in fills.drain() {
        let _ = write!(markup, r#"<path fill="{colour}" d=""#);
        let (mut left, mut bottom) = (i64::MAX, 0);
        for Rect { x, y, width, height } in areas {
            let (right, down) = (i64::from(x) - left, i64::from(y) - bottom);
            let by = format!("m{right}{}{down}", if down < 0 { "" } else { " " });
            let to = format!("M{x} {y}");
            let start = if by.len() < to.len() { by } else { to };
            let _ = write!(markup, "{start}h{width}v{height}h-{width}");
            (left, bottom) = (x.into(), i64::from(y + height));
        }
        markup.push_str(r#""/>"#);
    }
}

/// Returns a short name for a number: one letter for 0 to 51, then two or more.
pub fn name(mut number: u32) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = String::new();
    loop {
        name.push(char::from(LETTERS[number as usize % LETTERS.len()]));
        number /= LETTERS.len() as u32;
        if number == 0 {
            return name;
        }
        number -= 1;
    }
}
