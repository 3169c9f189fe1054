//! Reads boards from pixels.

use std::iter;

use image::RgbaImage;
use queenreel::board::{BoardSize, Square};
use queenreel::internals::page::inks::{Inks, State};
use queenreel::internals::page::{Theme, ThemeKind};
use queenreel::internals::picture::Rgb;
use queenreel::record::{BoardState, Mark};

/// Every state of a square.
pub fn marks() -> impl Iterator<Item = Option<Mark>> {
    iter::once(None).chain(Mark::ALL.into_iter().map(Some))
}

/// The appearance of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub queen: bool,
    pub mark: Option<Mark>,
}

/// The expected appearance of every square of the scene; `highlight` says whether marks are drawn.
pub fn expected(scene: &BoardState, highlight: bool) -> Vec<(Square, Seen)> {
    let seen = |square| Seen {
        queen: scene.queens.contains(square),
        mark: scene.mark_at(square).filter(|_| highlight),
    };
    scene.size.squares().map(|square| (square, seen(square))).collect()
}

/// The colour of an empty part of a square; a square of a dead end has the tone of attacked ones.
pub fn paper(inks: &Inks, dark: bool, mark: Option<Mark>) -> Rgb {
    let state = match mark {
        None | Some(Mark::Refused) => return inks.squares[usize::from(dark)],
        Some(Mark::DeadEnd | Mark::Tried) => return inks.attacked,
        Some(Mark::Placed | Mark::PlacedInConflict) => State::Placed,
        Some(Mark::Removed) => State::Removed,
        Some(Mark::Solution) => State::Solution,
        Some(Mark::Conflict) => State::Conflict,
        Some(Mark::Safe) => State::Safe,
    };
    inks.square(state, dark)
}

/// Reads every square of a picture.
pub fn read(picture: &RgbaImage, size: BoardSize, theme: &Theme) -> Vec<(Square, Seen)> {
    Reader::new(size, theme).read(picture)
}

/// Reads pictures of the same board in a row. Squares without a changed pixel are not read again: in a film,
/// nearly all.
pub struct Reader {
    size: BoardSize,
    kind: ThemeKind,
    inks: Inks,
    before: Option<RgbaImage>,
    seen: Vec<(Square, Seen)>,
}

impl Reader {
    pub fn new(size: BoardSize, theme: &Theme) -> Self {
        Self { size, kind: theme.kind, inks: theme.inks(), before: None, seen: Vec::new() }
    }

    /// Reads every square of the next picture.
    pub fn read(&mut self, picture: &RgbaImage) -> Vec<(Square, Seen)> {
        assert_eq!(picture.width(), picture.height());
        let before = self.before.take().filter(|before| before.dimensions() == picture.dimensions());
        let read = |(index, square)| {
            let view = SquareView { picture, size: self.size, square };
            if before.as_ref().is_some_and(|before| view.is_as_in(before)) {
                return self.seen[index];
            }
            let seen = match self.kind {
                ThemeKind::Shapes => view.read_shapes(&self.inks),
                ThemeKind::Colours | ThemeKind::Heat(_) => view.read_colours(&self.inks),
            };
            (square, seen)
        };
        self.seen = self.size.squares().enumerate().map(read).collect();
        self.before = Some(picture.clone());
        self.seen.clone()
    }
}

/// A square of a picture, whose pixels are addressed by fractions of its side.
struct SquareView<'a> {
    picture: &'a RgbaImage,
    size: BoardSize,
    square: Square,
}

impl SquareView<'_> {
    fn side(&self) -> f64 {
        f64::from(self.picture.width()) / f64::from(self.size.get())
    }

    /// Whether another picture of the same size is equal in all pixels that reading this square may use.
    fn is_as_in(&self, other: &RgbaImage) -> bool {
        let places = |number: u8| {
            let (low, high) = (f64::from(number - 1) * self.side(), f64::from(number) * self.side());
            low as usize..(high.ceil() as usize).min(self.picture.width() as usize)
        };
        let (across, mut down) = (places(self.square.column), places(self.square.row));
        let width = self.picture.width() as usize;
        down.all(|y| {
            let row = 4 * (y * width + across.start)..4 * (y * width + across.end);
            self.picture.as_raw()[row.clone()] == other.as_raw()[row]
        })
    }

    fn at(&self, x: f64, y: f64) -> Rgb {
        let side = self.side();
        let across = (f64::from(self.square.column - 1) + x) * side;
        let down = (f64::from(self.square.row - 1) + y) * side;
        let pixel = self.picture.get_pixel(across as u32, down as u32).0;
        assert_eq!(pixel[3], 255, "no pixel is transparent");
        Rgb([pixel[0], pixel[1], pixel[2]])
    }

    const fn is_dark(&self) -> bool {
        (self.square.row + self.square.column) % 2 == 1
    }

    /// The fraction of a part of the square that has a colour.
    fn share(&self, colour: Rgb, (low, high): (f64, f64), (top, bottom): (f64, f64)) -> f64 {
        const STEPS: u8 = 18;
        let within =
            |low: f64, high: f64, step: u8| low + (high - low) * (f64::from(step) + 0.5) / f64::from(STEPS);
        let places = (0..STEPS).flat_map(|x| (0..STEPS).map(move |y| (x, y)));
        let coloured =
            places.filter(|(x, y)| self.at(within(low, high, *x), within(top, bottom, *y)) == colour);
        coloured.count() as f64 / f64::from(STEPS).powi(2)
    }

    fn read_colours(&self, inks: &Inks) -> Seen {
        // The middles of the edges are bare in every state, except for the line from an attacker: frames and
        // brackets, which are nearer to edges and corners, coordinates, the tick, and queens leave them free.
        let places = [(0.09, 0.5), (0.91, 0.5), (0.5, 0.09), (0.09, 0.42), (0.18, 0.82)];
        let seen = places.map(|(x, y)| self.at(x, y));
        let known = |colour: &Rgb| marks().find(|mark| paper(inks, self.is_dark(), *mark) == *colour);
        let found = seen.iter().find_map(|colour| known(colour).map(|mark| (*colour, mark)));
        let (seen, mark) =
            found.unwrap_or_else(|| panic!("{seen:?} are the colours of no square ({:?})", self.square));
        // A queen that was placed where it is attacked also has brackets, inside its frame.
        let has_brackets = self.has_brackets(inks.deep(State::Placed), 0.1);
        let mark =
            if mark == Some(Mark::Placed) && has_brackets { Some(Mark::PlacedInConflict) } else { mark };
        // Queens are dark or light, whichever contrasts with the square.
        let whole = (0.1, 0.9);
        let inked =
            [inks.ink, inks.page].map(|ink| if ink == seen { 0.0 } else { self.share(ink, whole, whole) });
        let queen = inked[0].max(inked[1]) > 0.18;
        Seen { queen, mark: mark.or_else(|| self.refused(inks.line).filter(|_| !queen)) }
    }

    fn has_brackets(&self, ink: Rgb, least: f64) -> bool {
        [(0.08, 0.15), (0.85, 0.92)].into_iter().all(|x| self.share(ink, x, (0.16, 0.26)) > least)
    }

    /// The mark of a cross in the middle: both of its lines are present, and the gaps between them are bare.
    fn refused(&self, line: Rgb) -> Option<Mark> {
        let at = |x: f64, y: f64| self.share(line, (x - 0.02, x + 0.02), (y - 0.02, y + 0.02)) > 0.3;
        let [low, high] = [0.5 - 0.09, 0.5 + 0.09];
        let arms = [(low, low), (low, high), (high, low), (high, high)];
        let between = [(low - 0.02, 0.5), (high + 0.02, 0.5), (0.5, low - 0.02), (0.5, high + 0.02)];
        let is_cross = arms.iter().all(|(x, y)| at(*x, *y)) && !between.iter().any(|(x, y)| at(*x, *y));
        is_cross.then_some(Mark::Refused)
    }

    /// Reads a square whose state is shown by shapes alone, in two colours.
    fn read_shapes(&self, inks: &Inks) -> Seen {
        let ink = inks.ink;
        // Within the outline of a queen; the outline of a removed one is hollow.
        let body = |ink| self.share(ink, (0.46, 0.54), (0.56, 0.65)) > 0.8;
        // Only solutions are on a filled square, and have a light queen.
        if self.share(ink, (0.08, 0.12), (0.45, 0.6)) == 1.0 {
            let queen = body(inks.page);
            return Seen { queen, mark: Some(Mark::Solution) };
        }
        // Along the edges, at a depth where the edge of the board is not drawn.
        let sides = 400;
        let edge = |index: i32| {
            let (along, near) = (f64::from(index) / f64::from(sides), 0.04);
            [(along, near), (along, 0.999 - near), (near, along), (0.999 - near, along)]
        };
        let places: Vec<(f64, f64)> = (0..sides).flat_map(edge).collect();
        let inked = places.iter().filter(|(x, y)| self.at(*x, *y) == ink).count();
        let framed = inked as f64 / places.len() as f64;
        let queen = body(ink);
        let has_brackets = self.has_brackets(ink, 0.5);
        let mark = if framed > 0.95 {
            Some(if has_brackets { Mark::PlacedInConflict } else { Mark::Placed })
        } else if framed > 0.35 {
            // Dashes without a queen, or brackets around one.
            Some(if queen { Mark::Conflict } else { Mark::Removed })
        } else {
            self.refused(ink).filter(|_| !queen)
        };
        Seen { queen, mark }
    }
}
