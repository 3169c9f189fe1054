//! The states of squares; `look.rs` has what each looks like.

use std::array;
use std::hash::{Hash, Hasher};

use crate::board::Square;
use crate::page::figure::Edges;
use crate::page::inks::State;
use crate::page::theme_kind::HeatCell;
use crate::record::{AttackSegment, AttackSegments, Mark};

/// What a square shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareState {
    pub(super) content: Content,
    /// What its cell shows, if it is one of a heat map.
    pub(super) cell: Option<HeatCell>,
    pub(super) mark: Option<Mark>,
    /// Whether the line of an attack begins at it.
    pub(super) bracketed: bool,
    /// The edges of a dead end that it lies on.
    pub(super) edges: Edges,
    /// The number of queens that attack it, where it is shown, and whether it is the least of those shown.
    pub(super) count: Option<(u8, bool)>,
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

/// Which of the row, the column, the falling and the rising diagonal of a square have a dash.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dashes([bool; 4]);

impl Dashes {
    /// The directions, in which 1 is right or down, -1 left or up.
    const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

    /// Those of a square on lines through another one: whether they have dashes in these directions.
    pub(in crate::page) fn of(square: Square, through: Square, marked: [bool; 4]) -> Self {
        let rows = i16::from(square.row) - i16::from(through.row);
        let columns = i16::from(square.column) - i16::from(through.column);
        let is_on = [rows == 0, columns == 0, rows == columns, rows == -columns];
        Self(array::from_fn(|line| is_on[line] && marked[line] && square != through))
    }

    pub(super) fn directions(self) -> impl Iterator<Item = (i8, i8)> {
        Self::DIRECTIONS.into_iter().zip(self.0).filter(|(_, has_dash)| *has_dash).map(|(way, _)| way)
    }
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
    /// An arrow that goes round: the search goes back to where it was.
    Restart,
    /// A cross: no square of a line is left.
    DeadEnd,
}

impl SquareState {
    /// An empty square of a chess board.
    pub(in crate::page) const EMPTY: Self = Self {
        content: Content::Nothing,
        cell: None,
        mark: None,
        bracketed: false,
        edges: Edges::NONE,
        count: None,
        segments: AttackSegments::NONE,
        dashes: Dashes([false; 4]),
        again: false,
        newest: false,
    };

    /// A square that says that the search goes back to where it was.
    pub(in crate::page) const RESTART: Self = Self { content: Content::Restart, ..Self::EMPTY };

    /// A square that says that no square of a line is left.
    pub(in crate::page) const DEAD_END: Self = Self { content: Content::DeadEnd, ..Self::EMPTY };

    /// A square with a queen.
    pub(in crate::page) const QUEEN: Self = Self { content: Content::Queen, ..Self::EMPTY };

    /// A square with this mark, and with a queen or without.
    pub(in crate::page) const fn marked(mark: Mark, queen: bool) -> Self {
        Self { mark: Some(mark), ..if queen { Self::QUEEN } else { Self::EMPTY } }
    }

    /// A cell of a heat map.
    pub(crate) const fn heat(cell: HeatCell) -> Self {
        match cell {
            HeatCell::Queen => Self { cell: Some(cell), ..Self::QUEEN },
            HeatCell::Attackers(_) => Self { cell: Some(cell), ..Self::EMPTY },
        }
    }

    /// Whether it has a queen.
    pub(crate) fn has_queen(self) -> bool {
        self.content == Content::Queen || self.content == Content::StartQueen
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
        let marked = |mark| Self { mark, ..self };
        let is_reached = self.segments.iter().any(|segment| matches!(segment, AttackSegment::End(..)));
        if self.newest {
            vec![marked(None), marked(Some(Mark::Placed)), self]
        } else if is_reached || self.mark == Some(Mark::Solution) {
            vec![marked(None), self]
        } else {
            vec![self]
        }
    }
}

/// As one number: tiles are looked up by states, for each square that changes.
impl Hash for SquareState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let bits = |flags: [bool; 4]| flags.into_iter().fold(0, |bits, flag| bits << 1 | u8::from(flag));
        let Edges { top, right, bottom, left } = self.edges;
        let (count, least) = self.count.map_or((0, false), |(count, least)| (1 + count, least));
        let flags =
            bits([top, right, bottom, left]) << 4 | bits([self.bracketed, self.again, self.newest, least]);
        let content = self.content as u8 | self.mark.map_or(0, |mark| 1 + mark as u8) << 4;
        let cell = match self.cell {
            None => 0,
            Some(HeatCell::Attackers(count)) => 1 + count,
            Some(HeatCell::Queen) => u8::MAX,
        };
        let [a, b, c, d] = self.segments.bits().to_le_bytes();
        let dashes = bits(self.dashes.0) << 4;
        hasher.write_u64(u64::from_le_bytes([flags, content, cell, count, a, b, c, d | dashes]));
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
