//! Building blocks of page layouts: rows and columns, units, and the positions, widths and lines of text.

pub(crate) mod board;
pub mod flow;

use unicode_linebreak::{BreakClass, break_property, linebreaks};

use crate::font::{Font, Weight};
use crate::page::figure::LEAST_EM;
use crate::picture::Rect;
use crate::words::Grouped;

use flow::{Align, Node, Span, column, exactly, from, leaf, row, scaled, space};

/// Height of capitals and digits in Noto Sans, in ems.
pub const CAP: f32 = 0.714;

/// Height of letters without accents above the baseline, in ems.
pub const ASCENDER: f32 = 0.78;
/// Depth of commas below the baseline, in ems.
pub const COMMA: f32 = 0.15;

/// Height of letters without ascenders, in ems.
pub const X_HEIGHT: f32 = 0.536;

/// Width of hairlines in units; at least a pixel.
const HAIRLINE: f32 = 0.15;

/// The unit of a page: 1/108 of its shorter side, so 10 pixels at 1080.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Units(pub f32);

impl Units {
    pub fn of(width: u32, height: u32) -> Self {
        Self(width.min(height) as f32 / 108.0)
    }

    /// Converts units to whole pixels.
    pub fn px(self, units: f32) -> u32 {
        (units * self.0).round() as u32
    }

    /// Converts the em of text from units to pixels; returns at least the smallest legible em.
    pub fn em(self, units: f32) -> f32 {
        (units * self.0).max(LEAST_EM)
    }

    pub fn hairline(self) -> u32 {
        self.px(HAIRLINE).max(1)
    }
}

/// Returns the height of capitals and digits at this em, in whole pixels.
pub fn cap(em: f32) -> u32 {
    (CAP * em).round() as u32
}

#[derive(Debug, Clone, Copy)]
pub struct FontStyle<'a> {
    pub font: &'a Font,
    pub em: f32,
    pub weight: Weight,
}

impl FontStyle<'_> {
    /// Returns the width of a text as it will be drawn, in whole pixels.
    pub fn width(self, text: &str) -> u32 {
        self.font.weight(self.weight).pixels(text, self.em)
    }

    /// Returns the extent above and below the baseline, in whole pixels.
    pub fn reach(self) -> (u32, u32) {
        self.font.weight(self.weight).reach(self.em)
    }
}

/// The left end of a baseline, the width available from there, and the em.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextPlace {
    pub x: u32,
    pub baseline: u32,
    pub width: u32,
    pub em: f32,
}

impl TextPlace {
    pub const fn at(area: Rect, em: f32) -> Self {
        Self { x: area.x, baseline: area.bottom(), width: area.width, em }
    }

    pub fn area(self, font: &Font, weight: Weight) -> Rect {
        let (up, down) = font.weight(weight).reach(self.em);
        Rect { x: self.x, y: self.baseline.saturating_sub(up), width: self.width, height: up + down }
    }
}

/// Width of a text in ems, and its number of characters: rounding may widen each by half a pixel.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextWidth {
    pub ems: f32,
    pub(super) characters: usize,
}

impl TextWidth {
    pub fn of(font: &Font, weight: Weight, text: &str) -> Self {
        Self { ems: font.weight(weight).width(text), characters: text.chars().count() }
    }

    /// Returns the width of this number with commas, or of any number with as many digits.
    pub fn of_number(font: &Font, number: u64) -> Self {
        let digits = Grouped(number).to_string().replace(|letter: char| letter.is_ascii_digit(), "0");
        Self::of(font, Weight::Bold, &digits)
    }

    pub fn widest<T: AsRef<str>>(font: &Font, weight: Weight, texts: impl Iterator<Item = T>) -> Self {
        let font = font.weight(weight);
        let mut measure = font.measure();
        let width = |text: T| {
            let text = text.as_ref();
            let ems = measure(text).unwrap_or_else(|_| font.width(text));
            Self { ems, characters: text.chars().count() }
        };
        texts.map(width).fold(Self::default(), Self::max)
    }

    /// Returns the larger width and the larger number of characters of both.
    pub fn max(self, other: Self) -> Self {
        Self { ems: self.ems.max(other.ems), characters: self.characters.max(other.characters) }
    }

    /// Returns an upper limit of the width in whole pixels.
    pub fn pixels(self, em: f32) -> u32 {
        self.exact_pixels(em).ceil() as u32
    }

    /// Returns an upper limit of the width in pixels.
    pub fn exact_pixels(self, em: f32) -> f32 {
        self.ems * em + 0.5 * self.characters as f32
    }
}

/// Returns a space that gets all the remaining height of a column.
pub fn spring<'a, K>() -> Node<'a, K> {
    space(exactly(0), Span { least: 0, most: u32::MAX, rank: Span::LAST })
}

/// Returns a line of text at least `width` pixels wide, with its baseline on its lower edge.
pub fn text<'a, K>(key: K, width: u32, em: f32) -> Node<'a, K> {
    leaf(key, from(width), exactly(cap(em))).align(Align::Start, Align::End)
}

/// Returns a line of text at the largest em in a range, in pixels, at which it fits.
pub fn fitted<'a, K: 'a>(
    key: impl Fn(f32) -> K + 'a,
    width: TextWidth,
    most: f32,
    least: f32,
) -> Node<'a, K> {
    scaled(most, least, move |em| text(key(em), width.pixels(em), em))
}

pub fn across_middle<K>(node: Node<'_, K>) -> Node<'_, K> {
    column([space(from(0), exactly(0)), node.align(Align::Middle, Align::Start)])
}

pub fn down_middle<K>(node: Node<'_, K>) -> Node<'_, K> {
    row([spring(), node.align(Align::Start, Align::Middle)])
}

/// The maximum number of lines of text: longer text is neither a title nor a note.
const MOST_LINES: usize = 8;

/// Lines of text should not end with words of this length or shorter.
const SHORT_WORD: usize = 3;

/// The pieces of a line of text, each with its distance from the left edge in pixels, and its weight.
pub type BrokenLine = Vec<(u32, Weight, String)>;

/// An unbreakable piece of text: a word, or a part of one that can be broken between characters.
struct Word<'a> {
    weight: Weight,
    text: &'a str,
    /// Width of the space before the word, unless it begins a line of text.
    space: u32,
    width: u32,
}

/// Breaks text into the fewest lines of text of at most `room` pixels, as even as possible; returns `None` if a
/// word is too wide or there are too many lines of text.
pub fn broken(text: &[(Weight, &str)], font: &Font, em: f32, room: u32) -> Option<Vec<BrokenLine>> {
    let width = |weight, text: &str| FontStyle { font, em, weight }.width(text);
    let space = width(Weight::Regular, " ");
    let texts = text.iter().flat_map(|(weight, text)| text.split_whitespace().map(|text| (*weight, text)));
    let words = texts.flat_map(|(weight, text)| {
        let parts = breakable(text).into_iter().enumerate();
        parts.map(move |(index, text)| {
            let space = if index == 0 { space } else { 0 };
            Word { weight, text, space, width: width(weight, text) }
        })
    });
    let words: Vec<Word<'_>> = words.collect();
    let mut start = 0;
    let line = |end: usize| {
        let mut line: BrokenLine = Vec::new();
        let mut x = 0;
        for (index, Word { weight, text, space, width }) in
            words[std::mem::replace(&mut start, end)..end].iter().enumerate()
        {
            x += if index > 0 { *space } else { 0 };
            match line.last_mut().filter(|(_, last, _)| last == weight) {
                Some((_, _, line)) => line.extend([if *space > 0 { " " } else { "" }, text]),
                None => line.push((x, *weight, (*text).to_owned())),
            }
            x += width;
        }
        line
    };
    Some(ends(&words, room, em)?.into_iter().map(line).collect())
}

/// Splits a word where a line of text may break: before and after Chinese and Japanese characters, but not before
/// a comma.
fn breakable(word: &str) -> Vec<&str> {
    let is_wide = |character: Option<char>| {
        use BreakClass::{ConditionalJapaneseStarter, Ideographic, NonStarter};
        let class = character.map(|character| break_property(character.into()));
        matches!(class, Some(Ideographic | ConditionalJapaneseStarter | NonStarter))
    };
    let may_end =
        |end: usize| is_wide(word[..end].chars().next_back()) || is_wide(word[end..].chars().next());
    let mut start = 0;
    let ends = linebreaks(word).map(|(end, _)| end).filter(|end| *end == word.len() || may_end(*end));
    ends.map(|end| &word[std::mem::replace(&mut start, end)..end]).collect()
}

/// Breaks text in one weight into lines of text, as in [`broken`].
pub fn lines(text: &str, line: FontStyle<'_>, room: u32) -> Option<Vec<String>> {
    let lines = broken(&[(line.weight, text)], line.font, line.em, room)?;
    Some(lines.into_iter().flatten().map(|(_, _, text)| text).collect())
}

fn ends(words: &[Word<'_>], room: u32, em: f32) -> Option<Vec<usize>> {
    let count = words.len();
    // For each number of lines of text, and for each index of a word: the lowest cost of the words before it, and
    // the start of the last line of text.
    let mut best = vec![vec![None::<(f32, usize)>; count + 1]];
    best[0][0] = Some((0.0, 0));
    while best.last()?[count].is_none() && best.len() <= MOST_LINES {
        let mut longer = vec![None; count + 1];
        for (start, shorter) in best.last()?[..count].iter().enumerate() {
            let Some((before, _)) = shorter else { continue };
            let mut width = 0;
            for end in start + 1..=count {
                let word = &words[end - 1];
                width += word.width + if end > start + 1 { word.space } else { 0 };
                if width > room {
                    break;
                }
                let free = (room - width) as f32 / em;
                let ends_short = words
                    .get(end)
                    .is_some_and(|next| next.space > 0 && word.text.chars().count() <= SHORT_WORD);
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
        super::lines(text, FontStyle { font: &Font::default(), em, weight: Weight::Regular }, room)
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
            let line = FontStyle { font: &font, em: 17.0, weight: Weight::Regular };
            let lines = lines(sentence, 17.0, room).unwrap();
            assert!(lines.iter().all(|text| line.width(text) <= room));
            assert_eq!(lines.join(" "), sentence);
        }
    }

    #[test]
    fn chinese_and_japanese_break_between_letters() {
        for (text, parts) in [
            ("八皇后问题", &["八", "皇", "后", "问", "题"][..]),
            (
                "八皇后问题，有九十二个解。",
                &["八", "皇", "后", "问", "题，", "有", "九", "十", "二", "个", "解。"],
            ),
            ("クイーン", &["ク", "イー", "ン"]),
            ("「女王」", &["「女", "王」"]),
            ("N皇后N×N", &["N", "皇", "后", "N×N"]),
            ("여덟", &["여덟"]),
            ("fünf-mal", &["fünf-mal"]),
            ("tests/placements", &["tests/placements"]),
        ] {
            assert_eq!(breakable(text), parts);
        }
        let word = |text| Word { weight: Weight::Regular, text, space: 0, width: 10 };
        let words: Vec<Word<'_>> = breakable("八皇后问题，有九十二个解。").into_iter().map(word).collect();
        assert_eq!(ends(&words, 40, 10.0), Some(vec![3, 7, 11]), "lines of 3, 4 and 4 parts");
    }

    #[test]
    fn weights_may_change_within_a_line() {
        let font = Font::default();
        let text = [(Weight::Bold, "Bold numbers:"), (Weight::Regular, "the twelve")];
        let lines = broken(&text, &font, 20.0, 500).unwrap();
        let bold = FontStyle { font: &font, em: 20.0, weight: Weight::Bold }.width("Bold numbers:");
        assert_eq!(lines.len(), 1);
        let [(0, Weight::Bold, first), (x, Weight::Regular, second)] = &lines[0][..] else { panic!() };
        assert_eq!((first.as_str(), second.as_str()), ("Bold numbers:", "the twelve"));
        assert!(*x > bold);
    }
}
