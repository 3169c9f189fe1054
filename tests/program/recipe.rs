//! Recipes: files that describe documents.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clap::{Arg, ArgAction};
use queenreel::film::FilmSummary;
use queenreel::request::{command, read_recipes, schema};
use queenreel::{Document, Error, Files, Format, Request, Silent, Summary, Target};
use serde_json::Value;

use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, stderr};
use crate::common::tools::python;

/// Commands over all kinds and formats, each with its output.
const COMMANDS: [&str; 44] = [
    "search 6 -o a.gif",
    "search 6 -o a.apng --loop 3",
    "search 6 -o a.webp --every 3",
    "search 4 -o a.mp4 --fps 12",
    "search 4 -o a.y4m --size 64 --duration 5s",
    "search 4 -o a.svg --svg-text --view article",
    "search 4 -o a.html --view lecture",
    "search 4 -o a.pptx --advance --title 'Four queens'",
    "search 4 -o a.pdf --canvas a4 --coordinates",
    "search 4 -o frames/ --detail tests",
    "search 5 -o a.png --select 3 --theme dark",
    "search 5 -o a.jpg --select first-solution --quality 80",
    "search 6 -o a.gif --algorithm marking --panel matrix --panel stages",
    "search 6 -o a.gif --algorithm min-conflicts --seed 7 --caption --counters",
    "search 6 -o a.gif --start a6 --block c1,d4 --all",
    "search 6 -o a.gif --solutions 2 --order rows --no-highlight --grid",
    "search 5 -o a.gif --intro 1s --outro 2s --thumbnail solution --speed 2x",
    "search 5 -o a.gif --poster p.png --subtitles s.vtt --transcript t.md",
    "search 5 -o a.gif --piece Q --squares numbers --code=words --tree",
    "search 5 -o a.gif --delay 90ms --hold 300ms --start-hold 1s",
    "search 6 -o a.gif --fit 20kB",
    "search 5 -o a.gif --for discord",
    "search 5 -o a.gif --events e.jsonl",
    "search 5 -o a.gif --full-frames --pace even --max-frames 500",
    "race 5 backtracking eager -o a.gif",
    "race 6 marking,bitfield backtracking --all -o a.webp --every 20 --clock events",
    "race 5 backtracking eager -o frames/ --select first-solution..+3 --title Two",
    "race 4 log.jsonl backtracking -o a.gif --canvas 640x360",
    "replay log.jsonl -o a.gif",
    "replay log.jsonl -o a.svg --view article --strict",
    "replay log.jsonl -o a.gif --code-file solver.py --queens 4",
    "gallery 6 -o a.png --columns 2 --square 20",
    "gallery 6 -o a.pdf --canvas a4 --labels none",
    "gallery 6 -o a.gif --delay 300ms --coordinates --size 240",
    "gallery 8 -o a.svg --fundamental --title Twelve",
    "gallery 5 -o each/ --select 2..4,7",
    "gallery 8 -o a.png --from 3 --solutions 4 --algorithm permutations",
    "sheet 4 -o a.png --no-title",
    "sheet 5 -o pages/ --canvas 600x400",
    "sheet 4 -o a.pdf --order rows --squares numbers",
    "board 15863724 -o a.png --piece white",
    "board 1,3,6,8,10,5,9,2,4,7 -o a.svg --panel diagonals",
    "board 2413 -o a.webp --attacks --font own.ttf --theme own.toml",
    "compare 4 backtracking eager -o a.png --timeout 5s --runs 1 --quantity tests --until first",
];

/// The words of a command; those in quotes are one.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

/// A directory with the files that the commands read.
fn with_inputs() -> Sandbox {
    let sandbox = Sandbox::new();
    let log = sandbox.succeed(&["search", "4", "--events", "-"]).stdout;
    sandbox.write("log.jsonl", log);
    sandbox.write("solver.py", "def solve():\n    pass\n");
    let theme = sandbox.stdout(&["themes", "blue"]);
    sandbox.write("own.toml", theme);
    let font = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts");
    let font = fs::read_dir(font).unwrap().map(|entry| entry.unwrap().path());
    let font = font.filter(|path| path.extension().is_some_and(|ending| ending == "ttf")).min();
    sandbox.write("own.ttf", fs::read(font.unwrap()).unwrap());
    sandbox
}

/// All files with their bytes, in this directory and those in it.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found
}

#[test]
fn what_a_saved_recipe_makes_has_the_bytes_of_its_command() {
    for command in sampled(4, COMMANDS) {
        let made = with_inputs();
        let words = words(command);
        made.succeed(&[&words[..], &["--save-recipe", "saved.toml"]].concat());
        let again = with_inputs();
        let recipe = made.read("saved.toml");
        again.write("saved.toml", &recipe);
        again.succeed(&["make", "saved.toml"]);
        let (one, other) = (files(&made.path("")), files(&again.path("")));
        assert!(one.keys().eq(other.keys()), "{command}: {:?} {:?}", one.keys(), other.keys());
        for (name, bytes) in &one {
            assert!(other[name] == *bytes, "{command}: {name}\n{}", String::from_utf8_lossy(&recipe));
        }
        // Only the given options, each line with an explanation.
        let text = String::from_utf8(recipe).unwrap();
        let lines = text.lines().skip(2);
        assert!(lines.clone().all(|line| line.contains(" = ") && line.contains("  # ")), "{text}");
        let options = words.iter().filter(|word| word.starts_with('-')).count();
        assert!(lines.count() <= options + 2, "{command}: {text}");
    }
}

#[test]
fn a_file_makes_several_films_in_order_and_paths_start_at_the_file() {
    let sandbox = with_inputs();
    fs::create_dir(sandbox.path("inner")).unwrap();
    sandbox.write("inner/own.toml", sandbox.read("own.toml"));
    let text = "[[film]]\nkind = 'search'\nqueens = 4\ntheme = 'own.toml'\noutput = 'one.gif'\nposter = 'one.png'\n\n\
                [[film]]\nkind = 'board'\nplacement = 2413\noutput = 'deep/two.png'\n\n\
                [[film]]\nkind = 'race'\nqueens = 5\nnames = ['backtracking', 'eager']\n";
    sandbox.write("inner/films.toml", text);
    let said = stderr(&sandbox.succeed(&["make", "inner/films.toml"]));
    let order = ["1 of 3: search", "2 of 3: board", "3 of 3: race"].map(|note| said.find(note));
    assert!(order[0].is_some() && order.is_sorted(), "{said}");
    for file in ["inner/one.gif", "inner/one.png", "inner/deep/two.png", "inner/output/race-5.gif"] {
        assert!(sandbox.path(file).is_file(), "{file}");
    }
    sandbox.succeed(&["search", "4", "--theme", "own.toml", "-o", "again.gif", "--quiet"]);
    assert_eq!(sandbox.read("inner/one.gif"), sandbox.read("again.gif"));
    assert_eq!(stderr(&sandbox.succeed(&["make", "inner/films.toml", "--quiet"])), "");
}

#[test]
fn the_command_line_says_where_one_film_is_written() {
    let sandbox = Sandbox::new();
    let film = "[[film]]\nkind = 'search'\nqueens = 4\noutput = 'one.gif'\n";
    sandbox.write("one.toml", film);
    sandbox.succeed(&["make", "one.toml", "-o", "other.apng"]);
    assert!(sandbox.read("other.apng").starts_with(b"\x89PNG") && !sandbox.path("one.gif").exists());
    sandbox.write("two.toml", format!("{film}{}", film.replace("one.gif", "two.gif")));
    sandbox.refuse(2, &["make", "two.toml", "-o", "x.gif"], &["--output is for one film"]);
    // Foreign files are not replaced.
    sandbox.write("one.gif", "mine");
    sandbox.refuse(1, &["make", "one.toml"], &["--force"]);
    sandbox.succeed(&["make", "one.toml", "--force"]);
    sandbox.write("saved.toml", "mine");
    let saved = ["board", "2413", "--save-recipe", "saved.toml"];
    sandbox.refuse(1, &saved, &["--force"]);
    assert_eq!(sandbox.read("saved.toml"), b"mine");
    assert!(!sandbox.path("output/board-2413.png").exists(), "nothing is drawn");
}

#[test]
fn a_wrong_recipe_is_one_sentence_with_line_and_key_and_nothing_is_written() {
    let sandbox = Sandbox::new();
    let head = "[[film]]\nkind = 'search'\nqueens = 8\n";
    let twice = format!("{head}output = 'a.gif'\n\n{head}output = './a.gif'\n");
    let good = format!("{head}output = 'good.gif'\n\n");
    let large = format!("{head}title = '{}'\n", "x".repeat(10_000_000));
    let cases: &[(&str, &str)] = &[
        ("", "line 1: there is no film: begin one with [[film]]"),
        ("film = 3\n", "line 1: film is a list of tables, each begun with [[film]]"),
        ("[[films]]\n", "line 1: there is no key 'films' outside of [[film]]; did you mean 'film'?"),
        ("[[film]]\nqueens = 8\n", "line 1: kind is missing: one of search, race"),
        ("[[film]]\nkind = 'movie'\n", "line 2: kind is one of search"),
        ("[[film]]\nkind = 'count'\nqueens = 8\n", "line 2: kind is one of search"),
        ("[[film]]\nkind = 'search'\n", "line 1: queens is missing"),
        ("[[film]]\nkind = 'search'\nqueens = 65\n", "line 3: queens = '65': "),
        ("[[film]]\nkind = 'search'\nqueens = [8]\n", "line 3: queens is a whole number, not a list"),
        (
            "[[film]]\nkind = 'search'\nqueens = 8.5\n",
            "line 3: queens is a whole number, not a number with decimals",
        ),
        ("[[film]]\nkind = 'search'\nqueens = 8\nqueens = 9\n", "line 4: duplicate key"),
        ("[[film]]\nkind = 'search'\nqueens = \n", "line 3: "),
        (
            "[[film]]\nkind = 'race'\nqueens = 5\nnames = ['eager']\n",
            "line 4: names: a race is between two and four",
        ),
        ("[[film]]\nkind = 'board'\nplacement = 'e4'\n", "line 3: placement = 'e4': "),
        (
            "[[film]]\nkind = 'replay'\nlog = 'a.jsonl'\nalgorithm = 'eager'\n",
            "line 4: algorithm is for search, gallery, sheet",
        ),
    ];
    let more = [
        (
            "delay = 120\n",
            "line 4: delay = '120': write a time with its unit, like 120ms or 1.5s; did you mean 120ms?",
        ),
        ("dealy = '120ms'\n", "line 4: there is no key 'dealy'; did you mean 'delay'?"),
        ("save-recipe = 'a.toml'\n", "line 4: there is no key 'save-recipe'"),
        ("force = true\n", "line 4: force is for the command line: queenreel make FILE.toml --force"),
        ("every = 0x10\n", "line 4: every: write numbers in decimal, not in hexadecimal, octal or binary"),
        ("output = 'no--dir.txt'\n", "line 4: output: 'no--dir.txt' does not say which format"),
        ("output = 'a --size.txt'\n", "line 4: output: 'a --size.txt' does not say which format"),
        (
            "events = 'a.jsonl'\noutput = 'a.webm'\n",
            "line 5: output: films are not written as .webm; write 'a.mp4', \
          or convert with ffmpeg: queenreel … --format y4m -o - | ffmpeg -i - 'a.webm'",
        ),
        ("clock = 'tests'\n", "line 4: clock is for race, not for search"),
        ("view = 'lectur'\n", "line 4: view = 'lectur': write one of plain, article, lecture"),
        ("caption = 'yes'\n", "line 4: caption is true, or left out"),
        ("fps = 12\n", "line 4: --fps is for MP4 or Y4M, not for GIF; --delay sets the time of each frame"),
        ("all = true\nsolutions = 2\n", "line 4: --all cannot be used with --solutions"),
        ("theme = 'none.toml'\n", "line 4: theme = 'none.toml': no such file"),
        ("theme = '.'\n", "line 4: theme = '.': unknown theme"),
        ("font = '.'\n", "line 4: font = '.': it is a directory"),
        ("output = 'a.mov'\n", "line 4: output: films are not written as .mov"),
        ("algorithm = 'min-conflicts'\nall = true\n", "line 5: min-conflicts ends with the first solution"),
        ("canvas = {a = 1}\n", "line 4: canvas is a text, not a table"),
        ("title = 1979-05-27\n", "line 4: title is a text, not a date"),
        ("panel = [['bits']]\n", "line 4: panel is a list of values, not of lists"),
    ];
    let replay = "[[film]]\nkind = 'replay'\nlog = 'none.jsonl'\n";
    let last = [
        (twice, "line 9: './a.gif' is written twice"),
        // Earlier films are not made either.
        (format!("{good}{head}dealy = 1\n"), "line 9: there is no key 'dealy'"),
        (format!("{good}{replay}"), "line 8: log: none.jsonl: the file or directory"),
        (large, "the file is larger than 1 MB"),
    ];
    let cases = cases.iter().map(|(text, said)| ((*text).to_owned(), *said));
    let cases = cases.chain(more.map(|(keys, said)| (format!("{head}{keys}"), said))).chain(last);
    for (text, said) in cases {
        sandbox.write("bad.toml", &text);
        let message = sandbox.fail(2, &["make", "bad.toml"]);
        assert!(message.contains(&format!("bad.toml: {said}")), "{message}{said}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(sandbox.names(), ["bad.toml"]);
    }
    sandbox.write("bad.toml", [head.as_bytes(), b"title = '\xff'\n"].concat());
    sandbox.refuse(2, &["make", "bad.toml"], &["line 4: this is no text in UTF-8"]);
    sandbox.refuse(2, &["make", "none.toml"], &["none.toml: the file or directory does not exist"]);
    sandbox.refuse(2, &["make", "."], &["it is a directory"]);
    sandbox.refuse(2, &["make"], &["FILE.toml"]);
}

#[test]
fn the_library_makes_the_films_of_recipes() {
    let sandbox = with_inputs();
    let text = "[[film]]\nkind = 'search'\nqueens = 5\nview = 'article'\ntheme = 'own.toml'\n\
                [[film]]\nkind = 'race'\nqueens = 4\nnames = ['log.jsonl', 'eager']\nfor = 'slack'\n\
                [[film]]\nkind = 'replay'\nlog = 'log.jsonl'\ncode-file = 'solver.py'\ncanvas = '640x360'\n\
                [[film]]\nkind = 'board'\nplacement = 2413\n";
    let (films, system) = (read_recipes(text, &sandbox.path("")).unwrap(), Files::system());
    let documents: Vec<_> = films.iter().map(|film| film.request.document(&system).unwrap()).collect();
    let commands = [
        "search 5 --view article --theme own.toml -o -",
        "race 4 log.jsonl eager --for slack -o a.gif",
        "replay log.jsonl --code-file solver.py --canvas 640x360 -o -",
    ];
    for (document, command) in documents.iter().zip(commands) {
        let (gif, summary) = filmed(document).unwrap();
        let output = sandbox.succeed(&words(command));
        let expected = if output.stdout.starts_with(b"GIF") { output.stdout } else { sandbox.read("a.gif") };
        assert!(gif == expected && summary.bytes == gif.len() as u64, "{command}");
    }
    assert!(filmed(&documents[3]).unwrap_err().to_string().contains("a board is not made as a GIF"));
}

/// A film as a GIF in memory, by the library.
fn filmed(document: &Document<'_>) -> Result<(Vec<u8>, FilmSummary), Error> {
    let mut gif = Vec::new();
    let report = document.write(Format::Gif, Target::Writer(&mut gif), &mut Silent)?;
    let Summary::Film { film, .. } = report.summary else { panic!("{:?}", report.summary) };
    Ok((gif, film))
}

/// Options of `replay` as keys of a recipe and on a command line.
#[test]
fn a_log_is_filmed_by_the_library_with_what_the_recipe_says_of_it() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "4", "--all", "--events", "log.jsonl", "-q", "-o", "all.gif"]);
    let log = String::from_utf8(sandbox.read("log.jsonl")).unwrap();
    let without_header: String = log.split_inclusive('\n').skip(1).collect();
    // On a larger board they are no solutions.
    let bare = without_header.split_inclusive('\n').filter(|line| !line.contains("solution"));
    sandbox.write("bare.jsonl", bare.collect::<String>());
    let lane =
        |lane: u8| format!("{{\"lane\":{lane},\"place\":[{lane},1]}}\n{{\"lane\":{lane},\"end\":true}}\n");
    sandbox.write("lanes.jsonl", format!("{{\"queens\":4}}\n{}", [1, 2, 3].map(lane).concat()));
    sandbox.write("talk.jsonl", format!("talk\n{without_header}"));
    let make = |keys: &str| {
        let text = format!("[[film]]\nkind = 'replay'\n{keys}\n");
        let film = read_recipes(&text, &sandbox.path("")).unwrap().remove(0);
        filmed(&film.request.document(&Files::system()).unwrap())
    };
    for (keys, command) in [
        ("log = 'bare.jsonl'\nqueens = 5", "bare.jsonl --queens 5"),
        ("log = 'log.jsonl'\nsolutions = 1", "log.jsonl --solutions 1"),
        ("log = 'lanes.jsonl'\nlanes = [2]", "lanes.jsonl --lanes 2"),
        ("log = 'lanes.jsonl'\nlanes = [3, 1]", "lanes.jsonl --lanes 3,1"),
        ("log = 'lanes.jsonl'", "lanes.jsonl"),
        ("log = 'talk.jsonl'\nmax-log = '1MB'", "talk.jsonl --max-log 1MB"),
    ] {
        let (gif, summary) = make(keys).unwrap();
        let arguments = [&["replay"][..], &words(command), &["-o", "-"]].concat();
        assert!(gif == sandbox.succeed(&arguments).stdout && summary.frames > 1, "{keys}");
    }
    let whole = make("log = 'log.jsonl'").unwrap().1.frames;
    assert!(make("log = 'log.jsonl'\nsolutions = 1").unwrap().1.frames < whole);
    for (keys, said) in [
        ("log = 'lanes.jsonl'\nlanes = [4]", "there are 1,2,3"),
        ("log = 'talk.jsonl'\nstrict = true", "line 1: this is not an event"),
        ("log = 'log.jsonl'\nqueens = 5", "5 were expected"),
    ] {
        let error = make(keys).unwrap_err().to_string();
        assert!(error.contains(said), "{keys}: {error}");
    }
    let (sheet, system) = (Request::from_words(["sheet", "4"]).unwrap(), Files::system());
    assert!(
        filmed(&sheet.document(&system).unwrap())
            .unwrap_err()
            .to_string()
            .contains("a sheet is not made as a GIF")
    );
}

#[test]
fn a_film_may_read_what_one_before_it_writes_and_nothing_is_made_if_a_file_of_another_is_in_the_way() {
    let sandbox = Sandbox::new();
    let text = "[[film]]\nkind = 'search'\nqueens = 4\nevents = 'e.jsonl'\noutput = 'one.gif'\n\
                [[film]]\nkind = 'replay'\nlog = 'e.jsonl'\noutput = 'two.gif'\n";
    sandbox.write("films.toml", text);
    sandbox.write("two.gif", "mine");
    sandbox.refuse(1, &["make", "films.toml"], &["'two.gif' exists"]);
    assert_eq!(sandbox.names(), ["films.toml", "two.gif"]);
    fs::remove_file(sandbox.path("two.gif")).unwrap();
    sandbox.succeed(&["make", "films.toml"]);
    assert_eq!(sandbox.read("one.gif"), sandbox.read("two.gif"));
    // Events are replaced by force only, even those of the run before.
    sandbox.refuse(1, &["make", "films.toml"], &["line 4: events: 'e.jsonl' exists", "add --force"]);
    sandbox.succeed(&["make", "films.toml", "--force"]);
}

/// Films of these kinds that cannot be made: further keys, and the wrong key.
const FAULTY: &[(&str, &str, &str)] = &[
    ("search 6", "panel = 'matrix'", "panel"),
    ("search 6", "start = 'a1'\npanel = 'stack'", "panel"),
    ("search 6", "size = 0", "size"),
    ("search 6", "size = 100000", "size"),
    ("search 6", "canvas = '40x40'", "canvas"),
    ("search 6", "title = '\u{e000}'", "title"),
    ("search 6", "intro = '1s'\nsize = 50", "size"),
    ("search 6", "view = 'lecture'\ncanvas = '100x60'", "canvas"),
    ("search 6", "duration = '1ms'", "duration"),
    ("search 6", "max-frames = 3", "max-frames"),
    ("search 6", "output = 'foreign/'", "output"),
    ("search 6", "output = '/proc/x.gif'", "output"),
    ("search 6", "output = 'notes.txt/x.gif'", "output"),
    ("search 6", "output = 'dir.gif'", "output"),
    ("search 6", "output = 'mine.gif'", "output"),
    ("search 6", "output = 'first.png/x.gif'", "output"),
    ("search 6", "poster = 'mine.png'", "poster"),
    ("search 6", "transcript = '/proc/x.md'", "transcript"),
    ("search 6", "events = 'notes.txt'", "events"),
    ("search 6", "events = '/proc/x.jsonl'", "events"),
    ("search 6", "algorithm = 'permutations'\ntree = true", "tree"),
    ("search 6", "font = 'notes.txt'", "font"),
    ("search 20", "all = true", "all"),
    ("race 5 backtracking eager", "size = 3", "size"),
    ("race 5 backtracking eager", "canvas = '60x60'", "canvas"),
    ("race 5 backtracking eager", "title = '\u{e000}'", "title"),
    ("race 5 backtracking eager", "output = 'foreign/'", "output"),
    ("race 5 backtracking eager", "clock = 'tests'\nmax-frames = 2", "max-frames"),
    ("race 5 eager eager", "", "names"),
    ("race 5 log.jsonl eager", "", "names"),
    ("race 4 lanes.jsonl eager", "", "names"),
    ("replay log.jsonl", "panel = 'stack'", "panel"),
    ("replay log.jsonl", "view = 'lecture'\ncanvas = '100x60'", "canvas"),
    ("replay log.jsonl", "lanes = '3'", "lanes"),
    ("replay log.jsonl", "queens = 5", "queens"),
    ("replay lanes.jsonl", "view = 'lecture'", "view"),
    ("replay lanes.jsonl", "tree = true", "tree"),
    ("replay plain.jsonl", "code = 'python'", "code"),
    ("replay notes.txt", "", "log"),
    ("gallery 6", "square = 9000", "square"),
    ("gallery 6", "canvas = '40x40'", "canvas"),
    ("gallery 6", "title = '\u{e000}'", "title"),
    ("gallery 6", "output = 'g.gif'\nsize = 1", "size"),
    ("gallery 6", "output = 'foreign/'", "output"),
    ("gallery 6", "from = 99", "from"),
    ("gallery 20", "", "queens"),
    ("gallery 3", "output = 'g.gif'", "output"),
    ("sheet 4", "square = 1", "square"),
    ("sheet 4", "output = 's.pdf'\ncanvas = '100x100'", "canvas"),
    ("sheet 6", "output = 's.png'\ncanvas = '600x400'", "canvas"),
    ("sheet 4", "title = '\u{e000}'", "title"),
    ("sheet 4", "output = 'foreign/'", "output"),
    ("board 2413", "size = 0", "size"),
    ("board 2413", "canvas = '10x10'", "canvas"),
    ("board 2413", "output = 'mine.png'", "output"),
    ("compare 4 eager eager", "", "names"),
    ("compare 4 eager", "seed = 3", "seed"),
    ("compare 4", "output = 'c.png'\nuntil = 'solution'", "until"),
    ("compare 4 bitfield marking", "output = 'c.png'\nquantity = 'tests'", "quantity"),
    ("compare 4", "output = 'c.png'\nsize = 10", "size"),
    ("compare 4", "output = 'c.png'\ntitle = '\u{e000}'", "title"),
];

#[test]
fn what_is_wrong_with_a_film_is_found_before_the_first_is_made_and_the_line_and_the_key_are_named() {
    let sandbox = with_inputs();
    sandbox.write("lanes.jsonl", "{\"lane\":1,\"place\":[1,1]}\n{\"lane\":2,\"place\":[2,1]}\n");
    sandbox.write("plain.jsonl", "{\"queens\":4}\n{\"place\":[1,1]}\n");
    for directory in ["foreign", "dir.gif"] {
        fs::create_dir(sandbox.path(directory)).unwrap();
    }
    for file in ["foreign/notes.txt", "notes.txt", "mine.gif", "mine.png"] {
        sandbox.write(file, "mine");
    }
    sandbox.write("faulty.toml", "");
    let before = files(&sandbox.path(""));
    for (what, keys, wrong) in FAULTY {
        let mut words = what.split(' ');
        let (kind, subject) = (words.next().unwrap(), words.next().unwrap());
        let names: Vec<&str> = words.collect();
        let argument = match kind {
            "replay" => format!("log = '{subject}'"),
            "board" => format!("placement = {subject}"),
            _ => format!("queens = {subject}"),
        };
        let names = if names.is_empty() { String::new() } else { format!("names = {names:?}\n") };
        let first = "[[film]]\nkind = 'board'\nplacement = 2413\noutput = 'first.png'\n";
        let text = format!("{first}[[film]]\nkind = '{kind}'\n{argument}\n{names}{keys}\n");
        sandbox.write("faulty.toml", &text);
        let output = sandbox.run(&["make", "faulty.toml"]);
        let said = stderr(&output);
        let lines: Vec<&str> = text.lines().collect();
        let line = 1 + lines.iter().rposition(|line| line.starts_with(&format!("{wrong} ="))).unwrap();
        assert!(
            matches!(output.status.code(), Some(1 | 2)) && output.stdout.is_empty(),
            "{what}, {keys}: {said}"
        );
        let at = format!("faulty.toml: line {line}: ");
        assert!(said.contains(&at) && said.contains(wrong), "{what}, {keys}: line {line}, {wrong}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(files(&sandbox.path("")).keys().eq(before.keys()), "{what}, {keys}: {:?}", sandbox.names());
    }
}

#[test]
fn no_film_of_a_file_is_in_the_way_of_another() {
    let sandbox = with_inputs();
    let search = |keys: &str| format!("[[film]]\nkind = 'search'\nqueens = 4\n{keys}\n");
    let replay = |keys: &str| format!("[[film]]\nkind = 'replay'\nlog = 'log.jsonl'\n{keys}\n");
    let cases = [
        (
            [search("events = 'own.toml'"), search("theme = 'own.toml'")],
            "theme: 'own.toml' would be replaced by",
        ),
        ([search("events = 'own.ttf'"), search("font = 'own.ttf'")], "font: 'own.ttf' would be replaced by"),
        (
            [search("events = 'solver.py'"), replay("code-file = 'solver.py'")],
            "code-file: 'solver.py' would be",
        ),
        (
            [replay("output = 'a.gif'"), search("events = 'log.jsonl'")],
            "events: 'log.jsonl' is read by a film",
        ),
        (
            [search("theme = 'own.toml'\nevents = './own.toml'"), search("")],
            "events: './own.toml' is read by a film",
        ),
        (
            [search("output = 'f/'"), search("output = 'f/a.gif'")],
            "'f/a.gif' overlaps the output of another film",
        ),
        ([search("output = 'f/a.gif'"), search("output = 'f/'")], "'f/' overlaps the output of another film"),
        ([search("output = 'a.gif'"), search("output = 'a.gif/b.gif'")], "'a.gif/b.gif' overlaps the output"),
        ([search("output = 'a.gif/b.gif'"), search("output = 'a.gif'")], "'a.gif' overlaps the output"),
        ([search("output = '-'"), search("output = '-'")], "standard output is written twice"),
        ([search("output = '-'"), search("events = '-'")], "events: standard output is written twice"),
    ];
    let before = files(&sandbox.path(""));
    for (films, said) in cases {
        sandbox.write("films.toml", films.concat());
        sandbox.refuse(2, &["make", "films.toml", "--force"], &["films.toml: line ", said]);
        fs::remove_file(sandbox.path("films.toml")).unwrap();
        assert!(files(&sandbox.path("")) == before, "{said}");
    }
}

#[test]
fn reports_are_not_between_the_bytes_of_a_film_on_standard_output() {
    let sandbox = with_inputs();
    let board = "[[film]]\nkind = 'board'\nplacement = 2413\noutput = 'a.png'\nalt = true\n";
    let compare = "[[film]]\nkind = 'compare'\nqueens = 4\nnames = ['eager']\n";
    let others = format!("{board}{compare}{}", board.replace("a.png", "b.png"));
    let search = "[[film]]\nkind = 'search'\nqueens = 4\n";
    for (keys, alone) in [
        ("output = '-'\n", &["search", "4", "-o", "-"][..]),
        #[cfg(unix)]
        ("output = '/dev/stdout'\n", &["search", "4", "-o", "-"]),
        ("events = '-'\noutput = 'a.gif'\n", &["search", "4", "--events", "-", "-o", "c.gif"]),
        ("events = '-'\n", &["search", "4", "--events", "-"]),
    ] {
        for text in [format!("{others}{search}{keys}"), format!("{search}{keys}{others}")] {
            sandbox.write("films.toml", text);
            let output = sandbox.succeed(&["make", "films.toml"]);
            assert!(output.stdout == sandbox.succeed(alone).stdout, "{keys}");
            for report in ["a.png", "b.png", "alt: ", "eager"] {
                assert!(stderr(&output).contains(report), "{report}: {}", stderr(&output));
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_gets_the_bytes_of_its_film_and_nothing_else() {
    let sandbox = Sandbox::new();
    let expected = sandbox.succeed(&["search", "4", "-o", "-", "--format", "y4m"]).stdout;
    for (keys, wanted) in [
        ("output = 'pipe.y4m'", expected),
        ("events = 'pipe.y4m'", { sandbox.succeed(&["search", "4", "--events", "-"]).stdout }),
    ] {
        sandbox.write("film.toml", format!("[[film]]\nkind = 'search'\nqueens = 4\n{keys}\n"));
        let pipe = sandbox.path("pipe.y4m");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn(move || fs::read(pipe).unwrap());
        sandbox.succeed(&["make", "film.toml"]);
        assert!(reader.join().unwrap() == wanted, "{keys}");
        fs::remove_file(sandbox.path("pipe.y4m")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn paths_start_at_the_working_directory_if_the_recipe_is_no_file() {
    if !crate::common::tools::installed(&["bash", "cat"]) {
        return;
    }
    let film = "[[film]]\nkind = 'board'\nplacement = 2413\n";
    let made = |sandbox: &Sandbox| sandbox.path("output/board-2413.png").is_file();
    let sandbox = Sandbox::new();
    assert!(
        sandbox.feed(film, &["make", "/dev/stdin"]).status.success() && made(&sandbox),
        "standard input is a file"
    );
    let sandbox = Sandbox::new();
    sandbox.write("film.toml", film);
    let program = env!("CARGO_BIN_EXE_queenreel");
    for piped in
        [format!("cat film.toml | {program} make /dev/stdin"), format!("{program} make <(cat film.toml)")]
    {
        let output =
            std::process::Command::new("bash").args(["-c", &piped]).current_dir(sandbox.path("")).output();
        assert!(output.unwrap().status.success() && made(&sandbox), "{piped}");
        fs::remove_dir_all(sandbox.path("output")).unwrap();
    }
}

/// The processor time of the program, in ticks of the system.
#[cfg(target_os = "linux")]
fn user_time(sandbox: &Sandbox, arguments: &[&str]) -> u64 {
    use crate::common::children::{has_ended, start};
    let child = start(sandbox.command(arguments).stderr(std::process::Stdio::null()));
    while !has_ended(&child) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    // The fields after the name, which is in brackets.
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    stat.rsplit(')').next().unwrap().split_whitespace().nth(11).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn the_time_to_check_a_file_grows_with_its_number_of_films() {
    let sandbox = Sandbox::new();
    let faulty = "[[film]]\nkind = 'board'\nplacement = 2413\nsize = 0\n";
    let mut times = Vec::new();
    for films in [1000, 4000] {
        let film =
            |index| format!("[[film]]\nkind = 'board'\nplacement = 2413\noutput = 'boards/{index}.png'\n");
        sandbox.write("films.toml", (0..films).map(film).collect::<String>() + faulty);
        sandbox.refuse(2, &["make", "films.toml"], &[&format!("line {}: size: 0 pixels", 4 * films + 4)]);
        times.push(user_time(&sandbox, &["make", "films.toml"]));
    }
    // It would be 16 times as long if each film was compared with all others.
    assert!(times[1] < 9 * times[0].max(1), "{times:?}");
}

#[test]
fn each_option_stands_once_for_each_kind() {
    let mut program = command();
    program.build();
    for kind in program.get_subcommands() {
        let names: Vec<&str> = kind.get_arguments().map(|option| option.get_id().as_str()).collect();
        for option in kind.get_arguments() {
            let name = option.get_id().as_str();
            assert_eq!(names.iter().filter(|other| **other == name).count(), 1, "{name}");
            if !option.is_positional() {
                assert_eq!(option.get_long(), Some(&*name.replace('_', "-")));
            }
            let texts = [option.get_help(), option.get_long_help()].map(|help| help.map(ToString::to_string));
            assert!(texts[0].as_ref().is_some_and(|help| !help.is_empty()), "{name}");
            // Placeholders in braces are filled in.
            assert!(texts.iter().flatten().all(|help| !help.contains(['{', '}'])), "{name}: {texts:?}");
            let is_flag = matches!(option.get_action(), ArgAction::SetTrue | ArgAction::Help);
            assert!(is_flag || option.get_value_names().is_some(), "{name}");
        }
        let by_alias = kind
            .get_arguments()
            .filter(|option| option.get_all_aliases().is_some_and(|aliases| aliases.contains(&"limit")));
        let by_name = kind.get_arguments().filter(|option| option.get_id() == "solutions");
        assert!(by_alias.map(Arg::get_id).eq(by_name.map(Arg::get_id)), "{kind}");
    }
}

/// The keys of a recipe, in order.
fn keys(recipe: &str) -> Vec<&str> {
    recipe.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect()
}

#[test]
fn a_saved_recipe_has_what_was_given_in_its_order() {
    let here = Path::new("");
    let request = Request::from_words(words(
        "search --panel arrays --delay 90ms 8 --order columns --quiet --panel stack,bits --limit 2 --force --grid",
    ));
    let recipe = request.unwrap().to_recipe(here).unwrap();
    // Default values are written if given; options about a single run are not.
    assert_eq!(keys(&recipe), ["kind", "panel", "delay", "queens", "order", "solutions", "grid"]);
    assert!(recipe.contains("\npanel = [\"arrays\", \"stack\", \"bits\"]  #"), "{recipe}");
    assert!(recipe.contains("\nqueens = 8  #") && recipe.contains("\norder = \"columns\"  #"), "{recipe}");
    let again = read_recipes(&recipe, here).unwrap().remove(0);
    let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<String>>();
    assert_eq!(sorted(&again.request.to_recipe(here).unwrap()), sorted(&recipe));
    let keys_of =
        |film: &str| keys(&read_recipes(film, here).unwrap()[0].request.to_recipe(here).unwrap()).len();
    let film = "[[film]]\nkind = 'search'\nqueens = 8\n";
    assert_eq!(keys_of(film), 2);
    assert_eq!(keys_of(&format!("{film}tree = true\n")), 3);
    assert_eq!(keys_of(&format!("{film}tree = false\n")), 2);
    let error = Request::from_words(words("search 8 --delay 1s --delay 2s")).unwrap_err();
    assert_eq!(error.option.as_deref(), Some("delay"), "{error}");
}

#[test]
fn the_schema_accepts_saved_recipes_and_refuses_wrong_ones() {
    let parsed: Value = serde_json::from_str(&schema()).unwrap();
    let kinds = parsed["properties"]["film"]["items"]["oneOf"].as_array().unwrap();
    let program = command();
    let makers = program
        .get_subcommands()
        .filter(|kind| kind.get_arguments().any(|one| one.get_id() == "save_recipe"));
    assert_eq!(kinds.len(), makers.count());
    assert_eq!(Sandbox::new().stdout(&["make", "--schema"]), schema());
    let Some(mut python) = python(&["jsonschema", "tomllib"]) else { return };
    let sandbox = with_inputs();
    for (index, command) in sampled(4, COMMANDS).enumerate() {
        let saved = format!("good-{index}.toml");
        sandbox.succeed(&[&words(command)[..], &["--force", "--save-recipe", &saved]].concat());
    }
    let head = "[[film]]\nkind = 'search'\n";
    let wrong =
        ["dealy = '1s'\n", "all = 'yes'\n", "view = 'wide'\n"].map(|key| format!("queens = 8\n{key}"));
    for (index, keys) in [String::new()].into_iter().chain(wrong).enumerate() {
        sandbox.write(&format!("bad-{index}.toml"), format!("{head}{keys}"));
    }
    sandbox.write("schema.json", schema());
    let program = "import glob, json, jsonschema, tomllib\n\
                   schema = json.load(open('schema.json'))\n\
                   jsonschema.Draft202012Validator.check_schema(schema)\n\
                   validator = jsonschema.Draft202012Validator(schema)\n\
                   for name in sorted(glob.glob('*-*.toml')):\n\
                   \x20   valid = validator.is_valid(tomllib.load(open(name, 'rb')))\n\
                   \x20   assert valid == name.startswith('good'), (name, open(name).read())\n";
    let output = python.args(["-c", program]).current_dir(sandbox.path("")).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}
