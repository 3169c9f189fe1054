//! The frames that the next one can be encoded against.

use std::mem;

use gif::DisposalMethod;

use super::lzw::Lzw;
use crate::encode::changed_pixels::{ChangedPixels, TRANSPARENT};
use crate::picture::{Picture, Rect};
use crate::threads;

/// The rectangle that differs from a reference, in GIF's compressed form.
#[derive(Debug)]
pub struct Delta {
    pub area: Rect,
    pub data: Vec<u8>,
}

/// Encodes a picture as its difference from a reference, reusing buffers.
fn delta((changed, lzw): &mut (ChangedPixels, Lzw), picture: &Picture<'_>, reference: &[u8]) -> Delta {
    changed.find(picture, reference);
    let ChangedPixels { area, pixels, alternatives, .. } = changed;
    Delta { area: *area, data: lzw.compress_either(pixels, alternatives, TRANSPARENT) }
}

/// The two canvas states that the next frame can be drawn on.
#[derive(Debug)]
pub struct ReferenceFrames {
    /// The last picture.
    last: Vec<u8>,
    /// The canvas before the last frame: what remains if that is disposed to previous. The last
    /// picture where it is not known.
    previous: Vec<u8>,
    buffers: [(ChangedPixels, Lzw); 2],
}

impl ReferenceFrames {
    pub fn new(picture: &Picture<'_>) -> Self {
        let pixels = || picture.pixels.to_vec();
        Self { last: pixels(), previous: pixels(), buffers: Default::default() }
    }

    /// Encodes a picture against whichever reference takes fewer bytes; returns how the last frame
    /// is disposed.
    pub fn encode(&mut self, picture: &Picture<'_>) -> (DisposalMethod, Delta) {
        let [on_last, on_previous] = &mut self.buffers;
        let (on_last, on_previous) = threads::join(
            || delta(on_last, picture, &self.last),
            || delta(on_previous, picture, &self.previous),
        );
        let best = if on_previous.data.len() < on_last.data.len() {
            (DisposalMethod::Previous, on_previous)
        } else {
            mem::swap(&mut self.previous, &mut self.last);
            (DisposalMethod::Keep, on_last)
        };
        self.last.copy_from_slice(picture.pixels);
        best
    }
}
