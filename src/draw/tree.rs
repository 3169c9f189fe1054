//! The search tree as pixels: the visited nodes, the path above them, the solutions on top.

use image::{GrayImage, Luma};

use crate::page::slot::{Layer, NodeSlot, NodeState, TreeStyle};
use crate::picture::Rect;

use super::frame_buffer::FrameBuffer;
use super::mask;
use super::palette::{Palette, Ramp, ink_level};

/// Steps that visit more nodes than this repaint the whole tree.
const MAX_VISITED: usize = 64;

/// Paints the nodes of a tree, which may overlap.
#[derive(Debug)]
pub struct TreePainter {
    style: TreeStyle,
    ink: Ramp,
    solution: Ramp,
    /// The coverage of the visited nodes, of the path, and of the solutions.
    visited: GrayImage,
    path: GrayImage,
    solutions: GrayImage,
    /// The nodes of the path, with the current one.
    on_path: Vec<usize>,
}

impl TreePainter {
    pub fn new(style: TreeStyle, palette: &Palette) -> Self {
        let blank = || GrayImage::new(style.area.width, style.area.height);
        Self {
            ink: palette.ramp(style.path),
            solution: palette.ramp(style.solution),
            visited: blank(),
            path: blank(),
            solutions: blank(),
            on_path: Vec::new(),
            style,
        }
    }

    pub fn paint_all(&mut self, nodes: &Layer<NodeSlot>, buffer: &mut FrameBuffer) {
        for layer in [&mut self.visited, &mut self.path, &mut self.solutions] {
            layer.fill(0);
        }
        self.on_path.clear();
        for (index, (node, state)) in nodes.iter().enumerate() {
            self.enter(index, node, NodeState::Hidden, *state);
        }
        self.repaint(self.style.area, nodes, buffer);
    }

    pub fn paint_changes(&mut self, nodes: &Layer<NodeSlot>, buffer: &mut FrameBuffer) {
        let (mut dirty, mut visited): (Vec<Rect>, usize) = (Vec::new(), 0);
        for change in nodes.changes() {
            if *change.now == NodeState::Hidden {
                // Layers only gain ink, so a step backwards repaints everything.
                return self.paint_all(nodes, buffer);
            }
            visited += usize::from(*change.before == NodeState::Hidden);
            self.enter(change.index, change.slot, *change.before, *change.now);
            join(&mut dirty, change.slot.area);
        }
        if visited > MAX_VISITED {
            dirty = vec![self.style.area];
        }
        for area in dirty {
            self.repaint(area, nodes, buffer);
        }
    }

    /// Updates the layers to a node's state.
    fn enter(&mut self, index: usize, node: &NodeSlot, before: NodeState, now: NodeState) {
        let is_on_path = |state| match state {
            NodeState::Hidden | NodeState::Visited => false,
            NodeState::OnPath | NodeState::Current => true,
        };
        match (is_on_path(before), is_on_path(now)) {
            (false, true) => self.on_path.push(index),
            (true, false) => self.on_path.retain(|other| *other != index),
            (false, false) | (true, true) => {}
        }
        if before != NodeState::Hidden || now == NodeState::Hidden {
            return;
        }
        let (area, style, dot) = (self.local(node.area), self.style, [node.edge[1]; 2]);
        stamp(&mut self.visited, area, node.edge, style.line);
        stamp(&mut self.visited, area, dot, 2.0 * style.radius);
        if node.solution {
            stamp(&mut self.solutions, area, dot, 2.0 * style.large_radius);
        }
    }

    fn repaint(&mut self, area: Rect, nodes: &Layer<NodeSlot>, buffer: &mut FrameBuffer) {
        self.draw_path(self.local(area), nodes);
        buffer.replace(area, &self.composed(self.local(area)));
    }

    /// Draws the path, clipped to an area of the tree.
    fn draw_path(&mut self, area: Rect, nodes: &Layer<NodeSlot>) {
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                self.path.put_pixel(x, y, Luma([0]));
            }
        }
        for index in &self.on_path {
            let (node, state) = nodes.get(*index);
            let Some(both) = self.local(node.area).shared(area) else { continue };
            let TreeStyle { radius, large_radius, strong_line, .. } = self.style;
            let radius = if *state == NodeState::Current { large_radius } else { radius };
            stamp(&mut self.path, both, node.edge, strong_line);
            stamp(&mut self.path, both, [node.edge[1]; 2], 2.0 * radius);
        }
    }

    fn composed(&self, area: Rect) -> Vec<u8> {
        let levels =
            |strength| -> [u8; 256] { std::array::from_fn(|coverage| ink_level(coverage as u8, strength)) };
        let (faint, full) = (levels(self.style.visited.strength), levels(self.style.path.strength));
        let mut pixels = Vec::with_capacity(area.pixels() as usize);
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                let at = |layer: &GrayImage| usize::from(layer.get_pixel(x, y).0[0]);
                let ink = faint[at(&self.visited)].max(full[at(&self.path)]);
                pixels.push(match full[at(&self.solutions)] {
                    0 => self.ink[usize::from(ink)],
                    solution => self.solution[usize::from(solution)],
                });
            }
        }
        pixels
    }

    /// A rectangle of the page, relative to the corner of the tree.
    const fn local(&self, area: Rect) -> Rect {
        Rect { x: area.x - self.style.area.x, y: area.y - self.style.area.y, ..area }
    }
}

/// Adds a stroke to a layer, clipped to an area.
fn stamp(layer: &mut GrayImage, area: Rect, ends: [(f32, f32); 2], line: f32) {
    let ends = ends.map(|(x, y)| (x - area.x as f32, y - area.y as f32));
    let stroke = mask::line(area.width, area.height, ends, line);
    for (x, y, coverage) in stroke.enumerate_pixels() {
        let pixel = layer.get_pixel_mut(area.x + x, area.y + y);
        pixel.0[0] = pixel.0[0].max(coverage.0[0]);
    }
}

/// Adds an area to others, so that none overlap.
fn join(areas: &mut Vec<Rect>, mut area: Rect) {
    while let Some(index) = areas.iter().position(|known| known.overlaps(area)) {
        area = areas.swap_remove(index).with(area);
    }
    areas.push(area);
}
