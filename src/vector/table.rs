//! A film as a table: the parts of its page, their looks, and the steps at which they change.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crate::font::Font;
use crate::page::Page;
use crate::page::scene::{Id, Item, Tag};
use crate::page::shape::{MOST_WORDS, Shape};
use crate::picture::{Rect, Rgb};

use super::Distinct;

/// The parts of a page and their changes.
///
/// An SVG film is written from the changes of each part, an HTML page from the changed parts of each step.
#[derive(Debug, Default)]
pub struct Table {
    split: TextParts,
    /// Whether parts also have the layers that are visible only during motion.
    in_motion: bool,
    slots: Vec<TableSlot>,
    pub drawings: Distinct<PartDrawing>,
    pub starts: Vec<Duration>,
    /// The end of the last step.
    pub length: Duration,
    pub changes: u64,
    of_items: HashMap<Id, BTreeMap<PartKey, usize>>,
}

/// How lines of text are split for a film, so that a changed part is small.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TextParts {
    #[default]
    Words,
    Digits,
}

/// Identifies a part of a page. Parts are drawn in the order of their keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartKey {
    pub z: u8,
    pub id: Id,
    /// The index of the word in a line of text, if the part is a word.
    pub word: Option<usize>,
}

#[derive(Debug)]
pub struct TableSlot {
    pub key: PartKey,
    pub tag: Tag,
    pub area: Rect,
    /// Looks, each with the step from which it is shown; successive looks differ unless the part moves.
    pub looks: Vec<(u32, PartLook)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartLook {
    pub drawing: usize,
    /// Offset of the drawing to the right, in pixels.
    pub shift: u32,
}

/// A drawing relative to the upper left corner of the part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct PartDrawing {
    /// The colour that fills the rectangle of the part, if it has one.
    pub paper: Option<Rgb>,
    pub markup: String,
    /// The words in `markup`, if it consists of words only.
    pub words: Vec<Word>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Word {
    pub group: String,
    /// Units per pixel, as bits.
    pub units: u32,
    pub name: String,
    /// Distance from the left edge of the part to the word, in `units`.
    pub left: i64,
    /// Distance from the left edge of the part to the end of the text, in `units`.
    pub right: i64,
}

impl PartDrawing {
    /// Returns the markup with a background of this size.
    pub fn with_paper(&self, (width, height): (u32, u32)) -> String {
        let paper = self.paper.map(|paper| format!(r#"<path fill="{paper}" d="M0 0h{width}v{height}H0z"/>"#));
        paper.unwrap_or_default() + &self.markup
    }

    pub fn is_empty(&self) -> bool {
        self.paper.is_none() && self.markup.is_empty()
    }
}

impl TableSlot {
    pub fn look(&self, step: u32) -> PartLook {
        let after = self.looks.partition_point(|(from, _)| *from <= step);
        self.looks[after - 1].1
    }

    /// Returns the area that links to the step at which the part first changes; only nodes of the tree have one.
    pub fn target(&self) -> Option<Rect> {
        match self.tag {
            Tag::Tree(node) => node.filter(|(_, z)| *z == self.key.z).map(|(place, _)| place),
            Tag::Square | Tag::Overlay | Tag::Text | Tag::Code | Tag::Plain | Tag::Chart => None,
        }
    }
}

impl Table {
    pub fn of(split: TextParts, in_motion: bool) -> Self {
        Self { split, in_motion, ..Self::default() }
    }

    /// Adds the current content of a page as a step that is shown for a time. `draw` draws the shapes of a part.
    pub fn add(
        &mut self,
        page: &Page,
        shown_for: Duration,
        mut draw: impl FnMut(PartKey, Tag, Vec<Shape>) -> PartDrawing,
    ) {
        let step = self.starts.len() as u32;
        self.starts.push(self.length);
        self.length = self.length.saturating_add(shown_for);
        let changed = page.scene.changes().filter(|_| step > 0).map(|(change, item)| (change.id, item));
        let all = page.scene.items().filter(|_| step == 0);
        for (id, item) in all.chain(changed) {
            let known = self.of_items.entry(id).or_default();
            // Parts that disappear are shown without shapes.
            let mut shown: BTreeMap<PartKey, Vec<Shape>> =
                known.keys().map(|key| (*key, Vec::new())).collect();
            shown.extend(parts(id, item, self.split, self.in_motion, &page.font));
            // Squares with moves are recorded as changed, even if they look as before.
            let moves = page.scene.change(id).is_some_and(|change| !change.moves.is_empty());
            let moves = moves && item.tag == Tag::Square;
            for (key, mut shapes) in shown {
                let whole = Rect { x: 0, y: 0, ..item.area };
                let paper = shapes.first().and_then(Shape::fill).filter(|(area, _)| *area == whole);
                let paper = paper.filter(|_| item.shift.is_none()).map(|(_, colour)| colour);
                shapes.drain(..usize::from(paper.is_some()));
                let drawing = self.drawings.index(PartDrawing { paper, ..draw(key, item.tag, shapes) });
                let look = PartLook { drawing, shift: item.shift.unwrap_or_default() };
                let index = *known.entry(key).or_insert_with(|| {
                    let empty = PartLook { drawing: self.drawings.index(PartDrawing::default()), shift: 0 };
                    let looks = if step == 0 { Vec::new() } else { vec![(0, empty)] };
                    self.slots.push(TableSlot { key, tag: item.tag, area: item.area, looks });
                    self.slots.len() - 1
                });
                let looks = &mut self.slots[index].looks;
                if moves || looks.last().is_none_or(|(_, last)| *last != look) {
                    self.changes += u64::from(step > 0);
                    looks.push((step, look));
                }
            }
        }
    }

    pub fn take_slots(&mut self) -> Vec<TableSlot> {
        let mut slots = std::mem::take(&mut self.slots);
        slots.sort_by_key(|slot| slot.key);
        slots
    }
}

/// Splits an item into parts: its layers of each height `z`, and the words of a line of text, so that a film
/// contains equal words only once.
fn parts(id: Id, item: &Item, split: TextParts, in_motion: bool, font: &Font) -> Vec<(PartKey, Vec<Shape>)> {
    let mut parts: Vec<(PartKey, Vec<Shape>)> = Vec::new();
    for layer in &item.drawing.layers {
        let key = PartKey { z: layer.z, id, word: None };
        match parts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, shapes)) if in_motion => shapes.extend(layer.shapes.iter().cloned()),
            Some((_, shapes)) => shapes.clone_from(&layer.shapes),
            None => parts.push((key, layer.shapes.clone())),
        }
    }
    if item.tag != Tag::Text {
        return parts;
    }
    let split_up = |(key, shapes): (PartKey, Vec<Shape>)| {
        let texts: Vec<_> = shapes.iter().filter_map(Shape::text).cloned().collect();
        let words = match &texts[..] {
            [text] if split == TextParts::Words || text.is_number() => text.words(font),
            _ => texts,
        };
        if words.len() > MOST_WORDS {
            return vec![(key, shapes)];
        }
        let below = shapes.into_iter().filter(|shape| shape.text().is_none()).collect();
        let word = |(index, text)| (PartKey { word: Some(index), ..key }, vec![Shape::Text(text)]);
        [(key, below)].into_iter().chain(words.into_iter().enumerate().map(word)).collect()
    };
    parts.into_iter().flat_map(split_up).collect()
}
