//! `--alt`: the text, and the HTML as parsed by another program.

use serde_json::Value;

use super::HOSTILE;
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, stderr, stdout};
use crate::common::tools::{python, run_tool};

const PARSER: &str = "
import html.parser, json, sys
class Parser(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.elements, self.text = [], ''
    def handle_starttag(self, tag, attributes):
        self.elements.append([tag, dict(attributes)])
    def handle_data(self, data):
        self.text += data
parser = Parser()
parser.feed(sys.argv[1])
parser.close()
print(json.dumps([parser.elements, parser.text.strip()]))
";

/// The output of `--alt`: the text, the elements of the HTML, and the text in them. `None` if Python is not
/// installed.
struct Shown {
    alt: String,
    elements: Vec<(String, Value)>,
    text: String,
}

fn shown(said: &str) -> Option<Shown> {
    let (_, rest) = said.split_once("alt: ").unwrap();
    let (alt, html) = rest.split_once('\n').unwrap();
    let output = run_tool(python(&["html.parser"])?.args(["-c", PARSER, html]))?;
    let parsed: (Vec<(String, Value)>, String) = serde_json::from_slice(&output.stdout).unwrap();
    Some(Shown { alt: alt.to_owned(), elements: parsed.0, text: parsed.1 })
}

impl Shown {
    fn names(&self) -> Vec<&str> {
        self.elements.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn size(&self) -> (u32, u32) {
        let (_, attributes) =
            self.elements.iter().rfind(|(_, attributes)| !attributes["width"].is_null()).unwrap();
        let side = |name: &str| attributes[name].as_str().unwrap().parse().unwrap();
        (side("width"), side("height"))
    }
}

#[test]
fn a_picture_has_its_alternative_text_and_a_still_for_reduced_motion() {
    let sandbox = Sandbox::new();
    for output in ["film.gif", "film.apng", "film.webp"] {
        let film = ["search", "8", "--size", "121", "-o", output, "--alt", "--poster", "still image.png"];
        let Some(shown) = shown(&sandbox.stdout(&film)) else { return };
        assert_eq!(
            shown.alt,
            "Backtracking search for 8 queens: 876 tests, 113 placements and 105 backtracks; solution \
             a8 b4 c1 d3 e6 f2 g7 h5."
        );
        assert_eq!(shown.names(), ["picture", "source", "img"]);
        let [_, (_, source), (_, image)] = &shown.elements[..] else { panic!() };
        assert_eq!(source["srcset"], "still%20image.png");
        assert_eq!(source["media"], "(prefers-reduced-motion: reduce)");
        assert_eq!((&image["src"], &image["alt"]), (&output.into(), &shown.alt.as_str().into()));
        let poster = image::open(sandbox.path("still image.png")).unwrap();
        assert_eq!(shown.size(), (poster.width(), poster.height()));
    }
    let film = image::open(sandbox.path("film.gif")).unwrap();
    assert_eq!((film.width(), film.height()), (121, 121));
}

#[test]
fn a_video_has_controls_captions_and_the_size_of_the_file() {
    use crate::common::tools::probe;
    let sandbox = Sandbox::new();
    let film = ["search", "4", "--size", "121", "-o", "a/film.mp4", "--alt", "--subtitles", "a/film.vtt"];
    let said = sandbox.stdout(&[&film[..], &["--poster", "a/still.svg", "--quiet"]].concat());
    assert!(said.starts_with("alt: "), "nothing else is printed: {said}");
    let Some(shown) = shown(&said) else { return };
    assert_eq!(shown.names(), ["video", "track"]);
    let [(_, video), (_, track)] = &shown.elements[..] else { panic!() };
    assert_eq!((&video["src"], &video["poster"]), (&"a/film.mp4".into(), &"a/still.svg".into()));
    assert!(video.get("controls").is_some() && video.get("autoplay").is_none());
    assert_eq!(video["aria-label"], shown.alt);
    assert_eq!((&track["kind"], &track["src"]), (&"captions".into(), &"a/film.vtt".into()));
    let Some(size) = probe("stream=width,height", &sandbox.path("a/film.mp4")) else { return };
    let (width, height) = shown.size();
    assert_eq!(size, [width.to_string(), height.to_string()]);
    assert_eq!((width, height), (122, 122), "sides of a video are even");
}

#[test]
fn stills_races_and_galleries_are_described() {
    let sandbox = Sandbox::new();
    let cases: [(&[&str], &str); 8] = [
        (&["board", "2413", "-o", "b.png"], "Queens on a3, b1, c4, d2, of 4 by 4 squares."),
        (&["board", "2413", "-o", "b.svg"], "Queens on a3, b1, c4, d2, of 4 by 4 squares."),
        (
            &["gallery", "6", "-o", "g.png"],
            "Solutions of the problem of 6 queens: 4 boards, each with a solution.",
        ),
        (
            &["gallery", "6", "-o", "g.gif"],
            "Solutions of the problem of 6 queens: 4 boards, one after the other.",
        ),
        (
            &["search", "4", "--select", "2", "-o", "s.png"],
            "Backtracking search for 4 queens. Queens on a4, b2, of 4 by 4 squares. Place a queen on b2. \
             Queen 2 of 4.",
        ),
        (
            &["search", "4", "--all", "--title", "<Four> & \"more\"", "-o", "s.svg"],
            "<Four> & \"more\": 60 tests, 16 placements, 14 backtracks and 2 solutions.",
        ),
        (
            &["search", "3", "-o", "s.gif"],
            "Backtracking search for 3 queens: 18 tests, 5 placements, 5 backtracks and no solution.",
        ),
        (
            &["race", "5", "backtracking", "marking", "--canvas", "640x360", "-o", "r.gif"],
            "Race with 5 queens: backtracking, marking. backtracking is number 2, with 1 solution after 20 \
             ticks. marking is number 1, with 1 solution after 5 ticks.",
        ),
    ];
    for (command, alt) in sampled(3, cases) {
        let Some(shown) = shown(&sandbox.stdout(&[command, &["--alt"]].concat())) else { return };
        assert_eq!((shown.alt.as_str(), shown.names()), (alt, vec!["img"]), "{command:?}");
        assert_eq!(shown.elements[0].1["alt"], alt, "{command:?}");
        let output = command.last().unwrap();
        if output.ends_with("svg") {
            let svg = String::from_utf8(sandbox.read(output)).unwrap();
            let (width, height) = shown.size();
            assert!(svg.contains(&format!("width=\"{width}\" height=\"{height}\"")), "{command:?}");
        } else {
            let picture = image::open(sandbox.path(output)).unwrap();
            assert_eq!(shown.size(), (picture.width(), picture.height()), "{command:?}");
        }
    }
}

#[test]
fn what_pages_do_not_show_is_a_link() {
    let sandbox = Sandbox::new();
    for output in ["film.pdf", "film.pptx", "film.y4m", "frames/"] {
        let Some(shown) = shown(&sandbox.stdout(&["search", "4", "-o", output, "--alt"])) else { return };
        assert_eq!(shown.names(), ["a"]);
        assert_eq!((shown.elements[0].1["href"].as_str(), &shown.text), (Some(output), &shown.alt));
    }
}

#[test]
fn text_of_a_log_is_never_markup() {
    let sandbox = Sandbox::new();
    sandbox.write("hostile.jsonl", HOSTILE);
    let race = ["race", "4", "hostile.jsonl", "marking", "--canvas", "800x450", "-o", "r.gif", "--alt"];
    let Some(race) = shown(&sandbox.stdout(&race)) else { return };
    assert_eq!(race.names(), ["img"]);
    assert!(race.alt.contains("</a><script>alert(0)</script> & \"quotes\""), "{}", race.alt);
    assert_eq!(race.elements[0].1["alt"], race.alt);
    let still = ["replay", "hostile.jsonl", "--select", "1", "-o", "s.pdf", "--alt"];
    let still = shown(&sandbox.stdout(&still)).unwrap();
    assert_eq!((still.names(), &still.text), (vec!["a"], &still.alt));
    assert!(still.alt.contains("<script>alert(1)</script> & `code`"), "{}", still.alt);
}

#[test]
fn it_is_printed_where_reports_are() {
    let sandbox = Sandbox::new();
    let events = ["search", "4", "--events", "-", "-o", "film.gif", "--alt"];
    let output = sandbox.succeed(&events);
    assert!(stdout(&output).lines().all(|line| line.starts_with('{')), "standard output has the events");
    assert!(stderr(&output).contains("alt: Backtracking search"), "{}", stderr(&output));
    for command in
        [&["search", "4"][..], &["gallery", "4"], &["board", "2413"], &["race", "4", "eager", "marking"]]
    {
        sandbox.refuse(2, &[command, &["-o", "-", "--alt"]].concat(), &["standard output has no name"]);
    }
    sandbox.refuse(2, &["search", "4", "--events", "-", "--alt"], &["--alt is for films"]);
}

#[test]
fn mirror_images_are_no_boards_wherever_boards_are_counted() {
    let sandbox = Sandbox::new();
    let search = ["search", "5", "--algorithm", "bitfield", "--all", "--size", "96", "--force"];
    let words = ["--alt", "--transcript", "a.md", "--events", "log.jsonl", "-o", "a.gif"];
    let mut said = vec![sandbox.stdout(&[&search[..], &words].concat())];
    said.push(String::from_utf8(sandbox.read("a.md")).unwrap().lines().rev().nth(2).unwrap().to_owned());
    said.push(sandbox.stdout(&["replay", "log.jsonl", "-o", "b.gif", "--alt", "--force"]));
    said.push(sandbox.stdout(&["race", "5", "bitfield", "marking", "--all", "-o", "c.gif"]));
    said.push(
        sandbox
            .stdout(&["compare", "5", "bitfield", "--runs", "1"])
            .split_once("To the end")
            .unwrap()
            .1
            .to_owned(),
    );
    for text in said {
        assert!(text.contains("solutions") && !text.contains("boards"), "{text}");
    }
    // The boards of an exhaustive search are counted.
    let of_all = sandbox.stdout(&["search", "5", "--algorithm", "permutations", "--all", "-o", "d.gif"]);
    assert!(of_all.contains("120 boards"), "{of_all}");
}
