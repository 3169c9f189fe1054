//! Rows and grids of cells with titles, of which panels of state are put together.

use std::ops::Range;

use crate::board::BoardSize;
use crate::font::Weight;
use crate::motion::{Span, sweeping};
use crate::page::cell::{Cell, CellState};
use crate::page::figure::{Edges, LEAST_EM};
use crate::page::layout::{Line, TextPlace, Units, cap};
use crate::page::moves::{Course, Move, Moving};
use crate::page::panels::View;
use crate::page::pen::Colours;
use crate::page::scene::{Drawing, Id, PANEL, Scene, Tag};
use crate::page::shape::Align;
use crate::page::{Page, PageStyle, TextItem};
use crate::picture::Rect;
use crate::record::Frame;

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
    /// The em of titles in pixels.
    pub(super) fn title_em(&self) -> f32 {
        self.units.em(TITLE)
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
        self.units.px(LABEL_GAP).max(3) + cap(self.units.em(LABEL))
    }

    /// The side of cells of which so many have a width and a height, if they are legible.
    pub(super) fn cell(&self, across: u32, width: u32, down: u32, height: u32) -> Option<u32> {
        let side = (width / across.max(1)).min(height / down.max(1)).min(self.units.px(LARGEST_CELL));
        (side >= LEAST_CELL).then_some(side)
    }

    /// The side of the cells of rows with titles and labels, which have so much height for cells alone, and the
    /// em of the labels, if all of that is legible.
    pub(super) fn titled(&self, rows: &[TitledRow], height: u32) -> Option<(u32, f32)> {
        let longest = rows.iter().map(|(_, labels)| labels.len()).max()?;
        let side = self.cell(longest as u32, self.area.width, rows.len() as u32, height)?;
        let ends = rows.iter().flat_map(|(_, labels)| [labels.start, labels.end - 1]);
        let ends: Vec<String> = ends.map(|label| label.to_string()).collect();
        let widest = |em| ends.iter().map(|text| self.width(text, em, Weight::Regular)).max();
        let (em, room) = (self.units.em(LABEL), side.saturating_sub(LABEL_SPACE));
        let width = widest(em)?;
        let em = if width > room { em * room as f32 / width as f32 } else { em };
        let title = |(title, _): &TitledRow| self.width(title, self.title_em(), Weight::Bold);
        let is_wide = rows.iter().map(title).all(|title| title <= self.area.width);
        // Advances are whole pixels.
        (is_wide && em >= LEAST_EM && widest(em) <= Some(side)).then_some((side, em))
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

/// The title of a row of cells, and the numbers below them.
pub type TitledRow = (&'static str, Range<i32>);

/// What a panel shows.
#[derive(Debug, Default)]
pub struct Shown {
    /// What each cell holds.
    pub cells: Vec<CellState>,
    /// Each text that changes; those behind the last line are left out.
    pub words: Vec<String>,
    /// The frame that is lit.
    pub lit: Option<usize>,
}

/// What a panel shows with a frame of a film; `None` for what it has shown before.
pub type Show = Box<dyn Fn(&Frame) -> Option<Shown> + Send>;

/// The sides from which a cell that flips is covered: what it held becomes lower, until it is seen from its edge, and
/// what it holds now becomes higher.
const FLIP: Edges = Edges { top: true, right: false, bottom: true, left: false };

/// A panel that is added to a page: cells, and texts that change, in the order in which they are added.
pub struct Draft<'a> {
    pub page: &'a mut Page,
    pub room: &'a Room<'a>,
    /// The cells, each with what it holds.
    cells: Vec<(Id, Cell, CellState)>,
    words: Vec<TextItem>,
    /// The bars of each frame around cells.
    frames: Vec<[Id; 4]>,
}

impl<'a> Draft<'a> {
    /// Adds a panel, whose items are added by `add`.
    ///
    /// # Panics
    /// When it is drawn with more or less states than cells.
    pub fn add_panel(page: &'a mut Page, room: &'a Room<'_>, add: impl FnOnce(&mut Self) -> Show) {
        let [lit_ink, rule] = [page.squares.inks.ink, page.squares.inks.rule];
        page.colours.extend([lit_ink, rule].map(Colours::One));
        let mut draft = Self { page, room, cells: Vec::new(), words: Vec::new(), frames: Vec::new() };
        let show = add(&mut draft);
        let Self { page, mut cells, words: items, frames, .. } = draft;
        page.colours.extend(cells.iter().take(1).flat_map(|(_, cell, _)| cell.colours()));
        let draw = move |view: &View<'_>, scene: &mut Scene| {
            let Some(Shown { cells: states, words, lit }) = show(view.frame) else { return };
            assert_eq!(states.len(), cells.len(), "each cell has a state");
            for ((id, cell, held), state) in cells.iter_mut().zip(states) {
                let flips = held.text != state.text;
                let is_changed = scene.set(*id, &state, || Drawing::panel(cell.shapes(&state)));
                *held = state;
                if let Some(time) = view.time.filter(|_| is_changed && flips) {
                    let span = Span::in_out(0.0, sweeping(time));
                    let flip = |drawing, covered| {
                        Move::new(drawing, PANEL, None, Course::Uncovers(FLIP, covered), span)
                    };
                    let flips = [flip(Moving::Over, [0.0, 1.0]), flip(Moving::Now, [1.0, 0.0])];
                    scene.moves(*id, flips.into_iter().flatten().collect());
                }
            }
            for (item, words) in items.iter().zip(words) {
                item.write(scene, &words);
            }
            for (index, bars) in frames.iter().enumerate() {
                let ink = if lit == Some(index) { lit_ink } else { rule };
                for bar in bars {
                    scene.fill(*bar, PANEL, ink);
                }
            }
        };
        page.add(0, |_| draw);
    }

    /// Adds cells with these rectangles.
    pub fn cells(&mut self, areas: impl IntoIterator<Item = Rect>, em: f32, align: Align) {
        let (inks, kind, border) =
            (self.page.squares.inks, self.page.squares.theme.kind, self.room.units.hairline());
        for area in areas {
            let cell = Cell { area, em, align, border, inks, by_shape: kind.by_shape() };
            let (id, state) = (self.page.scene.add(Tag::Plain, area), CellState::default());
            self.page.scene.set(id, &state, || Drawing::panel(cell.shapes(&state)));
            self.cells.push((id, cell, state));
        }
    }

    /// Adds a square grid of cells which touch each other, row by row.
    pub fn grid(&mut self, (x, y): (u32, u32), side: u32) {
        let n = self.room.n();
        let row = |down| (0..n).map(move |across| (x + across * side, y + down * side));
        let areas = (0..n).flat_map(row).map(|(x, y)| Rect { x, y, width: side, height: side });
        self.cells(areas, cell_em(side), Align::Middle);
    }

    /// Adds rows of cells of this side, so far from each other, each with its title above and its labels below,
    /// which have this em.
    pub fn titled_rows(&mut self, rows: &[TitledRow], (side, em): (u32, f32), pitch: u32) {
        let room = self.room;
        let mut top = room.area.y;
        for (title, labels) in rows {
            self.title(top, title);
            let areas = row(room.area.x, top + room.title_height(), side, labels.len() as u32);
            for (area, label) in areas.clone().zip(labels.clone()) {
                let x = (area.x + area.width / 2).saturating_sub(side / 2);
                let place = TextPlace { x, baseline: area.bottom() + room.label_height(), width: side, em };
                self.page.add_label(place, Align::Middle, &label.to_string());
            }
            self.cells(areas, cell_em(side), Align::Middle);
            top += pitch;
        }
    }

    /// Adds a title in bold, its capitals from `top` on.
    pub fn title(&mut self, top: u32, text: &str) {
        let em = self.room.title_em();
        let width = self.room.width(text, em, Weight::Bold);
        let place = TextPlace { x: self.room.area.x, baseline: top + cap(em), width, em };
        self.page.add_text(place, Weight::Bold, text);
    }

    /// Adds a line of text that changes, its capitals from `top` on.
    pub fn words(&mut self, top: u32) {
        let em = self.room.title_em();
        let Rect { x, width, .. } = self.room.area;
        let place = TextPlace { x, baseline: top + cap(em), width, em };
        self.words.push(self.page.add_text(place, Weight::Regular, ""));
    }

    /// Adds a short text that changes, up to the right edge of its place.
    pub fn note(&mut self, place: TextPlace) {
        let muted = self.page.squares.inks.muted;
        self.words.push(self.page.add_text_in(place, Weight::Regular, muted, Align::End, ""));
    }

    /// Adds a frame outside a rectangle: four bars.
    pub fn frame(&mut self, area: Rect) {
        let line = self.room.units.hairline();
        let (width, height) = (area.width + 2 * line, area.height + 2 * line);
        let outside = Rect { x: area.x - line, y: area.y - line, width, height };
        let bars = [
            Rect { height: line, ..outside },
            Rect { y: area.bottom(), height: line, ..outside },
            Rect { width: line, y: area.y, height: area.height, ..outside },
            Rect { x: area.right(), width: line, ..area },
        ];
        self.frames.push(bars.map(|area| self.page.add_fill(area, self.page.squares.inks.ink)));
    }
}

/// The cells of a row, from the left.
pub fn row(left: u32, top: u32, side: u32, count: u32) -> impl Iterator<Item = Rect> + Clone {
    let gap = (side / 14).max(1);
    (0..count).map(move |index| Rect {
        x: left + index * side,
        y: top,
        width: side - gap,
        height: side - gap,
    })
}
