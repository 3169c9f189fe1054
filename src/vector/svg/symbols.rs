//! Elements as markup: what is drawn often is defined once.

use std::collections::HashMap;
use std::fmt::Write;

use crate::encode::VectorText;
use crate::font::{Font, GlyphRun, Outline, Weight};
use crate::page::element::{Element, Sign, Text};
use crate::page::figure::{Figure, Point, Shape};
use crate::page::square::{Ground, Stamp};
use crate::picture::{Rect, Rgb};
use crate::vector::fills::Fills;
use crate::vector::shape::{Form, form, polygons};

use super::markup::{escape, number, path, px};

/// Units of outlines of letters to the em.
const UNITS: f32 = 1000.0;

/// Definitions, and the names that they have.
#[derive(Debug)]
pub struct Symbols {
    font: Font,
    text: VectorText,
    /// Whether words that occur again are defined, and not only letters.
    words_are_defined: bool,
    figures: HashMap<(Figure, u32), Known>,
    glyphs: HashMap<(char, Weight), Option<String>>,
    /// Words by their letters.
    words: HashMap<String, String>,
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

/// What of a form has a colour.
#[derive(Debug, Clone, Copy)]
enum Paint {
    Fill,
    Stroke,
    Both,
}

impl Symbols {
    pub fn new(font: Font, text: VectorText, words_are_defined: bool) -> Self {
        Self {
            font,
            text,
            words_are_defined,
            figures: HashMap::new(),
            glyphs: HashMap::new(),
            words: HashMap::new(),
            names: 0,
            new: String::new(),
        }
    }

    /// A name that nothing else has.
    pub fn name(&mut self) -> String {
        let mut name = name(self.names);
        self.names += 1;
        // Hyphens and digits would be allowed, but not at the beginning.
        if name == "to" || name == "from" {
            name.push('_');
        }
        name
    }

    /// The definitions since the last call.
    pub fn take_definitions(&mut self) -> String {
        std::mem::take(&mut self.new)
    }

    /// Elements as markup, with their places relative to an origin.
    pub fn markup<'a>(
        &mut self,
        elements: impl IntoIterator<Item = Element<'a>>,
        (left, top): (f32, f32),
    ) -> String {
        let mut markup = String::new();
        let mut fills = Fills::default();
        for element in elements {
            if let Element::Fill(area, colour) = element {
                fills.add(area, colour);
                continue;
            }
            write_fills(&mut fills, &mut markup, (left, top));
            match element {
                Element::Fill(..) => {}
                Element::Figure { corner, ground, stamp } => {
                    let corner = (corner.0 as f32 - left, corner.1 as f32 - top);
                    self.figure(&mut markup, corner, ground, stamp);
                }
                Element::Disc { centre: (x, y), radius, ink } => {
                    let (x, y, radius) = (px(x - left), px(y - top), px(radius));
                    let _ = write!(markup, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{ink}"/>"#);
                }
                Element::Polygons(corners, ink) => {
                    let outline = polygons(&corners).moved(-left, -top);
                    let _ = write!(markup, r#"<path fill="{ink}" d="{}"/>"#, path(&outline, 2));
                }
                Element::Text(text) => self.text(&mut markup, &text, (left, top)),
                Element::Sign(sign) => self.sign(&mut markup, &sign, (left, top)),
            }
        }
        write_fills(&mut fills, &mut markup, (left, top));
        markup
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
        let shape = figure.shape(side);
        let (form, size) = form(&shape, &self.font);
        let (content, paint) = match form {
            Form::Outline(outline, by) if by > 0.0 => {
                let width = px(2.0 * by);
                let data = path(&outline, 2);
                let join = r#"stroke-linejoin="round""#;
                (format!(r#"<path stroke-width="{width}" {join} d="{data}"/>"#), Paint::Both)
            }
            Form::Outline(outline, _) => (format!(r#"<path d="{}"/>"#, path(&outline, 2)), Paint::Fill),
            Form::Disc((x, y), radius) => {
                let (x, y, radius) = (px(x), px(y), px(radius));
                (format!(r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#), Paint::Fill)
            }
            Form::Circle((x, y), radius, line) => {
                let (x, y, radius, line) = (px(x), px(y), px(radius), px(line));
                let circle = format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none""#);
                (format!(r#"{circle} stroke-width="{line}"/>"#), Paint::Stroke)
            }
            Form::Text(run, weight) => {
                let text = match shape {
                    Shape::Text(ref text, ..) => text.clone(),
                    Shape::Letter(letter, ..) => letter.to_string(),
                    Shape::Symbol(..)
                    | Shape::WideSymbol(..)
                    | Shape::Ring(..)
                    | Shape::Disc(..)
                    | Shape::Bars(..)
                    | Shape::Polygons(..) => String::new(),
                };
                let mut content = String::new();
                self.run(&mut content, &run, &text, weight, (0.0, run.baseline), None);
                (content, Paint::Fill)
            }
        };
        let name = self.name();
        let _ = write!(self.new, r#"<symbol id="{name}" overflow="visible">{content}</symbol>"#);
        let known = Known { name, size, paint };
        self.figures.insert((figure, side), known.clone());
        known
    }

    fn text(&mut self, markup: &mut String, text: &Text<'_>, (left, top): Point) {
        let style = text.style;
        let run = self.font.weight(style.weight).line_run(&text.text, style.em);
        let at = (text.start(run.size.0) as f32 - left, text.baseline as f32 - top);
        self.run(markup, &run, &text.text, style.weight, at, Some(style.pen.ink));
    }

    fn sign(&mut self, markup: &mut String, sign: &Sign<'_>, (left, top): Point) {
        let run = self.font.weight(sign.weight).ink_run(&sign.text, sign.em);
        let (x, y) = sign.corner(run.size);
        let at = (x as f32 - left, y as f32 + run.baseline - top);
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
        let fill = ink.map_or_else(String::new, |ink| format!(r#" fill="{ink}""#));
        match self.text {
            VectorText::Text => {
                let bold = if weight == Weight::Bold { r#" font-weight="700""# } else { "" };
                let (x, y, em, width) = (px(x), px(y), px(run.em), run.size.0);
                let font = r#"font-family="'Noto Sans',sans-serif""#;
                let _ = write!(
                    markup,
                    r#"<text x="{x}" y="{y}" {font} font-size="{em}"{bold} textLength="{width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"{fill}>{}</text>"#,
                    escape(text)
                );
            }
            VectorText::Outlines => {
                let scale = number(f64::from(run.em / UNITS), 5);
                let (x, y) = (px(x), px(y));
                let _ = write!(markup, r#"<g transform="translate({x} {y})scale({scale})"{fill}>"#);
                let units = UNITS / run.em;
                let glyphs: Vec<(char, i64)> =
                    run.glyphs.iter().map(|(glyph, x)| (*glyph, (x * units).round() as i64)).collect();
                for word in glyphs.split(|(glyph, _)| glyph.is_whitespace()) {
                    self.word(markup, word, weight);
                }
                markup.push_str("</g>");
            }
        }
    }

    /// The letters of a word, in units of outlines.
    fn word(&mut self, markup: &mut String, word: &[(char, i64)], weight: Weight) {
        let Some((_, start)) = word.first().copied() else { return };
        if word.len() < 2 || !self.words_are_defined {
            for (glyph, x) in word {
                self.glyph(markup, *glyph, *x, weight);
            }
            return;
        }
        let mut content = String::new();
        for (glyph, x) in word {
            self.glyph(&mut content, *glyph, x - start, weight);
        }
        let known = self.words.get(&content).cloned();
        let name = known.unwrap_or_else(|| {
            let name = self.name();
            let _ = write!(self.new, r#"<g id="{name}">{content}</g>"#);
            self.words.insert(content, name.clone());
            name
        });
        use_at(markup, &name, start);
    }

    fn glyph(&mut self, markup: &mut String, glyph: char, x: i64, weight: Weight) {
        if !self.glyphs.contains_key(&(glyph, weight)) {
            let outline = self.font.weight(weight).outline(glyph).unwrap_or_default();
            let name = self.define_outline(outline);
            self.glyphs.insert((glyph, weight), name);
        }
        if let Some(name) = &self.glyphs[&(glyph, weight)] {
            use_at(markup, name, x);
        }
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

/// Uses a definition so far to the right.
fn use_at(markup: &mut String, name: &str, x: i64) {
    let _ = match x {
        0 => write!(markup, r##"<use href="#{name}"/>"##),
        x => write!(markup, r##"<use href="#{name}" x="{x}"/>"##),
    };
}

/// Writes rectangles as paths.
fn write_fills(fills: &mut Fills, markup: &mut String, (left, top): Point) {
    for (colour, areas) in fills.drain() {
        let _ = write!(markup, r#"<path fill="{colour}" d=""#);
        for Rect { x, y, width, height } in areas {
            let (x, y) = (px(x as f32 - left), px(y as f32 - top));
            let _ = write!(markup, "M{x} {y}h{width}v{height}h-{width}z");
        }
        markup.push_str(r#""/>"#);
    }
}

/// Short names: letters, then more letters.
fn name(mut number: u32) -> String {
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
