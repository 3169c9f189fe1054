//! Tables of command lines, with what each says and makes: `tests/tables/*.txt`. `tests/tables/README.md` describes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use super::sandbox::{Sandbox, repository_file, stderr, stdout};

/// A line of a table at the margin, and the indented lines below it.
pub struct Row<'a> {
    number: usize,
    pub line: &'a str,
    below: Vec<&'a str>,
}

/// Runs all rows of a table.
pub fn check(name: &str) {
    let path = repository_file("tests/tables").join(name).with_extension("txt");
    let text = fs::read_to_string(path).unwrap();
    let rows = rows(&text);
    let is_title = |row: &Row<'_>| row.line.starts_with("## ");
    let (shared, mut sections) = rows.split_at(rows.iter().position(is_title).unwrap_or(rows.len()));
    assert!(
        shared.iter().all(|row| row.line.starts_with("file ")),
        "{name}: a command before the first title"
    );
    assert!(!sections.is_empty(), "{name}: no section");
    let mut wrong = Vec::new();
    while let [title, rest @ ..] = sections {
        let section;
        (section, sections) = rest.split_at(rest.iter().position(is_title).unwrap_or(rest.len()));
        let sandbox = Sandbox::new();
        for row in shared {
            row.write(&sandbox);
        }
        for row in section {
            wrong.extend(row.faults(&sandbox).into_iter().map(|fault| {
                format!("{name}.txt:{}: {}\n{}\n    {fault}", row.number, title.line, row.line)
            }));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n\n"));
}

/// The rows of a table, or of another file in this format.
pub fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match line.strip_prefix("    ") {
            Some(below) => rows.last_mut().expect("the first line is not indented").below.push(below),
            // Within the content of a file, an empty line need not be indented.
            None if line.is_empty() => rows.iter_mut().last().into_iter().for_each(|row| row.below.push("")),
            None if line.starts_with("# ") || line == "#" => {}
            None => rows.push(Row { number, line, below: Vec::new() }),
        }
    }
    for row in &mut rows {
        while row.below.last() == Some(&"") {
            row.below.pop();
        }
    }
    rows
}

/// The words of a command; those in quotes are one.
pub fn words(command: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), command.trim_start());
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').expect("a quote has an end"),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word);
        rest = after.trim_start();
    }
    words
}

/// All files in a directory and those in it, by their paths from there.
pub fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            let inner = files(&entry.path());
            found.extend(inner.into_iter().map(|(path, bytes)| (format!("{name}/{path}"), bytes)));
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

impl Row<'_> {
    /// The text below the line.
    pub fn text(&self) -> String {
        self.below.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// Writes the file of a row like `file NAME` or `file NAME from PATH`.
    fn write(&self, sandbox: &Sandbox) {
        let (name, source) = self.line["file ".len()..].split_once(" from ").unzip();
        let name = name.unwrap_or(&self.line["file ".len()..]);
        let path = sandbox.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match source {
            Some(source) => drop(fs::copy(repository_file(source), path).unwrap()),
            None => sandbox.write(name, self.text()),
        }
    }

    fn faults(&self, sandbox: &Sandbox) -> Vec<String> {
        if self.line.starts_with("file ") {
            self.write(sandbox);
            return Vec::new();
        }
        let command =
            self.line.strip_prefix("$ ").unwrap_or_else(|| panic!("line {}: {}", self.number, self.line));
        let (command, input) = command.split_once(" < ").unzip();
        let command = command.unwrap_or(&self.line["$ ".len()..]);
        let input = input.map_or_else(Stdio::null, |name| File::open(sandbox.path(name)).unwrap().into());
        let before = files(&sandbox.path(""));
        let ended = sandbox.command(&words(command)).stdin(input).output().unwrap();
        let after = files(&sandbox.path(""));
        let names = before.keys().chain(after.keys()).collect::<BTreeSet<_>>();
        let changed: Vec<&str> = names
            .into_iter()
            .filter(|name| before.get(*name) != after.get(*name))
            .map(String::as_str)
            .collect();
        let (printed, said) = (stdout(&ended), stderr(&ended));

        let mut status = 0;
        let mut faults = Vec::new();
        for line in &self.below {
            let (expected, text) = line.split_once(' ').unwrap_or((line, ""));
            let holds = match expected {
                "status" => {
                    status = text.parse().unwrap();
                    true
                }
                "error" => {
                    status = 2;
                    said.contains(text)
                }
                "prints" if text.is_empty() => printed.is_empty(),
                "prints" => printed.contains(text),
                "says" if text.is_empty() => said.is_empty(),
                "says" => said.contains(text),
                "lacks" => !printed.contains(text) && !said.contains(text),
                "lines" => (printed.lines().count() + said.lines().count()).to_string() == text,
                "makes" => {
                    let wanted = words(text);
                    let is_wanted = |name: &str| wanted.iter().any(|pattern| matches(pattern, name));
                    let is_made = |pattern: &&str| changed.iter().any(|name| matches(pattern, name));
                    changed.iter().all(|name| is_wanted(name)) && wanted.iter().all(is_made)
                }
                "in" | "not-in" => {
                    let (name, text) = text.split_once(' ').unwrap();
                    let content = after.get(name).map(|bytes| String::from_utf8_lossy(bytes));
                    content.is_some_and(|content| content.contains(text) == (expected == "in"))
                }
                "same" | "differ" => {
                    let [one, other] = words(text)[..] else { panic!("line {}: {line}", self.number) };
                    (after[one] == after[other]) == (expected == "same")
                }
                _ => panic!("line {}: {line}", self.number),
            };
            if !holds {
                faults.push(format!("not so: {line}"));
            }
        }
        if ended.status.code() != Some(status) {
            faults.push(format!("status: {}, not {status}", ended.status));
        }
        if status != 0 {
            if !printed.is_empty() || !said.lines().any(|line| line.starts_with("error: ")) {
                faults.push("an error is a line on standard error, and nothing else is printed".to_owned());
            }
            // The command-line parser would suggest to pass an unknown option as a value.
            if said.contains("panicked") || said.contains("-- -") {
                faults.push("no panic, and no advice to write '--'".to_owned());
            }
            if !changed.is_empty() {
                faults.push("an error leaves all files as they were".to_owned());
            }
        }
        if !faults.is_empty() {
            faults.push(format!("{printed}{said}changed: {changed:?}"));
        }
        faults
    }
}

/// Whether a path matches a pattern, which may end with a star.
fn matches(pattern: &str, path: &str) -> bool {
    pattern.strip_suffix('*').map_or(path == pattern, |start| path.starts_with(start))
}
