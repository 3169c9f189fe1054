//! Existing files: which are replaced, and which are not.

use std::fs;

#[cfg(target_os = "linux")]
use crate::common::sandbox::stderr;
use crate::common::sandbox::{Sandbox, repository_file};
use crate::common::table::{files, words};

/// A log of one step.
#[cfg(target_os = "linux")]
const LOG: &[u8] = b"{\"queens\":4}\n{\"place\":[2,1]}\n";

#[test]
fn what_a_person_has_changed_is_kept() {
    let sandbox = Sandbox::new();
    let film = "search 4 --transcript t.md --subtitles s.vtt -o film.svg --poster p.svg";
    let film = words(film);
    sandbox.succeed(&film);
    sandbox.succeed(&["search", "4", "-o", "f/"]);
    for (name, from, to) in [
        ("t.md", "## Steps 1 to 3", "## The first steps"),
        ("s.vtt", "Place 4 queens", "Place four queens"),
        ("film.svg", "</title>", ", for my class</title>"),
        ("p.svg", "</title>", ", for my class</title>"),
        ("f/frames.json", "Place 4 queens", "Place four queens"),
        ("f/frames.ffconcat", "duration 0.7", "duration 0.9"),
        ("f/frames.timeline", ":0\n", ":0\n% a note\n"),
    ] {
        let whole = sandbox.read(name);
        let changed = String::from_utf8(whole.clone()).unwrap().replacen(from, to, 1);
        assert_ne!(changed.as_bytes(), whole, "{name}");
        sandbox.write(name, &changed);
        let arguments = if name.starts_with("f/") { &["search", "4", "-o", "f/"][..] } else { &film };
        sandbox.refuse(1, arguments, &["add --force"]);
        assert_eq!(sandbox.read(name), changed.as_bytes(), "{name}");
        sandbox.write(name, whole);
        sandbox.succeed(arguments);
    }
}

#[test]
fn a_font_is_not_written_over_if_the_output_is_a_whole_path() {
    let sandbox = Sandbox::new();
    fs::copy(repository_file("fonts/NotoSans-Regular.ttf"), sandbox.path("frame-0001.png")).unwrap();
    let before = files(&sandbox.path(""));
    let here = format!("{}/", sandbox.path("").display());
    for force in [&[][..], &["--force"]] {
        let command = [&["search", "4", "--font", "frame-0001.png", "-o", &here], force].concat();
        sandbox.refuse(2, &command, &["is read by this command"]);
    }
    assert!(files(&sandbox.path("")) == before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_on_standard_input_or_behind_a_link_is_never_written() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("d")).unwrap();
    for name in ["log.gif", "log.toml", "d/frames.json"] {
        sandbox.write(name, LOG);
    }
    std::os::unix::fs::symlink("d/frames.json", sandbox.path("link.jsonl")).unwrap();
    let before = files(&sandbox.path(""));
    for (command, input) in [
        ("replay link.jsonl -o d/ --force", "log.gif"),
        ("replay - -o log.gif --force", "log.gif"),
        ("replay - -o d/ --force", "d/frames.json"),
        ("replay - -o film.gif --save-recipe log.toml --force", "log.toml"),
        ("replay log.gif -o /dev/stdin --format gif --force", "log.gif"),
    ] {
        let input = fs::File::open(sandbox.path(input)).unwrap();
        let refused = sandbox.command(&words(command)).stdin(input).output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{command}: {}", stderr(&refused));
    }
    assert!(files(&sandbox.path("")) == before);
}

#[cfg(target_os = "linux")]
#[test]
fn another_name_of_a_file_that_is_read_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", LOG);
    for (place, name) in
        [("-o", "gif"), ("--poster", "png"), ("--subtitles", "vtt"), ("--save-recipe", "toml")]
    {
        let [hard, soft] = ["hard", "soft"].map(|kind| format!("{kind}.{name}"));
        fs::hard_link(sandbox.path("log.jsonl"), sandbox.path(&hard)).unwrap();
        std::os::unix::fs::symlink("log.jsonl", sandbox.path(&soft)).unwrap();
        for name in [hard, soft] {
            let film: &[&str] = if place == "-o" { &[] } else { &["-o", "film.gif"] };
            let command = [&["replay", "log.jsonl", "--force", place, &name], film].concat();
            sandbox.refuse(2, &command, &["'log.jsonl' is read by this command"]);
        }
    }
    // The shell has opened the log for standard output, or for another file that the program names.
    for command in [
        "replay log.jsonl -o - >> log.jsonl",
        "replay log.jsonl -o film.gif >> hard.gif",
        "replay log.jsonl --check >> log.jsonl",
        "replay - -o - < log.jsonl >> log.jsonl",
        "race 4 backtracking log.jsonl -o - >> log.jsonl",
        "replay log.jsonl -o /dev/stdout --format gif --force >> log.jsonl",
        "replay log.jsonl -o /dev/fd/3 --format gif --force 3>> log.jsonl",
        "replay /dev/fd/3 -o log.jsonl --format gif --force 3< log.jsonl",
    ] {
        let mut shell = std::process::Command::new("/bin/sh");
        shell.args(["-c", &format!("exec \"$0\" {command}"), env!("CARGO_BIN_EXE_queenreel")]);
        let refused = shell.current_dir(sandbox.path("")).output().unwrap();
        let said = stderr(&refused);
        assert_eq!(refused.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains("is read by this command") && said.lines().count() == 1, "{command}: {said}");
        assert_eq!(sandbox.read("log.jsonl"), LOG, "{command}");
    }
    assert_eq!(sandbox.names().len(), 9, "{:?}", sandbox.names());
}

#[cfg(unix)]
#[test]
fn links_and_directories_in_the_place_of_frames_are_refused_with_advice_that_helps() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "6", "-o", "fr/"]);
    for make in [|path| fs::create_dir(path), |path| std::os::unix::fs::symlink("../precious", path)] {
        let frame = sandbox.path("fr/frame-0020.png");
        fs::remove_file(&frame).unwrap();
        make(frame.clone()).unwrap();
        for force in [&[][..], &["--force"]] {
            let said = sandbox.fail(1, &[&["search", "6", "-o", "fr/"], force].concat());
            assert!(said.contains("frame-0020.png") && said.contains("move it away"), "{said}");
            assert!(!said.contains("--force"), "{said}");
        }
        let moved = sandbox.path(&format!("moved-{}", sandbox.names().len()));
        fs::rename(&frame, moved).unwrap();
        sandbox.succeed(&["search", "6", "-o", "fr/"]);
        assert!(frame.is_file());
    }
}
