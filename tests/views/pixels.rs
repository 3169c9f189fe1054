//! Pictures as colours, and rectangles of them.

use queenreel::draw::{BoardPainter, BoardStyle, PageSize, Panels, Picture, Rect, Rgb, Theme};
use queenreel::scene::{Counter, Scene};
use queenreel::search::{Algorithm, SearchTree};

use crate::oracle::{Course, size};

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

    /// What a painter that has painted nothing before makes of a scene.
    pub fn painted(scene: &Scene, style: &BoardStyle) -> Self {
        Self::of(&BoardPainter::new(scene.size, style).unwrap().paint(scene))
    }

    pub fn at(&self, x: u32, y: u32) -> Rgb {
        self.colours[(y * self.width + x) as usize]
    }

    pub fn part(&self, area: Rect) -> Vec<Rgb> {
        let rows = area.y..area.y + area.height;
        rows.flat_map(|y| (area.x..area.x + area.width).map(move |x| self.at(x, y))).collect()
    }

    /// The tight rectangle around all pixels that are chosen.
    pub fn bounds(&self, mut chosen: impl FnMut(u32, u32, Rgb) -> bool) -> Option<Rect> {
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let chosen = places.filter(|(x, y)| chosen(*x, *y, self.at(*x, *y)));
        Rect::around(chosen.map(|(x, y)| Rect { x, y, width: 1, height: 1 }))
    }

    /// The board: all squares' colours, in a picture without marks.
    pub fn board(&self, theme: &Theme) -> Rect {
        self.bounds(|_, _, colour| [theme.light, theme.dark].contains(&colour)).unwrap()
    }

    /// Where two pictures differ, but for one area.
    pub fn difference(&self, other: &Self, but_for: Rect) -> Option<Rect> {
        assert_eq!((self.width, self.height), (other.width, other.height));
        self.bounds(|x, y, colour| !holds(but_for, x, y) && other.at(x, y) != colour)
    }
}

pub fn holds(area: Rect, x: u32, y: u32) -> bool {
    (area.x..area.right()).contains(&x) && (area.y..area.bottom()).contains(&y)
}

/// Panels for a search: those whose names are given.
pub fn panels(course: Course, names: &str) -> Panels {
    let narrator = course.narrator();
    let has = |name| names.split_whitespace().any(|wanted| wanted == name);
    Panels {
        title: if has("title") { format!("{} queens, one by one", course.n) } else { String::new() },
        captions: if has("caption") { narrator.wide_captions().collect() } else { Vec::new() },
        counters: if has("counters") { Counter::of(Algorithm::Backtracking).to_vec() } else { Vec::new() },
        most: 99_999,
        code: has("code").then(|| narrator.listing().unwrap().clone()),
        tree: has("tree").then(|| SearchTree::of(course.events()).unwrap().into()),
    }
}

pub fn style(course: Course, names: &str, page: &str) -> BoardStyle {
    let page: PageSize = page.parse().unwrap();
    BoardStyle { page: Some(page), panels: panels(course, names), ..BoardStyle::default() }
}

/// The empty board without any notes.
pub fn empty(course: Course) -> Scene {
    Scene::empty(size(course.n))
}
