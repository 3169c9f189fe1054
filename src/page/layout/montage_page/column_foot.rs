//! The foot of a column of text beside few boards: the note, and below it the scale of a heat map.

use crate::font::Weight;
use crate::page::Note;
use crate::page::layout::montage::{HeatScale, TextInk, TextRun};
use crate::page::units::cap;
use crate::picture::Rect;

use super::text::{Block, between_baselines, set_lines, shrinking};
use super::{Sheet, heat_scale};

/// The em of all but a headline.
const EM: f32 = 2.2;
/// Between lines, in ems.
const PITCH: f32 = 1.45;
const ABOVE_SCALE: f32 = 4.0;

/// What stands at the foot of a column; `None` if there is not enough room.
pub(super) fn set(sheet: Sheet<'_>, note: Option<&Note>, room: Rect) -> Option<(Block, Option<HeatScale>)> {
    let bottom = room.bottom();
    let (mut runs, mut top, mut scale) = (Vec::new(), bottom, None);
    let mut note_baseline = bottom;
    if sheet.request.has_scale {
        let (placed, words) = scale_above_words(sheet, room)?;
        note_baseline = placed.y.checked_sub(sheet.units.px(ABOVE_SCALE))?;
        top = placed.y;
        runs.extend(words);
        scale = Some(placed);
    }
    if let Some(note) = note {
        let (block, note_top) = note_above(sheet, note, room, note_baseline)?;
        runs.extend(block);
        top = note_top;
    }
    (top >= room.y).then(|| (Block { runs, height: bottom - top }, scale))
}

/// The scale, its words at the foot of the room, and its numbers.
fn scale_above_words(sheet: Sheet<'_>, room: Rect) -> Option<(HeatScale, Vec<TextRun>)> {
    let em = sheet.units.em(EM);
    let pitch = (PITCH * em).round() as u32;
    let lines = sheet.broken(&[(Weight::Regular, heat_scale::WORDS)], em, room.width)?;
    let first = room.bottom().checked_sub(between_baselines(&lines, pitch))?;
    let mut runs = set_lines(&lines, em, TextInk::Muted, (room.x, first), pitch);
    let cell = (room.width / HeatScale::CELLS).min(sheet.units.px(3.6)).max(8);
    let y = first.checked_sub(cap(em) + (0.6 * em) as u32 + cell)?;
    let scale = HeatScale { x: room.x, y, cell };
    runs.extend(heat_scale::numbers(sheet, scale));
    Some((scale, runs))
}

/// The note with its last line on a baseline, and where it begins.
fn note_above(sheet: Sheet<'_>, note: &Note, room: Rect, baseline: u32) -> Option<(Vec<TextRun>, u32)> {
    let em = sheet.units.em(EM);
    let pitch = (PITCH * em).round() as u32;
    let (head, text) = ((Weight::Bold, note.head.as_str()), (Weight::Regular, note.text.as_str()));
    let words = if note.is_headline { vec![text] } else { vec![head, text] };
    let lines = sheet.broken(&words, em, room.width)?;
    let first = baseline.checked_sub(between_baselines(&lines, pitch))?;
    let mut runs = set_lines(&lines, em, TextInk::Muted, (room.x, first), pitch);
    // What is bold is read first.
    for run in runs.iter_mut().filter(|run| run.weight == Weight::Bold) {
        run.ink = TextInk::Ink;
    }
    let top = first.checked_sub(cap(em))?;
    if !note.is_headline {
        return Some((runs, top));
    }
    let mut ems = shrinking(sheet.units.em(2.9), sheet.units.em(2.0));
    let baseline = first.checked_sub((2.36 * em).round() as u32)?;
    let em = ems.find(|em| sheet.line(*em, Weight::Bold).width(&note.head) <= room.width)?;
    let line = [(0, Weight::Bold, note.head.clone())].to_vec();
    runs.extend(set_lines(&[line], em, TextInk::Ink, (room.x, baseline), 0));
    Some((runs, baseline.checked_sub(cap(em))?))
}
