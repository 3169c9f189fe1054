//! Films within a size limit, and films for presets.

use toml::{Table, Value};

use crate::common::decode::gif_frames;
use crate::common::lists;
use crate::common::sample::{all_cases, sampled};
use crate::common::sandbox::{Sandbox, repository_file, stderr};
use crate::common::table::words;
use crate::common::tools::probe;

/// The reductions of a film, as options.
fn options_of(said: &str) -> Vec<String> {
    let given_up = said.lines().find_map(|line| line.strip_prefix("note: made to fit with "));
    let given_up = given_up.map(|list| list.split(", ").collect::<Vec<_>>()).unwrap_or_default();
    let option = |reduction: &str| {
        let words: Vec<&str> = reduction.split(' ').collect();
        match words[..] {
            ["one", "step", "of", "every", steps] => ["--every".to_owned(), steps.replace(',', "")],
            ["boards", "of", width, "pixels"] => ["--size".to_owned(), width.to_owned()],
            ["pages", "of", size, "pixels"] => ["--canvas".to_owned(), size.replace('×', "x")],
            ["quality", quality] => ["--quality".to_owned(), quality.to_owned()],
            [fps, "pictures", "per", "second"] => ["--fps".to_owned(), fps.to_owned()],
            ["no", "motion"] => ["--motion".to_owned(), "none".to_owned()],
            ["a", "length", "of", time] => ["--duration".to_owned(), time.to_owned()],
            _ => panic!("{reduction}"),
        }
    };
    given_up.into_iter().flat_map(option).collect()
}

#[test]
fn a_film_under_a_size_is_near_it_and_is_that_of_the_options_that_it_names() {
    let sandbox = Sandbox::new();
    for [command, limit] in sampled(3, lists::rows(include_str!("limits/films.txt"))) {
        let words = words(command);
        let said = stderr(&sandbox.succeed(&[&words[..], &["--fit", limit]].concat()));
        let file = words.last().unwrap();
        let bytes = sandbox.read(file);
        let most: usize = limit.parse().unwrap();
        assert!(bytes.len() <= most, "{command}: {} of {limit}", bytes.len());
        assert!(bytes.len() * 10 >= most * 9, "{command}: {} of {limit}, {said}", bytes.len());
        let options = options_of(&said);
        assert!(!options.is_empty(), "{command}: {said}");
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        sandbox.succeed(&[&words[..], &options].concat());
        assert_eq!(sandbox.read(file), bytes, "{command}: {options:?}");
    }
}

#[test]
fn a_film_that_fits_gives_nothing_up() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "6", "-o", "whole.gif"]);
    let whole = sandbox.read("whole.gif");
    let limit = whole.len().to_string();
    let said = stderr(&sandbox.succeed(&["search", "6", "-o", "fit.gif", "--fit", &limit]));
    assert_eq!((sandbox.read("fit.gif"), said.as_str()), (whole, ""));
}

#[test]
fn a_film_for_x_has_the_largest_number_of_frames_that_x_accepts() {
    if !all_cases() {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "8", "--all", "--for", "x", "-o", "x.gif"]);
    let bytes = sandbox.read("x.gif");
    let frames = gif_frames(&bytes).count();
    assert!((300..=350).contains(&frames), "{frames}");
    // 480 pixels wide and high.
    assert!(frames * 480 * 480 <= 300_000_000 && bytes.len() <= 15_000_000);
}

#[test]
fn a_story_is_not_longer_than_its_preset_allows() {
    let sandbox = Sandbox::new();
    let fps = if all_cases() { "30" } else { "2" };
    let story = ["search", "7", "--all", "--view", "lecture", "--for", "story", "--fps", fps, "-o", "s.mp4"];
    let said = stderr(&sandbox.succeed(&story));
    assert!(said.contains("a length of 1m"), "{said}");
    let Some(probed) = probe("format=duration", &sandbox.path("s.mp4")) else { return };
    let seconds: f64 = probed[0].parse().unwrap();
    assert!((59.0..=60.0).contains(&seconds), "{seconds}");
}

/// The cells of the tables of a document that begin with this one, without their heads.
fn rows_of<'a>(document: &'a str, first: &str) -> Vec<Vec<&'a str>> {
    let lines = document.lines().skip_while(|line| !line.starts_with(&format!("| {first} ")));
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn the_documented_table_of_presets_equals_the_table_of_the_program() {
    let read = |path: &str| std::fs::read_to_string(repository_file(path)).unwrap();
    let presets: Table = read("src/options/presets.toml").parse().unwrap();
    let presets = presets["preset"].as_array().unwrap();
    let documented = read("docs/limits.md");
    let rows = rows_of(&documented, "name");
    assert_eq!(rows.len(), presets.len());
    let formats = rows_of(&documented, "format");
    for (column, (row, preset)) in rows.iter().zip(presets).enumerate() {
        let text = |key: &str| match preset.get(key) {
            None => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Integer(number)) => number.to_string(),
            Some(Value::Array(sides)) => {
                sides.iter().map(|side| side.as_integer().unwrap().to_string()).collect::<Vec<_>>().join("×")
            }
            Some(other) => panic!("{other:?}"),
        };
        let shows = preset["shows"].as_table().unwrap();
        let usual = preset["usual"].as_str().unwrap();
        let others = formats.iter().map(|format| format[0]).filter(|format| *format != usual);
        let played =
            [usual].into_iter().chain(others).filter(|format| shows[*format].as_str() == Some("plays"));
        let played = played.collect::<Vec<_>>().join(", ");
        let keys = ["bytes", "pictures", "pixels", "largest", "canvas", "seconds", "cards", "source", "read"];
        let wanted: Vec<String> =
            [text("name"), text("shown"), played].into_iter().chain(keys.into_iter().map(text)).collect();
        assert_eq!(*row, wanted, "docs/limits.md");
        // The site itself, or none.
        let (source, site) = (text("source"), text("site").to_lowercase());
        let site = match &*site {
            "instagram" => "developers.facebook.com",
            "powerpoint" => "support.microsoft.com",
            "x" => "docs.x.com",
            site => &format!("{site}.com"),
        };
        assert!(source.contains(site) || source.starts_with("none: "), "{source}");
        assert!(source.starts_with("https://") || source.starts_with("none: "), "{source}");
        for format in &formats {
            assert_eq!(shows[format[0]].as_str(), Some(format[column + 1]), "{} at {}", format[0], row[0]);
        }
        assert_eq!(shows.len(), formats.len());
    }
}
