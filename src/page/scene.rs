//! The scene of a page: items in fixed places, and the changes of the last step.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

use crate::picture::{Rect, Rgb};

use super::moves::Move;
use super::shape::{Corner, Shape};

#[derive(Debug, Default)]
pub struct Scene {
    items: Vec<Item>,
    changes: Vec<ItemChange>,
    /// Cached drawings by key: a search often returns to the same states.
    known: KeyMap<u64, Arc<Drawing>>,
}

/// Cache limit; the cache is cleared when it is full.
const MOST_KNOWN: usize = 4096;

/// An item: something in a fixed place, always in one of several states.
#[derive(Debug, Clone)]
pub struct Item {
    pub tag: Tag,
    pub area: Rect,
    /// Hash of kind and state: items with equal keys have equal drawings.
    pub key: u64,
    /// Offset of the drawing to the right in pixels, if it can move.
    pub shift: Option<u32>,
    /// Whether the item is the current line of code.
    pub is_lit: bool,
    /// The drawing, relative to the upper left corner of `area`.
    pub drawing: Arc<Drawing>,
    /// Hash of the properties of the item that never change.
    kind: u64,
    /// Index into `changes` of the scene, if the last step changed the item.
    change: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(usize);

/// The kind of an item. Only trees, charts and overlays overlap other items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    Square,
    /// Lines and signs above the squares of a board.
    Overlay,
    Text,
    Code,
    /// A hairline, a cell or a medal.
    Plain,
    Chart,
    /// A part of a search tree. A node or a cell also has the area of its link to the frame that first shows it,
    /// and the height of the layers that this frame changes.
    Tree(Option<(Rect, u8)>),
}

impl Tag {
    /// Whether no other item overlaps items of this kind.
    pub const fn is_alone(self) -> bool {
        !matches!(self, Self::Overlay | Self::Chart | Self::Tree(_))
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// In the order of drawing.
    pub layers: Vec<Layer>,
}

/// Shapes of a drawing at one height.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Layers of greater height are drawn later.
    pub z: u8,
    /// Whether later layers of the item cover this layer, so that it is visible only during motion.
    pub is_covered: bool,
    /// In the order of drawing.
    pub shapes: Vec<Shape>,
}

/// The height of boards.
pub const BOARD: u8 = 0;
/// The height of overlays.
pub const OVERLAY: u8 = 1;
/// The height of text, code and cells.
pub const PANEL: u8 = 2;

/// The change of an item in the last step, with the key, shift and drawing before the step.
#[derive(Debug, Clone)]
pub struct ItemChange {
    pub id: Id,
    pub key: u64,
    pub shift: Option<u32>,
    pub before: Arc<Drawing>,
    /// The moves from `before` to the current drawing.
    pub moves: Vec<Move>,
}

impl Drawing {
    pub fn flat(z: u8, shapes: impl IntoIterator<Item = Shape>) -> Self {
        Self { layers: vec![Layer { z, is_covered: false, shapes: shapes.into_iter().collect() }] }
    }

    pub fn panel(shapes: impl IntoIterator<Item = Shape>) -> Self {
        Self::flat(PANEL, shapes)
    }

    /// Returns the shapes that are visible while nothing moves.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> + Clone {
        self.layers.iter().filter(|layer| !layer.is_covered).flat_map(|layer| &layer.shapes)
    }

    pub fn at(&self, z: u8) -> impl DoubleEndedIterator<Item = &Layer> + Clone {
        self.layers.iter().filter(move |layer| layer.z == z)
    }

    pub fn bounds(&self, z: u8) -> Option<Rect> {
        let shapes = self.at(z).flat_map(|layer| &layer.shapes);
        Rect::around(shapes.filter_map(Shape::fill).map(|(area, _)| area))
    }
}

impl Scene {
    pub fn add(&mut self, tag: Tag, area: Rect) -> Id {
        self.add_like(tag, area, &self.items.len())
    }

    /// Adds an item. Items of equal `kind` look the same in equal states.
    pub fn add_like(&mut self, tag: Tag, area: Rect, kind: &impl Hash) -> Id {
        let (drawing, kind) = (Arc::default(), key_of(kind));
        let item = Item { tag, area, key: kind, shift: None, is_lit: false, drawing, kind, change: None };
        self.items.push(item);
        Id(self.items.len() - 1)
    }

    /// Sets the state of an item; calls `draw` only if the drawing of this state is not cached. Returns whether
    /// the state changed.
    pub fn set(&mut self, id: Id, state: &impl Hash, draw: impl FnOnce() -> Drawing) -> bool {
        let item = &self.items[id.0];
        let key = key_of(&(item.kind, state));
        if key == item.key {
            return false;
        }
        if self.known.len() >= MOST_KNOWN && !self.known.contains_key(&key) {
            self.known.clear();
        }
        let drawing = Arc::clone(self.known.entry(key).or_insert_with(|| Arc::new(draw())));
        let item = self.changed(id);
        (item.key, item.drawing) = (key, drawing);
        true
    }

    pub fn fill(&mut self, id: Id, z: u8, colour: Rgb) {
        let whole = Rect { x: 0, y: 0, ..self.items[id.0].area };
        self.set(id, &colour, || Drawing::flat(z, [Shape::Fill(whole, colour)]));
    }

    /// Offsets the drawing of an item to the right.
    pub fn shift(&mut self, id: Id, by: u32) {
        if self.items[id.0].shift != Some(by) {
            self.changed(id).shift = Some(by);
        }
    }

    /// Sets whether an item is the current line of code.
    pub fn light(&mut self, id: Id, is_lit: bool) {
        self.items[id.0].is_lit = is_lit;
    }

    /// Sets the moves of an item that the last step changed.
    pub fn moves(&mut self, id: Id, moves: Vec<Move>) {
        if let Some(change) = self.items[id.0].change {
            self.changes[change].moves = moves;
        }
    }

    /// Records the state of an item before the step, unless recorded already, and returns the item for a change.
    fn changed(&mut self, id: Id) -> &mut Item {
        let item = &mut self.items[id.0];
        item.change.get_or_insert_with(|| {
            let before = Arc::clone(&item.drawing);
            self.changes.push(ItemChange { id, key: item.key, shift: item.shift, before, moves: Vec::new() });
            self.changes.len() - 1
        });
        item
    }

    /// Begins a step: clears the changes of the previous step.
    pub(super) fn begin_step(&mut self) {
        for change in self.changes.drain(..) {
            self.items[change.id.0].change = None;
        }
    }

    pub fn items(&self) -> impl ExactSizeIterator<Item = (Id, &Item)> {
        self.items.iter().enumerate().map(|(index, item)| (Id(index), item))
    }

    /// Returns an item; panics if the item belongs to another page.
    pub fn item(&self, id: Id) -> &Item {
        &self.items[id.0]
    }

    /// Returns the change of an item, if the last step set its state; the new state may equal the old one.
    pub fn change(&self, id: Id) -> Option<&ItemChange> {
        self.items[id.0].change.map(|index| &self.changes[index])
    }

    pub fn changes(&self) -> impl Iterator<Item = (&ItemChange, &Item)> {
        let changes = self.changes.iter().map(|change| (change, &self.items[change.id.0]));
        changes.filter(|(change, item)| (change.key, change.shift) != (item.key, item.shift))
    }

    pub fn shapes(&self) -> impl Iterator<Item = (Corner, Shape)> {
        let mut layers: Vec<(u8, &Item, &Layer)> = Vec::new();
        for item in &self.items {
            let seen = item.drawing.layers.iter().filter(|layer| !layer.is_covered);
            layers.extend(seen.map(|layer| (layer.z, item, layer)));
        }
        layers.sort_by_key(|(z, ..)| *z);
        let shapes = layers.into_iter().flat_map(|(z, item, layer)| {
            let shapes = layer.shapes.iter().filter_map(move |shape| self.cut(z, item, shape));
            shapes.map(move |shape| (z, (item.area.x, item.area.y), shape))
        });
        // Squares do not overlap: their backgrounds can be drawn before all figures.
        let (papers, others): (Vec<_>, Vec<_>) =
            shapes.partition(|(z, _, shape)| *z == BOARD && shape.fill().is_some());
        papers.into_iter().chain(others).map(|(_, corner, shape)| (corner, shape))
    }

    /// Returns the visible part of a shape, if any: in charts, higher layers cover rectangles from the right.
    fn cut(&self, z: u8, item: &Item, shape: &Shape) -> Option<Shape> {
        let Some((area, colour)) = shape.fill().filter(|_| item.tag == Tag::Chart) else {
            return Some(shape.clone());
        };
        let whole = Rect { x: 0, y: 0, ..item.area };
        let covers = self.items.iter().filter(|other| {
            let above =
                other.drawing.layers.iter().filter(|layer| layer.z > z).flat_map(|layer| &layer.shapes);
            other.area == item.area && above.filter_map(Shape::fill).any(|(area, _)| area == whole)
        });
        let end = covers.map(|cover| cover.shift.unwrap_or_default()).min().unwrap_or(whole.width);
        let area = area.moved(item.shift.unwrap_or_default(), 0);
        area.shared(Rect { width: end, ..whole }).map(|area| Shape::Fill(area, colour))
    }
}

pub(crate) type KeyMap<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

/// A hasher that is fast, as states are hashed in each frame. Each byte affects all bits: only keys are compared.
pub(crate) struct KeyHasher(u64);

impl Default for KeyHasher {
    fn default() -> Self {
        Self(0x243f_6a88_85a3_08d3)
    }
}

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.write_usize(bytes.len());
        for part in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(number));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

pub(crate) fn key_of(value: &impl Hash) -> u64 {
    let mut hasher = KeyHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_differ_have_other_keys() {
        let mut keys = std::collections::HashSet::new();
        for id in 0..300_usize {
            for (a, b) in (0..64).map(|index| (index / 8, index % 8)) {
                for text in [format!("cost = {a}.0 {b}"), format!("1,230,0{a}0,0{b}0"), format!("{a}{b}\0")] {
                    assert!(keys.insert(key_of(&(id, (text.as_str(), None::<u8>)))), "{id}, {text:?}");
                }
            }
            assert!(keys.insert(key_of(&(id, "a"))) && keys.insert(key_of(&(id, "a\0"))));
        }
    }
}
