//! The page of a gallery that is as large as its boards ask.

use crate::page::PageError;
use crate::page::pen::Align;

use super::gallery_grid::{Boards, PlacedBoards, PlacedLabels, least};

/// Unless the side of squares is given, it is at most this wide and high, in pixels.
pub const COMFORTABLE_SIDE: u32 = 8192;

/// More pixels a side are more than common viewers show.
const LARGEST_SIDE: u32 = 32_767;

/// Side of a square in pixels, where there is room.
const DEFAULT_SQUARE: u32 = 28;

/// The least em at which text can be read, and that of labels below small boards, in pixels.
const LEAST_EM: f32 = 10.0;
const SMALL_EM: f32 = 11.0;

/// Height of a line against its em.
const LINE: f32 = 1.4;

/// Ascent of letters, against the em.
const ASCENT: f32 = 0.77;

/// Width of the page against its height.
const ASPECT: f32 = 4.0 / 3.0;

/// Boards in rows, the title above them, and labels below them.
#[derive(Debug)]
pub struct OwnPage {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Em and baseline of the title.
    pub title: (f32, u32),
    /// Boards in a row.
    columns: u32,
    /// Side of a square.
    square: u32,
    /// Space between boards, and around all of them.
    gutter: u32,
    /// From a board to the next one and from a row to the next one.
    pitch: (u32, u32),
    /// Em of labels, and the height of their line; 0 without them.
    label: (f32, u32),
    /// Height of what is above the first row of boards.
    top: u32,
}

impl OwnPage {
    /// For these boards and a title of so many ems; the side of squares is `None` for one that keeps the page
    /// comfortably small.
    ///
    /// # Errors
    /// [`PageError`] when there is no legible page.
    pub fn new(boards: &Boards, title: f32, square: Option<u32>) -> Result<Self, PageError> {
        // Sides grow with the square.
        let fitting = |side: u32| {
            let is_longer = |square| Self::with(boards, title, square).longest() > side;
            let fitting = least(1, side + 1, is_longer).map(|longer| longer - 1);
            fitting.filter(|square| *square > 0).ok_or(PageError::TooManyBoards { boards: boards.count })
        };
        let square = match square {
            Some(square) => square.clamp(1, LARGEST_SIDE),
            None => fitting(COMFORTABLE_SIDE)?.min(DEFAULT_SQUARE),
        };
        let page = Self::with(boards, title, square);
        if page.longest() > LARGEST_SIDE {
            return Err(PageError::SquaresTooLarge { fitting: fitting(LARGEST_SIDE)? });
        }
        if let Some(labels) = boards.labels.filter(|_| page.label.0 < LEAST_EM) {
            let readable = (LEAST_EM * labels.number.ems / f32::from(boards.size.get())).ceil() as u32;
            return Err(PageError::LabelsTooWide { square: Some(readable) });
        }
        if title > 0.0 && page.title.0 < LEAST_EM {
            return Err(PageError::TitleTooLong);
        }
        Ok(page)
    }

    /// With squares of this side, legible or not.
    fn with(boards: &Boards, title: f32, square: u32) -> Self {
        let board = square.saturating_mul(boards.size.get().into());
        let gutter = (square.saturating_mul(3) / 4).max(1);
        let label = boards.labels.map_or((0.0, 0), |labels| {
            let em = (0.7 * square as f32).max(SMALL_EM).min(board as f32 / labels.number.ems);
            (em, (LINE * em).ceil() as u32)
        });
        let pitch = (board + gutter, board + label.1 + gutter);
        let (width, height) = (pitch.0 as f32, pitch.1 as f32);
        let ideal = (boards.count as f32 * ASPECT * height / width).sqrt();
        let off = |columns: &u32| {
            let rows = boards.count.div_ceil(*columns) as f32;
            (*columns as f32 * width / (rows * height) / ASPECT).ln().abs()
        };
        let near = (ideal as u32).max(1)..=(ideal as u32 + 1).min(boards.count).max(1);
        let nearest = near.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(1);
        let columns = boards.columns.unwrap_or(nearest).clamp(1, boards.count.max(1));
        let width = columns.saturating_mul(pitch.0).saturating_add(gutter);
        let (mut top, mut title_em) = (gutter, 0.0);
        if title > 0.0 {
            let widest = (width as f32 - 2.0 * gutter as f32) / title;
            title_em = (width as f32 / 40.0).clamp(14.0, 64.0).min(widest);
            top += (LINE * title_em).ceil() as u32 + gutter;
        }
        let height = boards.count.div_ceil(columns).saturating_mul(pitch.1).saturating_add(top);
        let title = (title_em, gutter + (ASCENT * title_em).ceil() as u32);
        Self { size: (width, height), title, columns, square, gutter, pitch, label, top }
    }

    fn longest(&self) -> u32 {
        self.size.0.max(self.size.1)
    }

    /// Where its boards are.
    pub fn placed(&self, boards: &Boards) -> PlacedBoards {
        let Self { columns, square, gutter, pitch, label: (em, label), top, .. } = *self;
        let row = |row: u32| {
            let count = columns.min(boards.count - row * columns);
            (0..count).map(|column| (gutter + column * pitch.0, top + row * pitch.1)).collect()
        };
        let rows = (0..boards.count.div_ceil(columns)).map(row).collect();
        let baseline = label / 6 + (ASCENT * em).ceil() as u32;
        let labels = PlacedLabels { number_em: em, em, baseline, align: Align::Centre, shown: 1 };
        PlacedBoards { square, rows, labels: boards.labels.map(|_| labels) }
    }
}
