//! The matrices that the solver with stages keeps, side by side.

use crate::board::{BoardSize, Square, SquareNames};
use crate::font::Weight;
use crate::page::Page;
use crate::page::cell::{CellLook, CellState};
use crate::page::figure::LEAST_EM;
use crate::page::inks::State;
use crate::page::layout::text_place::TextPlace;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::{Align, Layers};
use crate::page::units::cap;
use crate::picture::Rect;
use crate::search::{Entry, Stages};

use super::blocks::{self, Cells, Frame, Room, cell_em};
use super::matrix;

/// The space between two matrices, in units.
const GAP: f32 = 2.4;

/// The width of the widest name of a square.
fn square_width(room: &Room<'_>, em: f32) -> u32 {
    let squares = (1..=room.size.get()).map(|column| Square::new(1, column));
    let width = |square| room.width(&room.style.names.square(square, room.size), em, Weight::Regular);
    squares.map(width).max().unwrap_or_default()
}

/// Texts with all characters that the panel may show.
pub fn texts() -> Vec<&'static str> {
    vec!["stage 0123456789"]
}

/// Shows the matrices that are kept.
#[derive(Debug)]
pub struct StagesPanel {
    size: BoardSize,
    names: SquareNames,
    stages: Vec<StageSlots>,
    words: usize,
}

/// The slots of a stage.
#[derive(Debug, Clone, Copy)]
struct StageSlots {
    cells: Cells,
    /// The square at its head.
    head: usize,
    frame: Frame,
}

impl StagesPanel {
    /// The arrangement with the largest matrices, if they are legible.
    pub fn within(room: &Room<'_>) -> Option<impl FnOnce(&mut Page) -> Self> {
        let n = room.n();
        let gap = room.units.px(GAP);
        let foot = room.title_height();
        let arrangements = (1..=n).filter_map(|columns| {
            let rows = n.div_ceil(columns);
            let width = room.area.width.checked_sub((columns - 1) * gap)?;
            let height = room.area.height.checked_sub(rows * room.title_height() + rows * gap + foot)?;
            Some((columns, room.cell(columns * n, width, rows * n, height)?))
        });
        let (columns, cell) = arrangements.max_by_key(|(_, cell)| *cell)?;
        let side = n * cell;
        let em = room.title_em();
        // What is above each matrix.
        let head = |em| room.width(&format!("stage {n}  "), em, Weight::Bold) + square_width(room, em);
        let em = em.min(em * side as f32 / head(em) as f32);
        (em >= LEAST_EM && head(em) <= side + 2).then_some(move |page: &mut Page| {
            let across = if columns > 1 { (room.area.width - columns * side) / (columns - 1) } else { 0 };
            let across = across.min(3 * gap);
            let down = room.title_height() + side + gap;
            let stages = (0..n).map(|index| {
                let x = room.area.x + index % columns * (side + across);
                let y = room.area.y + index / columns * down;
                let title = format!("stage {}", index + 1);
                let width = room.width(&title, em, Weight::Bold);
                let place = TextPlace { x, baseline: y + cap(room.title_em()), width, em };
                page.add_text(place, Weight::Bold, &title);
                let width = square_width(room, em).min(side);
                let place = TextPlace { x: x + side - width, width, ..place };
                let ink = page.squares.inks.muted;
                let head = page.add_aligned(place, ink, Align::Right, "");
                let top = y + room.title_height();
                let cells = Cells::new(page, blocks::grid(x, top, cell, n), cell_em(cell));
                let frame = Frame::around(page, Rect { x, y: top, width: side, height: side });
                StageSlots { cells, head, frame }
            });
            let stages = stages.collect();
            let foot = room.area.y + n.div_ceil(columns) * down;
            let words = blocks::words(page, room, (room.area.x, foot), room.area.width);
            Self { size: room.size, names: room.style.names, stages, words }
        })
    }

    fn show_stage(
        &self,
        StageSlots { cells, head, frame }: StageSlots,
        index: usize,
        stages: &Stages,
        (touched, of_step): (Option<Square>, Option<State>),
        layers: &mut Layers,
    ) {
        let of_stage = touched.filter(|square| stages.line(*square) == index);
        frame.set(layers, of_stage.is_some());
        let Some(stage) = &stages.kept[index] else {
            cells.show(layers, (0..cells.count).map(|_| CellState::default()));
            layers.texts.set(head, String::new().into());
            return;
        };
        let present = touched.map(|square| stages.line(square));
        let is_stale = present.is_some_and(|present| index > present);
        // Squares are tried from the first of a line on.
        let is_tried = |square: &Square| stages.line(*square) == index && stage.at(*square) == Entry::Tried;
        let newest = self.size.squares().filter(is_tried).last();
        let states = stage.rows().flatten().zip(self.size.squares()).map(|(entry, square)| {
            let state = matrix::entry(*entry, of_step.filter(|_| of_stage == Some(square)));
            if is_stale { CellState { look: CellLook::Faded, ..state } } else { state }
        });
        cells.show(layers, states);
        let name = newest.map_or_else(String::new, |square| self.names.square(square, self.size));
        layers.texts.set(head, name.into());
    }
}

impl Panel for StagesPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let Some(memory) = &state.frame.memory else { return };
        let Some(stages) = &memory.stages else { return };
        // The square whose stage was kept or restored last.
        let trail = &memory.trail;
        let touched = trail.removed.or_else(|| trail.queens.last().copied());
        let touched = (touched, matrix::change(state.frame.moment));
        for (index, stage) in self.stages.iter().enumerate() {
            self.show_stage(*stage, index, stages, touched, layers);
        }
        layers.texts.set(self.words, matrix::words(state.frame).to_owned().into());
    }
}
