//! Horizontal bars, with a group for each name.

use crate::page::inks::{Inks, State};
use crate::page::layout::cap;
use crate::picture::{Rect, Rgb};

use super::content::{Axis, Bar, BarGroup, ChartSeries, ChartUnit, Tone};
use super::layout::{ChartLayout, LINE, widened};

/// Thickness of a bar, in ems.
const BAR: f32 = 0.95;
const BETWEEN_BARS: f32 = 0.2;
const BETWEEN_GROUPS: f32 = 0.8;
/// Gap between a bar and its label, in ems.
const LABEL: f32 = 0.4;

/// How many times thicker bars may be if there is space.
const THICKER: f32 = 1.5;
/// How many times larger the pitch of groups may be if there is space.
const WIDER: f32 = 2.0;

/// Minimum length of a power of ten, in ems.
const DECADE: f32 = 1.2;

/// Side of squares in the key, in ems.
const KEY: f32 = 0.8;
/// Gap between a square in the key and its name, in ems.
const KEY_NAME: f32 = 0.5;
const BELOW_KEY: f32 = 1.5;

/// Adds the key and the bars from `top` on, down to `end` if given. Returns the lower edge of the chart with its
/// tick labels, or `None` if it does not fit.
pub fn add(
    layout: &mut ChartLayout<'_>,
    unit: ChartUnit,
    series: &[ChartSeries],
    groups: &[BarGroup],
    top: u32,
    end: Option<u32>,
) -> Option<u32> {
    let top = add_key(layout, series, top)?;
    let (bars, count) = (series.len().max(1) as f32, groups.len().max(1) as f32);
    let ticks = layout.px(LINE);
    let natural = bars * BAR + (bars - 1.0) * BETWEEN_BARS + BETWEEN_GROUPS;
    let pitch = match end {
        Some(end) => end.checked_sub(top + ticks)? as f32 / layout.em / count,
        None => natural,
    };
    if pitch < natural {
        return None;
    }
    let pitch = pitch.min(WIDER * natural);
    let bar = BAR * (pitch / natural).min(THICKER);
    let group = bars * bar + (bars - 1.0) * BETWEEN_BARS;
    let names = layout.widest(groups.iter().map(|group| group.name.as_str()));
    let start = layout.left + names + layout.px(0.9);
    let room = layout.right.checked_sub(start)?;
    let bottom = top + layout.px(pitch * count);
    let area = Rect { x: start, y: top, width: room, height: bottom - top };
    let all = || groups.iter().flat_map(|group| &group.bars);
    let axis = Axis::of_bars(unit, all().filter_map(|bar| bar.value));
    // The largest scale at which every bar leaves space for its label.
    let mut scale = room as f32 / axis.decades();
    for Bar { value, label } in all() {
        let free = room.checked_sub(layout.px(LABEL) + layout.width_of(label))?;
        scale = value.map_or(scale, |value| scale.min(free as f32 / axis.place(value)));
    }
    if scale < DECADE * layout.em {
        return None;
    }
    add_ticks(layout, axis, scale, area);
    for (index, of) in groups.iter().enumerate() {
        let y = top as f32 + (index as f32 * pitch + (pitch - group) / 2.0) * layout.em;
        let middle = (y + group * layout.em / 2.0).round() as u32;
        layout.write(layout.left, middle + cap(layout.em) / 2, &of.name, layout.inks.ink);
        for (place, (Bar { value, label }, series)) in of.bars.iter().zip(series).enumerate() {
            let y = (y + place as f32 * (bar + BETWEEN_BARS) * layout.em).round() as u32;
            let width = (value.map_or(0.0, |value| axis.place(value)) * scale).round() as u32;
            let area = Rect { x: start, y, width, height: layout.px(bar).max(1) };
            layout.fills.push((area, colour(&layout.inks, series.tone)));
            let ink = if value.is_some() { layout.inks.ink } else { layout.inks.muted };
            let baseline = area.y + area.height.midpoint(cap(layout.em));
            let text = layout.text(area.right() + layout.px(LABEL), baseline, label, ink);
            let letters = text.letters(&layout.style.font);
            let (y, height) = (y.min(letters.y), area.height.max(letters.height));
            let patch = Rect { y, height, ..widened(letters, layout.px(LABEL / 2.0)) };
            layout.write_on_patch(text, patch);
        }
    }
    Some(bottom + ticks)
}

/// Adds a square and a name for each series; returns where the bars begin, or `None` if a name is too wide.
fn add_key(layout: &mut ChartLayout<'_>, series: &[ChartSeries], mut y: u32) -> Option<u32> {
    let (side, cap, mut x) = (layout.px(KEY), cap(layout.em), layout.left);
    for ChartSeries { name, tone } in series {
        let before = side + layout.px(KEY_NAME);
        let width = before + layout.width_of(name);
        if x > layout.left && x + width > layout.right {
            x = layout.left;
            y += layout.px(LINE);
        }
        if x + width > layout.right {
            return None;
        }
        let area = Rect { x, y: y + cap - side.midpoint(cap), width: side, height: side };
        layout.fills.push((area, colour(&layout.inks, *tone)));
        layout.write(x + before, y + cap, name, layout.inks.muted);
        x += width + layout.px(1.8);
    }
    Some(y + cap + layout.px(BELOW_KEY))
}

fn colour(inks: &Inks, tone: Tone) -> Rgb {
    match tone {
        Tone::Strong => inks.bar(State::Solution),
        Tone::Soft => inks.tree,
    }
}

/// Adds a hairline for each power of ten, and labels where they fit.
fn add_ticks(layout: &mut ChartLayout<'_>, axis: Axis, scale: f32, area: Rect) {
    let baseline = area.bottom() + layout.px(0.55) + cap(layout.em);
    let (hairline, gap) = (layout.hairline(), layout.px(0.8));
    let mut labels = Vec::new();
    for decade in 0..=(area.width as f32 / scale + 0.001).floor() as i32 {
        let x = area.x + (decade as f32 * scale).round() as u32;
        let label = axis.label(axis.first + decade);
        // A label is centred below its hairline, but stays on the page.
        let width = layout.width_of(&label);
        let left = x.saturating_sub(width / 2).min(area.right().saturating_sub(width));
        labels.push((layout.text(left, baseline, &label, layout.inks.muted), left + width + gap));
        let ink = if decade == 0 { layout.inks.tree } else { layout.inks.rule };
        layout.fills.push((Rect { x: x.min(area.right() - hairline), width: hairline, ..area }, ink));
    }
    let every = (1..=labels.len()).find(|every| {
        let shown: Vec<_> = labels.iter().step_by(*every).collect();
        shown.windows(2).all(|pair| pair[0].1 <= pair[1].0.left)
    });
    layout.texts.extend(labels.into_iter().step_by(every.unwrap_or(1)).map(|(label, _)| label));
}
