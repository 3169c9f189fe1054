//! Bars from left to right, a group for each name.

use crate::page::inks::{Inks, State};
use crate::page::layout::cap;
use crate::picture::{Rect, Rgb};

use super::content::{Axis, Bar, BarGroup, ChartSeries, ChartUnit, Tone};
use super::sheet::{LINE, Sheet, widened};

/// In ems: the thickness of a bar, what is between two of a group and between groups, and between a bar
/// and its label.
const BAR: f32 = 0.95;
const BETWEEN_BARS: f32 = 0.2;
const BETWEEN_GROUPS: f32 = 0.8;
const LABEL: f32 = 0.4;

/// How much thicker bars may be where there is room, and how much further apart groups.
const THICKER: f32 = 1.5;
const WIDER: f32 = 2.0;

/// The least length of a power of ten, in ems.
const DECADE: f32 = 1.2;

/// The side of squares in the key, what is between them and their names, and below the key, in ems.
const KEY: f32 = 0.8;
const KEY_NAME: f32 = 0.5;
const BELOW_KEY: f32 = 1.5;

/// Adds the key and the bars, down to the end of their room if there is one; returns their lower edge, or `None`
/// if they do not fit.
pub fn add(
    sheet: &mut Sheet<'_>,
    unit: ChartUnit,
    series: &[ChartSeries],
    groups: &[BarGroup],
    top: u32,
    end: Option<u32>,
) -> Option<u32> {
    let top = add_key(sheet, series, top)?;
    let (bars, count) = (series.len().max(1) as f32, groups.len().max(1) as f32);
    let ticks = sheet.px(LINE);
    let natural = bars * BAR + (bars - 1.0) * BETWEEN_BARS + BETWEEN_GROUPS;
    let pitch = match end {
        Some(end) => end.checked_sub(top + ticks)? as f32 / sheet.em / count,
        None => natural,
    };
    if pitch < natural {
        return None;
    }
    let pitch = pitch.min(WIDER * natural);
    let bar = BAR * (pitch / natural).min(THICKER);
    let group = bars * bar + (bars - 1.0) * BETWEEN_BARS;
    let names = sheet.widest(groups.iter().map(|group| group.name.as_str()));
    let start = sheet.left + names + sheet.px(0.9);
    let room = sheet.right.checked_sub(start)?;
    let bottom = top + sheet.px(pitch * count);
    let area = Rect { x: start, y: top, width: room, height: bottom - top };
    let all = || groups.iter().flat_map(|group| &group.bars);
    let axis = Axis::of_bars(unit, all().filter_map(|bar| bar.value));
    // The pixels to a power of ten: as many as leave room for the labels.
    let mut scale = room as f32 / axis.decades();
    for Bar { value, label } in all() {
        let free = room.checked_sub(sheet.px(LABEL) + sheet.width_of(label))?;
        scale = value.map_or(scale, |value| scale.min(free as f32 / axis.place(value)));
    }
    if scale < DECADE * sheet.em {
        return None;
    }
    add_ticks(sheet, axis, scale, area);
    for (index, of) in groups.iter().enumerate() {
        let y = top as f32 + (index as f32 * pitch + (pitch - group) / 2.0) * sheet.em;
        let middle = (y + group * sheet.em / 2.0).round() as u32;
        sheet.write(sheet.left, middle + cap(sheet.em) / 2, &of.name, sheet.inks.ink);
        for (place, (Bar { value, label }, series)) in of.bars.iter().zip(series).enumerate() {
            let y = (y + place as f32 * (bar + BETWEEN_BARS) * sheet.em).round() as u32;
            let width = (value.map_or(0.0, |value| axis.place(value)) * scale).round() as u32;
            let area = Rect { x: start, y, width, height: sheet.px(bar).max(1) };
            sheet.fills.push((area, colour(&sheet.inks, series.tone)));
            let ink = if value.is_some() { sheet.inks.ink } else { sheet.inks.muted };
            let baseline = area.y + area.height.midpoint(cap(sheet.em));
            let text = sheet.text(area.right() + sheet.px(LABEL), baseline, label, ink);
            let letters = text.letters(&sheet.style.font);
            let (y, height) = (y.min(letters.y), area.height.max(letters.height));
            let patch = Rect { y, height, ..widened(letters, sheet.px(LABEL / 2.0)) };
            sheet.write_on_patch(text, patch);
        }
    }
    Some(bottom + ticks)
}

/// Adds a square and a name for each series, and returns where the bars begin.
fn add_key(sheet: &mut Sheet<'_>, series: &[ChartSeries], mut y: u32) -> Option<u32> {
    let (side, cap, mut x) = (sheet.px(KEY), cap(sheet.em), sheet.left);
    for ChartSeries { name, tone } in series {
        let before = side + sheet.px(KEY_NAME);
        let width = before + sheet.width_of(name);
        if x > sheet.left && x + width > sheet.right {
            x = sheet.left;
            y += sheet.px(LINE);
        }
        if x + width > sheet.right {
            return None;
        }
        let area = Rect { x, y: y + cap - side.midpoint(cap), width: side, height: side };
        sheet.fills.push((area, colour(&sheet.inks, *tone)));
        sheet.write(x + before, y + cap, name, sheet.inks.muted);
        x += width + sheet.px(1.8);
    }
    Some(y + cap + sheet.px(BELOW_KEY))
}

/// The colour of bars.
fn colour(inks: &Inks, tone: Tone) -> Rgb {
    match tone {
        Tone::Strong => inks.bar(State::Solution),
        Tone::Soft => inks.tree,
    }
}

/// Adds the powers of ten: a hairline for each, and labels for those that have room.
fn add_ticks(sheet: &mut Sheet<'_>, axis: Axis, scale: f32, area: Rect) {
    let baseline = area.bottom() + sheet.px(0.55) + cap(sheet.em);
    let (hairline, gap) = (sheet.hairline(), sheet.px(0.8));
    let mut labels = Vec::new();
    for decade in 0..=(area.width as f32 / scale + 0.001).floor() as i32 {
        let x = area.x + (decade as f32 * scale).round() as u32;
        let label = axis.label(axis.first + decade);
        // A label has its middle below its hairline, but stays on the page.
        let width = sheet.width_of(&label);
        let left = x.saturating_sub(width / 2).min(area.right().saturating_sub(width));
        labels.push((sheet.text(left, baseline, &label, sheet.inks.muted), left + width + gap));
        let ink = if decade == 0 { sheet.inks.tree } else { sheet.inks.rule };
        sheet.fills.push((Rect { x: x.min(area.right() - hairline), width: hairline, ..area }, ink));
    }
    let every = (1..=labels.len()).find(|every| {
        let shown: Vec<_> = labels.iter().step_by(*every).collect();
        shown.windows(2).all(|pair| pair[0].1 <= pair[1].0.left)
    });
    sheet.texts.extend(labels.into_iter().step_by(every.unwrap_or(1)).map(|(label, _)| label));
}
