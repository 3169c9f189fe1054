//! The page of a comparison: a bar or line chart with its title and its note.

mod bars;
mod content;
mod growth;
mod layout;

use std::iter::successors;

use crate::font::Weight;
use crate::page::figure::LEAST_EM;
use crate::page::layout::board::{check_side, fit, page_pixels, smallest};
use crate::page::layout::{broken, cap};
use crate::page::pen::TextStyle;
use crate::page::scene::{Drawing, Tag};
use crate::page::shape::{Shape, Text};
use crate::page::{Page, PageError, PageSize, PageStyle, ThemeKind};
use crate::picture::Rect;

use layout::{ChartLayout, LINE};

pub use content::{Bar, BarGroup, ChartContent, ChartFigure, ChartSeries, ChartUnit, GrowthLine, Tone};

/// Default width of a chart, in pixels.
const WIDTH: u32 = 1080;

/// Em as a share of the width, for a chart whose height is free.
const EM: f32 = 1.0 / 60.0;
/// Largest em, as a share of the width and as a share of the height of a page.
const LARGEST_EM: (f32, f32) = (1.0 / 56.0, 1.0 / 24.0);

/// The em shrinks by this factor until the chart fits.
const SHRINK: f32 = 0.96;

/// Characters that some chart needs: the font must have them all, whatever the numbers of this chart.
const ALL_CHARTS: &str = "0123456789,.Nµ";

/// Em of the title, in ems of the chart like all lengths below.
const TITLE: f32 = 1.6;
/// Pitch of lines of text in the title.
const TITLE_LINE: f32 = 2.1;
const BELOW_TITLE: f32 = 1.5;
const ABOVE_NOTE: f32 = 0.6;

impl Page {
    /// Creates the page of a chart. Unless the style has a page, the page is as high as the chart needs.
    ///
    /// ```
    /// use queenreel::internals::page::{Bar, BarGroup, ChartContent, ChartFigure, ChartSeries, ChartUnit, Page, PageStyle, Tone};
    ///
    /// let bar = Bar { value: Some(876.0), label: "876".to_owned() };
    /// let content = ChartContent {
    ///     title: "Tests".to_owned(),
    ///     unit: ChartUnit::Count,
    ///     figure: ChartFigure::Bars {
    ///         series: vec![ChartSeries { name: "to the first solution".to_owned(), tone: Tone::Strong }],
    ///         groups: vec![BarGroup { name: "backtracking".to_owned(), bars: vec![bar] }],
    ///     },
    ///     note: String::new(),
    /// };
    /// let page = Page::of_chart(&content, &PageStyle { width: Some(480), ..PageStyle::default() })?;
    /// let mut texts = page.scene.shapes().filter_map(|(_, shape)| shape.text().map(|text| text.content.clone()));
    /// assert!(texts.any(|text| text == "876"));
    /// # Ok::<(), queenreel::internals::page::PageError>(())
    /// ```
    ///
    /// # Errors
    /// [`PageError`] if the width or the page size is invalid, the chart does not fit, or a glyph is missing.
    pub fn of_chart(content: &ChartContent, style: &PageStyle) -> Result<Self, PageError> {
        let on = |width: u32, height: Option<u32>| {
            let em = match height {
                Some(height) => (width as f32 * LARGEST_EM.0).min(height as f32 * LARGEST_EM.1),
                None => width as f32 * EM,
            };
            let next = |em: &f32| (*em > LEAST_EM).then_some((em * SHRINK).max(LEAST_EM));
            let mut ems = successors(Some(em.max(LEAST_EM)), next);
            ems.find_map(|em| Self::with_chart(content, ChartLayout::new(style, width, em)?, height))
        };
        let width = style.width.unwrap_or(WIDTH);
        check_side(width)?;
        let page = if let Some(page) = style.page {
            page.check()?;
            let (wide, high) = page_pixels(page);
            let given = style.width.map(|width| {
                let height = (u64::from(high) * u64::from(width)).div_ceil(wide.into()) as u32;
                PageSize::Pixels(width, height)
            });
            fit(given.unwrap_or(page), false, |width, height, _| on(width, Some(height)))?
        } else {
            on(width, None).ok_or_else(|| match smallest(1, 1, |width| on(width, None).is_some()) {
                Some(smallest) => PageError::TooNarrow { width, smallest },
                None => PageError::TooMuchText,
            })?
        };
        let texts = page.scene.items().flat_map(|(_, item)| item.drawing.shapes()).filter_map(Shape::text);
        let texts = texts.map(|text| text.content.as_str()).chain([ALL_CHARTS]);
        style.font.lacking_in(texts).map_or(Ok(()), |lacking| Err(PageError::NoGlyph(lacking)))?;
        Ok(page)
    }

    /// Lays out a chart at the em of `layout`; returns `None` if the chart does not fit the width or the height.
    fn with_chart(content: &ChartContent, mut layout: ChartLayout<'_>, height: Option<u32>) -> Option<Self> {
        let (em, room, font) = (TITLE * layout.em, layout.right - layout.left, &layout.style.font);
        let title = broken(&[(Weight::Bold, &content.title)], font, em, room)?;
        let note = broken(&[(Weight::Regular, &content.note)], font, layout.em, room)?;
        let above_note = if note.is_empty() { 0 } else { layout.px(ABOVE_NOTE) };
        let below = above_note + note.len() as u32 * layout.px(LINE) + layout.left;
        if title.len() > 2 || height.is_some_and(|height| height < below) {
            return None;
        }
        let mut top = layout.left;
        for (line, (_, weight, text)) in (0..).zip(title.iter().flatten()) {
            let baseline = layout.left + cap(em) + line * layout.px(TITLE_LINE);
            let text = layout.text(layout.left, baseline, text, layout.inks.ink);
            let style = TextStyle { em, weight: *weight, ..text.style };
            layout.texts.push(Text { style, ..text });
            top = baseline + layout.px(BELOW_TITLE);
        }
        let (unit, end) = (content.unit, height.map(|height| height - below));
        let bottom = match &content.figure {
            ChartFigure::Bars { series, groups } => bars::add(&mut layout, unit, series, groups, top, end)?,
            ChartFigure::Growth { sizes, lines } => growth::add(&mut layout, unit, sizes, lines, top, end)?,
        };
        let height = height.unwrap_or(bottom + below);
        for (line, (_, _, text)) in (0..).zip(note.iter().flatten().rev()) {
            let baseline = height - layout.left - line * layout.px(LINE);
            layout.write(layout.left, baseline, text, layout.inks.muted);
        }
        let mut page = Self::empty((layout.width, height), layout.style);
        // Edges of curves are blended as light, also in themes without colours, which otherwise blend bytes.
        page.squares.theme.kind = ThemeKind::Colours;
        page.colours = layout.colours();
        let whole = Rect { x: 0, y: 0, width: layout.width, height };
        let id = page.scene.add(Tag::Plain, whole);
        page.scene.set(id, &(), || Drawing::panel(layout.shapes()));
        Some(page)
    }
}
