//! A page of a given size, and its units.

use crate::page::layout::text_width::TextWidth;
use crate::page::units::Units;

use super::needs::Needs;

pub(super) const MARGIN: f32 = 6.0;

/// The em of what explains charts and numbers.
pub(super) const LABEL: f32 = 2.1;

/// Pages this wide against their height have lower rows.
const WIDE: f32 = 1.6;

/// A page, with text of a given scale.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sheet<'a> {
    pub(super) needs: &'a Needs<'a>,
    pub(super) u: Units,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) scale: f32,
}

impl Sheet<'_> {
    pub(super) fn px(&self, units: f32) -> u32 {
        self.u.px(units)
    }

    /// The em of text of a designed size.
    pub(super) fn em(&self, units: f32) -> f32 {
        self.u.em(units * self.scale)
    }

    pub(super) fn is_wide(&self) -> bool {
        self.width as f32 / self.height as f32 >= WIDE
    }

    pub(super) fn margin(&self) -> u32 {
        self.px(MARGIN)
    }

    /// The width between the margins.
    pub(super) fn full(&self) -> u32 {
        self.width - 2 * self.margin()
    }

    /// The right margin.
    pub(super) fn right(&self) -> u32 {
        self.width - self.margin()
    }

    /// The largest em up to a designed one at which a text fits in a width.
    pub(super) fn fitted(&self, designed: f32, least: f32, text: TextWidth, room: u32) -> Option<f32> {
        let (most, least) = (self.em(designed), self.u.em(least));
        let steps = ((most - least).ceil() as u32).max(1);
        let step = |step: u32| (most - (most - least) * step as f32 / steps as f32).max(least);
        (0..=steps).map(step).find(|em| text.pixels(*em) <= room)
    }
}
