//! What the library makes is what the program makes, byte by byte: each kind, in each of its formats, in memory. Also
//! built without the features of the program.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use queenreel::recipe::{Job, Key, Kind, Recipe};
use queenreel::{Document, Error, Format, Report, Silent, Stage, Summary, Target, Watch};

/// The program, also where this test is built without it.
fn program() -> PathBuf {
    let built = option_env!("CARGO_BIN_EXE_queenreel").map(PathBuf::from);
    let beside = || env::current_exe().unwrap().parent().unwrap().with_file_name("queenreel");
    let program = built.unwrap_or_else(beside);
    assert!(program.exists(), "build it first: cargo build");
    program
}

/// Runs the program in a directory; returns what it prints.
fn run(directory: &Path, arguments: &[String]) -> Vec<u8> {
    let run = Command::new(program()).args(arguments).current_dir(directory).stdin(Stdio::null()).output();
    let run = run.unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

/// The words of a command line as a job, with paths in this directory.
fn job(directory: &Path, kind: Kind, words: &[(Key, &str)]) -> Job {
    let mut recipe = Recipe::new(kind);
    for (key, text) in words {
        let text = if *key == Key::Log { directory.join(text).into_os_string() } else { text.into() };
        recipe.set(*key, &text).unwrap();
    }
    recipe.resolve(&|path, _| fs::read(path)).unwrap()
}

/// The arguments that ask for the same.
fn arguments(kind: Kind, words: &[(Key, &str)]) -> Vec<String> {
    let mut arguments = vec![kind.name().to_owned()];
    for (key, text) in words {
        if !key.is_positional(kind) {
            arguments.push(format!("--{}", key.name()));
        }
        if *text != "true" {
            arguments.push((*text).to_owned());
        }
    }
    arguments
}

fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect()
}

fn in_memory(document: &Document<'_>, format: Format) -> Result<(Vec<u8>, Report), Error> {
    let mut bytes = Vec::new();
    let report = document.write(format, Target::Writer(&mut bytes), &mut Silent)?;
    Ok((bytes, report))
}

/// Tables without times.
fn untimed(table: &[u8]) -> String {
    let text = String::from_utf8(table.to_vec()).unwrap();
    let is_time = |word: &str| word.parse::<f64>().is_ok_and(|number| number.fract() > 0.0) || word == "ms";
    text.split([' ', ',', '\n', '|', ':', '}']).filter(|word| !word.is_empty() && !is_time(word)).collect()
}

#[test]
fn each_kind_is_made_in_memory_in_each_of_its_formats_as_the_program_makes_it() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let events = ["search", "4", "--events", "log.jsonl", "-o", "first.gif", "--quiet"];
    run(at, &events.map(str::to_owned));
    let one = (Key::Select, "5");
    let kinds: [(Kind, &[(Key, &str)]); 7] = [
        (Kind::Search, &[(Key::Queens, "4"), (Key::View, "lecture")]),
        (Kind::Race, &[(Key::Queens, "4"), (Key::Solvers, "eager"), (Key::Solvers, "marking")]),
        (Kind::Replay, &[(Key::Log, "log.jsonl")]),
        (Kind::Gallery, &[(Key::Queens, "5"), (Key::Solutions, "3")]),
        (Kind::Sheet, &[(Key::Queens, "4")]),
        (Kind::Board, &[(Key::Placement, "2413"), (Key::PositionPanel, "diagonals")]),
        (Kind::List, &[(Key::Queens, "5")]),
    ];
    for (kind, words) in kinds {
        let formats: Vec<Format> = job(at, kind, words).document().formats().collect();
        assert!(!formats.is_empty());
        for format in formats {
            let is_frame = matches!(kind, Kind::Search | Kind::Race | Kind::Replay) && format.is_still();
            let words: Vec<(Key, &str)> = words.iter().copied().chain(is_frame.then_some(one)).collect();
            let name = if format.is_directory() {
                "frames/".to_owned()
            } else {
                format!("out.{}", format.extension())
            };
            let mut command = arguments(kind, &words);
            match format {
                Format::Json => command.extend(["--as", "json"].map(str::to_owned)),
                Format::Text => {}
                _ => command.extend(["-o", &name, "--quiet"].map(str::to_owned)),
            }
            let printed = run(at, &command);
            let words: Vec<(Key, &str)> =
                words.iter().copied().chain((!format.is_text()).then_some((Key::Output, &*name))).collect();
            let job = job(at, kind, &words);
            let document = job.document();
            if format.is_directory() {
                let error = in_memory(&document, format).unwrap_err();
                assert!(error.to_string().contains("path"), "{error}");
                let own = at.join("own");
                document.write(format, Target::Path(&own), &mut Silent).unwrap();
                assert!(files(&own) == files(&at.join("frames")), "{kind} as {format}");
                fs::remove_dir_all(own).unwrap();
                fs::remove_dir_all(at.join("frames")).unwrap();
                continue;
            }
            let (bytes, report) = in_memory(&document, format).unwrap();
            let expected = if format.is_text() { printed } else { fs::read(at.join(&name)).unwrap() };
            let _ = fs::remove_file(at.join(&name));
            assert!(bytes == expected, "{kind} as {format}: {} bytes, not {}", bytes.len(), expected.len());
            assert_eq!(report.files[0].bytes, bytes.len() as u64, "{kind} as {format}");
        }
    }
}

#[test]
fn tables_have_the_numbers_of_the_program_and_a_chart_shares_them() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let counted = job(at, Kind::Count, &[(Key::Sizes, "1..6")]);
    let algorithms = [(Key::Sizes, "4"), (Key::Algorithms, "eager"), (Key::Algorithms, "marking")];
    let compared = job(at, Kind::Compare, &algorithms);
    for (format, form) in [
        (Format::Text, "table"),
        (Format::Csv, "csv"),
        (Format::Json, "json"),
        (Format::Markdown, "markdown"),
    ] {
        for (job, command) in [
            (&counted, format!("count 1..6 --as {form}")),
            (&compared, format!("compare 4 eager marking --runs 1 --as {form}")),
        ] {
            let command: Vec<String> = command.split(' ').map(str::to_owned).collect();
            let printed = run(at, &command);
            let (bytes, _) = in_memory(&job.document(), format).unwrap();
            let digits = |text: &[u8]| untimed(text).len();
            // Times have other digits.
            assert!(digits(&bytes).abs_diff(digits(&printed)) < 60, "{format}: {}", untimed(&bytes));
        }
    }
    let chart = job(at, Kind::Compare, &[&algorithms[..], &[(Key::Output, "chart.png")]].concat());
    let document = chart.document();
    assert!(document.table().is_none(), "nothing is measured yet");
    let (png, report) = in_memory(&document, Format::Png).unwrap();
    assert!(matches!(report.summary, Summary::Chart { .. }));
    let mut command = arguments(Kind::Compare, &algorithms);
    command.extend(["-o", "chart.png", "--quiet"].map(str::to_owned));
    run(at, &command);
    assert!(png == fs::read(at.join("chart.png")).unwrap());
    let table = document.table().expect("it is measured");
    assert_eq!(in_memory(&table, Format::Csv).unwrap(), in_memory(&table, Format::Csv).unwrap());
}

#[test]
fn pictures_are_received_with_their_times() {
    let at = Path::new("");
    let job = job(at, Kind::Search, &[(Key::Queens, "4"), (Key::Delay, "100ms")]);
    let (mut pictures, mut time) = (0_u64, Duration::ZERO);
    let mut receive = |picture: image::RgbaImage, shown_for| {
        assert_eq!(picture.dimensions(), (480, 480));
        (pictures, time) = (pictures + 1, time + shown_for);
    };
    let report = job.document().write(Format::Gif, Target::Pictures(&mut receive), &mut Silent).unwrap();
    let Summary::Film { film, .. } = report.summary else { panic!("{:?}", report.summary) };
    assert_eq!(film.frames, pictures);
    assert!(time >= Duration::from_millis(100) * pictures as u32);
}

/// Stops once it has been told of so much.
struct Impatient {
    told: u64,
    stages: Vec<Stage>,
    notes: Vec<String>,
    most: u64,
}

impl Watch for Impatient {
    fn stage(&mut self, stage: Stage) {
        self.stages.push(stage);
    }

    fn progress(&mut self, _: u64, _: Option<u64>) {
        self.told += 1;
    }

    fn note(&mut self, note: &dyn std::fmt::Display) {
        self.notes.push(note.to_string());
    }

    fn go_on(&self) -> bool {
        self.told < self.most
    }
}

#[test]
fn a_watch_is_told_what_is_done_and_stops_it() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let words = [(Key::Queens, "6"), (Key::Delay, "1ms")];
    let job = job(at, Kind::Search, &words);
    let path = at.join("film.gif");
    for (most, is_made) in [(5, false), (u64::MAX, true)] {
        let mut watch = Impatient { told: 0, stages: Vec::new(), notes: Vec::new(), most };
        let made = job.document().write(Format::Gif, Target::Path(&path), &mut watch);
        assert_eq!((made.is_ok(), path.exists()), (is_made, is_made), "{made:?}");
        assert_eq!(watch.stages, [Stage::LookingAhead, Stage::Writing, Stage::Drawing]);
        assert!(watch.notes[0].contains("--delay is raised to 20ms"), "{:?}", watch.notes);
        match made {
            Ok(report) => assert_eq!(report.notes[0].to_string(), watch.notes[0]),
            Err(error) => assert_eq!(error.kind, queenreel::document::ErrorKind::Stopped),
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused_with_a_hint() {
    let at = Path::new("");
    let job = job(at, Kind::Search, &[(Key::Queens, "4"), (Key::Fps, "20"), (Key::Output, "a.mp4")]);
    let refused = |format| in_memory(&job.document(), format).unwrap_err().to_string();
    assert!(
        refused(Format::Gif).contains("--fps is for MP4 or Y4M, not for GIF"),
        "{}",
        refused(Format::Gif)
    );
    assert!(refused(Format::Csv).contains("a search is not made as a CSV; write"));
    assert!(in_memory(&job.document(), Format::Mp4).is_ok());
}
