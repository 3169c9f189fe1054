//! Options that set times have an effect, or are refused.

use crate::common::lists;
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, stderr};
use crate::common::table::files;

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
    files(&sandbox.path(directory)).into_values().collect()
}

#[test]
fn an_option_of_times_has_an_effect_or_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", sandbox.stdout(&["search", "4", "--events", "-"]));
    let outputs: Vec<Vec<&str>> = lists::commands(include_str!("times/outputs.txt")).collect();
    let options: Vec<[&str; 3]> = lists::rows(include_str!("times/options.txt")).collect();
    let cases = FILMS.iter().flat_map(|film| outputs.iter().map(move |output| (*film, output)));
    let cases = cases.flat_map(|(film, output)| options.iter().map(move |option| (film, output, option)));
    let (mut effects, mut refusals) = (0, 0);
    for (film, output, [option, one, other]) in sampled(7, cases) {
        let (output, more) = output.split_first().unwrap();
        let of_gallery = film.starts_with("gallery") && more.first() == Some(&"--select");
        let words: Vec<&str> = film.split(' ').filter(|word| !(of_gallery && *word == "--animate")).collect();
        let made = [one, other].map(|value| {
            let command = [&words[..], more, &[option, value, "-o", output, "--force", "-q"]].concat();
            let run = sandbox.run(&command);
            let is_made = run.status.success();
            if !is_made {
                assert_eq!(run.status.code(), Some(2), "{command:?}: {}", stderr(&run));
                let names_option = *option == "--duration" || stderr(&run).contains(option);
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
