//! The layout of a chart that compares algorithms.

mod axis;
mod bars;
mod growth;

use crate::font::{Font, Weight};
use crate::page::comparison::{ChartContent, ChartError, ChartFigure, ChartStyle};
use crate::page::figure::LEAST_EM;
use crate::page::inks::Inks;
use crate::page::style::PageSize;
use crate::page::units::MAX_SIDE;
use crate::page::units::{Line, cap};
use crate::picture::{Rect, Rgb};

use super::board::page_pixels;
use super::paragraph::broken;

/// What is on the page: rectangles, then lines, then text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sheet {
    pub width: u32,
    pub height: u32,
    pub fills: Vec<(Rect, Rgb)>,
    pub curves: Vec<Curve>,
    pub texts: Vec<ChartText>,
    /// All colours that are drawn on the page, which is the first.
    pub inks: Vec<Rgb>,
}

/// A line through points.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    pub points: Vec<(f32, f32)>,
    pub colour: Rgb,
    /// Width in pixels.
    pub line: f32,
    /// Diameter of the dots at the points; 0 for none.
    pub dot: f32,
    /// Lengths of dashes and of the gaps between them; empty for a line without gaps.
    pub dashes: Vec<f32>,
}

/// A piece of text.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartText {
    /// Its left edge.
    pub x: u32,
    pub baseline: u32,
    pub text: String,
    pub em: f32,
    pub weight: Weight,
    pub ink: Rgb,
}

impl ChartText {
    /// The rectangle from the top of capitals to the baseline.
    pub fn area(&self, font: &Font) -> Rect {
        let width = Line { font, em: self.em, weight: self.weight }.width(&self.text);
        let height = cap(self.em);
        Rect { x: self.x, y: self.baseline.saturating_sub(height), width, height }
    }
}

/// The width of a chart that is not given one, in pixels.
const WIDTH: u32 = 1080;

/// The em of text against the width of the chart, if its height is free, and the largest on a page.
const EM: f32 = 1.0 / 60.0;
const LARGEST_EM: (f32, f32) = (1.0 / 56.0, 1.0 / 24.0);

/// The em shrinks in such steps until the chart fits.
const SHRINK: f32 = 0.96;

/// Lengths in ems: the margin of the page, the em of the title, the distances between lines of the title, of
/// other text, from one part to the next, and the side of squares in the key.
const MARGIN: f32 = 2.2;
const TITLE: f32 = 1.6;
const TITLE_LINE: f32 = 2.1;
const LINE: f32 = 1.5;
const PART: f32 = 1.5;
const KEY: f32 = 0.8;

/// Lays a chart out.
pub fn lay_out(content: &ChartContent, style: &ChartStyle) -> Result<Sheet, ChartError> {
    let on = |width: u32, height: Option<u32>| {
        let most = match height {
            Some(height) => (width as f32 * LARGEST_EM.0).min(height as f32 * LARGEST_EM.1),
            None => width as f32 * EM,
        };
        let mut em = most.max(LEAST_EM);
        loop {
            if let Some(sheet) = (Request { content, style, width, height, em }).sheet() {
                return Some(sheet);
            }
            if em <= LEAST_EM {
                return None;
            }
            em = (em * SHRINK).max(LEAST_EM);
        }
    };
    // The minimum width, by bisection.
    let smallest = |height: &dyn Fn(u32) -> Option<u32>| {
        let works = |width: u32| on(width, height(width)).is_some();
        let (mut no, mut yes) = (1, MAX_SIDE);
        if !works(yes) {
            return None;
        }
        while yes - no > 1 {
            let middle = u32::midpoint(no, yes);
            *(if works(middle) { &mut yes } else { &mut no }) = middle;
        }
        Some(yes)
    };
    if let Some(width) = style.width.filter(|width| *width > MAX_SIDE) {
        return Err(ChartError::TooLarge { width });
    }
    style.page.map_or(Ok(()), PageSize::check)?;
    match (style.page, style.width) {
        (None, width) => {
            let width = width.unwrap_or(WIDTH);
            on(width, None).ok_or_else(|| match smallest(&|_| None) {
                Some(smallest) => ChartError::TooNarrow { width, smallest },
                None => ChartError::TooMuchText,
            })
        }
        (Some(page), given) => {
            let (width, height) = page_pixels(page);
            let of =
                |width_now: u32| (u64::from(height) * u64::from(width_now)).div_ceil(u64::from(width)) as u32;
            let (width, height) = given.map_or((width, height), |given| (given, of(given)));
            on(width, Some(height)).ok_or_else(|| match smallest(&|width| Some(of(width))) {
                Some(smallest) => {
                    ChartError::PageTooSmall { width, height, smallest: (smallest, of(smallest)) }
                }
                None => ChartError::TooMuchText,
            })
        }
    }
}

/// A chart to lay out with text of a given em.
#[derive(Debug, Clone, Copy)]
struct Request<'a> {
    content: &'a ChartContent,
    style: &'a ChartStyle,
    width: u32,
    /// Height of the page; `None` for one as high as it needs to be.
    height: Option<u32>,
    em: f32,
}

/// The part of the page between its heading and its foot, and what is drawn there.
#[derive(Debug)]
struct Body {
    sheet: Sheet,
    /// The lower edge.
    bottom: u32,
}

impl Request<'_> {
    /// `None` if it does not fit.
    fn sheet(&self) -> Option<Sheet> {
        let inks = self.style.theme.inks();
        let inks_of_page = vec![inks.page, inks.ink, inks.muted];
        let mut sheet = Sheet { width: self.width, inks: inks_of_page, ..Sheet::default() };
        let margin = self.px(MARGIN);
        let room = self.width.checked_sub(2 * margin)?;
        let top = self.heading(&mut sheet, &inks, margin, room)?;
        let foot = self.foot(&inks, margin, room)?;
        let foot_height = foot.len() as u32 * self.px(LINE) + if foot.is_empty() { 0 } else { self.px(0.6) };
        let below = foot_height + margin;
        let end = match self.height {
            Some(height) => Some(height.checked_sub(below)?),
            None => None,
        };
        let body = match &self.content.figure {
            ChartFigure::Bars { series, groups } => bars::Bars { request: self, inks: &inks, series, groups }
                .body(sheet, (margin, top), room, end)?,
            ChartFigure::Growth { sizes, lines } => {
                growth::Growth { request: self, inks: &inks, sizes, lines }.body(
                    sheet,
                    (margin, top),
                    room,
                    end,
                )?
            }
        };
        let Body { mut sheet, bottom } = body;
        sheet.height = self.height.unwrap_or(bottom + below);
        // The foot is at the end of the page.
        for (index, mut line) in foot.into_iter().rev().enumerate() {
            line.baseline = sheet.height - margin - index as u32 * self.px(LINE);
            sheet.texts.push(line);
        }
        let drawn =
            sheet.texts.iter().map(|text| text.ink).chain(sheet.curves.iter().map(|curve| curve.colour));
        let drawn: Vec<Rgb> = drawn.collect();
        for ink in drawn {
            if !sheet.inks.contains(&ink) {
                sheet.inks.push(ink);
            }
        }
        Some(sheet)
    }

    /// Adds the title and the key; returns where the figure begins.
    fn heading(&self, sheet: &mut Sheet, inks: &Inks, margin: u32, room: u32) -> Option<u32> {
        let em = TITLE * self.em;
        let mut y = margin;
        if !self.content.title.is_empty() {
            let lines = broken(&[(Weight::Bold, &self.content.title)], &self.style.font, em, room)?;
            if lines.len() > 2 {
                return None;
            }
            for (index, line) in lines.into_iter().enumerate() {
                let baseline = y + cap(em) + index as u32 * self.px(TITLE_LINE);
                for (x, weight, text) in line {
                    sheet.texts.push(ChartText { x: margin + x, baseline, text, em, weight, ink: inks.ink });
                }
            }
            y = sheet.texts.last()?.baseline + self.px(PART);
        }
        let series = match &self.content.figure {
            ChartFigure::Bars { series, .. } => series,
            // The topmost label is as high as its hairline.
            ChartFigure::Growth { .. } => return Some(y + self.px(0.6)),
        };
        let (side, mut x) = (self.px(KEY), margin);
        for entry in series {
            let width = side + self.px(0.5) + self.width_of(&entry.name);
            if width > room {
                return None;
            }
            if x > margin && x + width > margin + room {
                x = margin;
                y += self.px(LINE);
            }
            let baseline = y + cap(self.em);
            let area = Rect { x, y: baseline - side.midpoint(cap(self.em)), width: side, height: side };
            sheet.fills.push((area, bars::tone(inks, entry.tone)));
            let text = entry.name.clone();
            sheet.texts.push(self.text(x + side + self.px(0.5), baseline, text, inks.muted));
            x += width + self.px(1.8);
        }
        Some(y + cap(self.em) + self.px(PART))
    }

    /// The lines at the foot of the page.
    fn foot(&self, inks: &Inks, margin: u32, room: u32) -> Option<Vec<ChartText>> {
        let lines = broken(&[(Weight::Regular, &self.content.note)], &self.style.font, self.em, room)?;
        let text = |(x, _, text): (u32, Weight, String)| self.text(margin + x, 0, text, inks.muted);
        Some(lines.into_iter().flatten().map(text).collect())
    }

    fn text(&self, x: u32, baseline: u32, text: String, ink: Rgb) -> ChartText {
        ChartText { x, baseline, text, em: self.em, weight: Weight::Regular, ink }
    }

    fn width_of(&self, text: &str) -> u32 {
        Line { font: &self.style.font, em: self.em, weight: Weight::Regular }.width(text)
    }

    /// A length in ems in whole pixels.
    fn px(&self, ems: f32) -> u32 {
        (ems * self.em).round() as u32
    }

    fn hairline(&self) -> u32 {
        self.px(0.06).max(1)
    }

    /// Whether states are shown by shapes alone.
    fn has_shapes(&self) -> bool {
        self.style.theme.drawing.by_shape()
    }
}
