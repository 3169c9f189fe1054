//! Pages saved by a browser in their current state ('Webpage, Complete'), and opened again.

use serde_json::{Value, json};

use super::{AT, IS_PLAYING, Player, WIDE};
use crate::common::lists::rows;

impl Player {
    /// Saves the page as browsers do: the current document under another name, with their comments.
    fn save(&self, file: &str) {
        let charset = "<head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\">";
        let document: String = self.read("document.documentElement.outerHTML");
        let document = document.replacen("<head>", charset, 1);
        let remark = "<!-- saved from url=(0036)file:///somewhere/else.html#step=2 -->";
        self.sandbox.write(file, format!("<!DOCTYPE html>\n{remark}\n{document}"));
    }

    /// Opens a page, and waits until it is idle.
    fn open_drawn(&self, size: (u32, u32), file: &str) {
        self.open_file(size, file);
        self.value("drawn()");
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
        let rest = String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(80)..]).into_owned();
        rest.chars().take(160).collect::<String>()
    };
    assert!(one == other, "{context}:\n{}\n{}", about(&one), about(&other));
}

#[test]
fn a_saved_page_is_the_page_again_whatever_it_showed() {
    let Some(player) = Player::start() else { return };
    let mut film = "";
    for [state, command, window, address, script] in rows(include_str!("saved.txt")) {
        if film != command {
            player.film(command);
            film = command;
        }
        player.open_drawn(WIDE, "film.html");
        let document = player.value(DOCUMENT);
        let size = if window == "phone" { (400, 800) } else { WIDE };
        player.open_drawn(size, address);
        player.browser.run(script);
        player.save("saved.html");
        player.open_drawn(WIDE, "saved.html");
        assert_same(&player.value(DOCUMENT), &document, &format!("saved {state}"));
        // A copy of the copy, which plays.
        player.press("Space");
        player.save("again.html");
        player.open_drawn(WIDE, "again.html");
        assert_same(&player.value(DOCUMENT), &document, &format!("saved {state}, and again"));
        // It still steps, plays and ends.
        player.press("ArrowRight");
        assert_eq!((player.at(), player.is_playing()), (1, false), "saved {state}");
        player.press("Space");
        player.browser.wait(&format!("{IS_PLAYING} && {AT} > 1"));
        player.press("End");
        assert_eq!((player.at(), player.is_playing()), (player.last(), false), "saved {state}");
        // The page's policy refuses inline positions of parts in the copy; they are then set by the script.
        let faults = player.value("window.faults.filter((fault) => fault !== 'policy: style-src-attr')");
        assert_eq!(faults, json!([]), "saved {state}");
    }
}

/// Chromium does not save a page whose address has changed since saving began.
#[test]
fn the_address_waits_until_the_film_does() {
    let Some(player) = Player::showing("search 4", "#step=1") else { return };
    player.press("Space");
    player.browser.wait(&format!("{AT} > 3"));
    assert_eq!(player.value("location.hash"), "#step=1");
    player.press("Space");
    player.browser.wait("location.hash === `#step=${document.querySelector('#number').textContent}`");
}
