//! The panel of a board.

use crate::board::{BoardSize, Line, Square, SquareSet};
use crate::motion::{BoardMotion, GLIDING, Millis, QueenMove, SquareTiming, longest_motion};
use crate::page::figure::Edges;
use crate::page::moves::{Course, Move, Moving};
use crate::page::panels::state::looked_up;
use crate::page::panels::{Panel, PanelInput};
use crate::page::pen::Colours;
use crate::page::scene::{BOARD, Id, Scene, Tag};
use crate::page::square::{Dashes, Ground, Labels, SquareState, SquareStyle};
use crate::page::style::PageStyle;
use crate::page::{Page, StatePanel};
use crate::picture::Rect;
use crate::record::{self, Caption, Frame, LostLine, Moment};
use crate::search::Order;

pub struct BoardPanel {
    style: SquareStyle,
    attacked: Option<SquareSet>,
    /// Row by row.
    squares: Vec<PlacedSquare>,
    shown: record::BoardState,
    step: u64,
    /// Set while an attack line is shown. Toggles with each step that draws one, so that an equal attack line
    /// still counts as a new state and is drawn.
    line: Option<bool>,
    /// The queen placed in this step, if it completes a solution.
    newest: Option<Square>,
    /// The search order of the availability arrays, if these are shown.
    arrays: Option<Order>,
    has_dashes: bool,
    /// The order of the gauges, if these are shown.
    gauges: Option<Order>,
    /// The line with a frame, as it is lost.
    lost: Option<Line>,
}

struct PlacedSquare {
    id: Id,
    ground: Ground,
    corner: (u32, u32),
    state: SquareState,
}

impl BoardPanel {
    /// Creates a board in a square area. `in_corners`: whether coordinates are in the corners of its edge squares.
    pub fn new(page: &mut Page, size: BoardSize, style: &PageStyle, area: Rect, in_corners: bool) -> Self {
        let squares = u32::from(size.get());
        let edges: Vec<u32> = (0..=squares).map(|line| line * area.width / squares).collect();
        let span = |line: u8| {
            let [start, end] = [line - 1, line].map(|edge| edges[usize::from(edge)]);
            (start, end - start)
        };
        let square = |square: Square| {
            let ((x, width), (y, height)) = (span(square.column), span(square.row));
            let has_labels = style.coordinates && in_corners;
            let labels = if has_labels { Labels::of(square, size, style.names) } else { Labels::default() };
            let border = if style.theme.kind.by_shape() { border(square, size) } else { Edges::default() };
            let (side, dark) = (area.width / squares, square.is_dark());
            let lines = page.squares.lines.edges(square, size);
            let ground = Ground { width, height, side, dark, labels, lines, border };
            let corner = (area.x + x, area.y + y);
            let area = Rect { x: corner.0, y: corner.1, width, height };
            let id = page.scene.add_like(Tag::Square, area, &ground);
            PlacedSquare { id, ground, corner, state: SquareState::EMPTY }
        };
        let squares = size.squares().map(square).collect();
        let mut board = Self {
            style: page.squares.clone(),
            attacked: (style.attacks && style.theme.heat().is_none()).then(|| SquareSet::empty(size)),
            squares,
            shown: record::BoardState::empty(size),
            step: 0,
            line: None,
            newest: None,
            arrays: style.panels.state.contains(&StatePanel::Arrays).then_some(style.panels.order),
            has_dashes: false,
            gauges: style.order_of_gauges().filter(|_| style.highlight),
            lost: None,
        };
        if board.gauges.is_some() {
            page.colours.push(Colours::One(board.style.inks.line));
        }
        for square in size.squares() {
            board.update(square, &record::BoardState::empty(size), None, &mut page.scene);
        }
        board
    }

    /// Redraws a square; returns its previous state if the state has changed. `dashed` is the square that the
    /// step looks up, with flags for its row, column, falling and rising diagonal.
    fn update(
        &mut self,
        square: Square,
        shown: &record::BoardState,
        dashed: Option<(Square, [bool; 4])>,
        scene: &mut Scene,
    ) -> Option<(Square, SquareState)> {
        let dashes = dashed.map(|(through, lines)| Dashes::of(square, through, lines)).unwrap_or_default();
        let state = self.style.state(square, shown, self.attacked.as_ref());
        let newest = self.newest == Some(square) && self.style.highlight && shown.is_solved();
        let state = state.in_step(dashes, self.line == Some(true), newest);
        let line = self.lost.filter(|line| line.contains(square));
        let state = line.map_or(state, |line| state.lost(edges_along(line, square, shown.size)));
        let index = self.index(square);
        let PlacedSquare { id, ground, state: held, .. } = &mut self.squares[index];
        let before = std::mem::replace(held, state);
        scene.set(*id, &state, || self.style.drawing(*ground, state)).then_some((square, before))
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row - 1) * usize::from(self.shown.size.get()) + usize::from(square.column - 1)
    }

    fn lost_line(&self, frame: &Frame) -> Option<Line> {
        let shown = frame.lost.as_ref().filter(|_| self.style.highlight).map(|lost| lost.line);
        let of_board = || LostLine::of(&frame.board, self.gauges?).map(|lost| lost.line);
        shown.or_else(of_board).filter(|_| !frame.board.is_solved())
    }

    fn square(&self, square: Square) -> &PlacedSquare {
        &self.squares[self.index(square)]
    }

    fn animate(&self, frame: &Frame, changed: &[(Square, SquareState)], time: Millis, scene: &mut Scene) {
        let (motion, longest) = (BoardMotion { frame, time }, longest_motion(time));
        let before = |square| changed.iter().find(|(other, _)| *other == square).map(|(_, state)| *state);
        let had_queen = |square| before(square).map(SquareState::has_queen);
        let mut glides = motion.queen_moves();
        glides.retain(|QueenMove { from, to }| {
            let moved = had_queen(*from) == Some(true) && had_queen(*to) == Some(false);
            moved && self.square(*to).state.has_queen()
        });
        let timings = changed.iter().map(|(square, before)| (*square, *before, motion.square(*square)));
        let timings: Vec<(Square, SquareState, SquareTiming)> = timings.collect();
        let ends = timings.iter().map(|(.., timing)| timing.end());
        let end = ends.chain(glides.iter().map(|_| GLIDING.end())).fold(0.0, f32::max);
        // Motion that would take too long is shortened.
        let by = if end > longest { longest / end } else { 1.0 };
        for (square, before, timing) in timings {
            let mut timing = if by < 1.0 { timing.scaled(by) } else { timing };
            let PlacedSquare { id, ground, corner, state } = *self.square(square);
            let changes = self.style.changes(ground, [before, state], timing.settles);
            if !timing.keep(changes.parts(), longest) {
                continue;
            }
            let mut moves = changes.moves(&timing);
            for QueenMove { from, .. } in glides.iter().filter(|glide| glide.to == square) {
                let course = Course::Glides([self.square(*from).corner, corner]);
                let glide = |shape| Move::new(Moving::Above, BOARD, Some(shape), course, GLIDING.scaled(by));
                moves.extend(self.style.queen(ground, state).into_iter().filter_map(glide));
            }
            scene.moves(id, moves);
        }
    }
}

impl Panel for BoardPanel {
    /// Panics if the board of the frame has another size.
    fn draw(&mut self, view: &PanelInput<'_>, scene: &mut Scene) {
        let (frame, board) = (view.frame, &view.frame.board);
        assert_eq!(board.size, self.shown.size, "a page shows boards of one size");
        if let Some(attacked) = &mut self.attacked {
            // In fast forward, the tone of many squares would change too often.
            let is_fast = matches!(frame.sentence, Some(Caption::FastForward { .. }));
            *attacked =
                if is_fast { SquareSet::empty(board.size) } else { board.queens.attacked(board.size) };
        }
        // A note is not a step: its frame shows the attack line of the previous step.
        // Only tests draw lines anew: a story keeps the lines of a dead end while its queen is removed.
        let stays = self.step == frame.step || !matches!(frame.moment, Moment::Test { .. });
        let (had_line, again) = (self.line.is_some(), self.line == Some(stays));
        self.line = board.attacks.first().map(|_| again);
        if self.step != frame.step {
            self.step = frame.step;
            let last = if let Moment::Solution { last, .. } = frame.moment { last } else { None };
            self.newest = last.filter(|square| !self.shown.queens.contains(*square));
        }
        let lost = self.lost_line(frame);
        let frame_changes = lost != self.lost;
        self.lost = lost;
        let heat = self.style.theme.heat().is_some();
        // A queen that moves changes the heat or the dots of many squares, and lines cross many.
        let lines_change = had_line || !board.attacks.is_empty();
        let is_cleared = self.shown.is_solved() != board.is_solved();
        let dashed = self.arrays.and_then(|order| dashed(frame, order));
        let dashes_change = self.has_dashes || dashed.is_some();
        let squares: Vec<Square> = if heat
            || self.attacked.is_some()
            || lines_change
            || is_cleared
            || dashes_change
            || frame_changes
        {
            board.size.squares().collect()
        } else {
            let shown = &self.shown;
            let moved = shown.queens.symmetric_difference(&board.queens);
            let moved = moved.chain(shown.ruled_out.symmetric_difference(&board.ruled_out));
            let moved = moved.chain(shown.start.symmetric_difference(&board.start));
            let moved = moved.chain(shown.blocked.symmetric_difference(&board.blocked));
            moved.chain(marked_in(shown)).chain(marked_in(board)).collect()
        };
        let update = |square| self.update(square, board, dashed, scene);
        let changed: Vec<(Square, SquareState)> = squares.into_iter().filter_map(update).collect();
        if let Some(time) = view.time {
            self.animate(frame, &changed, time, scene);
        }
        self.shown.clone_from(board);
        self.has_dashes = dashed.is_some();
    }
}

/// Returns the square whose lines a step looks up or changes, and which of its lines: the row, the column, the
/// falling and the rising diagonal.
fn dashed(frame: &Frame, order: Order) -> Option<(Square, [bool; 4])> {
    let [row, column] = [order == Order::Columns, order == Order::Rows];
    looked_up(frame, order).map(|(square, arrays)| (square, [row, column, arrays > 2, arrays > 1]))
}

fn border(square: Square, size: BoardSize) -> Edges {
    let last = size.get();
    let Square { row, column } = square;
    Edges { top: row == 1, right: column == last, bottom: row == last, left: column == 1 }
}

/// Returns the edges of a square on a line that are part of a frame around the line.
fn edges_along(line: Line, square: Square, size: BoardSize) -> Edges {
    let all = border(square, size);
    match line {
        Line::Column(_) => Edges { left: true, right: true, ..all },
        Line::Row(_) => Edges { top: true, bottom: true, ..all },
    }
}

fn marked_in(scene: &record::BoardState) -> impl Iterator<Item = Square> {
    let counted = scene.counts.iter().map(|(square, _)| *square);
    scene.marks.iter().map(|(square, _)| *square).chain(counted)
}

impl Page {
    pub(in crate::page) fn add_board(&mut self, area: Rect, shown: &record::BoardState, style: &PageStyle) {
        let mut board = BoardPanel::new(self, shown.size, style, area, false);
        let frame = Frame::still(shown.clone());
        board.draw(&PanelInput { frame: &frame, lane: None, race: None, time: None }, &mut self.scene);
    }
}
