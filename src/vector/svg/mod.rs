//! SVG: stills, and films animated by style sheets.

mod film;
mod markup;
mod strip;
mod symbols;

use std::io::{self, Write};

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use crate::encode::{Format, MarkedWriter, VectorText};
use crate::page::{GalleryPage, LabelledBoard, Page, Paper};
use crate::vector::VectorOptions;

use markup::number;
use symbols::name;

pub(crate) use markup::escape;
pub(crate) use symbols::Symbols;

pub use film::SvgError;
pub(crate) use film::SvgFilm;

/// Writes the current content of a page; returns the number of bytes.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::internals::page::{PageStyle, Page};
/// use queenreel::internals::vector::{VectorOptions, write_svg};
///
/// let page = Page::of_board(BoardSize::new(4)?, &PageStyle::default())?;
/// let mut svg = Vec::new();
/// write_svg(&mut svg, &page, &VectorOptions { title: "An empty board".to_owned(), ..VectorOptions::default() })?;
/// assert!(String::from_utf8(svg)?.contains(">An empty board</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the writer fails.
pub fn write_svg(out: impl Write, page: &Page, options: &VectorOptions) -> io::Result<u64> {
    let svg = head((page.width, page.height), page.paper, options) + &still(page, options.text);
    let mut out = MarkedWriter::new(out);
    out.write_all(named(&svg).as_bytes())?;
    out.close(|name| Format::Svg.mark(name))
}

/// The first character of every name, a placeholder for the [prefix](fn@prefix). XML does not allow this
/// character, and [`escape`] removes it from text.
pub(crate) const PREFIX: char = '\u{1}';

/// Returns the prefix of all names in a file, from the digest of its content, so that several files can be in one
/// document. There are 7 million prefixes: if documents contain ten different files, two of these have the same
/// prefix in 1 of 160,000 documents. A fifth letter would make films up to 2 % larger.
pub(crate) fn prefix(digest: u64) -> String {
    const LETTERS: u64 = 52;
    (0..4).map(|place| name((digest / LETTERS.pow(place) % LETTERS) as u32)).collect()
}

/// Replaces the placeholder [`PREFIX`] of all names.
fn named(svg: &str) -> String {
    svg.replace(PREFIX, &prefix(xxh3_64(svg.as_bytes())))
}

fn still(page: &Page, text: VectorText) -> String {
    let mut symbols = Symbols::new(page.font.clone(), text, false);
    let content = symbols.markup(page.shapes());
    definitions(&mut symbols) + &content
}

/// Writes the page of a gallery, board by board; returns the number of bytes. `boards` must return equal boards
/// each time: names depend on all boards, which are drawn twice, instead of being stored.
pub fn write_svg_gallery<'a, E: From<io::Error>, I: IntoIterator<Item = Result<LabelledBoard<'a>, E>>>(
    out: impl Write,
    page: &GalleryPage,
    boards: impl Fn() -> I,
    options: &VectorOptions,
) -> Result<u64, E> {
    let mut digest = Xxh3Default::new();
    draw_gallery(page, boards(), options, |text| digest.write_all(text.as_bytes()))?;
    let (prefix, mut out) = (prefix(digest.digest()), MarkedWriter::new(out));
    draw_gallery(page, boards(), options, |text| out.write_all(text.replace(PREFIX, &prefix).as_bytes()))?;
    Ok(out.close(|name| Format::Svg.mark(name))?)
}

/// Draws the page of a gallery; `write` receives its markup.
fn draw_gallery<'a, E: From<io::Error>>(
    page: &GalleryPage,
    boards: impl IntoIterator<Item = Result<LabelledBoard<'a>, E>>,
    options: &VectorOptions,
    mut write: impl FnMut(String) -> io::Result<()>,
) -> Result<(), E> {
    let mut symbols = Symbols::new(page.font.clone(), options.text, false);
    write(head((page.width, page.height), page.paper, options))?;
    let around_boards = symbols.markup(page.around_boards.iter().cloned());
    // The shapes that all boards share are defined once.
    let board = symbols.markup(page.common());
    let name = symbols.name();
    write(format!("<defs><g id=\"{name}\">{board}</g></defs>"))?;
    write(definitions(&mut symbols) + &around_boards)?;
    for (board, (x, y)) in boards.into_iter().zip(page.corners()) {
        let board = board?;
        let content = symbols.markup(page.differing(&board.board));
        let label = symbols.markup(page.label(&board, (x, y)));
        let title = element("title", "", &board.title);
        let translate = format!("<g transform=\"translate({x} {y})\">{title}<use href=\"#{name}\"/>");
        write(definitions(&mut symbols) + &translate + &content + "</g>" + &label)?;
    }
    Ok(())
}

/// Returns the beginning of a file with title and description. With `paper`, the size is the size of the sheet.
fn head((width, height): (u32, u32), paper: Option<Paper>, options: &VectorOptions) -> String {
    // These names differ from all names of symbols, which have no `_`.
    let texts = [("title", "_t", &options.title), ("desc", "_d", &options.description)];
    let texts = texts.into_iter().filter(|(.., text)| !text.is_empty());
    let labels: Vec<String> = texts.clone().map(|(_, id, _)| format!("{PREFIX}{id}")).collect();
    let texts: String =
        texts.map(|(name, id, text)| element(name, &format!(" id=\"{PREFIX}{id}\""), text)).collect();
    let labelled =
        if labels.is_empty() { String::new() } else { format!(" aria-labelledby=\"{}\"", labels.join(" ")) };
    let millimetres = |tenths: u32| number(f64::from(tenths) / 10.0, 1) + "mm";
    let size = paper.map(|paper| [paper.width, paper.height].map(millimetres));
    let [wide, high] = size.unwrap_or_else(|| [width, height].map(|pixels| pixels.to_string()));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{PREFIX}\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\"{labelled}>{texts}"
    )
}

/// Returns an element with this text; empty without text.
fn element(name: &str, attributes: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<{name}{attributes}>{}</{name}>", escape(text)) }
}

fn definitions(symbols: &mut Symbols) -> String {
    let definitions = symbols.take_definitions();
    if definitions.is_empty() { definitions } else { format!("<defs>{definitions}</defs>") }
}
