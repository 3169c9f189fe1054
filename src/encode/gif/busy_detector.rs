//! Detects films whose pictures keep changing in many places at once.

use super::lzw::Lzw;
use crate::encode::changed_pixels::ChangedPixels;
use crate::encode::reference_frames::ReferenceFrames;
use crate::picture::Picture;

/// The rectangle that differs from a reference, and its compressed form.
type Delta = (ChangedPixels, Lzw, Vec<u8>);

/// A picture with more changes is busy.
const MAX_CHANGES: usize = 2;

/// Comparing whole pictures pays off from this score on.
const MIN_SCORE: u32 = 4;

/// The maximum score.
const MAX_SCORE: u32 = 8;

/// Decides whether pictures are compared pixel by pixel with reference frames, instead of relying
/// on the changes that the painter reports.
#[derive(Debug, Default)]
pub struct BusyDetector {
    /// The number of busy pictures, minus that of others, from 0 to [`MAX_SCORE`].
    score: u32,
    references: Option<Box<ReferenceFrames<Delta>>>,
}

impl BusyDetector {
    /// The frames to compare the picture with, if that is worthwhile.
    pub fn references(&mut self, picture: &Picture<'_>) -> Option<&mut ReferenceFrames<Delta>> {
        if picture.changes.len() > MAX_CHANGES {
            self.score = (self.score + 1).min(MAX_SCORE);
        } else {
            self.score = self.score.saturating_sub(1);
            if self.score == 0 {
                self.references = None;
            }
        }
        self.references.as_deref_mut()
    }

    /// Keeps a picture as reference for the next one, if that is worthwhile.
    pub fn keep(&mut self, picture: &Picture<'_>) {
        if self.score >= MIN_SCORE {
            self.references = Some(Box::new(ReferenceFrames::new(picture)));
        }
    }
}
