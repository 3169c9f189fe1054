//! The heat map in three colours.

use image::{DynamicImage, RgbImage};
use queenreel::board::Placement;
use queenreel::internals::page::Theme;
use queenreel::internals::page::inks::HeatMap;
use queenreel::internals::picture::Rgb;
use queenreel::search::Event;

use super::contrast::contrast;
use crate::common::decode::{gif_frames, read_rgb};
use crate::common::films::events;
use crate::common::known::Board;
use crate::common::sandbox::Sandbox;
use crate::common::table::words;

const FREE: [u8; 3] = [0x44, 0x01, 0x54];
const QUEEN: [u8; 3] = [0x21, 0x91, 0x8c];
const ATTACKED: [u8; 3] = [0xfd, 0xe7, 0x25];
const WHITE: [u8; 3] = [0xff; 3];

/// The row of the queen in each column, or 0.
fn rows(placement: &str) -> Vec<u8> {
    placement.bytes().map(|digit| digit - b'0').collect()
}

/// The expected colours of the squares, row by row.
fn expected(rows: &[u8]) -> Vec<[u8; 3]> {
    let queens = (0..).zip(rows).filter(|(_, row)| **row > 0);
    let queens: Vec<(i32, i32)> = queens.map(|(column, row)| (i32::from(*row) - 1, column)).collect();
    let n = rows.len() as i32;
    let colour = |(row, column): (i32, i32)| {
        let is_hit = |queen: &(i32, i32)| {
            let (down, right) = (queen.0 - row, queen.1 - column);
            down == 0 || right == 0 || down.abs() == right.abs()
        };
        match (queens.contains(&(row, column)), queens.iter().any(is_hit)) {
            (true, _) => QUEEN,
            (false, true) => ATTACKED,
            (false, false) => FREE,
        }
    };
    (0..n).flat_map(|row| (0..n).map(move |column| (row, column))).map(colour).collect()
}

/// The colours of the squares in a picture of only a board, near their upper left corners.
fn seen(picture: &RgbImage, n: u32) -> Vec<[u8; 3]> {
    let side = picture.width() / n;
    let squares = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    squares.map(|(row, column)| picture.get_pixel(column * side + 4, row * side + 4).0).collect()
}

fn drawn(sandbox: &Sandbox, command: &str) -> RgbImage {
    sandbox.succeed(&words(&format!("{command} --theme purple -o board.png --force")));
    read_rgb(&sandbox.path("board.png"))
}

/// The frames of `film.gif`.
fn frames(sandbox: &Sandbox) -> Vec<RgbImage> {
    let bytes = sandbox.read("film.gif");
    gif_frames(&bytes).map(|frame| DynamicImage::ImageRgba8(frame.into_buffer()).into_rgb8()).collect()
}

#[test]
fn one_queen_in_the_middle_leaves_48_squares_free() {
    let picture = drawn(&Sandbox::new(), "board 000050000 --size 450");
    let seen = seen(&picture, 9);
    assert_eq!(seen, expected(&[0, 0, 0, 0, 5, 0, 0, 0, 0]));
    let count = |colour| seen.iter().filter(|seen| **seen == colour).count();
    assert_eq!([FREE, ATTACKED, QUEEN].map(count), [48, 32, 1]);
    // White lines between squares, and none around them.
    for at in 0..450 {
        let is_line = at % 50 == 49 && at < 449;
        assert_eq!(picture.get_pixel(at, 20).0 == WHITE, is_line, "{at}");
        assert_eq!(picture.get_pixel(20, at).0 == WHITE, is_line, "{at}");
    }
}

#[test]
fn queens_have_one_colour_on_full_boards_too() {
    let sandbox = Sandbox::new();
    // A solution, a full board with fewer queens, and one with a free square.
    for placement in ["15863724", "00300", "02000", "12345", "1"] {
        let rows = rows(placement);
        let picture = drawn(&sandbox, &format!("board {placement} --no-highlight"));
        assert_eq!(seen(&picture, rows.len() as u32), expected(&rows), "{placement}");
    }
}

#[test]
fn every_frame_of_a_film_has_the_colours_of_its_board() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&words("search 5 --all --theme purple --size 250 --no-highlight -o film.gif"));
    let mut board = Board::empty(5);
    let mut boards = vec![board.rows.clone()];
    for event in events(5, u64::MAX) {
        board.follow(event);
        if matches!(event, Event::Place(_) | Event::Remove(_)) {
            boards.push(board.rows.clone());
        }
    }
    let frames = frames(&sandbox);
    assert_eq!(frames.len(), boards.len(), "a frame for every step");
    for (number, (frame, rows)) in frames.iter().zip(&boards).enumerate() {
        assert_eq!(seen(frame, 5), expected(rows), "frame {number}: {rows:?}");
    }
}

#[test]
fn pages_and_races_have_three_colours_and_no_scale() {
    let sandbox = Sandbox::new();
    let page = drawn(&sandbox, "gallery 6 --canvas 16:9");
    let count = |colour: [u8; 3], from: u32| {
        page.enumerate_pixels().filter(|(_, y, pixel)| *y >= from && pixel.0 == colour).count()
    };
    // Solutions are full boards; a scale would be at the foot.
    assert_eq!(count(FREE, 0), 0);
    assert!(count(ATTACKED, 0) > 20 * count(QUEEN, 0) / 6 && count(QUEEN, 0) > 1_000);
    assert_eq!(count(ATTACKED, page.height() * 95 / 100), 0);
    sandbox.succeed(&words("race 5 backtracking bitfield --theme purple -o race.gif --poster race.png"));
    let race = read_rgb(&sandbox.path("race.png"));
    assert!(race.pixels().filter(|pixel| pixel.0 == ATTACKED).count() > 10_000);
}

#[test]
fn a_theme_file_has_three_colours_or_six() {
    let sandbox = Sandbox::new();
    let text = sandbox.stdout(&["themes", "purple"]);
    assert!(text.contains("heat = [\"#440154\", \"#fde725\", \"#21918c\"]\n"), "{text}");
    let written = Theme::from_toml(&text).unwrap();
    assert_eq!(written, Theme::named("purple").unwrap());
    assert!(matches!(written.heat(), Some(HeatMap::States(_))));

    let other = text.replace("#fde725", "#ff8800");
    sandbox.write("orange.toml", &other);
    sandbox.succeed(&words("board 300 --size 150 --theme orange.toml -o board.png"));
    let picture = read_rgb(&sandbox.path("board.png"));
    let orange = [0xff, 0x88, 0x00];
    assert_eq!(seen(&picture, 3), [orange, FREE, orange, orange, orange, FREE, QUEEN, orange, orange]);
}

/// The colours of a picture with their numbers of pixels, without blends.
fn large(picture: &RgbImage) -> Vec<[u8; 3]> {
    let mut counted = std::collections::BTreeMap::new();
    picture.pixels().for_each(|pixel| *counted.entry(pixel.0).or_insert(0) += 1);
    let least = picture.width() * picture.height() / 1000;
    counted.into_iter().filter(|(_, count)| *count > least).map(|(colour, _)| colour).collect()
}

#[test]
fn without_a_piece_a_square_with_a_queen_has_its_colour_and_nothing_else() {
    let sandbox = Sandbox::new();
    for placement in ["15863724", "04000000", "000050000"] {
        let n = placement.len() as u32;
        let board = format!("board {placement} --size {} --piece none --no-highlight", 60 * n);
        let picture = drawn(&sandbox, &board);
        let expected = expected(&rows(placement));
        for (x, y, pixel) in picture.enumerate_pixels() {
            let is_line = |at: u32| at % 60 == 59 && at + 1 < 60 * n || at.is_multiple_of(60) && at > 0;
            let square = expected[(y / 60 * n + x / 60) as usize];
            assert!(pixel.0 == square || is_line(x) || is_line(y), "{placement}: {x}, {y}: {pixel:?}");
        }
    }
    // Films, galleries, sheets and races, as pictures.
    let three = [FREE, QUEEN, ATTACKED, WHITE];
    sandbox.succeed(&words(
        "search 5 --theme purple --size 250 -o film.gif --force --piece none --no-highlight",
    ));
    for frame in frames(&sandbox) {
        assert!(frame.pixels().all(|pixel| three.contains(&pixel.0)), "{:?}", large(&frame));
    }
    let black = Theme::named("purple").unwrap().inks().queen_on(Rgb(QUEEN)).0;
    for page in ["race 5 backtracking bitfield -o r.gif --poster", "sheet 5 -o", "gallery 5 -o"] {
        // The ink on the colour of queens; a sign has little.
        let inked = |piece: &str| {
            sandbox.succeed(&words(&format!("{page} page.png --theme purple --force --piece {piece}")));
            let picture = read_rgb(&sandbox.path("page.png"));
            assert!(large(&picture).contains(&QUEEN), "{page}");
            let is_queen =
                |x: u32, y: u32| picture.get_pixel_checked(x, y).is_some_and(|seen| seen.0 == QUEEN);
            let pixels = picture.enumerate_pixels();
            let is_on = |x: u32, y: u32| is_queen(x + 8, y) && is_queen(x.wrapping_sub(8), y);
            pixels.filter(|(x, y, pixel)| pixel.0 == black && is_on(*x, *y)).count()
        };
        let (queens, none) = (inked("Q"), inked("none"));
        assert!(10 * none < queens, "{page}: {none}, {queens}");
    }
    // Vector formats have no outline of a queen: its square looks like the disc's, without the circle.
    for ending in ["svg", "pdf", "html", "pptx"] {
        sandbox.succeed(&words(&format!("search 5 --theme purple --piece none -o film.{ending}")));
    }
    let svg = String::from_utf8(sandbox.read("film.svg")).unwrap();
    assert!(svg.contains("#21918c"));
    sandbox.succeed(&words("search 5 --theme purple -o queens.svg"));
    assert!(String::from_utf8(sandbox.read("queens.svg")).unwrap().len() > svg.len() + 500);
}

#[test]
fn queens_are_seen_on_their_colour() {
    let sandbox = Sandbox::new();
    let ink = Theme::named("purple").unwrap().inks().queen_on(Rgb(QUEEN));
    assert!(contrast(ink, Rgb(QUEEN)) > 3.0);
    for placement in ["0300000", "15863724"] {
        let picture = drawn(&sandbox, &format!("board {placement} --size 560 --no-highlight"));
        let side = 560 / placement.len() as u32;
        for queen in &placement.parse::<Placement>().unwrap().queens() {
            let (left, top) = (u32::from(queen.column - 1) * side, u32::from(queen.row - 1) * side);
            let square = image::imageops::crop_imm(&picture, left, top, side, side).to_image();
            let inked = square.pixels().filter(|pixel| pixel.0 == ink.0).count() as u32;
            assert!(inked > side * side / 8, "{placement}: {inked}");
        }
    }
}
