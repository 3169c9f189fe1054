//! The layouts of a board with its panels: for wide pages, for pages that are nearly square, for high
//! ones, and for columns of text.

use crate::font::{Font, Weight};
use crate::page::units::{Line, Units, cap};
use crate::page::{PanelContent, panels::code};
use crate::picture::Rect;
use crate::record::{Counter, Grouped};

/// What the page must have room for.
#[derive(Debug, Clone)]
pub struct Needs<'a> {
    /// Number of squares in a row of the board.
    pub squares: u32,
    /// The fixed width of the board in pixels, if it has one.
    pub board: Option<u32>,
    /// The smallest board in pixels.
    pub least_board: u32,
    /// Whether captions have signs.
    pub signs: bool,
    /// Whether there are coordinates beside the board.
    pub coordinates: bool,
    /// What the panels show.
    pub content: &'a PanelContent,
    font: &'a Font,
    /// Widths of texts that do not change.
    widths: Widths,
}

/// Widths in ems, and numbers of characters: an advance is rounded to whole pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextWidth {
    ems: f32,
    characters: usize,
}

impl TextWidth {
    pub fn of(font: &Font, weight: Weight, text: &str) -> Self {
        Self { ems: font.weight(weight).width(text), characters: text.chars().count() }
    }

    pub fn widest(one: Self, other: Self) -> Self {
        Self { ems: one.ems.max(other.ems), characters: one.characters.max(other.characters) }
    }

    /// At most so many pixels.
    pub fn pixels(self, em: f32) -> u32 {
        (self.ems * em + 0.5 * self.characters as f32).ceil() as u32
    }
}

#[derive(Debug, Clone, Default)]
struct Widths {
    title: TextWidth,
    fact: TextWidth,
    reason: TextWidth,
    /// Of each counter: its name and its largest number.
    counters: Vec<(TextWidth, TextWidth)>,
    /// Of each line of code: its indentation in levels, and its text.
    code: Vec<(u32, TextWidth)>,
}

/// The areas of everything in pixels.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PanelLayout {
    pub width: u32,
    pub height: u32,
    /// The board.
    pub board: Rect,
    /// The em of coordinates beside the board, and how far they are from it.
    pub coordinates: Option<(f32, u32)>,
    pub title: Option<TextPlace>,
    pub caption: Option<CaptionLayout>,
    pub counters: Vec<CounterLayout>,
    pub code: Option<CodeLayout>,
    pub tree: Option<Rect>,
    /// Em of the labels of the tree.
    pub label_em: f32,
    /// Hairlines.
    pub rules: Vec<Rect>,
}

/// The left end of a baseline, the room from there, and the em.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextPlace {
    pub x: u32,
    pub baseline: u32,
    pub width: u32,
    pub em: f32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CaptionLayout {
    /// The sign of what happened.
    pub chip: Rect,
    pub fact: TextPlace,
    pub reason: TextPlace,
}

/// A counter: its number, and its name below.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CounterLayout {
    pub number: TextPlace,
    pub label: TextPlace,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CodeLayout {
    pub area: Rect,
    /// From one baseline to the next.
    pub pitch: f32,
    pub em: f32,
    /// Width of the numbers of lines; `None` without numbers.
    pub numbers: Option<u32>,
    /// Left of the code.
    pub left: u32,
    /// Width of one level of indentation.
    pub indent: f32,
    /// Width of the bar of the highlighted line.
    pub bar: u32,
}

/// Lengths in units.
const WIDE_MARGIN: f32 = 6.0;
const MARGIN: f32 = 5.0;
const ARTICLE_MARGIN: f32 = 3.0;
const WIDE_GUTTER: f32 = 3.0;
const GUTTER: f32 = 2.6;
const COORDINATES: f32 = 2.2;
const COORDINATES_GAP: f32 = 1.1;
const TITLE: f32 = 4.4;
const TITLE_HEIGHT: f32 = 8.4;
const LABEL: f32 = 2.1;
const LEAST_TREE: f32 = 24.0;
const CHIP_GAP: f32 = 2.0;

/// The width of a digit, in ems.
const NUMBER_WIDTH: f32 = 0.6;

/// The least pitch of lines of code, in ems.
const LEAST_PITCH: f32 = 1.3;

/// The least size of text against the designed one. Where there is too little room, the board becomes
/// smaller first, then the text.
const LEAST_SHARES: [f32; 3] = [0.88, 0.75, 0.6];

/// How much of the width of a high page code takes beside a tree.
const CODE_BESIDE_TREE: f32 = 0.61;

/// Pages this wide against their height have everything beside the board.
const WIDE: f32 = 1.6;
/// Narrower pages have everything below the board.
const HIGH: f32 = 0.8;

/// Sizes of a caption in units: its sign, and both lines.
#[derive(Debug, Clone, Copy)]
struct CaptionSizes {
    chip: f32,
    fact: f32,
    reason: f32,
}

const CAPTION: CaptionSizes = CaptionSizes { chip: 8.6, fact: 4.4, reason: 2.8 };
const HIGH_CAPTION: CaptionSizes = CaptionSizes { chip: 10.4, fact: 5.4, reason: 3.2 };
const ARTICLE_CAPTION: CaptionSizes = CaptionSizes { chip: 6.0, fact: 3.2, reason: 2.3 };

/// Sizes of a counter in units: its number, and its name.
const COUNTER: (f32, f32) = (3.6, LABEL);
const HIGH_COUNTER: (f32, f32) = (4.4, 2.5);
const ARTICLE_COUNTER: (f32, f32) = (3.2, LABEL);

impl<'a> Needs<'a> {
    pub fn of(squares: u32, content: &'a PanelContent, font: &'a Font) -> Self {
        let wide = |weight, text: &str| TextWidth::of(font, weight, text);
        let (mut fact, mut reason) = (TextWidth::default(), TextWidth::default());
        for words in content.caption.iter().flat_map(|caption| &caption.words) {
            fact = TextWidth::widest(fact, wide(Weight::Bold, &words.fact.short));
            reason = TextWidth::widest(reason, wide(Weight::Regular, &words.reason.short));
        }
        let digit =
            |text: &str| text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>();
        let number = |counter: &Counter| {
            let most = if *counter == Counter::Depth { squares.into() } else { content.most };
            wide(Weight::Bold, &digit(&Grouped(most).to_string()))
        };
        let name = |counter: &Counter| wide(Weight::Regular, counter.name());
        let lines = content.code.iter().flat_map(code::lines);
        let widths = Widths {
            title: wide(Weight::Bold, &content.title),
            fact,
            reason,
            counters: content.counters.iter().map(|counter| (name(counter), number(counter))).collect(),
            code: lines.map(|(level, text)| (level, wide(Weight::Bold, text))).collect(),
        };
        Self { squares, board: None, least_board: 0, signs: true, coordinates: false, content, font, widths }
    }

    /// Everything on a page of this size; `None` where there is not enough room.
    pub fn on_page(&self, width: u32, height: u32) -> Option<PanelLayout> {
        LEAST_SHARES.into_iter().find_map(|least_share| self.with_text(least_share, width, height))
    }

    fn with_text(&self, least_share: f32, width: u32, height: u32) -> Option<PanelLayout> {
        let shape = width as f32 / height as f32;
        let has_side = self.content.code.is_some() || self.content.tree.is_some();
        let sizes = Sizes { needs: self, least_share, u: Units::of(width, height), width, height };
        if self.content.has_only_title() {
            sizes.largest(|board| sizes.titled(board))
        } else if shape >= WIDE {
            sizes.largest(|board| sizes.beside(board))
        } else if shape < HIGH {
            sizes.largest(|board| sizes.below(board))
        } else if has_side {
            // Code beside the board may become smaller than other text.
            let around = sizes.largest(|board| sizes.around(board));
            let is_small = least_share < CODE_BESIDE_TREE;
            let other = || sizes.largest(|board| sizes.around_with_code_below(board));
            around.or_else(|| other().filter(|_| is_small))
        } else {
            sizes.largest(|board| sizes.column(board).filter(|found| found.height <= height)).map(|found| {
                let down = (height - found.height) / 2;
                PanelLayout { height, ..found.moved(0, down) }
            })
        }
    }

    /// A board of this width with its caption and counters below, on a page made for them.
    pub fn in_column(&self, board: u32) -> Option<PanelLayout> {
        let gutter = if self.coordinates { GUTTER } else { 0.0 };
        let u = Units(board as f32 / (108.0 - 2.0 * ARTICLE_MARGIN - gutter));
        let width = board + 2 * u.px(ARTICLE_MARGIN) + u.px(gutter);
        LEAST_SHARES.into_iter().find_map(|least_share| {
            let sizes = Sizes { needs: self, least_share, u, width, height: u32::MAX };
            if self.content.has_only_title() { sizes.titled_column(board) } else { sizes.column(board) }
        })
    }
}

/// A page of a given size.
#[derive(Debug, Clone, Copy)]
struct Sizes<'a> {
    needs: &'a Needs<'a>,
    /// The least size of text against the designed one.
    least_share: f32,
    u: Units,
    width: u32,
    height: u32,
}

impl Sizes<'_> {
    /// The layout with the largest board of whole squares that works.
    fn largest(&self, arrange: impl Fn(u32) -> Option<PanelLayout>) -> Option<PanelLayout> {
        let Needs { squares, board, least_board, .. } = *self.needs;
        if let Some(fixed) = board {
            return arrange(fixed);
        }
        let most = self.width.min(self.height) / squares;
        (1..=most)
            .rev()
            .map(|side| side * squares)
            .take_while(|board| *board >= least_board)
            .find_map(arrange)
    }

    fn px(&self, units: f32) -> u32 {
        self.u.px(units)
    }

    /// The largest em up to the designed one at which a text fits in a width.
    fn fitted(&self, designed: f32, fits: impl Fn(f32) -> bool) -> Option<f32> {
        self.fitted_to(designed, designed * self.least_share, fits)
    }

    /// The same, down to another em.
    fn fitted_to(&self, designed: f32, least: f32, fits: impl Fn(f32) -> bool) -> Option<f32> {
        let least = self.u.em(least);
        let most = self.u.em(designed);
        let steps = ((most - least).ceil() as u32).max(1);
        (0..=steps).map(|step| most - (most - least) * step as f32 / steps as f32).find(|em| fits(*em))
    }

    /// The space on the left of the board for coordinates, in units.
    fn gutter(&self, units: f32) -> u32 {
        if self.needs.coordinates { self.px(units) } else { 0 }
    }

    /// An empty page with its board and its title.
    fn page(&self, board: Rect, margin: u32) -> Option<PanelLayout> {
        let Needs { squares, coordinates, content, .. } = self.needs;
        let q = board.width as f32 / *squares as f32;
        let gap = self.px(COORDINATES_GAP);
        let em = self.u.em(COORDINATES).min((0.8 * q).max(self.u.em(0.0)));
        let title = if content.title.is_empty() {
            None
        } else {
            let room = self.width.checked_sub(2 * margin)?;
            let em = self.fitted(TITLE, |em| self.needs.widths.title.pixels(em) <= room)?;
            Some(TextPlace { x: margin, baseline: margin + cap(self.u.em(TITLE)), width: room, em })
        };
        Some(PanelLayout {
            width: self.width,
            height: self.height,
            board,
            coordinates: coordinates.then_some((em, gap)),
            title,
            label_em: self.u.em(LABEL),
            ..PanelLayout::default()
        })
    }

    /// Where things begin below the title.
    fn top(&self, margin: u32) -> u32 {
        margin + if self.needs.content.title.is_empty() { 0 } else { self.px(TITLE_HEIGHT) }
    }

    /// The board in the middle, below the title.
    fn titled(&self, board: u32) -> Option<PanelLayout> {
        let (margin, gutter) = (self.px(MARGIN), self.gutter(GUTTER));
        let top = self.top(margin);
        let free = (
            self.width.checked_sub(board + gutter + 2 * margin)?,
            self.height.checked_sub(top + board + gutter + margin)?,
        );
        let board =
            Rect { x: margin + gutter + free.0 / 2, y: top + free.1 / 2, width: board, height: board };
        self.page(board, margin)
    }

    /// The same on a page made for the board.
    fn titled_column(&self, board: u32) -> Option<PanelLayout> {
        let (margin, gutter) = (self.px(ARTICLE_MARGIN), self.gutter(GUTTER));
        let height = self.top(margin) + board + gutter + margin;
        let board = Rect { x: margin + gutter, y: self.top(margin), width: board, height: board };
        Some(PanelLayout { height, ..self.page(board, margin)? })
    }

    /// Everything to the right of the board, from its top to its foot.
    fn beside(&self, board: u32) -> Option<PanelLayout> {
        let content = self.needs.content;
        let (margin, gutter) = (self.px(WIDE_MARGIN), self.gutter(WIDE_GUTTER));
        let top = self.top(margin);
        self.height.checked_sub(top + board + gutter + margin)?;
        let board = Rect { x: margin + gutter, y: top, width: board, height: board };
        let mut page = self.page(board, margin)?;
        let x = board.right() + margin;
        let width = self.width.checked_sub(margin + x)?;
        let foot = board.bottom();
        let mut y = top;
        if content.caption.is_some() {
            page.caption = Some(self.caption(CAPTION, x, y, width)?);
            y += self.px(CAPTION.chip) + self.px(3.0);
        }
        let mut end = foot;
        if !content.counters.is_empty() {
            page.counters = self
                .counters(x, foot, width, content.counters.len(), COUNTER)
                .or_else(|| self.counters(x, foot, width, content.counters.len().div_ceil(2), COUNTER))?;
            end = Self::top_of(&page.counters).checked_sub(self.px(2.4))?;
        }
        let room = end.checked_sub(y)?;
        // Around a tree: the space below the code, and that within its rules.
        let (apart, above, below) = (self.px(2.4), self.px(1.2), self.px(0.6));
        let least_tree = match (&content.tree, &content.code) {
            (None, _) => 0,
            (Some(_), None) => self.px(LEAST_TREE) + below,
            (Some(_), Some(_)) => self.px(LEAST_TREE) + apart + above + below,
        };
        if content.code.is_some() {
            let area = Rect { x, y, width, height: room.checked_sub(least_tree)? };
            let code = self.code(area, (2.8, 3.9), true)?;
            y += code.area.height + apart;
            page.code = Some(code);
        }
        if content.tree.is_some() {
            if page.code.is_some() {
                page.rules.push(self.rule(x, y, width));
                y += above;
            }
            page.tree = Some(self.tree(Rect { x, y, width, height: (end - below).checked_sub(y)? })?);
        }
        if !page.counters.is_empty() && (page.code.is_some() || page.tree.is_some()) {
            page.rules.push(self.rule(x, end, width));
        }
        Some(page)
    }

    /// The caption above, code and counters to the right of the board, the tree below.
    fn around(&self, board: u32) -> Option<PanelLayout> {
        let content = self.needs.content;
        let (margin, gutter) = (self.px(MARGIN), self.gutter(GUTTER));
        let mut top = self.top(margin);
        let full = self.width.checked_sub(2 * margin)?;
        let caption = content.caption.as_ref().map(|_| self.caption(CAPTION, margin, top, full));
        let caption = if let Some(caption) = caption {
            top += self.px(11.6);
            Some(caption?)
        } else {
            None
        };
        let board = Rect { x: margin + gutter, y: top, width: board, height: board };
        let mut page = PanelLayout { caption, ..self.page(board, margin)? };
        let x = board.right() + self.px(3.0);
        let has_column = content.code.is_some() || !content.counters.is_empty();
        if has_column {
            let width = self.width.checked_sub(margin + x)?;
            let mut end = board.bottom();
            if !content.counters.is_empty() {
                let columns = content.counters.len().div_ceil(2).max(2);
                page.counters = self.counters(x, end, width, columns, COUNTER)?;
                end = Self::top_of(&page.counters).checked_sub(self.px(2.0))?;
            }
            if content.code.is_some() {
                let area = Rect { x, y: top, width, height: end.checked_sub(top)? };
                page.code = Some(self.code(area, (2.25, 3.3), false)?);
            }
        } else if content.tree.is_none() {
            return None;
        }
        let end = self.height.checked_sub(margin)?;
        let y = board.bottom() + gutter + self.px(2.1);
        if content.tree.is_some() {
            page.rules.push(self.rule(margin, y, full));
            let y = y + self.px(1.6);
            page.tree = Some(self.tree(Rect { x: margin, y, width: full, height: end.checked_sub(y)? })?);
            Some(page)
        } else {
            let spare = end.checked_sub(board.bottom() + gutter)?;
            Some(page.moved_below_title(spare / 2))
        }
    }

    /// The caption above, tree and counters to the right of the board, the code below: for small pages,
    /// on which code beside the board would have to be too small to be read.
    fn around_with_code_below(&self, board: u32) -> Option<PanelLayout> {
        let content = self.needs.content;
        let (margin, gutter) = (self.px(MARGIN), self.gutter(GUTTER));
        let mut top = self.top(margin);
        let full = self.width.checked_sub(2 * margin)?;
        let mut caption = None;
        if content.caption.is_some() {
            caption = Some(self.caption(CAPTION, margin, top, full)?);
            top += self.px(11.6);
        }
        let board = Rect { x: margin + gutter, y: top, width: board, height: board };
        let mut page = PanelLayout { caption, ..self.page(board, margin)? };
        let x = board.right() + self.px(3.0);
        let width = self.width.checked_sub(margin + x)?;
        let mut end = board.bottom();
        if !content.counters.is_empty() {
            let columns = content.counters.len().div_ceil(2).max(2);
            page.counters = self.counters(x, end, width, columns, COUNTER)?;
            end = Self::top_of(&page.counters).checked_sub(self.px(2.0))?;
        }
        if content.tree.is_some() {
            page.tree = Some(self.tree(Rect { x, y: top, width, height: end.checked_sub(top)? })?);
        }
        let y = board.bottom() + gutter + self.px(2.1);
        page.rules.push(self.rule(margin, y, full));
        let y = y + self.px(1.6);
        let height = self.height.checked_sub(margin + y)?;
        content.code.as_ref()?;
        page.code = Some(self.code(Rect { x: margin, y, width: full, height }, (2.25, 3.3), false)?);
        Some(page)
    }

    /// Everything below the board but the caption.
    fn below(&self, board: u32) -> Option<PanelLayout> {
        let content = self.needs.content;
        let (margin, gutter) = (self.px(MARGIN), self.gutter(GUTTER));
        let mut top = self.top(self.px(6.0));
        let full = self.width.checked_sub(2 * margin)?;
        let caption = content.caption.as_ref().map(|_| self.caption(HIGH_CAPTION, margin, top, full));
        let caption = if let Some(caption) = caption {
            top += self.px(14.0);
            Some(caption?)
        } else {
            None
        };
        let spare = full.checked_sub(board + gutter)?;
        // Narrower than the page where there is much below it.
        let board = Rect { x: margin + gutter + spare / 2, y: top, width: board, height: board };
        let mut page = PanelLayout { caption, ..self.page(board, margin)? };
        let end = self.height.checked_sub(margin)?;
        let mut y = board.bottom() + gutter + self.px(1.6);
        if !content.counters.is_empty() {
            let place = |columns: usize| {
                let rows = content.counters.len().div_ceil(columns) as u32;
                let foot =
                    y + self.counter_height(HIGH_COUNTER) * rows + self.px(2.4) * (rows - 1) + self.px(1.2);
                Some((self.counters(margin, foot, full, columns, HIGH_COUNTER)?, foot))
            };
            let all = content.counters.len();
            let (counters, foot) = place(all).or_else(|| place(all.div_ceil(2)))?;
            page.counters = counters;
            y = foot + self.px(3.2);
        }
        if content.code.is_none() && content.tree.is_none() {
            let spare = end.checked_sub(y.saturating_sub(self.px(3.2)).max(board.bottom() + gutter))?;
            return Some(page.moved_below_title(spare / 2));
        }
        if !content.counters.is_empty() {
            page.rules.push(self.rule(margin, y, full));
            y += self.px(2.4);
        }
        let height = end.checked_sub(y)?;
        let mut x = margin;
        if content.code.is_some() {
            let least = if content.tree.is_some() { self.px(LEAST_TREE + 2.4) } else { 0 };
            // On small pages text needs more.
            let is_small = self.least_share < CODE_BESIDE_TREE;
            let most = if content.tree.is_some() && !is_small {
                (CODE_BESIDE_TREE * full as f32) as u32
            } else {
                full
            };
            let area = Rect { x, y, width: full.checked_sub(least)?.min(most), height };
            let code = self.code(area, (2.75, 5.2), false)?;
            x = code.area.right() + self.px(2.4);
            page.code = Some(code);
        }
        if content.tree.is_some() {
            page.tree = Some(self.tree(Rect { x, y, width: (margin + full).checked_sub(x)?, height })?);
        }
        Some(page)
    }

    /// For a column of text: caption and counters below the board.
    fn column(&self, board: u32) -> Option<PanelLayout> {
        let content = self.needs.content;
        let (margin, gutter) = (self.px(ARTICLE_MARGIN), self.gutter(GUTTER));
        let top = self.top(margin);
        let full = self.width.checked_sub(2 * margin)?;
        let spare = full.checked_sub(board + gutter)?;
        let board = Rect { x: margin + gutter + spare / 2, y: top, width: board, height: board };
        let mut page = self.page(board, margin)?;
        let (x, width) = (board.x, board.width);
        let mut y = board.bottom() + gutter + self.px(2.4);
        if content.caption.is_some() && !content.counters.is_empty() {
            let foot = y + self.px(ARTICLE_CAPTION.chip);
            // Beside each other, or where that is too narrow below each other.
            let beside = |counters: u32| {
                let apart = width.checked_sub(counters)?;
                let caption = self.caption(ARTICLE_CAPTION, x, y, apart.checked_sub(self.px(2.0))?)?;
                let counters =
                    self.counters(x + apart, foot, counters, content.counters.len(), ARTICLE_COUNTER)?;
                Some((caption, counters))
            };
            let found = [50.0, 54.0, 58.0, 62.0].into_iter().find_map(|units| beside(self.px(units)));
            let (caption, counters) = if let Some(found) = found {
                y = foot;
                found
            } else {
                let caption = self.caption(ARTICLE_CAPTION, x, y, width)?;
                let (counters, foot) = self.counters_below(x, foot + self.px(2.4), width)?;
                y = foot;
                (caption, counters)
            };
            page.caption = Some(caption);
            page.counters = counters;
        } else if content.caption.is_some() {
            page.caption = Some(self.caption(ARTICLE_CAPTION, x, y, width)?);
            y += self.px(ARTICLE_CAPTION.chip);
        } else if !content.counters.is_empty() {
            let (counters, foot) = self.counters_below(x, y, width)?;
            (page.counters, y) = (counters, foot);
        }
        page.height = y + margin;
        Some(page)
    }

    /// Counters in one row or in two, with their foot.
    fn counters_below(&self, x: u32, y: u32, width: u32) -> Option<(Vec<CounterLayout>, u32)> {
        let all = self.needs.content.counters.len();
        let height = self.counter_height(ARTICLE_COUNTER);
        let in_rows = |rows: u32| {
            let foot = y + rows * height + (rows - 1) * self.px(2.4);
            let counters = self.counters(x, foot, width, all.div_ceil(rows as usize), ARTICLE_COUNTER)?;
            Some((counters, foot))
        };
        in_rows(1).or_else(|| in_rows(2))
    }

    /// A caption in this width.
    fn caption(&self, sizes: CaptionSizes, x: u32, y: u32, width: u32) -> Option<CaptionLayout> {
        let chip = self.px(sizes.chip);
        let left = if self.needs.signs { chip + self.px(CHIP_GAP) } else { 0 };
        let room = width.checked_sub(left)?;
        let widths = &self.needs.widths;
        // Custom captions may be long.
        let fact = self.fitted_to(sizes.fact, 0.0, |em| widths.fact.pixels(em) <= room)?;
        let reason = self.fitted_to(sizes.reason, 0.0, |em| widths.reason.pixels(em) <= room)?;
        let place = |baseline, em| TextPlace { x: x + left, baseline, width: room, em };
        Some(CaptionLayout {
            chip: Rect { x, y, width: chip, height: chip },
            fact: place(y + cap(fact), fact),
            reason: place(y + chip - (0.05 * reason).round() as u32, reason),
        })
    }

    /// Height of a number with its name.
    fn counter_height(&self, (number, label): (f32, f32)) -> u32 {
        cap(self.u.em(number)) + self.px(1.0) + cap(self.u.em(label))
    }

    fn top_of(counters: &[CounterLayout]) -> u32 {
        let tops = counters.iter().map(|counter| counter.number.baseline - cap(counter.number.em));
        tops.min().unwrap_or_default()
    }

    /// Counters with this number in a row, the names of the last row on `foot`.
    fn counters(
        &self,
        x: u32,
        foot: u32,
        width: u32,
        columns: usize,
        (number, label): (f32, f32),
    ) -> Option<Vec<CounterLayout>> {
        let widths = &self.needs.widths.counters;
        let label_em = self.u.em(label);
        let rows = widths.chunks(columns);
        let gap = self.px(1.0);
        let at = |em: f32| {
            let counter_width =
                |(name, number): &(TextWidth, TextWidth)| name.pixels(label_em).max(number.pixels(em));
            let last = rows.clone().filter(|row| row.len() == columns).filter_map(|row| row.last());
            let last = last.map(counter_width).max().unwrap_or_default();
            let pitch = if columns > 1 { width.checked_sub(last)? / (columns as u32 - 1) } else { width };
            let before = rows.clone().flat_map(|row| row.iter().take(columns - 1));
            let fits = before.map(counter_width).all(|counter| counter + gap <= pitch) && last <= width;
            fits.then_some((pitch, last))
        };
        let em = self.fitted(number, |em| at(em).is_some())?;
        let (_, last) = at(em)?;
        // The name of the last one ends on the edge, to the pixel.
        let names = self.needs.content.counters.chunks(columns).filter(|row| row.len() == columns);
        let name = names
            .filter_map(|row| row.last())
            .map(|name| self.needs.font.pixels(name.name(), label_em))
            .max();
        let widest = rows.clone().filter(|row| row.len() == columns).filter_map(|row| row.last());
        let widest = widest.map(|(_, number)| number.pixels(em)).max();
        let last = name.max(widest).unwrap_or(last);
        let pitch = if columns > 1 { (width - last) as f32 / (columns as f32 - 1.0) } else { width as f32 };
        let row_pitch = self.counter_height((number, label)) + self.px(2.4);
        let count = rows.len() as u32;
        let place = |(row, cells): (u32, &[(TextWidth, TextWidth)])| {
            let label = foot.saturating_sub((count - 1 - row) * row_pitch);
            let above = label.saturating_sub(cap(label_em) + self.px(1.0));
            (0..cells.len() as u32)
                .map(|column| {
                    let at = |column: u32| x + (column as f32 * pitch).round() as u32;
                    let (x, pitch) = (at(column), at(column + 1) - at(column));
                    let width = if column as usize + 1 == columns { last } else { pitch - gap.min(pitch) };
                    CounterLayout {
                        number: TextPlace { x, baseline: above, width, em },
                        label: TextPlace { x, baseline: label, width, em: label_em },
                    }
                })
                .collect::<Vec<_>>()
        };
        Some((0..).zip(rows).flat_map(place).collect())
    }

    /// Code in an area, which becomes as high as the code, and without numbers as wide.
    fn code(&self, area: Rect, (em, pitch): (f32, f32), numbers: bool) -> Option<CodeLayout> {
        let lines = &self.needs.widths.code;
        let bar = self.px(0.56).max(2);
        // The right edge of the numbers, which are never too small to be read, and the left of the code.
        let digits = lines.len().to_string().len() as f32 * NUMBER_WIDTH;
        let right = |em: f32| {
            (3.5 / 2.8 * em).max(bar as f32 + digits * self.u.em(0.0).max(code::NUMBERS * em) + 1.0)
        };
        let gutter = |em: f32| if numbers { (5.3 / 2.8 * em).max(right(em) + 0.4 * em) } else { 0.5 * em };
        let indent = |em: f32| 3.6 / 2.8 * em;
        let wide = |em: f32| {
            let line = |(level, text): &(u32, TextWidth)| *level as f32 * indent(em) + text.pixels(em) as f32;
            (gutter(em) + lines.iter().map(line).fold(0.0, f32::max) + 0.6 * em).ceil() as u32
        };
        let count = lines.len() as f32;
        let fits = |em: f32| wide(em) <= area.width && count * LEAST_PITCH * em <= area.height as f32;
        // Listings of other programs may be long.
        let em = self.fitted(em, fits).or_else(|| {
            let smallest = self.u.em(0.0);
            fits(smallest).then_some(smallest)
        })?;
        let pitch = (pitch * self.u.0).max(LEAST_PITCH * em).min(area.height as f32 / count);
        let width = if numbers { area.width } else { wide(em).max(area.width.min(wide(em) + self.px(1.0))) };
        Some(CodeLayout {
            area: Rect { width, height: (count * pitch) as u32, ..area },
            pitch,
            em,
            numbers: numbers.then(|| right(em).ceil() as u32),
            left: gutter(em) as u32,
            indent: indent(em),
            bar,
        })
    }

    /// Room for a tree, if it is large enough.
    fn tree(&self, area: Rect) -> Option<Rect> {
        let least = self.px(LEAST_TREE);
        (area.width >= least && area.height >= least).then_some(area)
    }

    fn rule(&self, x: u32, y: u32, width: u32) -> Rect {
        Rect { x, y, width, height: self.u.hairline() }
    }
}

impl TextPlace {
    /// The rectangle of text here.
    pub fn area(self, font: &Font, weight: Weight) -> Rect {
        Line { font, em: self.em, weight }.area(self.x, self.baseline, self.width)
    }

    fn moved(self, right: u32, down: u32) -> Self {
        Self { x: self.x + right, baseline: self.baseline + down, ..self }
    }
}

impl PanelLayout {
    fn moved(mut self, right: u32, down: u32) -> Self {
        self.title = self.title.map(|title| title.moved(right, down));
        self.moved_but_title(right, down)
    }

    /// Everything but the title further down.
    fn moved_below_title(self, down: u32) -> Self {
        self.moved_but_title(0, down)
    }

    fn moved_but_title(mut self, right: u32, down: u32) -> Self {
        let text = |place: TextPlace| place.moved(right, down);
        self.board = self.board.moved(right, down);
        self.caption = self.caption.map(|caption| CaptionLayout {
            chip: caption.chip.moved(right, down),
            fact: text(caption.fact),
            reason: text(caption.reason),
        });
        for counter in &mut self.counters {
            *counter = CounterLayout { number: text(counter.number), label: text(counter.label) };
        }
        self.code = self.code.map(|code| CodeLayout { area: code.area.moved(right, down), ..code });
        self.tree = self.tree.map(|tree| tree.moved(right, down));
        for rule in &mut self.rules {
            *rule = rule.moved(right, down);
        }
        self
    }
}
