//! Text broken into lines.

use crate::font::{Font, Weight};
use crate::page::units::Line;

/// Text longer than this is no title and no note.
const MOST_LINES: usize = 8;

/// Lines should not end in words as short as these.
const SHORT_WORD: usize = 3;

/// The pieces of a line, each in one weight, with their distances from its left edge in pixels.
pub type BrokenLine = Vec<(u32, Weight, String)>;

/// Breaks text into the fewest lines of at most so many pixels, as even as possible; `None` if a word
/// is too wide, or there are too many lines.
pub fn broken(text: &[(Weight, &str)], font: &Font, em: f32, room: u32) -> Option<Vec<BrokenLine>> {
    let words: Vec<(Weight, &str)> =
        text.iter().flat_map(|(weight, text)| text.split_whitespace().map(|word| (*weight, word))).collect();
    let width = |weight, text: &str| Line { font, em, weight }.width(text);
    let widths: Vec<u32> = words.iter().map(|(weight, word)| width(*weight, word)).collect();
    let space = width(Weight::Regular, " ");
    let mut start = 0;
    let line = |end: usize| {
        let mut line: BrokenLine = Vec::new();
        let mut x = 0;
        for index in std::mem::replace(&mut start, end)..end {
            let (weight, word) = words[index];
            match line.last_mut().filter(|(_, last, _)| *last == weight) {
                Some((_, _, text)) => text.extend([" ", word]),
                None => line.push((x, weight, word.to_owned())),
            }
            x += widths[index] + space;
        }
        line
    };
    Some(ends(&words, &widths, space, room, em)?.into_iter().map(line).collect())
}

/// The lines of text in one weight that is [`broken`].
pub fn lines(text: &str, line: Line<'_>, room: u32) -> Option<Vec<String>> {
    let lines = broken(&[(line.weight, text)], line.font, line.em, room)?;
    Some(lines.into_iter().flatten().map(|(_, _, text)| text).collect())
}

/// For each line, the index of the first word after it.
fn ends(words: &[(Weight, &str)], widths: &[u32], space: u32, room: u32, em: f32) -> Option<Vec<usize>> {
    let count = words.len();
    // For each number of lines, the least cost of the words before an index in them, and where the last one begins.
    let mut best = vec![vec![None::<(f32, usize)>; count + 1]];
    best[0][0] = Some((0.0, 0));
    while best.last()?[count].is_none() && best.len() <= MOST_LINES {
        let mut longer = vec![None; count + 1];
        for (start, shorter) in best.last()?[..count].iter().enumerate() {
            let Some((before, _)) = shorter else { continue };
            let mut width = 0;
            for end in start + 1..=count {
                width += widths[end - 1] + if end > start + 1 { space } else { 0 };
                if width > room {
                    break;
                }
                let free = (room - width) as f32 / em;
                let ends_short = end < count && words[end - 1].1.chars().count() <= SHORT_WORD;
                let cost = before + free * free + if ends_short { 12.0 } else { 0.0 };
                if longer[end].is_none_or(|(known, _)| cost < known) {
                    longer[end] = Some((cost, start));
                }
            }
        }
        best.push(longer);
    }
    let mut ends = vec![count; best.len() - 1];
    for line in (1..ends.len()).rev() {
        ends[line - 1] = best[line + 1][ends[line]]?.1;
    }
    Some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, em: f32, room: u32) -> Option<Vec<String>> {
        super::lines(text, Line { font: &Font::default(), em, weight: Weight::Regular }, room)
    }

    #[test]
    fn lines_are_as_few_as_possible_even_and_within_their_room() {
        let sentence = "fundamental solutions of the eight queens problem";
        assert_eq!(
            lines(sentence, 29.0, 400).unwrap(),
            ["fundamental solutions", "of the eight queens problem"]
        );
        assert_eq!(lines(sentence, 29.0, 900).unwrap(), [sentence]);
        assert_eq!(lines(sentence, 29.0, 100), None, "a word is wider");
        assert_eq!(lines("", 29.0, 100).unwrap(), Vec::<String>::new());
        let font = Font::default();
        for room in (150..900).step_by(13) {
            let line = Line { font: &font, em: 17.0, weight: Weight::Regular };
            let lines = lines(sentence, 17.0, room).unwrap();
            assert!(lines.iter().all(|text| line.width(text) <= room));
            assert_eq!(lines.join(" "), sentence);
        }
    }

    #[test]
    fn weights_may_change_within_a_line() {
        let font = Font::default();
        let text = [(Weight::Bold, "Bold numbers:"), (Weight::Regular, "the twelve")];
        let lines = broken(&text, &font, 20.0, 500).unwrap();
        let bold = Line { font: &font, em: 20.0, weight: Weight::Bold }.width("Bold numbers:");
        assert_eq!(lines.len(), 1);
        let [(0, Weight::Bold, first), (x, Weight::Regular, second)] = &lines[0][..] else { panic!() };
        assert_eq!((first.as_str(), second.as_str()), ("Bold numbers:", "the twelve"));
        assert!(*x > bold);
    }
}
