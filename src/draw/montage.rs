//! Many boards on one page, drawn band by band: only one row of boards is in memory.

use image::GrayImage;

use crate::board::{BoardSize, Square};
use crate::font::{Font, Weight};
use crate::page::figure::Edges;
use crate::page::layout::board::page_pixels;
use crate::page::layout::montage::{
    Grid, GridError, HeatScale, LabelAlign, LabelLayout, LabelNeeds, MontageLayout, Request, TextInk, TextRun,
};
use crate::page::layout::montage_page::PageRequest;
use crate::page::slot::{Pen, TextStyle};
use crate::page::square::{Ground, Labels, Lines, SquareState, SquareStyle};
use crate::page::{
    BoardLabel, Colours, HeatCell, HeatMap, MontageText, MontageTitle, PageSize, Piece, Theme,
};
use crate::picture::Canvas;
use crate::record::Scene;

use super::palette::{Palette, ink_level};
use super::text::TextWriter;
use super::tile_cache::TileCache;

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
    /// The figure of queens.
    pub piece: Piece,
    /// Whether there are thin lines between squares; heat maps have some anyway.
    pub grid: bool,
    /// The labels that will be under the boards; none, or one for each.
    pub labels: Vec<BoardLabel>,
    /// The other text. Without a page, only a title of [any text](MontageTitle::Text) is drawn.
    pub text: MontageText,
}

/// Paints a montage from top to bottom.
#[derive(Debug)]
pub struct Montage {
    size: BoardSize,
    layout: MontageLayout,
    canvas: Canvas,
    squares: SquareStyle,
    palette: Palette,
    /// The tiles of the squares of a board, and of the cells that explain a heat map.
    tiles: TileCache,
    writer: TextWriter,
    band: Band,
    /// The index of the next row of boards.
    next: usize,
}

/// Some rows of pixels of the page.
#[derive(Debug, Default)]
struct Band {
    /// The first of them.
    y: u32,
    width: u32,
    pixels: Vec<u8>,
}

/// Why a montage cannot be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MontageError {
    /// The boards cannot be laid out.
    #[error(transparent)]
    Grid(#[from] GridError),
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

impl Montage {
    /// A montage of this number of boards.
    ///
    /// # Errors
    /// [`MontageError`] when they cannot be laid out legibly, or the font lacks a character.
    pub fn new(size: BoardSize, boards: u32, style: &MontageStyle) -> Result<Self, MontageError> {
        let font = &style.font;
        if let Some(character) = lacking(style) {
            return Err(MontageError::NoGlyph(character));
        }
        let layout = layout(size, boards, style)?;
        let (theme, inks, piece) = (style.theme.clone(), style.theme.inks(), style.piece);
        let lines = Lines::of(&theme, style.grid);
        let squares = SquareStyle { theme, inks, piece, lines, highlight: false, dead_ends: false };
        let text = [inks.ink, inks.muted].map(|ink| Colours::Blends(Pen { ink, paper: inks.page }));
        let palette = Palette::new(squares.colours(false, true).into_iter().chain(text));
        let mut tiles = TileCache::new(squares.clone(), font.clone());
        let mut add = |side: u32, dark: bool, lines: Edges| {
            let (labels, border) = (Labels::default(), Edges::default());
            tiles.add_slot(Ground { width: side, height: side, side, dark, labels, lines, border });
        };
        for square in size.squares() {
            add(layout.square, square.is_dark(), lines.edges(square, size));
        }
        if let Some(HeatScale { cell, .. }) = layout.scale {
            add(cell, false, Lines::CELL);
        }
        let (width, height) = (layout.width, layout.height);
        Ok(Self {
            size,
            layout,
            canvas: Canvas { width, height, palette: palette.colours().to_vec() },
            squares,
            palette,
            tiles,
            writer: TextWriter::new(font.clone()),
            band: Band { width, ..Band::default() },
            next: 0,
        })
    }

    /// Size and palette of the whole picture.
    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// The number of boards in each row, from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = usize> + use<> {
        let rows: Vec<usize> = self.layout.rows.iter().map(|row| row.lefts.len()).collect();
        rows.into_iter()
    }

    /// The rows of pixels above the boards.
    pub fn top(&mut self) -> &[u8] {
        let below = self.layout.rows.first().map_or(self.layout.height, |row| row.y);
        self.begin(0, below);
        self.write_all();
        &self.band.pixels
    }

    /// The rows of pixels of the next row of boards, with everything down to the row below it or to the
    /// end of the page. [`Montage::rows`] says how many boards there are in it.
    pub fn band(&mut self, boards: &[LabelledBoard<'_>]) -> &[u8] {
        let end = self.layout.rows.get(self.next + 1).map_or(self.layout.height, |row| row.y);
        let Some(row) = self.layout.rows.get(self.next) else { return &[] };
        let (y, lefts) = (row.y, row.lefts.clone());
        self.next += 1;
        self.begin(y, end);
        for (left, board) in lefts.into_iter().zip(boards) {
            for (slot, square) in self.size.squares().enumerate() {
                self.draw_square(slot, square, &board.scene, (left, y));
            }
            if let (Some(label), Some(layout)) = (board.label, self.layout.labels) {
                self.draw_label(label, layout, left, y);
            }
        }
        self.write_all();
        &self.band.pixels
    }

    fn begin(&mut self, y: u32, end: u32) {
        self.band.y = y;
        self.band.pixels.clear();
        let paper = self.palette.index(self.squares.inks.page);
        self.band.pixels.resize(self.canvas.width as usize * (end - y) as usize, paper);
    }

    fn draw_square(&mut self, slot: usize, square: Square, scene: &Scene, (left, top): (u32, u32)) {
        let side = self.layout.square;
        let state = self.squares.state(square, scene, None);
        let tile = self.tiles.tile(slot, state, &self.palette);
        let (x, y) = (left + u32::from(square.column - 1) * side, top + u32::from(square.row - 1) * side);
        self.band.copy(tile, side, (x, y));
    }

    fn draw_label(&mut self, label: &BoardLabel, layout: LabelLayout, left: u32, top: u32) {
        let board = self.layout.square * u32::from(self.size.get());
        let baseline = top + board + layout.baseline;
        let mut runs = Vec::new();
        let run =
            |text: &str, em, weight, ink| TextRun { x: 0, baseline, text: text.to_owned(), em, weight, ink };
        if let Some(number) = &label.number {
            let (weight, ink) = match number.weight() {
                Weight::Bold => (Weight::Bold, TextInk::Ink),
                Weight::Regular => (Weight::Regular, TextInk::Muted),
            };
            runs.push(run(&number.text, layout.number_em, weight, ink));
        }
        if let Some(images) = label.images.as_ref().filter(|_| layout.has_images) {
            runs.push(run(images, layout.em, Weight::Regular, TextInk::Ink));
        }
        let placement = label.placement.as_ref().filter(|_| layout.has_placement);
        let placement = placement.map(|text| run(text, layout.em, Weight::Regular, TextInk::Muted));
        let is_at_right = !runs.is_empty() && layout.align == LabelAlign::Edges;
        let mut at_right = None;
        match placement {
            Some(placement) if is_at_right => at_right = Some(placement),
            placement => runs.extend(placement),
        }
        let gap = (0.45 * layout.em).round() as u32;
        let widths: Vec<u32> = runs.iter().map(|run| self.width(run)).collect();
        let width = widths.iter().sum::<u32>() + gap * (runs.len() as u32).saturating_sub(1);
        let mut x = match layout.align {
            LabelAlign::Edges => left,
            LabelAlign::Centre => left + board.saturating_sub(width) / 2,
        };
        for (run, width) in runs.into_iter().zip(widths) {
            self.write(&TextRun { x, ..run });
            x += width + gap;
        }
        if let Some(run) = at_right {
            let x = (left + board).saturating_sub(self.width(&run));
            self.write(&TextRun { x, ..run });
        }
    }

    /// Draws those parts of the text and of the scale that are on the band.
    fn write_all(&mut self) {
        if let Some(HeatScale { x, y, cell }) = self.layout.scale {
            let slot = self.size.squares().count();
            for (index, shown) in (0..).zip(HeatScale::SHOWN) {
                let tile = self.tiles.tile(slot, SquareState::heat(shown), &self.palette);
                self.band.copy(tile, cell, (x + index * cell, y));
            }
        }
        let runs = std::mem::take(&mut self.layout.runs);
        for run in &runs {
            self.write(run);
        }
        self.layout.runs = runs;
    }

    fn style(&self, run: &TextRun) -> TextStyle {
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
        TextStyle { em: run.em, weight: run.weight, pen }
    }

    fn width(&mut self, run: &TextRun) -> u32 {
        let style = self.style(run);
        self.writer.letters(style).width(&run.text)
    }

    /// Draws text, clipped to the band.
    fn write(&mut self, run: &TextRun) {
        let style = self.style(run);
        let (up, down) = self.writer.reach(style);
        let end = self.band.y + self.band.height();
        if run.baseline + down <= self.band.y || run.baseline >= end + up {
            return;
        }
        let line = self.writer.letters(style).line(&run.text);
        let ramp = self.palette.ramp(style.pen);
        let inks = ramp.map(|ink| (ink != ramp[0]).then_some(ink));
        self.band.write(&line, run.x, i64::from(run.baseline) - i64::from(up), &inks);
    }
}

impl Band {
    fn height(&self) -> u32 {
        (self.pixels.len() / self.width.max(1) as usize) as u32
    }

    /// The pixels of a row of the page from a column on, if the band has them.
    fn row_mut(&mut self, x: u32, y: i64) -> Option<&mut [u8]> {
        let row = usize::try_from(y - i64::from(self.y)).ok()?;
        let width = self.width as usize;
        self.pixels.chunks_exact_mut(width).nth(row)?.get_mut(x as usize..)
    }

    /// Copies a square tile.
    fn copy(&mut self, tile: &[u8], side: u32, (x, y): (u32, u32)) {
        for (source, y) in tile.chunks(side as usize).zip(i64::from(y)..) {
            if let Some(row) = self.row_mut(x, y) {
                row.iter_mut().zip(source).for_each(|(pixel, source)| *pixel = *source);
            }
        }
    }

    /// Draws the ink of a line of text, by its levels.
    fn write(&mut self, line: &GrayImage, x: u32, y: i64, inks: &[Option<u8>]) {
        for (coverage, y) in line.rows().zip(y..) {
            let Some(row) = self.row_mut(x, y) else { continue };
            for (pixel, coverage) in row.iter_mut().zip(coverage) {
                if let Some(ink) = inks[usize::from(ink_level(coverage.0[0]))] {
                    *pixel = ink;
                }
            }
        }
    }
}

/// The first character that the font lacks.
fn lacking(style: &MontageStyle) -> Option<char> {
    let piece = match style.piece {
        Piece::Character(character) => Some(character.to_string()),
        Piece::Black | Piece::White => None,
    };
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
        label: labels.map_or(0.0, |labels| labels.ems()),
        title: font.width(title),
    })?;
    Ok(grid.layout(boards, title, font))
}
