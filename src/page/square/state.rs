//! The states of squares; `look.rs` has what each looks like.

use std::hash::{Hash, Hasher};

use crate::board::Square;
use crate::page::figure::Edges;
use crate::page::inks::State;
use crate::page::theme_kind::HeatCell;
use crate::record::{AttackSegment, AttackSegments, Mark};

/// What a square shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareState {
    pub(super) face: Face,
    /// The pieces of the lines of attacks that cross it.
    pub(super) segments: AttackSegments,
    /// The lines that the search has looked up or changed.
    pub(super) dashes: Dashes,
    /// Changes from each line of an attack to the next one, so that it is drawn again where it lies on the one
    /// before.
    pub(super) again: bool,
    /// Whether its queen is the last one of a solution, and is placed in the step that finds it.
    pub(super) newest: bool,
}

/// Which of the row, the column, the falling and the rising diagonal of a square have a dash, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dashes(u8);

impl Dashes {
    /// The directions, in which 1 is right or down, -1 left or up.
    const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

    /// Those of a square on lines through another one: whether they have dashes in these directions.
    pub(in crate::page) fn of(square: Square, through: Square, marked: [bool; 4]) -> Self {
        let rows = i16::from(square.row) - i16::from(through.row);
        let columns = i16::from(square.column) - i16::from(through.column);
        let is_on = [rows == 0, columns == 0, rows == columns, rows == -columns];
        let bits = is_on.into_iter().zip(marked).zip(0..);
        let bits = bits.filter(|((is_on, marked), _)| *is_on && *marked && (rows, columns) != (0, 0));
        Self(bits.map(|(_, bit): (_, u8)| 1 << bit).sum())
    }

    pub(super) fn directions(self) -> impl Iterator<Item = (i8, i8)> {
        let bits = Self::DIRECTIONS.into_iter().zip(0..);
        bits.filter(move |(_, bit): &(_, u8)| self.0 >> bit & 1 == 1).map(|(direction, _)| direction)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Face {
    /// A square of a chess board. The count is the number of queens that attack it, and whether it is
    /// the least of those shown.
    Chess { content: Content, mark: Option<Mark>, bracketed: bool, edges: Edges, count: Option<(u8, bool)> },
    /// A cell of a heat map, and whether it is closed or its queen stands from the start.
    Heat { cell: HeatCell, mark: Option<Mark>, bracketed: bool, fixed: bool },
    /// A square with an arrow that goes round: the search goes back to where it was.
    Restart,
    /// A square with a cross: no square of a line is left.
    DeadEnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Nothing,
    Queen,
    /// A queen that stands from the start.
    StartQueen,
    /// The square is closed.
    Closed,
    /// The square is attacked.
    Attacked,
    /// The search has ruled the square out.
    RuledOut,
}

impl Content {
    pub(super) const fn has_queen(self) -> bool {
        match self {
            Self::Queen | Self::StartQueen => true,
            Self::Nothing | Self::Closed | Self::Attacked | Self::RuledOut => false,
        }
    }
}

impl Face {
    const fn mark(self) -> Option<Mark> {
        match self {
            Self::Chess { mark, .. } | Self::Heat { mark, .. } => mark,
            Self::Restart | Self::DeadEnd => None,
        }
    }

    const fn with_mark(mut self, new: Option<Mark>) -> Self {
        match &mut self {
            Self::Chess { mark, .. } | Self::Heat { mark, .. } => *mark = new,
            Self::Restart | Self::DeadEnd => {}
        }
        self
    }
}

impl SquareState {
    /// An empty square of a chess board.
    pub(in crate::page) const EMPTY: Self = Self::chess(Content::Nothing, None);

    /// A square that says that the search goes back to where it was.
    pub(in crate::page) const RESTART: Self = Self::of(Face::Restart);

    /// A square that says that no square of a line is left.
    pub(in crate::page) const DEAD_END: Self = Self::of(Face::DeadEnd);

    /// A square with this mark, and with a queen or without.
    pub(in crate::page) const fn marked(mark: Mark, queen: bool) -> Self {
        Self::chess(if queen { Content::Queen } else { Content::Nothing }, Some(mark))
    }

    /// A cell of a heat map.
    pub(crate) const fn heat(cell: HeatCell) -> Self {
        Self::of(Face::Heat { cell, mark: None, bracketed: false, fixed: false })
    }

    /// A square with a queen.
    pub(in crate::page) const QUEEN: Self = Self::chess(Content::Queen, None);

    /// Whether it has a queen.
    pub(crate) const fn has_queen(self) -> bool {
        match self.face {
            Face::Chess { content, .. } => content.has_queen(),
            Face::Heat { cell, .. } => cell.has_queen(),
            Face::Restart | Face::DeadEnd => false,
        }
    }

    /// Whether it is closed.
    pub(super) const fn is_closed(self) -> bool {
        match self.face {
            Face::Chess { content: Content::Closed, .. } => true,
            Face::Heat { cell, fixed, .. } => fixed && !cell.has_queen(),
            Face::Chess { .. } | Face::Restart | Face::DeadEnd => false,
        }
    }

    pub(super) const fn of(face: Face) -> Self {
        Self { face, segments: AttackSegments::NONE, dashes: Dashes(0), again: false, newest: false }
    }

    /// The same in a step: with its dashes, whether its line is not the one before, and whether its queen
    /// completes a solution.
    pub(in crate::page) const fn in_step(self, dashes: Dashes, again: bool, newest: bool) -> Self {
        Self { dashes, again: again && self.segments.any(), newest, ..self }
    }

    /// What is seen on it one after the other while there is motion, each over those before: a square is
    /// refused when the line has reached it, and a solution comes over a clear board, after the last queen
    /// was seen as one that is placed.
    pub(super) fn layers(self) -> Vec<Self> {
        let marked = |mark| Self { face: self.face.with_mark(mark), ..self };
        let is_reached = self.segments.iter().any(|segment| matches!(segment, AttackSegment::End(..)));
        if self.newest {
            vec![marked(None), marked(Some(Mark::Placed)), self]
        } else if is_reached || self.face.mark() == Some(Mark::Solution) {
            vec![marked(None), self]
        } else {
            vec![self]
        }
    }

    const fn chess(content: Content, mark: Option<Mark>) -> Self {
        let edges = Edges { top: false, right: false, bottom: false, left: false };
        Self::of(Face::Chess { content, mark, bracketed: false, edges, count: None })
    }
}

/// As two numbers: tiles are looked up by states, for each square that changes.
impl Hash for SquareState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let later = u8::from(self.again) << 3 | u8::from(self.newest) << 4;
        let [kind, content, mark, count] = match self.face {
            Face::Chess { content, mark, bracketed, edges, count } => {
                let mark = mark.map_or(0, |mark| 1 + mark as u8) | u8::from(bracketed) << 7;
                let (count, least) = count.map_or((0, false), |(count, least)| (1 + count, least));
                [u8::from(least) | later, content as u8 | edges.bits() << 4, mark, count]
            }
            Face::Heat { cell, mark, bracketed, fixed } => {
                let cell = match cell {
                    HeatCell::Attackers(count) => count,
                    HeatCell::Queen => u8::MAX,
                };
                [
                    2 | u8::from(fixed) << 2 | later,
                    cell,
                    mark.map_or(0, |mark| 1 + mark as u8) | u8::from(bracketed) << 7,
                    0,
                ]
            }
            Face::Restart => [3, 0, 0, 0],
            Face::DeadEnd => [7, 0, 0, 0],
        };
        let [a, b, c, d] = self.segments.bits().to_le_bytes();
        hasher.write_u64(u64::from_le_bytes([kind, content, mark, a, b, c, d | self.dashes.0 << 4, count]));
    }
}

/// What a mark says about its square.
pub(in crate::page) const fn state_of(mark: Mark) -> Option<State> {
    match mark {
        Mark::Placed | Mark::PlacedInConflict => Some(State::Placed),
        Mark::Removed => Some(State::Removed),
        Mark::Solution => Some(State::Solution),
        Mark::Conflict => Some(State::Conflict),
        Mark::Safe => Some(State::Safe),
        Mark::DeadEnd | Mark::Tried | Mark::Refused => None,
    }
}
