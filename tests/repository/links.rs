//! The README leads to all documents. `.ci/run` checks links and headings in Markdown with a link checker; links in HTML
//! are checked here.

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

/// The files of the repository that a document links to or shows, from the top of the repository.
fn linked(document: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(repository_file(document.to_str().unwrap())).unwrap();
    // Code is between backticks.
    let prose: String = text.split('`').step_by(2).collect();
    let starts = [("](", ')'), ("src=\"", '"'), ("href=\"", '"')];
    let targets = starts.iter().flat_map(|(start, end)| {
        prose.split(start).skip(1).map(|rest| rest.split([*end, '#']).next().unwrap())
    });
    let here = document.parent().unwrap();
    targets
        .filter(|target| !target.is_empty() && !target.contains("://"))
        .map(|path| normal(&here.join(path)))
        .collect()
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut normal, component| {
        match component {
            Component::ParentDir => assert!(normal.pop(), "{} is outside", path.display()),
            other => normal.push(other),
        }
        normal
    })
}

#[test]
fn the_readme_leads_to_all_documents_and_linked_files_exist() {
    let all = [documents(""), documents("docs")].concat();
    let links: BTreeMap<&Path, Vec<PathBuf>> =
        all.iter().map(|document| (document.as_path(), linked(document))).collect();
    let files = links.values().flatten();
    let absent: Vec<&PathBuf> =
        files.filter(|file| !repository_file(file.to_str().unwrap()).exists()).collect();
    assert!(absent.is_empty(), "{absent:#?}");

    let (mut reached, mut next) = (BTreeSet::new(), vec![Path::new("README.md")]);
    while let Some(document) = next.pop() {
        if let Some(files) = links.get(document)
            && reached.insert(document)
        {
            next.extend(files.iter().map(PathBuf::as_path));
        }
    }
    let unreached: Vec<&&Path> = links.keys().filter(|document| !reached.contains(**document)).collect();
    assert!(unreached.is_empty(), "the README does not lead to {unreached:?}");
}
