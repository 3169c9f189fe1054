//! PNG frames, played by other programs with the times in the lists.

use std::process::Command;

use image::RgbImage;

use crate::common::decode::read_rgb;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::table::words;
use crate::common::tools::{ffmpeg, probe, run_tool};

/// Frames in a directory, and how long each is shown, in microseconds.
struct Frames {
    sandbox: Sandbox,
    times: Vec<u64>,
}

const MICROS: u64 = 1_000_000;

/// ffmpeg rounds times of PNGs to a multiple of 1/25 s.
const FPS: u64 = 25;

/// The filter that `docs/guide/slides.md` recommends.
const FILTER: &str = "fps=25,crop=trunc(iw/2)*2:trunc(ih/2)*2";

/// A solver that pauses.
const LOG: &str = r#"{"place":[1,1],"pause":"1.234s"}
{"remove":[1,1]}
{"place":[2,1]}
{"place":[4,2],"pause":"77ms"}
{"place":[1,3]}
"#;

impl Frames {
    fn of(command: &str) -> Self {
        let sandbox = Sandbox::new();
        sandbox.write("log.jsonl", LOG);
        sandbox.succeed(&words(&format!("{command} -o frames/")));
        let seconds = |frame: &serde_json::Value| frame["seconds"].as_f64().unwrap();
        let micros = |frame| (seconds(frame) * MICROS as f64).round() as u64;
        let times = sandbox.listed("frames/frames.json").iter().map(micros).collect();
        Self { sandbox, times }
    }

    /// The frame as in a video, whose sides are even.
    fn picture(&self, index: usize) -> RgbImage {
        let png = read_rgb(&self.sandbox.path(&format!("frames/frame-{:04}.png", index + 1)));
        let [width, height] = [png.width(), png.height()].map(|side| side - side % 2);
        image::imageops::crop_imm(&png, 0, 0, width, height).to_image()
    }

    fn text(&self, list: &str) -> String {
        String::from_utf8(self.sandbox.read(list)).unwrap()
    }

    fn playing_time(&self) -> u64 {
        self.times.iter().sum()
    }
}

/// Films with odd sides, solutions in the middle, pauses, and times of all kinds.
fn films() -> Vec<Frames> {
    [
        "search 5 --all --size 161 --delay 133ms --hold 711ms",
        // No frame is shorter than a picture of the video.
        "search 6 --size 160 --duration 7s --pace even",
        "search 4 --view article --size 480 --delay 60ms",
        "search 4 --size 97 --delay 90ms --hold 40ms",
        "replay log.jsonl --size 161 --delay 101ms",
        "search 1 --size 65 --duration 3s",
    ]
    .map(Frames::of)
    .into()
}

#[test]
fn ffmpeg_makes_a_video_with_the_times_of_the_frames() {
    for film in sampled(2, films()) {
        let [script, video, lossless] =
            ["frames/frames.ffconcat", "film.mp4", "film.mkv"].map(|name| film.sandbox.path(name));
        let mut encode = Command::new("ffmpeg");
        encode.args(["-v", "error", "-i"]).arg(&script);
        encode.args(["-vf", FILTER, "-pix_fmt", "yuv420p"]).arg(&video);
        encode.args(["-vf", FILTER, "-pix_fmt", "gbrp", "-c:v", "ffv1"]).arg(&lossless);
        if run_tool(&mut encode).is_none() {
            return;
        }
        let (width, height) = film.picture(0).dimensions();
        let properties = probe("stream=width,height,pix_fmt,duration", &video).unwrap();
        assert_eq!(properties[..3], [&width.to_string(), &height.to_string(), "yuv420p"]);
        let plays = (properties[3].parse::<f64>().unwrap() * MICROS as f64).round() as u64;
        let shown = film.playing_time();
        assert!(plays.abs_diff(shown) <= MICROS / FPS, "{plays} µs, not {shown} µs");

        let pictures = ffmpeg(&lossless, "rgb24", (3 * width * height) as usize).unwrap();
        let mut begin = 0;
        for (index, time) in film.times.iter().enumerate() {
            let middle = ((begin + time / 2) * FPS / MICROS) as usize;
            assert!(pictures[middle] == film.picture(index).into_raw(), "frame {index}, picture {middle}");
            begin += time;
        }
        let last = film.picture(film.times.len() - 1).into_raw();
        assert!(*pictures.last().unwrap() == last, "the last frame is shown to the end");
    }
}

#[test]
fn the_ffmpeg_script_has_the_times_of_the_manifest() {
    for film in films() {
        let script = film.text("frames/frames.ffconcat");
        let mut lines = script.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.next(), Some("ffconcat version 1.0"));
        let mut files: Vec<(String, u64)> = Vec::new();
        while let Some(line) = lines.next() {
            let file = line.strip_prefix("file ").unwrap().to_owned();
            let seconds: f64 = lines.next().unwrap().strip_prefix("duration ").unwrap().parse().unwrap();
            let micros = (seconds * MICROS as f64).round() as u64;
            match files.last_mut().filter(|(last, _)| *last == file) {
                Some((_, time)) => *time += micros,
                None => files.push((file, micros)),
            }
        }
        let expected = (1..).zip(&film.times).map(|(number, time)| (format!("frame-{number:04}.png"), *time));
        assert!(files.into_iter().eq(expected), "{script}");
        let Some(duration) = probe("format=duration", &film.sandbox.path("frames/frames.ffconcat")) else {
            return;
        };
        let (seconds, micros) = (film.playing_time() / MICROS, film.playing_time() % MICROS);
        assert_eq!(duration, [format!("{seconds}.{micros:06}")]);
    }
}

#[test]
fn the_latex_timeline_has_the_times_of_the_manifest() {
    for film in films() {
        let timeline = film.text("frames/frames.timeline");
        let mut rate: Option<&str> = None;
        let mut lines = timeline.lines().filter(|line| !line.starts_with('%'));
        for (index, time) in film.times.iter().enumerate() {
            let fields: Vec<&str> = lines.next().unwrap().split(':').collect();
            let [pause, new_rate, frame] = fields[..] else { panic!("{fields:?}") };
            assert_eq!((pause, frame), ("", index.to_string().as_str()));
            assert!(rate != Some(new_rate), "only rates that change are written: {timeline}");
            rate = Some(new_rate).filter(|rate| !rate.is_empty()).or(rate);
            let shown = MICROS as f64 / rate.expect("a rate").parse::<f64>().unwrap();
            assert_eq!(shown.round() as u64, *time, "frame {index}: {timeline}");
        }
        assert_eq!(lines.next(), None);
    }
}
