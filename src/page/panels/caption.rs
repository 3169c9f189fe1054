//! The caption: what happened, in words.

use super::{Panel, PanelState};
use crate::board::{BoardSize, SquareNames};
use crate::font::Letters;
use crate::page::slot::Layers;
use crate::page::{CaptionRoom, Page};
use crate::picture::Rect;
use crate::record::Caption;

/// Marks truncated text.
const ELLIPSIS: &str = "…";

/// Shows the caption of a search.
#[derive(Debug)]
pub struct CaptionPanel {
    slot: usize,
    /// Room in pixels.
    room: u32,
    size: BoardSize,
    names: SquareNames,
    letters: Letters,
    shown: Option<Caption>,
}

impl CaptionPanel {
    pub fn new(page: &mut Page, area: Rect, captions: &CaptionRoom) -> Self {
        let CaptionRoom { size, names, texts: _ } = *captions;
        let letters = page.font.letters(page.em);
        Self { slot: page.add_text(area, ""), room: area.width, size, names, letters, shown: None }
    }

    /// The text, or its longest prefix that fits, with [`ELLIPSIS`].
    fn fitted(&mut self, text: String) -> String {
        let Self { room, letters, .. } = self;
        if letters.width(&text) <= *room {
            return text;
        }
        let mut room = room.saturating_sub(letters.width(ELLIPSIS));
        let end = text.char_indices().find(|(_, character)| {
            let width = letters.width(character.encode_utf8(&mut [0; 4]));
            let full = width > room;
            room = room.saturating_sub(width);
            full
        });
        let beginning = &text[..end.map_or(text.len(), |(end, _)| end)];
        beginning.trim_end().to_owned() + ELLIPSIS
    }
}

impl Panel for CaptionPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let caption = &state.frame.caption;
        if self.shown.as_ref() != Some(caption) {
            let text = self.fitted(caption.text(self.size, self.names));
            layers.texts.set(self.slot, text);
            self.shown = Some(caption.clone());
        }
    }
}
