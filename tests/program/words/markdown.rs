//! Text of users in Markdown, as GitHub's renderer shows it.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::json;

use crate::common::sandbox::Sandbox;
use crate::common::tools::{python, run_tool};

/// Titles, captions and names that would be markup, by kind.
const MARKUP: [(&str, &[&str]); 14] = [
    (
        "numbered lists",
        &["1. Backtracking", "12) Go on", "0. Start", "1.", "999999999) x", "3.  two spaces", "7.\ttab"],
    ),
    ("lists", &["- a", "+ a", "* a", "-", "+", "*", "-\ta", "- - a", "* * *", "- [ ] do", "+ [x] done"]),
    ("tasks", &["[ ] do", "[x] done", "[X]"]),
    ("headings", &["# a", "## a ##", "###### a", "#", "a #", "a ##", "C #", "# # #", "####### no"]),
    ("lines below a line", &["===", "---", "=", "- -", "___", "* * *", "***", "--", "== ==", "a\n==="]),
    ("quotes", &["> a", ">a", ">", "> [!NOTE]", ">> a"]),
    (
        "code",
        &["`a`", "```", "```rust", "~~~", "    a", "\ta", "``a`b``", "a `b` c `d", "\\`a\\`", "`a`. `b`"],
    ),
    ("tables", &["a | b", "| a |", "--- | ---", "|-|", ":--", "|"]),
    (
        "emphasis",
        &[
            "*a*", "**a**", "_a_", "__init__", "a*b*c", "***a***", "(*)a*", "_a_ b_c_", "~~a~~", "~a~", "*a",
            "**5** x*", "a*\"b\"*",
        ],
    ),
    (
        "links",
        &[
            "[a](b)",
            "![a](b)",
            "[a][b]",
            "[a]: b",
            "[a]:b",
            "[^1]",
            "[^1]: a",
            "[[a]]",
            "[a](b \"c\")",
            "[a] (b)",
            "[a",
            "a]",
            "[",
            "[]",
            "[]()",
            "\\[a](b)",
            "[a]\\(b)",
            "![](x.png)",
            "[a]: <b> 'c'",
        ],
    ),
    (
        "addresses",
        &[
            "www.example.org",
            "WWW.Example.org",
            "(www.example.org)",
            "see www.a.b, or www.c.d/e?f=g",
            "http://example.org",
            "https://a.b/c_d_e",
            "ftp://a.b",
            "<http://a.b>",
            "mail ada@example.org",
            "a.b-c+d_e@f.g.org.",
            "mailto:a@b.cc",
            "xmpp:a@b.cc/d",
            "a@b",
            "@ada",
            "a@b.c@d.e",
            "<a@b.cc>",
            "a_b_@c_d.org",
            "http://www.a@b.cc",
            "é@exämple.org",
        ],
    ),
    (
        "HTML",
        &[
            "<b>a</b>",
            "<br>",
            "<!-- a -->",
            "<!x>",
            "<?a?>",
            "<script>alert(1)</script>",
            "</div>",
            "<div",
            "<![CDATA[a]]>",
            "a<b>c",
            "<a href='b'>",
        ],
    ),
    (
        "entities",
        &[
            "&amp;",
            "&copy; 2026",
            "&#35; a",
            "&#x23;",
            "a&lt;b",
            "&nbsp;",
            "&ampamp;",
            "& ;",
            "&;",
            "&notanentity;",
        ],
    ),
    ("ends of lines", &["a\\", "a\\\\", "\\", "a  ", "\\*a\\*", "C:\\d\\", "\\\\", "\\a", "a\\ b"]),
];

/// Texts that are as readable in Markdown source as rendered.
const READABLE: [&str; 25] = [
    "the 8. of all rows, or 9) of them",
    "snake_case_name and a_b",
    "a < b and c > d, 3 <4",
    "3 * 4 * 5 = 60",
    "R&D, A & B",
    "3 + 4 - 1 = 6",
    "see #12, or C#m",
    "C:\\queens\\rows",
    "f(x) = y. Really? Yes! (No)",
    "a | b",
    "board[3] = queens[i]",
    "it costs $5",
    "about ~5 steps",
    "a 5` mark",
    "-5 and +5",
    "1.5 seconds",
    "1.Backtracking",
    "the year 2026) of",
    "{1, 2, 3}",
    "a^2 + b^2",
    "@ada, row@8",
    "e.g. awww.x",
    "at 12:30 'a' / \"b\"",
    "#1 of 8",
    "=> row 3",
];

/// A rendered document: the names of its elements, and its blocks with their texts.
#[derive(Deserialize)]
struct Rendered {
    elements: Vec<String>,
    blocks: Vec<(String, String)>,
}

const RENDER: &str = "
import json, sys, pycmarkgfm
from html.parser import HTMLParser
BLOCKS = {'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'p', 'pre', 'blockquote', 'td', 'th'}
class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.elements, self.blocks, self.open = [], [], []
    def handle_starttag(self, name, attributes):
        self.elements.append(name)
        if name in BLOCKS:
            self.open.append(len(self.blocks))
            self.blocks.append([name, ''])
    def handle_endtag(self, name):
        if name in BLOCKS and self.open:
            self.open.pop()
    def handle_data(self, data):
        if self.open:
            self.blocks[self.open[-1]][1] += data
        elif data.strip():
            self.blocks.append(['', data])
read = []
for path in sys.argv[1:]:
    options = pycmarkgfm.options.unsafe | pycmarkgfm.options.footnotes
    reader = Reader()
    reader.feed(pycmarkgfm.gfm_to_html(open(path, encoding='utf-8').read(), options))
    read.append({'elements': sorted(set(reader.elements)), 'blocks': reader.blocks})
print(json.dumps(read))
";

/// These files as GitHub shows them.
fn rendered(sandbox: &Sandbox, files: &[String]) -> Option<Vec<Rendered>> {
    let mut python = python(&["pycmarkgfm"])?;
    python.args(["-c", RENDER]).args(files.iter().map(|file| sandbox.path(file)));
    Some(serde_json::from_slice(&run_tool(&mut python)?.stdout).unwrap())
}

fn markup() -> impl Iterator<Item = &'static str> {
    MARKUP.iter().flat_map(|(_, texts)| texts.iter().copied())
}

/// Collapses white space, as a renderer does.
fn shown(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A log with a caption at each step, and captions that are no steps.
fn captions(texts: &[&str]) -> String {
    let mut log = String::from("{\"queens\":4}\n");
    for text in texts {
        // A line of a log is a single line of text.
        let caption = shown(text);
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

#[test]
fn text_of_users_is_what_github_shows() {
    let sandbox = Sandbox::new();
    let texts: Vec<&str> = markup().chain(READABLE).collect();
    sandbox.write("log.jsonl", captions(&texts));
    sandbox.succeed(&[
        "replay",
        "log.jsonl",
        "--caption",
        "-o",
        "film.gif",
        "--size",
        "240",
        "--transcript",
        "log.md",
        "-q",
    ]);
    // A title is the document's, and begins its last paragraph.
    let mut files = vec!["log.md".to_owned()];
    for (at, text) in texts.iter().enumerate() {
        let file = format!("{at}.md");
        let title = format!("--title={text}");
        sandbox.succeed(&[
            "search",
            "1",
            "-o",
            "film.gif",
            "--size",
            "240",
            &title,
            "--transcript",
            &file,
            "-q",
        ]);
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
    sandbox.write("log.jsonl", captions(&READABLE));
    sandbox.succeed(&[
        "replay",
        "log.jsonl",
        "--caption",
        "-o",
        "film.gif",
        "--size",
        "240",
        "--transcript",
        "log.md",
        "-q",
    ]);
    let written = String::from_utf8(sandbox.read("log.md")).unwrap();
    for text in READABLE {
        let lines = written.lines().filter(|line| line.contains(text)).count();
        assert_eq!(lines, 3, "{text}: {written}");
    }
}

/// GitHub also reads formulas, which its renderer of Markdown does not.
#[test]
fn dollars_are_no_formulas() {
    let sandbox = Sandbox::new();
    let texts = ["$a$", "$$a$$", "from $5 to $6", "$`a`$", "a $b$."];
    sandbox.write("log.jsonl", captions(&texts));
    sandbox.succeed(&[
        "replay",
        "log.jsonl",
        "--caption",
        "-o",
        "film.gif",
        "--size",
        "240",
        "--transcript",
        "log.md",
        "-q",
    ]);
    let written = String::from_utf8(sandbox.read("log.md")).unwrap();
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
