//! Films within a size limit, and films for presets.

use std::collections::BTreeSet;

use toml::{Table, Value};

use crate::common::decode::gif_frames;
use crate::common::sample::{is_sweep, sampled};
use crate::common::sandbox::{Sandbox, repository_file, stderr};
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
    // With few steps, the film has fewer bytes, so it cannot be close to the limit.
    let films = [
        ("search 6 --view lecture", "f.gif", 95_000),
        ("search 8 --all", "f.gif", 300_000),
        ("search 8", "f.gif", 200_000),
        ("search 6", "f.webp", 20_000),
        ("search 6", "f.mp4", 60_000),
        ("search 6 --view article", "f.mp4", 300_000),
        ("search 6 --motion soft", "f.apng", 60_000),
        ("race 6 backtracking eager", "f.gif", 150_000),
    ];
    let sandbox = Sandbox::new();
    for (command, file, limit) in sampled(3, films) {
        let words: Vec<&str> = command.split(' ').collect();
        let limit_text = limit.to_string();
        let fitted = [&words[..], &["-o", file, "--fit", &limit_text]].concat();
        let said = stderr(&sandbox.succeed(&fitted));
        let bytes = sandbox.read(file);
        assert!(bytes.len() <= limit, "{command}: {} of {limit}", bytes.len());
        assert!(bytes.len() * 10 >= limit * 9, "{command}: {} of {limit}, {said}", bytes.len());
        let options = options_of(&said);
        assert!(!options.is_empty(), "{command}: {said}");
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        sandbox.succeed(&[&words[..], &["-o", file], &options].concat());
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
fn what_is_asked_for_is_kept_and_nothing_is_written_if_nothing_fits() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "5", "-o", "old.gif"]);
    let old = sandbox.read("old.gif");
    let kept = ["search", "6", "--every", "1", "--size", "480", "-o", "old.gif", "--fit", "20kB"];
    let said = sandbox.fail(1, &kept);
    assert!(
        said.contains("cannot make a film of at most 20,000 bytes: the smallest possible has "),
        "{said}"
    );
    assert!(!said.contains(", with "), "{said}");
    let said = sandbox.fail(1, &["search", "6", "-o", "old.gif", "--fit", "1kB"]);
    assert!(said.contains("boards of 240 pixels") && said.contains("only solutions"), "{said}");
    assert_eq!((sandbox.read("old.gif"), sandbox.names()), (old, vec!["old.gif".to_owned()]));
    let said = stderr(&sandbox.succeed(&["search", "6", "--every", "2", "-o", "two.gif", "--fit", "30kB"]));
    assert!(said.contains("boards of ") && !said.contains("step"), "{said}");
}

#[test]
fn sizes_and_presets_that_make_no_sense_are_refused() {
    let sandbox = Sandbox::new();
    for (options, message) in [
        (&["--fit", "0"][..], "write a size like"),
        (&["--fit", "-5MB"], "write a size like"),
        (&["--fit", "much"], "write a size like"),
        (&["--fit", "1MB", "-o", "frames/"], "--fit is for films in one file"),
        (&["--for", "paper"], "github"),
        (
            &["--for", "story", "-o", "film.gif"],
            "Instagram does not say that it plays GIF; use .mp4, or leave out --for",
        ),
        (&["--for", "story", "--duration", "90s", "-o", "film.mp4"], "at most 1m; give a shorter --duration"),
        (&["--fit", "20kB", "--events", "-"], "--fit is for films"),
        (&["--for", "x", "--canvas", "1920x1080", "-o", "film.gif"], "at most 1280×1080 pixels"),
        (
            &["--for", "github", "-o", "frames/"],
            "GitHub does not say that it plays PNG frames; use .gif, .mp4 or .svg",
        ),
    ] {
        sandbox.refuse(2, &[&["search", "4"], options].concat(), &[message]);
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_film_for_x_has_all_limits_of_x() {
    let sandbox = Sandbox::new();
    for page in [["--size", "1400"], ["--canvas", "a4"]] {
        let said = sandbox.fail(1, &[&["search", "4", "--for", "x", "-o", "large.gif"][..], &page].concat());
        assert!(said.contains("at most 1280×1080 pixels: the smallest possible has "), "{said}");
    }
    if !is_sweep() {
        return;
    }
    sandbox.succeed(&["search", "8", "--all", "--for", "x", "-o", "x.gif"]);
    let bytes = sandbox.read("x.gif");
    let frames = gif_frames(&bytes).count();
    assert!((300..=350).contains(&frames), "{frames}");
    // 480 pixels wide and high.
    assert!(frames * 480 * 480 <= 300_000_000 && bytes.len() <= 15_000_000);
}

#[test]
fn a_preset_chooses_format_and_page() {
    let sandbox = Sandbox::new();
    for (preset, size) in [("slide", ["1920", "1080"]), ("story", ["1080", "1920"])] {
        sandbox.succeed(&["search", "5", "--for", preset]);
        let Some(probed) = probe("stream=width,height", &sandbox.path("output/queens-5.mp4")) else { return };
        assert_eq!(probed, size);
    }
    // Explicit options have priority.
    sandbox.succeed(&["search", "5", "--for", "github", "-o", "film.mp4", "--size", "256"]);
    assert_eq!(&sandbox.read("film.mp4")[4..8], b"ftyp");
}

#[test]
fn a_story_is_not_longer_than_its_preset_allows() {
    let sandbox = Sandbox::new();
    let fps = if is_sweep() { "30" } else { "8" };
    let story = ["search", "6", "--view", "lecture", "--for", "story", "--fps", fps, "-o", "s.mp4"];
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

fn presets() -> Vec<Table> {
    let table: Table =
        std::fs::read_to_string(repository_file("src/options/presets.toml")).unwrap().parse().unwrap();
    table["preset"].as_array().unwrap().iter().map(|preset| preset.as_table().unwrap().clone()).collect()
}

fn documented() -> String {
    std::fs::read_to_string(repository_file("docs/limits.md")).unwrap()
}

#[test]
fn the_documented_table_of_presets_equals_the_table_of_the_program() {
    let (presets, documented) = (presets(), documented());
    let rows = rows_of(&documented, "name");
    assert_eq!(rows.len(), presets.len());
    let formats = rows_of(&documented, "format");
    for (column, (row, preset)) in rows.iter().zip(&presets).enumerate() {
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

/// Each format for each preset agrees with the document: it is made, or refused with the suggestion of one that
/// is made.
#[test]
fn a_preset_gets_no_format_that_it_does_not_play() {
    let documented = documented();
    let presets = presets();
    let sandbox = Sandbox::new();
    let formats = rows_of(&documented, "format");
    assert_eq!(formats.len(), 16);
    let mut followed = BTreeSet::new();
    let pairs = formats
        .iter()
        .flat_map(|row| presets.iter().zip(&row[1..]).map(|(preset, shown)| (row[0], preset, *shown)));
    for (format, preset, shown) in pairs {
        let name = preset["name"].as_str().unwrap();
        let site = preset["site"].as_str().unwrap();
        let output = if format == "frames" { "frames/".to_owned() } else { format!("film.{format}") };
        let film = ["search", "4", "--for", name, "-o", &output, "--force", "--quiet"];
        let still = ["--select", "8"];
        let is_still = ["png", "jpg", "bmp", "tiff", "qoi", "ppm"].contains(&format);
        let film = [&film[..], if is_still { &still } else { &[] }].concat();
        if shown == "plays" {
            sandbox.succeed(&film);
            continue;
        }
        let why = match shown {
            "still" => "shows {} as a still; use .",
            "file" => "offers {} as a file to download; use .",
            "otherwise" => "takes {}, but --for",
            "unknown" => "does not say that it plays {}; use .",
            other => panic!("{other}"),
        };
        let called = match format {
            "webp" => "WebP".to_owned(),
            "frames" => "PNG frames".to_owned(),
            "jpg" => "JPEG".to_owned(),
            other => other.to_uppercase(),
        };
        let said = sandbox.fail(2, &film);
        assert!(said.contains(&format!("{site} {}", why.replace("{}", &called))), "{name}, {format}: {said}");
        // The suggestion works.
        let advice = said.split("; use .").nth(1).unwrap().split([',', ' ']).next().unwrap();
        let advised = format!("film.{advice}");
        if !followed.insert((name, advised.clone())) {
            continue;
        }
        sandbox.succeed(&["search", "4", "--for", name, "-o", &advised, "--force", "--quiet"]);
    }
}

/// All commands that make films for presets, and recipes.
#[test]
fn every_command_refuses_what_a_preset_does_not_play() {
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", "{\"queens\":4}\n{\"place\":[1,1]}\n");
    let message = "Discord shows APNG as a still; use .gif, .webp or .mp4, or leave out --for";
    for command in [
        &["search", "4", "--for", "discord", "-o", "film.apng"][..],
        &["search", "4", "--for", "discord", "--format", "apng"],
        &["search", "4", "--for", "discord", "-o", "-", "--format", "apng"],
        &["search", "4", "--for", "discord", "--format", "apng", "-o", "film.png"],
        &["race", "4", "eager", "marking", "--for", "discord", "-o", "film.APNG"],
        &["replay", "log.jsonl", "--for", "discord", "-o", "film.apng"],
    ] {
        sandbox.refuse(2, command, &[message]);
    }
    sandbox.write(
        "film.toml",
        "[[film]]\nkind = \"search\"\nqueens = 4\nfor = \"discord\"\noutput = \"film.apng\"\n",
    );
    let said = sandbox.fail(2, &["make", "film.toml"]);
    assert!(
        said.contains("Discord shows APNG as a still; use .gif, .webp or .mp4, or leave out --for"),
        "{said}"
    );
}
