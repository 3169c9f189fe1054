//! LZW as GIF has it (the `GIF89a` specification, appendix F): variable codes, least bit first.

use std::ops::Range;

/// Codes have at most 12 bits.
const CODES: usize = 1 << 12;

/// No code: 0 stands for a pixel, so it never extends a string.
const NONE: u16 = 0;

/// Where runs of one colour are longer than this on average, cutting at runs gives fewer bytes.
const LONG_RUN: usize = 40;

/// Pixels that are compared at once.
const CHUNK: usize = 32;

/// Compresses pictures one after another, reusing its dictionary's memory.
#[derive(Debug)]
pub struct Lzw {
    /// For each code and each symbol that may follow, the code of the string that both make.
    next: Vec<u16>,
    /// For each symbol, the codes of the strings of one of it, two, and so on as far as they are
    /// known: most pixels are in long runs, and need no look one by one.
    runs: Vec<Vec<u16>>,
}

impl Default for Lzw {
    fn default() -> Self {
        Self { next: vec![NONE; CODES << 8], runs: (0..=u8::MAX).map(|pixel| vec![pixel.into()]).collect() }
    }
}

impl Lzw {
    /// The compressed pixels, after one byte that gives the bits of a pixel, which are as few as
    /// the largest index allows. Where one index stands for no colour, this is it.
    pub fn compress(&mut self, pixels: &[u8], transparent: Option<u8>) -> Vec<u8> {
        let largest = pixels.iter().copied().max().unwrap_or_default();
        let mut writer = CodeWriter::new((u8::BITS - largest.leading_zeros()).max(2));
        self.forget_all(&writer);
        if let Some(none) = transparent {
            self.cut_all(pixels, |_| None, &mut writer, |a, b| (a == none) != (b == none));
        } else if has_long_runs(pixels) {
            self.cut_all(pixels, |_| None, &mut writer, |a, b| a != b);
        } else {
            self.cut_all(pixels, |_| None, &mut writer, |_, _| false);
        }
        writer.finish()
    }

    /// Like [`Lzw::compress`] with a transparent index, for pixels that may be either of two: a
    /// string goes on with the first where the dictionary has it, else with the second.
    pub fn compress_either(&mut self, pixels: &[u8], others: &[u8], transparent: u8) -> Vec<u8> {
        let largest = pixels.iter().copied().max().unwrap_or_default();
        let mut writer = CodeWriter::new((u8::BITS - largest.leading_zeros()).max(2));
        self.forget_all(&writer);
        let none = transparent;
        let clear = writer.clear;
        let other = |place: usize| Some(others[place]).filter(|other| u16::from(*other) < clear);
        self.cut_all(pixels, other, &mut writer, |a, b| (a == none) != (b == none));
        writer.finish()
    }

    /// Cuts the pixels into strings, each the longest that the dictionary has, except that one that
    /// does not begin at an edge ends at the next one at the latest. The strings after it then
    /// begin where others began, and are found again: with edges where the colour changes, the
    /// picture of an empty chess board takes two fifths of the bytes. Edges are no places within a
    /// run of one colour.
    fn cut_all(
        &mut self,
        pixels: &[u8],
        other: impl Fn(usize) -> Option<u8>,
        writer: &mut CodeWriter,
        edge: impl Fn(u8, u8) -> bool,
    ) {
        let mut start = 0;
        let mut began_at_edge = true;
        while let Some(&first) = pixels.get(start) {
            let rest = &pixels[start..];
            let known = &self.runs[usize::from(first)];
            let mut length = run_length(&rest[..known.len().min(rest.len())]);
            let mut string = known[length - 1];
            let mut before = first;
            let pixel = loop {
                let Some(&pixel) = rest.get(length) else { return writer.push_last(string) };
                let mut longer = self.next[writer.slot(string, pixel)];
                if longer == NONE {
                    longer =
                        other(start + length).map_or(NONE, |other| self.next[writer.slot(string, other)]);
                }
                if longer == NONE || (!began_at_edge && edge(before, pixel)) {
                    break pixel;
                }
                string = longer;
                before = pixel;
                length += 1;
            };
            self.cut(string, pixel, writer);
            began_at_edge = edge(before, pixel);
            start += length;
        }
    }

    /// Writes a string and learns it with the pixel that follows, unless that is known.
    fn cut(&mut self, string: u16, pixel: u8, writer: &mut CodeWriter) {
        match writer.push(string) {
            Some(code) => {
                let entry = &mut self.next[writer.slot(string, pixel)];
                if *entry == NONE {
                    *entry = code;
                    let run = &mut self.runs[usize::from(pixel)];
                    if run.last() == Some(&string) {
                        run.push(code);
                    }
                }
                self.forget(code..code + 1, writer.symbol_bits);
            }
            None => self.forget_all(writer),
        }
    }

    fn forget_all(&mut self, writer: &CodeWriter) {
        self.forget(0..writer.clear, writer.symbol_bits);
        self.runs[..usize::from(writer.clear)].iter_mut().for_each(|run| run.truncate(1));
    }

    /// Makes these codes strings that nothing is known to follow.
    fn forget(&mut self, codes: Range<u16>, symbol_bits: u32) {
        let slots = usize::from(codes.start) << symbol_bits..usize::from(codes.end) << symbol_bits;
        self.next[slots].fill(NONE);
    }
}

/// How many pixels at the beginning are equal, with a quick look at many together.
fn run_length(pixels: &[u8]) -> usize {
    let equal = |chunk: &&[u8]| chunk.iter().fold(0, |differ, pixel| differ | (pixel ^ pixels[0])) == 0;
    let whole = CHUNK * pixels.chunks_exact(CHUNK).take_while(equal).count();
    whole + pixels[whole..].iter().take_while(|pixel| **pixel == pixels[0]).count()
}

fn has_long_runs(pixels: &[u8]) -> bool {
    let ends = pixels.windows(2).map(|pair| usize::from(pair[0] != pair[1])).sum::<usize>();
    pixels.len() > LONG_RUN * ends
}

/// Writes codes, each as wide as the decoder expects it.
struct CodeWriter {
    symbol_bits: u32,
    /// The code that empties the decoder's dictionary; the one after it ends the picture.
    clear: u16,
    newest: u16,
    width: u32,
    bits: BitWriter,
}

impl CodeWriter {
    fn new(symbol_bits: u32) -> Self {
        let clear = 1 << symbol_bits;
        let mut bits = BitWriter { bytes: vec![symbol_bits as u8], pending: 0, filled: 0 };
        bits.push(clear, symbol_bits + 1);
        Self { symbol_bits, clear, newest: clear + 1, width: symbol_bits + 1, bits }
    }

    /// Where a string's successor by a pixel is kept.
    fn slot(&self, string: u16, pixel: u8) -> usize {
        (usize::from(string) << self.symbol_bits) | usize::from(pixel)
    }

    /// Writes a string; returns the code that the decoder gives to it with the pixel after it,
    /// or nothing if the dictionary was full and has been emptied.
    fn push(&mut self, string: u16) -> Option<u16> {
        self.bits.push(string, self.width);
        self.newest += 1;
        if usize::from(self.newest) == CODES {
            self.bits.push(self.clear, self.width);
            self.newest = self.clear + 1;
            self.width = self.symbol_bits + 1;
            return None;
        }
        // The decoder learns each code one step later, so that codes grow with the first that
        // does not fit.
        if self.newest >> self.width != 0 {
            self.width += 1;
        }
        Some(self.newest)
    }

    /// Writes the string that ends the picture.
    fn push_last(&mut self, string: u16) {
        self.bits.push(string, self.width);
        self.newest += 1;
        if self.newest >> self.width != 0 && usize::from(self.newest) < CODES {
            self.width += 1;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.bits.push(self.clear + 1, self.width);
        self.bits.finish()
    }
}

/// Packs codes into bytes, least significant bit first.
struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    filled: u32,
}

impl BitWriter {
    fn push(&mut self, code: u16, width: u32) {
        self.pending |= u64::from(code) << self.filled;
        self.filled += width;
        if self.filled >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.filled -= 32;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let rest = self.filled.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.pending.to_le_bytes()[..rest]);
        self.bytes
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
    fn another_decoder_gets_every_picture_back() {
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
    fn another_decoder_gets_long_runs_back() {
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
    fn another_decoder_gets_one_of_the_two_symbols_of_each_pixel_back() {
        let mut lzw = Lzw::default();
        for (symbols, longest) in [(2, 1), (2, 90), (5, 7), (17, 200), (256, 3)] {
            for length in [0, 1, 50, 4000, 30_000] {
                let lengths = noise(length + 1, longest);
                let runs = noise(length + 1, symbols).into_iter().zip(&lengths);
                let pixels: Vec<u8> =
                    runs.flat_map(|(pixel, times)| vec![pixel; usize::from(*times) + 1]).collect();
                // Some may be transparent, and some of them begin so.
                let free = noise(pixels.len(), 3);
                let others: Vec<u8> =
                    pixels.iter().zip(&free).map(|(p, f)| if *f > 0 { 0 } else { *p }).collect();
                let chosen: Vec<u8> =
                    pixels.iter().zip(&free).map(|(p, f)| if *f > 1 { 0 } else { *p }).collect();
                let seen = decoded(&lzw.compress_either(&chosen, &others, 0));
                assert_eq!(seen.len(), pixels.len());
                for (place, seen) in seen.iter().enumerate() {
                    assert!(*seen == chosen[place] || *seen == others[place], "{place}");
                }
            }
        }
    }

    #[test]
    fn a_choice_makes_longer_strings() {
        let noise = noise(20_000, 16);
        let transparent = vec![0; noise.len()];
        let mut lzw = Lzw::default();
        let free = lzw.compress_either(&noise, &transparent, 0);
        let bound = lzw.compress_either(&noise, &noise, 0);
        assert!(4 * free.len() < 3 * bound.len(), "{} bytes, and {} without", free.len(), bound.len());
    }

    #[test]
    fn flat_pictures_take_a_code_for_ever_longer_runs() {
        let compressed = Lzw::default().compress(&vec![0; 480 * 480], None);
        assert!(compressed.len() < 1100, "{} bytes", compressed.len());
        assert_eq!(decoded(&compressed).len(), 480 * 480);
    }
}
