//! What a race shows, and how much room that takes.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::layout::text_width::TextWidth;
use crate::page::panels::race;
use crate::page::{BoardStyle, RaceStyle};

use super::{RaceLayout, arrangement};

/// What the page must have room for.
#[derive(Debug, Clone)]
pub struct Needs<'a> {
    /// The size of the boards.
    pub size: BoardSize,
    /// How they are drawn, and what is beside them.
    pub style: &'a RaceStyle,
    /// The least size of text against the designed one.
    pub least_scale: f32,
    pub(super) widths: Widths,
}

/// Widths of texts: the widest of each kind.
#[derive(Debug, Clone, Default)]
pub(super) struct Widths {
    pub(super) title: TextWidth,
    /// The number of the clock, and the word before it.
    pub(super) ticks: TextWidth,
    pub(super) tick: TextWidth,
    /// Names above boards, and those in rows.
    pub(super) name: TextWidth,
    pub(super) row_name: TextWidth,
    /// The rank in words.
    pub(super) note: TextWidth,
    pub(super) chart_title: TextWidth,
    /// Of each counter: its name and its largest number.
    pub(super) counters: Vec<(TextWidth, TextWidth)>,
}

impl<'a> Needs<'a> {
    pub fn of(size: BoardSize, style: &'a RaceStyle) -> Self {
        let BoardStyle { panels, font, .. } = &style.boards;
        let ticks = style.ticks();
        let wide = |weight, text: &str| TextWidth::of(font, weight, text);
        let names = || style.lanes.iter().map(|lane| &lane.name);
        let number = TextWidth::of_number(font, panels.most);
        let counters = panels.counters.iter().map(|counter| (wide(Weight::Regular, counter.name()), number));
        let widths = Widths {
            title: wide(Weight::Bold, &panels.title),
            ticks: TextWidth::of_number(font, ticks),
            tick: wide(Weight::Regular, race::TICK),
            name: TextWidth::widest(font, Weight::Bold, names()),
            row_name: TextWidth::widest(font, Weight::Regular, names()),
            note: wide(Weight::Regular, &race::widest_note(style.lanes.len(), ticks, font)),
            chart_title: wide(Weight::Regular, race::CHART_TITLE),
            counters: counters.collect(),
        };
        Self { size, style, least_scale: 0.0, widths }
    }

    pub(super) fn lanes(&self) -> u32 {
        self.style.lanes.len() as u32
    }

    pub(super) const fn font(&self) -> &Font {
        &self.style.boards.font
    }

    /// Everything on a page of this size; `None` where there is not enough room.
    pub fn on_page(&self, width: u32, height: u32) -> Option<RaceLayout> {
        arrangement::best(self, width, height)
    }
}

impl Widths {
    /// The widest number or name of a counter, with the number in one em and the name in another.
    pub(super) fn counter(&self, number_em: f32, name_em: f32) -> u32 {
        let wide =
            |(name, number): &(TextWidth, TextWidth)| name.pixels(name_em).max(number.pixels(number_em));
        self.counters.iter().map(wide).max().unwrap_or_default()
    }
}
