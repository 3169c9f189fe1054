//! PNG: single pictures.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use png::chunk::IDAT;
use png::{BitDepth, ColorType, PixelDimensions, Unit};

use crate::picture::{Canvas, Picture, Rect};

use super::marked_writer::MarkedWriter;
use super::row_deflater::{RowDeflater, RowFilter};
use super::{Compression, EncodeError, Format};

/// Writes one picture, indexed, with the smallest bit depth for its colours; returns the number of
/// bytes written.
///
/// ```
/// use queenreel::encode::write_png;
/// use queenreel::picture::{Canvas, Picture, Rgb};
///
/// # fn main() -> Result<(), queenreel::encode::EncodeError> {
/// let canvas = Canvas::new(2, 1, vec![Rgb([240, 217, 181]), Rgb([181, 136, 99])]);
/// let mut png = Vec::new();
/// let bytes = write_png(&mut png, &Picture::new(&canvas, &[0, 1], &[]))?;
/// assert_eq!(bytes, png.len() as u64);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// When the writer fails, the picture has no pixels or more than 256 colours, a pixel is not an index of a colour,
/// or there are more or fewer pixels than the canvas has.
pub fn write_png(mut out: impl Write, picture: &Picture<'_>) -> Result<u64, EncodeError> {
    EncodeError::check_picture(picture)?;
    IndexedPng::of(picture).write(&mut out, None, Compression::default())
}

/// A picture in the layout of PNG, before compression.
#[derive(Debug)]
pub(crate) struct IndexedPng {
    width: u32,
    height: u32,
    depth: BitDepth,
    palette: Vec<u8>,
    packed: Vec<u8>,
}

impl IndexedPng {
    /// Packs a picture, with only those colours in the palette that it uses.
    pub(crate) fn of(picture: &Picture<'_>) -> Self {
        let Canvas { width, height, ref palette } = *picture.canvas;
        let mut used = [false; 256];
        picture.pixels.iter().for_each(|pixel| used[usize::from(*pixel)] = true);
        let mut index_of = [0; 256];
        let mut colours = Vec::new();
        for (old, colour) in palette.iter().enumerate().filter(|(old, _)| used[*old]) {
            index_of[old] = colours.len() as u8;
            colours.push(colour.0);
        }
        let depth = depth_for(colours.len());
        let mut packed = Vec::new();
        pack(picture.pixels, width, depth, |pixel| index_of[usize::from(pixel)], &mut packed);
        Self { width, height, depth, palette: colours.into_flattened(), packed }
    }

    /// Writes the file; `dpi` says how many pixels it has to an inch, if it is to be printed.
    pub(crate) fn write(
        &self,
        out: &mut dyn Write,
        dpi: Option<u32>,
        compression: Compression,
    ) -> Result<u64, EncodeError> {
        let mut file = Vec::new();
        let mut encoder = indexed(&mut file, self.width, self.height, self.depth, &self.palette);
        encoder.set_pixel_dims(dpi.map(pixels_per_metre));
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().map_err(io_error)?;
        match (usual_filter(self.depth), compression) {
            // Of wide areas, miniz in the `png` crate finds more repetitions than zlib, as soon.
            (RowFilter::None, Compression::Normal) => writer.write_image_data(&self.packed),
            (RowFilter::FewerRuns, _) | (RowFilter::None, Compression::Best) => {
                writer.write_chunk(IDAT, &self.deflated(compression))
            }
        }
        .and_then(|()| writer.finish())
        .map_err(io_error)?;
        let mut out = MarkedWriter::new(out);
        out.write_all(&without_end(file))?;
        Ok(out.close(|name| Format::Png.mark(name))?)
    }

    fn deflated(&self, compression: Compression) -> Vec<u8> {
        let row_bytes = row_bytes(self.width, self.depth);
        let filtered = |filter| RowDeflater::new(row_bytes, filter, compression).all(&self.packed);
        match compression {
            Compression::Normal => filtered(usual_filter(self.depth)),
            Compression::Best => {
                let (plain, filtered) = (filtered(RowFilter::None), filtered(RowFilter::FewerRuns));
                if filtered.len() < plain.len() { filtered } else { plain }
            }
        }
    }
}

/// Writes a large picture while it is drawn: `draw` writes its rows from top to bottom, any number
/// at a time; `dpi` says how many pixels it has to an inch, if it is to be printed. Returns the number
/// of bytes written.
///
/// # Errors
/// When the writer fails, or `draw` does, the picture has no pixels or more than 256 colours, or there are more or
/// fewer pixels than the canvas has.
pub fn write_png_in_bands<E: From<EncodeError>>(
    out: impl Write,
    canvas: &Canvas,
    dpi: Option<u32>,
    compression: Compression,
    draw: impl FnOnce(&mut PngBands<'_>) -> Result<(), E>,
) -> Result<u64, E> {
    EncodeError::check_canvas(canvas)?;
    let mut out = MarkedWriter::buffered(out);
    let depth = depth_for(canvas.palette.len());
    let mut head = Vec::new();
    let mut encoder = indexed(&mut head, canvas.width, canvas.height, depth, canvas.palette_bytes());
    encoder.set_pixel_dims(dpi.map(pixels_per_metre));
    encoder.write_header().and_then(png::Writer::finish).map_err(io_error)?;
    out.write_all(&without_end(head)).map_err(EncodeError::Io)?;
    let mut bands = PngBands {
        out: &mut out,
        deflater: RowDeflater::new(row_bytes(canvas.width, depth), usual_filter(depth), compression),
        canvas,
        depth,
        written: 0,
        packed: Vec::new(),
        deflated: Vec::new(),
    };
    draw(&mut bands)?;
    bands.finish()?;
    Ok(MarkedWriter::close_buffered(out, |name| Format::Png.mark(name)).map_err(EncodeError::Io)?)
}

/// PNG counts pixels to a metre.
fn pixels_per_metre(dpi: u32) -> PixelDimensions {
    let pixels = (f64::from(dpi) / 0.0254).round() as u32;
    PixelDimensions { xppu: pixels, yppu: pixels, unit: Unit::Meter }
}

/// Writes the rows of a picture, a band at a time; see [`write_png_in_bands`].
pub struct PngBands<'a> {
    out: &'a mut dyn Write,
    deflater: RowDeflater,
    canvas: &'a Canvas,
    depth: BitDepth,
    /// The number of pixels that are written.
    written: u64,
    packed: Vec<u8>,
    /// The beginning of the next chunk.
    deflated: Vec<u8>,
}

/// A chunk of pixels is written when it has this many bytes.
const CHUNK_BYTES: usize = 64 << 10;

impl PngBands<'_> {
    /// Adds rows of palette indices.
    ///
    /// # Errors
    /// When the writer fails, there are more rows than the canvas has, or a pixel is not an index of a colour.
    pub fn write(&mut self, pixels: &[u8]) -> Result<(), EncodeError> {
        self.written += pixels.len() as u64;
        if self.written > Rect::whole(self.canvas).pixels() {
            return Err(self.wrong_pixels());
        }
        EncodeError::check_colours(pixels, self.canvas.palette.len())?;
        self.packed.clear();
        pack(pixels, self.canvas.width, self.depth, |pixel| pixel, &mut self.packed);
        self.deflater.add(&self.packed, &mut self.deflated);
        if self.deflated.len() >= CHUNK_BYTES {
            self.out.write_all(&chunk(IDAT.0, &self.deflated))?;
            self.deflated.clear();
        }
        Ok(())
    }

    fn wrong_pixels(&self) -> EncodeError {
        let Canvas { width, height, .. } = *self.canvas;
        EncodeError::WrongPixels { pixels: self.written, width, height }
    }

    fn finish(mut self) -> Result<(), EncodeError> {
        if self.written != Rect::whole(self.canvas).pixels() {
            return Err(self.wrong_pixels());
        }
        self.deflater.finish(&mut self.deflated);
        Ok(self.out.write_all(&chunk(IDAT.0, &self.deflated))?)
    }
}

impl fmt::Debug for PngBands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PngBands").field("width", &self.canvas.width).finish_non_exhaustive()
    }
}

/// An encoder of palette indices.
pub(super) fn indexed<'a>(
    out: &'a mut Vec<u8>,
    width: u32,
    height: u32,
    depth: BitDepth,
    palette: impl Into<Cow<'a, [u8]>>,
) -> png::Encoder<'a, &'a mut Vec<u8>> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(palette);
    encoder
}

/// What the `png` crate has written to a file, without its end: the mark comes before that.
pub(super) fn without_end(mut file: Vec<u8>) -> Vec<u8> {
    file.truncate(file.len() - chunk(*b"IEND", &[]).len());
    file
}

/// A chunk of a PNG.
pub(super) fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let content = [&kind, data].concat();
    [&(data.len() as u32).to_be_bytes(), &content[..], &crc32fast::hash(&content).to_be_bytes()].concat()
}

/// The bytes of a packed row.
fn row_bytes(width: u32, depth: BitDepth) -> usize {
    (width as usize * depth as usize).div_ceil(8)
}

/// Many colours are edges of letters and figures, which go on from row to row. Few colours are wide areas,
/// which are long runs as they are.
fn usual_filter(depth: BitDepth) -> RowFilter {
    match depth {
        BitDepth::Eight | BitDepth::Sixteen => RowFilter::FewerRuns,
        BitDepth::One | BitDepth::Two | BitDepth::Four => RowFilter::None,
    }
}

fn depth_for(colours: usize) -> BitDepth {
    match colours {
        0..=2 => BitDepth::One,
        3..=4 => BitDepth::Two,
        5..=16 => BitDepth::Four,
        _ => BitDepth::Eight,
    }
}

/// Packs pixels into bytes, the leftmost pixel in the highest bits; each row starts a new byte.
fn pack(pixels: &[u8], width: u32, depth: BitDepth, index: impl Fn(u8) -> u8, packed: &mut Vec<u8>) {
    match depth {
        BitDepth::One => pack_bytes::<8>(pixels, width, index, packed),
        BitDepth::Two => pack_bytes::<4>(pixels, width, index, packed),
        BitDepth::Four => pack_bytes::<2>(pixels, width, index, packed),
        BitDepth::Eight | BitDepth::Sixteen => packed.extend(pixels.iter().map(|pixel| index(*pixel))),
    }
}

/// With this number of pixels in each byte.
fn pack_bytes<const N: usize>(pixels: &[u8], width: u32, index: impl Fn(u8) -> u8, packed: &mut Vec<u8>) {
    let joined = |pixels: &[u8]| pixels.iter().fold(0, |byte: u8, pixel| byte << (8 / N) | index(*pixel));
    for row in pixels.chunks(width as usize) {
        let (whole, rest) = row.as_chunks::<N>();
        packed.extend(whole.iter().map(|pixels| joined(pixels)));
        if !rest.is_empty() {
            packed.push(joined(rest) << (8 / N * (N - rest.len())));
        }
    }
}

pub(super) fn io_error(error: png::EncodingError) -> EncodeError {
    match error {
        png::EncodingError::IoError(error) => EncodeError::Io(error),
        other => EncodeError::Io(other.into()),
    }
}
