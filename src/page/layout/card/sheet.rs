//! A card that is arranged in some way: boards, each with its text beside it or below it.

use crate::board::BoardSize;
use crate::font::Font;
use crate::picture::Rect;

use super::block::{Block, Numbers, flow};
use super::flow::{Flow, Role};
use super::scale::Scale;
use super::{CardLayout, CardText, ResultPlace};

const MARGIN: f32 = 7.0;
/// Between boards, and from a title to them.
const GAP: f32 = 5.0;
/// From a board to the text beside it, and below it.
const BESIDE: f32 = 6.0;
const BELOW: f32 = 3.6;
/// From the upper part of a text to the lower one.
const FOOT_GAP: f32 = 2.6;

/// The least width of a square.
const LEAST_SQUARE: u32 = 4;

/// Text stands beside a board only in rooms that are so much wider than high.
const WIDE: f32 = 1.25;

/// What a card has, before it is arranged.
#[derive(Debug, Clone)]
pub struct CardContent<'a> {
    /// A title above everything.
    pub title: Option<(Role, &'a str)>,
    /// The text of each board.
    pub blocks: Vec<Block<'a>>,
    /// The largest em, in units.
    pub most: f32,
    /// What large text is worth against large boards.
    pub weight_of_text: i32,
}

/// How the text of a board is arranged with it.
#[derive(Debug, Clone, Copy)]
enum Arrangement {
    /// The text on the right.
    Beside,
    /// The text below.
    Below(Numbers),
}

const ARRANGEMENTS: [Arrangement; 3] =
    [Arrangement::Beside, Arrangement::Below(Numbers::Rows), Arrangement::Below(Numbers::Columns)];

/// Where several boards are.
#[derive(Debug, Clone, Copy)]
enum Direction {
    Across,
    Down,
}

/// A board with its text.
#[derive(Debug, Clone)]
struct Cell {
    board: Option<Rect>,
    medal: Option<Rect>,
    texts: Vec<CardText>,
    width: u32,
    height: u32,
    /// The room of accents above it.
    lead: u32,
}

/// A card that is arranged in some way.
#[derive(Debug, Clone, Copy)]
struct Sheet<'a> {
    sides: (u32, u32),
    scale: Scale<'a>,
    size: BoardSize,
    content: &'a CardContent<'a>,
    direction: Direction,
    arrangement: Arrangement,
    has_boards: bool,
}

/// The best arrangement on a page of this size, without boards if there is no room for them; `None` if there
/// is none that can be read.
pub fn arranged(
    sides: (u32, u32),
    size: BoardSize,
    font: &Font,
    content: &CardContent<'_>,
) -> Option<CardLayout> {
    let best = |has_boards| best(sides, size, font, content, has_boards);
    best(true).or_else(|| best(false))
}

fn best(
    sides: (u32, u32),
    size: BoardSize,
    font: &Font,
    content: &CardContent<'_>,
    has_boards: bool,
) -> Option<CardLayout> {
    let mut best: Option<(f32, CardLayout)> = None;
    for scale in Scale::all(sides, font, content.most) {
        for direction in [Direction::Across, Direction::Down] {
            for arrangement in ARRANGEMENTS {
                let sheet = Sheet { sides, scale, size, content, direction, arrangement, has_boards };
                let Some(layout) = sheet.layout() else { continue };
                let board = layout.results.first().and_then(|place| place.board);
                let board = board.map_or(1, |board| board.width);
                // Large boards and large text are both worth something.
                let worth = board as f32 * scale.share().powi(content.weight_of_text);
                if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                    best = Some((worth, layout));
                }
            }
        }
    }
    best.map(|(_, layout)| layout)
}

impl<'a> Sheet<'a> {
    fn layout(self) -> Option<CardLayout> {
        let Self { sides: (width, height), scale, content, direction, .. } = self;
        let (margin, gap) = (scale.px(MARGIN), scale.px(GAP));
        let full = width.checked_sub(2 * margin)?;
        let mut title = Flow::new(scale, full);
        if let Some((role, text)) = content.title {
            title.paragraph(role, text)?;
        }
        let lead = title.top();
        let head = if title.texts.is_empty() { 0 } else { title.foot() - lead + gap };
        let down = height.checked_sub(2 * margin + head)?;
        let count = (content.blocks.len() as u32).max(1);
        let share = |all: u32| Some(all.checked_sub((count - 1) * gap)? / count);
        let room = match direction {
            Direction::Across => (share(full)?, down),
            Direction::Down => (full, share(down)?),
        };
        let cells = self.cells(room)?;
        // All have the same place in their rooms.
        let most = |side: fn(&Cell) -> u32| cells.iter().map(side).max().unwrap_or_default();
        let spare = (
            room.0.checked_sub(most(|cell| cell.width))? / 2,
            room.1.checked_sub(most(|cell| cell.height))? / 2,
        );
        // The title stands close above the first board.
        let above = match direction {
            Direction::Across => spare.1,
            Direction::Down => 0,
        };
        let left = if title.width + spare.0 <= full { margin + spare.0 } else { margin };
        let texts = title.moved(left, (margin + above).checked_sub(lead)?).0;
        let mut layout = CardLayout { texts, results: Vec::new() };
        for (index, cell) in (0..).zip(cells) {
            let (right, below) = match direction {
                Direction::Across => (index * (room.0 + gap), 0),
                Direction::Down => (0, index * (room.1 + gap)),
            };
            let below = (margin + head + below + spare.1).checked_sub(cell.lead)?;
            let right = margin + right + spare.0;
            let texts = cell.texts.into_iter();
            layout.texts.extend(texts.map(|text| CardText { place: text.place.moved(right, below), ..text }));
            layout.results.push(ResultPlace {
                board: cell.board.map(|board| board.moved(right, below)),
                medal: cell.medal.map(|medal| medal.moved(right, below)),
            });
        }
        Some(layout)
    }

    /// All boards with their texts, in rooms of one size.
    fn cells(self, room: (u32, u32)) -> Option<Vec<Cell>> {
        let cells = |most| {
            let blocks = self.content.blocks.iter();
            blocks.map(|block| self.cell(block, room, most)).collect::<Option<Vec<_>>>()
        };
        let first = cells(u32::MAX)?;
        let side = |cell: &Cell| cell.board.map_or(0, |board| board.width);
        let least = first.iter().map(side).min().unwrap_or_default();
        if first.iter().all(|cell| side(cell) == least) { Some(first) } else { cells(least) }
    }

    fn cell(self, block: &Block<'_>, room: (u32, u32), most: u32) -> Option<Cell> {
        match self.arrangement {
            Arrangement::Beside => self.beside(block, room, most),
            Arrangement::Below(numbers) => self.below(block, room, most, numbers),
        }
    }

    fn beside(self, block: &Block<'_>, (width, height): (u32, u32), most: u32) -> Option<Cell> {
        /// The board is at most so much of the width, the largest that leaves room for the text.
        const SHARES: [f32; 8] = [0.66, 0.6, 0.55, 0.5, 0.45, 0.4, 0.34, 0.28];
        let gap = self.scale.px(BESIDE);
        if !self.has_boards || (width as f32) < WIDE * height as f32 {
            return None;
        }
        SHARES.into_iter().find_map(|share| {
            let side = self.board(height.min((width as f32 * share) as u32).min(most))?;
            let (head, foot) = self.flows(block, width.checked_sub(side + gap)?, Numbers::Rows)?;
            let tall = self.height(&head, &foot).max(side);
            if tall > height {
                return None;
            }
            let (left, lead) = (side + gap, head.top());
            let wide = left + head.width.max(foot.width);
            let board = Some(Rect { x: 0, y: lead + (tall - side) / 2, width: side, height: side });
            let is_alone = foot.texts.is_empty();
            let middle = if is_alone { (tall - (head.foot() - lead)) / 2 } else { 0 };
            let down = lead + tall - foot.foot();
            let (mut texts, medal) = head.moved(left, middle);
            texts.extend(foot.moved(left, down).0);
            Some(Cell { board, medal, texts, width: wide, height: tall, lead })
        })
    }

    fn below(
        self,
        block: &Block<'_>,
        (width, height): (u32, u32),
        most: u32,
        numbers: Numbers,
    ) -> Option<Cell> {
        let (head, foot) = self.flows(block, width, numbers)?;
        let high = self.height(&head, &foot);
        let (board, upper) = if self.has_boards {
            let gap = self.scale.px(BELOW);
            let side = self.board(height.checked_sub(gap + high)?.min(width).min(most))?;
            (Some(Rect { x: 0, y: 0, width: side, height: side }), side + gap)
        } else {
            (None, head.top())
        };
        let lead = if board.is_some() { 0 } else { upper };
        let wide = board.map_or(0, |board| board.width).max(head.width).max(foot.width);
        let (up, down) = (upper.checked_sub(head.top())?, upper + high - foot.foot());
        let (mut texts, medal) = head.moved(0, up);
        texts.extend(foot.moved(0, down).0);
        Some(Cell { board, medal, texts, width: wide, height: upper + high - lead, lead })
    }

    fn flows(self, block: &Block<'_>, room: u32, numbers: Numbers) -> Option<(Flow<'a>, Flow<'a>)> {
        let of = |items| flow(items, self.scale, room, numbers);
        Some((of(&block.head)?, of(&block.foot)?))
    }

    /// The height of both parts of a text, from the capitals of its first line to its last baseline.
    fn height(self, head: &Flow<'_>, foot: &Flow<'_>) -> u32 {
        let gap = if foot.texts.is_empty() { 0 } else { self.scale.px(FOOT_GAP) };
        head.foot() - head.top() + gap + foot.foot()
    }

    /// The largest board up to this size, whose squares are whole pixels wide.
    fn board(self, most: u32) -> Option<u32> {
        let squares = u32::from(self.size.get());
        let side = most - most % squares;
        (side >= LEAST_SQUARE * squares).then_some(side)
    }
}
