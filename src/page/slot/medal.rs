//! Medals of a race.

use crate::font::{Font, Weight};
use crate::page::drawing::Drawing;
use crate::page::element::{Element, Sign};
use crate::page::figure::LEAST_EM;
use crate::page::pen::{Colours, Pen};
use crate::page::square::SquareStyle;
use crate::picture::{Rect, Rgb};

use super::layer::Slot;

/// The medal of a solver in a race; its state is the rank, counted from 1, once it is known.
#[derive(Debug, Clone)]
pub struct MedalSlot {
    /// Its rectangle, a square.
    pub area: Rect,
    /// The page.
    pub page: Rgb,
    /// Face, rim and figure of each rank; the last ones are those of all further ranks.
    pub metals: [[Rgb; 3]; METALS],
}

/// How many ranks have a metal of their own, and one for all others.
pub const METALS: usize = 4;

impl Slot for MedalSlot {
    type State = Option<usize>;
}

/// The face of a medal against the whole, the em of the rank against its diameter, and how wide the
/// rank may be.
const FACE: f32 = 0.84;
const RANK: f32 = 0.575;
const RANK_WIDTH: f32 = 0.66;

impl MedalSlot {
    /// With the metals of the style of squares.
    pub(in crate::page) fn of(area: Rect, squares: &SquareStyle) -> Self {
        const FIGURE: Rgb = Rgb([0x1d, 0x1a, 0x17]);
        let inks = &squares.inks;
        let metals = match squares.theme.drawing {
            Drawing::Shapes => [[inks.page, inks.ink, inks.ink]; METALS],
            Drawing::Colours | Drawing::Heat(_) => [
                [Rgb([0xf2, 0xb7, 0x05]), Rgb([0xb0, 0x7d, 0x00]), FIGURE],
                [Rgb([0xc3, 0xc7, 0xcc]), Rgb([0x85, 0x8b, 0x93]), FIGURE],
                [Rgb([0xcf, 0x8b, 0x4e]), Rgb([0x8a, 0x54, 0x20]), FIGURE],
                [inks.page, inks.muted, inks.ink],
            ],
        };
        Self { area, page: inks.page, metals }
    }

    /// What it looks like with this rank.
    pub fn elements<'a>(&self, rank: Option<usize>, font: &Font) -> impl Iterator<Item = Element<'a>> {
        let page = Element::Fill(self.area, self.page);
        [page].into_iter().chain(rank.into_iter().flat_map(|rank| self.medal(rank, font)))
    }

    /// What it looks like while the medal grows to this share of its size, from 0 to 1.
    pub(crate) fn growing<'a>(&self, rank: usize, share: f32, font: &Font) -> Vec<Element<'a>> {
        let page = Element::Fill(self.area, self.page);
        let medal = self.medal(rank, font).into_iter().filter(|_| share > 0.0).map(|element| match element {
            Element::Disc { centre, radius, ink } => Element::Disc { centre, radius: share * radius, ink },
            Element::Sign(sign) => Element::Sign(Sign { em: share * sign.em, ..sign }),
            other @ (Element::Fill(..)
            | Element::Figure { .. }
            | Element::Polygons(..)
            | Element::Text(_)) => other,
        });
        [page].into_iter().chain(medal).collect()
    }

    /// The medal without the page around it.
    pub(super) fn medal<'a>(&self, rank: usize, font: &Font) -> [Element<'a>; 3] {
        let [face, rim, figure] = self.metals[rank.clamp(1, METALS) - 1];
        let Rect { x, y, width, .. } = self.area;
        let diameter = width as f32;
        let border = ((1.0 - FACE) * diameter / 2.0).round().max(1.0);
        let centre = (x as f32 + diameter / 2.0, y as f32 + diameter / 2.0);
        let disc = |radius: f32, ink: Rgb| Element::Disc { centre, radius, ink };
        let (text, weight) = (rank.to_string(), Weight::Bold);
        let width = font.weight(weight).width(&text).max(0.1);
        let em = (RANK_WIDTH * diameter / width).min(RANK * diameter).max(LEAST_EM);
        let sign = Element::Sign(Sign { centre, text: text.into(), em, weight, ink: figure });
        [disc(diameter / 2.0, rim), disc(diameter / 2.0 - border, face), sign]
    }

    pub(super) fn colours(&self) -> impl Iterator<Item = Colours> {
        let Self { area: _, page, metals } = *self;
        let metal = move |[face, rim, figure]: [Rgb; 3]| {
            let pens = [(rim, page), (face, rim), (figure, face)].map(|(ink, paper)| Pen { ink, paper });
            pens.map(Colours::Blends)
        };
        metals.into_iter().flat_map(metal)
    }
}
