//! Numbers in files are finite, even where text has no width.

use std::process::Command;

use roxmltree::Document;
use serde_json::Value;

use crate::common::decks::deck;
use crate::common::fonts::without_widths;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::tools::run_tool;
use crate::player::film;

/// Commands with text, each with its formats that store numbers as text.
const COMMANDS: [(&str, &[&str]); 11] = [
    ("gallery 4 --title TITLE", &["pdf", "svg"]),
    ("gallery 4 --title TITLE --labels number --square 12", &["pdf", "svg"]),
    ("gallery 6 --title TITLE --canvas 16:9 --labels number", &["pdf", "svg"]),
    ("gallery 4 --animate --coordinates", &["pdf", "svg", "html", "pptx", "/"]),
    ("sheet 4 --title TITLE", &["pdf", "svg"]),
    ("sheet 4 --title TITLE --canvas a4", &["pdf"]),
    ("board 2413 --coordinates --panel matrix", &["pdf", "svg"]),
    ("search 4 --title TITLE --view lecture --piece Q", &["pdf", "svg", "html", "pptx", "/"]),
    ("search 4 --title TITLE --panel stack --caption --counters", &["pdf", "svg", "html"]),
    ("search 4 --title TITLE --algorithm marking --panel stages --panel flow", &["pdf", "svg"]),
    ("race 4 backtracking marking --title TITLE", &["pdf", "svg", "html", "pptx", "/"]),
];

/// Checks all numbers in a text; a length on a page is at most a million.
fn check(text: &str, file: &str) {
    let is_other = |letter: char| !(letter.is_alphanumeric() || "+-.".contains(letter));
    for number in text.split(is_other).filter_map(|word| word.parse::<f64>().ok()) {
        assert!(number.is_finite() && number.abs() < 1e6, "{file}: {number} in {text}");
    }
}

/// Checks the numbers of a drawing.
fn check_svg(svg: &str, file: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{file}: {error}: {svg}"));
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let is_number = |name: &str| !["id", "href", "fill", "aria-label"].contains(&name);
        node.attributes().filter(|one| is_number(one.name())).for_each(|one| check(one.value(), file));
        if node.has_tag_name(("http://www.w3.org/2000/svg", "style")) {
            check(node.text().unwrap(), file);
        }
    }
}

/// Checks a document; `None` without the program for that.
fn check_pdf(sandbox: &Sandbox, file: &str) -> Option<()> {
    let qpdf = |options: &[&str]| {
        let output = run_tool(Command::new("qpdf").args(options).arg(sandbox.path(file)).arg("-"))?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    run_tool(Command::new("qpdf").arg("--check").arg(sandbox.path(file)))?;
    for line in qpdf(&["--qdf", "--object-streams=disable"])?.lines() {
        // Glyphs are numbered in hexadecimal digits.
        let is_text = |word: &&str| word.len() >= 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let words = line.split(['[', ']', '<', '>', ' ', '(']).filter(|word| !is_text(word));
        for number in words.filter_map(|word| word.parse::<f64>().ok()) {
            assert!(number.is_finite(), "{file}: {line}");
        }
    }
    Some(())
}

fn check_html(html: &str, file: &str) {
    // JSON has no other numbers than finite ones.
    let film: Value = serde_json::from_slice(&film(html)).unwrap();
    assert!(!film["drawings"].as_array().unwrap().is_empty());
    for drawing in film["drawings"].as_array().unwrap() {
        let markup = drawing.as_str().unwrap();
        check_svg(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{markup}</svg>"), file);
    }
}

#[test]
fn numbers_are_finite_where_letters_have_no_width() {
    let sandbox = Sandbox::new();
    sandbox.write("flat.ttf", without_widths());
    // The second title has no letters.
    for (title, (command, formats)) in
        ["Four", "\u{200b}"].iter().flat_map(|title| COMMANDS.map(|case| (title, case)))
    {
        let words = command.split(' ').map(|word| if word == "TITLE" { title } else { word });
        let command: Vec<&str> = words.chain(["--font", "flat.ttf"]).collect();
        for format in sampled(2, formats.iter().copied()) {
            let file = if format == "/" { "frames/".to_owned() } else { format!("made.{format}") };
            sandbox.succeed(&[&command[..], &["--force", "-q", "-o", &file]].concat());
            let text = |name: &str| String::from_utf8(sandbox.read(name)).unwrap();
            match format {
                "pdf" => drop(check_pdf(&sandbox, &file)),
                "svg" => check_svg(&text(&file), &file),
                "html" => check_html(&text(&file), &file),
                "pptx" => {
                    let slides = deck(&sandbox, &command).map_or(0, |deck| deck.slides.len());
                    (1..=slides).for_each(|slide| check_svg(&text(&format!("{slide}.svg")), &file));
                }
                _ if command[0] == "gallery" => assert_eq!(sandbox.listed("frames/solutions.json").len(), 2),
                _ => {
                    for frame in sandbox.listed("frames/frames.json") {
                        assert!(["seconds", "start_ms"].iter().all(|key| frame[key].is_number()), "{frame}");
                    }
                }
            }
        }
    }
}
