//! PNG: single pictures.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use png::chunk::IDAT;
use png::{BitDepth, ColorType, PixelDimensions, Unit};
use zlib_rs::{Deflate, DeflateFlush};

use crate::picture::{Canvas, Picture, Rect};
use crate::{Compression, Error};

/// The IEND chunk, which ends every PNG.
pub const END: [u8; 12] = *b"\0\0\0\0IEND\xae\x42\x60\x82";

/// Writes an indexed picture with the lowest possible bit depth; returns the number of bytes written.
///
/// ```
/// use flatfilm::Compression;
/// use flatfilm::picture::{Canvas, Picture, Rgb};
/// use flatfilm::png::write_png;
///
/// # fn main() -> Result<(), flatfilm::Error> {
/// let canvas = Canvas::new(2, 1, vec![Rgb([240, 217, 181]), Rgb([181, 136, 99])]);
/// let mut png = Vec::new();
/// let bytes = write_png(&mut png, &Picture::new(&canvas, &[0, 1], &[]), Compression::Normal)?;
/// assert_eq!(bytes, png.len() as u64);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// When the writer fails, or the picture is empty, inconsistent or has more than 256 colours.
pub fn write_png(mut out: impl Write, picture: &Picture<'_>, compression: Compression) -> Result<u64, Error> {
    Error::check_picture(picture)?;
    let file = IndexedPng::of(picture).file(compression)?;
    out.write_all(&file)?;
    out.flush()?;
    Ok(file.len() as u64)
}

#[derive(Debug)]
struct IndexedPng {
    width: u32,
    height: u32,
    depth: BitDepth,
    palette: Vec<u8>,
    packed: Vec<u8>,
    dpi: Option<u16>,
}

impl IndexedPng {
    fn of(picture: &Picture<'_>) -> Self {
        let Canvas { width, height, ref palette, dpi } = *picture.canvas;
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
        Self { width, height, depth, palette: colours.into_flattened(), packed, dpi }
    }

    fn file(&self, compression: Compression) -> Result<Vec<u8>, Error> {
        let mut file = Vec::new();
        let mut encoder = indexed(&mut file, self.width, self.height, self.depth, &self.palette);
        encoder.set_pixel_dims(self.dpi.map(pixels_per_metre));
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().map_err(io_error)?;
        match (usual_filter(self.depth), compression) {
            // In wide areas of one colour, the Deflate of the `png` crate finds more matches than zlib in the same
            // time.
            (RowFilter::None, Compression::Normal) => writer.write_image_data(&self.packed),
            (RowFilter::FewerRuns, _) | (RowFilter::None, Compression::Best) => {
                writer.write_chunk(IDAT, &self.deflated(compression))
            }
        }
        .and_then(|()| writer.finish())
        .map_err(io_error)?;
        Ok(file)
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

/// Converts pixels per inch to pixels per metre, the unit of the pHYs chunk.
pub(crate) fn pixels_per_metre(dpi: u16) -> PixelDimensions {
    let pixels = (f64::from(dpi) / 0.0254).round() as u32;
    PixelDimensions { xppu: pixels, yppu: pixels, unit: Unit::Meter }
}

/// Writes a large picture from top to bottom, any number of rows at a time.
pub struct PngBands<'a> {
    out: &'a mut dyn Write,
    deflater: RowDeflater,
    canvas: &'a Canvas,
    depth: BitDepth,
    written: u64,
    packed: Vec<u8>,
    deflated: Vec<u8>,
}

const CHUNK_BYTES: usize = 64 << 10;

impl<'a> PngBands<'a> {
    /// Writes the start of the file.
    ///
    /// # Errors
    /// When the writer fails, or the canvas is empty or has more than 256 colours.
    pub fn new(out: &'a mut dyn Write, canvas: &'a Canvas, compression: Compression) -> Result<Self, Error> {
        Error::check_canvas(canvas)?;
        let depth = depth_for(canvas.palette.len());
        let mut head = Vec::new();
        let mut encoder = indexed(&mut head, canvas.width, canvas.height, depth, canvas.palette_bytes());
        encoder.set_pixel_dims(canvas.dpi.map(pixels_per_metre));
        encoder.write_header().and_then(png::Writer::finish).map_err(io_error)?;
        out.write_all(&without_end(head))?;
        let deflater = RowDeflater::new(row_bytes(canvas.width, depth), usual_filter(depth), compression);
        Ok(Self { out, deflater, canvas, depth, written: 0, packed: Vec::new(), deflated: Vec::new() })
    }

    /// Adds whole rows of palette indices.
    ///
    /// # Errors
    /// When the writer fails, there are too many rows, or an index is not in the palette.
    pub fn write(&mut self, pixels: &[u8]) -> Result<(), Error> {
        self.written += pixels.len() as u64;
        if self.written > Rect::whole(self.canvas).pixels() {
            return Err(self.wrong_pixels());
        }
        Error::check_colours(pixels, self.canvas.palette.len())?;
        self.packed.clear();
        pack(pixels, self.canvas.width, self.depth, |pixel| pixel, &mut self.packed);
        self.deflater.add(&self.packed, &mut self.deflated);
        if self.deflated.len() >= CHUNK_BYTES {
            self.out.write_all(&chunk(IDAT.0, &self.deflated))?;
            self.deflated.clear();
        }
        Ok(())
    }

    fn wrong_pixels(&self) -> Error {
        let Canvas { width, height, .. } = *self.canvas;
        Error::WrongPixels { pixels: self.written, width, height }
    }

    /// Completes the file and flushes the writer.
    ///
    /// # Errors
    /// When the writer fails, or rows are missing.
    pub fn finish(mut self) -> Result<(), Error> {
        if self.written != Rect::whole(self.canvas).pixels() {
            return Err(self.wrong_pixels());
        }
        self.deflater.finish(&mut self.deflated);
        self.out.write_all(&chunk(IDAT.0, &self.deflated))?;
        self.out.write_all(&END)?;
        Ok(self.out.flush()?)
    }
}

impl fmt::Debug for PngBands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PngBands").field("width", &self.canvas.width).finish_non_exhaustive()
    }
}

pub(crate) fn indexed<'a>(
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

pub(crate) fn without_end(mut file: Vec<u8>) -> Vec<u8> {
    file.truncate(file.len() - END.len());
    file
}

/// Returns a chunk: length, type, data, CRC.
pub fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let content = [&kind, data].concat();
    [&(data.len() as u32).to_be_bytes(), &content[..], &crc32fast::hash(&content).to_be_bytes()].concat()
}

fn row_bytes(width: u32, depth: BitDepth) -> usize {
    (width as usize * depth as usize).div_ceil(8)
}

/// Pictures of many colours have edges that continue in the next row; pictures of few colours have wide areas,
/// whose rows are long runs.
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

fn pack(pixels: &[u8], width: u32, depth: BitDepth, index: impl Fn(u8) -> u8, packed: &mut Vec<u8>) {
    match depth {
        BitDepth::One => pack_bytes::<8>(pixels, width, index, packed),
        BitDepth::Two => pack_bytes::<4>(pixels, width, index, packed),
        BitDepth::Four => pack_bytes::<2>(pixels, width, index, packed),
        BitDepth::Eight | BitDepth::Sixteen => packed.extend(pixels.iter().map(|pixel| index(*pixel))),
    }
}

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

pub(crate) fn io_error(error: png::EncodingError) -> Error {
    match error {
        png::EncodingError::IoError(error) => Error::Io(error),
        other => Error::Io(other.into()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowFilter {
    None,
    /// None or Up, whichever gives fewer runs of equal bytes. Up is used even for up to half as many runs again,
    /// since its runs of zeros recur in all rows.
    FewerRuns,
}

/// The filter type None (PNG specification, section 9.2).
const FILTER_NONE: u8 = 0;
/// The filter type Up.
const FILTER_UP: u8 = 2;

/// Filters and deflates rows of equal length, as a zlib stream (RFC 1950).
pub(crate) struct RowDeflater {
    deflate: Deflate,
    filter: RowFilter,
    /// The previous row; zeros before the first row.
    above: Vec<u8>,
    filtered: Vec<u8>,
}

const WINDOW_BITS: u8 = 15;

/// Bytes that are filtered at once: so few that they stay in the cache of a core.
const FILTERED_BYTES: usize = 64 << 10;

const OUT_BYTES: usize = 32 << 10;

impl RowDeflater {
    pub fn new(row_bytes: usize, filter: RowFilter, compression: Compression) -> Self {
        let level = match compression {
            Compression::Normal => 6,
            Compression::Best => 9,
        };
        let deflate = Deflate::new(level, true, WINDOW_BITS);
        Self { deflate, filter, above: vec![0; row_bytes], filtered: Vec::new() }
    }

    pub fn all(mut self, rows: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        self.add(rows, &mut out);
        self.finish(&mut out);
        out
    }

    /// Adds rows, and appends to `out` the bytes that Deflate has ready.
    pub fn add(&mut self, rows: &[u8], out: &mut Vec<u8>) {
        let row_bytes = self.above.len();
        for rows in rows.chunks(row_bytes * FILTERED_BYTES.div_ceil(row_bytes)) {
            self.filter(rows);
            self.deflate(DeflateFlush::NoFlush, out);
        }
    }

    fn filter(&mut self, rows: &[u8]) {
        let Self { above, filtered, .. } = self;
        filtered.clear();
        let mut push = |filter: u8, row: &[u8]| {
            filtered.push(filter);
            filtered.extend_from_slice(row);
        };
        for row in rows.chunks_exact(above.len()) {
            match self.filter {
                RowFilter::None => push(FILTER_NONE, row),
                RowFilter::FewerRuns => {
                    let differences = above.as_mut_slice();
                    differences
                        .iter_mut()
                        .zip(row)
                        .for_each(|(above, byte)| *above = byte.wrapping_sub(*above));
                    // Measured: differences with up to half as many runs again still compress better.
                    if 2 * runs(differences) <= 3 * runs(row) {
                        push(FILTER_UP, differences);
                    } else {
                        push(FILTER_NONE, row);
                    }
                    above.copy_from_slice(row);
                }
            }
        }
    }

    pub fn finish(mut self, out: &mut Vec<u8>) {
        self.filtered.clear();
        self.deflate(DeflateFlush::Finish, out);
    }

    fn deflate(&mut self, flush: DeflateFlush, out: &mut Vec<u8>) {
        let mut rest = self.filtered.as_slice();
        loop {
            let (end, read, written) = (out.len(), self.deflate.total_in(), self.deflate.total_out());
            out.resize(end + OUT_BYTES, 0);
            self.deflate.compress(rest, &mut out[end..], flush).expect("the stream is not finished");
            rest = &rest[(self.deflate.total_in() - read) as usize..];
            out.truncate(end + (self.deflate.total_out() - written) as usize);
            // Deflate has more output only if it filled the buffer.
            if out.len() < end + OUT_BYTES {
                return;
            }
        }
    }
}

fn runs(row: &[u8]) -> usize {
    // The number of changes in a chunk fits into a byte, so that the loop is vectorised.
    const AT_ONCE: usize = u8::MAX as usize;
    let changes =
        |bytes: &[u8], next: &[u8]| bytes.iter().zip(next).map(|(a, b)| u8::from(a != b)).sum::<u8>();
    let parts = row.chunks(AT_ONCE).zip(row[1..].chunks(AT_ONCE));
    1 + parts.map(|(bytes, next)| usize::from(changes(bytes, next))).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(row_bytes: usize, number: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let row: Vec<u8> = (0..row_bytes).map(|_| noise()).collect();
        let mut rows = row.repeat(number / 2);
        rows.extend((rows.len()..row_bytes * number).map(|_| noise()));
        rows
    }

    fn unfiltered(stream: &[u8], row_bytes: usize) -> Vec<u8> {
        let inflated = miniz_oxide::inflate::decompress_to_vec_zlib(stream).unwrap();
        let mut above = vec![0; row_bytes];
        let mut rows = Vec::new();
        for row in inflated.chunks(row_bytes + 1) {
            above = match row[0] {
                0 => row[1..].to_vec(),
                2 => row[1..].iter().zip(&above).map(|(byte, above)| byte.wrapping_add(*above)).collect(),
                other => panic!("filter {other}"),
            };
            rows.extend_from_slice(&above);
        }
        rows
    }

    #[test]
    fn runs_are_counted() {
        let alternating: Vec<u8> = (0..1000).map(|i| i as u8 % 2).collect();
        for (row, number) in [(&[7][..], 1), (&[7, 7], 1), (&[7, 8, 8, 7], 3), (&alternating, 1000)] {
            assert_eq!(runs(row), number, "{row:?}");
        }
    }

    #[test]
    fn rows_are_restored_in_bands_of_any_height() {
        for (row_bytes, number) in [(1, 1), (7, 5), (1000, 301)] {
            let rows = rows(row_bytes, number);
            for filter in [RowFilter::None, RowFilter::FewerRuns] {
                for compression in Compression::ALL {
                    let new = || RowDeflater::new(row_bytes, filter, compression);
                    let whole = new().all(&rows);
                    assert_eq!(unfiltered(&whole, row_bytes), rows, "{filter:?} {compression:?}");
                    for height in [1, 3, 200] {
                        let (mut deflater, mut banded) = (new(), Vec::new());
                        rows.chunks(row_bytes * height).for_each(|band| deflater.add(band, &mut banded));
                        deflater.finish(&mut banded);
                        assert_eq!(unfiltered(&banded, row_bytes), rows, "{filter:?}, bands of {height}");
                    }
                }
            }
        }
    }
}
