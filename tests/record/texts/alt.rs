//! `--alt`: its sizes are compared with the sizes of decoded files. `tests/tables/alt.txt` checks its text.

use crate::common::lists;
use crate::common::sandbox::{Sandbox, stderr, stdout};
use crate::common::table::words;
use crate::common::tools::probe;

/// The last width and height in HTML.
fn size(html: &str) -> (u32, u32) {
    let side = |name: &str| {
        let (_, after) = html.rsplit_once(&format!(" {name}=\"")).unwrap();
        after.split('"').next().unwrap().parse().unwrap()
    };
    (side("width"), side("height"))
}

#[test]
fn the_size_in_html_is_that_of_the_picture() {
    let sandbox = Sandbox::new();
    for [command, picture] in lists::rows(include_str!("alt.txt")) {
        let said = sandbox.stdout(&[&words(command)[..], &["--alt"]].concat());
        assert_eq!(size(&said), image::image_dimensions(sandbox.path(picture)).unwrap(), "{command}");
    }
    let said = sandbox.stdout(&["search", "4", "--size", "121", "-o", "film.mp4", "--alt"]);
    let Some(read) = probe("stream=width,height", &sandbox.path("film.mp4")) else { return };
    let (width, height) = size(&said);
    assert_eq!(read, [width.to_string(), height.to_string()]);
}

#[test]
fn it_is_printed_where_reports_are() {
    let output = Sandbox::new().succeed(&["search", "4", "--events", "-", "-o", "film.gif", "--alt"]);
    assert!(stdout(&output).lines().all(|line| line.starts_with('{')), "standard output has the events");
    assert!(stderr(&output).contains("alt: Backtracking search"), "{}", stderr(&output));
}
