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

use crate::common::decode::read_rgb;
use crate::common::known::{SOLUTIONS, WHOLE_SEARCHES};
use crate::common::sandbox::{Sandbox, stderr, stdout};
use crate::record::texts::transcript::Oracle;

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

fn has_no_number(point: &Value) -> bool {
    point.as_object().unwrap().iter().all(|(key, value)| key == "status" || value.is_null())
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
            assert!(has_no_number(first), "{first}");
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
fn queens_on_any_squares_have_a_size_a_time_and_an_estimate_for_all_boards() {
    let text = Sandbox::new().stdout(&["compare", "4..8", "anywhere", "--runs", "1"]);
    // 64 choose 8.
    let boards = 4_426_165_368_u64;
    let board = &compare(&["8", "anywhere"])[0];
    assert_eq!(board["n_squared_choose_n"], boards);
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
    let expected = time * boards as f64 / steps as f64;
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
            assert!(has_no_number(end), "{end}");
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
}
