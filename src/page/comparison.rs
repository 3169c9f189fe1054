//! A chart that compares algorithms: what it shows, and how it is drawn.

use std::ops::RangeInclusive;

use super::layout::comparison::{Sheet, lay_out};
use super::style::{PageSize, PageSizeError};
use super::theme::Theme;
use super::units::MAX_SIDE;
use crate::font::Font;
use crate::picture::Rgb;

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

/// How a chart is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartStyle {
    /// Width in pixels, for a chart as high as it needs to be; `None` for one that suits the page.
    pub width: Option<u32>,
    /// The page; `None` for one as high as the chart needs to be.
    pub page: Option<PageSize>,
    /// Colours.
    pub theme: Theme,
    /// The font of all text.
    pub font: Font,
}

/// A chart, described without any pixels: rectangles, lines and text, each above those before it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartPage {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The colour of the page.
    pub background: Rgb,
    /// The font of all text.
    pub font: Font,
    pub(crate) sheet: Sheet,
}

impl ChartPage {
    /// A chart in a style.
    ///
    /// # Errors
    /// [`ChartError`] when it does not fit on the page, or the font lacks a character.
    pub fn new(content: &ChartContent, style: &ChartStyle) -> Result<Self, ChartError> {
        if let Some(character) = content.texts().find_map(|text| style.font.lacking(text)) {
            return Err(ChartError::NoGlyph(character));
        }
        let sheet = lay_out(content, style)?;
        let (width, height) = (sheet.width, sheet.height);
        Ok(Self { width, height, background: style.theme.inks().page, font: style.font.clone(), sheet })
    }

    /// All words on the page, with the rectangles of their letters.
    ///
    /// ```
    /// use queenreel::page::{Bar, BarGroup, ChartContent, ChartFigure, ChartPage, ChartSeries, ChartStyle};
    /// use queenreel::page::{ChartUnit, Tone};
    ///
    /// let bar = Bar::Value { value: 876.0, label: "876".to_owned() };
    /// let content = ChartContent {
    ///     title: "Tests".to_owned(),
    ///     unit: ChartUnit::Count,
    ///     figure: ChartFigure::Bars {
    ///         series: vec![ChartSeries { name: "to the first solution".to_owned(), tone: Tone::Strong }],
    ///         groups: vec![BarGroup { name: "backtracking".to_owned(), bars: vec![bar] }],
    ///     },
    ///     note: String::new(),
    /// };
    /// let page = ChartPage::new(&content, &ChartStyle::default())?;
    /// assert!(page.words().any(|(words, _)| words == "876"));
    /// # Ok::<(), queenreel::page::ChartError>(())
    /// ```
    pub fn words(&self) -> impl Iterator<Item = (&str, crate::picture::Rect)> {
        self.sheet.texts.iter().map(|text| (text.text.as_str(), text.area(&self.font)))
    }
}

impl ChartContent {
    /// Its texts.
    fn texts(&self) -> impl Iterator<Item = &str> {
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

/// Why a chart cannot be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChartError {
    /// Too few pixels for its text.
    #[error("{width} pixels are too few for the text of the chart; the smallest width is {smallest}")]
    TooNarrow {
        /// The given width, in pixels.
        width: u32,
        /// The minimum, in pixels.
        smallest: u32,
    },
    /// A page too small for its text.
    #[error(
        "a page of {width}×{height} pixels is too small for the text of the chart; the smallest of this shape \
         is {}×{}", smallest.0, smallest.1
    )]
    PageTooSmall {
        /// Width of the page, in pixels.
        width: u32,
        /// Height of the page, in pixels.
        height: u32,
        /// The minimum width and height, in pixels.
        smallest: (u32, u32),
    },
    /// An invalid page size.
    #[error("invalid page size: {0}")]
    Page(#[from] PageSizeError),
    /// Text that fits on no page of this shape.
    #[error("there is too much text for a page of this shape; try another shape, or a shorter title")]
    TooMuchText,
    /// More pixels than the maximum.
    #[error("{width} pixels are too many; the largest width is {MAX_SIDE}")]
    TooLarge {
        /// The given width, in pixels.
        width: u32,
    },
    /// Text with a character that the font lacks.
    #[error("the font has no glyph for {0:?}")]
    NoGlyph(char),
}
