//! How pages are drawn, how large they are, and what is beside the board.

use std::str::FromStr;
use std::sync::Arc;

use crate::board::{BoardSize, SquareNames};
use crate::font::Font;
use crate::picture::Rgb;
use crate::record::{Counter, Narrator, Words};
use crate::search::{Algorithm, Listing, Order, SearchTree};
use crate::variants::{enum_with_all, named_enum};

use super::figure::Piece;
use super::layout::MAX_SIDE;
use super::square::{LEAST_WITH_TICK, Lines, SquareStyle};
use super::theme::Theme;

/// How a page and its boards are drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
pub struct PageStyle {
    /// Width of the board in pixels; `None` for one that suits its size and its page.
    pub width: Option<u32>,
    /// The page with the board in its middle; `None` for the board alone.
    pub page: Option<PageSize>,
    /// What chooses the width of the board, or the page of a film with panels beside it or of a race,
    /// unless one of them is given.
    pub medium: Medium,
    /// Colours.
    pub theme: Theme,
    /// The font of all text.
    pub font: Font,
    /// The figure of queens; `None` for black ones, and discs on small squares.
    pub piece: Option<Piece>,
    /// Whether there are thin lines between squares; heat maps have some anyway.
    pub grid: bool,
    /// Whether there are coordinates: beside the board or, where the picture is all board, on its edge
    /// squares.
    pub coordinates: bool,
    /// How squares are named, in coordinates and captions.
    pub names: SquareNames,
    /// Whether marks are drawn, or only queens.
    pub highlight: bool,
    /// Whether attacked squares are in one tone, with a dot; heat maps show them anyway.
    pub attacks: bool,
    /// What is shown beside the board.
    pub panels: PanelContent,
}

/// Where a film is shown, unless its page or the width of its board says more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Medium {
    /// On a page of 1280×720.
    #[default]
    Screen,
    /// On a page of 1024×576, for animated pictures in web pages; 1280×720 if that is too small.
    Web,
    /// As on a screen, with squares that fit the blocks of a video, which is then smaller, where there is room for
    /// them.
    Video,
}

impl Medium {
    /// Of what the side of the squares of a board without a given width is a multiple, in pixels, if it is
    /// about `side`; and the left and upper edge of the board.
    pub(crate) const fn unit(self, side: u32) -> u32 {
        match self {
            Self::Screen | Self::Web => 1,
            // Videos are copied in blocks of 8 pixels. Small squares are only even, since chroma has one sample
            // for 2×2 pixels.
            Self::Video if side >= 56 => 8,
            Self::Video => 2,
        }
    }
}

impl Default for PageStyle {
    fn default() -> Self {
        let (width, page, medium, theme, font, piece) = Default::default();
        let (grid, coordinates, names, attacks, panels) = Default::default();
        let highlight = true;
        Self { width, page, medium, theme, font, piece, grid, coordinates, names, highlight, attacks, panels }
    }
}

impl PageStyle {
    /// How squares are drawn.
    pub(super) fn squares(&self) -> SquareStyle {
        let (theme, inks) = (self.theme.clone(), self.theme.inks());
        let (lines, dead_ends) = (Lines::of(&theme, self.grid), self.panels.caption.is_some());
        let piece = self.piece.unwrap_or(Piece::Black);
        SquareStyle {
            theme,
            inks,
            piece,
            lines,
            highlight: self.highlight,
            dead_ends,
            least_with_tick: LEAST_WITH_TICK,
        }
    }

    /// The same for squares of this side: if they are small and no piece is given, with discs on paler squares,
    /// unless attacked ones have their tone.
    pub(super) fn for_squares_of(&self, side: u32) -> Self {
        if side >= SMALLEST_QUEEN || self.piece.is_some() {
            return self.clone();
        }
        let has_tone = self.attacks || self.highlight && self.panels.caption.is_some();
        let paler = |square: Rgb| if has_tone { square } else { square.mixed(self.theme.page, PALER) };
        let theme =
            Theme { light: paler(self.theme.light), dark: paler(self.theme.dark), ..self.theme.clone() };
        Self { theme, piece: Some(Piece::Disc), ..self.clone() }
    }

    /// The sheet that a page of this width and height in pixels is printed on, if it is.
    pub(super) fn paper(&self, size: (u32, u32)) -> Option<Paper> {
        self.page.and_then(PageSize::paper).filter(|paper| paper.pixels() == size)
    }

    /// Whether the picture is all board.
    pub(super) fn is_bare(&self) -> bool {
        self.page.is_none() && self.panels.is_empty()
    }

    /// The first character of a text known before the first scene that the font lacks.
    pub(crate) fn lacking(&self, size: BoardSize) -> Option<char> {
        let state_names_squares = self.panels.state.iter().any(|panel| panel.names_squares());
        let names_squares = self.coordinates || self.panels.caption.is_some() || state_names_squares;
        let columns = (1..=size.get()).map(|column| self.names.column(column));
        let names: Vec<String> = columns.chain(["0123456789".to_owned()]).filter(|_| names_squares).collect();
        let piece = self.piece.and_then(Piece::character).map(String::from);
        self.font
            .lacking_in(names.iter().map(String::as_str).chain(self.panels.texts()).chain(piece.as_deref()))
    }
}

/// On smaller squares, in pixels, queens are discs unless a piece is given.
const SMALLEST_QUEEN: u32 = 20;

/// How much paler the squares under discs are.
const PALER: f32 = 0.45;

/// A page around the board.
///
/// ```
/// use queenreel::page::PageSize;
///
/// assert_eq!("1920x1080".parse(), Ok(PageSize::Pixels(1920, 1080)));
/// assert_eq!("16:9".parse(), Ok(PageSize::Ratio(16, 9)));
/// assert!(matches!("a4".parse(), Ok(PageSize::Paper(_))));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageSize {
    /// Width and height in pixels; the board is fitted to it.
    Pixels(u32, u32),
    /// Width to height; the page is fitted to the board.
    Ratio(u32, u32),
    /// A sheet of paper; the board is fitted to it.
    Paper(Paper),
}

/// The sides of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sides {
    /// Width and height in pixels.
    Pixels(u32, u32),
    /// Width to height.
    Ratio(u32, u32),
}

impl PageSize {
    /// Its sides, in pixels unless only their ratio is given.
    pub(super) const fn sides(self) -> Sides {
        match self {
            Self::Pixels(width, height) => Sides::Pixels(width, height),
            Self::Ratio(a, b) => Sides::Ratio(a, b),
            Self::Paper(paper) => {
                let (width, height) = paper.pixels();
                Sides::Pixels(width, height)
            }
        }
    }

    /// Whether it is one that [can be read](PageSize::from_str).
    pub(super) fn check(self) -> Result<(), PageSizeError> {
        let may_be = match self.sides() {
            Sides::Pixels(width, height) => [width, height].iter().all(|side| (1..=MAX_SIDE).contains(side)),
            Sides::Ratio(a, b) => 0 < a.min(b) && a.max(b) <= MAX_SIDE && a.max(b) <= MOST_RATIO * a.min(b),
        };
        may_be.then_some(()).ok_or(PageSizeError)
    }

    /// The sheet, if it is to be printed.
    pub const fn paper(self) -> Option<Paper> {
        if let Self::Paper(paper) = self { Some(paper) } else { None }
    }
}

impl FromStr for PageSize {
    type Err = PageSizeError;

    fn from_str(text: &str) -> Result<Self, PageSizeError> {
        let with = |mark: &[char], size: fn(u32, u32) -> Self| {
            let (a, b) = text.split_once(mark)?;
            Some(size(a.parse().ok()?, b.parse().ok()?))
        };
        let pixels = with(&['x', 'X', '×'], Self::Pixels);
        let size = pixels.or_else(|| with(&[':'], Self::Ratio));
        let size = size.or_else(|| Paper::named(text).map(Self::Paper)).ok_or(PageSizeError)?;
        size.check().map(|()| size)
    }
}

/// A sheet of paper, with 300 pixels to an inch.
///
/// ```
/// use queenreel::page::{PageSize, Paper};
///
/// let poster = Paper { width: 4200, height: 2970 };
/// assert_eq!("a3-landscape".parse(), Ok(PageSize::Paper(poster)));
/// assert_eq!(poster.pixels(), (4961, 3508));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paper {
    /// Width in tenths of a millimetre.
    pub width: u32,
    /// Height in tenths of a millimetre.
    pub height: u32,
}

/// Width and height of upright sheets.
const NAMED: [(&str, u32, u32); 3] = [("a4", 2100, 2970), ("a3", 2970, 4200), ("letter", 2159, 2794)];

/// Tenths of a millimetre to an inch.
const TENTHS_OF_AN_INCH: u32 = 254;

impl Paper {
    /// Pixels to an inch.
    pub const DPI: u16 = 300;

    /// Width and height in pixels.
    pub const fn pixels(self) -> (u32, u32) {
        (pixels(self.width), pixels(self.height))
    }

    /// Width and height in points, of which an inch has 72.
    pub fn points(self) -> (f32, f32) {
        let points = |tenths: u32| tenths as f32 * 72.0 / TENTHS_OF_AN_INCH as f32;
        (points(self.width), points(self.height))
    }

    /// The sheet that a text names, however large: upright unless it ends in `-landscape`, or in millimetres.
    pub(super) fn named(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        if let Some((width, height)) = text.strip_suffix("mm").and_then(|sides| sides.split_once(['x', '×']))
        {
            let tenths =
                |side: &str| side.trim_end_matches("mm").parse::<u16>().map(|side| 10 * u32::from(side));
            return Some(Self { width: tenths(width).ok()?, height: tenths(height).ok()? });
        }
        let name = text.strip_suffix("-landscape").unwrap_or(&text);
        let (_, width, height) = NAMED.into_iter().find(|(known, ..)| *known == name)?;
        Some(if name == text { Self { width, height } } else { Self { width: height, height: width } })
    }
}

/// The nearest number of pixels.
const fn pixels(tenths: u32) -> u32 {
    (tenths * Paper::DPI as u32 + TENTHS_OF_AN_INCH / 2) / TENTHS_OF_AN_INCH
}

const MOST_RATIO: u32 = 8;

/// A text that is no page size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "write pixels like 1920x1080, at most {MAX_SIDE} a side, a ratio like 16:9, or a4, a3 or letter, \
     with -landscape for a sheet on its side, or millimetres like 210x148mm"
)]
pub struct PageSizeError;

enum_with_all! {
    /// A panel beside a board, in the order in which panels are painted.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum PanelKind {
        /// The step in words, below the board.
        Caption,
        /// The numbers of steps, tests, placements and so on.
        Counters,
        /// The listing of the algorithm, with the line that runs.
        Code,
        /// The search tree.
        Tree,
    }
}

named_enum! {
    /// A panel that shows what an algorithm remembers besides the board.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum StatePanel {
        /// Which rows, columns and diagonals are available
        Arrays = "arrays",
        /// Attacked and free squares as binary digits
        Bits = "bits",
        /// The matrix of free, closed and tried squares
        Matrix = "matrix",
        /// The matrices that are kept to go back
        Stages = "stages",
        /// How many queens are on each diagonal
        Diagonals = "diagonals",
        /// The calls that are open
        Stack = "stack",
        /// The flow chart, with the step that runs
        Flow = "flow",
    }
}

impl StatePanel {
    /// Whether an algorithm remembers it.
    pub const fn is_of(self, algorithm: Algorithm) -> bool {
        match self {
            Self::Arrays => {
                matches!(algorithm, Algorithm::Backtracking | Algorithm::Eager | Algorithm::Marking)
            }
            Self::Bits => matches!(algorithm, Algorithm::Bitfield),
            Self::Matrix | Self::Stages | Self::Flow => algorithm.has_stages(),
            Self::Diagonals => matches!(algorithm, Algorithm::Permutations),
            Self::Stack => algorithm.has_order(),
        }
    }

    /// Whether it is right for searches that begin with queens on the board, or with closed squares.
    pub const fn knows_start(self) -> bool {
        // The columns of the others follow each other without a gap, and all squares are free at first.
        matches!(self, Self::Arrays | Self::Matrix | Self::Stages | Self::Diagonals)
    }

    /// Whether it shows something of a position alone, without a search.
    pub const fn is_of_position(self) -> bool {
        matches!(self, Self::Arrays | Self::Matrix | Self::Diagonals)
    }

    /// Whether it shows names of squares.
    pub(super) const fn names_squares(self) -> bool {
        matches!(self, Self::Stages | Self::Stack)
    }

    /// The panels of an algorithm.
    pub fn of(algorithm: Algorithm) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |panel| panel.is_of(algorithm))
    }

    /// Whether it shows the matrices of the solver with stages.
    pub const fn has_stages(self) -> bool {
        matches!(self, Self::Matrix | Self::Stages)
    }
}

/// What is shown beside the board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PanelContent {
    /// The title above everything; empty for none.
    pub title: String,
    /// The caption, if there is one.
    pub caption: Option<CaptionRoom>,
    /// The counters, in this order.
    pub counters: Vec<Counter>,
    /// The largest value of a counter, for its width.
    pub most: u64,
    /// The listing whose current line is highlighted.
    pub code: Option<Listing>,
    /// The tree that is searched.
    pub tree: Option<Arc<SearchTree>>,
    /// Panels of state.
    pub state: Vec<StatePanel>,
    /// The order of that search.
    pub order: Order,
    /// Whether panels of state show a position alone, without a search.
    pub is_position: bool,
}

/// What is known of the captions before the first frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionRoom {
    /// The board whose squares they name.
    pub size: BoardSize,
    /// How they name them.
    pub names: SquareNames,
    /// Captions that must fit, at least in few words.
    pub words: Vec<Words>,
}

impl CaptionRoom {
    /// Room for all captions of a narrator with these names of squares, and for custom ones that are
    /// no wider than these.
    pub fn of(narrator: &Narrator, names: SquareNames, custom: Words) -> Self {
        let size = narrator.problem.size();
        let words = narrator.wide_captions().map(|caption| caption.words(size, names));
        Self { size, names, words: words.chain([custom]).collect() }
    }
}

impl PanelContent {
    /// Whether there is nothing beside the board.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.has_only_title()
    }

    /// Whether there is no panel, but perhaps a title.
    pub(super) fn has_only_title(&self) -> bool {
        let Self { caption, counters, code, tree, state, .. } = self;
        caption.is_none() && counters.is_empty() && code.is_none() && tree.is_none() && state.is_empty()
    }

    /// All texts that are known before the first frame, but those of panels of state.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let Self { title, caption, counters, most: _, code, tree: _, state: _, order: _, is_position: _ } =
            self;
        let captions = caption.iter().flat_map(|caption| &caption.words);
        let captions = captions.flat_map(|words| [&words.fact, &words.reason]);
        let captions = captions.flat_map(|phrase| [phrase.long.as_str(), &phrase.short]);
        // In source any character may occur: those that the font lacks have a sign.
        let lines = code.iter().filter(|listing| !listing.is_source());
        let lines = lines.flat_map(Listing::lines);
        let names = counters.iter().map(|counter| counter.name());
        let numbers = (!counters.is_empty()).then_some("0123456789,");
        captions.chain([title.as_str()]).chain(lines).chain(names).chain(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_pixels_or_ratios_or_paper() {
        assert_eq!("1920x1080".parse(), Ok(PageSize::Pixels(1920, 1080)));
        assert_eq!("16:9".parse(), Ok(PageSize::Ratio(16, 9)));
        assert_eq!("A4".parse().map(PageSize::sides), Ok(Sides::Pixels(2480, 3508)));
        assert_eq!("letter-landscape".parse().map(PageSize::sides), Ok(Sides::Pixels(3300, 2550)));
        assert_eq!("210x148mm".parse().map(PageSize::sides), Ok(Sides::Pixels(2480, 1748)));
        assert_eq!("210mmx148MM".parse().map(PageSize::sides), Ok(Sides::Pixels(2480, 1748)));
        for wrong in [
            "",
            "a5",
            "a4x",
            "1920",
            "x",
            "0x100",
            "100x0",
            "8193x10",
            "16:0",
            "9:1",
            "1:2:3",
            "-1x5",
            "99999999999x1",
            "210x148cm",
            "0x10mm",
            "694x10mm",
            "210mm",
            "x10mm",
            "-5x10mm",
        ] {
            assert_eq!(wrong.parse::<PageSize>(), Err(PageSizeError), "{wrong}");
        }
    }

    #[test]
    fn papers_have_their_size_in_points() {
        let points = |name: &str| Paper::named(name).unwrap().points();
        assert_eq!(points("letter"), (612.0, 792.0));
        let (width, height) = points("254x127mm");
        assert!((width - 720.0).abs() < 1e-3 && (height - 360.0).abs() < 1e-3);
    }

    #[test]
    fn papers_have_300_pixels_to_an_inch() {
        for (name, width, height) in [
            ("a4", 2480, 3508),
            ("A3", 3508, 4961),
            ("Letter", 2550, 3300),
            ("A4-Landscape", 3508, 2480),
            ("letter-landscape", 3300, 2550),
        ] {
            assert_eq!(Paper::named(name).unwrap().pixels(), (width, height), "{name}");
        }
        assert_eq!(Paper::named("210x148mm").unwrap().pixels(), (2480, 1748));
        for wrong in
            ["", "210x148mm-landscape", "a5", "a4 ", "a4-portrait", "-landscape", "a4-landscape-landscape"]
        {
            assert_eq!(Paper::named(wrong), None, "{wrong}");
        }
    }
}
