//! The line of an attack, split into the pieces that squares show, so that lines are drawn as tiles too.

use crate::board::Square;
use crate::record::Attack;

/// The piece of a drawn line on a square, with a direction: 1 is right or down, -1 left or up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttackSegment {
    /// From the centre to the edge or corner in this direction.
    Half(i8, i8),
    /// From one edge, or corner, to the opposite one.
    Through(i8, i8),
    /// At the corner in this direction: a wide diagonal line also covers corners of the squares
    /// beside it.
    Corner(i8, i8),
}

impl AttackSegment {
    /// The piece of an attack that a square shows, if any.
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
        if !(0..=length).contains(&reached) {
            return None;
        }
        if part == (x * reached, y * reached) {
            return Some(match reached {
                0 => Self::Half(step.0, step.1),
                _ if reached == length => Self::Half(-step.0, -step.1),
                _ => Self::Through(step.0, step.1),
            });
        }
        // Beside the line, a diagonal passes between this square and another.
        let diagonal = x != 0 && y != 0 && reached > 0;
        if diagonal && part == (x * reached, y * (reached - 1)) {
            return Some(Self::Corner(-step.0, step.1));
        }
        (diagonal && part == (x * (reached - 1), y * reached)).then_some(Self::Corner(step.0, -step.1))
    }

    /// Distinct bytes for each piece, never all 0.
    pub(super) const fn bytes(self) -> [u8; 3] {
        let (Self::Half(x, y) | Self::Through(x, y) | Self::Corner(x, y)) = self;
        let piece = match self {
            Self::Half(..) => 1,
            Self::Through(..) => 2,
            Self::Corner(..) => 3,
        };
        [piece, x.cast_unsigned(), y.cast_unsigned()]
    }

    /// Its ends in a square of this width and height.
    pub fn ends(self, width: f32, height: f32) -> [(f32, f32); 2] {
        // Lines extend beyond the square, so that only the ends at centres are round.
        let (Self::Half(x, y) | Self::Through(x, y) | Self::Corner(x, y)) = self;
        let (x, y) = (2.0 * f32::from(x), 2.0 * f32::from(y));
        let ends = match self {
            Self::Half(..) => [(0.0, 0.0), (x, y)],
            Self::Through(..) => [(-x, -y), (x, y)],
            Self::Corner(..) => [(x, 0.0), (0.0, y)],
        };
        ends.map(|(x, y)| ((0.5 + x / 2.0) * width, (0.5 + y / 2.0) * height))
    }
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
        use AttackSegment::{Half, Through};
        assert_eq!(
            shown((2, 5), (2, 2)),
            [((2, 2), Half(1, 0)), ((2, 3), Through(-1, 0)), ((2, 4), Through(-1, 0)), ((2, 5), Half(-1, 0))]
        );
        assert_eq!(shown((7, 1), (8, 1)), [((7, 1), Half(0, 1)), ((8, 1), Half(0, -1))]);
    }

    #[test]
    fn diagonals_touch_the_corners_of_the_squares_beside_them() {
        use AttackSegment::{Corner, Half, Through};
        assert_eq!(
            shown((1, 1), (3, 3)),
            [
                ((1, 1), Half(1, 1)),
                ((1, 2), Corner(-1, 1)),
                ((2, 1), Corner(1, -1)),
                ((2, 2), Through(1, 1)),
                ((2, 3), Corner(-1, 1)),
                ((3, 2), Corner(1, -1)),
                ((3, 3), Half(-1, -1)),
            ]
        );
        assert_eq!(
            shown((4, 1), (3, 2)),
            [((3, 1), Corner(1, 1)), ((3, 2), Half(-1, 1)), ((4, 1), Half(1, -1)), ((4, 2), Corner(-1, -1))]
        );
    }
}
