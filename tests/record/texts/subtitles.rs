//! Subtitles, read by ffmpeg and compared with the times and the captions of the frames.

use std::process::Command;

use serde_json::Value;

use super::HOSTILE;
use crate::common::decode::gif_frames;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::tools::run_tool;

/// Begin and end of a text in milliseconds, and its lines.
type Cue = (u64, u64, String);

/// The cues that ffmpeg reads; `None` if it is not installed.
fn cues(sandbox: &Sandbox, name: &str) -> Option<Vec<Cue>> {
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-v", "error", "-i"]).arg(sandbox.path(name)).args(["-f", "srt", "-"]);
    let output = run_tool(&mut ffmpeg)?;
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap().replace('\r', "");
    let cue = |block: &str| {
        let mut lines = block.lines().skip(1);
        let (start, end) = lines.next().unwrap().split_once(" --> ").unwrap();
        // Some versions mark characters that are special in their format.
        let text = lines.collect::<Vec<_>>().join("\n").replace('\u{2060}', "");
        (millis(start), millis(end), text.replace("\\{", "{").replace("\\}", "}"))
    };
    Some(text.trim_end().split("\n\n").map(cue).collect())
}

/// A time like 00:01:02,345.
fn millis(time: &str) -> u64 {
    let parts: Vec<u64> = time.split([':', ',']).map(|part| part.parse().unwrap()).collect();
    let [hours, minutes, seconds, millis] = parts[..] else { panic!("{time}") };
    ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis
}

/// The expected cues, from the entries of a manifest: neighbours with the same text are merged.
fn expected(manifest: &Value) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    let (mut shown, mut ends) = (0.0, 0);
    for entry in manifest["frames"].as_array().unwrap() {
        let start = entry["start_ms"].as_u64().unwrap();
        assert!(start.abs_diff(shown as u64) <= 1, "the times before it: {entry}");
        assert!(start == ends || cues.is_empty(), "{entry}");
        shown += entry["seconds"].as_f64().unwrap() * 1000.0;
        ends = (shown + 0.01) as u64;
        // Runs of spaces are collapsed.
        let parts = ["caption", "reason"].map(|key| {
            let words: Vec<&str> = entry[key].as_str().unwrap_or_default().split_whitespace().collect();
            words.join(" ")
        });
        let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
        match cues.last_mut() {
            Some(last) if last.2 == text => last.1 = ends,
            _ => cues.push((start, ends, text)),
        }
    }
    // The sum of rounded times is less than a millisecond below the rounded sum.
    cues.retain(|cue| !cue.2.is_empty());
    cues
}

#[test]
fn cues_have_the_times_and_the_captions_of_the_frames() {
    let sandbox = Sandbox::new();
    sandbox.write("hostile.jsonl", HOSTILE);
    for command in sampled(2, include_str!("films.txt").lines()) {
        let arguments: Vec<&str> = command.split(' ').collect();
        sandbox.succeed(&[&arguments[..], &["-o", "frames/", "--subtitles", "film.vtt", "--force"]].concat());
        let Some(cues) = cues(&sandbox, "film.vtt") else { return };
        assert_eq!(cues, expected(&sandbox.read_json("frames/frames.json")), "{command}");
    }
}

#[test]
fn a_film_on_standard_output_has_the_same_subtitles() {
    let sandbox = Sandbox::new();
    let search = ["search", "4", "--delay", "100ms", "--hold", "1s", "--subtitles", "film.vtt"];
    sandbox.succeed(&[&search[..], &["-o", "film.gif"]].concat());
    let subtitles = sandbox.read("film.vtt");
    let piped = sandbox.succeed(&[&search[..], &["-o", "-", "--quiet"]].concat());
    assert!(piped.stdout == sandbox.read("film.gif") && sandbox.read("film.vtt") == subtitles);
}

#[test]
fn cues_begin_with_the_frames_of_the_film() {
    let sandbox = Sandbox::new();
    // Thirds of a second, which neither format has.
    let search =
        ["search", "5", "--all", "--duration", "11s", "--hold", "333ms", "--size", "100", "--pace", "even"];
    sandbox.succeed(&[&search[..], &["-o", "film.gif", "--subtitles", "film.vtt"]].concat());
    let Some(cues) = cues(&sandbox, "film.vtt") else { return };
    let mut time = 0;
    let mut starts = vec![0];
    for frame in gif_frames(&sandbox.read("film.gif")) {
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        time += u64::from(numerator / denominator);
        starts.push(time);
    }
    // A GIF counts hundredths of a second.
    let rounded = |millis: u64| millis / 10 * 10;
    for (start, end, text) in &cues {
        assert!(starts.contains(&rounded(*start)) && starts.contains(&rounded(*end)), "{start}: {text}");
    }
    assert_eq!(cues.len() + 1, starts.len(), "all steps differ");
}

#[test]
fn a_text_is_never_a_cue_or_markup() {
    let sandbox = Sandbox::new();
    sandbox.write("hostile.jsonl", HOSTILE);
    sandbox.succeed(&[
        "replay",
        "hostile.jsonl",
        "--pace",
        "even",
        "-o",
        "film.gif",
        "--subtitles",
        "film.vtt",
    ]);
    let vtt = String::from_utf8(sandbox.read("film.vtt")).unwrap();
    assert!(vtt.starts_with("WEBVTT\n\n"));
    let (times, others): (Vec<&str>, Vec<&str>) = vtt.lines().partition(|line| line.contains("-->"));
    assert_eq!(times.len(), 6);
    assert!(others.iter().all(|line| !line.contains(['<', '>'])), "{vtt}");
    assert!(vtt.contains("\na --&gt; b\n&lt;script&gt;alert(1)&lt;/script&gt; &amp; `code`"), "{vtt}");
    assert!(vtt.contains("NOTE &lt;!-- --&gt; &amp;lt;b&amp;gt; \\* http://e.org ```\n"), "{vtt}");
    // A block is the header, the times and one or two lines, or a comment at the end.
    let (cues, comment) = vtt.trim_end().rsplit_once("\n\n").unwrap();
    assert!(comment.starts_with("NOTE queenreel:") && comment.lines().count() == 1, "{comment}");
    for block in cues.split("\n\n").skip(1) {
        let lines = block.lines().count();
        assert!((2..=3).contains(&lines) && block.lines().next().unwrap().contains(" --> "), "{block}");
    }
}
