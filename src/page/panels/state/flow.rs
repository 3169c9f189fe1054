//! The flow chart of the iterative solver, with the box that runs.

use crate::font::Weight;
use crate::page::Page;
use crate::page::cell::{CellLook, CellState};
use crate::page::panel::{Panel, PanelState, led_to};
use crate::page::slot::{FillSlot, Layers};
use crate::picture::Rect;
use crate::record::Moment;
use crate::variants::enum_with_all;

use super::blocks::{Cells, Room};

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

/// Shows the chart.
#[derive(Debug)]
pub struct FlowPanel {
    cells: Cells,
}

impl FlowPanel {
    /// Boxes below each other, if they are legible.
    pub fn within(room: &Room<'_>) -> Option<impl FnOnce(&mut Page) -> Self> {
        let em = room.title_em();
        let texts = Task::ALL.map(|task| room.width(task.text(), em, Weight::Bold));
        let width = texts.into_iter().max()? + em as u32;
        // The way back from the check runs beside the boxes.
        let gap = room.units.px(GAP);
        let height = room.units.px(BOX_HEIGHT);
        let boxes = Task::ALL.len() as u32;
        let is_legible = width + gap <= room.area.width
            && boxes * height + (boxes - 1) * gap <= room.area.height
            && height as f32 >= 1.6 * em;
        is_legible.then_some(move |page: &mut Page| {
            let (x, y) = (room.area.x, room.area.y);
            let top = |index: u32| y + index * (height + gap);
            let line = room.units.px(0.3).max(1);
            let ink = page.squares.inks.tree;
            let mut fill = |area: Rect| {
                page.layers.fills.add(FillSlot { area }, ink);
            };
            let middle = x + width / 2;
            for index in 0..boxes - 1 {
                fill(Rect { x: middle, y: top(index) + height, width: line, height: gap });
            }
            // From the check back to the update.
            let (update, check) = (top(1) + height / 2, top(2) + height / 2);
            let right = x + width + gap / 2;
            fill(Rect { x: x + width, y: update, width: gap / 2, height: line });
            fill(Rect { x: x + width, y: check, width: gap / 2, height: line });
            fill(Rect { x: right, y: update, width: line, height: check + line - update });
            let areas = (0..boxes).map(|index| Rect { x, y: top(index), width, height });
            Self { cells: Cells::new(page, areas, em) }
        })
    }
}

impl Panel for FlowPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let moment = state.frame.moment;
        let running = Task::of(moment);
        let states = Task::ALL.map(|task| {
            let look = if task == running { CellLook::Lit(led_to(moment)) } else { CellLook::Plain };
            CellState { framed: true, ..CellState::new(look, task.text()) }
        });
        self.cells.show(layers, states);
    }
}
