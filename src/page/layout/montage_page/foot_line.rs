//! The line at the foot of a page of many boards: the note, and the scale of a heat map or how the
//! page was made.

use crate::font::Weight;
use crate::page::layout::montage::{HeatScale, TextInk, TextRun};
use crate::page::units::cap;
use crate::page::{MontageText, Note};
use crate::picture::Rect;

use super::{Sheet, heat_scale};

const EM: f32 = 1.7;

/// The height of the line with the space above it.
pub(super) fn height(sheet: Sheet<'_>) -> u32 {
    sheet.units.px(4.2).max((1.8 * sheet.units.em(EM)).ceil() as u32)
}

/// The line on the lower edge of a page; empty if there is not enough room.
pub(super) fn set(sheet: Sheet<'_>, page: Rect) -> (Vec<TextRun>, Option<HeatScale>) {
    let em = sheet.units.em(EM);
    let baseline = page.bottom();
    let MontageText { note, origin, .. } = sheet.request.text;
    let has_scale = sheet.request.has_scale;
    let bold = |text: &str| sheet.line(em, Weight::Bold).width(text);
    let regular = |text: &str| sheet.line(em, Weight::Regular).width(text);
    let space = regular(" ");
    let notes: Vec<Option<(&Note, &str)>> = match note {
        Some(note) => vec![Some((note, &*note.text)), Some((note, note.first_sentence())), None],
        None => vec![None],
    };
    let right_text = if has_scale { Some(heat_scale::WORDS) } else { origin.as_deref() };
    let rights = if right_text.is_some() { vec![right_text, None] } else { vec![None] };
    let cell = sheet.units.px(2.6).max((1.5 * em).round() as u32);
    let after_head =
        |note: &Note| bold(&note.head) + if note.is_headline { em.round() as u32 } else { space };
    let fits = |note: Option<(&Note, &str)>, right: Option<&str>| {
        let left = note.map_or(0, |(note, text)| after_head(note) + regular(text));
        let cells = if has_scale { cell * HeatScale::CELLS + space * 2 } else { 0 };
        let right = cells + right.map_or(0, regular);
        let gap = if left > 0 && right > 0 { (2.0 * em) as u32 } else { 0 };
        left + gap + right <= page.width
    };
    let mut pairs = notes.iter().flat_map(|note| rights.iter().map(move |right| (*note, *right)));
    let Some((note, right)) = pairs.find(|(note, right)| fits(*note, *right)) else {
        return (Vec::new(), None);
    };
    let run = |x, text: &str, weight, ink| TextRun { x, baseline, text: text.to_owned(), em, weight, ink };
    let mut runs = Vec::new();
    if let Some((note, text)) = note {
        runs.push(run(page.x, &note.head, Weight::Bold, TextInk::Ink));
        runs.push(run(page.x + after_head(note), text, Weight::Regular, TextInk::Muted));
    }
    let mut right_edge = page.right();
    if let Some(text) = right {
        right_edge = right_edge.saturating_sub(regular(text));
        runs.push(run(right_edge, text, Weight::Regular, TextInk::Muted));
        right_edge = right_edge.saturating_sub(2 * space);
    }
    let scale = has_scale.then(|| HeatScale {
        x: right_edge.saturating_sub(cell * HeatScale::CELLS),
        // Centred on the capitals beside it.
        y: baseline.saturating_sub(u32::midpoint(cap(em), cell)),
        cell,
    });
    runs.extend(scale.into_iter().flat_map(|scale| heat_scale::numbers(sheet, scale)));
    (runs, scale)
}
