//! Shapes as content stream operators, and form objects (`XObject`) for shapes that are drawn often.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::io::{self, Write};

use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Name, Ref, Settings, Str, TextStr};

use crate::font::{Font, Outline, Segment};
use crate::page::figure::{Figure, Point};
use crate::page::shape::{Corner, Shape};
use crate::page::square::Stamp;
use crate::picture::{Rect, Rgb};
use crate::vector::shape::{Fills, Form, Paint, Writing, form, polygons};
use crate::words::has_right_to_left;

use super::Objects;
use super::fonts::{Fonts, Typeface};

#[derive(Debug)]
pub struct Forms<W> {
    pub objects: Objects<W>,
    font: Font,
    fonts: Fonts,
    /// The resource dictionary, which names all forms and fonts.
    pub resources: Ref,
    known: HashMap<Drawn, Known>,
    all: Vec<Ref>,
}

/// The key of a form: what it draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Drawn {
    /// A figure on a square with this side in pixels.
    Figure(Figure, u32),
    /// A disc with this radius in hundredths of a pixel.
    Disc(u32),
}

#[derive(Debug, Clone, Copy)]
struct Known {
    id: Ref,
    size: (u32, u32),
    paint: Paint,
}

impl<W: Write> Forms<W> {
    /// Starts a file; `font` is used for all text.
    pub fn begin(out: W, font: &Font) -> io::Result<Self> {
        let mut objects = Objects::begin(out)?;
        let (fonts, resources) = (Fonts::new(font, &mut objects), objects.reserve());
        Ok(Self { objects, font: font.clone(), fonts, resources, known: HashMap::new(), all: Vec::new() })
    }

    pub fn define(&mut self, (width, height): (u32, u32), ops: Ops) -> io::Result<Ref> {
        /// Space around the box, so that antialiased lines at its edges are not clipped.
        const MARGIN: f32 = 1.0;
        let (width, height) = (width as f32, height as f32);
        let (id, resources) = (self.objects.reserve(), self.resources);
        self.objects.stream(id, &ops.finish(), |stream| {
            stream.pair(Name(b"Type"), Name(b"XObject")).pair(Name(b"Subtype"), Name(b"Form"));
            stream.pair(
                Name(b"BBox"),
                pdf_writer::Rect::new(-MARGIN, -MARGIN, width + MARGIN, height + MARGIN),
            );
            stream.pair(Name(b"Resources"), resources);
        })?;
        self.all.push(id);
        Ok(id)
    }

    /// Draws shapes, each relative to its corner.
    pub fn draw<S: Borrow<Shape>>(
        &mut self,
        ops: &mut Ops,
        shapes: impl IntoIterator<Item = (Corner, S)>,
    ) -> io::Result<()> {
        let mut fills = Fills::default();
        for (corner, shape) in shapes {
            let shape = shape.borrow().clone().moved(corner);
            if let Some((area, colour)) = shape.fill() {
                fills.add(area, colour);
                continue;
            }
            write_fills(&mut fills, ops);
            match shape {
                Shape::Fill(..) => {}
                Shape::Figure(ground, Stamp { figure, spot, ink }) => {
                    self.show(ops, Drawn::Figure(figure, ground.side), ink, |size| {
                        let (x, y) = spot.offset(size, ground);
                        ((corner.0 + x) as f32, (corner.1 + y) as f32)
                    })?;
                }
                Shape::Disc { centre: (x, y), radius, ink } => {
                    let drawn = Drawn::Disc((100.0 * radius).round() as u32);
                    let radius = hundredths(radius);
                    self.show(ops, drawn, ink, |_| (x - radius, y - radius))?;
                }
                Shape::Polygons(corners, ink) => {
                    ops.fill_with(ink);
                    ops.path(&polygons(&corners));
                    ops.raw().fill_nonzero();
                }
                Shape::Text(text) => self.write(ops, &Writing::line(&text, &self.font), text.style.pen.ink),
                Shape::Sign(sign) => self.write(ops, &Writing::sign(&sign, &self.font), sign.ink),
            }
        }
        write_fills(&mut fills, ops);
        Ok(())
    }

    /// Shows a form, and defines it before its first use. `place` returns the corner of a form of this size.
    fn show(
        &mut self,
        ops: &mut Ops,
        drawn: Drawn,
        ink: Rgb,
        place: impl FnOnce((u32, u32)) -> Point,
    ) -> io::Result<()> {
        let Known { id, size, paint } = match self.known.get(&drawn) {
            Some(known) => *known,
            None => self.define_drawn(drawn)?,
        };
        if paint.fills {
            ops.fill_with(ink);
        }
        if paint.strokes {
            ops.stroke_with(ink);
        }
        ops.show(id, place(size));
        Ok(())
    }

    fn define_drawn(&mut self, drawn: Drawn) -> io::Result<Known> {
        let (form, size) = match drawn {
            Drawn::Figure(figure, side) => form(&figure.geometry(side), &self.font),
            Drawn::Disc(radius) => {
                let (side, radius) = ((2 * radius).div_ceil(100), radius as f32 / 100.0);
                (Form::Disc((radius, radius), radius), (side, side))
            }
        };
        let mut ops = Ops::new();
        let paint = form.paint();
        match form {
            Form::Outline(outline, by) if by > 0.0 => {
                ops.raw().set_line_width(hundredths(2.0 * by)).set_line_join(LineJoinStyle::RoundJoin);
                ops.path(&outline);
                ops.raw().fill_nonzero_and_stroke();
            }
            Form::Outline(outline, _) => {
                ops.path(&outline);
                ops.raw().fill_nonzero();
            }
            Form::Disc(centre, radius) => {
                ops.circle(centre, radius);
                ops.raw().fill_nonzero();
            }
            Form::Circle(centre, radius, line) => {
                ops.raw().set_line_width(hundredths(line));
                ops.circle(centre, radius);
                ops.raw().stroke();
            }
            Form::Text(writing) => ops.text(&writing, self.fonts.face(writing.weight)),
        }
        let known = Known { id: self.define(size, ops)?, size, paint };
        self.known.insert(drawn, known);
        Ok(known)
    }

    fn write(&mut self, ops: &mut Ops, writing: &Writing, ink: Rgb) {
        ops.fill_with(ink);
        ops.text(writing, self.fonts.face(writing.weight));
    }

    pub fn finish(self) -> io::Result<Objects<W>> {
        let Self { mut objects, fonts, resources, all, .. } = self;
        let fonts = fonts.finish(&mut objects)?;
        objects.object(resources, |chunk| {
            let mut dict = chunk.indirect(resources).dict();
            dict.insert(Name(b"Font")).dict().pairs(fonts);
            let mut forms = dict.insert(Name(b"XObject")).dict();
            for id in all {
                forms.pair(Name(name(id).as_bytes()), id);
            }
        })?;
        Ok(objects)
    }
}

fn write_fills(fills: &mut Fills, ops: &mut Ops) {
    fills.join();
    for (colour, areas) in fills.drain() {
        ops.fill_with(colour);
        ops.rectangles(&areas);
    }
}

/// A content stream, and its current colours (PDF 1.7, section 8.6.8), so that these are set only when they
/// change.
pub struct Ops {
    content: Content,
    fill: Option<Rgb>,
    stroke: Option<Rgb>,
}

impl Ops {
    pub fn new() -> Self {
        Self { content: Content::with_settings(Settings { pretty: false }), fill: None, stroke: None }
    }

    pub fn finish(self) -> Vec<u8> {
        self.content.finish().into_vec()
    }

    pub const fn raw(&mut self) -> &mut Content {
        &mut self.content
    }

    pub fn fill_with(&mut self, colour: Rgb) {
        if self.fill.replace(colour) != Some(colour) {
            let [r, g, b] = shares(colour);
            self.content.set_fill_rgb(r, g, b);
        }
    }

    pub fn stroke_with(&mut self, colour: Rgb) {
        if self.stroke.replace(colour) != Some(colour) {
            let [r, g, b] = shares(colour);
            self.content.set_stroke_rgb(r, g, b);
        }
    }

    pub fn rectangles(&mut self, areas: &[Rect]) {
        for Rect { x, y, width, height } in areas {
            self.content.rect(*x as f32, *y as f32, *width as f32, *height as f32);
        }
        self.content.fill_nonzero();
    }

    pub fn path(&mut self, outline: &Outline) {
        let content = &mut self.content;
        let mut at = (0.0, 0.0);
        for segment in &outline.0 {
            match *segment {
                Segment::Move((x, y)) => drop(content.move_to(hundredths(x), hundredths(y))),
                Segment::Line((x, y)) => drop(content.line_to(hundredths(x), hundredths(y))),
                Segment::Quad(control, end) => {
                    let toward = |from: Point| {
                        let along = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
                        (along(from.0, control.0), along(from.1, control.1))
                    };
                    cubic(content, [toward(at), toward(end), end]);
                }
                Segment::Cubic(first, second, end) => cubic(content, [first, second, end]),
                Segment::Close => drop(content.close_path()),
            }
            at = segment.points().pop().unwrap_or(at);
        }
    }

    pub fn circle(&mut self, (x, y): Point, radius: f32) {
        // The distance of the control points of a quarter circle from its ends.
        let reach = 0.5523 * radius;
        let (left, top, right, bottom) = (x - radius, y - radius, x + radius, y + radius);
        self.path(&Outline(vec![
            Segment::Move((right, y)),
            Segment::Cubic((right, y + reach), (x + reach, bottom), (x, bottom)),
            Segment::Cubic((x - reach, bottom), (left, y + reach), (left, y)),
            Segment::Cubic((left, y - reach), (x - reach, top), (x, top)),
            Segment::Cubic((x + reach, top), (right, y - reach), (right, y)),
            Segment::Close,
        ]));
    }

    /// Shows a line of text with every glyph at its position to a thousandth of an em.
    pub fn text(&mut self, writing: &Writing, face: &mut Typeface) {
        let Writing { run, text, at: (x, y), .. } = writing;
        let em = hundredths(run.em);
        if em == 0.0 || run.glyphs.iter().all(|glyph| glyph.is_space) {
            return;
        }
        let content = &mut self.content;
        // PDF readers put right-to-left text into reading order themselves, so such text has no ActualText.
        let is_marked = run.is_shaped && !has_right_to_left(text);
        if is_marked {
            let mut marked = content.begin_marked_content_with_properties(Name(b"Span"));
            marked.properties().actual_text(TextStr(text));
        }
        content.begin_text().set_font(face.name(), em);
        content.set_text_matrix([1.0, 0.0, 0.0, -1.0, hundredths(*x), hundredths(*y)]);
        let mut pen = 0.0;
        for glyphs in run.glyphs.chunk_by(|one, next| one.y == next.y) {
            if run.is_shaped {
                content.set_rise(hundredths(-glyphs[0].y));
            }
            let mut shown = content.show_positioned();
            let mut items = shown.items();
            let mut letters = Vec::new();
            for glyph in glyphs {
                let (cid, width) = face.cid(glyph.id, &text[glyph.text.clone()]);
                let back = finite(((pen - glyph.x) / em * 1000.0).round());
                if back != 0.0 {
                    if !letters.is_empty() {
                        items.show(Str(&letters));
                        letters.clear();
                    }
                    items.adjust(back);
                    pen -= back * em / 1000.0;
                }
                letters.extend(cid.to_be_bytes());
                pen += f32::from(width) * em / 1000.0;
            }
            items.show(Str(&letters));
        }
        content.end_text();
        if is_marked {
            content.end_marked_content();
        }
    }

    pub fn show(&mut self, form: Ref, at: Point) {
        self.save_and_translate(at);
        self.content.x_object(Name(name(form).as_bytes()));
        // `fill` and `stroke` stay valid: the stream sets no colour between saving and restoring the state.
        self.content.restore_state();
    }

    pub fn save_and_translate(&mut self, (x, y): Point) {
        let moved = [1.0, 0.0, 0.0, 1.0, hundredths(x), hundredths(y)];
        self.content.save_state().transform(moved);
    }

    /// Restores the graphics state; the next `fill_with` and `stroke_with` set the colours again.
    pub fn restore(&mut self) {
        self.content.restore_state();
        (self.fill, self.stroke) = (None, None);
    }
}

pub fn name(form: Ref) -> String {
    format!("S{}", form.get())
}

fn cubic(content: &mut Content, points: [Point; 3]) {
    let [(x1, y1), (x2, y2), (x, y)] = points.map(|(x, y)| (hundredths(x), hundredths(y)));
    content.cubic_to(x1, y1, x2, y2, x, y);
}

pub fn hundredths(value: f32) -> f32 {
    finite((value * 100.0).round() / 100.0)
}

fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

/// Returns the components of a colour from 0 to 1, rounded to thousandths, which are finer than 8 bits.
fn shares(Rgb(colour): Rgb) -> [f32; 3] {
    colour.map(|share| (f32::from(share) / 255.0 * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_0() {
        assert_eq!([0.126, -2.0].map(hundredths), [0.13, -2.0]);
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
            assert_eq!(hundredths(value), 0.0);
        }
    }
}
