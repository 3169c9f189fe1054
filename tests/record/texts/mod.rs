//! Text next to a film: subtitles, transcripts, and alternative text.

mod alt;
mod faults;
mod hostile;
mod library;
mod markdown;
mod subtitles;
pub mod transcript;

/// A log of a solver with captions that look like markup.
const HOSTILE: &str = include_str!("hostile.jsonl");

/// Renders Markdown whose only markup are escapes and empty comments.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        rest = rest.strip_prefix("<!-- -->").unwrap_or(rest);
        let escaped = rest.strip_prefix('\\');
        rest = escaped
            .filter(|after| after.starts_with(|next: char| next.is_ascii_punctuation()))
            .unwrap_or(rest);
        let mut characters = rest.chars();
        plain.extend(characters.next());
        rest = characters.as_str();
    }
    plain
}
