//! The dependencies of this project.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

use super::architecture::{code, sources};

/// The client requires these five packages by name, each with real work. Neither build time nor a benchmark is a
/// reason to remove one, and they stay dependencies of the root package when code moves to other crates.
const ORDERED: [(&str, &str); 5] = [
    ("image", "the type of every picture outside the encoders"),
    ("gif", "the writer of GIFs"),
    ("imageproc", "every shape"),
    ("clap", "the command line"),
    ("rusttype", "every letter"),
];

#[test]
fn the_ordered_packages_are_dependencies_and_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest: Table = fs::read_to_string(root.join("Cargo.toml")).unwrap().parse().unwrap();
    let files = sources(&root.join("src"));
    let rust = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    let code: Vec<String> = rust.filter(|file| !file.ends_with("tests.rs")).map(|file| code(file)).collect();
    for (package, work) in ORDERED {
        let dependency = manifest["dependencies"].get(package);
        let dependency = dependency.unwrap_or_else(|| panic!("{package} is no dependency: it is {work}"));
        let is_optional = dependency.get("optional").and_then(Value::as_bool) == Some(true);
        assert!(!is_optional, "{package}");
        let uses = |code: &&String| {
            let name = format!("{package}::");
            code.match_indices(&name).any(|(at, _)| {
                let before = code[..at].chars().next_back();
                before.is_none_or(|before| !before.is_alphanumeric() && !"_:".contains(before))
            })
        };
        let users = code.iter().filter(uses).count();
        assert!(users > 0, "{package} is not used: it is {work}");
        // Letters are drawn in a single file.
        assert!(package != "rusttype" || users == 1, "{users} files use {package}");
    }
}
