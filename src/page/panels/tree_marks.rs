//! Where a branch of the search tree is lost, and where the search notices.

use crate::board::{Line, SquareSet};
use crate::font::{Font, Weight};
use crate::page::inks::{Inks, State};
use crate::page::pen::{Pen, TextStyle};
use crate::page::scene::{Drawing, Id, Layer, Scene, Tag};
use crate::page::shape::{Align, Shape, Text};
use crate::picture::Rect;
use crate::record::{Frame, Moment};

/// The heights of the ring, right below the nodes of the path, and of remarks, above all.
const LOST: u8 = 17;
const REMARKS: u8 = 20;

/// The remarks beside the node that loses the branch, and beside the tip that notices.
const TEXTS: [&str; 2] = ["lost here", "noticed here"];

/// The marks of the last lost line, while all queens that lose it are on the board.
pub struct TreeMarks {
    id: Id,
    style: MarkStyle,
    /// Widths and reach of the remarks.
    widths: [u32; 2],
    reach: (u32, u32),
    lost: Option<Lost>,
    pub is_noticed: bool,
}

/// Lengths are in pixels.
#[derive(Clone, Copy)]
pub struct MarkStyle {
    /// The area of the tree.
    pub area: Rect,
    /// The radii of a node and of the tip.
    pub radii: [f32; 2],
    /// Width of an edge of the path.
    pub line: u32,
    pub inks: Inks,
    pub em: f32,
}

struct Lost {
    node: u32,
    line: Line,
    queens: SquareSet,
}

impl TreeMarks {
    pub fn new(scene: &mut Scene, font: &Font, style: MarkStyle) -> Self {
        let (font, em) = (font.weight(Weight::Regular), style.em);
        let (widths, reach) = (TEXTS.map(|text| font.pixels(text, em)), font.reach(em));
        Self {
            id: scene.add(Tag::Tree(None), style.area),
            style,
            widths,
            reach,
            lost: None,
            is_noticed: false,
        }
    }

    /// Returns the node that loses the branch of the current node.
    pub fn lost_node(&self) -> Option<u32> {
        self.lost.as_ref().map(|lost| lost.node)
    }

    pub fn follow(&mut self, frame: &Frame, current: u32, path: &[u32]) {
        let queens = &frame.board.queens;
        if let Some(lost) = &frame.lost {
            self.lost = Some(Lost { node: current, line: lost.line, queens: queens.clone() });
        }
        self.lost = self.lost.take().filter(|lost| {
            path.contains(&lost.node) && lost.queens.iter().all(|queen| queens.contains(queen))
        });
        self.is_noticed = self
            .lost
            .as_ref()
            .is_some_and(|lost| matches!(frame.moment, Moment::DeadEnd { line, .. } if line == lost.line));
    }

    /// Marks the node that loses the branch, and the tip where the search notices.
    pub fn draw(&self, [lost, tip]: [Option<(u32, u32)>; 2], scene: &mut Scene) {
        let places = [lost, tip.filter(|_| self.is_noticed)];
        scene.set(self.id, &places, || {
            let MarkStyle { radii, line, inks, .. } = self.style;
            let ring = lost.map(|(x, y)| {
                let centre = (x as f32 + 0.5, y as f32 + 0.5);
                let inner = radii[0] + line as f32 / 2.0;
                let disc = |radius, ink| Shape::Disc { centre, radius, ink };
                vec![disc(inner + line as f32, inks.bar(State::Conflict)), disc(inner, inks.page)]
            });
            let remarks = (0..).zip(places).filter_map(|(index, at)| self.remark(index, at?)).flatten();
            let layer = |z, shapes| Layer { z, is_covered: false, shapes };
            Drawing { layers: vec![layer(LOST, ring.unwrap_or_default()), layer(REMARKS, remarks.collect())] }
        });
    }

    /// Returns a remark right of a node, or left of it where there is more room; `None` if there is none.
    fn remark(&self, index: usize, (x, y): (u32, u32)) -> Option<[Shape; 2]> {
        let MarkStyle { area, radii, line, inks, em } = self.style;
        let (width, (up, down)) = (self.widths[index], self.reach);
        let beside = radii[index].ceil() as u32 + 3 * line;
        let right = Some(x + beside).filter(|left| left + width <= area.width);
        let left = right.or_else(|| x.checked_sub(beside + width))?;
        let top = y.checked_sub(u32::midpoint(up, down))?;
        let paper = Rect { x: left, y: top, width, height: up + down };
        let ink = if index == 0 { inks.head(State::Conflict) } else { inks.muted };
        let style = TextStyle { em, weight: Weight::Regular, pen: Pen { ink, paper: inks.page } };
        let (align, baseline, content) = (Align::Start, top + up, TEXTS[index].to_owned());
        let text = Text { left, width, align, baseline, style, content };
        let has_room = paper.bottom() <= area.height;
        has_room.then_some([Shape::Fill(paper, inks.page), Shape::Text(text)])
    }
}
