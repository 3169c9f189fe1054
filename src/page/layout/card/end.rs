//! The card after a film: the result of a search, or of each solver of a race.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::{CardResult, EndCard};

use super::block::{Block, Item};
use super::flow::Role;
use super::sheet::{CardContent, arranged};
use super::{CardLayout, Tone};

/// From a head to what is around it.
const HEAD_GAP: f32 = 0.8;

const TITLE: Role = Role { weight: Weight::Bold, tone: Tone::Ink, em: 4.4 };
const NOTE: Role = Role { weight: Weight::Regular, tone: Tone::Muted, em: 3.0 };

/// The head of a result, a number and its name: of the only result, and of one of several.
const ALONE: [Role; 3] = [
    Role { weight: Weight::Bold, tone: Tone::Ink, em: 7.0 },
    Role { weight: Weight::Bold, tone: Tone::Ink, em: 4.4 },
    Role { weight: Weight::Regular, tone: Tone::Muted, em: 3.2 },
];
const AMONG: [Role; 3] = [
    Role { weight: Weight::Bold, tone: Tone::Ink, em: 4.0 },
    Role { weight: Weight::Bold, tone: Tone::Ink, em: 3.2 },
    Role { weight: Weight::Regular, tone: Tone::Muted, em: 2.6 },
];

/// The layout of an end card on a page of this size; `None` if it does not fit.
pub fn end_card(sides: (u32, u32), size: BoardSize, font: &Font, card: &EndCard) -> Option<CardLayout> {
    let is_alone = card.results.len() == 1;
    let [head, number, name] = if is_alone { ALONE } else { AMONG };
    let title = Some(card.title.as_str()).filter(|title| !title.is_empty());
    let numbers: Vec<_> = card.results.iter().map(CardResult::numbers).collect();
    let blocks = card.results.iter().zip(&numbers).map(|(result, numbers)| {
        let CardResult { rank, head: text, note, .. } = result;
        let mut block = Block::default();
        if let Some(title) = title.filter(|_| is_alone) {
            block.head.extend([Item::Paragraph(NOTE, title), Item::Gap(HEAD_GAP)]);
        }
        block.head.push(match rank {
            Some(_) => Item::Medal(head, text),
            None => Item::Paragraph(head, text),
        });
        if !note.is_empty() {
            block.head.extend([Item::Gap(HEAD_GAP), Item::Paragraph(NOTE, note)]);
        }
        if !numbers.is_empty() {
            block.foot.push(Item::Numbers([number, name], numbers));
        }
        block
    });
    let blocks = blocks.collect();
    let title = title.filter(|_| !is_alone).map(|title| (TITLE, title));
    arranged(
        sides,
        size,
        font,
        &CardContent { title, blocks, most: head.em.max(TITLE.em), weight_of_text: 1 },
    )
}
