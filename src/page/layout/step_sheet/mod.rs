//! The layout of a sheet of steps: small boards in reading order, each with its number and its words.

mod cell;
mod foot;
mod free;
mod grid;
mod head;

use crate::board::BoardSize;
use crate::font::Font;
use crate::page::units::MAX_SIDE;
use crate::page::units::Units;
use crate::page::{PageSize, StyleError};
use crate::picture::Rect;
use crate::variants::enum_with_all;

use super::board::page_pixels;
use super::text_place::TextPlace;
use super::text_width::TextWidth;
use foot::Foot;
use grid::Grid;
use head::Head;

/// The margin of the page, in units.
const MARGIN: f32 = 6.0;

/// The least distances between boards, across and down, in units.
const GAP: (f32, f32) = (3.0, 2.4);

/// The largest distances that fill the page.
const LARGEST_GAP: (f32, f32) = (20.0, 6.0);

/// The smallest square, in pixels.
const LEAST_SQUARE: u32 = 12;

/// The room that a sheet needs.
#[derive(Debug)]
pub struct Needs<'a> {
    pub font: &'a Font,
    pub size: BoardSize,
    /// The number of steps, at least 1.
    pub steps: u32,
    /// The widest number of a step, with its distance from the fact; the widest fact; the widest reason,
    /// in full and in few words.
    pub number: TextWidth,
    pub fact: TextWidth,
    pub long: TextWidth,
    pub short: TextWidth,
    /// The title and the summary; may be empty.
    pub title: &'a str,
    pub summary: &'a str,
    /// What the signs at the foot mean.
    pub signs: &'a [&'a str],
    /// What is written at the right of the foot.
    pub origin: &'a str,
}

/// What is given of a sheet.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    pub page: Option<PageSize>,
    pub columns: Option<u32>,
    /// Side of a square in pixels, without a page.
    pub square: Option<u32>,
}

/// A page of a sheet; all pages are alike.
#[derive(Debug, Clone)]
pub struct SheetLayout {
    pub width: u32,
    pub height: u32,
    /// The boards of a full page, in reading order.
    pub steps: Vec<StepLayout>,
    /// How reasons are written.
    pub reasons: Reasons,
    /// The em of coordinates, and their distance from the board.
    pub coordinates: (f32, u32),
    pub head: Head,
    pub foot: Foot,
}

enum_with_all! {
    /// How the reasons of steps are written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Reasons {
        /// Not at all.
        None,
        /// In few words.
        Short,
        /// In full.
        Long,
    }
}

/// A board with its text.
#[derive(Debug, Clone, Copy)]
pub struct StepLayout {
    pub board: Rect,
    pub number: TextPlace,
    pub fact: TextPlace,
    pub reason: TextPlace,
}

/// A page of this size.
#[derive(Debug, Clone, Copy)]
struct SheetPage<'a> {
    needs: &'a Needs<'a>,
    width: u32,
    height: u32,
    u: Units,
}

impl Needs<'_> {
    fn squares(&self) -> u32 {
        self.size.get().into()
    }
}

impl SheetLayout {
    /// Boards on as few pages as keep them legible; without a page, on one that is as large as it needs
    /// to be.
    ///
    /// # Errors
    /// [`StyleError`] when boards or text do not fit.
    pub fn of(needs: &Needs<'_>, wanted: Wanted) -> Result<Self, StyleError> {
        let (width, height) = match wanted.page {
            None => return free::layout(needs, wanted),
            Some(page) => page.check().map(|()| page_pixels(page))?,
        };
        let on = |width, height| {
            SheetPage { needs, width, height, u: Units::of(width, height) }.layout(wanted.columns)
        };
        on(width, height).ok_or_else(|| {
            let short = width.min(height);
            let scaled = |to: u32| (width * to / short, height * to / short);
            let most = MAX_SIDE * short / width.max(height);
            let works = |to: &u32| on(scaled(*to).0, scaled(*to).1).is_some();
            match (short + 1..=most).find(works) {
                Some(short) => StyleError::PageTooSmallForText { width, height, smallest: scaled(short) },
                None => match wanted.columns {
                    Some(columns) if columns > 1 => StyleError::TooManyColumns { columns },
                    Some(_) | None => StyleError::TooMuchText,
                },
            }
        })
    }
}

impl SheetPage<'_> {
    fn px(&self, units: f32) -> u32 {
        self.u.px(units)
    }

    fn em(&self, units: f32) -> f32 {
        self.u.em(units)
    }

    fn layout(&self, columns: Option<u32>) -> Option<SheetLayout> {
        let head = self.head()?;
        let width = self.width.checked_sub(2 * self.px(MARGIN))?;
        let height = self.height.checked_sub(head.bottom + self.foot_height())?;
        self.placed(self.grid(columns, width, height)?)
    }

    /// Boards in this grid, over the whole width and height of the page.
    fn placed(&self, grid: Grid) -> Option<SheetLayout> {
        let Grid { columns, rows, reasons, .. } = grid;
        let head = self.head()?;
        let (left, right) = (self.px(MARGIN), self.width - self.px(MARGIN));
        let (top, bottom) = (head.bottom, self.height - self.foot_height());
        let (width, height) = (self.cell_width(grid), self.cell_height(grid.square));
        let gap = |room: u32, cell: u32, cells: u32, most: f32| match cells {
            1 => 0,
            cells => (room.saturating_sub(cells * cell) / (cells - 1)).min(self.px(most)),
        };
        let across = width + gap(right - left, width, columns, LARGEST_GAP.0);
        let down = height + gap(bottom - top, height, rows, LARGEST_GAP.1);
        let step = |index: u32| {
            let (x, y) = (left + index % columns * across, top + index / columns * down);
            self.cell(grid, x, y, width.min(right - x))
        };
        Some(SheetLayout {
            width: self.width,
            height: self.height,
            steps: (0..columns * rows).map(step).collect(),
            reasons,
            coordinates: self.coordinates(),
            foot: self.foot(left, right)?,
            head,
        })
    }
}
