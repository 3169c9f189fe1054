//! Figures on squares, and their places.

use crate::page::figure::Figure;
use crate::picture::Rgb;

use super::ground::Ground;

/// Widths of frames, in hundredths of a square.
pub(super) const FRAME: u8 = 5;
pub(super) const DEAD_END_FRAME: u8 = 4;
pub(super) const THIN_FRAME: u8 = 2;

/// A figure on a square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stamp {
    /// The figure.
    pub figure: Figure,
    /// Where on the square it is drawn.
    pub spot: Spot,
    /// Its colour.
    pub ink: Rgb,
}

/// Where on a square a figure is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// In the middle.
    Centre,
    /// In the middle of the upper right corner.
    Corner,
    /// At the right, where a queen is narrow, above the letter of a column.
    Right,
    /// At the upper right, as far from the edges as fits a number.
    TopRight,
    /// At the lower left.
    BottomLeft,
    /// At the lower right.
    BottomRight,
}

impl Spot {
    /// The upper left corner of a figure with this width and height on a square, in pixels.
    pub fn offset(self, (width, height): (u32, u32), ground: Ground) -> (u32, u32) {
        let free = (ground.width.saturating_sub(width), ground.height.saturating_sub(height));
        let q = ground.side as f32;
        let (side, foot) = ((0.05 * q).round() as u32, (0.06 * q).round() as u32);
        let beside = (0.04 * q).round() as u32;
        // The disc of a tick is centred 0.12 squares from both edges.
        let corner = (0.12 * q - width as f32 / 2.0).max(0.0).round() as u32;
        match self {
            Self::Centre => (free.0 / 2, free.1 / 2),
            Self::Corner => (free.0.saturating_sub(corner), corner.min(free.1)),
            Self::Right => (free.0.saturating_sub(beside), ((0.48 * q).round() as u32).min(free.1)),
            Self::TopRight => (free.0.saturating_sub(side), side.min(free.1)),
            Self::BottomLeft => (side.min(free.0), free.1.saturating_sub(foot)),
            Self::BottomRight => (free.0.saturating_sub(side), free.1.saturating_sub(foot)),
        }
    }
}
