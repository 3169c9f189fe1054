//! The style of the squares of a board, and their colours.

use crate::board::{BoardSize, Square, SquareNames};
use crate::page::figure::{Edges, Piece, Size};
use crate::page::inks::{HeatCell, HeatMap, Inks, State, ThemeKind};
use crate::page::pen::{Colours, Pen};
use crate::page::theme::Theme;
use crate::picture::Rgb;

#[derive(Debug, Clone)]
pub struct SquareStyle {
    pub theme: Theme,
    /// The colours derived from the theme.
    pub inks: Inks,
    pub piece: Piece,
    pub lines: Lines,
    /// Whether marks are drawn.
    pub highlight: bool,
    /// Whether lines without a free square are marked, as they are on pages with a caption.
    pub dead_ends: bool,
    /// The smallest square with space for a tick next to a queen, in pixels.
    pub least_with_tick: u32,
}

/// The smallest square with a tick, in pixels.
pub const LEAST_WITH_TICK: u32 = 32;

impl SquareStyle {
    pub(super) fn white(&self) -> [Rgb; 2] {
        let Inks { ink, page, .. } = self.inks;
        if ink.luminance() > page.luminance() { [ink, page] } else { [page, ink] }
    }

    pub(in crate::page) fn first_colour(&self) -> Rgb {
        self.theme.heat().map_or(self.theme.light, |heat| heat.colour(HeatCell::Attackers(0)))
    }

    /// Returns the colours of squares in all states, the most frequent first. `numbers`: whether coordinates or
    /// counts may be on squares in a state.
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
                // The attack line.
                colours.extend(cells.iter().map(|cell| blend(*cell, inks.page)));
                colours.push(blend(inks.page, inks.ink));
            }
        }
        if self.lines == Lines::Grid {
            colours.push(Colours::One(inks.grid));
        }
        // The board of a heat map has special colours, but the signs of captions have the colours of states.
        if self.theme.heat().is_some() && !self.dead_ends {
            return colours;
        }
        colours.extend(squares.into_iter().flat_map(|paper| on(paper, inks.text_on(paper))));
        // Solvers may rule out squares until a line has none left.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    None,
    Hairlines,
    /// Lines between neighbours, but none around the board.
    Grid,
}

impl Lines {
    /// Returns the lines of boards in a theme; `grid` requests lines between all squares.
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

    pub const fn edges(self, square: Square, size: BoardSize) -> Edges {
        let Square { row, column } = square;
        let last = size.get();
        match self {
            Self::None => Edges::NONE,
            Self::Hairlines => Self::CELL,
            Self::Grid => Edges { top: row > 1, right: column < last, bottom: row < last, left: column > 1 },
        }
    }

    pub const CELL: Edges = Edges { top: false, right: true, bottom: true, left: false };
}

/// The constant properties of a square; lengths are in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ground {
    pub width: u32,
    pub height: u32,
    /// Side of the smallest square of its board: all figures of a board have the same size.
    pub side: u32,
    pub dark: bool,
    pub labels: Labels,
    pub lines: Edges,
    pub border: Edges,
}

impl Ground {
    pub(super) const fn size(&self) -> Size {
        (self.width, self.height)
    }
}

/// Coordinates: row numbers on the leftmost squares, column letters or numbers on the lowest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Labels {
    pub(super) row: Option<u8>,
    pub(super) column: Option<(SquareNames, u8)>,
}

impl Labels {
    pub fn of(square: Square, size: BoardSize, names: SquareNames) -> Self {
        Self {
            row: (square.column == 1).then(|| names.row(square.row, size)),
            column: (square.row == size.get()).then_some((names, square.column)),
        }
    }
}
