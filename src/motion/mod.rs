//! Motion: what is shown between two frames of a film, and when.
//!
//! A frame says nothing of time. An [`Animator`] compares what a page showed before a step with what it
//! shows now, and returns when everything moves: a [`StepMotion`]. For films of pictures, that gives how far each
//! part has moved at the time of each picture in between.

mod board;
mod parts;
mod pictures;
mod span;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::board::Square;
use crate::page::Page;
use crate::page::between::{Between, Glide, Share, SquarePhase};
use crate::page::slot::{SlotChange, Tip};
use crate::page::square::SquareSlot;
use crate::record::{Frame, Shot};

use board::{BoardMotion, GLIDING, QueenMove, SquareTiming, growing, sweeping};
use span::{Millis, Span};

pub(crate) use parts::{Course, Move, Moving, PartMotion};
pub use pictures::PictureRate;
pub(crate) use span::Ease;

/// Steps that are shorter than this have no motion.
pub const SHORTEST_STEP: Duration = Duration::from_millis(120);

/// Steps from this time on have time for at least three pictures of their motion.
const LONG_STEP: Millis = 350.0;

/// All motion of a step of this time ends within this.
fn longest_motion(step: Millis) -> Millis {
    step / if step < LONG_STEP { 3.0 } else { 2.0 }
}

const MEDAL: Millis = 240.0;

/// Follows a film, and says what moves between its frames.
#[derive(Debug, Default)]
pub struct Animator {
    /// The time of all frames so far; `None` before the first.
    shown: Option<Duration>,
}

/// When everything moves that a step changes.
#[derive(Debug, Default)]
pub struct StepMotion {
    /// When the step begins in the film, and how long it takes.
    began: Duration,
    shown_for: Duration,
    squares: Vec<(usize, SquareTiming)>,
    glides: Vec<GlideMotion>,
    medals: Vec<(usize, Span)>,
    entries: Vec<(usize, Span)>,
    nodes: Vec<(usize, Span)>,
    tip: Option<Span>,
}

/// When a queen glides: the slot that it goes to, and the corners of its square at the beginning and the end.
#[derive(Debug)]
struct GlideMotion {
    to: usize,
    corners: [(u32, u32); 2],
    span: Span,
}

impl Animator {
    /// An animator of a film that has not begun.
    pub const fn new() -> Self {
        Self { shown: None }
    }

    /// When everything moves between the frame before and this one, which the page shows now; `None` for the
    /// first frame, and where the step is too short.
    pub fn step(&mut self, page: &Page, shot: &Shot<'_>) -> Option<StepMotion> {
        let frames: Vec<&Frame> = (0..page.boards.len()).map_while(|board| shot.board(board)).collect();
        let began = self.shown;
        self.shown = Some(began.unwrap_or_default().saturating_add(shot.shown_for));
        let began = began.filter(|_| shot.shown_for >= SHORTEST_STEP)?;
        let time = shot.shown_for.as_secs_f32() * 1000.0;
        let motion = StepMotion::of(page, &frames, time);
        Some(StepMotion { began, shown_for: shot.shown_for, ..motion })
    }
}

impl StepMotion {
    /// When everything moves that the last step of a page has changed.
    fn of(page: &Page, frames: &[&Frame], time: Millis) -> Self {
        let layers = &page.layers;
        let longest = longest_motion(time);
        let mut motion = Self::default();
        let changes = layers.squares.moves();
        for (frame, first) in frames.iter().zip(&page.boards) {
            let board = BoardMotion::new(frame, time);
            let mut of_board = Self::of_board(&board, *first, frame, &changes);
            of_board.fit(longest);
            motion.squares.append(&mut of_board.squares);
            motion.glides.append(&mut of_board.glides);
        }
        motion.squares.retain_mut(|(index, timing)| {
            let at = changes.binary_search_by_key(index, |change| change.index);
            at.is_ok_and(|at| {
                let SlotChange { slot, before, now, .. } = changes[at];
                timing.keep(page.squares.moves(slot.ground, *before, *now), longest)
            })
        });
        motion.squares.sort_by_key(|(index, _)| *index);
        let medals = layers.medals.moves().into_iter().filter(|medal| medal.now.is_some());
        let medal = Span::out(0.0, MEDAL.min(longest));
        motion.medals = medals.map(|medal_change| (medal_change.index, medal)).collect();
        let entries = layers.entries.moves().into_iter().filter(|cell| cell.before.text != cell.now.text);
        motion.entries = entries.map(|cell| (cell.index, Span::in_out(0.0, sweeping(time)))).collect();
        let edge = Span::out(0.0, growing(time));
        motion.nodes = layers.nodes.moves().into_iter().map(|node| (node.index, edge)).collect();
        let tips = layers.tip.moves();
        let ends = |tip: &Option<Tip>| tip.map(|tip| tip.ends);
        motion.tip =
            tips.iter().find(|tip| tip.now.is_some() && ends(tip.before) != ends(tip.now)).map(|_| edge);
        motion
    }

    /// When the squares of a board move; `first` is the slot of its first square.
    fn of_board(
        board: &BoardMotion<'_>,
        first: usize,
        frame: &Frame,
        changes: &[SlotChange<'_, SquareSlot>],
    ) -> Self {
        let change_at = |square: Square| {
            let size = usize::from(frame.scene.size.get());
            let index = first + usize::from(square.row - 1) * size + usize::from(square.column - 1);
            let at = changes.binary_search_by_key(&index, |change| change.index).ok();
            at.map(|at| &changes[at])
        };
        let squares = frame
            .scene
            .size
            .squares()
            .filter_map(|square| change_at(square).map(|change| (change.index, board.square(square))));
        let glides = board.queen_moves().into_iter().filter_map(|QueenMove { from, to }| {
            let (from, to) = (change_at(from)?, change_at(to)?);
            let moves = from.before.has_queen() && to.now.has_queen() && !to.before.has_queen();
            let corner = |change: &SlotChange<'_, SquareSlot>| (change.slot.area.x, change.slot.area.y);
            moves.then(|| GlideMotion { to: to.index, corners: [corner(from), corner(to)], span: GLIDING })
        });
        Self { squares: squares.collect(), glides: glides.collect(), ..Self::default() }
    }

    /// Makes everything faster, so that it ends within this time.
    fn fit(&mut self, longest: Millis) {
        let squares = self.squares.iter().map(|(_, timing)| timing.end());
        let end = squares.chain(self.glides.iter().map(|glide| glide.span.end())).fold(0.0, f32::max);
        if end > longest {
            let by = longest / end;
            for (_, timing) in &mut self.squares {
                *timing = timing.scaled(by);
            }
            for glide in &mut self.glides {
                glide.span = glide.span.scaled(by);
            }
        }
    }

    /// What is shown at a time of the step.
    fn at(&self, time: Millis) -> Between {
        let share = |spans: &[(usize, Span)]| {
            let shares = spans.iter().map(|(index, span)| (*index, Share::of(span.at(time))));
            shares.filter(|(_, share)| *share < Share::WHOLE).collect()
        };
        let squares = self.squares.iter().map(|(index, timing)| (*index, timing.at(time)));
        let glides = self.glides.iter().filter(|glide| glide.span.at(time) < 1.0);
        let glides = glides.map(|GlideMotion { to, corners: [from, at], span }| {
            let share = span.at(time);
            let along = |from: u32, to: u32| (from as f32 + (to as f32 - from as f32) * share).round() as u32;
            Glide { to: *to, corner: (along(from.0, at.0), along(from.1, at.1)) }
        });
        let tip = self.tip.map(|span| Share::of(span.at(time))).filter(|share| *share < Share::WHOLE);
        Between {
            squares: squares.filter(|(_, phase)| *phase != SquarePhase::DONE).collect(),
            glides: glides.collect(),
            medals: share(&self.medals),
            entries: share(&self.entries),
            nodes: share(&self.nodes),
            tip,
        }
    }
}
