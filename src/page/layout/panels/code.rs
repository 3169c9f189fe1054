//! The listing, with the numbers of its lines or without.

use crate::page::layout::text_width::TextWidth;
use crate::page::panels::code::NUMBERS;
use crate::picture::Rect;

use super::sheet::Sheet;

/// The width of a digit, in ems.
const NUMBER_WIDTH: f32 = 0.6;

/// The least pitch of lines of code, in ems.
const LEAST_PITCH: f32 = 1.3;

/// How code is set: its em and its pitch in units, and whether its lines are numbered.
#[derive(Debug, Clone, Copy)]
pub(super) struct CodeStyle {
    pub(super) em: f32,
    pub(super) pitch: f32,
    pub(super) has_numbers: bool,
}

impl CodeStyle {
    /// On pages that are nearly square.
    pub(super) const SMALL: Self = Self { em: 2.25, pitch: 3.3, has_numbers: false };
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CodeLayout {
    pub area: Rect,
    /// From one baseline to the next.
    pub pitch: f32,
    pub em: f32,
    /// Width of the numbers of lines; `None` without numbers.
    pub numbers: Option<u32>,
    /// Left of the code.
    pub left: u32,
    /// Width of one level of indentation.
    pub indent: f32,
    /// Width of the bar of the highlighted line.
    pub bar: u32,
}

/// Code in an area, which becomes as high as the code, and without numbers as wide.
pub(super) fn within(sheet: &Sheet<'_>, style: CodeStyle, area: Rect) -> Option<CodeLayout> {
    let CodeStyle { em, pitch, has_numbers } = style;
    let lines = &sheet.needs.widths.code;
    let bar = sheet.px(0.56).max(2);
    // The right edge of the numbers, which are never too small to be read, and the left of the code.
    let digits = lines.len().to_string().len() as f32 * NUMBER_WIDTH;
    let right = |em: f32| (3.5 / 2.8 * em).max(bar as f32 + digits * sheet.u.em(0.0).max(NUMBERS * em) + 1.0);
    let gutter = |em: f32| if has_numbers { (5.3 / 2.8 * em).max(right(em) + 0.4 * em) } else { 0.5 * em };
    let indent = |em: f32| 3.6 / 2.8 * em;
    let wide = |em: f32| {
        let line = |(level, text): &(u32, TextWidth)| *level as f32 * indent(em) + text.pixels(em) as f32;
        (gutter(em) + lines.iter().map(line).fold(0.0, f32::max) + 0.6 * em).ceil() as u32
    };
    let count = lines.len() as f32;
    let fits = |em: f32| wide(em) <= area.width && count * LEAST_PITCH * em <= area.height as f32;
    // Listings of other programs may be long: code may become smaller than other text.
    let em = sheet.fitted_to(em, 0.0, fits)?;
    let pitch = (pitch * sheet.u.0).max(LEAST_PITCH * em).min(area.height as f32 / count);
    let width = if has_numbers { area.width } else { wide(em).max(area.width.min(wide(em) + sheet.px(1.0))) };
    Some(CodeLayout {
        area: Rect { width, height: (count * pitch) as u32, ..area },
        pitch,
        em,
        numbers: has_numbers.then(|| right(em).ceil() as u32),
        left: gutter(em) as u32,
        indent: indent(em),
        bar,
    })
}

impl CodeLayout {
    pub(super) fn moved(self, right: u32, down: u32) -> Self {
        Self { area: self.area.moved(right, down), ..self }
    }
}
