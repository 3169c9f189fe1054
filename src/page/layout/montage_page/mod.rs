//! A montage on a page of a given size: a poster.
//!
//! The number of boards determines the arrangement: `few_boards.rs` or `many_boards.rs`.

mod column_foot;
mod few_boards;
mod foot_line;
mod grid;
mod heat_scale;
mod labels;
mod many_boards;
#[cfg(test)]
mod tests;
mod text;
mod title;

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::units::{Line, Units};
use crate::page::{MAX_SIDE, MontageText, MontageTitle};
use crate::picture::Rect;

use super::montage::{GridError, LabelNeeds, MontageLayout};
use super::paragraph::{BrokenLine, broken};

/// Up to this many boards are few.
const MOST_FEW: u32 = 12;

/// What is laid out.
#[derive(Debug, Clone, Copy)]
pub struct PageRequest<'a> {
    /// Size of every board.
    pub size: BoardSize,
    /// Number of boards, at least 1.
    pub boards: u32,
    /// Boards in a full row; `None` for as many as make the largest squares.
    pub columns: Option<u32>,
    /// Width of the page, in pixels.
    pub width: u32,
    /// Height of the page, in pixels.
    pub height: u32,
    /// The font.
    pub font: &'a Font,
    /// The room for labels; `None` without them.
    pub labels: Option<LabelNeeds>,
    /// All other text.
    pub text: &'a MontageText,
    /// Whether the colours of a heat map are explained.
    pub has_scale: bool,
}

/// Why boards do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unfit {
    Squares,
    Labels,
    Title,
}

impl PageRequest<'_> {
    /// The layout.
    ///
    /// # Errors
    /// [`GridError`] if squares would be too small, or text does not fit.
    pub fn layout(&self) -> Result<MontageLayout, GridError> {
        self.arranged().map_err(|unfit| match unfit {
            Unfit::Labels => GridError::WideLabels,
            Unfit::Title => GridError::LongTitle,
            Unfit::Squares => self.too_small(),
        })
    }

    /// The layout, without a counting title if there is no room for it.
    fn arranged(&self) -> Result<MontageLayout, Unfit> {
        let sheet = Sheet { request: self, units: Units::of(self.width, self.height) };
        let with = |title: Option<&MontageTitle>| {
            if self.boards <= MOST_FEW {
                few_boards::layout(sheet, title)
            } else {
                many_boards::layout(sheet, title)
            }
        };
        let title = self.text.title.as_ref();
        match (with(title), title) {
            (Err(Unfit::Title | Unfit::Squares), Some(MontageTitle::Count { .. })) => with(None),
            (found, Some(MontageTitle::Count { .. } | MontageTitle::Text(_)) | None) => found,
        }
    }

    /// The error of a page whose squares would be too small: which page or number of boards works.
    fn too_small(&self) -> GridError {
        let Self { width, height, boards, .. } = *self;
        let has_small_squares = |request: &Self| request.arranged().err() == Some(Unfit::Squares);
        let (short, long) = (width.min(height), width.max(height));
        let scaled = |to: u32| {
            let scale = |side: u32| (u64::from(side) * u64::from(to)).div_ceil(u64::from(short)) as u32;
            (scale(width), scale(height))
        };
        let most_short = (u64::from(MAX_SIDE) * u64::from(short) / u64::from(long)) as u32;
        let works = |short: u32| {
            let (width, height) = scaled(short);
            !has_small_squares(&Self { width, height, ..*self })
        };
        let larger = least(short, most_short, works).map(scaled);
        let too_many = |boards: u32| has_small_squares(&Self { boards, ..*self });
        let fewer = least(1, boards, too_many).map(|boards| boards - 1).filter(|boards| *boards > 0);
        GridError::PageTooSmall { width, height, boards, larger, fewer }
    }
}

/// The least number in a range from which on something holds, if it holds at its end.
fn least(from: u32, to: u32, holds: impl Fn(u32) -> bool) -> Option<u32> {
    if from > to || !holds(to) {
        return None;
    }
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = u32::midpoint(low, high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

/// A page, and its units.
#[derive(Debug, Clone, Copy)]
struct Sheet<'a> {
    request: &'a PageRequest<'a>,
    units: Units,
}

impl<'a> Sheet<'a> {
    /// The page within margins of so many units.
    fn within(self, margin: f32) -> Rect {
        let PageRequest { width, height, .. } = *self.request;
        let margin = self.units.px(margin);
        Rect {
            x: margin,
            y: margin,
            width: width.saturating_sub(2 * margin),
            height: height.saturating_sub(2 * margin),
        }
    }

    fn line(self, em: f32, weight: Weight) -> Line<'a> {
        Line { font: self.request.font, em, weight }
    }

    fn broken(self, text: &[(Weight, &str)], em: f32, room: u32) -> Option<Vec<BrokenLine>> {
        broken(text, self.request.font, em, room)
    }
}
