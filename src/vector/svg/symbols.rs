//! Shapes as markup: what is drawn often is defined once.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::fmt::Write;

use crate::encode::VectorText;
use crate::font::{Font, GlyphRun, Outline, Weight};
use crate::page::figure::{Figure, Geometry, Point};
use crate::page::shape::{Corner, Shape, Sign, Text};
use crate::page::square::{Ground, Stamp};
use crate::picture::{Rect, Rgb};
use crate::vector::fills::Fills;
use crate::vector::shape::{Form, Paint, form, polygons};
use crate::vector::table::{Drawing, Word};

use super::markup::{escape, number, path, px};

/// Units of outlines of letters to the em. With more, films are larger and look the same.
const UNITS: f32 = 256.0;

const SCALE_DECIMALS: u32 = 5;

/// Words that are shorter are not defined: their letters take no more bytes.
const SHORTEST_WORD: usize = 3;

/// The side of squares, in pixels, from which on their figures are large.
const LARGE: u32 = 40;

/// Definitions, and the names that they have.
#[derive(Debug)]
pub struct Symbols {
    font: Font,
    text: VectorText,
    /// Whether words that occur again are defined, and not only letters.
    words_are_defined: bool,
    figures: HashMap<(Figure, u32), Known>,
    /// The first definition of each chess symbol, and its height.
    chess: HashMap<char, (String, f32)>,
    glyphs: HashMap<(char, Weight), Option<String>>,
    /// The names of words, by their letters.
    known_words: HashMap<String, String>,
    names: u32,
    /// The definitions that have not been taken yet.
    new: String,
}

/// A figure that is defined.
#[derive(Debug, Clone)]
struct Known {
    name: String,
    size: (u32, u32),
    paint: Paint,
}

impl Symbols {
    pub fn new(font: Font, text: VectorText, words_are_defined: bool) -> Self {
        Self {
            font,
            text,
            words_are_defined,
            figures: HashMap::new(),
            chess: HashMap::new(),
            glyphs: HashMap::new(),
            known_words: HashMap::new(),
            names: 0,
            new: String::new(),
        }
    }

    /// A name that nothing else has.
    pub fn name(&mut self) -> String {
        self.names += 1;
        name(self.names - 1)
    }

    /// Defines markup; returns its name.
    pub fn define(&mut self, markup: &str) -> String {
        let name = self.name();
        let _ = write!(self.new, r#"<g id="{name}">{markup}</g>"#);
        name
    }

    /// The definitions since the last call.
    pub fn take_definitions(&mut self) -> String {
        std::mem::take(&mut self.new)
    }

    /// Shapes as markup, each with the corner that it is drawn from.
    pub fn markup<S: Borrow<Shape>>(&mut self, shapes: impl IntoIterator<Item = (Corner, S)>) -> String {
        let mut markup = String::new();
        let mut fills = Fills::default();
        for (corner, shape) in shapes {
            if let Some((area, colour)) = shape.borrow().fill() {
                fills.add(area.moved(corner.0, corner.1), colour);
                continue;
            }
            write_fills(&mut fills, &mut markup);
            let (left, top) = (corner.0 as f32, corner.1 as f32);
            match shape.borrow() {
                Shape::Fill(..) => {}
                Shape::Figure(ground, stamp) => self.figure(&mut markup, (left, top), *ground, *stamp),
                Shape::Disc { centre: (x, y), radius, ink } => {
                    let (x, y, radius) = (px(x + left), px(y + top), px(*radius));
                    let _ = write!(markup, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{ink}"/>"#);
                }
                Shape::Polygons(corners, ink) => {
                    let outline = polygons(corners).moved(left, top);
                    let _ = write!(markup, r#"<path fill="{ink}" d="{}"/>"#, path(&outline, 2));
                }
                Shape::Text(text) => self.text(&mut markup, text, (left, top)),
                Shape::Sign(sign) => self.sign(&mut markup, sign, (left, top)),
            }
        }
        write_fills(&mut fills, &mut markup);
        markup
    }

    /// A drawing of shapes.
    pub fn drawing(&mut self, shapes: &[Shape]) -> Drawing {
        let words = match shapes {
            [Shape::Text(text)] => self.words(text),
            _ => Vec::new(),
        };
        Drawing { paper: None, markup: self.markup(shapes.iter().map(|shape| ((0, 0), shape))), words }
    }

    /// A drawing in which each shape is a group.
    pub fn groups(&mut self, shapes: &[Shape]) -> Drawing {
        let groups = shapes.iter().map(|shape| format!("<g>{}</g>", self.markup([((0, 0), shape)])));
        Drawing { paper: None, markup: groups.collect(), words: Vec::new() }
    }

    /// The words of a text as outlines; none if it stays text.
    fn words(&mut self, text: &Text) -> Vec<Word> {
        match self.text {
            VectorText::Outlines => {}
            VectorText::Text => return Vec::new(),
        }
        let (style, weight) = (text.style, text.style.weight);
        let run = self.font.weight(weight).line_run(&text.text, style.em);
        let units = units(run.em);
        let start = (text.start(run.size.0) as f32 * units).round() as i64;
        let group = group((0.0, text.baseline as f32), run.em, Some(style.pen.ink));
        let glyphs = in_units(&run);
        let right = start + (run.size.0 as f32 * units).round() as i64;
        let mut words = Vec::new();
        for word in glyphs.split(|(glyph, _)| glyph.is_whitespace()) {
            let parts = if word.len() < SHORTEST_WORD { word.chunks(1) } else { word.chunks(word.len()) };
            for part in parts {
                if let (Some((_, left)), Some(name)) = (part.first(), self.word_name(part, weight)) {
                    let (group, units) = (group.clone(), units.to_bits());
                    words.push(Word { group, units, name, left: start + left, right });
                }
            }
        }
        words
    }

    fn figure(
        &mut self,
        markup: &mut String,
        (left, top): Point,
        ground: Ground,
        Stamp { figure, spot, ink }: Stamp,
    ) {
        let Known { name, size, paint } = self.known(figure, ground.side);
        let at = spot.offset(size, ground);
        let (x, y) = (left + at.0 as f32, top + at.1 as f32);
        let _ = write!(markup, r##"<use href="#{name}""##);
        for (axis, value) in [("x", x), ("y", y)] {
            if value != 0.0 {
                let _ = write!(markup, r#" {axis}="{}""#, px(value));
            }
        }
        let _ = match paint {
            Paint::Fill => write!(markup, r#" fill="{ink}"/>"#),
            Paint::Stroke => write!(markup, r#" stroke="{ink}"/>"#),
            Paint::Both => write!(markup, r#" fill="{ink}" stroke="{ink}"/>"#),
        };
    }

    /// Defines a figure if it has no definition yet.
    fn known(&mut self, figure: Figure, side: u32) -> Known {
        if let Some(known) = self.figures.get(&(figure, side)) {
            return known.clone();
        }
        let shape = figure.geometry(side);
        let (form, size) = form(&shape, &self.font);
        // A tenth of a pixel is not seen in a large figure.
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
            Form::Disc((x, y), radius) => {
                let (x, y, radius) = (px(x), px(y), px(radius));
                format!(r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)
            }
            Form::Circle((x, y), radius, line) => {
                let (x, y, radius, line) = (px(x), px(y), px(radius), px(line));
                let circle = format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none""#);
                format!(r#"{circle} stroke-width="{line}"/>"#)
            }
            Form::Text(run, weight, text) => {
                let mut content = String::new();
                self.run(&mut content, &run, &text, weight, (0.0, run.baseline), None);
                content
            }
        };
        let _ = write!(self.new, r#"<symbol id="{name}">{content}</symbol>"#);
        let known = Known { name, size, paint };
        self.figures.insert((figure, side), known.clone());
        known
    }

    /// A chess symbol: the first one of its kind, which gets this name, is an outline, and others are the
    /// same in another size.
    fn chess(&mut self, character: char, height: f32, outline: &Outline, name: &str) -> String {
        if let Some((first, known)) = self.chess.get(&character) {
            let scale = number(f64::from(height / known), 4);
            return format!(r##"<use href="#{first}" transform="scale({scale})"/>"##);
        }
        self.chess.insert(character, (name.to_owned(), height));
        format!(r#"<path d="{}"/>"#, path(outline, 1))
    }

    fn text(&mut self, markup: &mut String, text: &Text, (left, top): Point) {
        let style = text.style;
        let run = self.font.weight(style.weight).line_run(&text.text, style.em);
        let at = (text.start(run.size.0) as f32 + left, text.baseline as f32 + top);
        self.run(markup, &run, &text.text, style.weight, at, Some(style.pen.ink));
    }

    fn sign(&mut self, markup: &mut String, sign: &Sign, (left, top): Point) {
        let run = self.font.weight(sign.weight).ink_run(&sign.text, sign.em);
        let (x, y) = sign.corner(run.size);
        let at = (x as f32 + left, y as f32 + run.baseline + top);
        self.run(markup, &run, &sign.text, sign.weight, at, Some(sign.ink));
    }

    /// Text whose origin, on the baseline, is at a point.
    fn run(
        &mut self,
        markup: &mut String,
        run: &GlyphRun,
        text: &str,
        weight: Weight,
        (x, y): Point,
        ink: Option<Rgb>,
    ) {
        if run.glyphs.iter().all(|(character, _)| character.is_whitespace()) {
            return;
        }
        match self.text {
            VectorText::Text => {
                let bold = if weight == Weight::Bold { r#" font-weight="700""# } else { "" };
                let (x, y, em, width) = (px(x), px(y), px(run.em), run.size.0);
                let fill = ink.map_or_else(String::new, |ink| format!(r#" fill="{ink}""#));
                let font = r#"font-family="'Noto Sans',sans-serif""#;
                let _ = write!(
                    markup,
                    r#"<text x="{x}" y="{y}" {font} font-size="{em}"{bold} textLength="{width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"{fill}>{}</text>"#,
                    escape(text)
                );
            }
            VectorText::Outlines => {
                let _ = write!(markup, "<g{}>", group((x, y), run.em, ink));
                for word in in_units(run).split(|(glyph, _)| glyph.is_whitespace()) {
                    self.word(markup, word, weight);
                }
                markup.push_str("</g>");
            }
        }
    }

    /// The letters of a word, in units of outlines.
    fn word(&mut self, markup: &mut String, word: &[(char, i64)], weight: Weight) {
        let start = word.first().map_or(0, |(_, start)| *start);
        if self.words_are_defined && word.len() >= SHORTEST_WORD {
            if let Some(name) = self.word_name(word, weight) {
                use_at(markup, &name, (start, 0));
            }
        } else {
            for (glyph, x) in word {
                self.glyph(markup, *glyph, *x, weight);
            }
        }
    }

    /// The name of a word, which is defined if it has occurred, or of a letter; `None` if nothing of it is
    /// seen.
    fn word_name(&mut self, word: &[(char, i64)], weight: Weight) -> Option<String> {
        let (first, start) = *word.first()?;
        if word.len() == 1 {
            return self.glyph_name(first, weight);
        }
        let mut content = String::new();
        for (glyph, x) in word {
            self.glyph(&mut content, *glyph, x - start, weight);
        }
        if let Some(name) = self.known_words.get(&content) {
            return Some(name.clone());
        }
        let name = self.define(&content);
        self.known_words.insert(content, name.clone());
        Some(name)
    }

    fn glyph(&mut self, markup: &mut String, glyph: char, x: i64, weight: Weight) {
        if let Some(name) = self.glyph_name(glyph, weight) {
            use_at(markup, &name, (x, 0));
        }
    }

    /// The name of a letter; `None` if it has no outline.
    fn glyph_name(&mut self, glyph: char, weight: Weight) -> Option<String> {
        if !self.glyphs.contains_key(&(glyph, weight)) {
            let outline = self.font.weight(weight).outline(glyph).unwrap_or_default();
            let name = self.define_outline(outline);
            self.glyphs.insert((glyph, weight), name);
        }
        self.glyphs[&(glyph, weight)].clone()
    }

    fn define_outline(&mut self, outline: Outline) -> Option<String> {
        let data = path(&outline.scaled(UNITS), 0);
        (!data.is_empty()).then(|| {
            let name = self.name();
            let _ = write!(self.new, r#"<path id="{name}" d="{data}"/>"#);
            name
        })
    }
}

/// The attributes of a group of letters whose origin is at a point.
fn group((x, y): Point, em: f32, ink: Option<Rgb>) -> String {
    let (x, y, scale) = (px(x), px(y), number(scale(em), SCALE_DECIMALS));
    let fill = ink.map_or_else(String::new, |ink| format!(r#" fill="{ink}""#));
    format!(r#" transform="translate({x} {y})scale({scale})"{fill}"#)
}

/// The scale of letters, as it is written.
fn scale(em: f32) -> f64 {
    let decimals = f64::from(10_u32.pow(SCALE_DECIMALS));
    (f64::from(em / UNITS) * decimals).round() / decimals
}

/// How many units of outlines are a pixel. Exactly by the scale as it is written: in a strip with
/// hundreds of looks, its rounding would add up to pixels.
fn units(em: f32) -> f32 {
    (1.0 / scale(em)) as f32
}

/// The letters of a text with their places in units of outlines.
fn in_units(run: &GlyphRun) -> Vec<(char, i64)> {
    let units = units(run.em);
    run.glyphs.iter().map(|(glyph, x)| (*glyph, (x * units).round() as i64)).collect()
}

/// Uses a definition so far to the right and down.
pub fn use_at(markup: &mut String, name: &str, (x, y): (i64, i64)) {
    let _ = write!(markup, r##"<use href="#{name}""##);
    for (axis, value) in [("x", x), ("y", y)].into_iter().filter(|(_, value)| *value != 0) {
        let _ = write!(markup, r#" {axis}="{value}""#);
    }
    markup.push_str("/>");
}

/// Writes rectangles as paths.
pub fn write_fills(fills: &mut Fills, markup: &mut String) {
    for (colour, areas) in fills.drain() {
        let _ = write!(markup, r#"<path fill="{colour}" d=""#);
        for Rect { x, y, width, height } in areas {
            let _ = write!(markup, "M{x} {y}h{width}v{height}h-{width}z");
        }
        markup.push_str(r#""/>"#);
    }
}

/// Short names: letters, then more letters.
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
