//! The layout of the lanes of a race on a page.

use super::sheet::{GAP, LINE, Sheet, TITLE_EM, ems, full_columns, pixels};
use crate::picture::Rect;

/// Between a board and the text above or below it, in ems.
const NEAR: f32 = 0.5;

/// How much the size of text counts against that of boards: text twice as large counts as much as
/// boards two fifths larger, as long as it is small beside them.
const TEXT: f32 = 0.5;
const SMALL: f32 = 1.0 / 12.0;

/// The factor of a board's score where the counters below it are wider.
const OVERHANG: f32 = 0.85;

/// Between two lanes beside each other, or two columns of counters, in ems.
const APART: f32 = 2.0;

/// What the page must have room for: lengths in ems, 0 for what is missing.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Needs {
    /// Number of lanes, at least 1.
    pub lanes: u32,
    /// Number of squares in a row of a board, which is a whole number of pixels a square wide
    /// unless its width is fixed.
    pub squares: u32,
    /// The fixed width of a board in pixels, if it has one.
    pub board: Option<u32>,
    /// Width of the title.
    pub title: f32,
    /// Width of the widest name.
    pub name: f32,
    /// Width of the widest rank.
    pub rank: f32,
    /// Number of counters of a lane.
    pub counters: u32,
    /// Width of a counter with its name.
    pub counter: f32,
    /// Width of the clock.
    pub clock: f32,
}

/// The areas of everything in pixels, empty for what is missing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RaceLayout {
    pub width: u32,
    pub height: u32,
    /// Em of all text but the title.
    pub em: f32,
    pub title_em: f32,
    pub title: Rect,
    pub clock: Rect,
    pub lanes: Vec<LaneLayout>,
    /// Counters in a row.
    pub counter_columns: u32,
}

/// The areas of a lane.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LaneLayout {
    pub board: Rect,
    pub name: Rect,
    pub rank: Rect,
    pub counters: Rect,
}

impl Needs {
    /// Everything on a page of this size, the boards as wide and the text as large as go together;
    /// `None` where text would have to be too small to be read.
    pub fn on_page(&self, width: u32, height: u32) -> Option<RaceLayout> {
        let found = ems(width, height).flat_map(|em| {
            let sheet = Sheet::of((width, height), em, TITLE_EM * em, self.title);
            let in_columns = |columns| Sizes { needs: self, sheet: sheet? }.in_columns(columns);
            full_columns(self.lanes).filter_map(in_columns).collect::<Vec<_>>()
        });
        let score = |found: &RaceLayout| {
            let em = found.em.min(SMALL * found.board() as f32);
            found.lanes.first().map_or(0.0, LaneLayout::score) * em.powf(TEXT)
        };
        let better = |best, next| if score(&next) > score(&best) { next } else { best };
        found.filter(|found| found.board() > 0).reduce(better)
    }
}

impl RaceLayout {
    /// Width of every board.
    pub fn board(&self) -> u32 {
        self.lanes.first().map_or(0, |lane| lane.board.width)
    }
}

/// The page at some em.
#[derive(Debug, Clone, Copy)]
struct Sizes<'a> {
    needs: &'a Needs,
    sheet: Sheet,
}

/// A lane with its corner at `(0, 0)`.
#[derive(Debug, Clone, Copy)]
struct Cell {
    width: u32,
    height: u32,
    lane: LaneLayout,
    counter_columns: u32,
}

impl Sizes<'_> {
    /// A layout with this number of lanes per row.
    fn in_columns(self, columns: u32) -> Option<RaceLayout> {
        let Self { needs, sheet } = self;
        let Sheet { width, height, em, title_em, margin, inner, title, gap, .. } = sheet;
        let rows = needs.lanes.div_ceil(columns);
        let clock = (pixels(needs.clock * em), pixels(LINE * em));
        let apart = pixels(APART * em);
        let room_width = inner.0.checked_sub((columns - 1) * apart)? / columns;
        let body = inner.1.checked_sub(title + clock.1 + rows * gap)?;
        let cell = self.cell(room_width, body / rows).filter(|_| clock.0 <= inner.0)?;
        let total = title + rows * (cell.height + gap) + clock.1;
        let top = (height - total) / 2;
        let lane = |index| {
            let (column, row) = (index % columns, index / columns);
            let x = margin + column * (room_width + apart) + (room_width - cell.width) / 2;
            cell.lane.moved(x, top + title + row * (cell.height + gap))
        };
        let lanes: Vec<LaneLayout> = (0..needs.lanes).map(lane).collect();
        let left = lanes[0].board.x.min(lanes[0].name.x);
        let title_x = left.min(width - margin - pixels(needs.title * title_em).min(inner.0));
        Some(RaceLayout {
            width,
            height,
            em,
            title_em,
            title: sheet.title_at(title_x, top),
            clock: Rect {
                x: (width - clock.0) / 2,
                y: top + total - clock.1,
                width: clock.0,
                height: clock.1,
            },
            lanes,
            counter_columns: cell.counter_columns,
        })
    }

    /// The best lane in this room.
    fn cell(self, width: u32, height: u32) -> Option<Cell> {
        let plans = [Self::below, Self::beside];
        let cells = full_columns(self.needs.counters)
            .flat_map(|columns| plans.into_iter().filter_map(move |plan| plan(self, width, height, columns)));
        let better = |best: Cell, next: Cell| if next.lane.score() > best.lane.score() { next } else { best };
        cells.reduce(better)
    }

    /// Name and rank above the board, the counters below.
    fn below(self, width: u32, height: u32, columns: u32) -> Option<Cell> {
        let needs = self.needs;
        let counters = self.counters(columns);
        let (line, near) = (pixels(LINE * self.sheet.em), pixels(NEAR * self.sheet.em));
        let board = self.board(width.min(height.checked_sub(line + 2 * near + counters.1)?));
        let rank = pixels(needs.rank * self.sheet.em);
        let head = pixels((needs.name + GAP) * self.sheet.em) + rank;
        let whole = board.max(head).max(counters.0);
        let x = (whole - board) / 2;
        // Aligned with the board if it is wide enough.
        let (left, right) = if head <= board { (x, x + board) } else { (0, whole) };
        let lane = LaneLayout {
            board: Rect { x, y: line + near, width: board, height: board },
            name: Rect { x: left, y: 0, width: right - left - rank, height: line },
            rank: Rect { x: right - rank, y: 0, width: rank, height: line },
            counters: Rect { x: 0, y: line + board + 2 * near, width: whole, height: counters.1 },
        };
        let cell = Cell { width: whole, height: lane.counters.bottom(), lane, counter_columns: columns };
        (whole <= width).then_some(cell)
    }

    /// Everything to the right of the board.
    fn beside(self, width: u32, height: u32, columns: u32) -> Option<Cell> {
        let needs = self.needs;
        let counters = self.counters(columns);
        let (line, gap) = (pixels(LINE * self.sheet.em), self.sheet.gap);
        let (name, rank) = (pixels(needs.name * self.sheet.em), pixels(needs.rank * self.sheet.em));
        let side = name.max(rank).max(counters.0);
        let board = self.board(height.min(width.checked_sub(gap + side)?));
        let text = 2 * line + 2 * gap + counters.1;
        let (x, whole) = (board + gap, board.max(text));
        let lane = LaneLayout {
            board: Rect { x: 0, y: (whole - board) / 2, width: board, height: board },
            name: Rect { x, y: 0, width: side, height: line },
            counters: Rect { x, y: line + gap, width: side, height: counters.1 },
            rank: Rect { x, y: line + 2 * gap + counters.1, width: rank, height: line },
        };
        let cell = Cell { width: x + side, height: whole, lane, counter_columns: columns };
        (whole <= height).then_some(cell)
    }

    /// The width of a board in this room.
    fn board(self, room: u32) -> u32 {
        let whole_squares = room / self.needs.squares * self.needs.squares;
        self.needs.board.map_or(whole_squares, |fixed| fixed.min(room))
    }

    /// Width and height of the counters with this number per row.
    fn counters(self, columns: u32) -> (u32, u32) {
        let cell = (self.needs.counter, LINE);
        self.sheet.cells(self.needs.counters, columns, cell, pixels(APART * self.sheet.em))
    }
}

impl LaneLayout {
    /// The quality of a lane, to compare lanes with equal text size.
    fn score(&self) -> f32 {
        let below = self.counters.y >= self.board.bottom();
        let overhangs = below && self.counters.width > self.board.width;
        self.board.width as f32 * if overhangs { OVERHANG } else { 1.0 }
    }

    fn moved(self, x: u32, y: u32) -> Self {
        Self {
            board: self.board.moved(x, y),
            name: self.name.moved(x, y),
            rank: self.rank.moved(x, y),
            counters: self.counters.moved(x, y),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::LEAST_EM;
    use super::*;

    fn needs(lanes: u32, squares: u32, counters: u32, title: f32) -> Needs {
        let (name, rank, counter, clock) = (8.5, 3.0, 8.0, 5.5);
        Needs { lanes, squares, board: None, title, name, rank, counters, counter, clock }
    }

    fn parts(found: &RaceLayout) -> Vec<Rect> {
        let lanes = found.lanes.iter().flat_map(|lane| [lane.board, lane.name, lane.rank, lane.counters]);
        lanes.chain([found.title, found.clock]).filter(|part| part.pixels() > 0).collect()
    }

    #[test]
    fn all_areas_are_on_the_page_and_do_not_overlap() {
        let mut found = 0;
        for (lanes, squares, counters, title) in [
            (2, 8, 4, 0.0),
            (3, 8, 4, 10.0),
            (4, 6, 6, 0.0),
            (3, 1, 0, 0.0),
            (4, 20, 3, 30.0),
            (2, 64, 7, 5.0),
        ] {
            let needs = needs(lanes, squares, counters, title);
            for width in (100..2600).step_by(83) {
                for height in (100..2600).step_by(79) {
                    let Some(layout) = needs.on_page(width, height) else { continue };
                    found += 1;
                    let parts = parts(&layout);
                    for (index, part) in parts.iter().enumerate() {
                        assert!(
                            part.right() <= width && part.bottom() <= height,
                            "{width}×{height}: {layout:?}"
                        );
                        let clash = parts[..index].iter().find(|other| other.overlaps(*part));
                        assert_eq!(clash, None, "{width}×{height}: {part:?} of {layout:?}");
                    }
                    assert!(layout.em >= LEAST_EM);
                    assert!(layout.lanes.iter().all(|lane| lane.board.width == layout.board()));
                    assert_eq!(layout.board() % squares, 0);
                }
            }
        }
        assert!(found > 3000, "{found}");
    }

    #[test]
    fn lanes_are_arranged_by_the_shape_of_the_page() {
        let in_a_row = |lanes, width, height| {
            let found = needs(lanes, 8, 4, 0.0).on_page(width, height).unwrap();
            found.lanes.iter().filter(|lane| lane.board.y == found.lanes[0].board.y).count()
        };
        assert_eq!([2, 3].map(|lanes| in_a_row(lanes, 1280, 720)), [2, 3]);
        assert_eq!([2, 3].map(|lanes| in_a_row(lanes, 1080, 1920)), [1, 1]);
        assert_eq!([1280, 1080].map(|width| in_a_row(4, width, 1080)), [2, 2]);
    }
}
