//! Keys, clicks, swipes and addresses.

use serde_json::json;

use super::motion::lecture;
use super::{AT, IS_PLAYING, PHONE, Player, WIDE, plain};
use crate::common::search_oracle::{Kind, Truth};
use crate::common::table::words;

const LECTURE: &str = "search 4 --view lecture";

/// The steps at which a counter grows.
fn growing(truths: &[Truth], counter: usize) -> Vec<usize> {
    (1..truths.len()).filter(|at| truths[*at].counters[counter] > truths[at - 1].counters[counter]).collect()
}

/// A player with the lecture, and the truth of each of its steps.
fn show_lecture(end: &str) -> Option<(Player, Vec<Truth>)> {
    Some((Player::showing(LECTURE, end)?, lecture()))
}

impl Player {
    /// Presses keys, each of which leads to a step.
    fn assert_leads(&self, keys: &str, steps: &[usize]) {
        assert_eq!(keys.split(' ').count(), steps.len());
        for (key, step) in keys.split(' ').zip(steps) {
            self.press(key);
            assert_eq!((self.at(), self.is_playing()), (*step, false), "after {key} of {keys}");
        }
    }

    fn speed(&self) -> String {
        self.read("document.querySelector('[name=speed]:checked').value")
    }
}

#[test]
fn keys_lead_where_their_names_say() {
    let Some((player, truths)) = show_lecture("") else { return };
    let (last, backtracks, solutions) = (truths.len() - 1, growing(&truths, 3), growing(&truths, 4));
    player.assert_leads("ArrowRight . , ArrowLeft ArrowLeft", &[1, 2, 1, 0, 0]);
    player.assert_leads("PageUp PageDown PageDown PageUp Home", &[0, 1, 2, 1, 0]);
    player.assert_leads("b b B B s", &[backtracks[0], backtracks[1], backtracks[0], 0, solutions[0]]);
    let last_backtrack = *backtracks.last().unwrap();
    player.assert_leads("End ArrowRight PageDown B Home", &[last, last, last, last_backtrack, 0]);
    let before_end = solutions.into_iter().rfind(|step| *step < last);
    player.assert_leads("End S", &[last, before_end.unwrap_or(0)]);

    for (key, expected) in [("<", "0.25"), ("<", "0.25"), (">", "1"), (">", "4"), (">", "16"), (">", "16")] {
        player.press(key);
        assert_eq!(player.speed(), expected, "after {key:?}");
    }
    player.press("Home Space");
    assert!(player.is_playing());
    player.browser.wait(&format!("!{IS_PLAYING} && {AT} === {last}"));
    // At the end, playing starts again from the beginning; a key that steps stops it.
    player.press("< < Space");
    assert!(player.is_playing() && player.at() < last);
    player.press("Space");
    assert!(!player.is_playing());
    player.press("Space ArrowRight");
    assert!(!player.is_playing());

    player.press("f");
    player.browser.wait("document.fullscreenElement !== null");
    player.press("f");
    player.browser.wait("document.fullscreenElement === null");
    for (key, is_open) in [("?", true), ("Escape", false)] {
        player.press(key);
        assert_eq!(player.value("document.querySelector('#menu').open"), is_open);
    }
    player.assert_no_faults("keys");
}

/// Presenters send these two keys, regardless of the focus.
#[test]
fn page_keys_step_wherever_the_focus_is() {
    let Some(player) = Player::start() else { return };
    for film in [LECTURE, "race 4 eager marking", "gallery 6", "search 5 --all"] {
        player.film(film);
        for focus in
            ["#scrubber", "#play", "[data-action=last]", "[name=speed]:checked", "[data-action=menu]"]
        {
            player.open(WIDE, "");
            player.browser.run(&format!("document.querySelector('.time {focus}, .row {focus}').focus()"));
            player.assert_leads("PageDown PageDown PageUp PageDown", &[1, 2, 1, 2]);
            let speed_is_kept = player.speed() == "1";
            assert!(speed_is_kept && player.value("scrollY") == 0, "{film}, focus on {focus}");
        }
        // They stop playing, and have no effect behind the menu.
        player.browser.run("document.activeElement.blur()");
        player.press("Home Space PageDown");
        assert!(!player.is_playing());
        let at = player.at();
        player.assert_leads("? PageDown PageUp PageUp Escape PageUp", &[at, at, at, at, at, at - 1]);
        player.assert_no_faults("page keys");
    }
}

#[test]
fn all_controls_are_reached_by_tab_and_their_focus_is_seen() {
    let Some((player, _)) = show_lecture("") else { return };
    let mut reached = Vec::new();
    for _ in 0..14 {
        player.press("Tab");
        let focus = player.value("focused()");
        if focus[0] != "BODY" {
            assert_eq!((&focus[1], &focus[2]), (&json!("solid"), &json!("3px")), "{focus}");
        }
        reached.push(focus[0].as_str().unwrap().to_owned());
    }
    let buttons = "First, Previous solution, Step back, Play, Step forward, Next solution, Last, 1 times";
    for name in format!("Position, {buttons}, Full screen, Menu and keys").split(", ") {
        assert!(reached.iter().any(|reached| reached == name), "{name} is not in {reached:?}");
    }
    // The space bar presses the focused button, and nothing else.
    player.browser.run("document.querySelector('[data-action=forward]').focus()");
    player.assert_leads("Space", &[1]);
}

#[test]
fn clicks_lead_to_the_steps_of_parts() {
    let Some((player, truths)) = show_lecture("") else { return };
    // Each line of code leads to the next step that runs it, and after the last one to the first.
    let line = |number: usize| {
        let lines = "[...document.querySelectorAll('[data-tab=code] > svg')]";
        player.middle(&format!("{lines}.sort((a, b) => a.getAttribute('y') - b.getAttribute('y'))[{number}]"))
    };
    for kind in [Kind::Place, Kind::DeadEnd, Kind::Test] {
        player.press("Home");
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
    player.press("End");
    let nodes = "[...document.querySelectorAll('[data-tab=tree] circle, [data-tab=tree] use')]";
    let nodes: Vec<(f64, f64)> = player.read(&format!("{nodes}.map(middle)"));
    let mut seen: Vec<usize> = Vec::new();
    // The root is at the top, and has no queen.
    let root = nodes.iter().map(|(_, y)| *y).fold(f64::INFINITY, f64::min);
    for node in nodes.into_iter().filter(|(_, y)| *y > root) {
        player.click(node);
        assert!(!player.is_playing(), "a click at {node:?} is on a node");
        seen.push(player.at());
    }
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
    let Some((player, truths)) = show_lecture("") else { return };
    let last = truths.len() - 1;
    let scrubber = "document.querySelector('#scrubber').getBoundingClientRect()";
    let [left, top, width, height]: [f64; 4] =
        player.read(&format!("(({{ x, y, width, height }}) => [x, y, width, height])({scrubber})"));
    let place = |part: f64| (left + 9.0 + (width - 18.0) * part, top + height - 20.0);
    for part in [0.5, 1.0, 0.25, 0.0] {
        player.click(place(part));
        assert_eq!(player.at(), (last as f64 * part).round() as usize, "at {part}");
        let truth = &truths[player.at()];
        let said = plain(&truth.caption).replace(": ", ". ");
        assert_eq!(player.text("#hint"), format!("{}: {said}.", truth.counters[0]));
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
    let Some(player) = Player::with("search 4") else { return };
    player.open(PHONE, "");
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
    let Some((player, truths)) = show_lecture("#step=17") else { return };
    let shown = |player: &Player| truths[player.at()].counters[0];
    assert_eq!(shown(&player), 17);
    player.browser.run("location.hash = '#step=5'");
    player.browser.wait(&format!("{AT} !== 0 && document.querySelector('#number').textContent === '5'"));
    // The timer that writes the step into the address may run before the page notices a change.
    player.browser.run("location.hash = '#step=8', history.replaceState(null, '', '#step=5')");
    player.browser.wait("document.querySelector('#number').textContent === '8'");
    player.press("ArrowRight");
    let hash = format!("#step={}", shown(&player));
    player.browser.wait(&format!("location.hash === '{hash}'"));
    // As long as the frames of the same film; at this pace, a folder has them all.
    let even = format!("{LECTURE} --pace even");
    let Some(player) = Player::showing(&even, "") else { return };
    player.sandbox.succeed(&words(&format!("{even} --detail tests -o frames/ --quiet")));
    let mut end = 0.0;
    let frames = player.sandbox.listed("frames/frames.json").into_iter().map(|frame| {
        end += frame["seconds"].as_f64().unwrap();
        end
    });
    let ends: Vec<f64> = frames.collect();
    assert_eq!(ends.len(), truths.len());
    for moment in [0.0, 1.25, 4.2, ends[ends.len() - 2] + 0.01, 1e6] {
        player.open(WIDE, &format!("#t={moment}"));
        let step = ends.iter().position(|end| moment < *end - 1e-9).unwrap_or(ends.len() - 1);
        assert_eq!(player.at(), step, "at {moment} s");
    }
    for nonsense in "#step= #step=x #step=-1 #t=.. #other=3 #step=99999999999999999999 #%00".split(' ') {
        player.open(WIDE, nonsense);
        let at = player.at();
        assert!(at == 0 || nonsense.contains("999") && at == truths.len() - 1, "{nonsense}");
        player.assert_no_faults(nonsense);
    }
}

#[test]
fn links_and_boards_are_copied() {
    let Some((player, _)) = show_lecture("#step=20") else { return };
    player.browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text }");
    player.press("?");
    let copy = |what: &str| -> String {
        player.browser.run(&format!("document.querySelector('[data-action={what}]').click()"));
        player.browser.wait("document.querySelector('#done').textContent === 'Copied.'");
        player.read("copied")
    };
    assert_eq!(copy("link"), format!("{}#step=20", player.address("film.html")));
    let copied = copy("svg");
    assert!(!copied.contains("<style"), "nothing in it reaches what is beside it");
    player.sandbox.write("board.svg", copied);
    player.browser.open(&player.sandbox.path("board.svg"), (480, 480), 1);
    let board = player.browser.picture();
    // Only queens are this dark on a board.
    let dark = board.pixels().filter(|pixel| pixel.0.iter().all(|byte| *byte < 60)).count();
    assert!(dark > 500, "{dark} pixels are dark");
}
