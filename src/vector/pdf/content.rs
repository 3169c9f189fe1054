//! Shapes as the operators of content, in pixels from the upper left corner.

use pdf_writer::{Content, Name, Ref, Settings, Str};

use crate::font::{GlyphRun, Outline, Segment};
use crate::page::figure::Point;
use crate::picture::{Rect, Rgb};

use super::fonts::Typeface;

/// The content of a page or of a form while it is written, with the colours that it has set.
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

    /// The writer of operators that set no colours.
    pub const fn raw(&mut self) -> &mut Content {
        &mut self.content
    }

    /// The colour of what is filled from now on.
    pub fn fill_with(&mut self, colour: Rgb) {
        if self.fill.replace(colour) != Some(colour) {
            let [r, g, b] = shares(colour);
            self.content.set_fill_rgb(r, g, b);
        }
    }

    /// The colour of lines from now on.
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

    /// The outline of a disc.
    pub fn circle(&mut self, (x, y): Point, radius: f32) {
        // How far the control points of a quarter of a circle are from its ends.
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

    /// A line of text whose origin, on the baseline, is at a point: every letter where it is in pixels.
    pub fn text(&mut self, run: &GlyphRun, face: &mut Typeface, (x, y): Point) {
        if run.glyphs.iter().all(|(character, _)| character.is_whitespace()) {
            return;
        }
        let em = hundredths(run.em);
        let content = &mut self.content;
        content.begin_text().set_font(face.name(), em);
        content.set_text_matrix([1.0, 0.0, 0.0, -1.0, hundredths(x), hundredths(y)]);
        let mut shown = content.show_positioned();
        let mut items = shown.items();
        let (mut pen, mut letters) = (0.0, Vec::new());
        for &(character, at) in &run.glyphs {
            let (number, width) = face.letter(character);
            let back = ((pen - at) / em * 1000.0).round();
            if back != 0.0 {
                if !letters.is_empty() {
                    items.show(Str(&letters));
                    letters.clear();
                }
                items.adjust(back);
                pen -= back * em / 1000.0;
            }
            letters.extend(number.to_be_bytes());
            pen += f32::from(width) * em / 1000.0;
        }
        items.show(Str(&letters));
        drop(items);
        drop(shown);
        content.end_text();
    }

    /// Shows a form whose upper left corner is at a point.
    pub fn show(&mut self, form: Ref, at: Point) {
        self.begin_at(at);
        self.content.x_object(Name(name(form).as_bytes()));
        // It has set no colours here.
        self.content.restore_state();
    }

    /// From now on, places are relative to a point.
    pub fn begin_at(&mut self, (x, y): Point) {
        let moved = [1.0, 0.0, 0.0, 1.0, hundredths(x), hundredths(y)];
        self.content.save_state().transform(moved);
    }

    /// Returns to the places before; the colours before are those of then.
    pub fn end_at(&mut self) {
        self.content.restore_state();
        (self.fill, self.stroke) = (None, None);
    }
}

/// The name of a form in content.
pub fn name(form: Ref) -> String {
    format!("S{}", form.get())
}

fn cubic(content: &mut Content, points: [Point; 3]) {
    let [(x1, y1), (x2, y2), (x, y)] = points.map(|(x, y)| (hundredths(x), hundredths(y)));
    content.cubic_to(x1, y1, x2, y2, x, y);
}

/// A length in pixels, as it is written.
pub fn hundredths(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

/// The shares of red, green and blue; thousandths are finer than what is shown.
fn shares(Rgb(colour): Rgb) -> [f32; 3] {
    colour.map(|share| (f32::from(share) / 255.0 * 1000.0).round() / 1000.0)
}
