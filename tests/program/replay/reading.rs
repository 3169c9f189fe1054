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
use crate::common::sandbox::{Sandbox, names, stderr, stdout};

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
fn check(log: &str, options: &[&str]) -> (Option<i32>, String) {
    let output = Sandbox::new().feed(log, &[&["replay", "-", "--check"], options].concat());
    (output.status.code(), stderr(&output))
}

/// The queens of each frame, as the row of the queen in each column, 0 for none.
fn rows(log: &str, n: u64) -> Vec<Vec<u8>> {
    let queens = |(squares, _): (Vec<Square>, bool)| {
        let mut rows = vec![0; n as usize];
        for square in squares {
            rows[usize::from(square.column) - 1] = square.row;
        }
        rows
    };
    boards(&film(log, &[]).0, n).into_iter().map(queens).collect()
}

fn refused(log: &str, part: &str) {
    refused_with(&[], log, part);
}

fn refused_with(options: &[&str], log: &str, part: &str) {
    let sandbox = Sandbox::new();
    let output = sandbox.feed(log, &[&["replay", "-", "-o", "film.gif"], options].concat());
    let message = stderr(&output);
    assert!(output.status.code() == Some(1) && message.contains(part), "{log}: {message}");
    assert!(sandbox.names().is_empty(), "{log}");
}

#[test]
fn a_log_that_counts_from_zero_says_so() {
    let one_based = rows("{\"queens\":4}\n{\"board\":[2,4,1,3]}\n{\"move\":[[2,1],[1,1]]}\n", 4);
    let zero_based = "{\"queens\":4,\"base\":0}\n{\"board\":[1,3,0,2]}\n{\"move\":[[1,0],[0,0]]}\n";
    assert_eq!(rows(zero_based, 4), one_based);
    assert_eq!(one_based[1..], [[2, 4, 1, 3], [1, 4, 1, 3]]);
    refused("{\"board\":[1,3,0,2]}\n", "{\"base\":0}");
    refused("{\"board\":[1,3,0,2]}\n", "{\"empty\":0}");
    refused("{\"place\":[0,1]}\n", "begins with {\"base\":0}");
    refused("{\"base\":0}\n{\"place\":[1,64]}\n", "from 0 to 63");
    let numbers = "{\"base\":0}\n{\"place\":[0,0]}\n{\"dead_end\":{\"column\":1}}\n{\"backtrack\":1}\n";
    assert_eq!(rows(numbers, 2).last().unwrap(), &[1, 0]);
}

#[test]
fn no_queen_is_null_or_minus_one_or_declared() {
    let expected = vec![vec![0; 4], vec![2, 0, 0, 3]];
    for log in [
        "{\"board\":[2,null,-1,3]}\n",
        "{\"empty\":0}\n{\"board\":[2,0,0,3]}\n",
        "{\"empty\":99}\n{\"board\":[2,99,-1,3]}\n",
        "{\"base\":0,\"empty\":-7}\n{\"board\":[1,-7,null,2]}\n",
    ] {
        assert_eq!(rows(log, 4), expected, "{log}");
    }
    refused("{\"board\":[2,-2,1,3]}\n", "or null for no queen");
}

#[test]
fn boards_of_a_search_by_rows_have_the_columns_of_the_rows() {
    let by_rows = "{\"order\":\"rows\"}\n{\"board\":[2,null,1,null]}\n";
    assert_eq!(rows(by_rows, 4)[1], [3, 1, 0, 0], "row 1 has its queen in column 2");
    Sandbox::new().replay(by_rows, &["-o", "frames/"]);
}

#[test]
fn boards_may_be_steps() {
    let header = "{\"boards\":\"steps\",\"queens\":4,\"base\":0}\n";
    let arrays = "[]\n[0]\n[0,2]\n[0,3]\n[0,3,1]\n[1]\n[1,3]\n[1,3,0]\n[1,3,0,2]\n";
    let steps = rows(&format!("{header}{arrays}"), 4);
    let expected: &[[u8; 4]] = &[
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [1, 3, 0, 0],
        [1, 4, 0, 0],
        [1, 4, 2, 0],
        // A changed prefix is removed queen by queen.
        [1, 4, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 0, 0],
        [2, 0, 0, 0],
        [2, 4, 0, 0],
        [2, 4, 1, 0],
        [2, 4, 1, 3],
    ];
    assert_eq!(steps, expected);
    let full = "{\"boards\":\"steps\",\"empty\":0}\n{\"board\":[1,0,0,0]}\n{\"board\":[1,3,0,0]}\n{\"board\":[1,0,0,0]}\n";
    assert_eq!(rows(full, 4)[1..], [[1, 0, 0, 0], [1, 3, 0, 0], [1, 0, 0, 0]]);
    // The film has the tree, and counters that the log does not have.
    let (_, said) = film(&format!("{header}{arrays}"), &["--tree", "--counters"]);
    assert!(said.contains("7 placements, 2 backtracks") && said.contains("1 solution"), "{said}");
    refused("[0,2]\n[1,2]\n", "begins with {\"boards\":\"steps\"}");
    refused(&format!("{header}[]\n[]\n"), "without an event");
}

#[test]
fn a_queen_that_is_set_replaces_those_from_there_on() {
    let log = "{\"queens\":4}\n{\"set\":[1,1]}\n{\"set\":[3,2]}\n{\"set\":[2,3]}\n{\"set\":[4,2]}\n{\"set\":[2,1]}\n";
    let steps = rows(log, 4);
    assert_eq!(steps.last().unwrap(), &[2, 0, 0, 0]);
    assert!(steps.contains(&vec![1, 3, 2, 0]) && steps.contains(&vec![1, 4, 0, 0]));
}

#[test]
fn the_reader_finds_the_queen_that_attacks() {
    let log = "{\"queens\":4}\n{\"place\":[1,1]}\n{\"test\":[1,2]}\n{\"test\":[3,2]}\n";
    let sandbox = Sandbox::new();
    sandbox.replay(log, &["-o", "frames/", "--detail", "tests"]);
    let frames = sandbox.listed("frames/frames.json");
    assert_eq!(frames[2]["attacker"], serde_json::json!({"row": 1, "column": 1}));
    assert!(frames[3]["attacker"].is_null());
    let said = |line: &str| format!("{{\"queens\":4}}\n{{\"place\":[1,1]}}\n{line}\n");
    refused(
        &said("{\"test\":[1,2],\"safe\":true}"),
        "row 1, column 2 is not safe: the queen in row 1, column 1",
    );
    refused(&said("{\"test\":[1,2],\"attacker\":null}"), "is not safe");
    refused(&said("{\"test\":[3,2],\"safe\":false}"), "no queen attacks row 3, column 2");
    let own = "{\"rules\":\"own\"}\n{\"place\":[1,1]}\n{\"test\":[1,2],\"safe\":true}\n{\"test\":[3,2],\"safe\":false}\n";
    film(own, &["--detail", "tests"]);
}

#[test]
fn other_lines_are_skipped_with_one_note() {
    let log = "Solving 4 queens\n{\"place\":[2,1]}\n\nTry row 4\n[1, 2]\n{\"place\":[4,2]}\n";
    let (gif, said) = film(log, &[]);
    assert_eq!(boards(&gif, 4).len(), 3);
    assert!(said.contains("note: 3 other lines skipped, the first: line 1: Solving 4 queens; "), "{said}");
    refused_with(&["--strict"], log, "line 1: this is not an event");
    refused("only\nwords\n", "without an event");
}

#[test]
fn an_incomplete_last_line_ends_the_film() {
    let log = "{\"place\":[2,1]}\n{\"place\":[4,2]}\n{\"place\":[1,";
    let (gif, said) = film(log, &[]);
    assert_eq!(boards(&gif, 4).len(), 3);
    assert!(said.contains("note: line 3, the last, is incomplete"), "{said}");
    refused_with(&["--strict"], log, "line 3: this is not JSON");
    // With a line end, it is an error.
    refused(&format!("{log}\n"), "line 3: this is not JSON");
}

#[test]
fn a_check_lists_all_errors() {
    let log = "{\"place\":[1,1]}\n{\"place\":[1,1]}\n{\"test\":[1,2],\"safe\":true}\n{\"foo\":1}\n{\"remove\":[1,1]}\n{";
    let (status, message) = check(log, &[]);
    assert_eq!(status, Some(1), "{message}");
    for part in
        ["line 2: there is already a queen", "line 3: row 1, column 2 is not safe", "line 4: unknown key"]
    {
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(message.matches("error: standard input: line ").count(), 3, "{message}");
    assert!(message.contains("\n  {\"place\":[1,1]}\n"), "the line is quoted: {message}");
    let (_, message) = check("{\"boards\":\"steps\"}\n[]\n", &[]);
    assert_eq!(message.matches("without an event").count(), 1, "{message}");
    let sandbox = Sandbox::new();
    let good = stdout(&sandbox.replay("{\"place\":[1,1]}\n", &["--check"]));
    assert!(good.contains("standard input: 1 placement"), "{good}");
    assert!(sandbox.names().is_empty(), "nothing is filmed");
}

#[test]
fn the_size_and_the_end_may_be_given() {
    let log = "{\"place\":[1,1]}\n{\"place\":[3,2]}\n";
    assert_eq!(boards(&film(log, &["--queens", "6"]).0, 6)[2].0, [Square::new(1, 1), Square::new(3, 2)]);
    refused_with(&["--queens", "6"], "{\"queens\":8}\n{\"place\":[1,1]}\n", "the header says \"queens\":8");
    let search = stdout(&Sandbox::new().succeed(&["search", "6", "--all", "--events", "-", "-q"]));
    let (gif, said) = film(&search, &["--solutions", "2"]);
    assert!(boards(&gif, 6).last().unwrap().1, "it ends with a solution");
    assert!(said.contains("2 solutions"), "{said}");
}

#[test]
fn counters_that_a_log_does_not_have_are_not_reported() {
    let log = "{\"queens\":4,\"algorithm\":\"backtracking\"}\n{\"place\":[1,1]}\n{\"place\":[3,2]}\n";
    let (_, said) = film(log, &["--counters"]);
    assert!(
        said.contains("2 placements, no solution") && !said.contains("test") && !said.contains("backtrack"),
        "{said}"
    );
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
    refused(
        &format!("{header}{{\"place\":[2,1],\"line\":3}}\n"),
        "a line of the code, a whole number from 1 to 2",
    );
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
    let sandbox = Sandbox::new();
    sandbox.replay(LANES, &["-o", "lanes/"]);
    let last = sandbox.listed("lanes/frames.json").pop().unwrap();
    // The better lane comes first, and neither has found a solution.
    for (index, name, placements) in [(0, "lane 2", 3), (1, "lane 1", 2)] {
        let lane = &last["lanes"][index];
        assert_eq!((&lane["algorithm"], &lane["placements"]), (&name.into(), &placements.into()));
        assert!(lane["place"].is_null(), "{lane}");
    }
    let solved = LANES.to_owned() + "{\"lane\":1,\"end\":true}\n";
    let said = stdout(&sandbox.replay(solved, &["-o", "solved/"]));
    assert!(
        said.contains("1. lane 1, 2 ticks: ") && said.contains("Not finished: lane 2, 3 ticks: "),
        "{said}"
    );
    for (lanes, part) in [("1,2,1", "lane 1 is named twice"), ("7", "there is no lane 7: there are 1,2")] {
        let message = stderr(&sandbox.feed(LANES, &["replay", "-", "--lanes", lanes]));
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn many_lanes_are_chosen_from() {
    let lines = (1..=9).map(|lane| format!("{{\"lane\":{lane},\"place\":[{lane},1]}}\n"));
    let log = lines.collect::<Vec<_>>().concat();
    let sandbox = Sandbox::new();
    let all = sandbox.feed(&log, &["replay", "-"]);
    let message = stderr(&all);
    assert_eq!(all.status.code(), Some(2), "{message}");
    assert!(
        message.contains("the log has 9 lanes (1,2,3,4,5,6,7,8,9); name up to 4, like --lanes 1,2,3,4"),
        "{message}"
    );
    sandbox.replay(&log, &["--lanes", "1,3,7"]);
    assert_eq!(sandbox.feed(&log, &["replay", "-", "--lanes", "1,2,3,4,5"]).status.code(), Some(2));
    refused_with(
        &["--lanes", "1"],
        &format!("{log}{{\"end\":true}}\n"),
        "line 10: either all events of a log have a \"lane\"",
    );
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
    let message = sandbox.fail(2, &["race", "8", "mine.jsonl", "backtracking"]);
    assert!(message.contains("'mine.jsonl' has 6 queens, and the race has 8"), "{message}");
    let message = sandbox.fail(2, &["race", "8", "nonsense", "backtracking"]);
    assert!(message.contains("there is no such log, and the algorithms are backtracking"), "{message}");
    sandbox.refuse(2, &["race", "6", "mine.jsonl", "eager", "-o", "mine.jsonl"], &["mine.jsonl"]);
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
    refused("{\"queens\":4}\n{\"prune\":[1,1]}\n{\"place\":[1,1]}\n", "row 1, column 1 is ruled out already");
    refused("{\"queens\":4}\n{\"restore\":[1,1]}\n{\"place\":[1,1]}\n", "row 1, column 1 is not ruled out");
}

#[test]
fn two_queens_swap_their_rows() {
    let log = "{\"board\":[1,2,3,4]}\n{\"move\":[[[1,1],[2,1]],[[2,2],[1,2]]]}\n";
    assert_eq!(rows(log, 4)[1..], [[1, 2, 3, 4], [2, 1, 3, 4]]);
    let same = "{\"boards\":\"steps\"}\n[1,2,3,4]\n[2,1,3,4]\n";
    assert_eq!(rows(same, 4), rows(log, 4));
    let swap = |moves: &str| format!("{{\"board\":[1,2,3,4]}}\n{{\"move\":{moves}}}\n");
    refused(&swap("[[[1,1],[2,1]],[[1,1],[3,1]]]"), "there is no queen in row 1, column 1");
    refused(&swap("[[[1,1],[3,3]],[[2,2],[1,2]]]"), "there is already a queen in row 3, column 3");
}

#[test]
fn a_false_claim_is_refused_on_every_board() {
    let board = "{\"board\":[1,1,1,1]}\n";
    refused(&format!("{board}{{\"test\":[1,2],\"safe\":true}}\n"), "row 1, column 2 is not safe");
    let moved = format!("{board}{{\"move\":[[1,1],[2,1]]}}\n{{\"test\":[1,3],\"attacker\":null}}\n");
    refused(&moved, "row 1, column 3 is not safe: the queen in row 1, column 2");
    // The queen of the column may move, and a search may examine only some queens.
    film(&format!("{board}{{\"test\":[4,2],\"safe\":true}}\n"), &["--detail", "tests"]);
    film(&format!("{board}{{\"test\":[1,1],\"safe\":true,\"among\":\"left\"}}\n"), &["--detail", "tests"]);
    refused(&format!("{board}{{\"test\":[1,2],\"safe\":true,\"among\":\"left\"}}\n"), "is not safe");
    refused("{\"rules\":\"own\"}\n{\"test\":[1,1]}\n", "add \"safe\":true");
}

#[test]
fn a_square_that_is_ruled_out_is_empty() {
    let log = |line: &str| format!("{{\"queens\":4}}\n{{\"place\":[1,1]}}\n{{\"prune\":[3,1]}}\n{line}\n");
    for line in [
        "{\"place\":[3,1]}",
        "{\"move\":[[1,1],[3,1]]}",
        "{\"set\":[3,1]}",
        "{\"place\":[4,2]}\n{\"move\":[[[1,1],[3,1]],[[4,2],[1,2]]]}",
    ] {
        refused(&log(line), "row 3, column 1 is ruled out already");
    }
    assert_eq!(rows(&log("{\"board\":[3,null,null,null]}"), 4)[2], [3, 0, 0, 0]);
}

#[test]
fn a_number_that_means_no_queen_is_no_row() {
    refused("{\"empty\":3,\"queens\":4}\n{\"board\":[3,1,4,2]}\n", "would also be a row (1 to 4)");
    refused("{\"empty\":3}\n{\"board\":[3,1,4,2]}\n", "would also be a row");
    refused("{\"empty\":3,\"base\":0}\n{\"board\":[3,1,0,2]}\n", "(0 to 63)");
    let zero_based = "{\"base\":0,\"empty\":4,\"queens\":4}\n{\"board\":[1,3,4,4]}\n";
    assert_eq!(rows(zero_based, 4)[1], [2, 4, 0, 0]);
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
    let longer = "{\"boards\":\"steps\",\"queens\":4}\n[1,3,null,null,null]\n";
    refused(longer, "a board of 5 columns");
}

#[test]
fn what_a_solver_prints_besides_is_skipped() {
    let long = "=".repeat(200_000);
    for other in ["{0: 1, 1: 3}", "{1, 2}", "{", "[", long.as_str(), "{ x }"] {
        let log = format!("{other}\n{{\"place\":[2,1]}}\n{other}\n{{\"place\":[4,2]}}\n");
        if other == "{" {
            refused(&log, "line 1: this is not JSON");
            continue;
        }
        let (gif, said) = film(&log, &[]);
        assert_eq!(boards(&gif, 4).len(), 3);
        assert!(said.contains("note: 2 other lines skipped, the first: line 1: "), "{said}");
    }
    refused("{'place': [1, 1]}\n", "keys have double quotes");
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", b"{\"place\":[2,1]}\n{\"place\":[4,2],\"caption\":\"\xc3");
    let said = stderr(&sandbox.succeed(&["replay", "log.jsonl", "-o", "film.gif"]));
    assert!(said.contains("line 2, the last, is incomplete"), "{said}");
}

#[test]
fn a_check_goes_on_after_the_first_line_and_counts_each_error_once() {
    let check = |log| check(log, &[]);
    let (status, message) = check("{\"foo\":1}\n{\"remove\":[1,1]}\n{\"bar\":1}\n");
    assert_eq!((status, message.matches("error: ").count()), (Some(1), 3), "{message}");
    let (_, message) = check("{\"remove\":[1,1]}\n");
    assert_eq!(message.matches("error: ").count(), 1, "{message}");
    let long = format!("{{\"place\":{}}}\n{{\"foo\":1}}\n", " ".repeat(1 << 20));
    let (_, message) = check(&long);
    let lines: Vec<&str> =
        message.lines().filter_map(|line| line.split("line ").nth(1)?.split(':').next()).collect();
    assert_eq!(lines, ["1", "2"], "{message}");
    let lanes = "{\"queens\":4}\n{\"place\":[1,1],\"lane\":1}\n{\"place\":[1,1],\"lane\":2}\n{\"solution\":true,\"lane\":2}\n";
    let (_, message) = check(lanes);
    assert_eq!(message.matches("error: ").count(), 1, "{message}");
    let (status, message) = check("Hello\n{\"place\":[1,1]}\n{\"pl");
    assert_eq!(status, Some(0), "{message}");
    assert!(message.contains("1 other line skipped") && message.contains("line 3, the last"), "{message}");
}

#[test]
fn a_guessed_size_is_said() {
    let note = |log: &str| film(log, &[]).1.contains("no number in the log is larger");
    assert!(note("{\"place\":[2,1]}\n"));
    for log in ["{\"queens\":4}\n{\"place\":[2,1]}\n", "{\"board\":[2,4,1,3]}\n"] {
        assert!(!note(log), "{log}");
    }
    assert!(!film("{\"place\":[2,1]}\n", &["--queens", "4"]).1.contains("no number"));
}

#[test]
fn lanes_have_solutions_and_scores_of_their_own() {
    let said = "{\"queens\":1}\n{\"place\":[1,1],\"lane\":1}\n{\"solution\":true,\"lane\":1}\n{\"place\":[1,1],\"lane\":2}\n";
    let sandbox = Sandbox::new();
    let report = stdout(&sandbox.feed(said, &["replay", "-", "-o", "film.gif"]));
    assert_eq!(report.matches("1 solution").count(), 2, "{report}");
    let scores = "{\"boards\":\"steps\",\"queens\":4}\n{\"board\":[1],\"lane\":1,\"score\":1}\n{\"board\":[1],\"lane\":2,\"score\":5}\n{\"board\":[1],\"lane\":1,\"score\":9}\n";
    let log = SpooledLog::read(scores.as_bytes(), LogOptions::default()).unwrap();
    let names: Vec<String> = RaceSolver::lanes_of(&log, &[]).iter().map(RaceSolver::name).collect();
    assert_eq!(names, ["lane 1", "lane 2"]);
    for options in [["--caption", "--lanes=1,2"], ["--tree", "--lanes=1,2"], ["--view=lecture", "--force"]] {
        let output = sandbox.feed(said, &[&["replay", "-"], &options[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(stderr(&output).contains("is for one lane"), "{}", stderr(&output));
    }
    assert!(
        matches!(Source::spooled(log.clone(), None, None), Err(FilmError::Lanes(lanes)) if lanes == [1, 2])
    );
    assert!(
        Source::spooled(log.clone(), Some(3), None).is_err() && Source::spooled(log, Some(2), None).is_ok()
    );
}

#[test]
fn a_search_by_rows_may_move_the_queen_of_a_row() {
    let board = "{\"queens\":4,\"order\":\"rows\"}\n{\"board\":[1,1,1,1]}\n";
    film(&format!("{board}{{\"test\":[1,2],\"safe\":true,\"among\":\"above\"}}\n"), &[]);
    film(
        "{\"queens\":4,\"order\":\"rows\"}\n{\"board\":[1,null,2,null]}\n{\"test\":[1,3],\"safe\":true}\n",
        &[],
    );
    let by_columns = "{\"queens\":4}\n{\"board\":[1,null,3,null]}\n{\"test\":[1,3],\"safe\":true}\n";
    refused(by_columns, "row 1, column 3 is not safe: the queen in row 1, column 1");
}

#[test]
fn only_queens_that_were_looked_at_attack() {
    let log = |claim: &str| {
        format!("{{\"queens\":4}}\n{{\"place\":[4,4]}}\n{{\"test\":[4,2],\"among\":\"left\",{claim}}}\n")
    };
    refused(&log("\"safe\":false"), "no queen attacks row 4, column 2");
    refused(&log("\"attacker\":[4,4]"), "no queen in row 4, column 4 attacks");
    film(&log("\"safe\":true"), &["--detail", "tests"]);
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
fn a_check_has_no_errors_that_follow_from_others() {
    let errors = |log: &str, options: &[&str]| check(log, options).1.matches("error: ").count();
    assert_eq!(errors("{\"queens\":4,\"base\":0,\"bogus\":1}\n{\"place\":[0,0]}\n", &[]), 1);
    assert_eq!(errors("{\"queens\":4,\"base\":0}\n{\"place\":[0,0]}\n", &["--queens", "5"]), 1);
    let endless = format!("{{\"place\":[1,1]}}\n{}\n{{\"place\":[2,3]}}\n", "x".repeat(5 << 20));
    assert_eq!(errors(&endless, &[]), 1);
    let blank = format!("{{\"place\":[1,1]}}\n{}{{\"place\":[2,3]}}\n", " ".repeat(70_000));
    assert_eq!(errors(&blank, &[]), 1, "nothing is lost without a word");
    let zero = "{\"base\":0}\n{\"board\":[[0,0],[0,0]]}\n";
    refused(zero, "row 1, column 1 (counted from 1; this log counts from 0)");
    assert_eq!(
        errors("{\"board\":[1]}\n{\"solution\":true}\n{\"board\":[1]}\n{\"solution\":true}\n", &[]),
        0
    );
}

#[test]
fn squares_may_have_their_chess_names() {
    let film = |log: &str| Sandbox::new().replay(log, &["-o", "-", "--view", "article"]).stdout;
    let numbers = "{\"queens\":4}\n{\"place\":[2,1]}\n{\"test\":[2,2],\"attacker\":[2,1]}\n{\"move\":[[2,1],[3,1]]}\n\
                   {\"board\":[[2,1],[4,2]]}\n{\"prune\":[[1,3],[2,3]]}\n";
    let names = "{\"queens\":4}\n{\"place\":\"a3\"}\n{\"test\":\"b3\",\"attacker\":\"A3\"}\n{\"move\":[\"a3\",\"a2\"]}\n\
                 {\"board\":[\"a3\",\"b1\"]}\n{\"prune\":[\"c4\",\"c3\"]}\n";
    assert!(film(names) == film(numbers));
    let off = "{\"queens\":4}\n{\"place\":\"e1\"}\n";
    refused(off, "line 2: no square \"e1\" on this board, from a1 to d4");
    Sandbox::new().replay("{\"place\":\"a3\"}\n", &["--queens", "4"]);
}

#[test]
fn byte_order_marks_begin_lines() {
    let mark = "\u{feff}";
    for (log, expected) in [
        (format!("{mark}{{\"queens\":4}}\n{mark}{{\"place\":[3,2]}}\n"), [0, 3, 0, 0]),
        (format!("{{\"queens\":4}}\n{{\"place\":[3,2]}}\n{mark}{{\"place\":[1,1]}}\n"), [1, 3, 0, 0]),
        (format!("{{\"queens\":4}}\r\n{mark}\r\n{mark}{mark}{{\"place\":[3,2]}}\r\n"), [0, 3, 0, 0]),
        (format!("{{\"boards\":\"steps\",\"queens\":4}}\n{mark}[1]\n{mark}[1,3]\n"), [1, 3, 0, 0]),
        (format!("{mark}.Q..\n{mark}...Q\nQ...\n{mark}..Q.\n"), [3, 1, 4, 2]),
    ] {
        assert_eq!(rows(&log, 4).last().unwrap(), &expected, "{log}");
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
    for (line, plain) in [
        ("{\"place\":[2,1],\"caption\":null,\"pause\":null}", "{\"place\":[2,1]}"),
        ("{\"remove\":null,\"place\":[2,1],\"move\":null,\"board\":null}", "{\"place\":[2,1]}"),
        ("{\"place\":[2,1],\"attacker\":null,\"safe\":null,\"among\":null}", "{\"place\":[2,1]}"),
        ("{\"place\":[2,1],\"now\":null,\"stage\":null,\"line\":null}", "{\"place\":[2,1]}"),
        ("{\"place\":[2,1],\"lane\":null,\"score\":null,\"solution\":null}", "{\"place\":[2,1]}"),
        ("{\"place\":null,\"backtrack\":null,\"dead_end\":3,\"end\":null}", "{\"dead_end\":3}"),
        ("{\"place\":[2,1],\"queens\":null,\"base\":null}", "{\"place\":[2,1]}"),
        ("{\"place\":null,\"caption\":\"Look\"}", "{\"caption\":\"Look\"}"),
        ("{\"board\":[2,null,null,null],\"pause\":null}", "{\"board\":[2,null,null,null]}"),
        ("{\"test\":[4,2],\"attacker\":null,\"caption\":null}", "{\"test\":[4,2],\"safe\":true}"),
        ("{\"test\":[1,2],\"safe\":false,\"attacker\":null}", "{\"test\":[1,2],\"safe\":false}"),
        ("{\"test\":[1,2],\"safe\":null}", "{\"test\":[1,2]}"),
    ] {
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
    refused("{\"test\":[1,2],\"attacker\":null,\"caption\":null}\n{\"queens\":null}\n", "only come before");
}
