//! The layout of a board and its panels on a page.

use super::sheet::{LEAST_EM, LINE, MARGIN, Sheet, TITLE_EM, ems, full_columns, pixels, small_ems};
use crate::page::PanelKind;
use crate::picture::Rect;

/// The smallest board against the shorter side of a page.
const LEAST_BOARD: f32 = 0.4;

/// Ems against a board with text below.
const COLUMN_EM: f32 = 1.0 / 26.0;

/// The greatest height of a panel that grows against its width.
const HIGHEST: f32 = 0.9;

/// How many kinds of panels there are.
const PANELS: usize = PanelKind::ALL.len();

/// Where a layout puts a panel.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    /// The caption, a line near the board.
    Caption,
    /// In this row of the panels beside the board, counted from 0.
    Beside(usize),
    /// In this row of the panels below everything else. Panels of one row are beside each other where
    /// they have room.
    Below(usize),
}

/// The places of a panel in each layout, of equal layouts the better one first.
const fn places(kind: PanelKind) -> [Place; LAYOUTS] {
    use Place::{Below, Beside, Caption};
    match kind {
        PanelKind::Caption => [Caption, Caption, Caption],
        PanelKind::Counters => [Beside(0), Below(0), Beside(0)],
        PanelKind::Code => [Beside(1), Below(1), Beside(1)],
        PanelKind::Tree => [Below(0), Below(1), Beside(2)],
    }
}

const LAYOUTS: usize = 3;
/// The layout with everything below the board.
const ALL_BELOW: usize = 1;

/// The room that a panel needs: cells in rows and columns, none if it is missing. All but counters
/// are a single cell.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PanelNeeds {
    pub cells: u32,
    /// Width and height of a cell, in ems.
    pub cell: (f32, f32),
    /// Whether it gets larger where there is room.
    pub grows: bool,
}

/// What the page must have room for.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Needs {
    /// Number of squares in a row of the board, which is a whole number of pixels a square wide
    /// unless its width is fixed.
    pub squares: u32,
    /// The fixed width of the board in pixels, if it has one.
    pub board: Option<u32>,
    /// The least width that it must have, in pixels.
    pub least_board: u32,
    /// Width of the title in ems; 0 if there is none.
    pub title: f32,
    /// The panels, in the order of their kinds.
    pub panels: [PanelNeeds; PANELS],
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
    /// The panels, in the order of their kinds.
    panels: [Rect; PANELS],
    /// Counters in a row.
    pub counter_columns: u32,
}

impl Areas {
    /// A board alone.
    pub fn of_board(x: u32, y: u32, side: u32) -> Self {
        Self { board: Rect { x, y, width: side, height: side }, ..Self::default() }
    }

    /// The area of a panel.
    pub const fn of(&self, kind: PanelKind) -> Rect {
        self.panels[kind as usize]
    }

    fn moved(self, x: u32, y: u32) -> Self {
        let panels = self.panels.map(|area| area.moved(x, y));
        Self { board: self.board.moved(x, y), panels, ..self }
    }
}

/// Rows of panels, one below the other.
type Stack = Vec<Vec<PanelKind>>;

impl Needs {
    /// Whether there are panels of several lines, which are beside the board where the page is wide
    /// enough.
    pub fn has_side(&self) -> bool {
        self.panels.iter().any(|panel| panel.cell.1 > LINE)
    }

    const fn of(&self, kind: PanelKind) -> PanelNeeds {
        self.panels[kind as usize]
    }

    /// The panels that a layout puts beside the board, and those below.
    fn stacks(&self, layout: usize) -> [Stack; 2] {
        [Place::Beside, Place::Below].map(|place| {
            let is_in = |row, kind| places(kind)[layout] == place(row) && self.of(kind).cells > 0;
            let row = |row| PanelKind::ALL.into_iter().filter(|kind| is_in(row, *kind)).collect();
            (0..PANELS).map(row).filter(|row: &Vec<_>| !row.is_empty()).collect()
        })
    }

    /// All layouts with the numbers of counters in a row beside the board to try.
    fn plans(&self) -> Vec<([Stack; 2], u32)> {
        let mut layouts: Vec<_> = Vec::new();
        for stacks in (0..LAYOUTS).map(|layout| self.stacks(layout)) {
            // Where panels are missing, layouts are equal.
            layouts.retain(|known| *known != stacks);
            layouts.push(stacks);
        }
        let with_columns = |stacks: [Stack; 2]| {
            let most = if stacks[1].is_empty() { u32::MAX } else { 1 };
            let columns =
                full_columns(self.of(PanelKind::Counters).cells).filter(move |columns| *columns <= most);
            columns.map(move |columns| (stacks.clone(), columns))
        };
        layouts.into_iter().flat_map(with_columns).collect()
    }

    /// Everything on a page of this size, the board and the text in the best combination of sizes;
    /// `None` where text would have to be too small to be read.
    pub fn on_page(&self, width: u32, height: u32) -> Option<PanelLayout> {
        let tree = |found: &PanelLayout| found.areas.of(PanelKind::Tree).width as f32 / width as f32;
        // Half the text for one and a half times the board; of equal boards, the widest tree.
        let score = |found: &PanelLayout| {
            found.areas.board.width as f32 * found.em.powf(0.6) * (1.0 + 0.1 * tree(found))
        };
        let better = |best: PanelLayout, next| if score(&next) > score(&best) { next } else { best };
        let plans = self.plans();
        let with = |em, title_em| {
            let sizes = Sizes::of(self, em, title_em, width, height)?;
            plans.iter().filter_map(|(stacks, columns)| sizes.arranged(stacks, *columns)).reduce(better)
        };
        let at = |em: f32| with(em, TITLE_EM * em).or_else(|| with(em, em));
        // Text that is small for its page is better than none.
        let smaller = || small_ems(width, height).find_map(at);
        ems(width, height).filter_map(at).reduce(better).or_else(smaller)
    }

    /// A board of this width with everything else below, on a page of the smallest
    /// size that holds them; `None` where text would have to be too small to be read.
    pub fn in_column(&self, board: u32) -> Option<PanelLayout> {
        let widest = self.panels.iter().map(|panel| panel.cell.0).fold(self.title, f32::max);
        let em = (board as f32 * COLUMN_EM).max(LEAST_EM).min(board as f32 / widest.max(1.0)).floor();
        if em < LEAST_EM {
            return None;
        }
        let margins = 2 * pixels(MARGIN * em);
        let width = board.checked_add(margins)?;
        let sizes = |height| Sizes::of(self, em, TITLE_EM * em, width, height);
        let (stacks, any) = (self.stacks(ALL_BELOW), sizes(u32::from(u16::MAX))?);
        let below = any.stacked(&stacks[1], board).1;
        let texts = any.sheet.title + any.caption + any.gap_before(below) + below;
        sizes(board + texts + margins)?.arranged(&stacks, 1)
    }
}

/// All sizes at some em, in pixels.
#[derive(Debug, Clone, Copy)]
struct Sizes<'a> {
    needs: &'a Needs,
    sheet: Sheet,
    /// Width and height of the caption, with the space above.
    caption_width: u32,
    caption: u32,
}

impl<'a> Sizes<'a> {
    fn of(needs: &'a Needs, em: f32, title_em: f32, width: u32, height: u32) -> Option<Self> {
        let sheet = Sheet::of((width, height), em, title_em, needs.title)?;
        let PanelNeeds { cells, cell: (caption_width, _), .. } = needs.of(PanelKind::Caption);
        let caption = if cells > 0 { sheet.spaced_line() } else { 0 };
        let sizes = Self { needs, sheet, caption_width: pixels(caption_width * em), caption };
        (caption_width * em <= sheet.inner.0 as f32).then_some(sizes)
    }

    /// Panels beside the board and below, with room for this number of counters in a row beside it.
    fn arranged(&self, [beside, below]: &[Stack; 2], columns: u32) -> Option<PanelLayout> {
        let inner = self.sheet.inner;
        let least = self.width(beside, columns);
        let apart = self.gap_before(least);
        let (least_below, height_below) = self.stacked(below, inner.0);
        let body = inner.1.checked_sub(self.sheet.title + self.gap_before(height_below) + height_below)?;
        let room = inner.0.checked_sub(least + apart)?;
        let board = self.board(body.checked_sub(self.caption)?.min(room))?;
        // Below other panels, a tree may be narrower.
        if beside.is_empty() && least_below > inner.0 {
            return None;
        }
        let rest = inner.0 - board - apart;
        let side = if self.grows(beside) {
            rest
        } else if below.is_empty() {
            least.max(self.width(beside, self.columns(rest)))
        } else {
            least.max(self.width(beside, 2).min(rest))
        };
        let band = board.max(self.stacked(beside, side).1);
        let all = board + apart + side;
        let (left, width) = if below.is_empty() && !beside.is_empty() {
            (0, all.max(self.caption_width))
        } else {
            ((inner.0 - all) / 2, inner.0)
        };
        let mut areas = Areas::of_board(left, 0, board);
        let caption = self.caption_below((left, board), band, width);
        areas.panels[PanelKind::Caption as usize] = caption;
        let end = band.max(caption.bottom());
        let room_below = body.checked_sub(end)? + height_below;
        self.put(beside, Rect { x: left + board + apart, y: 0, width: side, height: band }, &mut areas);
        // Below, panels begin where the board does if they are no wider.
        let x = if board < least_below || self.grows(below) { 0 } else { left };
        let y = end + self.sheet.gap;
        self.put(below, Rect { x, y, width: inner.0 - 2 * x, height: room_below }, &mut areas);
        let end = areas.panels.iter().map(|area| area.bottom()).fold(end, u32::max);
        Some(self.centred(areas, width, end))
    }

    /// The width of the board in this room, if it is large enough.
    fn board(&self, room: u32) -> Option<u32> {
        let Needs { squares, board, least_board, .. } = *self.needs;
        if let Some(fixed) = board {
            return (room >= fixed).then_some(fixed);
        }
        let width = room / squares * squares;
        let large = room as f32 >= LEAST_BOARD * self.sheet.width.min(self.sheet.height) as f32;
        (large && width >= least_board).then_some(width)
    }

    fn gap_before(&self, length: u32) -> u32 {
        if length > 0 { self.sheet.gap } else { 0 }
    }

    fn grows(&self, stack: &Stack) -> bool {
        stack.iter().flatten().any(|kind| self.needs.of(*kind).grows)
    }

    /// The least width and height of a panel; of counters, with this number in a row.
    fn panel(&self, kind: PanelKind, columns: u32) -> (u32, u32) {
        let PanelNeeds { cells, cell, .. } = self.needs.of(kind);
        let columns = if kind == PanelKind::Counters { columns } else { 1 };
        self.sheet.cells(cells, columns, cell, self.sheet.gap)
    }

    /// How many counters go in a row of this width, with all rows full.
    fn columns(&self, width: u32) -> u32 {
        let fits = |columns: &u32| self.panel(PanelKind::Counters, *columns).0 <= width;
        full_columns(self.needs.of(PanelKind::Counters).cells).filter(fits).last().unwrap_or(1)
    }

    /// The width of panels one below the other, with this number of counters in a row.
    fn width(&self, stack: &Stack, columns: u32) -> u32 {
        stack.iter().flatten().map(|kind| self.panel(*kind, columns).0).max().unwrap_or(0)
    }

    /// The rows of a stack of this width, with their least widths and heights.
    fn rows<'s>(&self, stack: &'s Stack, width: u32) -> impl Iterator<Item = (&'s [PanelKind], (u32, u32))> {
        let columns = self.columns(width);
        let size = move |row: &[PanelKind]| {
            let beside = |(width, height): (u32, u32), kind: &PanelKind| {
                let panel = self.panel(*kind, columns);
                (width + self.gap_before(width) + panel.0, height.max(panel.1))
            };
            row.iter().fold((0, 0), beside)
        };
        let rows =
            stack.iter().flat_map(move |row| row.chunks(if size(row).0 <= width { row.len() } else { 1 }));
        rows.map(move |row| (row, size(row)))
    }

    /// The least width and height of panels in a column of this width.
    fn stacked(&self, stack: &Stack, width: u32) -> (u32, u32) {
        let below = |all: (u32, u32), (_, row): (_, (u32, u32))| {
            (all.0.max(row.0), all.1 + self.gap_before(all.1) + row.1)
        };
        self.rows(stack, width).fold((0, 0), below)
    }

    /// Puts panels into a column. The last of a row gets the rest of its width; one that grows gets
    /// the height that the others leave.
    fn put(&self, stack: &Stack, column: Rect, areas: &mut Areas) {
        let Rect { x, mut y, width, height } = column;
        let mut spare = height.saturating_sub(self.stacked(stack, width).1);
        let columns = self.columns(width);
        for (row, (_, least)) in self.rows(stack, width) {
            let (mut left, mut lowest) = (x, least);
            for (index, kind) in (1..).zip(row) {
                let panel = self.panel(*kind, columns);
                let width = if index == row.len() { x + width - left } else { panel.0 };
                let highest = least.max((width as f32 * HIGHEST) as u32);
                let grown = (least + spare).min(highest);
                let height = if self.needs.of(*kind).grows { grown } else { panel.1 };
                areas.panels[*kind as usize] = Rect { x: left, y, width, height };
                left += width + self.sheet.gap;
                lowest = lowest.max(height);
            }
            spare -= lowest - least;
            y += lowest + self.sheet.gap;
        }
        if stack.iter().flatten().any(|kind| *kind == PanelKind::Counters) {
            areas.counter_columns = columns;
        }
    }

    /// The caption of a board that begins at `x`: right below it, if it is no wider, or else below
    /// all that goes down to `bottom`, as far to the left as it must begin to end within `width`.
    fn caption_below(&self, (x, board): (u32, u32), bottom: u32, width: u32) -> Rect {
        let wide = self.caption_width;
        let (x, y, width) = if wide <= board {
            (x, board, board)
        } else {
            let x = x.min(width.saturating_sub(wide));
            (x, bottom, width - x)
        };
        match self.caption {
            0 => Rect::default(),
            space => {
                let height = pixels(LINE * self.sheet.em);
                Rect { x, y: y + space - height, width, height }
            }
        }
    }

    /// Centres title and content on the page.
    fn centred(&self, areas: Areas, content_width: u32, content_height: u32) -> PanelLayout {
        let Sheet { width, height, em, title_em, margin, title, .. } = self.sheet;
        let top = (height - content_height - title) / 2;
        let areas = areas.moved((width - content_width) / 2, top + title);
        PanelLayout { width, height, em, title_em, title: self.sheet.title_at(margin, top), areas }
    }
}

#[cfg(test)]
#[path = "panels_tests.rs"]
mod tests;
