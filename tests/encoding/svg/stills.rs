//! Stills: boards, pages of boards and single frames compared with our pixels.

use std::path::PathBuf;

use image::{DynamicImage, RgbImage};
use queenreel::board::BoardSize;
use queenreel::internals::page::inks::{HeatCell, HeatMap};
use queenreel::internals::page::{Theme, ThemeKind};

use crate::common::board_reader::read;
use crate::common::decode::read_rgb;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::svg::{assert_like, assert_rasterised_like, rasterised, searched};

/// Stills of all kinds. Hatching is compared in a browser: librsvg samples thin lines coarsely.
const STILLS: [&[&str]; 18] = [
    &["board", "15863724"],
    &["board", "15863724", "--size", "1080"],
    &["board", "11111111", "--attacks", "--coordinates"],
    &["board", "58647321", "--panel", "diagonals"],
    &["board", "15863724", "--theme", "midnight", "--piece", "Q", "--coordinates"],
    &["board", "15800000", "--theme", "heatmap"],
    &["board", "1,3,6,8,10,5,9,2,4,7", "--grid", "--piece", "white"],
    &["gallery", "6"],
    &["gallery", "6", "--theme", "purple"],
    &["gallery", "8", "--fundamental", "--title", "Twelve <solutions>", "--canvas", "1280x720"],
    &["sheet", "4"],
    &["sheet", "4", "--theme", "midnight"],
    &["search", "4", "--view", "article", "--select", "5", "--canvas", "480x640"],
    &["search", "4", "--view", "lecture", "--select", "7", "--canvas", "1280x720"],
    &["search", "8", "--view", "lecture", "--select", "60", "--panel", "arrays", "--canvas", "1280x720"],
    &[
        "search",
        "6",
        "--algorithm",
        "permutations",
        "--view",
        "lecture",
        "--select",
        "90",
        "--canvas",
        "1024x576",
    ],
    &["search", "6", "--algorithm", "bitfield", "--panel", "bits", "--select", "20", "--canvas", "1280x720"],
    &["race", "4", "backtracking", "marking", "--canvas", "1024x576", "--select", "20"],
];

/// Our pixels, and the path of the SVG.
fn still(sandbox: &Sandbox, command: &[&str]) -> (RgbImage, PathBuf) {
    sandbox.succeed(&[command, &["-o", "still.png", "--quiet"]].concat());
    sandbox.succeed(&[command, &["-o", "still.svg", "--quiet"]].concat());
    (read_rgb(&sandbox.path("still.png")), sandbox.path("still.svg"))
}

#[test]
fn stills_are_like_our_pixels() {
    let sandbox = Sandbox::new();
    for command in sampled(3, STILLS) {
        let (ours, svg) = still(&sandbox, command);
        if assert_rasterised_like(&format!("{command:?}"), &ours, &svg).is_none() {
            return;
        }
    }
}

#[test]
fn squares_of_stills_are_those_of_the_search() {
    let (sandbox, searched, size) = (Sandbox::new(), searched(8), BoardSize::new(8).unwrap());
    let last = searched.len() - 1;
    for side in sampled(2, ["480", "1080"]) {
        for step in (0..last).step_by(20).chain([last]) {
            let (ours, svg) =
                still(&sandbox, &["search", "8", "--size", side, "--select", &step.to_string()]);
            let Some(seen) = rasterised(&svg, 1) else { return };
            let name = format!("search 8 at {side} pixels, step {step}");
            assert_like(&name, &ours, &[("librsvg", seen.clone())]);
            let seen = DynamicImage::from(seen).into_rgba8();
            assert_eq!(read(&seen, size, &Theme::default()), searched[step], "{name}");
        }
    }
}

#[test]
fn squares_have_the_marks_of_every_theme() {
    let (sandbox, searched, size) = (Sandbox::new(), searched(6), BoardSize::new(6).unwrap());
    let last = searched.len() - 1;
    // The first queens, one removed, and the solution.
    for (theme, step) in
        sampled(3, Theme::names().flat_map(|theme| [0, 2, 6, last].map(|step| (theme, step))))
    {
        let colours = Theme::named(theme).unwrap();
        let command = ["search", "6", "--theme", theme, "--select", &step.to_string()];
        let (_, svg) = still(&sandbox, &command);
        let Some(seen) = rasterised(&svg, 1) else { return };
        let seen = DynamicImage::from(seen).into_rgba8();
        match colours.kind {
            ThemeKind::Colours | ThemeKind::Shapes => {
                assert_eq!(read(&seen, size, &colours), searched[step], "{command:?}");
            }
            ThemeKind::Heat(heat) => {
                let queens: Vec<(u8, u8)> = searched[step]
                    .iter()
                    .filter(|(_, seen)| seen.queen)
                    .map(|(square, _)| (square.row, square.column))
                    .collect();
                assert_heat(&seen, &heat, &queens, &command);
            }
        }
    }
}

/// Checks the colours of the cells of a heat map with 6 rows.
fn assert_heat(seen: &image::RgbaImage, heat: &HeatMap, queens: &[(u8, u8)], command: &[&str]) {
    let attackers = |row: u8, column: u8| {
        let attacks = |(other, at): &&(u8, u8)| {
            *other == row || *at == column || other.abs_diff(row) == at.abs_diff(column)
        };
        queens.iter().filter(attacks).count() as u8
    };
    let side = seen.width() / 6;
    for (row, column) in (1..=6).flat_map(|row| (1..=6).map(move |column| (row, column))) {
        let cell = if queens.contains(&(row, column)) {
            HeatCell::Queen
        } else {
            HeatCell::Attackers(attackers(row, column))
        };
        // Between a frame, a tick and a figure in the middle.
        for (x, y) in [(12, 12), (92, 60), (12, 88), (88, 88)] {
            let at = |number: u8, share: u32| u32::from(number - 1) * side + side * share / 100;
            let [red, green, blue, _] = seen.get_pixel(at(column, x), at(row, y)).0;
            assert_eq!([red, green, blue], heat.colour(cell).0, "{command:?}: {row}, {column}");
        }
    }
}

/// Films, and the option that selects their still: by default the last solution, or the last frame.
const FILMS: [(&[&str], &[&str]); 16] = [
    (&["search", "8"], &[]),
    (&["search", "4", "--view", "lecture", "--canvas", "1024x576"], &[]),
    (&["search", "5", "--view", "article", "--theme", "dark", "--code=python"], &[]),
    (&["search", "6", "--attacks", "--coordinates", "--grid", "--loop", "once"], &[]),
    (&["search", "6", "--theme", "heatmap"], &[]),
    (&["search", "4", "--algorithm", "marking", "--panel", "matrix", "--panel", "stages"], &[]),
    // They end with an empty board.
    (&["search", "4", "--all"], &[]),
    (&["search", "6", "--all", "--view", "article", "--every", "10"], &[]),
    // No solution.
    (&["search", "3"], &[]),
    (&["search", "6", "--view", "article", "--select", "3..9"], &[]),
    (&["race", "4", "backtracking", "marking", "permutations", "--canvas", "1024x576"], &[]),
    (&["gallery", "6", "--animate"], &[]),
    (&["search", "6"], &["--thumbnail", "12"]),
    (&["search", "5", "--view", "lecture"], &["--thumbnail", "first"]),
    (&["race", "4", "eager", "marking", "--canvas", "1024x576"], &["--thumbnail", "10"]),
    (&["gallery", "6", "--animate"], &["--thumbnail", "2"]),
];

#[test]
fn films_that_do_not_play_show_their_poster() {
    let sandbox = Sandbox::new();
    for (command, thumbnail) in sampled(3, FILMS) {
        let film = ["-o", "film.svg", "--poster", "poster.png", "--force", "--quiet"];
        sandbox.succeed(&[command, thumbnail, &film].concat());
        let poster = read_rgb(&sandbox.path("poster.png"));
        let name = format!("{command:?} {thumbnail:?}");
        if assert_rasterised_like(&name, &poster, &sandbox.path("film.svg")).is_none() {
            return;
        }
        if thumbnail.is_empty() {
            let with_poster = sandbox.read("film.svg");
            sandbox.succeed(&[command, &["-o", "film.svg", "--force", "--quiet"]].concat());
            assert!(sandbox.read("film.svg") == with_poster, "{name}: with a poster beside it or not");
        }
    }
}

#[test]
fn a_poster_is_the_still_of_its_frame() {
    for view in ["plain", "article", "lecture"] {
        let sandbox = Sandbox::new();
        let search = ["search", "4", "--view", view, "--canvas", "1024x576", "--quiet"];
        let last = [&search[..], &["--select", "first-solution"]].concat();
        sandbox.succeed(&[&last[..], &["-o", "last.svg"]].concat());
        sandbox.succeed(&[&last[..], &["-o", "last.gif", "--poster", "selected.svg"]].concat());
        sandbox.succeed(&[&search[..], &["-o", "film.gif", "--poster", "film-gif.svg"]].concat());
        sandbox.succeed(&[&search[..], &["-o", "film.svg", "--poster", "film-svg.svg"]].concat());
        let still = sandbox.read("last.svg");
        for poster in ["selected.svg", "film-gif.svg", "film-svg.svg"] {
            assert!(sandbox.read(poster) == still, "{view}: {poster}");
        }
    }
}
