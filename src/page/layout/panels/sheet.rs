//! A page of a given size, its units, and the sizes of text on it.

use crate::page::units::Units;
use crate::picture::Rect;

use super::code::CodePart;
use super::needs::Needs;

/// The least sizes of text against the designed one. Where there is too little room, the board becomes
/// smaller first, then the text.
pub(super) const LEAST_SHARES: [f32; 3] = [0.88, 0.75, SMALLEST_SHARE];
const SMALLEST_SHARE: f32 = 0.6;

pub(super) const MARGIN: f32 = 5.0;

/// The space on the left of the board for coordinates.
pub(super) const GUTTER: f32 = 2.6;

/// The em of what explains numbers and diagrams.
pub(super) const LABEL: f32 = 2.1;

/// A page of a given size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sheet<'a> {
    pub(super) needs: &'a Needs<'a>,
    /// The least size of text against the designed one.
    pub(super) least_share: f32,
    /// How much of the code is shown.
    pub(super) code: CodePart,
    pub(super) u: Units,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A part of the width of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) x: u32,
    pub(super) width: u32,
}

impl Span {
    /// The area between two heights; `None` where the upper one is below the other.
    pub(super) fn between(self, y: u32, end: u32) -> Option<Rect> {
        Some(Rect { x: self.x, y, width: self.width, height: end.checked_sub(y)? })
    }
}

impl Sheet<'_> {
    pub(super) fn px(&self, units: f32) -> u32 {
        self.u.px(units)
    }

    /// Whether text may be as small as it ever is, as on small pages.
    pub(super) fn has_smallest_text(&self) -> bool {
        self.least_share <= SMALLEST_SHARE
    }

    /// The width between margins of so many pixels.
    pub(super) fn within(&self, margin: u32) -> Option<Span> {
        Some(Span { x: margin, width: self.width.checked_sub(2 * margin)? })
    }

    /// The width from `x` to a margin of so many pixels.
    pub(super) fn right_of(&self, x: u32, margin: u32) -> Option<Span> {
        Some(Span { x, width: self.width.checked_sub(margin + x)? })
    }

    /// The space on the left of the board for coordinates, if it has any.
    pub(super) fn gutter(&self, units: f32) -> u32 {
        if self.needs.style.coordinates { self.px(units) } else { 0 }
    }

    /// How far what has so much room to spare moves to be in the middle; the board keeps to its blocks.
    pub(super) fn middle_of(&self, spare: u32, board: u32) -> u32 {
        let half = spare / 2;
        half - half % self.needs.style.medium.unit(board / self.needs.squares())
    }

    /// A hairline.
    pub(super) fn rule(&self, span: Span, y: u32) -> Rect {
        Rect { x: span.x, y, width: span.width, height: self.u.hairline() }
    }

    /// The largest em up to the designed one at which a text fits in a width.
    pub(super) fn fitted(&self, designed: f32, fits: impl Fn(f32) -> bool) -> Option<f32> {
        self.fitted_to(designed, designed * self.least_share, fits)
    }

    /// The same, down to another em.
    pub(super) fn fitted_to(&self, designed: f32, least: f32, fits: impl Fn(f32) -> bool) -> Option<f32> {
        let least = self.u.em(least);
        let most = self.u.em(designed);
        let steps = ((most - least).ceil() as u32).max(1);
        (0..=steps).map(|step| most - (most - least) * step as f32 / steps as f32).find(|em| fits(*em))
    }
}
