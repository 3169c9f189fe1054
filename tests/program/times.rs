//! Options that set times have an effect, or are refused.

use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, names, stderr};

/// Each option with two values.
const OPTIONS: [(&str, [&str; 2]); 9] = [
    ("--delay", ["90ms", "200ms"]),
    ("--hold", ["500ms", "900ms"]),
    ("--start-hold", ["500ms", "900ms"]),
    ("--speed", ["0.5x", "0.25x"]),
    ("--pace", ["story", "even"]),
    ("--duration", ["200ms", "30s"]),
    ("--intro", ["1s", "2s"]),
    ("--outro", ["1s", "2s"]),
    ("--fps", ["10", "20"]),
];

/// Outputs of a film, with further options.
const OUTPUTS: [(&str, &[&str]); 17] = [
    ("a.gif", &[]),
    ("a.apng", &[]),
    ("a.webp", &[]),
    ("a.mp4", &[]),
    ("a.y4m", &["--size", "200"]),
    ("a.svg", &[]),
    ("a.html", &[]),
    ("a.pptx", &[]),
    ("a.pptx", &["--advance"]),
    ("a.pdf", &[]),
    ("frames/", &[]),
    ("a.png", &["--select", "2"]),
    ("a.jpg", &["--select", "2"]),
    ("a.bmp", &["--select", "2"]),
    ("a.tiff", &["--select", "2"]),
    ("a.qoi", &["--select", "2"]),
    ("a.ppm", &["--select", "2"]),
];

const FILMS: [&str; 5] = [
    "search 4",
    "search 4 --caption",
    "race 4 backtracking marking",
    "replay log.jsonl",
    "gallery 4 --animate",
];

/// The bytes of all files of an output.
fn bytes(sandbox: &Sandbox, output: &str) -> Vec<Vec<u8>> {
    let Some(directory) = output.strip_suffix('/') else { return vec![sandbox.read(output)] };
    let files = names(&sandbox.path(directory)).into_iter();
    files.map(|name| sandbox.read(&format!("{output}{name}"))).collect()
}

#[test]
fn an_option_of_times_has_an_effect_or_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", sandbox.stdout(&["search", "4", "--events", "-"]));
    let cases = FILMS.iter().flat_map(|film| OUTPUTS.map(|output| (*film, output)));
    let cases = cases.flat_map(|(film, output)| OPTIONS.map(|option| (film, output, option)));
    let (mut effects, mut refusals) = (0, 0);
    for (film, (output, more), (option, values)) in sampled(7, cases) {
        let of_gallery = film.starts_with("gallery") && more.first() == Some(&"--select");
        let words: Vec<&str> = film.split(' ').filter(|word| !(of_gallery && *word == "--animate")).collect();
        let made = values.map(|value| {
            let command = [&words[..], more, &[option, value, "-o", output, "--force", "-q"]].concat();
            let run = sandbox.run(&command);
            let is_made = run.status.success();
            if !is_made {
                assert_eq!(run.status.code(), Some(2), "{command:?}: {}", stderr(&run));
                let names_option = option == "--duration" || stderr(&run).contains(option);
                assert!(names_option, "{command:?}: {}", stderr(&run));
            }
            is_made.then(|| bytes(&sandbox, output))
        });
        let is_refused = made == [None, None];
        assert!(is_refused || made[0] != made[1], "{film} -o {output} {more:?} {option}: without effect");
        *(if is_refused { &mut refusals } else { &mut effects }) += 1;
    }
    assert!(effects > 30 && refusals > 30, "{effects} {refusals}");
}

#[test]
fn times_are_refused_with_what_has_them() {
    let sandbox = Sandbox::new();
    for (command, message) in [
        (
            "search 4 -o a.pptx --delay 1s",
            "--delay is for slides that --advance; without it, each stays until a click",
        ),
        ("race 4 backtracking marking -o a.pptx --speed 2x", "--speed is for slides that --advance"),
        ("gallery 4 -o a.pptx --delay 1s", "--delay is for slides that --advance"),
        ("search 4 -o a.pptx --subtitles a.vtt", "PPTX has no times unless slides --advance"),
        ("gallery 4 -o a.pptx --subtitles a.vtt", "PPTX has no times unless slides --advance"),
        ("search 4 -o a.pdf --hold 1s", "--hold is for films, not for pages of a PDF"),
        ("search 4 -o a.pdf --pace even", "--pace is for films, not for pages of a PDF"),
        ("gallery 4 --animate -o a.pdf --delay 1s", "--delay is for films, not for pages of a PDF"),
        ("search 4 -o a.png --select 3 --delay 1s", "--delay is for films, not for one PNG"),
        ("gallery 4 -o each/ --delay 1s", "--delay is for animations, not for separate files"),
        ("search 4 --events - --delay 1s", "--delay is for films; with --events -, a film needs --output"),
        ("search 4 --events - --fps 10", "--fps is for films"),
        ("search 4 --events - --caption", "--caption is for films"),
    ] {
        sandbox.refuse(2, &command.split(' ').collect::<Vec<_>>(), &[message]);
        assert_eq!(sandbox.names(), [""; 0], "{command}");
    }
    sandbox.write("a.toml", "[[film]]\nkind = \"search\"\nqueens = 4\noutput = \"a.pdf\"\ndelay = \"1s\"\n");
    let refused = sandbox.fail(2, &["make", "a.toml"]);
    assert!(refused.contains("pages of a PDF") && refused.contains("line 5"), "{refused}");
}

#[test]
fn times_of_the_whole_film_decide_which_frames_pages_show() {
    let sandbox = Sandbox::new();
    for (options, output) in [
        (["--select", "t=2s", "--delay"], "a.png"),
        (["--select", "t=1s..2s", "--delay"], "a.pdf"),
        (["--duration", "500ms", "--hold"], "a.pdf"),
    ] {
        let made = ["100ms", "400ms"].map(|time| {
            sandbox.succeed(&[&["search", "6", "-o", output][..], &options, &[time]].concat());
            sandbox.read(output)
        });
        assert!(made[0] != made[1], "{options:?}");
    }
}
