//! Accessibility: the findings of axe-core, and the content for screen readers and printers.

use std::process::Command;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use queenreel::internals::page::Theme;
use serde_json::json;

use super::{PHONE, Player, WIDE, plain};
use crate::common::sandbox::stdout;
use crate::common::tools::{node_module, run_tool};

#[test]
fn axe_finds_nothing_in_any_theme() {
    let Some(player) = Player::start() else { return };
    let Some(axe) = node_module("axe-core/axe.min.js") else { return };
    let axe = std::fs::read_to_string(axe).unwrap();
    let find = "axe.run().then(({ violations, passes }) => [passes.length, violations.map(({ id, nodes }) =>
        `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)])";
    for theme in Theme::names() {
        for film in ["search 4 --view lecture", "search 4"] {
            player.film(&format!("{film} --theme {theme}"));
            for size in [WIDE, PHONE] {
                player.open(size, "#step=9");
                player.browser.run(&axe);
                for menu in ["closed", "open"] {
                    if menu == "open" {
                        player.press("?");
                    }
                    let found = player.value(find);
                    assert!(found[0].as_u64() > Some(10), "{found}");
                    assert_eq!(found[1], json!([]), "{theme}, {film}, {size:?}, menu {menu}");
                }
            }
        }
    }
}

#[test]
fn captions_are_said_while_stepping_and_not_while_playing() {
    let Some(player) = Player::showing("search 5 --delay 50ms", "") else { return };
    assert_eq!(player.value("document.querySelector('#caption').getAttribute('aria-live')"), "polite");
    player.press("ArrowRight");
    assert_eq!(player.text("#caption"), "Place a queen on a5. Queen 1 of 5.");
    let seen = player.value("playForAMoment()");
    assert!(seen[0].as_u64() <= Some(1) && seen[1] == true && seen[2].as_u64() > Some(2), "{seen}");
    player.press("Space");
    assert_eq!(
        player.value("document.querySelector('#scrubber').getAttribute('aria-valuetext')"),
        format!("step {}: {}", player.text("#number"), player.text("#caption"))
    );
}

#[test]
fn printers_print_the_step_that_is_shown() {
    let Some(player) = Player::start() else { return };
    for film in ["search 4 --view lecture", "search 6"] {
        player.film(film);
        player.open(WIDE, "#step=7");
        let caption = player.text("#caption");
        let printed =
            player.browser.tools("Page.printToPDF", &json!({ "printBackground": true, "landscape": true }));
        player.sandbox.write("page.pdf", BASE64_STANDARD.decode(printed["data"].as_str().unwrap()).unwrap());
        let pdf = player.sandbox.path("page.pdf");
        let Some(text) = run_tool(Command::new("pdftotext").arg("-raw").arg(&pdf).arg("-")) else { return };
        let text = stdout(&text);
        // Each page ends with a form feed.
        assert_eq!(text.matches('\u{c}').count(), 1, "{film} is one page: {text}");
        let words = plain(&text);
        assert!(words.contains(&caption), "{caption} is not in {words}");
        assert!(!words.contains("speed"), "no controls: {words}");
    }
}
