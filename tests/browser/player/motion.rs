//! Steps that are played, or made by one step forward, move as in videos, and end as stills.

use image::RgbImage;
use serde::Deserialize;
use serde_json::json;

use super::{AT, IS_PLAYING, Player, WIDE};
use crate::common::search_oracle::{Kind, SearchSpec, Truth, truths};
use crate::driver::Browser;

/// Each step of this film is shown for a second, and the last for three.
const LECTURE: &str = "search 4 --view lecture --delay 1s";
const STEP: f64 = 1000.0;

/// Whether nothing moves, and no trace of a motion is left.
const IS_SETTLED: &str =
    r#"document.querySelectorAll('#picture svg :is([class], [style*=":"])').length === 0"#;

/// A running animation.
#[derive(Debug, Deserialize, PartialEq)]
struct Moving {
    delay: f64,
    duration: f64,
    /// The names of the animated properties.
    properties: String,
}

/// The number of animations of these properties, with these times in milliseconds.
fn count(moving: &[Moving], properties: &str, delay: f64, duration: f64) -> usize {
    let is_near = |one: f64, other: f64| (one - other).abs() < 1.0;
    let has_times = |one: &&Moving| is_near(one.delay, delay) && is_near(one.duration, duration);
    moving.iter().filter(|one| one.properties == properties).filter(has_times).count()
}

pub fn lecture() -> Vec<Truth> {
    truths(SearchSpec { solutions: 1, ..SearchSpec::whole(4) })
}

/// The animations after a step forward, before anything has moved.
fn step_forward(player: &Player) -> Vec<Moving> {
    player.read("(press('ArrowRight'), moving())")
}

/// A screenshot in the fonts of the page, painted completely.
fn picture(player: &Player) -> RgbImage {
    player.browser.wait("document.fonts.size === document.querySelectorAll('[data-weight]').length");
    player.value("redraw()");
    player.browser.picture()
}

fn open(player: &Player, film: &str) {
    player.film(film);
    player.open(WIDE, "");
}

#[test]
fn steps_forward_move_and_are_still_in_the_middle_of_their_time() {
    let Some(player) = Player::showing(LECTURE, "") else { return };
    let truths = lecture();
    for (step, truth) in truths.iter().enumerate().skip(1) {
        let moving = step_forward(&player);
        assert_eq!(player.at(), step);
        let context = format!("step {step}, {:?}: {moving:#?}", truth.kind);
        let time = if step + 1 == truths.len() { 3.0 * STEP } else { STEP };
        for one in &moving {
            assert!(one.delay + one.duration <= time / 3.0, "{context}");
            let cheap = ["opacity", "transform", "clipPath"];
            assert!(one.properties.split(' ').all(|name| cheap.contains(&name)), "{context}");
        }
        let count = |properties, delay, duration| count(&moving, properties, delay, duration);
        if matches!(truth.kind, Kind::Place) {
            assert_eq!(count("opacity transform", 0.0, 220.0), 1, "a queen settles: {context}");
            assert!(count("clipPath opacity", 0.0, 200.0) >= 2, "the path extends: {context}");
        }
        if matches!(truth.kind, Kind::Remove) {
            assert_eq!(count("opacity", 0.0, 160.0), 1, "a queen fades in its place: {context}");
        }
        if truth.caption.contains("refused") {
            assert!(count("clipPath opacity", 0.0, 200.0) > 0, "a line grows: {context}");
            assert_eq!(count("opacity transform", 200.0, 80.0), 1, "a cross strikes in: {context}");
        }
        if truth.caption.contains("is safe") {
            assert_eq!(count("clipPath", 0.0, 160.0), 1, "a ring is drawn: {context}");
        }
        assert_eq!(player.value(&format!("seek({})", time / 2.0)), 0, "{context}");
    }
    // No trace of the motion is left.
    player.browser.wait(IS_SETTLED);
    player.assert_no_faults("motion");
}

#[test]
fn marks_of_attack_spread_and_a_solution_is_a_wave() {
    let Some(player) = Player::showing(LECTURE, "") else { return };
    let truths = lecture();
    player.press("ArrowRight");
    // The first queen is in the corner: three squares in each direction.
    let moving = step_forward(&player);
    for distance in [1.0, 2.0, 3.0] {
        let copies = count(&moving, "opacity", 0.0, 15.0 * distance);
        assert_eq!(copies, 6, "each square waits, and is what it was: {moving:#?}");
    }
    player.value(&format!("jump({})", truths.len() - 2));
    let moving = step_forward(&player);
    // The last queen settles on the paper and in the frame of a placed one; then one after the other turns.
    let count = |properties, delay, duration| count(&moving, properties, delay, duration);
    assert_eq!(count("opacity transform", 0.0, 220.0), 1, "{moving:#?}");
    for queen in 0..4 {
        let turn = 220.0 + 80.0 * f64::from(queen);
        // The paper, the queen and the frame of each wait; while the first ones do, the placed queen is
        // visible.
        let placed = if queen == 0 { 2 } else { 0 };
        assert_eq!(count("opacity", 0.0, turn), 3 + placed, "queen {queen}: {moving:#?}");
        // A disc and a tick.
        assert_eq!(count("opacity transform", turn, 160.0), 2, "queen {queen}: {moving:#?}");
    }
}

/// The segments of a line that cover segments of the line before, on squares that look the same.
#[test]
fn the_line_of_each_refusal_grows_from_the_attacker() {
    let Some(player) = Player::start() else { return };
    let refused = |column: u8| format!("{{\"test\":[1,{column}],\"attacker\":[1,1]}}\n");
    let log = "{\"place\":[1,1]}\n".to_owned() + &refused(3) + &refused(4) + &refused(4);
    player.sandbox.write("log.jsonl", &log);
    open(&player, "replay log.jsonl --queens 4 --detail tests --delay 1s");
    player.value("jump(1)");
    for pieces in [2, 3, 3] {
        let moving = step_forward(&player);
        let count = |properties, delay, duration| count(&moving, properties, delay, duration);
        assert_eq!(count("clipPath opacity", 0.0, 200.0), pieces, "{moving:#?}");
        // The square's paper, and the rest on it.
        assert!(count("opacity", 0.0, 200.0) > 0, "the square is red at once: {moving:#?}");
        assert_eq!(count("opacity transform", 200.0, 80.0), 1, "a cross strikes in: {moving:#?}");
    }
    player.assert_no_faults("refusals");
}

#[test]
fn boards_lanes_and_cells_move() {
    let Some(player) = Player::start() else { return };
    for (film, step, properties, time) in [
        // All queens of a board fade.
        ("search 4 --algorithm permutations", 1, "opacity", 220.0),
        ("gallery 6", 1, "opacity", 220.0),
        ("race 5 backtracking min-conflicts marking", 5, "opacity transform", 240.0),
        ("search 4 --panel arrays", 1, "clipPath opacity", 160.0),
        ("search 5 --algorithm min-conflicts --detail steps", 2, "opacity transform", 250.0),
    ] {
        open(&player, &format!("{film} --delay 1s"));
        player.value(&format!("jump({})", step - 1));
        let moving = step_forward(&player);
        assert!(count(&moving, properties, 0.0, time) > 0, "{film}: {moving:#?}");
        player.assert_no_faults(film);
    }
}

#[test]
fn speeds_divide_all_times() {
    let Some(player) = Player::showing(LECTURE, "") else { return };
    for (speed, key) in [(0.25, "<"), (1.0, ">"), (4.0, ">")] {
        player.press(key);
        player.value("jump(1)");
        let moving = step_forward(&player);
        assert!(count(&moving, "opacity transform", 0.0, 220.0 / speed) > 0, "{speed}: {moving:#?}");
    }
    // A step takes 62 ms now.
    player.press(">");
    player.value("jump(1)");
    assert_eq!(step_forward(&player), []);
}

#[test]
fn only_steps_forward_move() {
    let Some(player) = Player::showing(LECTURE, "") else { return };
    let none = |what: &str, action: &str| {
        assert_eq!(player.value(&format!("({action}, moving().length)")), 0, "{what}");
    };
    none("a jump", "jump(7)");
    none("a jump to the next step", "jump(8)");
    for key in ["ArrowLeft", "End", "Home", "s", "B"] {
        none(key, &format!("press('{key}')"));
    }
    // Also in the middle of a motion.
    assert!(!step_forward(&player).is_empty());
    none("back in motion", "press('ArrowRight'), press('ArrowLeft')");
    none("a jump in motion", "[1, 2, 3].forEach(() => press('ArrowRight')), jump(20)");

    player.browser.reduce_motion(true);
    player.open(WIDE, "");
    for _ in 0..4 {
        assert_eq!(step_forward(&player), [], "less motion");
    }
    let reduced = picture(&player);
    player.browser.reduce_motion(false);
    player.open(WIDE, "");
    player.value("jump(4)");
    assert!(picture(&player) == reduced, "with less motion a step is its still at once");

    open(&player, &format!("{LECTURE} --motion none"));
    for _ in 0..12 {
        assert_eq!(step_forward(&player), [], "--motion none");
    }
    player.assert_no_faults("no motion");
}

#[test]
fn what_has_moved_ends_as_the_still() {
    let Some(player) = Player::start() else { return };
    for film in [
        LECTURE,
        "search 5 --algorithm min-conflicts --attacks --view lecture --delay 200ms",
        "race 4 backtracking marking --theme ink --delay 300ms",
    ] {
        player.film(film);
        for steps in [3, 12, 19] {
            let still = |what: &str, shown: &RgbImage| {
                player.open(WIDE, "?controls=0");
                player.value(&format!("jump({steps})"));
                assert!(picture(&player) == *shown, "{film}, {steps} steps {what}");
            };
            // Each step cuts off the motion of the one before it; the last ends.
            player.open(WIDE, "?controls=0");
            player.value(&format!("Array({steps}).fill('ArrowRight').forEach(press)"));
            player.value("seek(2000)");
            player.browser.wait(IS_SETTLED);
            let ended = picture(&player);
            // The same, with a step back in the middle of a motion.
            player.value("['ArrowRight', 'ArrowLeft'].forEach(press)");
            assert_eq!(player.at(), steps);
            let cut = picture(&player);
            still("in motion", &ended);
            still("and back", &cut);
        }
        // Played to its end.
        player.open(WIDE, "?controls=0&autoplay=1");
        player.press(">");
        player.browser.wait(&format!("!{IS_PLAYING} && {AT} > 9"));
        player.browser.wait(IS_SETTLED);
        let played = picture(&player);
        player.open(WIDE, "?controls=0");
        player.value("press('End')");
        assert!(picture(&player) == played, "{film}, played");
        player.assert_no_faults(film);
    }
}

#[test]
fn boards_are_copied_without_what_moves() {
    let Some(player) = Player::showing(LECTURE, "") else { return };
    player.browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text }");
    let copy_after = |action: &str| -> (String, u64) {
        let click = "document.querySelector('[data-action=svg]').click()";
        player.browser.run(&format!("window.copied = ''; {action}; window.count = moving().length; {click}"));
        player.browser.wait("copied !== ''");
        player.read("[copied, count]")
    };
    let (moved, moving) = copy_after("jump(11); press('ArrowRight')");
    let (still, none) = copy_after("jump(12)");
    assert!(moving > 0 && none == 0, "{moving}, {none}");
    assert_eq!(moved, still);
}

/// A step in motion takes a fraction of the processor time available per picture at 60 per second; processor
/// time, since other tests share the machine.
#[test]
fn steps_in_motion_are_cheap() {
    let Some(player) = Player::with("search 8 --view lecture --delay 300ms") else { return };
    player.browser.tools("Performance.enable", &json!({ "timeDomain": "threadTicks" }));
    player.open(WIDE, "");
    let busy = || {
        let metrics = player.browser.tools("Performance.getMetrics", &json!({}));
        let metrics = metrics["metrics"].as_array().unwrap().clone();
        let value = |name: &str| metrics.iter().find(|one| one["name"] == name).unwrap()["value"].as_f64();
        value("TaskDuration").unwrap()
    };
    let before = busy();
    let (pictures, moving, parts): (f64, u64, u64) = player.read("playAndCount(24)");
    let spent = 1000.0 * (busy() - before);
    println!(
        "{spent:.1} ms for {pictures} pictures, {moving} of them in motion; at most {parts} parts change"
    );
    assert!(moving > 20, "{moving}");
    // Of about 700 parts.
    assert!(parts < 120, "{parts}");
    assert!(spent / pictures < 1000.0 / 60.0, "{spent} ms for {pictures} pictures");
}

/// The browser drops no picture while steps move.
#[test]
fn a_browser_drops_no_picture_of_a_page_in_motion() {
    let Some(player) = Browser::start_alone().map(Player::of) else { return };
    player.film("search 6 --view lecture --delay 300ms");
    // Other load on the machine costs pictures too: one of a few attempts must be without a gap.
    let mut attempts = Vec::new();
    for _ in 0..10 {
        player.open(WIDE, "");
        let gaps: Vec<f64> = player.read("playAndTime(12)");
        let longest = gaps.iter().copied().fold(0.0, f64::max);
        attempts.push((gaps.len(), longest));
        // A second has 60 pictures.
        if gaps.len() > 20 && longest < 25.0 {
            return;
        }
    }
    panic!("pictures in motion, and the longest time before one of them in ms: {attempts:?}");
}
