//! The layout of a board and its panels on a page.

use crate::page::PanelKind;
use crate::picture::Rect;

/// The least em, in pixels, at which text can be read.
pub const LEAST_EM: f32 = 11.0;

/// Height of a line of text against its em.
pub const LINE: f32 = 1.45;

/// The largest and the smallest em against the shorter side of a page.
const PAGE_EM: f32 = 1.0 / 32.0;
const LEAST_PAGE_EM: f32 = 1.0 / 48.0;

/// The smallest board against the shorter side of a page.
const LEAST_BOARD: f32 = 0.4;

/// Ems against a board with text below.
const COLUMN_EM: f32 = 1.0 / 26.0;

/// Larger text is as hard to take in as small text.
pub const TITLE_EM: f32 = 1.4;

/// Around everything, and between two things, in ems.
pub const MARGIN: f32 = 1.2;
pub const GAP: f32 = 1.2;

/// The smallest tree, in ems.
const TREE_WIDTH: f32 = 14.0;
const TREE_HEIGHT: f32 = 8.0;

/// The greatest height of a tree against its width.
const HIGHEST_TREE: f32 = 0.9;

/// What the page must have room for: lengths in ems, 0 for what is missing.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Needs {
    /// Number of squares in a row of the board, which is a whole number of pixels a square wide
    /// unless its width is fixed.
    pub squares: u32,
    /// The fixed width of the board in pixels, if it has one.
    pub board: Option<u32>,
    /// The least width that it must have, in pixels.
    pub least_board: u32,
    /// Width of the title.
    pub title: f32,
    /// Width of the widest caption.
    pub caption: f32,
    /// Number of counters.
    pub counters: u32,
    /// Width of a counter with its name.
    pub counter: f32,
    /// Lines of code.
    pub lines: u32,
    /// Width of the widest line of code.
    pub code: f32,
    /// Whether there is a tree.
    pub tree: bool,
}

/// A page in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PanelLayout {
    pub width: u32,
    pub height: u32,
    /// Em of all text but the title.
    pub em: f32,
    pub title_em: f32,
    /// Empty if there is none.
    pub title: Rect,
    pub areas: Areas,
}

/// The areas of board and panels in pixels, empty for what is missing.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Areas {
    pub board: Rect,
    pub caption: Rect,
    pub counters: Rect,
    /// Counters in a row.
    pub counter_columns: u32,
    pub code: Rect,
    pub tree: Rect,
}

impl Areas {
    /// The area of a panel.
    pub const fn of(&self, kind: PanelKind) -> Rect {
        match kind {
            PanelKind::Caption => self.caption,
            PanelKind::Counters => self.counters,
            PanelKind::Code => self.code,
            PanelKind::Tree => self.tree,
        }
    }

    fn moved(self, x: u32, y: u32) -> Self {
        let Self { board, caption, counters, counter_columns, code, tree } = self;
        Self {
            board: board.moved(x, y),
            caption: caption.moved(x, y),
            counters: counters.moved(x, y),
            counter_columns,
            code: code.moved(x, y),
            tree: tree.moved(x, y),
        }
    }

    /// The lower end of all panels; 0 if there are none.
    fn end_of_panels(&self) -> u32 {
        let panels = PanelKind::ALL.into_iter().map(|kind| self.of(kind));
        panels.filter(|area| area.pixels() > 0).map(Rect::bottom).max().unwrap_or_default()
    }
}

impl Needs {
    /// Whether there are panels beside the board where the page is wide enough.
    pub const fn has_side(&self) -> bool {
        self.lines > 0 || self.tree
    }

    /// How many counters may go in a row so that all rows are full.
    fn counter_columns(&self) -> impl Iterator<Item = u32> + use<> {
        let counters = self.counters.max(1);
        (1..=counters).filter(move |columns| counters.is_multiple_of(*columns))
    }

    /// Everything on a page of this size, the board and the text in the best combination of sizes;
    /// `None` where text would have to be too small to be read.
    pub fn on_page(&self, width: u32, height: u32) -> Option<PanelLayout> {
        // Half the text for one and a half times the board; of equal boards, the widest tree.
        let score = |found: &PanelLayout| {
            let tree = if self.tree { found.areas.tree.width as f32 / width as f32 } else { 0.0 };
            found.areas.board.width as f32 * found.em.powf(0.6) * (1.0 + 0.1 * tree)
        };
        let better = |best: PanelLayout, next| if score(&next) > score(&best) { next } else { best };
        let with = |em, title_em| {
            let sizes = Sizes::of(self, em, title_em, width, height)?;
            let plans = [sizes.with_tree_below(), sizes.below()].into_iter();
            plans.chain(self.counter_columns().map(|columns| sizes.beside(columns))).flatten().reduce(better)
        };
        let at = |em: f32| with(em, TITLE_EM * em).or_else(|| with(em, em));
        // Text that is small for its page is better than none.
        let smaller = || whole_ems(least_em(width, height), LEAST_EM);
        ems(width, height).filter_map(at).reduce(better).or_else(|| smaller().find_map(at))
    }

    /// A board of this width with everything else below, on a page of the smallest
    /// size that holds them; `None` where text would have to be too small to be read.
    pub fn in_column(&self, board: u32) -> Option<PanelLayout> {
        let widest = self.title.max(self.caption).max(self.code).max(self.counter);
        let em = (board as f32 * COLUMN_EM).max(LEAST_EM).min(board as f32 / widest.max(1.0)).floor();
        if em < LEAST_EM {
            return None;
        }
        let margins = 2 * pixels(MARGIN * em);
        let width = board.checked_add(margins)?;
        let sizes = Sizes::of(self, em, TITLE_EM * em, width, u32::from(u16::MAX))?;
        let counters = sizes.counters(sizes.columns(board)).1;
        let texts = sizes.title + sizes.caption + sizes.gap_before(counters) + counters;
        Sizes::of(self, em, TITLE_EM * em, width, board + texts + margins)?.below()
    }
}

/// All sizes at some em, in pixels.
#[derive(Debug, Clone, Copy)]
struct Sizes<'a> {
    needs: &'a Needs,
    em: f32,
    title_em: f32,
    width: u32,
    height: u32,
    /// Within the margins.
    inner: (u32, u32),
    gap: u32,
    /// With the space below.
    title: u32,
    /// With the space above.
    caption: u32,
    code: (u32, u32),
    tree: (u32, u32),
}

impl<'a> Sizes<'a> {
    fn of(needs: &'a Needs, em: f32, title_em: f32, width: u32, height: u32) -> Option<Self> {
        let margin = pixels(MARGIN * em);
        let inner = (width.checked_sub(2 * margin)?, height.checked_sub(2 * margin)?);
        let title_em = title_em.min(inner.0 as f32 / needs.title.max(1.0)).floor();
        let fits = title_em >= LEAST_EM.min(em) && needs.caption * em <= inner.0 as f32;
        fits.then_some(Self {
            needs,
            em,
            title_em,
            width,
            height,
            inner,
            gap: pixels(GAP * em),
            title: if needs.title > 0.0 { pixels((LINE + 0.4) * title_em) } else { 0 },
            caption: if needs.caption > 0.0 { pixels((LINE + 0.4) * em) } else { 0 },
            code: (pixels(needs.code * em), pixels(needs.lines as f32 * LINE * em)),
            tree: if needs.tree { (pixels(TREE_WIDTH * em), pixels(TREE_HEIGHT * em)) } else { (0, 0) },
        })
    }

    /// All panels beside the board, one below the other, with room for this number of counters in a row.
    fn beside(&self, columns: u32) -> Option<PanelLayout> {
        let body = self.inner.1.checked_sub(self.title)?;
        let least = self.code.0.max(self.tree.0).max(self.counters(columns).0);
        let apart = self.gap_before(least);
        let room = self.inner.0.checked_sub(least + apart)?;
        let board = self.board(body.checked_sub(self.caption)?.min(room))?;
        let rest = self.inner.0 - board - apart;
        let side = if self.needs.tree { rest } else { least.max(self.counters(self.columns(rest)).0) };
        let columns = self.columns(side);
        let counters = self.counters(columns).1;
        let tree_y = counters + self.gap_before(counters) + self.code.1 + self.gap_before(self.code.1);
        let band = board.max(self.stacked(&[counters, self.code.1, self.tree.1]));
        let tree = band.saturating_sub(tree_y).min((side as f32 * HIGHEST_TREE) as u32);
        let x = board + apart;
        let width = (x + side).max(pixels(self.needs.caption * self.em));
        let caption = self.caption_below((0, board), band, width);
        let height = band.max(caption.bottom());
        if height > body {
            return None;
        }
        let found = Areas {
            board: Rect { x: 0, y: 0, width: board, height: board },
            counters: Rect { x, y: 0, width: side, height: counters },
            counter_columns: columns,
            code: Rect { x, y: counters + self.gap_before(counters), width: side, height: self.code.1 },
            tree: Rect { x, y: tree_y, width: side, height: if self.needs.tree { tree } else { 0 } },
            caption,
        };
        Some(self.centred(found, width, height))
    }

    /// Counters and code beside the board, the tree below both.
    fn with_tree_below(&self) -> Option<PanelLayout> {
        let least = self.code.0.max(self.counters(1).0);
        if !self.needs.tree || least == 0 {
            return None;
        }
        let body = self.inner.1.checked_sub(self.title + self.gap + self.tree.1)?;
        let room = self.inner.0.checked_sub(least + self.gap)?;
        let board = self.board(body.checked_sub(self.caption)?.min(room))?;
        let side = least.max(self.counters(2).0.min(self.inner.0 - board - self.gap));
        let columns = self.columns(side);
        let counters = self.counters(columns).1;
        let left = (self.inner.0 - board - self.gap - side) / 2;
        let band = board.max(self.stacked(&[counters, self.code.1]));
        let caption = self.caption_below((left, board), band, self.inner.0);
        let tree_y = band.max(caption.bottom()) + self.gap;
        if tree_y > body + self.gap {
            return None;
        }
        let width = self.inner.0;
        let tree = (self.tree.1 + body + self.gap - tree_y).min((width as f32 * HIGHEST_TREE) as u32);
        let x = left + board + self.gap;
        let found = Areas {
            board: Rect { x: left, y: 0, width: board, height: board },
            counters: Rect { x, y: 0, width: side, height: counters },
            counter_columns: columns,
            code: Rect { x, y: counters + self.gap_before(counters), width: side, height: self.code.1 },
            tree: Rect { x: 0, y: tree_y, width, height: tree },
            caption,
        };
        Some(self.centred(found, width, tree_y + tree))
    }

    /// All panels below the board; code and tree beside each other where they have room.
    fn below(&self) -> Option<PanelLayout> {
        let width = self.inner.0;
        let columns = self.columns(width);
        let counters = self.counters(columns);
        let side_by_side =
            self.needs.tree && self.code.0 > 0 && self.code.0 + self.gap + self.tree.0 <= width;
        let last = if side_by_side {
            self.code.1.max(self.tree.1)
        } else {
            self.stacked(&[self.code.1, self.tree.1])
        };
        if self.code.0.max(counters.0).max(self.tree.0) > width {
            return None;
        }
        let panels = self.stacked(&[counters.1, last]);
        let body = self.inner.1.checked_sub(self.title + self.caption)?;
        let board = self.board(width.min(body.checked_sub(panels + self.gap_before(panels))?))?;
        let slack = body - board - panels - self.gap_before(panels);
        let x = (width - board) / 2;
        let counters_y = board + self.caption + self.gap_before(panels);
        let code_y = counters_y + counters.1 + self.gap_before(counters.1);
        let (tree_x, tree_y) = if side_by_side {
            (self.code.0 + self.gap, code_y)
        } else {
            (0, code_y + self.code.1 + self.gap_before(self.code.1))
        };
        let least = if side_by_side { last } else { self.tree.1 };
        let most = ((width - tree_x) as f32 * HIGHEST_TREE) as u32;
        let tree = if self.needs.tree { (least + slack).min(most.max(least)) } else { 0 };
        let left = if board < counters.0.max(self.code.0) || self.needs.tree { 0 } else { x };
        let found = Areas {
            board: Rect { x, y: 0, width: board, height: board },
            counters: Rect { x: left, y: counters_y, width: width - 2 * left, height: counters.1 },
            counter_columns: columns,
            code: Rect { x: left, y: code_y, width: self.code.0, height: self.code.1 },
            tree: Rect { x: tree_x, y: tree_y, width: width - tree_x, height: tree },
            caption: self.caption_below((x, board), board, width),
        };
        let end = found.end_of_panels().max(board + self.caption);
        Some(self.centred(found, width, end))
    }

    /// The width of the board in this room, if it is large enough.
    fn board(&self, room: u32) -> Option<u32> {
        let Needs { squares, board, least_board, .. } = *self.needs;
        if let Some(fixed) = board {
            return (room >= fixed).then_some(fixed);
        }
        let width = room / squares * squares;
        let large = room as f32 >= LEAST_BOARD * self.width.min(self.height) as f32;
        (large && width >= least_board).then_some(width)
    }

    fn gap_before(&self, length: u32) -> u32 {
        if length > 0 { self.gap } else { 0 }
    }

    /// The height of what is stacked with gaps between; what has no height is missing.
    fn stacked(&self, heights: &[u32]) -> u32 {
        let present = heights.iter().filter(|height| **height > 0);
        present.map(|height| height + self.gap).sum::<u32>().saturating_sub(self.gap)
    }

    /// Width and height of the counters with this number in a row.
    fn counters(&self, columns: u32) -> (u32, u32) {
        let rows = self.needs.counters.div_ceil(columns.max(1));
        let apart = columns.saturating_sub(1) * self.gap;
        let width = if rows > 0 { columns * pixels(self.needs.counter * self.em) + apart } else { 0 };
        (width, pixels(rows as f32 * LINE * self.em))
    }

    /// How many counters go in a row, with all rows full.
    fn columns(&self, width: u32) -> u32 {
        let fits = |columns: &u32| self.counters(*columns).0 <= width;
        self.needs.counter_columns().filter(fits).last().unwrap_or(1)
    }

    /// The caption of a board that begins at `x`: right below it, if it is no wider, or else below
    /// all that goes down to `bottom`, as far to the left as it must begin to end within `width`.
    fn caption_below(&self, (x, board): (u32, u32), bottom: u32, width: u32) -> Rect {
        let wide = pixels(self.needs.caption * self.em);
        let (x, y, width) = if wide <= board {
            (x, board, board)
        } else {
            let x = x.min(width.saturating_sub(wide));
            (x, bottom, width - x)
        };
        match self.caption {
            0 => Rect::default(),
            space => {
                let height = pixels(LINE * self.em);
                Rect { x, y: y + space - height, width, height }
            }
        }
    }

    /// Centres title and content on the page.
    fn centred(&self, areas: Areas, width: u32, height: u32) -> PanelLayout {
        let x = (self.width - width) / 2;
        let top = (self.height - height - self.title) / 2;
        let y = top + self.title;
        let title = pixels(LINE * self.title_em).min(self.title);
        PanelLayout {
            width: self.width,
            height: self.height,
            em: self.em,
            title_em: self.title_em,
            title: Rect { x: (self.width - self.inner.0) / 2, y: top, width: self.inner.0, height: title },
            areas: areas.moved(x, y),
        }
    }
}

/// The sizes that text should have on a page, the largest first.
pub fn ems(width: u32, height: u32) -> impl Iterator<Item = f32> {
    let largest = (width.min(height) as f32 * PAGE_EM).floor().max(LEAST_EM);
    whole_ems(largest, least_em(width, height))
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

#[cfg(test)]
#[path = "panels_tests.rs"]
mod tests;
