//! The flow chart of the iterative solver, with the box that runs.

use crate::font::Weight;
use crate::page::cell::{CellLook, CellState};
use crate::page::panels::led_to;
use crate::page::shape::Align;
use crate::picture::Rect;
use crate::record::Moment;

use super::blocks::{Draft, Room, Show, Shown};

/// Lengths in units.
const BOX_HEIGHT: f32 = 6.0;
const GAP: f32 = 3.6;

/// The boxes of the chart, from the top.
const BOXES: [&str; 4] = [
    "initialise: all squares are free",
    "update: put a queen on the next free square",
    "check: no free square, so restore the stage",
    "print: the queens are a solution",
];

/// The box that runs at a moment.
const fn running(moment: Moment) -> usize {
    match moment {
        Moment::Start => 0,
        Moment::Place(_)
        | Moment::Test { .. }
        | Moment::Refuse(_)
        | Moment::Board
        | Moment::BoardAgain
        | Moment::Move { .. }
        | Moment::Swap { .. }
        | Moment::Note => 1,
        Moment::Remove(_) | Moment::DeadEnd { .. } => 2,
        Moment::Solution { .. } => 3,
    }
}

/// Texts with all characters that the panel may show.
pub fn texts() -> Vec<&'static str> {
    BOXES.to_vec()
}

/// Boxes below each other, if they are legible.
pub fn within<'a>(room: &Room<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let em = room.title_em();
    let texts = BOXES.map(|text| room.width(text, em, Weight::Bold));
    let width = texts.into_iter().max()? + em as u32;
    // The way back from the check runs beside the boxes.
    let (gap, height) = (room.units.px(GAP), room.units.px(BOX_HEIGHT));
    let boxes = BOXES.len() as u32;
    let is_legible = width + gap <= room.area.width
        && boxes * height + (boxes - 1) * gap <= room.area.height
        && height as f32 >= 1.6 * em;
    is_legible.then_some(move |draft: &mut Draft<'_>| -> Show {
        let Rect { x, y, .. } = draft.room.area;
        let top = |index: u32| y + index * (height + gap);
        let line = draft.room.units.px(0.3).max(1);
        let down = |index| Rect { x: x + width / 2, y: top(index) + height, width: line, height: gap };
        // From the check back to the update.
        let [update, check] = [1, 2].map(|index| top(index) + height / 2);
        let back = [
            Rect { x: x + width, y: update, width: gap / 2, height: line },
            Rect { x: x + width, y: check, width: gap / 2, height: line },
            Rect { x: x + width + gap / 2, y: update, width: line, height: check + line - update },
        ];
        for area in (0..boxes - 1).map(down).chain(back) {
            draft.page.add_fill(area, draft.page.squares.inks.tree);
        }
        draft.cells((0..boxes).map(|index| Rect { x, y: top(index), width, height }), em, Align::Middle);
        Box::new(|frame| {
            let cells = BOXES.into_iter().enumerate().map(|(index, text)| {
                let runs = index == running(frame.moment);
                let look = if runs { CellLook::Lit(led_to(frame.moment)) } else { CellLook::Plain };
                CellState { framed: true, ..CellState::new(look, text) }
            });
            Some(Shown { cells: cells.collect(), ..Shown::default() })
        })
    })
}
