//! The drawings of squares in their states.

use crate::page::figure::{Edges, Figure};
use crate::page::inks::State;
use crate::page::scene::{BOARD, Drawing, Id, Layer, Scene, Tag};
use crate::page::shape::Shape;
use crate::picture::{Rect, Rgb};

use super::stamps::{Stamp, Stamps};
use super::state::{Content, SquareState, is_dead_end, state_of};
use super::style::{Ground, Labels, SquareStyle};

#[derive(Debug, Clone)]
pub struct SquareLook {
    /// The background colour.
    pub paper: Rgb,
    /// In the order of drawing.
    pub stamps: Vec<Stamp>,
}

impl SquareLook {
    /// Returns the figure of each shape. The first shape is the background, which has no figure.
    pub(super) fn figures(&self) -> impl Iterator<Item = Option<Figure>> {
        [None].into_iter().chain(self.stamps.iter().map(|stamp| Some(stamp.figure)))
    }
}

impl SquareStyle {
    /// Adds a square as a sign next to text; returns its item and its properties. The square is dark, since dark
    /// squares have the exact colours of states.
    pub fn add_sign(&self, scene: &mut Scene, area: Rect) -> (Id, Ground) {
        let border = if self.theme.kind.by_shape() { Edges::ALL } else { Edges::NONE };
        let Rect { width, height, .. } = area;
        let (labels, lines) = (Labels::default(), Edges::NONE);
        let ground = Ground { width, height, side: width, dark: true, labels, lines, border };
        (scene.add_like(Tag::Square, area, &ground), ground)
    }

    pub fn drawing(&self, ground: Ground, state: SquareState) -> Drawing {
        let states = state.layers();
        let last = states.len() - 1;
        let layers = states.into_iter().enumerate().map(|(index, state)| {
            let shapes = self.shapes(ground, state).collect();
            Layer { z: BOARD, is_covered: index < last, shapes }
        });
        Drawing { layers: layers.collect() }
    }

    pub(super) fn looks(&self, ground: Ground, state: SquareState) -> Vec<SquareLook> {
        state.layers().into_iter().map(|layer| self.look(ground, layer)).collect()
    }

    pub fn shapes(&self, ground: Ground, state: SquareState) -> impl Iterator<Item = Shape> + use<> {
        let SquareLook { paper, stamps } = self.look(ground, state);
        let paper = Shape::Fill(Rect { x: 0, y: 0, width: ground.width, height: ground.height }, paper);
        [paper].into_iter().chain(stamps.into_iter().map(move |stamp| Shape::Figure(ground, stamp)))
    }

    pub fn look(&self, ground: Ground, state: SquareState) -> SquareLook {
        let paper = self.paper(state, ground.dark);
        let by_shape = self.theme.kind.by_shape();
        let stamps = Stamps { list: Vec::new(), ground, style: self, state, paper, by_shape };
        SquareLook { paper, stamps: stamps.all() }
    }

    fn paper(&self, SquareState { content, cell, mark, .. }: SquareState, dark: bool) -> Rgb {
        let inks = &self.inks;
        if let (Some(cell), Some(heat)) = (cell, self.theme.heat()) {
            return heat.colour(cell);
        }
        let has_tone = match content {
            Content::Restart | Content::FastForward => return inks.squares[usize::from(dark)],
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
