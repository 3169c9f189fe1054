//! How squares are drawn.

use crate::board::{BoardSize, Square};
use crate::page::figure::Edges;
use crate::page::inks::Inks;
use crate::page::piece::Piece;
use crate::page::theme::Theme;
use crate::page::theme_kind::{HeatCell, HeatMap, ThemeKind};
use crate::picture::Rgb;

/// How the squares of a board are drawn.
#[derive(Debug, Clone)]
pub struct SquareStyle {
    /// Colours.
    pub theme: Theme,
    /// The colours that follow from them.
    pub inks: Inks,
    /// The figure of queens.
    pub piece: Piece,
    /// The lines between squares.
    pub lines: Lines,
    /// Whether marks are drawn.
    pub highlight: bool,
    /// Whether there may be lines without a square left.
    pub dead_ends: bool,
}

impl SquareStyle {
    /// Fill and outline of a white queen.
    pub(super) fn white(&self) -> [Rgb; 2] {
        let Inks { ink, page, .. } = self.inks;
        if ink.luminance() > page.luminance() { [ink, page] } else { [page, ink] }
    }

    /// The colour with the smallest index.
    pub(in crate::page) fn first_colour(&self) -> Rgb {
        self.theme.heat().map_or(self.theme.light, |heat| heat.colour(HeatCell::Attackers(0)))
    }
}

/// The lines between squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// None.
    None,
    /// Hairlines at the right and the lower edge of each cell.
    Hairlines,
    /// Lines between neighbours, but none around the board.
    Grid,
}

impl Lines {
    /// The lines of boards in a theme; `grid` asks for lines between all squares.
    pub const fn of(theme: &Theme, grid: bool) -> Self {
        if grid {
            return Self::Grid;
        }
        match theme.kind {
            ThemeKind::Heat(HeatMap::States(_)) => Self::Grid,
            ThemeKind::Heat(HeatMap::Counts(_)) => Self::Hairlines,
            ThemeKind::Colours | ThemeKind::Shapes => Self::None,
        }
    }

    /// The edges of a square that have lines.
    pub const fn edges(self, square: Square, size: BoardSize) -> Edges {
        let Square { row, column } = square;
        let last = size.get();
        match self {
            Self::None => Edges { top: false, right: false, bottom: false, left: false },
            Self::Hairlines => Self::CELL,
            Self::Grid => Edges { top: row > 1, right: column < last, bottom: row < last, left: column > 1 },
        }
    }

    /// The edges of a cell with hairlines.
    pub const CELL: Edges = Edges { top: false, right: true, bottom: true, left: false };
}
