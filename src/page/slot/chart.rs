//! Charts of a race.

use crate::font::Font;
use crate::page::element::Element;
use crate::page::pen::Colours;
use crate::picture::{Rect, Rgb};

use super::layer::Slot;
use super::medal::MedalSlot;
use super::text::{TextSlot, Words};

/// The chart of a solver in a race: its queens over the ticks, up to the present.
#[derive(Debug, Clone)]
pub struct ChartSlot {
    /// Its rectangle, through which the cursor goes.
    pub area: Rect,
    /// The levels of all queens and of none, in pixels from the upper edge.
    pub levels: [u32; 2],
    /// Width of a hairline in pixels.
    pub hairline: u32,
    /// Width of the line in pixels.
    pub line_width: u32,
    /// The line in each column of pixels, from the left edge on.
    pub columns: Vec<ChartColumn>,
    /// What stands behind the end of the line.
    pub label: ChartLabel,
    /// The page.
    pub page: Rgb,
    /// The line at the level of all queens, the one of none, and the cursor.
    pub lines: [Rgb; 3],
    /// The colour of the line, and the one below it, while the solver runs.
    pub running: [Rgb; 2],
    /// The same when it has found its solutions.
    pub finished: [Rgb; 2],
}

/// How much of a column of pixels the line of a chart covers, in pixels above the level of no queens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChartColumn {
    /// Where the line begins.
    pub low: u32,
    /// Where it ends.
    pub high: u32,
}

/// Behind the end of the line of a chart: a medal, and how the run ended.
#[derive(Debug, Clone)]
pub struct ChartLabel {
    /// The medal, if there is room for it.
    pub medal: Option<MedalSlot>,
    /// The words, if there is room for them.
    pub words: Option<TextSlot>,
}

/// What a chart shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartState {
    /// How many columns the clock has reached.
    pub shown: u32,
    /// Where the clock is, in pixels from the left edge, if a line shows it.
    pub cursor: Option<u32>,
    /// How the solver has ended, once it has.
    pub ending: Option<Ending>,
}

/// How a solver has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Its rank, if it has finished.
    pub rank: Option<usize>,
    /// Whether it has found solutions.
    pub solved: bool,
    /// How it ended, in words.
    pub words: Words,
}

impl Slot for ChartSlot {
    type State = ChartState;
}

impl ChartSlot {
    /// The columns of pixels that differ between two states, from the first to behind the last.
    pub fn difference(&self, before: &ChartState, now: &ChartState) -> (u32, u32) {
        if before.ending != now.ending {
            return (0, self.area.width);
        }
        let cursor = |state: &ChartState| state.cursor.map(|x| [x, x + self.line_width]);
        let cursors = [before, now].into_iter().filter_map(cursor).flatten();
        let ends = || cursors.clone().chain([before.shown, now.shown]);
        let (start, end) = (ends().min().unwrap_or_default(), ends().max().unwrap_or_default());
        (start.min(self.area.width), end.min(self.area.width))
    }

    /// What some columns look like, and all of the label if they touch it; and the area of both.
    pub fn elements<'a>(
        &self,
        state: &'a ChartState,
        (mut start, mut end): (u32, u32),
        font: &Font,
    ) -> (Rect, Vec<Element<'a>>) {
        let ending = state.ending.as_ref();
        let label = ending.and_then(|ending| {
            let medal = self.label.medal.as_ref().filter(|_| ending.rank.is_some());
            let areas = medal.map(|slot| slot.area).into_iter();
            Rect::around(areas.chain(self.label.words.as_ref().map(|slot| slot.area)))
        });
        let label = label.map(|area| (area.x - self.area.x, area.right() - self.area.x));
        let touches = label.filter(|(left, right)| *left < end && start < *right);
        if let Some((left, right)) = touches {
            (start, end) = (start.min(left), end.max(right));
        }
        let area = Rect { x: self.area.x + start, width: end - start, ..self.area };
        let mut elements = self.frame();
        let solved = ending.is_some_and(|ending| ending.solved);
        let inks = if solved { self.finished } else { self.running };
        elements.extend(self.columns((start, end.min(state.shown)), inks));
        elements.extend(
            state
                .cursor
                .and_then(|at| self.fill((at, at + self.line_width), (0, self.area.height), self.lines[2])),
        );
        if touches.is_some() {
            elements.extend(self.label(state, font));
        }
        (area, elements)
    }

    /// The page with the lines of all queens and of none.
    pub fn frame<'a>(&self) -> Vec<Element<'a>> {
        let [top, base] = self.levels;
        let [top_ink, base_ink, _] = self.lines;
        let whole = (0, self.area.width);
        let lines = [
            self.fill(whole, (0, self.area.height), self.page),
            self.fill(whole, (top, top + self.hairline), top_ink),
            self.fill(whole, (base, base + self.hairline), base_ink),
        ];
        lines.into_iter().flatten().collect()
    }

    /// The whole line, in these colours.
    pub fn curve<'a>(&self, inks: [Rgb; 2]) -> Vec<Element<'a>> {
        let columns = self.columns((0, self.area.width), inks);
        self.frame().into_iter().chain(columns).collect()
    }

    /// The cursor at the left edge.
    pub fn cursor<'a>(&self) -> Element<'a> {
        let Rect { x, y, height, .. } = self.area;
        Element::Fill(Rect { x, y, width: self.line_width, height }, self.lines[2])
    }

    /// What stands behind the end of the line.
    pub fn label<'a>(&self, state: &'a ChartState, font: &Font) -> Vec<Element<'a>> {
        let Some(ending) = &state.ending else { return Vec::new() };
        let medal = self.label.medal.as_ref().zip(ending.rank);
        let medal = medal.into_iter().flat_map(|(medal, rank)| medal.medal(rank, font));
        let words = self.label.words.as_ref();
        medal.chain(words.into_iter().flat_map(|slot| slot.elements(&ending.words))).collect()
    }

    /// Some columns of the line.
    fn columns<'a>(&self, (start, end): (u32, u32), [line, below]: [Rgb; 2]) -> Vec<Element<'a>> {
        let base = self.levels[1];
        let end = (end as usize).min(self.columns.len());
        let columns = self.columns.get(start as usize..end).unwrap_or_default();
        let mut elements = Vec::new();
        let mut left = start;
        // Neighbours that are equal are one rectangle.
        for equal in columns.chunk_by(|one, other| one == other) {
            let right = left + equal.len() as u32;
            let ChartColumn { low, high } = equal[0];
            elements.extend(self.fill((left, right), (base - high, base - low), line));
            elements.extend(self.fill((left, right), (base - low, base), below));
            left = right;
        }
        elements
    }

    /// A rectangle of columns and rows.
    fn fill<'a>(&self, columns: (u32, u32), rows: (u32, u32), ink: Rgb) -> Option<Element<'a>> {
        let Rect { x, y, width, height } = self.area;
        let (right, bottom) = (columns.1.min(width), rows.1.min(height));
        (columns.0 < right && rows.0 < bottom).then(|| {
            let (width, height) = (right - columns.0, bottom - rows.0);
            Element::Fill(Rect { x: x + columns.0, y: y + rows.0, width, height }, ink)
        })
    }

    pub(super) fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self {
            area: _,
            levels: _,
            hairline: _,
            line_width: _,
            columns: _,
            label: ChartLabel { medal, words },
            page,
            lines,
            running,
            finished,
        } = self;
        let ones = [*page].into_iter().chain(*lines).chain(*running).chain(*finished).map(Colours::One);
        let medal = medal.iter().flat_map(MedalSlot::colours);
        ones.chain(medal).chain(words.iter().flat_map(TextSlot::colours))
    }
}
