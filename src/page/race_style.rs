//! How a race is drawn.

use crate::board::BoardSize;
use crate::font::Weight;
use crate::picture::Rgb;
use crate::record::{Counter, Run};

use super::inks::State;
use super::layout::board::{SLIDE, check_width, fit, least_board, on_slide};
use super::layout::race::RaceLayout;
use super::layout::race::needs::Needs;
use super::panels::race::{self, ChartPanel, ClockPanel, HeadPanel};
use super::panels::{BoardPanel, CountersPanel, counters};
use super::slot::{Align, FillSlot, METALS};
use super::style::{BoardStyle, PageSize, StyleError};
use super::{Drawing, Page};

/// How a race is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RaceStyle {
    /// How the boards are drawn, on which page, and with which counters for each; of all other
    /// panels only the title is taken. Without a width or a page, the page is that of a slide.
    pub boards: BoardStyle,
    /// The lanes.
    pub lanes: Vec<LaneStyle>,
}

/// A solver of a race.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LaneStyle {
    /// Its name.
    pub name: String,
    /// The counters that it keeps; of others a dash is shown.
    pub counters: Vec<Counter>,
    /// What it will do.
    pub run: Run,
}

/// The least size of text on a page that is made for its boards.
const GOOD_SCALE: f32 = 0.9;

impl RaceStyle {
    /// The ticks of the longest run.
    pub(super) fn ticks(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.run.ticks).max().unwrap_or_default()
    }

    /// The first character of a text that the font lacks.
    fn lacking(&self, size: BoardSize) -> Option<char> {
        let texts = self.lanes.iter().map(|lane| lane.name.as_str()).chain(race::WORDS);
        self.boards.lacking(size).or_else(|| {
            let mut texts = texts.chain([counters::NOT_KEPT]);
            texts.find_map(|text| self.boards.font.lacking(text))
        })
    }

    fn layout(&self, size: BoardSize) -> Result<RaceLayout, StyleError> {
        self.arranged(size).map_err(|error| {
            let mut untitled = self.clone();
            untitled.boards.panels.title.clear();
            match error {
                StyleError::TooMuchText if untitled != *self && untitled.arranged(size).is_ok() => {
                    StyleError::TitleTooLong
                }
                error => error,
            }
        })
    }

    fn arranged(&self, size: BoardSize) -> Result<RaceLayout, StyleError> {
        let BoardStyle { page, width, medium, .. } = self.boards;
        check_width(size, &self.boards, least_board(size, &self.boards, true))?;
        page.map_or(Ok(()), PageSize::check)?;
        let needs = Needs::of(size, self);
        let page = match (page, width) {
            (Some(page), _) => page,
            (None, None) => return on_slide(medium, |width, height| needs.on_page(width, height)),
            (None, Some(_)) => SLIDE,
        };
        let for_board = width.is_some();
        if for_board && matches!(page, PageSize::Ratio(..)) {
            // A page made for its boards has text of a good size, if there is such a page.
            let mut generous = needs.clone();
            generous.least_scale = GOOD_SCALE;
            let found = fit(page, for_board, |width, height| generous.on_page(width, height));
            if found.is_ok() {
                return found;
            }
        }
        fit(page, for_board, |width, height| needs.on_page(width, height))
    }
}

impl Page {
    /// A page with a lane for each solver of a race.
    ///
    /// # Errors
    /// [`StyleError`] when the width or the page does not suit the boards and the text beside them,
    /// the font lacks a character, or there are no solvers.
    pub fn of_race(size: BoardSize, style: &RaceStyle) -> Result<Self, StyleError> {
        if style.lanes.is_empty() {
            return Err(StyleError::NoLanes);
        }
        if let Some(character) = style.lacking(size) {
            return Err(StyleError::NoGlyph(character));
        }
        let layout = style.layout(size)?;
        let side = layout.lanes.first().map_or(0, |lane| lane.board.width / u32::from(size.get()));
        let boards = &style.boards.for_squares_of(side);
        let mut page = Self::with_boards((layout.width, layout.height), boards);
        let inks = page.squares.inks;
        if let Some(title) = layout.title {
            page.add_text(title, Weight::Bold, &boards.panels.title);
        }
        page.add_label(layout.chart_title, race::CHART_TITLE);
        for (counter, cell) in &layout.counter_names {
            let name = boards.panels.counters[*counter].name();
            page.add_aligned(cell.place, inks.muted, cell.align, name);
        }
        for rule in &layout.rules {
            page.layers.fills.add(FillSlot { area: *rule }, inks.rule);
        }
        for (index, (lane, places)) in style.lanes.iter().zip(&layout.lanes).enumerate() {
            page.add(index, |page| BoardPanel::new(page, size, boards, places.board, true));
            page.add_slot(places.name, Weight::Bold, inks.ink, Align::Left, &lane.name);
            page.add_slot(places.row_name, Weight::Regular, inks.ink, Align::Left, &lane.name);
            page.add(index, |page| HeadPanel::new(page, places));
            page.add(index, |page| ChartPanel::new(page, size, &lane.run, style.ticks(), &layout, places));
            page.add(index, |page| {
                CountersPanel::of_lane(page, &boards.panels.counters, &lane.counters, &places.counters)
            });
        }
        page.add(0, |page| ClockPanel::new(page, style.ticks(), &layout));
        Ok(page)
    }

    /// Face, rim and figure of each rank's medal.
    pub(super) fn metals(&self) -> [[Rgb; 3]; METALS] {
        const FIGURE: Rgb = Rgb([0x1d, 0x1a, 0x17]);
        let inks = &self.squares.inks;
        match self.squares.theme.drawing {
            Drawing::Shapes => [[inks.page, inks.ink, inks.ink]; METALS],
            Drawing::Colours | Drawing::Heat(_) => [
                [Rgb([0xf2, 0xb7, 0x05]), Rgb([0xb0, 0x7d, 0x00]), FIGURE],
                [Rgb([0xc3, 0xc7, 0xcc]), Rgb([0x85, 0x8b, 0x93]), FIGURE],
                [Rgb([0xcf, 0x8b, 0x4e]), Rgb([0x8a, 0x54, 0x20]), FIGURE],
                [inks.page, inks.muted, inks.ink],
            ],
        }
    }

    /// The line of a chart and the area below it, while the solver runs, and when it has found its
    /// solutions.
    pub(super) fn chart_inks(&self) -> [[Rgb; 2]; 2] {
        /// How much of the solution's colour is in the area.
        const SOLVED: f32 = 0.35;
        /// The least contrasts of the area and of the line with the page.
        const AREA: f32 = 1.15;
        const LINE: f32 = 3.0;
        let inks = &self.squares.inks;
        let light = inks.squares[0];
        let area = if light.contrast(inks.page) >= AREA { light } else { inks.rule };
        let solution = self.squares.theme.solution;
        let deep = inks.deep(State::Solution);
        let line = if deep.contrast(inks.page) >= LINE { deep } else { inks.ink };
        [[inks.ink, area], [line, inks.page.mixed(solution, SOLVED)]]
    }
}
