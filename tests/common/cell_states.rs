//! The states of cells in panels of state, derived from their drawing.

use queenreel::internals::font::Weight;
use queenreel::internals::page::cell::{Cell, CellLook, CellState};
use queenreel::internals::page::pen::Pen;
use queenreel::internals::page::shape::{Align, Shape};
use queenreel::internals::page::{Page, ThemeKind};

use super::shown::{self, ShownCell};

/// The cells of a page, each with all states that look the same; the colours of these are equal.
pub fn cells(page: &Page) -> Vec<(Cell, Vec<CellState>)> {
    let shown = shown::cells(page);
    let Some(first) = shown.first().map(|first| cell(page, first)) else { return Vec::new() };
    // The cells of a page differ only in position.
    let styles: Vec<(CellLook, (Pen, Weight))> =
        CellLook::all().map(|look| (look, first.style(look))).collect();
    let known = shown.into_iter().map(|shown| {
        let (cell, text) = (cell(page, &shown), shown.text);
        let alike = styles.iter().filter(|(_, style)| *style == (text.style.pen, text.style.weight));
        let states = alike.flat_map(|(look, _)| {
            [false, true].map(|framed| CellState { framed, ..CellState::new(*look, text.content.clone()) })
        });
        let drawn = page.scene.item(shown.id).drawing.shapes();
        // A blank cell has no frame.
        let states = states.filter(|state| !(state.framed && state.look == CellLook::Blank));
        let states: Vec<CellState> = states.filter(|state| drawn.clone().eq(&cell.shapes(state))).collect();
        assert!(!states.is_empty(), "a cell that is in no state: {shown:?}");
        (cell, states)
    });
    known.collect()
}

/// The states of the cells of a page; the appearance need not show by which state a cell was changed.
pub fn states(page: &Page) -> Vec<CellState> {
    let known = cells(page).into_iter().map(|(_, states)| {
        let is_known = |state: &CellState| match states[0].look {
            CellLook::Changed(_) => matches!(state.look, CellLook::Changed(_)),
            look => state.look == look,
        };
        assert!(states.iter().all(is_known), "a cell that is in one of {states:?}");
        states[0].clone()
    });
    known.collect()
}

/// The appearance of a cell.
fn cell(page: &Page, shown: &ShownCell<'_>) -> Cell {
    let ShownCell { id, area, text, .. } = *shown;
    let (em, align) = (text.style.em, text.align);
    let border = match (page.scene.item(id).drawing.shapes().filter_map(Shape::fill).nth(1), align) {
        (Some((side, _)), _) => side.height,
        // Left-aligned text keeps a distance from the border.
        (None, Align::Start) => text.left - (em / 3.0) as u32,
        (None, Align::Middle | Align::End) => 0,
    };
    let by_shape = page.squares.theme.kind == ThemeKind::Shapes;
    Cell { area, em, align, border, inks: page.squares.inks, by_shape }
}
