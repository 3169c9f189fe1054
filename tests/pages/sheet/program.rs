//! `queenreel sheet` as a program.

use serde_json::json;

use crate::common::sandbox::{Sandbox, names, stderr};

fn size_of(bytes: &[u8]) -> (u32, u32) {
    let picture = image::load_from_memory(bytes).unwrap();
    (picture.width(), picture.height())
}

#[test]
fn a_sheet_is_one_picture_by_default() {
    let sandbox = Sandbox::new();
    let report = sandbox.stdout(&["sheet", "4"]);
    assert!(report.starts_with("output/queens-4-sheet.png: 12 steps, "), "{report}");
    let bytes = sandbox.read("output/queens-4-sheet.png");
    let (width, height) = size_of(&bytes);
    assert!(report.contains(&format!("{width} × {height} pixels")), "{report}");
    assert_eq!(sandbox.succeed(&["sheet", "4", "-o", "-"]).stdout, bytes);
    let again = sandbox.stdout(&["sheet", "4"]);
    assert!(again.contains("(replaced)"), "{again}");
    let boards = sandbox.stdout(&["sheet", "4", "--algorithm", "permutations", "-o", "boards.png"]);
    assert!(boards.contains("24 steps"), "{boards}");
    let whole = sandbox.stdout(&["sheet", "4", "--all", "-o", "all.png"]);
    assert!(whole.contains("32 steps"), "{whole}");
    let two =
        sandbox.stdout(&["sheet", "4", "--algorithm", "permutations", "--solutions", "1", "-o", "11.png"]);
    assert!(two.contains("11 steps"), "{two}");
}

#[test]
fn several_pages_are_a_directory_with_a_list() {
    let sandbox = Sandbox::new();
    let report = sandbox.stdout(&["sheet", "6", "--canvas", "a4"]);
    assert!(report.starts_with("output/queens-6-sheet: 56 steps on 4 pages, 2480 × 3508"), "{report}");
    let list = sandbox.read_json("output/queens-6-sheet/pages.json");
    let page = |number: u64, first: u64, last: u64| json!({"file": format!("page-0{number}.png"), "steps": [first, last]});
    let pages = [page(1, 1, 16), page(2, 17, 32), page(3, 33, 48), page(4, 49, 56)];
    assert_eq!(
        (&list["program"], &list["size"], &list["pages"]),
        (&json!("queenreel"), &json!(6), &json!(pages))
    );
    let files = names(&sandbox.path("output/queens-6-sheet"));
    assert_eq!(files, ["page-01.png", "page-02.png", "page-03.png", "page-04.png", "pages.json"]);
    for file in &files[..4] {
        let bytes = sandbox.read(&format!("output/queens-6-sheet/{file}"));
        assert_eq!(size_of(&bytes), (2480, 3508));
        // 300 dpi are 11,811 pixels per metre.
        let mark = [b"pHYs".as_slice(), &11_811_u32.to_be_bytes(), &11_811_u32.to_be_bytes(), &[1]].concat();
        assert!(bytes.windows(mark.len()).any(|part| part == mark), "{file}");
    }
    // The name of a directory may contain a dot, or end in a slash.
    sandbox.succeed(&["sheet", "4", "--canvas", "a4", "-o", "my.steps/"]);
    assert_eq!(names(&sandbox.path("my.steps")), ["page-01.png", "pages.json"]);
    // Fewer pages leave none of the earlier run.
    let shorter = sandbox.stdout(&["sheet", "5", "--canvas", "a4", "-o", "output/queens-6-sheet/"]);
    assert!(shorter.contains("(replaced)"), "{shorter}");
    assert_eq!(names(&sandbox.path("output/queens-6-sheet")), ["page-01.png", "pages.json"]);
}

#[test]
fn many_pages_are_counted_in_a_warning() {
    let sandbox = Sandbox::new();
    let some = sandbox.succeed(&["sheet", "8", "--canvas", "a4", "-o", "some/"]);
    assert_eq!(stderr(&some), "", "218 steps are on 19 pages");
    let many =
        stderr(&sandbox.succeed(&["sheet", "7", "--solutions", "9", "--canvas", "480x640", "-o", "many/"]));
    let pages = names(&sandbox.path("many")).len() - 1;
    assert!(pages > 20 && many.contains(&format!("this sheet has {pages} pages")), "{pages}: {many}");
}

#[test]
fn mistakes_are_named_and_nothing_is_written() {
    let sandbox = Sandbox::new();
    for (arguments, message) in [
        (
            vec!["sheet", "6", "--canvas", "a4", "-o", "six.png"],
            "this sheet has 4 pages, and only a PDF holds more than one",
        ),
        (vec!["sheet", "6", "--canvas", "a4", "-o", "-"], "-o DIRECTORY/"),
        (
            vec!["sheet", "4", "-o", "four.gif"],
            "a sheet is one picture: end 'four.gif' in .png, .jpg, .bmp, .tiff, .qoi, .ppm, .webp, .svg or .pdf",
        ),
        (vec!["sheet", "4", "--canvas", "100x100"], "is too small for the text and the squares"),
        (vec!["sheet", "4", "--canvas", "a4", "--square", "20"], "cannot be used with"),
        (vec!["sheet", "6", "--columns", "9", "--canvas", "a4"], "9 boards do not fit beside each other"),
        (vec!["sheet", "8", "--all"], "4112 boards do not fit on one page"),
        (vec!["sheet", "8", "--algorithm", "permutations"], "more than 20,000 steps"),
        (vec!["sheet", "3", "--algorithm", "random"], "it would never end"),
        (vec!["sheet", "9", "--algorithm", "anywhere"], "anywhere is for 1 to 8 queens"),
        (vec!["sheet", "4", "--algorithm", "random", "--order", "rows"], "--order rows is for"),
        (vec!["sheet", "4", "--title", "中"], "the font has no glyph"),
        (vec!["sheet", "1", "--start", "a1"], "there are no steps to draw"),
        (vec!["sheet", "2", "--start", "a1"], "there are no steps to draw"),
    ] {
        let error = sandbox.fail(2, &arguments);
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    assert!(sandbox.names().is_empty(), "{:?}", sandbox.names());
    std::fs::create_dir(sandbox.path("mine")).unwrap();
    sandbox.write("mine/notes.txt", "mine");
    sandbox.write("mine.png", "mine");
    assert!(sandbox.fail(1, &["sheet", "6", "--canvas", "a4", "-o", "mine/"]).contains("--force"));
    assert!(sandbox.fail(1, &["sheet", "4", "-o", "mine.png"]).contains("--force"));
    assert_eq!(names(&sandbox.path("mine")), ["notes.txt"]);
    assert_eq!(sandbox.read("mine.png"), b"mine");
}

#[test]
fn boards_without_a_solution_say_so() {
    let sandbox = Sandbox::new();
    let three = sandbox.succeed(&["sheet", "3"]);
    assert!(stderr(&three).contains("no solution"), "{}", stderr(&three));
}

/// The most queens on a diagonal of each board, for all permutations in descending order.
fn largest_diagonals(n: i32) -> Vec<usize> {
    fn orders(left: &[i32]) -> Vec<Vec<i32>> {
        if left.is_empty() {
            return vec![Vec::new()];
        }
        let with = |first: &i32| {
            let rest: Vec<i32> = left.iter().copied().filter(|other| other != first).collect();
            orders(&rest).into_iter().map(|rest| [vec![*first], rest].concat()).collect::<Vec<_>>()
        };
        left.iter().flat_map(with).collect()
    }
    let largest_first: Vec<i32> = (0..n).rev().collect();
    let dv = |columns: &Vec<i32>| {
        let on = |diagonal: &dyn Fn(i32, i32) -> i32| {
            let of: Vec<i32> = (0..).zip(columns).map(|(row, column)| diagonal(row, *column)).collect();
            of.iter().map(|one| of.iter().filter(|other| *other == one).count()).max().unwrap()
        };
        on(&|row, column| column - row).max(on(&|row, column| column + row))
    };
    orders(&largest_first).iter().map(dv).collect()
}

#[test]
fn all_boards_of_permutations_have_their_dv() {
    let sandbox = Sandbox::new();
    for (n, boards, solutions) in [(4, 24, 2), (5, 120, 10)] {
        let number = n.to_string();
        let command = ["sheet", &number, "--algorithm", "permutations", "--all-boards", "--svg-text"];
        sandbox.succeed(&[&command[..], &["-q", "-o", "all.svg", "--force"]].concat());
        let text = String::from_utf8(sandbox.read("all.svg")).unwrap();
        let shown: Vec<usize> = text.split("dv = ").skip(1).map(|rest| rest[..1].parse().unwrap()).collect();
        let expected = largest_diagonals(n);
        assert_eq!((shown.len(), &shown), (boards, &expected));
        assert_eq!(shown.iter().filter(|dv| **dv == 1).count(), solutions);
        assert!(
            text.contains(&format!("sets up {boards} boards, discards {}", boards - solutions)),
            "{text}"
        );
    }
    assert_eq!(
        [1, 2, 3, 4].map(|dv| largest_diagonals(4).iter().filter(|it| **it == dv).count()),
        [2, 16, 4, 2]
    );
    let permutations = ["--algorithm", "permutations", "--all-boards"];
    for (arguments, said) in [
        (&["7"][..], "--all-boards is for up to 6 queens, which have 720 boards, not for 7"),
        (&["4", "--all"], "cannot be used with"),
        (&["4", "--solutions", "1"], "cannot be used with"),
    ] {
        sandbox.refuse(2, &[&["sheet"], arguments, &permutations].concat(), &[said]);
    }
    sandbox.refuse(2, &["sheet", "4", "--all-boards"], &["name one of permutations"]);
}
