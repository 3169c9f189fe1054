//! Medals of a race.

use super::figure::LEAST_EM;
use super::pen::{Colours, Pen};
use super::shape::{Shape, Sign};
use super::square::SquareStyle;
use crate::font::{Font, Weight};
use crate::picture::{Rect, Rgb};

/// The place of the medal of a solver in a race, and its colours.
#[derive(Debug, Clone)]
pub struct Medal {
    /// Its rectangle, a square.
    pub area: Rect,
    /// The page.
    pub page: Rgb,
    /// Face, rim and figure of each rank; the last ones are those of all further ranks.
    pub metals: [[Rgb; 3]; METALS],
}

/// How many ranks have a metal of their own, and one for all others.
const METALS: usize = 4;

/// The face of a medal against the whole, the em of the rank against its diameter, and how wide the
/// rank may be.
const FACE: f32 = 0.84;
const RANK: f32 = 0.575;
const RANK_WIDTH: f32 = 0.66;

impl Medal {
    /// With the metals of the style of squares.
    pub fn of(area: Rect, squares: &SquareStyle) -> Self {
        const FIGURE: Rgb = Rgb::from_hex(0x1d1a17);
        let inks = &squares.inks;
        let metals = if squares.theme.kind.by_shape() {
            [[inks.page, inks.ink, inks.ink]; METALS]
        } else {
            [
                [Rgb::from_hex(0xf2b705), Rgb::from_hex(0xb07d00), FIGURE],
                [Rgb::from_hex(0xc3c7cc), Rgb::from_hex(0x858b93), FIGURE],
                [Rgb::from_hex(0xcf8b4e), Rgb::from_hex(0x8a5420), FIGURE],
                [inks.page, inks.muted, inks.ink],
            ]
        };
        Self { area, page: inks.page, metals }
    }

    /// What it looks like with a rank, counted from 1: the page, two discs and the rank.
    pub fn shapes(&self, rank: Option<usize>, font: &Font) -> impl Iterator<Item = Shape> {
        let page = Shape::Fill(Rect { x: 0, y: 0, ..self.area }, self.page);
        [page].into_iter().chain(rank.into_iter().flat_map(|rank| self.medal(rank, font)))
    }

    /// The medal without the page around it.
    pub fn medal(&self, rank: usize, font: &Font) -> [Shape; 3] {
        let [face, rim, figure] = self.metals[rank.clamp(1, METALS) - 1];
        let diameter = self.area.width as f32;
        let border = ((1.0 - FACE) * diameter / 2.0).round().max(1.0);
        let centre = (diameter / 2.0, diameter / 2.0);
        let disc = |radius: f32, ink: Rgb| Shape::Disc { centre, radius, ink };
        let (text, weight) = (rank.to_string(), Weight::Bold);
        let width = font.weight(weight).width(&text).max(0.1);
        let em = (RANK_WIDTH * diameter / width).min(RANK * diameter).max(LEAST_EM);
        let sign = Shape::Sign(Sign { centre, text, em, weight, ink: figure });
        [disc(diameter / 2.0, rim), disc(diameter / 2.0 - border, face), sign]
    }

    pub fn colours(&self) -> impl Iterator<Item = Colours> {
        let page = self.page;
        self.metals.into_iter().flat_map(move |[face, rim, figure]| {
            let pens = [(rim, page), (face, rim), (figure, face)];
            pens.map(|(ink, paper)| Colours::Blends(Pen { ink, paper }))
        })
    }
}
