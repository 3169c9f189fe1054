//! The page of a gallery: many boards, described one at a time, so that only one is in memory.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::iter;
use std::ops::Range;

use crate::board::BoardSize;
use crate::font::{Font, Weight, is_invisible};
use crate::limits::MAX_PAGE_SIDE;
use crate::page::figure::{Edges, LEAST_EM};
use crate::page::inks::HeatCell;
use crate::page::layout::board::{of_ratio, page_pixels};
use crate::page::layout::flow::{Node, column, exactly, first, from, leaf, row, space};
use crate::page::layout::{BrokenLine, CAP, FontStyle, Units, broken, cap, spring};
use crate::page::pen::{Colours, Pen, TextStyle};
use crate::page::shape::{Align, Corner, Shape, Text};
use crate::page::square::{Ground, Labels, Lines, SquareState, SquareStyle};
use crate::page::{PageError, PageSize, PageStyle, PanelContent, Paper};
use crate::picture::Rect;
use crate::record::BoardState;

use super::gallery_content::{
    BoardLabel, GalleryContent, GalleryNote, GalleryText, GalleryTitle, LabelledBoard,
};
use super::gallery_grid::{Boards, Grid, LabelNeeds, OwnPage, PlacedBoards, Worth, least};

/// The page of a gallery; lengths are in pixels.
pub struct GalleryPage {
    pub width: u32,
    pub height: u32,
    /// The sheet that the page is printed on, if any.
    pub paper: Option<Paper>,
    pub squares: SquareStyle,
    pub font: Font,
    pub size: BoardSize,
    boards: PlacedBoards,
    pub(crate) around_boards: Vec<(Corner, Shape)>,
}

/// The number of cells in the scale of a heat map; the last cell has a queen.
const CELLS: u32 = 6;
/// The numbers of attackers in all cells but the last.
const NUMBERS: [&str; 5] = ["0", "1", "2", "3", "4+"];

/// The quantity that the colours show.
const COUNTED: &str = "queens that attack a square";

/// Margin around few boards, in units.
const FEW_MARGIN: f32 = 6.0;
const MANY_MARGIN: f32 = 5.0;

/// Width of a title next to boards, in units.
const TITLE_COLUMN: f32 = 40.0;
/// Width of a title next to boards with the gap to the boards, in units.
const BESIDE_BOARDS: f32 = 46.0;

/// Ems that are tried for the number in a title next to boards; the largest is also for a title among boards.
const NUMBERS_BESIDE: [f32; 5] = [24.0, 20.0, 16.0, 12.0, 10.0];
/// Largest em of the number in a title above few boards.
const NUMBER_BELOW: f32 = 20.0;
/// Largest em of the number in a title above many boards.
const NUMBER_ABOVE: f32 = 10.0;
/// Smallest ems that are tried for the number in a title among boards.
const SMALLEST_AMONG: [f32; 2] = [10.0, 7.0];

/// Largest and smallest em of the sentence of a title.
const SENTENCE: [f32; 2] = [2.9, 1.5];
const SENTENCE_IN_COLUMN: [f32; 2] = [2.9, 2.0];
/// Distance between the baselines of a sentence, in ems.
const SENTENCE_PITCH: f32 = 1.34;

/// Em of other text in a column.
const COLUMN_EM: f32 = 2.2;
const FOOT_EM: f32 = 1.7;

/// A part of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
enum GallerySlot<'a> {
    Boards,
    Text(GalleryLine<'a>),
    Scale,
}

/// One or more lines of text: bold words, then regular words.
#[derive(Debug, Clone, Copy, PartialEq)]
struct GalleryLine<'a> {
    bold: &'a str,
    others: &'a str,
    em: f32,
    /// The distance between baselines, in pixels.
    pitch: u32,
    /// Whether the words that are not bold are fainter.
    muted: bool,
    /// Whether the ink begins exactly at the left edge, as for a large number.
    flush: bool,
}

type Tree<'a> = Node<'a, GallerySlot<'a>>;
type Places<'a> = Vec<(GallerySlot<'a>, Rect)>;

/// The content of a page of a given size.
#[derive(Debug, Clone, Copy)]
struct GalleryLayout<'a> {
    boards: Boards,
    title: &'a Option<GalleryTitle>,
    note: &'a Option<GalleryNote>,
    origin: &'a Option<String>,
    has_scale: bool,
    font: &'a Font,
    size: (u32, u32),
    u: Units,
}

impl<'a> GalleryLine<'a> {
    /// Creates a line of text; `pitch` is in ems.
    fn new(bold: &'a str, others: &'a str, em: f32, pitch: f32) -> Self {
        Self { bold, others, em, pitch: (pitch * em).round() as u32, muted: false, flush: false }
    }

    fn lines(&self, font: &Font, width: u32) -> Option<Vec<BrokenLine>> {
        broken(&[(Weight::Bold, self.bold), (Weight::Regular, self.others)], font, self.em, width)
    }
}

fn gap<'a>(height: u32) -> Tree<'a> {
    space(exactly(0), exactly(height))
}

fn boards<'a>() -> Tree<'a> {
    leaf(GallerySlot::Boards, from(0), from(0))
}

impl<'a> GalleryLayout<'a> {
    fn width(&self, weight: Weight, text: &str, em: f32) -> u32 {
        FontStyle { font: self.font, em, weight }.width(text)
    }

    fn of_size(&self, size: (u32, u32)) -> Self {
        Self { size, u: Units::of(size.0, size.1), ..*self }
    }

    /// Returns the page size without margins of this many units.
    fn within(&self, margin: f32) -> (u32, u32) {
        let margin = 2 * self.u.px(margin);
        (self.size.0.saturating_sub(margin), self.size.1.saturating_sub(margin))
    }

    fn placed(&self, margin: f32, tree: Tree<'a>) -> Option<Places<'a>> {
        tree.pad([self.u.px(margin); 4]).placed(self.size.0, self.size.1)
    }

    /// Returns ems in pixels, in descending order, from the first to the second of two ems in units.
    fn shrinking(&self, ems: [f32; 2]) -> impl Iterator<Item = f32> + use<> {
        let [most, least] = ems.map(|em| self.u.em(em));
        iter::successors(Some(most), move |em| (*em > least).then(|| (em * 0.95).max(least)))
    }

    /// Returns the tree with the largest em that fits.
    fn fitting<F>(&self, ems: [f32; 2], room: (u32, u32), tree: F) -> Option<Tree<'a>>
    where
        F: Fn(f32) -> Option<Tree<'a>>,
    {
        let fits = |tree: &Tree<'a>| tree.placed(room.0, room.1).is_some();
        self.shrinking(ems).find_map(|em| tree(em).filter(fits))
    }

    /// Returns the height of words in lines of text of at most `width` pixels.
    fn height(&self, words: GalleryLine<'_>, width: u32) -> Option<u32> {
        let lines = words.lines(self.font, width)?.len() as u32;
        Some(cap(words.em) + words.pitch * lines.saturating_sub(1))
    }

    /// Lays out words in lines of text of at most `width` pixels.
    fn words(&self, words: GalleryLine<'a>, width: u32) -> Option<Tree<'a>> {
        Some(leaf(GallerySlot::Text(words), exactly(width), exactly(self.height(words, width)?)))
    }

    fn line(&self, words: GalleryLine<'a>) -> Tree<'a> {
        let GalleryLine { bold, others, em, .. } = words;
        let width = self.width(Weight::Bold, bold, em) + self.width(Weight::Regular, others, em);
        leaf(GallerySlot::Text(words), exactly(width), exactly(cap(em))).align(Align::Start, Align::End)
    }

    /// Lays out a bold title in at most `most` lines of text.
    fn headline(&self, text: &'a str, most: usize, ems: [f32; 2], room: (u32, u32)) -> Option<Tree<'a>> {
        self.fitting(ems, room, |em| {
            let words = GalleryLine::new(text, "", em, 1.25);
            words.lines(self.font, room.0).filter(|lines| lines.len() <= most)?;
            Some(column([self.words(words, room.0)?, gap((0.25 * em).ceil() as u32)]))
        })
    }

    /// Returns the largest em at which a number fits this width, at most `largest` units.
    fn number_em(&self, number: &str, largest: f32, width: u32) -> f32 {
        let fits = |em: &f32| self.width(Weight::Bold, number, *em) <= width;
        let em = self.shrinking([largest, 0.0]).find(fits).unwrap_or_default();
        // Larger letters are not drawn.
        self.font.weight(Weight::Bold).drawn(em)
    }

    fn number(&self, number: &'a str, em: f32) -> Tree<'a> {
        self.line(GalleryLine { flush: true, ..GalleryLine::new(number, "", em, 0.0) })
    }

    fn title_in_column(&self, room: (u32, u32), largest: f32) -> Option<Tree<'a>> {
        match self.title {
            None => Some(gap(0)),
            Some(GalleryTitle::Text(text)) => self.headline(text, 5, [6.0, 2.2], room),
            Some(GalleryTitle::Count { number, sentence }) => {
                let number = self.number(number, self.number_em(number, largest, room.0));
                self.fitting(SENTENCE_IN_COLUMN, room, |em| {
                    let between = gap((2.07 * em).round() as u32 - cap(em));
                    let sentence = self.words(GalleryLine::new("", sentence, em, 1.38), room.0)?;
                    Some(column([number.clone(), between, sentence, gap((0.25 * em).ceil() as u32)]))
                })
            }
        }
    }

    fn title_above(&self) -> Option<Tree<'a>> {
        let room = self.within(MANY_MARGIN);
        match self.title.as_ref()? {
            GalleryTitle::Text(text) => {
                let one = self.headline(text, 1, [4.4, 3.0], room);
                one.or_else(|| self.headline(text, 2, [4.4, 1.8], room))
            }
            GalleryTitle::Count { number, sentence } => {
                let (em, between) = (self.number_em(number, NUMBER_ABOVE, room.0 / 2), self.u.px(1.5));
                let number = self.number(number, em);
                let width = room.0.checked_sub(number.width.least + between)?;
                self.fitting(SENTENCE, (room.0, cap(em)), |em| {
                    let sentence = self.words(GalleryLine::new("", sentence, em, SENTENCE_PITCH), width)?;
                    let sentence = sentence.align(Align::Start, Align::End);
                    Some(row([number.clone(), sentence]).gaps(exactly(between), exactly(0)))
                })
            }
        }
    }

    fn title_among(&self, room: Rect) -> Option<Places<'a>> {
        let (width, height) = (room.width, room.height);
        let title = match self.title.as_ref()? {
            GalleryTitle::Text(text) => self.headline(text, 4, [8.0, 1.8], (width, height)),
            GalleryTitle::Count { number, sentence } => SMALLEST_AMONG.into_iter().find_map(|least| {
                self.fitting(SENTENCE, (width, height), |em| {
                    let sentence = GalleryLine::new("", sentence, em, SENTENCE_PITCH);
                    let used = self.height(sentence, width)? + em.round() as u32;
                    let largest = height.checked_sub(used)? as f32 / CAP;
                    let number_em = self.number_em(number, NUMBERS_BESIDE[0], width).min(largest);
                    let is_large = number_em >= least * self.u.0 && number_em >= 2.2 * em;
                    let sentence = self.words(sentence, width)?;
                    is_large.then(|| column([self.number(number, number_em), spring(), sentence]))
                })
            }),
        };
        let places = title?.placed(width, height)?.into_iter();
        Some(places.map(|(part, area)| (part, area.moved(room.x, room.y))).collect())
    }

    fn column_foot(&self, width: u32) -> Option<Tree<'a>> {
        let em = self.u.em(COLUMN_EM);
        let words = |bold, others| {
            self.words(GalleryLine { muted: true, ..GalleryLine::new(bold, others, em, 1.45) }, width)
        };
        let mut parts = match self.note {
            None => Vec::new(),
            Some(GalleryNote { head, is_headline: false, text }) => vec![words(head, text)?],
            Some(GalleryNote { head, is_headline: true, text }) => {
                let head = |em| Some(self.line(GalleryLine::new(head, "", em, 0.0)));
                let head = self.fitting([2.9, 2.0], (width, self.size.1), head)?;
                vec![head, gap((2.36 * em).round() as u32 - cap(em)), words("", text)?]
            }
        };
        if self.has_scale {
            let cell = (width / CELLS).min(self.u.px(3.6)).max(8);
            let scale = leaf(GallerySlot::Scale, exactly(cell * CELLS), exactly(cell));
            parts.push(gap(self.u.px(4.0)).when(self.note.is_some()));
            parts.extend([scale, gap((0.6 * em) as u32), words("", COUNTED)?]);
        }
        Some(column(parts).wide(exactly(width)))
    }

    /// Places few boards next to a column of text.
    fn beside(&self) -> Option<Places<'a>> {
        let (width, between) = (self.u.px(TITLE_COLUMN), self.u.px(BESIDE_BOARDS) - self.u.px(TITLE_COLUMN));
        let room = (width, self.within(FEW_MARGIN).1);
        let foot = self.column_foot(width)?;
        NUMBERS_BESIDE.into_iter().find_map(|largest| {
            let title = self.title_in_column(room, largest)?;
            let text = column([title, space(exactly(0), from(self.u.px(4.0))), foot.clone()]);
            let page = row([text.wide(exactly(width)), boards()]).gaps(exactly(between), exactly(0));
            self.placed(FEW_MARGIN, page)
        })
    }

    /// Places few boards below their title, with the note right of the title.
    fn below(&self) -> Option<Places<'a>> {
        let (width, height) = self.within(FEW_MARGIN);
        let (between, has_foot) = (self.u.px(4.0), self.note.is_some() || self.has_scale);
        let half = width.saturating_sub(between) / 2;
        let counted = self.width(Weight::Regular, COUNTED, self.u.em(COLUMN_EM));
        let right = if self.note.is_some() { half } else { counted.min(half) };
        let room = (if has_foot { width.saturating_sub(right + between) } else { width }, height);
        let title = self.title_in_column(room, NUMBER_BELOW)?;
        let foot = self.column_foot(right)?.align(Align::Start, Align::End);
        let head = row([title.wide(exactly(room.0)), foot.when(has_foot)]);
        let head = head.gaps(exactly(between), exactly(0));
        self.placed(FEW_MARGIN, column([head, boards()]).gaps(exactly(0), exactly(self.u.px(5.0))))
    }

    /// Places many boards, a line of text at the foot of the page, and the title, if given, above the boards.
    fn above_foot(&self, title: Option<Tree<'a>>) -> Option<Places<'a>> {
        let title = title.map_or(gap(0), |title| title.pad([0, 0, 0, self.u.px(3.0)]));
        self.placed(MANY_MARGIN, column([title, boards(), self.foot_line()]))
    }

    /// Returns the line of text at the foot: the note, and the scale of a heat map or how the page was made, as
    /// far as they fit.
    fn foot_line(&self) -> Tree<'a> {
        let (em, across) = (self.u.em(FOOT_EM), |width| space(exactly(width), exactly(0)));
        let space_width = self.width(Weight::Regular, " ", em);
        let plain = |text| self.line(GalleryLine { muted: true, ..GalleryLine::new("", text, em, 0.0) });
        let line = |(head, text, between): (&'a str, &'a str, u32), right: &'a str| {
            let is_empty = head.is_empty() && right.is_empty() && !self.has_scale;
            let height = self.u.px(4.2).max((1.8 * em).ceil() as u32);
            let cell = self.u.px(2.6).max((1.5 * em).round() as u32);
            let scale = leaf(GallerySlot::Scale, exactly(cell * CELLS), exactly(cap(em)));
            row([
                self.line(GalleryLine::new(head, "", em, 0.0)),
                across(between),
                plain(text),
                space(from(if head.is_empty() { 0 } else { (2.0 * em) as u32 }), exactly(0)),
                scale.align(Align::Start, Align::End).when(self.has_scale),
                across(2 * space_width).when(self.has_scale && !right.is_empty()),
                plain(right),
                gap(if is_empty { 0 } else { height }),
            ])
        };
        let notes = self.note.iter().flat_map(|note| {
            let between = if note.is_headline { em.round() as u32 } else { space_width };
            let first = note.text.find(". ").map_or(&*note.text, |point| &note.text[..=point]);
            [&*note.text, first].map(|text| (&*note.head, text, between))
        });
        let right = if self.has_scale { COUNTED } else { self.origin.as_deref().unwrap_or_default() };
        let lines = notes.chain([("", "", 0)]).flat_map(|note| [line(note, right), line(note, "")]);
        first(lines.chain([gap(0)]))
    }

    /// Returns the arrangements of the text around the boards, each with the worth of its grids; `None` for an
    /// arrangement whose text does not fit.
    fn arrangements(&self) -> Vec<Option<(Worth, Places<'a>)>> {
        let with = |full, even| move |places| (Some((full, even)), places);
        if !self.boards.are_few() {
            let alone = self.above_foot(None);
            if self.title.is_none() {
                return vec![alone.map(with(1.0, 0.95))];
            }
            let above = self.title_above().and_then(|title| self.above_foot(Some(title)));
            let above = above.map(with(0.9, 0.86)).map(Some);
            return above.into_iter().chain([alone.map(|places| (None, places))]).collect();
        }
        if self.title.is_none() && self.note.is_none() && !self.has_scale {
            return vec![self.placed(FEW_MARGIN, boards()).map(with(1.0, 1.0))];
        }
        let both = |layout: &Self, beside, below| {
            [layout.beside().map(with(beside, beside)), layout.below().map(with(below, below))]
        };
        let without_note = self.note.as_ref().map(|_| both(&Self { note: &None, ..*self }, 0.5, 0.5));
        both(self, 1.0, 0.85).into_iter().chain(without_note.into_iter().flatten()).collect()
    }

    /// Returns the best arrangement. The error is `None` if squares would be too small.
    fn with_title(&self) -> Result<(PlacedBoards, Places<'a>), Option<PageError>> {
        let arrangements = self.arrangements();
        let is_cut = arrangements.iter().any(Option::is_none);
        let mut unfit = is_cut.then_some(PageError::TitleTooLong);
        let mut ways: Vec<(Grid<'_>, &Places<'a>)> = Vec::new();
        for (worth, places) in arrangements.iter().flatten() {
            let area = places.iter().find_map(|(part, area)| (*part == GallerySlot::Boards).then_some(*area));
            let grids = self.boards.grids(self.u, area.unwrap_or_default(), *worth);
            ways.extend(grids.into_iter().map(|grid| (grid, places)));
        }
        // Floats that are not negative are ordered like their bits.
        ways.sort_by_key(|(grid, _)| Reverse(grid.value.map(f32::to_bits)));
        for (grid, places) in ways {
            let among = |room: Option<Rect>| room.map_or(Some(Vec::new()), |room| self.title_among(room));
            match grid.placed().map(|(boards, room)| (boards, among(room))) {
                None => _ = unfit.get_or_insert(PageError::LabelsTooWide { square: None }),
                Some((_, None)) => unfit = Some(PageError::TitleTooLong),
                Some((boards, Some(among))) => return Ok((boards, [among, places.clone()].concat())),
            }
        }
        Err(unfit)
    }

    /// Returns the best arrangement, without the title if it is a count that does not fit.
    fn arranged(&self) -> Result<(PlacedBoards, Places<'a>), Option<PageError>> {
        match (self.with_title(), self.title) {
            (Err(None | Some(PageError::TitleTooLong)), Some(GalleryTitle::Count { .. })) => {
                Self { title: &None, ..*self }.with_title()
            }
            (found, Some(GalleryTitle::Count { .. } | GalleryTitle::Text(_)) | None) => found,
        }
    }

    fn too_small(&self) -> PageError {
        let (boards, (width, height)) = (self.boards.count, self.size);
        let has_small_squares = |layout: &Self| matches!(layout.arranged(), Err(None));
        let scaled = |short| of_ratio(width, height, short);
        let (short, long) = (width.min(height), width.max(height));
        let most_short = (u64::from(MAX_PAGE_SIDE) * u64::from(short) / u64::from(long)) as u32;
        let works = |short: u32| !has_small_squares(&self.of_size(scaled(short)));
        let smallest = least(short, most_short, works).map(scaled);
        let with = |count: u32| Self { boards: Boards { count, ..self.boards }, ..*self };
        let fewer = least(1, boards, |count| has_small_squares(&with(count)));
        let fewer = fewer.map(|boards| boards - 1).filter(|boards| *boards > 0);
        PageError::TooSmall { width, height, smallest, boards: fewer }
    }
}

impl GalleryPage {
    /// Creates a page for this number of boards, in the style of a film, but without marks and panels.
    pub fn new(
        size: BoardSize,
        count: u32,
        style: &PageStyle,
        content: &GalleryContent,
    ) -> Result<Self, PageError> {
        let GalleryContent { columns, square, labels, text } = content;
        let (font, panels) = (&style.font, PanelContent::default());
        let style =
            PageStyle { highlight: false, attacks: false, coordinates: false, panels, ..style.clone() };
        let lacking = font.lacking_in(labels.iter().flat_map(BoardLabel::texts));
        if let Some(character) = lacking.or_else(|| style.lacking(size)).or_else(|| text.lacking(font)) {
            return Err(PageError::NoGlyph(character));
        }
        style.page.map_or(Ok(()), PageSize::check)?;
        let boards = Boards { size, count, columns: *columns, labels: LabelNeeds::of(labels, font) };
        let ((width, height), boards, places) = if let Some(page) = style.page {
            let GalleryText { title, note, origin } = text;
            let has_scale = style.theme.heat().is_some_and(|heat| heat.colours().len() == CELLS as usize);
            let size = page_pixels(page);
            let u = Units::of(size.0, size.1);
            let layout = GalleryLayout { boards, title, note, origin, has_scale, font, size, u };
            let arranged = layout.arranged();
            let (boards, places) = arranged.map_err(|unfit| unfit.unwrap_or_else(|| layout.too_small()))?;
            (size, boards, places)
        } else {
            let title = match &text.title {
                Some(GalleryTitle::Text(text)) => text.trim(),
                Some(GalleryTitle::Count { .. }) | None => "",
            };
            let is_seen = !title.chars().all(is_invisible);
            let own = OwnPage::new(&boards, is_seen.then(|| font.width(title)), *square)?;
            let (em, baseline) = own.title;
            let width = FontStyle { font, em, weight: Weight::Regular }.width(title);
            let x = own.size.0.saturating_sub(width) / 2;
            let area = Rect { x, y: baseline - cap(em), width, height: cap(em) };
            let title = (GallerySlot::Text(GalleryLine::new("", title, em, 0.0)), area);
            (own.size, own.placed(&boards), vec![title])
        };
        let squares = style.for_squares_of(boards.square).squares();
        let background = Shape::Fill(Rect { x: 0, y: 0, width, height }, squares.inks.page);
        let around_boards = vec![((0, 0), background)];
        let (paper, font) = (style.paper((width, height)), font.clone());
        let mut page = Self { width, height, paper, squares, font, size, boards, around_boards };
        for (part, area) in places {
            page.add(part, area);
        }
        Ok(page)
    }

    fn add(&mut self, part: GallerySlot<'_>, area: Rect) {
        let inks = &self.squares.inks;
        match part {
            GallerySlot::Boards => {}
            GallerySlot::Text(words) => {
                let GalleryLine { em, pitch, muted, flush, .. } = words;
                let lines = words.lines(&self.font, area.width).unwrap_or_default();
                for (line, pieces) in (0..).zip(lines) {
                    let (baseline, align) = (area.y + cap(em) + line * pitch, Align::Start);
                    for (right, weight, text) in pieces {
                        let ink = if muted && weight == Weight::Regular { inks.muted } else { inks.ink };
                        let bearing = if flush { self.font.weight(weight).bearing(&text, em) } else { 0 };
                        let left = (area.x + right).saturating_sub(bearing);
                        let style = TextStyle { em, weight, pen: Pen { ink, paper: inks.page } };
                        let width = self.width.saturating_sub(left);
                        let text = Shape::Text(Text { left, width, align, baseline, style, content: text });
                        self.around_boards.push(((0, 0), text));
                    }
                }
            }
            GallerySlot::Scale => {
                let width = area.width / CELLS;
                // The scale is centred on the capitals next to it.
                let y = area.bottom().saturating_sub(u32::midpoint(area.height, width));
                let (em, weight) = ((0.55 * width as f32).max(LEAST_EM), Weight::Regular);
                let (baseline, align) = (y + u32::midpoint(width, cap(em)), Align::Middle);
                let shown = (0..=4).map(HeatCell::Attackers).chain([HeatCell::Queen]);
                let cells = (0..).map(|index| area.x + index * width).zip(shown);
                for (left, shown) in cells.clone() {
                    let shapes =
                        self.squares.shapes(cell(width, false, Lines::CELL), SquareState::heat(shown));
                    self.around_boards.extend(shapes.map(|shape| ((left, y), shape)));
                }
                for ((left, shown), number) in cells.zip(NUMBERS) {
                    let paper = self.squares.theme.heat().map_or(inks.page, |heat| heat.colour(shown));
                    let style = TextStyle { em, weight, pen: Pen { ink: inks.text_on(paper), paper } };
                    let text = Text { left, width, align, baseline, style, content: number.to_owned() };
                    self.around_boards.push(((0, 0), Shape::Text(text)));
                }
            }
        }
    }

    /// Splits the page into bands: the first above all boards, then one from each row of boards down to the next
    /// row or to the end of the page. Each band has the upper left corners of its boards.
    pub(crate) fn bands(&self) -> impl Iterator<Item = (Range<u32>, &[(u32, u32)])> {
        let rows = &self.boards.rows;
        let tops = || rows.iter().filter_map(|row| Some(row.first()?.1));
        let edges = iter::once(0).chain(tops()).zip(tops().chain([self.height]));
        let corners = iter::once(&[][..]).chain(rows.iter().map(Vec::as_slice));
        edges.map(|(top, end)| top..end).zip(corners)
    }

    pub(crate) fn corners(&self) -> impl Iterator<Item = (u32, u32)> {
        self.boards.rows.iter().flatten().copied()
    }

    pub(crate) fn board_width(&self) -> u32 {
        self.boards.square * u32::from(self.size.get())
    }

    pub(crate) fn colours(&self) -> impl Iterator<Item = Colours> {
        let inks = &self.squares.inks;
        let text = [inks.ink, inks.muted].map(|ink| Colours::Blends(Pen { ink, paper: inks.page }));
        self.squares.colours(false, true).into_iter().chain(text)
    }

    /// Returns the label below a board with this upper left corner.
    pub(crate) fn label(
        &self,
        board: &LabelledBoard<'_>,
        corner: Corner,
    ) -> impl Iterator<Item = (Corner, Shape)> + use<> {
        let (inks, width) = (&self.squares.inks, self.board_width());
        let texts = board.label.zip(self.boards.labels).map(|(label, layout)| {
            let BoardLabel { number, images, placement, .. } = label;
            let (weight, em, baseline) = (label.weight(), layout.em, width + layout.baseline);
            let number_ink = if label.is_fundamental { inks.ink } else { inks.muted };
            let number_width = self.font.weight(weight).pixels(number, layout.number_em);
            let indent = (0.45 * em).round() as u32 + number_width;
            let texts = [
                (Some(number), 0, layout.align, layout.number_em, weight, number_ink),
                (images.as_ref(), indent, Align::Start, em, Weight::Regular, inks.ink),
                (placement.as_ref(), 0, Align::End, em, Weight::Regular, inks.muted),
            ];
            let shape = |(text, left, align, em, weight, ink): (Option<&String>, _, _, _, _, _)| {
                let style = TextStyle { em, weight, pen: Pen { ink, paper: inks.page } };
                let text = text?.clone();
                Some((corner, Shape::Text(Text { left, width, align, baseline, style, content: text })))
            };
            texts.into_iter().take(layout.shown).filter_map(shape).collect::<Vec<_>>()
        });
        texts.into_iter().flatten()
    }

    pub(crate) fn squares_of(
        &self,
        scene: &BoardState,
    ) -> impl Iterator<Item = (Corner, Ground, SquareState)> {
        let (size, side) = (self.size, self.boards.square);
        size.squares().map(move |square| {
            let [x, y] = [square.column, square.row].map(|at| u32::from(at - 1) * side);
            let ground = cell(side, square.is_dark(), self.squares.lines.edges(square, size));
            ((x, y), ground, self.squares.state(square, scene, None))
        })
    }

    /// Returns the shapes that all boards share: an empty board, the backgrounds of squares first.
    pub(crate) fn common(&self) -> impl Iterator<Item = (Corner, Shape)> {
        let empty = BoardState::empty(self.size);
        let shapes = self.squares_of(&empty).flat_map(|(corner, ground, state)| {
            self.squares.shapes(ground, state).map(move |shape| (corner, shape))
        });
        let (papers, figures): (Vec<_>, Vec<_>) = shapes.partition(|(_, shape)| shape.fill().is_some());
        papers.into_iter().chain(figures)
    }

    pub(crate) fn differing(&self, scene: &BoardState) -> impl Iterator<Item = (Corner, Shape)> {
        let empty: Vec<_> = self.squares_of(&BoardState::empty(self.size)).map(|(.., state)| state).collect();
        let squares = self.squares_of(scene).zip(empty).filter(|((.., state), empty)| state != empty);
        squares.flat_map(|((corner, ground, state), empty)| {
            let [empty, shapes] = [empty, state].map(|state| self.squares.shapes(ground, state));
            let (empty, shapes): (Vec<_>, Vec<_>) = (empty.collect(), shapes.collect());
            // Figures on top of the empty board would be covered by the shapes drawn now.
            let common = if shapes.starts_with(&empty) { empty.len() } else { 0 };
            shapes.into_iter().skip(common).map(move |shape| (corner, shape))
        })
    }
}

fn cell(side: u32, dark: bool, lines: Edges) -> Ground {
    let (labels, border) = (Labels::default(), Edges::default());
    Ground { width: side, height: side, side, dark, labels, lines, border }
}
