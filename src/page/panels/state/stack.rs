//! The calls of a recursive search that are open, a line each.

use crate::board::{BoardSize, SquareNames};
use crate::font::Weight;
use crate::page::Page;
use crate::page::cell::{CellLook, CellState};
use crate::page::panel::{Panel, PanelState, led_to};
use crate::page::slot::{Align, Layers};
use crate::picture::Rect;
use crate::record::{DeadEndReason, Moment, StepBack};
use crate::search::Order;

use super::blocks::{self, Cells, Room};

/// Lengths in units.
const PITCH: f32 = 4.4;

/// The least height of a line, in ems.
const LEAST_PITCH: f32 = 1.3;

/// What a call's line says: the call, where its queen is, and how many lines are left.
const COLUMNS: usize = 3;

/// The parts of a line: from which tenth of its width to which.
const SHARES: [(u32, u32); COLUMNS] = [(0, 5), (5, 8), (8, 10)];
const TENTHS: u32 = 10;

const TITLE: &str = "open calls";

/// Behind the last line.
const ALL_PLACED: &str = "all queens are placed";

/// The two kinds of a step back.
const MOVES_ON: &str = "This call goes on with its other squares";
const CALL_ENDS: &str = "This call ends: back to the one before";

/// Texts with all characters that the panel may show.
pub fn texts() -> Vec<&'static str> {
    vec![TITLE, MOVES_ON, CALL_ENDS, ALL_PLACED, "search(column a)", "search(rank 0123456789)", "row", "left"]
}

/// Shows the calls.
#[derive(Debug)]
pub struct StackPanel {
    size: BoardSize,
    order: Order,
    names: SquareNames,
    cells: Cells,
    words: usize,
}

impl StackPanel {
    /// A line for each possible call, and one of words, if they are legible.
    pub fn within(room: &Room<'_>) -> Option<impl FnOnce(&mut Page) -> Self> {
        let calls = room.n() + 1;
        let width = room.area.width;
        let height = room.area.height.checked_sub(2 * room.title_height())?;
        let pitch = (height / calls).min(room.units.px(PITCH));
        let em = room.title_em();
        let words = [MOVES_ON, CALL_ENDS].map(|words| room.width(words, em, Weight::Regular));
        let widest = ["search(column m)", "row 64", "64 left"].map(|text| room.width(text, em, Weight::Bold));
        let has_room = |(text, (start, end)): (u32, (u32, u32))| {
            text + (0.8 * em) as u32 <= width * (end - start) / TENTHS
        };
        let is_wide =
            words.into_iter().all(|words| words <= width) && widest.into_iter().zip(SHARES).all(has_room);
        (pitch as f32 >= LEAST_PITCH * em && is_wide).then_some(move |page: &mut Page| {
            blocks::title(page, room, (room.area.x, room.area.y), TITLE);
            let top = room.area.y + room.title_height();
            let areas = (0..calls).flat_map(|call| {
                SHARES.map(|(start, end)| Rect {
                    x: room.area.x + width * start / TENTHS,
                    y: top + call * pitch,
                    width: width * end / TENTHS - width * start / TENTHS,
                    height: pitch,
                })
            });
            let first = page.layers.entries.len();
            let cells = Cells::new(page, areas, em);
            (first..page.layers.entries.len()).for_each(|slot| {
                page.layers.entries.slot_mut(slot).align = Align::Left;
            });
            let words = blocks::words(page, room, (room.area.x, top + calls * pitch + pitch / 4), width);
            Self { size: room.size, order: room.style.panels.order, names: room.style.names, cells, words }
        })
    }

    /// The texts of a call, counted from 0; the one behind the last line finds a solution.
    fn call(&self, call: u8, queen: Option<crate::board::Square>) -> [String; COLUMNS] {
        let n = self.size.get();
        if call == n {
            return [ALL_PLACED.to_owned(), String::new(), String::new()];
        }
        let line = self.names.line(self.order.line(call + 1), self.size);
        let at = queen.map_or_else(String::new, |queen| match self.order {
            Order::Columns => format!("row {}", self.names.row(queen.row, self.size)),
            Order::Rows => format!("column {}", self.names.column(queen.column)),
        });
        [format!("search({line})"), at, format!("{} left", n - call)]
    }
}

impl Panel for StackPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let frame = state.frame;
        let Some(memory) = &frame.memory else { return };
        let queens = &memory.trail.queens;
        // The call of the newest queen has not yet called the next when its queen is shown.
        let newest = match frame.moment {
            Moment::Place(_) | Moment::Solution { .. } | Moment::DeadEnd { is_ahead: true, .. } => {
                queens.len().saturating_sub(1)
            }
            _ => queens.len(),
        };
        // Before the search there is no call, and after it all have ended.
        let is_over = frame.ended && queens.is_empty();
        let has_begun = !is_over && !matches!(frame.moment, Moment::Start);
        let states = (0..=self.size.get()).flat_map(|call| {
            let index = usize::from(call);
            let is_open = has_begun && index <= newest && index < usize::from(self.size.get());
            self.call(call, queens.get(index).copied()).map(|text| {
                if !is_open {
                    CellState::default()
                } else if index == newest {
                    CellState::new(CellLook::Lit(led_to(frame.moment)), text)
                } else {
                    CellState::new(CellLook::Blank, text)
                }
            })
        });
        self.cells.show(layers, states);
        let is_dead = matches!(frame.moment, Moment::DeadEnd { reason, is_ahead: false, .. } if reason != DeadEndReason::Other);
        let words = match frame.step_back(self.order) {
            Some(StepBack::Continues) => MOVES_ON,
            Some(StepBack::GoesBack) => CALL_ENDS,
            None if is_dead => CALL_ENDS,
            None => "",
        };
        layers.texts.set(self.words, words.to_owned().into());
    }
}
