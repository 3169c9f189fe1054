//! Links in documents lead to files and headings that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::common::sandbox::repository_file;

/// The Markdown below a directory of the repository, by its path from there.
fn documents(directory: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(repository_file(directory)).unwrap().map(Result::unwrap) {
        let path = Path::new(directory).join(entry.file_name());
        if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        } else if !directory.is_empty() && entry.path().is_dir() {
            found.extend(documents(path.to_str().unwrap()));
        }
    }
    found
}

/// The text of a document outside blocks of code.
fn prose(document: &Path) -> String {
    let text = fs::read_to_string(repository_file(document.to_str().unwrap())).unwrap();
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(document: &Path) -> BTreeSet<String> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for line in prose(document).lines().filter(|line| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        let anchor = kept.collect::<String>().replace(' ', "-");
        let number = numbers.entry(anchor.clone()).or_default();
        anchors.insert(if *number == 0 { anchor } else { format!("{anchor}-{number}") });
        *number += 1;
    }
    anchors
}

/// The targets of a document's links and pictures, except those on other sites.
fn targets(document: &Path) -> Vec<String> {
    let prose = prose(document);
    let pieces: Vec<&str> = prose.split('`').collect();
    assert!(pieces.len() % 2 == 1, "{}: a backtick is alone", document.display());
    let text: String = pieces.into_iter().step_by(2).collect();
    let mut targets = Vec::new();
    for (start, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        let links = text.split(start).skip(1).map(|rest| rest.split(end).next().unwrap().to_owned());
        targets.extend(links.filter(|target| !target.contains("://")));
    }
    targets
}

/// The file that a path in a document names, from the top of the repository.
fn file(document: &Path, path: &str) -> PathBuf {
    if path.is_empty() {
        return document.to_owned();
    }
    let mut file = document.parent().unwrap().to_owned();
    for component in Path::new(path).components() {
        match component {
            Component::ParentDir => assert!(file.pop(), "{}: {path} is outside", document.display()),
            Component::Normal(name) => file.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {
                panic!("{}: {path}", document.display())
            }
        }
    }
    file
}

#[test]
fn links_lead_to_files_and_headings_that_exist_and_to_all_documents() {
    let all = [documents(""), documents("docs")].concat();
    let mut links: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for document in &all {
        let linked = links.entry(document.clone()).or_default();
        for target in targets(document) {
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = file(document, path);
            let exists = repository_file(file.to_str().unwrap()).exists();
            if !exists || !anchor.is_empty() && !anchors(&file).contains(anchor) {
                wrong.push(format!("{}: {target}", document.display()));
            }
            linked.push(file);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(links.values().map(Vec::len).sum::<usize>() > 100, "links are found");

    let mut reached = BTreeSet::new();
    let mut next = vec![PathBuf::from("README.md")];
    while let Some(document) = next.pop() {
        if links.contains_key(&document) && reached.insert(document.clone()) {
            next.extend(links[&document].iter().cloned());
        }
    }
    let unreached: Vec<&PathBuf> = all.iter().filter(|document| !reached.contains(*document)).collect();
    assert!(unreached.is_empty(), "the README does not lead to {unreached:?}");
}
