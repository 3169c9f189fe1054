//! How the squares of a theme are drawn, and heat maps.

use serde::Deserialize;

use crate::picture::Rgb;

/// How squares are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThemeKind {
    /// States by colours and shapes.
    Colours,
    /// States by shapes alone; dark squares are hatched.
    Shapes,
    /// A heat map.
    Heat(HeatMap),
}

impl ThemeKind {
    /// Whether states are shown by shapes alone.
    pub(super) fn by_shape(self) -> bool {
        self == Self::Shapes
    }
}

/// The colours of a heat map's cells.
///
/// Written as a list of them, in their order here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Rgb>")]
pub enum HeatMap {
    /// By how many queens attack a square: none, one, two, three, four or more; and with a queen.
    Counts([Rgb; 6]),
    /// Free, attacked, and with a queen.
    States([Rgb; 3]),
}

impl HeatMap {
    /// All colours.
    pub const fn colours(&self) -> &[Rgb] {
        match self {
            Self::Counts(colours) => colours,
            Self::States(colours) => colours,
        }
    }

    /// The largest number of attackers with a colour of its own.
    pub const fn most_attackers(&self) -> u8 {
        self.colours().len() as u8 - 2
    }

    /// The colour of a cell.
    pub fn colour(&self, cell: HeatCell) -> Rgb {
        let index = match cell {
            HeatCell::Attackers(count) => count.min(self.most_attackers()),
            HeatCell::Queen => self.most_attackers() + 1,
        };
        self.colours()[usize::from(index)]
    }
}

impl TryFrom<Vec<Rgb>> for HeatMap {
    type Error = String;

    fn try_from(colours: Vec<Rgb>) -> Result<Self, Self::Error> {
        match *colours {
            [none, one, two, three, four, queen] => Ok(Self::Counts([none, one, two, three, four, queen])),
            [free, attacked, queen] => Ok(Self::States([free, attacked, queen])),
            _ => Err(format!(
                "`heat` has 3 colours (free, attacked, queen) or 6 (attacked by no queen, by one, two, \
                 three, four or more, queen), not {}",
                colours.len()
            )),
        }
    }
}

/// What a cell of a heat map shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeatCell {
    /// A number of queens that attack it.
    Attackers(u8),
    /// A queen.
    Queen,
}
