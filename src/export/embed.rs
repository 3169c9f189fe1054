//! HTML that embeds a film or a picture in a web page.

use std::path::{MAIN_SEPARATOR, Path};

use quick_xml::escape::escape;

use crate::encode::{Format, OnPage};
use crate::words::is_hidden;

use super::on_one_line;

/// The height of the controls below a page to step through, in pixels.
const CONTROLS: u32 = 148;

/// An embedded film or picture.
///
/// ```
/// use std::path::Path;
/// use queenreel::encode::Format;
/// use queenreel::internals::export::Embed;
///
/// let path = Path::new("queens.gif");
/// let (format, alt) = (Format::Gif, "Marking search for 4 queens");
/// let embed = Embed { path, format, width: 480, height: 480, alt, poster: None, subtitles: None };
/// assert_eq!(
///     embed.html(),
///     "<img src=\"queens.gif\" alt=\"Marking search for 4 queens\" width=\"480\" height=\"480\">\n"
/// );
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Embed<'a> {
    /// The file, or a directory of files.
    pub path: &'a Path,
    pub format: Format,
    /// Width of the pictures in pixels.
    pub width: u32,
    /// Height of the pictures in pixels.
    pub height: u32,
    pub alt: &'a str,
    /// Still picture for users who prefer reduced motion, and shown before a video is played.
    pub poster: Option<&'a Path>,
    pub subtitles: Option<&'a Path>,
}

impl Embed<'_> {
    /// Returns an image, a video with controls, an iframe, or a link for formats that browsers do not show.
    /// Addresses are the paths as given; relative paths are relative to the page.
    pub fn html(&self) -> String {
        let Self { path, format, width, height, alt, poster, subtitles } = *self;
        let (source, alt) = (address(path), attribute(alt));
        let [width, height] = [width, height].map(|side| format.side(side));
        let size = format!("width=\"{width}\" height=\"{height}\"");
        match format.on_page() {
            OnPage::Image => {
                let image = format!("<img src=\"{source}\" alt=\"{alt}\" {size}>\n");
                let Some(still) = poster.map(address) else { return image };
                format!(
                    "<picture>\n  <source srcset=\"{still}\" media=\"(prefers-reduced-motion: reduce)\">\n  \
                     {image}</picture>\n"
                )
            }
            OnPage::Video => {
                let poster =
                    poster.map(|poster| format!(" poster=\"{}\"", address(poster))).unwrap_or_default();
                let track = subtitles.map(address).map(|source| {
                    format!(
                        "\n  <track kind=\"captions\" src=\"{source}\" srclang=\"en\" label=\"English\">\n"
                    )
                });
                let track = track.unwrap_or_default();
                format!(
                    "<video src=\"{source}\" aria-label=\"{alt}\" {size}{poster} controls muted playsinline>{track}\
                     </video>\n"
                )
            }
            OnPage::Frame => {
                let height = height + CONTROLS;
                format!(
                    "<iframe src=\"{source}\" title=\"{alt}\" width=\"{width}\" height=\"{height}\" \
                     loading=\"lazy\" allowfullscreen></iframe>\n"
                )
            }
            OnPage::Link => format!("<a href=\"{source}\">{alt}</a>\n"),
        }
    }
}

/// Escapes a text for an attribute or an element, on one line of text.
fn attribute(text: &str) -> String {
    // Printed HTML must not control the terminal.
    let shown = |character: char| match u32::from(character) {
        code if is_hidden(character) => format!("&#x{code:x};"),
        _ => character.to_string(),
    };
    escape(on_one_line(text)).chars().map(shown).collect()
}

/// Percent-encodes a path as a URL.
fn address(path: &Path) -> String {
    let shown = |byte: &u8| match char::from(*byte) {
        MAIN_SEPARATOR => "/".to_owned(),
        letter if letter.is_ascii_alphanumeric() || "-._~/".contains(letter) => letter.to_string(),
        _ => format!("%{byte:02X}"),
    };
    path.as_os_str().as_encoded_bytes().iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> Embed<'static> {
        Embed {
            path: Path::new("a b/50%#?.gif"),
            format: Format::Gif,
            width: 161,
            height: 9,
            alt: "\"x\" <b> & 'y'\n--\u{1}",
            poster: None,
            subtitles: None,
        }
    }

    #[test]
    fn paths_and_texts_are_never_markup() {
        let html = plain().html();
        assert!(
            html.starts_with("<img src=\"a%20b/50%25%23%3F.gif\" alt=\"&quot;x&quot; &lt;b&gt; &amp; "),
            "{html}"
        );
        assert!(html.ends_with("y&apos; --\u{fffd}\" width=\"161\" height=\"9\">\n"), "{html}");
    }

    #[test]
    fn hidden_characters_of_texts_are_references() {
        let html = Embed { alt: "a\u{202e}b\u{200f}", ..plain() }.html();
        assert!(html.contains("alt=\"a&#x202e;b&#x200f;\""), "{html}");
    }

    #[cfg(unix)]
    #[test]
    fn the_bytes_of_a_name_are_those_of_its_address() {
        use std::os::unix::ffi::OsStrExt;

        let path = Path::new(std::ffi::OsStr::from_bytes(b"a\xff/\xc3\xa9\\.gif"));
        let html = Embed { path, ..plain() }.html();
        assert!(html.starts_with("<img src=\"a%FF/%C3%A9%5C.gif\""), "{html}");
    }

    #[test]
    fn each_format_has_its_element() {
        for format in Format::drawn() {
            let (poster, subtitles) = (Some(Path::new("p.png")), Some(Path::new("s.vtt")));
            let html = Embed { format, poster, subtitles, ..plain() }.html();
            let (element, parts) = if format == Format::Mp4 {
                // Videos have even sides.
                ("<video ", &["poster=\"p.png\"", "src=\"s.vtt\"", "width=\"162\" height=\"16\""][..])
            } else if format.loops() || matches!(format, Format::Png | Format::Jpeg | Format::Bmp) {
                ("<picture>", &["srcset=\"p.png\"", "reduce", "width=\"161\" height=\"9\""][..])
            } else if format == Format::Html {
                // The controls are below the picture.
                ("<iframe ", &["width=\"161\" height=\"157\"", "title=", " allowfullscreen>"][..])
            } else {
                ("<a href=", &[][..])
            };
            assert!(html.starts_with(element) && parts.iter().all(|part| html.contains(part)), "{html}");
        }
    }
}
