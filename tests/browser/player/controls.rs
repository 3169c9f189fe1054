//! Keys, clicks, swipes and addresses.

use serde_json::json;

use super::{AT, IS_PLAYING, Player, WIDE};
use crate::common::search_oracle::{Kind, SearchSpec, Truth, truths};

const LECTURE: [&str; 4] = ["search", "4", "--view", "lecture"];
/// Keys as WebDriver writes them.
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const ESCAPE: &str = "\u{e00c}";
const TAB: &str = "\u{e004}";
const PAGE_UP: &str = "\u{e00e}";
const PAGE_DOWN: &str = "\u{e00f}";

fn lecture() -> Vec<Truth> {
    truths(SearchSpec { solutions: 1, ..SearchSpec::whole(4) })
}

/// The steps at which a counter grows.
fn growing(truths: &[Truth], counter: usize) -> Vec<usize> {
    (1..truths.len()).filter(|at| truths[*at].counters[counter] > truths[at - 1].counters[counter]).collect()
}

fn open(player: &Player, end: &str) -> Vec<Truth> {
    player.film(&LECTURE);
    player.open(WIDE, end);
    lecture()
}

#[test]
fn keys_lead_where_their_names_say() {
    let Some(player) = Player::start() else { return };
    let truths = open(&player, "");
    let (last, backtracks, solutions) = (truths.len() - 1, growing(&truths, 3), growing(&truths, 4));
    for (key, step) in [
        (RIGHT, 1),
        (".", 2),
        (",", 1),
        (LEFT, 0),
        (LEFT, 0),
        (PAGE_UP, 0),
        (PAGE_DOWN, 1),
        (PAGE_DOWN, 2),
        (PAGE_UP, 1),
        (HOME, 0),
        ("b", backtracks[0]),
        ("b", backtracks[1]),
        ("B", backtracks[0]),
        ("B", 0),
        ("s", solutions[0]),
        (END, last),
        (RIGHT, last),
        (PAGE_DOWN, last),
        ("B", *backtracks.last().unwrap()),
        (HOME, 0),
    ] {
        player.browser.press(key);
        assert_eq!(player.at(), step, "after {key:?}");
    }
    player.browser.press(END);
    player.browser.press("S");
    let before: Vec<usize> = solutions.into_iter().filter(|step| *step < last).collect();
    assert_eq!(player.at(), before.last().copied().unwrap_or(0));

    let speed = || player.value("document.querySelector('[name=speed]:checked').value");
    for (key, expected) in [("<", "0.25"), ("<", "0.25"), (">", "1"), (">", "4"), (">", "16"), (">", "16")] {
        player.browser.press(key);
        assert_eq!(speed(), expected, "after {key:?}");
    }
    player.browser.press(HOME);
    player.browser.press(" ");
    assert!(player.is_playing());
    player.browser.wait(&format!("!{IS_PLAYING} && {AT} === {last}"));
    // At the end, playing starts again from the beginning; a key that steps stops it.
    player.browser.press("<");
    player.browser.press("<");
    player.browser.press(" ");
    assert!(player.is_playing() && player.at() < last);
    player.browser.press(" ");
    assert!(!player.is_playing());
    player.browser.press(" ");
    player.browser.press(RIGHT);
    assert!(!player.is_playing());

    player.browser.press("f");
    player.browser.wait("document.fullscreenElement !== null");
    player.browser.press("f");
    player.browser.wait("document.fullscreenElement === null");
    player.browser.press("?");
    assert_eq!(player.value("document.querySelector('#menu').open"), true);
    player.browser.press(ESCAPE);
    assert_eq!(player.value("document.querySelector('#menu').open"), false);
    player.assert_no_faults("keys");
}

/// Presenters send these two keys, regardless of the focus.
#[test]
fn page_keys_step_wherever_the_focus_is() {
    let Some(player) = Player::start() else { return };
    for film in
        [&LECTURE[..], &["race", "4", "eager", "marking"], &["gallery", "6"], &["search", "5", "--all"]]
    {
        player.film(film);
        for focus in
            ["#scrubber", "#play", "[data-action=last]", "[name=speed]:checked", "[data-action=menu]"]
        {
            player.open(WIDE, "");
            player.browser.run(&format!("document.querySelector('.time {focus}, .row {focus}').focus()"));
            for (key, step) in [(PAGE_DOWN, 1), (PAGE_DOWN, 2), (PAGE_UP, 1), (PAGE_DOWN, 2)] {
                player.browser.press(key);
                assert_eq!((player.at(), player.is_playing()), (step, false), "{film:?}, focus on {focus}");
            }
            assert_eq!(
                player.value("[scrollY, document.querySelector('[name=speed]:checked').value]"),
                json!([0, "1"])
            );
        }
        // They stop playing, and have no effect behind the menu.
        player.browser.run("document.activeElement.blur()");
        player.browser.press(HOME);
        player.browser.press(" ");
        player.browser.press(PAGE_DOWN);
        assert!(!player.is_playing());
        let at = player.at();
        player.browser.press("?");
        player.browser.press(PAGE_DOWN);
        player.browser.press(PAGE_UP);
        player.browser.press(PAGE_UP);
        assert_eq!(player.at(), at);
        player.browser.press(ESCAPE);
        player.browser.press(PAGE_UP);
        assert_eq!(player.at(), at - 1);
        player.assert_no_faults("page keys");
    }
}

#[test]
fn all_controls_are_reached_by_tab_and_their_focus_is_seen() {
    let Some(player) = Player::start() else { return };
    open(&player, "");
    let focused = "(() => {
        const element = document.activeElement;
        const style = getComputedStyle(element.type === 'range' || element.type === 'radio'
            ? element.nextElementSibling : element);
        return [element.getAttribute('aria-label') ?? element.tagName, style.outlineStyle, style.outlineWidth];
    })()";
    let mut reached = Vec::new();
    for _ in 0..14 {
        player.browser.press(TAB);
        let focus = player.value(focused);
        if focus[0] != "BODY" {
            assert_eq!((&focus[1], &focus[2]), (&json!("solid"), &json!("3px")), "{focus}");
        }
        reached.push(focus[0].as_str().unwrap().to_owned());
    }
    for name in [
        "Position",
        "Play",
        "First",
        "Previous solution",
        "Step back",
        "Step forward",
        "Next solution",
        "Last",
        "1 times",
        "Full screen",
        "Menu and keys",
    ] {
        assert!(reached.iter().any(|reached| reached == name), "{name} is not in {reached:?}");
    }
    // The space bar presses the focused button, and nothing else.
    player.browser.run("document.querySelector('[data-action=forward]').focus()");
    player.browser.press(" ");
    assert_eq!((player.at(), player.is_playing()), (1, false));
}

#[test]
fn clicks_lead_to_the_steps_of_parts() {
    let Some(player) = Player::start() else { return };
    let truths = open(&player, "");
    // Each line of code leads to the next step that runs it, and after the last one to the first.
    let line = |number: usize| {
        let lines = "[...document.querySelectorAll('[data-tab=code] > svg')]";
        player.middle(&format!("{lines}.sort((a, b) => a.getAttribute('y') - b.getAttribute('y'))[{number}]"))
    };
    for kind in [Kind::Place, Kind::DeadEnd, Kind::Test] {
        player.browser.press(HOME);
        let runs: Vec<usize> =
            (1..truths.len()).filter(|step| truths[*step].kind.line() == kind.line()).collect();
        for step in runs.iter().chain(&runs[..1]) {
            player.click(line(kind.line()));
            assert_eq!(player.at(), *step, "{kind:?}");
        }
    }
    // A node of the tree leads to the step that places its queen: nodes are numbered in the order of placement.
    let places: Vec<usize> =
        (0..truths.len()).filter(|step| matches!(truths[*step].kind, Kind::Place | Kind::Solution)).collect();
    player.browser.press(END);
    let nodes = player.value(
        "[...document.querySelectorAll('[data-tab=tree] circle, [data-tab=tree] use')].map((node) => {
            const { x, y, width, height } = node.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        })",
    );
    let mut seen: Vec<usize> = Vec::new();
    let nodes = nodes.as_array().unwrap().iter().map(|node| [0, 1].map(|axis| node[axis].as_f64().unwrap()));
    let nodes: Vec<[f64; 2]> = nodes.collect();
    // The root is at the top, and has no queen.
    let root = nodes.iter().map(|[_, y]| *y).fold(f64::INFINITY, f64::min);
    for node in nodes.iter().filter(|[_, y]| *y > root) {
        player.click((node[0], node[1]));
        assert!(!player.is_playing(), "a click at {node:?} is on a node");
        seen.push(player.at());
    }
    seen.sort_unstable();
    seen.dedup();
    assert!(places.iter().all(|step| seen.contains(step)), "{places:?} are not all in {seen:?}");
    // Elsewhere, a click plays and pauses.
    let title = player.middle("document.querySelector('.rest')");
    let beside = (title.0 + 20.0, title.1);
    player.click(beside);
    let playing = player.is_playing();
    player.click(beside);
    assert!(playing && !player.is_playing());
    player.assert_no_faults("clicks");
}

#[test]
fn the_scrubber_leads_anywhere_and_tells_what_is_there() {
    let Some(player) = Player::start() else { return };
    let truths = open(&player, "");
    let last = truths.len() - 1;
    let area = player.value(
        "(({ x, y, width, height }) => [x, y, width, height])\
        (document.querySelector('#scrubber').getBoundingClientRect())",
    );
    let [left, top, width, height] = [0, 1, 2, 3].map(|index| area[index].as_f64().unwrap());
    let place = |part: f64| (left + 9.0 + (width - 18.0) * part, top + height - 20.0);
    for (part, step) in [(0.5, last as f64 * 0.5), (1.0, last as f64), (0.25, last as f64 * 0.25), (0.0, 0.0)]
    {
        player.click(place(part));
        assert_eq!(player.at(), step.round() as usize, "at {part}");
        let hint = player.value("document.querySelector('#hint').textContent");
        let truth = &truths[player.at()];
        let said = truth.caption.split_whitespace().collect::<Vec<_>>().join(" ").replace(": ", ". ");
        assert_eq!(hint, format!("{}: {said}.", truth.counters[0]));
    }
    player.browser.point("mouse", place(0.2), place(0.8));
    assert_eq!(player.at(), (last as f64 * 0.8).round() as usize, "after dragging");
    // The mark of a solution leads to its step.
    let solution = growing(&truths, 4)[0];
    let (x, _) = place(solution as f64 / last as f64);
    player.click((x - 5.0, top + 9.0));
    assert_eq!(player.at(), solution);
}

#[test]
fn a_swipe_is_a_step_and_a_tap_plays() {
    let Some(player) = Player::start() else { return };
    player.film(&["search", "4"]);
    player.open((360, 740), "");
    let (x, y) = player.middle("document.querySelector('#picture')");
    for (to, step) in [(-90.0, 1), (-90.0, 2), (90.0, 1)] {
        player.browser.point("touch", (x, y), (x + to, y));
        assert_eq!((player.at(), player.is_playing()), (step, false));
    }
    player.browser.point("touch", (x, y), (x, y));
    assert!(player.is_playing());
    player.browser.point("touch", (x, y), (x, y));
    assert!(!player.is_playing());
}

#[test]
fn addresses_lead_to_moments_and_follow_the_reader() {
    let Some(player) = Player::start() else { return };
    let truths = open(&player, "#step=17");
    let shown = |player: &Player| truths[player.at()].counters[0];
    assert_eq!(shown(&player), 17);
    player.browser.run("location.hash = '#step=5'");
    player.browser.wait(&format!("{AT} !== 0 && document.querySelector('#number').textContent === '5'"));
    // The timer that writes the step into the address may run before the page notices a change.
    player.browser.run("location.hash = '#step=8', history.replaceState(null, '', '#step=5')");
    player.browser.wait("document.querySelector('#number').textContent === '8'");
    player.browser.press(RIGHT);
    let hash = format!("#step={}", shown(&player));
    player.browser.wait(&format!("location.hash === '{hash}'"));
    // As long as the frames of the same film.
    let tests = ["--detail", "tests", "-o", "frames/", "--quiet"];
    player.sandbox.succeed(&[&LECTURE[..], &tests].concat());
    let frames = player.sandbox.read_json("frames/frames.json");
    let seconds = frames["frames"].as_array().unwrap().iter().map(|frame| frame["seconds"].as_f64().unwrap());
    let ends: Vec<f64> = seconds
        .scan(0.0, |end, seconds| {
            *end += seconds;
            Some(*end)
        })
        .collect();
    assert_eq!(ends.len(), truths.len());
    for moment in [0.0, 1.25, 4.2, ends[ends.len() - 2] + 0.01, 1e6] {
        player.open(WIDE, &format!("#t={moment}"));
        let step = ends.iter().position(|end| moment < *end - 1e-9).unwrap_or(ends.len() - 1);
        assert_eq!(player.at(), step, "at {moment} s");
    }
    for nonsense in
        ["#step=", "#step=x", "#step=-1", "#t=..", "#other=3", "#step=99999999999999999999", "#%00"]
    {
        player.open(WIDE, nonsense);
        assert!(
            player.at() == 0 || nonsense.contains("999") && player.at() == truths.len() - 1,
            "{nonsense}"
        );
        player.assert_no_faults(nonsense);
    }
}

#[test]
fn links_and_boards_are_copied() {
    let Some(player) = Player::start() else { return };
    open(&player, "#step=20");
    player.browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text }");
    player.browser.press("?");
    let done = "document.querySelector('#done').textContent === 'Copied.'";
    player.browser.run("document.querySelector('[data-action=link]').click()");
    player.browser.wait(done);
    assert_eq!(player.value("copied"), format!("{}#step=20", player.address("film.html")));
    player.browser.run("document.querySelector('[data-action=svg]').click()");
    player.browser.wait(done);
    let copied = player.value("copied").as_str().unwrap().to_owned();
    assert!(!copied.contains("<style"), "nothing in it reaches what is beside it");
    player.sandbox.write("board.svg", copied);
    player.browser.open(&player.sandbox.path("board.svg"), (480, 480), 1);
    let board = player.browser.picture();
    // Only queens are this dark on a board.
    let dark = board.pixels().filter(|pixel| pixel.0.iter().all(|byte| *byte < 60)).count();
    assert!(dark > 500, "{dark} pixels are dark");
}
