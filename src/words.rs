//! Numbers, lists and times as people write them, and what of other texts is shown.

use std::fmt::{self, Display};
use std::path::Path;
use std::time::Duration;

use humantime::format_duration;
use unicode_bidi::{BidiClass, Direction, bidi_class, get_base_direction};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// A text whose letters and accents are composed (Unicode's NFC), as fonts have them.
pub fn composed(text: &str) -> String {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.to_owned(),
        IsNormalized::No | IsNormalized::Maybe => text.nfc().collect(),
    }
}

/// Whether a part of a text is written from right to left.
pub fn has_right_to_left(text: &str) -> bool {
    text.chars().any(|character| matches!(bidi_class(character), BidiClass::R | BidiClass::AL))
}

/// Whether a text is read from right to left: its first letter decides.
pub fn is_right_to_left(text: &str) -> bool {
    get_base_direction(text) == Direction::Rtl
}

/// A number with a comma between thousands: 14,772,512.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

/// A number of things with this name in the singular.
pub fn counted(number: u64, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {name}{plural}", Grouped(number))
}

/// Names as in a sentence, with a word before the last.
pub fn listed(names: impl IntoIterator<Item: Display>, word: &str) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} {word} {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Two texts with something between them, if neither is empty.
pub fn joined(one: &str, between: &str, other: &str) -> String {
    let between = if one.is_empty() || other.is_empty() { "" } else { between };
    format!("{one}{between}{other}")
}

/// A text with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// A text with a small letter at its beginning.
pub fn lower(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

/// A text with a space for each run of white space.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character is not seen itself, but changes what a terminal shows: where it writes, in which colours, and
/// in which direction. Joiners are not among them: words and emoji need them.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// A path in a message, on one line.
pub fn shown(path: &Path) -> String {
    in_line(&path.to_string_lossy())
}

/// A text on one line, in which hidden characters are escaped.
pub fn in_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

/// The beginning of what a file says, for a message: the rest may be what others should not read.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let end = text.char_indices().nth(MOST).map(|(end, _)| end);
    end.map_or_else(|| text.to_owned(), |end| format!("{}…", &text[..end]))
}

/// A message of `serde` with only the beginning of what it has found.
pub fn brief(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message.to_owned() };
    let begin = found.find(['"', '`']).map_or(found.len(), |quote| quote + 1);
    format!("{}{}, expected {expected}", &found[..begin], excerpt(&found[begin..]))
}

/// A text as a string of TOML, which escapes as JSON does, and one character more.
pub fn toml_string(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// A time, rounded up to the millisecond.
pub fn milliseconds(time: Duration) -> String {
    format_duration(Duration::from_millis(time.as_micros().div_ceil(1000) as u64)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_composed() {
        for (text, wanted) in [
            ("A\u{30a}rhus", "Århus"),
            ("E\u{301}te\u{301}", "Été"),
            ("\u{1112}\u{1161}\u{11ab}", "한"),
            ("\u{2126}", "Ω"),
            ("q\u{302}", "q\u{302}"),
            ("plain", "plain"),
        ] {
            assert_eq!(composed(text), wanted);
        }
    }

    #[test]
    fn the_first_letter_says_the_direction_of_a_text() {
        for (text, first, any) in [
            ("Damen", false, false),
            ("8 מלכות", true, true),
            ("N מלכות", false, true),
            ("٨", false, false),
            ("", false, false),
        ] {
            assert_eq!((is_right_to_left(text), has_right_to_left(text)), (first, any), "{text}");
        }
    }

    #[test]
    fn thousands_are_grouped() {
        let shown = [0, 7, 999, 1000, 14_772_512, u64::MAX].map(|number| Grouped(number).to_string());
        let wanted = ["0", "7", "999", "1,000", "14,772,512", "18,446,744,073,709,551,615"];
        assert_eq!(shown, wanted);
    }

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        let names = ["GIF", "APNG", "WebP"];
        let texts = ["", "GIF", "GIF or APNG", "GIF, APNG or WebP"];
        for (count, text) in texts.into_iter().enumerate() {
            assert_eq!(listed(&names[..count], "or"), text);
        }
    }

    #[test]
    fn hidden_characters_are_escaped() {
        let text = "a\u{1b}[31mb\u{7}\u{202e}\u{9b}2J\r\tÄ\u{200d}♛\u{200b}";
        let escaped = "a\\u{1b}[31mb\\u{7}\\u{202e}\\u{9b}2J\\r\\tÄ\u{200d}♛\\u{200b}";
        assert_eq!(in_line(text), escaped);
        assert_eq!(in_line(escaped), escaped);
        assert_eq!(shown(Path::new("a\nb.gif")), "a\\nb.gif");
    }

    #[test]
    fn times_are_rounded_up() {
        assert_eq!(milliseconds(Duration::from_micros(60_000_001)), "1m 1ms");
    }
}
