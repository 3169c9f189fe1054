//! What a frame may be drawn on, where that is worth knowing: pictures that change here and there
//! at once.

use std::mem;

use super::redraw::Redraw;
use crate::picture::{Picture, Rect};

/// Pictures with more changes than this are busy.
const FEW: usize = 2;

/// Looking at whole pictures pays once there were so many busy ones, less those that were not.
const MANY: u32 = 4;

/// So much is remembered of how busy pictures were.
const MOST: u32 = 8;

/// Tells when pictures change in so many places, again and again, that the pixels are worth a look.
#[derive(Debug, Default)]
pub struct Watch {
    busy: u32,
    backdrop: Option<Box<Backdrop>>,
}

impl Watch {
    /// What the picture is drawn on, if its pixels are worth a look.
    pub fn backdrop(&mut self, picture: &Picture<'_>) -> Option<&mut Backdrop> {
        if picture.changes.len() > FEW {
            self.busy = (self.busy + 1).min(MOST);
        } else {
            self.busy = self.busy.saturating_sub(1);
            if self.busy == 0 {
                self.backdrop = None;
            }
        }
        self.backdrop.as_deref_mut()
    }

    /// Keeps a picture in mind that the next may be drawn on.
    pub fn look(&mut self, picture: &Picture<'_>) {
        if self.busy >= MANY {
            self.backdrop = Some(Box::new(Backdrop::new(picture)));
        }
    }
}

/// The two pictures that the next may be drawn on.
#[derive(Debug)]
pub struct Backdrop {
    /// The last picture.
    last: Vec<u8>,
    /// What the last frame was drawn on; the last picture, where that is not known.
    under: Vec<u8>,
    redraws: [Redraw; 2],
}

/// A frame's rectangle and its pixels.
pub struct Drawn {
    pub area: Rect,
    pub part: Vec<u8>,
    /// Whether it is drawn on what the last frame was drawn on.
    pub takes_back: bool,
}

impl Backdrop {
    fn new(picture: &Picture<'_>) -> Self {
        let pixels = || picture.pixels.to_vec();
        Self { last: pixels(), under: pixels(), redraws: Default::default() }
    }

    /// Draws a picture on whichever of the two takes fewer bytes.
    pub fn draw(&mut self, picture: &Picture<'_>) -> Drawn {
        let [on_last, on_under] = &mut self.redraws;
        let (on_last, on_under) =
            rayon::join(|| on_last.draw(picture, &self.last), || on_under.draw(picture, &self.under));
        let takes_back = on_under.1.len() < on_last.1.len();
        let (area, part) = if takes_back { on_under } else { on_last };
        if !takes_back {
            mem::swap(&mut self.under, &mut self.last);
        }
        self.last.copy_from_slice(picture.pixels);
        Drawn { area, part, takes_back }
    }
}
