//! Text files next to a film that is made by the library.

use std::fs;

use queenreel::Silent;
use queenreel::board::{Square, SquareNames};
use queenreel::film::{AltText, Camera, Film, FilmBuilder, RaceSpec, SidecarKind, Sinks, Source, Subtitles};
use queenreel::internals::page::{Page, PageStyle};
use queenreel::record::{Caption, FilmFrame, Frame};
use queenreel::search::{Algorithm, Order};

use super::unescaped;
use crate::common::known::size;
use crate::common::sandbox::Sandbox;

#[test]
fn builders_write_what_the_program_writes() {
    let sandbox = Sandbox::new();
    let films: [&[&str]; 2] =
        [&["search", "6", "-o", "film.gif"], &["race", "5", "eager", "marking", "-o", "film.gif"]];
    for command in films {
        let said =
            sandbox.stdout(&[command, &["--subtitles", "p.vtt", "--transcript", "p.md", "--alt"]].concat());
        let alt = AltText::default();
        let [vtt, md] = ["l.vtt", "l.md"].map(|name| sandbox.path(name));
        let (builder, source) = if command[0] == "search" {
            let source = Source::algorithm(size(6), Algorithm::Backtracking, Order::Columns, 1, Some(1));
            (FilmBuilder::new(size(6)).algorithm(Algorithm::Backtracking, Order::Columns), source)
        } else {
            let race = RaceSpec::new(size(5), &[Algorithm::Eager, Algorithm::Marking]);
            (FilmBuilder::new(size(5)), Source::race(race))
        };
        let builder = builder.sidecar(SidecarKind::Subtitles, &vtt).sidecar(SidecarKind::Transcript, &md);
        builder.alt_text(&alt).film(&source, Vec::new()).unwrap();
        assert!(sandbox.read("l.vtt") == sandbox.read("p.vtt"), "{command:?}");
        assert!(sandbox.read("l.md") == sandbox.read("p.md"), "{command:?}");
        assert!(said.contains(&format!("alt: {}\n", alt.get())), "{said}");
    }
}

#[test]
fn a_film_by_calls_with_words_of_its_own_has_them_beside_it() {
    let sandbox = Sandbox::new();
    let path = sandbox.path("film.md");
    // Captions of a function may have any characters.
    let words = |frame: &Frame| Some(format!("{}\n\u{2028}# <i> --> \u{7}", frame.step));
    let mut film = Film::builder(size(4))
        .narrator(words)
        .delay(std::time::Duration::from_millis(100))
        .sidecar(SidecarKind::Subtitles, sandbox.path("film.vtt"))
        .sidecar(SidecarKind::Transcript, &path)
        .write_to(Vec::new())
        .unwrap();
    film.place(Square::new(1, 1)).unwrap();
    film.place(Square::new(3, 2)).unwrap();
    assert!(!path.exists());
    film.finish().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let steps: Vec<String> = text
        .lines()
        .filter_map(|line| {
            Some(unescaped(
                line.strip_prefix("- ")?.trim_start_matches("**1** ").trim_start_matches("**2** "),
            ))
        })
        .collect();
    assert_eq!(steps, [0, 1, 2].map(|step| format!("{step} # <i> --> \u{fffd}.")));
    let vtt = fs::read_to_string(sandbox.path("film.vtt")).unwrap();
    let said = vtt.lines().filter(|line| line.ends_with(" # &lt;i&gt; --&gt; \u{fffd}")).count();
    assert_eq!((said, vtt.matches("-->").count()), (3, 3), "{vtt}");
}

#[test]
fn a_frame_without_words_or_time_has_no_cue() {
    let mut vtt = Vec::new();
    let subtitles = Box::new(Subtitles::begin(&mut vtt, SquareNames::Chess).unwrap());
    let mut camera =
        Camera::new(Page::of_board(size(4), &PageStyle::default()).unwrap(), Sinks::new(subtitles));
    let shown = [("a", 500), ("", 400), ("b", 0), ("c", 300), ("c", 200), ("d", 100)];
    for (words, millis) in shown {
        let frame = Frame { caption: Caption::Custom(words.into()), ..Frame::start(size(4)) };
        let shown_for = std::time::Duration::from_millis(millis);
        camera
            .show(FilmFrame { shown_for, ..FilmFrame::of_search(&frame, words == "d") }, &mut Silent)
            .unwrap();
    }
    camera.finish(&Silent).unwrap();
    let text = String::from_utf8(vtt).unwrap();
    let cues: Vec<&str> = text.split("\n\n").skip(1).collect();
    assert_eq!(
        cues[..3],
        [
            "00:00:00.000 --> 00:00:00.500\na",
            "00:00:00.900 --> 00:00:01.400\nc",
            "00:00:01.400 --> 00:00:01.500\nd"
        ]
    );
    assert!(cues.len() == 4 && cues[3].starts_with("NOTE queenreel:"), "{text}");
}
