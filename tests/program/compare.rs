//! The comparison of algorithms: its numbers, in every format, and its charts.

use queenreel::internals::page::inks::State;
use queenreel::internals::page::shape::Shape;
use queenreel::internals::page::{
    Bar, BarGroup, ChartContent, ChartFigure, ChartSeries, ChartUnit, GrowthLine, Page, PageSize, PageStyle,
    Theme, Tone,
};
use queenreel::internals::picture::{Rect, Rgb};
use queenreel::search::Algorithm;
use serde_json::Value;

use super::words::transcript::Oracle;
use crate::common::decode::read_rgb;
use crate::common::known::{SOLUTIONS, WHOLE_SEARCHES};
use crate::common::sandbox::{Sandbox, stderr, stdout};
use crate::common::search_oracle::moves_at_solutions;

const NUMBERS: [&str; 9] = [
    "steps",
    "tests",
    "placements",
    "backtracks",
    "tests_plus_backtracks",
    "squares_ruled_out",
    "boards",
    "queens_moved",
    "solutions",
];

/// The algorithms that support this number of queens.
fn algorithms_for(n: u8) -> Vec<Algorithm> {
    Algorithm::ALL.into_iter().filter(|algorithm| algorithm.most_queens() >= n).collect()
}

/// The measurements for each size.
fn compare(arguments: &[&str]) -> Vec<Value> {
    let said = Sandbox::new().stdout(&[&["compare"], arguments, &["--as", "json", "--runs", "1"]].concat());
    let compared: Value = serde_json::from_str(&said).unwrap();
    compared["boards"].as_array().unwrap().clone()
}

fn algorithm<'a>(board: &'a Value, name: &str) -> &'a Value {
    let all = board["algorithms"].as_array().unwrap();
    all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {board}"))
}

/// Tests, placements, backtracks and solutions.
type Count = [u64; 4];

/// The counters of an independent search, to the first solution or to the end.
fn counted(n: usize, all: bool) -> Count {
    let mut oracle = Oracle::new(n);
    oracle.search(all);
    [oracle.tests, oracle.placements, oracle.backtracks, oracle.solutions.len() as u64]
}

fn read(point: &Value) -> Count {
    ["tests", "placements", "backtracks", "solutions"]
        .map(|key| point[key].as_u64().unwrap_or_else(|| panic!("{key}: {point}")))
}

#[test]
fn the_numbers_of_backtracking_are_those_of_a_search_written_once_more() {
    for (board, n) in compare(&["1..9", "backtracking"]).iter().zip(1..) {
        assert_eq!(board["n"], n);
        let measured = algorithm(board, "backtracking");
        let (first, end) = (&measured["to_first_solution"], &measured["to_end"]);
        let whole = counted(n, true);
        let [tests, placements, _, solutions] = whole;
        assert_eq!((read(end), &end["status"]), (whole, &"complete".into()), "{n}");
        assert_eq!(solutions, SOLUTIONS[n - 1] as u64);
        if solutions > 0 {
            assert_eq!(read(first), counted(n, false), "{n}");
        } else {
            assert_eq!(first["status"], "no solution");
            assert!(NUMBERS.iter().all(|key| first[key].is_null()), "{first}");
        }
        // The root has no queen.
        assert_eq!(board["tree_nodes"], placements + 1, "{n}");
        assert_eq!(board["n_to_the_n"], (n as u64).pow(n as u32));
        assert_eq!(board["n_factorial"], (1..=n as u64).product::<u64>());
        let known = WHOLE_SEARCHES.into_iter().find(|(size, ..)| *size == n as u64);
        assert!(known.is_none_or(|(_, known, placed)| (known, placed) == (tests, placements)));
    }
}

#[test]
fn the_numbers_for_eight_queens_are_those_of_the_literature() {
    let board = &compare(&["8"])[0];
    let backtracking = algorithm(board, "backtracking");
    let (first, end) = (&backtracking["to_first_solution"], &backtracking["to_end"]);
    let permutations = algorithm(board, "permutations");
    for (of, key, number) in [
        (board, "n_to_the_n", 16_777_216),
        (board, "n_factorial", 40_320),
        (board, "tree_nodes", 2057),
        (first, "tests", 876),
        (first, "placements", 113),
        (first, "backtracks", 105),
        (first, "tests_plus_backtracks", 981),
        (end, "tests", 15_720),
        (end, "backtracks", 1964),
        (end, "tests_plus_backtracks", 15_720 + 1964),
        (permutations, "first_solution_at_board", 2843),
        (permutations, "last_solution_at_board", 37_478),
        (&permutations["to_end"], "boards", 40_320),
    ] {
        assert_eq!(of[key], number, "{key}");
    }
}

#[test]
fn searches_are_measured_up_to_any_solution() {
    let at = moves_at_solutions(8);
    assert_eq!((at[0], at[91], at.len()), ([876, 105], [14_852, 1852], 92));
    for (n, numbers) in [(6, 1..=4), (8, 1..=1), (8, 40..=40), (8, 92..=92)] {
        for number in numbers {
            let [tests, backtracks] = moves_at_solutions(n)[number - 1];
            let solutions = ["--solutions", &number.to_string()];
            let board = &compare(&[&[&n.to_string(), "backtracking"][..], &solutions].concat())[0];
            let point = &algorithm(board, "backtracking")["to_solution"];
            assert_eq!(point["status"], "found");
            let read = ["tests", "backtracks", "tests_plus_backtracks", "solutions"];
            let expected = [tests, backtracks, tests + backtracks, number as u64];
            assert_eq!(read.map(|key| point[key].as_u64().unwrap()), expected, "{n}, {number}");
        }
    }
    let sandbox = Sandbox::new();
    let arguments = ["compare", "8", "backtracking", "random", "--runs", "1", "--solutions"];
    let said = |number, form| sandbox.stdout(&[&arguments[..], &[number, "--as", form]].concat());
    for (number, moves) in [("1", "981"), ("92", "16,704")] {
        for form in ["table", "markdown"] {
            let text = said(number, form);
            let table = text.split(&format!("To solution {number}")).nth(1).expect("a table up to it");
            let mut lines = table.lines().filter(|line| line.contains("tests + backtracks"));
            assert!(
                lines.next().is_some() && table.split("To the end").next().unwrap().contains(moves),
                "{text}"
            );
        }
    }
    let csv = said("92", "csv");
    let (head, row) = (csv.lines().next().unwrap(), csv.lines().nth(1).unwrap());
    let at = head.split(',').position(|key| key == "solution_tests_plus_backtracks").unwrap();
    assert_eq!(row.split(',').nth(at), Some("16704"));
    // There are 92, and what stops at its first solution has no second one.
    for (number, none) in [("93", "backtracking"), ("2", "random")] {
        let compared: Value = serde_json::from_str(&said(number, "json")).unwrap();
        let point = &algorithm(&compared["boards"][0], none)["to_solution"];
        assert_eq!(point["status"], "fewer solutions");
        assert!(NUMBERS.iter().all(|key| point[key].is_null()), "{point}");
    }
    let chart = ["--quantity", "steps", "--until", "solution", "-o", "chart.png"];
    sandbox.succeed(&[&arguments[..], &["92"], &chart].concat());
    let error = sandbox.fail(2, &["compare", "8", "--until", "solution", "-o", "chart.png"]);
    assert!(error.contains("--until solution needs its number: add --solutions K"), "{error}");
}

#[test]
fn queens_on_any_squares_have_a_size_a_time_and_an_estimate_for_all_boards() {
    let text = Sandbox::new().stdout(&["compare", "4..8", "anywhere", "--runs", "1"]);
    // By the recursion C(n, k) = C(n - 1, k - 1) + C(n - 1, k).
    let mut row = vec![1_u64; 1];
    for _ in 0..64 {
        row = (0..=row.len())
            .map(|at| row.get(at).unwrap_or(&0) + at.checked_sub(1).map_or(0, |at| row[at]))
            .take(9)
            .collect();
    }
    assert_eq!(row[8], 4_426_165_368);
    let board = &compare(&["8", "anywhere"])[0];
    assert_eq!(board["n_squared_choose_n"], row[8]);
    // The estimate is the time of a step, for each board.
    let measured = algorithm(board, "anywhere");
    assert_eq!(measured["to_end"]["solutions"], 92);
    assert!(text.contains("4,426,165,368"), "{text}");
    let note = text.lines().find(|line| line.contains("an estimate")).expect("a note");
    let steps = measured["to_end"]["steps"].as_u64().unwrap();
    assert_eq!(note.matches("anywhere, N = 8: ").count(), 1);
    assert!(note.replace(',', "").contains(&format!(" {steps} steps ")), "{note}");
    let estimate = note.split("about ").nth(1).unwrap().split(',').next().unwrap();
    let unit = |unit: &str| match unit {
        "min" => 60.0,
        "s" => 1.0,
        "ms" => 0.001,
        other => panic!("{other}"),
    };
    let words: Vec<&str> = estimate.split(' ').collect();
    let said: f64 = words.chunks(2).map(|part| part[0].parse::<f64>().unwrap() * unit(part[1])).sum();
    // The time of that run, whose three digits are in the table.
    let end = text.split("To the end").nth(1).unwrap();
    let line = end.lines().find(|line| line.trim_start().starts_with("8 ")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    let time = cells[cells.len() - 2].parse::<f64>().unwrap() * unit(cells[cells.len() - 1]);
    let expected = time * row[8] as f64 / steps as f64;
    assert!((said / expected - 1.0).abs() < 0.06, "{said} s, not {expected} s: {text}");
}

/// The positions of the solutions among all permutations in descending order.
fn places(rows: &mut Vec<usize>, n: usize, place: &mut u64, found: &mut Vec<u64>) {
    if rows.len() == n {
        *place += 1;
        let attacks = |a: usize, b: usize| rows[a].abs_diff(rows[b]) == b - a;
        if !(0..n).any(|b| (0..b).any(|a| attacks(a, b))) {
            found.push(*place);
        }
        return;
    }
    for row in (0..n).rev() {
        if !rows.contains(&row) {
            rows.push(row);
            places(rows, n, place, found);
            rows.pop();
        }
    }
}

#[test]
fn solutions_are_at_their_places_among_the_permutations() {
    for board in &compare(&["4..8", "permutations"]) {
        let n = board["n"].as_u64().unwrap() as usize;
        let (mut place, mut found) = (0, Vec::new());
        places(&mut Vec::new(), n, &mut place, &mut found);
        let measured = algorithm(board, "permutations");
        assert_eq!(measured["first_solution_at_board"], found[0], "{n}");
        assert_eq!(measured["last_solution_at_board"], *found.last().unwrap(), "{n}");
        assert_eq!(measured["to_end"]["boards"], place, "{n}");
        assert_eq!(measured["to_first_solution"]["boards"], found[0], "{n}");
    }
}

#[test]
fn every_algorithm_finds_all_solutions_and_has_times() {
    let board = &compare(&["6"])[0];
    assert_eq!(board["algorithms"].as_array().unwrap().len(), algorithms_for(6).len());
    for named in algorithms_for(6) {
        let measured = algorithm(board, named.name());
        assert_eq!(measured["to_first_solution"]["solutions"], 1, "{named}");
        assert!(measured["to_first_solution"]["seconds"].as_f64().unwrap() >= 0.0, "{named}");
        let end = &measured["to_end"];
        if named.visits_all_solutions() {
            assert_eq!((&end["status"], &end["solutions"]), (&"complete".into(), &4.into()), "{named}");
            assert!(end["seconds"].as_f64().unwrap() >= 0.0, "{named}");
        } else {
            assert_eq!(end["status"], "never ends", "{named}");
            assert!(NUMBERS.iter().chain(&["seconds"]).all(|key| end[key].is_null()), "{end}");
        }
    }
}

#[test]
fn steps_are_the_ticks_of_a_race() {
    let sandbox = Sandbox::new();
    let board = &compare(&["6"])[0];
    let all: Vec<&str> = algorithms_for(6).into_iter().map(Algorithm::name).collect();
    for field in all.chunks(4) {
        let mut race = vec!["race", "6", "-o", "race.gif", "--duration", "1s", "--force"];
        race.extend(field);
        let said = sandbox.stdout(&race);
        for name in field {
            let steps = &algorithm(board, name)["to_first_solution"]["steps"];
            let line = said.lines().find(|line| line.contains(&format!(" {name}, "))).unwrap();
            let ticks = line.split(", ").nth(1).unwrap().replace(',', "");
            assert_eq!(ticks.split(' ').next().unwrap(), steps.to_string(), "{name}: {line}");
        }
    }
}

/// The cells of a line of a table, by the name of the algorithm: lines without a name belong to the name above.
fn cells(line: &str, columns: &[(usize, usize)]) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let cell = |(start, end): &(usize, usize)| {
        characters.get(*start..(*end).min(characters.len())).unwrap_or_default().iter().collect::<String>()
    };
    columns.iter().map(|column| cell(column).trim().to_owned()).collect()
}

/// The extents of the columns of a table of text, which two spaces separate.
fn columns(head: &str) -> Vec<(usize, usize)> {
    let mut columns = Vec::new();
    let mut start = 0;
    for name in head.split("  ").filter(|name| !name.trim().is_empty()) {
        let end = head[start..].find(name.trim()).unwrap() + start + name.trim().len();
        columns.push((start, end));
        start = end;
    }
    // The first one is aligned to the left.
    columns[0].1 = columns[0].1.max("forward-checking".len());
    columns[1].0 = columns[0].1;
    columns
}

fn key(column: &str) -> String {
    match column {
        "tests + backtracks" => "tests_plus_backtracks".to_owned(),
        "ruled out" => "squares_ruled_out".to_owned(),
        other => other.replace(' ', "_"),
    }
}

/// Compares the rows of a table with JSON.
fn check_rows(head: &[String], rows: &[Vec<String>], board: &Value, point: &str) {
    assert_eq!(rows.len(), board["algorithms"].as_array().unwrap().len());
    for row in rows {
        let measured = &algorithm(board, &row[0])[point];
        for (name, cell) in head.iter().zip(row).skip(1) {
            let never_ends = measured["status"] == "never ends";
            if name == "time" {
                assert!(never_ends || cell.ends_with('s'), "{row:?}");
                continue;
            }
            let number = &measured[key(name)];
            let shown = cell.replace(',', "");
            match number.as_u64() {
                Some(number) => assert_eq!(shown, number.to_string(), "{name}: {row:?}"),
                None => assert_eq!(shown, if never_ends { "–" } else { "" }, "{name}: {row:?}"),
            }
        }
    }
}

#[test]
fn all_formats_have_the_same_numbers() {
    let sandbox = Sandbox::new();
    let board = &compare(&["7"])[0];
    let points = [("To the first solution", "to_first_solution"), ("To the end of the search", "to_end")];

    let text = sandbox.stdout(&["compare", "7", "--runs", "1"]);
    assert!(
        text.starts_with("7 queens: 85,900,584 boards") && text.contains("823,543 with a queen"),
        "{text}"
    );
    assert!(text.contains("5,040") && text.contains(": 552\n"), "{text}");
    for (title, point) in points {
        let mut lines = text.lines().skip_while(|line| *line != title).skip(1);
        let head = lines.next().unwrap();
        let columns = columns(head);
        let rows: Vec<_> =
            lines.take_while(|line| !line.is_empty()).map(|line| cells(line, &columns)).collect();
        check_rows(&cells(head, &columns), &rows, board, point);
    }

    let markdown = sandbox.stdout(&["compare", "7", "--runs", "1", "--as", "markdown"]);
    for (title, point) in points {
        let lines = markdown.lines().skip_while(|line| *line != format!("**{title}**")).skip(2);
        let lines: Vec<&str> = lines.take_while(|line| line.starts_with('|')).collect();
        assert!(lines[1].starts_with("|---|--:|"));
        let row = |line: &&str| -> Vec<String> {
            let inner = line.strip_prefix('|').unwrap().strip_suffix('|').unwrap();
            inner.split('|').map(|cell| cell.trim().to_owned()).collect()
        };
        let rows: Vec<_> = lines[2..].iter().map(row).collect();
        check_rows(&row(&lines[0]), &rows, board, point);
    }

    let csv = sandbox.stdout(&["compare", "7", "--runs", "1", "--as", "csv"]);
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    assert_eq!(rows.len(), algorithms_for(7).len());
    for row in rows {
        assert_eq!(row.len(), head.len());
        let cell = |name: &str| row[head.iter().position(|other| *other == name).unwrap()];
        let measured = algorithm(board, cell("algorithm"));
        for (prefix, (_, point)) in ["first", "end"].iter().zip(points) {
            for key in NUMBERS {
                let number =
                    measured[point][key].as_u64().map_or_else(String::new, |number| number.to_string());
                assert_eq!(cell(&format!("{prefix}_{key}")), number, "{row:?}");
            }
            assert_eq!(cell(&format!("{prefix}_status")), measured[point]["status"]);
            let time = cell(&format!("{prefix}_seconds"));
            assert!(time.is_empty() == measured[point]["seconds"].is_null(), "{row:?}");
            assert!(time.is_empty() || time.parse::<f64>().unwrap() >= 0.0);
        }
        assert_eq!((cell("n"), cell("tree_nodes"), cell("n_factorial")), ("7", "552", "5040"));
    }
}

#[test]
fn a_search_that_is_cut_off_shows_no_number_in_any_format() {
    let sandbox = Sandbox::new();
    let arguments = ["compare", "18", "marking", "--timeout", "20ms"];
    let run = |form: &str| stdout(&sandbox.succeed(&[&arguments[..], &["--as", form]].concat()));
    let json: Value = serde_json::from_str(&run("json")).unwrap();
    let measured = algorithm(&json["boards"][0], "marking");
    let end = &measured["to_end"];
    assert_eq!(end["status"], "cut off");
    assert!(NUMBERS.iter().chain(&["seconds"]).all(|key| end[key].is_null()), "{end}");
    assert!(json["boards"][0]["tree_nodes"].is_null());
    for form in ["table", "markdown"] {
        let said = run(form);
        let part = said.split("To the end of the search").nth(1).unwrap();
        let row = part.lines().find(|line| line.contains("marking")).unwrap();
        assert!(row.contains("cut off after 20ms"), "{said}");
        assert!(!row.replace("20ms", "").contains(|c: char| c.is_ascii_digit()), "{row}");
        assert!(said.contains("not counted within 20ms") && said.contains("--timeout TIME"), "{said}");
    }
    let csv = run("csv");
    let (head, row) = csv.trim_end().split_once('\n').unwrap();
    let end = head.split(',').position(|name| name == "end_status").unwrap();
    let row: Vec<&str> = row.split(',').collect();
    assert_eq!(row[end], "cut off");
    assert!(row[end + 1..=end + 1 + NUMBERS.len()].iter().all(|cell| cell.is_empty()), "{row:?}");
}

#[test]
fn large_boards_have_exact_powers_and_factorials() {
    let json = Sandbox::new().stdout(&["compare", "64", "min-conflicts", "--timeout", "1ms", "--as", "json"]);
    let digits = |key: &str| {
        let (_, after) = json.split_once(&format!("\"{key}\":")).unwrap();
        after.split(',').next().unwrap().to_owned()
    };
    // 2^384, 4096 choose 64, and 64!, computed by another program.
    for (key, first, length) in [
        ("n_to_the_n", "394020061963944792122790401001436138050797392704", 116),
        ("n_squared_choose_n", "74602298618412098175223949663929462534473201768584", 142),
        ("n_factorial", "126886932185884164103433389335161480802865516174545192198801894375214704", 90),
    ] {
        assert!(digits(key).starts_with(first) && digits(key).len() == length, "{key}: {}", digits(key));
    }
}

#[test]
fn algorithms_that_cannot_are_left_out_with_a_note_or_refused_if_named() {
    let sandbox = Sandbox::new();
    let arguments = ["compare", "13", "--timeout", "1ms", "--runs", "1", "--as", "csv"];
    let output = sandbox.succeed(&arguments);
    for name in ["permutations", "random"] {
        assert!(
            stderr(&output).contains(&format!("note: {name} is left out for 13 queens: it takes too long"))
        );
        assert!(!stdout(&output).contains(name));
    }
    assert!(stderr(&sandbox.succeed(&[&arguments[..], &["--quiet"]].concat())).is_empty());
    let output = sandbox.succeed(&["compare", "1..4", "--runs", "1", "--as", "csv"]);
    assert!(stderr(&output).contains("random is left out for 2 to 3 queens: there is no solution"));
    assert_eq!(stdout(&output).lines().filter(|line| line.contains(",random,")).count(), 2);
    let message = sandbox.fail(2, &["compare", "13", "permutations", "eager"]);
    assert!(message.contains("permutations cannot be compared for 13 queens"), "{message}");
    assert!(message.contains("a smaller N"), "{message}");
    sandbox.refuse(2, &["compare", "3", "min-conflicts"], &["would never end", "try 4"]);
}

#[test]
fn wrong_arguments_are_answered_with_what_to_write() {
    let sandbox = Sandbox::new();
    for (arguments, parts) in [
        ("0", &["like 8, or a range like 1..16"][..]),
        ("-1", &["like 8, or a range like 1..16"]),
        ("eight", &["like 8, or a range like 1..16"]),
        ("9..4", &["like 8, or a range like 1..16"]),
        ("65", &["from 1 to 64"]),
        ("4..4294967295", &["from 1 to 64"]),
        ("99999999999999999999", &["like 8, or a range like 1..16"]),
        ("8 backtrackin", &["backtracking", "similar"]),
        ("8 quick", &["possible values", "forward-checking"]),
        ("8 eager eager", &["eager is named twice"]),
        ("8 eager --seed 1", &["--seed is for randomised algorithms (random, min-conflicts), not for eager"]),
        ("8 --runs 0", &["1 or more"]),
        ("8 --timeout 10", &["like 120ms or 1.5s"]),
        ("8 --timeout 0s", &["from 1ms"]),
        ("8 --as yaml", &["table, markdown, json, csv"]),
        ("8 --format json", &["--as json"]),
        ("8 --json", &["--as json"]),
        ("8 --size 480", &["--size is for the chart", "-o chart.png"]),
        ("8 --theme dark", &["--theme is for the chart"]),
        ("8 -o chart.svg", &["end 'chart.svg' in .png", "--as csv > FILE"]),
        ("8 -o c.png --size 40", &["40 pixels are too few", "the smallest width is"]),
        ("8 -o c.png --size 9000", &["the largest width is 8192"]),
        ("8 -o c.png --canvas 200x100", &["too small for the text", "the smallest of this shape is"]),
        ("8 -o c.png --canvas 800x600 --size 480", &["leave out --size"]),
        (
            "8 marking bitfield -o c.png --quantity tests",
            &["neither marking nor bitfield counts tests", "--quantity"],
        ),
        ("4..6 random -o c.png", &["--until first"]),
        ("8 -o c.png --title 日本", &["glyph for '日'", "--font FILE.ttf"]),
    ] {
        let arguments: Vec<&str> = ["compare"].into_iter().chain(arguments.split(' ')).collect();
        sandbox.refuse(2, &arguments, parts);
    }
    assert!(sandbox.names().is_empty(), "{:?}", sandbox.names());
}

#[test]
fn the_smallest_sizes_of_charts_that_messages_name_work() {
    let sandbox = Sandbox::new();
    for (option, too_small) in [("--size", "40"), ("--canvas", "200x100"), ("--canvas", "100x400")] {
        for sizes in ["6", "4..6"] {
            let arguments = ["compare", sizes, "--runs", "1", "-o", "c.png", option];
            let message = sandbox.fail(2, &[&arguments[..], &[too_small]].concat());
            let smallest = message.trim_end().rsplit(' ').next().unwrap().replace('×', "x");
            sandbox.succeed(&[&arguments[..], &[&smallest]].concat());
        }
    }
}

/// The lengths of the runs of a colour from the axis on, in the rows of a picture, each bar once.
fn bars(picture: &image::RgbImage, colour: Rgb) -> Vec<(u32, u32)> {
    let mut bars: Vec<(u32, u32)> = Vec::new();
    let mut is_above = false;
    for row in picture.rows() {
        let row: Vec<Rgb> = row.map(|pixel| Rgb(pixel.0)).collect();
        let longest = row.split(|pixel| *pixel != colour).map(<[Rgb]>::len).max().unwrap_or(0) as u32;
        // Letters are narrower.
        let start = row
            .windows(picture.width() as usize / 12)
            .position(|run| run.iter().all(|pixel| *pixel == colour));
        match start {
            Some(start) if !is_above => bars.push((start as u32, longest)),
            _ => {}
        }
        is_above = start.is_some();
    }
    bars
}

#[test]
fn bars_are_as_long_as_the_logarithms_of_their_values() {
    let sandbox = Sandbox::new();
    for (theme, size) in [("classic", "480"), ("midnight", "1080"), ("ink", "2160")] {
        let arguments = ["compare", "8", "--runs", "1", "--as", "csv", "-o", "chart.png"];
        sandbox.succeed(&[&arguments[..], &["--theme", theme, "--size", size]].concat());
        let picture = read_rgb(&sandbox.path("chart.png"));
        assert_eq!(picture.width().to_string(), size);
        let inks = Theme::named(theme).unwrap().inks();
        let board = &compare(&["8"])[0];
        for (colour, point) in [(inks.bar(State::Solution), "to_first_solution"), (inks.tree, "to_end")] {
            let bars = bars(&picture, colour);
            let values: Vec<u64> = algorithms_for(8)
                .into_iter()
                .filter_map(|one| algorithm(board, one.name())[point]["steps"].as_u64())
                .collect();
            assert_eq!(bars.len(), values.len(), "{theme}, {point}: {bars:?}");
            let (start, longest) = *bars.iter().max_by_key(|(_, length)| *length).unwrap();
            let most = *values.iter().max().unwrap();
            for ((left, length), value) in bars.iter().zip(values) {
                let wanted = f64::from(longest) * (value as f64).log10() / (most as f64).log10();
                assert_eq!(*left, start, "{theme}");
                assert!(
                    (f64::from(*length) - wanted).abs() <= 1.5,
                    "{theme}: {value}: {length}, not {wanted}"
                );
            }
        }
    }
}

/// Contents of charts, from one bar to many lines.
fn contents() -> Vec<(String, ChartContent)> {
    let mut contents = Vec::new();
    for count in [1, 2, 5, 8] {
        let algorithms = || Algorithm::ALL.into_iter().take(count);
        for until in [1, 2] {
            let tones = [("to the first solution", Tone::Strong), ("to the end of the search", Tone::Soft)];
            let series = tones
                .iter()
                .take(until)
                .map(|(name, tone)| ChartSeries { name: (*name).into(), tone: *tone });
            let bar = |index: usize| match index % 4 {
                3 => Bar { value: None, label: "cut off after 10s".into() },
                0 => Bar { value: Some(1_234_567_890.0), label: "1,234,567,890".into() },
                1 => Bar { value: Some(0.0), label: "0".into() },
                _ => Bar { value: Some(1.0), label: "1".into() },
            };
            let groups = algorithms().enumerate().map(|(index, one)| BarGroup {
                name: one.to_string(),
                bars: (0..until).map(|place| bar(index + place)).collect(),
            });
            let figure = ChartFigure::Bars { series: series.collect(), groups: groups.collect() };
            contents.push((format!("{count} groups of {until}"), content(figure)));
        }
        for (growth, last) in [(1.0, 12), (3.0, 20), (11.0, 64)] {
            let lines = algorithms().enumerate().map(|(index, one)| {
                let factor = 1.0 + growth * (index / 2) as f64 / 2.0;
                // Every second line overlaps the previous one, and every third ends early.
                let end = if index % 3 == 2 { last - 3 } else { last };
                let points = (4..=end).map(|n: u8| (n, 10.0 * factor.powi(i32::from(n - 4)))).collect();
                GrowthLine { name: one.to_string(), hue: index, points }
            });
            let figure = ChartFigure::Growth { sizes: 4..=last, lines: lines.collect() };
            contents.push((format!("{count} lines to {last}"), content(figure)));
        }
    }
    contents
}

fn content(figure: ChartFigure) -> ChartContent {
    ChartContent {
        title: "4 to 12 queens: steps to the end of the search".into(),
        unit: ChartUnit::Count,
        figure,
        note: "Logarithmic scale. Never end by themselves: random and min-conflicts.".into(),
    }
}

#[test]
fn the_words_of_charts_are_on_the_page_and_apart() {
    for (what, content) in contents() {
        let widths = [480, 1080, 2160].map(|width| (Some(width), None));
        let pages = [(640, 480), (1920, 1080), (1080, 1920), (2160, 2160)]
            .map(|(width, height)| (None, Some(PageSize::Pixels(width, height))));
        for (width, page) in widths.into_iter().chain(pages) {
            let style = PageStyle { width, page, ..PageStyle::default() };
            let page =
                Page::of_chart(&content, &style).unwrap_or_else(|error| panic!("{what}: {style:?}: {error}"));
            let shapes: Vec<Shape> = page.scene.shapes().map(|(_, shape)| shape).collect();
            let texts = shapes.iter().filter_map(Shape::text);
            let words: Vec<(&str, Rect)> =
                texts.map(|text| (text.content.as_str(), text.letters(&page.font))).collect();
            for (index, (text, area)) in words.iter().enumerate() {
                let is_inside = area.x > 0 && area.right() < page.width && area.bottom() < page.height;
                assert!(is_inside, "{what}, {width:?}, {}×{}: {text}: {area:?}", page.width, page.height);
                // Letters are at least 11 pixels high from line to line.
                assert!(area.height >= 7, "{what}: {text}");
                for (other, other_area) in &words[..index] {
                    assert!(!area.overlaps(*other_area), "{what}, {width:?}: {text} on {other}");
                }
            }
        }
    }
}

#[test]
fn a_chart_of_growth_has_a_line_for_each_algorithm_and_says_which_are_missing() {
    let sandbox = Sandbox::new();
    let names = ["backtracking", "marking", "permutations", "random"];
    let arguments = ["compare", "4..7", "--runs", "1", "-o", "growth.png", "--size", "720", "--as", "csv"];
    let output = sandbox.succeed(&[&arguments[..], &names].concat());
    assert!(stderr(&output).starts_with("growth.png: 720 × "), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), 1 + 4 * names.len());
    let picture = read_rgb(&sandbox.path("growth.png"));
    let lines = Theme::default().inks().lines();
    let pixels = |colour: Rgb| picture.pixels().filter(|pixel| Rgb(pixel.0) == colour).count();
    for name in names {
        let hue = Algorithm::ALL.into_iter().position(|one| one.name() == name).unwrap();
        let drawn = pixels(lines[hue].0);
        // A line is longer than the plot is wide.
        assert_eq!(drawn > 400, name != "random", "{name}: {drawn}");
    }
}

#[test]
fn a_chart_on_standard_output_replaces_the_table() {
    let sandbox = Sandbox::new();
    let output = sandbox.succeed(&["compare", "5", "eager", "-o", "-"]);
    assert!(output.stdout.starts_with(b"\x89PNG") && stderr(&output).starts_with("standard output: 1080 × "));
    sandbox.succeed(&["compare", "5", "eager", "-o", "chart.png"]);
    assert!(sandbox.read("chart.png") == output.stdout, "steps do not depend on time");
    let again = sandbox.succeed(&["compare", "5", "eager", "-o", "chart.png", "-q"]);
    assert!(stderr(&again).is_empty() && !again.stdout.is_empty());
    sandbox.write("notes.png", "mine");
    let message = stderr(&sandbox.run(&["compare", "5", "eager", "-o", "notes.png"]));
    assert!(message.contains("queenreel has not written it"), "{message}");
    sandbox.succeed(&["compare", "5", "eager", "-o", "notes.png", "--force"]);
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::process::Stdio;

    use crate::common::children::{interrupt, start};
    use crate::common::sandbox::{Sandbox, names, stderr, wait_until};

    #[test]
    fn a_path_that_cannot_be_written_is_reported() {
        let sandbox = Sandbox::new();
        sandbox.write("file", "");
        // The error is reported before the search, which would take a minute.
        let message = sandbox.fail(1, &["compare", "20", "eager", "--timeout", "1m", "-o", "file/chart.png"]);
        assert!(message.contains("cannot write file/chart.png"), "{message}");
    }

    #[test]
    fn an_interrupt_ends_it_and_leaves_the_old_file() {
        let sandbox = Sandbox::new();
        fs::create_dir(sandbox.path("charts")).unwrap();
        sandbox.write("charts/chart.png", "old");
        let arguments = ["compare", "20", "eager", "--timeout", "10m", "--force", "-o", "charts/chart.png"];
        let child = start(sandbox.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()));
        assert!(wait_until(|| sandbox.begun() > 0), "it begins");
        interrupt(&child);
        let output = child.wait_with_output();
        assert_eq!(output.status.code(), Some(130));
        assert!(stderr(&output).contains("interrupted; nothing was written") && output.stdout.is_empty());
        assert_eq!(sandbox.read("charts/chart.png"), b"old");
        assert_eq!(names(&sandbox.path("charts")), ["chart.png"]);
    }
}
