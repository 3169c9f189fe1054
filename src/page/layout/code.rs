//! How a listing is set, with the numbers of its lines or without; of a long one, a window that scrolls.

use crate::page::layout::text_width::TextWidth;
use crate::page::units::Units;
use crate::picture::Rect;
use crate::search::Listing;

use super::flow::{Span, between};

/// The em of line numbers against that of the code.
pub const NUMBERS: f32 = 0.72;

/// What is free behind the longest line, in ems.
pub const BEHIND: f32 = 0.6;

/// The width of a digit, in ems.
const NUMBER_WIDTH: f32 = 0.6;

/// The width of one level of indentation, in ems.
const INDENT: f32 = 3.6 / 2.8;

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
pub enum CodePart {
    Whole,
    /// A number of lines that fit, as much of each as fits.
    Window,
}

/// How code is set: its em and its pitch in units, and whether its lines are numbered.
#[derive(Debug, Clone, Copy)]
pub struct CodeStyle {
    pub em: f32,
    pub pitch: f32,
    pub has_numbers: bool,
}

/// A listing with its lines: their indentations in levels, and the widths of their texts.
#[derive(Debug)]
pub struct MeasuredCode<'a> {
    pub listing: &'a Listing,
    pub lines: Vec<(f32, TextWidth)>,
}

/// A listing on a page with these units.
#[derive(Debug, Clone, Copy)]
pub struct CodeSheet<'a> {
    pub code: &'a MeasuredCode<'a>,
    pub part: CodePart,
    pub style: CodeStyle,
    pub u: Units,
}

/// How a listing is set in its area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CodeLayout {
    pub area: Rect,
    /// The number of lines that are shown at once.
    pub lines: usize,
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

impl MeasuredCode<'_> {
    /// The parts that are tried, the best first.
    pub fn parts(&self) -> &'static [CodePart] {
        const EM: f32 = 100.0;
        let is_large = self.lines.len() > MOST_WHOLE_LINES || self.widest(EM) > MOST_WHOLE_WIDTH * EM;
        if self.listing.is_source() && is_large {
            &[CodePart::Window]
        } else if self.listing.may_scroll() {
            &[CodePart::Whole, CodePart::Window]
        } else {
            &[CodePart::Whole]
        }
    }

    /// The width of the longest line at this em.
    fn widest(&self, em: f32) -> f32 {
        let line = |(level, text): &(f32, TextWidth)| level * INDENT * em + text.pixels(em) as f32;
        self.lines.iter().map(line).fold(0.0, f32::max)
    }
}

impl CodeSheet<'_> {
    /// The least em, and the designed one.
    fn ems(&self) -> [f32; 2] {
        // Listings of other programs may be long: code may become smaller than other text.
        let has_least = self.code.listing.is_source() || self.part == CodePart::Window;
        [if has_least { LEAST_EM * self.style.em } else { 0.0 }, self.style.em].map(|em| self.u.em(em))
    }

    fn has_numbers(&self) -> bool {
        self.style.has_numbers || self.code.listing.is_numbered()
    }

    /// Whether it uses all the width that it gets.
    pub fn is_wide(&self) -> bool {
        self.has_numbers() || self.part == CodePart::Window
    }

    fn bar(&self) -> u32 {
        self.u.px(0.56).max(2)
    }

    /// The right edge of the numbers, which are never too small to be read.
    fn right_of_numbers(&self, em: f32) -> f32 {
        let digits = self.code.lines.len().to_string().len() as f32 * NUMBER_WIDTH;
        let width = digits * self.u.em(0.0).max(NUMBERS * em);
        (3.5 / 2.8 * em).max(self.bar() as f32 + width + 1.0)
    }

    /// The left of the code.
    fn left(&self, em: f32) -> f32 {
        if self.has_numbers() { (5.3 / 2.8 * em).max(self.right_of_numbers(em) + 0.4 * em) } else { 0.5 * em }
    }

    fn width_at(&self, em: f32) -> u32 {
        let widest = self.code.widest(em);
        let needed = match self.part {
            CodePart::Window if self.code.listing.may_be_cut() => widest.min(WINDOW_WIDTH * em),
            CodePart::Whole | CodePart::Window => widest,
        };
        (self.left(em) + needed + BEHIND * em).ceil() as u32
    }

    fn least_lines(&self) -> usize {
        let all = self.code.lines.len();
        match self.part {
            CodePart::Whole => all,
            CodePart::Window => all.min(WINDOW_LINES),
        }
    }

    /// The pitch in room enough.
    fn pitch(&self, em: f32) -> f32 {
        match self.part {
            CodePart::Whole => (self.style.pitch * self.u.0).max(LEAST_PITCH * em),
            CodePart::Window => WINDOW_PITCH * em,
        }
    }

    /// The width that it needs, and that with which it is as large as designed.
    pub fn width(&self) -> Span {
        let [least, most] = self.ems().map(|em| self.width_at(em));
        between(least, most + self.u.px(1.0))
    }

    /// The height that it needs, and that with which it is as large as designed.
    pub fn height(&self) -> Span {
        let [least, most] = self.ems();
        let least = (self.least_lines() as f32 * LEAST_PITCH * least).ceil() as u32;
        between(least, (self.code.lines.len() as f32 * self.pitch(most)).ceil() as u32)
    }

    /// Code in an area, which becomes as high as the code; `None` where there is not enough room.
    pub fn within(&self, area: Rect) -> Option<CodeLayout> {
        let least_lines = self.least_lines();
        let fits = |em: &f32| {
            self.width_at(*em) <= area.width && least_lines as f32 * LEAST_PITCH * em <= area.height as f32
        };
        let [least, most] = self.ems();
        let steps = ((most - least).ceil() as u16).max(1);
        let em =
            (0..=steps).map(|step| most - (most - least) * f32::from(step) / f32::from(steps)).find(fits)?;
        let shown = match self.part {
            CodePart::Whole => least_lines,
            CodePart::Window => {
                ((area.height as f32 / self.pitch(em)) as usize).clamp(least_lines, self.code.lines.len())
            }
        };
        let pitch = self.pitch(em).min(area.height as f32 / shown as f32);
        Some(CodeLayout {
            area: Rect { height: (shown as f32 * pitch) as u32, ..area },
            lines: shown,
            pitch,
            em,
            numbers: self.has_numbers().then(|| self.right_of_numbers(em).ceil() as u32),
            left: self.left(em) as u32,
            indent: INDENT * em,
            bar: self.bar(),
        })
    }
}
