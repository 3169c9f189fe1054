//! Text next to a film: subtitles, transcripts, and alternative text.

mod alt;
mod faults;
mod hostile;
mod library;
mod markdown;
mod subtitles;
pub mod transcript;

/// A log of a solver with captions that look like markup.
const HOSTILE: &str = r###"{"queens":4,"algorithm":"</a><script>alert(0)</script> & \"quotes\""}
{"place":[1,1],"caption":"a --> b: <script>alert(1)</script> & `code` | # *y* _z_ [l](javascript:1) ~~s~~ $m$"}
{"place":[3,2],"caption":"00:00:01.000 --> 00:00:02.000"}
{"remove":[3,2],"caption":"## heading"}
{"place":[4,2],"caption":"STYLE: NOTE <!-- --> &lt;b&gt; \\* http://e.org ```"}
{"place":[2,3],"caption":"- item: 1. item | cell | tab"}
"###;

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
