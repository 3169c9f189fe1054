//! Stills: boards, pages of boards and single frames compared with our pixels.

use std::path::PathBuf;

use image::{DynamicImage, RgbImage};
use queenreel::board::BoardSize;
use queenreel::internals::page::inks::{HeatCell, HeatMap};
use queenreel::internals::page::{Theme, ThemeKind};

use crate::common::board_reader::read;
use crate::common::decode::read_rgb;
use crate::common::lists::rows;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::svg::{assert_like, assert_rasterised_like, rasterised, searched};
use crate::common::table::words;

/// Our pixels, and the path of the SVG.
fn still(sandbox: &Sandbox, command: &str) -> (RgbImage, PathBuf) {
    for name in ["still.png", "still.svg"] {
        sandbox.succeed(&words(&format!("{command} -o {name} --quiet")));
    }
    (read_rgb(&sandbox.path("still.png")), sandbox.path("still.svg"))
}

#[test]
fn stills_are_like_our_pixels() {
    let sandbox = Sandbox::new();
    for [command] in sampled(3, rows(include_str!("stills.txt"))) {
        let (ours, svg) = still(&sandbox, command);
        if assert_rasterised_like(command, &ours, &svg).is_none() {
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
            let command = format!("search 8 --size {side} --select {step}");
            let (ours, svg) = still(&sandbox, &command);
            let Some(seen) = rasterised(&svg, 1) else { return };
            assert_like(&command, &ours, &[("librsvg", seen.clone())]);
            let seen = DynamicImage::from(seen).into_rgba8();
            assert_eq!(read(&seen, size, &Theme::default()), searched[step], "{command}");
        }
    }
}

#[test]
fn squares_have_the_marks_of_every_theme() {
    let (sandbox, searched, size) = (Sandbox::new(), searched(6), BoardSize::new(6).unwrap());
    let last = searched.len() - 1;
    // The first queens, one removed, and the solution.
    let cases = Theme::names().flat_map(|theme| [0, 2, 6, last].map(|step| (theme, step)));
    for (theme, step) in sampled(3, cases) {
        let colours = Theme::named(theme).unwrap();
        let command = format!("search 6 --theme {theme} --select {step}");
        let (_, svg) = still(&sandbox, &command);
        let Some(seen) = rasterised(&svg, 1) else { return };
        let seen = DynamicImage::from(seen).into_rgba8();
        match colours.kind {
            ThemeKind::Colours | ThemeKind::Shapes => {
                assert_eq!(read(&seen, size, &colours), searched[step], "{command}");
            }
            ThemeKind::Heat(heat) => {
                let queens = searched[step].iter().filter(|(_, seen)| seen.queen);
                let queens: Vec<(u8, u8)> = queens.map(|(square, _)| (square.row, square.column)).collect();
                assert_heat(&seen, &heat, &queens, &command);
            }
        }
    }
}

/// Checks the colours of the cells of a heat map with 6 rows.
fn assert_heat(seen: &image::RgbaImage, heat: &HeatMap, queens: &[(u8, u8)], command: &str) {
    let side = seen.width() / 6;
    for (row, column) in (1..=6).flat_map(|row| (1..=6).map(move |column| (row, column))) {
        let attacks = |(other, at): &&(u8, u8)| {
            *other == row || *at == column || other.abs_diff(row) == at.abs_diff(column)
        };
        let attackers = queens.iter().filter(attacks).count() as u8;
        let is_queen = queens.contains(&(row, column));
        let cell = if is_queen { HeatCell::Queen } else { HeatCell::Attackers(attackers) };
        // Between a frame, a tick and a figure in the middle.
        for (x, y) in [(12, 12), (92, 60), (12, 88), (88, 88)] {
            let at = |number: u8, share: u32| u32::from(number - 1) * side + side * share / 100;
            let [red, green, blue, _] = seen.get_pixel(at(column, x), at(row, y)).0;
            assert_eq!([red, green, blue], heat.colour(cell).0, "{command}: {row}, {column}");
        }
    }
}

#[test]
fn films_that_do_not_play_show_their_poster() {
    let sandbox = Sandbox::new();
    for [command] in sampled(3, rows(include_str!("films.txt"))) {
        sandbox.succeed(&words(&format!("{command} -o film.svg --poster poster.png --force --quiet")));
        let poster = read_rgb(&sandbox.path("poster.png"));
        if assert_rasterised_like(command, &poster, &sandbox.path("film.svg")).is_none() {
            return;
        }
        if !command.contains("--thumbnail") {
            let with_poster = sandbox.read("film.svg");
            sandbox.succeed(&words(&format!("{command} -o film.svg --force --quiet")));
            assert!(sandbox.read("film.svg") == with_poster, "{command}: with a poster beside it or not");
        }
    }
}

#[test]
fn a_poster_is_the_still_of_its_frame() {
    for view in ["plain", "article", "lecture"] {
        let sandbox = Sandbox::new();
        let search = format!("search 4 --view {view} --pace even --canvas 1024x576 --quiet");
        for options in [
            "--select first-solution -o last.svg",
            "--select first-solution -o last.gif --poster selected.svg",
            "-o film.gif --poster film-gif.svg",
            "-o film.svg --poster film-svg.svg",
        ] {
            sandbox.succeed(&words(&format!("{search} {options}")));
        }
        let still = sandbox.read("last.svg");
        for poster in ["selected.svg", "film-gif.svg", "film-svg.svg"] {
            assert!(sandbox.read(poster) == still, "{view}: {poster}");
        }
    }
}
