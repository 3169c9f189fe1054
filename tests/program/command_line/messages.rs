//! Messages: errors with their remedies, notes, summaries and help.

use crate::common::sandbox::{Sandbox, names, stderr, stdout};

#[test]
fn quiet_runs_print_nothing() {
    let sandbox = Sandbox::new();
    for arguments in [["search", "4", "-q"], ["board", "2413", "--quiet"]] {
        let output = sandbox.succeed(&arguments);
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
    }
    assert_eq!(names(&sandbox.path("output")), ["board-2413.png", "queens-4.gif"]);
}

/// Command lines with a mistake, and what the message says.
const WRONG: &[(&str, &[&str])] = &[
    ("search 0", &["from 1 to 64"]),
    ("search 65", &["from 1 to 64"]),
    ("search -1", &["from 1 to 64"]),
    ("search eight", &["from 1 to 64"]),
    ("search 8 --theme plaid", &["classic, green, blue, grey, dark, colour-blind"]),
    ("search 8 --order spiral", &["columns, rows"]),
    ("search 8 -o film", &["--format"]),
    ("search 8 -o ", &["a value is required"]),
    ("search 8 -o - --format png", &["directory"]),
    ("search 8 --size 63", &["the smallest width is 64"]),
    ("search 8 --size 0", &["the smallest width is 64"]),
    ("search 8 --size 191 --coordinates", &["the smallest width is 288"]),
    ("search 8 --size 8193", &["the largest width is 8192"]),
    ("search 8 --size 4294967296", &["--size"]),
    ("search 8 --size -480", &["--size", "width in pixels as a number, like 480"]),
    ("search 8 --delay 0s", &["from 1ms"]),
    ("search 8 --delay -20ms", &["like 120ms or 1.5s"]),
    ("search 8 --delay 120", &["like 120ms or 1.5s"]),
    ("search 8 --hold 1000years", &["to 10m"]),
    ("search 8 --duration 99999999999999999999s", &["like 120ms or 1.5s"]),
    ("search 8 --duration 1s --delay 20ms", &["cannot be used with"]),
    ("search 8 --all --duration 1s", &["longer --duration"]),
    ("search 8 --all --solutions 3", &["cannot be used with"]),
    ("search 8 --solutions 0", &["1 or more"]),
    ("search 8 --every 0", &["1 or more"]),
    ("search 8 --max-frames 218", &["219 frames"]),
    ("search 30", &["does not end within 500,000,000 events"]),
    ("search 8 --loop 0", &["forever, once"]),
    ("search 8 --loop 65536", &["forever, once"]),
    ("search 8 --loop twice", &["forever, once"]),
    ("search 8 -o f/ --loop once", &["for GIF, APNG, WebP"]),
    ("search 8 -o f/ --full-frames", &["for GIF,"]),
    ("board 99", &["no row 9"]),
    ("board 1,2,x", &["0 where there is none"]),
    ("board ", &["0 where there is none"]),
    ("board -1", &["0 where there is none"]),
    ("board 2413 -o slide.gif", &[".png"]),
    ("board 2413 --size 3", &["the smallest width is 32"]),
    ("themes plaid", &["classic"]),
    ("search 8 --canvas 16x9x1", &["like 1920x1080"]),
    ("search 8 --canvas 60x60", &["the smallest of this shape is 70×70"]),
    ("search 8 --canvas 640x400 --size 480", &["the smallest of this shape is 768×480"]),
    ("search 1 --duration 1h", &["shorter --duration"]),
    ("search 8 -o film.y4m --loop once", &["--loop is for"]),
    ("search 8 -o film.mp4 --size 4000", &["3840"]),
    ("search 8 -o film.gif --fps 30", &["--fps is for"]),
    ("search 64 --every 18446744073709551615 --max-frames 1", &["smaller N"]),
    ("dance", &["unrecognized"]),
    ("search 8 --algorithm quick", &["possible values", "forward-checking"]),
    ("search 8 --seed 1", &["--seed", "backtracking", "random, min-conflicts"]),
    ("search 8 --algorithm eager --seed 1", &["--seed", "eager"]),
    ("search 8 --algorithm random --seed -1", &["--seed"]),
    ("search 8 --algorithm random --all", &["random", "first solution", "--all"]),
    ("search 8 --algorithm min-conflicts --solutions 2", &["first solution"]),
    ("search 2 --algorithm random", &["2 queens", "never end"]),
    ("search 3 --algorithm min-conflicts", &["3 queens", "never end"]),
    ("search 8 --algorithm permutations --order rows", &["--order", "permutations"]),
    ("search 8 --algorithm min-conflicts --order rows", &["--order", "min-conflicts"]),
    ("search 8 --algorithm random", &["the limit is 10,000", "--every K", "--seed"]),
    ("search 8 --algorithm permutations --all", &["40,321 frames", "--every K"]),
    ("8", &["queenreel search 8"]),
    ("search 8 out.gif", &["-o out.gif"]),
    ("-o x.gif search 8", &["options follow the command"]),
    ("search 8 --size 480px", &["width in pixels as a number, like 480"]),
    ("search 8 --max-frames x", &["1 or more"]),
    ("list 8 --limit 0", &["1 or more"]),
    ("gallery 8 --columns 0", &["1 or more"]),
    ("search 8 --font Arial", &["no such file; give the path of a .ttf file"]),
    ("search 8 --theme mine.toml", &["no such file; give the path of a .toml file"]),
    ("search 8 --delay 50", &["did you mean 50ms?"]),
    ("search 8 --duration 10", &["did you mean 10s?"]),
    ("compare 8 --timeout 10", &["did you mean 10s?"]),
    ("search 8 --color red", &["--theme NAME"]),
    ("search --queens 8", &["queenreel search 8"]),
    ("search 8 --rate 2", &["--delay"]),
    ("gallery 8 --speed 2", &["--delay"]),
    ("search 8 --speed fast", &["2x"]),
    ("search 8 --speed 2x --duration 9s", &["cannot be used with"]),
    ("search 8 --width 300", &["--size", "--canvas"]),
    ("search 8 -v", &["--quiet"]),
    ("gallery 8 --all", &["--solutions K"]),
    ("gallery 8 --hold 1s", &["--delay"]),
    ("gallery 9 --for slide", &["--canvas 16:9"]),
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
    (
        "search 10 --all",
        &["71,077 frames", "limit is 10,000", "--every", "--duration", "--solutions", "--max-frames"],
    ),
    ("search 22 --all", &["does not end", "--solutions K"]),
    ("search 16 --all --every 1000", &["more than 14,772,512 frames are always shown", "--solutions K"]),
    ("search 11 --algorithm random", &["does not end", "min-conflicts"]),
    ("search 40 --all", &["does not end", "min-conflicts, with its first solution"]),
    ("race 8 eager marking --view lecture", &["'search' has others"]),
    ("search 8 --solutions 500", &["8 queens have 92 solutions", "--all"]),
    ("search 8 --algorithm marking --detail tests", &["marking makes no tests", "backtracking"]),
    ("gallery 14", &["14 queens have 365,596 solutions", "--solutions K", "--fundamental"]),
    ("search 8 -o q.mov", &["'q.mp4'"]),
    ("search 8 -o q.webm", &["'q.mp4'", "--format y4m -o - | ffmpeg -i - 'q.webm'"]),
    ("search 8 -o q.jpg", &["'q/'"]),
    ("search 8 -o q.png", &["'q/'", "--poster 'q.png'", "--format apng"]),
    ("search 8 -o q.xyz", &[".gif", ".mp4", ".webp", ".apng", ".y4m", "directory of PNG frames"]),
    ("board 13681052947", &["1,3,6,8,10,5,9,2,4,7", "11 digits"]),
    ("board 1 5 8 6 3 7 2 4", &["1,5,8,6,3,7,2,4"]),
];

#[test]
fn wrong_arguments_are_named_with_what_to_write_instead_and_nothing_is_written() {
    let sandbox = Sandbox::new();
    for (arguments, parts) in WRONG {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let said = sandbox.fail(2, &arguments);
        // A note may come before it.
        let is_error = said.lines().any(|line| line.starts_with("error: "));
        assert!(is_error && !said.contains("panicked"), "{arguments:?}: {said}");
        for part in *parts {
            assert!(said.contains(part), "{arguments:?}: {said}");
        }
        // No tip to pass an option as a value.
        assert!(!said.contains("-- -"), "{arguments:?}: {said}");
    }
    assert!(sandbox.names().is_empty(), "{:?}", sandbox.names());
}

#[test]
fn delays_that_browsers_would_slow_down_are_raised_with_a_note() {
    let sandbox = Sandbox::new();
    let output = sandbox.succeed(&["search", "4", "--delay", "20ms", "--hold", "1ms"]);
    assert!(stderr(&output).contains("--hold is raised to 20ms"));
    let output = sandbox.succeed(&["search", "4", "--delay", "10ms", "--hold", "20ms"]);
    assert!(stderr(&output).contains("--delay is raised to 20ms") && !stderr(&output).contains("--hold"));
    assert!(stdout(&output).contains("13 frames, 260 ms"), "{}", stdout(&output));
}

#[test]
fn the_summary_names_every_file() {
    let sandbox = Sandbox::new();
    let said =
        sandbox.stdout(&["search", "6", "-o", "f.gif", "--poster", "deep/p.png", "--events", "deep/l.jsonl"]);
    for (name, contents) in [("deep/p.png", "poster"), ("deep/l.jsonl", "events")] {
        let bytes = sandbox.read(name).len();
        let bytes = if bytes < 1000 { format!("{bytes} B") } else { String::new() };
        assert!(said.contains(&format!("{name}: {contents}, {bytes}")), "{said}");
    }
    assert!(said.starts_with("f.gif: 57 frames"), "{said}");
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
        let page = format!("queens-{n}-gallery.png");
        assert_eq!(names(&sandbox.path("output")), [page, format!("queens-{n}.gif")]);
    }
}

#[test]
fn solutions_that_a_board_does_not_have_are_an_error() {
    let sandbox = Sandbox::new();
    for (command, said) in [
        ("gallery 8 --from 93", "8 queens have 92 solutions, so --from is at most 92"),
        ("gallery 8 --from 93 -o a.gif -q", "8 queens have 92 solutions, so --from is at most 92"),
        ("gallery 1 --from 2", "1 queen has 1 solution, so --from is at most 1"),
        ("gallery 3 --from 2", "no solution: the board of 3 has none; try 4"),
        ("gallery 6 --select 5", "nothing is selected: 6 queens have 4 solutions"),
        ("list 8 --fundamental --from 13", "8 queens have 12 fundamental solutions, so --from is at most 12"),
        ("list 13 --start a1,b3,c5 --from 9999", "fewer than 9999 solutions"),
        ("gallery 13 --start a1,b3,c5 --from 9999 --solutions 3 -q", "fewer than 9999 solutions"),
    ] {
        sandbox.refuse(2, &command.split(' ').collect::<Vec<_>>(), &[said]);
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn help_and_version_are_printed() {
    let sandbox = Sandbox::new();
    for command in [&[][..], &["search"], &["board"], &["themes"], &["compare"]] {
        let said = sandbox.stdout(&[command, &["--help"]].concat());
        assert!(said.contains("Examples:") && said.contains("queenreel"), "{said}");
    }
    let version = sandbox.stdout(&["--version"]);
    assert_eq!(version, concat!("queenreel ", env!("CARGO_PKG_VERSION"), "\n"));
}
