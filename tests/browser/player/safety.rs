//! Texts of logs stay text, nothing is loaded from elsewhere, and the page can be read without scripts.

use std::fmt::Write;

use queenreel::board::{BoardSize, Square};
use queenreel::film::Film;
use queenreel::record::Frame;
use serde_json::{Value, json};

use super::{Player, WIDE};
use crate::common::table::words;

/// Texts that try to run scripts, and their displayed form.
const HOSTILE: &str = include_str!("hostile.txt");

/// A log with hostile captions and code.
fn hostile_log() -> String {
    let header = json!({ "queens": 6, "code": HOSTILE.lines().collect::<Vec<_>>() });
    let mut log = format!("{header}\n");
    for (caption, row) in HOSTILE.lines().zip((1..=6).cycle()) {
        let line = json!({ "place": [row, 1], "caption": caption, "line": row });
        write!(log, "{line}\n{}\n", json!({ "remove": [row, 1] })).unwrap();
    }
    log
}

const IS_SAFE: &str = "window.hacked === undefined";

#[test]
fn words_of_logs_are_text() {
    let Some(player) = Player::start() else { return };
    player.sandbox.write("log.jsonl", hostile_log());
    let title = HOSTILE.lines().next().unwrap();
    for view in ["plain", "article", "lecture"] {
        player.film(&format!("replay log.jsonl --view {view} --title '{title}'"));
        player.open(WIDE, "");
        let said: Vec<String> =
            player.read(&format!("after([...Array({}).keys()]).map(({{ said }}) => said)", player.last()));
        for text in HOSTILE.lines() {
            let is_said = said.iter().any(|said| said.trim_end_matches('.') == text);
            assert!(is_said, "{text} is not in {said:?}");
        }
        // The hint and the menu as well.
        player.browser.run(
            "const { x, y, width, height } = document.querySelector('#scrubber').getBoundingClientRect();
            for (let at = 0; at < width; at += 5) point(x + at, y + height / 2);",
        );
        let strange = "document.querySelectorAll('img, iframe, object, embed').length";
        assert_eq!(player.value(strange), 0, "{view}");
        assert_eq!(player.value(IS_SAFE), true, "{view}");
        let elements: u64 = player.read("document.querySelectorAll('script').length");
        // The fonts, the film and the player.
        assert!((2..=4).contains(&elements), "{elements} scripts");
        let shown: String = player.read("document.title");
        assert!(shown.contains("Search") || shown == title, "{shown}");
        player.assert_no_faults(view);
    }
    // Logs cannot contain Unicode line separators, but texts of a function can.
    let narrate = |frame: &Frame| Some(format!("{}\u{2028}window.hacked=9\u{2029};//</script>", frame.step));
    let builder = Film::builder(BoardSize::new(4).unwrap()).narrator(narrate);
    let mut film = builder.create(player.sandbox.path("film.html")).unwrap();
    film.place(Square::new(1, 1)).unwrap();
    film.finish().unwrap();
    player.open(WIDE, "?autoplay=1");
    assert_eq!(player.value("after([1])[0].said"), "1 window.hacked=9 ;//</script>.");
    assert_eq!(player.value(IS_SAFE), true);
    player.assert_no_faults("words of a function");
    player.sandbox.write("log.jsonl", "{\"place\":[1,1],\"caption\":\"a\u{2028}window.hacked=3\"}\n");
    let command = words("replay log.jsonl --queens 4 -o refused.html");
    player.sandbox.refuse(1, &command, &["control character"]);
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
    for film in ["search 6 --view lecture", "race 5 backtracking marking", "gallery 5"] {
        player.film(film);
        requests(&player);
        player.open(WIDE, "?autoplay=1");
        player.press("End ?");
        for action in ["link", "svg"] {
            player.browser.run(&format!("document.querySelector('[data-action={action}]').click()"));
        }
        let page = player.address("film.html?autoplay=1");
        let requests = requests(&player);
        assert!(requests.contains(&page), "{requests:?}");
        let mut others = requests.iter().filter(|url| **url != page && !url.starts_with("about:"));
        assert_eq!(others.next(), None, "{film}");
        player.assert_no_faults(film);
    }
    // The page may load nothing from outside.
    player.browser.run("document.body.append(Object.assign(new Image(), { src: 'elsewhere.png' }))");
    player.browser.run("fetch('https://example.org').catch(() => {})");
    let script = "Object.assign(document.createElement('script'), { text: 'hacked = 1' })";
    player.browser.run(&format!("document.body.append({script})"));
    player.browser.wait("faults.length >= 3");
    assert_eq!(player.value(IS_SAFE), true);
}

#[test]
fn a_browser_that_is_too_old_is_told_so() {
    let Some(player) = Player::with("search 4") else { return };
    player.browser.before_pages("delete window.DecompressionStream");
    player.visit(WIDE, "film.html");
    player.browser.wait("document.body.innerText.includes('This page needs a newer browser (')");
    let poster: f64 = player.read("document.querySelector('#poster').getBoundingClientRect().height");
    assert!(poster > 300.0, "the picture is there: {poster}");
}

#[test]
fn without_scripts_there_are_a_picture_and_the_words() {
    let Some(player) = Player::start() else { return };
    for film in ["search 6", "search 4 --view lecture", "race 4 eager marking"] {
        player.film(film);
        player.browser.tools("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
        player.visit(WIDE, "film.html");
        let (height, figures, words, has_no_controls, width): (f64, u64, String, bool, f64) = player.read(
            "[document.querySelector('#poster').getBoundingClientRect().height,
              document.querySelector('#poster').querySelectorAll('path, use').length,
              document.querySelector('noscript').innerText,
              document.querySelector('#controls, button, input') === null,
              document.documentElement.scrollWidth]",
        );
        player.browser.tools("Emulation.setScriptExecutionDisabled", &json!({ "value": false }));
        assert!(height > 300.0 && figures > 10, "{film}: {height}, {figures}");
        assert!(words.contains("olution") && words.len() > 200, "{film}: {words}");
        assert_eq!((has_no_controls, width), (true, 1280.0), "{film}");
    }
}
