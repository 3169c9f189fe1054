//! Many boards on one page: what it shows, board by board, so that only one is in memory.

use std::iter;

use crate::board::{BoardSize, Square};
use crate::font::{Font, Weight};
use crate::picture::Rect;
use crate::record::Scene;

use super::Piece;
use super::drawing::{HeatCell, HeatMap};
use super::element::{Element, Text};
use super::figure::Edges;
use super::layout::board::page_pixels;
use super::layout::montage::{
    Grid, GridError, HeatScale, LabelAlign, LabelNeeds, MontageLayout, Request, TextInk, TextRun,
};
use super::layout::montage_page::PageRequest;
use super::montage_text::{BoardLabel, MontageText, MontageTitle};
use super::slot::{Align, Colours, Pen, TextStyle};
use super::square::{Ground, Labels, Lines, SquareSlot, SquareState, SquareStyle};
use super::style::{BoardStyle, PageSize, PageSizeError};
use super::theme::Theme;

/// How a montage is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MontageStyle {
    /// The page; `None` for one as large as its boards ask.
    pub page: Option<PageSize>,
    /// Boards in a row; `None` for as many as suit the page.
    pub columns: Option<u32>,
    /// Side of a square in pixels, unless the page has a given size; `None` for one that keeps the
    /// picture within 8,192 pixels a side.
    pub square: Option<u32>,
    /// Colours.
    pub theme: Theme,
    /// The font of all text.
    pub font: Font,
    /// The figure of queens; `None` for black ones, and discs on small squares.
    pub piece: Option<Piece>,
    /// Whether there are thin lines between squares; heat maps have some anyway.
    pub grid: bool,
    /// The labels that will be under the boards; none, or one for each.
    pub labels: Vec<BoardLabel>,
    /// The other text. Without a page, only a title of [any text](MontageTitle::Text) is drawn.
    pub text: MontageText,
}

/// The page of a montage.
#[derive(Debug)]
pub struct MontagePage {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// How squares are drawn.
    pub squares: SquareStyle,
    /// The font of all text.
    pub font: Font,
    size: BoardSize,
    layout: MontageLayout,
}

/// Why a montage cannot be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MontageError {
    /// The boards cannot be laid out.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// An invalid page size.
    #[error("invalid page size: {0}")]
    Page(#[from] PageSizeError),
    /// The text or the figure of queens is a character that the font lacks.
    #[error("the font has no glyph for {0:?}")]
    NoGlyph(char),
}

/// A board of a montage with its label.
#[derive(Debug, Clone)]
pub struct LabelledBoard<'a> {
    /// The board.
    pub scene: Scene,
    /// Its label, one of those that the montage was made for.
    pub label: Option<&'a BoardLabel>,
}

impl MontagePage {
    /// A page of this number of boards.
    ///
    /// # Errors
    /// [`MontageError`] when they cannot be laid out legibly, or the font lacks a character.
    pub fn new(size: BoardSize, boards: u32, style: &MontageStyle) -> Result<Self, MontageError> {
        if let Some(character) = lacking(style) {
            return Err(MontageError::NoGlyph(character));
        }
        style.page.map_or(Ok(()), PageSize::check)?;
        let layout = layout(size, boards, style)?;
        let (theme, piece, grid) = (style.theme.clone(), style.piece, style.grid);
        let boards = BoardStyle { theme, piece, grid, highlight: false, ..BoardStyle::default() };
        let squares = boards.for_squares_of(layout.square).squares();
        let (width, height, font) = (layout.width, layout.height, style.font.clone());
        Ok(Self { width, height, squares, font, size, layout })
    }

    /// The number of boards in each row, from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = usize> + use<> {
        let rows: Vec<usize> = self.layout.rows.iter().map(|row| row.lefts.len()).collect();
        rows.into_iter()
    }

    /// The upper edge of each row of boards, and at the end the lower edge of the page.
    pub(crate) fn tops(&self) -> impl Iterator<Item = u32> {
        self.layout.rows.iter().map(|row| row.y).chain([self.height])
    }

    /// The upper left corners of the boards in a row.
    pub(crate) fn corners(&self, row: usize) -> impl Iterator<Item = (u32, u32)> {
        let row = self.layout.rows.get(row);
        row.into_iter().flat_map(|row| row.lefts.iter().map(|left| (*left, row.y)))
    }

    /// All colours.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Colours> {
        let inks = &self.squares.inks;
        let text = [inks.ink, inks.muted].map(|ink| Colours::Blends(Pen { ink, paper: inks.page }));
        self.squares.colours(false, true).into_iter().chain(text)
    }

    /// The squares of a board with this upper left corner.
    pub(crate) fn board(&self, (left, top): (u32, u32)) -> impl Iterator<Item = (Square, SquareSlot)> {
        let side = self.layout.square;
        self.size.squares().map(move |square| {
            let (x, y) = (u32::from(square.column - 1), u32::from(square.row - 1));
            let lines = self.squares.lines.edges(square, self.size);
            let corner = (left + x * side, top + y * side);
            (square, cell(corner, side, square.is_dark(), lines))
        })
    }

    /// The cells that explain a heat map, with their states.
    pub(crate) fn scale(&self) -> impl Iterator<Item = (SquareSlot, SquareState)> {
        self.layout.scale.into_iter().flat_map(|HeatScale { x, y, cell: side }| {
            let cells = (0..).zip(HeatScale::SHOWN);
            cells.map(move |(index, shown)| {
                (cell((x + index * side, y), side, false, Lines::CELL), SquareState::heat(shown))
            })
        })
    }

    /// All text but labels.
    pub(crate) fn texts(&self) -> impl Iterator<Item = Text<'_>> {
        self.layout.runs.iter().map(|run| Text { text: run.text.as_str().into(), ..self.text(run) })
    }

    /// The text below a board with this upper left corner.
    pub(crate) fn label<'a>(&self, label: &'a BoardLabel, (left, top): (u32, u32)) -> Vec<Text<'a>> {
        let Some(layout) = self.layout.labels else { return Vec::new() };
        let board = self.layout.square * u32::from(self.size.get());
        let baseline = top + board + layout.baseline;
        let write = |text: &'a str, x, em, weight, ink| {
            let run = TextRun { x, baseline, text: String::new(), em, weight, ink };
            Text { text: text.into(), ..self.text(&run) }
        };
        let pixels = |text: &str, weight, em| self.font.weight(weight).pixels(text, em);
        let (weight, ink) = match label.weight() {
            Weight::Bold => (Weight::Bold, TextInk::Ink),
            Weight::Regular => (Weight::Regular, TextInk::Muted),
        };
        let width = pixels(&label.number, weight, layout.number_em);
        let x = match layout.align {
            LabelAlign::Edges => left,
            LabelAlign::Centre => left + board.saturating_sub(width) / 2,
        };
        let mut texts = vec![write(&label.number, x, layout.number_em, weight, ink)];
        if let Some(images) = label.images.as_ref().filter(|_| layout.has_images) {
            let gap = (0.45 * layout.em).round() as u32;
            texts.push(write(images, x + width + gap, layout.em, Weight::Regular, TextInk::Ink));
        }
        if let Some(placement) = label.placement.as_ref().filter(|_| layout.has_placement) {
            let x = (left + board).saturating_sub(pixels(placement, Weight::Regular, layout.em));
            texts.push(write(placement, x, layout.em, Weight::Regular, TextInk::Muted));
        }
        texts
    }

    /// What is drawn of each square of a board with this upper left corner.
    pub(crate) fn squares_of(
        &self,
        scene: &Scene,
        corner: (u32, u32),
    ) -> impl Iterator<Item = Vec<Element<'static>>> {
        self.board(corner).map(|(square, slot)| {
            let state = self.squares.state(square, scene, None);
            self.squares.elements((slot.area.x, slot.area.y), slot.ground, state).collect()
        })
    }

    /// What of a board covers the empty one, whose squares are these, both with their upper left corner
    /// at that of the page.
    pub(crate) fn differing(
        &self,
        scene: &Scene,
        empty: &[Vec<Element<'static>>],
    ) -> impl Iterator<Item = Element<'static>> {
        self.squares_of(scene, (0, 0)).zip(empty).flat_map(|(square, empty)| {
            let common = square.iter().zip(empty).take_while(|(one, other)| one == other).count();
            // Figures that the empty board has on top would be hidden by what is drawn now.
            let is_longer = common == empty.len();
            square.into_iter().skip(if is_longer { common } else { 0 })
        })
    }

    /// Width and height of the boards in pixels.
    pub(crate) fn board_size(&self) -> (u32, u32) {
        let side = self.layout.square * u32::from(self.size.get());
        (side, side)
    }

    /// The size of the boards.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// All that is drawn beside the boards.
    pub(crate) fn surroundings(&self) -> impl Iterator<Item = Element<'_>> {
        let page = Rect { x: 0, y: 0, width: self.width, height: self.height };
        let scale = self
            .scale()
            .flat_map(|(slot, state)| self.squares.elements((slot.area.x, slot.area.y), slot.ground, state));
        let page = iter::once(Element::Fill(page, self.squares.inks.page));
        page.chain(scale).chain(self.texts().map(Element::Text))
    }

    /// A text without its words.
    fn text<'a>(&self, run: &TextRun) -> Text<'a> {
        let inks = &self.squares.inks;
        let pen = match run.ink {
            TextInk::Ink => Pen { ink: inks.ink, paper: inks.page },
            TextInk::Muted => Pen { ink: inks.muted, paper: inks.page },
            TextInk::OnHeat(count) => {
                let heat = self.squares.theme.heat();
                let paper = heat.map_or(inks.page, |heat| heat.colour(HeatCell::Attackers(count)));
                Pen { ink: inks.text_on(paper), paper }
            }
        };
        let style = TextStyle { em: run.em, weight: run.weight, pen };
        let (left, width) = (run.x, self.width.saturating_sub(run.x));
        Text { left, width, align: Align::Left, baseline: run.baseline, style, text: "".into() }
    }
}

/// A square of a montage.
fn cell((x, y): (u32, u32), side: u32, dark: bool, lines: Edges) -> SquareSlot {
    let (labels, border) = (Labels::default(), Edges::default());
    let ground = Ground { width: side, height: side, side, dark, labels, lines, border };
    SquareSlot { area: Rect { x, y, width: side, height: side }, ground }
}

/// The first character that the font lacks.
fn lacking(style: &MontageStyle) -> Option<char> {
    let piece = style.piece.and_then(Piece::character).map(String::from);
    let labels = style.labels.iter().flat_map(BoardLabel::texts);
    let of_labels = labels.chain(piece.as_deref()).find_map(|text| style.font.lacking(text));
    of_labels.or_else(|| style.text.lacking(&style.font))
}

fn layout(size: BoardSize, boards: u32, style: &MontageStyle) -> Result<MontageLayout, GridError> {
    let font = &style.font;
    let labels = LabelNeeds::of(&style.labels, font);
    if let Some(page) = style.page {
        let (width, height) = page_pixels(page);
        let request = PageRequest {
            size,
            boards,
            columns: style.columns,
            width,
            height,
            font,
            labels,
            text: &style.text,
            has_scale: matches!(style.theme.heat(), Some(HeatMap::Counts(_))),
        };
        return request.layout();
    }
    let title = match &style.text.title {
        Some(MontageTitle::Text(text)) => text.trim(),
        Some(MontageTitle::Count { .. }) | None => "",
    };
    let grid = Grid::of(&Request {
        size,
        boards,
        columns: style.columns,
        square: style.square,
        label: labels.map_or(0.0, |labels| labels.number.ems),
        title: font.width(title),
    })?;
    Ok(grid.layout(boards, title, font))
}
