//! Blocks: the areas of a page that can be shown below each other where it is too wide.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::picture::Rect;
use crate::variants::enum_with_all;

use super::layout::panels::PanelLayout;

enum_with_all! {
    /// What a block shows, in the order in which blocks follow each other.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum BlockKind {
        Title,
        Caption,
        Board,
        Counters,
        Code,
        Tree,
        State,
    }
}

/// A part of a page with everything that belongs together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub kind: BlockKind,
    pub area: Rect,
    /// The upper left corner of the board in it, and the side of its squares.
    pub grid: Option<[u32; 3]>,
}

/// The blocks of a page with one board, in their order. What is in none of them joins two of them.
pub(super) fn of_layout(layout: &PanelLayout, size: BoardSize, font: &Font) -> Vec<Block> {
    let PanelLayout {
        width: _,
        height: _,
        board,
        coordinates,
        title,
        caption,
        counters,
        states,
        code,
        tree,
        label_em: _,
        rules: _,
    } = layout;
    let areas = |kind| -> Vec<Rect> {
        match kind {
            BlockKind::Title => title.iter().map(|title| title.area(font, Weight::Bold)).collect(),
            BlockKind::Caption => {
                let caption = caption.iter();
                let areas = caption.flat_map(|caption| {
                    let fact = caption.fact.area(font, Weight::Bold);
                    let reason = caption.reason.area(font, Weight::Regular);
                    [caption.chip, fact, reason]
                });
                vec![Rect::around(areas).unwrap_or_default()]
            }
            BlockKind::Board => {
                let (em, gap) = coordinates.unwrap_or_default();
                let room = gap + em.ceil() as u32;
                let x = board.x.saturating_sub(room);
                vec![Rect { x, width: board.right() - x, height: board.height + room, ..*board }]
            }
            BlockKind::Counters => {
                let areas = counters.iter().flat_map(|counter| {
                    let number = counter.number.area(font, Weight::Bold);
                    [number, counter.label.area(font, Weight::Regular)]
                });
                vec![Rect::around(areas).unwrap_or_default()]
            }
            BlockKind::Code => code.iter().map(|code| code.area).collect(),
            BlockKind::Tree => tree.iter().copied().collect(),
            BlockKind::State => states.iter().map(|(_, area)| *area).collect(),
        }
    };
    let grid =
        |kind| (kind == BlockKind::Board).then(|| [board.x, board.y, board.width / u32::from(size.get())]);
    let blocks = BlockKind::ALL
        .into_iter()
        .flat_map(|kind| areas(kind).into_iter().map(move |area| Block { kind, area, grid: grid(kind) }));
    blocks.filter(|block| block.area.pixels() > 0).collect()
}
