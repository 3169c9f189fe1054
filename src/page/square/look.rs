//! What squares look like: their colours, and the figures on them.

use crate::board::{Square, SquareSet};
use crate::page::figure::{Edges, Figure};
use crate::page::scene::{BOARD, Drawing, Id, Layer, Scene, Tag};
use crate::page::shape::Shape;
use crate::page::theme_kind::{HeatCell, ThemeKind};
use crate::picture::{Rect, Rgb};
use crate::record::AttackSegments;
use crate::record::{self, Mark};

use super::ground::{Ground, Labels};
use super::stamp::{DEAD_END_FRAME, FRAME, Spot, Stamp, THIN_FRAME};
use super::stamps::{INSIDE_FRAME, Stamps};
use super::state::{Content, Face, SquareState, state_of};
use super::style::SquareStyle;

/// What a square looks like in a state.
#[derive(Debug, Clone)]
pub struct SquareLook {
    /// The colour under everything.
    pub paper: Rgb,
    /// Its figures, each drawn over those before.
    pub stamps: Vec<Stamp>,
}

/// Between smaller squares, lines would hide the colours.
const SMALLEST_WITH_LINES: u32 = 10;

impl SquareStyle {
    /// Adds a square that is a sign, beside text: states have their exact colours on dark squares. Returns its
    /// properties, too.
    pub fn add_sign(&self, scene: &mut Scene, area: Rect) -> (Id, Ground) {
        let border = if self.theme.kind.by_shape() { Edges::ALL } else { Edges::default() };
        let Rect { width, height, .. } = area;
        let (labels, lines) = (Labels::default(), Edges::default());
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
        let mark = scene.mark_at(square).filter(|mark| self.shows(*mark));
        let attacks = if self.highlight { &scene.attacks[..] } else { &[] };
        let segments = AttackSegments::on(square, attacks);
        let bracketed = attacks.iter().any(|attack| attack.from() == square);
        let face = if let Some(heat) = self.theme.heat() {
            let most = heat.most_attackers().into();
            let attackers = || scene.queens.attackers(square).min(most) as u8;
            let cell = if queen { HeatCell::Queen } else { HeatCell::Attackers(attackers()) };
            let fixed = scene.start.contains(square) || scene.blocked.contains(square);
            Face::Heat { cell, mark, bracketed, fixed }
        } else {
            let is_attacked = || match attacked {
                Some(attacked) => attacked.contains(square),
                None => mark == Some(Mark::DeadEnd) && scene.queens.attackers(square) > 0,
            };
            let count = scene.count_at(square).filter(|_| self.highlight);
            let least = || scene.counts.iter().map(|(_, count)| *count).min();
            let content = if queen && scene.start.contains(square) {
                Content::StartQueen
            } else if queen {
                Content::Queen
            } else if scene.blocked.contains(square) {
                Content::Closed
            } else if self.highlight && scene.is_solved() {
                // A solution is shown on a clear board.
                Content::Nothing
            } else if self.highlight && scene.ruled_out.contains(square) {
                Content::RuledOut
            } else if count.is_none() && is_attacked() {
                Content::Attacked
            } else {
                Content::Nothing
            };
            let edges = match mark {
                Some(Mark::DeadEnd | Mark::Tried) => outer_edges(square, scene),
                _ => Edges::default(),
            };
            let count = count.map(|count| (count, least() == Some(count)));
            Face::Chess { content, mark, bracketed, edges, count }
        };
        SquareState { segments, ..SquareState::of(face) }
    }

    /// Whether a mark is drawn.
    const fn shows(&self, mark: Mark) -> bool {
        match mark {
            Mark::Placed
            | Mark::PlacedInConflict
            | Mark::Removed
            | Mark::Solution
            | Mark::Conflict
            | Mark::Safe
            | Mark::Refused => self.highlight,
            Mark::DeadEnd | Mark::Tried => self.highlight && self.dead_ends,
        }
    }

    /// The shapes of a square in a state.
    pub fn shapes(&self, ground: Ground, state: SquareState) -> impl Iterator<Item = Shape> + use<> {
        let SquareLook { paper, stamps } = self.look(ground, state);
        let paper = Shape::Fill(Rect { x: 0, y: 0, width: ground.width, height: ground.height }, paper);
        [paper].into_iter().chain(stamps.into_iter().map(move |stamp| Shape::Figure(ground, stamp)))
    }

    fn lines_of_attacks(&self, stamps: &mut Stamps<'_>, state: SquareState, paper: Rgb) {
        let (ink, casing) = match self.theme.kind {
            ThemeKind::Shapes => (self.inks.ink, Some(paper)),
            ThemeKind::Colours => (self.inks.line, state.is_closed().then_some(paper)),
            // It is seen on all cells, and has one colour on them.
            ThemeKind::Heat(_) => (self.inks.ink, Some(self.inks.page)),
        };
        for (segment, casing) in state.segments.iter().filter_map(|segment| Some((segment, casing?))) {
            stamps.whole(|width, height| Figure::Casing(segment, width, height), casing);
        }
        for segment in state.segments.iter() {
            stamps.whole(|width, height| Figure::Segment(segment, width, height), ink);
        }
    }

    /// What a square looks like in a state.
    pub fn look(&self, ground: Ground, state: SquareState) -> SquareLook {
        let by_shape = self.theme.kind.by_shape();
        let paper = self.paper(state.face, ground.dark);
        let mut stamps = Stamps { list: Vec::new(), ground, style: self, paper, by_shape };
        if by_shape {
            stamps.hatching(state);
        }
        let is_closed = state.is_closed();
        if is_closed {
            stamps.closed(state);
        }
        if ground.lines.any() && ground.side >= SMALLEST_WITH_LINES {
            stamps.lines();
        }
        match state.face {
            Face::Heat { mark: Some(mark), cell, .. } if state_of(mark).is_some() => {
                if mark == Mark::Removed {
                    stamps.whole(Figure::BrokenFrame, self.inks.text_on(paper));
                } else if mark != Mark::Solution && (mark != Mark::Conflict || !cell.has_queen()) {
                    stamps.frame(FRAME, self.inks.text_on(paper));
                }
            }
            Face::Chess { mark: Some(mark), .. } if by_shape => stamps.frame_by_shape(mark),
            Face::Chess { .. } | Face::Heat { .. } | Face::Restart | Face::DeadEnd => {}
        }
        if let Face::Chess { edges, .. } = state.face
            && edges.any()
        {
            stamps.edges(edges, DEAD_END_FRAME, self.inks.line);
        }
        for (x, y) in state.dashes.directions() {
            stamps.centre(Figure::Dash(x, y), self.inks.text_on(paper));
        }
        self.lines_of_attacks(&mut stamps, state, paper);
        match state.face {
            Face::Heat { cell, mark, bracketed, fixed } => {
                let ink = self.inks.text_on(paper);
                if is_closed && matches!(mark, Some(Mark::Conflict | Mark::Refused)) {
                    stamps.centre(Figure::CrossHalo, paper);
                }
                if cell.has_queen() {
                    stamps.queen();
                    if fixed {
                        stamps.pin();
                    }
                } else if mark == Some(Mark::Conflict) {
                    stamps.centre(Figure::Cross, ink);
                } else if mark == Some(Mark::Safe) {
                    stamps.centre(Figure::Ring, ink);
                } else if mark == Some(Mark::Refused) {
                    stamps.centre(Figure::RefusedCross, ink);
                } else if mark == Some(Mark::Removed) {
                    stamps.ghost(ink);
                }
                if mark == Some(Mark::Solution) {
                    stamps.solution(ink, self.inks.text_on(ink));
                }
                if bracketed || cell.has_queen() && mark == Some(Mark::Conflict) {
                    stamps.brackets(0, ink);
                } else if mark == Some(Mark::PlacedInConflict) {
                    stamps.brackets(INSIDE_FRAME, ink);
                }
            }
            Face::Restart => stamps.centre(Figure::RestartArrow, self.inks.text_on(paper)),
            Face::DeadEnd => {
                if by_shape {
                    stamps.whole(Figure::Hatching, self.inks.ink);
                    stamps.centre(Figure::CrossHalo, self.inks.page);
                }
                stamps.centre(Figure::Cross, self.inks.line);
            }
            Face::Chess { .. } => stamps.chess(state),
        }
        let labels = [
            ground.labels.row.map(|row| (Figure::Row(row), Spot::BottomLeft)),
            ground.labels.column.map(|(names, column)| (Figure::Column(names, column), Spot::BottomRight)),
        ];
        for (figure, spot) in labels.into_iter().flatten() {
            stamps.at(spot, figure, self.inks.text_on(paper));
        }
        // A solution at the edge is as dark as the edge itself.
        if ground.border.any() && paper != self.inks.ink {
            stamps.edges(ground.border, THIN_FRAME, self.inks.ink);
        }
        SquareLook { paper, stamps: stamps.list }
    }

    /// The colour under everything that is drawn on a square.
    fn paper(&self, face: Face, dark: bool) -> Rgb {
        match (face, self.theme.kind) {
            (Face::Heat { cell, .. }, ThemeKind::Heat(heat)) => heat.colour(cell),
            (Face::Chess { content, mark, .. }, ThemeKind::Colours | ThemeKind::Heat(_)) => {
                let has_tone = match content {
                    Content::Attacked | Content::RuledOut => true,
                    Content::Closed if self.highlight => true,
                    Content::Queen | Content::StartQueen | Content::Closed | Content::Nothing => {
                        matches!(mark, Some(Mark::DeadEnd | Mark::Tried))
                    }
                };
                match mark.and_then(state_of) {
                    Some(state) => self.inks.square(state, dark),
                    None if has_tone => self.inks.attacked,
                    None => self.inks.squares[usize::from(dark)],
                }
            }
            (Face::Chess { mark: Some(Mark::Solution), .. }, ThemeKind::Shapes) => self.inks.ink,
            (Face::Chess { .. }, ThemeKind::Shapes) => self.inks.page,
            (Face::DeadEnd, _) => self.inks.attacked,
            (Face::Restart, _) | (Face::Heat { .. }, ThemeKind::Colours | ThemeKind::Shapes) => {
                self.inks.squares[usize::from(dark)]
            }
        }
    }
}

/// The edges of a dead end's square beyond which there is no other.
fn outer_edges(square: Square, scene: &record::Scene) -> Edges {
    let is_outside = |rows: i8, columns: i8| {
        let beside = square.row.checked_add_signed(rows).zip(square.column.checked_add_signed(columns));
        let mark = beside.and_then(|(row, column)| scene.mark_at(Square { row, column }));
        !matches!(mark, Some(Mark::DeadEnd | Mark::Tried))
    };
    Edges {
        top: is_outside(-1, 0),
        right: is_outside(0, 1),
        bottom: is_outside(1, 0),
        left: is_outside(0, -1),
    }
}
