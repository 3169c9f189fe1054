//! The frames that the next one can be encoded against.

use std::mem;

use crate::picture::Picture;
use crate::threads;

/// The two canvas states that the next frame can be drawn on, and what encodes it against each.
#[derive(Debug)]
pub struct ReferenceFrames<B> {
    /// The last picture.
    last: Vec<u8>,
    /// The canvas before the last frame: what remains if that is disposed to previous. The last
    /// picture where it is not known.
    previous: Vec<u8>,
    buffers: [B; 2],
}

impl<B: Default + Send> ReferenceFrames<B> {
    pub fn new(picture: &Picture<'_>) -> Self {
        let pixels = || picture.pixels.to_vec();
        Self { last: pixels(), previous: pixels(), buffers: Default::default() }
    }

    /// Encodes a picture against both references, with a function that returns the size; returns whether the last
    /// frame is disposed to previous, since that takes less, and the buffer of the better one.
    pub fn encode(
        &mut self,
        picture: &Picture<'_>,
        encode: impl Fn(&mut B, &[u8]) -> usize + Sync,
    ) -> (bool, &mut B) {
        let Self { last, previous, buffers: [on_last, on_previous] } = self;
        let (size, size_on_previous) =
            threads::join(|| encode(on_last, last), || encode(on_previous, previous));
        let is_undone = size_on_previous < size;
        if !is_undone {
            mem::swap(previous, last);
        }
        last.copy_from_slice(picture.pixels);
        (is_undone, if is_undone { on_previous } else { on_last })
    }
}
