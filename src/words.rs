//! Formatting of numbers, lists, times and texts in messages.

use std::fmt::{self, Display};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use humantime::format_duration;
use unicode_bidi::{BidiClass, Direction, bidi_class, get_base_direction};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Composes letters and accents (Unicode NFC), as fonts have them.
pub fn composed(text: &str) -> String {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.to_owned(),
        IsNormalized::No | IsNormalized::Maybe => text.nfc().collect(),
    }
}

/// Returns whether a part of the text is written from right to left.
pub fn has_right_to_left(text: &str) -> bool {
    text.chars().any(|character| matches!(bidi_class(character), BidiClass::R | BidiClass::AL))
}

/// Returns whether the first letter is of a right-to-left script.
pub fn is_right_to_left(text: &str) -> bool {
    get_base_direction(text) == Direction::Rtl
}

/// A number with commas between thousands: 14,772,512.
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

/// Writes a number with a noun, which is given in the singular.
pub fn counted(number: u64, name: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {name}{plural}", Grouped(number))
}

/// Writes a list for a sentence, with `word` before the last name.
pub fn listed(names: impl IntoIterator<Item: Display>, word: &str) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} {word} {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Spells numbers up to twenty; writes larger numbers with digits.
pub fn in_words(number: u64) -> String {
    const WORDS: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen \
                         fifteen sixteen seventeen eighteen nineteen twenty";
    let word = usize::try_from(number).ok().and_then(|index| WORDS.split(' ').nth(index));
    word.map_or_else(|| Grouped(number).to_string(), str::to_owned)
}

/// Joins two texts with `between`, unless one is empty.
pub fn joined(one: &str, between: &str, other: &str) -> String {
    let between = if one.is_empty() || other.is_empty() { "" } else { between };
    format!("{one}{between}{other}")
}

/// Capitalizes the first letter.
pub fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// Lower-cases the first letter.
pub fn lower(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

/// Collapses white space to single spaces.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether a character is invisible, but changes the position, the colour or the direction of text in a
/// terminal. Joiners do not count: words and emoji need them.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// Writes a path for a message, on one line of text.
pub fn shown(path: &Path) -> String {
    in_line(&path.to_string_lossy())
}

/// Escapes hidden characters, on one line of text.
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

/// Returns the beginning of a file's text for a message: the rest may be confidential.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let end = text.char_indices().nth(MOST).map(|(end, _)| end);
    end.map_or_else(|| text.to_owned(), |end| format!("{}…", &text[..end]))
}

/// Shortens the text that a message of `serde` quotes.
pub fn brief(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message.to_owned() };
    let begin = found.find(['"', '`']).map_or(found.len(), |quote| quote + 1);
    format!("{}{}, expected {expected}", &found[..begin], excerpt(&found[begin..]))
}

/// Writes an error of the system in plain words, without its number.
pub fn io_words(error: &io::Error) -> String {
    let said = error.to_string();
    let words = match error.kind() {
        ErrorKind::NotFound => Some("the file or directory does not exist"),
        ErrorKind::PermissionDenied => Some("permission denied"),
        ErrorKind::AlreadyExists => Some("the file or directory exists already"),
        ErrorKind::IsADirectory => Some("it is a directory"),
        ErrorKind::NotADirectory => Some("a part of the path is not a directory"),
        ErrorKind::DirectoryNotEmpty => Some("the directory is not empty"),
        _ => None,
    };
    // The message of an error of this crate says more.
    let is_ours = error.get_ref().is_some();
    let plain = || {
        let mut parts = said.split(" (os error ");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |plain, part| plain + part.split_once(')').map_or("", |(_, rest)| rest))
    };
    words.filter(|_| !is_ours).map_or_else(plain, str::to_owned)
}

/// Quotes a TOML string: with the escapes of JSON, and one more escaped character.
pub fn toml_string(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// Writes a time, rounded to a few digits.
pub fn time(time: Duration) -> String {
    let rounded_to = |nanos: u128| (time.as_nanos() + nanos / 2) / nanos;
    // Rounded first, since 59.96 seconds are a minute.
    let [tenths_of_millis, millis, tenths, seconds] =
        [100_000, 1_000_000, 100_000_000, 1_000_000_000].map(rounded_to);
    if tenths_of_millis < 100 {
        format!("{}.{} ms", tenths_of_millis / 10, tenths_of_millis % 10)
    } else if millis < 1000 {
        format!("{millis} ms")
    } else if tenths < 600 {
        format!("{}.{} s", tenths / 10, tenths % 10)
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

/// Writes a time, rounded up to the millisecond.
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

    #[cfg(target_os = "linux")]
    #[test]
    fn errors_of_the_system_are_in_plain_words() {
        let number = io::Error::from_raw_os_error;
        let kept = io::Error::other(format!("{}; the output is 'b.gif'", number(1)));
        for (error, words) in [
            (ErrorKind::NotFound.into(), "the file or directory does not exist"),
            (number(2), "the file or directory does not exist"),
            (number(28), "No space left on device"),
            (kept, "Operation not permitted; the output is 'b.gif'"),
            (io::Error::new(ErrorKind::NotFound, "a link leads nowhere"), "a link leads nowhere"),
        ] {
            assert_eq!(io_words(&error), words);
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

    #[test]
    fn times_have_two_or_three_digits() {
        let shown = [(800, "0.8 ms"), (68_400, "68 ms"), (29_640_000, "29.6 s"), (99_400_000, "1 min 39 s")];
        for (microseconds, text) in shown {
            assert_eq!(time(Duration::from_micros(microseconds)), text);
        }
    }

    #[test]
    fn times_are_rounded_before_their_unit_is_chosen() {
        let shown = [
            (0, "0.0 ms"),
            (949, "0.9 ms"),
            (950, "1.0 ms"),
            (9_949, "9.9 ms"),
            (9_950, "10 ms"),
            (999_499, "999 ms"),
            (999_500, "1.0 s"),
            (29_666_667, "29.7 s"),
            (59_949_999, "59.9 s"),
            (59_950_000, "1 min 00 s"),
            (119_499_999, "1 min 59 s"),
            (119_500_000, "2 min 00 s"),
        ];
        for (microseconds, text) in shown {
            assert_eq!(time(Duration::from_micros(microseconds)), text);
        }
    }
}
