//! Checks that need LibreOffice, in a separate binary that `cargo test` does not build.

#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "this binary uses only some of the helpers")]
mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::decks::{COLOURS, bytes, deck};
use common::decode::read_rgb;
use common::sandbox::{Sandbox, names};
use common::svg::mean_difference;
use common::tools::run_tool;

/// The pages of a presentation converted to PDF by LibreOffice, with this width in pixels.
fn pages(deck: &Path, directory: &Path, width: u32) -> Option<Vec<image::RgbImage>> {
    let profile = format!("-env:UserInstallation=file://{}", directory.join("profile").display());
    let mut office = Command::new("soffice");
    office.args([&profile, "--headless", "--convert-to", "pdf", "--outdir"]).arg(directory).arg(deck);
    run_tool(&mut office)?;
    let pdf = directory.join(deck.with_extension("pdf").file_name()?);
    let mut pages = Command::new("pdftoppm");
    pages.args(["-png", "-scale-to-y", "-1", "-scale-to-x", &width.to_string()]);
    run_tool(pages.arg(pdf).arg(directory.join("page")))?;
    let names = names(directory);
    let names = names.iter().filter(|name| name.starts_with("page-"));
    Some(names.map(|name| read_rgb(&directory.join(name))).collect())
}

#[test]
fn libreoffice_shows_the_pictures_and_nothing_else() {
    let slides = COLOURS.map(|colour| ("A title above the slide", "Notes", "Alt", colour, Some(200)));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("deck.pptx");
    fs::write(&path, bytes((160, 120), "Deck", &slides)).unwrap();
    let Some(pages) = pages(&path, directory.path(), 200) else { return };
    assert_eq!(pages.len(), 3);
    for (page, colour) in pages.iter().zip(COLOURS) {
        assert_eq!(page.dimensions(), (200, 150));
        // The edges may be blended with the paper.
        let inner = page.enumerate_pixels().filter(|(x, y, _)| (2..198).contains(x) && (2..148).contains(y));
        let differences = inner.flat_map(|(_, _, pixel)| pixel.0.into_iter().zip(colour));
        assert!(differences.into_iter().all(|(one, other)| one.abs_diff(other) <= 2), "{colour:?}");
    }
}

#[test]
fn libreoffice_shows_a_page_for_each_slide() {
    let sandbox = Sandbox::new();
    let Some(deck) = deck(&sandbox, &["search", "4", "--view", "lecture", "--canvas", "720x405"]) else {
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    let Some(pages) = pages(&sandbox.path("deck.pptx"), directory.path(), 720) else { return };
    assert_eq!(pages.len(), deck.slides.len());
    for (number, page) in (1..).zip(&pages) {
        let picture = read_rgb(&sandbox.path(&format!("{number}.png")));
        let mean = mean_difference(page, &picture);
        assert!(mean < 3.0, "page {number} differs from its picture by {mean}");
    }
}
