//! The caption: what happened, in words.

use crate::font::Letters;
use crate::page::slot::{Align, Layers, Pen, TextSlot};
use crate::picture::Rect;
use crate::record::{Caption as Words, Frame, Wording};

/// The sign for text that is cut off.
const MORE: &str = "…";

/// Shows the caption of a search.
#[derive(Debug)]
pub struct Caption {
    slot: usize,
    /// Room in pixels.
    room: u32,
    wording: Wording,
    letters: Letters,
    shown: Option<Words>,
}

impl Caption {
    pub fn new(
        area: Rect,
        em: f32,
        pen: Pen,
        letters: Letters,
        wording: Wording,
        layers: &mut Layers,
    ) -> Self {
        let slot = layers.texts.add(TextSlot { area, em, pen, align: Align::Left }, String::new());
        Self { slot, room: area.width, wording, letters, shown: None }
    }

    pub fn show(&mut self, frame: &Frame, layers: &mut Layers) {
        if self.shown.as_ref() != Some(&frame.caption) {
            let text = self.fitted(frame.caption.text(self.wording));
            layers.texts.set(self.slot, text);
            self.shown = Some(frame.caption.clone());
        }
    }

    /// The text, or as much of its beginning as has room.
    fn fitted(&mut self, text: String) -> String {
        let Self { room, letters, .. } = self;
        if letters.width(&text) <= *room {
            return text;
        }
        let mut room = room.saturating_sub(letters.width(MORE));
        let end = text.char_indices().find(|(_, character)| {
            let width = letters.width(character.encode_utf8(&mut [0; 4]));
            let full = width > room;
            room = room.saturating_sub(width);
            full
        });
        let beginning = &text[..end.map_or(text.len(), |(end, _)| end)];
        beginning.trim_end().to_owned() + MORE
    }
}
