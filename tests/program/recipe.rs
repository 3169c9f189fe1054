//! Recipes: files that describe what is made.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use queenreel::recipe::{Key, Kind, Recipe, Shape, read_file, schema};
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
        // Only what was asked for, and each line says what it is.
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
    // Files of others are kept.
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
        ("film = 3\n", "line 1: there is no key 'film' outside"),
        ("[[films]]\n", "line 1: there is no key 'films' outside of [[film]]; did you mean 'film'?"),
        ("[[film]]\nqueens = 8\n", "line 1: kind is missing: one of search, race"),
        ("[[film]]\nkind = 'movie'\n", "line 2: kind is one of search"),
        ("[[film]]\nkind = 'count'\nqueens = 8\n", "line 2: kind is one of search"),
        ("[[film]]\nkind = 'search'\n", "line 1: queens is missing"),
        ("[[film]]\nkind = 'search'\nqueens = 65\n", "line 3: queens = '65': "),
        ("[[film]]\nkind = 'search'\nqueens = [8]\n", "line 3: queens is a number, not a list"),
        (
            "[[film]]\nkind = 'search'\nqueens = 8.5\n",
            "line 3: queens is a number, not a number with decimals",
        ),
        ("[[film]]\nkind = 'search'\nqueens = 8\nqueens = 9\n", "line 4: duplicate key"),
        ("[[film]]\nkind = 'search'\nqueens = \n", "line 3: "),
        (
            "[[film]]\nkind = 'race'\nqueens = 5\nnames = ['eager']\n",
            "line 4: a race is between two and four",
        ),
        ("[[film]]\nkind = 'board'\nplacement = 'e4'\n", "line 3: placement = 'e4': "),
        (
            "[[film]]\nkind = 'replay'\nlog = 'a.jsonl'\nalgorithm = 'eager'\n",
            "line 4: algorithm is for search, sheet",
        ),
    ];
    let more = [
        (
            "delay = 120\n",
            "line 4: delay = '120': write a time with its unit, like 120ms or 1.5s; did you mean 120ms?",
        ),
        ("dealy = '120ms'\n", "line 4: there is no key 'dealy'; did you mean 'delay'?"),
        ("save-recipe = 'a.toml'\n", "line 4: there is no key 'save-recipe'"),
        ("clock = 'tests'\n", "line 4: clock is for race, not for search"),
        ("view = 'lectur'\n", "line 4: view = 'lectur': write one of plain, article, lecture"),
        ("caption = 'yes'\n", "line 4: caption is true, or left out"),
        ("fps = 12\n", "line 4: fps is for MP4 or Y4M, not for GIF; delay sets the time of each frame"),
        ("all = true\nsolutions = 2\n", "line 4: all cannot be used with solutions"),
        ("theme = 'none.toml'\n", "line 4: theme = 'none.toml': no such file"),
        ("theme = '.'\n", "line 4: theme = '.': unknown theme"),
        ("font = '.'\n", "line 4: font = '.': it is a directory"),
        ("output = 'a.mov'\n", "line 4: films are not written as .mov"),
        ("algorithm = 'min-conflicts'\nall = true\n", "line 5: min-conflicts ends with the first solution"),
        ("canvas = {a = 1}\n", "line 4: canvas is a text, not a table"),
        ("title = 1979-05-27\n", "line 4: title is a text, not a date"),
        ("panel = [['bits']]\n", "line 4: panel is a list of values, not of lists"),
    ];
    let replay = "[[film]]\nkind = 'replay'\nlog = 'none.jsonl'\n";
    let last = [
        (twice, "line 9: 'a.gif' is written twice"),
        // What comes before is not made either.
        (format!("{good}{head}dealy = 1\n"), "line 9: there is no key 'dealy'"),
        (format!("{good}{replay}"), "line 8: none.jsonl: the file or directory"),
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
    let films = read_file(text, &sandbox.path("")).unwrap();
    let jobs = films.iter().map(|film| film.recipe.resolve(&|path, _| fs::read(path)).unwrap());
    let jobs: Vec<_> = jobs.collect();
    let commands = [
        "search 5 --view article --theme own.toml -o -",
        "race 4 log.jsonl eager --for slack -o a.gif",
        "replay log.jsonl --code-file solver.py --canvas 640x360 -o -",
    ];
    for (job, command) in jobs.iter().zip(commands) {
        let (gif, summary) = job.make_film(Vec::new()).unwrap();
        let output = sandbox.succeed(&words(command));
        let expected = if output.stdout.starts_with(b"GIF") { output.stdout } else { sandbox.read("a.gif") };
        assert!(gif == expected && summary.bytes == gif.len() as u64, "{command}");
    }
    assert!(jobs[3].make_film(Vec::new()).unwrap_err().to_string().contains("board is no film"));
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
    // A page with too many boards is found when it is made, with the names of keys.
    sandbox.write("many.toml", "[[film]]\nkind = 'gallery'\nqueens = 20\n");
    sandbox.refuse(2, &["make", "many.toml"], &["many.toml: 20 queens have", " solutions K takes"]);
}

#[test]
fn each_option_stands_once_for_each_kind() {
    for kind in Kind::ALL {
        let names: Vec<&str> = Key::of(kind).map(Key::name).collect();
        for key in Key::of(kind) {
            let name = key.name();
            assert_eq!(names.iter().filter(|other| **other == name).count(), 1, "{name}");
            assert_eq!(Key::named(kind, name), Some(key));
            assert!(!key.help(kind).is_empty(), "{name}");
            assert_eq!(key.value_name().is_empty(), key.shape() == Shape::Flag, "{name}");
        }
        assert_eq!(Key::named(kind, "limit"), Key::named(kind, "solutions"));
    }
    assert!(Key::ALL.iter().all(|key| !key.kinds().is_empty()));
}

#[test]
fn an_option_that_is_given_again_replaces_the_first() {
    let mut recipe = Recipe::new(Kind::Search);
    for (key, text) in [
        (Key::Queens, "8"),
        (Key::Queens, "9"),
        (Key::Panel, "arrays"),
        (Key::Panel, "stack"),
        (Key::Tree, "true"),
        (Key::Tree, "false"),
    ] {
        recipe.set(key, text.as_ref()).unwrap();
    }
    let text = recipe.to_toml(Path::new("")).unwrap();
    assert!(text.contains("queens = 9  #") && text.contains("panel = [\"arrays\", \"stack\"]"), "{text}");
    assert!(!text.contains("tree = ") && !recipe.is_given(Key::Tree), "{text}");
    assert!(recipe.set(Key::Tree, "maybe".as_ref()).is_err());
}

#[test]
fn the_schema_accepts_saved_recipes_and_refuses_wrong_ones() {
    let parsed: Value = serde_json::from_str(&schema()).unwrap();
    let kinds = parsed["properties"]["film"]["items"]["oneOf"].as_array().unwrap();
    assert_eq!(kinds.len(), Kind::MAKERS.len());
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
