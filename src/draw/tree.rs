//! The parts of the search tree that have to be repainted.

use crate::page::slot::{Layers, TreeStyle};
use crate::picture::Rect;

/// Steps that change more nodes than this repaint the whole tree.
const MAX_CHANGED: usize = 64;

/// The areas that the last step has changed, none of which overlap.
pub fn changed_areas(style: &TreeStyle, layers: &Layers) -> Vec<Rect> {
    let mut areas: Vec<Rect> = Vec::new();
    let nodes = layers.nodes.changes().map(|change| change.slot.area);
    let tips = layers.tip.changes().flat_map(|change| [*change.before, *change.now]).flatten();
    for (index, area) in nodes.chain(tips.map(|tip| style.tip_area(tip))).enumerate() {
        if index >= MAX_CHANGED {
            areas = vec![style.area];
            break;
        }
        join(&mut areas, area);
    }
    let mut cells: Vec<Rect> = layers.cells.changes().map(|change| change.slot.area).collect();
    // A cell is painted once, alone or with the area that it lies in.
    let overlaps = |areas: &[Rect], cell: &Rect| areas.iter().any(|area| area.overlaps(*cell));
    while let Some(index) = cells.iter().position(|cell| overlaps(&areas, cell)) {
        join(&mut areas, cells.swap_remove(index));
    }
    areas.extend(cells);
    areas
}

/// Adds an area to others, so that none overlap.
fn join(areas: &mut Vec<Rect>, mut area: Rect) {
    while let Some(index) = areas.iter().position(|known| known.overlaps(area)) {
        area = areas.swap_remove(index).with(area);
    }
    areas.push(area);
}
