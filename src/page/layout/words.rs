//! Words that the declarations of pages share.

use crate::page::units::cap;

use super::flow::{Align, Node, exactly, from, leaf};

/// A line of text that needs so many pixels, with its baseline on its lower edge.
pub fn text<'a, K>(key: K, width: u32, em: f32) -> Node<'a, K> {
    leaf(key, from(width), exactly(cap(em))).align(Align::Start, Align::End)
}
