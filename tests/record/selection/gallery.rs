//! Excerpts of galleries and lists, whose steps are the numbers of solutions.

use std::fs;

use image::DynamicImage;
use serde_json::Value;

use crate::common::decode::gif_frames;
use crate::common::sandbox::Sandbox;

const SELECTIONS: [(&str, &[usize]); 6] = [
    ("3", &[3]),
    ("37..40", &[37, 38, 39, 40]),
    ("90..", &[90, 91, 92]),
    ("..2,91..1000", &[1, 2, 91, 92]),
    ("9, 0..1, 5..+2, 6", &[1, 5, 6, 7, 9]),
    ("92,1", &[1, 92]),
];

/// The pictures of a directory, and their entries without the file names.
fn pictures(sandbox: &Sandbox, options: &[&str]) -> Vec<(Vec<u8>, Value)> {
    sandbox.succeed(&[&["gallery", "8", "--size", "120", "-q", "-o", "solutions/"], options].concat());
    let picture = |mut entry: Value| {
        let file = entry["file"].take();
        (sandbox.read(&format!("solutions/{}", file.as_str().unwrap())), entry)
    };
    sandbox.listed("solutions/solutions.json").into_iter().map(picture).collect()
}

#[test]
fn selected_solutions_have_their_pictures_and_numbers() {
    let sandbox = Sandbox::new();
    let whole = pictures(&sandbox, &[]);
    assert_eq!(whole.len(), 92);
    for (select, numbers) in SELECTIONS {
        let some = pictures(&sandbox, &["--select", select]);
        let expected: Vec<_> = numbers.iter().map(|number| whole[number - 1].clone()).collect();
        assert!(some == expected, "{select}");
        fs::remove_dir_all(sandbox.path("solutions")).unwrap();
    }
    let fundamental = pictures(&sandbox, &["--fundamental"]);
    let some = pictures(&sandbox, &["--fundamental", "--select", "12,2"]);
    assert!(some == [fundamental[1].clone(), fundamental[11].clone()]);
}

/// The numbers after these words in a text, in order.
fn numbers_after(words: &str, text: &str) -> Vec<u64> {
    let rest = text.split(words).skip(1).map(|rest| rest.chars().take_while(char::is_ascii_digit));
    rest.filter_map(|digits| digits.collect::<String>().parse().ok()).collect()
}

#[test]
fn fundamental_solutions_have_one_number_everywhere() {
    let sandbox = Sandbox::new();
    for (options, numbers) in [
        (&[][..], (1..=6).collect::<Vec<u64>>()),
        (&["--from", "4"], vec![4, 5, 6]),
        (&["--select", "2,5"], vec![2, 5]),
    ] {
        let made = |output: &str, more: &[&str]| {
            let command = ["gallery", "7", "--fundamental", "--size", "96", "--force", "-q", "-o", output];
            sandbox.succeed(&[&command[..], options, more].concat());
            sandbox.read(output)
        };
        let film = made("a.gif", &["--subtitles", "a.vtt", "--transcript", "a.md"]);
        assert!(!film.is_empty());
        let [subtitles, transcript] =
            ["a.vtt", "a.md"].map(|name| String::from_utf8(sandbox.read(name)).unwrap());
        assert_eq!(numbers_after("Solution ", &subtitles), numbers, "{subtitles}");
        assert_eq!(numbers_after("Solution ", &transcript), numbers, "{transcript}");
        let page = String::from_utf8(made("a.html", &[])).unwrap();
        let words = page.split_once("<noscript>").unwrap().1.split_once("</noscript>").unwrap().0;
        assert_eq!(numbers_after("Solution ", words), numbers, "{words}");
        sandbox.succeed(&[&["gallery", "7", "--fundamental", "-q", "-o", "each/"], options].concat());
        let listed = sandbox.listed("each/solutions.json");
        let number = |key: &str| listed.iter().map(|entry| entry[key].as_u64().unwrap()).collect::<Vec<_>>();
        assert_eq!(number("number"), numbers);
        // The number among all 40 is that of its line in the complete list.
        let all = sandbox.stdout(&["list", "7"]);
        let some = sandbox.stdout(&[&["list", "7", "--fundamental"], options].concat());
        let place = |one: &str| 1 + all.lines().position(|other| other == one).unwrap() as u64;
        assert_eq!(number("among_all"), some.lines().map(place).collect::<Vec<_>>());
        fs::remove_dir_all(sandbox.path("each")).unwrap();
    }
    sandbox.succeed(&["gallery", "5", "-q", "-o", "each/"]);
    assert!(sandbox.listed("each/solutions.json").iter().all(|entry| entry.get("among_all").is_none()));
}

#[test]
fn an_animation_has_the_selected_solutions() {
    let sandbox = Sandbox::new();
    let film = |options: &[&str]| -> Vec<DynamicImage> {
        let film = ["gallery", "6", "--size", "120", "-o", "-", "--format", "gif"];
        let output = sandbox.succeed(&[&film, options].concat());
        gif_frames(&output.stdout).map(|frame| frame.into_buffer().into()).collect()
    };
    let whole = film(&[]);
    assert_eq!(film(&["--select", "4,2"]), [whole[1].clone(), whole[3].clone()]);
    assert_eq!(film(&["--select", "2"]), [whole[1].clone()]);
}

#[test]
fn lists_have_the_selected_solutions() {
    let sandbox = Sandbox::new();
    for options in [&["list", "8"][..], &["list", "8", "--algorithm", "permutations"]] {
        let whole = sandbox.stdout(options);
        let lines: Vec<&str> = whole.lines().collect();
        for (select, numbers) in SELECTIONS {
            let some = sandbox.stdout(&[options, &["--select", select]].concat());
            let expected: Vec<&str> = numbers.iter().map(|number| lines[number - 1]).collect();
            assert_eq!(some.lines().collect::<Vec<_>>(), expected, "{select}");
        }
    }
}
