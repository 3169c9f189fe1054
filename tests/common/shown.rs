//! The items of pages, in the form that tests need.

use queenreel::internals::page::Page;
use queenreel::internals::page::scene::{Id, Item, Tag};
use queenreel::internals::page::shape::{Align, Shape, Sign, Text};
use queenreel::internals::picture::{Rect, Rgb};

/// A line of text. Each text of an item is a separate line.
#[derive(Debug, Clone, Copy)]
pub struct ShownText<'a> {
    pub id: Id,
    /// The rectangle of its item.
    pub area: Rect,
    /// Its positions are distances from the upper left corner of the rectangle.
    pub text: &'a Text,
}

/// A line of code.
#[derive(Debug, Clone)]
pub struct ShownCode<'a> {
    pub area: Rect,
    /// The colour under it.
    pub paper: Rgb,
    /// Its number, where numbers are shown; its space ends at the right edge of all numbers.
    pub number: Option<&'a Text>,
    /// The code, in runs of one weight; empty for an empty line.
    pub runs: Vec<&'a Text>,
    /// The bar at its left edge, from the corner of the rectangle, if it has one.
    pub bar: Option<(Rect, Rgb)>,
    /// Whether it is the line that has just run.
    pub is_lit: bool,
}

/// A cell of an array, a mask or a matrix.
#[derive(Debug, Clone, Copy)]
pub struct ShownCell<'a> {
    pub id: Id,
    pub area: Rect,
    /// Its digit or word, from the corner of the rectangle; it may be empty.
    pub text: &'a Text,
}

impl ShownText<'_> {
    /// Its baseline on the page.
    pub fn baseline(&self) -> u32 {
        self.area.y + self.text.baseline
    }

    /// The space of the text on the page, as high as the item.
    pub fn room(&self) -> Rect {
        Rect { x: self.area.x + self.text.left, width: self.text.width, ..self.area }
    }
}

impl ShownCode<'_> {
    /// The code.
    pub fn text(&self) -> String {
        self.runs.iter().map(|run| run.content.as_str()).collect()
    }

    /// The left edge of the code, in pixels; `None` for an empty line.
    pub fn left(&self) -> Option<u32> {
        self.runs.first().map(|run| run.left)
    }
}

/// All items of a page with these tags.
pub fn items(page: &Page, is: impl Fn(Tag) -> bool) -> impl Iterator<Item = (Id, &Item)> {
    page.scene.items().filter(move |(_, item)| is(item.tag))
}

/// The rectangles of the squares: boards, board by board and row by row; then signs next to text.
pub fn squares(page: &Page) -> Vec<Rect> {
    items(page, |tag| tag == Tag::Square).map(|(_, item)| item.area).collect()
}

/// The lines of text, including empty ones, in the order of their items.
pub fn texts(page: &Page) -> Vec<ShownText<'_>> {
    let lines = items(page, |tag| tag == Tag::Text);
    let lines = lines.flat_map(|(id, item)| {
        let texts = item.drawing.shapes().filter_map(Shape::text);
        texts.map(move |text| ShownText { id, area: item.area, text })
    });
    lines.collect()
}

/// The texts of the lines.
pub fn words(page: &Page) -> Vec<String> {
    texts(page).into_iter().map(|line| line.text.content.clone()).collect()
}

/// The lines of code, from above.
pub fn code_lines(page: &Page) -> Vec<ShownCode<'_>> {
    items(page, |tag| tag == Tag::Code).map(|(_, item)| code_line(item)).collect()
}

/// A line of code.
pub fn code_line(item: &Item) -> ShownCode<'_> {
    let whole = Rect { x: 0, y: 0, ..item.area };
    let fills: Vec<(Rect, Rgb)> = item.drawing.shapes().filter_map(Shape::fill).collect();
    let (paper, bars) = fills.split_first().expect("a line of code has a paper");
    assert!(paper.0 == whole && bars.len() <= 1, "{fills:?}");
    // Numbers are right-aligned, and code is left-aligned.
    let texts = item.drawing.shapes().filter_map(Shape::text);
    let (numbers, runs): (Vec<_>, Vec<_>) = texts.partition(|text| text.align == Align::End);
    assert!(numbers.len() <= 1, "{numbers:?}");
    ShownCode {
        area: item.area,
        paper: paper.1,
        number: numbers.first().copied(),
        runs,
        bar: bars.first().copied(),
        is_lit: item.is_lit,
    }
}

/// The cells of the panels of state, in the order of their items.
pub fn cells(page: &Page) -> Vec<ShownCell<'_>> {
    let cells = items(page, |tag| tag == Tag::Plain).filter_map(|(id, item)| {
        let text = item.drawing.shapes().find_map(Shape::text)?;
        let fills: Vec<(Rect, Rgb)> = item.drawing.shapes().filter_map(Shape::fill).collect();
        assert_eq!(fills[0], (Rect { x: 0, y: 0, ..item.area }, text.style.pen.paper), "the paper of a cell");
        // A border has four sides of one colour.
        let sides = &fills[1..];
        assert!(sides.is_empty() || sides.len() == 4 && sides.iter().all(|side| side.1 == sides[0].1));
        Some(ShownCell { id, area: item.area, text })
    });
    cells.collect()
}

/// Filled rectangles: hairlines, bars, and placeholders of medals.
pub fn fills(page: &Page) -> Vec<(Rect, Rgb)> {
    let fills = items(page, |tag| tag == Tag::Plain).filter_map(|(_, item)| {
        let mut shapes = item.drawing.shapes();
        let fill = shapes.next()?.fill()?;
        shapes.next().is_none().then_some((item.area, fill.1))
    });
    fills.collect()
}

/// The medals that are known, with their signs.
pub fn medals(page: &Page) -> Vec<(Rect, &Sign)> {
    let medals = items(page, |tag| tag == Tag::Plain).filter_map(|(_, item)| {
        let sign = item.drawing.shapes().find_map(|shape| match shape {
            Shape::Sign(sign) => Some(sign),
            _ => None,
        });
        Some((item.area, sign?))
    });
    medals.collect()
}

/// The nodes of a search tree, or the cells that represent several, each with its rectangle.
pub fn nodes<'a>(page: &'a Page) -> Vec<(Rect, &'a Item)> {
    let node = |(_, item): (_, &'a Item)| match item.tag {
        Tag::Tree(Some((place, _))) => Some((place, item)),
        _ => None,
    };
    page.scene.items().filter_map(node).collect()
}

/// The rectangle of the search tree, if there is one.
pub fn tree(page: &Page) -> Option<Rect> {
    items(page, |tag| tag == Tag::Tree(None)).next().map(|(_, item)| item.area)
}
