//! Reads boards from the pixels of pictures.

use image::RgbaImage;
use queenreel::board::{BoardSize, Square};
use queenreel::page::Theme;
use queenreel::picture::Rgb;
use queenreel::record::{Mark, Scene};

/// Every state of a square.
pub const MARKS: [Option<Mark>; 1 + Mark::ALL.len()] = {
    let mut marks = [None; 1 + Mark::ALL.len()];
    let mut index = 0;
    while index < Mark::ALL.len() {
        marks[1 + index] = Some(Mark::ALL[index]);
        index += 1;
    }
    marks
};

/// What a square looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub queen: bool,
    pub mark: Option<Mark>,
}

/// What every square of the scene should look like; `highlight` says whether marks are drawn.
pub fn expected(scene: &Scene, highlight: bool) -> Vec<(Square, Seen)> {
    let seen = |square| Seen {
        queen: scene.queens.contains(square),
        mark: scene.mark_at(square).filter(|_| highlight),
    };
    scene.size.squares().map(|square| (square, seen(square))).collect()
}

/// What every square of a picture looks like.
pub fn read(picture: &RgbaImage, size: BoardSize, theme: &Theme) -> Vec<(Square, Seen)> {
    assert_eq!(picture.width(), picture.height());
    size.squares().map(|square| (square, read_square(picture, size, square, theme))).collect()
}

fn read_square(picture: &RgbaImage, size: BoardSize, square: Square, theme: &Theme) -> Seen {
    let n = f64::from(size.get());
    let side = f64::from(picture.width()) / n;
    let (left, top) = (f64::from(square.column - 1) * side, f64::from(square.row - 1) * side);
    let at = |x: f64, y: f64| {
        let pixel = picture.get_pixel((left + x * side) as u32, (top + y * side) as u32).0;
        assert_eq!(pixel[3], 255, "no pixel is transparent");
        Rgb([pixel[0], pixel[1], pixel[2]])
    };
    let grid = (1..=18).flat_map(|x| (1..=18).map(move |y| (f64::from(x) / 19.0, f64::from(y) / 19.0)));
    let ink = grid.filter(|(x, y)| at(*x, *y) == theme.queen).count();
    // The left edge at three fifths of the height is bare in every look.
    let paper = at(0.09, 0.62);
    let dark = (square.row + square.column) % 2 == 1;
    let mark = MARKS.into_iter().find(|mark| theme.paper(dark, *mark) == paper);
    // A queen that was placed where it is attacked has a small cross besides.
    let has_cross = at(0.15, 0.85) == theme.queen;
    let mark = match mark {
        Some(Some(Mark::Placed)) if has_cross => Some(Some(Mark::PlacedInConflict)),
        mark => mark,
    };
    Seen {
        queen: ink * 8 > 18 * 18,
        mark: mark.unwrap_or_else(|| panic!("{paper} is the colour of no square ({square:?})")),
    }
}
