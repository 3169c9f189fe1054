//! The content of a page between two frames, while items move.

use crate::motion::Millis;
use crate::picture::Rect;

use super::figure::Edges;
use super::moves::{Move, Moving, Phase};
use super::scene::{Drawing, Id, ItemChange, Layer, Scene, key_of};
use super::shape::{Corner, Shape};

type Phases = Vec<Option<Phase>>;

/// The phases of all moving items, at a time between the previous frame and the current frame.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tween(Vec<(Id, Phases)>);

#[derive(Debug, Clone, Copy)]
pub struct ItemLook<'a> {
    /// Two looks are equal if and only if their keys are.
    pub key: u64,
    drawing: &'a Drawing,
    /// The change of the item and the phases of its moves, while it moves.
    moving: Option<(&'a ItemChange, &'a Phases)>,
}

#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    pub z: u8,
    pub shape: &'a Shape,
    pub phase: Phase,
    /// The rectangle in which the shape is visible, if a part of the shape is covered.
    pub clip: Option<Rect>,
}

impl Tween {
    pub fn at(scene: &Scene, time: Millis) -> Self {
        let phases = scene.changes().map(|(change, _)| {
            let phases: Phases = change.moves.iter().map(|part| part.at(time)).collect();
            (change.id, phases)
        });
        let mut phases: Vec<_> = phases.filter(|(_, phases)| phases.iter().any(Option::is_some)).collect();
        phases.sort_by_key(|(id, _)| *id);
        Self(phases)
    }

    /// Whether nothing moves, so that the current frame is shown.
    pub const fn is_still(&self) -> bool {
        self.0.is_empty()
    }

    pub fn look<'a>(&'a self, scene: &'a Scene, id: Id) -> ItemLook<'a> {
        let item = scene.item(id);
        let at = self.0.binary_search_by_key(&id, |(id, _)| *id).ok();
        let moving = scene.change(id).zip(at.map(|at| &self.0[at].1));
        let key = moving.map_or(item.key, |(change, phases)| {
            let moves = change.moves.iter().zip(phases).filter(|(_, phase)| phase.is_some());
            let moves = moves.map(|(part, phase)| (part.drawing, part.z, part.shape, *phase));
            key_of(&(change.key, item.key, moves.collect::<Vec<_>>()))
        });
        ItemLook { key, drawing: &item.drawing, moving }
    }

    pub fn copies<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = (Rect, Corner, &'a Shape)> {
        self.0.iter().flat_map(move |(id, phases)| {
            let (item, change) = (scene.item(*id), scene.change(*id).into_iter());
            change.flat_map(move |change| change.moves.iter().zip(phases)).filter_map(move |(part, phase)| {
                let Some(Phase::At(corner)) = *phase else { return None };
                let mut shapes = item.drawing.at(part.z).flat_map(|layer| &layer.shapes);
                let area = Rect { x: corner.0, y: corner.1, ..item.area };
                Some((area, corner, shapes.nth(part.shape?)?))
            })
        })
    }
}

impl<'a> ItemLook<'a> {
    pub fn before(change: &'a ItemChange) -> Self {
        Self { key: change.key, drawing: &change.before, moving: None }
    }

    /// Returns the visible shapes in the order of drawing: copies below, the current drawing, copies above it.
    pub fn seen(&self) -> Vec<Seen<'a>> {
        let Self { drawing, moving, .. } = *self;
        let whole = |z, shape| Seen { z, shape, phase: Phase::Whole, clip: None };
        let Some((change, phases)) = moving else {
            let layers = drawing.layers.iter().filter(|layer| !layer.is_covered);
            return layers.flat_map(|layer| layer.shapes.iter().map(|shape| whole(layer.z, shape))).collect();
        };
        let copies = |drawing: Moving| {
            let moves = change.moves.iter().zip(phases).filter(move |(part, _)| part.drawing == drawing);
            moves.filter_map(|(part, phase)| Some(copy(part, &change.before, (*phase)?))).flatten()
        };
        let mut seen: Vec<Seen<'a>> = copies(Moving::Under).collect();
        for (at, Layer { z, shapes, .. }) in drawing.layers.iter().enumerate() {
            let below = drawing.layers[..at].iter().filter(|layer| layer.z == *z);
            let first = below.map(|layer| layer.shapes.len()).sum::<usize>();
            for (index, shape) in (first..).zip(shapes) {
                let moves = change.moves.iter().zip(phases);
                let own = moves.filter(|(part, _)| part.z == *z && part.shape.is_none_or(|own| own == index));
                let mut phases = own.filter_map(|(part, phase)| match (part.drawing, phase) {
                    (Moving::Now | Moving::Passing, Some(phase)) => {
                        Some(phase_of(part, shape, drawing, *phase))
                    }
                    (Moving::Passing, None) => Some((Phase::Gone, None)),
                    (Moving::Now, None) | (Moving::Over | Moving::Under | Moving::Above, _) => None,
                });
                seen.extend(phases.try_fold(whole(*z, shape), |seen, (phase, clip)| match phase {
                    Phase::Gone => None,
                    Phase::Whole => Some(Seen { clip: clip.or(seen.clip), ..seen }),
                    Phase::Posed(..) | Phase::Sector(_) | Phase::Covered(..) | Phase::At(_) => {
                        Some(Seen { phase, ..seen })
                    }
                }));
            }
        }
        seen.extend(copies(Moving::Over));
        seen
    }
}

fn copy<'a>(part: &'a Move, drawing: &'a Drawing, phase: Phase) -> impl Iterator<Item = Seen<'a>> {
    let shapes = drawing.at(part.z).flat_map(|layer| &layer.shapes).enumerate();
    let own = shapes.filter(|(index, _)| part.shape.is_none_or(|own| own == *index));
    own.filter(move |_| phase != Phase::Gone).map(move |(_, shape)| {
        let (phase, clip) = phase_of(part, shape, drawing, phase);
        Seen { z: part.z, shape, phase, clip }
    })
}

/// Returns the phase of a shape. A covered shape that is not a figure is clipped instead: it is whole, in the
/// returned rectangle.
fn phase_of(part: &Move, shape: &Shape, drawing: &Drawing, phase: Phase) -> (Phase, Option<Rect>) {
    let Phase::Covered(sides, covered) = phase else { return (phase, None) };
    let bounds = match (part.shape, shape) {
        (_, Shape::Figure(..)) => return (phase, None),
        (Some(_), shape) => shape.fill().map(|(area, _)| area),
        (None, _) => drawing.bounds(part.z),
    };
    (Phase::Whole, bounds.map(|area| uncovered(area, sides, covered.value())))
}

/// Returns the uncovered part of a rectangle; `covered` is the share of the width or height that is covered from
/// each of `sides`.
fn uncovered(area: Rect, sides: Edges, covered: f32) -> Rect {
    let side = |start: u32, length: u32, [near, far]: [bool; 2]| {
        let left = 1.0 - covered * f32::from(u8::from(near) + u8::from(far));
        let left = (left.max(0.0) * length as f32).round() as u32;
        let before = if near { (length - left) / (1 + u32::from(far)) } else { 0 };
        (start + before, left)
    };
    let (x, width) = side(area.x, area.width, [sides.left, sides.right]);
    let (y, height) = side(area.y, area.height, [sides.top, sides.bottom]);
    Rect { x, y, width, height }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::{Share, Span};
    use crate::page::figure::Figure;
    use crate::page::moves::Course;
    use crate::page::scene::{OVERLAY, PANEL, Tag};
    use crate::page::square::stamps::Spot;
    use crate::page::square::{Ground, Labels, Stamp};
    use crate::picture::Rgb;

    /// Half of the way is done after 200 ms, an eighth after 150 ms.
    const SPAN: Span = Span::in_out(100.0, 200.0);
    const AREA: Rect = Rect { x: 10, y: 20, width: 8, height: 6 };
    const RIGHT: Edges = Edges::ahead((1, 0));

    fn part(drawing: Moving, shape: Option<usize>, course: Course, span: Span) -> Move {
        Move::new(drawing, PANEL, shape, course, span).unwrap()
    }

    fn fill(grey: u8) -> Shape {
        Shape::Fill(Rect { x: 0, y: 0, ..AREA }, Rgb([grey; 3]))
    }

    #[test]
    fn what_waits_and_what_has_passed_is_not_seen() {
        let mut scene = Scene::default();
        let id = scene.add(Tag::Plain, AREA);
        scene.set(id, &"before", || Drawing::panel([fill(1), fill(2)]));
        scene.begin_step();
        let layer = |z, is_covered, shapes| Layer { z, is_covered, shapes };
        let layers = vec![
            layer(PANEL, true, vec![fill(3)]),
            layer(OVERLAY, false, vec![fill(4)]),
            layer(PANEL, false, vec![fill(5), fill(6)]),
        ];
        scene.set(id, &"now", || Drawing { layers });
        let moves = vec![
            part(Moving::Under, None, Course::Stays, Span::until(50.0)),
            part(Moving::Passing, Some(0), Course::Stays, Span::until(100.0)),
            part(Moving::Now, Some(1), Course::Waits, Span::until(200.0)),
            Move { z: OVERLAY, ..part(Moving::Now, Some(0), Course::Waits, Span::until(250.0)) },
            part(Moving::Over, Some(1), Course::Goes, Span::until(300.0)),
        ];
        scene.moves(id, moves);
        let item = scene.item(id);
        for (time, expected) in [
            (0.0, &[1, 2, 3, 6, 2][..]),
            (50.0, &[3, 6, 2]),
            (100.0, &[6, 2]),
            (200.0, &[5, 6, 2]),
            (250.0, &[4, 5, 6, 2]),
            (300.0, &[4, 5, 6]),
        ] {
            let between = Tween::at(&scene, time);
            let look = between.look(&scene, id);
            let greys = |seen: Seen<'_>| seen.shape.fill().map(|(_, colour)| colour.0[0]);
            let seen: Vec<u8> = look.seen().into_iter().filter_map(greys).collect();
            assert_eq!(seen, expected, "{time}");
            let is_still = time >= 300.0;
            assert_eq!((between.is_still(), look.key == item.key), (is_still, is_still), "{time}");
        }
    }

    #[test]
    fn what_is_covered_is_cut_off() {
        let (down, both) = (Edges::ahead((0, 1)), Edges { top: true, ..Edges::ahead((0, 1)) });
        for (sides, covered, [x, y, width, height]) in [
            (RIGHT, 0.0, [10, 20, 8, 6]),
            (RIGHT, 0.25, [10, 20, 6, 6]),
            (Edges::ahead((-1, 0)), 0.25, [12, 20, 6, 6]),
            (down, 0.5, [10, 20, 8, 3]),
            (down, 1.0, [10, 20, 8, 0]),
            (both, 0.25, [10, 21, 8, 3]),
            (both, 0.75, [10, 23, 8, 0]),
        ] {
            assert_eq!(uncovered(AREA, sides, covered), Rect { x, y, width, height }, "{sides:?}, {covered}");
        }
        let (labels, lines, border) = (Labels::default(), Edges::default(), Edges::default());
        let ground = Ground { width: 8, height: 6, side: 6, dark: false, labels, lines, border };
        let stamp = Stamp { figure: Figure::Dot, spot: Spot::Centre, ink: Rgb([0; 3]) };
        let small = Rect { x: 4, y: 2, width: 4, height: 2 };
        let drawing =
            Drawing::panel([fill(0), Shape::Fill(small, Rgb([9; 3])), Shape::Figure(ground, stamp)]);
        let cut = |shape| {
            let part = part(Moving::Over, shape, Course::Stays, SPAN);
            let phase = Phase::Covered(RIGHT, Share::of(0.5));
            copy(&part, &drawing, phase).map(|seen| (seen.phase, seen.clip)).collect::<Vec<_>>()
        };
        let left = (Phase::Whole, Some(Rect { x: 0, y: 0, width: 4, height: 6 }));
        let figure = (Phase::Covered(RIGHT, Share::of(0.5)), None);
        assert_eq!(cut(None), [left, left, figure]);
        assert_eq!(cut(Some(1)), [(Phase::Whole, Some(Rect { width: 2, ..small }))]);
    }
}
