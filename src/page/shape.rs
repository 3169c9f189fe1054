//! Shapes: vector descriptions of everything drawn, for raster and vector output.

use crate::font::{Font, Weight, needs_shaping};
use crate::picture::{Rect, Rgb};

use super::figure::Point;
use super::layout::{FontStyle, cap};
use super::pen::TextStyle;
use super::square::{Ground, Stamp};

pub use super::layout::flow::Align;

/// A shape, drawn over earlier shapes. Lengths are in pixels; positions are relative to the corner of the item or
/// of the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Fill(Rect, Rgb),
    /// A figure on a square with its upper left corner at the origin.
    Figure(Ground, Stamp),
    Disc {
        centre: Point,
        radius: f32,
        ink: Rgb,
    },
    Polygons(Vec<Vec<Point>>, Rgb),
    Text(Text),
    /// A short text centred on a point.
    Sign(Sign),
}

/// The origin of a shape's coordinates, on the page.
pub type Corner = (u32, u32);

/// A line of text; the advance of each glyph is rounded to whole pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    pub left: u32,
    pub width: u32,
    pub align: Align,
    pub baseline: u32,
    pub style: TextStyle,
    pub content: String,
}

/// A short text whose visible ink is centred on a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Sign {
    pub centre: Point,
    pub text: String,
    pub em: f32,
    pub weight: Weight,
    pub ink: Rgb,
}

impl Shape {
    /// Moves the shape right and down; leaves figures on squares unchanged.
    pub(crate) fn moved(self, (right, down): Corner) -> Self {
        let point = |(x, y): Point| (x + right as f32, y + down as f32);
        match self {
            Self::Fill(area, colour) => Self::Fill(area.moved(right, down), colour),
            Self::Figure(..) => self,
            Self::Disc { centre, radius, ink } => Self::Disc { centre: point(centre), radius, ink },
            Self::Polygons(polygons, ink) => {
                let moved = |corners: Vec<Point>| corners.into_iter().map(point).collect();
                Self::Polygons(polygons.into_iter().map(moved).collect(), ink)
            }
            Self::Text(text) => {
                Self::Text(Text { left: text.left + right, baseline: text.baseline + down, ..text })
            }
            Self::Sign(sign) => Self::Sign(Sign { centre: point(sign.centre), ..sign }),
        }
    }

    pub const fn text(&self) -> Option<&Text> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the text of the shape and its weight, if it has text.
    pub fn words(&self) -> Option<(Weight, &str)> {
        match self {
            Self::Text(text) => Some((text.style.weight, &text.content)),
            Self::Sign(sign) => Some((sign.weight, &sign.text)),
            Self::Fill(..) | Self::Figure(..) | Self::Disc { .. } | Self::Polygons(..) => None,
        }
    }

    pub const fn fill(&self) -> Option<(Rect, Rgb)> {
        if let Self::Fill(area, colour) = self { Some((*area, *colour)) } else { None }
    }
}

/// The maximum number of parts of a split text; the last part has all remaining words.
pub(crate) const MOST_WORDS: usize = 16;

impl Text {
    pub fn start(&self, width: u32) -> u32 {
        let free = self.width.saturating_sub(width);
        self.left + free * self.align as u32 / 2
    }

    pub fn letters(&self, font: &Font) -> Rect {
        let TextStyle { em, weight, .. } = self.style;
        let (width, height) = (FontStyle { font, em, weight }.width(&self.content), cap(em));
        Rect { x: self.start(width), y: self.baseline.saturating_sub(height), width, height }
    }

    /// Whether the text has only digits and commas.
    pub fn is_number(&self) -> bool {
        self.content.chars().all(|letter| letter.is_ascii_digit() || letter == ',')
    }

    /// Splits the text into words, so that each can change alone. A number is split into digits and commas, from
    /// the right if the text is aligned right, otherwise from the left. Text that needs shaping is not split.
    pub fn words(&self, font: &Font) -> Vec<Self> {
        let font = font.weight(self.style.weight);
        let start = self.start(font.pixels(&self.content, self.style.em));
        let is_number = self.is_number();
        let words: Vec<&str> = if is_number {
            self.content.split_inclusive(|_| true).collect()
        } else if self.content.chars().any(needs_shaping) {
            // The visual order may differ from the logical one.
            vec![&self.content]
        } else {
            self.content.split_inclusive(' ').collect()
        };
        let mut left = start;
        let mut places: Vec<(u32, String)> = Vec::new();
        for (index, word) in words.into_iter().enumerate() {
            match places.last_mut().filter(|_| index >= MOST_WORDS) {
                Some((_, last)) => last.push_str(word),
                None => places.push((left, word.to_owned())),
            }
            left += font.pixels(word, self.style.em);
        }
        if is_number && self.align == Align::End {
            places.reverse();
        }
        let word = |(left, text): (u32, String)| {
            let width = (self.left + self.width).saturating_sub(left);
            Self { left, width, align: Align::Start, content: text.trim_end().to_owned(), ..*self }
        };
        places.into_iter().map(word).collect()
    }
}

impl Sign {
    /// Returns the upper left corner of ink of this size.
    pub fn corner(&self, (width, height): (u32, u32)) -> (i32, i32) {
        let at = |centre: f32, side: u32| (centre - side as f32 / 2.0).ceil() as i32;
        (at(self.centre.0, width), at(self.centre.1, height))
    }
}
