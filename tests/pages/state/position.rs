//! Panels of state for a position alone, compared with independent oracles.

use queenreel::board::Placement;
use queenreel::internals::page::cell::{CellLook, CellState};
use queenreel::internals::page::inks::State;
use queenreel::internals::page::{Page, PageStyle, PanelContent, StatePanel, Theme};
use queenreel::internals::picture::Rgb;
use queenreel::record::{FilmFrame, Frame};

use crate::common::cell_states::states;
use crate::common::sandbox::Sandbox;
use crate::common::shown::words;

/// A solution, candidate 45 of permutations, an incomplete position, queens on one diagonal, two in a row, and
/// the smallest boards.
const PLACEMENTS: [&str; 9] =
    ["15863724", "58647321", "15800000", "00300", "123456", "1133", "0000", "1", "01"];

/// A page with one panel of a position.
fn page(placement: &str, panel: StatePanel) -> Page {
    let placement: Placement = placement.parse().unwrap();
    let panels = PanelContent { state: vec![panel], is_position: true, ..PanelContent::default() };
    let mut page = Page::of_board(placement.size(), &PageStyle { panels, ..PageStyle::default() }).unwrap();
    page.show(&FilmFrame::of_search(&Frame::position(placement.size(), placement.queens()), true));
    page
}

fn texts(cells: &[CellState]) -> Vec<&str> {
    cells.iter().map(|cell| cell.text.as_str()).collect()
}

/// The size of the board, and the row and the column of each queen, from 0.
fn queens(placement: &str) -> (i32, Vec<(i32, i32)>) {
    let rows = placement.bytes().map(|digit| i32::from(digit - b'0'));
    let queens = (0..).zip(rows).filter(|(_, row)| *row > 0).map(|(column, row)| (row - 1, column));
    (placement.len() as i32, queens.collect())
}

/// The numbers of queens on the diagonals, and on the antidiagonals.
fn on_diagonals(placement: &str) -> [Vec<usize>; 2] {
    let (n, queens) = queens(placement);
    let count =
        |is_on: &dyn Fn(i32, i32) -> bool| queens.iter().filter(|(row, column)| is_on(*row, *column)).count();
    let offsets = || 2 - n..=n - 2;
    [
        offsets().map(|offset| count(&|row, column| column - row == offset)).collect(),
        offsets().map(|offset| count(&|row, column| row + column + 1 - n == offset)).collect(),
    ]
}

#[test]
fn diagonals_are_those_of_the_position() {
    for placement in PLACEMENTS {
        let page = page(placement, StatePanel::Diagonals);
        let expected = on_diagonals(placement).concat();
        let cells = states(&page);
        let shown: Vec<usize> = cells.iter().map(|cell| cell.text.parse().unwrap()).collect();
        assert_eq!(shown, expected, "{placement}");
        for (cell, count) in cells.iter().zip(&expected) {
            assert_eq!(cell.look == CellLook::Lit(State::Conflict), *count > 1, "{placement}");
        }
        // On a board of one square, the queen's only diagonal is left out.
        let least = usize::from(placement.contains(|row| row != '0'));
        let largest = expected.into_iter().max().unwrap_or_default().max(least);
        let words = words(&page);
        assert!(
            words.iter().any(|text| text.starts_with(&format!("dv = {largest}: "))),
            "{placement}: {words:?}"
        );
        assert!(!words.iter().any(|text| text.contains("kept") || text.contains("discarded")), "{words:?}");
    }
}

#[test]
fn candidate_45_has_the_known_diagonals() {
    let page = page("58647321", StatePanel::Diagonals);
    let cells = states(&page);
    assert_eq!(texts(&cells).concat(), "1011101001010".to_owned() + "0001014101000");
    assert!(words(&page).contains(&"dv = 4: 4 queens on antidiagonal 0".to_owned()));
    assert_eq!(cells.iter().filter(|cell| cell.look == CellLook::Lit(State::Conflict)).count(), 1);
}

#[test]
fn arrays_are_those_of_the_position() {
    for placement in PLACEMENTS {
        let (n, queens) = queens(placement);
        let page = page(placement, StatePanel::Arrays);
        let available = |index: i32, of: &dyn Fn(i32, i32) -> i32| {
            if queens.iter().any(|(row, column)| of(*row, *column) == index) { "0" } else { "1" }.to_owned()
        };
        let mut expected: Vec<String> = (0..n).map(|index| available(index, &|row, _| row)).collect();
        expected.extend((0..2 * n - 1).map(|index| available(index, &|row, column| row + column)));
        expected.extend((1 - n..n).map(|index| available(index, &|row, column| row - column)));
        expected.extend((0..n).map(|column| {
            let queen = queens.iter().find(|queen| queen.1 == column);
            queen.map_or_else(String::new, |(row, _)| row.to_string())
        }));
        let cells = states(&page);
        assert_eq!(texts(&cells), expected, "{placement}");
        assert!(cells.iter().all(|cell| !matches!(cell.look, CellLook::Lit(_) | CellLook::Changed(_))));
        let words = words(&page);
        for title in ["row[row]", "leftDiagonal[row+col]", "rightDiagonal[row-col]", "positionInColumn[col]"]
        {
            assert!(words.contains(&title.to_owned()), "{words:?}");
        }
    }
}

#[test]
fn matrices_are_those_of_the_position() {
    for placement in PLACEMENTS {
        let (n, queens) = queens(placement);
        let is_closed = |row: i32, column: i32| {
            queens.iter().any(|(of_row, of_column)| {
                let ahead = column - of_column;
                row == *of_row || ahead == 0 || (ahead > 0 && (row - of_row).abs() == ahead)
            })
        };
        let squares = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let expected: String =
            squares.map(|(row, column)| if is_closed(row, column) { '1' } else { '0' }).collect();
        let cells = states(&page(placement, StatePanel::Matrix));
        assert_eq!(texts(&cells).concat(), expected, "{placement}");
        assert!(
            cells.iter().all(|cell| matches!(cell.look, CellLook::Plain | CellLook::Free)),
            "{placement}"
        );
    }
}

#[test]
fn the_matrix_of_the_first_queens_is_the_known_one() {
    for (placement, known) in [
        ("100000", "111111/110000/101000/100100/100010/100001"),
        ("130000", "111111/111000/111111/111100/110110/110011"),
        ("135000", "111111/111001/111111/111100/111111/111111"),
        ("135200", "111111/111111/111111/111101/111111/111111"),
    ] {
        let cells = states(&page(placement, StatePanel::Matrix));
        assert_eq!(texts(&cells).concat(), known.replace('/', ""), "{placement}");
    }
}

#[test]
fn board_draws_its_panels() {
    let sandbox = Sandbox::new();
    let theme = Theme::default();
    let conflict = theme.inks().square(State::Conflict, true);
    let marked = |placement: &str| {
        let fixed = ["board", placement, "--panel", "diagonals", "--panel", "diagonals", "--no-highlight"];
        sandbox.succeed(&[&fixed[..], &["-o", "board.png", "--force"]].concat());
        let picture = image::open(sandbox.path("board.png")).unwrap().into_rgb8();
        assert_eq!(picture.dimensions(), (1280, 720));
        picture.pixels().filter(|pixel| Rgb(pixel.0) == conflict).count()
    };
    // One cell of the panel, without highlights on the board.
    assert_eq!(marked("15863724"), 0);
    assert!((300..1500).contains(&marked("58647321")));
    for page in ["480x480", "1080x1920", "3840x2160", "a4"] {
        let board = ["board", "58647321", "--panel", "matrix", "-o", "board.png", "--force", "--canvas"];
        sandbox.succeed(&[&board[..], &[page]].concat());
    }
}

#[test]
fn a_position_has_no_panel_of_a_search() {
    let sandbox = Sandbox::new();
    for panel in ["bits", "stages", "stack", "flow", "tree"] {
        let error = sandbox.fail(2, &["board", "58647321", "--panel", panel, "-o", "board.png"]);
        assert!(error.contains("[possible values: arrays, matrix, diagonals]"), "{error}");
    }
    let error =
        sandbox.fail(2, &["board", "58647321", "--panel", "matrix", "--canvas", "160x90", "-o", "b.png"]);
    assert!(error.contains("the smallest of this shape is "), "{error}");
    assert!(sandbox.names().is_empty());
}

#[test]
fn sheets_with_a_position_have_300_dots_to_an_inch() {
    let sandbox = Sandbox::new();
    let resolution = |page: &str| {
        sandbox.succeed(&["board", "2413", "--canvas", page, "-o", "board.png", "--force"]);
        let bytes = sandbox.read("board.png");
        let found = bytes.windows(4).position(|kind| kind == b"pHYs")?;
        Some(bytes[found + 4..found + 13].to_vec())
    };
    let metre = 11_811_u32.to_be_bytes();
    assert_eq!(resolution("a4"), Some([&metre[..], &metre[..], &[1]].concat()));
    assert_eq!(resolution("16:9"), None);
}
