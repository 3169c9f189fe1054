//! The board: a slot for each square.

use crate::board::{BoardSize, Square, SquareSet};
use crate::page::figure::Edges;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::{Layer, Layers};
use crate::page::square::{Dashes, Ground, Labels, SquareSlot, SquareState, SquareStyle};
use crate::page::style::PageStyle;
use crate::page::{Page, StatePanel};
use crate::picture::Rect;
use crate::record::{Frame, Moment, Scene};
use crate::search::Order;

/// Gives the squares of one board their states.
#[derive(Debug)]
pub struct BoardPanel {
    style: SquareStyle,
    /// The squares that are attacked in the present scene, where they get dots.
    attacked: Option<SquareSet>,
    /// The index of the first square's slot.
    first: usize,
    /// The scene that was shown last.
    shown: Scene,
    /// The step that was shown last.
    step: u64,
    /// If it had the line of an attack, whether that was the second one of two that follow each other, the fourth
    /// of four, and so on.
    line: Option<bool>,
    /// The queen that was placed in this step, if it found a solution.
    newest: Option<Square>,
    /// The order of the search whose availability arrays are shown, if they are.
    arrays: Option<Order>,
    /// Whether lines had dashes.
    has_dashes: bool,
}

impl BoardPanel {
    /// A board in a square area, with coordinates, if there are any, in the corners of its edge squares
    /// or beside it.
    pub fn new(page: &mut Page, size: BoardSize, style: &PageStyle, area: Rect, in_corners: bool) -> Self {
        let squares = u32::from(size.get());
        let edges: Vec<u32> = (0..=squares).map(|line| line * area.width / squares).collect();
        let span = |line: u8| {
            let [start, end] = [line - 1, line].map(|edge| edges[usize::from(edge)]);
            (start, end - start)
        };
        let layer = &mut page.layers.squares;
        let first = layer.len();
        page.boards.push(first);
        for square in size.squares() {
            let ((x, width), (y, height)) = (span(square.column), span(square.row));
            let labels = if style.coordinates && in_corners {
                Labels::of(square, size, style.names)
            } else {
                Labels::default()
            };
            let border = if style.theme.drawing.by_shape() { border(square, size) } else { Edges::default() };
            let (side, dark) = (area.width / squares, square.is_dark());
            let lines = page.squares.lines.edges(square, size);
            let ground = Ground { width, height, side, dark, labels, lines, border };
            let area = Rect { x: area.x + x, y: area.y + y, width, height };
            layer.add(SquareSlot { area, ground }, SquareState::EMPTY);
        }
        let board = Self {
            style: page.squares.clone(),
            attacked: (style.attacks && style.theme.heat().is_none()).then(|| SquareSet::empty(size)),
            first,
            shown: Scene::empty(size),
            step: 0,
            line: None,
            newest: None,
            arrays: style.panels.state.contains(&StatePanel::Arrays).then_some(style.panels.order),
            has_dashes: false,
        };
        for square in size.squares() {
            board.update(square, &board.shown, None, layer);
        }
        board
    }

    /// Gives a square its state; `dashed` is the square whose lines are looked up, and which of them.
    fn update(
        &self,
        square: Square,
        scene: &Scene,
        dashed: Option<(Square, [bool; 4])>,
        layer: &mut Layer<SquareSlot>,
    ) {
        let (row, column) = (usize::from(square.row - 1), usize::from(square.column - 1));
        let index = self.first + row * usize::from(self.shown.size.get()) + column;
        let dashes = dashed.map(|(through, lines)| Dashes::of(square, through, lines)).unwrap_or_default();
        let state = self.style.state(square, scene, self.attacked.as_ref());
        let newest = self.newest == Some(square) && self.style.highlight && scene.is_solved();
        layer.set(index, state.in_step(dashes, self.line == Some(true), newest));
    }
}

impl Panel for BoardPanel {
    /// # Panics
    /// When the board of the frame has another size.
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let (scene, layer) = (&state.frame.scene, &mut layers.squares);
        assert_eq!(scene.size, self.shown.size, "a page shows boards of one size");
        if let Some(attacked) = &mut self.attacked {
            *attacked = scene.queens.attacked(self.shown.size);
        }
        // A note is no step: its frame shows the line of the one before.
        let (had_line, again) = (self.line.is_some(), self.line == Some(self.step == state.frame.step));
        self.line = scene.attacks.first().map(|_| again);
        if self.step != state.frame.step {
            self.step = state.frame.step;
            let last = if let Moment::Solution { last, .. } = state.frame.moment { last } else { None };
            self.newest = last.filter(|square| !self.shown.queens.contains(*square));
        }
        let heat = self.style.theme.heat().is_some();
        // A queen that moves changes the heat or the dots of many squares, and lines cross many.
        let lines_change = had_line || !scene.attacks.is_empty();
        let is_cleared = self.shown.is_solved() != scene.is_solved();
        let dashed = self.arrays.and_then(|order| dashed(state.frame, order));
        let dashes_change = self.has_dashes || dashed.is_some();
        if heat || self.attacked.is_some() || lines_change || is_cleared || dashes_change {
            for square in self.shown.size.squares() {
                self.update(square, scene, dashed, layer);
            }
        } else {
            let shown = &self.shown;
            let moved = shown.queens.symmetric_difference(&scene.queens);
            let moved = moved.chain(shown.ruled_out.symmetric_difference(&scene.ruled_out));
            let moved = moved.chain(shown.start.symmetric_difference(&scene.start));
            let moved = moved.chain(shown.blocked.symmetric_difference(&scene.blocked));
            for square in moved.chain(marked_in(shown)).chain(marked_in(scene)) {
                self.update(square, scene, None, layer);
            }
        }
        self.shown.clone_from(scene);
        self.has_dashes = dashed.is_some();
    }
}

/// The square whose lines a step looks up or changes, and which: row, column, falling and rising
/// diagonal.
fn dashed(frame: &Frame, order: Order) -> Option<(Square, [bool; 4])> {
    let across = [order == Order::Columns, order == Order::Rows];
    match frame.moment {
        Moment::Test { square, .. } => {
            let taken = |x: i16, y: i16| {
                frame.scene.queens.iter().any(|queen| {
                    let rows = i16::from(queen.row) - i16::from(square.row);
                    let columns = i16::from(queen.column) - i16::from(square.column);
                    queen != square && rows * x == columns * y
                })
            };
            // A test stops at the first line that is taken.
            let is_taken = match order {
                Order::Columns => taken(1, 0),
                Order::Rows => taken(0, 1),
            };
            let rising = !is_taken;
            let falling = rising && !taken(1, -1);
            Some((square, [across[0], across[1], falling, rising]))
        }
        Moment::Place(square) | Moment::Remove(square) => Some((square, [across[0], across[1], true, true])),
        Moment::Start
        | Moment::Refuse(_)
        | Moment::DeadEnd { .. }
        | Moment::Solution { .. }
        | Moment::Board
        | Moment::BoardAgain
        | Moment::Move { .. }
        | Moment::Swap { .. }
        | Moment::Note => None,
    }
}

/// The edges of the board that a square lies on.
fn border(square: Square, size: BoardSize) -> Edges {
    let last = size.get();
    let Square { row, column } = square;
    Edges { top: row == 1, right: column == last, bottom: row == last, left: column == 1 }
}

fn marked_in(scene: &Scene) -> impl Iterator<Item = Square> {
    let counted = scene.counts.iter().map(|(square, _)| *square);
    scene.marks.iter().map(|(square, _)| *square).chain(counted)
}

impl Page {
    /// Adds a board that does not change.
    pub(in crate::page) fn add_board(&mut self, area: Rect, scene: &Scene, style: &PageStyle) {
        let mut board = BoardPanel::new(self, scene.size, style, area, false);
        let frame = Frame::still(scene.clone());
        board.show(&PanelState { frame: &frame, lane: None, clock: None }, &mut self.layers);
    }
}
