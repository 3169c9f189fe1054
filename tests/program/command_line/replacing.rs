//! Existing files: which are replaced, and which are not.

use std::fs;

use super::LISTS;
#[cfg(target_os = "linux")]
use crate::common::sandbox::stderr;
use crate::common::sandbox::{Sandbox, names, repository_file};

#[test]
fn frames_of_an_earlier_run_are_replaced_and_other_files_are_kept() {
    let sandbox = Sandbox::new();
    assert!(!sandbox.stdout(&["search", "6", "-o", "f/"]).contains("replaced"));
    sandbox.write("f/notes.txt", "mine");
    assert_eq!(names(&sandbox.path("f")).len(), 57 + LISTS.len() + 1);
    assert!(sandbox.stdout(&["search", "4", "-o", "f/"]).contains("f/ (replaced): 13 frames"));
    let frames = names(&sandbox.path("f"));
    assert_eq!(frames.len(), 13 + LISTS.len() + 1);
    assert_eq!(frames.last().unwrap(), "notes.txt");
    for mine in ["frame-0003.png", "frame-9999.png", LISTS[0]] {
        let path = format!("f/{mine}");
        sandbox.write(&path, "mine");
        sandbox.refuse(1, &["search", "4", "-o", "f/"], &[mine, "add --force"]);
        assert_eq!(sandbox.read(&path), b"mine");
        sandbox.succeed(&["search", "4", "-o", "f/", "--force"]);
        // No frame of this film has the last name.
        assert_eq!(sandbox.read(&path) == b"mine", mine == "frame-9999.png");
    }
    fs::remove_file(sandbox.path("f/frame-9999.png")).unwrap();
    assert_eq!(names(&sandbox.path("f")).len(), 13 + LISTS.len() + 1);
    fs::create_dir(sandbox.path("other")).unwrap();
    sandbox.write("other/notes.txt", "mine");
    sandbox.refuse(1, &["search", "4", "-o", "other/"], &["add --force"]);
    sandbox.refuse(1, &["gallery", "4", "-o", "f/"], &["add --force"]);
    sandbox.succeed(&["search", "4", "-o", "other/", "--force"]);
    assert_eq!(names(&sandbox.path("other")).len(), 13 + LISTS.len() + 1);
    assert_eq!(sandbox.read("other/notes.txt"), b"mine");
}

#[test]
fn a_name_with_an_ending_is_a_file() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("d.gif")).unwrap();
    for (arguments, part) in [
        (&["search", "5", "-o", "q.gif", "--format", "png"][..], "'q/'"),
        (&["search", "5", "-o", "q.gif", "--format", "y4m"], "write to 'q.y4m'"),
        (&["search", "5", "-o", "q.png", "--format", "gif"], "write to 'q.gif'"),
        (&["search", "5", "-o", "q/", "--format", "gif"], "leave out --format"),
        (&["search", "5", "-o", "q.d", "--format", "png"], "'q/'"),
        (&["gallery", "5", "-o", "p2.png", "--format", "png"], "'p2/'"),
        (&["gallery", "5", "-o", "p2.gif", "--format", "page"], "a page is one picture"),
        (&["gallery", "5", "-o", "p2/", "--format", "page"], "a page is one picture"),
        (&["replay", "absent.jsonl", "-o", "q.gif", "--format", "apng"], "write to 'q.apng'"),
    ] {
        sandbox.refuse(2, arguments, &[part]);
    }
    sandbox.refuse(1, &["search", "5", "-o", "d.gif"], &["directory"]);
    assert!(names(&sandbox.path("d.gif")).is_empty());
    assert_eq!(sandbox.names(), ["d.gif"]);
    sandbox.succeed(&["search", "4", "-o", "d.gif", "--format", "png"]);
    assert!(sandbox.path("d.gif/frame-0001.png").is_file(), "the directory exists");
    sandbox.succeed(&["search", "4", "-o", "film.png", "--format", "apng"]);
    assert!(sandbox.path("film.png").is_file());
}

#[test]
fn only_files_of_the_program_are_replaced_without_force() {
    let sandbox = Sandbox::new();
    for (command, name) in [
        (&["search", "4", "-o"][..], "film.gif"),
        (&["search", "4", "-o"], "film.apng"),
        (&["search", "4", "-o", "other.gif", "--poster"], "poster.png"),
        (&["board", "2413", "-o"], "board.png"),
        (&["gallery", "4", "-o"], "page.png"),
    ] {
        let arguments = [command, &[name]].concat();
        let first = sandbox.stdout(&arguments);
        assert!(first.contains(name) && !first.contains(&format!("{name} (replaced)")), "{first}");
        let again = sandbox.stdout(&arguments);
        assert!(again.contains(&format!("{name} (replaced)")), "{arguments:?}: {again}");
        let own = sandbox.read(name);
        sandbox.write(name, "mine");
        sandbox.refuse(1, &arguments, &[name, "add --force"]);
        assert_eq!(sandbox.read(name), b"mine");
        sandbox.succeed(&[&arguments[..], &["--force"]].concat());
        assert_eq!(sandbox.read(name), own, "{arguments:?}");
        sandbox.write(name, "");
        assert!(!sandbox.stdout(&arguments).contains(&format!("{name} (replaced)")), "an empty file");
    }
}

#[test]
fn texts_are_only_replaced_by_force() {
    let sandbox = Sandbox::new();
    for (command, name) in [
        (&["search", "4", "-o", "film.gif", "--events"][..], "log.jsonl"),
        (&["list", "4", "-o"], "list.txt"),
        (&["themes", "blue", "-o"], "theme.toml"),
        (&["themes", "-o"], "themes.txt"),
    ] {
        let arguments = [command, &[name]].concat();
        sandbox.write(name, "");
        let first = sandbox.stdout(&arguments);
        assert!(first.contains(name) && !first.contains(&format!("{name} (replaced)")), "{first}");
        let own = sandbox.read(name);
        assert!(!own.is_empty());
        let refused = sandbox.fail(1, &arguments);
        let said = format!("'{name}' exists; give another name, or add --force to replace it");
        assert!(refused.contains(&said), "{refused}");
        assert_eq!(sandbox.read(name), own);
        sandbox.write(name, "mine");
        let forced = sandbox.stdout(&[&arguments[..], &["--force"]].concat());
        assert!(forced.contains(&format!("{name} (replaced)")), "{arguments:?}: {forced}");
        assert_eq!(sandbox.read(name), own, "{arguments:?}");
    }
    sandbox.succeed(&["board", "2413", "-o", "board.png"]);
    sandbox.fail(1, &["list", "4", "-o", "board.png"]);
}

#[test]
fn a_file_at_the_path_of_a_directory_is_kept() {
    let sandbox = Sandbox::new();
    sandbox.write("f", "mine");
    sandbox.fail(1, &["search", "4", "-o", "f/"]);
    sandbox.fail(1, &["search", "4", "-o", "f/film.gif"]);
    assert_eq!(sandbox.read("f"), b"mine");
}

#[test]
fn what_a_person_has_changed_is_kept() {
    let sandbox = Sandbox::new();
    let film = "search 4 --transcript t.md --subtitles s.vtt -o film.svg --poster p.svg";
    let film: Vec<&str> = film.split(' ').collect();
    sandbox.succeed(&film);
    sandbox.succeed(&["search", "4", "-o", "f/"]);
    for (name, from, to) in [
        ("t.md", "## Steps 1 to 3", "## The first steps"),
        ("s.vtt", "Place 4 queens", "Place four queens"),
        ("film.svg", "</title>", ", for my class</title>"),
        ("p.svg", "</title>", ", for my class</title>"),
        ("f/frames.json", "Place 4 queens", "Place four queens"),
        ("f/frames.ffconcat", "duration 0.5", "duration 0.9"),
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
fn files_that_are_read_are_never_written() {
    let sandbox = Sandbox::new();
    let log = "{\"queens\":4}\n{\"place\":[2,1]}\n".as_bytes();
    let font = fs::read(repository_file("fonts/NotoSans-Regular.ttf")).unwrap();
    let theme = sandbox.succeed(&["themes", "blue"]).stdout;
    let inputs = [
        ("log.gif", log),
        ("log.jsonl", log),
        ("log.toml", log),
        ("frame-0001.png", &font),
        ("theme.toml", &theme),
        ("code.svg", b"def solve():\n    place()\n"),
    ];
    for (name, content) in inputs {
        sandbox.write(name, content);
    }
    let here = format!("{}/", sandbox.path("").display());
    for command in [
        &["replay", "log.gif", "-o", "./log.gif"][..],
        &["replay", "log.jsonl", "-o", "log.jsonl", "--format", "gif"],
        &["race", "4", "log.jsonl", "backtracking", "-o", "log.jsonl", "--format", "gif"],
        &["replay", "log.jsonl", "--code-file", "code.svg", "-o", "code.svg"],
        &["replay", "log.jsonl", "--code-file", "code.svg", "-o", "film.gif", "--poster", "./code.svg"],
        &["search", "4", "--font", "frame-0001.png", "-o", "film.gif", "--poster", "frame-0001.png"],
        &["search", "4", "--font", "frame-0001.png", "-o", "frame-0001.png", "--format", "apng"],
        &["search", "4", "--font", "frame-0001.png", "-o", "./"],
        &["sheet", "4", "--font", "frame-0001.png", "-o", "./"],
        &["board", "2413", "--font", "frame-0001.png", "-o", "frame-0001.png"],
        &["gallery", "4", "--font", "frame-0001.png", "-o", "frame-0001.png"],
        &["search", "4", "--theme", "theme.toml", "-o", "theme.toml", "--format", "gif"],
        &["search", "4", "--theme", "theme.toml", "-o", "film.gif", "--events", "theme.toml"],
        &["search", "4", "--font", "frame-0001.png", "-o", &here],
        &["replay", "log.toml", "-o", "film.gif", "--save-recipe", "./log.toml"],
        &["race", "4", "log.toml", "backtracking", "-o", "film.gif", "--save-recipe", "log.toml"],
        &["search", "4", "--theme", "theme.toml", "-o", "film.gif", "--save-recipe", "theme.toml"],
        &["compare", "4", "--font", "frame-0001.png", "-o", "frame-0001.png"],
    ] {
        for force in [&[][..], &["--force"]] {
            sandbox.refuse(2, &[command, force].concat(), &["is read by this command"]);
        }
    }
    #[cfg(target_os = "linux")]
    {
        fs::create_dir(sandbox.path("d")).unwrap();
        sandbox.write("d/frames.json", log);
        std::os::unix::fs::symlink("d/frames.json", sandbox.path("link.jsonl")).unwrap();
        for (command, input) in [
            (&["replay", "link.jsonl", "-o", "d/", "--force"][..], "log.gif"),
            (&["replay", "-", "-o", "log.gif", "--force"], "log.gif"),
            (&["replay", "-", "-o", "d/", "--force"], "d/frames.json"),
            (&["replay", "-", "-o", "film.gif", "--save-recipe", "log.toml", "--force"], "log.toml"),
            (&["replay", "log.gif", "-o", "/dev/stdin", "--format", "gif", "--force"], "log.gif"),
        ] {
            let input = fs::File::open(sandbox.path(input)).unwrap();
            let refused = sandbox.command(command).stdin(input).output().unwrap();
            assert_eq!(refused.status.code(), Some(2), "{command:?}: {}", stderr(&refused));
        }
        assert_eq!(sandbox.read("d/frames.json"), log);
        fs::remove_dir_all(sandbox.path("d")).unwrap();
        fs::remove_file(sandbox.path("link.jsonl")).unwrap();
    }
    assert!(inputs.iter().all(|(name, content)| sandbox.read(name) == *content));
    assert_eq!(sandbox.names().len(), inputs.len());
}

#[cfg(target_os = "linux")]
#[test]
fn another_name_of_a_file_that_is_read_is_refused() {
    let sandbox = Sandbox::new();
    let log = "{\"queens\":4}\n{\"place\":[2,1]}\n".as_bytes();
    sandbox.write("log.jsonl", log);
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
        assert_eq!(sandbox.read("log.jsonl"), log, "{command}");
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
