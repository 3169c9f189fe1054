//! What a page must have room for.

use crate::board::BoardSize;
use crate::font::Weight;
use crate::page::layout::text_width::TextWidth;
use crate::page::{BoardStyle, panels::code};
use crate::record::Counter;

use super::blocks::Block;

/// What the page must have room for.
#[derive(Debug, Clone)]
pub struct Needs<'a> {
    /// The size of the board.
    pub size: BoardSize,
    /// How it is drawn, and what is beside it.
    pub style: &'a BoardStyle,
    /// The panels that want room.
    pub(super) blocks: Vec<Block>,
    /// Widths of texts that do not change.
    pub(super) widths: Widths,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Widths {
    pub(super) title: TextWidth,
    pub(super) fact: TextWidth,
    pub(super) reason: TextWidth,
    /// Of each counter: its name and its largest number.
    pub(super) counters: Vec<(TextWidth, TextWidth)>,
    /// Of each line of code: its indentation in levels, and its text.
    pub(super) code: Vec<(f32, TextWidth)>,
}

impl<'a> Needs<'a> {
    pub fn of(size: BoardSize, style: &'a BoardStyle) -> Self {
        let BoardStyle { panels: content, font, .. } = style;
        let wide = |weight, text: &str| TextWidth::of(font, weight, text);
        let words = || content.caption.iter().flat_map(|caption| &caption.words);
        let number = |counter: &Counter| {
            let most = if *counter == Counter::Depth { size.get().into() } else { content.most };
            TextWidth::of_number(font, most)
        };
        let name = |counter: &Counter| wide(Weight::Regular, counter.name());
        let lines = content.code.iter().flat_map(|listing| code::lines(listing, font));
        let widths = Widths {
            title: wide(Weight::Bold, &content.title),
            fact: TextWidth::widest(font, Weight::Bold, words().map(|words| &words.fact.short)),
            reason: TextWidth::widest(font, Weight::Regular, words().map(|words| &words.reason.short)),
            counters: content.counters.iter().map(|counter| (name(counter), number(counter))).collect(),
            code: lines.map(|(level, text)| (level, wide(Weight::Bold, &text))).collect(),
        };
        Self { size, style, blocks: Block::of(content), widths }
    }

    /// Whether a panel wants room, so that a column of text is not enough.
    pub fn has_blocks(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Number of squares in a row of the board.
    pub fn squares(&self) -> u32 {
        self.size.get().into()
    }
}
