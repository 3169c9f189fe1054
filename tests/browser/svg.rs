//! Films: screenshots of a browser at given times, compared with the frames of the same search.

use std::process::Command;
use std::time::{Duration, Instant};

use image::{DynamicImage, RgbImage};
use queenreel::board::BoardSize;
use queenreel::internals::page::Theme;

use crate::common::board_reader::read;
use crate::common::decode::read_rgb;
use crate::common::lists::rows;
use crate::common::sandbox::{Sandbox, repository_file};
use crate::common::svg::{MOST_DIFFERENT, assert_like, halved, mean_difference, searched};
use crate::common::table::words;
use crate::common::tools::run_tool;
use crate::driver::Browser;

/// A film as an SVG, and its frames with the middles of their times.
struct Film {
    sandbox: Sandbox,
    frames: Vec<(RgbImage, Duration)>,
    length: Duration,
}

impl Film {
    fn new(command: &str, loops: Option<&str>) -> Self {
        let sandbox = Sandbox::new();
        let command = format!("{command} --delay 100ms --hold 500ms --quiet");
        let loops = loops.map(|loops| format!("--loop {loops}")).unwrap_or_default();
        sandbox.succeed(&words(&format!("{command} -o film.svg {loops}")));
        sandbox.succeed(&words(&format!("{command} -o frames/")));
        let mut length = Duration::ZERO;
        let frames = sandbox.listed("frames/frames.json").into_iter().map(|frame| {
            let picture = read_rgb(&sandbox.path("frames").join(frame["file"].as_str().unwrap()));
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

/// One browser for all, since starting it takes seconds.
#[test]
fn browsers_show_the_frames_of_films() {
    let Some(browser) = Browser::start() else { return };
    let start = Instant::now();
    for theme in ["classic", "ink"] {
        squares_are_those_of_the_search(&browser, 480, theme);
        squares_are_those_of_the_search(&browser, 1080, theme);
    }
    for [command] in rows(include_str!("films.txt")) {
        frames_are_like_our_pixels(&browser, command);
    }
    solutions_follow_each_other(&browser);
    films_play_in_pages(&browser);
    less_motion_is_the_last_frame(&browser);
    films_in_print_are_their_poster(&browser);
    files_of_one_page_do_not_meet(&browser);
    families_are_read_as_they_are_written(&browser);
    films_end_as_they_are_told(&browser);
    println!("{:?}", start.elapsed());
}

fn squares_are_those_of_the_search(browser: &Browser, side: u32, theme: &str) {
    let film = Film::new(&format!("search 8 --size {side} --theme {theme}"), None);
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

fn frames_are_like_our_pixels(browser: &Browser, command: &str) {
    let film = Film::new(command, None);
    let last = film.frames.len() - 1;
    for (scale, parts) in [(1, 4), (2, 1)] {
        film.open(browser, scale);
        for index in (0..=parts).map(|part| part * last / parts) {
            let (ours, time) = &film.frames[index];
            browser.seek(*time);
            let seen = browser.picture();
            let seen = if scale == 1 { seen } else { halved(&seen) };
            let name = format!("{command}, frame {index}");
            assert_like(&name, ours, &[(&format!("Chromium, {scale} times as large"), seen)]);
        }
    }
}

fn solutions_follow_each_other(browser: &Browser) {
    let sandbox = Sandbox::new();
    sandbox.succeed(&words("gallery 6 --animate --delay 100ms -o film.svg --quiet"));
    sandbox.succeed(&words("gallery 6 -o pictures/ --quiet"));
    browser.open(&sandbox.path("film.svg"), (480, 480), 1);
    for number in 1..=4 {
        let ours = read_rgb(&sandbox.path(&format!("pictures/solution-{number:02}.png")));
        browser.seek(Duration::from_millis(100 * number - 50));
        assert_like(&format!("solution {number}"), &ours, &[("Chromium", browser.picture())]);
    }
}

/// In an `img`, the film cannot be scripted: only its frames are visible, in their order.
fn films_play_in_pages(browser: &Browser) {
    let film = Film::new("search 4 --size 240 --speed 0.4x", Some("once"));
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
    for loops in [None, Some("2")] {
        let film = Film::new("search 4", loops);
        film.open(browser, 1);
        let before = browser.picture();
        assert_like(&format!("{loops:?}, less motion"), film.last(), &[("Chromium", before.clone())]);
        let playing = "document.getAnimations().filter(one => one.playState == 'running').length";
        assert_eq!(browser.value(playing), 0, "{loops:?}");
        std::thread::sleep(Duration::from_millis(700));
        assert!(browser.picture() == before, "{loops:?}: the picture stands still");
    }
    browser.reduce_motion(false);
}

fn films_in_print_are_their_poster(browser: &Browser) {
    for command in [
        "search 4 --view lecture --canvas 1024x576 --loop forever",
        // They end with an empty board.
        "search 4 --all --loop forever",
        "search 4 --all --view article --canvas 480x640 --loop once",
        "race 4 eager marking --canvas 1024x576 --loop 2",
        "gallery 6 --animate --loop forever",
        "search 6 --thumbnail 12 --loop forever",
    ] {
        let sandbox = Sandbox::new();
        sandbox.succeed(&words(&format!("{command} -o film.svg --poster poster.png --quiet")));
        let poster = read_rgb(&sandbox.path("poster.png"));
        browser.open(&sandbox.path("film.svg"), poster.dimensions(), 1);
        browser.seek(Duration::ZERO);
        let first = browser.picture();
        browser.medium("print");
        let printed = browser.picture();
        assert_like(&format!("{command} in print"), &poster, &[("Chromium", printed.clone())]);
        assert_eq!(browser.value("document.getAnimations().length"), 0, "{command}");
        browser.reduce_motion(true);
        assert!(browser.picture() == printed, "{command}: it stands still like that");
        browser.reduce_motion(false);
        browser.medium("");
        browser.seek(Duration::ZERO);
        assert_like(&format!("{command} on a screen again"), &first, &[("Chromium", browser.picture())]);
        assert!(first != printed, "{command}");
    }
}

/// Several SVGs in one HTML page look as each does alone, and so do SVGs of other programs next to them.
fn files_of_one_page_do_not_meet(browser: &Browser) {
    const SIDE: u32 = 240;
    let sandbox = Sandbox::new();
    let ours = rows(include_str!("ours.txt")).map(|[command]| {
        sandbox.succeed(&words(&format!("{command} -o file.svg --force --quiet")));
        String::from_utf8(sandbox.read("file.svg")).unwrap()
    });
    let others = include_str!("others.html").lines().map(str::to_owned);
    let parts: Vec<String> = ours.chain(others).collect();
    let place = |index: usize| (SIDE * (index as u32 % 4), SIDE * (index as u32 / 4));
    let page = |shown: &dyn Fn(usize) -> bool| {
        let shown = parts.iter().enumerate().filter(|(index, _)| shown(*index));
        let parts = shown.map(|(index, part)| {
            let (left, top) = place(index);
            format!(
                "<div style=\"position:absolute;overflow:hidden;left:{left}px;top:{top}px;\
                 width:{SIDE}px;height:{SIDE}px\">{part}</div>"
            )
        });
        format!("<!doctype html><meta charset=utf-8><body style=\"margin:0\">{}", parts.collect::<String>())
    };
    let pictures = |html: String| {
        sandbox.write("page.html", html);
        browser.open(&sandbox.path("page.html"), (4 * SIDE, 3 * SIDE), 1);
        [300, 1700, 4100].map(|millis| {
            browser.seek(Duration::from_millis(millis));
            browser.picture()
        })
    };
    let together = pictures(page(&|_| true));
    let is_ours = "one => one.effect.target.closest('svg svg').parentNode.role";
    let are_ours = browser.value(&format!("document.getAnimations().every({is_ours})"));
    assert_eq!(are_ours, true, "only our strips are moved");
    for (index, part) in parts.iter().enumerate() {
        let (left, top) = place(index);
        let alone = pictures(page(&|other| other == index));
        let context = format!("{index}: {}", &part[..200.min(part.len())]);
        for (together, alone) in together.iter().zip(&alone) {
            let [together, alone] = [together, alone]
                .map(|picture| image::imageops::crop_imm(picture, left, top, SIDE, SIDE).to_image());
            let ground = alone.get_pixel(SIDE - 1, SIDE - 1);
            assert!(alone.pixels().any(|pixel| pixel != ground), "nothing is seen of {context}");
            assert!(together == alone, "{context}");
        }
    }
}

/// Font families that would end a string of a style sheet, or an attribute.
fn families_are_read_as_they_are_written(browser: &Browser) {
    let sandbox = Sandbox::new();
    let mut font = std::fs::read(repository_file("fonts/NotoSans-Regular.ttf")).unwrap();
    let record = font.windows(4).position(|tag| tag == b"name").unwrap();
    let start = font.len();
    for family in ["Plain Name", "It's", r#"a"b\"#, r"\27 ,serif", "<b>&lt;]]>", "源ノ角 😀"] {
        let text: Vec<u8> = family.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let head = [0, 1, 18, 3, 1, 0x409, 16, text.len() as u16, 0].map(u16::to_be_bytes).concat();
        let place = [start as u32, (head.len() + text.len()) as u32].map(u32::to_be_bytes).concat();
        font.truncate(start);
        font[record + 8..record + 16].copy_from_slice(&place);
        font.extend([head, text].concat());
        sandbox.write("font.ttf", &font);
        let board = "board 2413 --coordinates --svg-text --font font.ttf -o board.svg --force --quiet";
        sandbox.succeed(&words(board));
        browser.open(&sandbox.path("board.svg"), (240, 240), 1);
        let read: String = browser.read("getComputedStyle(document.querySelector('text')).fontFamily");
        let family = family.replace('\\', r"\\").replace('"', r#"\""#);
        let expected = [format!("\"{family}\", sans-serif"), format!("{family}, sans-serif")];
        assert!(expected.contains(&read), "{family}: {read}");
    }
}

fn films_end_as_they_are_told(browser: &Browser) {
    for (loops, times, rounds) in [("once", 1, &[0][..]), ("3", 3, &[0, 1, 2]), ("forever", 0, &[0, 1, 1000])]
    {
        let film = Film::new("search 4", Some(loops));
        film.open(browser, 1);
        if times > 0 {
            browser.seek(film.length * times + Duration::from_secs(5));
            assert_like(&format!("after {loops}"), film.last(), &[("Chromium", browser.picture())]);
        }
        for round in rounds {
            let (ours, middle) = &film.frames[3];
            browser.seek(film.length * *round + *middle);
            assert_like(&format!("round {round} of {loops}"), ours, &[("Chromium", browser.picture())]);
        }
    }
}

#[test]
fn films_are_small() {
    let sandbox = Sandbox::new();
    for (command, name, most) in [
        ("search 8", "queens.svg", 20_000),
        ("search 6 --all", "all.svg", 20_000),
        ("search 8 --view article", "article.svg", 66_000),
    ] {
        sandbox.succeed(&words(&format!("{command} -o {name}")));
        let bytes = sandbox.read(name).len();
        assert!(bytes <= most, "{command}: {bytes} bytes");
    }
    let mut gzip = Command::new("gzip");
    let Some(zipped) = run_tool(gzip.arg("-9c").arg(sandbox.path("queens.svg"))) else { return };
    assert!(zipped.stdout.len() <= 4000, "{} bytes with gzip", zipped.stdout.len());
}
