//! The files that a command writes, and standard output.

use std::fs;

use crate::common::sandbox::{Sandbox, names, stderr};
use crate::common::table::words;

/// The files next to the frames in a directory, sorted.
const LISTS: [&str; 3] = ["frames.ffconcat", "frames.json", "frames.timeline"];

#[test]
fn frames_are_written_to_a_directory() {
    let sandbox = Sandbox::new();
    for there in ["there", "d.gif", "directory.png"] {
        fs::create_dir(sandbox.path(there)).unwrap();
    }
    for (command, directory) in [
        ("search 4 -o frames/", "frames"),
        ("search 4 -o plain --format png", "plain"),
        ("search 4 --format png", "output/queens-4"),
        ("search 4 -o there", "there"),
        ("search 4 -o d.gif --format png", "d.gif"),
        ("search 4 -o directory.png --format png --size 120 --quiet", "directory.png"),
    ] {
        sandbox.succeed(&words(command));
        let names = names(&sandbox.path(directory));
        assert_eq!([&*names[0], &names[12]], ["frame-0001.png", "frame-0013.png"], "{command}");
        assert_eq!(names[13..], LISTS, "{command}");
    }
}

#[test]
fn standard_output_gets_the_film_and_nothing_else() {
    let sandbox = Sandbox::new();
    let output = sandbox.succeed(&["search", "4", "-o", "-"]);
    sandbox.succeed(&["search", "4", "-o", "same.gif"]);
    assert_eq!(output.stdout, sandbox.read("same.gif"));
    assert!(stderr(&output).contains("13 frames"));
    let board = sandbox.succeed(&["board", "2413", "-o", "-"]);
    assert!(board.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn lists_and_themes_are_written_to_files() {
    let sandbox = Sandbox::new();
    for (command, name) in
        [(&["list", "6"][..], "list.txt"), (&["themes", "blue"], "blue.toml"), (&["themes"], "all.txt")]
    {
        let printed = sandbox.succeed(command).stdout;
        sandbox.succeed(&[command, &["-o", name]].concat());
        assert_eq!(sandbox.read(name), printed);
    }
}

#[cfg(unix)]
#[test]
fn a_film_and_a_file_beside_it_have_different_places_whatever_leads_to_them() {
    use std::os::unix::fs::symlink;
    let sandbox = Sandbox::new();
    for directory in ["d1", "d2", "d2/inner"] {
        fs::create_dir(sandbox.path(directory)).unwrap();
    }
    for (target, link) in
        [("t.svg", "p.svg"), ("p.svg", "pp.svg"), ("d1", "also-d1"), ("../d2/inner", "d1/m")]
    {
        symlink(target, sandbox.path(link)).unwrap();
    }
    let here = sandbox.path("d1/new.svg").display().to_string();
    let same = [
        ("t.svg", "p.svg"),
        ("pp.svg", "./t.svg"),
        ("d1/new.svg", "also-d1/new.svg"),
        ("d2/q.svg", "d1/m/../q.svg"),
        ("d1/new.svg", &here),
        ("deep/new/q.svg", "deep/../deep/new/./q.svg"),
    ];
    for (film, beside) in same {
        for (film, beside) in [(film, beside), (beside, film)] {
            let said = sandbox.fail(2, &["search", "4", "-o", film, "--poster", beside, "--force"]);
            assert!(said.contains("conflicts with the film"), "{film} and {beside}: {said}");
        }
    }
    // Different paths, though the names look the same.
    sandbox.succeed(&["search", "4", "-o", "d1/q.svg", "--poster", "d1/m/../q.svg"]);
    assert!(sandbox.path("d1/q.svg").is_file() && sandbox.path("d2/q.svg").is_file());
    assert!(!sandbox.path("t.svg").exists() && !sandbox.path("deep").exists());
}

#[test]
fn frames_are_written_to_the_directory_that_one_is_in() {
    for output in ["./", ".", "../here/", "../here/."] {
        let sandbox = Sandbox::new();
        fs::create_dir(sandbox.path("here")).unwrap();
        let run = || {
            let arguments = ["search", "4", "--format", "png", "-o", output];
            sandbox.command(&arguments).current_dir(sandbox.path("here")).output().unwrap()
        };
        assert!(run().status.success(), "{output}");
        assert_eq!(names(&sandbox.path("here")).len(), 13 + LISTS.len(), "{output}");
        assert_eq!(sandbox.names(), ["here"]);
        assert!(run().status.success(), "{output} again");
        sandbox.write("here/frame-0003.png", "mine");
        assert_eq!(run().status.code(), Some(1), "{output}");
    }
}

#[test]
fn several_runs_may_begin_a_directory_at_once() {
    for _ in 0..10 {
        let sandbox = Sandbox::new();
        let run = |number: u32| {
            let output = format!("new/deep/{number}.svg");
            let mut command = sandbox.command(&["search", "4", "--select", "3", "-o", &output]);
            command.stdout(std::process::Stdio::null());
            crate::common::children::start(&mut command)
        };
        let running: Vec<_> = (0..8).map(run).collect();
        for child in running {
            let ended = child.wait_with_output();
            assert!(ended.status.success(), "{}", stderr(&ended));
        }
        assert_eq!(names(&sandbox.path("new/deep")).len(), 8);
    }
}
