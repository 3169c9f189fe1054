//! The page of a comparison: a chart of bars or of lines.

mod axis;
mod bars;
mod chart;
mod content;
mod curve;
mod growth;
mod sheet;

pub use chart::ChartPage;
pub use content::{Bar, BarGroup, ChartContent, ChartFigure, ChartSeries, ChartUnit, GrowthLine, Tone};
