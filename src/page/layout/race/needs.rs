//! What a race shows, and how much room that takes.

use crate::font::{Font, Weight};
use crate::page::layout::text_width::TextWidth;
use crate::record::Counter;
use crate::words::Grouped;

use super::{RaceLayout, arrangement};

/// What the page must have room for.
#[derive(Debug, Clone)]
pub struct Needs<'a> {
    pub font: &'a Font,
    /// Number of squares in a row of a board.
    pub squares: u32,
    /// The fixed width of a board in pixels, if it has one.
    pub board: Option<u32>,
    /// The smallest board in pixels.
    pub least_board: u32,
    /// The least size of text against the designed one.
    pub least_scale: f32,
    pub(super) lanes: u32,
    pub(super) names: Vec<String>,
    pub(super) chart_title: String,
    pub(super) has_title: bool,
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

/// The texts that a race has, at their widest.
#[derive(Debug, Clone, Copy)]
pub struct Texts<'a> {
    pub title: &'a str,
    pub names: &'a [&'a str],
    pub ticks: u64,
    pub tick: &'a str,
    pub note: &'a str,
    pub chart_title: &'a str,
    pub counters: &'a [Counter],
    pub most: u64,
}

impl<'a> Needs<'a> {
    pub fn of(squares: u32, texts: &Texts<'_>, font: &'a Font) -> Self {
        let wide = |weight, text: &str| TextWidth::of(font, weight, text);
        let zeros = |number: u64| -> String {
            let digits = Grouped(number).to_string();
            digits.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect()
        };
        let widest = |weight| {
            texts.names.iter().map(|name| wide(weight, name)).fold(TextWidth::default(), TextWidth::widest)
        };
        let number = wide(Weight::Bold, &zeros(texts.most));
        let counters = texts.counters.iter().map(|counter| (wide(Weight::Regular, counter.name()), number));
        let widths = Widths {
            title: wide(Weight::Bold, texts.title),
            ticks: wide(Weight::Bold, &zeros(texts.ticks)),
            tick: wide(Weight::Regular, texts.tick),
            name: widest(Weight::Bold),
            row_name: widest(Weight::Regular),
            note: wide(Weight::Regular, texts.note),
            chart_title: wide(Weight::Regular, texts.chart_title),
            counters: counters.collect(),
        };
        Self {
            font,
            squares,
            board: None,
            least_board: 0,
            least_scale: 0.0,
            lanes: texts.names.len() as u32,
            names: texts.names.iter().copied().map(str::to_owned).collect(),
            chart_title: texts.chart_title.to_owned(),
            has_title: !texts.title.is_empty(),
            widths,
        }
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
