//! What the cells of panels of state hold, told from what is drawn.

use queenreel::font::Weight;
use queenreel::page::cell::{Cell, CellLook, CellState};
use queenreel::page::pen::Pen;
use queenreel::page::shape::{Align, Shape};
use queenreel::page::{Page, ThemeKind};

use super::shown::{self, ShownCell};

/// The cells of a page, each with all states in which it is drawn as it is; the colours of these are the same.
pub fn cells(page: &Page) -> Vec<(Cell, Vec<CellState>)> {
    let shown = shown::cells(page);
    let Some(first) = shown.first().map(|first| cell(page, first)) else { return Vec::new() };
    // The cells of a page differ in their places alone.
    let styles: Vec<(CellLook, (Pen, Weight))> =
        CellLook::all().map(|look| (look, first.style(look))).collect();
    let known = shown.into_iter().map(|shown| {
        let (cell, text) = (cell(page, &shown), shown.text);
        let alike = styles.iter().filter(|(_, style)| *style == (text.style.pen, text.style.weight));
        let states = alike.flat_map(|(look, _)| {
            [false, true].map(|framed| CellState { framed, ..CellState::new(*look, text.text.clone()) })
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

/// What the cells of a page hold; which state has changed a cell, its look need not tell.
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

/// How a cell is drawn.
fn cell(page: &Page, shown: &ShownCell<'_>) -> Cell {
    let ShownCell { id, area, text, .. } = *shown;
    let (em, align) = (text.style.em, text.align);
    let border = match (page.scene.item(id).drawing.shapes().filter_map(Shape::fill).nth(1), align) {
        (Some((side, _)), _) => side.height,
        // Such text has its distance from the border.
        (None, Align::Start) => text.left - (em / 3.0) as u32,
        (None, Align::Middle | Align::End) => 0,
    };
    let by_shape = page.squares.theme.kind == ThemeKind::Shapes;
    Cell { area, em, align, border, inks: page.squares.inks, by_shape }
}
