//! `--intro`, `--outro` and `--thumbnail` on the command line.

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
            let message = sandbox.fail(2, &["gallery", "6", "-o", page, option, value]);
            assert!(message.contains(option), "{message}");
        }
        let message = sandbox.fail(2, &["gallery", "6", "-o", "solutions/", option, value]);
        assert!(message.contains(option), "{message}");
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
            let message = sandbox.fail(2, &["search", "4", option, value]);
            assert!(message.contains(says), "{option} {value}: {message}");
        }
    }
    for value in ["middle", "-1", "1.5", "+3", "", "99999999999999999999999"] {
        let message = sandbox.fail(2, &["search", "4", "--thumbnail", value]);
        assert!(message.contains("write solution, first, or the number of a step"), "{value}: {message}");
    }
    let beyond = |command: &[&str]| sandbox.fail(2, &[command, &["--thumbnail", "999999"]].concat());
    let message = beyond(&["search", "4", "-o", "film.gif"]);
    assert!(message.contains("there is no frame 999,999"), "{message}");
    assert!(message.contains("the film has 13 frames, numbered 0 to 12"), "{message}");
    let message = beyond(&["race", "4", "eager", "marking", "-o", "film.gif"]);
    assert!(message.contains("there is no frame 999,999"), "{message}");
    let message = beyond(&["gallery", "6", "-o", "film.gif"]);
    assert!(message.contains("the film has 4 frames, numbered 1 to 4"), "{message}");
    let message = sandbox.fail(2, &["gallery", "6", "-o", "film.gif", "--thumbnail", "0"]);
    assert!(message.contains("there is no frame 0 for the thumbnail"), "{message}");
    let excerpt = ["search", "4", "-o", "film.gif", "--select", "3..5"];
    for outside in ["2", "6"] {
        let message = sandbox.fail(2, &[&excerpt[..], &["--thumbnail", outside]].concat());
        assert!(message.contains("the film has 3 frames, numbered 3 to 5"), "{message}");
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
        let message = sandbox.fail(2, &[&small[..], &[option, "1s"]].concat());
        assert!(message.contains("could not be read on 60×60 pixels"), "{message}");
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
