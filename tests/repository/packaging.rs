//! Published files: the archives of a release, and the crate.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::common::sandbox::{Sandbox, names, repository_file, stdout};
use crate::common::tools::{installed, run_tool};

/// Runs a program here, which must succeed.
fn succeed(directory: &Path, program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    stdout(&output)
}

#[test]
fn an_archive_has_the_program_and_all_that_belongs_to_it() {
    if !installed(&["bash", "cargo", "grep", "gzip", "rustc", "sed", "sha256sum", "tar"]) {
        return;
    }
    let sandbox = Sandbox::new();
    let directory = sandbox.path("");
    let target = succeed(&directory, "rustc", &["-vV"]);
    let target = target.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let program = env!("CARGO_BIN_EXE_queenreel");
    succeed(&directory, repository_file("packaging/archive.sh"), &[target, program, "archives"]);

    let name = format!("queenreel-{}-{target}", env!("CARGO_PKG_VERSION"));
    let archive = format!("{name}.tar.gz");
    assert_eq!(names(&sandbox.path("archives")), [archive.clone(), format!("{archive}.sha256")]);
    succeed(&sandbox.path("archives"), "sha256sum", &["--check", &format!("{archive}.sha256")]);
    succeed(&directory, "tar", &["xzf", &format!("archives/{archive}")]);
    assert_eq!(sandbox.names(), ["archives", &name]);
    let packed = [
        "CHANGELOG.md",
        "LICENSE-APACHE",
        "LICENSE-FONTS",
        "LICENSE-LIBRARIES",
        "LICENSE-MIT",
        "README.md",
        "completions",
        "man",
        "queenreel",
    ];
    assert_eq!(names(&sandbox.path(&name)), packed);
    let read = |file: &str| fs::read_to_string(sandbox.path(&name).join(file)).unwrap();

    // The program in the archive prints the files beside it.
    let program = sandbox.path(&name).join("queenreel");
    let completions = [
        ("_queenreel", "zsh"),
        ("queenreel.bash", "bash"),
        ("queenreel.elv", "elvish"),
        ("queenreel.fish", "fish"),
        ("queenreel.ps1", "powershell"),
    ];
    assert_eq!(names(&sandbox.path(&name).join("completions")), completions.map(|(file, _)| file));
    for (file, shell) in completions {
        assert!(
            read(&format!("completions/{file}")) == succeed(&directory, &program, &["completions", shell])
        );
    }
    let main = succeed(&directory, &program, &["man"]);
    assert!(read("man/queenreel.1") == main);
    let mut pages = BTreeSet::from(["queenreel.1".to_owned()]);
    // The page of the program names those of the commands.
    for line in main.lines().filter_map(|line| line.strip_prefix("queenreel\\-")) {
        let command = line.split('(').next().unwrap();
        if command != "help" {
            let page = format!("queenreel-{command}.1");
            assert!(read(&format!("man/{page}")) == succeed(&directory, &program, &["man", command]));
            pages.insert(page);
        }
    }
    assert!(pages.len() > 10);
    assert!(names(&sandbox.path(&name).join("man")).into_iter().eq(pages));

    let licences = read("LICENSE-LIBRARIES");
    for wanted in ["==== gif v", "==== rusttype v", "Permission is hereby granted", "==== zlib-rs v"] {
        assert!(licences.contains(wanted), "{wanted}");
    }
    assert!(!licences.contains("==== rusty_h264"), "only tests use it");
    assert!(read("LICENSE-FONTS").contains("SIL OPEN FONT LICENSE"));
}

/// The output of `cargo` for this crate; `None` if it cannot run here.
fn cargo(arguments: &[&str]) -> Option<String> {
    let mut cargo = Command::new(env!("CARGO"));
    Some(stdout(&run_tool(cargo.args(arguments).current_dir(repository_file("")))?))
}

#[test]
fn the_crates_have_what_they_are_built_from() {
    let own = ["docs/guide/library.md", "docs/queens-6.html", "fonts/OFL.txt", "examples/solver.py"];
    for (package, place, own) in [("queenreel", "", &own[..]), ("flatfilm", "crates/flatfilm", &[])] {
        let Some(listed) = cargo(&["package", "-p", package, "--list", "--allow-dirty", "--offline"]) else {
            return;
        };
        let listed: BTreeSet<&str> = listed.lines().collect();
        for wanted in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"].iter().chain(own) {
            assert!(listed.contains(wanted), "{package}: {wanted}");
        }
        let mut git = Command::new("git");
        git.args(["-c", "safe.directory=*", "ls-files", "src", "fonts"]).current_dir(repository_file(place));
        let Some(tracked) = run_tool(&mut git) else { return };
        let tracked = stdout(&tracked);
        assert!(tracked.lines().count() > 20, "{package}");
        let missing: Vec<&str> = tracked.lines().filter(|file| !listed.contains(file)).collect();
        assert!(missing.is_empty(), "{package}: {missing:?}");
        for left_out in ["tests/", "benches/", "docs/images/", "fuzz/", "packaging/", "crates/", "."] {
            assert!(!listed.iter().any(|file| file.starts_with(left_out) && *file != ".cargo_vcs_info.json"));
        }
    }
}

#[test]
fn the_names_of_archives_are_those_that_cargo_binstall_looks_for() {
    let Some(metadata) = cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]) else {
        return;
    };
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let ours = packages.iter().find(|package| package["name"] == "queenreel").unwrap();
    let table = &ours["metadata"]["binstall"];
    let filled = |template: &serde_json::Value, target: &str, suffix: &str| {
        let values = [
            ("{ repo }", "https://example.org/queenreel"),
            ("{ name }", "queenreel"),
            ("{ bin }", "queenreel"),
            ("{ version }", "1.2.3"),
            ("{ target }", target),
            ("{ binary-ext }", suffix),
        ];
        let template = template.as_str().unwrap().to_owned();
        values.into_iter().fold(template, |text, (name, value)| text.replace(name, value))
    };
    let release = "https://example.org/queenreel/releases/download/v1.2.3";
    let musl = "x86_64-unknown-linux-musl";
    assert_eq!(filled(&table["pkg-url"], musl, ""), format!("{release}/queenreel-1.2.3-{musl}.tar.gz"));
    assert_eq!(filled(&table["bin-dir"], musl, ""), format!("queenreel-1.2.3-{musl}/queenreel"));
    let windows = "x86_64-pc-windows-msvc";
    let overrides = &table["overrides"][windows];
    assert_eq!(
        filled(&overrides["pkg-url"], windows, ""),
        format!("{release}/queenreel-1.2.3-{windows}.zip")
    );
    assert_eq!(
        filled(&table["bin-dir"], windows, ".exe"),
        format!("queenreel-1.2.3-{windows}/queenreel.exe")
    );
}

#[test]
fn the_picture_of_the_documentation_is_that_of_the_readme() {
    let html = fs::read_to_string(repository_file("docs/queens-6.html")).unwrap();
    let (_, data) = html.split_once("data:image/svg+xml;base64,").unwrap();
    let picture = BASE64_STANDARD.decode(data.split('"').next().unwrap()).unwrap();
    assert!(picture == fs::read(repository_file("docs/images/queens-6.svg")).unwrap());
}
