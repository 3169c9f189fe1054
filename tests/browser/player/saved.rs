//! Pages saved by a browser in their current state ('Webpage, Complete'), and opened again.

use serde_json::{Value, json};

use super::{AT, IS_PLAYING, Player, WIDE};

const RIGHT: &str = "\u{e014}";
const END: &str = "\u{e010}";
const NARROW: (u32, u32) = (400, 800);

const LECTURE: &[&str] = &["search", "4", "--view", "lecture"];
const GALLERY: &[&str] = &["gallery", "5"];
const RACE: &[&str] = &["race", "4", "eager", "marking", "loops"];

/// The state of the page when it is saved: window, address, script.
const STATES: [(&str, &[&str], (u32, u32), &str, &str); 12] = [
    ("at the beginning", LECTURE, WIDE, "", ""),
    ("at a step", LECTURE, WIDE, "#step=7", ""),
    ("at the end", RACE, WIDE, "", "press('End')"),
    ("while it plays", LECTURE, WIDE, "?autoplay=1&loop=1", ""),
    ("while parts move", LECTURE, WIDE, "", "press('ArrowRight'), press('ArrowRight')"),
    ("with the menu open", GALLERY, WIDE, "#step=2", "press('?')"),
    (
        "with a copied link",
        LECTURE,
        WIDE,
        "#step=3",
        "press('?'), document.querySelector('#menu [data-action=link]').click()",
    ),
    ("at another speed", RACE, WIDE, "", "press('>'), press('>')"),
    (
        "with the hint of the scrubber",
        LECTURE,
        WIDE,
        "",
        "document.querySelector('#scrubber').dispatchEvent(new PointerEvent('pointermove', { clientX: 300 }))",
    ),
    (
        "with another tab, on a phone",
        LECTURE,
        NARROW,
        "",
        "[...document.querySelectorAll('#tabs button')].at(-1).click()",
    ),
    ("without controls", GALLERY, WIDE, "?controls=0", ""),
    // The page in a browser that is too old to play it.
    (
        "with the message that the browser is too old",
        LECTURE,
        WIDE,
        "",
        "document.querySelector('#player').textContent = 'This page needs a newer browser (x).'",
    ),
];

impl Player {
    /// Saves the page as browsers do: the current document under another name, with their comments.
    fn save(&self, file: &str) {
        let document = self.value("document.documentElement.outerHTML");
        let charset = "<head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\">";
        let document = document.as_str().unwrap().replacen("<head>", charset, 1);
        let remark = "<!-- saved from url=(0036)file:///somewhere/else.html#step=2 -->";
        self.sandbox.write(file, format!("<!DOCTYPE html>\n{remark}\n{document}"));
    }

    /// Opens a page with `end` appended to its address, and waits until it is idle.
    fn open_file(&self, file: &str, size: (u32, u32), end: &str) {
        self.browser.visit("about:blank");
        self.browser.resize(size, 1);
        self.browser.visit(&self.address(&format!("{file}{end}")));
        self.browser.wait("document.body.classList.contains('ready')");
        self.browser.run(include_str!("read.js"));
        self.value(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))",
        );
    }
}

/// The whole document except its head, and live properties that are not in it.
const DOCUMENT: &str = "[
    document.body.outerHTML.replaceAll(' class=\"\"', ''),
    document.querySelector('[name=speed]:checked').value,
    document.querySelector('#menu').matches(':modal'),
    document.querySelector('h1').getBoundingClientRect().height,
]";

/// Documents are long: only the difference is printed.
fn assert_same(one: &Value, other: &Value, context: &str) {
    let [one, other] = [one, other].map(Value::to_string);
    let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let about = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(80)..])
            .chars()
            .take(160)
            .collect::<String>()
    };
    assert!(one == other, "{context}:\n{}\n{}", about(&one), about(&other));
}

#[test]
fn a_saved_page_is_the_page_again_whatever_it_showed() {
    let Some(player) = Player::start() else { return };
    let mut film: &[&str] = &[];
    for (state, arguments, size, end, script) in STATES {
        if film != arguments {
            player.film(arguments);
            film = arguments;
        }
        player.open_file("film.html", WIDE, "");
        let document = player.value(DOCUMENT);
        player.open_file("film.html", size, end);
        player.browser.run(script);
        player.save("saved.html");
        player.open_file("saved.html", WIDE, "");
        assert_same(&player.value(DOCUMENT), &document, &format!("saved {state}"));
        // A copy of the copy, which plays.
        player.browser.press(" ");
        player.save("again.html");
        player.open_file("again.html", WIDE, "");
        assert_same(&player.value(DOCUMENT), &document, &format!("saved {state}, and again"));
        // It still steps, plays and ends.
        player.browser.press(RIGHT);
        assert_eq!((player.at(), player.is_playing()), (1, false), "saved {state}");
        player.browser.press(" ");
        player.browser.wait(&format!("{IS_PLAYING} && {AT} > 1"));
        player.browser.press(END);
        let last = player.value("+document.querySelector('#scrubber').max").as_u64().unwrap() as usize;
        assert_eq!((player.at(), player.is_playing()), (last, false), "saved {state}");
        // The page's policy refuses inline positions of parts in the copy; they are then set by the script.
        let faults = player.value("window.faults.filter((fault) => fault !== 'policy: style-src-attr')");
        assert_eq!(faults, json!([]), "saved {state}");
    }
}

/// Chromium does not save a page whose address has changed since saving began.
#[test]
fn the_address_waits_until_the_film_does() {
    let Some(player) = Player::start() else { return };
    player.film(&["search", "4"]);
    player.open(WIDE, "#step=1");
    player.browser.press(" ");
    player.browser.wait(&format!("{AT} > 3"));
    assert_eq!(player.value("location.hash"), "#step=1");
    player.browser.press(" ");
    player.browser.wait("location.hash === `#step=${document.querySelector('#number').textContent}`");
}
