//! Medals and charts of a race as pixels.

use std::collections::HashMap;

use image::GrayImage;

use crate::font::{Font, Weight};
use crate::page::figure::LEAST_EM;
use crate::page::slot::{ChartColumn, ChartSlot, ChartState, METALS, MedalSlot, Pen};
use crate::picture::Rect;

use super::mask;
use super::palette::{Palette, ink_level};
use super::text::TextWriter;

/// The face of a medal against the whole, the em of the rank against its diameter, and how wide the
/// rank may be.
const FACE: f32 = 0.84;
const RANK: f32 = 0.575;
const RANK_WIDTH: f32 = 0.66;

/// Paints the medals and the charts of a race.
#[derive(Debug)]
pub struct RacePainter {
    font: Font,
    /// The discs of each size: the whole medal and its face.
    discs: HashMap<u32, [GrayImage; 2]>,
}

impl RacePainter {
    pub fn new(font: Font) -> Self {
        Self { font, discs: HashMap::new() }
    }

    /// The pixels of a medal.
    pub fn medal(&mut self, slot: &MedalSlot, rank: Option<usize>, palette: &Palette) -> Vec<u8> {
        let mut pixels = vec![palette.index(slot.page); slot.area.pixels() as usize];
        if let Some(rank) = rank {
            self.add_medal(&mut pixels, slot.area.width, (0, 0), slot, rank, palette);
        }
        pixels
    }

    /// Adds a medal to pixels in rows of this width, from a corner on.
    fn add_medal(
        &mut self,
        pixels: &mut [u8],
        width: u32,
        (x, y): (u32, u32),
        slot: &MedalSlot,
        rank: usize,
        palette: &Palette,
    ) {
        let [face, rim, figure] = slot.metals[rank.clamp(1, METALS) - 1];
        let size = slot.area.width;
        let diameter = size as f32;
        let discs = self.discs.entry(size).or_insert_with(|| {
            // The face has its middle where the medal has it.
            let border = ((1.0 - FACE) * diameter / 2.0).round().max(1.0);
            [diameter, diameter - 2.0 * border].map(mask::disc)
        });
        let text = rank.to_string();
        let font = self.font.weight(Weight::Bold);
        let em = (RANK_WIDTH * diameter / font.width(&text).max(0.1)).min(RANK * diameter).max(LEAST_EM);
        let text = font.ink(&text, em);
        let layers = [
            (&discs[0], Pen { ink: rim, paper: slot.page }),
            (&discs[1], Pen { ink: face, paper: rim }),
            (&text, Pen { ink: figure, paper: face }),
        ];
        for (mask, pen) in layers {
            let ramp = palette.ramp(pen);
            let at = [mask.width(), mask.height()].map(|side| size.saturating_sub(side).div_ceil(2));
            mask::apply(mask, pixels, width, (x + at[0], y + at[1]), |pixel, coverage| {
                let level = ink_level(coverage);
                if level > 0 {
                    *pixel = ramp[usize::from(level)];
                }
            });
        }
    }

    /// The pixels of some columns of a chart and, if they touch its label, of all of that; and their
    /// area.
    pub fn chart(
        &mut self,
        slot: &ChartSlot,
        state: &ChartState,
        (mut start, mut end): (u32, u32),
        text: &mut TextWriter,
        palette: &Palette,
    ) -> (Rect, Vec<u8>) {
        let ending = state.ending.as_ref();
        let medal = ending.and_then(|ending| slot.label.medal.as_ref().zip(ending.rank));
        let words = ending.and_then(|ending| Some((slot.label.words.as_ref()?, &ending.words)));
        let areas = medal.iter().map(|(slot, _)| slot.area).chain(words.iter().map(|(slot, _)| slot.area));
        let label = Rect::around(areas).map(|area| (area.x - slot.area.x, area.right() - slot.area.x));
        if let Some((left, right)) = label.filter(|(left, right)| *left < end && start < *right) {
            (start, end) = (start.min(left), end.max(right));
        }
        let width = end - start;
        let area = Rect { x: slot.area.x + start, width, ..slot.area };
        let mut pixels = lines(slot, state, (start, end), palette);
        let touches = |(left, right): &(u32, u32)| start <= *left && *right <= end;
        if width > 0 && label.as_ref().is_some_and(touches) {
            let corner = |part: Rect| (part.x - area.x, part.y - area.y);
            if let Some((medal, rank)) = medal {
                self.add_medal(&mut pixels, width, corner(medal.area), medal, rank, palette);
            }
            if let Some((words, shown)) = words {
                let written = text.write(words, shown, palette);
                let (x, y) = corner(words.area);
                let local = Rect { x, y, ..words.area };
                let rows = local.rows_mut(&mut pixels, width).zip(written.chunks(local.width as usize));
                rows.for_each(|(row, written)| row.copy_from_slice(written));
            }
        }
        (area, pixels)
    }
}

/// The pixels of some columns of a chart without its label.
fn lines(slot: &ChartSlot, state: &ChartState, (start, end): (u32, u32), palette: &Palette) -> Vec<u8> {
    let width = (end - start) as usize;
    let mut pixels = vec![palette.index(slot.page); width * slot.area.height as usize];
    let [top, base] = slot.levels;
    let [top_ink, base_ink, cursor_ink] = slot.lines.map(|ink| palette.index(ink));
    let mut fill = |columns: (u32, u32), rows: (u32, u32), ink: u8| {
        let (left, right) = (columns.0.clamp(start, end) - start, columns.1.clamp(start, end) - start);
        for y in rows.0..rows.1.min(slot.area.height) {
            let row = y as usize * width;
            pixels[row + left as usize..row + right as usize].fill(ink);
        }
    };
    fill((start, end), (top, top + slot.hairline), top_ink);
    fill((start, end), (base, base + slot.hairline), base_ink);
    let solved = state.ending.as_ref().is_some_and(|ending| ending.solved);
    let [line, below] = if solved { slot.finished } else { slot.running }.map(|ink| palette.index(ink));
    let shown = slot.columns.iter().take(state.shown.min(end) as usize);
    for (x, ChartColumn { low, high }) in (0..).zip(shown).skip(start as usize) {
        fill((x, x + 1), (base - high, base - low), line);
        fill((x, x + 1), (base - low, base), below);
    }
    if let Some(cursor) = state.cursor {
        fill((cursor, cursor + slot.line_width), (0, slot.area.height), cursor_ink);
    }
    pixels
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::board::BoardSize;
    use crate::draw::{Painter, canvas};
    use crate::page::{BoardStyle, LaneStyle, Page, PageSize, PanelContent, Piece, RaceStyle, Theme};
    use crate::record::{Clock, Content, Counter, Race, RaceFrame, Run, Schedule, ScheduleOptions, Shot};
    use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, until_solutions};

    const FIELD: [Algorithm; 4] =
        [Algorithm::Backtracking, Algorithm::MinConflicts, Algorithm::Marking, Algorithm::ForwardChecking];

    fn events(algorithm: Algorithm, size: BoardSize) -> impl Iterator<Item = Result<Event, ()>> {
        until_solutions(algorithm.events(size, Order::Columns, DEFAULT_SEED), Some(1)).map(Ok)
    }

    fn style(size: BoardSize, boards: BoardStyle) -> RaceStyle {
        let counters = vec![Counter::Tests, Counter::Placements];
        let lane = |algorithm: &Algorithm| {
            let run = Run::of(events(*algorithm, size), Clock::Events, 100_000).unwrap().unwrap();
            LaneStyle { name: algorithm.to_string(), counters: vec![Counter::Placements], run }
        };
        let panels = PanelContent { counters, most: 999, ..PanelContent::default() };
        RaceStyle { boards: BoardStyle { panels, ..boards }, lanes: FIELD.iter().map(lane).collect() }
    }

    fn frames(size: BoardSize, style: &RaceStyle) -> Vec<RaceFrame> {
        let solver = |algorithm: &Algorithm| (algorithm.to_string(), Rules::Chess, events(*algorithm, size));
        let runs: Vec<Run> = style.lanes.iter().map(|lane| lane.run.clone()).collect();
        let schedule = Schedule::of_race(&runs, &ScheduleOptions::default()).unwrap();
        let mut race = Race::new(size, Clock::Events, FIELD.iter().map(solver), schedule);
        let mut frames = Vec::new();
        while let Some(shot) = race.next_frame().unwrap() {
            let Content::Race(frame) = shot.content else { panic!("{shot:?} is not of a race") };
            frames.push(frame.clone());
        }
        frames
    }

    fn show(page: &mut Page, frame: &RaceFrame) {
        page.show(&Shot { content: Content::Race(frame), shown_for: Duration::ZERO, is_last: false });
    }

    #[test]
    fn every_theme_has_all_colours_of_a_race() {
        let size = BoardSize::new(5).unwrap();
        for name in Theme::names() {
            for piece in [Piece::Black, Piece::White] {
                let theme = Theme::named(name).unwrap();
                let page = Some(PageSize::Pixels(960, 540));
                let style =
                    style(size, BoardStyle { theme, piece, page, attacks: true, ..BoardStyle::default() });
                let mut page = Page::of_race(size, &style).unwrap();
                let colours = canvas(&page).palette.len();
                assert!(colours <= 255, "{name}, {piece:?}: {colours}");
                let mut painter = Painter::new(&page);
                for frame in frames(size, &style) {
                    show(&mut page, &frame);
                    painter.paint(&page);
                }
            }
        }
    }

    #[test]
    fn charts_do_not_depend_on_earlier_frames() {
        for (n, page) in [(5, (960, 540)), (6, (540, 960)), (4, (640, 640))] {
            let size = BoardSize::new(n).unwrap();
            let page = Some(PageSize::Pixels(page.0, page.1));
            let style = style(size, BoardStyle { page, ..BoardStyle::default() });
            let new = || {
                let page = Page::of_race(size, &style).unwrap();
                (Painter::new(&page), page)
            };
            let (mut painter, mut page) = new();
            let frames = frames(size, &style);
            // Back to the beginning at the end: medals go again.
            for frame in frames.iter().chain(&frames[..2]) {
                show(&mut page, frame);
                let running = painter.paint(&page).pixels.to_vec();
                let (mut fresh, mut alone) = new();
                show(&mut alone, frame);
                assert!(running == fresh.paint(&alone).pixels, "after {} ticks", frame.ticks);
            }
        }
    }
}
