//! The boards, each with a head above it: the name of its lane and the medal.

use crate::font::Weight;
use crate::page::RaceStyle;
use crate::page::layout::board::least_board;
use crate::page::layout::text_place::TextPlace;
use crate::page::slot::Align;
use crate::page::units::{Line, cap};
use crate::picture::Rect;

use super::TextCell;
use super::arrangement::Arrangement;
use super::needs::{Needs, Widths};
use super::sheet::Sheet;
use super::stacked;

/// Between boards in a row, and between a board and what stands beside it.
pub(super) const GAP: f32 = 4.0;
const ABOVE_BOARD: f32 = 1.2;
const BELOW_BOARD: f32 = 3.0;

/// The ems of the name of a lane, and of its rank in words.
const NAME: f32 = 3.0;
const NOTE: f32 = 2.4;

/// Medals, and the least em of names beside them. Smaller medals leave more room for long names.
const MEDAL: f32 = 4.4;
const MEDALS: [(f32, f32); 2] = [(MEDAL, 2.2), (3.4, 1.6)];
const MEDAL_GAP: f32 = 0.8;

/// The smallest medal in pixels whose rank can be read.
const LEAST_MEDAL: u32 = 18;

/// The grid of boards.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoardGrid {
    arrangement: Arrangement,
    rows: u32,
    /// Height of a head with the space below it.
    head: u32,
    /// Between rows of boards.
    gap: u32,
}

/// A board with its head.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeadedBoard {
    pub(super) board: Rect,
    pub(super) name: TextPlace,
    pub(super) medal: Option<Rect>,
    pub(super) note: Option<TextCell>,
}

impl BoardGrid {
    pub(super) fn of(sheet: &Sheet<'_>, arrangement: Arrangement) -> Self {
        let name = (1.3 * sheet.em(NAME)).ceil() as u32;
        Self {
            arrangement,
            rows: sheet.needs.lanes().div_ceil(arrangement.columns()),
            head: sheet.px(MEDAL).max(LEAST_MEDAL).max(name) + sheet.px(ABOVE_BOARD),
            gap: sheet.px(BELOW_BOARD),
        }
    }

    /// The height of all rows with boards of this side.
    pub(super) const fn height(&self, board: u32) -> u32 {
        self.rows * (self.head + board) + (self.rows - 1) * self.gap
    }

    /// The side of the largest board of whole squares, or of the given one, up to a height of all rows.
    pub(super) fn board(&self, sheet: &Sheet<'_>, height: u32) -> Option<u32> {
        let high = height.checked_sub(self.height(0))? / self.rows;
        let room = high.min(self.widest_board(sheet, high)?);
        let Needs { size, style: RaceStyle { boards, .. }, .. } = *sheet.needs;
        let (squares, least) = (u32::from(size.get()), least_board(size, boards, true));
        match boards.width {
            Some(fixed) => (fixed <= room).then_some(fixed),
            None => Some(room / squares * squares).filter(|board| *board > 0 && *board >= least),
        }
    }

    /// The widest board for which the page is wide enough, if each may have this height.
    fn widest_board(&self, sheet: &Sheet<'_>, high: u32) -> Option<u32> {
        match self.arrangement {
            Arrangement::Table(_) | Arrangement::Duel => {
                let columns = self.arrangement.columns();
                Some(sheet.full().checked_sub((columns - 1) * sheet.px(GAP))? / columns)
            }
            Arrangement::Stacked => stacked::widest_board(sheet, high),
        }
    }

    /// The boards of all lanes, the first head of which is at this height.
    pub(super) fn boards(&self, sheet: &Sheet<'_>, top: u32, board: u32) -> Option<Vec<HeadedBoard>> {
        let Widths { name, note, .. } = &sheet.needs.widths;
        let spare = sheet.full().checked_sub(board)?;
        let beside_medal = MEDALS.into_iter().find_map(|(medal, least)| {
            let medal = sheet.px(medal).max(LEAST_MEDAL);
            let room = board.checked_sub(medal + sheet.px(MEDAL_GAP))?;
            Some((sheet.fitted(NAME, least, *name, room)?, room, medal))
        });
        let has_medal = beside_medal.is_some();
        let alone = || {
            let em = sheet.fitted(NAME, 0.0, *name, board).or_else(|| least_name_em(sheet, board))?;
            Some((em, board, 0))
        };
        let (em, room, medal) = beside_medal.or_else(alone)?;
        let note_em = sheet.em(NOTE);
        let note_width = note.pixels(note_em);
        let note_room = room.checked_sub(name.pixels(em) + sheet.px(2.0));
        let has_note = has_medal && note_room.is_some_and(|room| note_width <= room);
        let name_width = if has_note { room - note_width - sheet.px(1.0) } else { room };
        let headed = |lane: u32| {
            let columns = self.arrangement.columns();
            let (column, row) = (lane % columns, lane / columns);
            let x = sheet.margin()
                + match self.arrangement {
                    Arrangement::Table(1) => spare / 2,
                    Arrangement::Stacked => 0,
                    Arrangement::Table(_) | Arrangement::Duel => spare * column / (columns - 1),
                };
            let y = top + row * (self.head + board + self.gap);
            let middle = y + (self.head - sheet.px(ABOVE_BOARD)) / 2;
            let text = |x, width, em: f32| TextPlace { x, baseline: middle + cap(em).div_ceil(2), width, em };
            let note = text(x + room.saturating_sub(note_width), note_width, note_em);
            HeadedBoard {
                board: Rect { x, y: y + self.head, width: board, height: board },
                name: text(x, name_width, em),
                medal: has_medal.then(|| Rect {
                    x: x + board - medal,
                    y: middle - medal / 2,
                    width: medal,
                    height: medal,
                }),
                note: has_note.then_some(TextCell { place: note, align: Align::Right }),
            }
        };
        Some((0..sheet.needs.lanes()).map(headed).collect())
    }
}

/// The smallest em, if the names above boards just fit.
fn least_name_em(sheet: &Sheet<'_>, room: u32) -> Option<f32> {
    let line = Line { font: sheet.needs.font(), em: sheet.u.em(0.0), weight: Weight::Bold };
    sheet.needs.style.lanes.iter().all(|lane| line.width(&lane.name) <= room).then_some(line.em)
}
