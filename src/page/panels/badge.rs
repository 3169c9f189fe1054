//! The rank of a solver that has finished.

use super::{Panel, PanelState};
use crate::font::Font;
use crate::page::Page;
use crate::page::slot::{BadgeSlot, Layers, Pen, Rank};
use crate::picture::Rect;

/// All characters that ranks are written with.
pub const LETTERS: &str = "0123456789stndrh";

/// Left and right of the rank, in ems.
const PADDING: f32 = 0.6;

/// How much of the solution colour is behind the first rank, and behind the others.
const FIRST: f32 = 0.7;
const OTHERS: f32 = 0.3;

/// Width in ems of the widest of this number of ranks.
pub fn width(ranks: usize, font: &Font) -> f32 {
    (1..=ranks).map(|rank| font.room(&ordinal(rank))).fold(0.0, f32::max) + 2.0 * PADDING
}

fn ordinal(rank: usize) -> String {
    let ending = match (rank % 10, rank % 100) {
        (1, teens) if teens != 11 => "st",
        (2, teens) if teens != 12 => "nd",
        (3, teens) if teens != 13 => "rd",
        _ => "th",
    };
    format!("{rank}{ending}")
}

/// Shows the rank of one solver.
#[derive(Debug)]
pub struct BadgePanel {
    slot: usize,
}

impl BadgePanel {
    pub fn new(page: &mut Page, area: Rect) -> Self {
        let theme = &page.squares.theme;
        // Heat maps have no colour for solutions.
        let ground = theme.heat.map_or(theme.solution, |[.., queen]| queen);
        let on = |share| Pen::full(theme.queen, theme.page.covered(ground, share));
        let slot = BadgeSlot { area, em: page.em, first: on(FIRST), others: on(OTHERS), page: theme.page };
        Self { slot: page.layers.badges.add(slot, None) }
    }
}

impl Panel for BadgePanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let rank = state.rank.map(|number| Rank { number, text: ordinal(number) });
        layers.badges.set(self.slot, rank);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_written_as_ordinals() {
        let ranks = [1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map(ordinal);
        assert_eq!(ranks, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd"]);
        assert!(ranks.concat().chars().all(|character| LETTERS.contains(character)));
    }
}
