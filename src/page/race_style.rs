//! How a race is drawn.

use crate::board::BoardSize;

use super::layout::board as layout;
use super::layout::race::{Needs, RaceLayout};
use super::panels::{badge, counters};
use super::style::{BoardStyle, StyleError};

/// The width of each board on a page that is made for them.
const DEFAULT_BOARD: u32 = 320;
const MIN_DEFAULT_SQUARE: u32 = 12;

/// How a race is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RaceStyle {
    /// How the boards are drawn, on which page, and with which counters beside each; of all other
    /// panels only the title is taken. Without a width or a page, the page is that of a slide.
    pub boards: BoardStyle,
    /// The names of the solvers, one for each lane.
    pub names: Vec<String>,
    /// What the clock counts, in the singular.
    pub clock: String,
    /// The maximum number of ticks.
    pub ticks: u64,
}

impl RaceStyle {
    pub(super) fn arrange(&self, size: BoardSize) -> Result<RaceLayout, StyleError> {
        let Self { boards: style, names, .. } = self;
        let BoardStyle { font, panels, .. } = style;
        let needs = Needs {
            lanes: names.len() as u32,
            squares: size.get().into(),
            board: style.width,
            title: font.room(&panels.title),
            name: names.iter().map(|name| font.room(name)).fold(0.0, f32::max),
            rank: badge::width(names.len(), font),
            counters: panels.counters.len() as u32,
            counter: counters::width(&panels.counters, panels.most, font),
            clock: font.room(&format!("{} ", self.clock)) + counters::number_width(self.ticks, font),
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
        let texts = self.names.iter().chain([&self.clock]).map(String::as_str);
        let digits = "0123456789,";
        let lacking = |text| self.boards.font.lacking(text);
        self.boards.lacking(size).or_else(|| texts.chain([digits, badge::LETTERS]).find_map(lacking))
    }
}
