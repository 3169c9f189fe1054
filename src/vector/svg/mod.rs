//! SVG: stills, and films that are animated by style sheets.

mod film;
mod markup;
mod strip;
mod symbols;

use std::io::{self, Write};

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use crate::encode::{Format, MarkedWriter, VectorText};
use crate::page::{LabelledBoard, MontagePage, Page, Paper};
use crate::vector::VectorOptions;

use markup::number;
use symbols::name;

pub(crate) use markup::escape;
pub(crate) use symbols::Symbols;

pub use film::SvgError;
pub(crate) use film::SvgFilm;

/// Writes what a page shows; returns the number of bytes.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::page::{PageStyle, Page};
/// use queenreel::vector::{VectorOptions, write_svg};
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

/// Begins every name until the content of the file is known. XML has no such character, and text loses it.
pub(crate) const PREFIX: char = '\u{1}';

/// What names begin with in a file with this digest of its content, so that several files can be in one document. There
/// are 7 million: of ten different files in a document, two have the same in 1 of 160,000 documents. A fifth letter would
/// make films up to 2 % larger.
pub(crate) fn prefix(digest: u64) -> String {
    const LETTERS: u64 = 52;
    (0..4).map(|place| name((digest / LETTERS.pow(place) % LETTERS) as u32)).collect()
}

/// The file, with its names.
fn named(svg: &str) -> String {
    svg.replace(PREFIX, &prefix(xxh3_64(svg.as_bytes())))
}

/// What a page shows, with its definitions.
fn still(page: &Page, text: VectorText) -> String {
    let mut symbols = Symbols::new(page.font.clone(), text, false);
    let content = symbols.markup(page.shapes());
    definitions(&mut symbols) + &content
}

/// Writes the page of a montage, board by board; returns the number of bytes. `boards` returns the same each time: the
/// names in the file depend on all of them, so that they are drawn twice, and not kept.
///
/// # Errors
/// When the writer or the source of the boards fails.
pub fn write_svg_montage<'a, E: From<io::Error>, I: IntoIterator<Item = Result<LabelledBoard<'a>, E>>>(
    out: impl Write,
    page: &MontagePage,
    boards: impl Fn() -> I,
    options: &VectorOptions,
) -> Result<u64, E> {
    let mut digest = Xxh3Default::new();
    draw_montage(page, boards(), options, |text| digest.write_all(text.as_bytes()))?;
    let (prefix, mut out) = (prefix(digest.digest()), MarkedWriter::new(out));
    draw_montage(page, boards(), options, |text| out.write_all(text.replace(PREFIX, &prefix).as_bytes()))?;
    Ok(out.close(|name| Format::Svg.mark(name))?)
}

/// Draws the page of a montage; `write` receives its markup.
fn draw_montage<'a, E: From<io::Error>>(
    page: &MontagePage,
    boards: impl IntoIterator<Item = Result<LabelledBoard<'a>, E>>,
    options: &VectorOptions,
    mut write: impl FnMut(String) -> io::Result<()>,
) -> Result<(), E> {
    let mut symbols = Symbols::new(page.font.clone(), options.text, false);
    write(head((page.width, page.height), page.paper, options))?;
    let surroundings = symbols.markup(page.surroundings.iter().cloned());
    // What all boards have in common is defined once.
    let board = symbols.markup(page.common());
    let name = symbols.name();
    write(format!("<defs><g id=\"{name}\">{board}</g></defs>"))?;
    write(definitions(&mut symbols) + &surroundings)?;
    for (board, (x, y)) in boards.into_iter().zip(page.corners()) {
        let board = board?;
        let content = symbols.markup(page.differing(&board.scene));
        let label = symbols.markup(page.label(&board, (x, y)));
        let title = element("title", "", &board.title);
        let translate = format!("<g transform=\"translate({x} {y})\">{title}<use href=\"#{name}\"/>");
        write(definitions(&mut symbols) + &translate + &content + "</g>" + &label)?;
    }
    Ok(())
}

/// The beginning of a file with its title and description; on paper, it is as large as the sheet.
fn head((width, height): (u32, u32), paper: Option<Paper>, options: &VectorOptions) -> String {
    // Names of one letter are those of symbols.
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

/// An element with this text; nothing if it is empty.
fn element(name: &str, attributes: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<{name}{attributes}>{}</{name}>", escape(text)) }
}

/// What has to be defined before the next markup.
fn definitions(symbols: &mut Symbols) -> String {
    let definitions = symbols.take_definitions();
    if definitions.is_empty() { definitions } else { format!("<defs>{definitions}</defs>") }
}
