//! What a page shows, slot by slot.

use std::iter;

use crate::picture::Rect;

use super::Page;
use super::between::{Between, Glide, Share, flipping_cell, moving_edge, phase_of};
use super::element::{Element, MOST_WORDS, Text};
use super::slot::{ChartSlot, ChartState, Layer, Layers, NodeSlot, NodeState, Slot, TreeStyle};
use super::square::SquareSlot;

/// A part of a page, and what it looks like.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    /// Which part it is.
    pub key: PartKey,
    /// Its rectangle, beyond which nothing of it is drawn.
    pub area: Rect,
    /// What is drawn.
    pub elements: Vec<Element<'a>>,
    /// How far that is moved to the right in pixels, if it can be.
    pub shift: Option<u32>,
}

/// Which part of a page it is: its kind, and its index among those of its kind. Parts are drawn over
/// those with smaller keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PartKey(pub PartKind, pub usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PartKind {
    Square,
    Strike,
    Fill,
    Text,
    Medal,
    Line,
    /// A word of a text, or a piece of a line.
    Word(bool, usize),
    Chart(ChartPart),
    Code,
    /// A cell of an array, a mask or a matrix.
    Entry,
    Tree(TreePart),
}

/// How lines of text are split for a film, so that a part that changes is small.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum TextParts {
    /// Into words, and numbers into digits.
    #[default]
    Words,
    /// Only numbers into digits: a sentence stays one text.
    Digits,
}

/// The parts of a chart. While a part is drawn for each step, a chart is drawn once, and what covers
/// its future moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum ChartPart {
    Curve,
    FinishedCurve,
    Future,
    Cursor,
    Label,
}

/// The parts of a tree: those of a node in each of its states, which are drawn over each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TreePart {
    /// The edge to a node.
    Edge(NodeState),
    Cell,
    /// The line to what hangs below the path.
    BrokenLine,
    Node(NodeState),
    /// What hangs below the path.
    Tip,
}

impl PartKey {
    /// Whether the part is an edge of the path in the tree.
    pub const fn is_path(self) -> bool {
        matches!(self.0, PartKind::Tree(TreePart::Edge(NodeState::OnPath)))
    }

    /// The line of text that the part is a word of, if it is one.
    pub const fn line(self) -> Option<(bool, usize)> {
        match self {
            Self(PartKind::Word(is_piece, _), line) => Some((is_piece, line)),
            Self(..) => None,
        }
    }

    /// How far a medal or a cell has come that is on its way between two states.
    pub fn share(self, between: &Between) -> Option<Share> {
        let Self(kind, index) = self;
        match kind {
            PartKind::Medal => phase_of(&between.medals, index),
            PartKind::Entry => phase_of(&between.entries, index),
            PartKind::Square
            | PartKind::Strike
            | PartKind::Fill
            | PartKind::Text
            | PartKind::Line
            | PartKind::Word(..)
            | PartKind::Chart(_)
            | PartKind::Code
            | PartKind::Tree(_) => None,
        }
    }

    /// Whether the part is a square.
    pub const fn is_square(self) -> bool {
        matches!(self.0, PartKind::Square)
    }
}

impl<'a> Part<'a> {
    fn texts(&self) -> impl Iterator<Item = &Text<'a>> {
        self.elements.iter().filter_map(|element| match element {
            Element::Text(text) => Some(text),
            Element::Fill(..)
            | Element::Figure { .. }
            | Element::Disc { .. }
            | Element::Polygons(..)
            | Element::Sign(_) => None,
        })
    }

    fn new(
        kind: PartKind,
        index: usize,
        area: Rect,
        elements: impl IntoIterator<Item = Element<'a>>,
    ) -> Self {
        Self { key: PartKey(kind, index), area, elements: elements.into_iter().collect(), shift: None }
    }
}

impl Page {
    /// The squares, or those that the last step has changed; with all that is seen of them one after the other
    /// if they move.
    fn squares(&self, all: bool, in_motion: bool) -> impl Iterator<Item = Part<'_>> {
        parts(&self.layers.squares, all, PartKind::Square, move |slot, state| {
            let (style, corner) = (&self.squares, (slot.area.x, slot.area.y));
            let elements: Vec<_> = if in_motion {
                style.layered_elements(corner, slot.ground, *state).collect()
            } else {
                style.elements(corner, slot.ground, *state).collect()
            };
            (slot.area, elements)
        })
    }

    /// The parts that are neither squares nor charts nor the tree, or those that the last step has
    /// changed.
    pub(crate) fn plain_parts(&self, all: bool) -> impl Iterator<Item = Part<'_>> {
        let Layers {
            squares: _,
            strikes,
            fills,
            texts,
            medals,
            lines,
            charts: _,
            code,
            entries,
            nodes: _,
            cells: _,
            tip: _,
            tree: _,
        } = &self.layers;
        let font = &self.font;
        let strikes = parts(strikes, all, PartKind::Strike, |slot, ()| (slot.area, slot.elements()));
        let fills = parts(fills, all, PartKind::Fill, |slot, colour| (slot.area, slot.elements(*colour)));
        let texts = parts(texts, all, PartKind::Text, |slot, text| (slot.area, slot.elements(text)));
        let medals =
            parts(medals, all, PartKind::Medal, |slot, rank| (slot.area, slot.elements(*rank, font)));
        let lines = parts(lines, all, PartKind::Line, |slot, pieces| (slot.area, slot.elements(pieces)));
        let code = parts(code, all, PartKind::Code, |slot, state| (slot.area, slot.elements(state, font)));
        let entries = parts(entries, all, PartKind::Entry, |slot, state| (slot.area, slot.elements(state)));
        strikes.chain(fills).chain(texts).chain(medals).chain(lines).chain(code).chain(entries)
    }

    /// The part of the page that a queen covers on its way.
    pub(crate) fn glide_area(&self, glide: &Glide) -> Rect {
        let (x, y) = glide.corner;
        Rect { x, y, ..self.layers.squares.get(glide.to).0.area }
    }

    /// A queen on its way.
    pub(crate) fn gliding(&self, glide: &Glide) -> impl Iterator<Item = Element<'static>> {
        let (SquareSlot { ground, .. }, state) = self.layers.squares.get(glide.to);
        let (corner, ground) = (glide.corner, *ground);
        let queen = self.squares.queen(ground, *state);
        queen.map(move |(_, stamp)| Element::Figure { corner, ground, stamp })
    }

    /// Medals and cells on their way between two states; only those that look otherwise than at the time
    /// `shown`, if there is one.
    pub(crate) fn moving_parts<'a>(
        &'a self,
        between: &'a Between,
        shown: Option<&'a Between>,
    ) -> impl Iterator<Item = Part<'a>> {
        // How far it has come now, if that is not how far it had come.
        let share = move |kind, index| {
            let key = PartKey(kind, index);
            let now = key.share(between);
            (now != shown.and_then(|shown| key.share(shown))).then_some(now)
        };
        let medals = self.layers.medals.moves().into_iter().filter_map(move |change| {
            let (slot, rank) = (change.slot, *change.now);
            let elements = match (share(PartKind::Medal, change.index)?, rank) {
                (Some(share), Some(rank)) => slot.growing(rank, share.value(), &self.font),
                (Some(_) | None, _) => slot.elements(rank, &self.font).collect(),
            };
            Some(Part::new(PartKind::Medal, change.index, slot.area, elements))
        });
        let entries = self.layers.entries.moves().into_iter().filter_map(move |change| {
            let elements = match share(PartKind::Entry, change.index)? {
                Some(share) => flipping_cell(&change, share),
                None => change.slot.elements(change.now),
            };
            Some(Part::new(PartKind::Entry, change.index, change.slot.area, elements))
        });
        medals.chain(entries)
    }

    /// Charts, or those columns of them that the last step has changed.
    pub(crate) fn charts(&self, all: bool) -> impl Iterator<Item = Part<'_>> {
        let charts = &self.layers.charts;
        let whole = charts.iter().take(if all { charts.len() } else { 0 });
        let whole = whole.map(|(slot, state)| (slot, state, (0, slot.area.width)));
        let changes = charts.changes().filter(move |_| !all);
        let changes = changes
            .map(|change| (change.slot, change.now, change.slot.difference(change.before, change.now)));
        whole.chain(changes).enumerate().map(|(index, (slot, state, columns))| {
            let (area, elements) = slot.elements(state, columns, &self.font);
            Part::new(PartKind::Chart(ChartPart::Curve), index, area, elements)
        })
    }

    /// All that it shows.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        let page = Rect { x: 0, y: 0, width: self.width, height: self.height };
        let page = iter::once(Element::Fill(page, self.background));
        // Squares do not overlap: their papers may be drawn before all figures.
        let squares = self.squares(true, false).flat_map(|part| part.elements);
        let (papers, figures): (Vec<_>, Vec<_>) =
            squares.partition(|element| matches!(element, Element::Fill(..)));
        let panels = self.plain_parts(true).chain(self.charts(true)).flat_map(|part| part.elements);
        let tree = self.layers.tree.iter();
        let still = Between::default();
        let tree = tree.flat_map(move |style| self.layers.tree_elements(style, style.area, &still));
        page.chain(papers).chain(figures).chain(panels).chain(tree)
    }

    /// The lines of code that have just run.
    pub(crate) fn lit_lines(&self) -> impl Iterator<Item = PartKey> {
        let lines = self.layers.code.iter().enumerate();
        lines.filter(|(_, (_, state))| state.lit.is_some()).map(|(index, _)| PartKey(PartKind::Code, index))
    }

    /// The nodes of the tree: the part that is drawn from the step on that reaches it, and its place.
    pub(crate) fn tree_places(&self) -> impl Iterator<Item = (PartKey, Rect)> {
        let Layers { tree, nodes, cells, .. } = &self.layers;
        let nodes = tree.iter().flat_map(|style| {
            nodes.iter().enumerate().map(|(index, (node, _))| {
                let (x, y) = (style.area.x + node.centre.0, style.area.y + node.centre.1);
                let place = Rect { x, y, width: 1, height: 1 };
                (PartKey(PartKind::Tree(TreePart::Node(NodeState::OnPath)), index), place)
            })
        });
        let cells = cells.iter().enumerate();
        nodes.chain(
            cells.map(|(index, (cell, _))| (PartKey(PartKind::Tree(TreePart::Cell), index), cell.area)),
        )
    }

    /// All parts, or those that the last step has changed, so that each is drawn by itself for a film, whose
    /// squares may be in motion.
    pub(crate) fn film_parts(
        &self,
        all: bool,
        split: TextParts,
        in_motion: bool,
    ) -> impl Iterator<Item = Part<'_>> {
        let charts = self.layers.charts.changed_or_all(all);
        let charts = charts.flat_map(|(index, slot, state)| self.chart_parts(index, slot, state));
        let tree = self.layers.tree.iter();
        let tree = tree.flat_map(move |style| self.layers.tree_parts(style, all));
        let plain = self.plain_parts(all).flat_map(move |part| self.words(part, split));
        self.squares(all, in_motion).chain(plain).chain(charts).chain(tree)
    }

    /// A part with lines of text as its words or pieces, so that a film has each only once; another as it
    /// is.
    fn words<'a>(&self, part: Part<'a>, split: TextParts) -> Vec<Part<'a>> {
        let kind = part.key.0;
        let texts: Vec<Text<'a>> = match kind {
            PartKind::Text | PartKind::Line => part.texts().cloned().collect(),
            PartKind::Square
            | PartKind::Strike
            | PartKind::Fill
            | PartKind::Word(..)
            | PartKind::Medal
            | PartKind::Chart(_)
            | PartKind::Code
            | PartKind::Entry
            | PartKind::Tree(_) => return vec![part],
        };
        let words = match &texts[..] {
            [text] if kind == PartKind::Text && (split == TextParts::Words || text.is_number()) => {
                text.words(&self.font)
            }
            _ => texts,
        };
        if words.len() > MOST_WORDS {
            return vec![part];
        }
        let index = part.key.1;
        let below = part.elements.into_iter().filter(|element| !matches!(element, Element::Text(_)));
        let below = Part::new(kind, index, part.area, below);
        // Always as many: what a text lacks is empty.
        let mut words = words.into_iter();
        let words = (0..MOST_WORDS).map(|word| {
            let text = words.next().map(Element::Text);
            Part::new(PartKind::Word(kind == PartKind::Line, word), index, part.area, text)
        });
        iter::once(below).chain(words).collect()
    }

    fn chart_parts<'a>(&'a self, index: usize, slot: &'a ChartSlot, state: &'a ChartState) -> [Part<'a>; 5] {
        let area = slot.area;
        let part = |part, elements: Vec<Element<'a>>| Part::new(PartKind::Chart(part), index, area, elements);
        let label = slot.label(state, &self.font);
        let finished = state.ending.as_ref().is_some_and(|ending| ending.solved);
        let finished = if finished { slot.curve(slot.finished) } else { Vec::new() };
        let (cursor, at) = match state.cursor {
            Some(at) => (vec![slot.cursor()], at),
            None => (Vec::new(), 0),
        };
        [
            part(ChartPart::Curve, slot.curve(slot.running)),
            part(ChartPart::FinishedCurve, finished),
            Part { shift: Some(state.shown), ..part(ChartPart::Future, slot.frame()) },
            Part { shift: Some(at), ..part(ChartPart::Cursor, cursor) },
            part(ChartPart::Label, label),
        ]
    }
}

/// The parts of a kind, each slot with its area and what is drawn, or those that the last step has changed.
fn parts<'a, S: Slot, E: IntoIterator<Item = Element<'a>>>(
    layer: &'a Layer<S>,
    all: bool,
    kind: PartKind,
    drawn: impl Fn(&'a S, &'a S::State) -> (Rect, E),
) -> impl Iterator<Item = Part<'a>> {
    layer.changed_or_all(all).map(move |(index, slot, state)| {
        let (area, elements) = drawn(slot, state);
        Part::new(kind, index, area, elements)
    })
}

impl Layers {
    /// All of the tree that reaches into an area.
    pub(crate) fn tree_elements<'a>(
        &'a self,
        style: &TreeStyle,
        area: Rect,
        between: &Between,
    ) -> Vec<Element<'a>> {
        let moving = if between.nodes.is_empty() { Vec::new() } else { self.nodes.moves() };
        // A node with its state before the last step and its state now, while its edge moves.
        let view = |(index, (node, now)): (usize, (&'a NodeSlot, &'a NodeState))| {
            let share = phase_of(&between.nodes, index);
            let change = share.and_then(|share| {
                let at = moving.binary_search_by_key(&index, |change| change.index).ok()?;
                Some((*moving[at].before, share))
            });
            (node, *now, change)
        };
        let near = self.nodes.iter().enumerate().filter(|(_, (node, _))| node.area.overlaps(area));
        let near: Vec<_> = near.map(view).collect();
        let near = &near;
        let by_state = |drawn: fn(NodeState, NodeState) -> NodeState| {
            NodeState::ALL.into_iter().flat_map(move |wanted| {
                near.iter().filter(move |(_, now, change)| {
                    change.map_or(*now, |(before, _)| drawn(before, *now)) == wanted
                })
            })
        };
        let edges = by_state(Ord::max).flat_map(|(node, now, change)| match *change {
            Some((before, share)) => moving_edge(style, node, [before, *now], share),
            None => style.edge(node, *now, 1.0).collect(),
        });
        // Nodes are reached by their edges, and left first.
        let nodes = by_state(Ord::min).flat_map(|(node, now, change)| {
            style.node(node, change.map_or(*now, |(before, _)| before.min(*now)))
        });
        let cells = self.cells.iter().filter(|(cell, _)| cell.area.overlaps(area));
        let tips = || self.tip.iter().filter_map(|(_, tip)| *tip);
        let mut elements: Vec<Element<'a>> = vec![Element::Fill(area, style.page)];
        elements.extend(edges);
        elements.extend(cells.flat_map(|(cell, colour)| cell.elements(*colour)));
        let reach = between.tip.map_or(1.0, Share::value);
        elements.extend(tips().flat_map(|tip| style.part_of_broken_line(tip, reach)));
        elements.extend(nodes);
        elements.extend(tips().filter(|_| between.tip.is_none()).flat_map(|tip| style.tip(tip)));
        elements
    }

    fn tree_parts<'a>(&'a self, style: &'a TreeStyle, all: bool) -> impl Iterator<Item = Part<'a>> {
        let part = |part, index, area, elements: Vec<Element<'a>>| {
            Part::new(PartKind::Tree(part), index, area, elements)
        };
        let nodes = self.nodes.changed_or_all(all).flat_map(move |(index, node, state)| {
            NodeState::ALL.into_iter().flat_map(move |drawn| {
                // What is drawn in a state covers what is drawn in those before it.
                let is_drawn = drawn <= *state;
                let (edge, disc) = if is_drawn {
                    (style.edge(node, drawn, 1.0).collect(), style.node(node, drawn))
                } else {
                    (Vec::new(), Vec::new())
                };
                let area = node.area;
                [
                    part(TreePart::Edge(drawn), index, area, edge),
                    part(TreePart::Node(drawn), index, area, disc),
                ]
            })
        });
        let kind = PartKind::Tree(TreePart::Cell);
        let cells = parts(&self.cells, all, kind, |cell, colour| (cell.area, cell.elements(*colour)));
        let tips = self.tip.changed_or_all(all).flat_map(move |(index, _, tip)| {
            let line = tip.map(|tip| style.part_of_broken_line(tip, 1.0)).unwrap_or_default();
            let tip = tip.map(|tip| style.tip(tip).into()).unwrap_or_default();
            let area = style.area;
            [part(TreePart::BrokenLine, index, area, line), part(TreePart::Tip, index, area, tip)]
        });
        nodes.chain(cells).chain(tips)
    }
}
