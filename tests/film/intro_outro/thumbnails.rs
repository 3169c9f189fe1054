//! Thumbnails: the picture that previews show, and the poster.

use image::RgbImage;

use super::{film, still};
use crate::common::decode::read_rgb;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;

const SEARCHES: [&str; 5] = [
    "search 6",
    "search 5 --all --view article",
    "search 4 --view lecture --canvas 960x540",
    "search 5 --algorithm bitfield --panel bits --canvas 960x540",
    "search 6 --all --every 7",
];

#[test]
fn a_film_begins_with_its_first_solution_for_a_moment() {
    let sandbox = Sandbox::new();
    for command in sampled(2, SEARCHES) {
        let plain = film(&sandbox, command, &[]);
        let with = film(&sandbox, command, &["--thumbnail", "solution", "--poster", "poster.png"]);
        assert!(with[1..] == plain, "{command}: the film follows");
        // The still of the first solution, made in another way.
        let still = still(&sandbox, command, "first-solution");
        assert!(with[0].0 == still, "{command}: the first picture is the still");
        assert_eq!(with[0].1, 20, "{command}");
        assert!(read_rgb(&sandbox.path("poster.png")) == still, "{command}: the poster is the still");
    }
}

#[test]
fn a_step_is_counted_as_selections_count_it() {
    let sandbox = Sandbox::new();
    let films = [
        ("search 6", "17"),
        ("search 6", "0"),
        ("search 4 --view lecture --canvas 960x540", "4"),
        ("search 5 --all --caption", "12"),
        ("race 5 backtracking eager --canvas 640x360", "11"),
    ];
    for (command, step) in sampled(2, films) {
        let with = film(&sandbox, command, &["--thumbnail", step]);
        assert!(with[0].0 == still(&sandbox, command, step), "{command}, {step}");
        assert_eq!(with[0].1, 20);
    }
}

#[test]
fn a_film_begins_with_a_frame_of_its_own() {
    let sandbox = Sandbox::new();
    for (command, thumbnail, index) in [
        // Step 11 is left out, so the next frame is the thumbnail.
        ("search 6 --every 10", "11", 2),
        // Without a solution, it is the last frame.
        ("search 3", "solution", 10),
        // The first solution is step 12, and so the tenth frame of the excerpt.
        ("search 4 --all --select 3..20", "solution", 9),
        ("search 4 --all --select 3..20", "5", 2),
        ("gallery 6", "3", 2),
        ("gallery 8 --fundamental --from 5", "7", 2),
    ] {
        let plain = film(&sandbox, command, &[]);
        let with = film(&sandbox, command, &["--thumbnail", thumbnail]);
        let is_it = with[0].0 == plain[index].0 && with[0].1 == 20;
        assert!(is_it && with[1..] == plain, "{command}, {thumbnail}");
    }
}

#[test]
fn the_first_frame_is_no_picture_more_unless_a_card_comes_before_it() {
    let sandbox = Sandbox::new();
    for command in ["search 5", "race 4 eager marking --canvas 640x360", "gallery 6"] {
        let plain = film(&sandbox, command, &[]);
        let poster = ["--thumbnail", "first", "--poster", "poster.png"];
        let same = film(&sandbox, command, &poster);
        assert!(same == plain, "{command}");
        assert!(read_rgb(&sandbox.path("poster.png")) == plain[0].0, "{command}");
        let with = film(&sandbox, command, &["--thumbnail", "first", "--intro", "1s"]);
        assert_eq!(with.len(), plain.len() + 2, "{command}");
        assert!(with[0].0 == plain[0].0 && with[2..] == plain, "{command}");
        assert_eq!((with[0].1, with[1].1), (20, 1000), "{command}");
    }
}

#[test]
fn a_race_begins_with_the_first_solver_that_finishes() {
    let sandbox = Sandbox::new();
    let race = "race 5 backtracking marking --canvas 640x360";
    let plain = film(&sandbox, race, &[]);
    let with = film(&sandbox, race, &["--thumbnail", "solution", "--poster", "poster.png"]);
    assert!(with[1..] == plain && with[0].1 == 20);
    // The frame in which the first solver finishes is held.
    let held = plain.iter().find(|(_, time)| *time >= 600).unwrap();
    assert!(with[0].0 == held.0);
    assert!(read_rgb(&sandbox.path("poster.png")) == held.0);
}

#[test]
fn the_poster_of_any_film_is_the_thumbnail() {
    let sandbox = Sandbox::new();
    let wanted = still(&sandbox, "search 5", "2");
    for output in ["film.svg", "film.html", "frames/", "film.gif"] {
        let search = ["search", "5", "-o", output, "--poster", "poster.png", "--force"];
        sandbox.succeed(&[&search[..], &["--thumbnail", "2"]].concat());
        let poster = read_rgb(&sandbox.path("poster.png"));
        // A board in a format other than for the web has another width.
        let small = |picture: &RgbImage| image::imageops::thumbnail(picture, 64, 64);
        let (one, other) = (small(&poster), small(&wanted));
        let far = one.as_raw().iter().zip(other.as_raw()).filter(|(one, other)| one.abs_diff(**other) > 40);
        assert!(far.count() < 300, "{output}");
    }
}
