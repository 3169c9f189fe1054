//! Lines over the sizes of boards.

use std::ops::RangeInclusive;

use crate::page::comparison::GrowthLine;
use crate::page::inks::Inks;
use crate::page::units::cap;
use crate::picture::{Rect, Rgb};

use super::axis::Axis;
use super::{Body, ChartText, Curve, LINE, Request, Sheet};

/// Height of a chart without a page against its width.
const HEIGHT: f32 = 0.5;

/// In ems: the width of lines and of dots, the distance of names from them, and from each other.
const STROKE: f32 = 0.16;
const DOT: f32 = 0.5;
const NAME: f32 = 1.4;
const NAMES: f32 = 1.15;

/// The least side of the plot, in ems.
const LEAST: f32 = 8.0;

/// Dashes and gaps of a line that lies on another, in widths of the line, and its dots against others.
const ON_ANOTHER: [f32; 2] = [5.0, 6.0];
const SMALLER: f32 = 0.5;

/// Dashes and gaps of lines that differ by shape, in widths of the line.
const DASHES: [&[f32]; 8] = [
    &[],
    &[6.0, 3.0],
    &[1.5, 2.5],
    &[9.0, 3.0, 2.0, 3.0],
    &[3.0, 2.0],
    &[12.0, 4.0],
    &[9.0, 3.0, 2.0, 3.0, 2.0, 3.0],
    &[1.5, 5.0],
];

pub struct Growth<'a> {
    pub request: &'a Request<'a>,
    pub inks: &'a Inks,
    pub sizes: &'a RangeInclusive<u8>,
    pub lines: &'a [GrowthLine],
}

/// Where values are on the page.
struct Plot {
    area: Rect,
    axis: Axis,
    sizes: (u8, u8),
}

impl Plot {
    fn x(&self, size: u8) -> f32 {
        let (first, last) = self.sizes;
        let share = match last - first {
            0 => 0.5,
            steps => f32::from(size - first) / f32::from(steps),
        };
        self.area.x as f32 + share * self.area.width as f32
    }

    fn y(&self, value: f64) -> f32 {
        self.area.bottom() as f32 - self.axis.place(value) / self.axis.decades() * self.area.height as f32
    }
}

/// A name at the end of a line.
struct Name<'a> {
    line: &'a GrowthLine,
    /// The end of the line.
    end: (f32, f32),
    /// The middle of the name.
    y: f32,
}

impl Growth<'_> {
    /// The lines from a corner on; `None` if they do not fit.
    pub fn body(
        &self,
        mut sheet: Sheet,
        (left, top): (u32, u32),
        room: u32,
        end: Option<u32>,
    ) -> Option<Body> {
        let Self { request, lines, .. } = self;
        let values = lines.iter().flat_map(|line| &line.points).map(|(_, value)| *value);
        let axis = Axis::of_lines(request.content.unit, values);
        let exponents = axis.first..=axis.last as i32;
        let labels: Vec<(i32, String)> = exponents.map(|exponent| (exponent, axis.label(exponent))).collect();
        let scale = labels.iter().map(|(_, label)| request.width_of(label)).max().unwrap_or(0);
        let names = lines.iter().map(|line| request.width_of(&line.name)).max().unwrap_or(0);
        let x = left + scale + request.px(0.8);
        let right = (left + room).checked_sub(names + request.px(NAME + 0.9))?;
        let bottom = end.unwrap_or(top + (HEIGHT * request.width as f32) as u32);
        let plot_bottom = bottom.checked_sub(request.px(LINE) + request.px(0.6))?;
        let area = Rect { x, y: top, width: right.checked_sub(x)?, height: plot_bottom.checked_sub(top)? };
        let least = request.px(LEAST).max(request.px(NAMES * lines.len() as f32));
        if area.width < request.px(LEAST) || area.height < least {
            return None;
        }
        let plot = Plot { area, axis, sizes: (*self.sizes.start(), *self.sizes.end()) };
        self.add_scale(&mut sheet, &plot, &labels);
        self.add_sizes(&mut sheet, &plot);
        self.add_lines(&mut sheet, &plot);
        Some(Body { sheet, bottom })
    }

    /// Adds a hairline and a label for powers of ten, as many as have room.
    fn add_scale(&self, sheet: &mut Sheet, plot: &Plot, labels: &[(i32, String)]) {
        let Self { request, inks, .. } = self;
        let decade = plot.area.height as f32 / plot.axis.decades();
        let every = (request.em * 1.8 / decade).ceil().max(1.0) as usize;
        for (index, (exponent, label)) in labels.iter().enumerate().step_by(every) {
            let y = plot.area.bottom() as f32 - (*exponent - plot.axis.first) as f32 * decade;
            let y = y.round() as u32;
            let hairline = request.hairline();
            let ink = if index == 0 { inks.tree } else { inks.rule };
            let area = Rect { x: plot.area.x, y: y - hairline / 2, width: plot.area.width, height: hairline };
            sheet.fills.push((area, ink));
            let x = plot.area.x - request.px(0.6) - request.width_of(label);
            sheet.texts.push(request.text(x, y + cap(request.em) / 2, label.clone(), inks.muted));
        }
    }

    /// Adds the sizes of boards below the plot, as many as have room.
    fn add_sizes(&self, sheet: &mut Sheet, plot: &Plot) {
        let Self { request, inks, .. } = self;
        let (first, last) = plot.sizes;
        let widest = request.width_of(&format!("N = {last}"));
        let step = plot.area.width as f32 / f32::from((last - first).max(1));
        let every = ((widest as f32 + request.em * 0.6) / step).ceil().max(1.0) as usize;
        let baseline = plot.area.bottom() + request.px(0.9) + cap(request.em);
        for size in (first..=last).step_by(every) {
            let label = if size == first { format!("N = {size}") } else { size.to_string() };
            // The number itself is below its place.
            let before = request.width_of(&label) - request.width_of(&size.to_string()) / 2;
            let x = (plot.x(size).round() as u32).saturating_sub(before);
            sheet.texts.push(request.text(x, baseline, label, inks.muted));
        }
    }

    fn add_lines(&self, sheet: &mut Sheet, plot: &Plot) {
        let Self { request, inks, lines, .. } = self;
        let colours = inks.lines();
        let stroke = (STROKE * request.em).max(1.5);
        let of = |line: &GrowthLine| colours[line.hue % colours.len()];
        for line in *lines {
            let points: Vec<(f32, f32)> =
                line.points.iter().map(|(size, value)| (plot.x(*size), plot.y(*value))).collect();
            let lies_on_another = sheet.curves.iter().any(|other| other.points == points);
            let (colour, dashes) = if request.has_shapes() {
                let dashes = DASHES[line.hue % DASHES.len()].iter().map(|length| length * stroke).collect();
                (inks.ink, dashes)
            } else if lies_on_another {
                (of(line).0, ON_ANOTHER.map(|length| length * stroke).to_vec())
            } else {
                (of(line).0, Vec::new())
            };
            let dot = if lies_on_another { SMALLER * DOT } else { DOT } * request.em;
            sheet.curves.push(Curve { points, colour, line: stroke, dot, dashes });
        }
        let (inside, mut beside) = self.names(sheet, plot);
        for text in inside {
            self.add_name(sheet, text);
        }
        self.spread(&mut beside, plot.area);
        let x = plot.area.right() + request.px(NAME);
        for Name { line, end, y } in beside {
            let (colour, text_colour) = if request.has_shapes() { (inks.ink, inks.ink) } else { of(line) };
            // A thin line leads to a name that is not beside the end of its line.
            if (y - end.1).abs() > 0.15 * request.em || end.0 + request.em < plot.area.right() as f32 {
                let from = (end.0 + 0.6 * DOT * request.em, end.1);
                let points = vec![from, (x as f32 - 0.25 * request.em, y)];
                let line = request.hairline() as f32;
                sheet.curves.push(Curve { points, colour, line, dot: 0.0, dashes: Vec::new() });
            }
            let baseline = (y + cap(request.em) as f32 / 2.0).round() as u32;
            sheet.texts.push(request.text(x, baseline, line.name.clone(), text_colour));
        }
    }

    /// The names beside the ends of lines that end early, where there is free space; and the others.
    fn names(&self, sheet: &Sheet, plot: &Plot) -> (Vec<ChartText>, Vec<Name<'_>>) {
        let Self { request, inks, lines, .. } = self;
        let colours = inks.lines();
        let (mut inside, mut beside) = (Vec::<ChartText>::new(), Vec::new());
        for line in *lines {
            let Some((size, value)) = line.points.last() else { continue };
            let end = (plot.x(*size), plot.y(*value));
            let width = request.width_of(&line.name);
            let height = cap(request.em);
            let ink: Rgb = if request.has_shapes() { inks.ink } else { colours[line.hue % colours.len()].1 };
            let away = request.px(0.7) as f32;
            let candidates = [
                (end.0 + away, end.1 + height as f32 / 2.0),
                (end.0 - width as f32 - away, end.1 + height as f32 / 2.0),
                (end.0 - width as f32 / 2.0, end.1 - away),
            ];
            let free =
                candidates.into_iter().filter(|_| size < self.sizes.end()).find_map(|(x, baseline)| {
                    let text =
                        request.text(x.max(0.0) as u32, baseline.max(0.0) as u32, line.name.clone(), ink);
                    let area = text.area(&request.style.font);
                    let is_inside =
                        area.x >= plot.area.x && area.right() <= plot.area.right() && area.y >= plot.area.y;
                    let gap = request.px(0.35);
                    let around = Rect {
                        x: area.x.saturating_sub(gap),
                        y: area.y.saturating_sub(gap),
                        width: area.width + 2 * gap,
                        height: area.height + 2 * gap,
                    };
                    let meets_line = sheet.curves.iter().any(|curve| meets(curve, around));
                    let meets_name =
                        inside.iter().any(|name| name.area(&request.style.font).overlaps(around));
                    (is_inside && !meets_line && !meets_name).then_some(text)
                });
            match free {
                Some(text) => inside.push(text),
                None => beside.push(Name { line, end, y: end.1 }),
            }
        }
        (inside, beside)
    }

    /// Adds a name on the plot; hairlines end before it.
    fn add_name(&self, sheet: &mut Sheet, text: ChartText) {
        let letters = text.area(&self.request.style.font);
        let gap = self.request.px(0.2);
        let (x, y) = (letters.x.saturating_sub(gap), letters.y.saturating_sub(gap));
        let patch = Rect { x, y, width: letters.width + 2 * gap, height: letters.height + 2 * gap };
        sheet.fills.push((patch, self.inks.page));
        sheet.texts.push(text);
    }

    /// Moves names apart, each as little as possible.
    fn spread(&self, names: &mut [Name<'_>], area: Rect) {
        let gap = NAMES * self.request.em;
        names.sort_by(|one, other| one.y.total_cmp(&other.y));
        // Names that touch each other form a block around the mean of their places.
        let mut blocks: Vec<(f32, usize)> = Vec::new();
        for name in names.iter() {
            blocks.push((name.y, 1));
            while let [.., (upper, above), (lower, below)] = blocks[..] {
                if lower - upper >= gap * (above + below) as f32 / 2.0 {
                    break;
                }
                let count = above + below;
                let middle = (upper * above as f32 + lower * below as f32) / count as f32;
                blocks.truncate(blocks.len() - 2);
                blocks.push((middle, count));
            }
        }
        let mut rest = names.iter_mut();
        for (middle, count) in blocks {
            let first = middle - gap * (count - 1) as f32 / 2.0;
            for (index, name) in rest.by_ref().take(count).enumerate() {
                name.y = first + gap * index as f32;
            }
        }
        // At the edges of the plot they are moved back.
        let (top, bottom) = (area.y as f32, area.bottom() as f32);
        let mut least = top;
        for name in names.iter_mut() {
            name.y = name.y.max(least);
            least = name.y + gap;
        }
        let mut most = bottom;
        for name in names.iter_mut().rev() {
            name.y = name.y.min(most);
            most = name.y - gap;
        }
    }
}

/// Whether a line goes through a rectangle.
fn meets(curve: &Curve, area: Rect) -> bool {
    const SAMPLES: u16 = 48;
    let is_in = |(x, y): (f32, f32)| {
        (area.x as f32..area.right() as f32).contains(&x)
            && (area.y as f32..area.bottom() as f32).contains(&y)
    };
    curve.points.iter().any(|point| is_in(*point))
        || curve.points.windows(2).any(|pair| {
            let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
            (0..=SAMPLES).any(|sample| {
                let share = f32::from(sample) / f32::from(SAMPLES);
                is_in((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
            })
        })
}
