//! Presentations that the program writes.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use queenreel::board::Square;
use queenreel::encode::Format;
use queenreel::film::{FilmBuilder, Source};
use queenreel::search::{Algorithm, Order};
use serde_json::Value;

use crate::common::decks::{DeckRead, deck, read, read_deck};
use crate::common::decode::read_rgb;
use crate::common::known::size;
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, stderr};
use crate::common::table::words;

const WIDE: [u32; 2] = [12_192_000, 6_858_000];

/// A film as a directory of pictures, with its list of frames.
fn frames(sandbox: &Sandbox, command: &str) -> Vec<Value> {
    sandbox.succeed(&words(&format!("{command} -q -o frames/")));
    sandbox.listed("frames/frames.json")
}

fn titles(deck: &DeckRead) -> Vec<&str> {
    deck.slides.iter().map(|slide| slide.title.as_str()).collect()
}

/// The name of a square of a board of this size, from its row and column.
fn name(square: &Value, size: u64) -> String {
    let (row, column) = (square["row"].as_u64().unwrap(), square["column"].as_u64().unwrap());
    format!("{}{}", char::from(b'a' + column as u8 - 1), size + 1 - row)
}

/// A search by columns, as in its list of frames: the title of each slide, and the beginning of its board's
/// description.
fn told(frames: &[Value], size: u64) -> Vec<(String, String)> {
    let mut queens: BTreeSet<String> = BTreeSet::new();
    let mut tell = |frame: &Value| {
        let count = |key: &str| frame[key].as_u64().unwrap();
        let step = count("tests") + count("placements") + count("removals");
        let square = &frame["square"];
        let title = match frame["event"].as_str().unwrap() {
            "start" => "Start".to_owned(),
            "test" if frame["attacker"].is_null() => format!("Step {step}: {} is safe", name(square, size)),
            "test" => format!("Step {step}: {} is refused", name(square, size)),
            "place" => {
                queens.insert(name(square, size));
                format!("Step {step}: place a queen on {}", name(square, size))
            }
            "solution" => {
                queens.insert(name(square, size));
                format!("Step {step}: solution {} of 4", count("solutions"))
            }
            "remove" => {
                queens.remove(&name(square, size));
                format!("Step {step}: take the queen off {}", name(square, size))
            }
            "dead_end" => {
                let column = char::from(b'a' + count("column") as u8 - 1);
                let is_first = frame["reason"].as_str().unwrap() == "It has no safe square";
                let none = if is_first { "no safe square" } else { "no other safe square" };
                format!("Step {step}: {none} in column {column}")
            }
            event => panic!("{event}"),
        };
        let names: Vec<String> = queens.iter().cloned().collect();
        let board = match names.as_slice() {
            [] => format!("An empty board of {size} by {size} squares."),
            [one] => format!("A queen on {one} of {size} by {size} squares."),
            some => format!("Queens on {}, of {size} by {size} squares.", some.join(", ")),
        };
        (title, board)
    };
    frames.iter().map(&mut tell).collect()
}

#[test]
fn each_frame_of_a_search_is_a_slide() {
    let sandbox = Sandbox::new();
    let command = "search 6 --view lecture --canvas 720x405 --detail tests";
    // Slides that wait for a click are the frames of the film, but have their own words, as at an even pace.
    let place = |frame: &Value| (frame["step"].clone(), frame["event"].clone());
    let shown: Vec<_> = frames(&sandbox, command).iter().map(place).collect();
    let all = frames(&sandbox, &format!("{command} --pace even"));
    let (frames, told): (Vec<Value>, Vec<_>) =
        all.iter().cloned().zip(told(&all, 6)).filter(|(frame, _)| shown.contains(&place(frame))).unzip();
    // The lines of the first dead end stay until its queen has left.
    let dead_end = frames.iter().position(|frame| frame["event"] == "dead_end").unwrap();
    let Some(deck) = deck(&sandbox, &words(command)) else { return };
    assert_eq!((deck.title.as_str(), deck.size), ("Backtracking search for 6 queens", WIDE));
    assert!(frames.len() > 200 && deck.slides.len() == frames.len(), "{}", frames.len());
    for (number, (slide, (title, board))) in (1..).zip(deck.slides.iter().zip(told)) {
        let frame = &frames[number - 1];
        assert_eq!(slide.title, title);
        let words = |key: &str| frame[key].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        let happened = format!("{}. {}.", words("caption"), words("reason"));
        assert_eq!(slide.notes.lines().next(), Some(happened.as_str()));
        assert_eq!(slide.alt, format!("{board} {happened}"));
        assert_eq!((slide.picture, slide.advance), ([0, 0, WIDE[0], WIDE[1]], None));
        let picture = read_rgb(&sandbox.path(&format!("{number}.png")));
        let frame = read_rgb(&sandbox.path("frames").join(frame["file"].as_str().unwrap()));
        let is_explained = (dead_end + 1..=dead_end + 2).contains(&number);
        assert_eq!(picture == frame, !is_explained, "the picture of slide {number}");
    }
    let last = deck.slides.last().unwrap().notes.lines().last().unwrap();
    let count = |key: &str| frames.last().unwrap()[key].to_string();
    for key in ["tests", "placements", "backtracks"] {
        assert!(last.contains(&format!(" {} {key}", count(key))), "{last}");
    }
    let distinct: BTreeSet<&str> = titles(&deck).into_iter().collect();
    assert_eq!(distinct.len(), deck.slides.len(), "each slide has a title of its own");
}

#[test]
fn slides_advance_by_a_click_or_after_the_time_of_their_frame() {
    let sandbox = Sandbox::new();
    let plain = "search 4 --canvas 320x180";
    let command = format!("{plain} --delay 12ms --hold 2500ms");
    let frames = frames(&sandbox, &command);
    let times: Vec<_> =
        frames.iter().map(|frame| (frame["seconds"].as_f64().unwrap() * 1000.0).round() as u64).collect();
    assert_eq!((times.first(), times.last()), (Some(&12), Some(&2500)));
    let Some(by_click) = deck(&sandbox, &words(plain)) else { return };
    assert!(by_click.slides.iter().all(|slide| slide.advance.is_none() && slide.click));
    let timed = deck(&sandbox, &words(&format!("{command} --advance"))).unwrap();
    assert!(timed.slides.iter().map(|slide| slide.advance).eq(times.into_iter().map(Some)));
    assert!(timed.slides.iter().all(|slide| slide.click));
}

#[test]
fn the_canvas_is_the_slide_and_wide_by_default() {
    let sandbox = Sandbox::new();
    // The size of the slide, and of the picture.
    let pages = [
        ("", WIDE, (1920, 1080)),
        (" --view lecture", WIDE, (1920, 1080)),
        (" --canvas 4:3", [9_144_000, 6_858_000], (1440, 1080)),
        (" --canvas 640x360", WIDE, (640, 360)),
        (" --canvas 400x400", [12_192_000, 12_192_000], (400, 400)),
        (" --canvas 9:16", [6_858_000, 12_192_000], (1080, 1920)),
    ];
    for (canvas, size, pixels) in sampled(2, pages) {
        let command = format!("search 4 --select ..2{canvas}");
        let Some(deck) = deck(&sandbox, &words(&command)) else { return };
        assert_eq!((deck.size, deck.slides[0].picture), (size, [0, 0, size[0], size[1]]), "{command}");
        assert_eq!(read_rgb(&sandbox.path("1.png")).dimensions(), pixels, "{command}");
    }
}

#[test]
fn races_and_galleries_become_slides() {
    let sandbox = Sandbox::new();
    let race = "race 5 backtracking forward-checking --every 4";
    let frames = frames(&sandbox, race);
    let Some(raced) = deck(&sandbox, &words(race)) else { return };
    assert_eq!((raced.slides.len(), raced.size), (frames.len(), WIDE));
    let ticks: Vec<u64> = frames.iter().map(|frame| frame["ticks"].as_u64().unwrap()).collect();
    let expected: Vec<String> = ticks.iter().map(|tick| format!("Tick {tick}")).collect();
    let shown = titles(&raced);
    assert_eq!((shown[0], shown[1]), ("Start", expected[1].as_str()));
    assert_eq!(*shown.last().unwrap(), format!("End: {} ticks", ticks.last().unwrap()));
    let last = raced.slides.last().unwrap();
    for name in ["backtracking is number ", "forward-checking is number 1"] {
        assert!(last.notes.contains(name), "{}", last.notes);
    }
    assert!(last.alt.starts_with("2 boards of 5 by 5 squares after "), "{}", last.alt);

    let gallery = deck(&sandbox, &["gallery", "6"]).unwrap();
    assert_eq!(titles(&gallery), ["Solution 1", "Solution 2", "Solution 3", "Solution 4"]);
    assert_eq!(gallery.size, WIDE);
    // The rows of the first solution are 2 4 6 1 3 5.
    let board = "Queens on a5, b3, c1, d6, e4, f2, of 6 by 6 squares.";
    assert_eq!(gallery.slides[0].alt, board);
}

/// Captions, and the expected notes.
fn hostile() -> [(String, String); 4] {
    let long = "so and so ".repeat(1000);
    [
        ("</p:sp>&amp;<a:t>", "</p:sp>&amp;<a:t>."),
        ("bell \u{7}\u{1b}[0m and \u{fffe}", "bell \u{fffd}\u{fffd}[0m and \u{fffd}."),
        ("\u{202e}right to left 👑", "\u{202e}right to left 👑."),
        (&long, &format!("{}.", long.trim_end())),
    ]
    .map(|(caption, notes)| (caption.to_owned(), notes.to_owned()))
}

#[test]
fn captions_of_logs_may_hold_markup_and_characters_that_xml_forbids() {
    let sandbox = Sandbox::new();
    let captions = ["</p:sp>&amp;<a:t>", "two \u{fffe}\u{ffff}", "👑"];
    let mut log = String::from("{\"queens\":4}\n");
    for (square, caption) in ["[2,1]", "[4,2]", "[1,3]"].iter().zip(captions) {
        writeln!(log, "{{\"place\":{square},\"caption\":\"{caption}\"}}").unwrap();
    }
    sandbox.write("log.jsonl", &log);
    let Some(deck) = deck(&sandbox, &words("replay log.jsonl --canvas 320x180")) else { return };
    let notes: Vec<&str> = deck.slides.iter().map(|slide| slide.notes.lines().next().unwrap()).collect();
    assert_eq!(notes[1..], ["</p:sp>&amp;<a:t>.", "two \u{fffd}\u{fffd}.", "👑."]);
    let expected = ["Step 1: </p:sp>&amp;<a:t>", "Step 2: two \u{fffd}\u{fffd}", "Step 3: 👑"];
    assert_eq!(titles(&deck)[1..], expected);
}

#[test]
fn captions_of_programs_may_hold_anything() {
    let captions = hostile();
    let words = captions.clone();
    let source = Source::algorithm(size(4), Algorithm::Backtracking, Order::Columns, 1, Some(1));
    let film = FilmBuilder::new(size(4)).format(Format::Pptx).canvas(320, 180).select("..4".parse().unwrap());
    let film = film.narrator(move |frame| words.get(frame.step as usize).map(|(caption, _)| caption.clone()));
    let (pptx, summary) = film.film(&source, Vec::new()).unwrap();
    assert_eq!((summary.frames, summary.bytes), (5, pptx.len() as u64));
    let Some((deck, _)) = read(&pptx) else { return };
    assert_eq!(deck.slides.len(), 5);
    for (slide, (_, notes)) in deck.slides.iter().zip(&captions) {
        assert_eq!(slide.notes.lines().next().unwrap(), notes);
        assert!(slide.alt.ends_with(notes.as_str()) && slide.title.chars().count() < 100, "{}", slide.title);
    }
}

#[test]
fn a_film_by_calls_is_a_deck() {
    let mut film = FilmBuilder::new(size(4)).format(Format::Pptx).delay(Duration::from_millis(50));
    film = film.title("Four queens").canvas(320, 240);
    let mut film = film.write_to(Vec::new()).unwrap();
    for (row, column) in [(2, 1), (4, 2), (1, 3), (3, 4)] {
        film.place(Square::new(row, column)).unwrap();
    }
    film.solution().unwrap();
    let (pptx, summary) = film.finish().unwrap();
    let Some((deck, _)) = read(&pptx) else { return };
    assert_eq!((deck.title.as_str(), deck.slides.len() as u64), ("Four queens", summary.frames));
    let board = deck.slides[4].alt.split(" Solution").next();
    assert_eq!(board, Some("Queens on a3, b1, c4, d2, of 4 by 4 squares."));
}

#[test]
fn many_slides_need_max_frames() {
    let sandbox = Sandbox::new();
    let many = "search 8 --detail tests --canvas 160x160 -o a.pptx --select ..301 --max-frames 500";
    sandbox.succeed(&words(many));
    let Some(deck) = read_deck(&sandbox.path("a.pptx"), sandbox.path("").as_path()) else { return };
    assert_eq!(deck.slides.len(), 302);
}

#[test]
fn the_same_command_writes_the_same_bytes_also_to_a_pipe() {
    let sandbox = Sandbox::new();
    let command = "search 5 --view article --canvas 320x180 -q --format pptx -o";
    let command = |output| format!("{command} {output}");
    sandbox.succeed(&words(&command("a.pptx")));
    sandbox.succeed(&words(&command("b.pptx")));
    let piped = sandbox.succeed(&words(&command("-"))).stdout;
    assert!(sandbox.read("a.pptx") == sandbox.read("b.pptx") && sandbox.read("a.pptx") == piped);
    // A file written by the program is replaced; the file of another program is not.
    sandbox.succeed(&words(&command("a.pptx")));
    let marked = piped.windows(9).position(|bytes| bytes == b"queenreel").unwrap();
    let mut foreign = piped;
    foreign[marked..marked + 9].copy_from_slice(b"elsewhere");
    sandbox.write("a.pptx", &foreign);
    sandbox.refuse(1, &words(&command("a.pptx")), &["'a.pptx' exists"]);
    sandbox.write("a.pptx", &sandbox.read("b.pptx")[..5000]);
    sandbox.fail(1, &words(&command("a.pptx")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_fault_leaves_nothing_behind() {
    let sandbox = Sandbox::new();
    let message = sandbox.fail(1, &words("search 5 -o /dev/full --format pptx --canvas 320x180"));
    assert!(message.contains("No space left on device"), "{message}");
    assert_eq!(message.lines().filter(|line| !line.starts_with("note")).count(), 1, "{message}");
    let mut piped = sandbox.command(&words("search 5 -q --canvas 320x180 --format pptx -o -"));
    let output = piped.stdout(crate::common::sandbox::full_device()).output().unwrap();
    assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(1), 1), "{}", stderr(&output));
    assert_eq!(sandbox.names(), [""; 0]);
    assert!(!Path::new("/dev/full.pptx").exists());
}
