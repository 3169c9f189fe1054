//! What squares look like: their colours, and the figures on them.

use crate::board::{Square, SquareSet};
use crate::page::figure::{Edges, Figure};
use crate::page::inks::State;
use crate::page::scene::{BOARD, Drawing, Id, Layer, Scene, Tag};
use crate::page::shape::Shape;
use crate::page::theme_kind::HeatCell;
use crate::picture::{Rect, Rgb};
use crate::record::AttackSegments;
use crate::record::{self, Mark};

use super::stamps::{Stamp, Stamps};
use super::state::{Content, SquareState, state_of};
use super::style::{Ground, Labels, SquareStyle};

/// What a square looks like in a state.
#[derive(Debug, Clone)]
pub struct SquareLook {
    /// The colour under everything.
    pub paper: Rgb,
    /// Its figures, each drawn over those before.
    pub stamps: Vec<Stamp>,
}

impl SquareLook {
    /// The figure of each shape; the paper, which comes first, has none.
    pub(super) fn figures(&self) -> impl Iterator<Item = Option<Figure>> {
        [None].into_iter().chain(self.stamps.iter().map(|stamp| Some(stamp.figure)))
    }
}

impl SquareStyle {
    /// Adds a square that is a sign, beside text: states have their exact colours on dark squares. Returns its
    /// properties, too.
    pub fn add_sign(&self, scene: &mut Scene, area: Rect) -> (Id, Ground) {
        let border = if self.theme.kind.by_shape() { Edges::ALL } else { Edges::NONE };
        let Rect { width, height, .. } = area;
        let (labels, lines) = (Labels::default(), Edges::NONE);
        let ground = Ground { width, height, side: width, dark: true, labels, lines, border };
        (scene.add_like(Tag::Square, area, &ground), ground)
    }

    /// What a square looks like in a state: what is seen of it one after the other while there is motion.
    pub fn drawing(&self, ground: Ground, state: SquareState) -> Drawing {
        let states = state.layers();
        let last = states.len() - 1;
        let layers = states.into_iter().enumerate().map(|(index, state)| Layer {
            z: BOARD,
            is_covered: index < last,
            shapes: self.shapes(ground, state).collect(),
        });
        Drawing { layers: layers.collect() }
    }

    /// What a square looks like one after the other in a state, each over those before.
    pub(super) fn looks(&self, ground: Ground, state: SquareState) -> Vec<SquareLook> {
        state.layers().into_iter().map(|layer| self.look(ground, layer)).collect()
    }

    /// The state of a square in a scene; `attacked` are the squares that get dots, if any do.
    pub fn state(&self, square: Square, scene: &record::Scene, attacked: Option<&SquareSet>) -> SquareState {
        let queen = scene.queens.contains(square);
        let is_shown = |mark: &Mark| self.highlight && (self.dead_ends || !is_dead_end(Some(*mark)));
        let mark = scene.mark_at(square).filter(is_shown);
        let attacks = if self.highlight { &scene.attacks[..] } else { &[] };
        let segments = AttackSegments::on(square, attacks);
        let bracketed = attacks.iter().any(|attack| attack.from() == square);
        let heat = self.theme.heat();
        let cell = heat.map(|heat| {
            let attackers = || scene.queens.attackers(square).min(heat.most_attackers().into()) as u8;
            if queen { HeatCell::Queen } else { HeatCell::Attackers(attackers()) }
        });
        let is_attacked = || match attacked {
            Some(attacked) => attacked.contains(square),
            None => mark == Some(Mark::DeadEnd) && scene.queens.attackers(square) > 0,
        };
        let count = scene.count_at(square).filter(|_| self.highlight && heat.is_none());
        let least = || scene.counts.iter().map(|(_, count)| *count).min();
        let content = if queen && scene.start.contains(square) {
            Content::StartQueen
        } else if queen {
            Content::Queen
        } else if scene.blocked.contains(square) {
            Content::Closed
        } else if heat.is_some() || self.highlight && scene.is_solved() {
            // A solution is shown on a clear board.
            Content::Nothing
        } else if self.highlight && scene.ruled_out.contains(square) {
            Content::RuledOut
        } else if count.is_none() && is_attacked() {
            Content::Attacked
        } else {
            Content::Nothing
        };
        let has_edges = heat.is_none() && is_dead_end(mark);
        let edges = if has_edges { outer_edges(square, scene) } else { Edges::NONE };
        let count = count.map(|count| (count, least() == Some(count)));
        SquareState { content, cell, mark, bracketed, edges, count, segments, ..SquareState::EMPTY }
    }

    /// The shapes of a square in a state.
    pub fn shapes(&self, ground: Ground, state: SquareState) -> impl Iterator<Item = Shape> + use<> {
        let SquareLook { paper, stamps } = self.look(ground, state);
        let paper = Shape::Fill(Rect { x: 0, y: 0, width: ground.width, height: ground.height }, paper);
        [paper].into_iter().chain(stamps.into_iter().map(move |stamp| Shape::Figure(ground, stamp)))
    }

    /// What a square looks like in a state.
    pub fn look(&self, ground: Ground, state: SquareState) -> SquareLook {
        let paper = self.paper(state, ground.dark);
        let by_shape = self.theme.kind.by_shape();
        let stamps = Stamps { list: Vec::new(), ground, style: self, state, paper, by_shape };
        SquareLook { paper, stamps: stamps.all() }
    }

    /// The colour under everything that is drawn on a square.
    fn paper(&self, SquareState { content, cell, mark, .. }: SquareState, dark: bool) -> Rgb {
        let inks = &self.inks;
        if let (Some(cell), Some(heat)) = (cell, self.theme.heat()) {
            return heat.colour(cell);
        }
        let has_tone = match content {
            Content::Restart => return inks.squares[usize::from(dark)],
            Content::DeadEnd => return inks.attacked,
            Content::Attacked | Content::RuledOut => true,
            Content::Closed if self.highlight => true,
            Content::Queen | Content::StartQueen | Content::Closed | Content::Nothing => is_dead_end(mark),
        };
        match (mark.and_then(state_of), has_tone) {
            (Some(State::Solution), _) if self.theme.kind.by_shape() => inks.ink,
            (Some(_) | None, _) if self.theme.kind.by_shape() => inks.page,
            (Some(state), _) => inks.square(state, dark),
            (None, true) => inks.attacked,
            (None, false) => inks.squares[usize::from(dark)],
        }
    }
}

/// Whether a mark says that no square is left in the line of its square.
fn is_dead_end(mark: Option<Mark>) -> bool {
    mark == Some(Mark::DeadEnd) || mark == Some(Mark::Tried)
}

/// The edges of a dead end's square beyond which there is no other.
fn outer_edges(square: Square, scene: &record::Scene) -> Edges {
    let is_outside = |rows: i8, columns: i8| {
        let beside = square.row.checked_add_signed(rows).zip(square.column.checked_add_signed(columns));
        !is_dead_end(beside.and_then(|(row, column)| scene.mark_at(Square { row, column })))
    };
    let (top, bottom) = (is_outside(-1, 0), is_outside(1, 0));
    Edges { top, right: is_outside(0, 1), bottom, left: is_outside(0, -1) }
}
