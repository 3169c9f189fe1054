//! Attack lines, split into a segment for each square, so that each square can be drawn separately.

use super::frame::Attack;
use crate::board::Square;

/// The part of an attack line on one square, with the direction of the attack: 1 is right or down, -1 left or up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttackSegment {
    /// From one edge or corner of the square to the opposite one.
    Through(i8, i8),
    /// On the attacked square, with the arrowhead.
    End(i8, i8),
    /// The corner of the square in this direction, which a wide diagonal attack line beside the square covers.
    Corner(i8, i8),
}

impl AttackSegment {
    /// Returns the segment of an attack line on a square, if any. The line begins at the edge of the attacker's
    /// square.
    pub fn on(square: Square, attack: Attack) -> Option<Self> {
        let steps_to = |to: Square| {
            let across = i16::from(to.column) - i16::from(attack.from().column);
            (across, i16::from(to.row) - i16::from(attack.from().row))
        };
        let (whole, part) = (steps_to(attack.to()), steps_to(square));
        let (x, y) = (whole.0.signum(), whole.1.signum());
        let length = whole.0.abs().max(whole.1.abs());
        let step = (x as i8, y as i8);
        let reached = (part.0 * x).max(part.1 * y);
        if !(1..=length).contains(&reached) {
            return None;
        }
        if part == (x * reached, y * reached) {
            return Some(if reached == length {
                Self::End(step.0, step.1)
            } else {
                Self::Through(step.0, step.1)
            });
        }
        // Between two of its squares, a diagonal line crosses a corner of the two squares beside it.
        let diagonal = x != 0 && y != 0;
        if diagonal && part == (x * reached, y * (reached - 1)) {
            return Some(Self::Corner(-step.0, step.1));
        }
        (diagonal && part == (x * (reached - 1), y * reached)).then_some(Self::Corner(step.0, -step.1))
    }

    /// Returns the direction, and how far the segment extends across the square, from 0 to 1, if `share` of it is
    /// drawn.
    pub fn reach(self, share: f32) -> ((i8, i8), f32) {
        match self {
            Self::Through(x, y) => ((x, y), share),
            Self::End(x, y) => ((x, y), if share < 1.0 { share * end_reach(x, y) } else { 1.0 }),
            // A corner is never drawn in part.
            Self::Corner(x, y) => ((x, y), share.floor()),
        }
    }

    /// Returns a bit that is different for each segment; bits 0 to 26 are used.
    const fn bit(self) -> u32 {
        let (Self::Through(x, y) | Self::End(x, y) | Self::Corner(x, y)) = self;
        let piece = match self {
            Self::End(..) => 0,
            Self::Through(..) => 9,
            Self::Corner(..) => 18,
        };
        1 << (piece + 3 * (x + 1) + y + 1)
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AttackSegments(u32);

impl AttackSegments {
    pub const NONE: Self = Self(0);

    pub fn on(square: Square, attacks: &[Attack]) -> Self {
        let pieces = attacks.iter().filter_map(|attack| AttackSegment::on(square, *attack));
        Self(pieces.fold(0, |bits, piece| bits | piece.bit()))
    }

    /// Returns the segments; segments with arrowheads come last.
    pub fn iter(self) -> impl Iterator<Item = AttackSegment> + Clone {
        use AttackSegment::{Corner, End, Through};
        let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
        let pieces = [Corner as fn(i8, i8) -> _, Through, End];
        let all = pieces.into_iter().flat_map(move |piece| steps.clone().map(move |(x, y)| piece(x, y)));
        all.filter(move |piece| self.0 & piece.bit() != 0)
    }

    pub const fn any(self) -> bool {
        self.0 != 0
    }

    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// Distance from the centre of the attacked square to the end of an attack line, in squares.
pub const GAP: f32 = 0.35;

/// Returns how far an attack line in this direction extends across the attacked square, from 0 to 1.
pub fn end_reach(x: i8, y: i8) -> f32 {
    0.5 - GAP / f32::from(x).hypot(y.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(from: (u8, u8), to: (u8, u8)) -> Vec<((u8, u8), AttackSegment)> {
        let square = |(row, column)| Square::new(row, column);
        let attack = Attack::new(square(from), square(to)).unwrap();
        let squares = (1..=8).flat_map(|row| (1..=8).map(move |column| (row, column)));
        squares.filter_map(|at| AttackSegment::on(square(at), attack).map(|segment| (at, segment))).collect()
    }

    #[test]
    fn straight_lines_cross_only_the_squares_between() {
        use AttackSegment::{End, Through};
        assert_eq!(
            shown((2, 5), (2, 2)),
            [((2, 2), End(-1, 0)), ((2, 3), Through(-1, 0)), ((2, 4), Through(-1, 0))]
        );
        assert_eq!(shown((7, 1), (8, 1)), [((8, 1), End(0, 1))]);
    }

    #[test]
    fn diagonals_touch_the_corners_of_the_squares_beside_them() {
        use AttackSegment::{Corner, End, Through};
        assert_eq!(
            shown((1, 1), (3, 3)),
            [
                ((1, 2), Corner(-1, 1)),
                ((2, 1), Corner(1, -1)),
                ((2, 2), Through(1, 1)),
                ((2, 3), Corner(-1, 1)),
                ((3, 2), Corner(1, -1)),
                ((3, 3), End(1, 1)),
            ]
        );
        assert_eq!(
            shown((4, 1), (3, 2)),
            [((3, 1), Corner(1, 1)), ((3, 2), End(1, -1)), ((4, 2), Corner(-1, -1))]
        );
    }
}
