//! Blocks: the areas of a page that can be shown below each other where it is too wide.

use crate::picture::Rect;

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

/// A part of a page with everything that belongs together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub kind: BlockKind,
    pub area: Rect,
    /// The upper left corner of the board in it, and the side of its squares.
    pub grid: Option<[u32; 3]>,
}

/// Blocks in their order, each caption and all counters as one; without those that are empty.
pub(super) fn in_order(mut blocks: Vec<Block>) -> Vec<Block> {
    blocks.sort_by_key(|block| block.kind);
    blocks.dedup_by(|block, before| {
        let is_same = block.kind == before.kind && block.kind != BlockKind::State;
        if is_same {
            before.area = before.area.with(block.area);
        }
        is_same
    });
    blocks.retain(|block| block.area.pixels() > 0);
    blocks
}
