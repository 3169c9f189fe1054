//! Recipes: files that describe documents.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use clap::{Arg, ArgAction};
use queenreel::film::FilmSummary;
use queenreel::request::{command, read_recipes, schema};
use queenreel::{Document, Error, Files, Format, Request, Silent, Summary, Target};
use serde_json::Value;

use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, repository_file, stderr};
use crate::common::table::{files, words};
use crate::common::tools::python;

/// Commands over all kinds and formats, each with its output.
const COMMANDS: &str = include_str!("recipe/commands.txt");

/// A directory with the files that the commands read.
fn with_inputs() -> Sandbox {
    let sandbox = Sandbox::new();
    let log = sandbox.succeed(&["search", "4", "--events", "-"]).stdout;
    sandbox.write("log.jsonl", log);
    sandbox.write("solver.py", "def solve():\n    pass\n");
    let theme = sandbox.stdout(&["themes", "blue"]);
    sandbox.write("own.toml", theme);
    fs::copy(repository_file("fonts/NotoSans-Bold.ttf"), sandbox.path("own.ttf")).unwrap();
    sandbox
}

#[test]
fn what_a_saved_recipe_makes_has_the_bytes_of_its_command() {
    for command in sampled(4, COMMANDS.lines()) {
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

#[cfg(unix)]
#[test]
fn a_place_without_files_of_its_own_is_found_before_the_first_film_is_made() {
    let sandbox = Sandbox::new();
    let first = "[[film]]\nkind = 'board'\nplacement = 2413\noutput = 'first.png'\n";
    for (key, path) in [("output", "/proc/x.gif"), ("transcript", "/proc/x.md"), ("events", "/proc/x.jsonl")]
    {
        let faulty = format!("[[film]]\nkind = 'search'\nqueens = 6\n{key} = '{path}'\n");
        sandbox.write("faulty.toml", format!("{first}{faulty}"));
        let said = sandbox.fail(1, &["make", "faulty.toml"]);
        assert!(said.contains("faulty.toml: line 8: ") && said.contains(key), "{said}");
        assert!(said.lines().count() == 1 && sandbox.names() == ["faulty.toml"], "{said}");
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
    for (index, command) in sampled(4, COMMANDS.lines()).enumerate() {
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
    let output =
        python.args(["-c", include_str!("recipe/schema.py")]).current_dir(sandbox.path("")).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}
