//! The options for panels, with unusual texts. `tests/tables/fonts.txt` and `panels.txt` have more that are refused.

use image::GenericImageView;

use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, names};
use crate::common::table::words;

/// Films a search to PNG frames; returns their number and the bytes of the last.
fn frames(command: &[&str]) -> (usize, Vec<u8>) {
    let sandbox = Sandbox::new();
    sandbox.succeed(&[&["search", "-q", "-o", "frames/"], command].concat());
    let mut files = names(&sandbox.path("frames"));
    files.retain(|name| name.starts_with("frame-"));
    (files.len(), sandbox.read(&format!("frames/{}", files.last().unwrap())))
}

/// The error for a search that must be refused.
fn refused(command: &[&str]) -> String {
    let sandbox = Sandbox::new();
    let said = sandbox.fail(2, &[&["search", "-q", "-o", "refused/"], command].concat());
    assert!(sandbox.names().is_empty(), "nothing is written");
    said
}

#[test]
fn a_title_is_one_line_or_none() {
    let titled = |title: &str| frames(&["4", "--title", title]);
    let plain = titled("Four queens");
    for title in ["Four\nqueens", "Four\tqueens", "  Four   queens ", "Four\r\nqueens"] {
        assert!(titled(title) == plain, "{title:?}");
    }
    assert!(titled("Five queens").1 != plain.1);
    let bare = frames(&["4"]);
    for title in ["", " ", "\n\t  "] {
        assert!(titled(title) == bare, "{title:?}");
    }
}

#[test]
fn titles_that_are_too_long_are_refused() {
    let long = "queens and more queens ".repeat(450);
    for command in ["4", "4 --view lecture", "4 --canvas 640x480"] {
        let said = refused(&[&words(command)[..], &["--title", &long]].concat());
        assert!(said.contains("the title is too long") && said.contains("shorten it"), "{said}");
    }
    let said = refused(&["4", "--canvas", "320x240", "--title", &long[..70]]);
    assert!(said.contains("too small for the text"), "{said}");
    let smallest = said.trim().rsplit(' ').next().unwrap();
    frames(&["4", "--canvas", smallest, "--title", &long[..70]]);
}

#[test]
fn pages_too_small_for_a_view_name_the_smallest_possible() {
    for (view, page) in [("lecture", "320x180"), ("lecture", "100x300"), ("article", "150x150")] {
        let said = refused(&["5", "--view", view, "--canvas", page]);
        let (_, smallest) = said.trim().rsplit_once(' ').unwrap();
        let (_, last) = frames(&["5", "--view", view, "--canvas", smallest]);
        let (width, height) = image::load_from_memory(&last).unwrap().dimensions();
        assert_eq!(format!("{width}×{height}"), smallest);
    }
}

#[test]
fn views_are_the_documented_sets_of_panels() {
    let all = "--caption --counters --code --tree --gauges --attacks --coordinates --pace even";
    for (view, parts) in [
        ("--view plain", ""),
        // Articles have fewer counters, unless all are requested.
        ("--view article --counters", "--caption --counters --coordinates"),
        ("--view lecture --pace even", &format!("{all} --detail columns")),
        ("--view lecture --pace even --detail steps", all),
        ("--view article --counters --tree", "--caption --counters --coordinates --tree"),
    ] {
        let [of_view, of_parts] = [view, parts].map(|options| frames(&words(&format!("4 {options}"))));
        assert!(of_view == of_parts, "{view}: {} and {} frames", of_view.0, of_parts.0);
    }
}

#[test]
fn views_can_be_combined_with_all_options() {
    let sandbox = Sandbox::new();
    let lecture = |n: u64, rest: &str| format!("{n} --title Queens --view lecture --canvas {rest}");
    let looks = [
        "--theme heatmap",
        "--no-highlight",
        "--coordinates",
        "--order rows",
        "--detail steps --theme dark",
        "--theme colour-blind --coordinates --no-highlight --order rows",
    ];
    for look in sampled(5, looks) {
        // PNG is slow, so only the smallest page is also filmed to it.
        frames(&words(&lecture(4, &format!("720x720 {look}"))));
        for (page, width, height) in [("1280x720", 1280, 720), ("720x720", 720, 720), ("720x1280", 720, 1280)]
        {
            let film = lecture(4, &format!("{page} {look}"));
            sandbox.succeed(&words(&format!("search -q -o film.gif --force {film}")));
            let first = image::load_from_memory(&sandbox.read("film.gif")).unwrap();
            assert_eq!(first.dimensions(), (width, height), "{film}");
        }
    }
    for n in 1..=3 {
        frames(&words(&lecture(n, "16:9")));
        frames(&words(&format!("{n} --view article")));
    }
}
