//! Forms: what is drawn often, and therefore defined once.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::io::{self, Write};

use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Name, Rect, Ref};

use crate::font::Font;
use crate::page::figure::{Figure, Point};
use crate::page::shape::{Corner, Shape};
use crate::page::square::Stamp;
use crate::picture::Rgb;
use crate::vector::fills::Fills;
use crate::vector::shape::{Form, Paint, Writing, form, polygons};

use super::content::{Ops, hundredths, name};
use super::fonts::Fonts;
use super::objects::Objects;

/// Draws shapes, and defines forms for those that occur often.
#[derive(Debug)]
pub struct Forms<W> {
    pub objects: Objects<W>,
    font: Font,
    fonts: Fonts,
    /// The number of the object that names all forms and fonts.
    pub resources: Ref,
    known: HashMap<Drawn, Known>,
    /// The numbers of all forms.
    all: Vec<Ref>,
}

/// What a form draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Drawn {
    /// A figure on a square with this side.
    Figure(Figure, u32),
    /// A disc with this radius in hundredths of a pixel.
    Disc(u32),
}

/// A form that is defined.
#[derive(Debug, Clone, Copy)]
struct Known {
    id: Ref,
    size: (u32, u32),
    paint: Paint,
}

impl<W: Write> Forms<W> {
    /// Begins a file; all text is in this font.
    pub fn begin(out: W, font: &Font) -> io::Result<Self> {
        let mut objects = Objects::begin(out)?;
        let (fonts, resources) = (Fonts::new(font, &mut objects), objects.reserve());
        Ok(Self { objects, font: font.clone(), fonts, resources, known: HashMap::new(), all: Vec::new() })
    }

    /// Defines a form of this width and height.
    pub fn define(&mut self, (width, height): (u32, u32), ops: Ops) -> io::Result<Ref> {
        /// Lines at the edges keep their soft pixels.
        const MARGIN: f32 = 1.0;
        let (width, height) = (width as f32, height as f32);
        let (id, resources) = (self.objects.reserve(), self.resources);
        self.objects.stream(id, &ops.finish(), |stream| {
            stream.pair(Name(b"Type"), Name(b"XObject")).pair(Name(b"Subtype"), Name(b"Form"));
            stream.pair(Name(b"BBox"), Rect::new(-MARGIN, -MARGIN, width + MARGIN, height + MARGIN));
            stream.pair(Name(b"Resources"), resources);
        })?;
        self.all.push(id);
        Ok(id)
    }

    /// Draws shapes over what is there, each with the corner that it is drawn from.
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

    /// Shows a form, which is defined if it is not known, at the place that one of its size has.
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
            Form::Text(Writing { run, weight, at, .. }) => ops.text(&run, self.fonts.face(weight), at),
        }
        let known = Known { id: self.define(size, ops)?, size, paint };
        self.known.insert(drawn, known);
        Ok(known)
    }

    fn write(&mut self, ops: &mut Ops, Writing { run, weight, at, .. }: &Writing, ink: Rgb) {
        ops.fill_with(ink);
        ops.text(run, self.fonts.face(*weight), *at);
    }

    /// Writes the fonts, and the names of all forms and fonts.
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
