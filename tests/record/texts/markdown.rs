//! Text of users in Markdown, as GitHub's renderer shows it.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::json;

use crate::common::sandbox::Sandbox;
use crate::common::table::words;
use crate::common::tools::{python, run_tool};

/// Texts of users, read from a file.
#[derive(Deserialize)]
struct Texts {
    /// As readable in Markdown source as rendered.
    readable: Vec<String>,
    markup: Vec<Markup>,
}

/// Texts that would be markup of one kind.
#[derive(Deserialize)]
struct Markup {
    texts: Vec<String>,
}

fn texts() -> Texts {
    toml::from_str(include_str!("texts.toml")).unwrap()
}

/// A rendered document: the names of its elements, and its blocks with their texts.
#[derive(Deserialize)]
struct Rendered {
    elements: Vec<String>,
    blocks: Vec<(String, String)>,
}

/// These files as GitHub shows them.
fn rendered(sandbox: &Sandbox, files: &[String]) -> Option<Vec<Rendered>> {
    let mut python = python(&["pycmarkgfm"])?;
    python.args(["-c", include_str!("render.py")]).args(files.iter().map(|file| sandbox.path(file)));
    Some(serde_json::from_slice(&run_tool(&mut python)?.stdout).unwrap())
}

/// Collapses white space, as a renderer does.
fn shown(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A log with a caption at each step, and captions that are no steps.
fn captions(texts: &[impl AsRef<str>]) -> String {
    let mut log = String::from("{\"queens\":4}\n");
    for text in texts {
        // A line of a log is a single line of text.
        let caption = shown(text.as_ref());
        for event in [
            json!({ "place": [1, 1], "caption": caption }),
            json!({ "remove": [1, 1], "caption": caption }),
            json!({ "caption": caption }),
        ] {
            writeln!(log, "{event}").unwrap();
        }
    }
    log
}

/// Writes the transcript of a film with these captions; returns its name.
fn transcribe(sandbox: &Sandbox, texts: &[impl AsRef<str>]) -> String {
    sandbox.write("log.jsonl", captions(texts));
    let film = "replay log.jsonl --caption -o film.gif --size 240 --transcript log.md -q";
    sandbox.succeed(&words(film));
    "log.md".to_owned()
}

#[test]
fn text_of_users_is_what_github_shows() {
    let sandbox = Sandbox::new();
    let Texts { readable, markup } = texts();
    let texts: Vec<String> = markup.into_iter().flat_map(|kind| kind.texts).chain(readable).collect();
    // A title is the document's, and begins its last paragraph.
    let mut files = vec![transcribe(&sandbox, &texts)];
    for (at, text) in texts.iter().enumerate() {
        let file = format!("{at}.md");
        let title = format!("--title={text}");
        let film = ["search", "1", "-o", "film.gif", "--size", "240", &title, "--transcript", &file, "-q"];
        sandbox.succeed(&film);
        files.push(file);
    }
    // Names of lanes are above their boards.
    let names = [
        "1. a", "- a", "# a", "[a]", "a_b_c", "*a*", "www.a.bc", "> a", "---", "a@b.cc", "<b>a</b>", "`a` \\",
    ];
    for (at, name) in names.iter().enumerate() {
        let header = json!({ "queens": 1, "algorithm": name });
        sandbox.write("lane.jsonl", format!("{header}\n{{\"place\":[1,1]}}\n{{\"solution\":true}}\n"));
        let file = format!("race-{at}.md");
        sandbox.succeed(&["race", "1", "eager", "lane.jsonl", "-o", "race.gif", "--transcript", &file, "-q"]);
        files.push(file);
    }
    let Some(rendered) = rendered(&sandbox, &files) else { return };
    for (file, Rendered { elements, .. }) in files.iter().zip(&rendered) {
        let strange = elements
            .iter()
            .find(|name| !["h1", "h2", "ul", "li", "strong", "p", "pre", "code"].contains(&&name[..]));
        let text = String::from_utf8(sandbox.read(file)).unwrap();
        assert_eq!(strange, None, "{text}");
    }

    let steps = rendered[0].blocks.iter().filter(|(name, _)| ["li", "p"].contains(&&name[..]));
    let said: Vec<String> = steps.map(|(_, text)| shown(text)).collect();
    let mut said = said.iter().map(String::as_str).filter(|text| !text.starts_with("Place 4 queens"));
    for (at, text) in texts.iter().enumerate() {
        for number in [Some(2 * at + 1), Some(2 * at + 2), None] {
            let number = number.map(|number| format!("{} ", grouped(number))).unwrap_or_default();
            let said = said.next().unwrap();
            let words = said.strip_prefix(&number).unwrap_or_else(|| panic!("{number}{text}: {said}"));
            // The part before a colon is a sentence.
            let wanted = shown(text).replacen(": ", ". ", 1);
            assert!(words == wanted || words == format!("{wanted}."), "{text:?}: {said:?}");
        }
    }
    for (text, Rendered { blocks, .. }) in texts.iter().zip(&rendered[1..]) {
        assert_eq!(blocks[0], ("h1".to_owned(), shown(text)));
        let (name, last) = blocks.last().unwrap();
        assert!(name == "p" && shown(last).starts_with(&shown(text)), "{text:?}: {last:?}");
    }
    for (name, Rendered { blocks, .. }) in names.iter().zip(&rendered[1 + texts.len()..]) {
        let is_name = |(block, text): &&(String, String)| block == "p" && *text == format!("{name}:");
        assert_eq!(blocks.iter().filter(is_name).count(), 1, "{name}: {blocks:?}");
    }
}

/// With a comma between thousands.
fn grouped(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

#[test]
fn text_that_is_no_markup_stays_as_it_is() {
    let sandbox = Sandbox::new();
    let Texts { readable, .. } = texts();
    let written = String::from_utf8(sandbox.read(&transcribe(&sandbox, &readable))).unwrap();
    for text in readable {
        let lines = written.lines().filter(|line| line.contains(&text)).count();
        assert_eq!(lines, 3, "{text}: {written}");
    }
}

/// GitHub also reads formulas, which its renderer of Markdown does not.
#[test]
fn dollars_are_no_formulas() {
    let sandbox = Sandbox::new();
    let texts = ["$a$", "$$a$$", "from $5 to $6", "$`a`$", "a $b$."];
    let written = String::from_utf8(sandbox.read(&transcribe(&sandbox, &texts))).unwrap();
    let lines = written.lines().filter(|line| line.contains('$'));
    assert_eq!(lines.clone().count(), 3 * texts.len());
    for line in lines {
        assert!(line.split('$').rev().skip(1).all(|before| before.ends_with('\\')), "{line}");
    }
}

#[test]
fn tables_of_numbers_have_the_same_words_as_on_a_terminal() {
    let sandbox = Sandbox::new();
    let commands: [&[&str]; 5] = [
        &["compare", "6"],
        &["compare", "4..6", "backtracking", "min-conflicts", "permutations"],
        &["compare", "5"],
        &["count", "1..8"],
        &["count", "8", "--block", "c3"],
    ];
    let files: Vec<String> = (0..commands.len()).map(|at| format!("{at}.md")).collect();
    let mut texts = Vec::new();
    for (command, file) in commands.iter().zip(&files) {
        sandbox.write(file, sandbox.stdout(&[command, &["--as", "markdown"][..]].concat()));
        texts.push(sandbox.stdout(&[command, &["--as", "table"][..]].concat()));
    }
    let Some(rendered) = rendered(&sandbox, &files) else { return };
    for ((command, text), Rendered { elements, blocks }) in commands.iter().zip(texts).zip(rendered) {
        let known = ["p", "strong", "table", "thead", "tbody", "tr", "th", "td"];
        assert!(elements.iter().all(|name| known.contains(&&name[..])), "{command:?}: {elements:?}");
        let words = |text: &str| {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            // Times differ from run to run.
            words.retain(|word| {
                !word.contains(|letter: char| letter.is_ascii_digit() || letter == '.')
                    && !["ms", "s"].contains(&&word[..])
            });
            words.sort_unstable();
            words
        };
        let shown = blocks.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ");
        let missing: Vec<String> = words(&shown).into_iter().filter(|word| !text.contains(word)).collect();
        assert!(missing.is_empty(), "{command:?}: {missing:?} are not in {text}");
    }
}
