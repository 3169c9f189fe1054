//! The intro and outro of a film: boards, each with its text next to it or below it.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::figure::LEAST_EM;
use crate::page::layout::flow::{
    Align, Node, Span, between, column, exactly, grid, largest, leaf, row, space,
};
use crate::page::layout::{FontStyle, TextPlace, Units, cap, lines, spring};
use crate::page::{Page, PageError, PageStyle};
use crate::picture::Rect;
use crate::record::{BoardState, Counter};
use crate::words::Grouped;

/// The content of a title card, shown before a film.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::internals::page::{PageStyle, Page, TitleCard};
/// use queenreel::record::BoardState;
///
/// let card = TitleCard {
///     title: "Four queens".to_owned(),
///     task: "Place 4 queens on a 4×4 board so that no two attack each other.".to_owned(),
///     method: String::new(),
///     board: BoardState::empty(BoardSize::new(4)?),
/// };
/// let page = Page::of_title_card((1280, 720), &PageStyle::default(), &card)?;
/// assert_eq!((page.width, page.height), (1280, 720));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleCard {
    pub title: String,
    /// The task, as a sentence.
    pub task: String,
    /// The method; empty if it is unknown.
    pub method: String,
    /// A board that marks the squares a queen attacks.
    pub board: BoardState,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndCard {
    pub title: String,
    /// The result of a search, or of each solver of a race in display order.
    pub results: Vec<CardResult>,
}

/// The result of a search, with its board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardResult {
    pub board: BoardState,
    pub rank: Option<usize>,
    pub head: String,
    pub note: String,
    pub counters: Vec<(Counter, u64)>,
}

#[derive(Debug, Clone, Copy)]
enum CardSlot<'a> {
    Board(&'a BoardState),
    /// A text, broken into lines of at most this many pixels.
    Text(&'a Text, u32),
}

type Arranged<'a> = (CardLayout<'a>, u32, Vec<(CardSlot<'a>, Rect)>);

#[derive(Debug, Clone)]
struct Text {
    weight: Weight,
    is_muted: bool,
    /// Em, in units.
    em: f32,
    /// Distance from the text above, in units.
    gap: f32,
    rank: Option<usize>,
    words: String,
}

/// A board on a card, with its text.
#[derive(Debug, Clone)]
struct Block<'a> {
    scene: &'a BoardState,
    head: Vec<Text>,
    numbers: Vec<[Text; 2]>,
}

#[derive(Debug, Clone)]
struct Card<'a> {
    /// A title above everything; may be empty.
    title: Text,
    blocks: Vec<Block<'a>>,
    /// The em of the largest text, in units.
    most: f32,
    /// How much large text is worth relative to large boards, as an exponent.
    weight_of_text: i32,
}

#[derive(Debug, Clone, Copy)]
struct CardLayout<'a> {
    card: &'a Card<'a>,
    font: &'a Font,
    sides: (u32, u32),
    /// The unit of the page, multiplied by the scale of text and gaps.
    u: Units,
    splits_words: bool,
    /// Boards in a row.
    columns: usize,
    /// Whether texts are next to boards, instead of below them.
    is_beside: bool,
    /// Whether numbers are stacked, instead of side by side.
    has_rows: bool,
}

/// The arrangements that are tried: whether texts are next to boards, and whether numbers are stacked.
const ARRANGEMENTS: [[bool; 2]; 3] = [[true, true], [false, true], [false, false]];

const BOLD: (Weight, bool) = (Weight::Bold, false);
const PLAIN: (Weight, bool) = (Weight::Regular, false);
const MUTED: (Weight, bool) = (Weight::Regular, true);

/// The title, the task and the method of a title card.
const START: [Text; 3] = [text(BOLD, 7.0, 0.0), text(PLAIN, 4.0, 2.6), text(MUTED, 3.2, 1.8)];

const TITLE: Text = text(BOLD, 4.4, 0.0);
const NOTE: Text = text(MUTED, 3.0, 0.8);

/// The head, a number and the name of a number, if a card has a single result.
const ALONE: [Text; 3] = [text(BOLD, 7.0, 0.8), text(BOLD, 4.4, 0.0), text(MUTED, 3.2, 0.0)];
/// As [`ALONE`], for each of several results.
const AMONG: [Text; 3] = [text(BOLD, 4.0, 0.8), text(BOLD, 3.2, 0.0), text(MUTED, 2.6, 0.0)];

const MARGIN: f32 = 7.0;
/// Space between boards, and below a title.
const GAP: f32 = 5.0;
/// Space between a board and the text next to it.
const BESIDE: f32 = 6.0;
const BELOW: f32 = 3.6;
/// Space between the head of a result and its numbers.
const FOOT_GAP: f32 = 2.6;
/// Minimum gap between columns of numbers.
const COLUMN_GAP: f32 = 3.0;

/// Space between a number and its name, in ems.
const NAME_GAP: f32 = 0.4;
/// Diameter of a medal, in ems.
const MEDAL: f32 = 1.2;
const LEAST_MEDAL: u32 = 16;

/// Minimum side of a square, in pixels.
const LEAST_SQUARE: u32 = 4;
/// Side of the smallest square with a tick, in pixels.
const LEAST_WITH_TICK: u32 = 20;

/// Text is next to a board only in spaces with at least this ratio of width to height.
const WIDE: f32 = 1.25;

/// Each scale of text that is tried, relative to the next larger scale.
const STEP: f32 = 0.94;

/// Pages with at least this ratio of height to width have larger text below boards.
const HIGH: f32 = 1.3;
/// The largest scale of text on pages with at least the ratio [`HIGH`].
const LARGEST_ON_HIGH: f32 = 1.4;

impl<'a> CardLayout<'a> {
    /// Lays out the page with boards of this width; 0 for no boards.
    fn page(self, side: u32) -> Node<'a, CardSlot<'a>> {
        let (margin, gap) = (self.u.px(MARGIN), self.u.px(GAP));
        let full = self.sides.0.saturating_sub(2 * margin);
        let room = ((full + gap) / self.columns as u32).saturating_sub(gap);
        let title = self.text(&self.card.title, full).pad([0, 0, 0, gap]);
        let title = title.when(!self.card.title.words.is_empty());
        let spread = between(gap, u32::MAX);
        let cells = self.card.blocks.iter().map(|block| self.cell(block, room, side));
        let cells = grid(self.columns, cells).even().gaps(spread, spread);
        let [left, above] = [exactly(0), between(0, u32::MAX)];
        let page = column([space(left, above), title, cells, space(left, above)]);
        row([space(above, left), page, space(above, left)]).pad([margin; 4])
    }

    fn cell(self, block: &'a Block<'a>, room: u32, side: u32) -> Node<'a, CardSlot<'a>> {
        let [beside, below] = [BESIDE, BELOW].map(|units| exactly(self.u.px(units)));
        let board = leaf(CardSlot::Board(block.scene), exactly(side), exactly(side)).when(side > 0);
        let gap = self.u.px(FOOT_GAP);
        let (room, most) =
            if self.is_beside { (room.saturating_sub(side + beside.least), u32::MAX) } else { (room, gap) };
        let head = self.paragraphs(&block.head, room);
        let texts = match &block.numbers[..] {
            [] => column([spring(), head, spring()]),
            [first, ..] => {
                // On small pages, texts need a larger gap so that they do not touch.
                let letters = block.head.last().map_or(0, |last| self.gap(last, &first[0]));
                let gap = gap.max(letters);
                let gap = Span { rank: Span::LAST, ..between(gap, most.max(gap)) };
                column([head, space(exactly(0), gap), self.numbers(&block.numbers, first, room)])
            }
        };
        let cells = [board.align(Align::Start, Align::Middle), texts];
        if self.is_beside { row(cells) } else { column(cells) }.gaps(beside, below)
    }

    /// Stacks texts, from the cap height of the first line of text to the last baseline.
    fn paragraphs(self, texts: &'a [Text], room: u32) -> Node<'a, CardSlot<'a>> {
        let gaps = texts.windows(2).map(|pair| self.gap(&pair[0], &pair[1]));
        let gaps = std::iter::once(0).chain(gaps);
        column(texts.iter().zip(gaps).map(|(text, gap)| self.text(text, room).pad([0, gap, 0, 0])))
    }

    fn numbers(self, numbers: &'a [[Text; 2]], first: &[Text; 2], room: u32) -> Node<'a, CardSlot<'a>> {
        let [number, name] = first;
        if self.has_rows {
            let texts = numbers.iter().flat_map(|[number, name]| {
                let number = self.text(number, u32::MAX).align(Align::End, Align::End);
                [number, self.text(name, u32::MAX).align(Align::Start, Align::End)]
            });
            let gap = (NAME_GAP * self.line(number).em).round() as u32;
            return grid(2, texts).gaps(exactly(gap), exactly(self.gap(number, number)));
        }
        let widths = numbers.iter().flatten().map(|text| self.line(text).width(&text.words));
        let widest = widths.max().unwrap_or_default();
        let gap = self.u.px(COLUMN_GAP).max(self.line(name).em.round() as u32);
        let most = ((room + gap) / (widest + gap)).max(1) as usize;
        // All rows have the same number of columns, as far as possible.
        let each = numbers.len().div_ceil(numbers.len().div_ceil(most));
        let columns = numbers.iter().map(|number| self.paragraphs(number, u32::MAX));
        grid(each, columns).even().gaps(exactly(gap), exactly(self.gap(name, number)))
    }

    /// Lays out a text in as many lines of text as it needs, from the cap height to the last baseline.
    fn text(self, text: &'a Text, room: u32) -> Node<'a, CardSlot<'a>> {
        let Some(lines) = self.lines(text, room) else { return space(exactly(u32::MAX), exactly(u32::MAX)) };
        let (line, (up, down)) = (self.line(text), self.line(text).reach());
        let width = lines.iter().map(|text| line.width(text)).max().unwrap_or_default();
        let further = lines.len().saturating_sub(1) as u32 * (up + down);
        let width = exactly(self.medal(text)[1] + width);
        leaf(CardSlot::Text(text, room), width, exactly(cap(line.em) + further))
    }

    /// Breaks a text into lines of text; returns `None` if a word does not fit.
    fn lines(self, text: &Text, room: u32) -> Option<Vec<String>> {
        let (line, room) = (self.line(text), room.checked_sub(self.medal(text)[1])?);
        let words = if self.splits_words { split(&text.words, line, room) } else { text.words.clone() };
        lines(&words, line, room)
    }

    fn line(self, text: &Text) -> FontStyle<'a> {
        FontStyle { font: self.font, em: self.u.em(text.em), weight: text.weight }
    }

    /// Returns the diameter of a text's medal, and the diameter with the space right of it; 0 without a medal.
    fn medal(self, text: &Text) -> [u32; 2] {
        let side = text.rank.map_or(0, |_| ((MEDAL * self.line(text).em).round() as u32).max(LEAST_MEDAL));
        [side, side * 4 / 3]
    }

    fn gap(self, above: &Text, below: &Text) -> u32 {
        let (em, reach) = (self.line(below).em, self.line(above).reach().1 + self.line(below).reach().0);
        (reach + self.u.px(below.gap)).saturating_sub(cap(em))
    }

    fn largest(self, boards: &[u32]) -> Option<Arranged<'a>> {
        // Most arrangements do not fit even with the smallest board.
        self.page(*boards.first()?).placed(self.sides.0, self.sides.1)?;
        largest(boards, self.sides, |side| self.page(side)).next().map(|(side, places)| (self, side, places))
    }
}

impl<'a> Card<'a> {
    /// Returns the best arrangement on a page of this size, without boards if there is no space for boards; `None`
    /// if no arrangement is legible.
    fn arranged(&'a self, sides: (u32, u32), size: BoardSize, font: &'a Font) -> Option<Arranged<'a>> {
        let squares = u32::from(size.get());
        let sizes = LEAST_SQUARE..=sides.0.min(sides.1) / squares;
        let boards: Vec<u32> = sizes.map(|square| square * squares).collect();
        [&boards[..], &[0]].into_iter().find_map(|boards| self.best(sides, font, boards))
    }

    fn best(&'a self, sides: (u32, u32), font: &'a Font, boards: &[u32]) -> Option<Arranged<'a>> {
        let (mut best, mut most) = (None, 0.0);
        let (count, shape) = (self.blocks.len(), sides.0 as f32 / sides.1 as f32);
        for (share, splits_words) in self.shares(sides) {
            // The worth combines the sizes of boards and text.
            let worth = |side: u32| side.max(1) as f32 * share.powi(self.weight_of_text);
            let u = Units(Units::of(sides.0, sides.1).0 * share);
            for columns in [count, 1].into_iter().take(count) {
                let is_wide = shape * count as f32 >= WIDE * (columns * columns) as f32;
                for [is_beside, has_rows] in ARRANGEMENTS.into_iter().skip(usize::from(!is_wide)) {
                    let layout =
                        CardLayout { card: self, font, sides, u, splits_words, columns, is_beside, has_rows };
                    let better = boards.partition_point(|side| worth(*side) <= most);
                    if let Some(found) = layout.largest(&boards[better..]) {
                        (most, best) = (worth(found.1), Some(found));
                    }
                }
            }
        }
        best
    }

    /// Returns scales of text and gaps relative to the design, in descending order, each with whether words may be
    /// split. The last two scales give the largest text its minimum size; only the last permits split words.
    fn shares(&self, (width, height): (u32, u32)) -> impl Iterator<Item = (f32, bool)> {
        let largest = if height as f32 / width as f32 >= HIGH { LARGEST_ON_HIGH } else { 1.0 };
        let least = (LEAST_EM / (self.most * Units::of(width, height).0)).min(1.0);
        let next = move |share: &f32| (*share > least).then_some((share * STEP).max(least));
        let shares = std::iter::successors(Some(largest), next).map(|share| (share, false));
        shares.chain([(least, true)])
    }
}

/// Splits the words of a text that are wider than `room`.
fn split(text: &str, line: FontStyle<'_>, room: u32) -> String {
    let mut width = 0;
    let parts = text.chars().flat_map(|letter| {
        let is_space = letter.is_whitespace();
        let wide = if is_space { 0 } else { line.width(letter.encode_utf8(&mut [0; 4])) };
        let is_full = width + wide > room;
        width = if is_full || is_space { wide } else { width + wide };
        [is_full.then_some(' '), Some(letter)]
    });
    parts.flatten().collect()
}

const fn text((weight, is_muted): (Weight, bool), em: f32, gap: f32) -> Text {
    Text { weight, is_muted, em, gap, rank: None, words: String::new() }
}

impl Text {
    fn with(&self, words: &str) -> Self {
        Self { words: words.to_owned(), ..self.clone() }
    }
}

impl<'a> Card<'a> {
    fn of_title(title: &str, card: &'a TitleCard) -> Self {
        let texts = START.into_iter().zip([title, &card.task, &card.method]);
        let head = not_empty(texts.map(|(kind, words)| kind.with(words)));
        let blocks = vec![Block { scene: &card.board, head, numbers: Vec::new() }];
        Self { title: TITLE, blocks, most: START[0].em, weight_of_text: 2 }
    }

    fn of_end(title: &str, card: &'a EndCard) -> Self {
        let is_alone = card.results.len() == 1;
        let [head, number, name] = if is_alone { ALONE } else { AMONG };
        let (above_one, above_all) = if is_alone { (title, "") } else { ("", title) };
        let counted = |(counter, value): &(Counter, u64)| {
            let all = counter.name();
            let one = all.strip_suffix('s').filter(|_| *value == 1);
            [number.with(&Grouped(*value).to_string()), name.with(one.unwrap_or(all))]
        };
        let block = |result: &'a CardResult| {
            let main = Text { rank: result.rank, ..head.with(&result.head) };
            Block {
                scene: &result.board,
                head: not_empty([NOTE.with(above_one), main, NOTE.with(&result.note)]),
                numbers: result.counters.iter().map(counted).collect(),
            }
        };
        let blocks = card.results.iter().map(block).collect();
        Self { title: TITLE.with(above_all), blocks, most: head.em.max(TITLE.em), weight_of_text: 1 }
    }

    fn lacking(&self, font: &Font) -> Option<char> {
        let blocks = self.blocks.iter();
        let texts = blocks.flat_map(|block| block.head.iter().chain(block.numbers.as_flattened()));
        let rank = |text: &Text| text.rank.map(|rank| rank.to_string()).unwrap_or_default();
        font.lacking_in(texts.chain([&self.title]).flat_map(|text| [text.words.clone(), rank(text)]))
    }
}

fn not_empty(texts: impl IntoIterator<Item = Text>) -> Vec<Text> {
    texts.into_iter().filter(|text| !text.words.is_empty()).collect()
}

impl Page {
    /// Creates the page of a title card with these sides in pixels, in the colours and the font of the style.
    pub fn of_title_card(sides: (u32, u32), style: &PageStyle, card: &TitleCard) -> Result<Self, PageError> {
        let style = PageStyle { attacks: style.highlight, coordinates: false, ..style.clone() };
        let with = |title| Card::of_title(title, card);
        Self::of_card(sides, card.board.size, &style, [&with(&card.title), &with("")])
    }

    /// Creates the page of an end card with sides in pixels, for boards of this size; panics if a board has another
    /// size.
    pub fn of_end_card(
        sides: (u32, u32),
        size: BoardSize,
        style: &PageStyle,
        card: &EndCard,
    ) -> Result<Self, PageError> {
        let style = PageStyle { attacks: false, coordinates: false, ..style.clone() };
        let with = |title| Card::of_end(title, card);
        Self::of_card(sides, size, &style, [&with(&card.title), &with("")])
    }

    /// Creates the page of a card. If only the title does not fit, the error says so.
    fn of_card(
        sides: (u32, u32),
        size: BoardSize,
        style: &PageStyle,
        [card, untitled]: [&Card<'_>; 2],
    ) -> Result<Self, PageError> {
        let font = &style.font;
        card.lacking(font).map_or(Ok(()), |character| Err(PageError::NoGlyph(character)))?;
        let (layout, side, places) = card.arranged(sides, size, font).ok_or_else(|| {
            let too_small = PageError::CardTooSmall { width: sides.0, height: sides.1 };
            untitled.arranged(sides, size, font).map_or(too_small, |_| PageError::TitleTooLong)
        })?;
        let style = style.for_squares_of(side / u32::from(size.get()));
        let mut page = Self::with_boards(sides, &style, true, true);
        // The board of a card is smaller than the board of the film.
        page.squares.least_with_tick = LEAST_WITH_TICK;
        let inks = page.squares.inks;
        for (slot, area) in places {
            let (text, room) = match slot {
                CardSlot::Board(scene) => {
                    page.add_board(area, scene, &style);
                    continue;
                }
                CardSlot::Text(text, room) => (text, room),
            };
            let (FontStyle { em, weight, .. }, (up, down)) = (layout.line(text), layout.line(text).reach());
            let mut baseline = area.y + cap(em);
            let [side, indent] = layout.medal(text);
            if text.rank.is_some() {
                // The medal is centred on the cap height of the first line of text.
                let y = baseline.saturating_sub(cap(em) / 2 + side / 2);
                page.add_medal(Rect { y, width: side, height: side, ..area }, text.rank);
            }
            let ink = if text.is_muted { inks.muted } else { inks.ink };
            for words in layout.lines(text, room).unwrap_or_default() {
                let width = layout.line(text).width(&words);
                let place = TextPlace { x: area.x + indent, baseline, width, em };
                page.add_text_in(place, weight, ink, Align::Start, &words);
                baseline += up + down;
            }
        }
        Ok(page)
    }
}
