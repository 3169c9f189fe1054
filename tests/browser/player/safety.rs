//! Texts of logs stay text, nothing is loaded from elsewhere, and the page can be read without scripts.

use std::fmt::Write;

use queenreel::board::{BoardSize, Square};
use queenreel::film::Film;
use queenreel::record::Frame;
use serde_json::{Value, json};

use super::{Player, WIDE};

/// Texts that try to run scripts, and their displayed form.
const HOSTILE: [&str; 8] = [
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=\"window.hacked=2\">",
    "]]><script>window.hacked=4</script>",
    "\"'`${window.hacked=5}`'\"",
    "</noscript><svg onload=window.hacked=6>",
    "</style><iframe src=\"javascript:parent.hacked=7\"></iframe>",
    "<!--<script>window.hacked=8//-->",
    "\\u003cscript>window.hacked=9\\u003c/script> &lt;b&gt; {{7*7}} \\\" \\n",
];

/// A log with hostile captions and code.
fn hostile_log() -> String {
    let header = json!({ "queens": 6, "code": HOSTILE });
    let mut log = format!("{header}\n");
    for (caption, row) in HOSTILE.iter().zip((1..=6).cycle()) {
        let line = json!({ "place": [row, 1], "caption": caption, "line": row });
        write!(log, "{line}\n{}\n", json!({ "remove": [row, 1] })).unwrap();
    }
    log
}

#[test]
fn words_of_logs_are_text() {
    let Some(player) = Player::start() else { return };
    player.sandbox.write("log.jsonl", hostile_log());
    for view in ["plain", "article", "lecture"] {
        player.film(&["replay", "log.jsonl", "--view", view, "--title", HOSTILE[0]]);
        player.open(WIDE, "");
        let steps = player.value("+document.querySelector('#scrubber').max").as_u64().unwrap();
        let shown = player.value(&format!("after([...Array({steps}).keys()])"));
        let said: Vec<&str> =
            shown.as_array().unwrap().iter().map(|shown| shown["said"].as_str().unwrap()).collect();
        for words in HOSTILE {
            assert!(
                said.iter().any(|said| said.trim_end_matches('.') == words),
                "{words} is not in {said:?}"
            );
        }
        // The hint and the menu as well.
        player.browser.run(
            "const scrubber = document.querySelector('#scrubber');
            const { x, y, width, height } = scrubber.getBoundingClientRect();
            for (let at = 0; at < width; at += 5) {
                scrubber.dispatchEvent(new PointerEvent('pointermove', { clientX: x + at, clientY: y + height / 2 }));
            }",
        );
        let strange = "document.querySelectorAll('img, iframe, object, embed').length";
        assert_eq!(player.value(strange), 0, "{view}");
        assert_eq!(player.value("window.hacked === undefined"), true, "{view}");
        let elements = player.value("document.querySelectorAll('script').length").as_u64().unwrap();
        // The fonts, the film and the player.
        assert!((2..=4).contains(&elements), "{elements} scripts");
        let title = player.value("document.title");
        assert!(title.as_str().unwrap().contains("Search") || title == HOSTILE[0], "{title}");
        player.assert_no_faults(view);
    }
    // Logs cannot contain Unicode line separators, but texts of a function can.
    let words = |frame: &Frame| Some(format!("{}\u{2028}window.hacked=9\u{2029};//</script>", frame.step));
    let mut film = Film::builder(BoardSize::new(4).unwrap())
        .narrator(words)
        .create(player.sandbox.path("film.html"))
        .unwrap();
    film.place(Square::new(1, 1)).unwrap();
    film.finish().unwrap();
    player.open(WIDE, "?autoplay=1");
    assert_eq!(player.value("after([1])[0].said"), "1 window.hacked=9 ;//</script>.");
    assert_eq!(player.value("window.hacked === undefined"), true);
    player.assert_no_faults("words of a function");
    player.sandbox.write("log.jsonl", "{\"place\":[1,1],\"caption\":\"a\u{2028}window.hacked=3\"}\n");
    let error = player.sandbox.fail(1, &["replay", "log.jsonl", "--queens", "4", "-o", "refused.html"]);
    assert!(error.contains("control character"), "{error}");
    let logged = player.browser.log("browser");
    assert!(logged.is_empty(), "{logged:?}");
}

/// All requests of pages, as the DevTools protocol reports them.
fn requests(player: &Player) -> Vec<String> {
    let log = player.browser.log("performance").into_iter();
    let messages =
        log.map(|entry| serde_json::from_str::<Value>(entry["message"].as_str().unwrap()).unwrap());
    let sent = messages.filter(|entry| entry["message"]["method"] == "Network.requestWillBeSent");
    sent.map(|entry| entry["message"]["params"]["request"]["url"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn nothing_leaves_the_page() {
    let Some(player) = Player::start() else { return };
    for arguments in [
        &["search", "6", "--view", "lecture"][..],
        &["race", "5", "backtracking", "marking"],
        &["gallery", "5"],
    ] {
        player.film(arguments);
        requests(&player);
        player.open(WIDE, "?autoplay=1");
        player.browser.press("\u{e010}");
        player.browser.press("?");
        for action in ["link", "svg"] {
            player.browser.run(&format!("document.querySelector('[data-action={action}]').click()"));
        }
        let page = player.address("film.html?autoplay=1");
        let requests = requests(&player);
        assert!(requests.contains(&page), "{requests:?}");
        let mut others = requests.iter().filter(|url| **url != page && !url.starts_with("about:"));
        assert_eq!(others.next(), None, "{arguments:?}");
        player.assert_no_faults(&format!("{arguments:?}"));
    }
    // The page may load nothing from outside.
    player.browser.run("document.body.append(Object.assign(new Image(), { src: 'elsewhere.png' }))");
    player.browser.run("fetch('https://example.org').catch(() => {})");
    player
        .browser
        .run("document.body.append(Object.assign(document.createElement('script'), { text: 'hacked = 1' }))");
    player.browser.wait("faults.length >= 3");
    assert_eq!(player.value("window.hacked === undefined"), true);
}

#[test]
fn a_browser_that_is_too_old_is_told_so() {
    let Some(player) = Player::start() else { return };
    player.film(&["search", "4"]);
    player.browser.before_pages("delete window.DecompressionStream");
    player.browser.resize(WIDE, 1);
    player.browser.visit(&player.address("film.html"));
    player.browser.wait("document.body.innerText.includes('This page needs a newer browser (')");
    let poster = player.value("document.querySelector('#poster').getBoundingClientRect().height");
    assert!(poster.as_f64() > Some(300.0), "the picture is there: {poster}");
}

#[test]
fn without_scripts_there_are_a_picture_and_the_words() {
    let Some(player) = Player::start() else { return };
    for arguments in
        [&["search", "6"][..], &["search", "4", "--view", "lecture"], &["race", "4", "eager", "marking"]]
    {
        player.film(arguments);
        player.browser.tools("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
        player.browser.visit("about:blank");
        player.browser.resize(WIDE, 1);
        player.browser.visit(&player.address("film.html"));
        let seen = player.value(
            "[document.querySelector('#poster').getBoundingClientRect().height,
              document.querySelector('#poster').querySelectorAll('path, use').length,
              document.querySelector('noscript').innerText,
              document.querySelector('#controls, button, input') === null,
              document.documentElement.scrollWidth]",
        );
        player.browser.tools("Emulation.setScriptExecutionDisabled", &json!({ "value": false }));
        assert!(seen[0].as_f64() > Some(300.0) && seen[1].as_u64() > Some(10), "{arguments:?}: {seen}");
        let words = seen[2].as_str().unwrap();
        assert!(words.contains("olution") && words.len() > 200, "{arguments:?}: {words}");
        assert_eq!((&seen[3], seen[4].as_f64()), (&json!(true), Some(1280.0)), "{arguments:?}");
    }
}
