//! The content of a chart that compares algorithms, and its value axis.

use std::ops::RangeInclusive;

use crate::words::Grouped;

#[derive(Debug, Clone, PartialEq)]
pub struct ChartContent {
    pub title: String,
    pub unit: ChartUnit,
    pub figure: ChartFigure,
    pub note: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartUnit {
    Count,
    Seconds,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ChartFigure {
    Bars {
        /// The bars of each group, from top to bottom.
        series: Vec<ChartSeries>,
        groups: Vec<BarGroup>,
    },
    Growth {
        sizes: RangeInclusive<u8>,
        lines: Vec<GrowthLine>,
    },
}

/// The bars at the same position of all groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartSeries {
    pub name: String,
    pub tone: Tone,
}

/// The emphasis of bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// In the colour of solutions.
    Strong,
    /// In a colour between page and text.
    Soft,
}

#[derive(Debug, Clone, PartialEq)]
pub struct BarGroup {
    pub name: String,
    pub bars: Vec<Bar>,
}

/// A bar of a chart, or text that says why there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// `None` if there is no bar.
    pub value: Option<f64>,
    /// The value as written at the end of the bar, or the text.
    pub label: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct GrowthLine {
    pub name: String,
    /// Index into the colours of curves.
    pub hue: usize,
    /// Board sizes with their values, in ascending order.
    pub points: Vec<(u8, f64)>,
}

/// Names of powers of ten in counts, the largest first.
const COUNTS: [(i32, &str); 4] = [(15, " quadrillion"), (12, " trillion"), (9, " billion"), (6, " million")];
/// Names of powers of ten in seconds, the largest first.
const TIMES: [(i32, &str); 3] = [(0, " s"), (-3, " ms"), (-6, " µs")];

/// The powers of ten of a logarithmic axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    unit: ChartUnit,
    /// Exponent at the start.
    pub first: i32,
    /// Exponent at the end: of the largest value, or above.
    pub last: f64,
}

impl Axis {
    /// Creates an axis for bars. It begins at 1, or at the power of ten below the shortest time.
    pub fn of_bars(unit: ChartUnit, values: impl Iterator<Item = f64>) -> Self {
        let (least, most) = range(values);
        let first = match unit {
            ChartUnit::Count => 0,
            // The shortest bar stays visible.
            ChartUnit::Seconds => (least - 0.1).floor() as i32,
        };
        Self { unit, first, last: most.max(f64::from(first + 1)) }
    }

    /// Creates an axis for curves, from one power of ten to another.
    pub fn of_lines(unit: ChartUnit, values: impl Iterator<Item = f64>) -> Self {
        let (least, most) = range(values);
        let first = least.floor() as i32;
        Self { unit, first, last: most.ceil().max(f64::from(first + 1)) }
    }

    /// Returns the distance of a value from the start, in powers of ten; at least 0.
    pub fn place(self, value: f64) -> f32 {
        (value.log10() - f64::from(self.first)).max(0.0) as f32
    }

    /// Returns the length in powers of ten.
    pub fn decades(self) -> f32 {
        (self.last - f64::from(self.first)) as f32
    }

    pub fn label(self, exponent: i32) -> String {
        let (names, rest): (&[(i32, &str)], _) = match self.unit {
            ChartUnit::Count => (&COUNTS, (0, "")),
            ChartUnit::Seconds => (&TIMES, (-9, " ns")),
        };
        let (least, name) = names.iter().find(|(least, _)| exponent >= *least).copied().unwrap_or(rest);
        format!("{}{name}", Grouped(10_u64.pow((exponent - least).clamp(0, 19).unsigned_abs())))
    }
}

/// Returns the exponents of the smallest and the largest value above zero; 0 without such values.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let exponents = values.filter(|value| *value > 0.0).map(|value| (value.log10(), value.log10()));
    let both = |one: (f64, f64), other: (f64, f64)| (one.0.min(other.0), one.1.max(other.1));
    exponents.reduce(both).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_have_names() {
        let axis = |unit| Axis::of_bars(unit, [1.0].into_iter());
        let counts =
            [(0, "1"), (3, "1,000"), (5, "100,000"), (6, "1 million"), (8, "100 million"), (9, "1 billion")];
        for (exponent, label) in counts {
            assert_eq!(axis(ChartUnit::Count).label(exponent), label);
        }
        for (exponent, label) in
            [(-9, "1 ns"), (-7, "100 ns"), (-6, "1 µs"), (-3, "1 ms"), (-1, "100 ms"), (2, "100 s")]
        {
            assert_eq!(axis(ChartUnit::Seconds).label(exponent), label);
        }
    }

    #[test]
    fn an_axis_holds_its_values() {
        let bars = Axis::of_bars(ChartUnit::Count, [0.0, 876.0, 778_011.0].into_iter());
        assert_eq!((bars.first, bars.place(0.0), bars.place(1000.0)), (0, 0.0, 3.0));
        let times = Axis::of_bars(ChartUnit::Seconds, [1e-5, 2.0].into_iter());
        assert_eq!(times.first, -6, "the shortest bar is seen");
        let lines = Axis::of_lines(ChartUnit::Count, [60.0, 400_000.0].into_iter());
        assert_eq!((lines.first, lines.last), (1, 6.0));
        assert_eq!(Axis::of_lines(ChartUnit::Count, std::iter::empty()).decades(), 1.0);
    }
}
