//! Galleries: every board is cut out of its picture and read.

use image::{Rgb, RgbImage};
use queenreel::board::Placement;
use queenreel::page::Theme;
use queenreel::search::solutions;

use crate::common::decode::{gif_frames, read_rgb};
use crate::common::known::{all_solutions, fundamental_solutions, size};
use crate::common::sandbox::{Sandbox, names, stderr};
#[cfg(unix)]
use crate::common::sandbox::{interrupt, wait_until};

/// Where a line of the picture leaves the page's colour and comes back to it.
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
    places
        .filter(|(row, column)| !page(column.0, row.0))
        .map(|((y, height), (x, width))| {
            image::imageops::crop_imm(picture, *x, *y, *width, *height).to_image()
        })
        .collect()
}

/// Reads a board by where the ink is.
fn read(board: &RgbImage, n: u32) -> Placement {
    assert_eq!((board.width(), board.width() % n), (board.height(), 0));
    let side = board.width() / n;
    let light = |colour: [u8; 3]| colour.iter().map(|channel| u32::from(*channel)).sum::<u32>();
    let theme = Theme::default();
    let between = u32::midpoint(light(theme.queen.0), light(theme.dark.0));
    let mut rows = vec![0; n as usize];
    for column in 0..n {
        for row in 0..n {
            let square = image::imageops::crop_imm(board, column * side, row * side, side, side).to_image();
            let inked = square.pixels().filter(|pixel| light(pixel.0) < between).count() as u32;
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
        assert_page_shows(&sandbox, n, &["--fundamental"], &fundamental_solutions(n.into()));
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
    let dark_rows = |arguments: &[&str]| {
        sandbox.succeed(&[&["gallery", "6", "-o", "page.png", "--theme", "heatmap"], arguments].concat());
        let page = read_rgb(&sandbox.path("page.png"));
        let ink = Theme::named("heatmap").unwrap().queen.0;
        let rows = (0..page.height()).filter(|y| (0..page.width()).any(|x| page.get_pixel(x, *y).0 == ink));
        (page.height(), rows.collect::<Vec<_>>())
    };
    let (plain, none) = dark_rows(&[]);
    assert!(none.is_empty(), "a heat map has no ink but in its text");
    for labels in ["number", "placement", "images"] {
        let (height, rows) = dark_rows(&["--labels", labels]);
        assert!(height > plain && rows.len() > 10, "{labels}: two rows of boards, each with text below");
        assert!(rows[0] > 120, "{labels}: below the first row of boards");
    }
    let (height, rows) = dark_rows(&["--title", "Six queens"]);
    let room = height - plain;
    assert!(rows.len() > 5 && rows.iter().all(|row| *row < room + 15), "the title stands above all boards");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing() {
    let long: [&[&str]; 4] = [
        &["gallery", "13", "--square", "7", "-o", "page.png"],
        &["gallery", "12", "--limit", "14200", "-o", "film.mp4"],
        &["gallery", "12", "--limit", "14200", "-o", "each/"],
        &["search", "1", "-o", "hold.mp4", "--hold", "10m", "--fps", "60", "--size", "1200"],
    ];
    for arguments in long {
        let sandbox = Sandbox::new();
        let mut child = sandbox.command(arguments).spawn().unwrap();
        let begun = || !sandbox.names().is_empty();
        assert!(wait_until(begun), "{arguments:?} begins");
        // The handler is set a moment after the first file.
        std::thread::sleep(std::time::Duration::from_millis(30));
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
        assert!(!begun(), "{arguments:?}");
    }
}

#[cfg(feature = "mp4")]
#[test]
fn every_solution_is_shown_in_a_video() {
    use crate::common::tools::probe;
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["gallery", "8", "-o", "all.mp4", "--delay", "1ms", "--size", "64"]);
    assert!(output.status.success());
    assert!(stderr(&output).contains("--delay is raised to 34ms"));
    let Some(frames) = probe("stream=nb_read_frames", &sandbox.path("all.mp4")) else { return };
    assert_eq!(frames, ["92"]);
}

#[test]
fn an_animation_shows_the_solutions_in_order() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["gallery", "8", "-o", "all.gif", "--size", "160"]);
    let frames: Vec<image::Frame> = gif_frames(&sandbox.read("all.gif")).collect();
    let shown: Vec<Placement> = frames
        .iter()
        .map(|frame| read(&image::DynamicImage::from(frame.buffer().clone()).into_rgb8(), 8))
        .collect();
    assert_eq!(shown, all_solutions(8));
    assert!(frames.iter().all(|frame| frame.delay().numer_denom_ms() == (200, 1)));
}

#[test]
fn a_directory_gets_a_picture_of_each_and_solutions_json() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["gallery", "8", "-o", "all/", "--size", "160", "--fundamental"]);
    let manifest = sandbox.read_json("all/solutions.json");
    let listed = manifest["solutions"].as_array().unwrap();
    assert_eq!(listed.len(), 12);
    for ((number, entry), solution) in (1..).zip(listed).zip(fundamental_solutions(8)) {
        assert_eq!(entry["file"], format!("solution-{number:02}.png"));
        let picture = read_rgb(&sandbox.path("all").join(entry["file"].as_str().unwrap()));
        assert_eq!(read(&picture, 8), solution);
        let rows: Vec<u64> = solution.rows().map(u64::from).collect();
        assert_eq!(entry["placement"], serde_json::json!(rows));
        assert_eq!(entry["images"], solution.images().unwrap().len());
    }
    assert_eq!(listed[11]["number"], 18);
    assert!(sandbox.stdout(&["gallery", "4", "-o", "all/"]).contains("(replaced): 2 solutions"));
    assert_eq!(names(&sandbox.path("all")).len(), 3);
}

#[test]
fn boards_without_a_solution_are_reported_and_nothing_is_written() {
    let sandbox = Sandbox::new();
    for output in ["page.png", "film.gif", "each/"] {
        let output = sandbox.succeed(&["gallery", "3", "-o", output]);
        assert!(stderr(&output).contains("no solution: the board of 3 has none; try 4"));
    }
    assert_eq!(sandbox.names().len(), 0);
}

#[test]
fn impossible_pages_are_refused_with_the_limit() {
    let sandbox = Sandbox::new();
    let cases: &[(&[&str], &str)] = &[
        (&["8", "--square", "2000"], "the largest square that fits is 337"),
        (&["8", "--square", "0"], "1 or more"),
        (&["8", "--columns", "0"], "1 or more"),
        (&["12", "--square", "4", "--labels", "placement"], "the smallest square that works is"),
        (&["20", "--limit", "100000000"], "at most 1000000"),
        (&["4", "-o", "each/", "--delay", "1s"], "for animations"),
        (&["4", "--title", &"W".repeat(1000)], "shorten it"),
        (&["4", "--title", "Queens \u{1f0a1}"], "no glyph for '\u{1f0a1}'"),
        (&["4", "--title", "two\nlines"], "no glyph for '\\n'"),
        (&["14", "-o", "all.gif"], "--limit"),
        (&["20"], "--limit"),
        (&["64", "--fundamental"], "--limit"),
        (&["8", "--size", "100"], "--square"),
        (&["8", "--loop", "once"], "not for a page"),
        (&["8", "-o", "all.gif", "--square", "10"], "for one page"),
        (&["8", "-o", "all.gif", "--title", "x"], "for one page"),
        (&["8", "-o", "all.xyz"], ".gif"),
        (&["8", "--labels", "names"], "placement"),
        (&["0"], "from 1 to 64"),
    ];
    for (arguments, part) in cases {
        let message = sandbox.fail(2, &[&["gallery"], *arguments].concat());
        assert!(message.starts_with("error: ") && message.contains(part), "{arguments:?}: {message}");
    }
    assert_eq!(sandbox.names().len(), 0);
}

#[test]
fn a_page_can_go_to_standard_output() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["gallery", "6", "-o", "-"]);
    assert!(image::load_from_memory(&output.stdout).is_ok() && output.status.success());
    assert!(stderr(&output).contains("4 solutions"));
}
