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

impl ChartContent {
    /// All characters that it needs.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let names: Vec<&str> = match &self.figure {
            ChartFigure::Bars { series, groups } => {
                let bars = groups.iter().flat_map(|group| &group.bars).map(|bar| match bar {
                    Bar::Value { label, .. } => label.as_str(),
                    Bar::Words(words) => words.as_str(),
                });
                let names = groups.iter().map(|group| group.name.as_str());
                series.iter().map(|series| series.name.as_str()).chain(names).chain(bars).collect()
            }
            ChartFigure::Growth { lines, .. } => lines.iter().map(|line| line.name.as_str()).collect(),
        };
        [self.title.as_str(), self.note.as_str(), "0123456789,.Nµ"].into_iter().chain(names)
    }
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

/// A bar of a chart.
#[derive(Debug, Clone, PartialEq)]
pub enum Bar {
    /// A value, as it is written at the end of the bar.
    Value {
        /// The value.
        value: f64,
        /// As it is written.
        label: String,
    },
    /// No bar, but words that say why.
    Words(String),
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
