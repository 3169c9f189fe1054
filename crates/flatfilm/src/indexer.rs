//! Indexed pictures, with their changes, from images of the crate `image`.

use std::collections::HashMap;
use std::mem;

use image::{GenericImageView, Pixel};

use crate::Error;
use crate::picture::{Canvas, Change, Picture, Rect, Rgb, differing, digest};

/// Converts images of the crate `image` to indexed pictures, and finds the change since the previous image.
///
/// ```
/// use flatfilm::Indexer;
/// use flatfilm::picture::{Canvas, Rect};
/// use image::{Rgb, RgbImage};
///
/// let mut image = RgbImage::from_pixel(8, 8, Rgb([255; 3]));
/// image.put_pixel(2, 3, Rgb([0, 158, 115]));
/// let mut indexer = Indexer::new(Canvas::of_images([&image])?);
/// assert_eq!(indexer.index(&image)?.changes.len(), 1, "the first picture is new");
/// image.put_pixel(5, 3, Rgb([0, 158, 115]));
/// let changes = indexer.index(&image)?.changes;
/// assert_eq!(changes[0].area, Rect { x: 5, y: 3, width: 1, height: 1 });
/// # Ok::<(), flatfilm::Error>(())
/// ```
#[derive(Debug)]
pub struct Indexer {
    canvas: Canvas,
    indices: HashMap<Rgb, u8>,
    last: Vec<u8>,
    pixels: Vec<u8>,
    changes: Vec<Change>,
}

impl Indexer {
    /// Starts before the first image; all images must have the size and the colours of `canvas`.
    pub fn new(canvas: Canvas) -> Self {
        let indices = canvas.palette.iter().copied().zip(0..).collect();
        Self { canvas, indices, last: Vec::new(), pixels: Vec::new(), changes: Vec::new() }
    }

    /// Returns the canvas of all pictures, for encoders.
    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// Converts the next image to a picture for an encoder. Opacity is ignored.
    ///
    /// # Errors
    /// When the size differs from the canvas, or a colour is not in the palette.
    pub fn index<I>(&mut self, image: &I) -> Result<Picture<'_>, Error>
    where
        I: GenericImageView<Pixel: Pixel<Subpixel = u8>>,
    {
        let Canvas { width, height, .. } = self.canvas;
        if image.dimensions() != (width, height) {
            let pixels = u64::from(image.width()) * u64::from(image.height());
            return Err(Error::WrongPixels { pixels, width, height });
        }
        let palette_index = |colour| self.indices.get(&colour).copied().ok_or(Error::UnknownColour(colour));
        let pixels = image.pixels().map(|(_, _, pixel)| palette_index(Rgb(pixel.to_rgb().0)));
        let pixels = pixels.collect::<Result<Vec<u8>, Error>>()?;
        self.last = mem::replace(&mut self.pixels, pixels);
        self.changes.clear();
        let digest_of = |area: Rect, pixels: &[u8]| digest(area.width, area.rows(pixels, width));
        if self.last.is_empty() {
            let whole = Rect::whole(&self.canvas);
            self.changes.push(Change::new(whole, None, digest_of(whole, &self.pixels)));
        } else {
            let area = differing(&self.last, &self.pixels, width);
            if area.pixels() > 0 {
                let before = Some(digest_of(area, &self.last));
                self.changes.push(Change::new(area, before, digest_of(area, &self.pixels)));
            }
        }
        Ok(Picture::new(&self.canvas, &self.pixels, &self.changes))
    }
}
