//! The flow chart of the iterative solver, with the box that runs.

use crate::font::Weight;
use crate::page::cell::{CellLook, CellState};
use crate::page::panel::led_to;
use crate::page::pen::Align;
use crate::picture::Rect;
use crate::record::Moment;
use crate::variants::enum_with_all;

use super::blocks::{Draft, Room, Show, Shown};

/// Lengths in units.
const BOX_HEIGHT: f32 = 6.0;
const GAP: f32 = 3.6;

enum_with_all! {
    /// A box of the chart, from the top.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Task {
        Initialise,
        Update,
        Check,
        Print,
    }
}

impl Task {
    const fn text(self) -> &'static str {
        match self {
            Self::Initialise => "initialise: all squares are free",
            Self::Update => "update: put a queen on the next free square",
            Self::Check => "check: no free square, so restore the stage",
            Self::Print => "print: the queens are a solution",
        }
    }

    /// The one that runs at a moment.
    const fn of(moment: Moment) -> Self {
        match moment {
            Moment::Start => Self::Initialise,
            Moment::Remove(_) | Moment::DeadEnd { .. } => Self::Check,
            Moment::Solution { .. } => Self::Print,
            Moment::Place(_)
            | Moment::Test { .. }
            | Moment::Refuse(_)
            | Moment::Board
            | Moment::BoardAgain
            | Moment::Move { .. }
            | Moment::Swap { .. }
            | Moment::Note => Self::Update,
        }
    }
}

/// Texts with all characters that the panel may show.
pub fn texts() -> Vec<&'static str> {
    Task::ALL.map(Task::text).to_vec()
}

/// Boxes below each other, if they are legible.
pub fn within<'a>(room: &Room<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let em = room.title_em();
    let texts = Task::ALL.map(|task| room.width(task.text(), em, Weight::Bold));
    let width = texts.into_iter().max()? + em as u32;
    // The way back from the check runs beside the boxes.
    let (gap, height) = (room.units.px(GAP), room.units.px(BOX_HEIGHT));
    let boxes = Task::ALL.len() as u32;
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
        draft.cells((0..boxes).map(|index| Rect { x, y: top(index), width, height }), em, Align::Centre);
        Box::new(|frame| {
            let running = Task::of(frame.moment);
            let cell = |task: Task| {
                let look =
                    if task == running { CellLook::Lit(led_to(frame.moment)) } else { CellLook::Plain };
                CellState { framed: true, ..CellState::new(look, task.text()) }
            };
            Some(Shown { cells: Task::ALL.map(cell).into(), ..Shown::default() })
        })
    })
}
