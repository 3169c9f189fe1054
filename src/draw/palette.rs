//! The palette of a film: all colours of its pictures, and the blends between pairs.

use crate::page::pen::Pen;
use crate::page::{Colours, Paper, ThemeKind};
use crate::picture::{Canvas, Rgb};

/// The level of full ink; 0 is paper. More levels would be barely visible and make files larger.
pub const INK_LEVELS: usize = 4;

/// Returns the level of ink for a pixel with this coverage (0 to 255).
///
/// Coverage below 20 % counts as none, and above 80 % as full: edges are crisper, and files a sixth smaller.
pub fn ink_level(coverage: u8) -> u8 {
    let clipped = ((f32::from(coverage) / 255.0 - 0.2) / 0.6).clamp(0.0, 1.0);
    (clipped * INK_LEVELS as f32).round() as u8
}

/// Distinct colours with their indices, limited to the capacity of a file.
#[derive(Debug, Clone)]
pub struct Palette {
    colours: Vec<Rgb>,
    /// How many of the colours, from the first on, `over` may return.
    own: usize,
    kind: ThemeKind,
}

impl Palette {
    pub fn new(colours: impl IntoIterator<Item = Colours>, kind: ThemeKind) -> Self {
        let palette = Self { colours: Vec::new(), own: 0, kind }.with(colours);
        Self { own: palette.colours.len(), ..palette }
    }

    /// Adds the colours of other pages, which `over` never returns.
    pub fn with(mut self, colours: impl IntoIterator<Item = Colours>) -> Self {
        for colours in colours {
            let colours = match colours {
                Colours::One(colour) => vec![colour],
                Colours::Blends(pen) => (0..=INK_LEVELS).map(|level| self.blend(pen, level)).collect(),
            };
            for colour in colours {
                if self.colours.len() < Canvas::MAX_COLOURS && !self.colours.contains(&colour) {
                    self.colours.push(colour);
                }
            }
        }
        self
    }

    /// Returns the index of a colour, or of the nearest colour if this one is missing: the palette was full, or a
    /// page has not declared the colour.
    pub fn index(&self, colour: Rgb) -> u8 {
        let known = self.colours.iter().position(|known| *known == colour);
        known.map_or_else(|| nearest(&self.colours, colour), |index| index as u8)
    }

    /// Returns the index of an ink at this level on the colour `under`. Where figures overlap, the blend may be
    /// undeclared, and is replaced by the nearest colour.
    pub fn over(&self, under: u8, ink: Rgb, level: u8) -> u8 {
        let paper = self.colours[usize::from(under)];
        nearest(&self.colours[..self.own], self.blend(Pen { ink, paper }, level.into()))
    }

    /// Returns the indices of an ink on a paper, from no ink to full ink.
    pub fn ramp(&self, pen: Pen) -> [u8; INK_LEVELS + 1] {
        std::array::from_fn(|level| self.index(self.blend(pen, level)))
    }

    pub fn canvas(&self, width: u32, height: u32, paper: Option<Paper>) -> Canvas {
        let mut canvas = Canvas::new(width, height, self.colours.clone());
        canvas.dpi = paper.map(|_| Paper::DPI);
        canvas
    }

    fn blend(&self, Pen { ink, paper }: Pen, level: usize) -> Rgb {
        let share = level as f32 / INK_LEVELS as f32;
        match self.kind {
            // Blended linearly as light, so that thin lines on dark paper are not too thin.
            ThemeKind::Colours | ThemeKind::Heat(_) => paper.covered(ink, share),
            // Blended as bytes, like browsers and PDF viewers do. Much of a hatched board is edges of lines,
            // which have to be as dark as in vectors and in print.
            ThemeKind::Shapes => paper.mixed(ink, share),
        }
    }
}

fn nearest(colours: &[Rgb], wanted: Rgb) -> u8 {
    let distance = |colour: &Rgb| -> u32 {
        colour.0.iter().zip(wanted.0).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let nearest = colours.iter().enumerate().min_by_key(|(_, colour)| distance(colour));
    nearest.map_or(0, |(index, _)| index as u8)
}

#[cfg(test)]
mod tests;
