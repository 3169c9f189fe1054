//! The page of a gallery: many boards, described one by one, so that only one is in memory.

use std::iter;
use std::ops::Range;

use crate::board::{BoardSize, Square};
use crate::font::{Font, Weight};
use crate::page::drawing::{HeatCell, HeatMap};
use crate::page::element::{Element, Text};
use crate::page::figure::{Edges, LEAST_EM};
use crate::page::layout::board::{of_ratio, page_pixels};
use crate::page::layout::flow::{self, Node, column, exactly, first, from, leaf, row, space};
use crate::page::layout::paragraph::{BrokenLine, broken};
use crate::page::layout::words::spring;
use crate::page::montage_text::{BoardLabel, MontageText, MontageTitle, Note};
use crate::page::slot::{Align, Colours, Pen, TextStyle};
use crate::page::square::{Ground, Labels, Lines, SquareSlot, SquareState, SquareStyle};
use crate::page::units::{CAP, Line, Units, cap};
use crate::page::{MAX_SIDE, PageError, PageSize, PageStyle};
use crate::picture::Rect;
use crate::record::Scene;

use super::gallery_grid::{Boards, Grid, GridStyle, LabelNeeds, PlacedBoards, Trial};
use super::gallery_own::OwnPage;

#[cfg(test)]
mod tests;

/// What is on the page of a gallery beside the boards, and how they are arranged.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MontageContent {
    /// Boards in a row; `None` for as many as suit the page.
    pub columns: Option<u32>,
    /// Side of a square in pixels, unless the page has a given size; `None` for one that keeps the
    /// picture within 8,192 pixels a side.
    pub square: Option<u32>,
    /// The labels that will be under the boards; none, or one for each.
    pub labels: Vec<BoardLabel>,
    /// The other text. Without a page, only a title of [any text](MontageTitle::Text) is drawn.
    pub text: MontageText,
}

/// The page of a montage.
#[derive(Debug)]
pub struct MontagePage {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// How squares are drawn.
    pub squares: SquareStyle,
    /// The font of all text.
    pub font: Font,
    /// The size of the boards.
    pub size: BoardSize,
    boards: PlacedBoards,
    /// All text but labels.
    pub(crate) texts: Vec<Text<'static>>,
    /// The cells that explain a heat map.
    scale: Vec<Rect>,
}

/// A board of a montage with its label.
#[derive(Debug, Clone)]
pub struct LabelledBoard<'a> {
    /// The board.
    pub scene: Scene,
    /// Its label, one of those that the montage was made for.
    pub label: Option<&'a BoardLabel>,
}

/// What the cells that explain a heat map show, and the numbers on them.
const SHOWN: [HeatCell; 6] = [
    HeatCell::Attackers(0),
    HeatCell::Attackers(1),
    HeatCell::Attackers(2),
    HeatCell::Attackers(3),
    HeatCell::Attackers(4),
    HeatCell::Queen,
];
const CELLS: u32 = SHOWN.len() as u32;
const NUMBERS: [&str; 5] = ["0", "1", "2", "3", "4+"];

/// What their colours count.
const COUNTED: &str = "queens that attack a square";

/// Up to this many boards are few: large ones, with a column of text to the left or above them.
const MOST_FEW: u32 = 12;
const FEW: GridStyle =
    GridStyle { number: 2.4, other: 2.0, gap: 0.9, share: 0.1, widest_gap: Some(0.5), uneven: 0.8 };
const FEW_MARGIN: f32 = 6.0;

/// Others have their title among them or above them, and a line at the foot of the page.
const MANY: GridStyle =
    GridStyle { number: 1.25, other: 1.25, gap: 0.45, share: 0.14, widest_gap: None, uneven: 0.95 };
const MANY_MARGIN: f32 = 5.0;

/// The room for a title beside boards, and that together with the space between both.
const TITLE_COLUMN: f32 = 40.0;
const BESIDE_BOARDS: f32 = 46.0;

/// The largest numbers that are tried in a title beside boards and among them, and the one above them; and
/// the smallest that are tried among them.
const NUMBERS_BESIDE: [f32; 5] = [24.0, 20.0, 16.0, 12.0, 10.0];
const NUMBER_BELOW: f32 = 20.0;
const NUMBER_ABOVE: f32 = 10.0;
const SMALLEST_AMONG: [f32; 2] = [10.0, 7.0];

/// The largest sentence of a title, and the space between its lines, in ems.
const SENTENCE: f32 = 2.9;
const SENTENCE_PITCH: f32 = 1.34;

/// The em of other text in a column, and that of the line at the foot.
const COLUMN_EM: f32 = 2.2;
const FOOT_EM: f32 = 1.7;

/// A part of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part<'a> {
    Boards,
    Words(Words<'a>),
    /// The scale of a heat map.
    Scale,
}

/// Text of one or more lines: bold words, then others.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Words<'a> {
    bold: &'a str,
    others: &'a str,
    em: f32,
    /// Between lines, in ems.
    pitch: f32,
    /// Whether those that are not bold are fainter.
    muted: bool,
    /// Whether its ink begins at the left edge, as that of a large number.
    flush: bool,
}

type Tree<'a> = Node<'a, Part<'a>>;
type Places<'a> = Vec<(Part<'a>, Rect)>;

/// Why boards do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unfit {
    Squares,
    Labels,
    Title,
}

/// What is arranged on a page of a given size.
#[derive(Debug, Clone, Copy)]
struct Sheet<'a> {
    boards: Boards<'a>,
    text: &'a MontageText,
    has_scale: bool,
    font: &'a Font,
    size: (u32, u32),
    u: Units,
}

impl<'a> Words<'a> {
    /// That of a title.
    const fn sentence(sentence: &'a str, em: f32, pitch: f32) -> Self {
        Self { bold: "", others: sentence, em, pitch, muted: false, flush: false }
    }

    fn pitch(&self) -> u32 {
        (self.pitch * self.em).round() as u32
    }

    fn lines(&self, font: &Font, width: u32) -> Option<Vec<BrokenLine>> {
        broken(&[(Weight::Bold, self.bold), (Weight::Regular, self.others)], font, self.em, width)
    }
}

/// The largest of some ems.
fn shrinking(largest: f32, smallest: f32) -> impl Iterator<Item = f32> {
    iter::successors(Some(largest.max(smallest)), move |em| {
        (*em > smallest).then(|| (em * 0.95).max(smallest))
    })
}

fn gap<'a>(height: u32) -> Tree<'a> {
    space(exactly(0), exactly(height))
}

fn boards<'a>() -> Tree<'a> {
    leaf(Part::Boards, from(0), from(0))
}

impl<'a> Sheet<'a> {
    fn width(&self, weight: Weight, text: &str, em: f32) -> u32 {
        Line { font: self.font, em, weight }.width(text)
    }

    fn of_size(&self, size: (u32, u32)) -> Self {
        Self { size, u: Units::of(size.0, size.1), ..*self }
    }

    /// The page within margins of so many units.
    fn within(&self, margin: f32) -> (u32, u32) {
        let margin = 2 * self.u.px(margin);
        (self.size.0.saturating_sub(margin), self.size.1.saturating_sub(margin))
    }

    fn placed(&self, margin: f32, tree: Tree<'a>) -> Option<Places<'a>> {
        tree.pad([self.u.px(margin); 4]).placed(self.size.0, self.size.1)
    }

    /// The height of words in lines of at most so many pixels.
    fn height(&self, words: Words<'_>, width: u32) -> Option<u32> {
        let lines = words.lines(self.font, width)?.len() as u32;
        Some(cap(words.em) + words.pitch() * lines.saturating_sub(1))
    }

    /// Words in lines of at most so many pixels.
    fn words(&self, words: Words<'a>, width: u32) -> Option<Tree<'a>> {
        Some(leaf(Part::Words(words), exactly(width), exactly(self.height(words, width)?)))
    }

    /// Words on one line.
    fn line(&self, bold: &'a str, others: &'a str, em: f32) -> Tree<'a> {
        let width = self.width(Weight::Bold, bold, em) + self.width(Weight::Regular, others, em);
        let words = Words { bold, others, em, pitch: 0.0, muted: true, flush: false };
        leaf(Part::Words(words), exactly(width), exactly(cap(em))).align(flow::Align::Start, flow::Align::End)
    }

    /// The ems of a sentence above boards or among them.
    fn sentence_ems(&self) -> impl Iterator<Item = f32> + use<> {
        shrinking(self.u.em(SENTENCE), (self.u.0 * 1.5).max(LEAST_EM))
    }

    /// A bold title at the first of some ems at which it fits in so many lines.
    fn headline(
        &self,
        text: &'a str,
        most: usize,
        (width, height): (u32, u32),
        mut ems: impl Iterator<Item = f32>,
    ) -> Option<Tree<'a>> {
        ems.find_map(|em| {
            let words = Words { bold: text, others: "", em, pitch: 1.25, muted: false, flush: false };
            words.lines(self.font, width).filter(|lines| lines.len() <= most)?;
            let title = column([self.words(words, width)?, gap((0.25 * em).ceil() as u32)]);
            title.placed(width, height).map(|_| title)
        })
    }

    /// The largest em of a number, at most so many units, in a room so wide.
    fn number_em(&self, number: &str, largest: f32, width: u32) -> f32 {
        let fits = |em: &f32| self.width(Weight::Bold, number, *em) <= width;
        let em = shrinking(self.u.em(largest), LEAST_EM).find(fits).unwrap_or_default();
        // Larger letters are not drawn.
        self.font.weight(Weight::Bold).drawn(em)
    }

    fn number(&self, number: &'a str, em: f32) -> Tree<'a> {
        let words = Words { bold: number, others: "", em, pitch: 0.0, muted: false, flush: true };
        leaf(Part::Words(words), exactly(self.width(Weight::Bold, number, em)), exactly(cap(em)))
    }

    /// A title in a column: its sentence follows its number, which is at most so large.
    fn title_in_column(&self, title: &'a MontageTitle, room: (u32, u32), largest: f32) -> Option<Tree<'a>> {
        let (number, sentence) = match title {
            MontageTitle::Count { number, sentence } => (number, sentence),
            MontageTitle::Text(text) => {
                return self.headline(text, 5, room, shrinking(self.u.em(6.0), self.u.em(2.2)));
            }
        };
        let number = self.number(number, self.number_em(number, largest, room.0));
        shrinking(self.u.em(SENTENCE), self.u.em(2.0)).find_map(|em| {
            let between = gap((2.07 * em).round() as u32 - cap(em));
            let below = gap((0.25 * em).ceil() as u32);
            let sentence = self.words(Words::sentence(sentence, em, 1.38), room.0)?;
            Some(column([number.clone(), between, sentence, below]))
        })
    }

    /// A title above boards, in one or two lines.
    fn title_above(&self, title: &'a MontageTitle, room: (u32, u32)) -> Option<Tree<'a>> {
        match title {
            MontageTitle::Count { number, sentence } => {
                let em = self.number_em(number, NUMBER_ABOVE, room.0 / 2);
                let (between, height) = (self.u.px(1.5), cap(em));
                let width = room.0.checked_sub(self.width(Weight::Bold, number, em) + between)?;
                let number = self.number(number, em);
                self.sentence_ems().find_map(|em| {
                    let sentence = self.words(Words::sentence(sentence, em, SENTENCE_PITCH), width)?;
                    let sentence = sentence.align(flow::Align::Start, flow::Align::End);
                    let title = row([number.clone(), sentence]).gaps(exactly(between), exactly(0));
                    let title = title.tall(exactly(height));
                    title.placed(room.0, height).map(|_| title)
                })
            }
            MontageTitle::Text(text) => [(1, 3.0), (2, 0.0)].into_iter().find_map(|(lines, least)| {
                let ems = shrinking(self.u.em(4.4), self.u.em(1.8)).filter(|em| *em >= least * self.u.0);
                self.headline(text, lines, room, ems)
            }),
        }
    }

    /// A title in a room among boards: its number at the top, and its sentence at the foot.
    fn title_among(&self, title: &'a MontageTitle, room: Rect) -> Option<Places<'a>> {
        let units = self.u.0;
        let title = match title {
            MontageTitle::Count { number, sentence } => SMALLEST_AMONG.into_iter().find_map(|least| {
                self.sentence_ems().find_map(|em| {
                    let sentence = Words::sentence(sentence, em, SENTENCE_PITCH);
                    let used = self.height(sentence, room.width)? + em.round() as u32;
                    let largest = room.height.checked_sub(used)? as f32 / CAP;
                    let number_em = self.number_em(number, NUMBERS_BESIDE[0], room.width).min(largest);
                    let is_large = number_em >= least * units && number_em >= 2.2 * em;
                    let sentence = self.words(sentence, room.width)?;
                    is_large.then(|| column([self.number(number, number_em), spring(), sentence]))
                })
            }),
            MontageTitle::Text(text) => {
                let ems = shrinking(self.u.em(8.0), (units * 1.8).max(LEAST_EM));
                self.headline(text, 4, (room.width, room.height), ems)
            }
        };
        let mut places = title?.placed(room.width, room.height)?;
        for (_, area) in &mut places {
            *area = area.moved(room.x, room.y);
        }
        Some(places)
    }

    /// The foot of a column of text: the note, and below it the scale of a heat map.
    fn column_foot(&self, note: Option<&'a Note>, width: u32) -> Option<Tree<'a>> {
        let em = self.u.em(COLUMN_EM);
        let words = |bold, others| {
            self.words(Words { bold, others, em, pitch: 1.45, muted: true, flush: false }, width)
        };
        let mut parts = Vec::new();
        if let Some(Note { head, is_headline, text }) = note {
            if *is_headline {
                let fits = |em: &f32| self.width(Weight::Bold, head, *em) <= width;
                let head_em = shrinking(self.u.em(2.9), self.u.em(2.0)).find(fits)?;
                let between = (2.36 * em).round() as u32 - cap(em);
                parts.extend([self.line(head, "", head_em), gap(between), words("", text)?]);
            } else {
                parts.push(words(head, text)?);
            }
        }
        if self.has_scale {
            let cell = (width / CELLS).min(self.u.px(3.6)).max(8);
            let scale = leaf(Part::Scale, exactly(cell * CELLS), exactly(cell));
            parts.push(gap(self.u.px(4.0)).when(note.is_some()));
            parts.extend([scale, gap((0.6 * em) as u32), words("", COUNTED)?]);
        }
        Some(column(parts).wide(exactly(width)))
    }

    /// Few boards beside a column of text.
    fn beside(&self, title: Option<&'a MontageTitle>, note: Option<&'a Note>) -> Option<Places<'a>> {
        let (width, between) = (self.u.px(TITLE_COLUMN), self.u.px(BESIDE_BOARDS) - self.u.px(TITLE_COLUMN));
        let room = (width, self.within(FEW_MARGIN).1);
        let foot = self.column_foot(note, width)?;
        NUMBERS_BESIDE.into_iter().find_map(|largest| {
            let title = title.map_or(Some(gap(0)), |title| self.title_in_column(title, room, largest))?;
            let text = column([title, space(exactly(0), from(self.u.px(4.0))), foot.clone()]);
            let page = row([text.wide(exactly(width)), boards()]).gaps(exactly(between), exactly(0));
            self.placed(FEW_MARGIN, page)
        })
    }

    /// Few boards below their title, with the note to the right of it.
    fn below(&self, title: Option<&'a MontageTitle>, note: Option<&'a Note>) -> Option<Places<'a>> {
        let (width, height) = self.within(FEW_MARGIN);
        let (between, has_foot) = (self.u.px(4.0), note.is_some() || self.has_scale);
        let half = width.saturating_sub(between) / 2;
        let counted = self.width(Weight::Regular, COUNTED, self.u.em(COLUMN_EM));
        let right = if note.is_some() { half } else { counted.min(half) };
        let room = (if has_foot { width.saturating_sub(right + between) } else { width }, height);
        let title = title.map_or(Some(gap(0)), |title| self.title_in_column(title, room, NUMBER_BELOW))?;
        let foot = self.column_foot(note, right)?.align(flow::Align::Start, flow::Align::End);
        let head = row([title.wide(exactly(room.0)), foot.when(has_foot)]);
        let head = head.gaps(exactly(between), exactly(0));
        self.placed(FEW_MARGIN, column([head, boards()]).gaps(exactly(0), exactly(self.u.px(5.0))))
    }

    /// Many boards, with a line at the foot of the page, and below a title.
    fn above_foot(&self, title: Option<Tree<'a>>) -> Option<Places<'a>> {
        let between = gap(self.u.px(3.0)).when(title.is_some());
        let title = title.unwrap_or_else(|| gap(0));
        self.placed(MANY_MARGIN, column([title, between, boards(), self.foot_line()]))
    }

    /// The note, and the scale of a heat map or how the page was made, as far as there is room for them.
    fn foot_line(&self) -> Tree<'a> {
        let em = self.u.em(FOOT_EM);
        let space_width = self.width(Weight::Regular, " ", em);
        let across = |width| space(exactly(width), exactly(0));
        let line = |(head, text, between): (&'a str, &'a str, u32), right: &'a str| {
            let is_empty = head.is_empty() && right.is_empty() && !self.has_scale;
            let height = self.u.px(4.2).max((1.8 * em).ceil() as u32);
            let cell = self.u.px(2.6).max((1.5 * em).round() as u32);
            let scale = leaf(Part::Scale, exactly(cell * CELLS), exactly(cap(em)));
            row([
                self.line(head, "", em),
                across(between),
                self.line("", text, em),
                space(from(if head.is_empty() { 0 } else { (2.0 * em) as u32 }), exactly(0)),
                scale.align(flow::Align::Start, flow::Align::End).when(self.has_scale),
                across(2 * space_width).when(self.has_scale && !right.is_empty()),
                self.line("", right, em),
                gap(if is_empty { 0 } else { height }),
            ])
        };
        let MontageText { note, origin, .. } = self.text;
        let notes = note.iter().flat_map(|note| {
            let between = if note.is_headline { em.round() as u32 } else { space_width };
            [&*note.text, note.first_sentence()].map(|text| (&*note.head, text, between))
        });
        let right = if self.has_scale { COUNTED } else { origin.as_deref().unwrap_or_default() };
        let lines = notes.chain([("", "", 0)]).flat_map(|note| [line(note, right), line(note, "")]);
        first(lines.chain([gap(0)]))
    }

    /// The ways to arrange the text around the boards, each with the grids that are tried between it; `None` where
    /// the text has no room.
    fn arrangements(&self, title: Option<&'a MontageTitle>) -> Vec<Option<(Trial, Places<'a>)>> {
        let rows = |full, even| move |places| (Trial::Rows { full, even }, places);
        let note = self.text.note.as_ref();
        if self.boards.count > MOST_FEW {
            let alone = self.above_foot(None);
            let Some(title) = title else { return vec![alone.map(rows(1.0, 0.95))] };
            let above = self.title_above(title, self.within(MANY_MARGIN));
            let above = above.and_then(|title| self.above_foot(Some(title))).map(rows(0.9, 0.86));
            return above
                .into_iter()
                .chain(alone.map(|places| (Trial::AroundTitle, places)))
                .map(Some)
                .collect();
        }
        if title.is_none() && note.is_none() && !self.has_scale {
            return vec![self.placed(FEW_MARGIN, boards()).map(rows(1.0, 1.0))];
        }
        let with = |(note, beside, below)| {
            let below = self.below(title, note).map(rows(below, below));
            [self.beside(title, note).map(rows(beside, beside)), below]
        };
        let without_note = note.map(|_| (None, 0.5, 0.5));
        [Some((note, 1.0, 0.85)), without_note].into_iter().flatten().flat_map(with).collect()
    }

    /// The best arrangement with this title.
    fn with_title(&self, title: Option<&'a MontageTitle>) -> Result<(PlacedBoards, Places<'a>), Unfit> {
        let style = if self.boards.count <= MOST_FEW { &FEW } else { &MANY };
        let arrangements = self.arrangements(title);
        let is_cut = arrangements.iter().any(Option::is_none);
        let mut unfit = if is_cut { Unfit::Title } else { Unfit::Squares };
        let grids = |(trial, places): &'_ (Trial, Places<'a>)| {
            let area = places.iter().find_map(|(part, area)| (*part == Part::Boards).then_some(*area));
            self.boards.grids(style, self.u, area.unwrap_or_default(), *trial)
        };
        let arrangements: Vec<_> = arrangements.into_iter().flatten().collect();
        let ways = arrangements.iter().flat_map(|way| grids(way).into_iter().map(move |grid| (grid, &way.1)));
        let mut ways: Vec<(Grid<'a>, &Places<'a>)> = ways.collect();
        ways.sort_by(|(a, _), (b, _)| a.order(b));
        for (grid, places) in ways {
            let Some((boards, room)) = grid.placed() else {
                unfit = unfit.max(Unfit::Labels);
                continue;
            };
            match title.zip(room).map(|(title, room)| self.title_among(title, room)) {
                Some(None) => unfit = Unfit::Title,
                Some(Some(among)) => return Ok((boards, [among, places.clone()].concat())),
                None => return Ok((boards, places.clone())),
            }
        }
        Err(unfit)
    }

    /// The best arrangement, without a counting title if there is no room for it.
    fn arranged(&self) -> Result<(PlacedBoards, Places<'a>), Unfit> {
        let title = self.text.title.as_ref();
        match (self.with_title(title), title) {
            (Err(Unfit::Title | Unfit::Squares), Some(MontageTitle::Count { .. })) => self.with_title(None),
            (found, Some(MontageTitle::Count { .. } | MontageTitle::Text(_)) | None) => found,
        }
    }

    /// The error of a page whose squares would be too small: which page or number of boards works.
    fn too_small(&self) -> PageError {
        let (Boards { count: boards, .. }, (width, height)) = (self.boards, self.size);
        let has_small_squares = |sheet: &Self| sheet.arranged().err() == Some(Unfit::Squares);
        let (short, long) = (width.min(height), width.max(height));
        let scaled = |short| of_ratio(width, height, short);
        let most_short = (u64::from(MAX_SIDE) * u64::from(short) / u64::from(long)) as u32;
        let works = |short: u32| !has_small_squares(&self.of_size(scaled(short)));
        let smallest = least(short, most_short, works).map(scaled);
        let with = |count: u32| Self { boards: Boards { count, ..self.boards }, ..*self };
        let fewer = least(1, boards, |count| has_small_squares(&with(count)));
        let fewer = fewer.map(|boards| boards - 1).filter(|boards| *boards > 0);
        PageError::TooSmall { width, height, smallest, boards: fewer }
    }
}

/// The least number in a range from which on something holds, if it holds at its end.
fn least(from: u32, to: u32, holds: impl Fn(u32) -> bool) -> Option<u32> {
    if from > to || !holds(to) {
        return None;
    }
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = u32::midpoint(low, high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

impl MontagePage {
    /// A page of this number of boards, in the style of a film, but without marks and panels.
    ///
    /// # Errors
    /// [`PageError`] when they cannot be laid out legibly, or the font lacks a character.
    pub fn new(
        size: BoardSize,
        count: u32,
        style: &PageStyle,
        content: &MontageContent,
    ) -> Result<Self, PageError> {
        let MontageContent { columns, square, labels, text } = content;
        let PageStyle { theme, font, piece, grid, .. } = style;
        let style = PageStyle {
            page: style.page,
            theme: theme.clone(),
            font: font.clone(),
            piece: *piece,
            grid: *grid,
            highlight: false,
            ..PageStyle::default()
        };
        let lacking = font.lacking_in(labels.iter().flat_map(BoardLabel::texts));
        if let Some(character) = lacking.or_else(|| style.lacking(size)).or_else(|| text.lacking(font)) {
            return Err(PageError::NoGlyph(character).into());
        }
        style.page.map_or(Ok(()), PageSize::check).map_err(PageError::from)?;
        let needs = LabelNeeds::of(labels, font);
        let boards = Boards { size, count, columns: *columns, labels: needs.as_ref() };
        let (pixels, placed, places) = if let Some(page) = style.page {
            let has_scale = theme.heat().is_some_and(|heat| match heat {
                HeatMap::Counts(_) => true,
                HeatMap::States(_) => false,
            });
            let (size, u) = (page_pixels(page), Units(0.0));
            let sheet = Sheet { boards, text, has_scale, font, size, u }.of_size(size);
            let (boards, places) = sheet.arranged().map_err(|unfit| match unfit {
                Unfit::Labels => PageError::LabelsTooWide { square: None },
                Unfit::Title => PageError::TitleTooLong,
                Unfit::Squares => sheet.too_small(),
            })?;
            (size, boards, places)
        } else {
            let title = match &text.title {
                Some(MontageTitle::Text(text)) => text.trim(),
                Some(MontageTitle::Count { .. }) | None => "",
            };
            let own = OwnPage::new(boards, font.width(title), *square)?;
            let (pixels, (em, baseline)) = (own.size(), own.title());
            let pixels = (pixels.0 as u32, pixels.1 as u32);
            let width = Line { font, em, weight: Weight::Regular }.width(title);
            let x = pixels.0.saturating_sub(width) / 2;
            let area = Rect { x, y: baseline - cap(em), width, height: cap(em) };
            (pixels, own.placed(), vec![(Part::Words(Words::sentence(title, em, 0.0)), area)])
        };
        let squares = style.for_squares_of(placed.square).squares();
        let ((width, height), font, texts, scale) = (pixels, style.font, Vec::new(), Vec::new());
        let mut page = Self { width, height, squares, font, size, boards: placed, texts, scale };
        for (part, area) in places {
            page.add(part, area);
        }
        Ok(page)
    }

    fn add(&mut self, part: Part<'_>, area: Rect) {
        let inks = &self.squares.inks;
        match part {
            Part::Boards => {}
            Part::Words(words) => {
                let baselines = (0..).map(|line| area.y + cap(words.em) + line * words.pitch());
                let lines = words.lines(&self.font, area.width).unwrap_or_default();
                for (line, baseline) in lines.into_iter().zip(baselines) {
                    for (right, weight, text) in line {
                        let ink =
                            if words.muted && weight == Weight::Regular { inks.muted } else { inks.ink };
                        let bearing = self.font.weight(weight).bearing(&text, words.em);
                        let x = (area.x + right).saturating_sub(if words.flush { bearing } else { 0 });
                        let style = TextStyle { em: words.em, weight, pen: Pen { ink, paper: inks.page } };
                        self.texts.push(self.text(x, baseline, style, text));
                    }
                }
            }
            Part::Scale => {
                let cell = area.width / CELLS;
                // Centred on the capitals beside it.
                let y = area.bottom().saturating_sub(u32::midpoint(area.height, cell));
                let em = (0.55 * cell as f32).max(LEAST_EM);
                let cells =
                    (0..CELLS).map(|index| Rect { x: area.x + index * cell, y, width: cell, height: cell });
                self.scale = cells.collect();
                let baseline = y + u32::midpoint(cell, cap(em));
                for ((cell, shown), number) in self.scale.iter().zip(SHOWN).zip(NUMBERS) {
                    let paper = self.squares.theme.heat().map_or(inks.page, |heat| heat.colour(shown));
                    let pen = Pen { ink: inks.text_on(paper), paper };
                    let style = TextStyle { em, weight: Weight::Regular, pen };
                    let text = self.text(cell.x, baseline, style, number.to_owned());
                    self.texts.push(Text { width: cell.width, align: Align::Centre, ..text });
                }
            }
        }
    }

    /// A text from here on.
    fn text(&self, left: u32, baseline: u32, style: TextStyle, text: String) -> Text<'static> {
        let (width, align) = (self.width.saturating_sub(left), Align::Left);
        Text { left, width, align, baseline, style, text: text.into() }
    }

    /// The rows of pixels above all boards, and those from each row of boards down to the next one or to the end
    /// of the page; with the upper left corners of the boards.
    pub(crate) fn bands(&self) -> impl Iterator<Item = (Range<u32>, &[(u32, u32)])> {
        let rows = &self.boards.rows;
        let tops = || rows.iter().filter_map(|row| Some(row.first()?.1));
        let edges = iter::once(0).chain(tops()).zip(tops().chain([self.height]));
        let corners = iter::once(&[][..]).chain(rows.iter().map(Vec::as_slice));
        edges.map(|(top, end)| top..end).zip(corners)
    }

    /// The upper left corners of all boards.
    pub(crate) fn corners(&self) -> impl Iterator<Item = (u32, u32)> {
        self.boards.rows.iter().flatten().copied()
    }

    /// All colours.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Colours> {
        let inks = &self.squares.inks;
        let text = [inks.ink, inks.muted].map(|ink| Colours::Blends(Pen { ink, paper: inks.page }));
        self.squares.colours(false, true).into_iter().chain(text)
    }

    /// The squares of a board with this upper left corner.
    pub(crate) fn board(&self, (left, top): (u32, u32)) -> impl Iterator<Item = (Square, SquareSlot)> {
        let side = self.boards.square;
        self.size.squares().map(move |square| {
            let (x, y) = (u32::from(square.column - 1), u32::from(square.row - 1));
            let lines = self.squares.lines.edges(square, self.size);
            let area = Rect { x: left + x * side, y: top + y * side, width: side, height: side };
            (square, cell(area, square.is_dark(), lines))
        })
    }

    /// The cells that explain a heat map, with their states.
    pub(crate) fn scale(&self) -> impl Iterator<Item = (SquareSlot, SquareState)> {
        let cells = self.scale.iter().zip(SHOWN);
        cells.map(|(area, shown)| (cell(*area, false, Lines::CELL), SquareState::heat(shown)))
    }

    /// The text below a board with this upper left corner.
    pub(crate) fn label<'a>(&self, label: &'a BoardLabel, (left, top): (u32, u32)) -> Vec<Text<'a>> {
        let Some(layout) = self.boards.labels else { return Vec::new() };
        let (inks, (width, _)) = (&self.squares.inks, self.board_size());
        let baseline = top + width + layout.baseline;
        let write = |text: &'a str, align, em, weight, ink| {
            let style = TextStyle { em, weight, pen: Pen { ink, paper: inks.page } };
            Text { left, width, align, baseline, style, text: text.into() }
        };
        let weight = label.weight();
        let ink = if weight == Weight::Bold { inks.ink } else { inks.muted };
        let mut texts = vec![write(&label.number, layout.align, layout.number_em, weight, ink)];
        if let Some(images) = label.images.as_ref().filter(|_| layout.has_images) {
            let number = self.font.weight(weight).pixels(&label.number, layout.number_em);
            let text = write(images, Align::Left, layout.em, Weight::Regular, inks.ink);
            texts.push(Text { left: left + number + (0.45 * layout.em).round() as u32, ..text });
        }
        if let Some(placement) = label.placement.as_ref().filter(|_| layout.has_placement) {
            texts.push(write(placement, Align::Right, layout.em, Weight::Regular, inks.muted));
        }
        texts
    }

    /// What is drawn of each square of a board with this upper left corner.
    pub(crate) fn squares_of(
        &self,
        scene: &Scene,
        corner: (u32, u32),
    ) -> impl Iterator<Item = Vec<Element<'static>>> {
        self.board(corner).map(|(square, slot)| {
            let state = self.squares.state(square, scene, None);
            self.squares.elements((slot.area.x, slot.area.y), slot.ground, state).collect()
        })
    }

    /// What of a board covers the empty one, whose squares are these, both with their upper left corner
    /// at that of the page.
    pub(crate) fn differing(
        &self,
        scene: &Scene,
        empty: &[Vec<Element<'static>>],
    ) -> impl Iterator<Item = Element<'static>> {
        self.squares_of(scene, (0, 0)).zip(empty).flat_map(|(square, empty)| {
            let common = square.iter().zip(empty).take_while(|(one, other)| one == other).count();
            // Figures that the empty board has on top would be hidden by what is drawn now.
            let is_longer = common == empty.len();
            square.into_iter().skip(if is_longer { common } else { 0 })
        })
    }

    /// Width and height of the boards in pixels.
    pub(crate) fn board_size(&self) -> (u32, u32) {
        let side = self.boards.square * u32::from(self.size.get());
        (side, side)
    }

    /// All that is drawn beside the boards.
    pub(crate) fn surroundings(&self) -> impl Iterator<Item = Element<'_>> {
        let page = Rect { x: 0, y: 0, width: self.width, height: self.height };
        let scale = self
            .scale()
            .flat_map(|(slot, state)| self.squares.elements((slot.area.x, slot.area.y), slot.ground, state));
        let page = iter::once(Element::Fill(page, self.squares.inks.page));
        page.chain(scale).chain(self.texts.iter().cloned().map(Element::Text))
    }
}

/// A square of a montage.
fn cell(area: Rect, dark: bool, lines: Edges) -> SquareSlot {
    let (labels, border, side) = (Labels::default(), Edges::default(), area.width);
    SquareSlot { area, ground: Ground { width: side, height: side, side, dark, labels, lines, border } }
}
