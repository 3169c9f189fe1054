//! Themes: the colours of squares, queens and states.

use serde::Deserialize;

use super::slot::Pen;
use crate::picture::Rgb;
use crate::record::Mark;

/// The colours of a picture.
///
/// Written as TOML, one `name = "#rrggbb"` a line; [`Theme::source`] gives examples.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// What the theme is for, in a few words; may be left out.
    #[serde(default)]
    pub about: String,
    /// The page around boards.
    pub page: Rgb,
    /// Light squares.
    pub light: Rgb,
    /// Dark squares.
    pub dark: Rgb,
    /// Queens.
    pub queen: Rgb,
    /// Squares of queens placed just now.
    pub placed: Rgb,
    /// Squares found safe, on the way to a placement; if left out, a paler `placed`.
    #[serde(default)]
    pub safe: Option<Rgb>,
    /// Squares of queens taken away just now.
    pub removed: Rgb,
    /// Squares of queens under attack.
    pub conflict: Rgb,
    /// Squares of queens that are a solution.
    pub solution: Rgb,
    /// Squares as flat cells without glyphs, if the theme is a heat map: attacked by no queen, by
    /// one, two, three, four or more, and with a queen.
    #[serde(default)]
    pub heat: Option<[Rgb; 6]>,
}

/// The names of the built-in themes and how each is written.
const BUILT_IN: [(&str, &str); 7] = [
    ("classic", include_str!("themes/classic.toml")),
    ("green", include_str!("themes/green.toml")),
    ("blue", include_str!("themes/blue.toml")),
    ("grey", include_str!("themes/grey.toml")),
    ("dark", include_str!("themes/dark.toml")),
    ("colour-blind", include_str!("themes/colour-blind.toml")),
    ("heatmap", include_str!("themes/heatmap.toml")),
];

impl Theme {
    /// The names of the built-in themes, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.into_iter().map(|(name, _)| name)
    }

    /// How a built-in theme is written as TOML; a start for one of your own.
    pub fn source(name: &str) -> Option<&'static str> {
        BUILT_IN.into_iter().find(|(known, _)| *known == name).map(|(_, source)| source)
    }

    /// A built-in theme.
    pub fn named(name: &str) -> Option<Self> {
        Self::source(name).map(|source| Self::from_toml(source).expect("built-in themes are well-formed"))
    }

    /// The colour of a square under everything that is drawn on it.
    ///
    /// A marked square keeps some of its own colour, so that the board is seen through the mark.
    pub fn paper(&self, dark: bool, mark: Option<Mark>) -> Rgb {
        let square = if dark { self.dark } else { self.light };
        match mark {
            None => square,
            Some(Mark::Placed) => square.covered(self.placed, 0.85),
            Some(Mark::Removed) => square.covered(self.removed, 0.85),
            Some(Mark::Solution) => square.covered(self.solution, 0.7),
            Some(Mark::Conflict) => square.covered(self.conflict, 0.8),
            Some(Mark::Safe) => match self.safe {
                Some(safe) => square.covered(safe, 0.85),
                None => square.covered(self.placed, 0.55),
            },
        }
    }

    /// The colour of what is drawn on a paper: that of queens or, where a heat map is too dark for
    /// it, that of the page.
    pub fn ink(&self, paper: Rgb) -> Rgb {
        let pale = self.heat.is_some() && paper.contrast(self.page) > paper.contrast(self.queen);
        if pale { self.page } else { self.queen }
    }

    pub(super) fn pen_on(&self, paper: Rgb) -> Pen {
        Pen::full(self.ink(paper), paper)
    }

    /// How much ink (0 to 1) makes what is visible but quiet: light ink needs less.
    pub(crate) fn faint(&self) -> f32 {
        if self.queen.luminance() > self.light.luminance() { 0.25 } else { 0.5 }
    }

    /// Reads a theme of one's own.
    ///
    /// # Errors
    /// [`ThemeError`] with the line and the reason, for what is not TOML, not a colour or not a
    /// colour of a theme.
    pub fn from_toml(text: &str) -> Result<Self, ThemeError> {
        Ok(toml::from_str(text)?)
    }
}

impl Default for Theme {
    /// The classic theme.
    fn default() -> Self {
        Self::named("classic").expect("there is a classic theme")
    }
}

/// Why a text is not a theme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct ThemeError(#[from] toml::de::Error);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_theme_can_be_had_by_its_name() {
        for name in Theme::names() {
            let theme = Theme::named(name).unwrap();
            assert!(!theme.about.is_empty());
            assert_eq!(theme == Theme::default(), name == "classic");
        }
        assert_eq!(Theme::named("plaid"), None);
    }

    #[test]
    fn faults_in_a_theme_are_named() {
        for (text, fault) in [
            ("light = 'white'", "'white' is not a colour"),
            ("ligth = '#ffffff'", "unknown field `ligth`"),
            ("light = ", "line 1"),
            ("light = 7", "expected a string"),
            ("light = '#ffffff'", "missing field `page`"),
        ] {
            let error = Theme::from_toml(text).unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
    }
}
