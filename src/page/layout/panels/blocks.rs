//! The panels that want room beside or below a board: which they are, and how they share an area.

use crate::page::panels::state::{self, Room};
use crate::page::{PanelContent, PanelKind, StatePanel};
use crate::picture::Rect;

use super::code::{self, CodeStyle};
use super::sheet::{Sheet, Span};
use super::{CodeLayout, PanelLayout};

/// The least width and height of a diagram.
const LEAST_DIAGRAM: f32 = 24.0;

/// Between blocks below each other: above the rule, and below it.
const ABOVE_RULE: f32 = 2.4;
const BELOW_RULE: f32 = 1.2;
/// Between blocks beside each other.
const COLUMN_GAP: f32 = 2.4;

/// How much of a row its first block takes if others follow.
const FIRST_SHARE: f32 = 0.61;

/// A panel that wants room.
///
/// The order is that in which blocks get room: each takes what it can use of what the next ones do not
/// need, so a diagram, which can use any room, comes after code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    State(StatePanel),
    Code,
    Tree,
}

/// A block in its place.
#[derive(Debug, Clone, Copy)]
enum BlockLayout {
    State(StatePanel, Rect),
    Code(CodeLayout),
    Tree(Rect),
}

/// Blocks in their places, and the rules between them.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    layouts: Vec<BlockLayout>,
    rules: Vec<Rect>,
}

impl Block {
    /// Those with content.
    pub(super) fn of(content: &PanelContent) -> Vec<Self> {
        let block = |kind| match kind {
            PanelKind::Caption | PanelKind::Counters => None,
            PanelKind::Code => Some(Self::Code),
            PanelKind::Tree => Some(Self::Tree),
        };
        let states = content.state.iter().copied().map(Self::State);
        let others = PanelKind::ALL.into_iter().filter(|kind| content.has(*kind)).filter_map(block);
        states.chain(others).collect()
    }

    /// Whether it fills its area to the lower edge.
    pub(super) const fn is_diagram(self) -> bool {
        match self {
            Self::State(_) | Self::Code => false,
            Self::Tree => true,
        }
    }

    /// Whether it shares the room with those after it, instead of taking what it can use.
    const fn shares(self) -> bool {
        match self {
            Self::State(_) => true,
            Self::Code | Self::Tree => false,
        }
    }

    /// The least width and height. That of code depends on its lines, so code comes before blocks that
    /// could leave it too little.
    const fn least(self) -> f32 {
        if self.is_diagram() { LEAST_DIAGRAM } else { 0.0 }
    }

    /// The block in an area, of which it may leave a part on the right or below; `None` where there is
    /// not enough room.
    fn within(self, sheet: &Sheet<'_>, style: CodeStyle, area: Rect) -> Option<BlockLayout> {
        let least = sheet.px(self.least());
        if area.width < least || area.height < least {
            return None;
        }
        match self {
            Self::State(panel) => {
                let room = Room::of(sheet.needs.size, sheet.needs.style, sheet.u, area);
                state::within(panel, &room).map(|_| BlockLayout::State(panel, room.area))
            }
            Self::Code => code::within(sheet, style, area).map(BlockLayout::Code),
            Self::Tree => Some(BlockLayout::Tree(area)),
        }
    }
}

impl BlockLayout {
    const fn area(self) -> Rect {
        match self {
            Self::Code(code) => code.area,
            Self::State(_, area) | Self::Tree(area) => area,
        }
    }
}

impl Blocks {
    /// Below each other, with rules between them.
    pub(super) fn stacked(sheet: &Sheet<'_>, blocks: &[Block], style: CodeStyle, area: Rect) -> Option<Self> {
        let span = Span { x: area.x, width: area.width };
        let (above, below) = (sheet.px(ABOVE_RULE), sheet.px(BELOW_RULE));
        let mut found = Self::default();
        let mut y = area.y;
        for (index, block) in blocks.iter().enumerate() {
            let after = blocks[index + 1..].iter();
            let reserved: u32 = after.map(|next| above + below + sheet.px(next.least())).sum();
            let rest = span.between(y, area.bottom().checked_sub(reserved)?)?;
            let after = (blocks.len() - index - 1) as u32;
            let share = rest.height.checked_sub(after * (above + below))? / (after + 1);
            let height = if block.shares() { share } else { rest.height };
            let mut layout = block.within(sheet, style, Rect { height, ..rest })?;
            if let BlockLayout::Code(code) = &mut layout {
                code.area.width = span.width;
            }
            if index > 0 {
                found.rules.push(sheet.rule(span, y - below));
            }
            y = layout.area().bottom() + above + below;
            found.layouts.push(layout);
        }
        Some(found)
    }

    /// Beside each other.
    pub(super) fn in_row(sheet: &Sheet<'_>, blocks: &[Block], style: CodeStyle, area: Rect) -> Option<Self> {
        let mut found = Self::default();
        let mut x = area.x;
        for (index, block) in blocks.iter().enumerate() {
            let after = &blocks[index + 1..];
            let reserved: u32 = after.iter().map(|next| sheet.px(next.least() + COLUMN_GAP)).sum();
            let rest = area.right().checked_sub(x)?;
            // On small pages text needs more.
            let most = if after.is_empty() || sheet.has_smallest_text() {
                rest
            } else {
                (if block.shares() { 1.0 / blocks.len() as f32 } else { FIRST_SHARE } * rest as f32) as u32
            };
            let width = rest.checked_sub(reserved)?.min(most);
            let layout = block.within(sheet, style, Rect { x, width, ..area })?;
            x = layout.area().right() + sheet.px(COLUMN_GAP);
            found.layouts.push(layout);
        }
        Some(found)
    }
}

impl PanelLayout {
    /// With these blocks.
    pub(super) fn with_blocks(mut self, blocks: Blocks) -> Self {
        for layout in blocks.layouts {
            match layout {
                BlockLayout::State(panel, area) => self.states.push((panel, area)),
                BlockLayout::Code(code) => self.code = Some(code),
                BlockLayout::Tree(area) => self.tree = Some(area),
            }
        }
        self.rules.extend(blocks.rules);
        self
    }
}
