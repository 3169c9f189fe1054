//! The place of a solver that is at its end.

use super::frame_buffer::FrameBuffer;
use super::palette::{Palette, Ramp};
use super::text::{Align, Pen, write};
use crate::font::{Font, Letters};
use crate::page::Theme;
use crate::picture::Rect;

/// All that places are written in.
pub const LETTERS: &str = "0123456789stndrh";

/// Left and right of the place, in ems.
const PADDING: f32 = 0.6;

/// How much of the colour there is behind the first place, and behind the others.
const FIRST: f32 = 0.7;
const OTHERS: f32 = 0.3;

/// Width in ems of the widest among so many places.
pub fn width(places: usize, font: &Font) -> f32 {
    (1..=places).map(|place| font.room(&ordinal(place))).fold(0.0, f32::max) + 2.0 * PADDING
}

fn ordinal(place: usize) -> String {
    let ending = match (place % 10, place % 100) {
        (1, not) if not != 11 => "st",
        (2, not) if not != 12 => "nd",
        (3, not) if not != 13 => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// A place on a ground of its own; none at first.
#[derive(Debug)]
pub struct Badge {
    area: Rect,
    page: u8,
    first: Ramp,
    others: Ramp,
    shown: Option<usize>,
}

impl Badge {
    pub fn new(area: Rect, theme: &Theme, palette: &mut Palette) -> Self {
        // Heat maps have no colour for solutions.
        let ground = theme.heat.map_or(theme.solution, |[.., queen]| queen);
        let mut on = |share| palette.ramp(theme.queen, theme.page.covered(ground, share));
        let (first, others) = (on(FIRST), on(OTHERS));
        Self { area, page: palette.index(theme.page), first, others, shown: None }
    }

    /// Shows a place, or none, instead of what stands there.
    pub fn show(&mut self, place: Option<usize>, letters: &mut Letters, stage: &mut FrameBuffer) {
        if self.shown == place {
            return;
        }
        let Rect { width, height, .. } = self.area;
        let mut pixels = vec![self.page; self.area.pixels() as usize];
        if let Some(place) = place {
            let pen = Pen { ink: if place == 1 { self.first } else { self.others }, strength: 1.0 };
            pixels.fill(pen.ink[0]);
            write(&ordinal(place), pen, Align::Centre, letters, &mut pixels, (0, width, height), width);
        }
        stage.replace(self.area, &pixels);
        self.shown = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_as_they_are_said() {
        let places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map(ordinal);
        assert_eq!(places, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd"]);
        assert!(places.concat().chars().all(|character| LETTERS.contains(character)));
    }
}
