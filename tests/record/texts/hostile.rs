//! Titles and captions that look like programs: they stay text in films, pages and slides.
//!
//! Subtitles and transcripts are tested in the files next to this one, HTML pages in `tests/browser/`.

use std::process::Command;

use roxmltree::{Document, Node};
use serde_json::Value;

use super::HOSTILE;
use crate::common::decks::deck;
use crate::common::sandbox::Sandbox;
use crate::common::tools::{python, run_tool};

/// Texts that would end their context and run: as markup, as a handler, as an object of a PDF.
const TITLES: [&str; 3] =
    ["]]></title><script>alert(2)", "<svg onload=\"alert(3)\">&", ")>>/OpenAction<</S/JavaScript"];

/// Commands that have a title: a film of hostile captions, one frame of it, a page of solutions, and steps.
const COMMANDS: [&[&str]; 4] = [
    &["replay", "hostile.jsonl", "--caption", "--tree"],
    &["replay", "hostile.jsonl", "--select", "2", "--caption"],
    &["gallery", "4", "--canvas", "16:9"],
    &["sheet", "4", "--canvas", "16:9"],
];

fn made(output: &str, options: &[&str]) -> impl Iterator<Item = (Sandbox, &'static str)> {
    let titled = COMMANDS.into_iter().flat_map(|command| TITLES.map(|title| (command, title)));
    titled.map(move |(command, title)| {
        let sandbox = Sandbox::new();
        sandbox.write("hostile.jsonl", HOSTILE);
        sandbox.succeed(&[command, &["-q", "-o", output, "--title", title], options].concat());
        (sandbox, title)
    })
}

/// Checks that nothing can run: no element with a program or with external content, no handlers, no links.
fn check_markup(document: &Document) {
    for element in document.descendants().filter(Node::is_element) {
        let name = element.tag_name().name();
        assert!(
            !["script", "foreignObject", "iframe", "object", "a", "hlinkClick"].contains(&name),
            "<{name}>"
        );
        for attribute in element.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let is_handler = name.starts_with("on") && !["on", "one"].contains(&name);
            assert!(!(is_handler || name == "href" && value.contains(':')), "{name}={value}");
            assert!(name != "TargetMode" && !value.starts_with("ppaction"), "{name}={value}");
        }
    }
}

#[test]
fn they_are_text_in_svg() {
    for options in [&[][..], &["--svg-text"]] {
        for (sandbox, title) in made("film.svg", options) {
            let text = String::from_utf8(sandbox.read("film.svg")).unwrap();
            let document = Document::parse(&text).unwrap();
            check_markup(&document);
            let mut titles = document
                .descendants()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
            assert_eq!(titles.find_map(|title| title.text()), Some(title));
        }
    }
}

/// The names of all entries, and the strings.
fn walk(value: &Value, names: &mut Vec<String>, strings: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (name, value) in entries {
                names.push(name.clone());
                walk(value, names, strings);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| walk(value, names, strings)),
        Value::String(text) => strings.push(text.clone()),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn they_are_text_in_pdf() {
    for (sandbox, title) in made("film.pdf", &[]) {
        let read = run_tool(Command::new("qpdf").args(["--json=2"]).arg(sandbox.path("film.pdf")));
        let Some(read) = read else { return };
        let (mut names, mut strings) = (Vec::new(), Vec::new());
        walk(&serde_json::from_slice::<Value>(&read.stdout).unwrap(), &mut names, &mut strings);
        let named = |name: &str| names.iter().any(|other| other == name);
        for name in ["/OpenAction", "/AA", "/A", "/JS", "/JavaScript", "/Launch", "/URI", "/AcroForm"] {
            assert!(!named(name), "{name}");
        }
        assert!(named("/Title") && strings.contains(&format!("u:{title}")), "{strings:?}");
    }
}

#[test]
fn they_are_text_in_slides() {
    let sandbox = Sandbox::new();
    sandbox.write("hostile.jsonl", HOSTILE);
    let Some(read) = deck(&sandbox, &[COMMANDS[0], &["--title", TITLES[0]]].concat()) else { return };
    assert_eq!(read.title, TITLES[0]);
    assert!(read.slides.iter().any(|slide| slide.notes.contains("<script>alert(1)</script> & `code`")));
    let Some(mut python) = python(&[]) else { return };
    let Some(listed) =
        run_tool(python.args(["-c", include_str!("list_parts.py")]).arg(sandbox.path("deck.pptx")))
    else {
        return;
    };
    let parts: Vec<(String, String)> = serde_json::from_slice(&listed.stdout).unwrap();
    assert!(parts.len() > 20, "{}", parts.len());
    for (name, text) in parts {
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        check_markup(&document);
    }
}
