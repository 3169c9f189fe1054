//! Films: what a browser shows at times, beside the frames of the same search.

use std::time::{Duration, Instant};

use image::{DynamicImage, RgbImage};
use queenreel::board::BoardSize;
use queenreel::page::Theme;

use crate::common::board_reader::read;
use crate::common::decode::read_rgb;
use crate::common::sandbox::Sandbox;
use crate::common::svg::{
    MOST_DIFFERENT, assert_like, assert_rasterised_like, halved, mean_difference, searched,
};
use crate::driver::Browser;

/// Films of all kinds.
const FILMS: [&[&str]; 15] = [
    &["search", "4", "--view", "article", "--canvas", "480x640"],
    &["search", "4", "--view", "lecture", "--canvas", "1024x576"],
    &["search", "5", "--view", "lecture", "--canvas", "576x1024", "--theme", "dark", "--code=python"],
    &["search", "6", "--theme", "midnight", "--attacks", "--coordinates", "--grid"],
    &["search", "6", "--theme", "heatmap"],
    &["search", "6", "--theme", "purple"],
    &["search", "6", "--theme", "ink", "--attacks"],
    // Dead ends in columns, and in rows.
    &["search", "6", "--view", "article"],
    &["search", "6", "--view", "article", "--order", "rows", "--theme", "ink"],
    &["search", "6", "--piece", "white", "--theme", "green"],
    &["search", "6", "--piece", "K", "--title", "Queens & Kings"],
    &[
        "search",
        "4",
        "--algorithm",
        "marking",
        "--panel",
        "matrix",
        "--panel",
        "stages",
        "--canvas",
        "1024x576",
    ],
    &["search", "4", "--algorithm", "permutations", "--view", "lecture", "--canvas", "1024x576"],
    &["search", "5", "--algorithm", "min-conflicts", "--view", "article", "--canvas", "480x640"],
    &["race", "4", "backtracking", "marking", "permutations", "--canvas", "1024x576"],
];

/// A film as an SVG, and its frames with the middles of the times at which they are shown.
struct Film {
    sandbox: Sandbox,
    frames: Vec<(RgbImage, Duration)>,
    length: Duration,
}

impl Film {
    fn new(command: &[&str]) -> Self {
        let sandbox = Sandbox::new();
        let pace = ["--delay", "100ms", "--hold", "500ms", "--quiet"];
        sandbox.succeed(&[command, &pace, &["-o", "film.svg"]].concat());
        let pictures: Vec<&str> = command.iter().copied().take_while(|word| *word != "--loop").collect();
        sandbox.succeed(&[&pictures, &pace[..], &["-o", "frames/"]].concat());
        let mut length = Duration::ZERO;
        let list = sandbox.read_json("frames/frames.json");
        let frames = list["frames"].as_array().unwrap().iter().map(|frame| {
            let picture = read_rgb(&sandbox.path(&format!("frames/{}", frame["file"].as_str().unwrap())));
            let shown_for = Duration::from_secs_f64(frame["seconds"].as_f64().unwrap());
            let middle = length + shown_for / 2;
            length += shown_for;
            (picture, middle)
        });
        let frames = frames.collect();
        Self { sandbox, frames, length }
    }

    fn open(&self, browser: &Browser, scale: u32) {
        browser.open(&self.sandbox.path("film.svg"), self.frames[0].0.dimensions(), scale);
    }

    fn last(&self) -> &RgbImage {
        &self.frames.last().unwrap().0
    }
}

/// One browser for all: it takes seconds to start.
#[test]
fn browsers_show_the_frames_of_films() {
    let Some(browser) = Browser::start() else { return };
    let start = Instant::now();
    for (side, theme) in [("480", "classic"), ("1080", "classic"), ("480", "ink"), ("1080", "ink")] {
        squares_are_those_of_the_search(&browser, side, theme);
    }
    for command in FILMS {
        frames_are_like_our_pixels(&browser, command);
    }
    solutions_follow_each_other(&browser);
    films_play_in_pages(&browser);
    less_motion_is_the_last_frame(&browser);
    films_end_as_they_are_told(&browser);
    println!("{:?}", start.elapsed());
}

fn squares_are_those_of_the_search(browser: &Browser, side: &str, theme: &str) {
    let film = Film::new(&["search", "8", "--size", side, "--theme", theme]);
    let colours = Theme::named(theme).unwrap();
    let (searched, size) = (searched(8), BoardSize::new(8).unwrap());
    assert_eq!(film.frames.len(), searched.len());
    film.open(browser, 1);
    let last = searched.len() - 1;
    for index in (0..last).step_by(20).chain([last]) {
        let (ours, time) = &film.frames[index];
        assert!(browser.seek(*time) > 0);
        let seen = browser.picture();
        let name = format!("search 8 in {theme} at {side} pixels, frame {index}");
        assert_like(&name, ours, &[("Chromium", seen.clone())]);
        let seen = DynamicImage::from(seen).into_rgba8();
        assert_eq!(read(&seen, size, &colours), searched[index], "{name}");
    }
}

fn frames_are_like_our_pixels(browser: &Browser, command: &[&str]) {
    let film = Film::new(command);
    let last = film.frames.len() - 1;
    for (scale, parts) in [(1, 4), (2, 1)] {
        film.open(browser, scale);
        for index in (0..=parts).map(|part| part * last / parts) {
            let (ours, time) = &film.frames[index];
            browser.seek(*time);
            let seen = browser.picture();
            let seen = if scale == 1 { seen } else { halved(&seen) };
            let name = format!("{command:?}, frame {index}");
            assert_like(&name, ours, &[(&format!("Chromium, {scale} times as large"), seen)]);
        }
    }
}

fn solutions_follow_each_other(browser: &Browser) {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["gallery", "6", "--animate", "--delay", "100ms", "-o", "film.svg", "--quiet"]);
    sandbox.succeed(&["gallery", "6", "-o", "pictures/", "--quiet"]);
    browser.open(&sandbox.path("film.svg"), (480, 480), 1);
    for number in 1..=4 {
        let ours = read_rgb(&sandbox.path(&format!("pictures/solution-{number:02}.png")));
        browser.seek(Duration::from_millis(100 * number - 50));
        assert_like(&format!("solution {number}"), &ours, &[("Chromium", browser.picture())]);
    }
}

/// In an `img`, where nothing can be asked of the film: all that is seen are its frames, in their order.
fn films_play_in_pages(browser: &Browser) {
    let film = Film::new(&["search", "4", "--size", "240", "--speed", "0.4x", "--loop", "once"]);
    film.sandbox.write("page.html", r#"<body style="margin:0"><img src="film.svg">"#);
    browser.open(&film.sandbox.path("page.html"), (240, 240), 1);
    let (start, mut shown) = (Instant::now(), Vec::new());
    while start.elapsed() < film.length + Duration::from_secs(1) {
        let seen = browser.picture();
        let differences = film.frames.iter().map(|(ours, _)| mean_difference(ours, &seen));
        let (index, least) = differences.enumerate().min_by(|one, other| one.1.total_cmp(&other.1)).unwrap();
        assert!(least < MOST_DIFFERENT, "no frame, but {least} from frame {index}");
        shown.push(index);
    }
    assert!(shown.is_sorted(), "{shown:?}");
    assert_eq!(shown.last(), Some(&(film.frames.len() - 1)), "{shown:?}");
    assert!(shown.len() >= 8, "{shown:?}");
    shown.dedup();
    assert!(shown.len() >= 4, "{shown:?}");
}

fn less_motion_is_the_last_frame(browser: &Browser) {
    browser.reduce_motion(true);
    for command in [&["search", "4"][..], &["search", "4", "--loop", "2"]] {
        let film = Film::new(command);
        film.open(browser, 1);
        let before = browser.picture();
        assert_like(&format!("{command:?}, less motion"), film.last(), &[("Chromium", before.clone())]);
        let playing = "document.getAnimations().filter(one => one.playState == 'running').length";
        assert_eq!(browser.value(playing), 0, "{command:?}");
        std::thread::sleep(Duration::from_millis(700));
        assert!(browser.picture() == before, "{command:?}: the picture stands still");
    }
    browser.reduce_motion(false);
}

fn films_end_as_they_are_told(browser: &Browser) {
    for (loops, times) in [("once", 1), ("3", 3)] {
        let film = Film::new(&["search", "4", "--loop", loops]);
        film.open(browser, 1);
        browser.seek(film.length * times + Duration::from_secs(5));
        assert_like(&format!("after {loops}"), film.last(), &[("Chromium", browser.picture())]);
        for round in 0..times {
            let (ours, middle) = &film.frames[3];
            browser.seek(film.length * round + *middle);
            assert_like(&format!("round {round} of {loops}"), ours, &[("Chromium", browser.picture())]);
        }
    }
    let film = Film::new(&["search", "4", "--loop", "forever"]);
    film.open(browser, 1);
    for round in [0, 1, 1000] {
        let (ours, middle) = &film.frames[3];
        browser.seek(film.length * round + *middle);
        assert_like(&format!("round {round} of many"), ours, &[("Chromium", browser.picture())]);
    }
}

/// Programs that do not play films show the first frame.
#[test]
fn films_that_do_not_play_show_their_first_frame() {
    // librsvg draws the lines between squares of such films otherwise than browsers, and samples thin lines
    // coarsely.
    let unlike = |command: &&[&str]| command.contains(&"purple") || command.contains(&"ink");
    for command in FILMS.into_iter().filter(|command| !unlike(command)) {
        let sandbox = Sandbox::new();
        sandbox.succeed(&[command, &["-o", "film.svg", "--quiet"]].concat());
        sandbox.succeed(&[command, &["-o", "first.png", "--select", "0", "--quiet"]].concat());
        let first = read_rgb(&sandbox.path("first.png"));
        let name = format!("{command:?}, not playing");
        if assert_rasterised_like(&name, &first, &sandbox.path("film.svg")).is_none() {
            return;
        }
    }
}

#[test]
fn films_are_small() {
    let sandbox = Sandbox::new();
    for (command, most) in [
        (&["search", "8", "-o", "queens.svg"][..], 14_000),
        (&["search", "6", "--all", "-o", "all.svg"], 20_000),
        (&["search", "8", "--view", "article", "-o", "article.svg"], 66_000),
    ] {
        sandbox.succeed(command);
        let bytes = sandbox.read(command.last().unwrap()).len();
        assert!(bytes <= most, "{command:?}: {bytes} bytes");
    }
    let mut gzip = std::process::Command::new("gzip");
    let Some(zipped) = crate::common::tools::run_tool(gzip.arg("-9c").arg(sandbox.path("queens.svg"))) else {
        return;
    };
    assert!(zipped.stdout.len() <= 4000, "{} bytes with gzip", zipped.stdout.len());
}
