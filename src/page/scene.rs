//! What a page shows: items in fixed places, and which of them the last step has changed.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

use crate::picture::{Rect, Rgb};

use super::moves::Move;
use super::shape::{Corner, Shape};

/// The items of a page, and what the last step has changed.
#[derive(Debug, Default)]
pub struct Scene {
    items: Vec<Item>,
    changes: Vec<Change>,
    /// Drawings by their keys: a search returns to the same few states.
    known: KeyMap<u64, Arc<Drawing>>,
}

/// So many drawings are kept; then all are forgotten.
const MOST_KNOWN: usize = 4096;

/// An item: something in a fixed place that is always in one of several states.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it is.
    pub tag: Tag,
    /// Its rectangle, beyond which nothing of it is drawn.
    pub area: Rect,
    /// Stands for its kind and its state: items with equal keys have equal drawings.
    pub key: u64,
    /// How far its drawing is moved to the right in pixels, if it can be.
    pub shift: Option<u32>,
    /// Whether it is a line of code that has just run.
    pub is_lit: bool,
    /// What it looks like, in distances from the upper left corner of its rectangle.
    pub drawing: Arc<Drawing>,
    /// Stands for all of it that stays.
    kind: u64,
    /// The index of its change, if the last step has changed it.
    change: Option<usize>,
}

/// Which item of a page it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(usize);

/// What an item is. Only trees, charts and what crosses boards out overlap others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// A square of a board, or one that stands beside a text.
    Square,
    /// What crosses a board out.
    Strike,
    /// A line of text.
    Text,
    /// A line of code.
    Code,
    /// A hairline, a cell, a medal.
    Plain,
    /// A part of a chart of a race.
    Chart,
    /// A part of a search tree; of a node or a cell, where a click leads to its first step, and the height of what
    /// changes then.
    Tree(Option<(Rect, u8)>),
}

impl Tag {
    /// Whether nothing else is drawn where it is.
    pub const fn is_alone(self) -> bool {
        !matches!(self, Self::Strike | Self::Chart | Self::Tree(_))
    }
}

/// What an item looks like in a state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// Its layers, each over those before.
    pub layers: Vec<Layer>,
}

/// Shapes of a drawing that are at one height.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Its height: layers with greater heights are drawn over it.
    pub z: u8,
    /// Whether other layers of the item cover it: it has to be drawn only while the item moves.
    pub is_covered: bool,
    /// The shapes, each over those before.
    pub shapes: Vec<Shape>,
}

/// The height of boards.
pub const BOARD: u8 = 0;
/// The height of what crosses boards out.
pub const STRIKE: u8 = 1;
/// The height of text, code and cells.
pub const PANEL: u8 = 2;

/// An item that the last step has changed.
#[derive(Debug, Clone)]
pub struct Change {
    /// The item.
    pub id: Id,
    /// Its key before.
    pub key: u64,
    /// How far it was moved to the right.
    pub shift: Option<u32>,
    /// What it looked like.
    pub before: Arc<Drawing>,
    /// How it comes from there to its drawing now.
    pub moves: Vec<Move>,
}

impl Drawing {
    /// A drawing with one layer.
    pub fn flat(z: u8, shapes: impl IntoIterator<Item = Shape>) -> Self {
        Self { layers: vec![Layer { z, is_covered: false, shapes: shapes.into_iter().collect() }] }
    }

    /// A line of text, a cell or whatever else is alone in its place.
    pub fn panel(shapes: impl IntoIterator<Item = Shape>) -> Self {
        Self::flat(PANEL, shapes)
    }

    /// What is seen of it while nothing moves.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> + Clone {
        self.layers.iter().filter(|layer| !layer.is_covered).flat_map(|layer| &layer.shapes)
    }

    /// Its layers at a height, each over those before.
    pub fn at(&self, z: u8) -> impl DoubleEndedIterator<Item = &Layer> + Clone {
        self.layers.iter().filter(move |layer| layer.z == z)
    }

    /// The smallest rectangle around all that are filled at a height.
    pub fn bounds(&self, z: u8) -> Option<Rect> {
        let shapes = self.at(z).flat_map(|layer| &layer.shapes);
        Rect::around(shapes.filter_map(Shape::fill).map(|(area, _)| area))
    }
}

impl Scene {
    /// Adds an item that shows nothing.
    pub fn add(&mut self, tag: Tag, area: Rect) -> Id {
        self.add_like(tag, area, &self.items.len())
    }

    /// Adds an item that looks as all others of its kind do in the same state.
    pub fn add_like(&mut self, tag: Tag, area: Rect, kind: &impl Hash) -> Id {
        let (drawing, kind) = (Arc::default(), key_of(kind));
        let item = Item { tag, area, key: kind, shift: None, is_lit: false, drawing, kind, change: None };
        self.items.push(item);
        Id(self.items.len() - 1)
    }

    /// Gives an item a state; `draw` is called only if it is not known how that looks. Returns whether the item
    /// was in another state.
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

    /// Fills an item with a colour.
    pub fn fill(&mut self, id: Id, z: u8, colour: Rgb) {
        let whole = Rect { x: 0, y: 0, ..self.items[id.0].area };
        self.set(id, &colour, || Drawing::flat(z, [Shape::Fill(whole, colour)]));
    }

    /// Moves the drawing of an item so far to the right.
    pub fn shift(&mut self, id: Id, by: u32) {
        if self.items[id.0].shift != Some(by) {
            self.changed(id).shift = Some(by);
        }
    }

    /// Says whether an item is a line of code that has just run.
    pub fn light(&mut self, id: Id, is_lit: bool) {
        self.items[id.0].is_lit = is_lit;
    }

    /// Says how an item that the last step has changed comes to what it is now.
    pub fn moves(&mut self, id: Id, moves: Vec<Move>) {
        if let Some(change) = self.items[id.0].change {
            self.changes[change].moves = moves;
        }
    }

    /// An item that is about to change; what it was before the step is kept.
    fn changed(&mut self, id: Id) -> &mut Item {
        let item = &mut self.items[id.0];
        item.change.get_or_insert_with(|| {
            let before = Arc::clone(&item.drawing);
            self.changes.push(Change { id, key: item.key, shift: item.shift, before, moves: Vec::new() });
            self.changes.len() - 1
        });
        item
    }

    /// Begins a step: nothing has changed yet.
    pub(super) fn begin_step(&mut self) {
        for change in self.changes.drain(..) {
            self.items[change.id.0].change = None;
        }
    }

    /// All items.
    pub fn items(&self) -> impl ExactSizeIterator<Item = (Id, &Item)> {
        self.items.iter().enumerate().map(|(index, item)| (Id(index), item))
    }

    /// An item.
    ///
    /// # Panics
    /// When it is one of another page.
    pub fn item(&self, id: Id) -> &Item {
        &self.items[id.0]
    }

    /// What an item was before the last step, if that has set it; it may be the same again.
    pub fn change(&self, id: Id) -> Option<&Change> {
        self.items[id.0].change.map(|index| &self.changes[index])
    }

    /// What the last step has changed, with the items now.
    pub fn changes(&self) -> impl Iterator<Item = (&Change, &Item)> {
        let changes = self.changes.iter().map(|change| (change, &self.items[change.id.0]));
        changes.filter(|(change, item)| (change.key, change.shift) != (item.key, item.shift))
    }

    /// All that is seen, each shape over those before, with the corner that it is drawn from.
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
        // Squares do not overlap: their papers may be drawn before all figures.
        let (papers, others): (Vec<_>, Vec<_>) =
            shapes.partition(|(z, _, shape)| *z == BOARD && shape.fill().is_some());
        papers.into_iter().chain(others).map(|(_, corner, shape)| (corner, shape))
    }

    /// A shape of an item in its place; of a chart, up to what covers the rest of it.
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

/// A map by keys, or by a few numbers.
pub(crate) type KeyMap<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

/// Fast, as a page hashes states for each frame; each byte changes all others, as items are compared by keys alone.
#[derive(Debug)]
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

/// A number that stands for a value.
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
