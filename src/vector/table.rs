//! A film as a table: the parts of its page, what each can look like, and when it changes.

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
/// Films as vectors are written from it: they say for each part when it changes, or for each step
/// which parts change.
#[derive(Debug, Default)]
pub struct Table {
    /// How lines of text are split into parts.
    split: TextParts,
    /// Whether squares have all that is seen of them while they move.
    in_motion: bool,
    /// The parts.
    slots: Vec<TableSlot>,
    /// The drawings of all parts.
    pub drawings: Distinct<Drawing>,
    /// When each step begins.
    pub starts: Vec<Duration>,
    /// When the last step ends.
    pub length: Duration,
    /// How many changes there are.
    pub changes: u64,
    /// The indices of the parts of each item.
    of_items: HashMap<Id, BTreeMap<PartKey, usize>>,
}

/// How lines of text are split for a film, so that a part that changes is small.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TextParts {
    /// Into words, and numbers into digits.
    #[default]
    Words,
    /// Only numbers into digits: a sentence stays one text.
    Digits,
}

/// Which part of a page it is. Parts are drawn over those with smaller keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartKey {
    /// Its height.
    pub z: u8,
    /// Its item.
    pub id: Id,
    /// Which word of a line it is, if it is one.
    pub word: Option<usize>,
}

/// A part of a page.
#[derive(Debug)]
pub struct TableSlot {
    /// Which part it is.
    pub key: PartKey,
    /// What its item is.
    pub tag: Tag,
    /// Its rectangle, beyond which nothing of it is drawn.
    pub area: Rect,
    /// What it looks like, from which step on, each different from the one before unless it moves.
    pub looks: Vec<(u32, Look)>,
}

/// What a part looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// The index of its drawing.
    pub drawing: usize,
    /// How far that is moved to the right, in pixels.
    pub shift: u32,
}

/// A drawing, with places relative to the upper left corner of the part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// The colour of the whole rectangle below everything else, if it has one.
    pub paper: Option<Rgb>,
    /// The markup of everything else.
    pub markup: String,
    /// The same, if it is only words.
    pub words: Vec<Word>,
}

/// A word that is defined, or a letter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Word {
    /// The attributes of the group in which it is used.
    pub group: String,
    /// How many of its units are a pixel, as bits.
    pub units: u32,
    /// Its name.
    pub name: String,
    /// How far it is from the left edge, in its units.
    pub left: i64,
    /// How far the end of its text is from there.
    pub right: i64,
}

impl Drawing {
    /// Everything, with the paper of a part of this size below it.
    pub fn with_paper(&self, (width, height): (u32, u32)) -> String {
        let paper = self.paper.map(|paper| format!(r#"<path fill="{paper}" d="M0 0h{width}v{height}H0z"/>"#));
        paper.unwrap_or_default() + &self.markup
    }

    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.paper.is_none() && self.markup.is_empty()
    }
}

impl TableSlot {
    /// What it looks like at a step.
    pub fn look(&self, step: u32) -> Look {
        let after = self.looks.partition_point(|(from, _)| *from <= step);
        self.looks[after - 1].1
    }

    /// Where a click leads to the step at which it changes first, if it does.
    pub fn target(&self) -> Option<Rect> {
        match self.tag {
            Tag::Tree(node) => node.filter(|(_, z)| *z == self.key.z).map(|(place, _)| place),
            Tag::Square | Tag::Strike | Tag::Text | Tag::Code | Tag::Plain | Tag::Chart => None,
        }
    }
}

impl Table {
    /// A table without steps.
    pub fn of(split: TextParts, in_motion: bool) -> Self {
        Self { split, in_motion, ..Self::default() }
    }

    /// Adds the step that a page shows now, for a time. `draw` draws the shapes of a part.
    pub fn add(
        &mut self,
        page: &Page,
        shown_for: Duration,
        mut draw: impl FnMut(PartKey, Tag, Vec<Shape>) -> Drawing,
    ) {
        let step = self.starts.len() as u32;
        self.starts.push(self.length);
        self.length = self.length.saturating_add(shown_for);
        let changed = page.scene.changes().filter(|_| step > 0).map(|(change, item)| (change.id, item));
        let all = page.scene.items().filter(|_| step == 0);
        for (id, item) in all.chain(changed) {
            let known = self.of_items.entry(id).or_default();
            // What is gone is empty.
            let mut shown: BTreeMap<PartKey, Vec<Shape>> =
                known.keys().map(|key| (*key, Vec::new())).collect();
            shown.extend(parts(id, item, self.split, self.in_motion, &page.font));
            // Squares that move change also if they look as before.
            let moves = page.scene.change(id).is_some_and(|change| !change.moves.is_empty());
            let moves = moves && item.tag == Tag::Square;
            for (key, mut shapes) in shown {
                let whole = Rect { x: 0, y: 0, ..item.area };
                let paper = shapes.first().and_then(Shape::fill).filter(|(area, _)| *area == whole);
                let paper = paper.filter(|_| item.shift.is_none()).map(|(_, colour)| colour);
                shapes.drain(..usize::from(paper.is_some()));
                let drawing = self.drawings.index(Drawing { paper, ..draw(key, item.tag, shapes) });
                let look = Look { drawing, shift: item.shift.unwrap_or_default() };
                let index = *known.entry(key).or_insert_with(|| {
                    let empty = Look { drawing: self.drawings.index(Drawing::default()), shift: 0 };
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

    /// The parts, in the order in which they are drawn.
    pub fn take_slots(&mut self) -> Vec<TableSlot> {
        let mut slots = std::mem::take(&mut self.slots);
        slots.sort_by_key(|slot| slot.key);
        slots
    }
}

/// The parts of an item: what is at each height, and the words of a line of text, so that a film has each only once.
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
