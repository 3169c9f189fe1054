//! The HTML file around a film.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;
use miniz_oxide::deflate::compress_to_vec;

use crate::font::Weight;
use crate::vector::escape;

use super::moves::Moves;
use super::{PlayerFilm, PlayerWords};

const SOURCE: &str = include_str!("player.js");
const STYLE: &str = include_str!("player.css");
const CONTROLS: &str = include_str!("controls.html");

/// The level of zlib.
const LEVEL: u8 = 9;

impl PlayerFilm {
    /// All but the end, which has the mark, with symbols that drawings use, the film as `data`, and subsets of the
    /// fonts of the picture.
    pub(super) fn html(
        &self,
        words: &PlayerWords<'_>,
        definitions: &str,
        data: &[u8],
        fonts: &[(Weight, Vec<u8>)],
    ) -> String {
        let Self { size: (width, height), poster, moves, .. } = self;
        let title = escape(words.title);
        let script = script();
        let style = self.variables.clone() + STYLE + &moves.as_ref().map(Moves::style).unwrap_or_default();
        let mut html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
             <svg class=\"definitions\" aria-hidden=\"true\"><defs>{definitions}</defs></svg>\n\
             <main>\n<h1 class=\"hidden\">{title}</h1>\n<figure id=\"picture\">\
             <svg id=\"poster\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">{poster}</svg>\
             <div id=\"tabs\" role=\"group\" aria-label=\"Panels\" hidden></div></figure>\n</main>\n{CONTROLS}<noscript>\n",
            hash(&script),
            hash(&style),
        );
        for group in words.transcript {
            let _ = writeln!(html, "<h2>{}</h2>", escape(&group.heading()));
            let sentences: Vec<&str> = group.steps.iter().map(|step| step.words.as_str()).collect();
            let _ = writeln!(html, "<p>{}</p>", escape(&sentences.join(" ")));
            for board in group.steps.iter().flat_map(|step| &step.boards) {
                let solver = board.solver.as_deref().unwrap_or_default();
                let _ = writeln!(html, "<pre>{}\n{}</pre>", escape(solver), lines(&board.text));
            }
        }
        html.push_str("</noscript>\n");
        for (weight, font) in fonts {
            let weight = match weight {
                Weight::Regular => 400,
                Weight::Bold => 700,
            };
            let _ = writeln!(
                html,
                "<script type=\"text/plain\" data-weight=\"{weight}\">{}</script>",
                packed(font)
            );
        }
        let _ = writeln!(html, "<script type=\"text/plain\" id=\"film\">{}</script>", packed(data));
        let _ = write!(html, "<script>{script}</script>\n</body>\n");
        html
    }
}

/// Text whose lines are kept.
fn lines(text: &str) -> String {
    text.lines().flat_map(|line| [escape(line), "\n".to_owned()]).collect()
}

/// The source without what only its readers need.
fn script() -> String {
    let lines = SOURCE.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    // A statement that goes on, or has ended, needs no new line.
    let end = |line: &str| if line.ends_with([';', '{', ',']) { "" } else { "\n" };
    lines.flat_map(|line| [line, end(line)]).collect()
}

/// Compressed, as letters.
fn packed(bytes: &[u8]) -> String {
    STANDARD.encode(compress_to_vec(bytes, LEVEL))
}

/// A script or a style sheet as a Content-Security-Policy names it.
fn hash(content: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Hash::hash(content.as_bytes())))
}
