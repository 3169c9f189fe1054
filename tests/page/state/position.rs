//! Panels of state for a position alone, compared with independent oracles.

use queenreel::board::Placement;
use queenreel::internals::page::cell::CellLook;
use queenreel::internals::page::inks::State;
use queenreel::internals::page::{Page, PageStyle, PanelContent, StatePanel, Theme};
use queenreel::internals::picture::Rgb;
use queenreel::record::{FilmFrame, Frame};
use queenreel::search::Order;

use super::{arrays, most, on_diagonals, texts};
use crate::common::cell_states::states;
use crate::common::decode::read_rgb;
use crate::common::sandbox::Sandbox;
use crate::common::shown;
use crate::common::table::words;

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

/// The size of the board, and the row and the column of each queen, from 0.
fn queens(placement: &str) -> (i32, Vec<(i32, i32)>) {
    let rows = placement.bytes().map(|digit| i32::from(digit - b'0'));
    let queens = (0..).zip(rows).filter(|(_, row)| *row > 0).map(|(column, row)| (row - 1, column));
    (placement.len() as i32, queens.collect())
}

#[test]
fn diagonals_are_those_of_the_position() {
    for placement in PLACEMENTS {
        let page = page(placement, StatePanel::Diagonals);
        let (n, queens) = queens(placement);
        let expected = on_diagonals(n, &queens);
        let cells = states(&page);
        let shown: Vec<usize> = cells.iter().map(|cell| cell.text.parse().unwrap()).collect();
        assert_eq!(shown, expected, "{placement}");
        for (cell, count) in cells.iter().zip(&expected) {
            assert_eq!(cell.look == CellLook::Lit(State::Conflict), *count > 1, "{placement}");
        }
        let (words, largest) = (shown::words(&page), format!("dv = {}: ", most(n, &queens)));
        assert!(words.iter().any(|text| text.starts_with(&largest)), "{placement}: {words:?}");
        assert!(!words.iter().any(|text| text.contains("kept") || text.contains("discarded")), "{words:?}");
    }
}

#[test]
fn candidate_45_has_the_known_diagonals() {
    let page = page("58647321", StatePanel::Diagonals);
    let cells = states(&page);
    assert_eq!(texts(&cells).concat(), "1011101001010".to_owned() + "0001014101000");
    assert!(shown::words(&page).contains(&"dv = 4: 4 queens on antidiagonal 0".to_owned()));
    assert_eq!(cells.iter().filter(|cell| cell.look == CellLook::Lit(State::Conflict)).count(), 1);
}

#[test]
fn arrays_are_those_of_the_position() {
    for placement in PLACEMENTS {
        let (n, queens) = queens(placement);
        let page = page(placement, StatePanel::Arrays);
        let cells = states(&page);
        assert_eq!(texts(&cells), arrays(n, &queens, Order::Columns), "{placement}");
        assert!(cells.iter().all(|cell| !matches!(cell.look, CellLook::Lit(_) | CellLook::Changed(_))));
        let words = shown::words(&page);
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
        let is_plain = |look| matches!(look, CellLook::Plain | CellLook::Free);
        assert!(cells.iter().all(|cell| is_plain(cell.look)), "{placement}");
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
    let conflict = Theme::default().inks().square(State::Conflict, true);
    let marked = |placement: &str| {
        let board = format!("board {placement} --panel diagonals --panel diagonals --no-highlight");
        sandbox.succeed(&words(&format!("{board} -o board.png --force")));
        let picture = read_rgb(&sandbox.path("board.png"));
        assert_eq!(picture.dimensions(), (1280, 720));
        picture.pixels().filter(|pixel| Rgb(pixel.0) == conflict).count()
    };
    // One cell of the panel, without highlights on the board.
    assert_eq!(marked("15863724"), 0);
    assert!((300..1500).contains(&marked("58647321")));
    for page in ["480x480", "1080x1920", "3840x2160", "a4"] {
        let board = "board 58647321 --panel matrix -o board.png --force --canvas";
        sandbox.succeed(&words(&format!("{board} {page}")));
    }
}

#[test]
fn sheets_with_a_position_have_300_dots_to_an_inch() {
    let sandbox = Sandbox::new();
    let resolution = |page: &str| {
        sandbox.succeed(&words(&format!("board 2413 --canvas {page} -o board.png --force")));
        let bytes = sandbox.read("board.png");
        let found = bytes.windows(4).position(|kind| kind == b"pHYs")?;
        Some(bytes[found + 4..found + 13].to_vec())
    };
    let metre = 11_811_u32.to_be_bytes();
    assert_eq!(resolution("a4"), Some([&metre[..], &metre[..], &[1]].concat()));
    assert_eq!(resolution("16:9"), None);
}
