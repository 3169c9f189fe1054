//! Words that the declarations of pages share.

use crate::page::units::cap;

use super::flow::{Align, Node, column, exactly, from, leaf, row, scaled, space, spring};
use super::text_width::TextWidth;

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

/// In the middle of all the width there is, so many pixels or a multiple of them behind its start.
pub fn across_middle<'a, K>(node: Node<'a, K>, step: u32) -> Node<'a, K> {
    column([space(from(0), exactly(0)), node.align(Align::Middle, Align::Start).step(step)])
}

/// In the middle of all the height there is, so many pixels or a multiple of them below its start.
pub fn down_middle<'a, K>(node: Node<'a, K>, step: u32) -> Node<'a, K> {
    row([spring(), node.align(Align::Start, Align::Middle).step(step)])
}
