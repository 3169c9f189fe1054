//! The cards before and after a film: boards, each with its text beside it or below it.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::figure::LEAST_EM;
use crate::page::layout::flow::{
    Align, Node, Span, between, column, exactly, grid, largest, leaf, row, space,
};
use crate::page::layout::{Line, TextPlace, Units, cap, lines, spring};
use crate::page::{Page, PageError, PageStyle};
use crate::picture::Rect;
use crate::record::{Counter, Scene};
use crate::words::Grouped;

/// What a film is about, before it begins.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::page::{PageStyle, Page, TitleCard};
/// use queenreel::record::Scene;
///
/// let card = TitleCard {
///     title: "Four queens".to_owned(),
///     task: "Place 4 queens on a 4×4 board so that no two attack each other.".to_owned(),
///     method: String::new(),
///     scene: Scene::empty(BoardSize::new(4)?),
/// };
/// let page = Page::of_title_card((1280, 720), &PageStyle::default(), &card)?;
/// assert_eq!((page.width, page.height), (1280, 720));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleCard {
    /// Its title.
    pub title: String,
    /// The task, in a sentence.
    pub task: String,
    /// How it is solved, if that is known.
    pub method: String,
    /// A board, on which squares that a queen attacks are marked.
    pub scene: Scene,
}

/// What a film has come to, after it has ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndCard {
    /// The title of the film.
    pub title: String,
    /// The result of a search, or of each solver of a race, in the order in which they are shown.
    pub results: Vec<CardResult>,
}

/// A board, and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardResult {
    /// The board.
    pub scene: Scene,
    /// The rank of its solver, which has a medal.
    pub rank: Option<usize>,
    /// What it is.
    pub head: String,
    /// More about it.
    pub note: String,
    /// The counters of its search.
    pub counters: Vec<(Counter, u64)>,
}

/// What a card has.
#[derive(Debug, Clone, Copy)]
enum Slot<'a> {
    Board(&'a Scene),
    /// A text, broken into lines at most so wide.
    Text(&'a Text, u32),
}

/// A card in its best arrangement, with boards of this width.
type Arranged<'a> = (Sheet<'a>, u32, Vec<(Slot<'a>, Rect)>);

/// Text in one size.
#[derive(Debug, Clone)]
struct Text {
    weight: Weight,
    is_muted: bool,
    /// Its em, and how far it is from the text above it, in units.
    em: f32,
    gap: f32,
    /// The rank of the medal on its left.
    rank: Option<usize>,
    words: String,
}

/// A board, and what is said about it.
#[derive(Debug, Clone)]
struct Block<'a> {
    scene: &'a Scene,
    head: Vec<Text>,
    /// Numbers with their names, at the foot.
    numbers: Vec<[Text; 2]>,
}

/// What a card says.
#[derive(Debug, Clone)]
struct Card<'a> {
    /// A title above everything, or nothing.
    title: Text,
    blocks: Vec<Block<'a>>,
    /// The largest em, in units.
    most: f32,
    /// What large text is worth against large boards.
    weight_of_text: i32,
}

/// A card that is arranged in some way.
#[derive(Debug, Clone, Copy)]
struct Sheet<'a> {
    card: &'a Card<'a>,
    font: &'a Font,
    sides: (u32, u32),
    /// Those of the page, as much smaller as text and gaps are.
    u: Units,
    /// Whether words are split that are wider than their line.
    splits_words: bool,
    /// How many boards are beside each other.
    columns: usize,
    /// Whether their texts are beside them or below, and numbers below each other or beside each other.
    is_beside: bool,
    has_rows: bool,
}

/// Whether texts are beside boards, and whether numbers are below each other.
const ARRANGEMENTS: [[bool; 2]; 3] = [[true, true], [false, true], [false, false]];

/// How heavy text is, and whether it is fainter.
const BOLD: (Weight, bool) = (Weight::Bold, false);
const PLAIN: (Weight, bool) = (Weight::Regular, false);
const MUTED: (Weight, bool) = (Weight::Regular, true);

/// The title, the task and the method of a title card.
const START: [Text; 3] = [text(BOLD, 7.0, 0.0), text(PLAIN, 4.0, 2.6), text(MUTED, 3.2, 1.8)];

const TITLE: Text = text(BOLD, 4.4, 0.0);
const NOTE: Text = text(MUTED, 3.0, 0.8);

/// The head of a result, a number and its name: of the only result, and of one of several.
const ALONE: [Text; 3] = [text(BOLD, 7.0, 0.8), text(BOLD, 4.4, 0.0), text(MUTED, 3.2, 0.0)];
const AMONG: [Text; 3] = [text(BOLD, 4.0, 0.8), text(BOLD, 3.2, 0.0), text(MUTED, 2.6, 0.0)];

const MARGIN: f32 = 7.0;
/// Between boards, and from a title to them.
const GAP: f32 = 5.0;
/// From a board to the text beside it, and below it.
const BESIDE: f32 = 6.0;
const BELOW: f32 = 3.6;
/// From the upper part of a text to the lower one.
const FOOT_GAP: f32 = 2.6;
/// The least distance of columns of numbers.
const COLUMN_GAP: f32 = 3.0;

/// From a number to its name, and the diameter of a medal, in ems.
const NAME_GAP: f32 = 0.4;
const MEDAL: f32 = 1.2;
const LEAST_MEDAL: u32 = 16;

/// The least width of a square.
const LEAST_SQUARE: u32 = 4;
/// On smaller squares there is no tick.
const LEAST_WITH_TICK: u32 = 20;

/// Text stands beside a board only in rooms that are so much wider than high.
const WIDE: f32 = 1.25;

/// Each size of text against the one before.
const STEP: f32 = 0.94;

/// The largest on pages so much higher than wide, where text below a board has much room.
const HIGH: f32 = 1.3;
const LARGEST_ON_HIGH: f32 = 1.4;

impl<'a> Sheet<'a> {
    /// With boards of this width, or without boards.
    fn page(self, side: u32) -> Node<'a, Slot<'a>> {
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

    fn cell(self, block: &'a Block<'a>, room: u32, side: u32) -> Node<'a, Slot<'a>> {
        let [beside, below] = [BESIDE, BELOW].map(|units| exactly(self.u.px(units)));
        let board = leaf(Slot::Board(block.scene), exactly(side), exactly(side)).when(side > 0);
        let gap = self.u.px(FOOT_GAP);
        let (room, most) =
            if self.is_beside { (room.saturating_sub(side + beside.least), u32::MAX) } else { (room, gap) };
        let head = self.paragraphs(&block.head, room);
        let texts = match &block.numbers[..] {
            [] => column([spring(), head, spring()]),
            [first, ..] => {
                // On small pages, letters need more.
                let letters = block.head.last().map_or(0, |last| self.gap(last, &first[0]));
                let gap = gap.max(letters);
                let gap = Span { rank: Span::LAST, ..between(gap, most.max(gap)) };
                column([head, space(exactly(0), gap), self.numbers(&block.numbers, first, room)])
            }
        };
        let cells = [board.align(Align::Start, Align::Middle), texts];
        if self.is_beside { row(cells) } else { column(cells) }.gaps(beside, below)
    }

    /// Texts below each other, from the capitals of the first line to the last baseline.
    fn paragraphs(self, texts: &'a [Text], room: u32) -> Node<'a, Slot<'a>> {
        let gaps = texts.windows(2).map(|pair| self.gap(&pair[0], &pair[1]));
        let gaps = std::iter::once(0).chain(gaps);
        column(texts.iter().zip(gaps).map(|(text, gap)| self.text(text, room).pad([0, gap, 0, 0])))
    }

    fn numbers(self, numbers: &'a [[Text; 2]], [number, name]: &[Text; 2], room: u32) -> Node<'a, Slot<'a>> {
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
        // As many in each row, as far as possible.
        let each = numbers.len().div_ceil(numbers.len().div_ceil(most));
        let columns = numbers.iter().map(|number| self.paragraphs(number, u32::MAX));
        grid(each, columns).even().gaps(exactly(gap), exactly(self.gap(name, number)))
    }

    /// A text in as many lines as it needs, from its capitals to its last baseline.
    fn text(self, text: &'a Text, room: u32) -> Node<'a, Slot<'a>> {
        let Some(lines) = self.lines(text, room) else {
            return space(exactly(u32::MAX), exactly(u32::MAX));
        };
        let (line, (up, down)) = (self.line(text), self.line(text).reach());
        let width = lines.iter().map(|text| line.width(text)).max().unwrap_or_default();
        let further = lines.len().saturating_sub(1) as u32 * (up + down);
        leaf(Slot::Text(text, room), exactly(self.medal(text)[1] + width), exactly(cap(line.em) + further))
    }

    /// The lines of a text; `None` if there is no room for a word.
    fn lines(self, text: &Text, room: u32) -> Option<Vec<String>> {
        let (line, room) = (self.line(text), room.checked_sub(self.medal(text)[1])?);
        let words = if self.splits_words { split(&text.words, line, room) } else { text.words.clone() };
        lines(&words, line, room)
    }

    fn line(self, text: &Text) -> Line<'a> {
        Line { font: self.font, em: self.u.em(text.em), weight: text.weight }
    }

    /// The diameter of the medal of a text, and its width with the space on its right; nothing without a medal.
    fn medal(self, text: &Text) -> [u32; 2] {
        let side = text.rank.map_or(0, |_| ((MEDAL * self.line(text).em).round() as u32).max(LEAST_MEDAL));
        [side, side * 4 / 3]
    }

    /// From the baseline of a text to the capitals of the one below it.
    fn gap(self, above: &Text, below: &Text) -> u32 {
        let (em, reach) = (self.line(below).em, self.line(above).reach().1 + self.line(below).reach().0);
        (reach + self.u.px(below.gap)).saturating_sub(cap(em))
    }

    /// With the largest of these boards, in rising order, with which everything has room.
    fn largest(self, boards: &[u32]) -> Option<Arranged<'a>> {
        // Most arrangements have no room even for the least one.
        self.page(*boards.first()?).placed(self.sides.0, self.sides.1)?;
        largest(boards, self.sides, |side| self.page(side)).next().map(|(side, places)| (self, side, places))
    }
}

impl<'a> Card<'a> {
    /// The best arrangement on a page of this size, without boards if there is no room for them; `None` if there
    /// is none that can be read.
    fn arranged(&'a self, sides: (u32, u32), size: BoardSize, font: &'a Font) -> Option<Arranged<'a>> {
        let squares = u32::from(size.get());
        let boards = LEAST_SQUARE..=sides.0.min(sides.1) / squares;
        let boards: Vec<u32> = boards.map(|square| square * squares).collect();
        [&boards[..], &[0]].into_iter().find_map(|boards| self.best(sides, font, boards))
    }

    fn best(&'a self, sides: (u32, u32), font: &'a Font, boards: &[u32]) -> Option<Arranged<'a>> {
        let (mut best, mut most) = (None, 0.0);
        let (count, shape) = (self.blocks.len(), sides.0 as f32 / sides.1 as f32);
        for (share, splits_words) in self.shares(sides) {
            // Large boards and large text are both worth something.
            let worth = |side: u32| side.max(1) as f32 * share.powi(self.weight_of_text);
            let u = Units(Units::of(sides.0, sides.1).0 * share);
            for columns in [count, 1].into_iter().take(count) {
                let is_wide = shape * count as f32 >= WIDE * (columns * columns) as f32;
                for [is_beside, has_rows] in ARRANGEMENTS.into_iter().skip(usize::from(!is_wide)) {
                    let sheet =
                        Sheet { card: self, font, sides, u, splits_words, columns, is_beside, has_rows };
                    let better = boards.partition_point(|side| worth(*side) <= most);
                    if let Some(found) = sheet.largest(&boards[better..]) {
                        most = worth(found.1);
                        best = Some(found);
                    }
                }
            }
        }
        best
    }

    /// How large text and gaps may be against their designed sizes, the largest first, down to that at which
    /// the largest text is as small as text may be; last, with words that may be split.
    fn shares(&self, (width, height): (u32, u32)) -> impl Iterator<Item = (f32, bool)> {
        let largest = if height as f32 / width as f32 >= HIGH { LARGEST_ON_HIGH } else { 1.0 };
        let least = (LEAST_EM / (self.most * Units::of(width, height).0)).min(1.0);
        let next = move |share: &f32| (*share > least).then_some((share * STEP).max(least));
        let shares = std::iter::successors(Some(largest), next).map(|share| (share, false));
        shares.chain([(least, true)])
    }
}

/// A text whose words are at most so wide: wider ones become several.
fn split(text: &str, line: Line<'_>, room: u32) -> String {
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
        let head = said(texts.map(|(kind, words)| kind.with(words)));
        let blocks = vec![Block { scene: &card.scene, head, numbers: Vec::new() }];
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
                scene: &result.scene,
                head: said([NOTE.with(above_one), main, NOTE.with(&result.note)]),
                numbers: result.counters.iter().map(counted).collect(),
            }
        };
        let blocks = card.results.iter().map(block).collect();
        Self { title: TITLE.with(above_all), blocks, most: head.em.max(TITLE.em), weight_of_text: 1 }
    }

    /// The first character that the font lacks.
    fn lacking(&self, font: &Font) -> Option<char> {
        let blocks = self.blocks.iter();
        let texts = blocks.flat_map(|block| block.head.iter().chain(block.numbers.as_flattened()));
        let rank = |text: &Text| text.rank.map(|rank| rank.to_string()).unwrap_or_default();
        font.lacking_in(texts.chain([&self.title]).flat_map(|text| [text.words.clone(), rank(text)]))
    }
}

/// The texts that have words.
fn said(texts: impl IntoIterator<Item = Text>) -> Vec<Text> {
    texts.into_iter().filter(|text| !text.words.is_empty()).collect()
}

impl Page {
    /// The page of a title card of so many pixels, with the colours and the font of this style.
    ///
    /// # Errors
    /// [`PageError`] when the font lacks a character, or the text cannot be read on such a page.
    pub fn of_title_card(sides: (u32, u32), style: &PageStyle, card: &TitleCard) -> Result<Self, PageError> {
        let style = PageStyle { attacks: style.highlight, coordinates: false, ..style.clone() };
        let with = |title| Card::of_title(title, card);
        Self::of_card(sides, card.scene.size, &style, [&with(&card.title), &with("")])
    }

    /// The page of an end card with boards of this size, of so many pixels.
    ///
    /// # Errors
    /// As [`Page::of_title_card`].
    ///
    /// # Panics
    /// When a board has another size.
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

    /// The page of a card, which is also given without its title.
    fn of_card(
        sides: (u32, u32),
        size: BoardSize,
        style: &PageStyle,
        [card, untitled]: [&Card<'_>; 2],
    ) -> Result<Self, PageError> {
        let font = &style.font;
        card.lacking(font).map_or(Ok(()), |character| Err(PageError::NoGlyph(character)))?;
        let (sheet, side, places) = card.arranged(sides, size, font).ok_or_else(|| {
            let is_too_long = untitled.arranged(sides, size, font).is_some();
            let too_small = PageError::CardTooSmall { width: sides.0, height: sides.1 };
            if is_too_long { PageError::TitleTooLong } else { too_small }
        })?;
        let style = style.for_squares_of(side / u32::from(size.get()));
        let mut page = Self::with_boards(sides, &style, true, true);
        // Its board is smaller than that of the film.
        page.squares.least_with_tick = LEAST_WITH_TICK;
        let inks = page.squares.inks;
        for (slot, area) in places {
            let (text, room) = match slot {
                Slot::Board(scene) => {
                    page.add_board(area, scene, &style);
                    continue;
                }
                Slot::Text(text, room) => (text, room),
            };
            let (Line { em, weight, .. }, (up, down)) = (sheet.line(text), sheet.line(text).reach());
            let mut baseline = area.y + cap(em);
            let [side, indent] = sheet.medal(text);
            if text.rank.is_some() {
                // In the middle of the capitals of the first line.
                let y = baseline.saturating_sub(cap(em) / 2 + side / 2);
                page.add_medal(Rect { y, width: side, height: side, ..area }, text.rank);
            }
            let ink = if text.is_muted { inks.muted } else { inks.ink };
            for words in sheet.lines(text, room).unwrap_or_default() {
                let place =
                    TextPlace { x: area.x + indent, baseline, width: sheet.line(text).width(&words), em };
                page.add_text_in(place, weight, ink, Align::Start, &words);
                baseline += up + down;
            }
        }
        Ok(page)
    }
}
