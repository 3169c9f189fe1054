//! The search tree as pixels: edges, then nodes, then what hangs below the path.

use std::collections::HashMap;

use image::GrayImage;

use crate::font::{Font, Weight};
use crate::page::inks::State;
use crate::page::slot::{Layers, NodeSlot, NodeState, Tip, TreeStyle};
use crate::picture::{Rect, Rgb};

use super::frame_buffer::FrameBuffer;
use super::palette::{Palette, ink_level};

/// Steps that change more nodes than this repaint the whole tree.
const MAX_CHANGED: usize = 64;

/// Radius of a node that was not visited, of a visited one without a label, and of a solution, against
/// that of a node.
const UNVISITED: f32 = 0.35;
const BARE: f32 = 0.5;
const SOLUTION: f32 = 1.2;

/// Radius of the sign on what hangs below the path, against its own.
const SIGN: f32 = 0.42;

/// Paints the nodes of a tree, which may overlap.
#[derive(Debug)]
pub struct TreePainter {
    style: TreeStyle,
    font: Font,
    labels: HashMap<String, GrayImage>,
}

/// A part of the tree while it is painted.
struct Region<'a> {
    /// Relative to the corner of the tree.
    area: Rect,
    pixels: Vec<u8>,
    palette: &'a Palette,
}

impl TreePainter {
    pub fn new(style: TreeStyle, font: Font) -> Self {
        Self { style, font, labels: HashMap::new() }
    }

    pub fn paint_all(&mut self, layers: &Layers, palette: &Palette, buffer: &mut FrameBuffer) {
        self.repaint(self.style.area, layers, palette, buffer);
        for (cell, colour) in layers.cells.iter() {
            buffer.replace(cell.area, &vec![palette.index(*colour); cell.area.pixels() as usize]);
        }
    }

    pub fn paint_changes(&mut self, layers: &Layers, palette: &Palette, buffer: &mut FrameBuffer) {
        let mut dirty: Vec<Rect> = Vec::new();
        let nodes = layers.nodes.changes().map(|change| change.slot.area);
        let tips = layers.tip.changes().flat_map(|change| [*change.before, *change.now]).flatten();
        let mut changed = 0;
        for area in nodes.chain(tips.map(|tip| self.tip_area(tip))) {
            changed += 1;
            join(&mut dirty, area);
            if changed > MAX_CHANGED {
                dirty = vec![self.style.area];
                break;
            }
        }
        let mut cells: Vec<(Rect, Rgb)> =
            layers.cells.changes().map(|change| (change.slot.area, *change.now)).collect();
        // A cell is painted once, alone or with the area that it lies in.
        let overlaps = |dirty: &[Rect], cell: &Rect| dirty.iter().any(|area| area.overlaps(*cell));
        while let Some(index) = cells.iter().position(|(cell, _)| overlaps(&dirty, cell)) {
            join(&mut dirty, cells.swap_remove(index).0);
        }
        for area in dirty {
            self.repaint(area, layers, palette, buffer);
        }
        for (area, colour) in cells {
            buffer.replace(area, &vec![palette.index(colour); area.pixels() as usize]);
        }
    }

    /// The rectangle of all pixels that a tip may cover.
    fn tip_area(&self, Tip { ends: [(x, top), (_, bottom)], .. }: Tip) -> Rect {
        let TreeStyle { area, radius, tip_radius, strong_line, .. } = self.style;
        let margin = (SOLUTION * radius).max(tip_radius + 1.0).ceil() as u32 + strong_line;
        let left = x.saturating_sub(margin);
        let right = (x + margin + 1).min(area.width);
        let end = (bottom + margin + 1).min(area.height);
        Rect { x: left, y: top, width: right - left, height: end - top }.moved(area.x, area.y)
    }

    fn repaint(&mut self, area: Rect, layers: &Layers, palette: &Palette, buffer: &mut FrameBuffer) {
        let tree = self.style.area;
        let local = Rect { x: area.x - tree.x, y: area.y - tree.y, ..area };
        let paper = palette.index(self.style.page);
        let mut region = Region { area: local, pixels: vec![paper; area.pixels() as usize], palette };
        let near: Vec<_> = layers.nodes.iter().filter(|(node, _)| node.area.overlaps(area)).collect();
        for wanted in [NodeState::Unvisited, NodeState::Visited, NodeState::OnPath] {
            for (node, _) in near.iter().filter(|(_, state)| **state == wanted) {
                self.draw_edge(node, wanted, &mut region);
            }
        }
        for (cell, colour) in layers.cells.iter().filter(|(cell, _)| cell.area.overlaps(area)) {
            let local = Rect { x: cell.area.x - tree.x, y: cell.area.y - tree.y, ..cell.area };
            region.fill(local, *colour);
        }
        let tips = || layers.tip.iter().filter_map(|(_, tip)| *tip);
        for tip in tips() {
            self.draw_broken_line(tip, &mut region);
        }
        for wanted in [NodeState::Unvisited, NodeState::Visited, NodeState::OnPath] {
            for (node, _) in near.iter().filter(|(_, state)| **state == wanted) {
                self.draw_node(node, wanted, &mut region);
            }
        }
        for tip in tips() {
            self.draw_tip(tip, &mut region);
        }
        buffer.replace(area, &region.pixels);
    }

    /// The edge to a node: down from the node above, across half way, and down to the node.
    fn draw_edge(&self, node: &NodeSlot, state: NodeState, region: &mut Region<'_>) {
        let Some((from_x, from_y)) = node.parent else { return };
        let (x, y) = node.centre;
        let (line, colour) = self.line(state);
        let bend = u32::midpoint(from_y, y);
        let left = |x: u32| x.saturating_sub(line / 2);
        let (low, high) = (x.min(from_x), x.max(from_x));
        region.fill(Rect { x: left(from_x), y: from_y, width: line, height: bend - from_y }, colour);
        region.fill(Rect { x: left(low), y: left(bend), width: high - low + line, height: line }, colour);
        region.fill(Rect { x: left(x), y: bend, width: line, height: y - bend }, colour);
    }

    const fn line(&self, state: NodeState) -> (u32, Rgb) {
        let TreeStyle { line, strong_line, unvisited, visited, ink, .. } = self.style;
        match state {
            NodeState::Unvisited => (line, unvisited),
            NodeState::Visited => (line, visited),
            NodeState::OnPath => (strong_line, ink),
        }
    }

    fn draw_node(&mut self, node: &NodeSlot, state: NodeState, region: &mut Region<'_>) {
        let TreeStyle { radius, page, ink, visited, label, unvisited, solution, line, .. } = self.style;
        let labelled = self.style.label_em.is_some() && !node.label.is_empty();
        let bare = if labelled { radius } else { (BARE * radius).max(1.5) };
        let at = node.centre;
        let is_root = node.parent.is_none();
        match state {
            NodeState::Unvisited => region.disc(at, (UNVISITED * radius).max(0.8), unvisited),
            NodeState::Visited | NodeState::OnPath if node.solution => {
                region.disc(at, SOLUTION * radius.max(2.0), solution.paper);
                self.write(node, solution.ink, region);
            }
            NodeState::Visited if labelled => {
                region.disc(at, radius, visited);
                region.disc(at, radius - (line as f32).max(1.0), page);
                self.write(node, label, region);
            }
            NodeState::Visited => region.disc(at, bare, visited),
            NodeState::OnPath => {
                region.disc(at, if is_root { (BARE * radius).max(2.0) } else { bare.max(2.0) }, ink);
                self.write(node, page, region);
            }
        }
    }

    fn write(&mut self, node: &NodeSlot, ink: Rgb, region: &mut Region<'_>) {
        let Some(em) = self.style.label_em.filter(|_| !node.label.is_empty()) else { return };
        let Self { font, labels, style } = self;
        let mask = labels.entry(node.label.clone()).or_insert_with(|| {
            let text = font.weight(Weight::Bold).ink(&node.label, em);
            // Long labels would reach over the rim.
            if text.width() as f32 > 2.0 * style.radius - 2.0 { GrayImage::new(0, 0) } else { text }
        });
        region.stamp(mask, node.centre, ink);
    }

    fn draw_broken_line(&self, Tip { ends: [(x, top), (_, bottom)], state }: Tip, region: &mut Region<'_>) {
        let TreeStyle { strong_line, tips, .. } = self.style;
        let width = (strong_line * 2 / 3).max(1);
        let dash = (3 * width / 2).max(2);
        let mut y = top;
        while y < bottom {
            let height = dash.min(bottom - y);
            region.fill(Rect { x: x.saturating_sub(width / 2), y, width, height }, tips[state as usize].1);
            y += 2 * dash;
        }
    }

    fn draw_tip(&self, Tip { ends: [_, at], state }: Tip, region: &mut Region<'_>) {
        let TreeStyle { tip_radius: radius, tips, page, .. } = self.style;
        let (pen, _) = tips[state as usize];
        // Apart from a node behind it.
        region.disc(at, radius + 1.0, page);
        region.disc(at, radius, pen.paper);
        let is_refused = state == State::Conflict;
        if is_refused {
            region.cross(at, SIGN * radius, (0.26 * radius).max(1.0), pen.ink);
        } else {
            region.disc(at, SIGN * radius, pen.ink);
        }
    }
}

impl Region<'_> {
    /// Fills a rectangle, clipped.
    fn fill(&mut self, rect: Rect, colour: Rgb) {
        let Some(both) = self.area.shared(rect) else { return };
        let index = self.palette.index(colour);
        let local = Rect { x: both.x - self.area.x, y: both.y - self.area.y, ..both };
        local.rows_mut(&mut self.pixels, self.area.width).for_each(|row| row.fill(index));
    }

    fn disc(&mut self, at: (u32, u32), radius: f32, ink: Rgb) {
        self.cover(at, radius, ink, |x, y| radius - x.hypot(y));
    }

    /// Two strokes with square ends.
    fn cross(&mut self, at: (u32, u32), reach: f32, line: f32, ink: Rgb) {
        let stroke = |along: f32, across: f32| (reach * 1.2 - along.abs()).min(line / 2.0 - across.abs());
        let half = std::f32::consts::FRAC_1_SQRT_2;
        self.cover(at, reach * 1.5, ink, |x, y| {
            let (down, up) = ((x + y) * half, (x - y) * half);
            stroke(down, up).max(stroke(up, down))
        });
    }

    /// Covers the pixels around a centre; `inside` is how far a point relative to it is inside a shape.
    fn cover(&mut self, (cx, cy): (u32, u32), reach: f32, ink: Rgb, inside: impl Fn(f32, f32) -> f32) {
        let margin = reach.ceil() as u32 + 1;
        let (left, top) = (cx.saturating_sub(margin), cy.saturating_sub(margin));
        let around = Rect { x: left, y: top, width: cx + margin + 1 - left, height: cy + margin + 1 - top };
        let Some(both) = self.area.shared(around) else { return };
        for y in both.y..both.bottom() {
            for x in both.x..both.right() {
                let shade = inside(x as f32 - cx as f32, y as f32 - cy as f32) + 0.5;
                self.blend((x, y), (shade.clamp(0.0, 1.0) * 255.0).round() as u8, ink);
            }
        }
    }

    /// Stamps a mask with its middle at a point, clipped.
    fn stamp(&mut self, mask: &GrayImage, (cx, cy): (u32, u32), ink: Rgb) {
        let (left, top) =
            (i64::from(cx) - i64::from(mask.width() / 2), i64::from(cy) - i64::from(mask.height() / 2));
        for (x, y, coverage) in mask.enumerate_pixels() {
            let (x, y) = (left + i64::from(x), top + i64::from(y));
            if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
                && self.area.overlaps(Rect { x, y, width: 1, height: 1 })
            {
                self.blend((x, y), coverage.0[0], ink);
            }
        }
    }

    fn blend(&mut self, (x, y): (u32, u32), coverage: u8, ink: Rgb) {
        let level = ink_level(coverage);
        if level > 0 {
            let index = ((y - self.area.y) * self.area.width + x - self.area.x) as usize;
            self.pixels[index] = self.palette.over(self.pixels[index], ink, level);
        }
    }
}

/// Adds an area to others, so that none overlap.
fn join(areas: &mut Vec<Rect>, mut area: Rect) {
    while let Some(index) = areas.iter().position(|known| known.overlaps(area)) {
        area = areas.swap_remove(index).with(area);
    }
    areas.push(area);
}
