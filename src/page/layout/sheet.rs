//! A page with a margin and a title, and the sizes of text on it.

use crate::picture::Rect;

/// The least em, in pixels, at which text can be read.
pub const LEAST_EM: f32 = 11.0;

/// Height of a line of text against its em.
pub const LINE: f32 = 1.45;

/// The same for a line with space above or below.
const SPACED_LINE: f32 = LINE + 0.4;

/// The largest and the smallest em against the shorter side of a page.
const PAGE_EM: f32 = 1.0 / 32.0;
const LEAST_PAGE_EM: f32 = 1.0 / 48.0;

/// Larger text is as hard to take in as small text.
pub const TITLE_EM: f32 = 1.4;

/// Around everything, and between two things, in ems.
pub const MARGIN: f32 = 1.2;
pub const GAP: f32 = 1.2;

/// A page at some em: lengths in pixels.
#[derive(Debug, Clone, Copy)]
pub struct Sheet {
    pub width: u32,
    pub height: u32,
    /// Em of all text but the title.
    pub em: f32,
    pub title_em: f32,
    pub margin: u32,
    /// Width and height within the margins.
    pub inner: (u32, u32),
    /// Height of the title with the space below; 0 if there is none.
    pub title: u32,
    pub gap: u32,
}

impl Sheet {
    /// A page with a title that is so many ems wide, at most with the given em; `None` where it would
    /// have to be too small to be read.
    pub fn of((width, height): (u32, u32), em: f32, title_em: f32, title: f32) -> Option<Self> {
        let margin = pixels(MARGIN * em);
        let inner = (width.checked_sub(2 * margin)?, height.checked_sub(2 * margin)?);
        let title_em = title_em.min(inner.0 as f32 / title.max(1.0)).floor();
        let title = if title > 0.0 { pixels(SPACED_LINE * title_em) } else { 0 };
        let gap = pixels(GAP * em);
        let sheet = Self { width, height, em, title_em, margin, inner, title, gap };
        (title_em >= LEAST_EM.min(em)).then_some(sheet)
    }

    /// The rectangle of the title, from here to the right margin.
    pub fn title_at(&self, x: u32, y: u32) -> Rect {
        let height = pixels(LINE * self.title_em).min(self.title);
        Rect { x, y, width: self.width - self.margin - x, height }
    }

    /// Height of a line of text, with the space above.
    pub fn spaced_line(&self) -> u32 {
        pixels(SPACED_LINE * self.em)
    }

    /// Width and height of this number of cells in so many columns; a cell is so many ems wide and
    /// high.
    pub fn cells(&self, number: u32, columns: u32, (width, height): (f32, f32), apart: u32) -> (u32, u32) {
        let rows = number.div_ceil(columns);
        let width = columns * pixels(width * self.em) + (columns - 1) * apart;
        (if rows > 0 { width } else { 0 }, pixels(rows as f32 * height * self.em))
    }
}

/// The numbers of columns in which all rows are full.
pub fn full_columns(cells: u32) -> impl Iterator<Item = u32> + Clone {
    (1..=cells.max(1)).filter(move |columns| cells.is_multiple_of(*columns))
}

/// The sizes that text should have on a page, the largest first.
pub fn ems(width: u32, height: u32) -> impl Iterator<Item = f32> {
    let largest = (width.min(height) as f32 * PAGE_EM).floor().max(LEAST_EM);
    whole_ems(largest, least_em(width, height))
}

/// Smaller sizes that can still be read, the largest first.
pub fn small_ems(width: u32, height: u32) -> impl Iterator<Item = f32> {
    whole_ems(least_em(width, height), LEAST_EM)
}

fn least_em(width: u32, height: u32) -> f32 {
    (width.min(height) as f32 * LEAST_PAGE_EM).floor().max(LEAST_EM)
}

fn whole_ems(from: f32, to: f32) -> impl Iterator<Item = f32> {
    std::iter::successors(Some(from), |em| Some(em - 1.0)).take_while(move |em| *em >= to)
}

pub fn pixels(length: f32) -> u32 {
    length.ceil() as u32
}
