//! Gauges: how many safe squares each column or row has left, as a number and as cells that go out.

use crate::board::BoardSize;
use crate::font::{Font, Weight};
use crate::page::figure::{Edges, Figure, LEAST_EM, Piece};
use crate::page::inks::State;
use crate::page::layout::{TextWidth, Units, cap};
use crate::page::pen::{Colours, Pen, TextStyle};
use crate::page::scene::{Drawing, Id, Scene, Tag};
use crate::page::shape::{Align, Shape, Text};
use crate::page::square::{Ground, Labels, Spot, Stamp};
use crate::page::{GaugeSpace, Page};
use crate::picture::{Rect, Rgb};
use crate::record::Gauge;
use crate::search::Order;

use super::{Panel, PanelInput};

/// Em of numbers.
const NUMBER: f32 = 2.6;
/// Distance between number and cells.
const GAP: f32 = 0.6;
/// Height of cells, and their largest width with the space after them.
const CELL: f32 = 1.2;
const PITCH: f32 = 1.9;
/// Distance from the board.
const TO_BOARD: f32 = 1.1;
/// Largest width of the cells of a row.
const ROW_OF_CELLS: f32 = 5.0;
/// Largest share of a column that its cells take.
const SHARE: f32 = 0.8;
/// Narrowest cell, with the space after it, in pixels.
const LEAST_PITCH: u32 = 3;

/// The sizes of all gauges of a board, in pixels.
#[derive(Debug, Clone, Copy)]
pub struct GaugeLayout {
    pub order: Order,
    em: f32,
    /// Height of a cell, its width, and the space after it; `None` if only numbers have room.
    cell: Option<(u32, [u32; 2])>,
    gap: u32,
    to_board: u32,
    widest: u32,
    squares: u32,
}

impl GaugeLayout {
    /// Returns the sizes for squares of this side; `None` if numbers would be illegible.
    pub fn of(size: BoardSize, order: Order, side: u32, font: &Font, units: Units) -> Option<Self> {
        let squares = u32::from(size.get());
        let number = TextWidth::of_number(font, squares.into());
        let room = side.saturating_sub(2) as f32;
        let em = match order {
            Order::Columns => units.em(NUMBER).min((room - number.pixels(0.0) as f32) / number.ems),
            Order::Rows => units.em(NUMBER).min(room / 1.2),
        };
        let (gap, height) = (units.px(GAP).max(2), units.px(CELL).max(4));
        let (across, has_room) = match order {
            Order::Columns => (SHARE * side as f32, true),
            Order::Rows => (units.0 * ROW_OF_CELLS, cap(em) + gap + height + 2 <= side * 9 / 10),
        };
        let pitch = units.px(PITCH).min((across / squares as f32) as u32);
        let space = (pitch / 5).max(1);
        let cell = (has_room && pitch >= LEAST_PITCH).then(|| (height, [pitch - space, space]));
        let (to_board, widest) = (units.px(TO_BOARD), number.pixels(em));
        (em >= LEAST_EM).then_some(Self { order, em, cell, gap, to_board, widest, squares })
    }

    /// Returns the space that gauges take beside the board, including the distance from it.
    pub fn depth(&self) -> u32 {
        self.to_board
            + match self.order {
                Order::Columns => self.height(),
                Order::Rows => self.widest.max(self.width_of(self.squares)),
            }
    }

    fn height(&self) -> u32 {
        cap(self.em) + self.cell.map_or(0, |(height, _)| self.gap + height)
    }

    fn width_of(&self, cells: u32) -> u32 {
        self.cell.map_or(0, |(_, [width, space])| (cells * (width + space)).saturating_sub(space))
    }

    pub const fn label(&self) -> &'static str {
        GaugeSpace::label(self.order)
    }

    pub const fn align(&self) -> Align {
        match self.order {
            Order::Columns => Align::Start,
            Order::Rows => Align::End,
        }
    }
}

pub struct GaugePanel {
    layout: GaugeLayout,
    style: GaugeStyle,
    /// The items of the lines, in the order of the search.
    gauges: Vec<(Id, Rect)>,
}

#[derive(Debug, Clone, Copy)]
struct GaugeStyle {
    page: Rgb,
    queen: Pen,
    piece: Piece,
    safe: Rgb,
    none: Rgb,
    lit: Rgb,
    out: Rgb,
}

impl GaugePanel {
    /// Creates gauges in `area`, next to a board with this area.
    pub fn new(page: &mut Page, board: Rect, area: Rect, layout: GaugeLayout) -> Self {
        let inks = &page.squares.inks;
        let text = |state| Some(inks.deep(state)).filter(|ink| ink.contrast(inks.page) >= 4.5);
        let of_cells = [inks.square(State::Solution, true), inks.deep(State::Solution)];
        let lit = of_cells.into_iter().find(|ink| ink.contrast(inks.page) >= 3.0).unwrap_or(inks.ink);
        let piece = match page.squares.piece {
            Piece::Black | Piece::White | Piece::None => Piece::Black,
            piece @ (Piece::Disc | Piece::Character(_)) => piece,
        };
        let style = GaugeStyle {
            page: inks.page,
            queen: Pen { ink: inks.muted, paper: inks.page },
            piece,
            safe: text(State::Solution).unwrap_or(inks.ink),
            none: text(State::Conflict).unwrap_or(inks.ink),
            lit,
            out: inks.rule,
        };
        let pens = [style.safe, style.none].map(|ink| Pen { ink, paper: inks.page });
        page.colours.extend(pens.into_iter().chain([style.queen]).map(Colours::Blends));
        page.colours.extend([style.lit, style.out].map(Colours::One));
        let edge = |line: u32| line * board.width / layout.squares;
        let gauge = |line: u32| {
            let [start, end] = [line, line + 1].map(edge);
            let area = match layout.order {
                Order::Columns => {
                    let bottom = board.y.saturating_sub(layout.to_board);
                    Rect { x: board.x + start, y: area.y, width: end - start, height: bottom - area.y }
                }
                Order::Rows => {
                    let x = board.right() + layout.to_board;
                    Rect { x, y: board.y + start, width: area.right() - x, height: end - start }
                }
            };
            (page.scene.add(Tag::Plain, area), area)
        };
        let gauges = (0..layout.squares).map(gauge).collect();
        Self { layout, style, gauges }
    }

    fn drawing(&self, gauge: Gauge, area: Rect) -> Drawing {
        let (layout, style) = (&self.layout, &self.style);
        let Rect { width, height, .. } = area;
        let whole = Rect { x: 0, y: 0, width, height };
        let paper = Shape::Fill(whole, style.page);
        match gauge {
            Gauge::Queen => {
                let side = (1.1 * layout.em).round() as u32;
                let (labels, lines) = (Labels::default(), Edges::NONE);
                let ground = Ground { width, height, side, dark: false, labels, lines, border: lines };
                let (figure, ink) = (Figure::Queen(style.piece), style.queen.ink);
                Drawing::panel([paper, Shape::Figure(ground, Stamp { figure, spot: Spot::Centre, ink })])
            }
            Gauge::Safe { safe, open } => {
                let ink = if safe == 0 { style.none } else { style.safe };
                let (em, weight) = (layout.em, Weight::Bold);
                let top = (height - layout.height().min(height)) / 2;
                let number = Shape::Text(Text {
                    left: 0,
                    width,
                    align: Align::Middle,
                    baseline: top + cap(em),
                    style: TextStyle { em, weight, pen: Pen { ink, paper: style.page } },
                    content: safe.to_string(),
                });
                let left = width.saturating_sub(layout.width_of(open.into())) / 2;
                let cell = |(index, (tall, [wide, space])): (u8, (u32, [u32; 2]))| {
                    let (x, y) = (left + u32::from(index) * (wide + space), top + cap(em) + layout.gap);
                    let cell = Rect { x, y, width: wide, height: tall };
                    Shape::Fill(cell, if index < safe { style.lit } else { style.out })
                };
                let cells = (0..open).filter_map(|index| Some((index, layout.cell?))).map(cell);
                Drawing::panel([paper, number].into_iter().chain(cells))
            }
        }
    }
}

impl Panel for GaugePanel {
    fn draw(&mut self, view: &PanelInput<'_>, scene: &mut Scene) {
        let gauges = Gauge::of(&view.frame.board, self.layout.order);
        for (gauge, (id, area)) in gauges.into_iter().zip(&self.gauges) {
            let state = match gauge {
                Gauge::Queen => None,
                Gauge::Safe { safe, open } => Some((safe, open)),
            };
            scene.set(*id, &state, || self.drawing(gauge, *area));
        }
    }
}
