//! The modules use each other only as `ARCHITECTURE.md` allows, and its tree matches the repository.

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

/// The rows of the table of the document: a module, and the modules that it may use.
fn rows() -> Vec<(String, BTreeSet<String>)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = text.split_once("## Which module may use which").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `")).map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        (names(cells[1]).pop_first().unwrap(), names(cells[3]))
    });
    rows.collect()
}

pub fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    fs::read_dir(path).unwrap().flat_map(|entry| sources(&entry.unwrap().path())).collect()
}

/// The modules that a file names as `crate::module`, outside comments and unit tests.
fn used(file: &Path) -> BTreeSet<String> {
    let module =
        |path: &str| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap().to_owned();
    code(file).split("crate::").skip(1).map(module).collect()
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
    // Modules of `crates/flatfilm`.
    let others = ["picture", "threads"].map(|module| (module.to_owned(), BTreeSet::new()));
    uses.chain(others).collect()
}

#[test]
fn modules_use_only_what_the_document_allows() {
    let (allowed, actual) = (Uses::from_iter(rows()), actual());
    assert!(allowed.keys().eq(actual.keys()), "{:?}\n{:?}", allowed.keys(), actual.keys());
    for (module, used) in &actual {
        let more: Vec<&String> = used.difference(&allowed[module]).collect();
        assert!(more.is_empty(), "`{module}` must not use {more:?}");
        let less: Vec<&String> = allowed[module].difference(used).collect();
        assert!(less.is_empty() || module == "cli", "`{module}` does not use {less:?}: shorten the table");
    }
}

/// Types and macros, which are tested where they are used, and what `flatfilm` tests.
const WITHOUT_TESTS: [&str; 5] = ["error", "picture", "threads", "variants", "watch"];

/// `cargo test record` runs the tests of `src/record`.
#[test]
fn each_module_has_tests_with_its_name() {
    let folders = fs::read_dir(root().join("tests")).unwrap().map(|entry| entry.unwrap().path());
    let of_suite = folders.filter(|path| !path.ends_with("browser")).flat_map(|path| sources(&path));
    let has_tests = |file: &PathBuf| {
        file.extension().is_some_and(|extension| extension == "rs")
            && fs::read_to_string(file).unwrap().contains("#[test]")
    };
    let of_units = sources(&root().join("src")).into_iter().filter(has_tests);
    let files: Vec<PathBuf> =
        of_suite.chain(of_units).map(|file| file.strip_prefix(root()).unwrap().to_owned()).collect();
    for (module, _) in rows().iter().filter(|(module, _)| !WITHOUT_TESTS.contains(&module.as_str())) {
        let names = [module.clone(), format!("{module}.rs")];
        let is_named =
            |file: &PathBuf| file.iter().any(|part| names.iter().any(|name| part == name.as_str()));
        assert!(files.iter().any(is_named), "no tests are named {module}");
    }
}

#[test]
fn the_encoders_do_not_mention_queens() {
    let files = sources(&root().join("crates/flatfilm"));
    let rust: Vec<&PathBuf> =
        files.iter().filter(|file| file.extension().is_some_and(|end| end == "rs")).collect();
    assert!(rust.len() > 20, "{rust:?}");
    for file in rust.into_iter().chain([&root().join("crates/flatfilm/Cargo.toml")]) {
        let text = fs::read_to_string(file).unwrap().to_lowercase();
        assert!(!text.contains("queen"), "{}", file.display());
    }
}

#[test]
fn no_module_uses_one_that_comes_after_it() {
    let mut before = BTreeSet::new();
    for (module, used) in rows() {
        assert!(used.is_subset(&before), "{module}");
        assert!(before.insert(module), "each has one row");
    }
}

#[test]
fn every_file_that_the_document_names_exists() {
    for document in ["ARCHITECTURE.md", "docs/memory.md"] {
        let text = fs::read_to_string(root().join(document)).unwrap();
        // Fences of blocks are backticks, too.
        let prose: String = text.split("```").step_by(2).collect();
        let paths = names(&prose).into_iter().filter(|name| name.contains('/') && !name.contains(' '));
        let paths: Vec<String> = paths.collect();
        assert!(paths.len() > 5, "{document}: {paths:?}");
        let roots = ["", "src", "crates/flatfilm/src"].map(|place| root().join(place));
        let exists = |path: &String| roots.iter().any(|place| place.join(path).exists());
        let missing: Vec<&String> = paths.iter().filter(|path| !exists(path)).collect();
        assert!(missing.is_empty(), "{document}: {missing:?}");
    }
}

#[test]
fn the_tree_of_the_document_matches_the_repository() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, tree) = text.split_once("```text\n").unwrap();
    let (tree, _) = tree.split_once("```").unwrap();
    let mut shown: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut folder = "";
    for line in tree.lines() {
        // Name and description are separated by two spaces or more.
        let (there, _) = line.trim().split_once("  ").unwrap();
        let inside = if line.starts_with(' ') { folder } else { "" };
        for name in there.split(", ") {
            let path = root().join(inside).join(name);
            assert_eq!((path.exists(), path.is_dir()), (true, name.ends_with('/')), "{line}");
            shown.entry(inside).or_default().insert(name.trim_end_matches('/').to_owned());
        }
        if inside.is_empty() {
            folder = there;
        }
    }
    // Tests with the names of modules are not listed.
    let modules = rows();
    let is_module = |name: &String| modules.iter().any(|(module, _)| *module == name.trim_end_matches(".rs"));
    let entries = fs::read_dir(root().join("tests")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(shown["tests/"], names.filter(|name| !is_module(name)).collect());
}

/// The code of a file, without comments and unit tests.
pub fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("mod tests {").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The paths in a file, `use a::{b, c::d};` as `a::b` and `a::c::d`: those it uses, and those it re-exports with
/// `pub use`, as a `mod.rs` does without using them.
fn paths(file: &Path) -> [Vec<Vec<String>>; 2] {
    let [mut used, mut handed_on] = [Vec::new(), Vec::new()];
    let mut words = BTreeSet::new();
    // The module `internals` re-exports for tests.
    let code = code(file).replace("    pub use super::", "pub use ");
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let is_public = |start: &str| start == "pub " || start.starts_with("pub(") && start.ends_with(") ");
        let list = match line.split_once("use ") {
            Some(("", _)) => &mut used,
            Some((start, _)) if is_public(start) => &mut handed_on,
            Some(_) | None => {
                let names = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
                used.extend(names.clone().filter(|name| name.contains("::")).flat_map(flattened));
                words.extend(names.flat_map(|name| name.split(':')));
                continue;
            }
        };
        let mut tree = line.to_owned();
        while !tree.ends_with(';') {
            tree += lines.next().unwrap();
        }
        let (_, tree) = tree.split_once("use ").unwrap();
        list.extend(flattened(&tree.trim_end_matches(';').split_whitespace().collect::<String>()));
    }
    let is_used =
        |path: &Vec<String>| !file.ends_with("mod.rs") || words.contains(path.last().unwrap().as_str());
    used.extend(handed_on.iter().filter(|path| is_used(path)).cloned());
    [used, handed_on]
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

/// The file that a path in this file refers to, if it is another file below this folder.
///
/// A `mod.rs` that only re-exports a name with `pub use` is skipped.
fn target(folder: &Path, file: &Path, path: &[String]) -> Option<PathBuf> {
    let words: Vec<&str> = path.iter().map(String::as_str).collect();
    let own = file.parent().unwrap();
    let is_mod = file.ends_with("mod.rs");
    // The modules next to a file belong to its parent.
    let parent = if is_mod { own.parent().unwrap() } else { own };
    let (mut directory, path) = match words[..] {
        ["crate", name, ..] if folder.ends_with(name) => (folder.to_owned(), &path[2..]),
        ["super", ..] => (parent.to_owned(), &path[1..]),
        [first, ..] if is_mod && module(own, first).is_some() => (own.to_owned(), path),
        _ => return None,
    };
    let mut found = directory.join("mod.rs");
    for (index, name) in path.iter().enumerate() {
        if name == "super" {
            directory.pop();
            found = directory.join("mod.rs");
        } else if let Some(inner) = module(&directory, name) {
            directory.push(name);
            found = inner;
        } else {
            let [_, handed_on] = if found.is_file() { paths(&found) } else { Default::default() };
            if let Some(other) = handed_on.iter().find(|other| other.last() == Some(name)) {
                let inside = [other, &path[index + 1..]].concat();
                return target(folder, &found, &inside).filter(|target| target != file);
            }
            break;
        }
    }
    (found != file && found.starts_with(folder)).then_some(found)
}

/// The files below a folder that use each other in cycles, each with those it uses.
fn circles(folder: &Path) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let files = sources(folder).into_iter().filter(|file| {
        let is_source = file.extension().is_some_and(|ending| ending == "rs");
        is_source && !file.file_stem().unwrap().to_str().unwrap().ends_with("tests")
    });
    let uses = files.map(|file| {
        let [used, _] = paths(&file);
        let used = used.iter().filter_map(|path| target(folder, &file, path)).collect();
        (file, used)
    });
    let mut uses: BTreeMap<PathBuf, BTreeSet<PathBuf>> = uses.collect();
    assert!(uses.values().map(BTreeSet::len).sum::<usize>() > 20, "the paths are read");
    // Repeatedly removes files that use no remaining file, and files that no remaining one uses.
    loop {
        let before = uses.len();
        let left: BTreeSet<PathBuf> = uses.keys().cloned().collect();
        let used: BTreeSet<PathBuf> = uses.values().flatten().cloned().collect();
        uses.retain(|file, uses| !uses.is_disjoint(&left) && used.contains(file));
        if uses.len() == before {
            break;
        }
    }
    let left: BTreeSet<PathBuf> = uses.keys().cloned().collect();
    for used in uses.values_mut() {
        used.retain(|file| left.contains(file));
    }
    uses
}

#[test]
fn no_files_of_the_command_line_or_of_pages_use_each_other_in_a_circle() {
    for folder in ["src/cli", "src/page"] {
        let circles = circles(&root().join(folder));
        assert!(circles.is_empty(), "{circles:#?}");
    }
}
