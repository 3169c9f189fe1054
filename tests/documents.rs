//! The library and the program write the same bytes: each kind of document in each of its formats, in memory.
//! Also built without the features of the program.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use queenreel::{
    Document, Error, ErrorKind, Files, Format, Report, Request, Silent, Stage, Summary, Target, Watch,
};

/// The program, even if this test is built without it.
fn program() -> PathBuf {
    let built = option_env!("CARGO_BIN_EXE_queenreel").map(PathBuf::from);
    let beside = || env::current_exe().unwrap().parent().unwrap().with_file_name("queenreel");
    let program = built.unwrap_or_else(beside);
    assert!(program.exists(), "build it first: cargo build");
    program
}

/// Runs the program in a directory; returns what it prints.
fn run(directory: &Path, words: &[&str]) -> Vec<u8> {
    let run = Command::new(program()).args(words).current_dir(directory).stdin(Stdio::null()).output();
    let run = run.unwrap();
    assert!(run.status.success(), "{words:?}: {}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

fn split(command: &str) -> Vec<&str> {
    command.split(' ').collect()
}

fn request(command: &str) -> Request {
    Request::from_words(split(command)).unwrap()
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
    let text = str::from_utf8(table).unwrap();
    let is_time = |word: &str| word.parse::<f64>().is_ok_and(|number| number.fract() > 0.0) || word == "ms";
    text.split([' ', ',', '\n', '|', ':', '}']).filter(|word| !word.is_empty() && !is_time(word)).collect()
}

#[test]
fn each_kind_is_made_in_memory_in_each_of_its_formats_as_the_program_makes_it() {
    let directory = tempfile::tempdir().unwrap();
    let (at, system) = (directory.path(), Files::system());
    run(at, &split("search 4 --events log.jsonl -o first.gif --quiet"));
    // The library is in another directory.
    let log = at.join("log.jsonl");
    for words in [
        split("search 4 --view lecture"),
        split("race 4 eager marking"),
        vec!["replay", log.to_str().unwrap()],
        split("gallery 5 --solutions 3"),
        split("sheet 4"),
        split("board 2413 --panel diagonals"),
        split("list 5"),
    ] {
        let kind = words[0];
        let request = Request::from_words(&words).unwrap();
        let formats: Vec<Format> = request.document(&system).unwrap().formats().collect();
        assert!(!formats.is_empty());
        for format in formats {
            let is_frame = ["search", "race", "replay"].contains(&kind) && format.is_still();
            let extension = format.extension();
            let name = if format.is_directory() { "frames/".to_owned() } else { format!("out.{extension}") };
            let mut words = words.clone();
            words.extend(if is_frame { &["--select", "5"][..] } else { &[] });
            match format {
                Format::Json => words.extend(["--as", "json"]),
                Format::Text => {}
                _ => words.extend(["-o", &name, "--quiet"]),
            }
            let printed = run(at, &words);
            let request = Request::from_words(&words).unwrap();
            assert_eq!(request.kind(), kind);
            let document = request.document(&system).unwrap();
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
    let (at, system) = (directory.path(), Files::system());
    let (counted, compared) = (request("count 1..6"), request("compare 4 eager marking"));
    let forms = [
        (Format::Text, "table"),
        (Format::Csv, "csv"),
        (Format::Json, "json"),
        (Format::Markdown, "markdown"),
    ];
    for (format, form) in forms {
        for (request, command) in [(&counted, "count 1..6"), (&compared, "compare 4 eager marking --runs 1")]
        {
            let printed = run(at, &split(&format!("{command} --as {form}")));
            let (bytes, _) = in_memory(&request.document(&system).unwrap(), format).unwrap();
            let digits = |text: &[u8]| untimed(text).len();
            // Times may have other digits.
            assert!(digits(&bytes).abs_diff(digits(&printed)) < 60, "{format}: {}", untimed(&bytes));
        }
    }
    let command = "compare 4 eager marking -o chart.png --quiet";
    let chart = request(command);
    let document = chart.document(&system).unwrap();
    assert!(!document.is_measured());
    let (png, report) = in_memory(&document, Format::Png).unwrap();
    assert!(matches!(report.summary, Summary::Chart { .. }));
    run(at, &split(command));
    assert!(png == fs::read(at.join("chart.png")).unwrap());
    // New measurements would give other times.
    assert!(document.is_measured());
    assert_eq!(in_memory(&document, Format::Csv).unwrap(), in_memory(&document, Format::Csv).unwrap());
}

#[test]
fn files_in_memory_are_read_as_those_of_the_system() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    run(at, &split("search 4 --events log.jsonl -o first.gif --quiet"));
    fs::write(at.join("own.toml"), run(at, &["themes", "blue"])).unwrap();
    fs::write(at.join("solver.py"), "def solve():\n    pass\n").unwrap();
    let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts");
    let fonts = fs::read_dir(fonts).unwrap().map(|entry| entry.unwrap().path());
    let font = fonts.filter(|path| path.extension().is_some_and(|ending| ending == "ttf")).min();
    fs::copy(font.unwrap(), at.join("own.ttf")).unwrap();
    let log = fs::read(at.join("log.jsonl")).unwrap();
    let memory = Files::in_memory(files(at).into_iter().chain([("-".to_owned(), log)]));
    for file in ["log.jsonl", "own.toml", "own.ttf", "solver.py"] {
        assert!(!Path::new(file).exists(), "{file} is in memory only");
    }
    let looks = "--theme own.toml --font own.ttf";
    let replay =
        format!("replay log.jsonl {looks} --code-file solver.py --canvas 640x360 -o film.gif --quiet");
    let race = format!("race 4 log.jsonl marking {looks} -o film.gif --quiet");
    for command in [&replay, &race] {
        run(at, &split(command));
        let request = request(command);
        let (gif, _) = in_memory(&request.document(&memory).unwrap(), Format::Gif).unwrap();
        assert!(gif == fs::read(at.join("film.gif")).unwrap(), "{command}");
        fs::remove_file(at.join("film.gif")).unwrap();
    }
    let gif = |log: &str, files: &Files| {
        let request = Request::from_words(["replay", log]).unwrap();
        let document = request.document(files)?;
        in_memory(&document, Format::Gif).map(|(gif, _)| gif)
    };
    let (read, piped) = (gif("log.jsonl", &memory).unwrap(), gif("-", &memory).unwrap());
    assert!(piped == read, "standard input is in memory, too");
    // No other file is read.
    let (none, there) = (Files::in_memory::<PathBuf>([]), at.join("own.toml"));
    let request = Request::from_words(["search", "4", "--theme", there.to_str().unwrap()]).unwrap();
    let error = request.document(&none).unwrap_err();
    assert_eq!(error.option.as_deref(), Some("theme"), "{error}");
    assert!(error.to_string().contains("no such file"), "{error}");
    let there = at.join("log.jsonl");
    let error = gif(there.to_str().unwrap(), &none).unwrap_err();
    assert!(error.to_string().contains("does not exist"), "{error}");
    assert!(gif(there.to_str().unwrap(), &Files::system()).unwrap() == read);
}

#[test]
fn pictures_are_received_with_their_times() {
    let (system, request) = (Files::system(), request("search 4 --delay 100ms"));
    let (mut pictures, mut time) = (0_u64, Duration::ZERO);
    let mut receive = |picture: image::RgbaImage, shown_for| {
        assert_eq!(picture.dimensions(), (480, 480));
        (pictures, time) = (pictures + 1, time + shown_for);
    };
    let document = request.document(&system).unwrap();
    let report = document.write(Format::Gif, Target::Pictures(&mut receive), &mut Silent).unwrap();
    let Summary::Film { film, .. } = report.summary else { panic!("{:?}", report.summary) };
    assert_eq!(film.frames, pictures);
    assert!(time >= Duration::from_millis(100) * pictures as u32);
}

/// Cancels the work after some progress.
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
    let (system, request) = (Files::system(), request("search 6 --delay 1ms"));
    let document = request.document(&system).unwrap();
    let path = directory.path().join("film.gif");
    for (most, is_made) in [(5, false), (u64::MAX, true)] {
        let mut watch = Impatient { told: 0, stages: Vec::new(), notes: Vec::new(), most };
        let made = document.write(Format::Gif, Target::Path(&path), &mut watch);
        assert_eq!((made.is_ok(), path.exists()), (is_made, is_made), "{made:?}");
        assert_eq!(watch.stages, [Stage::LookingAhead, Stage::Writing, Stage::Drawing]);
        assert!(watch.notes[0].contains("--delay is raised to 20ms"), "{:?}", watch.notes);
        match made {
            Ok(report) => assert_eq!(report.notes[0].to_string(), watch.notes[0]),
            Err(error) => assert_eq!(error.kind, ErrorKind::Stopped),
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused_with_a_hint() {
    let (system, request) = (Files::system(), request("search 4 --fps 20 -o a.mp4"));
    let document = request.document(&system).unwrap();
    let refused = |format| in_memory(&document, format).unwrap_err().to_string();
    let message = refused(Format::Gif);
    assert!(message.contains("--fps is for MP4 or Y4M, not for GIF"), "{message}");
    assert!(refused(Format::Csv).contains("a search is not made as a CSV; write"));
    assert!(in_memory(&document, Format::Mp4).is_ok());
}
