//! The files that a command writes, and standard output.

use std::fs;

use serde_json::Value;

use super::LISTS;
use crate::common::sandbox::{Sandbox, names, stderr};

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
    assert_eq!((&frames[0]["event"], &frames[0]["square"]), (&"start".into(), &Value::Null));
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
fn frames_json_lists_boards_and_moves() {
    let sandbox = Sandbox::new();
    let read = |algorithm: &str| {
        sandbox.succeed(&["search", "4", "--algorithm", algorithm, "-o", &format!("{algorithm}/")]);
        sandbox.listed(&format!("{algorithm}/frames.json"))
    };
    let boards = read("permutations");
    let last = boards.last().unwrap();
    for (entry, event, rows) in [(&boards[1], "board", [4, 3, 2, 1]), (last, "solution", [2, 4, 1, 3])] {
        assert_eq!((&entry["event"], &entry["rows"]), (&event.into(), &rows.as_slice().into()));
    }
    assert_eq!(last.get("square"), None);
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
    assert!(moves.last().unwrap()["moves"].as_u64() > Some(0));
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
    for command in ["list", "count", "compare"] {
        sandbox.refuse(2, &[command, "6", "--json"], &["--as json"]);
    }
    same(&["list", "6", "--limit", "2"], &["list", "6", "--solutions", "2"]);
    same(&["search", "6", "--solutions", "2", "-o", "-"], &["search", "6", "--limit", "2", "-o", "-"]);
    let json: Value = serde_json::from_str(&sandbox.stdout(&["count", "4", "--as", "json"])).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 1);
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
        sandbox.refuse(2, &[&arguments, apng].concat(), &["conflicts with the film"]);
    }
    fs::create_dir(sandbox.path("in-the-way.png")).unwrap();
    sandbox.refuse(1, &["search", "4", "-o", "late.gif", "--poster", "in-the-way.png"], &["poster"]);
    assert!(!sandbox.path("late.gif").exists(), "the poster's place is tried before the film");
    sandbox.refuse(2, &["search", "4", "--poster", "poster.gif"], &[".png"]);
    sandbox.refuse(2, &["gallery", "4", "--poster", "poster.png"], &["for one picture each"]);
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
