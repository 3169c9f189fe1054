//! What a chart that compares algorithms shows.

use std::ops::RangeInclusive;

/// What a chart shows.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartContent {
    /// Its title.
    pub title: String,
    /// What the values are.
    pub unit: ChartUnit,
    /// Bars or lines.
    pub figure: ChartFigure,
    /// What is to be known about it, below everything.
    pub note: String,
}

/// What the values of a chart are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartUnit {
    /// Numbers.
    Count,
    /// Times in seconds.
    Seconds,
}

/// The bars or lines of a chart.
#[derive(Debug, Clone, PartialEq)]
pub enum ChartFigure {
    /// A group of bars for each name, from top to bottom.
    Bars {
        /// What the bars of a group are, from top to bottom.
        series: Vec<ChartSeries>,
        /// The groups.
        groups: Vec<BarGroup>,
    },
    /// Lines over the sizes of boards.
    Growth {
        /// The sizes.
        sizes: RangeInclusive<u8>,
        /// The lines.
        lines: Vec<GrowthLine>,
    },
}

/// What the bars at the same place of each group are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartSeries {
    /// Its name in the key.
    pub name: String,
    /// Its colour.
    pub tone: Tone,
}

/// How much bars stand out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// In the colour of solutions.
    Strong,
    /// In grey.
    Soft,
}

/// The bars of a name.
#[derive(Debug, Clone, PartialEq)]
pub struct BarGroup {
    /// The name.
    pub name: String,
    /// A bar for each series.
    pub bars: Vec<Bar>,
}

/// A bar of a chart, or words that say why there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// The value, if there is a bar.
    pub value: Option<f64>,
    /// The value as it is written at the end of the bar, or the words.
    pub label: String,
}

/// A line of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct GrowthLine {
    /// Its name.
    pub name: String,
    /// Its colour, an index of the colours of lines.
    pub hue: usize,
    /// The size of the board and the value, by size.
    pub points: Vec<(u8, f64)>,
}
