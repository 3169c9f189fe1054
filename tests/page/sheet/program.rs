//! `queenreel sheet` as a program; `tests/tables/sheet.txt` checks its messages.

use serde_json::json;

use crate::common::sandbox::{Sandbox, names};
use crate::common::table::words;

fn size_of(bytes: &[u8]) -> (u32, u32) {
    let picture = image::load_from_memory(bytes).unwrap();
    (picture.width(), picture.height())
}

#[test]
fn the_size_of_a_sheet_is_said() {
    let sandbox = Sandbox::new();
    let report = sandbox.stdout(&words("sheet 4"));
    let bytes = sandbox.read("output/queens-4-sheet.png");
    let (width, height) = size_of(&bytes);
    assert!(report.contains(&format!("{width} × {height} pixels")), "{report}");
    assert_eq!(sandbox.succeed(&words("sheet 4 -o -")).stdout, bytes);
}

#[test]
fn several_pages_are_a_directory_with_a_list() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&words("sheet 6 --canvas a4"));
    let list = sandbox.read_json("output/queens-6-sheet/pages.json");
    let page = |number: u64, first: u64, last: u64| json!({"file": format!("page-0{number}.png"), "steps": [first, last]});
    let pages = json!([page(1, 1, 16), page(2, 17, 32), page(3, 33, 48), page(4, 49, 56)]);
    assert_eq!([&list["program"], &list["size"], &list["pages"]], [&json!("queenreel"), &json!(6), &pages]);
    for file in names(&sandbox.path("output/queens-6-sheet")).iter().filter(|name| *name != "pages.json") {
        let bytes = sandbox.read(&format!("output/queens-6-sheet/{file}"));
        assert_eq!(size_of(&bytes), (2480, 3508));
        // 300 dpi are 11,811 pixels per metre.
        let mark = [b"pHYs".as_slice(), &11_811_u32.to_be_bytes(), &11_811_u32.to_be_bytes(), &[1]].concat();
        assert!(bytes.windows(mark.len()).any(|part| part == mark), "{file}");
    }
    // Fewer pages leave none of the earlier run.
    let shorter = sandbox.stdout(&words("sheet 5 --canvas a4 -o output/queens-6-sheet/"));
    assert!(shorter.contains("(replaced)"), "{shorter}");
    assert_eq!(names(&sandbox.path("output/queens-6-sheet")), ["page-01.png", "pages.json"]);
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
        let all = format!("sheet {n} --algorithm permutations --all-boards --svg-text -q -o all.svg --force");
        sandbox.succeed(&words(&all));
        let text = String::from_utf8(sandbox.read("all.svg")).unwrap();
        let shown: Vec<usize> = text.split("dv = ").skip(1).map(|rest| rest[..1].parse().unwrap()).collect();
        let expected = largest_diagonals(n);
        assert_eq!((shown.len(), &shown), (boards, &expected));
        assert_eq!(shown.iter().filter(|dv| **dv == 1).count(), solutions);
        let said = format!("sets up {boards} boards, discards {}", boards - solutions);
        assert!(text.contains(&said), "{text}");
    }
    let boards_with = |dv: usize| largest_diagonals(4).into_iter().filter(|one| *one == dv).count();
    assert_eq!([1, 2, 3, 4].map(boards_with), [2, 16, 4, 2]);
}
