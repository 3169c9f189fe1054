//! PNG: single pictures.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write};
use std::rc::Rc;

use png::{BitDepth, ColorType, Compression, Filter};

use crate::picture::{Canvas, Picture};

use super::{Counted, EncodeError};

/// Writes one picture, indexed, at the smallest bit depth that its palette fits in; returns how
/// many bytes it takes.
///
/// # Errors
/// When the writer fails.
pub fn write_png(out: impl Write, picture: &Picture<'_>) -> Result<u64, EncodeError> {
    Still::of(picture).write(out)
}

/// A picture as PNG has it, before compression.
#[derive(Debug)]
pub(crate) struct Still {
    width: u32,
    height: u32,
    depth: BitDepth,
    palette: Vec<u8>,
    pub(crate) packed: Vec<u8>,
}

impl Still {
    /// Only colours that the picture has stay in its palette: most pictures need few.
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
        let mut out = BufWriter::new(Counted { out, bytes: 0 });
        let mut encoder = indexed(&mut out, self.width, self.height, self.depth, &self.palette);
        encoder.set_compression(Compression::High);
        let mut writer = encoder.write_header().map_err(io_error)?;
        writer.write_image_data(&self.packed).map_err(io_error)?;
        writer.finish().map_err(io_error)?;
        Ok(Counted::close(out)?)
    }
}

/// Writes a large picture while it is drawn: `draw` gives its rows from top to bottom, as many at
/// a time as it likes. Returns how many bytes the picture takes.
///
/// # Errors
/// When the writer fails, or `draw` does.
pub fn write_png_in_bands<E: From<EncodeError>>(
    out: impl Write,
    canvas: &Canvas,
    draw: impl FnOnce(&mut PngBands<'_>) -> Result<(), E>,
) -> Result<u64, E> {
    let failed = Rc::default();
    let mut out = BufWriter::new(Counted { out: Noted { out, failed: Rc::clone(&failed) }, bytes: 0 });
    let depth = depth_for(canvas.palette.len());
    let palette: Vec<u8> = canvas.palette.iter().flat_map(|colour| colour.0).collect();
    let encoder = indexed(&mut out, canvas.width, canvas.height, depth, &palette);
    let mut writer = encoder.write_header().map_err(io_error)?;
    let mut stream = writer.stream_writer().map_err(io_error)?;
    let failed = || failed.take().map(EncodeError::Io);
    let mut bands =
        PngBands { out: &mut stream, failed: &failed, width: canvas.width, depth, packed: Vec::new() };
    draw(&mut bands)?;
    stream.finish().map_err(|error| failed().unwrap_or_else(|| io_error(error)))?;
    writer.finish().map_err(io_error)?;
    Ok(Counted::close(out).map_err(EncodeError::Io)?)
}

/// Keeps the error of a writer, of which the `png` stream passes on the words alone.
struct Noted<W> {
    out: W,
    failed: Rc<RefCell<Option<io::Error>>>,
}

impl<W: Write> Write for Noted<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.out.write(data).inspect_err(|error| {
            let again = || error.raw_os_error().map(io::Error::from_raw_os_error);
            self.failed.replace(Some(again().unwrap_or_else(|| error.kind().into())));
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Takes the rows of a picture, a band at a time.
pub struct PngBands<'a> {
    out: &'a mut dyn Write,
    /// What the writer behind has failed with.
    failed: &'a dyn Fn() -> Option<EncodeError>,
    width: u32,
    depth: BitDepth,
    packed: Vec<u8>,
}

impl PngBands<'_> {
    /// Adds rows of palette indices.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write(&mut self, pixels: &[u8]) -> Result<(), EncodeError> {
        self.packed.clear();
        pack(pixels, self.width, self.depth, |pixel| pixel, &mut self.packed);
        self.out.write_all(&self.packed).map_err(|error| (self.failed)().unwrap_or(EncodeError::Io(error)))
    }
}

fn indexed<W: Write>(
    out: W,
    width: u32,
    height: u32,
    depth: BitDepth,
    palette: &[u8],
) -> png::Encoder<'_, W> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(palette);
    // Differences of palette indices mean nothing.
    encoder.set_filter(Filter::NoFilter);
    encoder
}

fn depth_for(colours: usize) -> BitDepth {
    match colours {
        0..=2 => BitDepth::One,
        3..=4 => BitDepth::Two,
        5..=16 => BitDepth::Four,
        _ => BitDepth::Eight,
    }
}

/// Packs pixels into bytes, each row beginning with a new one, the leftmost pixel in the highest
/// bits.
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
