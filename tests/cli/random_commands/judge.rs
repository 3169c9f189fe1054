//! Checks of a run.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use queenreel::encode::Format;
use rustix::process::Signal;

use super::decoded::{Decoded, decoded, format_of};
use super::inputs::{Inputs, Node, STARTED_IN, Snapshot, TEMPORARY, snapshot};
use super::line::Line;
use super::run::{Run, Status};
use crate::common::report::Report;

/// The names of lists of pictures, and the prefixes of their pictures.
const SERIES: [(&str, &str); 3] = [("frames.", "frame-"), ("solutions.", "solution-"), ("pages.", "page-")];

/// The options that name files.
const OUTPUTS: [&str; 7] =
    ["-o", "--output", "--poster", "--subtitles", "--transcript", "--events", "--save-recipe"];

/// Checks a run in a directory that had the inputs; panics with a description of the fault.
pub fn judge(line: &Line, run: &Run, ending: Signal, inputs: &Inputs, directory: &Path) {
    assert!(!run.stderr.contains("panicked"), "it panicked");
    match run.status {
        Status::Hangs => panic!("it does not end"),
        // Without anything to discard, a signal ends it at once.
        Status::Signal(number) => {
            assert!(line.asks_for_much && number == ending.as_raw(), "signal {number}");
        }
        Status::Code(code) => assert!([0, 1, 2, 130, 141, 143].contains(&code), "status {code}"),
    }
    let (before, after) = (inputs.nodes(), snapshot(directory));
    let is_changed = |path: &&PathBuf| before.get(*path) != after.get(*path);
    let changed: Vec<&Path> = after.keys().filter(is_changed).map(PathBuf::as_path).collect();
    let removed: Vec<&Path> =
        before.keys().filter(|path| !after.contains_key(*path)).map(PathBuf::as_path).collect();
    if run.status != Status::Code(0) {
        let is_same = changed.is_empty() && removed.is_empty();
        assert!(is_same, "it failed, and left {changed:?}, without {removed:?}");
        return;
    }
    assert!(!run.stderr.contains("error:"), "it succeeded, and reports an error");
    let remains = changed.iter().find(|path| {
        let mut names = path.iter().map(|name| name.to_string_lossy());
        path.starts_with(TEMPORARY)
            || names.any(|name| name.starts_with(".queenreel") || name.starts_with(".tmp"))
    });
    assert!(remains.is_none(), "it left {remains:?}");
    for path in changed.iter().chain(&removed).filter(|path| before.contains_key(**path)) {
        assert!(line.has("--force") || inputs.is_own(path), "it replaced {}", path.display());
    }
    assert!(removed.iter().all(|path| inputs.is_own(path)), "it removed {removed:?}");
    Success { line, run, directory, after: &after }.check(&changed);
}

/// A run that reports success.
struct Success<'a> {
    line: &'a Line,
    run: &'a Run,
    directory: &'a Path,
    after: &'a Snapshot,
}

impl Success<'_> {
    fn check(&self, changed: &[&Path]) {
        let Self { line, run, directory, after } = self;
        let writes_nothing = line.has("--check") || line.has("make");
        let outputs = OUTPUTS.iter().flat_map(|option| line.values_of(option)).filter(|name| *name != "-");
        for name in outputs.filter(|_| !writes_nothing) {
            assert!(directory.join(STARTED_IN).join(name).exists(), "it has not written {name:?}");
        }
        let in_series = |path: &&&Path| series_of(path).is_some();
        let mut series: Vec<_> =
            changed.iter().filter(in_series).map(|path| path.parent().zip(series_of(path))).collect();
        series.dedup();
        let (mut film_time, mut last_caption) = (None, None);
        for path in changed.iter().filter(|path| !in_series(path)) {
            let Node::File(bytes) = &after[*path] else {
                let is_used = changed.iter().any(|inner| inner != path && inner.starts_with(path));
                assert!(is_used, "{} is an empty directory", path.display());
                continue;
            };
            match format_of(bytes) {
                Some(format) => {
                    let time = self.picture(format, &directory.join(path), &self.reported(path));
                    film_time = film_time.max(time);
                }
                None => last_caption = last_caption.max(self.text(path, bytes)),
            }
        }
        for (parent, names) in series.into_iter().flatten() {
            film_time = film_time.max(self.series(parent, names));
        }
        if let Some(format) = format_of(&run.stdout) {
            let name = "standard output".to_owned();
            let file = tempfile::NamedTempFile::new().unwrap();
            fs::write(file.path(), &run.stdout).unwrap();
            film_time = film_time.max(self.picture(format, file.path(), &[name]));
        }
        if let (Some(time), Some(last)) = (film_time, last_caption) {
            // A format may round times to the hundredth of a second, or to pictures.
            let rate = line.values_of("--fps").find_map(|rate| rate.parse().ok()).unwrap_or(30.0);
            let end = time + Duration::from_secs_f64(1.0 / rate);
            assert!(last <= end, "the last caption ends at {last:?}, the film at {time:?}");
        }
    }

    fn is_quiet(&self) -> bool {
        self.line.has("--quiet")
    }

    /// What the run has reported, unless it is the output itself.
    fn printed(&self) -> String {
        let Run { stdout, stderr, .. } = self.run;
        let stdout = if format_of(stdout).is_some() { "" } else { &String::from_utf8_lossy(stdout) };
        format!("{stdout}\n{stderr}")
    }

    /// The names that may be reported for a path: as given, or the default, with hidden characters escaped.
    fn reported(&self, path: &Path) -> Vec<String> {
        let own = path.strip_prefix(STARTED_IN).map(|path| path.display().to_string());
        let given = OUTPUTS.iter().flat_map(|option| self.line.values_of(option));
        let same = given.filter(|name| normal(&Path::new(STARTED_IN).join(name)) == path);
        let shown = |character: char| {
            let is_hidden = character.is_control() || ('\u{202a}'..='\u{202e}').contains(&character);
            if is_hidden { character.escape_default().to_string() } else { character.to_string() }
        };
        let names = same.map(str::to_owned).chain(own);
        names.map(|name| name.chars().map(shown).collect()).collect()
    }

    /// Checks a picture or a film; returns its time.
    fn picture(&self, format: Format, path: &Path, names: &[String]) -> Option<Duration> {
        let printed = self.printed();
        let report = names.iter().find_map(|name| Report::of(&printed, name));
        assert!(self.is_quiet() || report.is_some(), "{names:?} is not reported");
        let found = decoded(format, path)?;
        if let Some(report) = report {
            compare(format, &report, &found, self.line);
            if let Some(bytes) = report.bytes {
                bytes.assert_is(size_of(path) as f64, &report.line);
            }
        }
        found.time
    }

    /// Checks a series of pictures in a directory, which may have other files; returns its time.
    fn series(&self, parent: &Path, names: (&str, &str)) -> Option<Duration> {
        let alone = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(self.directory.join(parent)).unwrap() {
            let path = entry.unwrap().path();
            if series_of(&path) == Some(names) {
                fs::copy(&path, alone.path().join(path.file_name().unwrap())).unwrap();
            }
        }
        self.picture(Format::PngFrames, alone.path(), &self.reported(parent))
    }

    /// Checks a text; returns the end of the last caption, if it has captions.
    fn text(&self, path: &Path, bytes: &[u8]) -> Option<Duration> {
        let printed = format!("\n{}", self.printed());
        let names = self.reported(path);
        let is_named = |name: &String| {
            let ends = [": ", " (replaced): ", "\n", " (replaced)\n"];
            ends.iter().any(|end| printed.contains(&format!("\n{name}{end}")))
        };
        assert!(self.is_quiet() || names.iter().any(is_named), "{names:?} is not reported");
        let text = str::from_utf8(bytes).unwrap();
        if self.line.values_of("--events").any(|name| names.iter().any(|other| other == name)) {
            for line in text.lines() {
                serde_json::from_str::<serde_json::Value>(line).unwrap();
            }
        }
        let is_of = |extension: &str| path.extension().is_some_and(|own| own == extension);
        assert!(!is_of("vtt") || text.starts_with("WEBVTT\n"), "no WebVTT");
        let ends = text.lines().filter(|_| is_of("vtt")).filter_map(|line| line.split_once(" --> "));
        ends.map(|(_, end)| moment(end.split(' ').next().unwrap())).max()
    }
}

/// A time of WebVTT: `01:02.003` or `01:02:03.004`.
fn moment(text: &str) -> Duration {
    let parts = text.split(':').map(|part| part.parse::<f64>().unwrap());
    Duration::from_secs_f64(parts.fold(0.0, |sum, part| 60.0 * sum + part))
}

/// The series that a file belongs to, by its name.
fn series_of(path: &Path) -> Option<(&'static str, &'static str)> {
    let name = path.file_name()?.to_str()?;
    SERIES.into_iter().find(|(list, picture)| name.starts_with(list) || name.starts_with(picture))
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(normal.pop()),
            other => normal.push(other),
        }
    }
    normal
}

/// The bytes of a file, or of the pictures in a directory.
fn size_of(path: &Path) -> u64 {
    if !path.is_dir() {
        return path.metadata().unwrap().len();
    }
    let files = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let pictures = files.filter(|path| path.extension().is_some_and(|extension| extension == "png"));
    pictures.map(|path| path.metadata().unwrap().len()).sum()
}

/// Checks that a report agrees with the decoded file.
fn compare(format: Format, report: &Report, found: &Decoded, line: &Line) {
    let Report { frames, pictures, slides, pages, solutions, size, .. } = *report;
    // With cards, a thumbnail or motion, there are other pictures than solutions.
    let has_more = ["--intro", "--outro", "--thumbnail", "--motion"];
    let has_more = has_more.iter().any(|option| line.values_of(option).next().is_some());
    let one_each = match format {
        Format::Gif | Format::Apng | Format::PngFrames => solutions.filter(|_| !has_more),
        _ => None,
    };
    let said = pictures.or(slides).or(pages).or(frames).or(one_each);
    if let (Some(said), Some(found)) = (said, found.pictures) {
        assert_eq!(found, said, "pictures, not as in: {}", report.line);
    }
    if let (Some(said), Some(found)) = (report.seconds, found.time) {
        said.assert_is(found.as_secs_f64(), &report.line);
    }
    if let (Some(said), Some(found)) = (size, found.size) {
        assert_eq!(found, said, "pixels, not as in: {}", report.line);
    }
}
