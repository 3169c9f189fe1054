//! The style and size of pages, and the panels next to the board.

use std::str::FromStr;
use std::sync::Arc;

use crate::board::{BoardSize, SquareNames};
use crate::font::Font;
use crate::limits::MAX_PAGE_SIDE;
use crate::picture::Rgb;
use crate::record::{CaptionText, Counter, Narrator};
use crate::search::{Algorithm, Listing, Order, SearchTree};
use crate::variants::{enum_with_all, named_enum};

use super::figure::Piece;
use super::square::{LEAST_WITH_TICK, Lines, SquareStyle};
use super::theme::Theme;

/// The style of a page and its boards.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate option")]
pub struct PageStyle {
    /// Width of the board in pixels; `None` for a default that depends on the board and the page.
    pub width: Option<u32>,
    /// The page around the board; `None` for the board alone.
    pub page: Option<PageSize>,
    /// Where the film is shown: determines the sizes of board and page that are not given.
    pub medium: Medium,
    /// Colours of squares, queens, marks and text.
    pub theme: Theme,
    /// Font of all text but code.
    pub font: Font,
    /// The symbol of queens; `None` for black queens, and discs on small squares.
    pub piece: Option<Piece>,
    /// Whether thin lines are drawn between squares; heat maps always have such lines.
    pub grid: bool,
    /// Whether there are coordinates: next to the board, or on its edge squares if nothing is around the board.
    pub coordinates: bool,
    /// The notation of squares in coordinates and captions.
    pub names: SquareNames,
    /// Whether marks are drawn in addition to queens.
    pub highlight: bool,
    /// Whether attacked squares have a tone and a dot; heat maps always show attacks.
    pub attacks: bool,
    /// The panels next to the board. A film sets this field from its own options.
    pub panels: PanelContent,
}

/// Where a film is shown; used for defaults of page and board width.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Medium {
    /// A page of 1280×720.
    #[default]
    Screen,
    /// A page of 1024×576, for animated pictures in web pages; 1280×720 if that is too small.
    Web,
    /// As `Screen`, but where possible with squares aligned to the blocks of a video; this makes the page smaller.
    Video,
}

impl Medium {
    /// Returns a number of pixels for squares whose side is about `side`. The exact side, and the left and upper
    /// edges of the board, are multiples of this number.
    pub(crate) const fn unit(self, side: u32) -> u32 {
        match self {
            Self::Screen | Self::Web => 1,
            // Video codecs copy blocks of 8 pixels. Small squares are only even, since chroma has
            // one sample for 2×2 pixels.
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
    pub(super) fn squares(&self) -> SquareStyle {
        SquareStyle {
            theme: self.theme.clone(),
            inks: self.theme.inks(),
            piece: self.piece.unwrap_or(Piece::Black),
            lines: Lines::of(&self.theme, self.grid),
            highlight: self.highlight,
            dead_ends: self.panels.caption.is_some(),
            least_with_tick: LEAST_WITH_TICK,
        }
    }

    /// Returns the style for squares of this side. Unless a piece is given, small squares have discs for queens,
    /// and are paler if attacked squares have no tone.
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

    /// Returns the sheet that a page of this width and height in pixels is printed on, if there is one.
    pub(super) fn paper(&self, size: (u32, u32)) -> Option<Paper> {
        self.page.and_then(PageSize::paper).filter(|paper| paper.pixels() == size)
    }

    /// Returns the order of the gauges, if the page has them in any case.
    pub(super) fn order_of_gauges(&self) -> Option<Order> {
        (self.panels.gauges == GaugeSpace::Always).then_some(self.panels.order)
    }

    /// Whether nothing is around the board.
    pub(super) fn is_bare(&self) -> bool {
        self.page.is_none() && self.panels.is_empty()
    }

    /// Returns the first missing character, among all texts that are known before the first frame.
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

/// Side of the smallest square with a chess queen, in pixels. Smaller squares have discs unless a piece is given.
const SMALLEST_QUEEN: u32 = 20;

/// The share of the page colour in squares under discs.
const PALER: f32 = 0.45;

/// The size of a page.
///
/// ```
/// use queenreel::film::PageSize;
///
/// assert_eq!("1920x1080".parse(), Ok(PageSize::Pixels(1920, 1080)));
/// assert_eq!("16:9".parse(), Ok(PageSize::Ratio(16, 9)));
/// assert!(matches!("a4".parse(), Ok(PageSize::Paper(_))));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageSize {
    /// Width and height in pixels; the board is fitted to the page.
    Pixels(u32, u32),
    /// Width to height; the page is fitted to the board.
    Ratio(u32, u32),
    /// A sheet of paper; the board is fitted to the page.
    Paper(Paper),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sides {
    Pixels(u32, u32),
    Ratio(u32, u32),
}

impl PageSize {
    /// Returns the sides in pixels, or only their ratio.
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

    /// Checks the same limits as [parsing](PageSize::from_str).
    pub(super) fn check(self) -> Result<(), PageSizeError> {
        let may_be = match self.sides() {
            Sides::Pixels(width, height) => {
                [width, height].iter().all(|side| (1..=MAX_PAGE_SIDE).contains(side))
            }
            Sides::Ratio(a, b) => {
                0 < a.min(b) && a.max(b) <= MAX_PAGE_SIDE && a.max(b) <= MOST_RATIO * a.min(b)
            }
        };
        may_be.then_some(()).ok_or(PageSizeError)
    }

    /// Returns the sheet, if the page is to be printed.
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

/// A sheet of paper, printed at 300 pixels per inch.
///
/// ```
/// use queenreel::film::{PageSize, Paper};
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

/// Names of sheets, with their width and height in portrait format, in tenths of a millimetre.
const NAMED: [(&str, u32, u32); 3] = [("a4", 2100, 2970), ("a3", 2970, 4200), ("letter", 2159, 2794)];

/// Tenths of a millimetre per inch.
const TENTHS_OF_AN_INCH: u32 = 254;

impl Paper {
    /// Pixels per inch.
    pub const DPI: u16 = 300;

    /// Returns the width and height in pixels.
    pub const fn pixels(self) -> (u32, u32) {
        (pixels(self.width), pixels(self.height))
    }

    /// Returns the width and height in points (72 per inch).
    pub fn points(self) -> (f32, f32) {
        let points = |tenths: u32| tenths as f32 * 72.0 / TENTHS_OF_AN_INCH as f32;
        (points(self.width), points(self.height))
    }

    /// Parses the name of a sheet, which is in portrait format unless its name ends in `-landscape`, or a size in
    /// millimetres. Does not check limits.
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

const fn pixels(tenths: u32) -> u32 {
    (tenths * Paper::DPI as u32 + TENTHS_OF_AN_INCH / 2) / TENTHS_OF_AN_INCH
}

const MOST_RATIO: u32 = 8;

/// Text that is not a page size. See [`PageSize`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "write pixels like 1920x1080, at most {MAX_PAGE_SIDE} a side, a ratio like 16:9, or a4, a3 or letter, \
     with -landscape for a sheet on its side, or millimetres like 210x148mm"
)]
pub struct PageSizeError;

enum_with_all! {
    /// A panel next to the board, in the order of painting.
    /// See [`FilmBuilder::panels`](crate::film::FilmBuilder::panels).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum PanelKind {
        /// A description of the step, below the board.
        Caption,
        /// Counters of steps, tests, placements and so on.
        Counters,
        /// The listing of the algorithm, with the current line highlighted.
        Code,
        /// The search tree.
        Tree,
        /// The number of safe squares of each line, next to the board.
        Gauges,
    }
}

/// Whether the number of safe squares of each line is shown next to the board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GaugeSpace {
    #[default]
    Never,
    /// Only where the board stays nearly as large as without gauges.
    WhereRoom,
    Always,
}

impl GaugeSpace {
    /// Returns the label above gauges.
    pub(super) const fn label(order: Order) -> &'static str {
        match order {
            Order::Columns => "safe squares left in each column",
            Order::Rows => "safe squares left in each row",
        }
    }
}

named_enum! {
    /// A panel that shows the data of an algorithm in addition to the board.
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
    /// Whether the panel can show the data of this algorithm.
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

    /// Whether the panel is correct for problems with given queens or closed squares.
    pub const fn knows_start(self) -> bool {
        // Other panels assume that no column is skipped, and that all squares are free at the start.
        matches!(self, Self::Arrays | Self::Matrix | Self::Stages | Self::Diagonals)
    }

    /// Whether the panel can show a single position, without a search.
    pub const fn is_of_position(self) -> bool {
        matches!(self, Self::Arrays | Self::Matrix | Self::Diagonals)
    }

    /// Whether the panel shows names of squares.
    pub(super) const fn names_squares(self) -> bool {
        matches!(self, Self::Stages | Self::Stack)
    }

    /// Returns the state panels of an algorithm.
    pub fn of(algorithm: Algorithm) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |panel| panel.is_of(algorithm))
    }

    /// Whether the panel shows matrices of the solver with stages.
    pub const fn has_stages(self) -> bool {
        matches!(self, Self::Matrix | Self::Stages)
    }
}

/// The panels next to the board, and their content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PanelContent {
    /// The title above everything; empty for none.
    pub title: String,
    pub caption: Option<CaptionSpace>,
    /// The counters, in the order in which they are shown.
    pub counters: Vec<Counter>,
    /// The largest value of any counter, which determines the width of counters.
    pub most: u64,
    pub code: Option<Listing>,
    pub tree: Option<Arc<SearchTree>>,
    pub state: Vec<StatePanel>,
    /// The order of the search, which panels of state and gauges show.
    pub order: Order,
    pub gauges: GaugeSpace,
    /// Whether frames may show a line that is lost before the search notices.
    pub lost_lines: bool,
    /// Whether panels of state show a position, without a search.
    pub is_position: bool,
}

/// The captions known before the first frame, for which the page needs space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionSpace {
    pub size: BoardSize,
    pub names: SquareNames,
    /// Captions that must fit, at least in their short form.
    pub words: Vec<CaptionText>,
}

impl CaptionSpace {
    /// Returns the space for all captions of a narrator in this notation, and for other captions no wider than
    /// `custom`.
    pub fn of(narrator: &Narrator, names: SquareNames, custom: CaptionText) -> Self {
        let size = narrator.problem.size();
        let words = narrator.wide_captions().map(|caption| caption.text(size, names));
        Self { size, names, words: words.chain([custom]).collect() }
    }
}

impl PanelContent {
    /// Whether there is nothing next to the board.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.gauges == GaugeSpace::Never && self.has_only_title()
    }

    /// Whether there is no panel; there may be a title and gauges.
    pub(super) fn has_only_title(&self) -> bool {
        let Self { caption, counters, code, tree, state, .. } = self;
        caption.is_none() && counters.is_empty() && code.is_none() && tree.is_none() && state.is_empty()
    }

    /// Returns all texts that are known before the first frame, except source code and panels of state.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let Self { title, caption, counters, most: _, code, tree: _, state: _, order, .. } = self;
        let Self { gauges: space, lost_lines, is_position: _, .. } = self;
        let captions = caption.iter().flat_map(|caption| &caption.words);
        let captions = captions.flat_map(|words| [&words.fact, &words.reason]);
        let captions = captions.flat_map(|phrase| [phrase.long.as_str(), &phrase.short]);
        // Source code may have any character; missing glyphs are replaced.
        let lines = code.iter().filter(|listing| !listing.is_source());
        let lines = lines.flat_map(Listing::lines);
        let names = counters.iter().map(|counter| counter.name());
        let label = (*space != GaugeSpace::Never).then(|| GaugeSpace::label(*order));
        let has_numbers = !counters.is_empty() || *space != GaugeSpace::Never || *lost_lines;
        let numbers = has_numbers.then_some("0123456789,");
        captions.chain([title.as_str()]).chain(lines).chain(names).chain(label).chain(numbers)
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
