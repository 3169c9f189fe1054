//! LZW for GIF (`GIF89a`, appendix F): codes of variable size, least significant bit first.

use std::ops::Range;

use crate::bit_writer::BitWriter;

const CODES: usize = 1 << 12;

// Code 0 encodes a single pixel, so it is never the code of an extended string.
const NO_CODE: u16 = 0;

/// If runs of one colour are longer than this on average, cutting at the ends of runs saves bytes.
const LONG_RUN: usize = 40;

const CHUNK: usize = 32;

/// A string that starts with the alternative pixel is used only if it is longer by more than this.
const MIN_GAIN: usize = 4;

#[derive(Debug)]
pub struct Lzw {
    /// For each code and following pixel, the code of the extended string.
    next: Vec<u16>,
    /// For each pixel, the codes of its runs of length 1, 2, …: a shortcut for long runs.
    runs: Vec<Vec<u16>>,
}

impl Default for Lzw {
    fn default() -> Self {
        Self {
            next: vec![NO_CODE; CODES << 8],
            runs: (0..=u8::MAX).map(|pixel| vec![pixel.into()]).collect(),
        }
    }
}

impl Lzw {
    /// Returns the LZW minimum code size and the codes. `transparent` is the transparent index, if any.
    pub fn compress(&mut self, pixels: &[u8], transparent: Option<u8>) -> Vec<u8> {
        let writer = CodeWriter::new(min_code_size(pixels), true);
        let data = if let Some(none) = transparent {
            self.cut_all(pixels, |_| None, writer, |a, b| (a == none) != (b == none))
        } else if has_long_runs(pixels) {
            self.cut_all(pixels, |_| None, writer, |a, b| a != b)
        } else {
            self.cut_all(pixels, |_| None, writer, |_, _| false)
        };
        data.finish()
    }

    /// As [`compress`](Self::compress), but each pixel may be taken from `pixels` or from `others`, whichever is
    /// smaller to encode. The maximum of `others` must not exceed the maximum of `pixels`.
    pub fn compress_either(&mut self, pixels: &[u8], others: &[u8], transparent: u8) -> Vec<u8> {
        let mut compressed = |clears_when_full| {
            let writer = CodeWriter::new(min_code_size(pixels), clears_when_full);
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

    /// Cuts pixels into the longest strings of the dictionary, but a string that starts within an area ends at the
    /// next edge. The next string then starts at an edge, as other strings in the dictionary do: an empty chess
    /// board takes two fifths of the bytes.
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
                lzw.longest(pixels, start, first, &other, writer.min_code_size, |a, b| {
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
                self.clear_codes(code..code + 1, writer.min_code_size);
                self.add(string, pixel, code, &writer);
            } else if writer.is_empty() {
                self.clear_all(&writer);
            }
            began_at_edge = edge(pixels[start - 1], pixel);
        }
        writer
    }

    /// Returns the length and code of the longest string at `start` whose first pixel is `first`.
    fn longest(
        &self,
        pixels: &[u8],
        start: usize,
        first: u8,
        other: impl Fn(usize) -> Option<u8>,
        min_code_size: u32,
        ends: impl Fn(u8, u8) -> bool,
    ) -> (usize, u16) {
        let rest = &pixels[start..];
        let known = &self.runs[usize::from(first)];
        let mut length = if first == rest[0] { run_length(&rest[..known.len().min(rest.len())]) } else { 1 };
        let mut string = known[length - 1];
        let mut before = rest[0];
        while let Some(&pixel) = rest.get(length) {
            let mut longer = self.next[slot(string, pixel, min_code_size)];
            if longer == NO_CODE
                && let Some(other) = other(start + length)
            {
                longer = self.next[slot(string, other, min_code_size)];
            }
            if longer == NO_CODE || ends(before, pixel) {
                break;
            }
            string = longer;
            before = pixel;
            length += 1;
        }
        (length, string)
    }

    fn add(&mut self, string: u16, pixel: u8, code: u16, writer: &CodeWriter) {
        let entry = &mut self.next[slot(string, pixel, writer.min_code_size)];
        if *entry == NO_CODE {
            *entry = code;
            let run = &mut self.runs[usize::from(pixel)];
            if run.last() == Some(&string) {
                run.push(code);
            }
        }
    }

    fn remove(&mut self, string: u16, pixel: u8, code: u16, writer: &CodeWriter) {
        let entry = &mut self.next[slot(string, pixel, writer.min_code_size)];
        if *entry == code {
            *entry = NO_CODE;
            let run = &mut self.runs[usize::from(pixel)];
            if run.last() == Some(&code) {
                run.pop();
            }
        }
    }

    fn clear_all(&mut self, writer: &CodeWriter) {
        self.clear_codes(0..writer.clear_code, writer.min_code_size);
        self.runs[..usize::from(writer.clear_code)].iter_mut().for_each(|run| run.truncate(1));
    }

    fn clear_codes(&mut self, codes: Range<u16>, min_code_size: u32) {
        let slots = usize::from(codes.start) << min_code_size..usize::from(codes.end) << min_code_size;
        self.next[slots].fill(NO_CODE);
    }
}

fn slot(string: u16, pixel: u8, min_code_size: u32) -> usize {
    (usize::from(string) << min_code_size) | usize::from(pixel)
}

/// Returns the LZW minimum code size: the bits of the largest index, at least 2.
fn min_code_size(pixels: &[u8]) -> u32 {
    let largest = pixels.iter().copied().max().unwrap_or_default();
    (u8::BITS - largest.leading_zeros()).max(2)
}

fn run_length(pixels: &[u8]) -> usize {
    let equal = |chunk: &&[u8]| chunk.iter().fold(0, |differ, pixel| differ | (pixel ^ pixels[0])) == 0;
    let whole = CHUNK * pixels.chunks_exact(CHUNK).take_while(equal).count();
    whole + pixels[whole..].iter().take_while(|pixel| **pixel == pixels[0]).count()
}

fn has_long_runs(pixels: &[u8]) -> bool {
    let ends = pixels.windows(2).map(|pair| usize::from(pair[0] != pair[1])).sum::<usize>();
    pixels.len() > LONG_RUN * ends
}

struct CodeWriter {
    min_code_size: u32,
    /// The clear code; the end of information code is one higher.
    clear_code: u16,
    newest: u16,
    code_size: u32,
    clears_when_full: bool,
    was_full: bool,
    bits: BitWriter,
}

impl CodeWriter {
    fn new(min_code_size: u32, clears_when_full: bool) -> Self {
        let clear_code = 1 << min_code_size;
        let mut bits = BitWriter::default();
        bits.push(min_code_size, u8::BITS);
        bits.push(clear_code.into(), min_code_size + 1);
        let (newest, code_size) = (clear_code + 1, min_code_size + 1);
        Self { min_code_size, clear_code, newest, code_size, clears_when_full, was_full: false, bits }
    }

    /// Writes the code of a string; returns the code of this string extended by the next pixel, or `None` if the
    /// dictionary is full or cleared.
    fn push(&mut self, string: u16) -> Option<u16> {
        self.bits.push(string.into(), self.code_size);
        if usize::from(self.newest) + 1 == CODES {
            self.was_full = true;
            if self.clears_when_full {
                self.bits.push(self.clear_code.into(), self.code_size);
                self.newest = self.clear_code + 1;
                self.code_size = self.min_code_size + 1;
            }
            return None;
        }
        self.newest += 1;
        // The decoder is one code behind: the code size grows with the first code that does not fit.
        if self.newest >> self.code_size != 0 {
            self.code_size += 1;
        }
        Some(self.newest)
    }

    const fn is_empty(&self) -> bool {
        self.newest == self.clear_code + 1
    }

    fn push_last(&mut self, string: u16) {
        self.bits.push(string.into(), self.code_size);
        self.newest += 1;
        if self.newest >> self.code_size != 0 && usize::from(self.newest) < CODES {
            self.code_size += 1;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.bits.push((self.clear_code + 1).into(), self.code_size);
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
