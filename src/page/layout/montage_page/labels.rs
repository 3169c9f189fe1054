//! The labels below boards: their sizes, and what of them has room.

use crate::page::figure::LEAST_EM;
use crate::page::layout::montage::{LabelAlign, LabelLayout, LabelNeeds};
use crate::page::layout::text_width::TextWidth;
use crate::page::units::Units;

/// The sizes of labels: their ems and the gap above them in units, and the most of a board that they
/// are high.
#[derive(Debug, Clone, Copy)]
pub(super) struct LabelStyle {
    pub(super) number: f32,
    pub(super) other: f32,
    pub(super) gap: f32,
    pub(super) share: f32,
}

/// Labels below boards of some width, in pixels; all zero without labels.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Labels {
    number_em: f32,
    em: f32,
    /// From the lower edge of boards to the lower edge of labels.
    pub(super) height: f32,
    /// From the lower edge of boards to the baseline.
    pub(super) baseline: u32,
}

impl Labels {
    pub(super) fn below(board: f32, needs: Option<LabelNeeds>, style: LabelStyle, units: Units) -> Self {
        let Some(needs) = needs else { return Self::default() };
        let (number, other) = (units.em(style.number), units.em(style.other));
        let scale = (style.share * board / number).min(1.0);
        let (number_em, em) = ((number * scale).max(LEAST_EM), (other * scale).max(LEAST_EM));
        let to_baseline = (units.px(style.gap) as f32).max(2.0) + needs.reach.0 * number_em;
        let height = to_baseline + needs.reach.1 * number_em;
        Self { number_em, em, height, baseline: to_baseline.round() as u32 }
    }

    /// What is shown below boards that are so far apart; `None` if even the number is too wide.
    pub(super) fn layout(self, needs: &LabelNeeds, board: f32, pitch: f32) -> Option<LabelLayout> {
        let Self { number_em, em, baseline, .. } = self;
        // A little smaller, if that makes room for all.
        let ems = [1.0, 0.92, 0.85].map(|scale| (scale * em).max(LEAST_EM));
        let fits = |em: f32| Some((em, shown(needs, (number_em, em), board, pitch)?));
        let all = ems.into_iter().filter_map(fits).find(|(_, shown)| *shown == (true, true));
        let (em, (has_images, has_placement)) = all.or_else(|| fits(em))?;
        Some(LabelLayout { number_em, em, baseline, align: LabelAlign::Edges, has_images, has_placement })
    }
}

/// Whether there is room for the number of images and for the placement; `None` if there is none even
/// for the number.
fn shown(needs: &LabelNeeds, ems: (f32, f32), board: f32, pitch: f32) -> Option<(bool, bool)> {
    let (number_em, em) = ems;
    let gap = 0.6 * em;
    let number = needs.number.exact_pixels(number_em);
    let images = needs.images.map_or(0.0, |widest| gap + widest.exact_pixels(em));
    let fits_beside = |widest: TextWidth| number + images + 2.0 * gap + widest.exact_pixels(em) <= board;
    let alone = pitch - gap;
    (number <= alone).then(|| (number + images <= alone, needs.placement.is_none_or(fits_beside)))
}
