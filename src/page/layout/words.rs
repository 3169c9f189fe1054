//! Words that the declarations of pages share.

use crate::page::units::cap;

use super::flow::{Align, Node, Span, column, exactly, from, leaf, row, scaled, space};
use super::text_width::TextWidth;

/// In a column, all the room that nothing else uses.
pub fn spring<'a, K>() -> Node<'a, K> {
    space(exactly(0), Span { least: 0, most: u32::MAX, rank: Span::LAST })
}

/// A line of text that needs so many pixels, with its baseline on its lower edge.
pub fn text<'a, K>(key: K, width: u32, em: f32) -> Node<'a, K> {
    leaf(key, from(width), exactly(cap(em))).align(Align::Start, Align::End)
}

/// A line of text at the largest of two ems in pixels, or of those between them, at which it fits.
pub fn fitted<'a, K: 'a>(
    key: impl Fn(f32) -> K + 'a,
    width: TextWidth,
    most: f32,
    least: f32,
) -> Node<'a, K> {
    scaled(most, least, move |em| text(key(em), width.pixels(em), em))
}

/// In the middle of all the width there is.
pub fn across_middle<K>(node: Node<'_, K>) -> Node<'_, K> {
    column([space(from(0), exactly(0)), node.align(Align::Middle, Align::Start)])
}

/// In the middle of all the height there is.
pub fn down_middle<K>(node: Node<'_, K>) -> Node<'_, K> {
    row([spring(), node.align(Align::Start, Align::Middle)])
}
