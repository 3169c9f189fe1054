//! Lines over the sizes of boards.

use std::ops::RangeInclusive;

use crate::page::figure::Point;
use crate::page::layout::cap;
use crate::picture::{Rect, Rgb};

use super::content::{Axis, ChartUnit, GrowthLine};
use super::sheet::{Curve, LINE, Sheet, widened};

/// Height of a chart without a page against its width.
const HEIGHT: f32 = 0.5;

/// In ems: the width of lines and of dots, the distance of names from them, and from each other.
const STROKE: f32 = 0.16;
const DOT: f32 = 0.5;
const NAME: f32 = 1.4;
const NAMES: f32 = 1.15;

/// The least side of the plot, in ems.
const LEAST: f32 = 8.0;

/// Dashes and gaps of a line that lies on another, in widths of the line, and its dots against others.
const ON_ANOTHER: &[f32] = &[5.0, 6.0];
const SMALLER: f32 = 0.5;

/// Dashes and gaps of lines that differ by shape, in widths of the line.
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

/// Adds the lines, down to the end of their room if there is one; returns their lower edge, or `None` if they do
/// not fit.
pub fn add(
    sheet: &mut Sheet<'_>,
    unit: ChartUnit,
    sizes: &RangeInclusive<u8>,
    lines: &[GrowthLine],
    top: u32,
    end: Option<u32>,
) -> Option<u32> {
    let axis = Axis::of_lines(unit, lines.iter().flat_map(|line| &line.points).map(|(_, value)| *value));
    let labels: Vec<String> = (axis.first..=axis.last as i32).map(|exponent| axis.label(exponent)).collect();
    let x = sheet.left + sheet.widest(labels.iter().map(String::as_str)) + sheet.px(0.8);
    let names = sheet.widest(lines.iter().map(|line| line.name.as_str()));
    let right = sheet.right.checked_sub(names + sheet.px(NAME + 0.9))?;
    // The topmost label is as high as its hairline.
    let y = top + sheet.px(0.6);
    let bottom = end.unwrap_or(y + (HEIGHT * sheet.width as f32) as u32);
    let height = bottom.checked_sub(sheet.px(LINE) + sheet.px(0.6))?.checked_sub(y)?;
    let area = Rect { x, y, width: right.checked_sub(x)?, height };
    let least = sheet.px(LEAST);
    if area.width < least || area.height < least.max(sheet.px(NAMES * lines.len() as f32)) {
        return None;
    }
    let decade = height as f32 / axis.decades();
    add_scale(sheet, area, decade, &labels);
    let (first, last) = (*sizes.start(), *sizes.end());
    let across = |size: u8| {
        let share = if first == last { 0.5 } else { f32::from(size - first) / f32::from(last - first) };
        area.x as f32 + share * area.width as f32
    };
    // The sizes of boards below the plot, as many as have room.
    let widest = sheet.width_of(&format!("N = {last}")) as f32;
    let step = area.width as f32 / f32::from((last - first).max(1));
    for size in (first..=last).step_by(every(widest + sheet.em * 0.6, step)) {
        let number = size.to_string();
        let label = if size == first { format!("N = {size}") } else { number.clone() };
        // The number itself is below its place.
        let before = sheet.width_of(&label) - sheet.width_of(&number) / 2;
        let x = (across(size).round() as u32).saturating_sub(before);
        sheet.write(x, area.bottom() + sheet.px(0.9) + cap(sheet.em), &label, sheet.inks.muted);
    }
    let stroke = (STROKE * sheet.em).max(1.5);
    let mut ends = Vec::new();
    for line in lines {
        let point = |(size, value): &(u8, f64)| {
            let up = axis.place(*value) / axis.decades() * area.height as f32;
            (across(*size), area.bottom() as f32 - up)
        };
        let points: Vec<Point> = line.points.iter().map(point).collect();
        ends.extend(line.points.last().map(|end| (line, point(end), end.0 < last)));
        let lies_on_another = sheet.curves.iter().any(|other| other.points == points);
        let dashes = match (sheet.style.theme.kind.by_shape(), lies_on_another) {
            (true, _) => DASHES[line.hue % DASHES.len()],
            (false, true) => ON_ANOTHER,
            (false, false) => &[],
        };
        let dashes = dashes.iter().map(|length| length * stroke).collect();
        let dot = if lies_on_another { SMALLER * DOT } else { DOT } * sheet.em;
        sheet.curves.push(Curve { points, colour: inks(sheet, line).0, line: stroke, dot, dashes });
    }
    // The names of lines that end early are beside their ends, where there is free space; the others on the right.
    ends.retain(|(line, end, is_early)| !is_early || !add_name(sheet, area, line, *end));
    ends.sort_by(|(_, one, _), (_, other, _)| one.1.total_cmp(&other.1));
    let heights = spread(ends.iter().map(|(_, end, _)| end.1), NAMES * sheet.em, area);
    let (em, x) = (sheet.em, right + sheet.px(NAME));
    for ((line, end, _), y) in ends.into_iter().zip(heights) {
        let (colour, ink) = inks(sheet, line);
        // A thin line leads to a name that is not beside the end of its line.
        if (y - end.1).abs() > 0.15 * em || end.0 + em < right as f32 {
            let points = vec![(end.0 + 0.6 * DOT * em, end.1), (x as f32 - 0.25 * em, y)];
            let line = sheet.hairline() as f32;
            sheet.curves.push(Curve { points, colour, line, dot: 0.0, dashes: Vec::new() });
        }
        sheet.write(x, (y + cap(em) as f32 / 2.0).round() as u32, &line.name, ink);
    }
    Some(bottom)
}

/// Adds a hairline and a label for powers of ten, as many as have room.
fn add_scale(sheet: &mut Sheet<'_>, area: Rect, decade: f32, labels: &[String]) {
    let hairline = sheet.hairline();
    for (index, label) in labels.iter().enumerate().step_by(every(1.8 * sheet.em, decade)) {
        let y = (area.bottom() as f32 - index as f32 * decade).round() as u32;
        let ink = if index == 0 { sheet.inks.tree } else { sheet.inks.rule };
        sheet.fills.push((Rect { y: y - hairline / 2, height: hairline, ..area }, ink));
        let x = area.x - sheet.px(0.6) - sheet.width_of(label);
        sheet.write(x, y + cap(sheet.em) / 2, label, sheet.inks.muted);
    }
}

/// Adds a name on the plot if there is free space around the end of its line; says whether there is.
fn add_name(sheet: &mut Sheet<'_>, area: Rect, line: &GrowthLine, (x, y): Point) -> bool {
    let (width, away) = (sheet.width_of(&line.name) as f32, sheet.px(0.7) as f32);
    let baseline = y + cap(sheet.em) as f32 / 2.0;
    let places = [(x + away, baseline), (x - width - away, baseline), (x - width / 2.0, y - away)];
    let ink = inks(sheet, line).1;
    let free = places.into_iter().find_map(|(x, baseline)| {
        let text = sheet.text(x.max(0.0) as u32, baseline.max(0.0) as u32, &line.name, ink);
        let letters = text.letters(&sheet.style.font);
        let around = widened(letters, sheet.px(0.35));
        let is_free = letters.x >= area.x
            && letters.right() <= area.right()
            && letters.y >= area.y
            && !sheet.curves.iter().any(|curve| curve.meets(around))
            && !sheet.texts.iter().any(|text| text.letters(&sheet.style.font).overlaps(around));
        is_free.then_some((text, letters))
    });
    let Some((text, letters)) = free else { return false };
    sheet.write_on_patch(text, widened(letters, sheet.px(0.2)));
    true
}

/// The colours of a line and of its name.
fn inks(sheet: &Sheet<'_>, line: &GrowthLine) -> (Rgb, Rgb) {
    let colours = sheet.inks.lines();
    let ink = sheet.inks.ink;
    if sheet.style.theme.kind.by_shape() { (ink, ink) } else { colours[line.hue % colours.len()] }
}

/// Of labels a step apart, every such one has room.
fn every(room: f32, step: f32) -> usize {
    (room / step).ceil().max(1.0) as usize
}

/// Moves names apart, each as little as possible: the heights of their middles, in rising order.
fn spread(heights: impl Iterator<Item = f32>, gap: f32, area: Rect) -> Vec<f32> {
    let before = |index: usize| gap * index as f32;
    // Without the gaps before them they only have to stay in order: the nearest such places are means.
    let wanted: Vec<f32> = heights.enumerate().map(|(index, height)| height - before(index)).collect();
    let mean = |part: &[f32]| part.iter().sum::<f32>() / part.len() as f32;
    let last = area.bottom() as f32 - before(wanted.len().saturating_sub(1));
    let place = |index: usize| {
        let least = |start: usize| {
            let ends = index + 1..=wanted.len();
            ends.map(|end| mean(&wanted[start..end])).fold(f32::INFINITY, f32::min)
        };
        let place = (0..=index).map(least).fold(f32::NEG_INFINITY, f32::max);
        // At the edges of the plot they are moved back.
        place.max(area.y as f32).min(last) + before(index)
    };
    (0..wanted.len()).map(place).collect()
}
