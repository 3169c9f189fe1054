//! Line charts: values for each board size.

use std::ops::RangeInclusive;

use crate::page::figure::Point;
use crate::page::layout::cap;
use crate::picture::{Rect, Rgb};

use super::content::{Axis, ChartUnit, GrowthLine};
use super::layout::{ChartLayout, Curve, LINE, widened};

/// Ratio of height to width of a chart without a page.
const HEIGHT: f32 = 0.5;

/// Width of a curve, in ems.
const STROKE: f32 = 0.16;
/// Diameter of a dot, in ems.
const DOT: f32 = 0.5;
/// Distance of names from curves, in ems.
const NAME: f32 = 1.4;
/// Distance of names from each other, in ems.
const NAMES: f32 = 1.15;

/// Minimum side of the plot, in ems.
const LEAST: f32 = 8.0;

/// Dashes and gaps of a curve that coincides with another, in line widths.
const ON_ANOTHER: &[f32] = &[5.0, 6.0];
/// Size of the dots on a curve that coincides with another, relative to other dots.
const SMALLER: f32 = 0.5;

/// Dashes and gaps of curves that differ by shape, in line widths.
const DASHES: [&[f32]; 8] = [
    &[],
    &[6.0, 3.0],
    &[1.5, 2.5],
    &[9.0, 3.0, 2.0, 3.0],
    &[3.0, 2.0],
    &[12.0, 4.0],
    &[9.0, 3.0, 2.0, 3.0, 2.0, 3.0],
    &[1.5, 5.0],
];

/// Adds the curves from `top` on, down to `end` if given. Returns the lower edge of the chart, or `None` if it
/// does not fit.
pub fn add(
    layout: &mut ChartLayout<'_>,
    unit: ChartUnit,
    sizes: &RangeInclusive<u8>,
    lines: &[GrowthLine],
    top: u32,
    end: Option<u32>,
) -> Option<u32> {
    let axis = Axis::of_lines(unit, lines.iter().flat_map(|line| &line.points).map(|(_, value)| *value));
    let labels: Vec<String> = (axis.first..=axis.last as i32).map(|exponent| axis.label(exponent)).collect();
    let x = layout.left + layout.widest(labels.iter().map(String::as_str)) + layout.px(0.8);
    let names = layout.widest(lines.iter().map(|line| line.name.as_str()));
    let right = layout.right.checked_sub(names + layout.px(NAME + 0.9))?;
    // The topmost label is level with its hairline.
    let y = top + layout.px(0.6);
    let bottom = end.unwrap_or(y + (HEIGHT * layout.width as f32) as u32);
    let height = bottom.checked_sub(layout.px(LINE) + layout.px(0.6))?.checked_sub(y)?;
    let area = Rect { x, y, width: right.checked_sub(x)?, height };
    let least = layout.px(LEAST);
    if area.width < least || area.height < least.max(layout.px(NAMES * lines.len() as f32)) {
        return None;
    }
    let decade = height as f32 / axis.decades();
    add_scale(layout, area, decade, &labels);
    let (first, last) = (*sizes.start(), *sizes.end());
    let across = |size: u8| {
        let share = if first == last { 0.5 } else { f32::from(size - first) / f32::from(last - first) };
        area.x as f32 + share * area.width as f32
    };
    // Board sizes below the plot, as many as fit.
    let widest = layout.width_of(&format!("N = {last}")) as f32;
    let step = area.width as f32 / f32::from((last - first).max(1));
    for size in (first..=last).step_by(every(widest + layout.em * 0.6, step)) {
        let number = size.to_string();
        let label = if size == first { format!("N = {size}") } else { number.clone() };
        // The number itself is centred below its position.
        let before = layout.width_of(&label) - layout.width_of(&number) / 2;
        let x = (across(size).round() as u32).saturating_sub(before);
        layout.write(x, area.bottom() + layout.px(0.9) + cap(layout.em), &label, layout.inks.muted);
    }
    let stroke = (STROKE * layout.em).max(1.5);
    let mut ends = Vec::new();
    for line in lines {
        let point = |(size, value): &(u8, f64)| {
            let up = axis.place(*value) / axis.decades() * area.height as f32;
            (across(*size), area.bottom() as f32 - up)
        };
        let points: Vec<Point> = line.points.iter().map(point).collect();
        ends.extend(line.points.last().map(|end| (line, point(end), end.0 < last)));
        let lies_on_another = layout.curves.iter().any(|other| other.points == points);
        let dashes = match (layout.style.theme.kind.by_shape(), lies_on_another) {
            (true, _) => DASHES[line.hue % DASHES.len()],
            (false, true) => ON_ANOTHER,
            (false, false) => &[],
        };
        let dashes = dashes.iter().map(|length| length * stroke).collect();
        let dot = if lies_on_another { SMALLER * DOT } else { DOT } * layout.em;
        layout.curves.push(Curve { points, colour: inks(layout, line).0, line: stroke, dot, dashes });
    }
    // The name of a curve that ends early is at its end, if there is free space; other names are on the right.
    ends.retain(|(line, end, is_early)| !is_early || !add_name(layout, area, line, *end));
    ends.sort_by(|(_, one, _), (_, other, _)| one.1.total_cmp(&other.1));
    let heights = spread(ends.iter().map(|(_, end, _)| end.1), NAMES * layout.em, area);
    let (em, x) = (layout.em, right + layout.px(NAME));
    for ((line, end, _), y) in ends.into_iter().zip(heights) {
        let (colour, ink) = inks(layout, line);
        // A thin line leads to a name that is not next to the end of its curve.
        if (y - end.1).abs() > 0.15 * em || end.0 + em < right as f32 {
            let points = vec![(end.0 + 0.6 * DOT * em, end.1), (x as f32 - 0.25 * em, y)];
            let line = layout.hairline() as f32;
            layout.curves.push(Curve { points, colour, line, dot: 0.0, dashes: Vec::new() });
        }
        layout.write(x, (y + cap(em) as f32 / 2.0).round() as u32, &line.name, ink);
    }
    Some(bottom)
}

fn add_scale(layout: &mut ChartLayout<'_>, area: Rect, decade: f32, labels: &[String]) {
    let hairline = layout.hairline();
    for (index, label) in labels.iter().enumerate().step_by(every(1.8 * layout.em, decade)) {
        let y = (area.bottom() as f32 - index as f32 * decade).round() as u32;
        let ink = if index == 0 { layout.inks.tree } else { layout.inks.rule };
        layout.fills.push((Rect { y: y - hairline / 2, height: hairline, ..area }, ink));
        let x = area.x - layout.px(0.6) - layout.width_of(label);
        layout.write(x, y + cap(layout.em) / 2, label, layout.inks.muted);
    }
}

/// Adds a name on the plot if there is free space around the end of its curve; returns whether there is.
fn add_name(layout: &mut ChartLayout<'_>, area: Rect, line: &GrowthLine, (x, y): Point) -> bool {
    let (width, away) = (layout.width_of(&line.name) as f32, layout.px(0.7) as f32);
    let baseline = y + cap(layout.em) as f32 / 2.0;
    let places = [(x + away, baseline), (x - width - away, baseline), (x - width / 2.0, y - away)];
    let ink = inks(layout, line).1;
    let free = places.into_iter().find_map(|(x, baseline)| {
        let text = layout.text(x.max(0.0) as u32, baseline.max(0.0) as u32, &line.name, ink);
        let letters = text.letters(&layout.style.font);
        let around = widened(letters, layout.px(0.35));
        let is_free = letters.x >= area.x
            && letters.right() <= area.right()
            && letters.y >= area.y
            && !layout.curves.iter().any(|curve| curve.meets(around))
            && !layout.texts.iter().any(|text| text.letters(&layout.style.font).overlaps(around));
        is_free.then_some((text, letters))
    });
    let Some((text, letters)) = free else { return false };
    layout.write_on_patch(text, widened(letters, layout.px(0.2)));
    true
}

fn inks(layout: &ChartLayout<'_>, line: &GrowthLine) -> (Rgb, Rgb) {
    let (colours, ink) = (layout.inks.lines(), layout.inks.ink);
    if layout.style.theme.kind.by_shape() { (ink, ink) } else { colours[line.hue % colours.len()] }
}

/// Returns the smallest interval at which labels `step` pixels apart fit, if each needs `room` pixels.
fn every(room: f32, step: f32) -> usize {
    (room / step).ceil().max(1.0) as usize
}

/// Moves names apart as little as possible. Takes and returns the heights of their centres in ascending order.
fn spread(heights: impl Iterator<Item = f32>, gap: f32, area: Rect) -> Vec<f32> {
    let before = |index: usize| gap * index as f32;
    // If the gaps before each name are subtracted, names only have to stay in order. The nearest positions in
    // order are means (isotonic regression).
    let wanted: Vec<f32> = heights.enumerate().map(|(index, height)| height - before(index)).collect();
    let mean = |part: &[f32]| part.iter().sum::<f32>() / part.len() as f32;
    let last = area.bottom() as f32 - before(wanted.len().saturating_sub(1));
    let place = |index: usize| {
        let least = |start: usize| {
            let ends = index + 1..=wanted.len();
            ends.map(|end| mean(&wanted[start..end])).fold(f32::INFINITY, f32::min)
        };
        let place = (0..=index).map(least).fold(f32::NEG_INFINITY, f32::max);
        // Names beyond the edges of the plot are moved back.
        place.max(area.y as f32).min(last) + before(index)
    };
    (0..wanted.len()).map(place).collect()
}
