//! The page of one board with its panels, in six arrangements.

use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::board::BoardSize;
use crate::font::Weight;
use crate::page::layout::board::{
    SLIDE, Wanted, alone, check_side, check_width, default_width, least_board, on_page_of, page_pixels,
    smallest,
};
use crate::page::layout::flow::{
    Node, Span, between, column, exactly, first, from, grid, largest, leaf, row, scaled, space,
};
use crate::page::layout::{
    TextPlace, TextWidth, Units, across_middle, cap, down_middle, fitted, spring, text,
};
use crate::page::page::{Block, BlockKind, in_order};
use crate::page::panels::code::{CodeLayout, CodePart, CodeStyle, MeasuredCode, StyledCode};
use crate::page::panels::gauges::GaugeLayout;
use crate::page::panels::state::{self, PanelArea};
use crate::page::panels::{BoardPanel, CaptionPanel, CodePanel, GaugePanel, LostPanel, TreePanel};
use crate::page::pen::Colours;
use crate::page::shape::Align;
use crate::page::{GaugeSpace, Medium, Page, PageError, PageSize, PageStyle, PanelContent, StatePanel};
use crate::picture::Rect;
use crate::record::Counter;
use crate::search::Order;

/// The parts of a page with one board; texts with their ems.
#[derive(Debug, Clone, Copy, PartialEq)]
enum FilmSlot {
    Title(f32),
    Board,
    Gauges,
    GaugesLabel(f32),
    Chip,
    Fact(f32),
    Reason(f32),
    Number(usize, f32),
    Name(usize, f32),
    Rule,
    Panel(Wide),
}

/// A panel that benefits from more space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wide {
    State(StatePanel),
    Code,
    Tree,
}

/// The space that the page must provide.
struct FilmNeeds<'a> {
    size: BoardSize,
    style: &'a PageStyle,
    panels: Vec<Wide>,
    code: Option<MeasuredCode<'a>>,
    title: (&'a str, TextWidth),
    fact: TextWidth,
    reason: TextWidth,
    numbers: Vec<TextWidth>,
    /// The order of the gauges next to the board, if it has any.
    gauges: Option<Order>,
}

/// A page of a given size with a board of a given width.
#[derive(Clone, Copy)]
struct FilmLayout<'a> {
    needs: &'a FilmNeeds<'a>,
    u: Units,
    size: (u32, u32),
    board: u32,
    /// The position of the board is a multiple of this many pixels.
    unit: u32,
    /// The minimum scale of text, relative to the design.
    least: f32,
    part: CodePart,
    code: CodeStyle,
}

/// The largest share of its width that a board may lose to gauges that are not requested.
const MOST_LOST: f32 = 0.08;

/// Space between a caption and gauges.
const ABOVE_GAUGES: f32 = 1.6;

/// Height of the label of gauges, with the space below it.
const GAUGES_LABEL: f32 = 2.9;

/// A page with its board, and the areas of all parts.
type Placed<'a> = (FilmLayout<'a>, Rect, Vec<(FilmSlot, Rect)>);

type Arrange = for<'a> fn(FilmLayout<'a>) -> Node<'a, FilmSlot>;

/// Minimum scales of text that are tried. Where space is short, the board shrinks first, then the text.
const LEAST_SHARES: [f32; 3] = [0.88, 0.75, SMALLEST_SHARE];
const SMALLEST_SHARE: f32 = 0.6;

/// Margin of most pages.
const MARGIN: f32 = 5.0;
/// Margin of pages with everything next to the board.
const WIDE_MARGIN: f32 = 6.0;
/// Margin of pages with all text below the board.
const COLUMN_MARGIN: f32 = 3.0;

/// Em of a title.
const TITLE: f32 = 4.4;
/// Height of a title, with the space below it.
const TITLE_ROW: f32 = 8.4;

/// Ems of the sign, the fact and the reason of a caption, and the space below the caption.
const CAPTION: [f32; 4] = [8.6, 4.4, 2.8, 3.0];
const HIGH_CAPTION: [f32; 4] = [10.4, 5.4, 3.2, 3.6];
const COLUMN_CAPTION: [f32; 4] = [6.0, 3.2, 2.3, 0.0];

/// Widths that are tried for counters next to a caption.
const HALVES: [f32; 4] = [50.0, 54.0, 58.0, 62.0];

/// Em of labels that explain numbers and diagrams.
const LABEL: f32 = 2.1;
/// Em of coordinates.
const COORDINATES: f32 = 2.2;
/// Distance of coordinates from the board.
const COORDINATES_GAP: f32 = 1.1;

const WIDE_CODE: CodeStyle = CodeStyle { em: 2.8, pitch: 3.9, has_numbers: true };
const CODE: CodeStyle = CodeStyle { em: 2.25, pitch: 3.3, has_numbers: false };
const HIGH_CODE: CodeStyle = CodeStyle { em: 2.75, pitch: 5.2, has_numbers: false };

/// Places everything right of the board, between its upper and lower edges.
fn beside(s: FilmLayout<'_>) -> Node<'_, FilmSlot> {
    let above_rule = if s.needs.panels.last() == Some(&Wide::Tree) { 0.6 } else { 0.0 };
    let side = column([
        caption(s, CAPTION),
        stacked(s, |_| true),
        spring(),
        rule(s, [above_rule, 2.4]).when(!s.needs.panels.is_empty() && s.has_counters()),
        counters(s, [3.6, LABEL], 1..=2),
    ]);
    let [_, above] = s.gauges_depth();
    // The label of gauges is in the margin, so that the board is as large as possible.
    let label = s.gauges_label().map_or(0, |label| label.next_multiple_of(s.unit));
    let side = side.tall(exactly(s.board + above)).pad([0, label, 0, 0]);
    let boards = row([gauged(s, exactly(label)), side]).gaps(exactly(s.px(WIDE_MARGIN)), exactly(0));
    let boards = boards.step(s.unit).pad([s.gutter(3.0), 0, 0, s.gutter(3.0)]);
    // Space left over by the squares of a video is split above and below.
    let boards = if s.unit > 1 { down_middle(boards) } else { boards };
    let margin = s.px(WIDE_MARGIN);
    let page = column([s.title(label), boards]);
    page.pad([margin, margin.saturating_sub(label), margin, margin.saturating_sub(s.unit - 1)])
}

/// Places the caption above the board, the counters and some panels next to it, and the other panels below it.
fn around(s: FilmLayout<'_>, is_beside: fn(Wide) -> bool) -> Node<'_, FilmSlot> {
    let rows = if s.needs.numbers.len() > 2 { 2..=2 } else { 1..=1 };
    let counters = counters(s, [3.6, LABEL], rows).pad([0, s.px(2.0), 0, 0]);
    let side = column([stacked(s, is_beside), spring(), counters]);
    let [_, above] = s.gauges_depth();
    let label = s.free_for_label();
    let height = s.board + above;
    let boards = row([gauged(s, label), side.tall(between(height, height + label.most))]);
    let boards = boards.gaps(exactly(s.px(3.0)), exactly(0));
    let boards = boards.step(s.unit).pad([s.gutter(2.6), 0, 0, s.gutter(2.6)]);
    let has_below = s.panels(|panel| !is_beside(panel)).next().is_some();
    let below = column([rule(s, [2.1, 1.6]), in_row(s, |panel| !is_beside(panel))]);
    let mut sizes = CAPTION;
    if above > 0 {
        // Gauges take a part of the space below the caption, so that the board is larger.
        sizes[3] = ABOVE_GAUGES;
    }
    let body = column([caption(s, sizes), boards, below.when(has_below)]);
    s.within(MARGIN, column([s.title(0), down_middle(body)]))
}

/// Places the caption above the board, and everything else below it.
fn below(s: FilmLayout<'_>) -> Node<'_, FilmSlot> {
    let (has_panels, gutter) = (!s.needs.panels.is_empty(), s.gutter(2.6));
    let body = column([
        caption(s, HIGH_CAPTION),
        across_middle(gauged(s, s.free_for_label())).pad([gutter, 0, 0, gutter]),
        space(exactly(0), exactly(s.px(1.6))).when(has_panels || s.has_counters()),
        counters(s, [4.4, 2.5], 1..=2).pad([0, s.px(1.2), 0, 0]),
        rule(s, [3.2, 2.4]).when(has_panels && s.has_counters()),
        in_row(s, |_| true).when(has_panels),
    ]);
    s.within(MARGIN, column([s.title(0), down_middle(body)]).pad([0, s.px(6.0 - MARGIN), 0, 0]))
}

fn titled(s: FilmLayout<'_>) -> Node<'_, FilmSlot> {
    let board = down_middle(across_middle(gauged(s, s.free_for_label())));
    let gutter = s.gutter(2.6);
    s.within(MARGIN, column([s.title(0), board.pad([gutter, 0, 0, gutter])]))
}

/// Places caption and counters below the board, on a page as high as they need.
fn in_column(s: FilmLayout<'_>) -> Node<'_, FilmSlot> {
    let counters = |rows| counters(s, [3.2, LABEL], rows);
    let caption = || caption(s, COLUMN_CAPTION);
    // Caption and counters are side by side, or stacked if the counters are too wide.
    let half = counters(1..=1);
    // Counters that just fit would leave the caption too little space.
    let least = half.width.least + s.px(1.0);
    let width = HALVES.map(|units| s.px(units)).into_iter().find(|width| least <= *width);
    let half = half.align(Align::Start, Align::End);
    let beside = width.map(|width| row([caption(), half.wide(exactly(width))]));
    let texts = beside.into_iter().chain([column([caption(), counters(1..=2)])]);
    let texts = first(texts.map(|texts| texts.gaps(exactly(s.px(2.0)), exactly(s.px(2.4)))));
    let has_texts = !s.needs.style.panels.has_only_title();
    let texts = texts.wide(exactly(s.board)).when(has_texts);
    let gutter = s.gutter(2.6);
    let board = column([gauged(s, exactly(s.free_for_label().most)), texts]);
    let board = board.gaps(exactly(0), exactly(s.px(2.4) + gutter));
    s.within(COLUMN_MARGIN, column([s.title(0), across_middle(board).pad([gutter, 0, 0, 0])]))
}

fn square(s: FilmLayout<'_>) -> Node<'_, FilmSlot> {
    let side = between(s.board, s.board + s.unit - 1);
    leaf(FilmSlot::Board, side, side).step(s.unit)
}

/// Places the board with its gauges: above it, or right of it for rows. The label is above both.
fn gauged(s: FilmLayout<'_>, label: Span) -> Node<'_, FilmSlot> {
    let [right, above] = s.gauges_depth();
    let em = s.u.em(LABEL);
    let label = leaf(FilmSlot::GaugesLabel(em), exactly(s.board + right), label);
    let gauges = |width, height| leaf(FilmSlot::Gauges, exactly(width), exactly(height));
    match s.needs.gauges {
        None => square(s),
        Some(Order::Columns) => column([label, gauges(s.board, above), square(s)]),
        Some(Order::Rows) => column([label, row([square(s), gauges(right, s.board)])]),
    }
}

fn caption(s: FilmLayout<'_>, sizes: [f32; 4]) -> Node<'_, FilmSlot> {
    let [chip, below] = [sizes[0], sizes[3]].map(|units| s.px(units));
    let ([fact, reason], least, needs) = ([sizes[1], sizes[2]].map(|em| s.u.em(em)), s.u.em(0.0), s.needs);
    let font = &needs.style.font;
    // The texts are as high as the sign, but on small pages high enough for both lines of text.
    let between = font.weight(Weight::Bold).reach(fact).1 + font.weight(Weight::Regular).reach(reason).0;
    let fact_line = fitted(FilmSlot::Fact, needs.fact, fact, least);
    let reason = fitted(FilmSlot::Reason, needs.reason, reason, least);
    let lines = column([fact_line, spring(), reason]).tall(exactly(chip.max(cap(fact) + between)));
    let sign = leaf(FilmSlot::Chip, exactly(chip), exactly(chip)).pad([0, 0, s.px(2.0), 0]);
    let caption = row([sign.when(needs.style.highlight), lines]);
    caption.pad([0, 0, 0, below]).when(needs.style.panels.caption.is_some())
}

/// Places counters in the smallest number of rows in `rows` that is narrow enough. The name of the last counter
/// ends at the edge.
fn counters(s: FilmLayout<'_>, [number, name]: [f32; 2], rows: RangeInclusive<usize>) -> Node<'_, FilmSlot> {
    let (font, all) = (&s.needs.style.font, &s.needs.style.panels.counters);
    let (name_em, gap) = (s.u.em(name), exactly(s.px(1.0)));
    // The last counter is exactly as wide as its name, so that the name ends at the edge.
    let widths = |counter: &Counter| {
        let name = counter.name();
        [TextWidth::of(font, Weight::Regular, name).pixels(name_em), font.pixels(name, name_em)]
    };
    let names: Rc<[[u32; 2]]> = all.iter().map(widths).collect();
    let with = move |columns: usize, em: f32| {
        let counter = |(index, name): (usize, &[u32; 2])| {
            let (number, name) =
                (s.needs.numbers[index].pixels(em), name[usize::from((index + 1) % columns == 0)]);
            let texts = [
                text(FilmSlot::Number(index, em), number, em),
                text(FilmSlot::Name(index, name_em), name, name_em),
            ];
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

fn rule(s: FilmLayout<'_>, [above, below]: [f32; 2]) -> Node<'_, FilmSlot> {
    let line = s.u.hairline();
    leaf(FilmSlot::Rule, from(0), exactly(line)).pad([0, s.px(above), 0, s.px(below).saturating_sub(line)])
}

fn stacked(s: FilmLayout<'_>, which: impl Fn(Wide) -> bool) -> Node<'_, FilmSlot> {
    column(s.panels(which).enumerate().flat_map(|(index, panel)| {
        let [width, height] = s.room_of(panel);
        let panel = s.panel(panel, [Span { most: u32::MAX, ..width }, height]);
        [rule(s, [2.4, 1.2]).when(index > 0), panel]
    }))
}

/// Places panels side by side. Code next to another panel gets no more than its share of the width, unless text on
/// small pages needs more.
fn in_row(s: FilmLayout<'_>, which: impl Fn(Wide) -> bool) -> Node<'_, FilmSlot> {
    let panels: Vec<Wide> = s.panels(which).collect();
    let room = (s.size.0.saturating_sub(2 * s.px(MARGIN))) as f32;
    let share = if s.least <= SMALLEST_SHARE || panels.len() < 2 { 1.0 } else { 0.61 };
    let panel = |panel: &Wide| {
        let [width, height] = s.room_of(*panel);
        let width = match panel {
            Wide::State(_) => exactly((room / panels.len() as f32) as u32),
            Wide::Code => between(width.least, width.most.min((share * room) as u32)),
            Wide::Tree => width,
        };
        s.panel(*panel, [width, height])
    };
    row(panels.iter().map(panel)).gaps(exactly(s.px(2.4)), exactly(0))
}

impl<'a> FilmLayout<'a> {
    fn px(&self, units: f32) -> u32 {
        self.u.px(units)
    }

    /// Returns the space left of the board and below it for coordinates; 0 without coordinates.
    fn gutter(&self, units: f32) -> u32 {
        if self.needs.style.coordinates { self.px(units) } else { 0 }
    }

    fn gauges(&self) -> Option<GaugeLayout> {
        let FilmNeeds { size, style, gauges, .. } = *self.needs;
        GaugeLayout::of(size, gauges?, self.board / self.needs.squares(), &style.font, self.u)
    }

    /// Returns the space for gauges right of the board and above it.
    fn gauges_depth(&self) -> [u32; 2] {
        let Some(gauges) = self.gauges() else { return [0, 0] };
        match gauges.order {
            Order::Columns => [0, gauges.depth().next_multiple_of(self.unit)],
            Order::Rows => [gauges.depth(), 0],
        }
    }

    /// Returns the height of the label of gauges, if there are any.
    fn gauges_label(&self) -> Option<u32> {
        self.gauges().map(|_| self.px(GAUGES_LABEL))
    }

    /// Returns the space for the label of gauges where it may only take what is left. Squares of a video would lose
    /// their alignment.
    fn free_for_label(&self) -> Span {
        between(0, self.gauges_label().filter(|_| self.unit == 1).unwrap_or(0))
    }

    fn has_counters(&self) -> bool {
        !self.needs.numbers.is_empty()
    }

    /// Returns the title, `down` pixels lower than usual.
    fn title(self, down: u32) -> Node<'a, FilmSlot> {
        let ((text, width), u) = (self.needs.title, self.u);
        let height = cap(u.em(TITLE));
        let line =
            fitted(FilmSlot::Title, width, u.em(TITLE), u.em(self.least * TITLE)).tall(exactly(height));
        line.pad([0, down, 0, u.px(TITLE_ROW).saturating_sub(height + down)]).when(!text.is_empty())
    }

    /// Adds margins. The lower margin may shrink by the offset that aligns the board.
    fn within(self, margin: f32, page: Node<'a, FilmSlot>) -> Node<'a, FilmSlot> {
        let margin = self.px(margin);
        page.pad([margin, margin, margin, margin.saturating_sub(self.unit - 1)])
    }

    fn panels(self, which: impl Fn(Wide) -> bool) -> impl Iterator<Item = Wide> {
        self.needs.panels.iter().copied().filter(move |panel| which(*panel))
    }

    fn code(self) -> Option<StyledCode<'a>> {
        let Self { needs, part, code: style, u, .. } = self;
        needs.code.as_ref().map(|code| StyledCode { code, part, style, u })
    }

    fn code_within(self, area: Rect) -> Option<CodeLayout> {
        self.code()?.within(area)
    }

    fn room_of(self, panel: Wide) -> [Span; 2] {
        match panel {
            Wide::State(_) => [from(0), between(0, u32::MAX)],
            Wide::Code => self.code().map_or([exactly(0); 2], |code| [code.width(), code.height()]),
            Wide::Tree => [from(self.px(24.0)); 2],
        }
    }

    fn panel(self, panel: Wide, [width, height]: [Span; 2]) -> Node<'a, FilmSlot> {
        let node = leaf(FilmSlot::Panel(panel), width, height);
        // A panel below a panel of state begins with a rule, which needs space.
        if let Wide::State(_) = panel { node.pad([0, 0, 0, self.px(1.4)]) } else { node }
    }

    /// Whether gauges leave the other parts of a page as they are without gauges, and the board nearly so.
    fn has_room_as(&self, plain: &Self) -> bool {
        let least = (1.0 - MOST_LOST) * plain.board as f32;
        self.board as f32 >= least && self.least >= plain.least && self.part == plain.part
    }

    /// Returns the em of coordinates next to the board, and their distance from the board, if there are any.
    fn coordinates(self) -> Option<(f32, u32)> {
        let (u, square) = (self.u, self.board / self.needs.squares());
        let em = u.em(COORDINATES).min((0.8 * square as f32).max(u.em(0.0)));
        let is_beside = self.needs.style.coordinates && !self.needs.style.is_bare();
        is_beside.then(|| (em, u.px(COORDINATES_GAP)))
    }

    /// Checks that panels are legible, and that coordinates on the page have their full size.
    fn legible(self, slots: Vec<(FilmSlot, Rect)>) -> Option<Placed<'a>> {
        let FilmNeeds { size, style, .. } = *self.needs;
        let (_, area) = *slots.iter().find(|(slot, _)| *slot == FilmSlot::Board)?;
        let board = Rect { width: self.board, height: self.board, ..area };
        let has_coordinates = self.coordinates().is_none_or(|(em, gap)| {
            let below = self.size.1.saturating_sub(board.bottom());
            let widest = style.font.pixels(&self.needs.squares().to_string(), em);
            board.x >= gap + widest && below >= gap + cap(em) + style.font.reach(em).1
        });
        let is_legible = |(slot, area): &(FilmSlot, Rect)| {
            let (FilmSlot::Panel(panel), area) = (*slot, *area) else { return true };
            match panel {
                Wide::Code => self.code_within(area).is_some(),
                Wide::State(panel) => {
                    let room = PanelArea { area, units: self.u, size, style };
                    state::within(panel, &room).is_some()
                }
                Wide::Tree => true,
            }
        };
        let has_gauges = self.needs.gauges.is_none() || self.gauges().is_some();
        (has_coordinates && has_gauges && slots.iter().all(is_legible)).then_some((self, board, slots))
    }

    fn block(self, (slot, area): &(FilmSlot, Rect)) -> Option<Block> {
        let font = &self.needs.style.font;
        let line = |em, weight| TextPlace::at(*area, em).area(font, weight);
        let (kind, area) = match *slot {
            FilmSlot::Board | FilmSlot::Gauges | FilmSlot::GaugesLabel(_) | FilmSlot::Rule => return None,
            FilmSlot::Title(em) => (BlockKind::Title, line(em, Weight::Bold)),
            FilmSlot::Chip => (BlockKind::Caption, *area),
            FilmSlot::Fact(em) => (BlockKind::Caption, line(em, Weight::Bold)),
            FilmSlot::Reason(em) => (BlockKind::Caption, line(em, Weight::Regular)),
            FilmSlot::Number(_, em) => (BlockKind::Counters, line(em, Weight::Bold)),
            FilmSlot::Name(_, em) => (BlockKind::Counters, line(em, Weight::Regular)),
            FilmSlot::Panel(Wide::State(_)) => (BlockKind::State, *area),
            FilmSlot::Panel(Wide::Code) => (BlockKind::Code, self.code_within(*area)?.area),
            FilmSlot::Panel(Wide::Tree) => (BlockKind::Tree, *area),
        };
        Some(Block { kind, area, grid: None })
    }

    fn arrangements(&self) -> &'static [(Arrange, CodeStyle)] {
        const IN_MIDDLE: (Arrange, CodeStyle) = (|s| down_middle(in_column(s)), CODE);
        const CODE_BESIDE: (Arrange, CodeStyle) = (|s| around(s, |panel| panel != Wide::Tree), CODE);
        // On small pages, code next to the board would be illegible.
        const TREE_BESIDE: (Arrange, CodeStyle) = (|s| around(s, |panel| panel == Wide::Tree), CODE);
        let shape = self.size.0 as f32 / self.size.1 as f32;
        if self.needs.style.panels.has_only_title() {
            &[(titled, CODE)]
        } else if shape >= 1.6 {
            &[(beside, WIDE_CODE)]
        } else if shape < 0.8 {
            &[(below, HIGH_CODE)]
        } else if self.needs.panels.is_empty() {
            &[IN_MIDDLE]
        } else if self.part == CodePart::Window {
            // Source has long lines of code, and a window needs little height.
            &[TREE_BESIDE, CODE_BESIDE]
        } else if self.least <= SMALLEST_SHARE {
            &[CODE_BESIDE, TREE_BESIDE]
        } else {
            // Code next to the board may be smaller than other text.
            &[CODE_BESIDE]
        }
    }

    /// Returns the page with the largest board of whole-pixel squares that fits; tries every `step`th width.
    fn largest(self, arrange: Arrange, step: usize) -> Option<Placed<'a>> {
        let (squares, style, (width, height)) = (self.needs.squares(), self.needs.style, self.size);
        let unit = |side: u32| style.medium.unit(side);
        let least = least_board(self.needs.size, style, false);
        let sides = (1..=width.min(height) / squares).filter(|side| side % unit(*side) == 0);
        let boards = sides.map(|side| side * squares).filter(|board| *board >= least).step_by(step);
        let boards = style.width.map_or_else(|| boards.collect(), |width| vec![width]);
        let with = |board: u32| FilmLayout { board, unit: unit(board / squares), ..self };
        largest(&boards, self.size, |board| arrange(with(board)))
            .find_map(|(board, slots)| with(board).legible(slots))
    }
}

impl<'a> FilmNeeds<'a> {
    fn of(size: BoardSize, style: &'a PageStyle) -> Self {
        let PageStyle { panels: content, font, .. } = style;
        let PanelContent { title, caption, counters, most, code, tree, state, .. } = content;
        let words = || caption.iter().flat_map(|caption| &caption.words);
        let number = |counter: &Counter| {
            let most = if *counter == Counter::Depth { size.get().into() } else { *most };
            TextWidth::of_number(font, most)
        };
        let states = state.iter().copied().map(Wide::State);
        let others = code.iter().map(|_| Wide::Code).chain(tree.iter().map(|_| Wide::Tree));
        Self {
            size,
            style,
            panels: states.chain(others).collect(),
            code: code.as_ref().map(|listing| MeasuredCode::of(listing, font)),
            title: (title, TextWidth::of(font, Weight::Bold, title)),
            fact: TextWidth::widest(font, Weight::Bold, words().map(|words| &words.fact.short)),
            reason: TextWidth::widest(font, Weight::Regular, words().map(|words| &words.reason.short)),
            numbers: counters.iter().map(number).collect(),
            gauges: style.order_of_gauges(),
        }
    }

    fn squares(&self) -> u32 {
        self.size.get().into()
    }

    fn layout(&self, size: (u32, u32)) -> FilmLayout<'_> {
        let (u, part, code) = (Units::of(size.0, size.1), CodePart::Whole, CODE);
        FilmLayout { needs: self, u, size, board: 0, unit: 1, least: 1.0, part, code }
    }

    /// Lays out everything on a page of this size; returns `None` if it does not fit.
    fn on_page(&self, size: (u32, u32), wanted: Wanted) -> Option<Placed<'_>> {
        // A sample shows whether any layout fits: small text fits wherever large text does, and the board widths
        // that fit form ranges.
        let (shares, step) = match wanted {
            Wanted::Best => (&LEAST_SHARES[..], 1),
            Wanted::Any => (&[SMALLEST_SHARE][..], 3),
        };
        let parts = self.code.as_ref().map_or(&[CodePart::Whole][..], MeasuredCode::parts);
        let mut tried = parts.iter().flat_map(|part| shares.iter().map(|least| (*part, *least)));
        tried.find_map(|(part, least)| {
            let layout = FilmLayout { least, part, ..self.layout(size) };
            let mut arrangements = layout.arrangements().iter();
            arrangements
                .find_map(|(arrange, code)| FilmLayout { code: *code, ..layout }.largest(*arrange, step))
        })
    }

    /// Lays out a board of this width, with caption and counters below it, on a page as large as they need.
    fn in_column(&self, board: u32) -> Option<Placed<'_>> {
        let gutter = if self.style.coordinates { 2.6 } else { 0.0 };
        let u = Units(board as f32 / (108.0 - 2.0 * COLUMN_MARGIN - gutter));
        let margin = u.px(COLUMN_MARGIN);
        let unit = self.style.medium.unit(board / self.squares());
        let layout = FilmLayout { u, board, unit, ..self.layout((0, u32::MAX)) };
        let [gauges, _] = layout.gauges_depth();
        let width = (margin + u.px(gutter)).next_multiple_of(unit) + board + gauges + margin;
        LEAST_SHARES.into_iter().find_map(|least| {
            let layout = FilmLayout { least, size: (width, u32::MAX), ..layout };
            let slots = in_column(layout).placed(width, u32::MAX)?;
            let foot = |(slot, area): &(FilmSlot, Rect)| {
                area.bottom() + if *slot == FilmSlot::Board { u.px(gutter) } else { 0 }
            };
            let foot = slots.iter().map(foot).max()?;
            FilmLayout { size: (width, foot + margin), ..layout }.legible(slots)
        })
    }

    /// Lays out all parts.
    fn placed(&self) -> Result<Placed<'_>, PageError> {
        let Self { size, style, .. } = *self;
        if style.panels.is_empty() && !(style.page.is_some() && style.coordinates) {
            let (sides, board) = alone(size, style)?;
            return Ok((FilmLayout { board: board.width, ..self.layout(sides) }, board, Vec::new()));
        }
        self.with_panels().map_err(|error| {
            let untitled = || FilmNeeds { title: Default::default(), ..FilmNeeds::of(size, style) };
            let works_untitled = || !style.panels.title.is_empty() && untitled().works();
            match error {
                PageError::TooMuchText if works_untitled() => PageError::TitleTooLong,
                PageError::TooMuchText if !style.panels.state.is_empty() => {
                    let smaller = (1..size.get()).filter_map(|n| BoardSize::new(n.into()).ok());
                    let smaller: Vec<BoardSize> = smaller.collect();
                    let works = smaller.partition_point(|size| FilmNeeds::of(*size, style).works());
                    PageError::PanelsTooSmall { largest: smaller[..works].last().copied() }
                }
                error => error,
            }
        })
    }

    fn with_panels(&self) -> Result<Placed<'_>, PageError> {
        let least = least_board(self.size, self.style, false);
        self.style.width.map_or(Ok(()), |width| check_width(width, least))?;
        if self.style.page.is_none() && self.panels.is_empty() {
            return self.on_own_page(least);
        }
        on_page_of(self.style, |width, height, wanted| self.on_page((width, height), wanted))
    }

    /// Whether a board with panels fits. Searches for a size of the page only if a board width is given, or there
    /// are neither panels nor a page size.
    fn works(&self) -> bool {
        let page = self.style.page.or((!self.panels.is_empty()).then_some(SLIDE));
        match page.filter(|_| self.style.width.is_none()) {
            Some(page) => self.on_page(page_pixels(page), Wanted::Any).is_some(),
            None => self.with_panels().is_ok(),
        }
    }

    fn on_own_page(&self, least: u32) -> Result<Placed<'_>, PageError> {
        let (squares, medium) = (self.squares(), self.style.medium);
        let default = default_width(squares, least, medium);
        // Whole-pixel squares unless another width is given.
        let width = self.style.width.unwrap_or(default.next_multiple_of(squares));
        let step = if self.style.width.is_some() { 1 } else { squares * medium.unit(width / squares) };
        let smallest = || smallest(width, step, |width| self.in_column(width).is_some());
        // Without a given width, the board grows with its text, up to twice the default.
        let grown = || self.style.width.is_none().then(&smallest)?.filter(|width| *width <= 2 * default);
        let found = self.in_column(width).or_else(|| self.in_column(grown()?));
        let found = found.ok_or_else(|| match smallest() {
            Some(smallest) => PageError::TooNarrow { width, smallest },
            None => PageError::TooMuchText,
        })?;
        check_side(found.0.size.0.max(found.0.size.1)).map(|()| found)
    }
}

impl Page {
    /// Creates a page with a board and the panels of the style.
    pub fn of_board(size: BoardSize, style: &PageStyle) -> Result<Self, PageError> {
        let content = &style.panels;
        let texts = content.state.iter().flat_map(|panel| state::texts(*panel, content.order));
        let lacking = style.lacking(size).or_else(|| style.font.lacking_in(texts));
        lacking.map_or(Ok(()), |character| Err(PageError::NoGlyph(character)))?;
        style.page.map_or(Ok(()), PageSize::check)?;
        let needs = FilmNeeds::of(size, style);
        let gauged = (content.gauges == GaugeSpace::WhereRoom)
            .then(|| FilmNeeds { gauges: Some(content.order), ..FilmNeeds::of(size, style) });
        let placed = needs.placed().map(|plain| {
            let gauged = gauged.as_ref().and_then(|gauged| gauged.placed().ok());
            gauged.filter(|(gauged, ..)| gauged.has_room_as(&plain.0)).unwrap_or(plain)
        });
        placed.map(Self::of_placed).or_else(|error| match style.medium {
            Medium::Screen | Medium::Web => Err(error),
            // If squares aligned to video blocks leave too little space, the page is the same as for other films.
            Medium::Video => Self::of_board(size, &PageStyle { medium: Medium::Screen, ..style.clone() }),
        })
    }

    fn of_placed((layout, board, slots): Placed<'_>) -> Self {
        let FilmNeeds { size, style, .. } = *layout.needs;
        let content = &style.panels;
        let gauges = layout.gauges();
        let mut style = style.for_squares_of(board.width / u32::from(size.get()));
        style.panels.gauges = if gauges.is_some() { GaugeSpace::Always } else { GaugeSpace::Never };
        let style = &style;
        let mut page = Self::with_boards(layout.size, style, !content.is_empty(), content.state.is_empty());
        // A board alone on its page covers it completely.
        if style.is_bare() {
            page.background = page.squares.first_colour();
        } else {
            page.colours.push(Colours::One(page.background));
        }
        page.add(0, |page| BoardPanel::new(page, size, style, board, style.is_bare()));
        let mut room = board;
        if let Some((em, gap)) = layout.coordinates() {
            page.add_coordinates(size, style.names, board, em, gap);
            let side = gap + em.ceil() as u32;
            let x = board.x.saturating_sub(side);
            room = Rect { x, width: board.right() - x, height: board.height + side, ..board };
        }
        let of_gauges = |slot: &FilmSlot| matches!(slot, FilmSlot::Gauges | FilmSlot::GaugesLabel(_));
        let of_gauges = slots.iter().filter(|(slot, _)| of_gauges(slot)).map(|(_, area)| *area);
        room = of_gauges.fold(room, Rect::with);
        if content.lost_lines && style.highlight {
            page.add(0, |page| LostPanel::new(page, size, board));
        }
        let grid = Some([board.x, board.y, board.width / u32::from(size.get())]);
        let mut blocks = vec![Block { kind: BlockKind::Board, area: room, grid }];
        blocks.extend(slots.iter().filter_map(|slot| layout.block(slot)));
        page.blocks = in_order(blocks);
        let (mut chip, mut fact) = (None, TextPlace::default());
        for (slot, area) in slots {
            let line = |em| TextPlace::at(area, em);
            match slot {
                FilmSlot::Board => {}
                FilmSlot::Gauges => {
                    if let Some(gauges) = gauges {
                        page.add(0, |page| GaugePanel::new(page, board, area, gauges));
                    }
                }
                FilmSlot::GaugesLabel(em) => {
                    let line = TextPlace { baseline: area.y + cap(em), ..line(em) };
                    let has_room = |text| {
                        area.height >= layout.u.px(GAUGES_LABEL) && page.font.pixels(text, em) <= area.width
                    };
                    if let Some(gauges) = gauges.filter(|gauges| has_room(gauges.label())) {
                        page.add_label(line, gauges.align(), gauges.label());
                    }
                }
                FilmSlot::Rule => _ = page.add_fill(area, page.squares.inks.rule),
                FilmSlot::Title(em) => _ = page.add_text(line(em), Weight::Bold, &content.title),
                FilmSlot::Chip => chip = Some(area),
                FilmSlot::Fact(em) => fact = line(em),
                FilmSlot::Reason(em) => {
                    let counts = content.counters.is_empty();
                    if let Some(content) = &content.caption {
                        page.add(0, |page| CaptionPanel::new(page, chip, [fact, line(em)], content, counts));
                    }
                }
                FilmSlot::Number(counter, em) => {
                    page.add_counter(0, content.counters[counter], line(em), Align::Start);
                }
                FilmSlot::Name(counter, em) => {
                    page.add_label(line(em), Align::Start, content.counters[counter].name());
                }
                FilmSlot::Panel(Wide::State(panel)) => {
                    let room = PanelArea { area, units: layout.u, size, style };
                    if let Some(add) = state::within(panel, &room) {
                        add(&mut page);
                    }
                }
                FilmSlot::Panel(Wide::Code) => {
                    if let Some((listing, layout)) = content.code.as_ref().zip(layout.code_within(area)) {
                        page.add(0, |page| CodePanel::new(page, listing, layout));
                    }
                }
                FilmSlot::Panel(Wide::Tree) => {
                    if let Some(tree) = &content.tree {
                        page.add(0, |page| TreePanel::new(page, size, style, tree, area));
                    }
                }
            }
        }
        page
    }
}
