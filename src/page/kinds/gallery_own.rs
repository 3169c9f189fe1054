//! The page of a gallery that is as large as its boards ask.

use crate::page::PageError;
use crate::page::slot::Align;

use super::gallery_grid::{Boards, LARGEST_SIDE, PlacedBoards, PlacedLabels};

/// Unless the side of squares is given, it is at most this wide and high, in pixels.
pub const COMFORTABLE_SIDE: u32 = 8192;

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
#[derive(Debug, Clone, Copy)]
pub struct OwnPage<'a> {
    boards: Boards<'a>,
    /// Boards in a row.
    columns: u32,
    /// Side of a square.
    square: u32,
    /// Side of a board.
    board: u32,
    /// Space between boards, and around all of them.
    gutter: u32,
    /// Em of labels, and the height of their line; 0 without them.
    label: (f32, u32),
    /// Em of the title.
    title_em: f32,
    /// Height of what is above the first row of boards.
    top: u32,
}

impl<'a> OwnPage<'a> {
    /// For these boards and a title of so many ems; the side of squares is `None` for one that keeps the page
    /// comfortably small.
    ///
    /// # Errors
    /// [`PageError`] when there is no legible page.
    pub fn new(boards: Boards<'a>, title: f32, square: Option<u32>) -> Result<Self, PageError> {
        let fitting = |side| {
            // Sides grow with the square, so the squares that fit come first.
            let (mut fit, mut unfit) = (0, side + 1);
            while unfit - fit > 1 {
                let middle = u32::midpoint(fit, unfit);
                let fits = Self::with(boards, title, middle).longest() <= u64::from(side);
                *(if fits { &mut fit } else { &mut unfit }) = middle;
            }
            (fit > 0).then_some(fit).ok_or(PageError::TooManyBoards { boards: boards.count })
        };
        let square = match square {
            Some(square) => square.clamp(1, LARGEST_SIDE),
            None => fitting(COMFORTABLE_SIDE)?.min(DEFAULT_SQUARE),
        };
        let page = Self::with(boards, title, square);
        if page.longest() > u64::from(LARGEST_SIDE) {
            return Err(PageError::SquaresTooLarge { fitting: fitting(LARGEST_SIDE)? });
        }
        if let Some(labels) = boards.labels.filter(|_| page.label.0 < LEAST_EM) {
            let readable = (LEAST_EM * labels.widest_number() / f32::from(boards.size.get())).ceil() as u32;
            return Err(PageError::LabelsTooWide { square: Some(readable) });
        }
        if title > 0.0 && page.title_em < LEAST_EM {
            return Err(PageError::TitleTooLong);
        }
        Ok(page)
    }

    /// With squares of this side, legible or not.
    fn with(boards: Boards<'a>, title: f32, square: u32) -> Self {
        let board = square.saturating_mul(boards.size.get().into());
        let gutter = (square.saturating_mul(3) / 4).max(1);
        let label = boards.labels.map_or((0.0, 0), |labels| {
            let em = (0.7 * square as f32).max(SMALL_EM).min(board as f32 / labels.widest_number());
            (em, (LINE * em).ceil() as u32)
        });
        let (width, height) = ((board + gutter) as f32, (board + label.1 + gutter) as f32);
        let ideal = (boards.count as f32 * ASPECT * height / width).sqrt();
        let off = |columns: &u32| {
            let rows = boards.count.div_ceil(*columns) as f32;
            (*columns as f32 * width / (rows * height) / ASPECT).ln().abs()
        };
        let near = (ideal as u32).max(1)..=(ideal as u32 + 1).min(boards.count).max(1);
        let nearest = near.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(1);
        let columns = boards.columns.unwrap_or(nearest).clamp(1, boards.count.max(1));
        let mut page = Self { boards, columns, square, board, gutter, label, title_em: 0.0, top: gutter };
        if title > 0.0 {
            let width = page.size().0 as f32;
            let widest = (width - 2.0 * gutter as f32) / title;
            page.title_em = (width / 40.0).clamp(14.0, 64.0).min(widest);
            page.top += (LINE * page.title_em).ceil() as u32 + gutter;
        }
        page
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u64, u64) {
        let rows = self.boards.count.div_ceil(self.columns) as u64;
        let width = self.columns as u64 * (self.board as u64 + self.gutter as u64) + self.gutter as u64;
        (width, self.top as u64 + rows * (self.board + self.label.1 + self.gutter) as u64)
    }

    fn longest(&self) -> u64 {
        self.size().0.max(self.size().1)
    }

    /// Em and baseline of the title.
    pub fn title(&self) -> (f32, u32) {
        (self.title_em, self.gutter + (ASCENT * self.title_em).ceil() as u32)
    }

    /// Where its boards are.
    pub fn placed(&self) -> PlacedBoards {
        let Self { board, gutter, top, label: (em, label), .. } = *self;
        let at = |index: u32| {
            let (column, row) = (index % self.columns, index / self.columns);
            (gutter + column * (board + gutter), top + row * (board + label + gutter))
        };
        let corners: Vec<_> = (0..self.boards.count).map(at).collect();
        let rows = corners.chunks(self.columns as usize).map(<[_]>::to_vec).collect();
        let baseline = label / 6 + (ASCENT * em).ceil() as u32;
        let (align, has_images, has_placement) = (Align::Centre, false, false);
        let labels = PlacedLabels { number_em: em, em, baseline, align, has_images, has_placement };
        PlacedBoards { square: self.square, rows, labels: self.boards.labels.map(|_| labels) }
    }
}
