//! Rows and grids of cells with titles, of which panels of state are put together.

use crate::board::BoardSize;
use crate::font::Weight;
use crate::page::cell::{CellSlot, CellState};
use crate::page::figure::LEAST_EM;
use crate::page::layout::text_place::TextPlace;
use crate::page::slot::{Align, FillSlot, Layers};
use crate::page::units::{Line, Units, cap};
use crate::page::{Page, PageStyle};
use crate::picture::{Rect, Rgb};

/// Lengths in units.
const TITLE: f32 = 2.6;
const LABEL: f32 = 2.0;
const LARGEST_CELL: f32 = 6.6;
const TITLE_GAP: f32 = 1.2;
const LABEL_GAP: f32 = 0.6;

/// Between labels beside each other, in pixels.
const LABEL_SPACE: u32 = 3;

/// From one line of words to the next, in ems.
const WORDS_PITCH: f32 = 1.5;

/// How much of the side of a cell its text is high, and the least side for that.
const TEXT_SHARE: f32 = 0.62;
const LEAST_CELL: u32 = 16;

/// What a panel of state has to be drawn in, and for.
#[derive(Debug, Clone, Copy)]
pub struct Room<'a> {
    /// Its rectangle on the page.
    pub area: Rect,
    /// The units of the page.
    pub units: Units,
    /// The board.
    pub size: BoardSize,
    /// How it is drawn, and what search is shown beside it.
    pub style: &'a PageStyle,
}

impl Room<'_> {
    /// The em of titles, and of labels, in pixels.
    pub(super) fn title_em(&self) -> f32 {
        self.units.em(TITLE)
    }

    pub(super) fn label_em(&self) -> f32 {
        self.units.em(LABEL)
    }

    /// The height of a title with the gap below it.
    pub(super) fn title_height(&self) -> u32 {
        cap(self.title_em()) + self.units.px(TITLE_GAP)
    }

    /// From one line of words to the next.
    pub(super) fn words_pitch(&self) -> u32 {
        (WORDS_PITCH * self.title_em()).ceil() as u32
    }

    /// The height of labels with the gap above them.
    pub(super) fn label_height(&self) -> u32 {
        self.units.px(LABEL_GAP).max(3) + cap(self.label_em())
    }

    /// The side of cells of which so many have a width and a height, if they are legible.
    pub(super) fn cell(&self, across: u32, width: u32, down: u32, height: u32) -> Option<u32> {
        let side = (width / across.max(1)).min(height / down.max(1)).min(self.units.px(LARGEST_CELL));
        (side >= LEAST_CELL).then_some(side)
    }

    /// The em of labels below cells of this side, if the wide ones are legible.
    pub(super) fn label_em_below(&self, side: u32, wide: [&str; 2]) -> Option<f32> {
        let em = self.label_em();
        let widest = |em| wide.into_iter().map(|text| self.width(text, em, Weight::Regular)).max();
        let width = widest(em)?;
        let room = side.saturating_sub(LABEL_SPACE);
        let em = if width > room { em * room as f32 / width as f32 } else { em };
        // Advances are whole pixels.
        (em >= LEAST_EM && widest(em) <= Some(side)).then_some(em)
    }

    /// The width of a text as it will be written.
    pub(super) fn width(&self, text: &str, em: f32, weight: Weight) -> u32 {
        Line { font: &self.style.font, em, weight }.width(text)
    }

    pub(super) fn n(&self) -> u32 {
        self.size.get().into()
    }
}

/// The em of the text of a cell.
pub fn cell_em(side: u32) -> f32 {
    (TEXT_SHARE * side as f32).max(LEAST_EM)
}

/// Cells that follow each other in the layer of their page.
#[derive(Debug, Clone, Copy)]
pub struct Cells {
    first: usize,
    pub count: usize,
}

impl Cells {
    /// Adds cells with these rectangles.
    pub fn new(page: &mut Page, areas: impl IntoIterator<Item = Rect>, em: f32) -> Self {
        let (inks, drawing) = (page.squares.inks, page.squares.theme.drawing);
        let border = page.hairline();
        let first = page.layers.entries.len();
        for area in areas {
            page.layers.entries.add(CellSlot::new(area, em, border, inks, drawing), CellState::default());
        }
        Self { first, count: page.layers.entries.len() - first }
    }

    /// Gives the cells their states, one after the other.
    ///
    /// # Panics
    /// When there are more states than cells.
    pub fn show(self, layers: &mut Layers, states: impl IntoIterator<Item = CellState>) {
        for (index, state) in states.into_iter().enumerate() {
            assert!(index < self.count, "a cell of another panel");
            layers.entries.set(self.first + index, state);
        }
    }
}

/// A frame around cells: four bars, which follow each other in the layer of their page.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    first: usize,
    /// The colours of a frame that is lit, and of others.
    inks: [Rgb; 2],
}

impl Frame {
    /// Adds a frame outside a rectangle.
    pub fn around(page: &mut Page, area: Rect) -> Self {
        let line = page.hairline();
        let (width, height) = (area.width + 2 * line, area.height + 2 * line);
        let outside = Rect { x: area.x - line, y: area.y - line, width, height };
        let bars = [
            Rect { height: line, ..outside },
            Rect { y: area.bottom(), height: line, ..outside },
            Rect { width: line, y: area.y, height: area.height, ..outside },
            Rect { x: area.right(), width: line, ..area },
        ];
        let inks = [page.squares.inks.ink, page.squares.inks.rule];
        let first = page.layers.fills.len();
        for area in bars {
            page.layers.fills.add(FillSlot { area }, inks[0]);
        }
        Self { first, inks }
    }

    /// Lights the frame, or not.
    pub fn set(self, layers: &mut Layers, is_lit: bool) {
        let [lit, other] = self.inks;
        for bar in self.first..self.first + 4 {
            layers.fills.set(bar, if is_lit { lit } else { other });
        }
    }
}

/// The cells of a row, from the left.
pub fn row(left: u32, top: u32, side: u32, count: u32) -> impl Iterator<Item = Rect> {
    let gap = (side / 14).max(1);
    (0..count).map(move |index| Rect {
        x: left + index * side,
        y: top,
        width: side - gap,
        height: side - gap,
    })
}

/// The cells of a square grid, row by row, which touch each other.
pub fn grid(left: u32, top: u32, side: u32, count: u32) -> impl Iterator<Item = Rect> {
    (0..count).flat_map(move |down| {
        (0..count).map(move |across| Rect {
            x: left + across * side,
            y: top + down * side,
            width: side,
            height: side,
        })
    })
}

/// A row of cells of this side from `top` on, with its title above and a label below each, with this em.
pub fn titled_row(
    page: &mut Page,
    room: &Room<'_>,
    top: u32,
    side: u32,
    em: f32,
    (text, labels): (&str, &[String]),
) -> Cells {
    let left = room.area.x;
    title(page, room, (left, top), text);
    let areas: Vec<_> = row(left, top + room.title_height(), side, labels.len() as u32).collect();
    let ink = page.squares.inks.muted;
    for (area, text) in areas.iter().zip(labels) {
        let (x, width) = ((area.x + area.width / 2).saturating_sub(side / 2), side);
        let baseline = area.bottom() + room.label_height();
        let index = page.add_aligned(TextPlace { x, baseline, width, em }, ink, Align::Centre, text);
        page.trim_label(index, em);
    }
    Cells::new(page, areas, cell_em(side))
}

/// A title in bold, its capitals from `top` on.
pub fn title(page: &mut Page, room: &Room<'_>, (x, top): (u32, u32), text: &str) -> usize {
    let em = room.title_em();
    let width = room.width(text, em, Weight::Bold);
    page.add_text(TextPlace { x, baseline: top + cap(em), width, em }, Weight::Bold, text)
}

/// A line of text that changes, its capitals from `top` on.
pub fn words(page: &mut Page, room: &Room<'_>, (x, top): (u32, u32), width: u32) -> usize {
    let em = room.title_em();
    page.add_text(TextPlace { x, baseline: top + cap(em), width, em }, Weight::Regular, "")
}
