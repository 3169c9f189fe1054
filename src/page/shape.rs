//! Shapes: what is drawn, without pixels, and in which colours. Rasters and vectors are drawn from them.

use crate::font::{Font, Weight, needs_shaping};
use crate::picture::{Rect, Rgb};

use super::figure::Point;
use super::layout::{Line, cap};
use super::pen::TextStyle;
use super::square::{Ground, Stamp};

pub use super::layout::flow::Align;

/// Something that is drawn over what was drawn before it. Lengths are in pixels, and places are distances from
/// a corner: that of its item or that of the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A rectangle of one colour.
    Fill(Rect, Rgb),
    /// A figure on a square, whose upper left corner is the corner.
    Figure(Ground, Stamp),
    /// A disc.
    Disc {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f32,
        /// Its colour.
        ink: Rgb,
    },
    /// The area that several convex polygons cover together.
    Polygons(Vec<Vec<Point>>, Rgb),
    /// A line of text.
    Text(Text),
    /// A short text around a point.
    Sign(Sign),
}

/// The upper left corner from which the places of a shape are counted, on the page.
pub type Corner = (u32, u32);

/// A line of text, in which every letter is as many whole pixels wide as in all other lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The left edge of the room that it has.
    pub left: u32,
    /// The width of this room.
    pub width: u32,
    /// Where in it the text stands.
    pub align: Align,
    /// Its baseline.
    pub baseline: u32,
    /// How it is written.
    pub style: TextStyle,
    /// The text.
    pub text: String,
}

/// A short text whose ink has its middle at a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Sign {
    /// The middle.
    pub centre: Point,
    /// The text.
    pub text: String,
    /// Em in pixels.
    pub em: f32,
    /// How heavy its letters are.
    pub weight: Weight,
    /// Its colour.
    pub ink: Rgb,
}

impl Shape {
    /// The same further to the right and down; what is not a figure on a square.
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

    /// The line of text, if it is one.
    pub const fn text(&self) -> Option<&Text> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// What it writes, if anything, and how heavy its letters are.
    pub fn words(&self) -> Option<(Weight, &str)> {
        match self {
            Self::Text(text) => Some((text.style.weight, &text.text)),
            Self::Sign(sign) => Some((sign.weight, &sign.text)),
            Self::Fill(..) | Self::Figure(..) | Self::Disc { .. } | Self::Polygons(..) => None,
        }
    }

    /// The rectangle, if it is one.
    pub const fn fill(&self) -> Option<(Rect, Rgb)> {
        if let Self::Fill(area, colour) = self { Some((*area, *colour)) } else { None }
    }
}

/// A line is split into so many words; what follows is one with the last.
pub(crate) const MOST_WORDS: usize = 16;

impl Text {
    /// Where a text of this width begins.
    pub fn start(&self, width: u32) -> u32 {
        let free = self.width.saturating_sub(width);
        self.left + free * self.align as u32 / 2
    }

    /// The rectangle of its letters, from the top of capitals to the baseline.
    pub fn letters(&self, font: &Font) -> Rect {
        let TextStyle { em, weight, .. } = self.style;
        let (width, height) = (Line { font, em, weight }.width(&self.text), cap(em));
        Rect { x: self.start(width), y: self.baseline.saturating_sub(height), width, height }
    }

    /// Whether it has nothing but digits, and commas between them.
    pub fn is_number(&self) -> bool {
        self.text.chars().all(|letter| letter.is_ascii_digit() || letter == ',')
    }

    /// Its words, each where it stands in the line, so that each can change by itself. Of numbers each
    /// digit is one: from the right in text that ends at the right edge, and from the left otherwise.
    pub fn words(&self, font: &Font) -> Vec<Self> {
        let font = font.weight(self.style.weight);
        let start = self.start(font.pixels(&self.text, self.style.em));
        let is_number = self.is_number();
        let words: Vec<&str> = if is_number {
            self.text.split_inclusive(|_| true).collect()
        } else if self.text.chars().any(needs_shaping) {
            // They may stand in another order than they are read.
            vec![&self.text]
        } else {
            self.text.split_inclusive(' ').collect()
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
            Self { left, width, align: Align::Start, text: text.trim_end().to_owned(), ..*self }
        };
        places.into_iter().map(word).collect()
    }
}

impl Sign {
    /// The upper left corner of the ink, if it is so wide and high.
    pub fn corner(&self, (width, height): (u32, u32)) -> (i32, i32) {
        let at = |centre: f32, side: u32| (centre - side as f32 / 2.0).ceil() as i32;
        (at(self.centre.0, width), at(self.centre.1, height))
    }
}
