//! The options for panels, with unusual texts.

use std::path::PathBuf;
use std::process::Output;

use image::GenericImageView;

use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, names, stderr};

/// Films searches in a temporary directory.
struct Films(Sandbox);

impl Films {
    fn new() -> Self {
        Self(Sandbox::new())
    }

    /// Films the search for four queens to PNG frames, with these arguments.
    fn run(&self, name: &str, arguments: &[&str]) -> Output {
        let output = format!("{name}/");
        self.0.run(&[&["search", "-q", "-o", &output], arguments].concat())
    }

    /// The bytes of the last frame.
    fn last(&self, name: &str, arguments: &[&str]) -> Vec<u8> {
        let output = self.run(name, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        std::fs::read(self.frames(name).pop().unwrap()).unwrap()
    }

    /// The error for arguments that must be refused.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run("refused", arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!self.0.path("refused").exists(), "nothing is written");
        stderr(&output)
    }

    fn frames(&self, name: &str) -> Vec<PathBuf> {
        let directory = self.0.path(name);
        names(&directory)
            .iter()
            .filter(|name| name.starts_with("frame-"))
            .map(|name| directory.join(name))
            .collect()
    }
}

#[test]
fn a_title_is_one_line() {
    let films = Films::new();
    let plain = films.last("plain", &["4", "--title", "Four queens"]);
    for (index, title) in
        ["Four\nqueens", "Four\tqueens", "  Four   queens ", "Four\r\nqueens"].iter().enumerate()
    {
        assert!(films.last(&index.to_string(), &["4", "--title", title]) == plain, "{title:?}");
    }
    assert!(films.last("other", &["4", "--title", "Five queens"]) != plain);
}

#[test]
fn an_empty_title_is_none() {
    let films = Films::new();
    let bare = films.last("bare", &["4"]);
    for (index, title) in ["", " ", "\n\t  "].iter().enumerate() {
        assert!(films.last(&index.to_string(), &["4", "--title", title]) == bare, "{title:?}");
    }
}

#[test]
fn titles_without_glyphs_are_refused() {
    let films = Films::new();
    for (title, character) in
        [("♛", "'♛'"), ("Queens 👑", "'👑'"), ("a\u{1b}[1mb", "'\\u{1b}'"), ("a\u{7}", "'\\u{7}'")]
    {
        let said = films.refused(&["4", "--title", title]);
        assert!(said.contains(&format!("the font has no glyph for {character}")), "{said}");
    }
    let long = "queens and more queens ".repeat(450);
    for arguments in [&["4"][..], &["4", "--view", "lecture"], &["4", "--canvas", "640x480"]] {
        let said = films.refused(&[arguments, &["--title", &long]].concat());
        assert!(said.contains("the title is too long") && said.contains("shorten it"), "{said}");
    }
    let said = films.refused(&["4", "--canvas", "320x240", "--title", &long[..70]]);
    assert!(said.contains("too small for the text"), "{said}");
    let pages = said.rsplit(' ').next().unwrap().trim().to_owned();
    films.last("large enough", &["4", "--canvas", &pages, "--title", &long[..70]]);
}

#[test]
fn pages_too_small_for_a_view_name_the_smallest_possible() {
    let films = Films::new();
    for (index, (view, page)) in
        [("lecture", "320x180"), ("lecture", "100x300"), ("article", "150x150")].into_iter().enumerate()
    {
        let arguments = ["5", "--view", view, "--canvas"];
        let said = films.refused(&[&arguments[..], &[page]].concat());
        let (_, smallest) = said.trim().rsplit_once(' ').unwrap();
        let bytes = films.last(&index.to_string(), &[&arguments[..], &[smallest]].concat());
        let (width, height) = image::load_from_memory(&bytes).unwrap().dimensions();
        assert_eq!(format!("{width}×{height}"), smallest);
    }
}

#[test]
fn views_are_the_documented_sets_of_panels() {
    let films = Films::new();
    let same = |name: &str, view: &[&str], parts: &[&str]| {
        let (view, parts) = ([&["4"], view].concat(), [&["4"], parts].concat());
        let with_parts = format!("{name} in parts");
        assert!(films.last(name, &view) == films.last(&with_parts, &parts), "{name}");
        assert_eq!(films.frames(name).len(), films.frames(&with_parts).len(), "{name}");
    };
    let all = ["--caption", "--counters", "--code", "--tree", "--attacks", "--coordinates"];
    same("plain", &["--view", "plain"], &[]);
    // Articles have fewer counters, unless all are requested.
    let article = ["--view", "article", "--counters"];
    same("article", &article, &["--caption", "--counters", "--coordinates"]);
    same("lecture", &["--view", "lecture"], &[&all[..], &["--detail", "columns"]].concat());
    same("steps", &["--view", "lecture", "--detail", "steps"], &all);
    let more = ["--caption", "--counters", "--coordinates", "--tree"];
    same("more", &[&article[..], &["--tree"]].concat(), &more);
}

#[test]
fn trees_too_large_to_be_drawn_are_refused() {
    let films = Films::new();
    let arguments = ["12", "--all", "--tree", "--every", "1000", "--max-frames", "100000"];
    let said = films.refused(&arguments);
    assert!(said.contains("the search tree has more than 100000 nodes"), "{said}");
    assert!(said.contains("--solutions K"), "{said}");
}

#[test]
fn views_can_be_combined_with_all_options() {
    let films = Films::new();
    let rest = ["--title", "Queens", "--view", "lecture", "--canvas"];
    let looks: [&[&str]; 6] = [
        &["--theme", "heatmap"],
        &["--no-highlight"],
        &["--coordinates"],
        &["--order", "rows"],
        &["--detail", "steps", "--theme", "dark"],
        &["--theme", "colour-blind", "--coordinates", "--no-highlight", "--order", "rows"],
    ];
    for (index, look) in sampled(5, looks.into_iter().enumerate()) {
        // PNG is slow, so only the smallest page is also filmed to it.
        films.last(&index.to_string(), &[&["4"], &rest[..], &["720x720"], look].concat());
        for (page, width, height) in [("1280x720", 1280, 720), ("720x720", 720, 720), ("720x1280", 720, 1280)]
        {
            let name = format!("{index} on {page}.gif");
            films.0.succeed(&[&["search", "-q", "-o", &name, "4"], &rest[..], &[page], look].concat());
            let first = image::load_from_memory(&films.0.read(&name)).unwrap();
            assert_eq!(first.dimensions(), (width, height), "{name}");
        }
    }
    for n in ["1", "2", "3"] {
        films.last(&format!("{n} queens"), &[&[n], &rest[..], &["16:9"]].concat());
        films.last(&format!("{n} in a column"), &[n, "--view", "article"]);
    }
}
