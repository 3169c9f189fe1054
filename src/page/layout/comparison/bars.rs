//! Bars from left to right, a group for each name.

use crate::page::comparison::{Bar, BarGroup, ChartSeries, Tone};
use crate::page::inks::{Inks, State};
use crate::page::units::cap;
use crate::picture::{Rect, Rgb};

use super::axis::Axis;
use super::{Body, LINE, Request, Sheet};

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

/// The colour of bars.
pub fn tone(inks: &Inks, tone: Tone) -> Rgb {
    match tone {
        Tone::Strong => inks.bar(State::Solution),
        Tone::Soft => inks.tree,
    }
}

pub struct Bars<'a> {
    pub request: &'a Request<'a>,
    pub inks: &'a Inks,
    pub series: &'a [ChartSeries],
    pub groups: &'a [BarGroup],
}

impl Bars<'_> {
    /// The bars from a corner on; `None` if they do not fit.
    pub fn body(
        &self,
        mut sheet: Sheet,
        (left, top): (u32, u32),
        room: u32,
        end: Option<u32>,
    ) -> Option<Body> {
        let Self { request, inks, series, groups } = self;
        let (series_count, group_count) = (series.len().max(1) as f32, groups.len().max(1) as f32);
        let ticks = request.px(LINE);
        let natural = series_count * BAR + (series_count - 1.0) * BETWEEN_BARS + BETWEEN_GROUPS;
        let pitch = match end {
            Some(end) => {
                let free = end.checked_sub(top + ticks)? as f32 / request.em / group_count;
                if free < natural {
                    return None;
                }
                free.min(WIDER * natural)
            }
            None => natural,
        };
        let bar = BAR * (pitch / natural).min(THICKER);
        let group = series_count * bar + (series_count - 1.0) * BETWEEN_BARS;
        let names = groups.iter().map(|group| request.width_of(&group.name)).max().unwrap_or(0);
        let start = left + names + request.px(0.9);
        let room = (left + room).checked_sub(start)?;
        let axis = self.axis();
        let scale = self.scale(axis, room)?;
        let bottom = top + request.px(pitch * group_count);
        self.add_ticks(&mut sheet, axis, scale, (start, room), (top, bottom));
        for (index, of) in groups.iter().enumerate() {
            let y = top as f32 + (index as f32 * pitch + (pitch - group) / 2.0) * request.em;
            let middle = (y + group * request.em / 2.0).round() as u32;
            let baseline = middle + cap(request.em) / 2;
            sheet.texts.push(request.text(left, baseline, of.name.clone(), inks.ink));
            for (place, (value, series)) in of.bars.iter().zip(*series).enumerate() {
                let y = (y + place as f32 * (bar + BETWEEN_BARS) * request.em).round() as u32;
                let area = Rect { x: start, y, width: 0, height: request.px(bar).max(1) };
                self.add_bar(&mut sheet, value, tone(inks, series.tone), axis, scale, area);
            }
        }
        Some(Body { sheet, bottom: bottom + ticks })
    }

    fn axis(&self) -> Axis {
        let values = self.groups.iter().flat_map(|group| &group.bars).filter_map(|bar| match bar {
            Bar::Value { value, .. } => Some(*value),
            Bar::Words(_) => None,
        });
        Axis::of_bars(self.request.content.unit, values)
    }

    /// Pixels to a power of ten: as many as leave room for the labels.
    fn scale(&self, axis: Axis, room: u32) -> Option<f32> {
        let Self { request, groups, .. } = self;
        let mut scale = room as f32 / axis.decades();
        for bar in groups.iter().flat_map(|group| &group.bars) {
            match bar {
                Bar::Value { value, label } => {
                    let free = room.checked_sub(request.px(LABEL) + request.width_of(label))?;
                    let decades = axis.place(*value);
                    if decades > 0.0 {
                        scale = scale.min(free as f32 / decades);
                    }
                }
                Bar::Words(words) => {
                    room.checked_sub(request.px(LABEL) + request.width_of(words))?;
                }
            }
        }
        (scale >= DECADE * request.em).then_some(scale)
    }

    /// Adds the powers of ten: a hairline for each, and labels for those that have room.
    fn add_ticks(
        &self,
        sheet: &mut Sheet,
        axis: Axis,
        scale: f32,
        (start, room): (u32, u32),
        (top, bottom): (u32, u32),
    ) {
        let Self { request, inks, .. } = self;
        let ticks: Vec<(u32, String, u32)> = (0..=(room as f32 / scale + 0.001).floor() as i32)
            .map(|decade| {
                let label = axis.label(axis.first + decade);
                let width = request.width_of(&label);
                (start + (decade as f32 * scale).round() as u32, label, width)
            })
            .collect();
        // A label has its middle below its hairline, but stays on the page.
        let place = |x: u32, width: u32| {
            let most = (start + room).saturating_sub(width);
            (x.saturating_sub(width / 2)).min(most)
        };
        let every = (1..=ticks.len().max(1)).find(|every| {
            let shown: Vec<_> = ticks.iter().step_by(*every).collect();
            let gap = request.px(0.8);
            shown.windows(2).all(|pair| {
                let (x, _, width) = pair[0];
                place(*x, *width) + width + gap <= place(pair[1].0, pair[1].2)
            })
        });
        let baseline = bottom + request.px(0.55) + cap(request.em);
        for (index, (x, label, width)) in ticks.into_iter().enumerate() {
            let hairline = request.hairline();
            let x = x.min(start + room - hairline);
            let ink = if index == 0 { inks.tree } else { inks.rule };
            sheet.fills.push((Rect { x, y: top, width: hairline, height: bottom - top }, ink));
            if every.is_some_and(|every| index % every == 0) {
                sheet.texts.push(request.text(place(x, width), baseline, label, inks.muted));
            }
        }
    }

    /// Adds a bar with its label, or words instead.
    fn add_bar(&self, sheet: &mut Sheet, bar: &Bar, colour: Rgb, axis: Axis, scale: f32, area: Rect) {
        let Self { request, inks, .. } = self;
        let (width, label, ink) = match bar {
            Bar::Value { value, label } => ((axis.place(*value) * scale).round() as u32, label, inks.ink),
            Bar::Words(words) => (0, words, inks.muted),
        };
        if width > 0 {
            sheet.fills.push((Rect { width, ..area }, colour));
        }
        let x = area.x + width + request.px(LABEL);
        let baseline = area.y + area.height.midpoint(cap(request.em));
        let text = request.text(x, baseline, label.clone(), ink);
        // Hairlines end before text, and go on behind it.
        let letters = text.area(&request.style.font);
        let gap = request.px(LABEL / 2.0);
        let patch = Rect {
            x: letters.x - gap,
            y: area.y.min(letters.y),
            width: letters.width + 2 * gap,
            height: area.height.max(letters.height),
        };
        sheet.fills.push((patch, inks.page));
        sheet.texts.push(text);
    }
}
