//! The title: in the place of some boards, above all boards, or in a column beside few.

use crate::font::Weight;
use crate::page::MontageTitle;
use crate::page::figure::LEAST_EM;
use crate::page::layout::montage::{TextInk, TextRun};
use crate::page::units::{CAP, cap};
use crate::picture::Rect;

use super::Sheet;
use super::text::{Block, between_baselines, set_lines, shrinking};

/// The largest number, and among boards the smallest ones that are tried.
pub(super) const LARGEST_NUMBER: f32 = 24.0;
const SMALLEST_AMONG_BOARDS: [f32; 2] = [10.0, 7.0];
const LARGEST_ABOVE_BOARDS: f32 = 10.0;

/// The largest sentence of a counting title.
const SENTENCE: f32 = 2.9;

/// Between lines of a sentence, in ems.
const PITCH: f32 = 1.34;

/// A title among boards: its number at the top of its room, and its sentence at the foot.
pub(super) fn among_boards(sheet: Sheet<'_>, title: &MontageTitle, room: Rect) -> Option<Block> {
    match title {
        MontageTitle::Count { number, sentence } => SMALLEST_AMONG_BOARDS.into_iter().find_map(|least| {
            let count = |em| count_among_boards(sheet, number, (sentence, em), least, room);
            sentence_ems(sheet).find_map(count)
        }),
        MontageTitle::Text(text) => {
            let mut ems = shrinking(sheet.units.em(8.0), (sheet.units.0 * 1.8).max(LEAST_EM));
            ems.find_map(|em| headline(sheet, text, em, 4, room))
        }
    }
}

fn count_among_boards(
    sheet: Sheet<'_>,
    number: &str,
    (sentence, em): (&str, f32),
    least: f32,
    room: Rect,
) -> Option<Block> {
    let lines = sheet.broken(&[(Weight::Regular, sentence)], em, room.width)?;
    let pitch = (PITCH * em).round() as u32;
    let sentence_height = between_baselines(&lines, pitch) + cap(em);
    let number_height = room.height.checked_sub(sentence_height + em.round() as u32)?;
    let number_em = number_em(sheet, number, LARGEST_NUMBER, room.width).min(number_height as f32 / CAP);
    if number_em < least * sheet.units.0 || number_em < 2.2 * em {
        return None;
    }
    let mut runs = vec![number_run(sheet, number, number_em, room.x, room.y + cap(number_em))];
    let first = room.bottom() - sentence_height + cap(em);
    runs.extend(set_lines(&lines, em, TextInk::Ink, (room.x, first), pitch));
    Some(Block { runs, height: room.height })
}

/// A title above all boards, in one or two lines.
pub(super) fn above(sheet: Sheet<'_>, title: &MontageTitle, room: Rect) -> Option<Block> {
    match title {
        MontageTitle::Count { number, sentence } => {
            let number_em = number_em(sheet, number, LARGEST_ABOVE_BOARDS, room.width / 2);
            let height = cap(number_em);
            let number_width = sheet.line(number_em, Weight::Bold).width(number);
            let x = room.x + number_width + sheet.units.px(1.5);
            let width = room.right().checked_sub(x)?;
            sentence_ems(sheet).find_map(|em| {
                let lines = sheet.broken(&[(Weight::Regular, sentence)], em, width)?;
                let pitch = (PITCH * em).round() as u32;
                let sentence_height = between_baselines(&lines, pitch) + cap(em);
                let first = room.y + height.checked_sub(sentence_height)? + cap(em);
                let mut runs = vec![number_run(sheet, number, number_em, room.x, room.y + height)];
                runs.extend(set_lines(&lines, em, TextInk::Ink, (x, first), pitch));
                Some(Block { runs, height })
            })
        }
        MontageTitle::Text(text) => {
            let ems = || shrinking(sheet.units.em(4.4), sheet.units.em(1.8));
            [1, 2].into_iter().find_map(|most| {
                let least = if most == 1 { 3.0 * sheet.units.0 } else { 0.0 };
                ems().filter(|em| *em >= least).find_map(|em| headline(sheet, text, em, most, room))
            })
        }
    }
}

/// A title in a column: its sentence follows its number, which is at most so large.
pub(super) fn in_column(sheet: Sheet<'_>, title: &MontageTitle, room: Rect, largest: f32) -> Option<Block> {
    match title {
        MontageTitle::Count { number, sentence } => {
            let number_em = number_em(sheet, number, largest, room.width);
            let (em, lines) = shrinking(sheet.units.em(SENTENCE), sheet.units.em(2.0))
                .find_map(|em| Some((em, sheet.broken(&[(Weight::Regular, sentence)], em, room.width)?)))?;
            let pitch = (1.38 * em).round() as u32;
            let base = room.y + cap(number_em);
            let first = base + (2.07 * em).round() as u32;
            let mut runs = vec![number_run(sheet, number, number_em, room.x, base)];
            runs.extend(set_lines(&lines, em, TextInk::Ink, (room.x, first), pitch));
            let last = first + between_baselines(&lines, pitch);
            Some(Block { runs, height: last + (0.25 * em).ceil() as u32 - room.y })
        }
        MontageTitle::Text(text) => {
            let mut ems = shrinking(sheet.units.em(6.0), sheet.units.em(2.2));
            ems.find_map(|em| headline(sheet, text, em, 5, room))
        }
    }
}

/// Bold text from the top of its room on, in at most so many lines.
fn headline(sheet: Sheet<'_>, text: &str, em: f32, most: usize, room: Rect) -> Option<Block> {
    let lines = sheet.broken(&[(Weight::Bold, text)], em, room.width)?;
    let pitch = (1.25 * em).round() as u32;
    let height = cap(em) + between_baselines(&lines, pitch) + (0.25 * em).ceil() as u32;
    let fits = lines.len() <= most && height <= room.height;
    fits.then(|| Block {
        runs: set_lines(&lines, em, TextInk::Ink, (room.x, room.y + cap(em)), pitch),
        height,
    })
}

/// The ems of a sentence above boards or among them.
fn sentence_ems(sheet: Sheet<'_>) -> impl Iterator<Item = f32> {
    shrinking(sheet.units.em(SENTENCE), (sheet.units.0 * 1.5).max(LEAST_EM))
}

/// The largest em of a number, in a room so wide.
fn number_em(sheet: Sheet<'_>, number: &str, largest: f32, room: u32) -> f32 {
    let fits = |em: &f32| sheet.line(*em, Weight::Bold).width(number) <= room;
    let em = shrinking(sheet.units.em(largest), LEAST_EM).find(fits).unwrap_or_default();
    // Larger letters are not drawn.
    sheet.request.font.weight(Weight::Bold).drawn(em)
}

/// A number whose ink begins at `x`.
fn number_run(sheet: Sheet<'_>, number: &str, em: f32, x: u32, baseline: u32) -> TextRun {
    let bearing = sheet.request.font.weight(Weight::Bold).bearing(number, em);
    let (weight, ink) = (Weight::Bold, TextInk::Ink);
    TextRun { x: x.saturating_sub(bearing), baseline, text: number.to_owned(), em, weight, ink }
}
