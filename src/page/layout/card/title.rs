//! The card before a film: the title, the task, and how it is solved.

use crate::font::{Font, Weight};
use crate::page::TitleCard;

use super::block::{Block, Item};
use super::flow::Role;
use super::sheet::{CardContent, arranged};
use super::{CardLayout, Tone};

const TITLE_GAP: f32 = 2.6;
const TASK_GAP: f32 = 1.8;

const TITLE: Role = Role { weight: Weight::Bold, tone: Tone::Ink, em: 7.0 };
const TASK: Role = Role { weight: Weight::Regular, tone: Tone::Ink, em: 4.0 };
const METHOD: Role = Role { weight: Weight::Regular, tone: Tone::Muted, em: 3.2 };

/// The layout of a title card on a page of this size; `None` if it does not fit.
pub fn title_card(sides: (u32, u32), font: &Font, card: &TitleCard) -> Option<CardLayout> {
    let TitleCard { title, task, method, scene } = card;
    let texts = [(TITLE, 0.0, title), (TASK, TITLE_GAP, task), (METHOD, TASK_GAP, method)];
    let texts = texts.into_iter().filter(|(.., text)| !text.is_empty());
    let head = texts.flat_map(|(role, gap, text)| [Item::Gap(gap), Item::Paragraph(role, text)]).collect();
    let blocks = vec![Block { head, foot: Vec::new() }];
    arranged(sides, scene.size, font, &CardContent { title: None, blocks, most: TITLE.em, weight_of_text: 2 })
}
