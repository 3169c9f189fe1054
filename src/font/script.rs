//! Classification of characters: those that need shaping, and those that are never drawn.

use unicode_bidi::{BidiClass, bidi_class};

/// Whether a character is never drawn, such as a joiner, a variation selector or a mark of direction.
pub fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character joins its neighbours, changes with them, combines with them, is written from right to left,
/// or sets the direction of others.
pub fn needs_shaping(character: char) -> bool {
    use BidiClass::{AL, AN, FSI, LRE, LRI, LRO, NSM, PDF, PDI, R, RLE, RLI, RLO};
    match character {
        // No character before the first combining mark needs shaping.
        '\0'..'\u{300}' => return false,
        // Scripts of South and South-East Asia, parts of Korean syllables, and Mongolian.
        '\u{900}'..='\u{109f}'
        | '\u{1100}'..='\u{11ff}'
        | '\u{1700}'..='\u{1cff}'
        | '\u{a800}'..='\u{ab2f}'
        | '\u{abc0}'..='\u{abff}'
        | '\u{d7b0}'..='\u{d7ff}'
        | '\u{11000}'..='\u{11fff}' => return true,
        _ => {}
    }
    match bidi_class(character) {
        R | AL | AN | NSM => !is_invisible(character),
        LRE | RLE | LRO | RLO | PDF | LRI | RLI | FSI | PDI => true,
        _ => false,
    }
}

pub fn is_complex(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(needs_shaping)
}
