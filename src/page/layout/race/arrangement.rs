//! The arrangements of lanes and counters, and which of them is the best on a page.

use crate::page::units::Units;

use super::needs::Needs;
use super::sheet::Sheet;
use super::{RaceLayout, page, top_line};

/// Pages narrower than this against their height have larger text.
const HIGH: f32 = 0.8;
const HIGH_TEXT: f32 = 1.25;

/// The sizes of text that are tried, against the designed one.
const SCALES: [f32; 6] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5];

/// Rows higher than this are not better, in units.
const HIGH_ROW: f32 = 9.0;

/// How the lanes and their counters are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// So many boards in a row, the counters in a table beside the charts.
    Table(u32),
    /// Two boards, the counters between them.
    Duel,
    /// Each board with its counters beside it, one below the other.
    Stacked,
}

impl Arrangement {
    /// All for so many lanes.
    fn all(lanes: u32) -> Vec<Self> {
        // Rows of boards are full, or nearly.
        let is_full = |columns: &u32| match columns {
            1 => lanes == 1,
            _ => lanes.div_ceil(lanes.div_ceil(*columns)) == *columns,
        };
        let mut all: Vec<Self> = (1..=lanes).filter(is_full).map(Self::Table).collect();
        all.extend((lanes == 2).then_some(Self::Duel));
        all.push(Self::Stacked);
        all
    }

    /// Boards in a row.
    pub(super) const fn columns(self) -> u32 {
        match self {
            Self::Table(columns) => columns,
            Self::Duel => 2,
            Self::Stacked => 1,
        }
    }

    /// How good a layout is: large boards count most, then high rows.
    fn score(self, sheet: &Sheet<'_>, found: &RaceLayout) -> f32 {
        let lanes = sheet.needs.lanes();
        let board = found.lanes.first().map_or(0, |lane| lane.board.width) as f32;
        let rows = found.axis.area.y - found.lanes.first().map_or(0, |lane| lane.chart.area.y);
        let row = (rows as f32 / lanes as f32).min(HIGH_ROW * sheet.u.0);
        let factor = match self {
            Self::Table(columns) if lanes.is_multiple_of(columns) => 1.0,
            Self::Table(_) => 0.7,
            Self::Duel => 1.3,
            Self::Stacked => 1.0,
        };
        board * row.sqrt() * factor
    }
}

/// The best layout on a page of this size; `None` where there is not enough room.
pub(super) fn best(needs: &Needs<'_>, width: u32, height: u32) -> Option<RaceLayout> {
    let u = Units::of(width, height);
    let designed = if (width as f32 / height as f32) < HIGH { HIGH_TEXT } else { 1.0 };
    let arrangements = Arrangement::all(needs.lanes());
    let mut best: Option<(f32, RaceLayout)> = None;
    for scale in SCALES.into_iter().filter(|scale| *scale >= needs.least_scale) {
        let sheet = Sheet { needs, u, width, height, scale: scale * designed };
        for arrangement in &arrangements {
            let Some(found) = page::layout(&sheet, *arrangement) else { continue };
            let score = arrangement.score(&sheet, &found) * scale.powf(0.7);
            if best.as_ref().is_none_or(|(best, _)| score > *best) {
                best = Some((score, found));
            }
        }
        // All text is as small as can be read.
        if u.em(top_line::LARGEST * scale * designed) <= u.em(0.0) {
            break;
        }
    }
    best.map(|(_, found)| found)
}
