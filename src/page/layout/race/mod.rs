//! The layouts of a race: the boards of all lanes, and below them a chart for each on one clock.
//!
//! The counters stand in a table beside the charts, between two boards, or beside boards that are
//! stacked: `arrangement.rs` chooses. `page.rs` puts everything together, from top to bottom.

mod arrangement;
mod boards;
mod charts;
mod duel;
pub(crate) mod needs;
mod page;
mod sheet;
mod stacked;
mod table;
#[cfg(test)]
mod tests;
mod top_line;

use crate::font::{Font, Weight};
use crate::page::slot::Align;
use crate::page::units::Units;
use crate::picture::Rect;

use super::text_place::TextPlace;

/// The places of everything in pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct RaceLayout {
    pub width: u32,
    pub height: u32,
    pub u: Units,
    pub title: Option<TextPlace>,
    pub clock: ClockLayout,
    pub lanes: Vec<LaneLayout>,
    /// The words above the charts.
    pub chart_title: TextPlace,
    /// The names of counters, each with the index of its counter.
    pub counter_names: Vec<(usize, TextCell)>,
    pub axis: AxisLayout,
    /// Hairlines.
    pub rules: Vec<Rect>,
}

/// Text that may be aligned in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextCell {
    pub place: TextPlace,
    pub align: Align,
}

/// A word and a number, up to the right edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClockLayout {
    pub area: Rect,
    pub baseline: u32,
    pub word_em: f32,
    pub number_em: f32,
    /// Between them.
    pub gap: u32,
}

/// A lane: its board with a head above it, and its row.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneLayout {
    pub board: Rect,
    pub name: TextPlace,
    /// The medal in the head, if there is room in all lanes.
    pub medal: Option<Rect>,
    /// The rank in words before it, if there is room in all lanes.
    pub note: Option<TextCell>,
    pub row_name: TextPlace,
    pub chart: ChartLayout,
    /// The numbers of the counters.
    pub counters: Vec<TextCell>,
}

/// A chart: the area through which the cursor goes, and the levels of all queens and of none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartLayout {
    pub area: Rect,
    pub top: u32,
    pub base: u32,
    pub em: f32,
}

/// The labels below the charts, which may be wider than those.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisLayout {
    pub area: Rect,
    pub baseline: u32,
    pub em: f32,
}

/// The counters of an arrangement.
#[derive(Debug, Default)]
struct CounterPlaces {
    /// Their names, each with the index of its counter.
    names: Vec<(usize, TextCell)>,
    /// For each lane, their numbers.
    numbers: Vec<Vec<TextCell>>,
    /// Hairlines between them.
    rules: Vec<Rect>,
}

impl RaceLayout {
    /// The rectangles of all slots.
    fn parts(&self, font: &Font) -> Vec<Rect> {
        let text = |place: TextPlace, weight| place.area(font, weight);
        let mut parts = vec![self.clock.area, self.axis.area, text(self.chart_title, Weight::Regular)];
        parts.extend(self.title.map(|title| text(title, Weight::Bold)));
        parts.extend(&self.rules);
        parts.extend(self.counter_names.iter().map(|(_, cell)| text(cell.place, Weight::Regular)));
        for lane in &self.lanes {
            parts.extend([lane.board, lane.chart.area]);
            parts.extend([text(lane.name, Weight::Bold), text(lane.row_name, Weight::Regular)]);
            parts.extend(lane.medal);
            parts.extend(lane.note.map(|cell| text(cell.place, Weight::Regular)));
            parts.extend(lane.counters.iter().map(|cell| text(cell.place, Weight::Bold)));
        }
        parts
    }

    /// Whether all slots are on the page, and none overlap.
    fn is_sound(&self, font: &Font) -> bool {
        let parts = self.parts(font);
        let on_page = |part: &Rect| part.right() <= self.width && part.bottom() <= self.height;
        parts.iter().all(on_page)
            && parts
                .iter()
                .enumerate()
                .all(|(index, part)| !parts[..index].iter().any(|other| other.overlaps(*part)))
    }
}
