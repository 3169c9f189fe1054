//! The commands of the README, the guide and the gallery do what the text says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::sample::{all_cases, sampled};
use crate::common::sandbox::{Sandbox, names, repository_file, stderr, stdout};
use crate::common::table::files;
use crate::common::tools::{installed, run_tool};

/// The pages whose commands, tables and pictures are checked.
fn pages() -> Vec<String> {
    let guide = names(&repository_file("docs/guide")).into_iter().map(|name| format!("docs/guide/{name}"));
    ["README.md".to_owned()].into_iter().chain(guide).chain(["docs/gallery.md".to_owned()]).collect()
}

fn text_of(page: &str) -> String {
    fs::read_to_string(repository_file(page)).unwrap()
}

/// The lines in blocks of this language, on all pages.
fn blocks(language: &str) -> Vec<String> {
    let text: String = pages().iter().map(|page| text_of(page)).collect();
    let fence = format!("```{language}");
    let mut lines = Vec::new();
    let mut is_inside = false;
    // Blocks in lists are indented.
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") {
            is_inside = line == fence;
        } else if is_inside && !line.is_empty() && !line.starts_with('#') {
            lines.push(line.to_owned());
        }
    }
    lines
}

/// The commands of the shell, except those for building the program; those on several pages once.
fn commands() -> Vec<String> {
    let mut seen = BTreeSet::new();
    let without_comment = |line: &str| line.split(" #").next().unwrap().trim_end().to_owned();
    let all = blocks("sh").into_iter().filter(|line| !line.starts_with("cargo "));
    all.filter(|line| seen.insert(without_comment(line))).collect()
}

/// Other programs to which commands pass films: `docs/check-recipes.sh` runs those.
const OTHER_PROGRAMS: [&str; 3] = ["ffmpeg", "gifsicle", "jq"];

/// Parts of commands that take long.
const LONG: [&str; 7] = ["lecture", "article", "race ", "compare ", "--fit", "--for ", "--tree"];

/// Runs a command as it is written.
fn run(sandbox: &Sandbox, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_queenreel"));
    let path = std::env::var("PATH").unwrap();
    let mut shell = Command::new("bash");
    shell.args(["-o", "pipefail", "-c", command]).current_dir(sandbox.path(""));
    shell.env("PATH", format!("{}:{path}", program.parent().unwrap().display()));
    shell.output().unwrap()
}

#[cfg(unix)]
#[test]
fn every_command_works_as_written_and_has_files_of_its_own() {
    if !installed(&["bash"]) {
        return;
    }
    let has_python = installed(&["python3"]);
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("examples")).unwrap();
    let examples = fs::read_dir(repository_file("examples")).unwrap();
    for example in examples.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        fs::copy(&example, sandbox.path("examples").join(example.file_name().unwrap())).unwrap();
    }
    let lane = |lane| format!("{{\"lane\":{lane},\"place\":[1,1]}}\n{{\"lane\":{lane},\"end\":true}}\n");
    sandbox.write("threads.jsonl", format!("{{\"queens\":4}}\n{}", [1, 2, 3].map(lane).concat()));
    let given = files(&sandbox.path(""));
    let commands = commands();
    assert!(commands.len() > 110, "{commands:?}");
    for command in &commands {
        let has = |part: &&str| command.contains(part);
        if OTHER_PROGRAMS.iter().any(has) || (!all_cases() && LONG.iter().any(has)) {
            continue;
        }
        // It writes `mine.jsonl`.
        if !has_python && (has(&"python3") || has(&"mine.")) {
            continue;
        }
        let output = run(&sandbox, command);
        let said = [stderr(&output), String::from_utf8_lossy(&output.stdout).into_owned()].concat();
        assert!(output.status.success(), "{command}: {said}");
        assert!(!said.contains("(replaced)"), "{command}: {said}");
    }
    let written = files(&sandbox.path("")).into_keys().filter(|name| !given.contains_key(name));
    let written: BTreeSet<String> = written.collect();
    // The pictures on the pages match the commands next to them.
    for picture in fs::read_dir(repository_file("docs/images")).unwrap().map(|entry| entry.unwrap().path()) {
        let name = picture.file_name().unwrap().to_str().unwrap().to_owned();
        if name != "make.sh" {
            assert!(written.contains(&name) || !all_cases() || !has_python, "{name}");
            assert!(
                !written.contains(&name) || sandbox.read(&name) == fs::read(&picture).unwrap(),
                "{name}: run docs/images/make.sh"
            );
        }
    }
    if repository_file(".git").exists() {
        let mut git = Command::new("git");
        let Some(tracked) =
            run_tool(git.args(["-c", "safe.directory=*", "ls-files"]).current_dir(repository_file("")))
        else {
            return;
        };
        let tracked = stdout(&tracked);
        let lost: Vec<&str> = tracked.lines().filter(|name| written.contains(*name)).collect();
        assert!(lost.is_empty(), "the commands write over {lost:?}");
    }
}

/// The rows of the tables with this header, on all pages: their cells.
fn table(header: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for page in pages() {
        let text = text_of(&page);
        let rows = text.lines().skip_while(|line| !line.starts_with(header)).skip(2);
        let rows = rows.take_while(|line| line.starts_with('|'));
        let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        all.extend(rows.map(cells));
    }
    all
}

/// Browsers refuse full screen to iframes without this attribute.
#[test]
fn every_frame_of_a_page_may_be_full_screen() {
    let text: String = pages().iter().map(|page| text_of(page)).collect();
    let frames: Vec<&str> =
        text.split("<iframe").skip(1).map(|frame| frame.split_once('>').unwrap().0).collect();
    assert!(frames.len() > 2);
    for frame in frames {
        assert!(frame.split_whitespace().any(|word| word == "allowfullscreen"), "{frame}");
    }
}

fn number(text: &str) -> u64 {
    text.replace(',', "").parse().unwrap()
}

#[test]
fn the_sizes_in_the_table_of_formats_are_those_of_its_command() {
    let rows = table("| format | for | bytes");
    assert!(rows.len() > 5);
    for row in sampled(2, rows.iter().filter(|row| !row[0].starts_with("ffmpeg"))) {
        let format = row[0].to_lowercase();
        let sandbox = Sandbox::new();
        let name = if format == "png" { "film/".to_owned() } else { format!("film.{format}") };
        let has_times = !["pdf", "pptx"].contains(&format.as_str());
        let times: &[&str] = if has_times { &["--delay", "200ms"] } else { &[] };
        sandbox.succeed(&[&["search", "8", "-o", &name], times].concat());
        let bytes = if format == "png" {
            let pictures = files(&sandbox.path("film"));
            let pictures = pictures.iter().filter(|(name, _)| name.starts_with("frame-"));
            pictures.map(|(_, bytes)| bytes.len() as u64).sum()
        } else {
            fs::metadata(sandbox.path(&name)).unwrap().len()
        };
        assert_eq!(bytes, number(&row[2]), "{format}");
    }
}

#[test]
fn the_sizes_in_the_table_of_films_are_those_of_their_options() {
    let rows = table("| film                             | frames");
    assert_eq!(rows.len(), 6);
    for row in sampled(3, rows) {
        let options = row[0].split(|character| "`, ".contains(character));
        let options = options.filter(|option| !["first", "solution", ""].contains(option));
        let options: Vec<&str> = options.collect();
        let sandbox = Sandbox::new();
        let said = sandbox.stdout(&[&["search", "8", "-o", "film.gif"], &options[..]].concat());
        assert!(said.contains(&format!("{} frames", row[1])), "{row:?}: {said}");
        assert_eq!(sandbox.read("film.gif").len() as u64, number(&row[2]), "{row:?}");
    }
}

#[test]
fn the_table_of_algorithms_is_that_of_a_comparison() {
    let printed = Sandbox::new().succeed(&["compare", "8", "--as", "json", "--runs", "1"]).stdout;
    let compared: serde_json::Value = serde_json::from_slice(&printed).unwrap();
    let compared = compared["boards"][0]["algorithms"].as_array().unwrap();
    let rows = table("| to the first solution, N = 8 |");
    assert_eq!(rows.len(), compared.len());
    for row in &rows {
        let measured = compared.iter().find(|one| one["name"] == row[0].trim_matches('`')).unwrap();
        let first = &measured["to_first_solution"];
        let numbers = |key: &str| first[key].as_u64().into_iter().collect::<Vec<_>>();
        // Boards, and moves if there are any.
        let boards = [numbers("boards"), numbers("queens_moved")].concat();
        let columns = [numbers("tests"), numbers("placements"), numbers("backtracks"), boards];
        for (cell, wanted) in row[1..].iter().zip(columns) {
            let words = cell.replace(',', "");
            let shown: Vec<u64> = words.split(' ').filter_map(|word| word.parse().ok()).collect();
            assert_eq!(shown, wanted, "{row:?}");
        }
    }
}

#[test]
fn the_table_of_counts_is_that_of_its_command() {
    let without_time = |line: &str| {
        let cells = line.split_whitespace().take(3);
        cells.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut printed: Vec<Vec<String>> = Vec::new();
    for line in blocks("console").iter().filter(|line| *line != "…") {
        if let Some(command) = line.strip_prefix("$ queenreel ") {
            let output = Sandbox::new().stdout(&command.split(' ').collect::<Vec<_>>());
            printed = output.lines().map(without_time).collect();
        } else {
            assert!(printed.contains(&without_time(line)), "{line}: {printed:?}");
        }
    }
    assert!(!printed.is_empty(), "no page has a command with what it prints");
}

#[test]
fn pages_with_rust_are_compiled_as_tests_of_the_documentation() {
    let library = text_of("src/lib.rs");
    let pages = pages().into_iter().filter(|page| text_of(page).contains("```rust"));
    let pages: Vec<String> = pages.collect();
    assert!(!pages.is_empty());
    for page in pages {
        assert!(library.contains(&format!("include_str!(\"../{page}\")")), "{page} in src/lib.rs");
    }
}

#[test]
fn pages_that_are_read_first_are_short() {
    for (page, most) in [("README.md", 200), ("ARCHITECTURE.md", 120)] {
        let lines = text_of(page).lines().count();
        assert!(lines <= most, "{page} has {lines} lines, of at most {most}");
    }
}
