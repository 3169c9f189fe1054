//! The page of options agrees with the help, for all kinds together. `QUEENREEL_WRITE=1 cargo test options_page`
//! rewrites it.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::{env, fs};

use clap::builder::PossibleValue;
use clap::{Arg, Command};
use queenreel::request::command;

use crate::common::sandbox::repository_file;

const PAGE: &str = "docs/guide/options.md";

/// The page is rewritten if this is set.
const VARIABLE: &str = "QUEENREEL_WRITE";

const HEAD: &str = "\
# Options

What each option does, in full. `queenreel COMMAND -h` shows the options that most people need, and `--help` all of a command, in short.

Those of all commands but `list` and `count` can stand in a file as well, which `queenreel make` reads: there without hyphens before the name, like `start-hold = \"1s\"`.
";

const ARGUMENTS: &str = "Arguments";
const OUTPUT: &str = "Output";

/// The sections with their introductions: those of help, after arguments and options that have no heading there.
const SECTIONS: [(&str, &str); 10] = [
    (ARGUMENTS, "They have no name, and stand in the order in which `-h` shows them."),
    (OUTPUT, "Where the result is written, what is written beside it, and what is said."),
    ("What is shown", "Which search, and how much of it."),
    ("The board", "Problems that begin with queens on the board, or have closed squares."),
    (
        "Pace",
        "How long each frame is shown. Times are written like `120ms` or `1.5s`. They are refused for what has no \
         times: slides\nwithout `--advance`, pages of a PDF and single pictures, unless `--duration` or \
         `--select t=4s..6s` takes frames by their\ntimes.",
    ),
    ("Panels", "What stands beside the board."),
    ("Look", "Sizes, colours, fonts and marks."),
    ("Around the film", "Cards before and after it, and what previews show."),
    ("Limits", "Films that have to be small, or go to a place with limits."),
    ("Format", "Properties of file formats. An option that has no effect on the format is refused."),
];

/// An option, with the kinds that have it.
struct Entry<'a> {
    section: &'a str,
    title: String,
    kinds: Vec<(&'a str, &'a Arg)>,
}

/// All options, ordered so that each follows its predecessors in the same section of the help of every kind.
fn entries(program: &Command) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for kind in program.get_subcommands() {
        let mut last = None;
        for option in kind.get_arguments().filter(|option| option.get_id() != "help") {
            let (section, title, of_kind) = (section(option), title(option), (kind.get_name(), option));
            let known = entries.iter().position(|entry| entry.section == section && entry.title == title);
            let at = known.unwrap_or_else(|| match last {
                Some((of, at)) if of == section => at + 1,
                _ => entries.len(),
            });
            match known {
                Some(at) => entries[at].kinds.push(of_kind),
                None => entries.insert(at, Entry { section, title, kinds: vec![of_kind] }),
            }
            let before = last.filter(|(of, _)| *of == section).map_or(0, |(_, at)| at);
            last = Some((section, at.max(before)));
        }
    }
    entries
}

fn section(option: &Arg) -> &str {
    option.get_help_heading().unwrap_or(if option.is_positional() { ARGUMENTS } else { OUTPUT })
}

/// The option as it is written.
fn title(option: &Arg) -> String {
    let Some(long) = option.get_long() else { return format!("`{option}`") };
    let value = option.get_value_names().filter(|_| option.get_action().takes_values());
    let value = value.map_or_else(String::new, |names| {
        if option.is_require_equals_set() { format!("[={}]", names[0]) } else { format!(" {}", names[0]) }
    });
    let short = option.get_short().map_or_else(String::new, |short| format!(", `-{short}`"));
    format!("`--{long}{value}`{short}")
}

/// The complete help of an option, in sentences.
fn text(option: &Arg) -> String {
    let help = option.get_long_help().or(option.get_help()).unwrap().to_string();
    let mut text = String::new();
    for paragraph in help.split("\n\n") {
        let is_sentence = text.is_empty() || text.ends_with('.') || paragraph.starts_with('[');
        text += if is_sentence { " " } else { ". " };
        text += paragraph;
    }
    let text = text.trim_start().trim_end_matches('.');
    let default = option.get_default_values().first().filter(|_| option.get_action().takes_values());
    let default = default.map_or_else(String::new, |value| format!(" [default: {}]", value.display()));
    marked(&format!("{text}{default}."))
}

/// Options, each with one of its possible values: '--pace even'.
static WITH_VALUES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let program = command();
    let options = program.get_subcommands().flat_map(Command::get_arguments);
    let with_values = options.flat_map(|option| {
        let values = option.get_possible_values();
        let name = option.get_long().unwrap_or_default();
        values.into_iter().map(|value| format!("--{name} {}", value.get_name())).collect::<Vec<_>>()
    });
    with_values.collect()
});

/// The text with options as code, together with their values if these are known, or if they are in quotes.
fn marked(text: &str) -> String {
    let (mut marked, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("--") {
        let is_quoted = rest[..at].ends_with('\'');
        marked += if is_quoted { &rest[..at - 1] } else { &rest[..at] };
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-=".contains(letter);
        let is_end = |letter: char| if is_quoted { letter == '\'' } else { !is_of_name(letter) };
        let mut end = rest[at..].find(is_end).map_or(rest.len(), |end| at + end);
        let value =
            rest[end..].strip_prefix(' ').and_then(|rest| rest.split([' ', ',', ';', ')', ']']).next());
        let value = value.filter(|value| WITH_VALUES.contains(&format!("{} {value}", &rest[at..end])));
        end += value.map_or(0, |value| 1 + value.len());
        let code = &rest[at..end];
        rest = &rest[end + usize::from(is_quoted)..];
        marked.extend(["`", code, "`"]);
    }
    marked + rest
}

/// The values that several kinds share, with their names.
fn grouped<'a, T: PartialEq>(
    kinds: &[(&'a str, &'a Arg)],
    of: impl Fn(&'a Arg) -> T,
) -> Vec<(Vec<&'a str>, T)> {
    let mut groups: Vec<(Vec<&str>, T)> = Vec::new();
    for (name, option) in kinds {
        let value = of(option);
        match groups.iter_mut().find(|(_, known)| *known == value) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], value)),
        }
    }
    groups
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The values that an option has, as a table if there is more to say of them than their names.
fn values(values: &[PossibleValue]) -> String {
    if values.iter().all(|value| value.get_help().is_none()) {
        return format!("Its values: {}.\n", list(&names(values)));
    }
    let row = |value: &PossibleValue| {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("| `{}` | {} |\n", value.get_name(), marked(&help))
    };
    let rows = values.iter().map(row).collect::<Vec<_>>().concat();
    format!("| Value | Effect |\n| --- | --- |\n{rows}")
}

fn names(values: &[PossibleValue]) -> Vec<&str> {
    values.iter().map(PossibleValue::get_name).collect()
}

/// The part about an option.
fn about(entry: &Entry<'_>) -> String {
    let Entry { title, kinds, .. } = entry;
    let all: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
    let mut paragraphs = vec![format!("### {title}\n"), format!("For {}.\n", list(&all))];
    paragraphs.push(match &grouped(kinds, text)[..] {
        [(_, text)] => format!("{text}\n"),
        texts => {
            let lines = texts.iter().map(|(names, text)| format!("- {}: {text}\n", list(names)));
            lines.collect::<Vec<_>>().concat()
        }
    });
    match &grouped(kinds, Arg::get_possible_values)[..] {
        [(_, one)] if one.is_empty() => {}
        [(_, one)] => paragraphs.push(values(one)),
        [(_, most), others @ ..]
            if others.iter().all(|(_, few)| few.iter().all(|value| most.contains(value))) =>
        {
            paragraphs.push(values(most));
            for (kinds, few) in others {
                let without: Vec<&str> =
                    names(most).into_iter().filter(|name| !names(few).contains(name)).collect();
                paragraphs.push(format!("Not for {}: {}.\n", list(kinds), list(&without)));
            }
        }
        several => {
            for (kinds, some) in several {
                paragraphs.extend([format!("In {}:\n", list(kinds)), values(some)]);
            }
        }
    }
    paragraphs.join("\n")
}

fn page() -> String {
    let mut program = command();
    program.build();
    let entries = entries(&program);
    let link = |(title, _): &(&str, &str)| format!("[{title}](#{})", title.to_lowercase().replace(' ', "-"));
    let links: Vec<String> = SECTIONS.iter().map(link).collect();
    let mut parts = vec![HEAD.to_owned(), links.join(" · ") + "\n"];
    let mut written = 0;
    for (title, introduction) in SECTIONS {
        parts.push(format!("## {title}\n\n{introduction}\n"));
        let of_section = entries.iter().filter(|entry| entry.section == title).map(about);
        let before = parts.len();
        parts.extend(of_section);
        written += parts.len() - before;
    }
    assert_eq!(written, entries.len(), "each heading of help has a section");
    parts.join("\n")
}

#[test]
fn the_page_about_options_is_written_from_their_help() {
    let (path, page) = (repository_file(PAGE), page());
    if env::var_os(VARIABLE).is_some() {
        fs::write(&path, &page).unwrap();
    }
    let there = fs::read_to_string(path).unwrap();
    let differs = there.lines().zip(page.lines()).find(|(there, line)| there != line);
    assert!(there == page, "write it anew with {VARIABLE}=1: {differs:?}");
}
