//! Logs of any program: counted from 0, boards as steps, lines that are not events, lanes.

use image::RgbaImage;
use queenreel::board::Square;
use queenreel::film::{FilmError, RaceSolver, Source};
use queenreel::internals::page::Theme;
use queenreel::log::{LogOptions, SpooledLog};
use queenreel::record::Mark;
use queenreel::search::Tally;

use super::films::boards;
use crate::common::board_reader::paper;
use crate::common::decode::gif_frames;
use crate::common::lists;
use crate::common::sandbox::{Sandbox, names, stderr, stdout};
use crate::common::table;

/// The film of a log, and the program's output.
fn film(log: &str, options: &[&str]) -> (Vec<u8>, String) {
    let output = Sandbox::new().replay(log, &[&["-o", "-", "--size", "240"], options].concat());
    (output.stdout.clone(), stderr(&output))
}

/// The pictures of a film.
fn pictures(gif: &[u8]) -> Vec<RgbaImage> {
    gif_frames(gif).map(image::Frame::into_buffer).collect()
}

/// The exit status of a check of a log, and its output.
fn check(log: &str) -> (Option<i32>, String) {
    let output = Sandbox::new().feed(log, &["replay", "-", "--check"]);
    (output.status.code(), stderr(&output))
}

/// The queens of each frame, as the row of the queen in each column, 0 for none.
fn rows(log: &str, n: usize) -> Vec<String> {
    let queens = |(squares, _): (Vec<Square>, bool)| {
        let mut rows = vec![0; n];
        for square in squares {
            rows[usize::from(square.column) - 1] = square.row;
        }
        rows.iter().map(u8::to_string).collect()
    };
    boards(&film(log, &[]).0, n as u64).into_iter().map(queens).collect()
}

#[test]
fn boards_are_filmed_in_every_notation() {
    for case in table::rows(include_str!("boards.txt")) {
        let n = case.line.find(' ').unwrap();
        assert_eq!(rows(&case.text(), n).join(" "), case.line, "{}", case.text());
    }
}

#[test]
fn an_incomplete_last_line_ends_the_film() {
    let log = "{\"place\":[2,1]}\n{\"place\":[4,2]}\n{\"place\":[1,";
    let (gif, said) = film(log, &[]);
    assert_eq!(boards(&gif, 4).len(), 3);
    assert!(said.contains("note: line 3, the last, is incomplete"), "{said}");
    let sandbox = Sandbox::new();
    let strict = sandbox.feed(log, &["replay", "-", "-o", "film.gif", "--strict"]);
    let message = stderr(&strict);
    assert!(strict.status.code() == Some(1) && message.contains("line 3: this is not JSON"), "{message}");
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_check_lists_all_errors() {
    let log = "{\"place\":[1,1]}\n{\"place\":[1,1]}\n{\"test\":[1,2],\"safe\":true}\n{\"foo\":1}\n{\"remove\":[1,1]}\n{";
    let (status, message) = check(log);
    assert_eq!(status, Some(1), "{message}");
    for part in
        ["line 2: there is already a queen", "line 3: row 1, column 2 is not safe", "line 4: unknown key"]
    {
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(message.matches("error: standard input: line ").count(), 3, "{message}");
    assert!(message.contains("\n  {\"place\":[1,1]}\n"), "the line is quoted: {message}");
}

#[test]
fn the_size_and_the_end_may_be_given() {
    let log = "{\"place\":[1,1]}\n{\"place\":[3,2]}\n";
    assert_eq!(boards(&film(log, &["--queens", "6"]).0, 6)[2].0, [Square::new(1, 1), Square::new(3, 2)]);
    let search = stdout(&Sandbox::new().succeed(&["search", "6", "--all", "--events", "-", "-q"]));
    let (gif, said) = film(&search, &["--solutions", "2"]);
    assert!(boards(&gif, 6).last().unwrap().1, "it ends with a solution");
    assert!(said.contains("2 solutions"), "{said}");
}

#[test]
fn captions_and_pauses_stand_alone() {
    let log = "{\"place\":[1,1]}\n{\"caption\":\"Restart\"}\n{\"pause\":\"1s\"}\n{\"place\":[3,2]}\n{\"remove\":[3,2],\"pause\":\"500ms\"}\n";
    let times = |options: &[&str]| -> Vec<u32> {
        let gif = film(log, &[&["--delay", "200ms", "--hold", "1s"], options].concat()).0;
        gif_frames(&gif).map(|frame| frame.delay().numer_denom_ms().0).collect()
    };
    // The note has a frame only where it can be read.
    assert_eq!(times(&["--caption"]), [200, 200, 1200, 200, 1500]);
    assert_eq!(times(&[]), [200, 1200, 200, 1500]);
    let gif = film(log, &["--duration", "4s"]).0;
    let total: u32 = gif_frames(&gif).map(|frame| frame.delay().numer_denom_ms().0).sum();
    assert_eq!(total, 4000, "a given duration has no pauses");
}

#[test]
fn code_in_the_header_is_shown_with_its_lines() {
    let header = "{\"queens\":4,\"code\":[\"for each column\",\"  put a queen\"]}\n";
    let lit = format!("{header}{{\"place\":[2,1],\"line\":2}}\n{{\"place\":[4,2],\"line\":1}}\n");
    let other = lit.replace("\"line\":1", "\"line\":2");
    let code = ["-o", "-", "--code", "--canvas", "640x360"];
    let [lit, other] = [lit, other].map(|log| pictures(&Sandbox::new().replay(log, &code).stdout));
    assert!(lit[1] == other[1] && lit[2] != other[2], "the lit line is the only difference");
}

/// Two lanes that write to one log in turn, the second with the better score.
const LANES: &str = "{\"queens\":5}\n\
    {\"lane\":1,\"place\":[1,1],\"score\":-4}\n{\"lane\":2,\"place\":[2,1],\"score\":-1}\n\
    {\"lane\":2,\"place\":[5,2]}\n{\"lane\":1,\"place\":[4,2]}\n{\"lane\":2,\"place\":[3,3]}\n";

#[test]
fn lanes_are_filmed_alone_or_side_by_side() {
    let alone = |lane: &str| boards(&film(LANES, &["--lanes", lane]).0, 5).pop().unwrap().0;
    assert_eq!(alone("1"), [(1, 1), (4, 2)].map(Square::from));
    assert_eq!(alone("2"), [(2, 1), (3, 3), (5, 2)].map(Square::from));
}

#[test]
fn logs_race_beside_algorithms() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "6", "--algorithm", "eager", "--events", "eager.jsonl", "-o", "a.gif", "-q"]);
    let mine = String::from_utf8(sandbox.read("eager.jsonl")).unwrap().replace("\"eager\"", "\"my solver\"");
    sandbox.write("mine.jsonl", mine);
    let race = |other: &str, name: &str| {
        let every_tick = ["--every", "1", "--max-frames", "100000", "--canvas", "640x360", "-q"];
        sandbox.succeed(&[&["race", "6", "backtracking", other, "-o", name], &every_tick[..]].concat());
        let frames = sandbox.listed(&format!("{name}frames.json"));
        let name = frames[0]["lanes"][1]["algorithm"].clone();
        (serde_json::to_string(&frames).unwrap(), name)
    };
    let ((log, name), (algorithm, _)) = (race("mine.jsonl", "log/"), race("eager", "algorithm/"));
    assert_eq!(name, "my solver");
    assert!(log.replace("my solver", "eager") == algorithm, "the log races as the algorithm does");
}

#[test]
fn squares_are_ruled_out_and_restored() {
    let log = "{\"queens\":4}\n{\"place\":[1,1]}\n{\"prune\":[[1,2],[2,2]]}\n{\"place\":[3,2]}\n{\"remove\":[3,2]}\n{\"restore\":[1,2]}\n";
    let plain = log.replace("{\"prune\":[[1,2],[2,2]]}\n", "").replace("{\"restore\":[1,2]}\n", "");
    let [pruned, plain] = [log, &plain].map(|log| pictures(&film(log, &[]).0));
    let changed = |index: usize, square: (u32, u32)| {
        let side = pruned[index].width() / 4;
        let mut pixels =
            (0..side * side).map(|pixel| (square.1 * side + pixel % side, square.0 * side + pixel / side));
        pixels.any(|(x, y)| pruned[index].get_pixel(x, y) != plain[index].get_pixel(x, y))
    };
    // Rows and columns from 0: the squares of column 2 from the placement on, one of them restored.
    assert_eq!([changed(1, (0, 1)), changed(1, (1, 1)), changed(1, (3, 3))], [true, true, false]);
    assert_eq!([changed(3, (0, 1)), changed(3, (1, 1))], [false, true]);
}

#[test]
fn a_log_counts_the_same_in_every_reading() {
    // The size is only known at the end.
    for log in [
        "{\"boards\":\"steps\"}\n[1,2,3,4]\n[2,1,3,4]\n",
        "{\"boards\":\"steps\"}\n[1,2]\n[2,1]\n[2,1,5]\n[3,2]\n",
        "{\"boards\":\"steps\"}\n[[1,4],[2,4]]\n[]\n",
    ] {
        let read = SpooledLog::read(log.as_bytes(), LogOptions::default()).unwrap();
        let mut tally = Tally::default();
        read.entries(None).for_each(|entry| tally.count(entry.unwrap().event));
        assert_eq!(tally, read.summary().tally, "{log}");
        assert!(read.summary().size.get() < 6, "{log}");
    }
}

#[test]
fn what_a_solver_prints_besides_is_skipped() {
    let long = "=".repeat(200_000);
    for other in ["{0: 1, 1: 3}", "{1, 2}", "[", long.as_str(), "{ x }"] {
        let log = format!("{other}\n{{\"place\":[2,1]}}\n{other}\n{{\"place\":[4,2]}}\n");
        let (gif, said) = film(&log, &[]);
        assert_eq!(boards(&gif, 4).len(), 3);
        assert!(said.contains("note: 2 other lines skipped, the first: line 1: "), "{said}");
    }
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", b"{\"place\":[2,1]}\n{\"place\":[4,2],\"caption\":\"\xc3");
    let said = stderr(&sandbox.succeed(&["replay", "log.jsonl", "-o", "film.gif"]));
    assert!(said.contains("line 2, the last, is incomplete"), "{said}");
}

#[test]
fn a_check_goes_on_after_lines_that_are_long_or_skipped() {
    let long = format!("{{\"place\":{}}}\n{{\"foo\":1}}\n", " ".repeat(1 << 20));
    let (_, message) = check(&long);
    let lines: Vec<&str> =
        message.lines().filter_map(|line| line.split("line ").nth(1)?.split(':').next()).collect();
    assert_eq!(lines, ["1", "2"], "{message}");
    let (status, message) = check("Hello\n{\"place\":[1,1]}\n{\"pl");
    assert_eq!(status, Some(0), "{message}");
    assert!(message.contains("1 other line skipped") && message.contains("line 3, the last"), "{message}");
}

#[test]
fn the_score_of_a_lane_does_not_change_its_number() {
    let scores = "{\"boards\":\"steps\",\"queens\":4}\n{\"board\":[1],\"lane\":1,\"score\":1}\n{\"board\":[1],\"lane\":2,\"score\":5}\n{\"board\":[1],\"lane\":1,\"score\":9}\n";
    let log = SpooledLog::read(scores.as_bytes(), LogOptions::default()).unwrap();
    let names: Vec<String> = RaceSolver::lanes_of(&log, &[]).iter().map(RaceSolver::name).collect();
    assert_eq!(names, ["lane 1", "lane 2"]);
    assert!(
        matches!(Source::spooled(log.clone(), None, None), Err(FilmError::Lanes(lanes)) if lanes == [1, 2])
    );
    assert!(
        Source::spooled(log.clone(), Some(3), None).is_err() && Source::spooled(log, Some(2), None).is_ok()
    );
}

#[test]
fn rules_of_its_own_hold_in_every_film() {
    let log = |lane: &str| {
        let lines = ["\"place\":[1,1]", "\"test\":[1,2],\"safe\":true", "\"place\":[1,2]", "\"backtrack\":2"];
        let lines = lines.map(|line| format!("{{{line}{lane}}}\n"));
        format!("{{\"queens\":2,\"rules\":\"own\"}}\n{}", lines.concat())
    };
    let alone = gif_frames(&film(&log(""), &[]).0).last().unwrap().into_buffer();
    let other = "{\"place\":[2,2],\"lane\":2}\n";
    let sandbox = Sandbox::new();
    sandbox.replay(log(",\"lane\":1") + other, &["-o", "frames/", "--lanes", "1,2"]);
    // Red is the colour of conflicts.
    let conflict = paper(&Theme::default().inks(), false, Some(Mark::Conflict));
    let is_conflict = |pixel: &image::Rgba<u8>| pixel.0[..3] == conflict.0;
    assert!(!alone.pixels().any(is_conflict));
    let pictures = names(&sandbox.path("frames")).into_iter().filter(|name| name.starts_with("frame-"));
    let pictures: Vec<_> = pictures.map(|name| sandbox.path(&format!("frames/{name}"))).collect();
    assert_eq!(pictures.len(), 4);
    for picture in pictures {
        assert!(!image::open(&picture).unwrap().to_rgba8().pixels().any(is_conflict), "{picture:?}");
    }
}

#[test]
fn a_check_has_no_errors_that_follow_from_long_lines() {
    for long in ["x".repeat(5 << 20) + "\n", " ".repeat(70_000)] {
        let (_, message) = check(&format!("{{\"place\":[1,1]}}\n{long}{{\"place\":[2,3]}}\n"));
        assert_eq!(message.matches("error: ").count(), 1, "nothing is lost without a word");
    }
}

#[test]
fn byte_order_marks_begin_lines() {
    let mark = "\u{feff}";
    for (log, expected) in [
        (format!("{mark}{{\"queens\":4}}\n{mark}{{\"place\":[3,2]}}\n"), "0300"),
        (format!("{{\"queens\":4}}\n{{\"place\":[3,2]}}\n{mark}{{\"place\":[1,1]}}\n"), "1300"),
        (format!("{{\"queens\":4}}\r\n{mark}\r\n{mark}{mark}{{\"place\":[3,2]}}\r\n"), "0300"),
        (format!("{{\"boards\":\"steps\",\"queens\":4}}\n{mark}[1]\n{mark}[1,3]\n"), "1300"),
        (format!("{mark}.Q..\n{mark}...Q\nQ...\n{mark}..Q.\n"), "3142"),
    ] {
        assert_eq!(rows(&log, 4).last().unwrap(), expected, "{log}");
        assert!(!film(&log, &[]).1.contains("skipped"), "{log}");
    }
}

#[test]
fn null_is_no_value() {
    let read = |log: &str| -> Vec<_> {
        let log = SpooledLog::read(log.as_bytes(), LogOptions::default());
        let log = log.unwrap_or_else(|error| panic!("{error}"));
        log.entries(None).map(Result::unwrap).collect()
    };
    for [line, plain] in lists::rows(include_str!("null.txt")) {
        let log = |line: &str| format!("{{\"queens\":4}}\n{{\"place\":[1,1]}}\n{line}\n");
        assert_eq!(read(&log(line)), read(&log(plain)), "{line}");
    }
    for header in [
        "{\"queens\":4,\"base\":null,\"start\":null,\"seed\":null,\"code\":null}",
        "{\"order\":null,\"empty\":null,\"boards\":null,\"rules\":null,\"queens\":4}",
        "{\"queens\":null,\"base\":null}",
    ] {
        let log = format!("{header}\n{{\"place\":[4,4]}}\n");
        assert_eq!(read(&log), read("{\"queens\":4}\n{\"place\":[4,4]}\n"), "{header}");
    }
}
