//! Words beside a film: subtitles, transcripts, and alternative text.

mod alt;
mod faults;
mod hostile;
mod library;
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

/// A text without the backslashes before characters that Markdown would read as markup; all of these must have
/// one.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let character = if character == '\\' {
            let escaped = characters.next().unwrap();
            assert!(escaped.is_ascii_punctuation(), "{text}");
            escaped
        } else {
            assert!(!"`*_{}[]<>#|&~$^".contains(character), "{character} is markup: {text}");
            character
        };
        plain.push(character);
    }
    plain
}
