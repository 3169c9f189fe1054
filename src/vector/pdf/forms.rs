//! Forms: what is drawn often, and therefore defined once.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::io::{self, Write};

use pdf_writer::{Name, Rect, Ref};

use crate::font::Font;
use crate::page::figure::{Figure, Point};
use crate::page::shape::{Corner, Shape, Sign, Text};
use crate::page::square::{Ground, Stamp};
use crate::picture::Rgb;
use crate::vector::fills::Fills;
use crate::vector::shape::{Form, Paint, form, polygons};

use super::content::{Ops, hundredths, name};
use super::fonts::Fonts;
use super::objects::Objects;

/// Draws shapes, and defines forms for those that occur often.
#[derive(Debug)]
pub struct Forms {
    font: Font,
    pub fonts: Fonts,
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

impl Forms {
    pub fn new<W: Write>(font: &Font, objects: &mut Objects<W>) -> Self {
        let (fonts, resources) = (Fonts::new(font, objects), objects.reserve());
        Self { font: font.clone(), fonts, resources, known: HashMap::new(), all: Vec::new() }
    }

    /// Defines a form of this width and height.
    pub fn define<W: Write>(
        &mut self,
        objects: &mut Objects<W>,
        (width, height): (u32, u32),
        ops: Ops,
    ) -> io::Result<Ref> {
        /// Lines at the edges keep their soft pixels.
        const MARGIN: f32 = 1.0;
        let (width, height) = (width as f32, height as f32);
        let (id, resources) = (objects.reserve(), self.resources);
        objects.stream(id, &ops.finish(), |stream| {
            stream.pair(Name(b"Type"), Name(b"XObject")).pair(Name(b"Subtype"), Name(b"Form"));
            stream.pair(Name(b"BBox"), Rect::new(-MARGIN, -MARGIN, width + MARGIN, height + MARGIN));
            stream.pair(Name(b"Resources"), resources);
        })?;
        self.all.push(id);
        Ok(id)
    }

    /// Draws shapes over what is there, each with the corner that it is drawn from.
    pub fn draw<S: Borrow<Shape>, W: Write>(
        &mut self,
        objects: &mut Objects<W>,
        ops: &mut Ops,
        shapes: impl IntoIterator<Item = (Corner, S)>,
    ) -> io::Result<()> {
        let mut fills = Fills::default();
        for (corner, shape) in shapes {
            if let Some((area, colour)) = shape.borrow().fill() {
                fills.add(area.moved(corner.0, corner.1), colour);
                continue;
            }
            write_fills(&mut fills, ops);
            let at = |(x, y): Point| (x + corner.0 as f32, y + corner.1 as f32);
            match shape.borrow() {
                Shape::Fill(..) => {}
                Shape::Figure(ground, stamp) => self.figure(objects, ops, corner, *ground, *stamp)?,
                Shape::Disc { centre, radius, ink } => self.disc(objects, ops, at(*centre), *radius, *ink)?,
                Shape::Polygons(corners, ink) => {
                    let (left, top) = at((0.0, 0.0));
                    ops.fill_with(*ink);
                    ops.path(&polygons(corners).moved(left, top));
                    ops.raw().fill_nonzero();
                }
                Shape::Text(text) => self.text(ops, text, at((0.0, 0.0))),
                Shape::Sign(sign) => self.sign(ops, sign, at((0.0, 0.0))),
            }
        }
        write_fills(&mut fills, ops);
        Ok(())
    }

    fn figure<W: Write>(
        &mut self,
        objects: &mut Objects<W>,
        ops: &mut Ops,
        (left, top): (u32, u32),
        ground: Ground,
        Stamp { figure, spot, ink }: Stamp,
    ) -> io::Result<()> {
        let drawn = Drawn::Figure(figure, ground.side);
        let Known { id, size, paint } = match self.known.get(&drawn) {
            Some(known) => *known,
            None => self.define_figure(objects, figure, ground.side)?,
        };
        let (x, y) = spot.offset(size, ground);
        match paint {
            Paint::Fill => ops.fill_with(ink),
            Paint::Stroke => ops.stroke_with(ink),
            Paint::Both => {
                ops.fill_with(ink);
                ops.stroke_with(ink);
            }
        }
        ops.show(id, ((left + x) as f32, (top + y) as f32));
        Ok(())
    }

    fn define_figure<W: Write>(
        &mut self,
        objects: &mut Objects<W>,
        figure: Figure,
        side: u32,
    ) -> io::Result<Known> {
        let (form, size) = form(&figure.geometry(side), &self.font);
        let mut ops = Ops::new();
        let paint = form.paint();
        match form {
            Form::Outline(outline, by) if by > 0.0 => {
                ops.raw().set_line_width(hundredths(2.0 * by));
                ops.raw().set_line_join(pdf_writer::types::LineJoinStyle::RoundJoin);
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
            Form::Text(run, weight, _) => ops.text(&run, self.fonts.face(weight), (0.0, run.baseline)),
        }
        let id = self.define(objects, size, ops)?;
        let known = Known { id, size, paint };
        self.known.insert(Drawn::Figure(figure, side), known);
        Ok(known)
    }

    fn disc<W: Write>(
        &mut self,
        objects: &mut Objects<W>,
        ops: &mut Ops,
        (x, y): Point,
        radius: f32,
        ink: Rgb,
    ) -> io::Result<()> {
        let radius = hundredths(radius);
        let drawn = Drawn::Disc((100.0 * radius).round() as u32);
        let Known { id, .. } = if let Some(known) = self.known.get(&drawn) {
            *known
        } else {
            let mut ops = Ops::new();
            ops.circle((radius, radius), radius);
            ops.raw().fill_nonzero();
            let side = (2.0 * radius).ceil() as u32;
            let id = self.define(objects, (side, side), ops)?;
            *self.known.entry(drawn).or_insert(Known { id, size: (side, side), paint: Paint::Fill })
        };
        ops.fill_with(ink);
        ops.show(id, (x - radius, y - radius));
        Ok(())
    }

    fn text(&mut self, ops: &mut Ops, text: &Text, (left, top): Point) {
        let style = text.style;
        let run = self.font.weight(style.weight).line_run(&text.text, style.em);
        let at = (text.start(run.size.0) as f32 + left, text.baseline as f32 + top);
        ops.fill_with(style.pen.ink);
        ops.text(&run, self.fonts.face(style.weight), at);
    }

    fn sign(&mut self, ops: &mut Ops, sign: &Sign, (left, top): Point) {
        let run = self.font.weight(sign.weight).ink_run(&sign.text, sign.em);
        let (x, y) = sign.corner(run.size);
        ops.fill_with(sign.ink);
        ops.text(&run, self.fonts.face(sign.weight), (x as f32 + left, y as f32 + run.baseline + top));
    }

    /// Writes the fonts, and the names of all forms and fonts.
    pub fn finish<W: Write>(self, objects: &mut Objects<W>) -> io::Result<()> {
        let Self { fonts, resources, all, .. } = self;
        let fonts = fonts.finish(objects)?;
        objects.object(resources, |chunk| {
            let mut dict = chunk.indirect(resources).dict();
            dict.insert(Name(b"Font")).dict().pairs(fonts);
            let mut forms = dict.insert(Name(b"XObject")).dict();
            for id in all {
                forms.pair(Name(name(id).as_bytes()), id);
            }
        })
    }
}

fn write_fills(fills: &mut Fills, ops: &mut Ops) {
    fills.join();
    for (colour, areas) in fills.drain() {
        ops.fill_with(colour);
        ops.rectangles(&areas);
    }
}
