//! Transcripts compared with an independent search.

use super::{HOSTILE, unescaped};
use crate::common::sandbox::Sandbox;

/// A parsed transcript.
#[derive(Debug, Default)]
struct Read {
    title: String,
    groups: Vec<Group>,
    /// The text below the last group.
    summary: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Group {
    heading: String,
    steps: Vec<(Option<u64>, String)>,
    boards: Vec<Vec<String>>,
}

fn read(sandbox: &Sandbox, name: &str) -> Read {
    let text = String::from_utf8(sandbox.read(name)).unwrap();
    let (text, mark) = text.trim_end().rsplit_once('\n').unwrap();
    assert!(mark.starts_with("<!-- queenreel:") && mark.ends_with(" -->"), "{mark}");
    let mut lines = text.lines();
    let mut transcript = Read::default();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("# ") {
            transcript.title = unescaped(title);
        } else if let Some(heading) = line.strip_prefix("## ") {
            transcript.groups.push(Group { heading: unescaped(heading), ..Group::default() });
        } else if let Some(step) = line.strip_prefix("- ") {
            let numbered = step.strip_prefix("**").map(|rest| rest.split_once("**").unwrap());
            let number = numbered.map(|(number, _)| number.replace(',', "").parse().unwrap());
            let words = unescaped(numbered.map_or(step, |(_, words)| words).trim_start());
            transcript.groups.last_mut().unwrap().steps.push((number, words));
        } else if line == "  ```text" {
            let rows = lines.by_ref().take_while(|line| *line != "  ```").map(|row| row.trim().to_owned());
            let rows = rows.collect();
            transcript.groups.last_mut().unwrap().boards.push(rows);
        } else if !line.starts_with("  ") && !line.is_empty() {
            assert!(transcript.summary.is_empty(), "{line}");
            transcript.summary = unescaped(line);
        }
    }
    transcript
}

/// Backtracking by columns, from the top row, written independently from its description.
#[derive(Default)]
pub struct Oracle {
    n: usize,
    /// The row of the queen in each column, from 0.
    rows: Vec<usize>,
    pub tests: u64,
    pub placements: u64,
    pub backtracks: u64,
    pub solutions: Vec<Vec<usize>>,
    /// Steps in groups: a queen that is placed after others were removed begins a group.
    groups: Vec<Vec<String>>,
    removed_last: bool,
}

impl Oracle {
    pub fn new(n: usize) -> Self {
        Self { n, groups: vec![vec![format!("Place {n} queens")]], ..Self::default() }
    }

    fn name(&self, column: usize, row: usize) -> String {
        format!("{}{}", char::from(b'a' + column as u8), self.n - row)
    }

    /// Tries the squares of the next column; returns whether the search is over.
    pub fn search(&mut self, all: bool) -> bool {
        let column = self.rows.len();
        for row in 0..self.n {
            let mut is_safe = true;
            self.tests += 1;
            for (other, queen) in self.rows.iter().enumerate() {
                is_safe &= *queen != row && queen.abs_diff(row) != column - other;
            }
            if !is_safe {
                continue;
            }
            self.rows.push(row);
            self.placements += 1;
            if std::mem::take(&mut self.removed_last) {
                self.groups.push(Vec::new());
            }
            let is_solution = self.rows.len() == self.n;
            let said = if is_solution {
                self.solutions.push(self.rows.clone());
                format!("Solution {}", self.solutions.len())
            } else {
                format!("Place a queen on {}", self.name(column, row))
            };
            self.groups.last_mut().unwrap().push(said);
            if is_solution && !all || !is_solution && self.search(all) {
                return true;
            }
            self.backtracks += u64::from(!is_solution);
            self.rows.pop();
            self.removed_last = true;
            let said = format!("Take the queen off {}", self.name(column, row));
            self.groups.last_mut().unwrap().push(said);
        }
        false
    }

    fn board(&self, solution: &[usize]) -> Vec<String> {
        let cell = |column: usize, row| if solution[column] == row { "♛" } else { "·" };
        let row = |row| (0..self.n).map(|column| cell(column, row)).collect::<Vec<_>>().join(" ");
        (0..self.n).map(row).collect()
    }
}

#[test]
fn a_transcript_has_the_steps_of_the_search_grouped_by_backtrack() {
    let sandbox = Sandbox::new();
    for n in [4, 6, 8] {
        for all in [false, true] {
            if n == 8 && all {
                continue;
            }
            let mut oracle = Oracle::new(n);
            oracle.search(all);
            let number = n.to_string();
            let mut search =
                vec!["search", &number, "-o", "film.gif", "--size", "64", "--transcript", "t.md"];
            search.extend(all.then_some("--all"));
            sandbox.succeed(&search);
            let transcript = read(&sandbox, "t.md");
            assert_eq!(transcript.title, format!("Backtracking search for {n} queens"));
            let mut expected = 0;
            assert_eq!(transcript.groups.len(), oracle.groups.len(), "{n} {all}");
            let last = oracle.groups.last().unwrap().len() - 1;
            for (index, (group, steps)) in transcript.groups.iter().zip(&oracle.groups).enumerate() {
                let is_last_group = index + 1 == oracle.groups.len();
                let first = expected.max(1);
                assert_eq!(group.steps.len(), steps.len());
                for (place, ((number, words), step)) in group.steps.iter().zip(steps).enumerate() {
                    assert_eq!(*number, Some(expected).filter(|step| *step > 0));
                    let step =
                        if all && is_last_group && place == last { "The search is over" } else { step };
                    assert!(words.starts_with(&format!("{step}. ")), "{words}, not {step}");
                    expected += 1;
                }
                let last_step = expected - 1;
                let steps = format!("Steps {first} to {last_step}");
                let heading = if first == last_step { format!("Step {first}") } else { steps };
                assert_eq!(group.heading, heading);
            }
            let boards: Vec<_> = transcript.groups.iter().flat_map(|group| &group.boards).collect();
            let solutions: Vec<_> = oracle.solutions.iter().map(|rows| oracle.board(rows)).collect();
            assert_eq!(boards, solutions.iter().collect::<Vec<_>>());
            let counted = format!("{} placements", oracle.placements);
            assert!(transcript.summary.contains(&counted), "{counted}: {}", transcript.summary);
            let counted = format!(" {} backtracks", oracle.backtracks);
            assert!(transcript.summary.contains(&counted), "{counted}: {}", transcript.summary);
        }
    }
}

#[test]
fn dead_ends_are_no_steps_and_change_no_group() {
    let sandbox = Sandbox::new();
    let film = ["search", "6", "-o", "film.gif", "--size", "240", "--transcript", "t.md"];
    sandbox.succeed(&film);
    let plain = read(&sandbox, "t.md");
    sandbox.succeed(&[&film[..], &["--view", "article"]].concat());
    let captioned = read(&sandbox, "t.md");
    let mut dead_ends = 0;
    assert_eq!(captioned.groups.len(), plain.groups.len());
    for (group, other) in captioned.groups.iter().zip(&plain.groups) {
        assert_eq!(group.heading, other.heading);
        let (asides, steps): (Vec<_>, Vec<_>) =
            group.steps.iter().cloned().partition(|(_, words)| words.starts_with("Dead end in column "));
        assert!(asides.iter().all(|(number, _)| number.is_none()));
        dead_ends += asides.len();
        assert_eq!(steps.len(), other.steps.len());
    }
    // Not in fast forward.
    assert_eq!(dead_ends, 3);
}

#[test]
fn an_excerpt_has_its_own_steps_with_the_numbers_of_the_whole_search() {
    let sandbox = Sandbox::new();
    let film = ["search", "8", "-o", "film.gif", "--size", "64", "--transcript", "t.md"];
    sandbox.succeed(&film);
    let whole = read(&sandbox, "t.md");
    sandbox.succeed(&[&film[..], &["--select", "13..24"]].concat());
    let excerpt = read(&sandbox, "t.md");
    let steps = |read: &Read| read.groups.iter().flat_map(|group| group.steps.clone()).collect::<Vec<_>>();
    assert_eq!(steps(&excerpt), steps(&whole)[13..=24]);
    let headings: Vec<&str> = excerpt.groups.iter().map(|group| group.heading.as_str()).collect();
    let ends = [headings[0].split(' ').nth(1), headings.last().unwrap().split(' ').next_back()];
    assert_eq!(ends, [Some("13"), Some("24")], "{headings:?}");
    sandbox.succeed(&[&film[..], &["--select", "0"]].concat());
    let start = read(&sandbox, "t.md");
    assert_eq!((start.groups.len(), start.groups[0].heading.as_str()), (1, "Start"));
}

#[test]
fn text_of_a_log_is_never_markup() {
    let sandbox = Sandbox::new();
    sandbox.write("hostile.jsonl", HOSTILE);
    let replay = ["replay", "hostile.jsonl", "--title", "# <b>A</b> *title*", "--transcript", "t.md"];
    sandbox.succeed(&[&replay[..], &["-o", "frames/"]].concat());
    let transcript = read(&sandbox, "t.md");
    assert_eq!(transcript.title, "# <b>A</b> *title*");
    let listed = sandbox.listed("frames/frames.json");
    let steps: Vec<_> = transcript.groups.iter().flat_map(|group| &group.steps).collect();
    assert_eq!(steps.len(), listed.len());
    for ((number, words), entry) in steps.into_iter().zip(listed) {
        assert_eq!(number.unwrap_or_default(), entry["step"]);
        let parts = ["caption", "reason"].map(|key| entry[key].as_str().unwrap_or_default());
        for part in parts {
            let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains(&part), "{words}, not {part}");
        }
    }
}

#[test]
fn a_race_and_a_gallery_have_the_boards_of_their_solutions() {
    let sandbox = Sandbox::new();
    let race = ["race", "5", "backtracking", "marking", "--canvas", "640x360", "-o", "race.gif"];
    sandbox.succeed(&[&race[..], &["--transcript", "t.md"]].concat());
    let transcript = read(&sandbox, "t.md");
    let mut oracle = Oracle::new(5);
    oracle.search(false);
    let ticks = oracle.tests + oracle.placements;
    let [group] = &transcript.groups[..] else { panic!("{transcript:?}") };
    assert_eq!(group.heading, format!("Ticks 1 to {ticks}"));
    let numbers: Vec<_> = group.steps.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [None, Some(5), Some(ticks)], "marking takes a tick for each queen");
    let board = oracle.board(&oracle.rows);
    assert_eq!(group.boards, [board.clone(), board]);

    // A frame of a time lapse has all solutions since the one before.
    let mut oracle = Oracle::new(6);
    oracle.search(true);
    let mut boards: Vec<_> = oracle.solutions.iter().map(|rows| oracle.board(rows)).collect();
    boards.extend(boards.clone());
    boards.sort();
    for every in [&["--every", "400"][..], &["--every", "7"], &[]] {
        let race = ["race", "6", "backtracking", "forward-checking", "--all", "--canvas", "640x360"];
        sandbox.succeed(&[&race[..], every, &["-o", "race.gif", "--force", "--transcript", "t.md"]].concat());
        let mut shown = std::mem::take(&mut read(&sandbox, "t.md").groups[0].boards);
        shown.sort();
        assert_eq!(shown, boards, "{every:?}");
    }

    sandbox.succeed(&["gallery", "4", "-o", "film.gif", "--force", "--transcript", "t.md"]);
    let transcript = read(&sandbox, "t.md");
    let mut oracle = Oracle::new(4);
    oracle.search(true);
    let boards: Vec<_> = oracle.solutions.iter().map(|rows| oracle.board(rows)).collect();
    assert_eq!((transcript.groups.len(), &transcript.groups[0].boards), (1, &boards));
    assert_eq!(transcript.groups[0].heading, "Solutions 1 to 2");
}
