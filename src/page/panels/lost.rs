//! A line that is lost before the search notices: which queen takes which of its squares.

use crate::board::{BoardSize, Line, Square};
use crate::font::Weight;
use crate::page::Page;
use crate::page::figure::{Edges, LEAST_EM, Point, stroke};
use crate::page::inks::Inks;
use crate::page::pen::{Colours, Pen};
use crate::page::scene::{Drawing, Id, OVERLAY, Scene, Tag};
use crate::page::shape::{Shape, Sign};
use crate::picture::{Rect, Rgb};
use crate::record::LostLine;

use super::{Panel, PanelInput};

/// Lengths relative to a square: width of an attack line, of a frame around an attacker, and of the casing around
/// both; side of the corner with a figure, and radius of the disc on an attacked square.
const LINE: f32 = 0.05;
const FRAME: f32 = 0.05;
const CASING: f32 = 0.025;
const TAB: f32 = 0.22;
const DISC: f32 = 0.24;
/// The em of a figure, relative to half the height of its ground.
const FIGURE: f32 = 1.35;
/// Side of the smallest ground with a figure, in pixels.
const LEAST_TAB: u32 = 13;

/// Draws over the board.
pub struct LostPanel {
    id: Id,
    board: Rect,
    squares: u32,
    /// The colours of attackers; with more attackers, the first colours are used again.
    pairs: Vec<Rgb>,
    inks: Inks,
    casing: Rgb,
}

impl LostPanel {
    pub fn new(page: &mut Page, size: BoardSize, board: Rect) -> Self {
        let (inks, kind) = (page.squares.inks, page.squares.theme.kind);
        let (pairs, casing) = inks.pairs(kind);
        let blends = |ink| [Pen { ink, paper: casing }, Pen { ink: inks.text_on(ink), paper: ink }];
        page.colours.extend([casing, inks.line].map(Colours::One));
        page.colours.extend(pairs.iter().copied().flat_map(blends).map(Colours::Blends));
        let id = page.scene.add(Tag::Overlay, board);
        Self { id, board, squares: size.get().into(), pairs, inks, casing }
    }

    fn side(&self) -> f32 {
        self.board.width as f32 / self.squares as f32
    }

    fn area(&self, square: Square) -> Rect {
        let edge = |line: u8| u32::from(line) * self.board.width / self.squares;
        let ([x, right], [y, bottom]) =
            ([square.column - 1, square.column].map(edge), [square.row - 1, square.row].map(edge));
        Rect { x, y, width: right - x, height: bottom - y }
    }

    fn centre(&self, square: Square) -> Point {
        let Rect { x, y, width, height } = self.area(square);
        (x as f32 + width as f32 / 2.0, y as f32 + height as f32 / 2.0)
    }

    fn drawing(&self, attacks: &[(Square, Square)], attackers: &[Square]) -> Drawing {
        let number = |from: &Square| attackers.iter().position(|attacker| attacker == from).unwrap_or(0);
        let (width, casing) = ((LINE * self.side()).max(2.0), 2.0 * self.casing_width() as f32);
        let lines = |width: f32| {
            attacks.iter().map(move |(from, to)| (number(from), self.line([from, to].map(|at| *at), width)))
        };
        let casings = lines(width + casing).map(|(_, line)| Shape::Polygons(vec![line], self.casing));
        let lines = lines(width).map(|(number, line)| Shape::Polygons(vec![line], self.ink(number)));
        let frames = attackers.iter().enumerate().flat_map(|(number, square)| self.frame(*square, number));
        let discs = attacks.iter().flat_map(|(from, to)| self.disc(self.centre(*to), number(from)));
        Drawing::flat(OVERLAY, casings.chain(lines).chain(frames).chain(discs))
    }

    fn ink(&self, number: usize) -> Rgb {
        self.pairs[number % self.pairs.len()]
    }

    fn casing_width(&self) -> u32 {
        ((CASING * self.side()).round() as u32).max(1)
    }

    /// Returns a line from the edge of one square to the centre of another.
    fn line(&self, squares: [Square; 2], width: f32) -> Vec<Point> {
        let [(x, y), end] = squares.map(|square| self.centre(square));
        let (across, down) = (end.0 - x, end.1 - y);
        let share = self.side() / 2.0 / across.abs().max(down.abs()).max(1.0);
        stroke((x + across * share, y + down * share), end, width)
    }

    /// Returns a frame around an attacker, with its figure in a corner.
    fn frame(&self, square: Square, number: usize) -> Vec<Shape> {
        let (area, ink, casing) = (self.area(square), self.ink(number), self.casing_width());
        let line = ((FRAME * self.side()).round() as u32).max(2);
        let tab = ((TAB * self.side()).round() as u32).max(LEAST_TAB);
        let bars = |line| Edges::ALL.bars((area.width, area.height), [line; 2]);
        let corner = |side: u32| Rect { x: 0, y: 0, width: side, height: side };
        let has_tab = 2 * tab <= area.width;
        let cased = bars(line + casing).chain(has_tab.then(|| corner(tab + casing)));
        let inked = bars(line).chain(has_tab.then(|| corner(tab)));
        let fill = |(bar, ink): (Rect, Rgb)| Shape::Fill(bar.moved(area.x, area.y), ink);
        let fills = cased.map(|bar| (bar, self.casing)).chain(inked.map(|bar| (bar, ink))).map(fill);
        let middle = tab as f32 / 2.0;
        let figure = self.figure((area.x as f32 + middle, area.y as f32 + middle), middle, number);
        fills.chain(figure.filter(|_| has_tab)).collect()
    }

    /// Returns a disc on an attacked square, with the figure of the attacker.
    fn disc(&self, centre: Point, number: usize) -> impl Iterator<Item = Shape> + use<> {
        let radius = (DISC * self.side()).max(LEAST_TAB as f32 / 2.0);
        let casing = radius + self.casing_width() as f32;
        let disc = |radius, ink| Shape::Disc { centre, radius, ink };
        let discs = [disc(casing, self.casing), disc(radius, self.ink(number))];
        discs.into_iter().chain(self.figure(centre, radius, number))
    }

    /// Returns the figure of an attacker within this radius, if it is legible.
    fn figure(&self, centre: Point, radius: f32, number: usize) -> Option<Shape> {
        let text = (number + 1).to_string();
        let em = (FIGURE * radius).max(LEAST_EM) / if text.len() > 1 { 1.3 } else { 1.0 };
        let ink = self.inks.text_on(self.ink(number));
        (em >= LEAST_EM).then_some(Shape::Sign(Sign { centre, text, em, weight: Weight::Bold, ink }))
    }
}

impl Panel for LostPanel {
    fn draw(&mut self, view: &PanelInput<'_>, scene: &mut Scene) {
        let lost = view.frame.lost.as_deref();
        let pairs: Option<Vec<(Square, Square)>> =
            lost.map(|lost| lost.attacks.iter().map(|attack| (attack.from(), attack.to())).collect());
        scene.set(self.id, &pairs, || {
            let attackers = lost.map(attackers).unwrap_or_default();
            pairs.as_ref().map(|pairs| self.drawing(pairs, &attackers)).unwrap_or_default()
        });
    }
}

/// Returns the queens that attack a line, in the order in which the search placed them.
fn attackers(lost: &LostLine) -> Vec<Square> {
    let mut attackers: Vec<Square> = lost.attacks.iter().map(|attack| attack.from()).collect();
    attackers.sort_unstable_by_key(|square| match lost.line {
        Line::Column(_) => (square.column, square.row),
        Line::Row(_) => (square.row, square.column),
    });
    attackers.dedup();
    attackers
}
