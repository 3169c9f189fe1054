//! The structure of files: well-formed, self-contained, described, and without scripts.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use crate::common::lists::rows;
use crate::common::sandbox::Sandbox;
use crate::common::table::words;

/// A file of each kind, with its title, and a part of its description.
const FILES: &str = include_str!("files.txt");

/// All elements that may occur.
const ELEMENTS: [&str; 9] = ["svg", "title", "desc", "style", "defs", "g", "path", "circle", "use"];

fn file(sandbox: &Sandbox, command: &str) -> String {
    sandbox.succeed(&words(&format!("{command} -o file.svg --quiet")));
    String::from_utf8(sandbox.read("file.svg")).unwrap()
}

fn styles(document: &Document) -> String {
    named(document, "style").filter_map(|one| one.text()).collect()
}

fn elements<'a>(document: &'a Document<'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(Node::is_element)
}

fn named<'a>(document: &'a Document<'a>, name: &str) -> impl Iterator<Item = Node<'a, 'a>> {
    elements(document).filter(move |one| one.has_tag_name(name))
}

#[test]
fn files_say_what_is_seen() {
    let sandbox = Sandbox::new();
    for [command, title, description] in rows(FILES) {
        let text = file(&sandbox, command);
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")), "{command}");
        assert_eq!(root.attribute("role"), Some("img"), "{command}");
        let children = ["title", "desc"];
        let children = children.map(|name| root.children().find(|child| child.has_tag_name(name)).unwrap());
        let [seen, described] = children.map(|child| child.text().unwrap());
        assert_eq!(seen, title, "{command}");
        assert!(described.contains(description), "{command}: {described}");
        let named: Vec<&str> = root.attribute("aria-labelledby").unwrap().split(' ').collect();
        assert_eq!(named, children.map(|child| child.attribute("id").unwrap()), "{command}");
        let size = ["width", "height"].map(|side| root.attribute(side).unwrap());
        assert_eq!(root.attribute("viewBox"), Some(&format!("0 0 {} {}", size[0], size[1])[..]));
    }
}

#[test]
fn files_use_only_what_is_in_them() {
    let sandbox = Sandbox::new();
    for [command, ..] in rows::<3>(FILES) {
        let text = file(&sandbox, command);
        let document = Document::parse(&text).unwrap();
        let names: Vec<&str> = elements(&document).filter_map(|element| element.attribute("id")).collect();
        let unique: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(unique.len(), names.len(), "{command}: each name once");
        for element in elements(&document) {
            let name = element.tag_name().name();
            assert!(ELEMENTS.contains(&name), "{command}: <{name}>");
            for attribute in element.attributes() {
                let (name, value) = (attribute.name(), attribute.value());
                assert!(!name.starts_with("on") && !value.contains("url("), "{command}: {name}={value}");
                if name == "href" {
                    let target = value.strip_prefix('#').unwrap();
                    assert!(unique.contains(target), "{command}: {value}");
                }
            }
            if name == "style" {
                let style = element.text().unwrap();
                assert!(!style.contains('@') || style.contains("@keyframes"), "{style}");
                assert!(!style.contains("@import") && !style.contains("url("), "{style}");
            }
        }
        assert_eq!(text.matches("http").count(), 1, "{command}: only the name space");
    }
}

#[test]
fn animations_that_are_named_are_defined() {
    let sandbox = Sandbox::new();
    for command in ["search 6 --all", "search 4 --view lecture"] {
        let text = file(&sandbox, command);
        let document = Document::parse(&text).unwrap();
        let styles = styles(&document);
        let defined: Vec<&str> =
            styles.split("@keyframes ").skip(1).map(|rest| rest.split('{').next().unwrap()).collect();
        let unique: BTreeSet<&str> = defined.iter().copied().collect();
        assert_eq!(unique.len(), defined.len(), "{command}");
        let named: BTreeSet<&str> =
            elements(&document).filter_map(|one| one.attribute("style")?.strip_prefix("--a:")).collect();
        assert!(named.len() > 3 && named == unique, "{command}: {named:?} {unique:?}");
    }
}

#[test]
fn changes_are_at_the_beginnings_of_frames() {
    let sandbox = Sandbox::new();
    for command in [
        "search 6 --all --duration 2m",
        "search 8 --duration 45s --view article --hold 7s",
        "search 5 --all --delay 20ms",
    ] {
        let file = file(&sandbox, command);
        sandbox.succeed(&words(&format!("{command} -o frames/ --force --quiet")));
        let mut length = 0.0;
        let mut starts = Vec::new();
        for frame in sandbox.listed("frames/frames.json") {
            starts.push(length);
            length += frame["seconds"].as_f64().unwrap();
        }
        let document = Document::parse(&file).unwrap();
        let styles = styles(&document);
        let shares: BTreeSet<&str> =
            styles.split(['{', '}', ',']).filter_map(|word| word.strip_suffix('%')).collect();
        assert!(shares.len() > starts.len() / 2, "{command}: {} of {}", shares.len(), starts.len());
        for share in shares {
            let time = share.parse::<f64>().unwrap() / 100.0 * length;
            let error = starts.iter().map(|start| (start - time).abs()).fold(f64::INFINITY, f64::min);
            assert!(error <= 0.0101, "{command}: {share}% is {error} s beside a frame");
        }
    }
}

#[test]
fn levels_of_a_tree_are_named_by_the_lines_of_the_search() {
    let sandbox = Sandbox::new();
    for (search, names) in [
        // No queen is removed before the first solution for 5 queens, so all levels have one node.
        ("5", "abcde"),
        ("5 --order rows", "54321"),
        ("5 --order rows --squares numbers", "12345"),
        ("4 --order rows", "4321"),
        ("4 --order rows --squares numbers", "1234"),
        ("5 --algorithm loops", "54321"),
        ("8 --algorithm loops", "87654321"),
        ("8 --algorithm marking --solutions 2", "abcdefgh"),
    ] {
        let tree = "--tree --canvas 800x600 --svg-text --select 1 --force";
        let file = file(&sandbox, &format!("search {search} {tree}"));
        let document = Document::parse(&file).unwrap();
        let place = |text: &Node<'_, '_>, axis| text.attribute(axis).unwrap().parse::<u32>().unwrap();
        let texts = named(&document, "text").map(|one| (place(&one, "x"), place(&one, "y"), one.text()));
        let texts = texts.filter_map(|(x, y, text)| Some((x, y, text?)));
        let mut labels: Vec<(u32, u32, &str)> =
            texts.filter(|(_, _, text)| text.chars().count() == 1).collect();
        labels.sort_unstable();
        let left = labels[0].0;
        let shown: String = labels.iter().filter(|label| label.0 == left).map(|label| label.2).collect();
        assert_eq!(shown, names, "{search}");
    }
}

#[test]
fn text_is_outlines_unless_it_is_asked_for() {
    let sandbox = Sandbox::new();
    for (command, words) in [
        ("search 4 --view lecture --select 1", "Place a queen on a4"),
        ("search 4 --view article", "Place a queen on b1"),
        ("sheet 4", "Four queens, step by step"),
        ("gallery 4 --title Both", "Both"),
        ("board 2413 --coordinates", "a"),
    ] {
        let outlines = file(&sandbox, command);
        assert_eq!(named(&Document::parse(&outlines).unwrap(), "text").count(), 0, "{command}");
        let text = file(&sandbox, &format!("{command} --svg-text"));
        let document = Document::parse(&text).unwrap();
        let texts: Vec<&str> = named(&document, "text").filter_map(|one| one.text()).collect();
        // Texts of a film that change separately are separate texts.
        for word in words.split(' ') {
            assert!(texts.iter().any(|text| text.contains(word)), "{command}: {texts:?}");
        }
    }
}

#[test]
fn the_boards_of_a_page_have_titles() {
    let sandbox = Sandbox::new();
    let text = file(&sandbox, "gallery 6");
    let document = Document::parse(&text).unwrap();
    let titles =
        named(&document, "g").filter_map(|one| one.children().find(|child| child.has_tag_name("title")));
    let titles: Vec<&str> = titles.filter_map(|title| title.text()).collect();
    let expected = ["246135", "362514", "415263", "531642"];
    let expected: Vec<String> =
        (1..).zip(expected).map(|(index, rows)| format!("Solution {index}: {rows}")).collect();
    assert_eq!(titles, expected);
}

#[test]
fn files_are_the_same_each_time() {
    let sandbox = Sandbox::new();
    for [command, ..] in rows::<3>(FILES) {
        assert!(file(&sandbox, command) == file(&sandbox, command), "{command}");
    }
}
