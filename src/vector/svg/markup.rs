//! XML text, numbers and paths, as short as possible.

use std::fmt::Write;

use crate::font::{Outline, Segment};

/// Escapes text for an element or an attribute in double quotes. Tabs and line breaks become spaces; characters
/// that XML does not allow are left out.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}

pub fn number(value: f64, decimals: u32) -> String {
    decimal(scaled(value, decimals), decimals)
}

/// Multiplies a number by a power of ten and rounds it; returns 0 if the result is not finite.
fn scaled(value: f64, decimals: u32) -> i64 {
    let scaled = (value * f64::from(10_u32.pow(decimals))).round();
    if scaled.is_finite() { scaled as i64 } else { 0 }
}

/// Writes a length in pixels.
pub fn px(value: f32) -> String {
    number(f64::from(value), 2)
}

/// Writes an integer divided by a power of ten, without redundant zeros.
fn decimal(value: i64, decimals: u32) -> String {
    let scale = 10_u64.pow(decimals);
    let (whole, part) = (value.unsigned_abs() / scale, value.unsigned_abs() % scale);
    let sign = if value < 0 { "-" } else { "" };
    if part == 0 {
        return format!("{sign}{whole}");
    }
    let part = format!("{part:0>width$}", width = decimals as usize);
    let whole = if whole == 0 { String::new() } else { whole.to_string() };
    format!("{sign}{whole}.{}", part.trim_end_matches('0'))
}

pub fn path(outline: &Outline, decimals: u32) -> String {
    let mut path =
        Path { data: String::new(), decimals, at: (0, 0), start: (0, 0), control: None, command: ' ' };
    outline.0.iter().for_each(|segment| path.add(*segment));
    path.data
}

/// Path data under construction: relative commands, from rounded points, so that errors do not add up.
struct Path {
    data: String,
    decimals: u32,
    at: (i64, i64),
    start: (i64, i64),
    /// The control point of the previous segment, if that is a quadratic curve.
    control: Option<(i64, i64)>,
    command: char,
}

impl Path {
    fn add(&mut self, segment: Segment) {
        let at = self.at;
        let before = self.control.take();
        match segment {
            Segment::Move(to) => {
                let to = self.rounded(to);
                self.write('m', &[to.0 - at.0, to.1 - at.1]);
                // Lines after a move need no command.
                self.command = 'l';
                (self.at, self.start) = (to, to);
            }
            Segment::Line(to) => {
                let to = self.rounded(to);
                match (to.0 - at.0, to.1 - at.1) {
                    (0, 0) => {}
                    (right, 0) => self.write('h', &[right]),
                    (0, down) => self.write('v', &[down]),
                    (right, down) => self.write('l', &[right, down]),
                }
                self.at = to;
            }
            Segment::Quad(control, end) => {
                let (control, end) = (self.rounded(control), self.rounded(end));
                // Curves of fonts mostly join smoothly; the command `t` then implies the control point.
                let follows = before.map(|(x, y)| (2 * at.0 - x, 2 * at.1 - y));
                let is_near = |(x, y): &(i64, i64)| (x - control.0).abs() <= 1 && (y - control.1).abs() <= 1;
                if let Some(follows) = follows.filter(is_near) {
                    self.curve('t', &[end]);
                    self.control = Some(follows);
                } else {
                    self.curve('q', &[control, end]);
                    self.control = Some(control);
                }
            }
            Segment::Cubic(first, second, end) => {
                self.curve('c', &[first, second, end].map(|point| self.rounded(point)));
            }
            Segment::Close => {
                self.write('z', &[]);
                self.at = self.start;
            }
        }
    }

    fn curve(&mut self, command: char, points: &[(i64, i64)]) {
        let numbers: Vec<i64> = points.iter().flat_map(|(x, y)| [x - self.at.0, y - self.at.1]).collect();
        self.write(command, &numbers);
        self.at = points.last().copied().unwrap_or(self.at);
    }

    fn rounded(&self, (x, y): (f32, f32)) -> (i64, i64) {
        let round = |value: f32| scaled(value.into(), self.decimals);
        (round(x), round(y))
    }

    fn write(&mut self, command: char, numbers: &[i64]) {
        if command != self.command || numbers.is_empty() {
            self.data.push(command);
        }
        for value in numbers {
            let text = decimal(*value, self.decimals);
            let follows_number = self.data.ends_with(|last: char| last.is_ascii_digit());
            // A sign or a second point ends the number before it.
            let last = self.data.rsplit(|c: char| !(c.is_ascii_digit() || c == '.')).next().unwrap_or("");
            let is_separate = text.starts_with('-') || text.starts_with('.') && last.contains('.');
            if follows_number && !is_separate {
                self.data.push(' ');
            }
            let _ = write!(self.data, "{text}");
        }
        self.command = command;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_digits_that_mean_nothing() {
        let shown = [(0.5, ".5"), (-0.25, "-.25"), (2.0, "2"), (-0.001, "0"), (10.126, "10.13")];
        for (value, text) in shown {
            assert_eq!(number(value, 2), text);
        }
    }

    #[test]
    fn what_is_not_finite_is_0() {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(px(value), "0");
            assert_eq!(
                path(&Outline(vec![Segment::Move((1.0, value)), Segment::Line((value, 2.0))]), 1),
                "m1 0-1 2"
            );
        }
    }

    #[test]
    fn paths_are_relative_and_do_not_drift() {
        let outline = Outline(vec![
            Segment::Move((1.0, 2.0)),
            Segment::Line((1.04, 2.0)),
            Segment::Line((3.04, 2.5)),
            Segment::Quad((3.5, 2.5), (3.5, 3.0)),
            Segment::Close,
            Segment::Move((0.5, 0.5)),
        ]);
        assert_eq!(path(&outline, 1), "m1 2 2 .5q.5 0 .5.5zm-.5-1.5");
    }

    #[test]
    fn smooth_curves_have_no_second_control_point() {
        let quads = |control: (f32, f32)| {
            let first = Segment::Quad((2.0, 0.0), (3.0, 1.0));
            Outline(vec![Segment::Move((0.0, 0.0)), first, Segment::Quad(control, (4.0, 4.0))])
        };
        assert_eq!(path(&quads((4.0, 2.0)), 1), "m0 0q2 0 3 1t1 3");
        assert_eq!(path(&quads((4.0, 2.1)), 1), "m0 0q2 0 3 1t1 3", "a tenth is the error of rounding");
        assert_eq!(path(&quads((4.0, 2.3)), 1), "m0 0q2 0 3 1 1 1.3 1 3");
    }

    #[test]
    fn markup_in_text_is_escaped() {
        assert_eq!(escape("a<b>&\"c\"\u{1}\n"), "a&lt;b&gt;&amp;&quot;c&quot; ");
    }
}
