//! How a race is drawn.

use crate::board::BoardSize;

use super::layout::board as layout;
use super::layout::race::{Needs, RaceLayout};
use super::panels::{badge, clock, counters};
use super::style::{BoardStyle, StyleError};
use crate::record::Counter;

/// The width of each board on a page that is made for them.
const DEFAULT_BOARD: u32 = 320;
const MIN_DEFAULT_SQUARE: u32 = 12;

/// How a race is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RaceStyle {
    /// How the boards are drawn, on which page, and with which counters beside each; of all other
    /// panels only the title is taken. Without a width or a page, the page is that of a slide.
    pub boards: BoardStyle,
    /// The lanes.
    pub lanes: Vec<LaneStyle>,
    /// The maximum number of ticks.
    pub ticks: u64,
}

/// A solver of a race.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LaneStyle {
    /// Its name.
    pub name: String,
    /// The counters that it keeps; of others a dash is shown.
    pub counters: Vec<Counter>,
}

impl RaceStyle {
    pub(super) fn arrange(&self, size: BoardSize) -> Result<RaceLayout, StyleError> {
        let Self { boards: style, lanes, .. } = self;
        let BoardStyle { font, panels, .. } = style;
        let needs = Needs {
            lanes: lanes.len() as u32,
            squares: size.get().into(),
            board: style.width,
            title: font.room(&panels.title),
            name: lanes.iter().map(|lane| font.room(&lane.name)).fold(0.0, f32::max),
            rank: badge::width(lanes.len(), font),
            counters: panels.counters.len() as u32,
            counter: counters::width(&panels.counters, panels.most, font),
            clock: font.room(&format!("{} ", clock::LABEL)) + counters::number_width(self.ticks, font),
        };
        let least = layout::least_board(size, style);
        layout::check_width(size, style, least)?;
        let default = DEFAULT_BOARD.max(u32::from(size.get()) * MIN_DEFAULT_SQUARE).max(least);
        let page = match (style.page, style.width) {
            (Some(page), _) => page,
            (None, None) => layout::DEFAULT_SLIDE,
            (None, Some(_)) => layout::SLIDE,
        };
        let board = layout::least_on(page, style, least, default);
        layout::fit(page, |width, height| needs.on_page(width, height).filter(|found| found.board() >= board))
    }

    /// The first character of any text that the font lacks.
    pub(super) fn lacking(&self, size: BoardSize) -> Option<char> {
        let names = self.lanes.iter().map(|lane| lane.name.as_str());
        let keeps_all = |lane: &LaneStyle| lane.counters.len() == self.boards.panels.counters.len();
        let dash = if self.lanes.iter().all(keeps_all) { "" } else { counters::NOT_KEPT };
        let texts = names.chain([clock::LABEL, dash]);
        let digits = "0123456789,";
        let lacking = |text| self.boards.font.lacking(text);
        self.boards.lacking(size).or_else(|| texts.chain([digits, badge::LETTERS]).find_map(lacking))
    }
}
