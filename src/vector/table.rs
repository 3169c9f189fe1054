//! A film as a table: the parts of its page, what each can look like, and when it changes.

use std::collections::HashMap;
use std::time::Duration;

use crate::page::element::Element;
use crate::page::{Page, PartKey, TextParts};
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
    /// The parts, in the order in which they are drawn.
    pub slots: Vec<TableSlot>,
    /// The drawings of all parts.
    pub drawings: Distinct<Drawing>,
    /// When each step begins.
    pub starts: Vec<Duration>,
    /// When the last step ends.
    pub length: Duration,
    /// How many changes there are.
    pub changes: u64,
    indices: HashMap<PartKey, usize>,
}

/// A part of a page.
#[derive(Debug)]
pub struct TableSlot {
    /// Which part it is.
    pub key: PartKey,
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

impl Table {
    /// A table without steps.
    pub fn of(split: TextParts, in_motion: bool) -> Self {
        Self { split, in_motion, ..Self::default() }
    }

    /// Says that a part changes in the last step, also if it looks as before.
    pub fn touch(&mut self, key: PartKey) {
        let step = self.starts.len() as u32 - 1;
        if let Some(TableSlot { looks, .. }) = self.indices.get(&key).map(|index| &mut self.slots[*index])
            && let Some((last, look)) = looks.last().copied()
            && last < step
        {
            looks.push((step, look));
        }
    }

    /// Adds the step that a page shows now, for a time. `draw` draws the elements of a part relative to an
    /// origin.
    pub fn add(
        &mut self,
        page: &Page,
        shown_for: Duration,
        mut draw: impl FnMut(PartKey, Vec<Element<'_>>, (f32, f32)) -> Drawing,
    ) {
        let step = self.starts.len() as u32;
        self.starts.push(self.length);
        self.length = self.length.saturating_add(shown_for);
        for part in page.film_parts(step == 0, self.split, self.in_motion) {
            let mut elements = part.elements;
            let paper = match elements.first() {
                Some(Element::Fill(area, colour)) if *area == part.area && part.shift.is_none() => {
                    Some(*colour)
                }
                _ => None,
            };
            elements.drain(..usize::from(paper.is_some()));
            let origin = (part.area.x as f32, part.area.y as f32);
            let drawing = self.drawings.index(Drawing { paper, ..draw(part.key, elements, origin) });
            let look = Look { drawing, shift: part.shift.unwrap_or_default() };
            let index = *self.indices.entry(part.key).or_insert_with(|| {
                self.slots.push(TableSlot { key: part.key, area: part.area, looks: Vec::new() });
                self.slots.len() - 1
            });
            let looks = &mut self.slots[index].looks;
            if looks.last().is_none_or(|(_, last)| *last != look) {
                self.changes += u64::from(step > 0);
                looks.push((step, look));
            }
        }
        if step == 0 {
            self.slots.sort_by_key(|slot| slot.key);
            let slots = self.slots.iter().enumerate();
            self.indices = slots.map(|(index, slot)| (slot.key, index)).collect();
        }
    }
}
