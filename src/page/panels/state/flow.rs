//! The flow chart of the iterative solver, with the current box highlighted.

use crate::font::Weight;
use crate::page::cell::{CellLook, CellState};
use crate::page::layout::TextPlace;
use crate::page::panels::led_to;
use crate::page::pen::{Colours, Pen};
use crate::page::scene::{Drawing, Tag};
use crate::page::shape::{Align, Shape};
use crate::picture::{Rect, Rgb};
use crate::record::{Frame, Moment};
use crate::variants::enum_with_all;

use super::blocks::{Draft, PanelArea, Show, Shown};

/// The ems that are tried for texts, in units.
const EMS: [f32; 2] = [2.6, 2.0];
/// Em of labels, relative to texts.
const LABEL: f32 = 0.86;
const HEIGHT: f32 = 2.2;
/// Minimum and maximum gap below a box, for connecting lines, in ems.
const BELOW: [f32; 2] = [1.6, 3.0];
/// Gap next to a box, for connecting lines, in ems.
const BESIDE: f32 = 3.8;
const MARGIN: f32 = 1.2;

/// How far the ends of a decision are pointed, in ems.
const POINT: f32 = 0.4;

enum_with_all! {
    /// The boxes of the chart.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Step {
        Initialise,
        FreeSquare,
        Update,
        LastColumn,
        NextColumn,
        Back,
        FirstColumn,
        Stop,
        Print,
    }
}

impl Step {
    const fn text(self) -> &'static str {
        match self {
            Self::Initialise => "initialise: all are free",
            Self::FreeSquare => "a free square in this column?",
            Self::Update => "update: put a queen there",
            Self::LastColumn => "column N?",
            Self::NextColumn => "next column",
            Self::Back => "back: restore the stage",
            Self::FirstColumn => "column = 1?",
            Self::Stop => "stop",
            Self::Print => "print the solution",
        }
    }

    const fn is_decision(self) -> bool {
        matches!(self, Self::FreeSquare | Self::LastColumn | Self::FirstColumn)
    }

    /// Returns the column and the row of the box.
    const fn place(self) -> (usize, u32) {
        match self {
            Self::Initialise => (0, 0),
            Self::FreeSquare => (0, 1),
            Self::Update => (0, 2),
            Self::LastColumn => (0, 3),
            Self::NextColumn => (0, 4),
            Self::Back => (1, 0),
            Self::FirstColumn => (1, 1),
            Self::Stop => (1, 2),
            Self::Print => (1, 3),
        }
    }

    fn running(frame: &Frame) -> Self {
        match frame.moment {
            Moment::Solution { .. } => Self::Print,
            // At the end the first column has no free square.
            _ if frame.is_last && frame.ended => Self::Stop,
            Moment::Start => Self::Initialise,
            Moment::Remove(_) => Self::Back,
            Moment::DeadEnd { .. } | Moment::Test { .. } | Moment::Refuse(_) => Self::FreeSquare,
            Moment::Place(_)
            | Moment::Board
            | Moment::BoardAgain
            | Moment::Move { .. }
            | Moment::Swap { .. }
            | Moment::Note => Self::Update,
        }
    }
}

pub fn texts() -> Vec<&'static str> {
    Step::ALL.map(Step::text).into_iter().chain(["yes", "no"]).collect()
}

/// The dimensions of a chart, in pixels.
#[derive(Debug, Clone, Copy)]
struct Measures {
    em: f32,
    widths: [u32; 2],
    height: u32,
    below: u32,
    beside: u32,
    margin: u32,
}

impl Measures {
    /// Returns the dimensions at this em; `None` if they do not fit.
    fn new(room: &PanelArea<'_>, em: f32) -> Option<Self> {
        let widths = [0, 1].map(|column| {
            let of_column = Step::ALL.into_iter().filter(|step| step.place().0 == column);
            let width = |step: Step| room.width(step.text(), em, Weight::Bold) + (1.2 * em) as u32;
            of_column.map(width).max().unwrap_or_default()
        });
        let pixels = |ems: f32| (ems * em) as u32;
        let [height, beside, margin] = [HEIGHT, BESIDE, MARGIN].map(pixels);
        let [least, most] = BELOW.map(pixels);
        let below = (room.area.height.checked_sub(5 * height)? / 4).min(most);
        let width = widths.iter().sum::<u32>() + beside + 2 * margin;
        let fits = width <= room.area.width && below >= least;
        fits.then_some(Self { em, widths, height, below, beside, margin })
    }

    fn area(&self, step: Step, corner: (u32, u32)) -> Rect {
        let (across, down) = step.place();
        let left = if across == 0 { 0 } else { self.widths[0] + self.beside };
        Rect {
            x: corner.0 + self.margin + left,
            y: corner.1 + down * (self.height + self.below),
            width: self.widths[across],
            height: self.height,
        }
    }
}

/// Lays out boxes in two columns; returns `None` if they are illegible.
pub fn within<'a>(room: &PanelArea<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let measures = EMS.into_iter().find_map(|em| Measures::new(room, room.units.em(em)))?;
    Some(move |draft: &mut Draft<'_>| -> Show {
        add_lines(draft, measures);
        let corner = (draft.room.area.x, draft.room.area.y);
        draft.cells(Step::ALL.map(|step| measures.area(step, corner)), measures.em, Align::Middle);
        Box::new(|frame| {
            let running = Step::running(frame);
            let cells = Step::ALL.map(|step| {
                let is_running = step == running;
                let look = if is_running { CellLook::Lit(led_to(frame.moment)) } else { CellLook::Plain };
                CellState { framed: true, ..CellState::new(look, step.text()) }
            });
            Some(Shown { cells: cells.into(), ..Shown::default() })
        })
    })
}

/// Adds the arrows between boxes, their labels, and the points of decisions.
fn add_lines(draft: &mut Draft<'_>, measures: Measures) {
    let corner = (draft.room.area.x, draft.room.area.y);
    let of = |step| measures.area(step, corner);
    let middle = |step| (of(step).x + of(step).width / 2, of(step).y + of(step).height / 2);
    let Measures { below, beside, margin, em, .. } = measures;
    let [first, free, update, last] =
        [Step::Initialise, Step::FreeSquare, Step::Update, Step::LastColumn].map(of);
    let [back, first_column, stop, print] = [Step::Back, Step::FirstColumn, Step::Stop, Step::Print].map(of);
    let next = of(Step::NextColumn);
    let (down_left, down_right) = (middle(Step::FreeSquare).0, middle(Step::FirstColumn).0);
    let beside_left = free.right() + beside / 2;
    let join = first.bottom() + below / 2;
    let level = |step| middle(step).1;
    let [on_next, on_back, on_print] = [Step::NextColumn, Step::Back, Step::Print].map(level);
    let point = (POINT * em) as u32;
    let line = draft.room.units.px(0.3).max(1);
    let outside = print.right() + margin / 2;
    let before = corner.0 + margin / 3;
    let ways: [&[(u32, u32)]; 9] = [
        &[(down_left, first.bottom()), (down_left, free.y)],
        &[(down_left, free.bottom()), (down_left, update.y)],
        &[(down_left, update.bottom()), (down_left, last.y)],
        &[(down_left, last.bottom()), (down_left, next.y)],
        &[(free.right() + point, level(Step::FreeSquare)), (first_column.x - point, level(Step::FreeSquare))],
        &[(down_right, first_column.bottom()), (down_right, stop.y)],
        &[(last.right() + point, level(Step::LastColumn)), (print.x, level(Step::LastColumn))],
        &[(down_right, first_column.y), (down_right, back.bottom())],
        &[(print.right(), on_print), (outside, on_print), (outside, on_back), (back.right(), on_back)],
    ];
    // From both sides to the arrow that leads to the question.
    let again: [&[(u32, u32)]; 2] = [
        &[(next.x, on_next), (before, on_next), (before, join), (down_left, join)],
        &[(back.x, on_back), (beside_left, on_back), (beside_left, join), (down_left + line, join)],
    ];
    for way in ways.into_iter().chain(again) {
        add_way(draft, way, em, line);
    }
    for step in Step::ALL.into_iter().filter(|step| step.is_decision()) {
        add_points(draft, of(step), em);
    }
    let small = LABEL * em;
    let indent = (0.6 * em) as u32;
    let width = beside - indent - 2 * point;
    let beside_line = |x: u32, y: u32| TextPlace { x, baseline: y, width, em: small };
    let up = |y: u32| y - (0.4 * em) as u32;
    let half = |y: u32| y - below / 2 + (0.3 * em) as u32;
    let right = |x: u32| x + indent;
    for (place, text) in [
        (beside_line(right(free.right() + point), up(level(Step::FreeSquare))), "no"),
        (beside_line(right(last.right() + point), up(level(Step::LastColumn))), "yes"),
        (beside_line(right(down_left), half(update.y)), "yes"),
        (beside_line(right(down_left), half(next.y)), "no"),
        (beside_line(right(down_right), half(stop.y)), "yes"),
        (beside_line(right(down_right), half(first_column.y)), "no"),
    ] {
        draft.page.add_label(place, Align::Start, text);
    }
}

fn add_way(draft: &mut Draft<'_>, points: &[(u32, u32)], em: f32, line: u32) {
    let ink = draft.page.squares.inks.tree;
    for end in 1..points.len() {
        let corner = |point: usize| if 0 < point && point + 1 < points.len() { line } else { 0 };
        let mut ends = [end - 1, end].map(|point| (points[point], corner(point)));
        ends.sort_unstable();
        let [((x, y), left), ((right, down), below)] = ends;
        // A corner belongs to the vertical line.
        let area = if y == down {
            Rect { x: x + left, y, width: right - x - left, height: line }
        } else {
            Rect { x, y, width: line, height: down + below - y }
        };
        draft.page.add_fill(area, ink);
    }
    let [.., from, to] = points else { return };
    let half = (0.28 * em).round().max(2.0);
    let length = 2.0 * half;
    let across = 0.5 * line as f32;
    let (x, y) = (to.0 as f32, to.1 as f32);
    // The head is centred on the end of the arrow.
    let head = if from.0 < to.0 {
        [(x, y + across), (x - length, y + across - half), (x - length, y + across + half)]
    } else if from.0 > to.0 {
        [(x, y + across), (x + length, y + across + half), (x + length, y + across - half)]
    } else if from.1 < to.1 {
        [(x + across, y), (x + across + half, y - length), (x + across - half, y - length)]
    } else {
        [(x + across, y), (x + across - half, y + length), (x + across + half, y + length)]
    };
    add_polygon(draft, &head, ink);
}

fn add_points(draft: &mut Draft<'_>, area: Rect, em: f32) {
    let ink = draft.page.squares.inks.ink;
    let (top, bottom) = (area.y as f32, area.bottom() as f32);
    let (middle, reach) = (f32::midpoint(top, bottom), POINT * em);
    let [left, right] = [area.x, area.right()].map(|x| x as f32);
    add_polygon(draft, &[(left, top), (left, bottom), (left - reach, middle)], ink);
    add_polygon(draft, &[(right, bottom), (right, top), (right + reach, middle)], ink);
}

fn add_polygon(draft: &mut Draft<'_>, corners: &[(f32, f32)], ink: Rgb) {
    let page = &mut *draft.page;
    let bound = |of: fn(&(f32, f32)) -> f32| {
        let values = corners.iter().map(of);
        let least = values.clone().fold(f32::INFINITY, f32::min).floor() as u32;
        (least, values.fold(0.0, f32::max).ceil() as u32 - least)
    };
    let ((x, width), (y, height)) = (bound(|corner| corner.0), bound(|corner| corner.1));
    let inside = corners.iter().map(|corner| (corner.0 - x as f32, corner.1 - y as f32)).collect();
    page.colours.push(Colours::Blends(Pen { ink, paper: page.squares.inks.page }));
    let id = page.scene.add(Tag::Plain, Rect { x, y, width, height });
    page.scene.set(id, &(), || Drawing::panel([Shape::Polygons(vec![inside], ink)]));
}
