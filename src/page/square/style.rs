//! How the squares of a board are drawn, and their colours.

use crate::board::{BoardSize, Square, SquareNames};
use crate::page::figure::{Edges, Piece, Size};
use crate::page::inks::{HeatCell, HeatMap, Inks, State, ThemeKind};
use crate::page::pen::{Colours, Pen};
use crate::page::theme::Theme;
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
    /// On smaller squares there is no room for a tick beside a queen.
    pub least_with_tick: u32,
}

/// The least side of a square with a tick, in pixels.
pub const LEAST_WITH_TICK: u32 = 32;

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

    /// The colours of squares in all states, the most frequent first; `numbers` says whether there may
    /// be coordinates or counts on squares in a state.
    pub(crate) fn colours(&self, attacks: bool, numbers: bool) -> Vec<Colours> {
        let (inks, squares, [fill, outline]) = (&self.inks, self.inks.squares, self.white());
        let blend = |paper: Rgb, ink: Rgb| Colours::Blends(Pen { ink, paper });
        let piece = |paper: Rgb| match self.piece {
            Piece::Black | Piece::Disc | Piece::Character(_) => vec![blend(paper, inks.queen_on(paper))],
            Piece::White => vec![blend(paper, fill), blend(fill, outline), blend(paper, outline)],
            Piece::None => Vec::new(),
        };
        let on = |paper: Rgb, ink: Rgb| [blend(paper, ink)].into_iter().chain(piece(paper));
        let mut colours = [squares[0], squares[1], inks.ink].map(Colours::One).to_vec();
        if let Some(heat) = self.theme.heat() {
            let cells = heat.colours();
            colours = cells.iter().flat_map(|cell| on(*cell, inks.text_on(*cell))).collect();
            colours.push(Colours::One(inks.rule));
            if self.highlight {
                // The line from an attacker.
                colours.extend(cells.iter().map(|cell| blend(*cell, inks.page)));
                colours.push(blend(inks.page, inks.ink));
            }
        }
        if self.lines == Lines::Grid {
            colours.push(Colours::One(inks.grid));
        }
        // The board of a heat map has its own colours, but the signs of captions have those of states.
        if self.theme.heat().is_some() && !self.dead_ends {
            return colours;
        }
        colours.extend(squares.into_iter().flat_map(|paper| on(paper, inks.text_on(paper))));
        // Solvers may rule squares out, until a line has none left.
        let has_tone = attacks || self.highlight;
        if self.highlight {
            for state in State::ALL {
                for paper in [false, true].map(|dark| inks.square(state, dark)) {
                    colours.extend(on(paper, inks.sign(state)));
                    if numbers {
                        colours.push(blend(paper, inks.text_on(paper)));
                    }
                }
            }
            colours.push(blend(inks.deep(State::Solution), inks.tick));
            let conflict = [false, true].map(|dark| inks.square(State::Conflict, dark));
            let crossed = squares.into_iter().chain(conflict);
            colours.extend(crossed.map(|paper| blend(paper, inks.line)));
            if self.theme.kind.by_shape() {
                colours.push(blend(inks.page, inks.ink));
            }
        }
        if has_tone {
            colours.extend([inks.dot, inks.line].map(|ink| blend(inks.attacked, ink)));
            colours.extend(piece(inks.attacked));
        }
        colours
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
            Self::None => Edges::NONE,
            Self::Hairlines => Self::CELL,
            Self::Grid => Edges { top: row > 1, right: column < last, bottom: row < last, left: column > 1 },
        }
    }

    /// The edges of a cell with hairlines.
    pub const CELL: Edges = Edges { top: false, right: true, bottom: true, left: false };
}

/// The constant properties of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ground {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Side of the smallest square of its board in pixels: figures have one size all over the board.
    pub side: u32,
    /// Whether it is a dark square.
    pub dark: bool,
    /// The coordinates on it.
    pub labels: Labels,
    /// The edges at which it has lines to other squares.
    pub lines: Edges,
    /// The edges of the board that it lies on, where they are drawn.
    pub border: Edges,
}

impl Ground {
    /// Width and height in pixels.
    pub(super) const fn size(&self) -> Size {
        (self.width, self.height)
    }
}

/// Coordinates: a row's number on the leftmost squares, a column's letter or number on the lowest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Labels {
    pub(super) row: Option<u8>,
    pub(super) column: Option<(SquareNames, u8)>,
}

impl Labels {
    /// The coordinates on a square of this board.
    pub fn of(square: Square, size: BoardSize, names: SquareNames) -> Self {
        Self {
            row: (square.column == 1).then(|| names.row(square.row, size)),
            column: (square.row == size.get()).then_some((names, square.column)),
        }
    }
}
