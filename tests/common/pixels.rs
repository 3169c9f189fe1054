//! Pictures as colours, and rectangles of them.

use queenreel::internals::page::PageStyle;
use queenreel::internals::picture::{Picture, Rect, Rgb};
use queenreel::record::{BoardState, Frame};

use super::painting::BoardPainter;

/// A picture's colours, row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub colours: Vec<Rgb>,
}

impl Pixels {
    pub fn of(picture: &Picture<'_>) -> Self {
        let colour = |index: &u8| picture.canvas.palette[usize::from(*index)];
        let colours = picture.pixels.iter().map(colour).collect();
        Self { width: picture.canvas.width, height: picture.canvas.height, colours }
    }

    /// A frame, painted by a new painter.
    pub fn painted(frame: &Frame, style: &PageStyle) -> Self {
        Self::of(&BoardPainter::new(frame.board.size, style).unwrap().paint(frame))
    }

    /// A scene, painted by a new painter.
    pub fn painted_scene(scene: &BoardState, style: &PageStyle) -> Self {
        Self::of(&BoardPainter::new(scene.size, style).unwrap().paint_scene(scene))
    }

    pub fn at(&self, x: u32, y: u32) -> Rgb {
        self.colours[(y * self.width + x) as usize]
    }

    pub fn part(&self, area: Rect) -> Vec<Rgb> {
        let rows = area.y..area.y + area.height;
        rows.flat_map(|y| (area.x..area.x + area.width).map(move |x| self.at(x, y))).collect()
    }

    /// The bounding box of the selected pixels.
    pub fn bounds(&self, mut chosen: impl FnMut(u32, u32, Rgb) -> bool) -> Option<Rect> {
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let chosen = places.filter(|(x, y)| chosen(*x, *y, self.at(*x, *y)));
        Rect::around(chosen.map(|(x, y)| Rect { x, y, width: 1, height: 1 }))
    }

    /// The bounding box of the differences of two pictures outside of one area.
    pub fn difference(&self, other: &Self, but_for: Rect) -> Option<Rect> {
        assert_eq!((self.width, self.height), (other.width, other.height));
        self.bounds(|x, y, colour| !holds(but_for, x, y) && other.at(x, y) != colour)
    }
}

pub fn holds(area: Rect, x: u32, y: u32) -> bool {
    (area.x..area.right()).contains(&x) && (area.y..area.bottom()).contains(&y)
}

/// The largest difference of two bytes of two pictures.
pub fn largest_difference(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}

/// The distance between a point and a line segment.
pub fn distance_to_segment((x, y): (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let (along_x, along_y) = (to.0 - from.0, to.1 - from.1);
    let length = (along_x.powi(2) + along_y.powi(2)).max(f64::EPSILON);
    let nearest = ((x - from.0) * along_x + (y - from.1) * along_y) / length;
    let nearest = nearest.clamp(0.0, 1.0);
    (x - from.0 - nearest * along_x).hypot(y - from.1 - nearest * along_y)
}
