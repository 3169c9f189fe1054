//! The listing, with the numbers of its lines or without; of a long one, a window that scrolls.

use crate::page::layout::text_width::TextWidth;
use crate::page::panels::code::{BEHIND, NUMBERS};
use crate::picture::Rect;

pub use crate::page::panels::code::CodeLayout;

use super::needs::Needs;
use super::sheet::Sheet;

/// The width of a digit, in ems.
const NUMBER_WIDTH: f32 = 0.6;

/// The least pitch of lines of code, in ems.
const LEAST_PITCH: f32 = 1.3;

/// The pitch of lines in a window, in ems.
const WINDOW_PITCH: f32 = 1.4;

/// What a window has room for at least: so many lines, and so many ems of each.
const WINDOW_LINES: usize = 9;
const WINDOW_WIDTH: f32 = 22.0;

/// The least em of source, and of code in a window, against the designed one.
const LEAST_EM: f32 = 0.8;

/// Source with more or longer lines (in ems) is shown in a window from the start: to show all of it
/// would make the board small.
const MOST_WHOLE_LINES: usize = 20;
const MOST_WHOLE_WIDTH: f32 = 28.0;

/// How much of the code is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CodePart {
    Whole,
    /// A number of lines that fit, as much of each as fits.
    Window,
}

impl CodePart {
    /// The parts that are tried, the best first.
    pub(super) fn tried(needs: &Needs<'_>) -> &'static [Self] {
        match &needs.style.panels.code {
            Some(listing) if listing.is_source() && is_large(&needs.widths.code) => &[Self::Window],
            Some(listing) if listing.may_scroll() => &[Self::Whole, Self::Window],
            Some(_) | None => &[Self::Whole],
        }
    }
}

/// Whether source is too large to be shown whole.
fn is_large(lines: &[(f32, TextWidth)]) -> bool {
    const EM: f32 = 100.0;
    lines.len() > MOST_WHOLE_LINES || widest(lines, EM) > MOST_WHOLE_WIDTH * EM
}

/// The width of one level of indentation.
fn indent(em: f32) -> f32 {
    3.6 / 2.8 * em
}

/// The width of the longest line at this em.
fn widest(lines: &[(f32, TextWidth)], em: f32) -> f32 {
    let line = |(level, text): &(f32, TextWidth)| *level * indent(em) + text.pixels(em) as f32;
    lines.iter().map(line).fold(0.0, f32::max)
}

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

/// Code in an area, which becomes as high as the code, and without numbers as wide.
pub(super) fn within(sheet: &Sheet<'_>, style: CodeStyle, area: Rect) -> Option<CodeLayout> {
    let listing = sheet.needs.style.panels.code.as_ref()?;
    let has_numbers = style.has_numbers || listing.is_numbered();
    let lines = &sheet.needs.widths.code;
    let bar = sheet.px(0.56).max(2);
    // The right edge of the numbers, which are never too small to be read, and the left of the code.
    let digits = lines.len().to_string().len() as f32 * NUMBER_WIDTH;
    let right = |em: f32| (3.5 / 2.8 * em).max(bar as f32 + digits * sheet.u.em(0.0).max(NUMBERS * em) + 1.0);
    let gutter = |em: f32| if has_numbers { (5.3 / 2.8 * em).max(right(em) + 0.4 * em) } else { 0.5 * em };
    let wide = |em: f32| {
        let widest = widest(lines, em);
        let needed = match sheet.code {
            CodePart::Window if listing.may_be_cut() => widest.min(WINDOW_WIDTH * em),
            CodePart::Whole | CodePart::Window => widest,
        };
        (gutter(em) + needed + BEHIND * em).ceil() as u32
    };
    let least_lines = match sheet.code {
        CodePart::Whole => lines.len(),
        CodePart::Window => lines.len().min(WINDOW_LINES),
    };
    let fits =
        |em: f32| wide(em) <= area.width && least_lines as f32 * LEAST_PITCH * em <= area.height as f32;
    // Listings of other programs may be long: code may become smaller than other text.
    let has_least = listing.is_source() || sheet.code == CodePart::Window;
    let least = if has_least { LEAST_EM * style.em } else { 0.0 };
    let em = sheet.fitted_to(style.em, least, fits)?;
    let (shown, pitch) = match sheet.code {
        CodePart::Whole => (lines.len(), (style.pitch * sheet.u.0).max(LEAST_PITCH * em)),
        CodePart::Window => {
            let room = (area.height as f32 / (WINDOW_PITCH * em)) as usize;
            (room.clamp(least_lines, lines.len()), WINDOW_PITCH * em)
        }
    };
    let pitch = pitch.min(area.height as f32 / shown as f32);
    let width = if has_numbers || sheet.code == CodePart::Window {
        area.width
    } else {
        wide(em).max(area.width.min(wide(em) + sheet.px(1.0)))
    };
    Some(CodeLayout {
        area: Rect { width, height: (shown as f32 * pitch) as u32, ..area },
        lines: shown,
        pitch,
        em,
        numbers: has_numbers.then(|| right(em).ceil() as u32),
        left: gutter(em) as u32,
        indent: indent(em),
        bar,
    })
}
