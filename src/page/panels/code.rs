//! The listing of the algorithm. The current line of code is highlighted in the colour of its result.

use std::borrow::Cow;

use crate::font::{Font, Weight};
use crate::page::inks::{Inks, State};
use crate::page::layout::flow::{Span, between, sizes};
use crate::page::layout::{CAP, TextWidth, Units, X_HEIGHT};
use crate::page::pen::{Colours, Pen, TextStyle};
use crate::page::scene::{Drawing, Id, Scene, Tag};
use crate::page::shape::{Align, Shape, Text};
use crate::page::{Page, figure};
use crate::picture::Rect;
use crate::search::Listing;

use super::{Panel, PanelInput, led_to};

/// The em of line numbers, relative to the code.
const NUMBERS: f32 = 0.72;

/// Space after the longest line of code, in ems.
const BEHIND: f32 = 0.6;

/// Width of a digit, in ems.
const NUMBER_WIDTH: f32 = 0.6;

/// Width of an indentation level, in ems.
const INDENT: f32 = 3.6 / 2.8;

/// Minimum line pitch of code, in ems.
const LEAST_PITCH: f32 = 1.3;

/// Line pitch in a window, in ems.
const WINDOW_PITCH: f32 = 1.4;

/// Minimum height of a window, in lines of code.
const WINDOW_LINES: usize = 9;
/// Minimum width of a window, in ems.
const WINDOW_WIDTH: f32 = 22.0;

/// Minimum em of source, and of code in a window, relative to the design.
const LEAST_EM: f32 = 0.8;

/// Source with more lines of code is always shown in a window, since showing all of it would make the board small.
const MOST_WHOLE_LINES: usize = 20;
/// Source with wider lines of code, in ems, is always shown in a window.
const MOST_WHOLE_WIDTH: f32 = 28.0;

/// Bold words at the start of a line of code.
const KEYWORDS: [&str; 4] = ["for each", "else if", "else", "if"];

/// Spaces of an indentation level in source.
const SOURCE_LEVEL: f32 = 4.0;

/// Replaces characters of source whose glyphs are missing, if the font has this sign.
const LACKING: char = char::REPLACEMENT_CHARACTER;

/// Marks truncated text; in code only if the font has this sign.
pub const ELLIPSIS: &str = "…";

fn lines<'a>(listing: &'a Listing, font: &'a Font) -> impl Iterator<Item = (f32, Cow<'a, str>)> {
    let level = listing.lines().map(spaces).filter(|spaces| *spaces > 0).min().unwrap_or(1);
    listing.lines().map(move |line| {
        let (spaces, code) = (spaces(line), line.trim_start());
        if listing.is_source() {
            (spaces as f32 / SOURCE_LEVEL, drawable(font, code))
        } else {
            (spaces.div_ceil(level) as f32, Cow::Borrowed(code))
        }
    })
}

fn spaces(line: &str) -> u32 {
    (line.len() - line.trim_start().len()) as u32
}

fn drawable<'a>(font: &Font, code: &'a str) -> Cow<'a, str> {
    if font.lacking(code).is_none() {
        return Cow::Borrowed(code);
    }
    let has = |character: char| font.lacking(character.encode_utf8(&mut [0; 4])).is_none();
    let sign = if has(LACKING) { LACKING } else { '?' };
    code.chars().map(|character| if has(character) { character } else { sign }).collect()
}

/// Truncates a line of code to a width at this em.
fn cut<'a>(font: &Font, em: f32, code: &'a str, width: u32) -> Cow<'a, str> {
    if font.pixels(code, em) <= width {
        return Cow::Borrowed(code);
    }
    let sign = if font.lacking(ELLIPSIS).is_none() { ELLIPSIS } else { "..." };
    Cow::Owned(truncated(font, em, code, width, sign))
}

/// Truncates text to a width at this em; `sign` marks the end of truncated text.
pub fn truncated(font: &Font, em: f32, text: &str, width: u32, sign: &str) -> String {
    let mut rest = width.saturating_sub(font.pixels(sign, em));
    let fits = |character: &char| {
        let wide = font.pixels(character.encode_utf8(&mut [0; 4]), em);
        let fits = wide <= rest;
        rest = rest.saturating_sub(wide);
        fits
    };
    let kept: String = text.chars().take_while(fits).collect();
    kept.trim_end().to_owned() + sign
}

fn runs(line: &str) -> Vec<(Weight, String)> {
    let ends_word = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    let keyword = KEYWORDS.into_iter().find(|word| line.strip_prefix(word).is_some_and(ends_word));
    let (bold, rest) = line.split_at(keyword.map_or(0, str::len));
    let runs = [(Weight::Bold, bold.to_owned()), (Weight::Regular, rest.to_owned())];
    runs.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

/// Returns the first visible line of code of a window that shows `lines` of `all` lines of code. The window began
/// at `top`; `lit` is the highlighted line of code.
///
/// The window stays while `lit` is not at its edge; otherwise it is centred on `lit`.
fn scrolled(top: usize, lines: usize, all: usize, lit: usize) -> usize {
    let around = (lines / 5).min(2);
    let last = all.saturating_sub(lines);
    let is_inside = |first: usize| {
        let above = if first == 0 { 0 } else { around };
        let below = if first == last { 0 } else { around };
        (first + above..first + lines - below).contains(&lit)
    };
    if is_inside(top) { top } else { lit.saturating_sub(lines / 2).min(last) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodePart {
    Whole,
    /// As many lines as fit, truncated to the width.
    Window,
}

/// The style of code: em and pitch in units, and whether its lines are numbered.
#[derive(Debug, Clone, Copy)]
pub struct CodeStyle {
    pub em: f32,
    pub pitch: f32,
    pub has_numbers: bool,
}

/// A listing with the indentation levels and text widths of its lines.
#[derive(Debug)]
pub struct MeasuredCode<'a> {
    listing: &'a Listing,
    lines: Vec<(f32, TextWidth)>,
}

/// A listing on a page with these units.
#[derive(Debug, Clone, Copy)]
pub struct StyledCode<'a> {
    pub code: &'a MeasuredCode<'a>,
    pub part: CodePart,
    pub style: CodeStyle,
    pub u: Units,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CodeLayout {
    pub area: Rect,
    pub lines: usize,
    /// Distance between baselines.
    pub pitch: f32,
    pub em: f32,
    /// Width of the line numbers; `None` without line numbers.
    pub numbers: Option<u32>,
    pub left: u32,
}

fn bar(u: Units) -> u32 {
    u.px(0.56).max(2)
}

impl<'a> MeasuredCode<'a> {
    pub fn of(listing: &'a Listing, font: &Font) -> Self {
        let line = |(level, text): (f32, Cow<'_, str>)| (level, TextWidth::of(font, Weight::Bold, &text));
        Self { listing, lines: lines(listing, font).map(line).collect() }
    }

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

    /// Returns the width of the longest line of code at this em.
    fn widest(&self, em: f32) -> f32 {
        let line = |(level, text): &(f32, TextWidth)| level * INDENT * em + text.pixels(em) as f32;
        self.lines.iter().map(line).fold(0.0, f32::max)
    }
}

impl StyledCode<'_> {
    /// Returns the minimum em and the designed em.
    fn ems(&self) -> [f32; 2] {
        // Listings of other programs may be long: code may be smaller than other text.
        let has_least = self.code.listing.is_source() || self.part == CodePart::Window;
        [if has_least { LEAST_EM * self.style.em } else { 0.0 }, self.style.em].map(|em| self.u.em(em))
    }

    fn has_numbers(&self) -> bool {
        self.style.has_numbers || self.code.listing.is_numbered()
    }

    fn right_of_numbers(&self, em: f32) -> f32 {
        let digits = self.code.lines.len().to_string().len() as f32 * NUMBER_WIDTH;
        let width = digits * self.u.em(0.0).max(NUMBERS * em);
        (3.5 / 2.8 * em).max(bar(self.u) as f32 + width + 1.0)
    }

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

    fn pitch(&self, em: f32) -> f32 {
        match self.part {
            CodePart::Whole => (self.style.pitch * self.u.0).max(LEAST_PITCH * em),
            CodePart::Window => WINDOW_PITCH * em,
        }
    }

    pub fn width(&self) -> Span {
        let [least, most] = self.ems().map(|em| self.width_at(em));
        // Highlighted lines and truncated lines use the full width.
        let is_wide = self.has_numbers() || self.part == CodePart::Window;
        between(least, if is_wide { u32::MAX } else { most + self.u.px(1.0) })
    }

    pub fn height(&self) -> Span {
        let [least, most] = self.ems();
        let least = (self.least_lines() as f32 * LEAST_PITCH * least).ceil() as u32;
        between(least, (self.code.lines.len() as f32 * self.pitch(most)).ceil() as u32)
    }

    /// Returns the layout in an area, reduced to the height of the code; `None` if the code does not fit.
    pub fn within(&self, area: Rect) -> Option<CodeLayout> {
        let least_lines = self.least_lines();
        let fits = |em: &f32| {
            self.width_at(*em) <= area.width && least_lines as f32 * LEAST_PITCH * em <= area.height as f32
        };
        let [least, most] = self.ems();
        let em = sizes(most, least).find(fits)?;
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
        })
    }
}

struct CodeLine {
    /// The number of the line of code, if numbers are shown.
    number: Option<String>,
    runs: Vec<(Weight, String)>,
    /// Start of the code, in pixels from the left edge.
    left: u32,
}

/// Highlights the current line of code, and scrolls to it.
pub struct CodePanel {
    layout: CodeLayout,
    font: Font,
    inks: Inks,
    /// Width of the bar in pixels.
    bar: u32,
    lines: Vec<CodeLine>,
    /// The areas of the visible lines of code.
    places: Vec<(Id, Rect)>,
    /// The index of the first visible line of code.
    top: usize,
}

impl CodePanel {
    pub fn new(page: &mut Page, listing: &Listing, layout: CodeLayout) -> Self {
        let CodeLayout { area, lines: shown, pitch, em, numbers, left } = layout;
        let font = page.font.weight(Weight::Regular);
        let line = |(number, (level, code)): (usize, (f32, Cow<'_, str>))| {
            let left = left + (level * (INDENT * em)) as u32;
            let room = area.width.saturating_sub(left + (BEHIND * em) as u32);
            let code = if listing.may_be_cut() { cut(font, em, &code, room) } else { code };
            let runs =
                if listing.has_keywords() { runs(&code) } else { vec![(Weight::Regular, code.into_owned())] };
            CodeLine { number: numbers.map(|_| number.to_string()), runs, left }
        };
        let lines: Vec<_> = (1..).zip(lines(listing, &page.font)).map(line).collect();
        let places = (0..shown as u32).map(|index| {
            let top = |index: u32| (index as f32 * pitch).round() as u32;
            let height = top(index + 1) - top(index);
            let area = Rect { x: area.x, y: area.y + top(index), width: area.width, height };
            (page.scene.add(Tag::Code, area), area)
        });
        let places = places.collect();
        let (inks, bar) = (page.squares.inks, bar(Units::of(page.width, page.height)));
        let panel = Self { layout, font: page.font.clone(), inks, bar, lines, places, top: 0 };
        let pens = [None].into_iter().chain(State::ALL.map(Some)).flat_map(|lit| panel.pens(lit));
        page.colours.extend(pens.map(Colours::Blends));
        page.colours.extend(State::ALL.map(|state| Colours::One(inks.bar(state))));
        panel.show(None, &mut page.scene);
        panel
    }

    /// Returns the colours of a line of code and of its number. If `lit` is set, the line of code is highlighted.
    fn pens(&self, lit: Option<State>) -> [Pen; 2] {
        let Inks { ink, muted, page, .. } = self.inks;
        match lit {
            Some(state) => [Pen { ink, paper: self.inks.lit(state) }; 2],
            None => [ink, muted].map(|ink| Pen { ink, paper: page }),
        }
    }

    /// Shows the lines of code in the window; highlights one if `lit` is set.
    fn show(&self, lit: Option<(usize, State)>, scene: &mut Scene) {
        for (index, (id, area)) in (self.top..).zip(&self.places) {
            let lit = lit.filter(|(line, _)| *line == index).map(|(_, state)| state);
            scene.set(*id, &(index, lit), || Drawing::panel(self.shapes(&self.lines[index], *area, lit)));
            scene.light(*id, lit.is_some());
        }
    }

    fn shapes(&self, line: &CodeLine, area: Rect, lit: Option<State>) -> Vec<Shape> {
        let CodeLayout { em, numbers, .. } = self.layout;
        let [pen, number_pen] = self.pens(lit);
        let area = Rect { x: 0, y: 0, ..area };
        // The middle between cap height and x-height is centred.
        let baseline = f32::midpoint(area.height as f32, f32::midpoint(CAP, X_HEIGHT) * em).round() as u32;
        let mut shapes = vec![Shape::Fill(area, pen.paper)];
        if let Some((content, width)) = line.number.clone().zip(numbers) {
            let em = (NUMBERS * em).max(figure::LEAST_EM);
            let style = TextStyle { em, weight: Weight::Regular, pen: number_pen };
            shapes.push(Shape::Text(Text { left: 0, width, align: Align::End, baseline, style, content }));
        }
        let mut left = line.left;
        for (weight, text) in &line.runs {
            let (style, content) = (TextStyle { em, weight: *weight, pen }, text.clone());
            let width = area.width.saturating_sub(left);
            shapes.push(Shape::Text(Text { left, width, align: Align::Start, baseline, style, content }));
            left += self.font.weight(*weight).pixels(text, em);
        }
        shapes.extend(lit.map(|state| Shape::Fill(Rect { width: self.bar, ..area }, self.inks.bar(state))));
        shapes
    }
}

impl Panel for CodePanel {
    fn draw(&mut self, view: &PanelInput<'_>, scene: &mut Scene) {
        let lit = view.frame.listing_line;
        if let Some(lit) = lit {
            self.top = scrolled(self.top, self.places.len(), self.lines.len(), lit);
        }
        self.show(lit.map(|line| (line, led_to(view.frame.moment))), scene);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_stays_while_the_line_is_not_at_its_edge() {
        // Ten lines of a hundred; two lines above and below the highlighted line stay visible.
        let expected = [
            ((0, 0), 0),
            ((0, 7), 0),
            ((0, 8), 3),
            ((3, 5), 3),
            ((3, 10), 3),
            ((3, 11), 6),
            ((3, 4), 0),
            ((20, 21), 16),
            ((20, 97), 90),
            ((90, 99), 90),
            ((90, 92), 90),
            ((90, 91), 86),
            ((90, 0), 0),
        ];
        for ((top, lit), then) in expected {
            assert_eq!(scrolled(top, 10, 100, lit), then, "from {top}, line {lit}");
        }
    }

    #[test]
    fn the_line_is_always_in_the_window() {
        for (lines, all) in (1..=12).flat_map(|lines| (lines..=25).map(move |all| (lines, all))) {
            for (top, lit) in (0..=all - lines).flat_map(|top| (0..all).map(move |lit| (top, lit))) {
                let first = scrolled(top, lines, all, lit);
                assert!(first + lines <= all, "{first}: {lines} of {all}");
                assert!((first..first + lines).contains(&lit), "{lit} is not in {lines} from {first}");
            }
        }
    }

    #[test]
    fn long_lines_are_cut_and_unknown_characters_have_a_sign() {
        let font = Font::default();
        let code = "place(row, column)  # 皇后 placed";
        let shown = drawable(&font, code);
        assert_eq!(shown, "place(row, column)  # \u{fffd}\u{fffd} placed");
        let room = font.pixels("place(row, …", 16.0);
        assert_eq!(cut(&font, 16.0, &shown, room), "place(row,…");
        assert_eq!(cut(&font, 16.0, &shown, font.pixels(&shown, 16.0)), shown);
    }
}
