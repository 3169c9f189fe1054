//! The states of squares; `look.rs` draws them.

use std::array;
use std::hash::{Hash, Hasher};

use crate::board::{Square, SquareSet};
use crate::page::figure::Edges;
use crate::page::inks::{HeatCell, State};
use crate::record::{AttackSegment, AttackSegments, BoardState, Mark};

use super::SquareStyle;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareState {
    pub(super) content: Content,
    pub(super) cell: Option<HeatCell>,
    pub(super) mark: Option<Mark>,
    pub(super) bracketed: bool,
    pub(super) edges: Edges,
    /// The number of queens that attack the square, if shown, and whether no shown number is lower.
    pub(super) count: Option<(u8, bool)>,
    pub(super) segments: AttackSegments,
    /// The dashes of the row, column and diagonals that the search has looked up or changed.
    pub(super) dashes: Dashes,
    /// Toggles with each attack line, so that an equal line still counts as a new state and is drawn.
    pub(super) again: bool,
    /// Whether the queen of the square is placed in this step and completes a solution.
    pub(super) newest: bool,
}

/// Dashes along the row, the column, the falling and the rising diagonal of a square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dashes([bool; 4]);

impl Dashes {
    /// The directions; 1 is right or down, -1 left or up.
    const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

    /// Returns the dashes on `square` of row, column and diagonals through another square; `marked` selects them.
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
    StartQueen,
    Closed,
    Attacked,
    /// The search has ruled out the square.
    RuledOut,
    /// A circular arrow: the search returns to an earlier state.
    Restart,
    /// Two triangles: the search goes on without explanations.
    FastForward,
    /// A cross: a line has no square left.
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

    pub(in crate::page) const RESTART: Self = Self { content: Content::Restart, ..Self::EMPTY };

    pub(in crate::page) const FAST_FORWARD: Self = Self { content: Content::FastForward, ..Self::EMPTY };

    pub(in crate::page) const DEAD_END: Self = Self { content: Content::DeadEnd, ..Self::EMPTY };

    pub(in crate::page) const QUEEN: Self = Self { content: Content::Queen, ..Self::EMPTY };

    pub(in crate::page) const fn marked(mark: Mark, queen: bool) -> Self {
        Self { mark: Some(mark), ..if queen { Self::QUEEN } else { Self::EMPTY } }
    }

    pub(crate) const fn heat(cell: HeatCell) -> Self {
        match cell {
            HeatCell::Queen => Self { cell: Some(cell), ..Self::QUEEN },
            HeatCell::Attackers(_) => Self { cell: Some(cell), ..Self::EMPTY },
        }
    }

    pub(crate) fn has_queen(self) -> bool {
        self.content == Content::Queen || self.content == Content::StartQueen
    }

    /// Adds the data of a step: dashes, whether the attack line is toggled, and whether the queen completes a
    /// solution.
    pub(in crate::page) const fn in_step(self, dashes: Dashes, again: bool, newest: bool) -> Self {
        Self { dashes, again: again && self.segments.any(), newest, ..self }
    }

    /// Returns the state of a square of a lost line, which looks like a dead end, with these edges of its frame.
    pub(in crate::page) fn lost(self, frame: Edges) -> Self {
        let content = if self.content == Content::Nothing { Content::Attacked } else { self.content };
        Self { edges: frame, mark: self.mark.or(Some(Mark::DeadEnd)), content, ..self }
    }

    /// Whether an attack line ends on the square.
    pub(super) fn is_reached(self) -> bool {
        self.segments.iter().any(|segment| matches!(segment, AttackSegment::End(..)))
    }

    /// What motion shows one after another, each drawn over the earlier ones. A tested square gets its mark when
    /// the attack line arrives. A solution shows first the cleared board, then the placed queen, then the
    /// solution.
    pub(super) fn layers(self) -> Vec<Self> {
        let marked = |mark| Self { mark, ..self };
        if self.newest {
            vec![marked(None), marked(Some(Mark::Placed)), self]
        } else if self.is_reached() || self.mark == Some(Mark::Solution) {
            vec![marked(None), self]
        } else {
            vec![self]
        }
    }
}

/// Hashes the state as a single number, for fast lookup of tiles.
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

impl SquareStyle {
    /// Returns the state of a square in a scene. `attacked`: the squares that get dots; if `None`, attacked
    /// squares get dots only in a dead end.
    pub fn state(&self, square: Square, scene: &BoardState, attacked: Option<&SquareSet>) -> SquareState {
        let queen = scene.queens.contains(square);
        let is_shown = |mark: &Mark| self.highlight && (self.dead_ends || !is_dead_end(Some(*mark)));
        let mark = scene.mark_at(square).filter(is_shown);
        let attacks = if self.highlight { &scene.attacks[..] } else { &[] };
        let segments = AttackSegments::on(square, attacks);
        let bracketed = attacks.iter().any(|attack| attack.from() == square);
        let heat = self.theme.heat();
        let cell = heat.map(|heat| {
            let attackers = || scene.queens.attackers(square).min(heat.most_attackers().into()) as u8;
            if queen { HeatCell::Queen } else { HeatCell::Attackers(attackers()) }
        });
        let is_attacked = || match attacked {
            Some(attacked) => attacked.contains(square),
            None => mark == Some(Mark::DeadEnd) && scene.queens.attackers(square) > 0,
        };
        let count = scene.count_at(square).filter(|_| self.highlight && heat.is_none());
        let least = || scene.counts.iter().map(|(_, count)| *count).min();
        let content = if queen && scene.start.contains(square) {
            Content::StartQueen
        } else if queen {
            Content::Queen
        } else if scene.blocked.contains(square) {
            Content::Closed
        } else if heat.is_some() || self.highlight && scene.is_solved() {
            // A solution is shown on a cleared board.
            Content::Nothing
        } else if self.highlight && scene.ruled_out.contains(square) {
            Content::RuledOut
        } else if count.is_none() && is_attacked() {
            Content::Attacked
        } else {
            Content::Nothing
        };
        let has_edges = heat.is_none() && is_dead_end(mark);
        let edges = if has_edges { outer_edges(square, scene) } else { Edges::NONE };
        let count = count.map(|count| (count, least() == Some(count)));
        SquareState { content, cell, mark, bracketed, edges, count, segments, ..SquareState::EMPTY }
    }
}

/// Whether a mark belongs to a line without a square left.
pub(super) fn is_dead_end(mark: Option<Mark>) -> bool {
    mark == Some(Mark::DeadEnd) || mark == Some(Mark::Tried)
}

fn outer_edges(square: Square, scene: &BoardState) -> Edges {
    let is_outside = |rows: i8, columns: i8| {
        let neighbour = square.row.checked_add_signed(rows).zip(square.column.checked_add_signed(columns));
        !is_dead_end(neighbour.and_then(|(row, column)| scene.mark_at(Square { row, column })))
    };
    let (top, bottom) = (is_outside(-1, 0), is_outside(1, 0));
    Edges { top, right: is_outside(0, 1), bottom, left: is_outside(0, -1) }
}
