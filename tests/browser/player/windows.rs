//! Small and large windows, and zoom.

use serde_json::Value;

use super::Player;

const FILMS: [&[&str]; 5] = [
    &["search", "6", "--view", "lecture"],
    &["search", "6", "--view", "article"],
    &["search", "6"],
    &["race", "5", "backtracking", "bitfield", "marking"],
    &["gallery", "6"],
];

/// Windows in CSS pixels, with device pixels per CSS pixel: at 200 % zoom there are half as many.
const WINDOWS: [((u32, u32), u32); 7] = [
    ((320, 640), 1),
    ((360, 740), 2),
    ((640, 400), 2),
    ((768, 1024), 1),
    ((1024, 768), 1),
    ((1280, 800), 1),
    ((1920, 1080), 1),
];

/// Errors of layout on the page.
const PROBLEMS: &str = "(() => {
    const problems = [];
    const box = (element) => element.getBoundingClientRect();
    const { innerWidth: width, innerHeight: height } = window;
    if (document.documentElement.scrollWidth > width) problems.push(`${document.documentElement.scrollWidth} wide`);
    const controls = box(document.querySelector('#controls'));
    if (controls.bottom > height + 0.5) problems.push('controls are below the window');
    const shown = [...document.querySelectorAll('#controls button, #scrubber, .speed label')].filter((one) => box(one).width);
    for (const one of shown) {
        const { left, right, top, bottom } = box(one);
        const name = one.getAttribute('aria-label') ?? one.textContent;
        if (left < 0 || right > width + 0.5 || top < controls.top || bottom > height + 0.5) problems.push(`${name} is outside`);
        if (one.tagName === 'BUTTON' && right - left < 24) problems.push(`${name} is small`);
        for (const other of shown) {
            const place = box(other);
            if (other !== one && left + 0.5 < place.right && place.left + 0.5 < right && top + 0.5 < place.bottom && place.top + 0.5 < bottom) {
                problems.push(`${name} overlaps ${other.getAttribute('aria-label') ?? other.textContent}`);
            }
        }
    }
    for (const name of ['Play', 'Step back', 'Step forward', 'Menu and keys', 'Position']) {
        if (!shown.some((one) => one.getAttribute('aria-label') === name)) problems.push(`no ${name}`);
    }
    const squares = [...document.querySelectorAll('#picture > svg > svg')].filter((one) =>
        one.getAttribute('width') === one.getAttribute('height') && one.querySelector('path') && box(one).width > 12);
    const lowest = Math.max(...squares.map((one) => box(one).bottom));
    if (!squares.length || lowest > controls.top + 0.5) problems.push(`the board ends at ${lowest}, the controls begin at ${controls.top}`);
    const right = Math.max(...squares.map((one) => box(one).right));
    if (right > width + 0.5) problems.push('the board is wider than the window');
    return problems;
})()";

#[test]
fn controls_are_in_the_window_and_never_on_the_board() {
    let Some(player) = Player::start() else { return };
    let mut problems: Vec<(String, Value)> = Vec::new();
    for film in FILMS {
        player.film(film);
        player.open((1280, 800), "#step=3");
        for (size, scale) in WINDOWS {
            player.browser.resize(size, scale);
            player.browser.wait(&format!("innerWidth === {}", size.0));
            player.value(
                "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))",
            );
            let found = player.value(PROBLEMS);
            if found != Value::Array(Vec::new()) {
                problems.push((format!("{film:?} at {size:?}"), found));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn controls_fade_while_playing_and_come_back() {
    let Some(player) = Player::start() else { return };
    player.film(&["search", "6"]);
    player.open((1280, 800), "");
    let opacity = "getComputedStyle(document.querySelector('#controls')).opacity";
    player.browser.press(" ");
    assert_eq!(player.value(opacity), "1");
    player.browser.wait(&format!("{opacity} === '0'"));
    player.browser.point("mouse", (300.0, 300.0), (320.0, 300.0));
    player.browser.wait(&format!("{opacity} === '1'"));
}

/// Four boards side by side would be tiny.
#[test]
fn boards_of_a_race_are_in_pairs_on_a_phone_and_nothing_is_lost() {
    let Some(player) = Player::start() else { return };
    for solvers in [
        &["eager", "marking"][..],
        &["eager", "marking", "bitfield"],
        &["eager", "marking", "loops", "bitfield"],
    ] {
        player.film(&[&["race", "5"], solvers].concat());
        let texts = |size| {
            player.open(size, "#step=9");
            let visible = "[...document.querySelectorAll('#picture text')].filter((one) => one.getBoundingClientRect().width)";
            player.value(&format!("{visible}.map((one) => one.textContent).sort()"))
        };
        let wide = texts((1280, 800));
        assert_eq!(texts((360, 740)), wide, "the same words");
        let lanes = player.value(
            "[...document.querySelectorAll('.lane')].map((lane) => lane.getBoundingClientRect()).map(({ left, top, width }) => [left, top, width])",
        );
        let lanes: Vec<[f64; 3]> = serde_json::from_value(lanes).unwrap();
        assert_eq!(lanes.len(), solvers.len());
        for (at, [left, top, width]) in lanes.iter().enumerate() {
            assert!(*width > 150.0, "{lanes:?}");
            let [first, above] = [lanes[at % 2][0], lanes[at / 2 * 2][1]];
            assert!((left - first).abs() < 1.0 && (top - above).abs() < 1.0, "{lanes:?}");
        }
    }
}
