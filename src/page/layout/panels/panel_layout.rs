//! The areas of everything on a page with one board.

use crate::page::StatePanel;
use crate::page::layout::text_place::TextPlace;
use crate::page::units::cap;
use crate::picture::Rect;

use super::sheet::{LABEL, Sheet};
use super::{CaptionLayout, CodeLayout, CounterLayout, Needs};

const COORDINATES: f32 = 2.2;
const COORDINATES_GAP: f32 = 1.1;

/// The areas of everything in pixels.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PanelLayout {
    pub width: u32,
    pub height: u32,
    /// The board.
    pub board: Rect,
    /// The em of coordinates beside the board, and how far they are from it.
    pub coordinates: Option<(f32, u32)>,
    pub title: Option<TextPlace>,
    pub caption: Option<CaptionLayout>,
    pub counters: Vec<CounterLayout>,
    /// Panels of state.
    pub states: Vec<(StatePanel, Rect)>,
    pub code: Option<CodeLayout>,
    pub tree: Option<Rect>,
    /// Em of the labels of the tree.
    pub label_em: f32,
    /// Hairlines.
    pub rules: Vec<Rect>,
}

impl PanelLayout {
    /// A page with a board of this width, with its upper left corner here.
    pub(super) fn of_board(sheet: &Sheet<'_>, (x, y): (u32, u32), board: u32) -> Self {
        let q = board as f32 / sheet.needs.squares() as f32;
        let em = sheet.u.em(COORDINATES).min((0.8 * q).max(sheet.u.em(0.0)));
        let gap = sheet.px(COORDINATES_GAP);
        let unit = sheet.needs.style.medium.unit(board / sheet.needs.squares());
        let [x, y] = [x, y].map(|edge| edge.next_multiple_of(unit));
        Self {
            width: sheet.width,
            height: sheet.height,
            board: Rect { x, y, width: board, height: board },
            coordinates: sheet.needs.style.coordinates.then_some((em, gap)),
            label_em: sheet.u.em(LABEL),
            ..Self::default()
        }
    }

    /// Whether coordinates, if there are any, are on the page: on a small one they are as large as on others.
    pub(super) fn has_room_for_coordinates(&self, needs: &Needs<'_>) -> bool {
        let Some((em, gap)) = self.coordinates else { return true };
        let (_, below_baseline) = needs.style.font.reach(em);
        let (left, below) = (self.board.x, self.height.saturating_sub(self.board.bottom()));
        let widest = needs.style.font.pixels(&needs.squares().to_string(), em);
        left >= gap + widest && below >= gap + cap(em) + below_baseline
    }

    pub(super) fn moved(mut self, right: u32, down: u32) -> Self {
        self.title = self.title.map(|title| title.moved(right, down));
        self.moved_but_title(right, down)
    }

    /// Everything but the title further down.
    pub(super) fn moved_below_title(self, down: u32) -> Self {
        self.moved_but_title(0, down)
    }

    fn moved_but_title(mut self, right: u32, down: u32) -> Self {
        self.board = self.board.moved(right, down);
        self.caption = self.caption.map(|caption| caption.moved(right, down));
        for counter in &mut self.counters {
            *counter = counter.moved(right, down);
        }
        for (_, area) in &mut self.states {
            *area = area.moved(right, down);
        }
        self.code = self.code.map(|code| code.moved(right, down));
        self.tree = self.tree.map(|tree| tree.moved(right, down));
        for rule in &mut self.rules {
            *rule = rule.moved(right, down);
        }
        self
    }
}
