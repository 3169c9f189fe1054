//! Blocks: the areas of a page that can be shown below each other where it is too wide.

use crate::picture::Rect;
use crate::variants::enum_with_all;

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
