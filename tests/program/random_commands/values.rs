//! Values for the arguments and options of random command lines.

/// The possible texts for a value.
pub struct Values {
    /// Ordinary values.
    pub usual: &'static [&'static str],
    /// Values that make the work long, endless or too large for the limits of the run.
    pub much: &'static [&'static str],
    /// Values that are refused, at least in most cases.
    pub wrong: &'static [&'static str],
}

/// Texts that are valid for no value, or only for few.
pub const STRANGE: &[&str] = &[
    "",
    " ",
    "-",
    "--",
    "x",
    "\"",
    "it's",
    "<&>",
    "</svg>",
    "a\nb",
    "\t",
    "\u{202e}txet",
    "👸🏽",
    "e\u{301}",
    "\u{1}…\u{7f}",
    "$(exit 3)",
    "%s%n",
    "C:\\",
    "\\",
    "NaN",
    "=",
    "4294967295",
    "99999999999999999999",
    "-1",
    "0",
];

const FILMS: &[&str] = &[
    "film.gif",
    "film.apng",
    "film.webp",
    "film.mp4",
    "film.y4m",
    "film.svg",
    "film.html",
    "film.pdf",
    "film.pptx",
    "film.png",
    "film/",
    "film",
    "new/film.gif",
    "old.gif",
    "frames/",
    "Königinnen ♛.gif",
    "-",
];

const STILLS: &[&str] = &["still.png", "still.svg", "still.pdf", "new/still.png", "old.png", "pages/", "-"];

const WRONG_FILMS: &[&str] = &[
    "film.xyz",
    "film.mov",
    "film.GIF",
    "there",
    "there/",
    "there/film.png",
    "empty",
    "empty/",
    "picture.png",
    "locked.gif",
    "log.jsonl",
    "log.jsonl/film.gif",
    "theme.toml",
    "new/deep/deeper/film.mp4",
    "../film.gif",
    ".gif",
    ".",
    "..",
    "film.gif/",
    "it's \"<&>.webp",
    "a\nb.gif",
    "\u{202e}fig.apng",
    "/dev/null",
    "/dev/full",
];

const PICTURES: &[&str] = &["poster.png", "poster.svg", "new/poster.png", "old.png", "pöster.PNG"];
const LONG_TEXT: &str =
    "Of all ninety-two solutions twelve are fundamental, and this title is too long for most pages";
const NUMBERS: &[&str] = &["1", "2", "3", "5", "10", "100"];
const WRONG_NUMBERS: &[&str] = &["0", "-1", "1.5", "1e3", "+1", "4294967296", "18446744073709551615"];
const SELECTIONS: &[&str] = &[
    "0",
    "1",
    "3",
    "2..5",
    "..4",
    "6..",
    "backtracks",
    "solutions",
    "first-backtrack..+10",
    "first-solution",
    "..first-solution",
    "t=200ms..1s",
    "t=0s",
    "1,3,solutions",
];
const WRONG_SELECTIONS: &[&str] = &[
    "5..2",
    "..",
    ",",
    "1,,2",
    "99999",
    "t=soon",
    "t=..",
    "t=2s..1s",
    "t=500years",
    "3..+18446744073709551615",
    "18446744073709551615..",
    "first-solution..first-backtrack",
];

/// The values for an argument of a command, or for its option of this name, which the help calls `value`.
pub fn values(command: &str, option: &str, value: &str) -> Values {
    let known = files(command, option, value).or_else(|| numbers(option, value)).or_else(|| words(value));
    known.unwrap_or_else(|| panic!("no values are known for {option} <{value}>"))
}

const fn with(
    usual: &'static [&'static str],
    much: &'static [&'static str],
    wrong: &'static [&'static str],
) -> Values {
    Values { usual, much, wrong }
}

/// Values none of which makes the work long.
const fn light(usual: &'static [&'static str], wrong: &'static [&'static str]) -> Values {
    with(usual, &[], wrong)
}

/// Paths, and names that may be paths.
fn files(command: &str, option: &str, value: &str) -> Option<Values> {
    Some(match (option, value) {
        ("--poster", _) => light(PICTURES, &["poster.gif", "film.png", "there/film.png", "picture.png", "-"]),
        ("--code-file", _) => light(&["solver.py", "log.jsonl"], &["binary", "absent.py", "there"]),
        ("--events", _) => light(&["events.jsonl", "-", "log.jsonl"], &["there", "film.gif", "picture.png"]),
        ("--save-recipe", _) => {
            light(&["saved.toml", "new/saved.toml"], &["theme.toml", "saved.txt", "there", "film.gif"])
        }
        (_, "FILE.toml") => light(
            &["recipe.toml"],
            &["theme.toml", "broken.toml", "absent.toml", "binary", "there", "old.gif"],
        ),
        ("--output", "FILE") => light(
            &["text.txt", "new/text.txt", "-", "theme.toml", "list.txt"],
            &["there", "old.gif", "/dev/full"],
        ),
        (_, "PATH") => match command {
            "board" | "sheet" => light(STILLS, WRONG_FILMS),
            "compare" => light(&["chart.png", "new/chart.png", "old.png", "-"], WRONG_FILMS),
            _ => light(FILMS, WRONG_FILMS),
        },
        (_, "FILE|-") => light(
            &["log.jsonl", "log.jsonl", "-", "lanes.jsonl", "events.txt"],
            &["broken.jsonl", "empty.jsonl", "absent.jsonl", "there", "binary", "old.gif"],
        ),
        (_, "FILE.vtt") => light(&["film.vtt", "new/film.vtt"], &["film.txt", "there", "there/film.vtt"]),
        (_, "FILE.md") => light(&["film.md", "new/film.md"], &["notes.md", "film.vtt", "there"]),
        (_, "FILE.ttf") => {
            light(&[SANS, SYMBOLS], &["broken.ttf", "binary", "absent.ttf", "there", "old.gif"])
        }
        (_, "NAME|FILE") => light(
            &["classic", "dark", "blue", "heatmap", "ink", "theme.toml"],
            &["broken.toml", "absent.toml", "binary", "plaid"],
        ),
        (_, "NAME|LOG") => light(
            &[
                "backtracking",
                "eager",
                "marking",
                "bitfield",
                "forward-checking",
                "min-conflicts",
                "log.jsonl",
            ],
            &[
                "random",
                "permutations",
                "eager,marking",
                "lanes.jsonl",
                "broken.jsonl",
                "backtrack",
                "absent.jsonl",
            ],
        ),
        _ => return None,
    })
}

/// Numbers, with and without units, and squares.
fn numbers(option: &str, value: &str) -> Option<Values> {
    Some(match (option, value) {
        ("--runs", _) => with(&["1", "2", "3"], &["1000000"], WRONG_NUMBERS),
        (_, "N") => with(
            &["1", "2", "3", "4", "4", "4", "5", "5", "6", "6", "8"],
            &["9", "12", "20", "64"],
            &["0", "65", "-1", "4.0", "4x4", "18446744073709551616"],
        ),
        (_, "N|A..B") => with(
            &["4", "5", "6", "8", "1..6", "3..5"],
            &["12", "1..16", "20", "1..28", "1..64"],
            &["0", "6..2", "..", "1..", "0..4", "-1..3", "65", "1..4294967295"],
        ),
        (_, "PLACEMENT") => light(
            &["2413", "15863724", "0300", "1", "12", "1,3,6,8,10,5,9,2,4,7", "1111"],
            &["5", "12345678910", "1,,3", "a4", "0", "1,2,300,4", "-1,2"],
        ),
        (_, "PLACEMENT|SQUARES") => {
            light(&["a1", "c2", "1,1", "1000", "0300", "100000"], &["a1,b2", "z9", "0,0", "a1 a1", "5", "a"])
        }
        (_, "SQUARES") => light(&["a1", "c2", "b3,c1", "1,1 2,3"], &["z9", "a1,a2,a3,a4", "a1 a1", "1", "a"]),
        (_, "K") => light(NUMBERS, WRONG_NUMBERS),
        (_, "K,...") => light(&["1", "2", "1,2", "2,1"], &["1,1", "3", "0", ",", "1,2,3,4,5"]),
        (_, "NUMBER") => light(&["0", "1", "7", "18446744073709551615"], &["-7", "18446744073709551616"]),
        (_, "NUMBERS") => light(&["1", "3,7..9", "..2", "2..", "1,1", "1..1"], WRONG_SELECTIONS),
        (_, "STEPS" | "TICKS") => light(SELECTIONS, WRONG_SELECTIONS),
        (_, "solution|first|K") => light(&["solution", "first", "1", "3"], &["0", "99999", "last", "+1"]),
        (_, "TIME") => with(
            &["20ms", "33ms", "100ms", "500ms", "1s", "2s", "1s 5ms"],
            &["1m", "10m", "1h"],
            &["0s", "-1s", "soon", "2", "1ns", "1ms", "1year", "99999999999999999999s"],
        ),
        (_, "2x") => {
            with(&["2x", "0.5x", "10x", "100x", "1x"], &["0.01x"], &["0x", "-1x", "101x", "1e9x", "infx"])
        }
        (_, "SIZE") => light(
            &["20kB", "100kB", "500kB", "1MB", "5MB"],
            &["1", "0", "1.5B", "-1MB", "4GiB", "99999999999999999999GB"],
        ),
        (_, "PIXELS") => with(
            &["48", "64", "96", "160", "241"],
            &["2000", "8192"],
            &["0", "1", "7", "-1", "8193", "100000", "4294967295"],
        ),
        (_, "WxH|A:B|PAPER") => with(
            &["320x240", "640x360", "16:9", "1:1", "9:16"],
            &["a4", "1920x1080", "a3-landscape", "210x148mm", "8192x8192"],
            &["0x0", "1x1", "16:0", "320x", "100000x1", "1:1000000", "1x1mm", "4294967295x4294967295", "a9"],
        ),
        (_, "TIMES") => light(&["forever", "once", "3", "65535"], &["0", "65536", "twice"]),
        (_, "RATE") => light(&["1", "10", "25", "30", "60"], &["0", "61", "29.97", "-1"]),
        (_, "QUALITY") => light(&["1", "50", "85", "100"], &["0", "101", "-1"]),
        _ => return None,
    })
}

/// Texts and names.
fn words(value: &str) -> Option<Values> {
    Some(match value {
        "white|disc|CHARACTER|none" => {
            light(&["white", "black", "disc", "Q", "♕", "&", "<"], &["none", "QQ", "四", "\u{301}"])
        }
        "TEXT" => light(
            &["Queens", "Four queens, step by step", "Ein Zug: c4 × d5", "A & B <c> \"d\" 'e'", LONG_TEXT],
            STRANGE,
        ),
        "COMMAND" => light(&["search", "race", "man"], &["dance", "help"]),
        // Those whose values are listed.
        "NAME" | "NAMES" | "FORM" | "FORMAT" | "PRESET" | "LEVEL" | "MOTION" | "LABEL" | "SHELL" => {
            with(&[], &[], &["none", "all", "GIF", "all,none"])
        }
        "DETAIL" | "PACE" | "VIEW" | "ORDER" | "CLOCK" | "QUANTITY" | "UNTIL" => {
            with(&[], &[], &["none", "all"])
        }
        _ => return None,
    })
}

/// The fonts of the repository.
const SANS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fonts/NotoSans-Regular.ttf");
const SYMBOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fonts/queenreel.ttf");
