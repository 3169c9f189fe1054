//! The built-in themes.
//!
//! All but the heat maps name every field, so that a new colour does not compile until each theme has it. Heat maps
//! have the colours of the grey theme where they have no cells, in the signs of captions.

use std::borrow::Cow;

use super::inks::Overrides;
use super::theme::{Drawing, HeatMap, Theme};
use crate::picture::Rgb;

/// The built-in themes with their names, the default first.
pub(super) static BUILT_IN: [(&str, Theme); 10] = [
    ("classic", CLASSIC),
    ("green", GREEN),
    ("blue", BLUE),
    ("grey", GREY),
    ("dark", DARK),
    ("colour-blind", COLOUR_BLIND),
    ("ink", INK),
    ("midnight", MIDNIGHT),
    ("heatmap", HEATMAP),
    ("purple", PURPLE),
];

pub(super) const CLASSIC: Theme = Theme {
    about: Cow::Borrowed("warm wood, the default"),
    page: Rgb([0xfb, 0xf7, 0xf0]),
    light: Rgb([0xf0, 0xd9, 0xb5]),
    dark: Rgb([0xb5, 0x88, 0x63]),
    queen: Rgb([0x1d, 0x1a, 0x17]),
    placed: Rgb([0x56, 0xb4, 0xe9]),
    safe: None,
    removed: Rgb([0xe6, 0x9f, 0x00]),
    conflict: Rgb([0xd5, 0x5e, 0x00]),
    solution: Rgb([0x00, 0x9e, 0x73]),
    drawing: Drawing::Colours,
    // Warmer than the rules would make them.
    derived: Overrides {
        muted: Some(Rgb([0x6b, 0x60, 0x55])),
        tree: Some(Rgb([0x8f, 0x84, 0x75])),
        rule: Some(Rgb([0xe2, 0xd8, 0xc9])),
        line: Some(Rgb([0x66, 0x1d, 0x00])),
        ..Overrides::NONE
    },
};

const GREEN: Theme = Theme {
    about: Cow::Borrowed("the tournament board"),
    page: Rgb([0xfb, 0xfb, 0xf2]),
    light: Rgb([0xff, 0xff, 0xdd]),
    dark: Rgb([0x86, 0xa6, 0x66]),
    queen: Rgb([0x1d, 0x1a, 0x17]),
    placed: Rgb([0x56, 0xb4, 0xe9]),
    safe: Some(Rgb([0xc8, 0xe4, 0xf4])),
    removed: Rgb([0xe6, 0x9f, 0x00]),
    conflict: Rgb([0xd2, 0x52, 0x00]),
    solution: Rgb([0x97, 0x70, 0xcc]),
    drawing: Drawing::Colours,
    derived: Overrides::NONE,
};

const BLUE: Theme = Theme {
    about: Cow::Borrowed("cool and quiet"),
    page: Rgb([0xf6, 0xf8, 0xf9]),
    light: Rgb([0xde, 0xe3, 0xe6]),
    dark: Rgb([0x8c, 0xa2, 0xad]),
    queen: Rgb([0x1d, 0x1a, 0x17]),
    placed: Rgb([0x23, 0x9c, 0xed]),
    safe: Some(Rgb([0xac, 0xc9, 0xf2])),
    removed: Rgb([0xe6, 0x9f, 0x00]),
    conflict: Rgb([0xd5, 0x5e, 0x00]),
    solution: Rgb([0x05, 0x9f, 0x75]),
    drawing: Drawing::Colours,
    derived: Overrides::NONE,
};

const GREY: Theme = Theme {
    about: Cow::Borrowed("grey squares, for print; the states keep their colours"),
    page: Rgb([0xff, 0xff, 0xff]),
    light: Rgb([0xf2, 0xf2, 0xf2]),
    dark: Rgb([0xaa, 0xaa, 0xaa]),
    queen: Rgb([0x16, 0x16, 0x16]),
    placed: Rgb([0x56, 0xb4, 0xe9]),
    safe: Some(Rgb([0xbf, 0xda, 0xf0])),
    removed: Rgb([0xe6, 0x9f, 0x00]),
    conflict: Rgb([0xd5, 0x5e, 0x00]),
    solution: Rgb([0x0b, 0xa0, 0x6a]),
    drawing: Drawing::Colours,
    derived: Overrides::NONE,
};

const DARK: Theme = Theme {
    about: Cow::Borrowed("for dark pages"),
    page: Rgb([0x1e, 0x21, 0x26]),
    light: Rgb([0x5d, 0x64, 0x70]),
    dark: Rgb([0x30, 0x34, 0x3b]),
    queen: Rgb([0xf2, 0xef, 0xe9]),
    placed: Rgb([0x2f, 0x7f, 0xb8]),
    safe: Some(Rgb([0x3a, 0x5c, 0x7b])),
    removed: Rgb([0x6a, 0x44, 0x00]),
    conflict: Rgb([0xbe, 0x4a, 0x00]),
    solution: Rgb([0x10, 0x80, 0x5a]),
    drawing: Drawing::Colours,
    derived: Overrides::NONE,
};

const COLOUR_BLIND: Theme = Theme {
    about: Cow::Borrowed("states that differ in lightness as well, for every kind of colour vision"),
    page: Rgb([0xff, 0xff, 0xff]),
    light: Rgb([0xfc, 0xfc, 0xfc]),
    dark: Rgb([0xaf, 0xaf, 0xaf]),
    queen: Rgb([0x00, 0x00, 0x00]),
    placed: Rgb([0x06, 0x6a, 0xf8]),
    safe: Some(Rgb([0x7b, 0xcc, 0xfb])),
    removed: Rgb([0xf7, 0xe1, 0x6e]),
    conflict: Rgb([0xaf, 0x3a, 0x09]),
    solution: Rgb([0xab, 0x71, 0xa9]),
    drawing: Drawing::Colours,
    derived: Overrides::NONE,
};

const INK: Theme = Theme {
    about: Cow::Borrowed("one ink: states by shape alone, for print and photocopies"),
    page: Rgb([0xff; 3]),
    light: Rgb([0xff; 3]),
    dark: Rgb([0xff; 3]),
    queen: Rgb([0x00; 3]),
    placed: Rgb([0xff; 3]),
    safe: Some(Rgb([0xff; 3])),
    removed: Rgb([0xff; 3]),
    conflict: Rgb([0xff; 3]),
    solution: Rgb([0x00; 3]),
    drawing: Drawing::Shapes,
    derived: Overrides {
        muted: Some(Rgb([0x4d; 3])),
        tree: Some(Rgb([0x80; 3])),
        rule: Some(Rgb([0xcc; 3])),
        grid: Some(Rgb([0x99; 3])),
        line: Some(Rgb([0x00; 3])),
        placed_frame: Some(Rgb([0x00; 3])),
        safe_ring: Some(Rgb([0x00; 3])),
        removed_outline: Some(Rgb([0x00; 3])),
        ..Overrides::NONE
    },
};

const MIDNIGHT: Theme = Theme {
    about: Cow::Borrowed("deep blue, for dark slides"),
    page: Rgb([0x0d, 0x13, 0x26]),
    light: Rgb([0x5c, 0x6c, 0x98]),
    dark: Rgb([0x33, 0x3f, 0x66]),
    queen: Rgb([0xfd, 0xf6, 0xe3]),
    placed: Rgb([0x1f, 0x78, 0xb8]),
    safe: Some(Rgb([0x1f, 0x5c, 0x98])),
    removed: Rgb([0x74, 0x4a, 0x00]),
    conflict: Rgb([0xcc, 0x42, 0x08]),
    solution: Rgb([0x0b, 0x80, 0x59]),
    drawing: Drawing::Colours,
    derived: Overrides {
        muted: Some(Rgb([0xa3, 0xad, 0xc9])),
        tree: Some(Rgb([0x6f, 0x7c, 0xa3])),
        rule: Some(Rgb([0x26, 0x31, 0x54])),
        ..Overrides::NONE
    },
};

const HEATMAP: Theme = Theme {
    about: Cow::Borrowed("a heat map (viridis) of the queens and of how many attack each square"),
    drawing: Drawing::Heat(HeatMap::Counts([
        Rgb([0x44, 0x01, 0x54]),
        Rgb([0x41, 0x44, 0x87]),
        Rgb([0x2a, 0x78, 0x8e]),
        Rgb([0x22, 0xa8, 0x84]),
        Rgb([0x7a, 0xd1, 0x51]),
        Rgb([0xfd, 0xe7, 0x25]),
    ])),
    derived: Overrides { grid: Some(Rgb([0xff; 3])), ..Overrides::NONE },
    ..GREY
};

const PURPLE: Theme = Theme {
    about: Cow::Borrowed("a heat map in three colours: free squares, attacked ones, and queens"),
    drawing: Drawing::Heat(HeatMap::States([
        Rgb([0x44, 0x01, 0x54]),
        Rgb([0xfd, 0xe7, 0x25]),
        Rgb([0x21, 0x91, 0x8c]),
    ])),
    derived: Overrides { grid: Some(Rgb([0xff; 3])), ..Overrides::NONE },
    ..GREY
};
