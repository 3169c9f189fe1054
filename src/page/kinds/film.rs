//! The page of a board with its panels, in six arrangements.

use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::board::BoardSize;
use crate::font::Weight;
use crate::page::block::{Block, BlockKind, in_order};
use crate::page::layout::board::{
    SLIDE, Wanted, alone, check_side, check_width, default_width, fit, least_board, on_slide, page_pixels,
    smallest,
};
use crate::page::layout::flow::{self, Node, Span, between, column, exactly, first, from, grid};
use crate::page::layout::flow::{largest, leaf, row, scaled, space};
use crate::page::layout::text_place::TextPlace;
use crate::page::layout::text_width::TextWidth;
use crate::page::layout::words::{across_middle, down_middle, fitted, spring, text, title};
use crate::page::panels::code::{CodeLayout, CodePart, CodeSheet, CodeStyle, MeasuredCode};
use crate::page::panels::state::{self, Room};
use crate::page::panels::{BoardPanel, CaptionPanel, CodePanel, CounterPanel, TreePanel};
use crate::page::pen::{Align, Colours};
use crate::page::units::{Units, cap};
use crate::page::{Medium, Page, PageError, PageSize, PageStyle, PanelContent, StatePanel};
use crate::picture::Rect;
use crate::record::Counter;

/// What a page with one board has; texts with their ems.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Slot {
    Title(f32),
    Board,
    Chip,
    Fact(f32),
    Reason(f32),
    /// The number of a counter, and its name.
    Number(usize, f32),
    Name(usize, f32),
    Rule,
    Panel(Wide),
}

/// A panel that wants room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wide {
    State(StatePanel),
    Code,
    Tree,
}

/// What the page must have room for.
struct Needs<'a> {
    size: BoardSize,
    style: &'a PageStyle,
    panels: Vec<Wide>,
    code: Option<MeasuredCode<'a>>,
    title: TextWidth,
    fact: TextWidth,
    reason: TextWidth,
    /// The largest number of each counter.
    numbers: Vec<TextWidth>,
}

/// A page of a given size with a board of a given width, and how small its text may be.
#[derive(Clone, Copy)]
struct Sheet<'a> {
    needs: &'a Needs<'a>,
    u: Units,
    size: (u32, u32),
    board: u32,
    /// The board begins at multiples of so many pixels.
    unit: u32,
    /// The least size of text against the designed one.
    least: f32,
    part: CodePart,
}

/// Everything in its place.
#[derive(Debug, Clone, PartialEq)]
struct Placed {
    size: (u32, u32),
    board: Rect,
    /// The em of coordinates beside the board, and how far they are from it.
    coordinates: Option<(f32, u32)>,
    slots: Vec<(Slot, Rect)>,
    code: Option<CodeLayout>,
}

type Arrange = for<'a> fn(Sheet<'a>) -> Node<'a, Slot>;

/// The least sizes of text against the designed one. Where there is too little room, the board becomes
/// smaller first, then the text.
const LEAST_SHARES: [f32; 3] = [0.88, 0.75, SMALLEST_SHARE];
const SMALLEST_SHARE: f32 = 0.6;

/// Margins of most pages, of those with everything beside the board, and of columns of text.
const MARGIN: f32 = 5.0;
const WIDE_MARGIN: f32 = 6.0;
const COLUMN_MARGIN: f32 = 3.0;

/// Ems: chip, fact, reason; and the space below them.
const CAPTION: [f32; 4] = [8.6, 4.4, 2.8, 3.0];
const HIGH_CAPTION: [f32; 4] = [10.4, 5.4, 3.2, 3.6];
const COLUMN_CAPTION: [f32; 4] = [6.0, 3.2, 2.3, 0.0];

/// The widths of counters beside a caption that are tried.
const HALVES: [f32; 4] = [50.0, 54.0, 58.0, 62.0];

/// Ems of what explains numbers and diagrams, of coordinates, and how far these are from the board.
const LABEL: f32 = 2.1;
const COORDINATES: f32 = 2.2;
const COORDINATES_GAP: f32 = 1.1;

const WIDE_CODE: CodeStyle = CodeStyle { em: 2.8, pitch: 3.9, has_numbers: true };
const CODE: CodeStyle = CodeStyle { em: 2.25, pitch: 3.3, has_numbers: false };
const HIGH_CODE: CodeStyle = CodeStyle { em: 2.75, pitch: 5.2, has_numbers: false };

/// Everything to the right of the board, from its top to its foot.
fn beside(s: Sheet<'_>) -> Node<'_, Slot> {
    let above_rule = if s.needs.panels.last() == Some(&Wide::Tree) { 0.6 } else { 0.0 };
    let side = column([
        caption(s, CAPTION),
        stacked(s, |_| true, WIDE_CODE),
        spring(),
        rule(s, [above_rule, 2.4]).when(!s.needs.panels.is_empty() && s.has_counters()),
        counters(s, [3.6, LABEL], 1..=2),
    ]);
    let boards = row([square(s), side.tall(exactly(s.board))]).gaps(exactly(s.px(WIDE_MARGIN)), exactly(0));
    let boards = boards.step(s.unit).pad([s.gutter(3.0), 0, 0, s.gutter(3.0)]);
    // Where the squares of a video leave room, half of it is above.
    let boards = if s.unit > 1 { down_middle(boards) } else { boards };
    s.within(WIDE_MARGIN, column([s.title(), boards]))
}

/// The caption above; code and counters beside the board, the tree below.
fn around(s: Sheet<'_>) -> Node<'_, Slot> {
    around_with(s, |panel| panel != Wide::Tree)
}

/// The tree and counters beside the board, code below: on small pages, code beside the board would have to
/// be too small to be read.
fn around_tree(s: Sheet<'_>) -> Node<'_, Slot> {
    around_with(s, |panel| panel == Wide::Tree)
}

fn around_with(s: Sheet<'_>, is_beside: fn(Wide) -> bool) -> Node<'_, Slot> {
    let rows = if s.needs.numbers.len() > 2 { 2..=2 } else { 1..=1 };
    let counters = counters(s, [3.6, LABEL], rows).pad([0, s.px(2.0), 0, 0]);
    let side = column([stacked(s, is_beside, CODE), spring(), counters]);
    let boards = row([square(s), side.tall(exactly(s.board))]).gaps(exactly(s.px(3.0)), exactly(0));
    let boards = boards.step(s.unit).pad([s.gutter(2.6), 0, 0, s.gutter(2.6)]);
    let has_below = s.panels(|panel| !is_beside(panel)).next().is_some();
    let below = column([rule(s, [2.1, 1.6]), in_row(s, |panel| !is_beside(panel), CODE)]);
    let body = column([caption(s, CAPTION), boards, below.when(has_below)]);
    s.within(MARGIN, column([s.title(), down_middle(body)]))
}

/// Everything below the board but the caption.
fn below(s: Sheet<'_>) -> Node<'_, Slot> {
    let (has_panels, gutter) = (!s.needs.panels.is_empty(), s.gutter(2.6));
    let body = column([
        caption(s, HIGH_CAPTION),
        across_middle(square(s)).pad([gutter, 0, 0, gutter]),
        space(exactly(0), exactly(s.px(1.6))).when(has_panels || s.has_counters()),
        counters(s, [4.4, 2.5], 1..=2).pad([0, s.px(1.2), 0, 0]),
        rule(s, [3.2, 2.4]).when(has_panels && s.has_counters()),
        in_row(s, |_| true, HIGH_CODE).when(has_panels),
    ]);
    s.within(MARGIN, column([s.title(), down_middle(body)]).pad([0, s.px(6.0 - MARGIN), 0, 0]))
}

/// The board alone, below its title.
fn titled(s: Sheet<'_>) -> Node<'_, Slot> {
    let board = down_middle(across_middle(square(s)));
    let gutter = s.gutter(2.6);
    s.within(MARGIN, column([s.title(), board.pad([gutter, 0, 0, gutter])]))
}

/// Caption and counters below the board, on a page that is as high as it must be.
fn in_column(s: Sheet<'_>) -> Node<'_, Slot> {
    let counters = |rows| counters(s, [3.2, LABEL], rows);
    let caption = || caption(s, COLUMN_CAPTION);
    // Beside each other, or where counters are too wide below each other.
    let half = counters(1..=1);
    // Counters that only just have room would leave a caption too little.
    let least = half.width.least + s.px(1.0);
    let width = HALVES.map(|units| s.px(units)).into_iter().find(|width| least <= *width);
    let half = half.align(flow::Align::Start, flow::Align::End);
    let beside = width.map(|width| row([caption(), half.wide(exactly(width))]));
    let texts = beside.into_iter().chain([column([caption(), counters(1..=2)])]);
    let texts = first(texts.map(|texts| texts.gaps(exactly(s.px(2.0)), exactly(s.px(2.4)))));
    let has_texts = !s.needs.style.panels.has_only_title();
    let texts = texts.wide(exactly(s.board)).when(has_texts);
    let gutter = s.gutter(2.6);
    let board = column([square(s), texts]).gaps(exactly(0), exactly(s.px(2.4) + gutter));
    s.within(COLUMN_MARGIN, column([s.title(), across_middle(board).pad([gutter, 0, 0, 0])]))
}

/// The same in the middle of a page.
fn in_middle(s: Sheet<'_>) -> Node<'_, Slot> {
    down_middle(in_column(s))
}

fn square(s: Sheet<'_>) -> Node<'_, Slot> {
    let side = between(s.board, s.board + s.unit - 1);
    leaf(Slot::Board, side, side).step(s.unit)
}

/// A caption. Custom ones may be long: they become as small as can be read.
fn caption(s: Sheet<'_>, sizes: [f32; 4]) -> Node<'_, Slot> {
    let [chip, fact, reason, below] = sizes;
    let (chip, u, needs) = (s.px(chip), s.u, s.needs);
    let lines = column([
        fitted(Slot::Fact, needs.fact, u.em(fact), u.em(0.0)),
        spring(),
        fitted(Slot::Reason, needs.reason, u.em(reason), u.em(0.0)),
    ]);
    let sign = leaf(Slot::Chip, exactly(chip), exactly(chip)).pad([0, 0, s.px(2.0), 0]);
    let caption = row([sign.when(needs.style.highlight), lines.tall(exactly(s.lines_height(sizes)))]);
    caption.pad([0, 0, 0, s.px(below)]).when(needs.style.panels.caption.is_some())
}

/// Counters in one row, or where that is too narrow in two; the name of the last one ends on the edge.
fn counters(s: Sheet<'_>, [number, name]: [f32; 2], rows: RangeInclusive<usize>) -> Node<'_, Slot> {
    let (font, all) = (&s.needs.style.font, &s.needs.style.panels.counters);
    let (name_em, gap) = (s.u.em(name), exactly(s.px(1.0)));
    // The name of the last one ends on the edge, to the pixel.
    let widths = |counter: &Counter| {
        let name = counter.name();
        [TextWidth::of(font, Weight::Regular, name).pixels(name_em), font.pixels(name, name_em)]
    };
    let names: Rc<[[u32; 2]]> = all.iter().map(widths).collect();
    let with = move |columns: usize, em: f32| {
        let counter = |(index, name): (usize, &[u32; 2])| {
            let (number, name) =
                (s.needs.numbers[index].pixels(em), name[usize::from((index + 1) % columns == 0)]);
            let texts =
                [text(Slot::Number(index, em), number, em), text(Slot::Name(index, name_em), name, name_em)];
            column(texts).gaps(gap, gap).wide(exactly(number.max(name)))
        };
        let counters = grid(columns, names.iter().enumerate().map(counter)).even();
        counters.gaps(from(gap.least), exactly(s.px(2.4)))
    };
    let in_rows = |rows: usize| {
        let (columns, with) = (all.len().div_ceil(rows), with.clone());
        scaled(s.u.em(number), s.u.em(number * s.least), move |em| with(columns, em))
    };
    first(rows.map(in_rows)).when(s.has_counters())
}

/// A hairline, so far below what is above it, and so far above what is below it.
fn rule(s: Sheet<'_>, [above, below]: [f32; 2]) -> Node<'_, Slot> {
    let line = s.u.hairline();
    leaf(Slot::Rule, from(0), exactly(line)).pad([0, s.px(above), 0, s.px(below).saturating_sub(line)])
}

/// Panels below each other, with rules between them.
fn stacked(s: Sheet<'_>, which: impl Fn(Wide) -> bool, style: CodeStyle) -> Node<'_, Slot> {
    let panels = s.panels(which).enumerate();
    column(panels.flat_map(|(index, panel)| {
        let width = Span { most: u32::MAX, ..s.panel_width(panel, style) };
        [rule(s, [2.4, 1.2]).when(index > 0), s.panel(panel, style, width)]
    }))
}

/// Panels beside each other. The first takes no more than its share, but on small pages text needs more.
fn in_row(s: Sheet<'_>, which: impl Fn(Wide) -> bool, style: CodeStyle) -> Node<'_, Slot> {
    let panels: Vec<Wide> = s.panels(which).collect();
    let room = (s.size.0.saturating_sub(2 * s.px(MARGIN))) as f32;
    let share = if s.least <= SMALLEST_SHARE || panels.len() < 2 { 1.0 } else { 0.61 };
    let panel = |panel: &Wide| {
        let Span { least, most, rank } = s.panel_width(*panel, style);
        let width = match panel {
            Wide::State(_) => exactly((room / panels.len() as f32) as u32),
            Wide::Code => between(least, most.min((share * room) as u32)),
            Wide::Tree => Span { least, most, rank },
        };
        s.panel(*panel, style, width)
    };
    row(panels.iter().map(panel)).gaps(exactly(s.px(2.4)), exactly(0))
}

impl<'a> Sheet<'a> {
    fn px(&self, units: f32) -> u32 {
        self.u.px(units)
    }

    /// The space on the left of the board and below it for coordinates, if it has any.
    fn gutter(&self, units: f32) -> u32 {
        if self.needs.style.coordinates { self.px(units) } else { 0 }
    }

    fn has_counters(&self) -> bool {
        !self.needs.numbers.is_empty()
    }

    fn title(self) -> Node<'a, Slot> {
        let has_title = !self.needs.style.panels.title.is_empty();
        title(Slot::Title, self.needs.title, self.u, self.least).when(has_title)
    }

    /// As high as the sign, but on small pages high enough for both lines.
    fn lines_height(&self, [chip, fact, reason, _]: [f32; 4]) -> u32 {
        let [fact, reason] = [fact, reason].map(|em| self.u.em(em));
        let font = &self.needs.style.font;
        let between = font.weight(Weight::Bold).reach(fact).1 + font.weight(Weight::Regular).reach(reason).0;
        self.px(chip).max(cap(fact) + between)
    }

    /// Within margins, of which the lower one may lose what the board is moved to begin at a multiple.
    fn within(self, margin: f32, page: Node<'a, Slot>) -> Node<'a, Slot> {
        let margin = self.px(margin);
        page.pad([margin, margin, margin, margin.saturating_sub(self.unit - 1)])
    }

    fn panels(self, which: impl Fn(Wide) -> bool) -> impl Iterator<Item = Wide> {
        self.needs.panels.iter().copied().filter(move |panel| which(*panel))
    }

    /// The code, if there is any.
    fn code(self, style: CodeStyle) -> Option<CodeSheet<'a>> {
        let Self { needs, part, u, .. } = self;
        needs.code.as_ref().map(|code| CodeSheet { code, part, style, u })
    }

    fn panel_width(self, panel: Wide, style: CodeStyle) -> Span {
        match panel {
            Wide::State(_) => from(0),
            Wide::Tree => from(self.px(24.0)),
            Wide::Code => self.code(style).map_or(exactly(0), |code| code.width()),
        }
    }

    fn panel(self, panel: Wide, style: CodeStyle, width: Span) -> Node<'a, Slot> {
        match panel {
            // What is below begins with a rule.
            Wide::State(_) => {
                leaf(Slot::Panel(panel), width, between(0, u32::MAX)).pad([0, 0, 0, self.px(1.4)])
            }
            Wide::Tree => leaf(Slot::Panel(panel), width, from(self.px(24.0))),
            Wide::Code => {
                let height = self.code(style).map_or(exactly(0), |code| code.height());
                leaf(Slot::Panel(panel), width, height)
            }
        }
    }

    /// Everything in its place, if panels are legible in theirs.
    fn placed(self, style: CodeStyle, slots: Vec<(Slot, Rect)>, height: u32) -> Option<Placed> {
        let Needs { size, style: board_style, .. } = *self.needs;
        let mut code = None;
        let panel = |(slot, area): &(Slot, Rect)| {
            if let Slot::Panel(panel) = slot { Some((*panel, *area)) } else { None }
        };
        for (panel, area) in slots.iter().filter_map(panel) {
            match panel {
                Wide::Code => code = Some(self.code(style)?.within(area)?),
                Wide::State(panel) => {
                    let room = Room { area, units: self.u, size, style: board_style };
                    state::within(panel, &room).map(|_| ())?;
                }
                Wide::Tree => {}
            }
        }
        let (_, area) = *slots.iter().find(|(slot, _)| *slot == Slot::Board)?;
        let board = Rect { width: self.board, height: self.board, ..area };
        let em = self
            .u
            .em(COORDINATES)
            .min((0.8 * (board.width / self.needs.squares()) as f32).max(self.u.em(0.0)));
        let coordinates = board_style.coordinates.then(|| (em, self.px(COORDINATES_GAP)));
        let placed = Placed { size: (self.size.0, height), board, coordinates, slots, code };
        placed.has_room_for_coordinates(self.needs).then_some(placed)
    }
}

impl<'a> Needs<'a> {
    fn of(size: BoardSize, style: &'a PageStyle) -> Self {
        let PageStyle { panels: content, font, .. } = style;
        let PanelContent { title, caption, counters, most, code, tree, state, .. } = content;
        let words = || caption.iter().flat_map(|caption| &caption.words);
        let number = |counter: &Counter| {
            let most = if *counter == Counter::Depth { size.get().into() } else { *most };
            TextWidth::of_number(font, most)
        };
        let code = code.as_ref().map(|listing| MeasuredCode::of(listing, font));
        let states = state.iter().copied().map(Wide::State);
        let others = code.iter().map(|_| Wide::Code).chain(tree.iter().map(|_| Wide::Tree));
        Self {
            size,
            style,
            panels: states.chain(others).collect(),
            title: TextWidth::of(font, Weight::Bold, title),
            fact: TextWidth::widest(font, Weight::Bold, words().map(|words| &words.fact.short)),
            reason: TextWidth::widest(font, Weight::Regular, words().map(|words| &words.reason.short)),
            numbers: counters.iter().map(number).collect(),
            code,
        }
    }

    fn squares(&self) -> u32 {
        self.size.get().into()
    }

    /// Everything on a page of this size; `None` where there is not enough room.
    fn on_page(&self, size: (u32, u32), wanted: Wanted) -> Option<Placed> {
        // Small text has room wherever large text has, and boards that work come in ranges: some of them show
        // whether there is room.
        let (shares, step) = match wanted {
            Wanted::Best => (&LEAST_SHARES[..], 1),
            Wanted::Any => (&[SMALLEST_SHARE][..], 3),
        };
        let parts = self.code.as_ref().map_or(&[CodePart::Whole][..], MeasuredCode::parts);
        let mut tried = parts.iter().flat_map(|part| shares.iter().map(|least| (*part, *least)));
        tried.find_map(|(part, least)| {
            let u = Units::of(size.0, size.1);
            let sheet = Sheet { needs: self, u, size, board: 0, unit: 1, least, part };
            sheet.arrangements().iter().find_map(|(arrange, style)| sheet.largest(*arrange, *style, step))
        })
    }

    /// A board of this width with its caption and counters below, on a page made for them.
    fn in_column(&self, board: u32) -> Option<Placed> {
        let gutter = if self.style.coordinates { 2.6 } else { 0.0 };
        let u = Units(board as f32 / (108.0 - 2.0 * COLUMN_MARGIN - gutter));
        let margin = u.px(COLUMN_MARGIN);
        let unit = self.style.medium.unit(board / self.squares());
        let start = (margin + u.px(gutter)).next_multiple_of(unit);
        let size = (start + board + margin, u32::MAX);
        LEAST_SHARES.into_iter().find_map(|least| {
            let sheet = Sheet { needs: self, u, size, board, unit, least, part: CodePart::Whole };
            let slots = in_column(sheet).placed(size.0, size.1)?;
            let foot = |(slot, area): &(Slot, Rect)| {
                area.bottom() + if *slot == Slot::Board { u.px(gutter) } else { 0 }
            };
            let foot = slots.iter().map(foot).max()?;
            sheet.placed(CODE, slots, foot + margin)
        })
    }
}

impl Sheet<'_> {
    /// The arrangements that are tried, the best first.
    fn arrangements(&self) -> &'static [(Arrange, CodeStyle)] {
        let shape = self.size.0 as f32 / self.size.1 as f32;
        if self.needs.style.panels.has_only_title() {
            &[(titled, CODE)]
        } else if shape >= 1.6 {
            &[(beside, WIDE_CODE)]
        } else if shape < 0.8 {
            &[(below, HIGH_CODE)]
        } else if self.needs.panels.is_empty() {
            &[(in_middle, CODE)]
        } else if self.part == CodePart::Window {
            // Lines of source are long, and a window needs only some height.
            &[(around_tree, CODE), (around, CODE)]
        } else if self.least <= SMALLEST_SHARE {
            &[(around, CODE), (around_tree, CODE)]
        } else {
            // Code beside the board may become smaller than other text.
            &[(around, CODE)]
        }
    }

    /// With the largest board of whole squares that works, of every so many.
    fn largest(&self, arrange: Arrange, style: CodeStyle, step: usize) -> Option<Placed> {
        let (squares, board_style, (width, height)) = (self.needs.squares(), self.needs.style, self.size);
        let unit = |side: u32| board_style.medium.unit(side);
        let least = least_board(self.needs.size, board_style, false);
        let sides = (1..=width.min(height) / squares).filter(|side| side % unit(*side) == 0);
        let boards: Vec<u32> = match board_style.width {
            Some(width) => vec![width],
            None => sides.map(|side| side * squares).filter(|board| *board >= least).step_by(step).collect(),
        };
        let with = |board: u32| Sheet { board, unit: unit(board / squares), ..*self };
        largest(&boards, self.size, |board| arrange(with(board)))
            .find_map(|(board, slots)| with(board).placed(style, slots, height))
    }
}

impl Placed {
    /// Whether coordinates, if there are any, are on the page: on a small one they are as large as on others.
    fn has_room_for_coordinates(&self, needs: &Needs<'_>) -> bool {
        let Some((em, gap)) = self.coordinates else { return true };
        let (_, below_baseline) = needs.style.font.reach(em);
        let below = self.size.1.saturating_sub(self.board.bottom());
        let widest = needs.style.font.pixels(&needs.squares().to_string(), em);
        self.board.x >= gap + widest && below >= gap + cap(em) + below_baseline
    }

    /// # Errors
    /// [`PageError`] when squares or letters would be too small, or the page is.
    fn of(size: BoardSize, style: &PageStyle) -> Result<Self, PageError> {
        // Where squares that fit the blocks of a video leave too little room, it has the page of other films.
        let on_screen = || Self::in_medium(size, &PageStyle { medium: Medium::Screen, ..style.clone() });
        match style.medium {
            Medium::Screen | Medium::Web => Self::in_medium(size, style),
            Medium::Video => Self::in_medium(size, style).or_else(|_| on_screen()),
        }
    }

    fn in_medium(size: BoardSize, style: &PageStyle) -> Result<Self, PageError> {
        if style.panels.is_empty() && !(style.page.is_some() && style.coordinates) {
            let (size, board) = alone(size, style)?;
            return Ok(Self { size, board, coordinates: None, slots: Vec::new(), code: None });
        }
        Self::with_panels(size, style).map_err(|error| {
            let panels = PanelContent { title: String::new(), ..style.panels.clone() };
            let has_title = panels != style.panels;
            let untitled = PageStyle { panels, ..style.clone() };
            match error {
                PageError::TooMuchText if has_title && Self::works(size, &untitled) => {
                    PageError::TitleTooLong
                }
                PageError::TooMuchText if !style.panels.state.is_empty() => {
                    let works = |smaller: &BoardSize| Self::works(*smaller, style);
                    let smaller = (1..size.get()).filter_map(|n| BoardSize::new(n.into()).ok());
                    let smaller: Vec<BoardSize> = smaller.collect();
                    let largest = smaller[..smaller.partition_point(works)].last().copied();
                    PageError::PanelsTooSmall { largest }
                }
                error => error,
            }
        })
    }

    /// A board with panels or coordinates beside it.
    fn with_panels(size: BoardSize, style: &PageStyle) -> Result<Self, PageError> {
        let least = least_board(size, style, false);
        check_width(style, least)?;
        let needs = Needs::of(size, style);
        let on_page = |width, height, wanted| needs.on_page((width, height), wanted);
        match (style.page, style.width) {
            (None, _) if needs.panels.is_empty() => needs.on_own_page(least),
            (None, None) => on_slide(style.medium, on_page),
            (None, Some(_)) => fit(SLIDE, true, on_page),
            (Some(page), width) => fit(page, width.is_some(), on_page),
        }
    }

    /// Whether a board with panels works in this style; if not, the size that would is not looked for.
    fn works(size: BoardSize, style: &PageStyle) -> bool {
        let needs = Needs::of(size, style);
        let is_slide = style.page.is_none() && !needs.panels.is_empty();
        match (style.page.or(is_slide.then_some(SLIDE)), style.width) {
            (Some(page), None) => needs.on_page(page_pixels(page), Wanted::Any).is_some(),
            (None, _) | (Some(_), Some(_)) => Self::with_panels(size, style).is_ok(),
        }
    }
}

impl Needs<'_> {
    /// On a page made for the board.
    fn on_own_page(&self, least: u32) -> Result<Placed, PageError> {
        let (squares, medium) = (self.squares(), self.style.medium);
        let default = default_width(squares, least, medium);
        // Whole pixels for every square unless another width is given.
        let width = self.style.width.unwrap_or(default.next_multiple_of(squares));
        let step = if self.style.width.is_some() { 1 } else { squares * medium.unit(width / squares) };
        let smallest = || smallest(width, step, |width| self.in_column(width).is_some());
        let found = match (self.in_column(width), self.style.width) {
            // Without a given width, the board grows with its text, up to twice the default.
            (None, None) => {
                let smallest = smallest().filter(|smallest| *smallest <= 2 * default);
                smallest.and_then(|width| self.in_column(width))
            }
            (found, _) => found,
        };
        let found = found.ok_or_else(|| match smallest() {
            Some(smallest) => PageError::TooNarrow { width, smallest },
            None => PageError::TooMuchText,
        })?;
        check_side(found.size.0.max(found.size.1)).map(|()| found)
    }
}

impl Page {
    /// A page with a board and the panels of the style.
    ///
    /// # Errors
    /// [`PageError`] when the width or the page does not suit the board and its panels, or the font
    /// lacks a character.
    pub fn of_board(size: BoardSize, style: &PageStyle) -> Result<Self, PageError> {
        let content = &style.panels;
        let texts = content.state.iter().flat_map(|panel| state::texts(*panel, content.order));
        if let Some(character) = style.lacking(size).or_else(|| style.font.lacking_in(texts)) {
            return Err(PageError::NoGlyph(character));
        }
        style.page.map_or(Ok(()), PageSize::check)?;
        let Placed { size: sides, board, coordinates, slots, code } = Placed::of(size, style)?;
        let style = &style.for_squares_of(board.width / u32::from(size.get()));
        let mut page = Self::empty(sides, style);
        if !content.is_empty() {
            // Text changes all the time: its colours get the smallest indices.
            page.colours.push(Colours::Blends(page.pen()));
        }
        page.colours.extend(page.squares.colours(style.attacks, content.state.is_empty()));
        // A board alone on its page covers it completely.
        if style.is_bare() {
            page.background = page.squares.first_colour();
        } else {
            page.colours.push(Colours::One(page.background));
        }
        page.add(0, |page| BoardPanel::new(page, size, style, board, style.is_bare()));
        let mut room = board;
        if let Some((em, gap)) = coordinates {
            page.add_coordinates(size, style.names, board, em, gap);
            let side = gap + em.ceil() as u32;
            let x = board.x.saturating_sub(side);
            room = Rect { x, width: board.right() - x, height: board.height + side, ..board };
        }
        let grid = Some([board.x, board.y, board.width / u32::from(size.get())]);
        let mut blocks = vec![Block { kind: BlockKind::Board, area: room, grid }];
        let (mut chip, mut fact) = (None, TextPlace::default());
        let place = |Rect { x, y, width, height }: Rect, em| TextPlace { x, baseline: y + height, width, em };
        for (slot, area) in slots {
            let line = |em, weight| place(area, em).area(&style.font, weight);
            let (kind, area) = match slot {
                Slot::Board => continue,
                Slot::Rule => {
                    page.add_fill(area, page.squares.inks.rule);
                    continue;
                }
                Slot::Title(em) => {
                    page.add_text(place(area, em), Weight::Bold, &content.title);
                    (BlockKind::Title, line(em, Weight::Bold))
                }
                Slot::Chip => {
                    chip = Some(area);
                    (BlockKind::Caption, area)
                }
                Slot::Fact(em) => {
                    fact = place(area, em);
                    (BlockKind::Caption, line(em, Weight::Bold))
                }
                Slot::Reason(em) => {
                    if let Some(content) = &content.caption {
                        let lines = [fact, place(area, em)];
                        page.add(0, |page| CaptionPanel::new(page, chip, lines, content));
                    }
                    (BlockKind::Caption, line(em, Weight::Regular))
                }
                Slot::Number(counter, em) => {
                    let (counter, place) = (content.counters[counter], place(area, em));
                    page.add(0, |page| CounterPanel::new(page, counter, place, Align::Left));
                    (BlockKind::Counters, line(em, Weight::Bold))
                }
                Slot::Name(counter, em) => {
                    page.add_label(place(area, em), Align::Left, content.counters[counter].name());
                    (BlockKind::Counters, line(em, Weight::Regular))
                }
                Slot::Panel(Wide::State(panel)) => {
                    let units = Units::of(page.width, page.height);
                    let room = Room { area, units, size, style };
                    if let Some(add) = state::within(panel, &room) {
                        add(&mut page);
                    }
                    (BlockKind::State, area)
                }
                Slot::Panel(Wide::Code) => {
                    if let Some((listing, layout)) = content.code.as_ref().zip(code) {
                        page.add(0, |page| CodePanel::new(page, listing, layout));
                    }
                    (BlockKind::Code, code.map_or(area, |code| code.area))
                }
                Slot::Panel(Wide::Tree) => {
                    if let Some(tree) = &content.tree {
                        page.add(0, |page| TreePanel::new(page, size, style.names, tree, area));
                    }
                    (BlockKind::Tree, area)
                }
            };
            blocks.push(Block { kind, area, grid: None });
        }
        page.blocks = in_order(blocks);
        Ok(page)
    }
}
