//! Several files in one document: their names do not clash, and no style rule of one affects another.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Document;

use crate::common::lists::rows;
use crate::common::sandbox::Sandbox;
use crate::common::table::words;

/// An SVG of a command.
fn made(sandbox: &Sandbox, command: &str) -> String {
    sandbox.succeed(&words(&format!("{command} -o file.svg --force --quiet")));
    String::from_utf8(sandbox.read("file.svg")).unwrap()
}

/// The names that a file defines and uses, and the selectors of its rules, without keyframes.
struct Names {
    root: String,
    defined: BTreeSet<String>,
    used: BTreeSet<String>,
    selectors: Vec<String>,
}

impl Names {
    fn of(svg: &str) -> Self {
        let document = Document::parse(svg).unwrap();
        let root = document.root_element().attribute("id").unwrap().to_owned();
        let (mut defined, mut used, mut selectors) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for element in document.descendants() {
            assert_eq!(element.attribute("class"), None);
            defined.extend(element.attribute("id").map(str::to_owned));
            used.extend(element.attribute("href").map(|name| name.strip_prefix('#').unwrap().to_owned()));
            let labels = element.attribute("aria-labelledby").unwrap_or_default();
            used.extend(labels.split_whitespace().map(str::to_owned));
            let animation = element.attribute("style").and_then(|style| style.strip_prefix("--a:"));
            used.extend(animation.map(str::to_owned));
            if element.has_tag_name("style") {
                rules(element.text().unwrap(), &mut defined, &mut selectors);
            }
        }
        Self { root, defined, used, selectors }
    }
}

/// Reads the rules of a style sheet.
fn rules(mut style: &str, defined: &mut BTreeSet<String>, selectors: &mut Vec<String>) {
    while let Some((head, rest)) = style.split_once('{') {
        let mut depth = 1;
        let end = rest.find(|letter| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            depth == 0
        });
        let (content, rest) = rest.split_at(end.unwrap());
        if let Some(name) = head.strip_prefix("@keyframes ") {
            assert!(defined.insert(name.to_owned()), "{name} is there twice");
        } else if head.starts_with("@media") {
            rules(content, defined, selectors);
        } else {
            assert!(!head.starts_with('@'), "{head}");
            selectors.extend(head.split(',').map(str::to_owned));
        }
        style = &rest[1..];
    }
    assert_eq!(style, "");
}

#[test]
fn no_name_of_a_file_is_in_another() {
    let sandbox = Sandbox::new();
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    for [command] in rows(include_str!("names.txt")) {
        let svg = made(&sandbox, command);
        let Names { root, defined, used, selectors } = Names::of(&svg);
        assert!(root.len() == 4 && root.chars().all(|letter| letter.is_ascii_alphabetic()), "{root}");
        let of_root = BTreeSet::from([root.clone()]);
        assert!(used.is_subset(&defined), "{command}: {:?}", used.difference(&defined));
        let unused: BTreeSet<_> = defined.difference(&used).cloned().collect();
        assert_eq!(unused, of_root, "{command}");
        assert!(defined.iter().all(|name| name.starts_with(&root)), "{command}: {defined:?}");
        let is_film = svg.contains("@keyframes");
        assert_eq!(selectors.len(), usize::from(is_film), "{command}: {selectors:?}");
        let reach = format!("#{root} ");
        assert!(selectors.iter().all(|selector| selector.starts_with(&reach)), "{command}: {selectors:?}");
        for name in defined {
            let other = known.insert(name.clone(), command);
            assert_eq!(other, None, "{name} is in {command}, too");
        }
    }
}

/// The names depend only on the content.
#[test]
fn equal_files_have_equal_names() {
    let sandbox = Sandbox::new();
    for (one, other) in [
        ("search 4", "search 4 --loop forever"),
        ("board 2413", "board 2,4,1,3"),
        ("gallery 6", "gallery 6 --labels none"),
        ("search 4 --select solutions", "search 4 --select first-solution"),
    ] {
        assert!(made(&sandbox, one) == made(&sandbox, other), "{one}");
    }
}
