//! Themes: the colours of squares, queens and states.

use std::borrow::Cow;

use serde::Deserialize;

use super::built_in_themes::{BUILT_IN, CLASSIC};
use super::slot::Pen;
use crate::picture::Rgb;
use crate::record::Mark;

/// The colours of a picture.
///
/// Written as TOML, one `name = "#rrggbb"` a line; see [`Theme::to_toml`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// What the theme is for, in a few words; may be left out.
    #[serde(default)]
    pub about: Cow<'static, str>,
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
    /// Squares found safe, before a placement; if left out, a paler `placed`.
    #[serde(default)]
    pub safe: Option<Rgb>,
    /// Squares of queens just removed.
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

impl Theme {
    /// The names of the built-in themes, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The built-in theme of this name.
    ///
    /// ```
    /// use queenreel::page::Theme;
    ///
    /// assert_eq!(Theme::named("classic"), Some(Theme::default()));
    /// assert_eq!(Theme::named("plaid"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, theme)| theme.clone())
    }

    /// The colour of a square under everything that is drawn on it.
    ///
    /// A marked square keeps some of its own colour, so that light and dark squares can still be told apart.
    pub fn paper(&self, dark: bool, mark: Option<Mark>) -> Rgb {
        let square = if dark { self.dark } else { self.light };
        match mark {
            None => square,
            Some(Mark::Placed | Mark::PlacedInConflict) => square.covered(self.placed, 0.85),
            Some(Mark::Removed) => square.covered(self.removed, 0.85),
            Some(Mark::Solution) => square.covered(self.solution, 0.7),
            Some(Mark::Conflict) => square.covered(self.conflict, 0.8),
            Some(Mark::Safe) => match self.safe {
                Some(safe) => square.covered(safe, 0.85),
                None => square.covered(self.placed, 0.55),
            },
            Some(Mark::DeadEnd | Mark::Tried) => square.covered(self.conflict, 0.5),
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

    /// How much ink (0 to 1) makes faint marks: light ink needs less.
    pub(crate) fn faint(&self) -> f32 {
        if self.queen.luminance() > self.light.luminance() { 0.25 } else { 0.5 }
    }

    /// Reads a custom theme.
    ///
    /// # Errors
    /// [`ThemeError`] with the line and the reason, for what is not TOML, not a colour or not a
    /// colour of a theme.
    pub fn from_toml(text: &str) -> Result<Self, ThemeError> {
        Ok(toml::from_str(text)?)
    }

    /// Writes the theme as TOML, for [`Theme::from_toml`].
    ///
    /// ```
    /// use queenreel::page::Theme;
    ///
    /// # fn main() -> Result<(), queenreel::page::ThemeError> {
    /// let text = Theme::default().to_toml();
    /// assert!(text.contains("light = \"#f0d9b5\"\n"));
    /// assert_eq!(Theme::from_toml(&text)?, Theme::default());
    /// # Ok(())
    /// # }
    /// ```
    pub fn to_toml(&self) -> String {
        // No `..`: a new colour does not compile until it is written.
        let Self { about, page, light, dark, queen, placed, safe, removed, conflict, solution, heat } = self;
        let about = quoted(about);
        let safe = safe.map(|safe| format!("safe = \"{safe}\"\n")).unwrap_or_default();
        let heat = heat.map(heat_lines).unwrap_or_default();
        format!(
            "about = {about}\n\
             page = \"{page}\"\n\
             light = \"{light}\"\n\
             dark = \"{dark}\"\n\
             queen = \"{queen}\"\n\
             placed = \"{placed}\"\n\
             {safe}\
             removed = \"{removed}\"\n\
             conflict = \"{conflict}\"\n\
             solution = \"{solution}\"\n\
             {heat}"
        )
    }
}

fn heat_lines(heat: [Rgb; 6]) -> String {
    let colours = heat.map(|colour| format!("\"{colour}\"")).join(", ");
    format!(
        "# Squares attacked by no queen, by one, two, three, four or more, and squares with a queen:\n\
         # they replace the colours of squares above.\n\
         heat = [{colours}]\n"
    )
}

/// A text as a basic string of TOML.
fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| match c {
            '"' | '\\' => format!("\\{c}"),
            _ if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            _ => c.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}

impl Default for Theme {
    /// The classic theme.
    fn default() -> Self {
        CLASSIC
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
    fn built_in_themes_are_found_by_name() {
        for name in Theme::names() {
            let theme = Theme::named(name).unwrap();
            assert!(!theme.about.is_empty());
            assert_eq!(theme == Theme::default(), name == "classic");
        }
        assert_eq!(Theme::named("plaid"), None);
    }

    #[test]
    fn themes_are_read_as_they_are_written() {
        for name in Theme::names() {
            let theme = Theme::named(name).unwrap();
            assert_eq!(Theme::from_toml(&theme.to_toml()), Ok(theme), "{name}");
        }
        let about = "\"quotes\", C:\\, tab\t, lines\r\n, \0, \u{7f}, \u{85}, ♛";
        let theme = Theme { about: about.into(), ..Theme::default() };
        assert_eq!(Theme::from_toml(&theme.to_toml()), Ok(theme));
    }

    #[test]
    fn a_theme_is_written_in_the_order_of_its_fields() {
        let lines = [
            r#"about = "a heat map (viridis) of the queens and of how many attack each square""#,
            r##"page = "#ffffff""##,
            r##"light = "#ffffff""##,
            r##"dark = "#ffffff""##,
            r##"queen = "#1d1a17""##,
            r##"placed = "#2a788e""##,
            r##"safe = "#010203""##,
            r##"removed = "#7ad151""##,
            r##"conflict = "#440154""##,
            r##"solution = "#22a884""##,
            "# Squares attacked by no queen, by one, two, three, four or more, and squares with a queen:",
            "# they replace the colours of squares above.",
            r##"heat = ["#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725"]"##,
        ];
        let theme = Theme { safe: Some(Rgb([1, 2, 3])), ..Theme::named("heatmap").unwrap() };
        assert_eq!(theme.to_toml(), lines.join("\n") + "\n");
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
