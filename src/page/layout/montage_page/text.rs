//! Text on the page: the sizes that are tried, and the places of its lines.

use crate::font::Weight;
use crate::page::layout::montage::{TextInk, TextRun};
use crate::page::layout::paragraph::BrokenLine;

/// Text, and the height that it takes.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) runs: Vec<TextRun>,
    pub(super) height: u32,
}

/// Lines of text from a baseline on.
pub(super) fn set_lines(
    lines: &[BrokenLine],
    em: f32,
    ink: TextInk,
    (x, first): (u32, u32),
    pitch: u32,
) -> Vec<TextRun> {
    let baselines = (0..).map(|line| first + line * pitch);
    let runs = lines.iter().zip(baselines).flat_map(|(line, baseline)| {
        let run = move |(right, weight, text): &(u32, Weight, String)| TextRun {
            x: x + right,
            baseline,
            text: text.clone(),
            em,
            weight: *weight,
            ink,
        };
        line.iter().map(run)
    });
    runs.collect()
}

/// From the first baseline to the last one.
pub(super) fn between_baselines(lines: &[BrokenLine], pitch: u32) -> u32 {
    pitch * (lines.len() as u32).saturating_sub(1)
}

/// Ems from the largest to the smallest.
pub(super) fn shrinking(largest: f32, smallest: f32) -> impl Iterator<Item = f32> {
    std::iter::successors(Some(largest.max(smallest)), move |em| {
        (*em > smallest).then(|| (em * 0.95).max(smallest))
    })
}
