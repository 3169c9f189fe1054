//! Steps that are played, or made by one step forward, move as in videos, and end as stills.

use image::RgbImage;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{AT, IS_PLAYING, Player, WIDE};
use crate::common::search_oracle::{Kind, SearchSpec, Truth, truths};
use crate::driver::Browser;

const RIGHT: &str = "\u{e014}";

/// Each step of this film is shown for a second, and the last for three.
const LECTURE: [&str; 6] = ["search", "4", "--view", "lecture", "--delay", "1s"];
const STEP: f64 = 1000.0;

/// Whether nothing moves, and no trace of a motion is left.
const IS_SETTLED: &str =
    r#"document.querySelectorAll('#picture svg :is([class], [style*=":"])').length === 0"#;

/// The running animations, as the browser reports them.
const MOTION: &str = "document.getAnimations().map((animation) => {
    const { delay, duration } = animation.effect.getTiming();
    const frames = animation.effect.getKeyframes();
    const names = frames.flatMap((frame) => Object.keys(frame).filter((name) => frame[name] !== ''));
    const known = ['offset', 'computedOffset', 'easing', 'composite'];
    return { delay, duration, properties: [...new Set(names)].filter((name) => !known.includes(name)).sort().join(' '),
        transform: frames[0].transform ?? '' };
})";

#[derive(Debug, Deserialize, PartialEq)]
struct Moving {
    delay: f64,
    duration: f64,
    /// The names of the animated properties.
    properties: String,
    /// The transform of the first keyframe.
    transform: String,
}

impl Moving {
    fn is(&self, properties: &str, delay: f64, duration: f64) -> bool {
        self.properties == properties
            && (self.delay - delay).abs() < 1.0
            && (self.duration - duration).abs() < 1.0
    }
}

fn lecture() -> Vec<Truth> {
    truths(SearchSpec { solutions: 1, ..SearchSpec::whole(4) })
}

/// The animations after a key is pressed, before anything has moved.
fn after(player: &Player, key: &str) -> Vec<Moving> {
    let motion = format!("(press({}), {MOTION})", json!(key));
    serde_json::from_value(player.value(&motion)).unwrap()
}

/// A screenshot in the fonts of the page, painted completely: partial repaints round the edges of curves
/// differently.
fn picture(player: &Player) -> RgbImage {
    player.browser.wait("document.fonts.size === document.querySelectorAll('[data-weight]').length");
    player.value(
        "new Promise((done) => {
            const draw = (next) => requestAnimationFrame(() => requestAnimationFrame(next));
            document.body.style.display = 'none';
            draw(() => {
                document.body.style.display = '';
                draw(() => done(0));
            });
        })",
    );
    player.browser.picture()
}

/// Sets all animations to this time in milliseconds; returns their number.
fn at(player: &Player, time: f64) -> u64 {
    let seek = format!(
        "(() => {{
            for (const one of document.getAnimations()) one.currentTime = {time};
            return document.getAnimations().length;
        }})()"
    );
    player.value(&seek).as_u64().unwrap()
}

fn open(player: &Player, film: &[&str], end: &str) {
    player.film(film);
    player.open(WIDE, end);
}

#[test]
fn steps_forward_move_and_are_still_in_the_middle_of_their_time() {
    let Some(player) = Player::start() else { return };
    open(&player, &LECTURE, "");
    let truths = lecture();
    for (step, truth) in truths.iter().enumerate().skip(1) {
        let moving = after(&player, "ArrowRight");
        assert_eq!(player.at(), step);
        let context = format!("step {step}, {:?}: {moving:#?}", truth.kind);
        let time = if step + 1 == truths.len() { 3.0 * STEP } else { STEP };
        for one in &moving {
            assert!(one.delay + one.duration <= time / 3.0, "{context}");
            let cheap = ["opacity", "transform", "clipPath"];
            assert!(one.properties.split(' ').all(|name| cheap.contains(&name)), "{context}");
        }
        let count = |properties: &str, delay: f64, duration: f64| {
            moving.iter().filter(|one| one.is(properties, delay, duration)).count()
        };
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
        assert_eq!(at(&player, time / 2.0), 0, "{context}");
    }
    // No trace of the motion is left.
    player.browser.wait(IS_SETTLED);
    player.assert_no_faults("motion");
}

#[test]
fn marks_of_attack_spread_and_a_solution_is_a_wave() {
    let Some(player) = Player::start() else { return };
    open(&player, &LECTURE, "");
    let truths = lecture();
    player.browser.press(RIGHT);
    // The first queen is in the corner: three squares in each direction.
    let moving = after(&player, "ArrowRight");
    for distance in [1.0, 2.0, 3.0] {
        let copies = moving.iter().filter(|one| one.is("opacity", 0.0, 15.0 * distance)).count();
        assert_eq!(copies, 6, "each square waits, and is what it was: {moving:#?}");
    }
    player.value(&format!("jump({})", truths.len() - 2));
    let moving = after(&player, "ArrowRight");
    // The last queen settles on the paper and in the frame of a placed one; then one after the other turns.
    let count = |properties: &str, delay: f64, duration: f64| {
        moving.iter().filter(|one| one.is(properties, delay, duration)).count()
    };
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
    let film = ["replay", "log.jsonl", "--queens", "4", "--detail", "tests", "--delay", "1s"];
    open(&player, &film, "");
    player.value("jump(1)");
    for pieces in [2, 3, 3] {
        let moving = after(&player, "ArrowRight");
        let count = |properties: &str, delay: f64, duration: f64| {
            moving.iter().filter(|one| one.is(properties, delay, duration)).count()
        };
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
        (&["search", "4", "--algorithm", "permutations", "--delay", "1s"][..], 1, "opacity", 220.0),
        (&["gallery", "6", "--delay", "1s"], 1, "opacity", 220.0),
        (
            &["race", "5", "backtracking", "min-conflicts", "marking", "--delay", "1s"],
            5,
            "opacity transform",
            240.0,
        ),
        (&["search", "4", "--panel", "arrays", "--delay", "1s"], 1, "clipPath opacity", 160.0),
        (
            &["search", "5", "--algorithm", "min-conflicts", "--detail", "steps", "--delay", "1s"],
            2,
            "opacity transform",
            250.0,
        ),
    ] {
        open(&player, film, "");
        player.value(&format!("jump({})", step - 1));
        let moving = after(&player, "ArrowRight");
        let count = moving.iter().filter(|one| one.is(properties, 0.0, time)).count();
        assert!(count > 0, "{film:?}: {moving:#?}");
        player.assert_no_faults(&format!("{film:?}"));
    }
}

#[test]
fn speeds_divide_all_times() {
    let Some(player) = Player::start() else { return };
    open(&player, &LECTURE, "");
    for (speed, key) in [(0.25, "<"), (1.0, ">"), (4.0, ">")] {
        player.browser.press(key);
        player.value("jump(1)");
        let moving = after(&player, "ArrowRight");
        assert!(
            moving.iter().any(|one| one.is("opacity transform", 0.0, 220.0 / speed)),
            "{speed}: {moving:#?}"
        );
    }
    // A step takes 62 ms now.
    player.browser.press(">");
    player.value("jump(1)");
    assert_eq!(after(&player, "ArrowRight"), []);
}

#[test]
fn only_steps_forward_move() {
    let Some(player) = Player::start() else { return };
    open(&player, &LECTURE, "");
    let none = |what: &str, action: &str| {
        assert_eq!(player.value(&format!("({action}, {MOTION}.length)")), 0, "{what}");
    };
    let (left, end, home) = ("press('ArrowLeft')", "press('End')", "press('Home')");
    for (what, action) in [
        ("a jump", "jump(7)"),
        ("a jump to the next step", "jump(8)"),
        ("a step back", left),
        ("the end", end),
        ("the beginning", home),
        ("a solution", "press('s')"),
        ("a backtrack", "press('B')"),
    ] {
        none(what, action);
    }
    // Also in the middle of a motion.
    assert!(!after(&player, "ArrowRight").is_empty());
    none("back in motion", "press('ArrowRight'), press('ArrowLeft')");
    none("a jump in motion", "[1, 2, 3].forEach(() => press('ArrowRight')), jump(20)");

    player.browser.reduce_motion(true);
    player.open(WIDE, "");
    for _ in 0..4 {
        assert_eq!(after(&player, "ArrowRight"), [], "less motion");
    }
    let reduced = picture(&player);
    player.browser.reduce_motion(false);
    player.open(WIDE, "");
    player.value("jump(4)");
    assert!(picture(&player) == reduced, "with less motion a step is its still at once");

    open(&player, &[&LECTURE[..], &["--motion", "none"]].concat(), "");
    for _ in 0..12 {
        assert_eq!(after(&player, "ArrowRight"), [], "--motion none");
    }
    player.assert_no_faults("no motion");
}

#[test]
fn what_has_moved_ends_as_the_still() {
    let Some(player) = Player::start() else { return };
    for film in [
        &LECTURE[..],
        &[
            "search",
            "5",
            "--algorithm",
            "min-conflicts",
            "--attacks",
            "--view",
            "lecture",
            "--delay",
            "200ms",
        ],
        &["race", "4", "backtracking", "marking", "--theme", "ink", "--delay", "300ms"],
    ] {
        player.film(film);
        for steps in [3, 12, 19] {
            let still = |what: &str, shown: &RgbImage| {
                player.open(WIDE, "?controls=0");
                player.value(&format!("jump({steps})"));
                assert!(picture(&player) == *shown, "{film:?}, {steps} steps {what}");
            };
            // Each step cuts off the motion of the one before it; the last ends.
            player.open(WIDE, "?controls=0");
            player.value(&format!("Array({steps}).fill('ArrowRight').forEach(press)"));
            at(&player, 2000.0);
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
        player.browser.press(">");
        player.browser.wait(&format!("!{IS_PLAYING} && {AT} > 9"));
        player.browser.wait(IS_SETTLED);
        let played = picture(&player);
        player.open(WIDE, "?controls=0");
        player.value("press('End')");
        assert!(picture(&player) == played, "{film:?}, played");
        player.assert_no_faults(&format!("{film:?}"));
    }
}

#[test]
fn boards_are_copied_without_what_moves() {
    let Some(player) = Player::start() else { return };
    open(&player, &LECTURE, "");
    player.browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text }");
    let copy_after = |action: &str| {
        let click = "document.querySelector('[data-action=svg]').click()";
        player
            .browser
            .run(&format!("window.copied = ''; {action}; window.moving = {MOTION}.length; {click}"));
        player.browser.wait("window.copied !== ''");
        (player.value("copied"), player.value("moving").as_u64().unwrap())
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
    let Some(player) = Player::start() else { return };
    player.film(&["search", "8", "--view", "lecture", "--delay", "300ms"]);
    player.browser.tools("Performance.enable", &json!({ "timeDomain": "threadTicks" }));
    player.open(WIDE, "");
    let busy = || {
        let metrics = player.browser.tools("Performance.getMetrics", &json!({}));
        let metrics = metrics["metrics"].as_array().unwrap().clone();
        let value = |name: &str| metrics.iter().find(|one| one["name"] == name).unwrap()["value"].as_f64();
        value("TaskDuration").unwrap()
    };
    let before = busy();
    // Plays some steps at normal speed, and records the pictures drawn meanwhile and the parts that change.
    let play = format!(
        "new Promise((resolve) => {{
            const touched = [];
            const observer = new MutationObserver((changes) =>
                touched.push(new Set(changes.map(({{ target }}) => target.closest('svg svg'))).size));
            observer.observe(document.querySelector('#picture'), {{ childList: true, subtree: true }});
            let [pictures, moving] = [0, 0];
            press(' ');
            const draw = () => {{
                pictures++;
                moving += document.getAnimations().length > 0;
                if ({AT} < 24) requestAnimationFrame(draw);
                else press(' '), resolve([pictures, moving, Math.max(...touched)]);
            }};
            requestAnimationFrame(draw);
        }})"
    );
    let played: Value = player.value(&play);
    let spent = 1000.0 * (busy() - before);
    let [pictures, moving, most] = [0, 1, 2].map(|index| played[index].as_f64().unwrap());
    println!(
        "{spent:.1} ms for {pictures} pictures, {moving} of them in motion; at most {most} parts change"
    );
    assert!(moving > 20.0, "{played}");
    // Of about 700 parts.
    assert!(most < 120.0, "{played}");
    assert!(spent / pictures < 1000.0 / 60.0, "{spent} ms for {pictures} pictures");
}

/// The browser drops no picture while steps move.
#[test]
fn a_browser_drops_no_picture_of_a_page_in_motion() {
    let Some(player) = Browser::start_alone().map(Player::of) else { return };
    player.film(&["search", "6", "--view", "lecture", "--delay", "300ms"]);
    // For each picture in motion, the time since the previous one.
    let play = format!(
        "new Promise((resolve) => {{
            const gaps = [];
            let before;
            press(' ');
            const draw = (time) => {{
                if (before && document.getAnimations().length > 0) gaps.push(time - before);
                before = time;
                if ({AT} < 12) requestAnimationFrame(draw);
                else press(' '), resolve(gaps);
            }};
            requestAnimationFrame(draw);
        }})"
    );
    // Other load on the machine costs pictures too: one of a few attempts must be without a gap.
    let mut attempts = Vec::new();
    for _ in 0..10 {
        player.open(WIDE, "");
        let gaps: Vec<f64> = serde_json::from_value(player.value(&play)).unwrap();
        let longest = gaps.iter().copied().fold(0.0, f64::max);
        attempts.push((gaps.len(), longest));
        // A second has 60 pictures.
        if gaps.len() > 20 && longest < 25.0 {
            return;
        }
    }
    panic!("pictures in motion, and the longest time before one of them in ms: {attempts:?}");
}
