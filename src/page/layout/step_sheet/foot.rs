//! The foot of a page: what the signs mean, how the sheet was made, and the number of the page.

use crate::font::Weight;
use crate::page::layout::text_place::TextPlace;
use crate::page::units::{Line, cap};
use crate::picture::Rect;

use super::{LEAST_SQUARE, MARGIN, SheetPage};

/// The side of a sign, and distances: from the boards to the rule, from there to the signs, from a sign to
/// its meaning and from there to the next sign, in units.
const SIGN: f32 = 3.2;
const TO_RULE: f32 = 2.2;
const TO_SIGNS: f32 = 2.0;
const TO_MEANING: f32 = 1.2;
const TO_NEXT: f32 = 3.4;

/// The em of text in units.
const EM: f32 = 1.9;

#[derive(Debug, Clone)]
pub struct Foot {
    pub rule: Rect,
    /// The signs, each with the place of its meaning.
    pub signs: Vec<(Rect, TextPlace)>,
    /// The rest of the line, and whether there is room for the origin before the number of the page.
    pub right: TextPlace,
    pub has_origin: bool,
}

impl SheetPage<'_> {
    /// Height of everything below the boards.
    pub(super) fn foot_height(&self) -> u32 {
        self.px(TO_RULE) + self.u.hairline() + self.px(TO_SIGNS) + self.sign() + self.px(MARGIN)
    }

    fn sign(&self) -> u32 {
        self.px(SIGN).max(LEAST_SQUARE)
    }

    fn foot_line(&self) -> Line<'_> {
        Line { font: self.needs.font, em: self.em(EM), weight: Weight::Regular }
    }

    /// Width of the foot with this text at its right.
    pub(super) fn foot_width(&self, right: &str) -> u32 {
        let line = self.foot_line();
        let sign =
            |meaning: &&str| self.sign() + self.px(TO_MEANING) + line.width(meaning) + self.px(TO_NEXT);
        // There are no more pages than steps.
        let pages = format!("{right}   {0} of {0}", self.needs.steps);
        self.needs.signs.iter().map(sign).sum::<u32>() + line.width(&pages)
    }

    /// The foot between these edges; `None` if it is too wide.
    pub(super) fn foot(&self, left: u32, right: u32) -> Option<Foot> {
        if self.foot_width("") > right - left {
            return None;
        }
        let line = self.foot_line();
        let (y, side) = (self.height - self.px(MARGIN) - self.sign(), self.sign());
        let baseline = y + u32::midpoint(side, cap(line.em));
        let mut x = left;
        let mut signs = Vec::new();
        for meaning in self.needs.signs {
            let place = TextPlace {
                x: x + side + self.px(TO_MEANING),
                baseline,
                width: line.width(meaning),
                em: line.em,
            };
            signs.push((Rect { x, y, width: side, height: side }, place));
            x = place.x + place.width + self.px(TO_NEXT);
        }
        let height = self.u.hairline();
        Some(Foot {
            rule: Rect { x: left, y: y - self.px(TO_SIGNS) - height, width: right - left, height },
            signs,
            right: TextPlace { x, baseline, width: right - x, em: line.em },
            has_origin: self.foot_width(self.needs.origin) <= right - left,
        })
    }
}
