//! Rows of pixels as a zlib stream, which PNG files hold.

use zlib_rs::{Deflate, DeflateFlush};

use super::Compression;

/// What is deflated of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFilter {
    /// Their bytes.
    None,
    /// Of each row its bytes or their differences from the row above, which are zeros where a line or an
    /// area goes on: whichever has fewer runs of equal bytes. Runs of zeros are worth more, since they are
    /// the same in all rows.
    FewerRuns,
}

/// The filters of PNG that are in use, as they are written before each row.
const FILTER_NONE: u8 = 0;
const FILTER_UP: u8 = 2;

/// Deflates rows of equal length, any number at a time.
pub struct RowDeflater {
    deflate: Deflate,
    filter: RowFilter,
    /// The row above the next one; zeros above the first.
    above: Vec<u8>,
    filtered: Vec<u8>,
}

/// The bytes that are compressed at once; the largest window of zlib.
const WINDOW_BITS: u8 = 15;

/// About how many bytes of rows are filtered at once: few enough to stay in the cache of a core.
const FILTERED_BYTES: usize = 64 << 10;

/// By how many bytes the output grows at once.
const OUT_BYTES: usize = 32 << 10;

impl RowDeflater {
    /// For rows of this many bytes, at least 1.
    pub fn new(row_bytes: usize, filter: RowFilter, compression: Compression) -> Self {
        let level = match compression {
            Compression::Normal => 6,
            Compression::Best => 9,
        };
        let deflate = Deflate::new(level, true, WINDOW_BITS);
        Self { deflate, filter, above: vec![0; row_bytes], filtered: Vec::new() }
    }

    /// The stream of all these rows.
    pub fn all(mut self, rows: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        self.add(rows, &mut out);
        self.finish(&mut out);
        out
    }

    /// Appends to `out` what is complete of the stream after these rows.
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
                    // Measured: differences with half as many runs again are still smaller.
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

    /// Appends the rest of the stream to `out`.
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
            // There may be more only if the room was used up.
            if out.len() < end + OUT_BYTES {
                return;
            }
        }
    }
}

/// The number of runs of equal bytes.
fn runs(row: &[u8]) -> usize {
    // As many as a byte counts, so that the processor compares many at once.
    const AT_ONCE: usize = u8::MAX as usize;
    let changes =
        |bytes: &[u8], next: &[u8]| bytes.iter().zip(next).map(|(a, b)| u8::from(a != b)).sum::<u8>();
    let parts = row.chunks(AT_ONCE).zip(row[1..].chunks(AT_ONCE));
    1 + parts.map(|(bytes, next)| usize::from(changes(bytes, next))).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noise below a repeated row: much of it does not compress, and some of it does.
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

    /// As the PNG specification reverses filters.
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
