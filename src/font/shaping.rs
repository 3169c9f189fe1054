//! Shaping for scripts whose letters join, change or are written from right to left. The only file that uses
//! `harfrust`.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use harfrust::{
    Buffer, ClusterLevel, Direction, Feature, Font, Script, ShapeOptions, ShaperFont, Tag, shape, unicode,
};
use unicode_bidi::ParagraphBidiInfo;

use super::GlyphId;

/// The maximum offset of a glyph, and the maximum distance between two glyphs, in ems; rules of a damaged font
/// could request any.
const MAX_DISTANCE: f32 = 16.0;
/// The maximum number of glyphs of a text for each of its characters.
const MAX_GLYPHS: usize = 8;

/// The rules of a font for joining and placing glyphs, which are read on first use.
#[derive(Default)]
pub struct Shaper(OnceLock<Option<Font>>);

/// A glyph of a shaped text; lengths are in ems.
pub struct Shaped {
    /// The number of the glyph in the font; 0 if the glyph is missing.
    pub id: GlyphId,
    /// The bytes of the text that this glyph shows; empty if another glyph already has them.
    pub text: Range<usize>,
    pub advance: f32,
    pub offset: (f32, f32),
}

/// A word, or the spaces between two words, in one direction and one script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub range: Range<usize>,
    pub is_right_to_left: bool,
}

/// Splits a line of text, which must not be empty, into pieces in visual order, from left to right.
pub fn pieces(text: &str) -> Vec<Piece> {
    let paragraph = ParagraphBidiInfo::new(text, None);
    let (levels, runs) = paragraph.visual_runs(0..text.len());
    let mut pieces = Vec::new();
    for run in runs {
        let is_right_to_left = levels[run.start].is_rtl();
        let first = pieces.len();
        let piece = |range| Piece { range, is_right_to_left };
        pieces.extend(words(text, run).into_iter().map(piece));
        if is_right_to_left {
            pieces[first..].reverse();
        }
    }
    pieces
}

fn words(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let (mut start, mut was_space, mut script) = (part.start, false, None);
    for (at, character) in text[part.clone()].char_indices() {
        let at = part.start + at;
        let is_space = character.is_whitespace();
        let own = script_of(character);
        let is_other = own.is_some() && script.is_some() && own != script;
        if at > start && (is_space != was_space || is_other) {
            words.push(start..at);
            (start, script) = (at, None);
        }
        (was_space, script) = (is_space, own.or(script));
    }
    words.push(start..part.end);
    words
}

/// Returns the script of a character; `None` if many scripts use it.
fn script_of(character: char) -> Option<Script> {
    let script = unicode::script(character.into());
    let is_shared = [Script::COMMON, Script::INHERITED, Script::UNKNOWN].contains(&script);
    (!is_shared).then_some(script)
}

impl Shaper {
    /// Returns the glyphs of a text in one direction and one script, from left to right; `None` if the font is
    /// damaged, or requests too many glyphs.
    pub fn shape(&self, font: &Arc<Vec<u8>>, text: &str, is_right_to_left: bool) -> Option<Vec<Shaped>> {
        let open = || {
            let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::<Vec<u8>>::clone(font);
            Font::new(bytes, 0)
        };
        let font = self.0.get_or_init(open).as_ref()?;
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.set_cluster_level(ClusterLevel::MonotoneCharacters);
        buffer.set_direction(if is_right_to_left { Direction::RightToLeft } else { Direction::LeftToRight });
        buffer.guess_segment_properties();
        // Letters of these scripts have no kerning and no ligatures, as in texts without shaping.
        let is_plain = [Script::LATIN, Script::GREEK, Script::CYRILLIC].map(Some).contains(&buffer.script());
        let features = [b"kern", b"liga", b"clig"].map(|tag| Feature::new(Tag::new(tag), 0, ..));
        let options = ShapeOptions::new().features(if is_plain { &features } else { &[] });
        shape(&ShaperFont::new(font), &mut buffer, options).ok()?;
        if buffer.len() > MAX_GLYPHS * text.chars().count() {
            return None;
        }
        let ems =
            |units: i32| (units as f32 / f32::from(font.units_per_em())).clamp(-MAX_DISTANCE, MAX_DISTANCE);
        // A cluster is identified by its first byte, and ends where the next cluster begins.
        let mut starts: Vec<usize> = buffer.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        starts.push(text.len());
        starts.sort_unstable();
        let mut shown = None;
        let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions()).map(|(info, position)| {
            let start = info.cluster as usize;
            let end = starts[starts.partition_point(|other| *other <= start)];
            let is_first = shown.replace(start) != Some(start);
            Shaped {
                id: GlyphId(u16::try_from(info.glyph_id).unwrap_or(0)),
                text: start..if is_first { end } else { start },
                advance: ems(position.x_advance),
                offset: (ems(position.x_offset), ems(-position.y_offset)),
            }
        });
        Some(glyphs.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        pieces(text).into_iter().map(|piece| &text[piece.range]).collect()
    }

    #[test]
    fn pieces_are_in_the_order_in_which_they_are_seen() {
        assert_eq!(texts("שלום עולם"), ["עולם", " ", "שלום"]);
        // The first letter determines the direction of the text.
        assert_eq!(texts("N שלום 8"), ["N", " ", "8", " ", "שלום"]);
        assert_eq!(texts("שלום N 8"), ["N", " ", "8", " ", "שלום"]);
        assert_eq!(texts("N-रानियाँ"), ["N-", "रानियाँ"]);
    }
}
