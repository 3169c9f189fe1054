//! Blank lines in the copy of a log: a run of them is one short line, so that a log of blank lines
//! without end takes no space.
//!
//! The line is blank itself: the number of lines in binary without its first digit, a space for 0 and
//! a tab for 1. One blank line is thus an empty line. As all blank lines are copied in this way, no log
//! can contain such a line itself.

use super::MAX_LINE;

/// Copies a log, piece by piece.
#[derive(Debug, Default)]
pub(super) struct BlankRuns {
    /// The number of blank lines before the present line.
    run: u64,
    /// The present line, as long as it may be blank.
    space: Vec<u8>,
    /// Whether the present line is not blank.
    is_text: bool,
}

impl BlankRuns {
    /// Adds the next piece of the log to its copy.
    pub fn copy(&mut self, mut piece: &[u8], copy: &mut Vec<u8>) {
        while let Some((&first, rest)) = piece.split_first() {
            if self.is_text {
                let (text, rest) = piece.split_at(end_of_text(piece));
                copy.extend_from_slice(text);
                self.is_text = !text.ends_with(b"\n");
                piece = rest;
            } else if first == b'\n' {
                self.run += 1;
                self.space.clear();
                piece = rest;
            } else if first.is_ascii_whitespace() && self.space.len() < MAX_LINE {
                self.space.push(first);
                piece = rest;
            } else {
                self.end_run(copy);
                copy.append(&mut self.space);
                self.is_text = true;
            }
        }
    }

    /// Completes the copy at the end of the log.
    pub fn end(&mut self, copy: &mut Vec<u8>) {
        self.run += u64::from(!self.space.is_empty());
        self.space.clear();
        self.end_run(copy);
    }

    fn end_run(&mut self, copy: &mut Vec<u8>) {
        if let Some(last_digit) = self.run.checked_ilog2() {
            let is_one = |digit: &u32| self.run >> digit & 1 == 1;
            copy.extend((0..last_digit).rev().map(|digit| if is_one(&digit) { b'\t' } else { b' ' }));
            copy.push(b'\n');
            self.run = 0;
        }
    }
}

/// How many blank lines a blank line of a copy stands for.
pub(super) fn run_length(line: &[u8]) -> u64 {
    line.iter().fold(1, |run, byte| run << 1 | u64::from(*byte == b'\t'))
}

/// The length of the lines up to the first one that may be blank.
fn end_of_text(bytes: &[u8]) -> usize {
    /// The compiler compares this many bytes at once.
    const BLOCK: usize = 128;
    // White space, and some rare bytes that are found to be text later.
    let ends = |pair: &[u8]| (pair[0] == b'\n') & (pair[1] <= b' ');
    let has_no_end = |block: &&[u8]| !block.windows(2).fold(false, |any, pair| any | ends(pair));
    let blocks = bytes.windows(BLOCK + 1).step_by(BLOCK);
    let start = blocks.take_while(has_no_end).count() * BLOCK;
    let end = bytes[start..].windows(2).position(ends);
    end.map_or(bytes.len(), |end| start + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::line_reader::Lines;

    /// The copy of a log in pieces of this size.
    fn copy_of(log: &[u8], piece: usize) -> Vec<u8> {
        let (mut runs, mut copy) = (BlankRuns::default(), Vec::new());
        log.chunks(piece).for_each(|piece| runs.copy(piece, &mut copy));
        runs.end(&mut copy);
        copy
    }

    /// The lines that are not blank, with their numbers, and the number of the last line.
    fn numbered(mut lines: Lines<&[u8]>) -> (Vec<(u64, Vec<u8>)>, u64) {
        let mut read = Vec::new();
        while lines.advance().unwrap() {
            read.push((lines.number(), lines.bytes().to_vec()));
        }
        (read, lines.number())
    }

    #[test]
    fn a_run_of_blank_lines_is_one_short_line() {
        let cases: [(&str, &str); 9] = [
            ("", ""),
            ("\n", "\n"),
            ("\n\n", " \n"),
            (" \t\r\n\n\r\n", "\t\n"),
            ("{}\n\n\n\n\n{}\n", "{}\n  \n{}\n"),
            ("  {}\n\n{}", "  {}\n\n{}"),
            ("{}\n \t", "{}\n\n"),
            ("{} \n \u{1}\n\n\n\n\n\n\n", "{} \n \u{1}\n\t \n"),
            ("\u{feff}\t\n\t\n", "\u{feff}\t\n\n"),
        ];
        for (log, copy) in cases {
            for piece in 1..10 {
                assert_eq!(copy_of(log.as_bytes(), piece), copy.as_bytes(), "{log:?}");
            }
        }
        for run in (1..300).chain([1 << 20, (1 << 20) + 4321]) {
            let copy = copy_of(&b"\n".repeat(run), 1 << 16);
            let line = copy.strip_suffix(b"\n").unwrap();
            assert!(line.len() <= 20 && run_length(line) == run as u64, "{run}");
        }
    }

    #[test]
    fn lines_of_a_copy_have_the_numbers_of_the_log() {
        let parts: [&[u8]; 12] = [
            b"\n", b"\n", b"\r\n", b" ", b"\t", b"{}", b"{\"place\":[1,1]}\n", b"\x0b\n", b"\x0c\n", b"\xff", b"\xef\xbb\xbf",
            b"other words that make a line of the log longer than a block, of which there are 128 bytes, if it comes twice",
        ];
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..5000 {
            let parts: Vec<&[u8]> = (0..random(60)).map(|_| parts[random(parts.len())]).collect();
            let log = parts.concat();
            let copy = copy_of(&log, 1 + random(300));
            assert!(copy.len() <= log.len());
            assert_eq!(numbered(Lines::of_copy(&copy)), numbered(Lines::new(&log)), "{log:?}");
        }
    }

    #[test]
    fn a_line_of_white_space_is_blank_up_to_the_maximum_length() {
        for (length, is_blank) in [(MAX_LINE, true), (MAX_LINE + 1, false)] {
            let log = [&b" ".repeat(length)[..], b"\n\n{}\n"].concat();
            for piece in [1000, MAX_LINE, MAX_LINE + 1, 1 << 20] {
                let copy = copy_of(&log, piece);
                assert_eq!(copy.len() < 10, is_blank, "{length}");
                assert_eq!(numbered(Lines::of_copy(&copy)), numbered(Lines::new(&log)), "{length}");
            }
        }
    }
}
