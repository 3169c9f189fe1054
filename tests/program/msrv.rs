//! The minimum Rust version in `Cargo.toml` is enough for every dependency.

use std::process::Command;

use crate::common::tools::run_tool;

/// Numbers of a version like 1.88 or 1.88.0.
fn version(text: &str) -> Vec<u64> {
    let mut numbers: Vec<u64> = text.split('.').map(|number| number.parse().unwrap()).collect();
    numbers.resize(3, 0);
    numbers
}

#[test]
fn no_dependency_needs_a_newer_rust() {
    let Some(host) = run_tool(Command::new("rustc").arg("-vV")) else { return };
    let host = String::from_utf8(host.stdout).unwrap();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform", host]);
    let Some(output) = run_tool(cargo.current_dir(env!("CARGO_MANIFEST_DIR"))) else { return };
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let rust_version = |package: &serde_json::Value| package["rust_version"].as_str().map(version);
    let ours = packages.iter().find(|package| package["name"] == "queenreel").and_then(rust_version).unwrap();
    let newer: Vec<String> = packages
        .iter()
        .filter(|package| rust_version(package).is_some_and(|theirs| theirs > ours))
        .map(|package| format!("{} needs {}", package["id"], package["rust_version"]))
        .collect();
    assert!(packages.len() > 50, "{}", packages.len());
    assert!(newer.is_empty(), "{newer:#?}");
}
