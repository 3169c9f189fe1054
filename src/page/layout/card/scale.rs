//! The sizes of a card: from those that look best to the smallest that can be read.

use crate::font::Font;
use crate::page::figure::LEAST_EM;
use crate::page::units::Units;

/// Each scale against the one before.
const STEP: f32 = 0.94;

/// The largest on pages so much higher than wide, where text below a board has much room.
const HIGH: f32 = 1.3;
const LARGEST_ON_HIGH: f32 = 1.4;

/// Text and gaps of a card, at some scale.
#[derive(Debug, Clone, Copy)]
pub struct Scale<'a> {
    pub font: &'a Font,
    u: Units,
    /// How large all is against the designed size.
    share: f32,
    /// Whether words are split that are wider than their line.
    pub splits_words: bool,
}

impl<'a> Scale<'a> {
    /// The scales of a page, the largest first, down to that at which text of `most` units is as small as
    /// text may be.
    pub fn all((width, height): (u32, u32), font: &'a Font, most: f32) -> impl Iterator<Item = Self> {
        let u = Units::of(width, height);
        let largest = if height as f32 / width as f32 >= HIGH { LARGEST_ON_HIGH } else { 1.0 };
        let least = (LEAST_EM / (most * u.0)).min(1.0);
        let steps = ((least / largest).ln() / STEP.ln()).ceil().max(0.0) as i32;
        let shares = (0..=steps).map(move |step| (largest * STEP.powi(step)).max(least));
        let whole = shares.map(move |share| Self { font, u, share, splits_words: false });
        whole.chain([Self { font, u, share: least, splits_words: true }])
    }

    pub fn em(self, units: f32) -> f32 {
        self.u.em(units * self.share)
    }

    pub fn px(self, units: f32) -> u32 {
        self.u.px(units * self.share)
    }

    /// How large it is against the designed size.
    pub const fn share(self) -> f32 {
        self.share
    }
}
