//! The search tree: what was visited, the path to where the search is, and the solutions.

use std::sync::Arc;

use image::GrayImage;

use crate::search::SearchTree;

use super::frame_buffer::FrameBuffer;
use super::mask;
use super::palette::{Palette, Ramp, ink_level};
use crate::page::Theme;
use crate::page::layout::tree::TreeLayout;
use crate::picture::Rect;

/// Steps that visit more nodes than this repaint everything.
const MANY: usize = 64;

/// The tree, as far as it was visited.
#[derive(Debug)]
pub struct Tree {
    search: Arc<SearchTree>,
    layout: TreeLayout,
    area: Rect,
    ink: Ramp,
    /// How much ink there is on what was visited.
    faint: f32,
    solution: Ramp,
    /// Everything that was visited, the path, and the solutions, each as coverage.
    layers: [GrayImage; 3],
    /// The number of the node visited last.
    newest: u32,
    /// From where the search is to the root.
    path: Vec<u32>,
    fresh: bool,
}

const VISITED_LAYER: usize = 0;
const PATH_LAYER: usize = 1;
const SOLUTION_LAYER: usize = 2;

impl Tree {
    pub fn new(tree: &Arc<SearchTree>, area: Rect, em: f32, theme: &Theme, palette: &mut Palette) -> Self {
        let blank = || GrayImage::new(area.width, area.height);
        Self {
            layout: TreeLayout::of(tree, area.width as f32, area.height as f32, em),
            search: Arc::clone(tree),
            area,
            ink: palette.ramp(theme.queen, theme.page),
            faint: theme.faint(),
            solution: palette.ramp(theme.solution, theme.page),
            layers: [blank(), blank(), blank()],
            newest: 0,
            path: Vec::new(),
            fresh: true,
        }
    }

    /// Paints the tree after so many placements, with so many queens on the board.
    pub fn paint(&mut self, placements: u64, depth: usize, stage: &mut FrameBuffer) {
        let path: Vec<u32> = self.search.path(placements, depth).collect();
        let last = self.search.nodes().len() as u64 - 1;
        let newest = placements.min(last) as u32;
        if newest < self.newest {
            self.layers.iter_mut().for_each(|layer| layer.fill(0));
            (self.newest, self.fresh) = (0, true);
        }
        let first = if self.fresh { 0 } else { self.newest + 1 };
        let visited = first..=newest;
        let much = self.fresh || visited.clone().count() > MANY;
        visited.clone().for_each(|node| self.visit(node));
        let tips = [path.first(), self.path.first()].into_iter().flatten();
        let left = self.path.iter().filter(|node| !path.contains(node));
        let entered = path.iter().filter(|node| !self.path.contains(node));
        let moved = tips.chain(left).chain(entered).copied().chain(visited.take(MANY));
        let mut dirty: Vec<Rect> = Vec::new();
        for node in moved {
            join(&mut dirty, self.layout.reach(node));
        }
        if much {
            dirty = vec![Rect { x: 0, y: 0, ..self.area }];
        }
        (self.newest, self.path, self.fresh) = (newest, path, false);
        for area in dirty {
            self.draw_path(area);
            let pixels = self.composed(area);
            stage.replace(Rect { x: self.area.x + area.x, y: self.area.y + area.y, ..area }, &pixels);
        }
    }

    fn visit(&mut self, node: u32) {
        let layout = &self.layout;
        let reach = layout.reach(node);
        stamp(&mut self.layers[VISITED_LAYER], reach, layout.edge(node), layout.line);
        stamp(&mut self.layers[VISITED_LAYER], reach, layout.dot(node), 2.0 * layout.radius);
        if self.search.nodes()[node as usize].solution {
            stamp(&mut self.layers[SOLUTION_LAYER], reach, layout.dot(node), 2.0 * layout.large_radius);
        }
    }

    /// Draws what there is of the path in an area.
    fn draw_path(&mut self, area: Rect) {
        let layer = &mut self.layers[PATH_LAYER];
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                layer.put_pixel(x, y, image::Luma([0]));
            }
        }
        for (index, node) in self.path.iter().enumerate() {
            let Some(both) = self.layout.reach(*node).shared(area) else { continue };
            let radius = if index == 0 { self.layout.large_radius } else { self.layout.radius };
            stamp(layer, both, self.layout.edge(*node), self.layout.strong_line);
            stamp(layer, both, self.layout.dot(*node), 2.0 * radius);
        }
    }

    fn composed(&self, area: Rect) -> Vec<u8> {
        let [visited, path, solutions] = &self.layers;
        let levels =
            |strength| -> [u8; 256] { std::array::from_fn(|coverage| ink_level(coverage as u8, strength)) };
        let (faded, full) = (levels(self.faint), levels(1.0));
        let mut pixels = Vec::with_capacity(area.pixels() as usize);
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                let at = |layer: &GrayImage| usize::from(layer.get_pixel(x, y).0[0]);
                let ink = faded[at(visited)].max(full[at(path)]);
                pixels.push(match full[at(solutions)] {
                    0 => self.ink[usize::from(ink)],
                    solution => self.solution[usize::from(solution)],
                });
            }
        }
        pixels
    }
}

/// Adds a stroke to a layer, as far as it lies in an area.
fn stamp(layer: &mut GrayImage, area: Rect, ends: [(f32, f32); 2], line: f32) {
    let ends = ends.map(|(x, y)| (x - area.x as f32, y - area.y as f32));
    let stroke = mask::stroke(area.width, area.height, ends, line);
    for (x, y, coverage) in stroke.enumerate_pixels() {
        let pixel = layer.get_pixel_mut(area.x + x, area.y + y);
        pixel.0[0] = pixel.0[0].max(coverage.0[0]);
    }
}

/// Adds an area to others, so that none overlap.
fn join(areas: &mut Vec<Rect>, mut area: Rect) {
    while let Some(place) = areas.iter().position(|known| known.overlaps(area)) {
        area = areas.swap_remove(place).with(area);
    }
    areas.push(area);
}
