//! The counters of two lanes between their boards.

use crate::page::layout::text_place::TextPlace;
use crate::page::slot::Align;
use crate::page::units::cap;
use crate::picture::Rect;

use super::sheet::{LABEL, Sheet};
use super::{CounterPlaces, TextCell};

const NUMBER: f32 = 3.6;
const ROW: f32 = 7.6;
const BESIDE_BOARD: f32 = 3.5;
const BESIDE_NUMBER: f32 = 2.0;

/// `None` if there is not enough room.
pub(super) fn counters(sheet: &Sheet<'_>, [left, right]: [Rect; 2]) -> Option<CounterPlaces> {
    let counters = &sheet.needs.widths.counters;
    let (label_em, number_em) = (sheet.em(LABEL), sheet.em(NUMBER));
    let gap = sheet.px(BESIDE_BOARD);
    let (start, end) = (left.right() + gap, right.x.checked_sub(gap)?);
    let number = counters.iter().map(|(_, number)| number.pixels(number_em)).max().unwrap_or_default();
    let label = counters.iter().map(|(name, _)| name.pixels(label_em)).max().unwrap_or_default();
    let beside_number = sheet.px(BESIDE_NUMBER);
    let middle = end.checked_sub(start)?.checked_sub(2 * (number + beside_number))?;
    (label <= middle).then_some(())?;
    let count = counters.len() as u32;
    let pitch = sheet.px(ROW).min(left.height.checked_div(count).unwrap_or_default());
    (count == 0 || pitch >= (1.5 * number_em).ceil() as u32).then_some(())?;
    let top = left.y + (left.height - pitch * count) / 2;
    let row = |index: u32| top + index * pitch;
    let cell = |index, x, width, em, align| {
        let baseline = row(index) + pitch / 2 + cap(number_em).div_ceil(2);
        TextCell { place: TextPlace { x, baseline, width, em }, align }
    };
    let name = |index| cell(index, start + number + beside_number, middle, label_em, Align::Centre);
    let numbers = |x, align| (0..count).map(|index| cell(index, x, number, number_em, align)).collect();
    let rule = |index| Rect { x: start, y: row(index), width: end - start, height: sheet.u.hairline() };
    Some(CounterPlaces {
        names: (0..count).map(|index| (index as usize, name(index))).collect(),
        numbers: vec![numbers(start, Align::Left), numbers(end - number, Align::Right)],
        rules: (1..count).map(rule).collect(),
    })
}
