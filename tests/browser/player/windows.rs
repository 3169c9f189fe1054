//! Small and large windows, and zoom.

use super::{PHONE, Player, WIDE};

const FILMS: [&str; 5] = [
    "search 6 --view lecture",
    "search 6 --view article",
    "search 6",
    "race 5 backtracking bitfield marking",
    "gallery 6",
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

#[test]
fn controls_are_in_the_window_and_never_on_the_board() {
    let Some(player) = Player::start() else { return };
    for film in FILMS {
        player.film(film);
        player.open(WIDE, "#step=3");
        for (size, scale) in WINDOWS {
            player.browser.resize(size, scale);
            player.browser.wait(&format!("innerWidth === {}", size.0));
            player.value("drawn()");
            let problems: Vec<String> = player.read(include_str!("layout.js"));
            assert!(problems.is_empty(), "{film} at {size:?}: {problems:#?}");
        }
    }
}

#[test]
fn controls_fade_while_playing_and_come_back() {
    let Some(player) = Player::showing("search 6", "") else { return };
    let opacity = "getComputedStyle(document.querySelector('#controls')).opacity";
    player.press("Space");
    assert_eq!(player.value(opacity), "1");
    player.browser.wait(&format!("{opacity} === '0'"));
    player.browser.point("mouse", (300.0, 300.0), (320.0, 300.0));
    player.browser.wait(&format!("{opacity} === '1'"));
}

/// Four boards side by side would be tiny.
#[test]
fn boards_of_a_race_are_in_pairs_on_a_phone_and_nothing_is_lost() {
    let Some(player) = Player::start() else { return };
    for solvers in ["eager marking", "eager marking bitfield", "eager marking loops bitfield"] {
        player.film(&format!("race 5 {solvers}"));
        let texts = |size| {
            player.open(size, "#step=9");
            let visible = "[...document.querySelectorAll('#picture text')].filter((one) => one.getBoundingClientRect().width)";
            player.value(&format!("{visible}.map((one) => one.textContent).sort()"))
        };
        let wide = texts(WIDE);
        assert_eq!(texts(PHONE), wide, "the same words");
        let lanes = "[...document.querySelectorAll('.lane')].map((lane) => lane.getBoundingClientRect())";
        let lanes: Vec<[f64; 3]> =
            player.read(&format!("{lanes}.map(({{ left, top, width }}) => [left, top, width])"));
        assert_eq!(lanes.len(), solvers.split(' ').count());
        for (at, [left, top, width]) in lanes.iter().enumerate() {
            assert!(*width > 150.0, "{lanes:?}");
            let [first, above] = [lanes[at % 2][0], lanes[at / 2 * 2][1]];
            assert!((left - first).abs() < 1.0 && (top - above).abs() < 1.0, "{lanes:?}");
        }
    }
}
