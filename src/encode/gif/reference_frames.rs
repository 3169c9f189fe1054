//! The frames that the next one can be encoded against.

use std::mem;

use super::difference::{Delta, DeltaEncoder};
use crate::picture::Picture;

/// The two canvas states that the next frame can be drawn on.
#[derive(Debug)]
pub struct ReferenceFrames {
    /// The last picture.
    last: Vec<u8>,
    /// The canvas before the last frame: what remains if that is disposed to previous. The last
    /// picture where it is not known.
    previous: Vec<u8>,
    encoders: [DeltaEncoder; 2],
}

/// Which canvas state a frame is drawn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// The last picture.
    Last,
    /// The canvas before the last frame.
    Previous,
}

impl ReferenceFrames {
    pub fn new(picture: &Picture<'_>) -> Self {
        let pixels = || picture.pixels.to_vec();
        Self { last: pixels(), previous: pixels(), encoders: Default::default() }
    }

    /// Encodes a picture against whichever reference takes fewer bytes.
    pub fn encode(&mut self, picture: &Picture<'_>) -> (Reference, Delta) {
        let [on_last, on_previous] = &mut self.encoders;
        let (on_last, on_previous) = rayon::join(
            || on_last.encode(picture, &self.last),
            || on_previous.encode(picture, &self.previous),
        );
        let best = if on_previous.data.len() < on_last.data.len() {
            (Reference::Previous, on_previous)
        } else {
            mem::swap(&mut self.previous, &mut self.last);
            (Reference::Last, on_last)
        };
        self.last.copy_from_slice(picture.pixels);
        best
    }
}
