//! PNG: single pictures.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::rc::Rc;
use std::time::Duration;

use png::chunk::ChunkType;
use png::{BitDepth, ColorType, Compression, Filter, PixelDimensions, Unit};

use crate::picture::{Canvas, Picture};

use super::counting_writer::CountingWriter;
use super::{EncodeError, Encoded, Encoder, Format};

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
/// When the writer fails.
///
/// # Panics
/// When a pixel is not an index of a colour, or there are more or fewer pixels than the canvas has.
pub fn write_png(out: impl Write, picture: &Picture<'_>) -> Result<u64, EncodeError> {
    write_printable_png(out, picture, None)
}

/// Writes one picture as [`write_png`] does; `dpi` says how many pixels it has to an inch, if it is to be
/// printed.
///
/// # Errors
/// When the writer fails.
///
/// # Panics
/// As [`write_png`].
pub fn write_printable_png(
    out: impl Write,
    picture: &Picture<'_>,
    dpi: Option<u32>,
) -> Result<u64, EncodeError> {
    IndexedPng::of(picture).write_with(out, dpi)
}

/// Writes the only frame of a film.
#[derive(Debug)]
pub(super) struct Still<W> {
    out: W,
    /// The bytes of the picture, once it is written.
    written: Option<u64>,
}

impl<W> Still<W> {
    pub const fn new(out: W) -> Self {
        Self { out, written: None }
    }
}

impl<W: Write + Send> Encoder for Still<W> {
    fn write(&mut self, picture: &Picture<'_>, _: Duration) -> Result<(), EncodeError> {
        if self.written.is_some() {
            return Err(EncodeError::OnePicture { format: Format::Png, frames: None });
        }
        self.written = Some(write_png(&mut self.out, picture)?);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, EncodeError> {
        let bytes = self.written.ok_or_else(|| EncodeError::Io(ErrorKind::UnexpectedEof.into()))?;
        Ok(Encoded { pictures: 1, playing_time: Duration::ZERO, bytes })
    }
}

/// A picture in the layout of PNG, before compression.
#[derive(Debug)]
pub(crate) struct IndexedPng {
    width: u32,
    height: u32,
    depth: BitDepth,
    palette: Vec<u8>,
    pub(crate) packed: Vec<u8>,
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

    pub(crate) fn write(&self, out: impl Write) -> Result<u64, EncodeError> {
        self.write_with(out, None)
    }

    fn write_with(&self, out: impl Write, dpi: Option<u32>) -> Result<u64, EncodeError> {
        let mut out = CountingWriter::buffered(out);
        let mut encoder = indexed(&mut out, self.width, self.height, self.depth, &self.palette);
        encoder.set_pixel_dims(dpi.map(pixels_per_metre));
        encoder.set_compression(Compression::High);
        let mut writer = write_head(encoder)?;
        writer.write_image_data(&self.packed).map_err(io_error)?;
        writer.finish().map_err(io_error)?;
        Ok(CountingWriter::close_buffered(out)?)
    }
}

/// Writes a large picture while it is drawn: `draw` writes its rows from top to bottom, any number
/// at a time; `dpi` says how many pixels it has to an inch, if it is to be printed. Returns the number
/// of bytes written.
///
/// # Errors
/// When the writer fails, or `draw` does.
///
/// # Panics
/// When there are more or fewer pixels than the canvas has.
pub fn write_png_in_bands<E: From<EncodeError>>(
    out: impl Write,
    canvas: &Canvas,
    dpi: Option<u32>,
    draw: impl FnOnce(&mut PngBands<'_>) -> Result<(), E>,
) -> Result<u64, E> {
    let error = Rc::default();
    let mut out = CountingWriter::buffered(ErrorRecorder { out, error: Rc::clone(&error) });
    let depth = depth_for(canvas.palette.len());
    let mut encoder = indexed(&mut out, canvas.width, canvas.height, depth, canvas.palette_bytes());
    encoder.set_pixel_dims(dpi.map(pixels_per_metre));
    let mut writer = write_head(encoder)?;
    let mut stream = writer.stream_writer().map_err(io_error)?;
    let recorded = || error.take().map(EncodeError::Io);
    let mut bands =
        PngBands { out: &mut stream, recorded: &recorded, width: canvas.width, depth, packed: Vec::new() };
    draw(&mut bands)?;
    stream.finish().map_err(|error| recorded().unwrap_or_else(|| io_error(error)))?;
    writer.finish().map_err(io_error)?;
    Ok(CountingWriter::close_buffered(out).map_err(EncodeError::Io)?)
}

/// PNG counts pixels to a metre.
fn pixels_per_metre(dpi: u32) -> PixelDimensions {
    let pixels = (f64::from(dpi) / 0.0254).round() as u32;
    PixelDimensions { xppu: pixels, yppu: pixels, unit: Unit::Meter }
}

/// Keeps the error of a writer, since the `png` stream passes on only its message.
struct ErrorRecorder<W> {
    out: W,
    error: Rc<RefCell<Option<io::Error>>>,
}

impl<W: Write> Write for ErrorRecorder<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.out.write(data).inspect_err(|error| {
            let os_error = error.raw_os_error().map(io::Error::from_raw_os_error);
            self.error.replace(Some(os_error.unwrap_or_else(|| error.kind().into())));
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes the rows of a picture, a band at a time; see [`write_png_in_bands`].
pub struct PngBands<'a> {
    out: &'a mut dyn Write,
    /// The error of the underlying writer.
    recorded: &'a dyn Fn() -> Option<EncodeError>,
    width: u32,
    depth: BitDepth,
    packed: Vec<u8>,
}

impl PngBands<'_> {
    /// Adds rows of palette indices.
    ///
    /// # Errors
    /// When the writer fails, or there are more rows than the canvas has.
    pub fn write(&mut self, pixels: &[u8]) -> Result<(), EncodeError> {
        self.packed.clear();
        pack(pixels, self.width, self.depth, |pixel| pixel, &mut self.packed);
        self.out.write_all(&self.packed).map_err(|error| (self.recorded)().unwrap_or(EncodeError::Io(error)))
    }
}

impl fmt::Debug for PngBands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PngBands").field("width", &self.width).finish_non_exhaustive()
    }
}

/// An encoder of palette indices.
pub(super) fn indexed<'a, W: Write>(
    out: W,
    width: u32,
    height: u32,
    depth: BitDepth,
    palette: impl Into<Cow<'a, [u8]>>,
) -> png::Encoder<'a, W> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(palette);
    // Filters predict brightness; palette indices have none.
    encoder.set_filter(Filter::NoFilter);
    encoder
}

/// Writes everything before the first picture.
pub(super) fn write_head<W: Write>(encoder: png::Encoder<'_, W>) -> Result<png::Writer<W>, EncodeError> {
    let mut writer = encoder.write_header().map_err(io_error)?;
    let mark = Format::PngFrames.mark();
    let (kind, text) = mark.split_first_chunk().expect("the mark begins with its type");
    writer.write_chunk(ChunkType(*kind), text).map_err(io_error)?;
    Ok(writer)
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
    let bits = depth as usize;
    let in_byte = 8 / bits;
    for row in pixels.chunks(width as usize) {
        packed.extend(row.chunks(in_byte).map(|pixels| {
            let joined = pixels.iter().fold(0, |byte: u32, pixel| byte << bits | u32::from(index(*pixel)));
            (joined << (bits * (in_byte - pixels.len()))) as u8
        }));
    }
}

pub(super) fn io_error(error: png::EncodingError) -> EncodeError {
    match error {
        png::EncodingError::IoError(error) => EncodeError::Io(error),
        other => EncodeError::Io(other.into()),
    }
}
