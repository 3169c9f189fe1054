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

/// The paths that a file uses: `use a::{b, c::d};` is `a::b` and `a::c::d`.
fn use_paths(file: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap();
    let uses = code.split("\nuse ").skip(1).map(|rest| rest.split(';').next().unwrap());
    uses.flat_map(|tree| flattened(&tree.split_whitespace().collect::<String>())).collect()
}

fn flattened(tree: &str) -> Vec<Vec<String>> {
    let Some((before, inside)) = tree.split_once('{') else {
        return vec![tree.split("::").map(str::to_owned).collect()];
    };
    let inside = inside.strip_suffix('}').unwrap();
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in inside.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(letter);
        }
    }
    parts
        .iter()
        .filter(|part| !part.is_empty())
        .flat_map(|part| flattened(&format!("{before}{part}")))
        .collect()
}

/// The file of a module in this directory, if there is one.
fn module(directory: &Path, name: &str) -> Option<PathBuf> {
    let files = [directory.join(format!("{name}.rs")), directory.join(name).join("mod.rs")];
    files.into_iter().find(|file| file.is_file())
}

/// The file in which a path ends that starts in this directory of modules.
fn resolved(start: &Path, path: &[String]) -> PathBuf {
    let (mut directory, mut file) = (start.to_owned(), start.join("mod.rs"));
    for name in path {
        let Some(found) = module(&directory, name) else { break };
        directory.push(name);
        file = found;
    }
    file
}

#[test]
fn no_files_of_the_command_line_use_each_other_in_a_circle() {
    let cli = root().join("src/cli");
    let files =
        sources(&cli).into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    let mut uses: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for file in files {
        let folder = file.parent().unwrap();
        let is_mod = file.ends_with("mod.rs");
        // The modules beside a file are those of its parent.
        let (own, parent) = if is_mod { (folder, folder.parent().unwrap()) } else { (folder, folder) };
        let used = use_paths(&file).into_iter().filter_map(|path| {
            let words: Vec<&str> = path.iter().map(String::as_str).collect();
            match words[..] {
                ["crate", "cli", ..] => Some(resolved(&cli, &path[2..])),
                ["super", ..] => Some(resolved(parent, &path[1..])),
                [first, ..] if is_mod && module(own, first).is_some() => Some(resolved(own, &path)),
                _ => None,
            }
        });
        let used = used.filter(|used| *used != file && used.starts_with(&cli)).collect();
        uses.insert(file.clone(), used);
    }
    assert!(uses.values().map(BTreeSet::len).sum::<usize>() > 100, "the use lines are read");
    // Files that use only files that are gone are gone themselves; what remains is in a circle, or uses one.
    let count = |uses: &BTreeMap<_, _>| uses.len();
    loop {
        let before = count(&uses);
        let left: BTreeSet<PathBuf> = uses.keys().cloned().collect();
        uses.retain(|_, used| !used.is_disjoint(&left));
        if count(&uses) == before {
            break;
        }
    }
    assert!(uses.is_empty(), "{uses:#?}");
}
