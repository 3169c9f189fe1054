//! Galleries: every board is cut out of its picture and read.

use std::time::{Duration, Instant};

use image::{DynamicImage, GenericImageView, Rgb, RgbImage};
use queenreel::board::Placement;
use queenreel::internals::page::Theme;
use queenreel::search::{Algorithm, solutions};

use crate::common::decode::{gif_frames, read_rgb};
use crate::common::known::{all_solutions, fundamental_solutions, size};
use crate::common::lists;
use crate::common::sandbox::{Sandbox, names, stderr};
use crate::common::table::words;

/// The extents of other colours than the page's in a line of the picture.
fn spans(length: u32, is_page: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
    let mut spans = Vec::new();
    let mut start = None;
    for at in 0..=length {
        match (start, at == length || is_page(at)) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                spans.push((from, at - from));
                start = None;
            }
            _ => {}
        }
    }
    spans
}

/// The boards of a page without text, row by row: a board's first column of pixels is never the
/// page's, and neither is its first row.
fn boards(picture: &RgbImage) -> Vec<RgbImage> {
    let colour = Rgb(Theme::default().page.0);
    let page = |x, y| *picture.get_pixel(x, y) == colour;
    let first_row = (0..picture.height()).find(|y| (0..picture.width()).any(|x| !page(x, *y))).unwrap();
    let columns = spans(picture.width(), |x| page(x, first_row));
    let rows = spans(picture.height(), |y| page(columns[0].0, y));
    let places = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
    let places = places.filter(|(row, column)| !page(column.0, row.0));
    places.map(|((y, height), (x, width))| picture.view(*x, *y, *width, *height).to_image()).collect()
}

/// Reads a board by the positions of its ink.
fn read(board: &RgbImage, n: u32) -> Placement {
    assert_eq!((board.width(), board.width() % n), (board.height(), 0));
    let side = board.width() / n;
    let light = |colour: [u8; 3]| colour.iter().map(|channel| u32::from(*channel)).sum::<u32>();
    let theme = Theme::default();
    let between = u32::midpoint(light(theme.queen.0), light(theme.dark.0));
    let mut rows = vec![0; n as usize];
    for column in 0..n {
        for row in 0..n {
            let square = board.view(column * side, row * side, side, side);
            let inked = square.pixels().filter(|(_, _, pixel)| light(pixel.0) < between).count() as u32;
            if inked * 12 > side * side {
                assert_eq!(rows[column as usize], 0, "one queen a column");
                rows[column as usize] = row as u8 + 1;
            }
        }
    }
    Placement::new(&rows).unwrap()
}

fn assert_page_shows(sandbox: &Sandbox, n: u32, arguments: &[&str], expected: &[Placement]) {
    let number = n.to_string();
    let arguments = [&["gallery", &number, "-o", "page.png"], arguments].concat();
    sandbox.succeed(&arguments);
    let boards = boards(&read_rgb(&sandbox.path("page.png")));
    let read: Vec<Placement> = boards.iter().map(|board| read(board, n)).collect();
    assert_eq!(read, expected, "{arguments:?}");
}

#[test]
fn boards_of_a_page_are_the_solutions_in_order() {
    let sandbox = Sandbox::new();
    assert_page_shows(&sandbox, 8, &[], &all_solutions(8));
    for n in [5, 6, 7] {
        let arguments = ["--fundamental", "--labels", "none"];
        assert_page_shows(&sandbox, n, &arguments, &fundamental_solutions(n.into()));
    }
}

#[test]
fn squares_of_all_sizes_and_any_number_of_columns_show_the_same() {
    let sandbox = Sandbox::new();
    for square in ["1", "2", "3", "4", "7", "8", "9", "10", "11", "12", "13", "60"] {
        assert_page_shows(&sandbox, 6, &["--square", square], &all_solutions(6));
    }
    for columns in ["1", "3", "10", "1000"] {
        assert_page_shows(&sandbox, 5, &["--columns", columns], &all_solutions(5));
    }
    assert_page_shows(&sandbox, 8, &["--from", "90"], &all_solutions(8)[89..]);
    assert_page_shows(&sandbox, 8, &["--from", "3", "--limit", "5"], &all_solutions(8)[2..7]);
    assert_page_shows(&sandbox, 20, &["--limit", "2"], &first(20, 2));
    let all = all_solutions(8);
    let some = [&all[2..3], &all[6..9], &all[89..]].concat();
    assert_page_shows(&sandbox, 8, &["--select", "8..9,3,7..8,90.."], &some);
    assert_page_shows(&sandbox, 20, &["--select", "2"], &first(20, 2)[1..]);
}

fn first(n: u64, count: usize) -> Vec<Placement> {
    solutions(size(n)).take(count).collect()
}

#[test]
fn the_14200_solutions_for_twelve_queens_are_on_one_page() {
    let sandbox = Sandbox::new();
    assert_page_shows(&sandbox, 12, &[], &all_solutions(12));
    let page = read_rgb(&sandbox.path("page.png"));
    assert!(page.width() <= 8192 && page.height() <= 8192);
}

#[test]
fn labels_and_a_title_have_their_own_space() {
    let sandbox = Sandbox::new();
    let page = Rgb(Theme::default().page.0);
    // Boards of 168 pixels, 21 pixels from each other.
    let drawn = |arguments: &[&str]| {
        sandbox.succeed(&[&["gallery", "6", "-o", "page.png"], arguments].concat());
        let picture = read_rgb(&sandbox.path("page.png"));
        let rows =
            (0..picture.height()).map(|y| (0..picture.width()).any(|x| *picture.get_pixel(x, y) != page));
        rows.collect::<Vec<bool>>()
    };
    let plain = drawn(&[]);
    assert!(plain[189..210].iter().all(|drawn| !drawn));
    assert_eq!(drawn(&["--labels", "none"]), plain);
    let rows = drawn(&["--labels", "number"]);
    assert!(rows.len() > plain.len());
    assert!(rows[189..220].iter().any(|drawn| *drawn), "below the first row of boards");
    assert!(rows[..15].iter().all(|drawn| !drawn));
    assert_eq!(drawn(&["--fundamental", "--columns", "1"]), drawn(&["--limit", "1", "--labels", "number"]));
    let rows = drawn(&["--title", "Six queens"]);
    let room = rows.len() - plain.len();
    assert!(rows[..room].iter().filter(|drawn| **drawn).count() > 5, "the title stands above all boards");
    assert_eq!(rows[room..], plain);
}

/// The boards of a page with text: their upper left squares are light, and lie on the page.
fn boards_on_page(picture: &RgbImage) -> Vec<RgbImage> {
    let theme = Theme::default();
    let page = Rgb(theme.page.0);
    // Squares under discs are paler.
    let paler = [0, 1, 2].map(|channel| {
        let [light, page] = [theme.light, theme.page].map(|colour| f32::from(colour.0[channel]));
        (light + 0.45 * (page - light)).round() as u8
    });
    let is_light = |colour: Rgb<u8>| colour == Rgb(theme.light.0) || colour == Rgb(paler);
    let at = |x, y| *picture.get_pixel(x, y);
    let corners = (1..picture.height()).flat_map(|y| (1..picture.width()).map(move |x| (x, y)));
    corners
        .filter(|(x, y)| is_light(at(*x, *y)) && at(x - 1, *y) == page && at(*x, y - 1) == page)
        .map(|(x, y)| {
            let side = (x..picture.width()).take_while(|x| at(*x, y) != page).count() as u32;
            picture.view(x, y, side, side).to_image()
        })
        .collect()
}

#[test]
fn boards_on_a_page_of_a_given_size_are_the_solutions_in_order() {
    let sandbox = Sandbox::new();
    for [command, size] in lists::rows(include_str!("gallery/pages.txt")) {
        let arguments = words(command);
        sandbox.succeed(&[&["gallery"], &arguments[..], &["-o", "page.png"]].concat());
        let picture = read_rgb(&sandbox.path("page.png"));
        assert_eq!(format!("{}x{}", picture.width(), picture.height()), size);
        let n = arguments[0].parse().unwrap();
        let shown: Vec<Placement> = boards_on_page(&picture).iter().map(|board| read(board, n)).collect();
        let is_fundamental = arguments.contains(&"--fundamental");
        let expected = if is_fundamental { fundamental_solutions } else { all_solutions }(n.into());
        assert!(shown == expected, "{command}: {} boards", shown.len());
    }
}

#[test]
fn sheets_of_paper_have_300_dots_to_an_inch() {
    let sandbox = Sandbox::new();
    let resolution = |page: &str| {
        sandbox.succeed(&["gallery", "6", "-o", "page.png", "--canvas", page]);
        let bytes = sandbox.read("page.png");
        let found = bytes.windows(4).position(|kind| kind == b"pHYs")?;
        Some(bytes[found + 4..found + 13].to_vec())
    };
    let metre = 11_811_u32.to_be_bytes();
    assert_eq!(resolution("a4"), Some([&metre[..], &metre[..], &[1]].concat()));
    assert_eq!(resolution("16:9"), None);
}

#[test]
fn heat_maps_have_queens_and_a_scale() {
    let sandbox = Sandbox::new();
    let theme = Theme::named("heatmap").unwrap();
    sandbox.succeed(&["gallery", "8", "-o", "page.png", "--canvas", "16:9", "--theme", "heatmap"]);
    let picture = read_rgb(&sandbox.path("page.png"));
    let count = |colour: [u8; 3], from: u32| {
        let rows = (from..picture.height()).flat_map(|y| (0..picture.width()).map(move |x| (x, y)));
        rows.filter(|(x, y)| picture.get_pixel(*x, *y).0 == colour).count()
    };
    let foot = picture.height() * 92 / 100;
    for colour in theme.heat().unwrap().colours() {
        assert!(count(colour.0, foot) > 50, "each colour is in the scale");
    }
    let queens = count(theme.queen.0, 0);
    assert!(queens > 92 * 8 * 10, "queens have glyphs: {queens}");
}

#[test]
fn every_solution_is_shown_in_a_video() {
    use crate::common::tools::probe;
    let sandbox = Sandbox::new();
    let output = sandbox.succeed(&["gallery", "8", "-o", "all.mp4", "--delay", "1ms", "--size", "64"]);
    assert!(stderr(&output).contains("--delay is raised to 34ms"));
    let Some(frames) = probe("stream=nb_read_frames", &sandbox.path("all.mp4")) else { return };
    assert_eq!(frames, ["92"]);
}

#[test]
fn an_animation_shows_the_solutions_in_order() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["gallery", "8", "-o", "all.gif", "--size", "160"]);
    let film = sandbox.read("all.gif");
    let shown = gif_frames(&film).map(|frame| {
        assert_eq!(frame.delay().numer_denom_ms(), (200, 1));
        read(&DynamicImage::from(frame.into_buffer()).into_rgb8(), 8)
    });
    assert_eq!(shown.collect::<Vec<_>>(), all_solutions(8));
}

#[test]
fn a_directory_gets_a_picture_of_each_and_solutions_json() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["gallery", "8", "-o", "all/", "--size", "160", "--fundamental"]);
    let listed = sandbox.listed("all/solutions.json");
    assert_eq!(listed.len(), 12);
    for ((number, entry), solution) in (1..).zip(&listed).zip(fundamental_solutions(8)) {
        assert_eq!(entry["file"], format!("solution-{number:02}.png"));
        let picture = read_rgb(&sandbox.path("all").join(entry["file"].as_str().unwrap()));
        assert_eq!(read(&picture, 8), solution);
        let rows: Vec<u64> = solution.rows().map(u64::from).collect();
        assert_eq!(entry["placement"], serde_json::json!(rows));
        assert_eq!(entry["images"], solution.images().unwrap().len());
        assert_eq!(entry["number"], number);
        let among_all = 1 + all_solutions(8).iter().position(|other| *other == solution).unwrap();
        assert_eq!(entry["among_all"], among_all);
    }
    assert_eq!(listed[11]["among_all"], 18);
    assert!(sandbox.stdout(&["gallery", "4", "-o", "all/"]).contains("(replaced): 2 solutions"));
    assert_eq!(names(&sandbox.path("all")).len(), 3);
}

#[test]
fn too_many_solutions_are_refused_before_they_are_searched_for() {
    let sandbox = Sandbox::new();
    let began = Instant::now();
    for (arguments, part) in [
        (&["14"][..], "14 queens have 365,596 solutions"),
        (&["14", "--canvas", "16:9"], "14 queens have 365,596 solutions"),
        (&["14", "--fundamental", "--canvas", "16:9"], "14 queens have 45,752 fundamental solutions"),
        (&["14", "--limit", "300000"], "300000 boards do not fit on this page"),
        (&["14", "-o", "all.gif"], "14 queens have 365,596 solutions"),
        (&["14", "--fundamental", "-o", "all.gif"], "14 queens have 45,752 fundamental solutions"),
    ] {
        sandbox.refuse(2, &[&["gallery"], arguments].concat(), &[part]);
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn an_algorithm_determines_the_order_of_the_boards() {
    let sandbox = Sandbox::new();
    for algorithm in [Algorithm::Permutations, Algorithm::Bitfield] {
        let expected: Vec<Placement> = algorithm.solutions(size(6)).collect();
        assert_page_shows(&sandbox, 6, &["--algorithm", algorithm.name()], &expected);
        assert_ne!(expected, all_solutions(6), "{algorithm}");
    }
}

#[test]
fn a_page_can_go_to_standard_output() {
    let sandbox = Sandbox::new();
    let output = sandbox.succeed(&["gallery", "6", "-o", "-"]);
    assert!(image::load_from_memory(&output.stdout).is_ok());
    assert!(stderr(&output).contains("4 solutions"));
}
