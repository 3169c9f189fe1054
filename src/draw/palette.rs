//! The palette of a film: every colour that its pictures have, and the blends between two.

use crate::page::pen::Pen;
use crate::page::{Colours, ThemeKind};
use crate::picture::Rgb;

/// Steps from paper to full ink. More are barely visible, and make files larger.
pub const INK_LEVELS: usize = 4;

/// The palette indices of an ink on a paper, from no ink to full ink.
pub type Ramp = [u8; INK_LEVELS + 1];

/// The step of a ramp for a pixel with this coverage (0 to 255).
///
/// Coverage below 20 % counts as none, and above 80 % as full: edges are crisper, and files a sixth
/// smaller.
pub fn ink_level(coverage: u8) -> u8 {
    let clipped = ((f32::from(coverage) / 255.0 - 0.2) / 0.6).clamp(0.0, 1.0);
    (clipped * INK_LEVELS as f32).round() as u8
}

/// How an ink and the paper below it are mixed where a pixel has some of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mixing {
    /// As light: thin lines on dark paper are not too thin.
    Light,
    /// As bytes, like browsers and programs that show PDF files.
    Bytes,
}

impl Mixing {
    /// The one for squares that are drawn so. Much of a hatched board is the edges of lines: they have to be
    /// as dark as in vectors and in print.
    pub const fn of(kind: ThemeKind) -> Self {
        match kind {
            ThemeKind::Shapes => Self::Bytes,
            ThemeKind::Colours | ThemeKind::Heat(_) => Self::Light,
        }
    }
}

/// Colours with their indices, each colour once.
#[derive(Debug, Clone)]
pub struct Palette {
    colours: Vec<Rgb>,
    /// How many of them pixels may have where figures overlap.
    own: usize,
    mixing: Mixing,
}

impl Palette {
    /// A palette of these colours.
    pub fn new(colours: impl IntoIterator<Item = Colours>, mixing: Mixing) -> Self {
        let palette = Self { colours: Vec::new(), own: 0, mixing }.with(colours);
        Self { own: palette.colours.len(), ..palette }
    }

    /// The palette with the colours of other pages. Where figures overlap, they change nothing.
    pub fn with(mut self, colours: impl IntoIterator<Item = Colours>) -> Self {
        for colours in colours {
            match colours {
                Colours::One(colour) => self.add_colour(colour),
                Colours::Blends(pen) => {
                    (0..=INK_LEVELS).for_each(|level| self.add_colour(self.blend(pen, level)));
                }
            }
        }
        self
    }

    fn add_colour(&mut self, colour: Rgb) {
        if !self.colours.contains(&colour) {
            self.colours.push(colour);
        }
    }

    /// The index of a colour that the page has declared.
    pub fn index(&self, colour: Rgb) -> u8 {
        let index = self.colours.iter().position(|known| *known == colour);
        let index = index.expect("a page declares all of its colours");
        u8::try_from(index).expect("a palette holds at most 256 colours")
    }

    /// The index of an ink at a step of a ramp on any colour. Where figures overlap, this may be a
    /// colour that the page has not declared; the nearest is taken.
    pub fn over(&self, under: u8, ink: Rgb, level: u8) -> u8 {
        let wanted = self.blend(Pen { ink, paper: self.colours[usize::from(under)] }, level.into());
        let distance = |colour: &Rgb| -> u32 {
            colour.0.iter().zip(wanted.0).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
        };
        let nearest = self.colours[..self.own].iter().enumerate().min_by_key(|(_, colour)| distance(colour));
        nearest.map_or(under, |(index, _)| index as u8)
    }

    /// The indices of a pen's colours, which the page has declared.
    pub fn ramp(&self, pen: Pen) -> Ramp {
        std::array::from_fn(|level| self.index(self.blend(pen, level)))
    }

    /// The colours in the order of their indices.
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    fn blend(&self, Pen { ink, paper }: Pen, level: usize) -> Rgb {
        let share = level as f32 / INK_LEVELS as f32;
        match self.mixing {
            Mixing::Light => paper.covered(ink, share),
            Mixing::Bytes => paper.mixed(ink, share),
        }
    }
}
