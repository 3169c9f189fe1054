//! Painters with the pages that they paint.

use queenreel::board::BoardSize;
use queenreel::internals::draw::Painter;
use queenreel::internals::page::{LaneContent, Page, PageError, PageStyle};
use queenreel::internals::picture::{Canvas, Picture, Rect};
use queenreel::record::{BoardState, Content, FilmFrame, Frame, RaceFrame};

use super::shown;

/// Paints boards with their panels.
pub struct BoardPainter {
    page: Page,
    painter: Painter,
}

impl BoardPainter {
    pub fn new(size: BoardSize, style: &PageStyle) -> Result<Self, PageError> {
        let page = Page::of_board(size, style)?;
        Ok(Self { painter: Painter::new(&page), page })
    }

    pub fn paint(&mut self, frame: &Frame) -> Picture<'_> {
        self.page.show(&FilmFrame::of_search(frame, false));
        self.painter.paint(&self.page)
    }

    pub fn paint_scene(&mut self, scene: &BoardState) -> Picture<'_> {
        self.page.show_board(scene);
        self.painter.paint(&self.page)
    }

    pub fn canvas(&self) -> &Canvas {
        self.painter.canvas()
    }

    /// The board; the sign next to a caption is a square as well, and is left out.
    pub fn board(&self, size: BoardSize) -> Rect {
        let squares = usize::from(size.get()).pow(2);
        Rect::around(shown::squares(&self.page).into_iter().take(squares)).unwrap()
    }
}

/// Paints races.
pub struct RacePainter {
    page: Page,
    painter: Painter,
}

impl RacePainter {
    pub fn new(size: BoardSize, style: &PageStyle, lanes: &[LaneContent]) -> Result<Self, PageError> {
        let page = Page::of_race(size, style, lanes)?;
        Ok(Self { painter: Painter::new(&page), page })
    }

    pub fn paint(&mut self, frame: &RaceFrame) -> Picture<'_> {
        let shown_for = frame.shown_for;
        self.page.show(&FilmFrame { content: Content::Race(frame), shown_for, is_last: false });
        self.painter.paint(&self.page)
    }

    pub fn canvas(&self) -> &Canvas {
        self.painter.canvas()
    }

    /// The areas of the boards for this number of lanes.
    pub fn boards(&self, lanes: usize) -> Vec<Rect> {
        let squares = shown::squares(&self.page);
        let boards = squares.chunks(squares.len() / lanes);
        boards.map(|squares| Rect::around(squares.iter().copied()).unwrap()).collect()
    }
}
