//! The modules use each other only as `ARCHITECTURE.md` allows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Uses = BTreeMap<String, BTreeSet<String>>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The words in backticks in a cell of a table.
fn names(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The table of the document: for each module, which ones it may use.
fn allowed() -> Uses {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = text.split_once("## Which module may use which").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `")).map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        (names(cells[1]).into_iter().next().unwrap(), names(cells[2]))
    });
    rows.collect()
}

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    fs::read_dir(path).unwrap().flat_map(|entry| sources(&entry.unwrap().path())).collect()
}

/// The modules that a file names as `crate::module`, outside comments and unit tests.
fn used(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let paths = lines.flat_map(|line| line.split("crate::").skip(1));
    let module =
        |path: &str| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap().to_owned();
    paths.map(module).collect()
}

fn actual() -> Uses {
    let entries = fs::read_dir(root().join("src")).unwrap().map(|entry| entry.unwrap().path());
    let modules = entries.filter(|path| path.file_stem().is_some_and(|stem| stem != "lib" && stem != "main"));
    let uses = modules.map(|path| {
        let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let files = sources(&path).into_iter().filter(|file| {
            let stem = file.file_stem().unwrap().to_str().unwrap();
            file.extension().is_some_and(|extension| extension == "rs") && !stem.ends_with("tests")
        });
        let mut used: BTreeSet<String> = files.flat_map(|file| used(&file)).collect();
        used.remove(&module);
        (module, used)
    });
    uses.collect()
}

#[test]
fn modules_use_only_what_the_document_allows() {
    let (allowed, actual) = (allowed(), actual());
    assert!(allowed.keys().eq(actual.keys()), "{:?}\n{:?}", allowed.keys(), actual.keys());
    for (module, used) in &actual {
        let more: Vec<&String> = used.difference(&allowed[module]).collect();
        assert!(more.is_empty(), "`{module}` must not use {more:?}");
        let less: Vec<&String> = allowed[module].difference(used).collect();
        assert!(less.is_empty() || module == "cli", "`{module}` does not use {less:?}: shorten the table");
    }
}

#[test]
fn no_module_uses_one_that_comes_after_it() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = text.split_once("## Which module may use which").unwrap();
    let mut before = BTreeSet::new();
    for line in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').collect();
        assert!(names(cells[2]).is_subset(&before), "{line}");
        before.extend(names(cells[1]));
    }
    assert_eq!(before.len(), allowed().len());
}

#[test]
fn every_file_that_the_document_names_exists() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let paths = names(&text).into_iter().filter(|name| name.contains('/') && !name.contains(' '));
    let missing: Vec<String> =
        paths.filter(|path| !root().join("src").join(path).exists() && !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
