//! Rows and grids of cells with titles, the building blocks of panels of state.

use std::ops::Range;

use crate::board::BoardSize;
use crate::font::Weight;
use crate::motion::{Span, sweeping};
use crate::page::cell::{Cell, CellState};
use crate::page::figure::{Edges, LEAST_EM};
use crate::page::layout::{FontStyle, TextPlace, Units, cap};
use crate::page::moves::{Course, Move, Moving};
use crate::page::panels::PanelInput;
use crate::page::pen::Colours;
use crate::page::scene::{Drawing, Id, PANEL, Scene, Tag};
use crate::page::shape::Align;
use crate::page::square::SquareStyle;
use crate::page::{Page, PageStyle, TextItem};
use crate::picture::Rect;
use crate::record::Frame;

/// Lengths in units.
const TITLE: f32 = 2.6;
const LABEL: f32 = 2.0;
const LARGEST_CELL: f32 = 6.6;
const TITLE_GAP: f32 = 1.2;
const LABEL_GAP: f32 = 0.6;

/// Space between adjacent labels, in pixels.
const LABEL_SPACE: u32 = 3;

/// Pitch of lines of text, in ems.
const WORDS_PITCH: f32 = 1.5;

/// Text height as a share of the side of a cell.
const TEXT_SHARE: f32 = 0.62;
/// The smallest cell with legible text, in pixels.
const LEAST_CELL: u32 = 16;

/// The area of a panel of state, with the units, the board size and the style to draw it.
#[derive(Debug, Clone, Copy)]
pub struct PanelArea<'a> {
    pub area: Rect,
    pub units: Units,
    pub size: BoardSize,
    pub style: &'a PageStyle,
}

impl PanelArea<'_> {
    /// Returns the em of titles in pixels.
    pub(super) fn title_em(&self) -> f32 {
        self.units.em(TITLE)
    }

    pub(super) fn title_height(&self) -> u32 {
        cap(self.title_em()) + self.units.px(TITLE_GAP)
    }

    /// Returns the pitch of lines of text in pixels.
    pub(super) fn words_pitch(&self) -> u32 {
        (WORDS_PITCH * self.title_em()).ceil() as u32
    }

    pub(super) fn label_height(&self) -> u32 {
        self.units.px(LABEL_GAP).max(3) + cap(self.units.em(LABEL))
    }

    /// Returns the side of `across` × `down` cells that fit a width and a height; `None` if illegible.
    pub(super) fn cell(&self, across: u32, width: u32, down: u32, height: u32) -> Option<u32> {
        let side = (width / across.max(1)).min(height / down.max(1)).min(self.units.px(LARGEST_CELL));
        (side >= LEAST_CELL).then_some(side)
    }

    /// Returns the cell side and the label em with which all titled rows fit into `height`; `None` if illegible.
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
        // Glyph advances are rounded to whole pixels, so labels may be wider than calculated.
        (is_wide && em >= LEAST_EM && widest(em) <= Some(side)).then_some((side, em))
    }

    pub(super) fn width(&self, text: &str, em: f32, weight: Weight) -> u32 {
        FontStyle { font: &self.style.font, em, weight }.width(text)
    }

    pub(super) fn n(&self) -> u32 {
        self.size.get().into()
    }
}

/// Returns the em of the text of a cell.
pub fn cell_em(side: u32) -> f32 {
    (TEXT_SHARE * side as f32).max(LEAST_EM)
}

pub type TitledRow = (&'static str, Range<i32>);

/// The content of a panel.
#[derive(Debug, Default)]
pub struct Shown {
    pub cells: Vec<CellState>,
    /// The texts that change; surplus texts are ignored.
    pub words: Vec<String>,
    /// The index of the highlighted outline, in the order of [`Draft::frame`] calls.
    pub lit: Option<usize>,
}

/// A function that returns the content of a panel for a frame of a film; `None` if it is unchanged.
pub type Show = Box<dyn Fn(&Frame) -> Option<Shown> + Send>;

/// The sides from which a flipping cell is covered: the old content shrinks from top and bottom to a line halfway
/// up, then the new content grows from there.
const FLIP: Edges = Edges { top: true, right: false, bottom: true, left: false };

/// A panel being added to a page; cell i shows `Shown::cells[i]`, and text i shows `Shown::words[i]`.
pub struct Draft<'a> {
    pub page: &'a mut Page,
    pub room: &'a PanelArea<'a>,
    cells: Vec<(Id, Cell, CellState)>,
    words: Vec<TextItem>,
    frames: Vec<[Id; 4]>,
}

impl<'a> Draft<'a> {
    /// Adds a panel; `add` adds its items. Drawing panics unless there are as many states as cells.
    pub fn add_panel(page: &'a mut Page, room: &'a PanelArea<'_>, add: impl FnOnce(&mut Self) -> Show) {
        let [lit_ink, rule] = [page.squares.inks.ink, page.squares.inks.rule];
        page.colours.extend([lit_ink, rule].map(Colours::One));
        let mut draft = Self { page, room, cells: Vec::new(), words: Vec::new(), frames: Vec::new() };
        let show = add(&mut draft);
        let Self { page, mut cells, words: items, frames, .. } = draft;
        page.colours.extend(cells.iter().take(1).flat_map(|(_, cell, _)| cell.colours()));
        let draw = move |view: &PanelInput<'_>, scene: &mut Scene| {
            let Some(Shown { cells: states, words, lit }) = show(view.frame) else { return };
            assert_eq!(states.len(), cells.len(), "each cell has a state");
            for ((id, cell, held), state) in cells.iter_mut().zip(states) {
                let flips = held.text != state.text;
                let is_changed = scene.set(*id, &state, || Drawing::panel(cell.shapes(&state)));
                *held = state;
                if let Some(time) = view.time.filter(|_| is_changed && flips) {
                    let span = Span::in_out(0.0, sweeping(time));
                    let flip = |covered| Course::Uncovers(FLIP, covered);
                    let old = Move::new(Moving::Over, PANEL, None, flip([0.0, 1.0]), span);
                    let new = Move::whole(PANEL, flip([1.0, 0.0]), span);
                    scene.moves(*id, old.into_iter().chain(new).collect());
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

    pub fn cells(&mut self, areas: impl IntoIterator<Item = Rect>, em: f32, align: Align) {
        let SquareStyle { inks, ref theme, .. } = self.page.squares;
        let (by_shape, border) = (theme.kind.by_shape(), self.room.units.hairline());
        for area in areas {
            let cell = Cell { area, em, align, border, inks, by_shape };
            let (id, state) = (self.page.scene.add(Tag::Plain, area), CellState::default());
            self.page.scene.set(id, &state, || Drawing::panel(cell.shapes(&state)));
            self.cells.push((id, cell, state));
        }
    }

    /// Adds a square grid of adjacent cells, row by row.
    pub fn grid(&mut self, (x, y): (u32, u32), side: u32) {
        let n = self.room.n();
        let row = |down| (0..n).map(move |across| (x + across * side, y + down * side));
        let areas = (0..n).flat_map(row).map(|(x, y)| Rect { x, y, width: side, height: side });
        self.cells(areas, cell_em(side), Align::Middle);
    }

    /// Adds rows of cells of this side at this pitch, each with its title above and labels of this em below.
    pub fn titled_rows(&mut self, rows: &[TitledRow], side: u32, em: f32, pitch: u32) {
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

    /// Adds a bold title whose capitals begin at `top`.
    pub fn title(&mut self, top: u32, text: &str) {
        let em = self.room.title_em();
        let width = self.room.width(text, em, Weight::Bold);
        let place = TextPlace { x: self.room.area.x, baseline: top + cap(em), width, em };
        self.page.add_text(place, Weight::Bold, text);
    }

    /// Adds a line of text that changes, whose capitals begin at `top`.
    pub fn words(&mut self, top: u32) {
        let em = self.room.title_em();
        let Rect { x, width, .. } = self.room.area;
        let place = TextPlace { x, baseline: top + cap(em), width, em };
        self.words.push(self.page.add_text(place, Weight::Regular, ""));
    }

    /// Adds a short text that changes, aligned right.
    pub fn note(&mut self, place: TextPlace) {
        let muted = self.page.squares.inks.muted;
        self.words.push(self.page.add_text_in(place, Weight::Regular, muted, Align::End, ""));
    }

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

pub fn row(left: u32, top: u32, side: u32, count: u32) -> impl Iterator<Item = Rect> + Clone {
    let gap = (side / 14).max(1);
    let cell = Rect { x: left, y: top, width: side - gap, height: side - gap };
    (0..count).map(move |index| cell.moved(index * side, 0))
}
