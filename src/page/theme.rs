//! Themes: the colours of squares, queens and states.

use std::sync::LazyLock;

use serde::Deserialize;

use super::inks::{HeatMap, Inks, Overrides, ThemeKind};
use crate::picture::Rgb;
use crate::words::{brief, toml_string};

/// The built-in themes with their names, the default first.
const BUILT_IN: [(&str, &str); 10] = [
    ("classic", include_str!("themes/classic.toml")),
    ("green", include_str!("themes/green.toml")),
    ("blue", include_str!("themes/blue.toml")),
    ("grey", include_str!("themes/grey.toml")),
    ("dark", include_str!("themes/dark.toml")),
    ("colour-blind", include_str!("themes/colour-blind.toml")),
    ("ink", include_str!("themes/ink.toml")),
    ("midnight", include_str!("themes/midnight.toml")),
    ("heatmap", include_str!("themes/heatmap.toml")),
    ("purple", include_str!("themes/purple.toml")),
];

static THEMES: LazyLock<[Theme; BUILT_IN.len()]> =
    LazyLock::new(|| BUILT_IN.map(|(_, text)| Theme::from_toml(text).expect("built-in themes can be read")));

macro_rules! theme {
    ($($(#[$documentation:meta])* $name:ident: $colour:ty),+ $(,)?) => {
        /// The colours of a picture.
        ///
        /// Written as TOML, one `name = "#rrggbb"` a line, with the derived colours in comments;
        /// see [`Theme::to_toml`].
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Theme {
            /// A short description; optional.
            pub about: String,
            $($(#[$documentation])* pub $name: $colour,)+
            /// How squares and states are drawn.
            pub kind: ThemeKind,
            /// Colours that replace derived colours.
            pub derived: Overrides,
        }

        const KEYS: &[&str] = &["about", $(stringify!($name),)+ "shapes", "heat", "derived"];

        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct ThemeFile {
            #[serde(default)]
            about: String,
            $($name: $colour,)+
            #[serde(default)]
            shapes: bool,
            heat: Option<HeatMap>,
            #[serde(default)]
            derived: Overrides,
        }

        impl ThemeFile {
            fn theme(self) -> Result<Theme, ThemeError> {
                let kind = match (self.shapes, self.heat) {
                    (false, None) => ThemeKind::Colours,
                    (true, None) => ThemeKind::Shapes,
                    (false, Some(heat)) => ThemeKind::Heat(heat),
                    (true, Some(_)) => return Err(ThemeError("a theme has either `heat` or `shapes`".into())),
                };
                Ok(Theme { about: self.about, $($name: self.$name,)+ kind, derived: self.derived })
            }
        }

        impl Theme {
            /// Returns the name and the value of each colour that the theme sets, except derived colours.
            fn named_colours(&self) -> impl Iterator<Item = (&'static str, Rgb)> {
                let colours = [$((stringify!($name), Option::<Rgb>::from(self.$name))),+];
                colours.into_iter().filter_map(|(name, colour)| Some((name, colour?)))
            }
        }
    };
}

theme! {
    /// The page around boards.
    page: Rgb,
    /// Light squares.
    light: Rgb,
    /// Dark squares.
    dark: Rgb,
    /// Queens.
    queen: Rgb,
    /// Squares of queens just placed.
    placed: Rgb,
    /// Squares found safe, before a placement; by default, `placed` mixed with `page`.
    safe: Option<Rgb>,
    /// Squares of queens just removed.
    removed: Rgb,
    /// Squares of queens under attack.
    conflict: Rgb,
    /// Squares of queens in a solution.
    solution: Rgb,
}

impl Theme {
    /// Returns the names of the built-in themes, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Returns the built-in theme of this name.
    ///
    /// ```
    /// use queenreel::film::Theme;
    ///
    /// assert_eq!(Theme::named("classic"), Some(Theme::default()));
    /// assert_eq!(Theme::named("plaid"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::names().position(|known| known == name).map(|index| THEMES[index].clone())
    }

    /// Returns all colours: the colours that the theme sets, and the colours derived from them.
    pub fn inks(&self) -> Inks {
        let safe = self.safe.unwrap_or_else(|| self.placed.mixed(self.page, 0.5));
        // In the order of `State::ALL`.
        let states = [self.placed, safe, self.removed, self.conflict, self.solution];
        Inks::of(self.page, [self.light, self.dark], self.queen, states, self.kind, &self.derived)
    }

    /// Returns the colours of squares, if the theme is a heat map.
    pub const fn heat(&self) -> Option<HeatMap> {
        if let ThemeKind::Heat(heat) = self.kind { Some(heat) } else { None }
    }

    /// Reads a custom theme.
    ///
    /// # Errors
    /// [`ThemeError`], where possible with the line, for invalid TOML, an invalid colour, an unknown or missing
    /// name, or both `heat` and `shapes`.
    pub fn from_toml(text: &str) -> Result<Self, ThemeError> {
        toml::from_str::<ThemeFile>(text).map_err(|error| ThemeError::new(text, &error))?.theme()
    }

    /// Writes the theme as TOML, for [`Theme::from_toml`].
    ///
    /// ```
    /// use queenreel::film::Theme;
    ///
    /// # fn main() -> Result<(), queenreel::film::ThemeError> {
    /// let text = Theme::default().to_toml();
    /// assert!(text.contains("light = \"#f0d9b5\"\n"));
    /// assert_eq!(Theme::from_toml(&text)?, Theme::default());
    /// # Ok(())
    /// # }
    /// ```
    pub fn to_toml(&self) -> String {
        let line = |name: &str, colour: Rgb| format!("{name} = \"{colour}\"\n");
        let colours: String = self.named_colours().map(|(name, colour)| line(name, colour)).collect();
        let kind = match self.kind {
            ThemeKind::Colours => String::new(),
            ThemeKind::Shapes => {
                "# States differ by their shapes alone, and dark squares are hatched:\nshapes = true\n"
                    .to_owned()
            }
            ThemeKind::Heat(heat) => {
                let squares = match heat {
                    HeatMap::Counts(_) => {
                        "Squares attacked by no queen, by one, two, three, four or more, and squares with a queen:"
                    }
                    HeatMap::States(_) => "Free squares, attacked ones, and squares with a queen:",
                };
                let colours: Vec<String> =
                    heat.colours().iter().map(|colour| format!("\"{colour}\"")).collect();
                let heat = colours.join(", ");
                format!("# {squares}\n# they replace the colours of squares above.\nheat = [{heat}]\n")
            }
        };
        // Overrides, and all derived colours as comments.
        let derived = self.derived.named(&self.inks()).into_iter().map(|(name, given, colour)| {
            let sign = if given.is_some() { "" } else { "# " };
            format!("{sign}{}", line(name, colour))
        });
        let derived: String = derived.collect();
        let about = toml_string(&self.about);
        format!(
            "about = {about}\n{colours}{kind}\n\
             # These follow from the colours above. Remove the sign before a line to replace its colour:\n\
             [derived]\n{derived}"
        )
    }
}

impl Default for Theme {
    fn default() -> Self {
        THEMES[0].clone()
    }
}

/// An invalid theme. See [`Theme::from_toml`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ThemeError(String);

impl ThemeError {
    fn new(text: &str, error: &toml::de::Error) -> Self {
        let lines = (1..).zip(text.lines().map(str::trim));
        let first = lines.into_iter().find(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        // If the file is not a theme, the message quotes nothing of it.
        if let Some((number, line)) = first
            && !KEYS.contains(
                &line.trim_start_matches('[').split(['=', '.', ']']).next().unwrap_or_default().trim(),
            )
        {
            return Self(format!("line {number}: a theme begins with one of {}", KEYS.join(", ")));
        }
        let fault = brief(error.message());
        let Some(before) = error.span().and_then(|span| text.get(..span.start)) else { return Self(fault) };
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Self(format!("line {}, column {column}: {fault}", before.split('\n').count()))
    }
}

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
            r##"light = "#f2f2f2""##,
            r##"dark = "#aaaaaa""##,
            r##"queen = "#161616""##,
            r##"placed = "#56b4e9""##,
            r##"safe = "#010203""##,
            r##"removed = "#e69f00""##,
            r##"conflict = "#d55e00""##,
            r##"solution = "#0ba06a""##,
            "# Squares attacked by no queen, by one, two, three, four or more, and squares with a queen:",
            "# they replace the colours of squares above.",
            r##"heat = ["#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725"]"##,
        ];
        let theme = Theme { safe: Some(Rgb([1, 2, 3])), ..Theme::named("heatmap").unwrap() };
        let text = theme.to_toml();
        let (colours, derived) = text.split_once("\n\n").unwrap();
        assert_eq!(colours, lines.join("\n"));
        assert!(derived.contains("\n[derived]\n# muted = \"#"), "{derived}");
    }

    #[test]
    fn faults_in_a_theme_are_named() {
        for (text, fault) in [
            ("light = 'white'", "'white' is not a colour"),
            ("ligth = '#ffffff'", "line 1: a theme begins with one of about, page, light, "),
            (
                "light = '#ffffff'\nligth = '#ffffff'",
                "line 2, column 1: unknown field `ligth`, expected one of",
            ),
            ("light = ", "line 1"),
            ("light = 7", "expected a string"),
            ("light = '#ffffff'", "missing field `page`"),
            ("heat = ['#ffffff', '#000000']", "has 3 colours (free, attacked, queen) or 6"),
            ("heat = []", "not 0"),
            ("heat = ['#ffffff', 'white', '#000000']", "'white' is not a colour"),
        ] {
            let error = Theme::from_toml(text).unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
    }

    #[test]
    fn a_fault_shows_at_most_forty_characters_of_a_theme_and_none_of_other_files() {
        let secret = "ä".repeat(200_000);
        for text in [
            format!("about = '{secret}' light = 7"),
            format!("light = '{secret}'"),
            format!("light = '#ffffff'\n{secret} = 7"),
            format!("light = '#ffffff'\n\"{secret}\" = 7"),
            format!("light = '#ffffff'\n\"\", expected {secret}\" = 7"),
            format!("shapes = '{secret}'"),
            format!("heat = '{secret}, expected {secret}'"),
            format!("about = 'short'\n[derived]\nmuted = [{}]", "1, ".repeat(100_000)),
        ] {
            let error = Theme::from_toml(&text).unwrap_err().to_string();
            assert!(error.starts_with("line ") && error.lines().count() == 1, "{error}");
            assert!(error.matches('ä').count() <= 40 && error.chars().count() < 500, "{error}");
        }
        for text in ["root:$6$ä", "ä = 7", "\n# page\n[ä]\npage = 7", "{\"ä\": 1}", "pages = 'ä'"] {
            let error = Theme::from_toml(text).unwrap_err().to_string();
            assert!(error.contains(": a theme begins with one of ") && !error.contains('ä'), "{error}");
        }
        let error = Theme::from_toml("\nabout = 'a'\nlight = 7").unwrap_err().to_string();
        assert!(error.starts_with("line 3, column 9: invalid type: integer `7`, expected"), "{error}");
    }
}
