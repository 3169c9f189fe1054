//! The command line, including errors.

use std::fs;
#[cfg(unix)]
use std::process::Stdio;

use serde_json::Value;

use crate::common::sandbox::{Sandbox, names, stderr, stdout};
#[cfg(unix)]
use crate::common::sandbox::{closed_pipe, full_device, interrupt, wait_until};
#[cfg(unix)]
use crate::common::tools::run_in_terminal;

/// The files beside the frames in a directory, sorted.
const LISTS: [&str; 3] = ["frames.ffconcat", "frames.json", "frames.timeline"];

#[test]
fn search_writes_a_gif_and_reports_it() {
    let sandbox = Sandbox::new();
    let said = sandbox.stdout(&["search", "8"]);
    let bytes = sandbox.read("output/queens-8.gif");
    assert!(bytes.starts_with(b"GIF89a") && bytes.ends_with(&[0x3b]));
    for part in
        ["output/queens-8.gif: 219 frames", "876 tests", "113 placements", "105 backtracks", "1 solution,"]
    {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(names(&sandbox.path("output")), ["queens-8.gif"]);
}

#[test]
fn quiet_runs_print_nothing() {
    let sandbox = Sandbox::new();
    for arguments in [["search", "4", "-q"], ["board", "2413", "--quiet"]] {
        let output = sandbox.succeed(&arguments);
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
    }
    assert_eq!(names(&sandbox.path("output")), ["board-2413.png", "queens-4.gif"]);
}

#[test]
fn runs_are_reproducible() {
    let sandbox = Sandbox::new();
    for name in ["a", "b"] {
        sandbox.succeed(&["search", "6", "--all", "-o", &format!("{name}.gif")]);
        sandbox.succeed(&["search", "6", "-o", &format!("{name}/")]);
    }
    assert_eq!(sandbox.read("a.gif"), sandbox.read("b.gif"));
    let frames = names(&sandbox.path("a"));
    assert_eq!(frames.len(), 57 + LISTS.len());
    for name in frames {
        let read = |run: &str| fs::read(sandbox.path(run).join(&name)).unwrap();
        assert_eq!(read("a"), read("b"), "{name}");
    }
}

#[test]
fn the_output_decides_the_format_and_format_overrides() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "4", "-o", "deep/er/film.GIF"]);
    sandbox.succeed(&["search", "4", "-o", "frames/"]);
    sandbox.succeed(&["search", "4", "-o", "plain", "--format", "png"]);
    sandbox.succeed(&["search", "4", "-o", "film.bin", "--format", "gif"]);
    sandbox.succeed(&["search", "4", "--format", "png"]);
    fs::create_dir(sandbox.path("there")).unwrap();
    sandbox.succeed(&["search", "4", "-o", "there"]);
    assert!(sandbox.path("deep/er/film.GIF").is_file() && sandbox.path("film.bin").is_file());
    for directory in ["frames", "plain", "output/queens-4", "there"] {
        let names = names(&sandbox.path(directory));
        assert_eq!((names[0].as_str(), &names[13..]), ("frame-0001.png", &LISTS.map(str::to_owned)[..]));
    }
}

#[test]
fn frames_json_lists_every_frame() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "8", "-o", "f/", "--delay", "200ms", "--hold", "1.5s"]);
    let manifest = sandbox.read_json("f/frames.json");
    let frames = manifest["frames"].as_array().unwrap();
    assert_eq!((manifest["size"].as_u64(), frames.len()), (Some(8), 219));
    for (number, frame) in (1..).zip(frames) {
        assert_eq!(frame["file"], format!("frame-{number:04}.png"));
        assert!(sandbox.path("f").join(frame["file"].as_str().unwrap()).is_file());
    }
    assert_eq!((&frames[0]["event"], &frames[0]["square"]), (&Value::from("start"), &Value::Null));
    assert_eq!(frames[2]["square"], serde_json::json!({"row": 3, "column": 2}));
    assert_eq!((&frames[2]["event"], &frames[2]["tests"]), (&Value::from("place"), &Value::from(4)));
    assert_eq!(frames[2]["seconds"], 0.2);
    let removals = frames.iter().filter(|frame| frame["event"] == "remove").count();
    assert_eq!(removals, 105);
    let last = &frames[218];
    assert_eq!((&last["event"], &last["seconds"]), (&Value::from("solution"), &Value::from(1.5)));
    for (counter, count) in [("tests", 876), ("placements", 113), ("backtracks", 105), ("solutions", 1)] {
        assert_eq!(last[counter], count);
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
fn boards_without_a_solution_are_filmed_to_their_end() {
    let sandbox = Sandbox::new();
    for (n, tests) in [("2", "6 tests"), ("3", "18 tests")] {
        let said = sandbox.stdout(&["search", n]);
        assert!(said.contains("no solution") && said.contains(tests), "{said}");
    }
}

#[test]
fn wrong_arguments_are_named_and_nothing_is_written() {
    let sandbox = Sandbox::new();
    let cases: &[(&[&str], &str)] = &[
        (&["search", "0"], "from 1 to 64"),
        (&["search", "65"], "from 1 to 64"),
        (&["search", "-1"], "from 1 to 64"),
        (&["search", "eight"], "from 1 to 64"),
        (&["search", "8", "--theme", "plaid"], "classic, green, blue, grey, dark, colour-blind"),
        (&["search", "8", "--theme", "absent.toml"], "no such file"),
        (&["search", "8", "--order", "spiral"], "columns, rows"),
        (&["search", "8", "-o", "film.xyz"], ".gif"),
        (&["search", "8", "-o", "film.png"], "film/"),
        (&["search", "8", "-o", "film"], "--format"),
        (&["search", "8", "-o", ""], "a value is required"),
        (&["search", "8", "-o", "-", "--format", "png"], "directory"),
        (&["search", "8", "--size", "63"], "the smallest width is 64"),
        (&["search", "8", "--size", "0"], "the smallest width is 64"),
        (&["search", "8", "--size", "191", "--coordinates"], "the smallest width is 288"),
        (&["search", "8", "--size", "8193"], "the largest width is 8192"),
        (&["search", "8", "--size", "4294967296"], "--size"),
        (&["search", "8", "--size", "-480"], "--size"),
        (&["search", "8", "--delay", "0s"], "from 1ms"),
        (&["search", "8", "--delay", "-20ms"], "like 120ms or 1.5s"),
        (&["search", "8", "--delay", "120"], "like 120ms or 1.5s"),
        (&["search", "8", "--hold", "1000years"], "to 10m"),
        (&["search", "8", "--duration", "99999999999999999999s"], "like 120ms or 1.5s"),
        (&["search", "8", "--duration", "1s", "--delay", "20ms"], "cannot be used with"),
        (&["search", "8", "--all", "--duration", "1s"], "longer --duration"),
        (&["search", "8", "--all", "--solutions", "3"], "cannot be used with"),
        (&["search", "8", "--solutions", "0"], "1 or more"),
        (&["search", "8", "--every", "0"], "1 or more"),
        (&["search", "8", "--max-frames", "218"], "219 frames"),
        (&["search", "30"], "does not end within 500,000,000 events"),
        (&["search", "8", "--loop", "0"], "forever, once"),
        (&["search", "8", "--loop", "65536"], "forever, once"),
        (&["search", "8", "--loop", "twice"], "forever, once"),
        (&["search", "8", "-o", "f/", "--loop", "once"], "for GIF, APNG, WebP"),
        (&["search", "8", "-o", "f/", "--full-frames"], "for GIF,"),
        (&["board", "99"], "no row 9"),
        (&["board", "1,2,x"], "0 where there is none"),
        (&["board", ""], "0 where there is none"),
        (&["board", "-1"], "0 where there is none"),
        (&["board", "2413", "-o", "slide.jpg"], ".png"),
        (&["board", "2413", "--size", "3"], "the smallest width is 32"),
        (&["themes", "plaid"], "classic"),
        (&["search", "8", "--canvas", "16x9x1"], "like 1920x1080"),
        (&["search", "8", "--canvas", "60x60"], "each side needs at least 70"),
        (&["search", "8", "--canvas", "640x400", "--size", "480"], "each side needs at least 480"),
        (&["search", "1", "--duration", "1h"], "shorter --duration"),
        (&["search", "8", "-o", "film.y4m", "--loop", "once"], "--loop is for"),
        (&["search", "8", "-o", "film.mp4", "--size", "4000"], "3840"),
        (&["search", "8", "-o", "film.gif", "--fps", "30"], "--fps is for"),
        (&["search", "64", "--every", "18446744073709551615", "--max-frames", "1"], "smaller N"),
        (&["dance"], "unrecognized"),
    ];
    for (arguments, part) in cases {
        if arguments.contains(&"film.mp4") && cfg!(not(feature = "mp4")) {
            continue;
        }
        let message = sandbox.fail(2, arguments);
        assert!(message.starts_with("error: ") && message.contains(part), "{arguments:?}: {message}");
        assert!(!message.contains("panicked"));
    }
    assert!(sandbox.names().is_empty(), "{:?}", sandbox.names());
}

#[test]
fn too_many_frames_name_the_options_that_help() {
    let message = Sandbox::new().fail(2, &["search", "10", "--all"]);
    for part in ["71,077 frames", "limit is 10,000", "--every", "--duration", "--solutions", "--max-frames"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn delays_that_browsers_would_slow_down_are_raised_with_a_note() {
    let sandbox = Sandbox::new();
    let output = sandbox.succeed(&["search", "4", "--delay", "10ms", "--hold", "20ms"]);
    assert!(stderr(&output).contains("--delay is raised to 20ms") && !stderr(&output).contains("--hold"));
    let output = sandbox.succeed(&["search", "4", "--delay", "20ms", "--hold", "1ms"]);
    assert!(stderr(&output).contains("--hold is raised to 20ms"));
    let output = sandbox.succeed(&["search", "4", "--delay", "10ms", "--hold", "20ms"]);
    let said = stdout(&output);
    assert!(said.contains("13 frames, 260 ms"), "{said}");
}

#[test]
fn a_custom_theme_is_read_and_its_errors_are_named() {
    let sandbox = Sandbox::new();
    let printed = sandbox.succeed(&["themes", "blue"]).stdout;
    sandbox.write("mine.toml", &printed);
    sandbox.succeed(&["search", "4", "--theme", "mine.toml", "-o", "mine.gif"]);
    sandbox.succeed(&["search", "4", "--theme", "blue", "-o", "blue.gif"]);
    assert_eq!(sandbox.read("mine.gif"), sandbox.read("blue.gif"));
    let text = String::from_utf8(printed).unwrap();
    sandbox.write("typo.toml", text.replace("queen", "qween"));
    assert!(sandbox.fail(2, &["search", "4", "--theme", "typo.toml"]).contains("unknown field `qween`"));
    sandbox.write("binary.toml", [0xff, 0xfe, 0x00]);
    assert!(sandbox.fail(2, &["search", "4", "--theme", "binary.toml"]).contains("UTF-8"));
}

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
        let refused = sandbox.fail(1, &["search", "4", "-o", "f/"]);
        assert!(refused.contains(mine) && refused.contains("add --force"), "{refused}");
        assert_eq!(sandbox.read(&path), b"mine");
        sandbox.succeed(&["search", "4", "-o", "f/", "--force"]);
        // No frame of this film has the last name.
        assert_eq!(sandbox.read(&path) == b"mine", mine == "frame-9999.png");
    }
    fs::remove_file(sandbox.path("f/frame-9999.png")).unwrap();
    assert_eq!(names(&sandbox.path("f")).len(), 13 + LISTS.len() + 1);
    fs::create_dir(sandbox.path("other")).unwrap();
    sandbox.write("other/notes.txt", "mine");
    assert!(sandbox.fail(1, &["search", "4", "-o", "other/"]).contains("add --force"));
    assert!(sandbox.fail(1, &["gallery", "4", "-o", "f/"]).contains("add --force"), "of another series");
    sandbox.succeed(&["search", "4", "-o", "other/", "--force"]);
    assert_eq!(names(&sandbox.path("other")).len(), 13 + LISTS.len() + 1);
    assert_eq!(sandbox.read("other/notes.txt"), b"mine");
}

#[test]
fn a_name_with_an_ending_is_a_file() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("d.gif")).unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&["search", "5", "-o", "q.gif", "--format", "png"], "'q/'"),
        (&["search", "5", "-o", "q.gif", "--format", "y4m"], "write to 'q.y4m'"),
        (&["search", "5", "-o", "q.png", "--format", "gif"], "write to 'q.gif'"),
        (&["search", "5", "-o", "q/", "--format", "gif"], "leave out --format"),
        (&["search", "5", "-o", "q.d", "--format", "png"], "'q/'"),
        (&["gallery", "5", "-o", "p2.png", "--format", "png"], "'p2/'"),
        (&["gallery", "5", "-o", "p2.gif", "--format", "page"], "a page is a PNG"),
        (&["gallery", "5", "-o", "p2/", "--format", "page"], "a page is a PNG"),
        (&["replay", "absent.jsonl", "-o", "q.gif", "--format", "apng"], "write to 'q.apng'"),
    ];
    for (arguments, part) in cases {
        let said = sandbox.fail(2, arguments);
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
    assert!(sandbox.fail(1, &["search", "5", "-o", "d.gif"]).contains("directory"));
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
    let commands: [(&[&str], &str); 8] = [
        (&["search", "4", "-o"], "film.gif"),
        (&["search", "4", "-o"], "film.apng"),
        (&["search", "4", "-o", "other.gif", "--poster"], "poster.png"),
        (&["search", "4", "-o", "other.gif", "--events"], "log.jsonl"),
        (&["board", "2413", "-o"], "board.png"),
        (&["gallery", "4", "-o"], "page.png"),
        (&["list", "4", "-o"], "list.txt"),
        (&["themes", "blue", "-o"], "theme.toml"),
    ];
    for (command, name) in commands {
        let arguments = [command, &[name]].concat();
        let first = sandbox.stdout(&arguments);
        assert!(first.contains(name) && !first.contains(&format!("{name} (replaced)")), "{first}");
        let again = sandbox.stdout(&arguments);
        assert!(again.contains(&format!("{name} (replaced)")), "{arguments:?}: {again}");
        let own = sandbox.read(name);
        sandbox.write(name, "mine");
        let refused = sandbox.fail(1, &arguments);
        assert!(refused.contains(name) && refused.contains("add --force"), "{refused}");
        assert_eq!(sandbox.read(name), b"mine");
        sandbox.succeed(&[&arguments[..], &["--force"]].concat());
        assert_eq!(sandbox.read(name), own, "{arguments:?}");
        sandbox.write(name, "");
        assert!(!sandbox.stdout(&arguments).contains(&format!("{name} (replaced)")), "an empty file");
    }
    // A theme that was edited, and another program's log with our header.
    let theme = String::from_utf8(sandbox.read("theme.toml")).unwrap();
    sandbox.write("theme.toml", theme.replacen("page = \"#", "page = \"#0", 1).replacen("\"\n", "\" \n", 1));
    sandbox.fail(1, &["themes", "blue", "-o", "theme.toml"]);
    for log in [
        "1\n2\n3\nmy measurements\n",
        "2413\nmy pin\n",
        "0 0 1 0\n1 1\n",
        "[\n[1],\n[2, 3]\n]\n",
        "{\"queens\":4,\"algorithm\":\"backtracking\"}\n{\"place\":[1,1]}\n{\"caption\":\"mine\",\"remove\":[1,1]}\n",
        "{\"queens\":4}\n",
        "{\"queens\": 4, \"algorithm\": \"eager\"}\n",
        "[\n",
        "2024\n",
        "1 2 3\n",
    ] {
        sandbox.write("log.jsonl", log);
        sandbox.fail(1, &["search", "4", "--events", "log.jsonl", "-o", "new.gif"]);
        sandbox.fail(1, &["list", "4", "-o", "log.jsonl"]);
    }
    assert!(!sandbox.path("new.gif").exists());
    for form in ["placements", "matrix", "board", "json"] {
        let arguments = ["list", "6", "--as", form, "-o", form];
        sandbox.succeed(&arguments);
        assert!(sandbox.stdout(&arguments).contains("(replaced): 4 solutions"));
    }
}

#[test]
fn the_summary_names_every_file() {
    let sandbox = Sandbox::new();
    let said =
        sandbox.stdout(&["search", "6", "-o", "f.gif", "--poster", "deep/p.png", "--events", "deep/l.jsonl"]);
    for (name, contents) in [("deep/p.png", "poster"), ("deep/l.jsonl", "events")] {
        let bytes = sandbox.read(name).len();
        let line = format!(
            "{name}: {contents}, {}",
            if bytes < 1000 { format!("{bytes} B") } else { String::new() }
        );
        assert!(said.contains(line.trim_end()), "{said}");
    }
    let film = said.lines().next().unwrap();
    assert!(film.starts_with("f.gif: 57 frames"), "{said}");
}

#[test]
fn a_board_without_a_solution_is_no_error() {
    for n in ["2", "3"] {
        let sandbox = Sandbox::new();
        for command in ["search", "list", "gallery"] {
            let output = sandbox.succeed(&[command, n]);
            let said = format!("no solution: the board of {n} has none; try 4");
            assert!(stderr(&output).contains(&said), "{command}: {}", stderr(&output));
        }
        assert_eq!(names(&sandbox.path("output")), [format!("queens-{n}.gif")]);
    }
    let output = Sandbox::new().succeed(&["gallery", "8", "--from", "93"]);
    assert!(stderr(&output).contains("8 queens have fewer than 93 solutions"));
    let output = Sandbox::new().succeed(&["list", "8", "--fundamental", "--from", "13"]);
    assert!(stderr(&output).contains("8 queens have fewer than 13 fundamental solutions"));
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
    let same =
        |one: &[&str], other: &[&str]| assert_eq!(sandbox.succeed(one).stdout, sandbox.succeed(other).stdout);
    same(&["list", "6", "--as", "json"], &["list", "6", "--json"]);
    same(&["list", "6", "--as", "json", "--json"], &["list", "6", "--json"]);
    assert!(sandbox.fail(2, &["list", "6", "--as", "board", "--json"]).contains("contradicts"));
    same(&["list", "6", "--limit", "2"], &["list", "6", "--solutions", "2"]);
    same(&["search", "6", "--solutions", "2", "-o", "-"], &["search", "6", "--limit", "2", "-o", "-"]);
    let json: Value = serde_json::from_str(&sandbox.stdout(&["count", "4", "--json"])).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 1);
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
fn an_error_in_the_last_bytes_on_standard_output_is_reported() {
    #[cfg(unix)]
    for command in
        [&["search", "4", "-o", "-"][..], &["board", "2413", "-o", "-"], &["gallery", "4", "-o", "-"]]
    {
        let output = Sandbox::new().command(command).stdout(full_device()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    }
}

#[test]
fn a_poster_shows_the_last_solution_or_the_last_frame() {
    let sandbox = Sandbox::new();
    let same = |poster: &str, board: &[&str]| {
        let drawn = sandbox.succeed(&[&["board"], board, &["-o", "-"]].concat()).stdout;
        assert_eq!(sandbox.read(poster), drawn);
    };
    sandbox.succeed(&["search", "4", "--all", "-o", "film.gif", "--poster", "solved.png"]);
    same("solved.png", &["3142"]);
    sandbox.succeed(&["search", "6", "-o", "frames/", "--poster", "deep/solved.png", "--size", "240"]);
    same("deep/solved.png", &["246135", "--size", "240"]);
    sandbox.succeed(&["gallery", "4", "-o", "film.gif", "--poster", "last.png"]);
    same("last.png", &["3142", "--no-highlight"]);
    sandbox.succeed(&["search", "3", "-o", "film.gif", "--poster", "end.png", "--no-highlight"]);
    same("end.png", &["000", "--no-highlight"]);
    for (output, poster) in [("same.png", "./same.png"), ("frames/", "frames/frame-0001.png")] {
        let arguments = ["search", "4", "-o", output, "--poster", poster, "--force"];
        let apng = if output == "same.png" { &["--format", "apng"][..] } else { &[] };
        assert!(sandbox.fail(2, &[&arguments, apng].concat()).contains("conflicts with the film"));
    }
    fs::create_dir(sandbox.path("in-the-way.png")).unwrap();
    assert!(
        sandbox.fail(1, &["search", "4", "-o", "late.gif", "--poster", "in-the-way.png"]).contains("poster")
    );
    assert!(!sandbox.path("late.gif").exists(), "the poster's place is tried before the film");
    assert!(sandbox.fail(2, &["search", "4", "--poster", "poster.jpg"]).contains(".png"));
    assert!(sandbox.fail(2, &["gallery", "4", "--poster", "poster.png"]).contains("for one picture each"));
}

#[test]
fn help_and_version_are_printed() {
    let sandbox = Sandbox::new();
    for arguments in [&["--help"][..], &["search", "--help"], &["board", "--help"], &["themes", "--help"]] {
        let said = sandbox.stdout(arguments);
        assert!(said.contains("Examples:") && said.contains("queenreel"), "{said}");
    }
    let version = sandbox.stdout(&["--version"]);
    assert!(version.starts_with("queenreel ") && version.contains("H.264: "), "{version}");
}

#[cfg(unix)]
mod unix {
    use std::io::Read;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_device_is_written_to_directly_and_its_error_is_reported() {
        let sandbox = Sandbox::new();
        let message = sandbox.fail(1, &["search", "4", "-o", "/dev/full", "--format", "gif"]);
        assert!(message.contains("No space left"), "{message}");
        sandbox.succeed(&["search", "4", "-o", "/dev/null", "--format", "gif"]);
        assert!(!fs::metadata("/dev/null").unwrap().is_file(), "it is still a device");
    }

    #[test]
    fn a_closed_pipe_prints_no_error_message() {
        let sandbox = Sandbox::new();
        for arguments in
            [&["search", "8", "--all", "-o", "-"][..], &["themes"], &["board", "2413", "-o", "-"]]
        {
            let output = sandbox.command(arguments).stdout(closed_pipe()).output().unwrap();
            assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(141), ""), "{arguments:?}");
        }
    }

    #[test]
    fn an_unread_summary_is_no_error() {
        let sandbox = Sandbox::new();
        assert!(sandbox.command(&["search", "4"]).stdout(closed_pipe()).status().unwrap().success());
        assert!(sandbox.path("output/queens-4.gif").is_file());
    }

    #[test]
    fn an_interrupt_leaves_the_old_file_and_nothing_else() {
        let sandbox = Sandbox::new();
        sandbox.write("film.gif", "old");
        for output in ["film.gif", "frames/"] {
            let endless = ["search", "12", "--all", "--max-frames", "100000000", "-o", output, "--force"];
            let mut child = sandbox.command(&endless).stderr(Stdio::piped()).spawn().unwrap();
            let begun = || sandbox.names().len() > 1;
            assert!(wait_until(begun), "it begins to write");
            interrupt(&child);
            assert_eq!(child.wait().unwrap().code(), Some(130));
            let mut message = String::new();
            child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
            assert!(message.contains("interrupted"), "{message}");
            assert_eq!(sandbox.names(), ["film.gif"]);
            assert_eq!(sandbox.read("film.gif"), b"old");
        }
    }

    #[test]
    fn a_search_for_the_next_solution_of_a_list_is_interrupted() {
        let sandbox = Sandbox::new();
        let mut child = sandbox.command(&["list", "60", "--limit", "1", "-o", "list.txt"]).spawn().unwrap();
        assert!(wait_until(|| !sandbox.names().is_empty()), "it begins to write");
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(sandbox.names().is_empty());
    }

    #[test]
    fn a_directory_without_write_permission_is_reported() {
        let sandbox = Sandbox::new();
        fs::create_dir(sandbox.path("closed")).unwrap();
        fs::set_permissions(sandbox.path("closed"), fs::Permissions::from_mode(0o555)).unwrap();
        if fs::write(sandbox.path("closed/probe"), "").is_ok() {
            println!("skipped: this user may write anywhere");
            return;
        }
        for output in ["closed/film.gif", "closed/frames/", "closed/"] {
            assert!(sandbox.fail(1, &["search", "4", "-o", output]).contains("Permission denied"));
        }
    }

    #[test]
    fn new_files_have_the_permissions_of_the_umask() {
        let sandbox = Sandbox::new();
        sandbox.succeed(&["search", "4", "-o", "film.gif"]);
        sandbox.succeed(&["search", "4", "-o", "frames/"]);
        sandbox.write("usual", "");
        fs::create_dir(sandbox.path("usual-directory")).unwrap();
        let mode = |name: &str| fs::metadata(sandbox.path(name)).unwrap().permissions().mode();
        assert_eq!(mode("film.gif"), mode("usual"));
        assert_eq!(mode("frames/frame-0001.png"), mode("usual"));
        assert_eq!(mode("frames"), mode("usual-directory"));
    }
}

#[test]
fn every_algorithm_is_listed_and_films_under_its_name() {
    let sandbox = Sandbox::new();
    let listed = sandbox.stdout(&["algorithms"]);
    assert_eq!(listed.lines().count(), 8);
    for line in listed.lines() {
        let name = line.split(' ').next().unwrap();
        sandbox.succeed(&["search", "5", "--algorithm", name, "--every", "9", "-q"]);
        let film =
            if name == "backtracking" { "queens-5.gif".to_owned() } else { format!("queens-5-{name}.gif") };
        assert!(sandbox.path("output").join(&film).is_file(), "{film}");
    }
}

#[test]
fn a_seed_determines_a_random_search() {
    let sandbox = Sandbox::new();
    let film = |seed: Option<&str>, name: &str| {
        let seed: Vec<&str> = seed.into_iter().flat_map(|seed| ["--seed", seed]).collect();
        let said = sandbox
            .succeed(&[&["search", "6", "--algorithm", "min-conflicts", "-o", name], &seed[..]].concat());
        (sandbox.read(name), stdout(&said))
    };
    let (first, said) = film(None, "a.gif");
    assert!(said.contains(" moves") && said.contains(" board") && !said.contains("placement"), "{said}");
    assert!(first == film(Some("1"), "b.gif").0);
    assert!(first != film(Some("2"), "c.gif").0);
}

#[test]
fn algorithms_refuse_unsupported_options() {
    let sandbox = Sandbox::new();
    let refused: [(&[&str], &[&str]); 12] = [
        (&["8", "--algorithm", "quick"], &["possible values", "forward-checking"]),
        (&["8", "--seed", "1"], &["--seed", "backtracking", "random, min-conflicts"]),
        (&["8", "--algorithm", "eager", "--seed", "1"], &["--seed", "eager"]),
        (&["8", "--algorithm", "random", "--seed", "-1"], &["--seed"]),
        (&["8", "--algorithm", "random", "--all"], &["random", "first solution", "--all"]),
        (&["8", "--algorithm", "min-conflicts", "--solutions", "2"], &["first solution"]),
        (&["2", "--algorithm", "random"], &["2 queens", "never end"]),
        (&["3", "--algorithm", "min-conflicts"], &["3 queens", "never end"]),
        (&["8", "--algorithm", "permutations", "--order", "rows"], &["--order", "permutations"]),
        (&["8", "--algorithm", "min-conflicts", "--order", "rows"], &["--order", "min-conflicts"]),
        (&["8", "--algorithm", "random"], &["the limit is 10,000", "--every K", "--seed"]),
        (&["8", "--algorithm", "permutations", "--all"], &["40,321 frames", "--every K"]),
    ];
    for (arguments, parts) in refused {
        let said = sandbox.fail(2, &[&["search"], arguments].concat());
        assert!(parts.iter().all(|part| said.contains(part)), "{arguments:?}: {said}");
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn frames_json_lists_boards_and_moves() {
    let sandbox = Sandbox::new();
    let read = |algorithm: &str| {
        sandbox.succeed(&["search", "4", "--algorithm", algorithm, "-o", &format!("{algorithm}/")]);
        let manifest = sandbox.read_json(&format!("{algorithm}/frames.json"));
        manifest["frames"].as_array().unwrap().clone()
    };
    let boards = read("permutations");
    assert_eq!(
        (&boards[1]["event"], &boards[1]["rows"]),
        (&"board".into(), &serde_json::json!([4, 3, 2, 1]))
    );
    let last = boards.last().unwrap();
    assert_eq!((&last["event"], last.get("square")), (&"solution".into(), None));
    assert_eq!(last["rows"], serde_json::json!([2, 4, 1, 3]));
    let moves = read("min-conflicts");
    let mut rows: Vec<u64> = Vec::new();
    let square = |value: &Value| (value["row"].as_u64().unwrap(), value["column"].as_u64().unwrap());
    for entry in &moves[1..] {
        match entry["event"].as_str().unwrap() {
            "board" => {
                rows = entry["rows"].as_array().unwrap().iter().map(|row| row.as_u64().unwrap()).collect();
            }
            "move" => {
                let (from, to) = (square(&entry["from"]), square(&entry["to"]));
                let place = &mut rows[from.1 as usize - 1];
                assert_eq!((std::mem::replace(place, to.0), from.1), (from.0, to.1));
            }
            "solution" => assert!(entry.get("rows").is_some() || entry.get("square").is_some()),
            other => panic!("{other}"),
        }
    }
    let counted: u64 = moves.last().unwrap()["moves"].as_u64().unwrap();
    assert!(counted > 0);
}

/// Command lines with a mistake, and what the message says.
#[test]
fn messages_say_what_to_write_instead() {
    let sandbox = Sandbox::new();
    for (arguments, parts) in [
        ("8", &["queenreel search 8"][..]),
        ("search 8 out.gif", &["-o out.gif"]),
        ("-o x.gif search 8", &["options follow the command"]),
        ("search 8 --size 480px", &["width in pixels as a number, like 480"]),
        ("search 8 --size -480", &["width in pixels as a number, like 480"]),
        ("search 8 --solutions 0", &["1 or more"]),
        ("search 8 --every 0", &["1 or more"]),
        ("search 8 --max-frames x", &["1 or more"]),
        ("list 8 --limit 0", &["1 or more"]),
        ("gallery 8 --columns 0", &["1 or more"]),
        ("search 8 --font Arial", &["no such file; give the path of a .ttf file"]),
        ("search 8 --theme mine.toml", &["no such file; give the path of a .toml file"]),
        ("search 8 --delay 50", &["did you mean 50ms?"]),
        ("search 8 --color red", &["--theme NAME"]),
        ("search --queens 8", &["queenreel search 8"]),
        ("search 8 --speed 2", &["--delay"]),
        ("search 8 --width 300", &["--size", "--canvas"]),
        ("search 8 -v", &["--quiet"]),
        ("gallery 8 --all", &["--limit K"]),
        ("gallery 8 --hold 1s", &["--delay"]),
        ("list 8 --format json", &["--as json"]),
        ("count 8 -o counts.txt", &["queenreel count … > FILE"]),
        ("search 8 --fps 25", &["--fps is for", "--delay"]),
        ("search 5 --title 日本", &["glyph for '日'", "--font FILE.ttf"]),
        ("gallery 5 --title 日本", &["glyph for '日'", "--font FILE.ttf"]),
        (
            "search 5 --tree --algorithm permutations",
            &["permutations has no search tree", "--tree works with backtracking"],
        ),
        ("search 64", &["--algorithm min-conflicts"]),
        ("search 64 --every 1000", &["--algorithm min-conflicts"]),
        ("search 30 --algorithm forward-checking", &["does not end", "--algorithm min-conflicts"]),
        ("search 22 --all", &["does not end", "--solutions K"]),
        ("search 16 --all --every 1000", &["more than 14,772,512 frames are always shown", "--solutions K"]),
        ("search 11 --algorithm random", &["does not end", "min-conflicts"]),
        ("search 40 --all", &["does not end", "min-conflicts, with its first solution"]),
        ("race 8 eager marking --view lecture", &["'search' has others"]),
        ("search 8 --solutions 500", &["8 queens have 92 solutions", "--all"]),
        ("search 8 --algorithm marking --detail tests", &["marking makes no tests", "backtracking"]),
        ("gallery 14", &["14 queens have 365,596 solutions", "--limit K", "--fundamental"]),
        ("search 8 -o q.mov", &["'q.mp4'"]),
        ("search 8 -o q.webm", &["'q.mp4'", "--format y4m -o - | ffmpeg -i - 'q.webm'"]),
        ("search 8 -o q.jpg", &["'q/'"]),
        ("search 8 -o q.png", &["'q/'", "--poster 'q.png'", "--format apng"]),
        ("search 8 -o q.xyz", &[".gif", ".mp4", ".webp", ".apng", ".y4m", "directory of PNG frames"]),
        ("board 13681052947", &["1,3,6,8,10,5,9,2,4,7", "11 digits"]),
        ("board 1 5 8 6 3 7 2 4", &["1,5,8,6,3,7,2,4"]),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let said = sandbox.fail(2, &arguments);
        for part in parts {
            assert!(said.contains(part), "{arguments:?}: {said}");
        }
        // No tip to pass an option as a value.
        assert!(!said.contains("-- -"), "{arguments:?}: {said}");
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn other_spellings_are_accepted() {
    let sandbox = Sandbox::new();
    let same = |one: &[&str], other: &[&str]| {
        let film = |arguments: &[&str]| sandbox.succeed(&[arguments, &["-o", "-"]].concat()).stdout;
        assert!(film(one) == film(other), "{other:?}");
    };
    same(&["search", "4", "--theme", "dark"], &["search", "4", "--theme", "Dark"]);
    same(&["search", "4", "--theme", "grey"], &["search", "4", "--theme", "gray"]);
    same(&["search", "4", "--canvas", "320x200"], &["search", "4", "--canvas", "320X200"]);
    same(&["race", "4", "eager", "marking"], &["race", "4", "eager,marking"]);
    same(&["board", "2413", "--coordinates"], &["board", "2413", "--coordinates", "--squares", "chess"]);
    same(&["board", "136824759"], &["board", "1,3,6,8,2,4,7,5,9"]);
}

#[test]
fn every_command_that_draws_names_squares_by_numbers() {
    let sandbox = Sandbox::new();
    for command in [
        &["search", "4", "--coordinates"][..],
        &["search", "4", "--caption"],
        &["race", "4", "eager", "marking", "--coordinates"],
        &["board", "2413", "--coordinates"],
        &["gallery", "4", "--format", "gif", "--coordinates"],
    ] {
        let film = |squares| sandbox.succeed(&[command, &["-o", "-", "--squares", squares]].concat()).stdout;
        assert!(film("chess") != film("numbers"), "{command:?}");
    }
    assert!(sandbox.fail(2, &["gallery", "4", "--squares", "numbers"]).contains("for one picture each"));
}

#[cfg(unix)]
#[test]
fn pictures_are_not_written_to_a_terminal() {
    for command in [["search", "4"], ["board", "2413"], ["gallery", "4"]] {
        let command = [&[env!("CARGO_BIN_EXE_queenreel")], &command[..], &["-o", "-"]].concat();
        let Some(said) = run_in_terminal("", "", &command) else { return };
        assert!(said.contains("standard output is a terminal") && said.contains("-o FILE"), "{said}");
        assert!(said.ends_with("2\n"), "{said}");
    }
}
