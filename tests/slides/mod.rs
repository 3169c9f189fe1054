//! Presentations, as other programs read them.

mod deck;
mod program;

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::common::sandbox::repository_file;
use crate::common::tools::run_tool;

/// A presentation as python-pptx reads it.
#[derive(Debug, Deserialize)]
struct DeckRead {
    title: String,
    size: [u32; 2],
    layouts: Vec<String>,
    slides: Vec<SlideRead>,
}

#[derive(Debug, Deserialize)]
struct SlideRead {
    title: String,
    notes: String,
    alt: String,
    /// Left, top, width and height.
    picture: [u32; 4],
    /// The path of the PNG in the package.
    media: String,
    /// Milliseconds.
    advance: Option<u64>,
    click: bool,
}

/// Checks the package and reads it; writes the PNG and the SVG of slide N to `N.png` and `N.svg` in the
/// directory.
fn read_deck(deck: &Path, directory: &Path) -> Option<DeckRead> {
    let script = repository_file("tests/slides/read_deck.py");
    let output = run_tool(Command::new("python3").arg(script).arg(deck).arg(directory))?;
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// The pages of a presentation that LibreOffice converts to PDF, with this number of pixels across.
fn pages(deck: &Path, directory: &Path, width: u32) -> Option<Vec<image::RgbImage>> {
    let profile = format!("-env:UserInstallation=file://{}", directory.join("profile").display());
    let mut office = Command::new("soffice");
    office.args([&profile, "--headless", "--convert-to", "pdf", "--outdir"]).arg(directory).arg(deck);
    run_tool(&mut office)?;
    let pdf = directory.join(deck.with_extension("pdf").file_name()?);
    let mut pages = Command::new("pdftoppm");
    pages.args(["-png", "-scale-to-y", "-1", "-scale-to-x", &width.to_string()]);
    run_tool(pages.arg(pdf).arg(directory.join("page")))?;
    let names = crate::common::sandbox::names(directory);
    let names = names.iter().filter(|name| name.starts_with("page-"));
    Some(names.map(|name| crate::common::decode::read_rgb(&directory.join(name))).collect())
}
