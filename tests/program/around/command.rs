//! `--intro`, `--outro` and `--thumbnail` on the command line.

use std::io::Cursor;

use image::AnimationDecoder;

use crate::common::sandbox::{Sandbox, stderr};

const NOT_ANIMATED: [&str; 6] = ["film.svg", "film.pdf", "film.html", "film.pptx", "film.png", "frames/"];

#[test]
fn formats_without_pictures_refuse_them() {
    let sandbox = Sandbox::new();
    for output in NOT_ANIMATED {
        for (option, value) in [("--intro", "2s"), ("--outro", "2s"), ("--thumbnail", "first")] {
            let message = sandbox.fail(2, &["search", "4", "-o", output, option, value]);
            assert!(message.contains(&format!("{option} is for GIF, APNG, WebP")), "{message}");
            let message = sandbox.fail(2, &["race", "4", "eager", "marking", "-o", output, option, value]);
            assert!(message.contains(&format!("{option} is for GIF")), "{message}");
        }
    }
    for (option, value) in [("--intro", "2s"), ("--outro", "2s"), ("--thumbnail", "1")] {
        for page in ["page.png", "page.svg", "page.pdf"] {
            sandbox.refuse(2, &["gallery", "6", "-o", page, option, value], &[option]);
        }
        sandbox.refuse(2, &["gallery", "6", "-o", "solutions/", option, value], &[option]);
    }
    assert!(sandbox.names().is_empty(), "{:?}", sandbox.names());
}

#[test]
fn times_and_frames_that_make_no_sense_are_explained() {
    let sandbox = Sandbox::new();
    for option in ["--intro", "--outro"] {
        for (value, says) in [
            ("0", "from 1ms to 10m"),
            ("0s", "from 1ms to 10m"),
            ("2", "did you mean 2s?"),
            ("-1s", "like 120ms or 1.5s"),
            ("90m", "from 1ms to 10m"),
            ("soon", "like 120ms or 1.5s"),
        ] {
            sandbox.refuse(2, &["search", "4", option, value], &[says]);
        }
    }
    let possible = "write solution, first, or the number of a step";
    for value in ["middle", "-1", "1.5", "+3", "", "99999999999999999999999"] {
        sandbox.refuse(2, &["search", "4", "--thumbnail", value], &[possible]);
    }
    let excerpt = ["search", "4", "--select", "3..5"];
    let none = "there is no frame 999,999";
    for (command, thumbnail, parts) in [
        (&["search", "4"][..], "999999", &[none, "the film has 13 frames, numbered 0 to 12"][..]),
        (&["race", "4", "eager", "marking"], "999999", &[none]),
        (&["gallery", "6"], "999999", &["the film has 4 frames, numbered 1 to 4"]),
        (&["gallery", "1"], "9", &["the film has 1 frame, number 1"]),
        (&["gallery", "6"], "0", &["there is no frame 0 for the thumbnail"]),
        (&excerpt, "2", &["the film has 3 frames, numbered 3 to 5"]),
        (&excerpt, "6", &["the film has 3 frames, numbered 3 to 5"]),
    ] {
        sandbox.refuse(2, &[command, &["-o", "film.gif", "--thumbnail", thumbnail]].concat(), parts);
    }
    assert!(sandbox.names().is_empty(), "{:?}", sandbox.names());
}

#[test]
fn a_film_without_a_solution_says_what_its_thumbnail_is() {
    let sandbox = Sandbox::new();
    let says = |command: &[&str]| {
        let output = ["-o", "film.gif", "--force", "--thumbnail", "solution"];
        stderr(&sandbox.succeed(&[command, &output].concat())).contains("the thumbnail is its last frame")
    };
    assert!(says(&["search", "3"]));
    assert!(says(&["search", "4", "--select", "0..5"]));
    assert!(says(&["race", "3", "eager", "marking", "--canvas", "640x360"]));
    assert!(!says(&["search", "4"]));
    assert!(!says(&["race", "4", "eager", "marking", "--canvas", "640x360"]));
}

#[test]
fn times_that_browsers_do_not_show_are_raised() {
    let sandbox = Sandbox::new();
    let output = sandbox.succeed(&["search", "4", "-o", "film.gif", "--intro", "1ms", "--outro", "5ms"]);
    for option in ["--intro", "--outro"] {
        assert!(stderr(&output).contains(&format!("{option} is raised to 20ms")), "{}", stderr(&output));
    }
}

#[test]
fn a_card_that_cannot_be_read_is_refused_before_the_film() {
    let sandbox = Sandbox::new();
    let small = ["search", "4", "-o", "film.gif", "--size", "60"];
    for option in ["--intro", "--outro"] {
        sandbox.refuse(2, &[&small[..], &[option, "1s"]].concat(), &["could not be read on 60×60 pixels"]);
    }
    sandbox.succeed(&small);
    let long = "word ".repeat(200);
    let message = sandbox.fail(2, &["gallery", "6", "-o", "f.gif", "--intro", "1s", "--title", &long]);
    assert!(message.contains("the title is too long"), "{message}");
    let message = sandbox.fail(2, &["gallery", "6", "-o", "f.gif", "--thumbnail", "1", "--title", "Six"]);
    assert!(message.contains("--title is for one page"), "{message}");
    assert_eq!(sandbox.names(), ["film.gif"]);
}

#[test]
fn a_title_is_text_and_not_markup() {
    let sandbox = Sandbox::new();
    let title = "<b>Four</b> &amp; more %s {} \\n";
    sandbox.succeed(&["search", "4", "-o", "film.gif", "--intro", "1s", "--outro", "1s", "--title", title]);
}

/// Where colours are indistinguishable, the tick marks the queens as a solution.
#[test]
fn solved_queens_on_a_small_card_have_ticks() {
    let sandbox = Sandbox::new();
    for n in [8, 10, 12] {
        let number = n.to_string();
        let log = sandbox.stdout(&["search", &number, "--events", "-"]);
        let output =
            sandbox.replay(&log, &["--every", "1000", "--outro", "1s", "-q", "--force", "-o", "film.gif"]);
        assert!(output.status.success(), "{}", stderr(&output));
        let film = image::codecs::gif::GifDecoder::new(Cursor::new(sandbox.read("film.gif"))).unwrap();
        let card = film.into_frames().last().unwrap().unwrap().into_buffer();
        let of_board: [[u8; 3]; 2] = [[0xf0, 0xd9, 0xb5], [0xb5, 0x88, 0x63]];
        let at = |x: u32, y: u32| <[u8; 3]>::try_from(&card.get_pixel(x, y).0[..3]).unwrap();
        let squares = card.enumerate_pixels().filter(|(x, y, _)| of_board.contains(&at(*x, *y)));
        let (left, right, top) = squares.fold((u32::MAX, 0, u32::MAX), |(left, right, top), (x, y, _)| {
            (left.min(x), right.max(x), top.min(y))
        });
        let side = (right + 1 - left).div_ceil(n);
        let tick = [0xfb, 0xf7, 0xf0];
        let ticked = (0..n * n).filter(|index| {
            let (x, y) = (left + index % n * side, top + index / n * side);
            let corner = (x + side / 2..x + side).flat_map(|x| (y..y + side / 2).map(move |y| (x, y)));
            corner.into_iter().any(|(x, y)| at(x, y) == tick)
        });
        assert_eq!((side < 32, ticked.count()), (n > 9, n as usize), "{n} queens");
    }
}
