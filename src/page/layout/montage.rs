//! The layout of the boards of a montage.

use crate::board::BoardSize;

/// Unless the side of squares is given, a montage is at most this wide and high, in pixels.
pub const COMFORTABLE_SIDE: u32 = 8192;

/// More pixels a side are more than common viewers show.
pub const LARGEST_SIDE: u32 = 32_767;

/// Side of a square in pixels, where there is room.
const DEFAULT_SQUARE: u32 = 20;

/// The least em, in pixels, at which text can be read, and what labels get at the least.
const LEAST_EM: f32 = 10.0;
const SMALL_EM: f32 = 11.0;

/// Height of a line against its em.
const LINE: f32 = 1.4;

/// Width of the picture against its height.
const ASPECT: f32 = 4.0 / 3.0;

/// The boards to lay out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Request {
    /// Size of every board.
    pub size: BoardSize,
    /// Number of boards, at least 1.
    pub boards: u32,
    /// Boards in a row; `None` for the grid that is closest to 4:3.
    pub columns: Option<u32>,
    /// Side of a square in pixels; `None` for one that keeps the picture comfortably small.
    pub square: Option<u32>,
    /// Width of the widest label, in ems; 0 for none.
    pub label: f32,
    /// Width of the title, in ems; 0 for none.
    pub title: f32,
}

/// A layout: all lengths in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Grid {
    /// Boards in a row.
    pub columns: u32,
    /// Rows of boards.
    pub rows: u32,
    /// Side of a square.
    pub square: u32,
    /// Side of a board.
    pub board: u32,
    /// Space between boards, and around all of them.
    pub gutter: u32,
    /// Height of a label's line, 0 without labels.
    pub label: u32,
    /// Height of the title's line, 0 without a title.
    pub title: u32,
    /// Em of labels.
    pub label_em: f32,
    /// Em of the title.
    pub title_em: f32,
}

/// Why boards cannot be laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// Squares too large for a picture that common viewers show.
    #[error(
        "the picture would have more than {LARGEST_SIDE} pixels a side, the most that viewers show; \
         the largest square that fits is {fitting}"
    )]
    TooLarge {
        /// The largest square that fits.
        fitting: u32,
    },
    /// Too many boards for squares of a single pixel.
    #[error("{boards} boards do not fit into a picture, however small their squares")]
    TooMany {
        /// The number of boards.
        boards: u32,
    },
    /// Labels that would have to be too small to be read.
    #[error("the labels cannot be read under boards so small; the smallest square that works is {readable}")]
    UnreadableLabels {
        /// The smallest square at which they could be.
        readable: u32,
    },
    /// A title that would have to be too small to be read.
    #[error("the title is too long for a page so narrow: shorten it, or give larger squares")]
    UnreadableTitle,
}

impl Grid {
    /// Lays boards out.
    ///
    /// # Errors
    /// [`GridError`] when there is no legible grid.
    pub fn of(request: &Request) -> Result<Self, GridError> {
        let fitting = |side| {
            let fits = |square: &u32| Self::with(request, *square).side() <= u64::from(side);
            // Sides grow with the square, so the squares that fit come first.
            let (mut fit, mut unfit) = (0, side + 1);
            while unfit - fit > 1 {
                let middle = u32::midpoint(fit, unfit);
                *(if fits(&middle) { &mut fit } else { &mut unfit }) = middle;
            }
            (fit > 0).then_some(fit).ok_or(GridError::TooMany { boards: request.boards })
        };
        let square = match request.square {
            Some(square) => square.clamp(1, LARGEST_SIDE),
            None => fitting(COMFORTABLE_SIDE)?.min(DEFAULT_SQUARE),
        };
        let grid = Self::with(request, square);
        if grid.side() > u64::from(LARGEST_SIDE) {
            return Err(GridError::TooLarge { fitting: fitting(LARGEST_SIDE)? });
        }
        if request.label > 0.0 && grid.label_em < LEAST_EM {
            let squares = f32::from(request.size.get());
            let readable = (LEAST_EM * request.label / squares).ceil() as u32;
            return Err(GridError::UnreadableLabels { readable });
        }
        if request.title > 0.0 && grid.title_em < LEAST_EM {
            return Err(GridError::UnreadableTitle);
        }
        Ok(grid)
    }

    /// The layout with squares of this side, legible or not.
    fn with(request: &Request, square: u32) -> Self {
        let board = square.saturating_mul(u32::from(request.size.get()));
        let gutter = (square.saturating_mul(3) / 4).max(1);
        let mut grid = Self { square, board, gutter, ..Self::default() };
        if request.label > 0.0 {
            let widest = board as f32 / request.label;
            grid.label_em = (0.7 * square as f32).max(SMALL_EM).min(widest);
            grid.label = (LINE * grid.label_em).ceil() as u32;
        }
        let (width, height) = ((board + gutter) as f32, (board + grid.label + gutter) as f32);
        let ideal = (request.boards as f32 * ASPECT * height / width).sqrt();
        let off = |columns: &u32| {
            let rows = request.boards.div_ceil(*columns) as f32;
            (*columns as f32 * width / (rows * height) / ASPECT).ln().abs()
        };
        let near = (ideal as u32).max(1)..=(ideal as u32 + 1).min(request.boards).max(1);
        let nearest = near.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(1);
        grid.columns = request.columns.unwrap_or(nearest).clamp(1, request.boards.max(1));
        grid.rows = request.boards.div_ceil(grid.columns);
        if request.title > 0.0 {
            let widest = grid.inner_width() / request.title;
            grid.title_em = (grid.width() as f32 / 40.0).clamp(14.0, 64.0).min(widest);
            grid.title = (LINE * grid.title_em).ceil() as u32 + gutter;
        }
        grid
    }

    /// Width of the picture in pixels.
    pub const fn width(&self) -> u64 {
        self.columns as u64 * (self.board as u64 + self.gutter as u64) + self.gutter as u64
    }

    /// Height of the picture in pixels.
    pub const fn height(&self) -> u64 {
        self.top() as u64 + self.rows as u64 * self.band() as u64
    }

    /// Height of what is above the first row of boards.
    pub const fn top(&self) -> u32 {
        self.gutter + self.title
    }

    /// Height of a row of boards with its labels and the gutter below.
    pub const fn band(&self) -> u32 {
        self.board + self.label + self.gutter
    }

    /// Pixels to the left of a board, which is the given one in its row, counted from 0.
    pub const fn left(&self, column: u32) -> u32 {
        self.gutter + column * (self.board + self.gutter)
    }

    fn side(&self) -> u64 {
        self.width().max(self.height())
    }

    fn inner_width(&self) -> f32 {
        self.width() as f32 - 2.0 * self.gutter as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(n: u64, boards: u32) -> Request {
        let size = BoardSize::new(n).unwrap();
        Request { size, boards, columns: None, square: None, label: 0.0, title: 0.0 }
    }

    #[test]
    fn grids_are_close_to_four_by_three() {
        for (n, boards, columns, rows) in
            [(8, 92, 11, 9), (8, 12, 4, 3), (8, 1, 1, 1), (4, 2, 2, 1), (10, 724, 31, 24)]
        {
            let grid = Grid::of(&request(n, boards)).unwrap();
            assert_eq!((grid.columns, grid.rows), (columns, rows), "{boards} boards");
        }
    }

    #[test]
    fn squares_shrink_only_if_necessary() {
        assert_eq!(Grid::of(&request(8, 92)).unwrap().square, 20);
        assert_eq!(Grid::of(&request(10, 724)).unwrap().square, 20);
        let twelve = Grid::of(&request(12, 14_200)).unwrap();
        assert!(twelve.square >= 4 && twelve.side() <= u64::from(COMFORTABLE_SIDE), "{twelve:?}");
        assert!(Grid::with(&request(12, 14_200), twelve.square + 1).side() > u64::from(COMFORTABLE_SIDE));
    }

    #[test]
    fn errors_name_what_fits() {
        let with_square = |square| Request { square: Some(square), ..request(12, 14_200) };
        let Err(GridError::TooLarge { fitting }) = Grid::of(&with_square(100)) else { panic!() };
        assert!(Grid::of(&with_square(fitting)).is_ok() && Grid::of(&with_square(fitting + 1)).is_err());
        assert!(matches!(Grid::of(&with_square(u32::MAX)), Err(GridError::TooLarge { .. })));
        let too_many = Grid::of(&request(16, 14_772_512));
        assert_eq!(too_many, Err(GridError::TooMany { boards: 14_772_512 }));
    }

    #[test]
    fn errors_name_squares_at_which_labels_are_legible() {
        let labelled = |square| Request { square: Some(square), label: 15.0, ..request(12, 100) };
        let Err(GridError::UnreadableLabels { readable }) = Grid::of(&labelled(5)) else { panic!() };
        assert!(Grid::of(&labelled(readable)).is_ok() && Grid::of(&labelled(readable - 1)).is_err());
        let titled = |title| Grid::of(&Request { title, ..request(4, 2) });
        assert_eq!(titled(500.0), Err(GridError::UnreadableTitle));
        assert!(titled(10.0).is_ok());
    }
}
