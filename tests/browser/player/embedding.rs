//! Players embedded in other pages and slides.

use serde_json::{Value, json};

use super::{AT, IS_PLAYING, Player, WIDE};
use crate::common::tools::node_module;

/// Opens a page with the film in an iframe, and stores its messages.
fn open_around(player: &Player, page: &str) {
    let keep = "<script>window.told = []; onmessage = ({ data }) => told.push(data);
        const tell = (message) => document.querySelector('iframe').contentWindow.postMessage(message, '*');
        </script>";
    player.sandbox.write("outer.html", format!("<!doctype html><meta charset=utf-8>{keep}{page}"));
    player.visit(WIDE, "outer.html");
    player.browser.wait("told.length > 0");
}

/// The last message of the film.
fn told(player: &Player) -> Value {
    player.value("told.at(-1)")
}

fn wait_for(player: &Player, step: u64) {
    player.browser.wait(&format!("told.at(-1).step === {step}"));
}

/// Presses keys, each of which leads to a step.
fn assert_leads(player: &Player, keys: &str, steps: &[u64]) {
    for (key, step) in keys.split(' ').zip(steps) {
        player.press(key);
        wait_for(player, *step);
    }
}

#[test]
fn pages_around_a_film_lead_it_and_are_told() {
    let Some(player) = Player::with("search 4") else { return };
    open_around(&player, "<iframe src='film.html#step=2' width=600 height=600></iframe>");
    wait_for(&player, 2);
    let frames = told(&player)["steps"].as_u64().unwrap();
    let state = json!({
        "type": "queenreel:state", "step": 2, "steps": frames, "number": 2, "playing": false,
        "caption": "Place a queen on b2. Queen 2 of 4.", "ended": false
    });
    assert_eq!(told(&player), state);
    for (message, step) in
        [("", 3), ("by: 2", 5), ("by: -4", 1), ("step: 7", 7), ("step: 1e9", frames - 1), ("by: -1e9", 0)]
    {
        player.browser.run(&format!("tell({{ type: 'queenreel:step', {message} }})"));
        wait_for(&player, step);
    }
    // Unknown messages have no effect.
    player.browser.run(
        "for (const message of [null, 3, 'queenreel:step', {}, { type: 'step' }, { type: 'queenreel:step', step: 'x' },
            { type: 'queenreel:step', step: NaN }, { type: 'queenreel:step', by: 0.4 }]) tell(message);
        tell({ type: 'queenreel:step', step: 4 })",
    );
    wait_for(&player, 4);
    player.browser.run("tell({ type: 'queenreel:play' })");
    player.browser.wait("told.at(-1).playing === true && told.at(-1).step > 4");
    player.browser.run("tell({ type: 'queenreel:pause' })");
    player.browser.wait("told.at(-1).playing === false");
    let is_state = "({ type, step }) => type === 'queenreel:state' && Number.isInteger(step)";
    assert_eq!(player.value(&format!("told.every({is_state})")), true);
    player.assert_no_faults("a page around");
}

#[test]
fn fragments_of_reveal_are_steps() {
    let Some(player) = Player::start() else { return };
    let Some(library) = node_module("reveal.js/dist") else { return };
    for file in ["reveal.js", "reveal.css"] {
        player.sandbox.write(file, std::fs::read(library.join(file)).unwrap());
    }
    player.film("search 4");
    open_around(
        &player,
        r##"<link rel="stylesheet" href="reveal.css"><div class="reveal"><div class="slides"><section>
        <iframe id="queens" src="film.html?controls=0" width="600" height="400" allowfullscreen></iframe>
        <span class="fragment"></span><span class="fragment"></span><span class="fragment"></span>
        </section><section>The next</section></div></div><script src="reveal.js"></script><script>
        Reveal.initialize();
        const step = (by) => document.querySelector("#queens").contentWindow.postMessage({ type: "queenreel:step", by }, "*");
        Reveal.on("fragmentshown", () => step(1));
        Reveal.on("fragmenthidden", () => step(-1));
        </script>"##,
    );
    player.browser.wait("Reveal.isReady()");
    assert_leads(&player, "ArrowRight ArrowRight ArrowRight ArrowLeft ArrowRight", &[1, 2, 3, 2, 3]);
    player.press("ArrowRight");
    player.browser.wait("Reveal.getIndices().h === 1");
    assert_eq!(told(&player)["step"], 3);
}

/// The recipe for Slidev: each click has its number.
#[test]
fn clicks_of_slidev_are_steps() {
    let Some(player) = Player::with("search 4") else { return };
    open_around(
        &player,
        r#"<iframe src="film.html?controls=0" width="600" height="400" allowfullscreen></iframe><script>
        let clicks = 0;
        const watch = (step) => tell({ type: "queenreel:step", step });
        onkeydown = ({ key }) => watch((clicks += key === "ArrowRight" ? 1 : -1));
        </script>"#,
    );
    assert_leads(&player, "ArrowRight ArrowRight ArrowLeft ArrowRight ArrowRight", &[1, 2, 1, 2, 3]);
}

/// Browsers refuse full screen to iframes without permission, and some phones to all pages.
#[test]
fn full_screen_is_offered_where_it_is_possible() {
    let Some(player) = Player::with("search 4") else { return };
    let said = player.sandbox.stdout(&["search", "4", "-o", "film.html", "--force", "--alt"]);
    let snippet = said.lines().find(|line| line.starts_with("<iframe")).unwrap();
    let shown = "[...document.querySelectorAll('[data-action=full]')].map(({ hidden }) => !hidden)";
    let plain = "<iframe src='film.html' width=900 height=700></iframe>";
    let allowed = |attribute: &str| plain.replace("<iframe", &format!("<iframe {attribute}"));
    for (frame, offers) in [
        (plain.to_owned(), false),
        (allowed("allow=\"autoplay\""), false),
        (allowed("allow=\"fullscreen 'none'\""), false),
        (allowed("allowfullscreen"), true),
        (allowed("allow=\"autoplay; fullscreen\""), true),
        (snippet.to_owned(), true),
    ] {
        // Files share an origin; sandboxed iframes do not.
        open_around(&player, &frame.replacen("<iframe", "<iframe sandbox=\"allow-scripts\"", 1));
        player.browser.enter_frame(0);
        assert_eq!(player.value(shown), json!([offers, offers]), "the button and the menu in {frame}");
        player.browser.run("document.querySelector('#scrubber').focus()");
        player.press("f ArrowRight");
        assert_eq!(player.at(), 1, "{frame}");
        assert_eq!(player.value("document.fullscreenElement !== null"), offers, "{frame}");
        let logged = player.browser.log("browser");
        assert!(logged.is_empty(), "{frame}: {logged:?}");
    }
    // Some phone browsers lack this property.
    player.browser.before_pages("delete Document.prototype.fullscreenEnabled");
    player.open(WIDE, "");
    assert_eq!(player.value(shown), json!([false, false]));
    player.press("f");
    player.assert_no_faults("no full screen");
}

#[test]
fn parameters_hide_the_controls_play_and_repeat() {
    let Some(player) = Player::with("search 4") else { return };
    let height = |id: &str| {
        player.read::<f64>(&format!("document.querySelector('{id}').getBoundingClientRect().height"))
    };
    player.open(WIDE, "");
    assert!(height("#controls") > 80.0 && !player.is_playing());
    player.open(WIDE, "?controls=0#step=3");
    assert_eq!((height("#controls"), player.at()), (0.0, 3));
    // The picture gets the space of the controls.
    assert!(height("#picture") > 700.0, "{}", height("#picture"));

    player.open(WIDE, "?autoplay=1");
    player.browser.wait(&format!("{IS_PLAYING} && {AT} > 1"));
    player.open(WIDE, "?autoplay=1&loop=1");
    player.press("> >");
    let (most, plays): (usize, bool) = player.read("playsAgain()");
    assert!(most + 2 >= player.last() && plays, "{most}, {plays}");

    player.browser.reduce_motion(true);
    player.open(WIDE, "?autoplay=1");
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!((player.at(), player.is_playing()), (0, false), "less motion");
    player.press("Space");
    assert!(player.is_playing(), "it plays for who asks for it");
    player.browser.reduce_motion(false);
    player.assert_no_faults("parameters");
}
