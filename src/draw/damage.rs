//! The areas that have to be repainted where items overlap.

use crate::page::scene::{Change, Drawing, Item};
use crate::page::shape::Shape;
use crate::picture::Rect;

use super::shapes;

/// Steps that change more areas than this repaint all around them.
pub const MOST_DAMAGED: usize = 64;

/// What a step has changed of an item.
pub fn damaged(change: &Change, item: &Item) -> Vec<Rect> {
    let extent = |drawing: &Drawing, shift: Option<u32>| {
        let area = extent(drawing, item.area)?.moved(item.area.x + shift.unwrap_or_default(), item.area.y);
        area.shared(item.area)
    };
    match [extent(&change.before, change.shift), extent(&item.drawing, item.shift)] {
        // What is moved to the right looks the same in all of its columns.
        [Some(before), Some(now)] if change.key == item.key => {
            let between =
                |one: u32, other: u32| Rect { x: one.min(other), width: one.abs_diff(other) + 1, ..now };
            vec![between(before.x, now.x), between(before.right() - 1, now.right() - 1)]
        }
        areas => areas.into_iter().flatten().collect(),
    }
}

/// The rectangle of what is drawn of an item, as far as that is known without fonts.
fn extent(drawing: &Drawing, item: Rect) -> Option<Rect> {
    let whole = Rect { x: 0, y: 0, ..item };
    Rect::around(drawing.shapes().filter_map(|shape| match shape {
        Shape::Fill(area, _) => Some(*area),
        Shape::Disc { centre: (x, y), radius, .. } => {
            let corners = [-1.0, 1.0].map(|side| (x + side * (radius + 1.0), y + side * (radius + 1.0)));
            shapes::bounds(&[corners.to_vec()], whole)
        }
        Shape::Polygons(polygons, _) => shapes::bounds(polygons, whole),
        Shape::Figure(..) | Shape::Text(_) | Shape::Sign(_) => Some(whole),
    }))
}

/// Areas together with those that they overlap, so that none overlap.
pub fn apart(areas: impl IntoIterator<Item = Rect>) -> Vec<Rect> {
    let mut apart: Vec<Rect> = Vec::new();
    for mut area in areas {
        while let Some(index) = apart.iter().position(|known| known.overlaps(area)) {
            area = apart.swap_remove(index).with(area);
        }
        apart.push(area);
    }
    apart
}
