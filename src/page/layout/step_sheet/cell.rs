//! A board with its coordinates, its number and its words.

use crate::page::layout::text_place::TextPlace;
use crate::page::units::cap;
use crate::picture::Rect;

use super::grid::Grid;
use super::{Needs, Reasons, SheetPage, StepLayout};

/// The room left of a board for the numbers of its rows, and from the board to the letters of its
/// columns, to the fact and to the reason, in units.
const GUTTER: f32 = 2.0;
const TO_LETTERS: f32 = 0.8;
const TO_FACT: f32 = 1.4;
const TO_REASON: f32 = 1.1;

/// The ems of text in units.
const FACT: f32 = 2.0;
const REASON: f32 = 1.65;
const COORDINATES: f32 = 1.9;

impl SheetPage<'_> {
    /// The width of the widest text below a board.
    pub(super) fn text_width(&self, reasons: Reasons) -> u32 {
        let Needs { number, fact, long, short, .. } = self.needs;
        let reason = match reasons {
            Reasons::None => 0,
            Reasons::Short => short.pixels(self.em(REASON)),
            Reasons::Long => long.pixels(self.em(REASON)),
        };
        number.pixels(self.em(FACT)) + fact.pixels(self.em(FACT)).max(reason)
    }

    /// A board with the numbers of its rows, or the text below it if that is wider.
    pub(super) fn cell_width(&self, Grid { square, reasons, .. }: Grid) -> u32 {
        (self.px(GUTTER) + square * self.needs.squares()).max(self.text_width(reasons))
    }

    /// From the top of a board down to the letters of its columns, its fact and its reason.
    fn baselines(&self, square: u32) -> [u32; 3] {
        let letters = square * self.needs.squares() + self.px(TO_LETTERS) + cap(self.em(COORDINATES));
        let fact = letters + self.px(TO_FACT) + cap(self.em(FACT));
        [letters, fact, fact + self.px(TO_REASON) + cap(self.em(REASON))]
    }

    pub(super) fn cell_height(&self, square: u32) -> u32 {
        self.baselines(square)[2] + (0.3 * self.em(REASON)).ceil() as u32
    }

    /// The width beside the board.
    pub(super) fn gutter(&self) -> u32 {
        self.px(GUTTER)
    }

    /// The em of coordinates, and their distance from the board.
    pub(super) fn coordinates(&self) -> (f32, u32) {
        (self.em(COORDINATES), self.px(TO_LETTERS))
    }

    /// A board and its text, from its upper left corner on and so wide.
    pub(super) fn cell(&self, Grid { square, .. }: Grid, x: u32, y: u32, width: u32) -> StepLayout {
        let [_, fact, reason] = self.baselines(square);
        let side = square * self.needs.squares();
        let indent = self.needs.number.pixels(self.em(FACT));
        let right = width.saturating_sub(indent);
        StepLayout {
            board: Rect { x: x + self.gutter(), y, width: side, height: side },
            number: TextPlace { x, baseline: y + fact, width: indent, em: self.em(FACT) },
            fact: TextPlace { x: x + indent, baseline: y + fact, width: right, em: self.em(FACT) },
            reason: TextPlace { x: x + indent, baseline: y + reason, width: right, em: self.em(REASON) },
        }
    }
}
