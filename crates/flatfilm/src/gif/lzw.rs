//! LZW for GIF (`GIF89a` specification, appendix F): codes of variable width, least significant bit
//! first.

use std::ops::Range;

use crate::bit_writer::BitWriter;

/// Codes have at most 12 bits.
const CODES: usize = 1 << 12;

/// No entry: code 0 is a single pixel, so it never extends a string.
const NONE: u16 = 0;

/// If runs of one colour are longer than this on average, cutting at their ends saves bytes.
const LONG_RUN: usize = 40;

/// The number of pixels compared at once.
const CHUNK: usize = 32;

/// A string that begins with the alternative pixel is only used if it is longer by more pixels than
/// this, since it recurs less often.
const MIN_GAIN: usize = 4;

/// Compresses pictures, reusing the memory of its dictionary.
#[derive(Debug)]
pub struct Lzw {
    /// For each code and each pixel that may follow, the code of the extended string.
    next: Vec<u16>,
    /// For each pixel, the codes of its runs of length 1, 2, … as far as they are known: a shortcut
    /// for long runs.
    runs: Vec<Vec<u16>>,
}

impl Default for Lzw {
    fn default() -> Self {
        Self { next: vec![NONE; CODES << 8], runs: (0..=u8::MAX).map(|pixel| vec![pixel.into()]).collect() }
    }
}

impl Lzw {
    /// Compresses pixels. The first byte is the number of bits of a pixel, as low as possible.
    /// `transparent` is the transparent index, if there is one.
    pub fn compress(&mut self, pixels: &[u8], transparent: Option<u8>) -> Vec<u8> {
        let writer = CodeWriter::new(symbol_bits(pixels), true);
        let data = if let Some(none) = transparent {
            self.cut_all(pixels, |_| None, writer, |a, b| (a == none) != (b == none))
        } else if has_long_runs(pixels) {
            self.cut_all(pixels, |_| None, writer, |a, b| a != b)
        } else {
            self.cut_all(pixels, |_| None, writer, |_, _| false)
        };
        data.finish()
    }

    /// As [`Lzw::compress`], with an alternative for each pixel, which is used where it makes longer
    /// strings. No alternative is larger than the largest pixel.
    pub fn compress_either(&mut self, pixels: &[u8], others: &[u8], transparent: u8) -> Vec<u8> {
        let mut compressed = |is_cleared| {
            let writer = CodeWriter::new(symbol_bits(pixels), is_cleared);
            let other = |index: usize| Some(others[index]).filter(|other| *other != pixels[index]);
            self.cut_all(pixels, other, writer, |a, b| (a == transparent) != (b == transparent))
        };
        let kept = compressed(false);
        if !kept.was_full {
            return kept.finish();
        }
        let [kept, cleared] = [kept, compressed(true)].map(CodeWriter::finish);
        if cleared.len() < kept.len() { cleared } else { kept }
    }

    /// Cuts the pixels into strings, each the longest in the dictionary; but a string that does not
    /// begin at an edge ends at the next one. Later strings then begin at edges as earlier ones did,
    /// and are found in the dictionary: with edges at changes of colour, an empty chess board takes
    /// two fifths of the bytes. There are no edges within a run of one colour.
    fn cut_all(
        &mut self,
        pixels: &[u8],
        other: impl Fn(usize) -> Option<u8>,
        mut writer: CodeWriter,
        edge: impl Fn(u8, u8) -> bool,
    ) -> CodeWriter {
        self.clear_all(&writer);
        let mut start = 0;
        let mut began_at_edge = true;
        let mut added = None;
        while start < pixels.len() {
            let longest = |lzw: &Self, first| {
                lzw.longest(pixels, start, first, &other, writer.symbol_bits, |a, b| {
                    !began_at_edge && edge(a, b)
                })
            };
            let mut found = longest(self, pixels[start]);
            if let Some(second) = other(start) {
                if let Some((string, code)) = added {
                    self.remove(string, pixels[start], code, &writer);
                    self.add(string, second, code, &writer);
                }
                let with_second = longest(self, second);
                if with_second.0 > found.0 + MIN_GAIN {
                    found = with_second;
                } else if let Some((string, code)) = added {
                    self.remove(string, second, code, &writer);
                    self.add(string, pixels[start], code, &writer);
                }
            }
            let (length, string) = found;
            start += length;
            let Some(&pixel) = pixels.get(start) else {
                writer.push_last(string);
                break;
            };
            added = writer.push(string).map(|code| (string, code));
            if let Some((string, code)) = added {
                self.clear_codes(code..code + 1, writer.symbol_bits);
                self.add(string, pixel, code, &writer);
            } else if writer.is_empty() {
                self.clear_all(&writer);
            }
            began_at_edge = edge(pixels[start - 1], pixel);
        }
        writer
    }

    /// The length and code of the longest string from `start` on that begins with the pixel `first`.
    fn longest(
        &self,
        pixels: &[u8],
        start: usize,
        first: u8,
        other: impl Fn(usize) -> Option<u8>,
        symbol_bits: u32,
        ends: impl Fn(u8, u8) -> bool,
    ) -> (usize, u16) {
        let rest = &pixels[start..];
        let known = &self.runs[usize::from(first)];
        let mut length = if first == rest[0] { run_length(&rest[..known.len().min(rest.len())]) } else { 1 };
        let mut string = known[length - 1];
        let mut before = rest[0];
        while let Some(&pixel) = rest.get(length) {
            let mut longer = self.next[slot(string, pixel, symbol_bits)];
            if longer == NONE
                && let Some(other) = other(start + length)
            {
                longer = self.next[slot(string, other, symbol_bits)];
            }
            if longer == NONE || ends(before, pixel) {
                break;
            }
            string = longer;
            before = pixel;
            length += 1;
        }
        (length, string)
    }

    /// Gives a code to a string extended by a pixel, unless it has one.
    fn add(&mut self, string: u16, pixel: u8, code: u16, writer: &CodeWriter) {
        let entry = &mut self.next[slot(string, pixel, writer.symbol_bits)];
        if *entry == NONE {
            *entry = code;
            let run = &mut self.runs[usize::from(pixel)];
            if run.last() == Some(&string) {
                run.push(code);
            }
        }
    }

    fn remove(&mut self, string: u16, pixel: u8, code: u16, writer: &CodeWriter) {
        let entry = &mut self.next[slot(string, pixel, writer.symbol_bits)];
        if *entry == code {
            *entry = NONE;
            let run = &mut self.runs[usize::from(pixel)];
            if run.last() == Some(&code) {
                run.pop();
            }
        }
    }

    fn clear_all(&mut self, writer: &CodeWriter) {
        self.clear_codes(0..writer.clear, writer.symbol_bits);
        self.runs[..usize::from(writer.clear)].iter_mut().for_each(|run| run.truncate(1));
    }

    /// Removes all extensions of these codes.
    fn clear_codes(&mut self, codes: Range<u16>, symbol_bits: u32) {
        let slots = usize::from(codes.start) << symbol_bits..usize::from(codes.end) << symbol_bits;
        self.next[slots].fill(NONE);
    }
}

/// The index of a string's extension by a pixel.
fn slot(string: u16, pixel: u8, symbol_bits: u32) -> usize {
    (usize::from(string) << symbol_bits) | usize::from(pixel)
}

/// The number of bits of a pixel: the fewest for the largest index.
fn symbol_bits(pixels: &[u8]) -> u32 {
    let largest = pixels.iter().copied().max().unwrap_or_default();
    (u8::BITS - largest.leading_zeros()).max(2)
}

/// The length of the run at the beginning.
fn run_length(pixels: &[u8]) -> usize {
    let equal = |chunk: &&[u8]| chunk.iter().fold(0, |differ, pixel| differ | (pixel ^ pixels[0])) == 0;
    let whole = CHUNK * pixels.chunks_exact(CHUNK).take_while(equal).count();
    whole + pixels[whole..].iter().take_while(|pixel| **pixel == pixels[0]).count()
}

fn has_long_runs(pixels: &[u8]) -> bool {
    let ends = pixels.windows(2).map(|pair| usize::from(pair[0] != pair[1])).sum::<usize>();
    pixels.len() > LONG_RUN * ends
}

/// Writes codes, each with the width that the decoder expects.
struct CodeWriter {
    symbol_bits: u32,
    /// The code that clears the decoder's dictionary; the one after it ends the picture.
    clear: u16,
    newest: u16,
    width: u32,
    /// Whether the dictionary is cleared when it is full, and not kept.
    is_cleared: bool,
    /// Whether the dictionary was ever full.
    was_full: bool,
    bits: BitWriter,
}

impl CodeWriter {
    fn new(symbol_bits: u32, is_cleared: bool) -> Self {
        let clear = 1 << symbol_bits;
        let mut bits = BitWriter::default();
        bits.push(symbol_bits, u8::BITS);
        bits.push(clear.into(), symbol_bits + 1);
        let (newest, width) = (clear + 1, symbol_bits + 1);
        Self { symbol_bits, clear, newest, width, is_cleared, was_full: false, bits }
    }

    /// Writes a string; returns the code that the decoder gives to it extended by the next pixel, or
    /// `None` if the dictionary is full or has been cleared.
    fn push(&mut self, string: u16) -> Option<u16> {
        self.bits.push(string.into(), self.width);
        if usize::from(self.newest) + 1 == CODES {
            self.was_full = true;
            if self.is_cleared {
                self.bits.push(self.clear.into(), self.width);
                self.newest = self.clear + 1;
                self.width = self.symbol_bits + 1;
            }
            return None;
        }
        self.newest += 1;
        // The decoder is one code behind: the width grows with the first code that does not fit.
        if self.newest >> self.width != 0 {
            self.width += 1;
        }
        Some(self.newest)
    }

    /// Whether the dictionary has only single pixels.
    const fn is_empty(&self) -> bool {
        self.newest == self.clear + 1
    }

    /// Writes the string that ends the picture.
    fn push_last(&mut self, string: u16) {
        self.bits.push(string.into(), self.width);
        self.newest += 1;
        if self.newest >> self.width != 0 && usize::from(self.newest) < CODES {
            self.width += 1;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.bits.push((self.clear + 1).into(), self.width);
        self.bits.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(compressed: &[u8]) -> Vec<u8> {
        let (bits, data) = compressed.split_first().unwrap();
        weezl::decode::Decoder::new(weezl::BitOrder::Lsb, *bits).decode(data).unwrap()
    }

    /// Reproducible noise: xorshift of Marsaglia (2003).
    fn noise(length: usize, symbols: u64) -> Vec<u8> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % symbols) as u8
        };
        (0..length).map(|_| next()).collect()
    }

    #[test]
    fn every_picture_survives_a_round_trip() {
        let mut lzw = Lzw::default();
        for symbols in [1, 2, 3, 4, 5, 16, 17, 200, 256] {
            for length in (0..600).chain([3839, 4000, 5000, 20_000, 100_000]) {
                let pixels = noise(length, symbols);
                for transparent in [None, Some(0), Some(symbols as u8 / 2)] {
                    let compressed = lzw.compress(&pixels, transparent);
                    assert_eq!(decoded(&compressed), pixels, "{length} of {symbols}, {transparent:?}");
                }
            }
        }
    }

    #[test]
    fn long_runs_survive_a_round_trip() {
        let mut lzw = Lzw::default();
        for (symbols, longest) in [(2, 3), (2, 70), (3, 256), (17, 40), (256, 100)] {
            for length in [1, 10, 1000, 10_000] {
                let runs = noise(length, symbols).into_iter().zip(noise(length, longest));
                let pixels: Vec<u8> =
                    runs.flat_map(|(pixel, times)| vec![pixel; usize::from(times) + 1]).collect();
                for transparent in [None, Some(0)] {
                    let compressed = lzw.compress(&pixels, transparent);
                    assert_eq!(decoded(&compressed), pixels, "{length} runs of {symbols}, {transparent:?}");
                }
            }
        }
    }

    #[test]
    fn each_decoded_pixel_is_one_of_its_two_alternatives() {
        let mut lzw = Lzw::default();
        for (symbols, longest) in [(2, 1), (2, 90), (5, 7), (17, 200), (256, 3)] {
            for length in [0, 1, 50, 4000, 30_000] {
                let lengths = noise(length + 1, longest);
                let runs = noise(length + 1, symbols).into_iter().zip(&lengths);
                let pixels: Vec<u8> =
                    runs.flat_map(|(pixel, times)| vec![pixel; usize::from(*times) + 1]).collect();
                // Some pixels may be transparent; some of these are transparent at first.
                let free = noise(pixels.len(), 3);
                let others: Vec<u8> =
                    pixels.iter().zip(&free).map(|(p, f)| if *f > 0 { 0 } else { *p }).collect();
                let chosen: Vec<u8> =
                    pixels.iter().zip(&free).map(|(p, f)| if *f > 1 { 0 } else { *p }).collect();
                let seen = decoded(&lzw.compress_either(&chosen, &others, 0));
                assert_eq!(seen.len(), pixels.len());
                let both = chosen.iter().zip(&others);
                let one_of = |(seen, (a, b)): (&u8, (&u8, &u8))| seen == a || seen == b;
                assert!(seen.iter().zip(both).all(one_of), "{length} of {symbols}");
            }
        }
    }

    #[test]
    fn alternatives_make_the_data_smaller() {
        let noise = noise(20_000, 16);
        let transparent = vec![0; noise.len()];
        let mut lzw = Lzw::default();
        let free = lzw.compress_either(&noise, &transparent, 0);
        let bound = lzw.compress_either(&noise, &noise, 0);
        assert!(4 * free.len() < 3 * bound.len(), "{} bytes, and {} without", free.len(), bound.len());
    }

    #[test]
    fn flat_pictures_take_one_code_for_each_longer_run() {
        let compressed = Lzw::default().compress(&vec![0; 480 * 480], None);
        assert!(compressed.len() < 1100, "{} bytes", compressed.len());
        assert_eq!(decoded(&compressed).len(), 480 * 480);
    }
}
